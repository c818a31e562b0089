"""What a book's package holds for people to read beside its rules: one call for a front door."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from grognard.engine.glossary import Term, load_glossary
from grognard.engine.guide import Card, load_guide
from grognard.engine.lesson import Lesson, load_lesson
from grognard.engine.rulebook import Rulebook, load_rulebook
from grognard.engine.switches import Switches, load_switches


class Pages(NamedTuple):
    """The rules by number, cards for a first battle, a lesson, the words, the options as they are laid out."""

    rulebook: Rulebook
    guide: tuple[Card, ...]
    lesson: Lesson | None
    glossary: tuple[Term, ...]
    switches: Switches


def pages_of(package: str, options: type[msgspec.Struct], forces: tuple[str, ...]) -> Pages:
    """Read them all; `forces` are the options that name an army, which are not laid out."""
    rulebook = load_rulebook(package)
    return Pages(
        rulebook,
        load_guide(package, rulebook),
        load_lesson(package, rulebook),
        load_glossary(package, rulebook),
        load_switches(package, options, forces),
    )
