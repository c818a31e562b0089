"""What a position of Toy Brigade is made of."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.engine.flow import Table

replace = msgspec.structs.replace
Arm = Literal["line", "guard", "guns"]
Zone = Literal["west", "middle", "east"]
WIDTH, HEIGHT = 1200, 400
ZONES: tuple[Zone, ...] = ("west", "middle", "east")
UNKNOWN = "?"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The book's one switch."""

    nightfall: bool = True  # TB 9.1


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A handful of figures at a place on the line."""

    id: int
    side: int
    name: str
    arm: Arm
    x: int
    strength: int
    full: int
    disorder: int = 0
    loaded: bool = True
    acted: bool = False
    rallied: bool = False
    cover: bool = False

    @property
    def zone(self) -> Zone:
        """The third of the table it stands in."""
        return ZONES[min(2, self.x * 3 // WIDTH)]

    @property
    def ahead(self) -> int:
        """The direction its side faces: 1 is east."""
        return 1 - 2 * self.side


class State(msgspec.Struct, frozen=True):
    """The table, both hands, the draw pile and the events to come."""

    title: str
    sides: tuple[str, str]
    turns: int
    options: Options
    units: tuple[Unit, ...]
    generals: tuple[Zone, Zone]
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    deck: tuple[str, ...]
    pile: tuple[str, ...]  # events face down, in the order they will be turned up
    shown: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    turn: int = 0
    fallen: tuple[int, int] = (0, 0)
    ended: bool = False

    @property
    def weather(self) -> str:
        """The event that rules this turn."""
        return self.shown[-1] if self.shown else ""

    def of(self, side: int) -> tuple[Unit, ...]:
        """The units a side still has."""
        return tuple(unit for unit in self.units if unit.side == side and unit.strength)


class Turn(msgspec.Struct, frozen=True, tag=True):
    """Who goes first (-1: not known yet), who may draw, and how many player turns were taken."""

    first: int = -1
    draws: tuple[int, ...] = ()
    taken: int = 0


class PlayerTurn(msgspec.Struct, frozen=True, tag=True):
    """One side's turn."""

    side: int
    draws: bool = True
    rode: bool = False


class Order(msgspec.Struct, frozen=True, tag=True):
    """One unit rallies or marches."""

    side: int
    unit: int


class Volley(msgspec.Struct, frozen=True, tag=True):
    """One unit fires at another."""

    side: int
    unit: int
    target: int
    hits: int = 0


class Charge(msgspec.Struct, frozen=True, tag=True):
    """One unit charges another; `beaten` lost the melee."""

    side: int
    unit: int
    target: int
    beaten: int = -1


Env = Turn | PlayerTurn | Order | Volley | Charge


class Field(Table[State]):
    """The table with the changes Toy Brigade makes to it."""

    __slots__ = ()

    def unit(self, i: int) -> Unit:
        """A unit by its id."""
        return self.state.units[i]

    def put(self, i: int, **changes: object) -> None:
        """Change one unit."""
        units = self.state.units
        self.set(units=(*units[:i], replace(units[i], **changes), *units[i + 1 :]))

    def lose(self, i: int, hits: int, cite: str) -> None:
        """Figures fall; never more than stand."""
        unit = self.unit(i)
        hits = min(hits, unit.strength)
        if hits:
            self.put(i, strength=unit.strength - hits)
            fallen = self.state.fallen
            self.set(fallen=(fallen[0] + hits * (unit.side == 0), fallen[1] + hits * (unit.side == 1)))
            self.note(cite, "loses", unit=i, hits=hits)

    def with_hand(self, side: int, hand: tuple[str, ...]) -> None:
        """Give a side another hand."""
        hands = self.state.hands
        self.set(hands=(hand, hands[1]) if side == 0 else (hands[0], hand))

    def discard(self, side: int, card: str) -> None:
        """A card is shown and laid aside."""
        hand = list(self.state.hands[side])
        hand.remove(card)
        self.with_hand(side, tuple(hand))
        self.set(discards=(*self.state.discards, card))
        self.reveal()
