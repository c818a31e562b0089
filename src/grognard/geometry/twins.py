"""Which of the two twins of the kernel runs (`engine/twins.py` chooses), and how the compiled one is asked."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from grognard.engine import twins
from grognard.geometry import kernel as plain

ASKS = "ask_"
"""Before the name of a function in the compiled twin: itself, or beyond its range the plain one."""


def public(module: ModuleType) -> list[str]:
    """The names of a kernel's own functions."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def compiled() -> tuple[Any, str]:
    """The compiled twin, or None and why there is none."""
    found, why = twins.compiled(plain)
    return None if found is None else _asking(found), why


def _asking(found: ModuleType) -> SimpleNamespace:
    return SimpleNamespace(**{name: getattr(found, ASKS + name) for name in public(plain)})


if TYPE_CHECKING:
    from grognard.geometry import kernel as kernel

    WHICH = ""
else:
    kernel, WHICH = twins.chosen(plain)
    """The twin that runs, and its name in words."""
    if kernel is not plain:
        kernel = _asking(kernel)
