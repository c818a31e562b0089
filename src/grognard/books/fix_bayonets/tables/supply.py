"""Trains and special events: who hands out cartridges, and what the die brings. [F-26, F-28]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup, Need, Needs, Result, Results


class Load(NamedTuple):
    """What decides whether a train may hand out."""

    train: bool = True
    good: bool = True
    clear: bool = True
    """No enemy is next to it."""
    needed: bool = True
    """Units of its side within reach are short."""


# fmt: off
SUPPLY: Lookup[str, int] = Lookup("Cartridges", "F-26", columns=("number",), rows=(
    Item("F-26.2", "short",  "the die of a shot that leaves its unit short",             9),
    Item("F-26.4", "reach",  "hexes from a train within which it hands out",             2),
    Item("F-26.5", "away",   "turns after handing out in which it comes up again",       2),
    Item("F-26.5", "yard",   "hexes from the depot within which it comes up",            2),
))

HAND_OUT: Needs[Load] = Needs("Handing out cartridges", "F-26.4", rows=(
    Need("F-26.4", "only a train hands out",             lambda h: h.train,  "it is no train"),
    Need("F-26.4", "a train in good order",              lambda h: h.good,   "it is Disordered or Routed"),
    Need("F-26.4", "no enemy next to it",                lambda h: h.clear,  "an enemy is next to it"),
    Need("F-26.4", "units of its side within reach that are short", lambda h: h.needed, "nobody within reach is short of cartridges"),
))


class Event(NamedTuple):
    """A special event, and whether it befalls the side with the Initiative."""

    kind: str
    holder: bool = True


EVENTS: Results[Event] = Results("Special events", "F-28", rows=(
    Result("F-28.1", None, 0, "cartridges found: the side with the Initiative",  Event("found")),
    Result("F-28.1", 1, 1,    "cartridges found: the other side",                Event("found", False)),
    Result("F-28.2", 2, 2,    "second wind: the side with the Initiative",       Event("wind")),
    Result("F-28.2", 3, 3,    "second wind: the other side",                     Event("wind", False)),
    Result("F-28.3", 4, 4,    "broken axle: the side with the Initiative",       Event("axle")),
    Result("F-28.3", 5, 5,    "broken axle: the other side",                     Event("axle", False)),
    Result("F-28", 6, None,   "nothing out of the ordinary",                     Event("none")),
))
# fmt: on
