"""Walking the real engine: how decisions are taken on the way, and what is noted at the end."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import msgspec

from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Position
from grognard.engine.tables import Tally

from ..facts.stacks import hexes
from ..facts.supply import empties
from ..sequence import SEQUENCES
from ..steps.common import Flee
from ..steps.pursuit import ForcedRegroup
from ..tables.fire import LEADER_DICE, band
from ..tables.limits import CASUALTY
from ..tables.melee import COLUMNS, LEADER_CHECK, blow
from ..words import Trait, Where


class Plan(msgspec.Struct, frozen=True):
    """What is done where there is a choice: squares at a distance, shots taken, no recall, straight on.

    Horse that may charge back does so on the real table; on the sand table there is none. [F-17.3]
    """

    square_at: int = 0
    """At how many hexes the target tries for Square; 0: never."""
    shoot: bool = True
    back: bool = False
    """Whether horse that may charge back tries to."""

    def __call__(self, position: Position, ask: Ask) -> Move:
        """The answer the plan gives."""
        offers, side = ask.offers, ask.who[0]
        if "try_square" in offers:
            env = position.agenda[-1].env
            one = env.riders[env.at]
            units = position.state.units
            apart = position.state.field.grid.distance(units[one.unit].hex, units[one.target].hex)
            return Move(side, "try_square" if apart <= self.square_at else "wait")
        if not self.shoot and "hold_fire" in offers:
            return Move(side, "hold_fire")
        if self.back and "charge_back" in offers:
            return Move(side, "charge_back", next(iter(offers["charge_back"])))
        for verb in ("charge_back", "take_along", "switch", "recall"):
            if verb in offers and len(offers) > 1:
                offers = {name: domain for name, domain in offers.items() if name != verb}
        verb, domain = next(iter(offers.items()))
        if verb == "gallop":
            return Move(side, verb, _straight(position, tuple(domain)))
        return Move(side, verb, next(iter(domain)))


def _straight(position: Position, ways: tuple[int, ...]) -> int:
    """The hex straight ahead: that in the direction of the last one, or of the target."""
    env = position.agenda[-1].env
    one = env.riders[env.at]
    unit, target = position.state.units[one.unit], position.state.units[one.target]
    grid = position.state.field.grid
    x, _ = grid.offset(target.hex)
    return min(
        ways, key=lambda there: (abs(grid.offset(there)[0] - x), grid.distance(there, target.hex), unit.id)
    )


class Ends(msgspec.Struct, frozen=True):
    """Tells the engine's verdict, and how units stand when all is over or the charge has been fought out."""

    shown: tuple[int, ...]
    target: int
    until: str = ""
    """Stop when this sequence is past its melee."""

    def __call__(self, position: Position) -> tuple[str, ...] | None:
        if not position.over and not self._fought(position):
            return None
        state = position.state
        return (state.verdict, *(fate(state.units[one]) for one in (*self.shown, self.target)))

    def _fought(self, position: Position) -> bool:
        if not self.until:
            return False
        top = position.agenda[0]
        return top.sequence == self.until and top.at >= AFTER_MELEE[self.until]


AFTER_MELEE = {
    name: next(at for at, step in enumerate(SEQUENCES[name]) if isinstance(step, ForcedRegroup | Flee))
    for name in ("charge", "assault")
}
"""The first step after the melee of a charge or an assault."""


def fate(unit: Any) -> str:
    """How a unit stands: in good order, Disordered, Routed, gone; with what it lost."""
    if unit.where is Where.DEAD:
        return "eliminated"
    if unit.where is Where.GONE:
        return "off the map"
    loss = f" -{unit.lost / 2:g}" if unit.lost else ""
    return f"{unit.order.value}{loss}"


def alike(position: Position, throw: Throw) -> Callable[[Any], Hashable] | None:
    """What of a reading matters: the band of a shot, passed or not for a check, the result of a melee."""
    if throw.what == "fire":
        unit = position.state.units[throw.facts["unit"]]
        dice = LEADER_DICE[unit.has(Trait.RIFLE)]
        led = _led(position, throw.facts["target"])
        lasts = unit.short  # it cannot run shorter
        return lambda die: (
            band(die, throw.facts["mfv"]).cite,
            die in dice and led,
            not lasts and empties(position.state, unit, die),
        )
    if throw.what == "melee" and isinstance(throw.why, Tally):
        plus, at = throw.why.total, COLUMNS.index(throw.facts["odds"].rpartition(" ")[2])
        sides = {"defender": (throw.facts["target"],), "attacker": position.agenda[-1].env.attackers}
        dice = tuple(die for die, side in LEADER_CHECK.items() if _led(position, *sides[side]))
        return lambda die: (blow(die, plus).value[at], die if die in dice else -1)
    if throw.what == "casualty":
        return lambda die: CASUALTY.find(die).value == "none"
    if throw.what == "how long":
        return lambda die: True  # he is away, for however long
    if "tem" in throw.facts and isinstance(throw.why, Tally):
        plus, tem = throw.why.total, throw.facts["tem"]
        return lambda die: die + plus <= tem
    return None


def _led(position: Position, *units: int) -> bool:
    """Whether a leader is with one of these stacks."""
    state = position.state
    return any(
        state.leaders_at(here, state.units[one].side) for one in units for here in hexes(state.units[one])
    )
