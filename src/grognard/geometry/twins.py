"""Which of the two twins of the kernel runs: the compiled one where it was built from just this source, else the plain one.

`GROGNARD_PURE=1` forces the plain one. Nobody is told apart by it: both give the same answers, one sooner.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from grognard.geometry import kernel as plain

ASKS = "ask_"
"""Before the name of a function in the compiled twin: itself, or beyond its range the plain one."""


def source_hash(folder: Path) -> str:
    """What the compiled twin remembers of the source it was built from."""
    parts = [(folder / name).read_bytes() for name in ("kernel.py", "kernel.pxd")]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def public(module: ModuleType) -> list[str]:
    """The names of a kernel's own functions."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def compiled() -> tuple[Any, str]:
    """The compiled twin, or None and why there is none."""
    try:
        from grognard.geometry import _kernel  # type: ignore[attr-defined]
    except ImportError:
        return None, "not compiled"
    if source_hash(Path(__file__).parent) != _kernel.SOURCE:
        return None, "compiled from other source; `make setup` mends that"
    return SimpleNamespace(**{name: getattr(_kernel, ASKS + name) for name in public(plain)}), ""


def _chosen() -> tuple[Any, str]:
    if os.environ.get("GROGNARD_PURE", "") not in ("", "0"):
        return plain, "plain (GROGNARD_PURE)"
    found, why = compiled()
    return (plain, f"plain ({why})") if found is None else (found, "compiled")


if TYPE_CHECKING:
    from grognard.geometry import kernel as kernel

    WHICH = ""
else:
    kernel, WHICH = _chosen()
    """The twin that runs, and its name in words."""
