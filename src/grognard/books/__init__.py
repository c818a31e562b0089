"""The books: one house each, all with the same rooms. Found by looking, so nothing outside names one."""

from __future__ import annotations

import gc
import pkgutil
from functools import cache
from importlib import import_module

from grognard.engine.book import BadInput, Book

SELDOM = (50_000, 20, 50)
"""When garbage is looked for. Games are trees without circles, and much of them is remembered: by Python's own numbers a
tenth of play went into looking through that for nothing."""


@cache
def names() -> tuple[str, ...]:
    """Every book there is, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(name: str) -> Book:
    """One book by its name; BadInput if there is none such."""
    if name not in names():
        raise BadInput(f"no book is called '{name}'; there are: {', '.join(names())}")
    ruleset: Book = import_module(f"{__name__}.{name}").RULESET
    # A book is never let go of again: looking through all of it for garbage, time after time, cost a quarter of play.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    return ruleset


def library() -> dict[str, Book]:
    """All books by name."""
    return {name: load(name) for name in names()}
