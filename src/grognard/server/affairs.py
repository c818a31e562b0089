"""What people do at the table beside the rules, as rows that are kept in order: they talk, offer, give up, play again.

The rows say how things stand between the people; the record of actions knows nothing of them. [ADR 0022]
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.engine.ended import Ended
from grognard.server.parts import AgainOf, LineOf
from grognard.server.tables import AffairKept


class Spoke(msgspec.Struct, frozen=True, tag="said"):
    """Somebody said something."""

    side: int
    words: str


class Offered(msgspec.Struct, frozen=True, tag="draw"):
    """A side offered a draw."""

    side: int


class Dropped(msgspec.Struct, frozen=True, tag="no_draw"):
    """The offer was declined or taken back; the side that made it had chosen so often by then."""

    side: int
    choices: int


class Wished(msgspec.Struct, frozen=True, tag="again"):
    """A side wished to play the battle again."""

    side: int
    changed: bool


class Unwished(msgspec.Struct, frozen=True, tag="not_again"):
    """It was declined or taken back."""


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """The battle was begun again, as another game."""

    game: str


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The people ended the game."""

    ended: Ended


Affair = Spoke | Offered | Dropped | Wished | Unwished | Begun | Over
_ROW: msgspec.json.Decoder[Affair] = msgspec.json.Decoder(Affair)


class Affairs:
    """How things stand between the people of one game."""

    def __init__(self, rows: Sequence[AffairKept] = ()):
        self.talk: tuple[LineOf, ...] = ()
        self.draw: int | None = None
        """The side that offers one."""
        self.dropped: dict[int, int] = {}
        """Sides whose last offer came to nothing, and how often they had chosen by then."""
        self.again: AgainOf | None = None
        self.ended: Ended | None = None
        self.next = 0
        """The number of the next row."""
        for row in rows:
            self.take(row)

    def take(self, row: AffairKept, *, drop: int | None = None) -> None:
        """One more row, written down already; an older thing said may make room for it."""
        affair = _ROW.decode(row.data)
        match affair:
            case Spoke():
                line = LineOf(row.n, affair.side, affair.words, row.at)
                self.talk = (*(one for one in self.talk if one.n != drop), line)
            case Offered():
                self.draw = affair.side
            case Dropped():
                self.draw = None
                self.dropped[affair.side] = affair.choices
            case Wished():
                self.again = AgainOf(affair.side, affair.changed)
            case Unwished():
                self.again = None
            case Begun():
                assert self.again is not None, "whoever begins again has wished to"
                self.again = msgspec.structs.replace(self.again, game=affair.game)
            case Over():
                self.draw, self.ended = None, affair.ended
        self.next = row.n + 1


def row_of(affair: Affair, n: int, at: float) -> AffairKept:
    """A row as it is written down."""
    return AffairKept(n, msgspec.json.encode(affair).decode(), at)


__all__ = [
    "Affair",
    "Affairs",
    "Begun",
    "Dropped",
    "Offered",
    "Over",
    "Spoke",
    "Unwished",
    "Wished",
    "row_of",
]
