"""What a book's abbreviations and words of art mean.

A book keeps them in `glossary.toml`:

    [[term]]
    short = "MCF"
    words = "movement allowance"
    tells = "What a stack may spend on hexes, turns and changes of formation in one action."
    rule = "F-10.1"
"""

from __future__ import annotations

import tomllib
from importlib import resources

import msgspec

from grognard.engine.rulebook import Rulebook


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One term: as it is written, spelt out, and what it is."""

    short: str
    words: str
    tells: str = ""
    rule: str = ""


class _Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[Term, ...]


def load_glossary(package: str, rulebook: Rulebook) -> tuple[Term, ...]:
    """Read `glossary.toml` from a book's package; nothing if there is none. Every rule named must be in the book."""
    file = resources.files(package).joinpath("glossary.toml")
    if not file.is_file():
        return ()
    terms = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _Glossary).term
    for term in terms:
        if term.rule and term.rule not in rulebook.rules:
            raise ValueError(f"{package}: the term '{term.short}' names a rule not in the book: {term.rule}")
    return terms


__all__ = ["Term", "load_glossary"]
