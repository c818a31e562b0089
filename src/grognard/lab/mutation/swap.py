"""A changed function put in the place of the one that is there, where nobody could tell the difference.

A function that has not been called yet has left nothing behind: whatever was imported by then would be the same had its
file been changed from the first. So everything is imported once, and each change is made in a fork of that process. Where
more is changed than the insides of such functions (a table, a default, a class, what was called while importing), or
there is any doubt which function is meant, the answer is no, and the changed file must be imported anew.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Mapping
from inspect import CO_OPTIMIZED, CO_VARARGS, CO_VARKEYWORDS
from types import CodeType, FrameType, FunctionType, GeneratorType
from typing import Any

from grognard.lab.mutation.hook import ROOT, Changed, Hook, module_of

SHAPE = ("co_name", "co_qualname", "co_flags", "co_freevars")
"""What others may have asked a function without calling it; and its arguments, and what it says of itself."""
BODY = (*SHAPE, "co_code", "co_names", "co_varnames", "co_cellvars", "co_exceptiontable")
"""What a piece of code does, but for its constants; where its lines stand is left out."""
Place = tuple[str, CodeType]


def place(code: CodeType) -> Place:
    """A piece of code and its file: code alone is equal to the same code on the same line of another file."""
    return code.co_filename, code


class Swaps:
    """Watches what is called while everything is imported; knows afterwards what may be swapped."""

    def __init__(self) -> None:
        self.before = frozenset(sys.modules)
        """Modules that were there already: what they have called nobody has seen."""
        self.called: set[Place] = set()
        self.functions: dict[Place, list[FunctionType]] = {}
        self.codes: dict[str, CodeType] = {}

    def watch(self) -> None:
        """From now on who is called is noted."""

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call":
                self.called.add(place(frame.f_code))

        sys.setprofile(note)

    def rest(self) -> None:
        """Everything is imported: find every function there is."""
        sys.setprofile(None)
        gc.unfreeze()  # what a loaded book holds has gone out of the collector's sight
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self.functions.setdefault(place(thing.__code__), []).append(thing)
            elif isinstance(thing, GeneratorType):  # called, though it has not begun
                self.called.add(place(thing.gi_code))
        gc.collect()
        gc.freeze()

    def of(self, changed: Changed) -> dict[FunctionType, CodeType] | None:
        """The functions to change and their new code; None if the files must be imported anew."""
        found: dict[FunctionType, CodeType] = {}
        for file, text in changed.items():
            if module_of(file) not in sys.modules:
                continue  # whoever imports it later imports it changed
            pairs = None if module_of(file) in self.before else self._pairs(file, text)
            if pairs is None:
                return None
            for old, new in pairs:
                meant = self.functions.get(place(old), [])
                if len(meant) != 1 or place(old) in self.called:
                    return None
                found[meant[0]] = new
        return found

    def _pairs(self, file: str, text: str | ast.Module) -> list[tuple[CodeType, CodeType]] | None:
        path = ROOT / file
        if file not in self.codes:
            self.codes[file] = compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True)
        try:
            return differing(self.codes[file], compile(text, str(path), "exec", dont_inherit=True))
        except SyntaxError:
            return None


def swap(changed: Changed, codes: Mapping[FunctionType, CodeType]) -> None:
    """From now on these functions do what the changed files say. For a process of its own: there is no way back."""
    sys.meta_path.insert(0, Hook(changed))
    for function, code in codes.items():
        function.__code__ = code


def differing(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """The functions of a file or a class whose insides differ, old and new; None if anything else does."""
    if len(old.co_consts) != len(new.co_consts) or _parts(old, BODY) != _parts(new, BODY):
        return None
    found: list[tuple[CodeType, CodeType]] = []
    for one, other in zip(old.co_consts, new.co_consts, strict=True):
        if _same(one, other):
            continue
        if not isinstance(one, CodeType) or not isinstance(other, CodeType):
            return None
        more = [(one, other)] if one.co_flags & CO_OPTIMIZED else differing(one, other)
        if more is None or _shape(one) != _shape(other):
            return None
        found += more
    return found


def _same(one: Any, other: Any) -> bool:
    """Whether two constants are the same: 1 is not True, and code may stand on another line."""
    if not isinstance(one, CodeType) or not isinstance(other, CodeType):
        return type(one) is type(other) and repr(one) == repr(other)
    return (
        _parts(one, BODY) == _parts(other, BODY)
        and _shape(one) == _shape(other)
        and len(one.co_consts) == len(other.co_consts)
        and all(map(_same, one.co_consts, other.co_consts))
    )


def _shape(code: CodeType) -> list[Any]:
    """What can be seen of a function without calling it."""
    many = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    stars = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + stars]
    words = code.co_consts[0] if code.co_consts and isinstance(code.co_consts[0], str) else ""
    return [*_parts(code, SHAPE), many, named, words]


def _parts(code: CodeType, names: tuple[str, ...]) -> list[Any]:
    return [getattr(code, name) for name in names]
