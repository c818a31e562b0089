"""A guided first battle: short cards that a client shows at the moment they are about.

A book that has them keeps them in `guide.toml`, and its sheet carries them as `guide`:

    [[card]]
    when = { verb = "march" }
    title = "Marching"
    words = "…"
    rules = ["M1"]

A card fits when everything its `when` names is so: the verb is on offer to this player, the step is one of the
open ones (its title holds these words), the turn has come. Clients show the first card that fits and has not
been read; so the order is the order of the lesson.
"""

from __future__ import annotations

import tomllib
from importlib import resources

import msgspec

from grognard.engine.rulebook import Rulebook


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The moment a card is about; nothing named: at once."""

    verb: str | None = None
    step: str | None = None
    turn: int | None = None


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card: a title, a few sentences, the rules to read on."""

    title: str
    words: str
    when: When = When()
    rules: tuple[str, ...] = ()


class _Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: tuple[Card, ...]


def load_guide(package: str, rulebook: Rulebook) -> tuple[Card, ...]:
    """Read `guide.toml` from a book's package; no cards if there is none. Every rule named must be in the book."""
    file = resources.files(package).joinpath("guide.toml")
    if not file.is_file():
        return ()
    cards = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _Guide).card
    for card in cards:
        unknown = [number for number in card.rules if number not in rulebook.rules]
        if unknown:
            raise ValueError(
                f"{package}: the card '{card.title}' names rules not in the book: {', '.join(unknown)}"
            )
    return cards


__all__ = ["Card", "When", "load_guide"]
