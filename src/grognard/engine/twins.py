"""Which of the two twins of a module runs: the compiled one where it was built from just this source, else the plain one.

`GROGNARD_PURE=1` forces the plain one. Nobody is told apart by it: both give the same answers, one sooner. The compiled twin
of `geometry/kernel.py` is `geometry/_kernel`, and so on; `hatch_build.py` builds them.
"""

from __future__ import annotations

import hashlib
import os
from importlib import import_module
from pathlib import Path
from types import ModuleType


def source_hash(source: Path) -> str:
    """What a compiled twin remembers of the source it was built from: the module and its types."""
    parts = [source.with_suffix(kind).read_bytes() for kind in (".py", ".pxd")]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def compiled(plain: ModuleType) -> tuple[ModuleType | None, str]:
    """The compiled twin of a module, or None and why there is none."""
    room, _, name = plain.__name__.rpartition(".")
    try:
        found = import_module(f"{room}._{name}")
    except ImportError:
        return None, "not compiled"
    if source_hash(Path(plain.__file__ or "")) != found.SOURCE:
        return None, "compiled from other source; `make setup` mends that"
    return found, ""


def chosen(plain: ModuleType) -> tuple[ModuleType, str]:
    """The twin that runs, and its name in words."""
    if os.environ.get("GROGNARD_PURE", "") not in ("", "0"):
        return plain, "plain (GROGNARD_PURE)"
    found, why = compiled(plain)
    return (plain, f"plain ({why})") if found is None else (found, "compiled")
