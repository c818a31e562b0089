"""What a shelf says of a battle before anybody plays it. Every book's scenario files say it in the same words:

[about]
date = "16 May 1811"
place = "Albuera, Extremadura"
minutes = 40
difficulty = "middling"
measured = { games = 40, won = 12, drawn = 12, lost = 16 }
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the side named first fared when the computer played both; `docs/balance.md` says how it was measured."""

    games: int
    won: int
    drawn: int
    lost: int

    def __post_init__(self) -> None:
        if self.games < 1 or min(self.won, self.drawn, self.lost) < 0:
            raise ValueError("a measurement counts games won, drawn and lost")
        if self.games != self.won + self.drawn + self.lost:
            raise ValueError("games won, drawn and lost must add up to the games played")

    @property
    def share(self) -> float:
        """The first side's share, a draw counting half."""
        return (self.won + self.drawn / 2) / self.games


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Date, place, length and difficulty of a battle, and how fair it is as far as that was measured."""

    date: str = ""
    place: str = ""
    imagined: bool = False
    """Whether no such fight is known: date and place then say where it could have been."""
    minutes: int = 0
    """About how long a person takes against the computer; 0: nobody has said."""
    difficulty: Literal["", "easy", "middling", "hard"] = ""
    """How much of the book one has to know to play it well."""
    measured: Measured | None = None


__all__ = ["About", "Measured"]
