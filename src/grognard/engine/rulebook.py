"""A book's index: every numbered paragraph in our own words, with where it comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Literal

import msgspec

Source = Literal["given", "found", "deduced", "invented"]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One numbered rule: our words, its provenance, and the ruling that settled it, if any."""

    words: str
    source: Source
    ruling: str = ""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the book, with its rules in order."""

    title: str
    rules: dict[str, Rule]


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole index of one book."""

    key: str
    title: str
    version: str
    chapter: dict[str, Chapter]
    left_out: dict[str, str] = {}
    """Rules that are not coded, and why."""
    not_in_play: dict[str, str] = {}
    """Rules that hold but never come up in a game that is being played (buying an army, say), and why."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its number, chapter after chapter."""
        memo: dict[str, dict[str, Rule]] = self.__dict__
        if "rules_by_number" not in memo:
            memo["rules_by_number"] = {
                number: rule for chapter in self.chapter.values() for number, rule in chapter.rules.items()
            }
        return memo["rules_by_number"]

    def cite(self, number: str) -> str:
        """A citation as players see it: the book's key before the number."""
        return f"{self.key} {number}"


def load_rulebook(package: str) -> Rulebook:
    """Read `rulebook.toml` from a book's package."""
    text = resources.files(package).joinpath("rulebook.toml").read_text("utf-8")
    rulebook = msgspec.convert(tomllib.loads(text), Rulebook)
    count = sum(len(chapter.rules) for chapter in rulebook.chapter.values())
    if count != len(rulebook.rules):
        raise ValueError(f"{package}: a rule number stands in two chapters")
    for what, named in (("left out", rulebook.left_out), ("not in play", rulebook.not_in_play)):
        unknown = set(named) - set(rulebook.rules)
        if unknown:
            raise ValueError(f"{package}: {what} but not in the book: {', '.join(sorted(unknown))}")
    return rulebook
