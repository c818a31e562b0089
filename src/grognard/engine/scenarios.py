"""Battles on offer: what is said of one before it is played, and what is said of anything given from outside that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from grognard.engine.about import About


class BadInput(ValueError):
    """Something given from outside is wrong; the message names what, in one line."""


class ScenarioInfo(NamedTuple):
    """A scenario on offer."""

    name: str
    title: str
    sides: tuple[str, ...]
    blurb: str
    path: Path
    opponent: str = ""
    """The computer player it is meant for; empty: whichever is taken anywhere."""
    turns: int = 0
    about: About = About()


class OwnBattles(Protocol):
    """What a book knows of battles that are no scenarios of its own: each is given as the whole text of such a file."""

    def told(self, text: str) -> ScenarioInfo: ...
    def first(self, text: str, options: Any) -> Any: ...
    def whole(self, path: Path) -> str: ...


def is_text(scenario: str | Path) -> bool:
    """Whether this is the text of a battle, not the name of a scenario or of a file."""
    return isinstance(scenario, str) and ("\n" in scenario or "=" in scenario)
