"""Odds as people read them: what was understood, the tallies with their rules, and every outcome."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine.book import BadInput, Book, Situation
from grognard.engine.dist import Dist
from grognard.odds.explore import LIMIT, Met, Odds, explore
from grognard.odds.inputs import read_inputs
from grognard.odds.say import chances, parts, plain, say_fraction

if TYPE_CHECKING:
    from rich.console import Group


class Report(NamedTuple):
    """The odds of one situation, complete."""

    book: str
    key: str
    situation: Situation
    inputs: Mapping[str, Any]
    """Every field as it was understood."""
    odds: Odds
    rules: Mapping[str, str]
    """The rules met on the way: number and our words."""

    @property
    def dist(self) -> Dist[Any]:
        """The outcomes with their exact chances."""
        return self.odds.dist

    @property
    def marginals(self) -> dict[str, Dist[Any]]:
        """For each head the distribution of that part of the outcome alone."""
        heads = self.odds.heads
        return {head: marginal(self.dist, at, len(heads)) for at, head in enumerate(heads)}

    def as_json(self) -> dict[str, Any]:
        """The report as plain data; fractions as "a/b" strings."""
        return {
            "book": self.book,
            "situation": self.situation.name,
            "words": self.situation.words,
            "cite": f"{self.key} {self.situation.cite}",
            "inputs": {name: plain(value) for name, value in self.inputs.items()},
            "heads": list(self.odds.heads),
            "outcomes": [
                {"outcome": plain(parts(outcome, len(self.odds.heads))), **chance}
                for outcome, chance in chances(self.dist)
            ],
            "marginals": {head: _marginal(dist) for head, dist in self.marginals.items()},
            "tallies": [tally_json(met, self.key) for met in self.odds.tallies],
            "rules": {f"{self.key} {number}": words for number, words in self.rules.items()},
            "positions": self.odds.positions,
            "falls": self.odds.falls,
        }

    def table(self, tallies: int = 12) -> Group:
        """The report for a terminal; at most so many tallies."""
        from grognard.odds.tables import report_table

        return report_table(self, tallies)


def solve(book: Book, situation_name: str, inputs: Mapping[str, Any], limit: int = LIMIT) -> Report:
    """The exact odds of one of a book's situations, from inputs as somebody typed them."""
    situation = book.situations.get(situation_name)
    if situation is None:
        known = ", ".join(book.situations)
        raise BadInput(f"{book.name} has no situation '{situation_name}'; it has: {known}")
    understood = read_inputs(situation.fields, inputs, situation.name)
    odds = explore(book.engine(), situation.scene(understood), limit)
    known_rules = book.rulebook.rules
    rules = {number: known_rules[number].words for number in odds.cites if number in known_rules}
    return Report(book.name, book.key, situation, understood, odds, rules)


def marginal(dist: Dist[Any], at: int, heads: int) -> Dist[Any]:
    """The distribution of one part of the outcome alone."""
    return dist.map(lambda outcome: parts(outcome, heads)[at])


def _marginal(dist: Dist[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "values": [{"value": plain(value), **chance} for value, chance in chances(dist)],
    }
    if all(isinstance(value, int) and not isinstance(value, bool | Enum) for value in dist):
        mean = dist.mean()
        found["mean"], found["mean_float"] = say_fraction(mean), float(mean)
    return found


def tally_json(met: Met, key: str) -> dict[str, Any]:
    """A tally with the throw it shaped, as plain data."""
    return {
        "throw": met.what,
        "cite": f"{key} {met.cite}".strip(),
        "base": met.tally.base,
        "base_words": met.tally.base_words,
        "lines": [
            {"value": line.value, "words": line.words, "cite": f"{key} {line.cite}".strip()}
            for line in met.tally.lines
        ],
        "total": met.tally.total,
    }


__all__ = ["Report", "solve"]
