"""Close combat: the result and what it costs both sides. [31–68a]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.choices import Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position
from grognard.odds.kit import Given

from ..facts.parties import next_fight
from ..state import Desk, Options, State, Terrain, Today, Unit
from ..steps.common import touch
from ..steps.env_fight import Combat
from ..words import Band, Kind
from .fields import FOOT, GUNS, HORSE, REFUGE, traits, troops
from .sandtable import FAR, MIDDLE, cover, extra, facing_north, facing_south, general, table, unit_of
from .sides import Due, End, ends_of, gone
from .tales import bands, general_fell, losses_due
from .walks import ENGINE, Plan, odds_of

ANY = (*FOOT, *HORSE, *GUNS)
SIDES = ("attacker", "defender")
BESIDE = 3000
"""Where a second unit stands: out of the other's way; who touches whom is said, not measured."""


class CombatTale(msgspec.Struct, frozen=True):
    """Tells the result of a combat and what each side lost. [46, C5]"""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    generals: tuple[int | None, int | None]
    """The general of each side who is told of, if one is."""

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        told = ["result", "attackers lose", "defenders lose", "attacking units gone", "defending units gone"]
        told += [f"{side}s' general" for side, him in zip(SIDES, self.generals) if him is not None]
        return tuple(told)

    def __call__(self, position: Position) -> Dist[Any] | None:
        throw = ENGINE.pending(position)
        if not isinstance(throw, Throw) or throw.what != "close combat":
            return None
        return Dist.mix(
            (odds_of(after, self._after(band), Plan()), weight)
            for band, after, weight in bands(position, throw)
        )

    def _after(self, band: Band) -> Any:
        def done(position: Position) -> Dist[Any] | None:
            due = losses_due(position)
            return None if due is None else self._settled(position.state, due, band)

        return done

    def _settled(self, state: State, due: Due, band: Band) -> Dist[Any]:
        ours, theirs = (self._toll(state, side, due) for side in (0, 1))
        weights: dict[Any, int] = {}
        for (lost, fallen, fate), weight in ours.items():
            for (lost2, fallen2, fate2), other in theirs.items():
                told: tuple[Any, ...] = (band.value, lost, lost2, fallen, fallen2)
                told += tuple(f for f, him in zip((fate, fate2), self.generals) if him is not None)
                weights[told] = weights.get(told, 0) + weight * other
        return Dist(weights)

    def _toll(self, state: State, which: int, due: Due) -> Dist[tuple[int, int, str]]:
        """Figures and units the attackers or the defenders lost, and their general's fate."""
        units, general = (self.attackers, self.defenders)[which], self.generals[which]
        side = state.units[units[0]].side
        ends = ends_of(state, side, units, due, morale=False, exceptions=False)

        def told(each: tuple[End, ...]) -> tuple[int, int, str]:
            known = {end.unit: end for end in each}
            all_ends = [known.get(i) or gone(state.units[i]) for i in units]
            fell = "" if general is None else general_fell(state, general, each)
            return sum(end.lost for end in all_ends), sum(not end.lives for end in all_ends), fell

        return ends.map(told)


def combat(values: Mapping[str, Any]) -> Scene:
    """One close combat: everybody touches every enemy. [C1]"""
    options = Options()
    attackers = _side(values, 0, 0)
    defenders = _side(values, 1, len(attackers))
    ground = [piece for unit in defenders for piece in _work(values, unit, options)]
    units = [*attackers, *defenders]
    led: list[int | None] = [None, None]
    for side, first in ((0, attackers[0]), (1, defenders[0])):
        if values[f"{SIDES[side]}_general"]:
            led[side] = len(units)
            units.append(general(len(units), first))
            units += [extra(len(units), side, first.y + (2 * side - 1) * FAR)] * values["refuge"]
    desk = Desk(table(units, options, ground), None)
    for mine in attackers:
        for yours in defenders:
            touch(desk, mine.id, yours.id)
    fight = next_fight(desk.state)
    assert fight is not None
    position = ENGINE.start(desk.state, "combat", Combat(*fight))
    first_side, second_side = (tuple(u.id for u in each) for each in (attackers, defenders))
    done = CombatTale(first_side, second_side, (led[0], led[1]))
    return Scene(position, done, Plan(), done.heads)


def _side(values: Mapping[str, Any], side: int, number: int) -> list[Unit]:
    """One side's units: the first, and a second if it has any figures."""
    found = []
    for n, prefix in enumerate((f"{SIDES[side]}_", f"{SIDES[side]}2_")):
        given = Given(values, prefix)
        if n and not given["figures"]:
            continue
        unit = unit_of(given, number + n, side, today=_today(given))
        put = facing_south if side else facing_north
        found.append(put(unit, Options(), MIDDLE, MIDDLE + n * BESIDE))
    return found


def _today(given: Given) -> Today:
    if given["unformed"] and given["troops"] not in ("line", "column"):
        given.refuse("unformed", "only foot in line or column is ever unformed [U1]")
    return Today(unformed="U1" if given["unformed"] else "")


def _work(values: Mapping[str, Any], unit: Unit, options: Options) -> tuple[Terrain, ...]:
    """The entrenchment a defender stands in, its enemies outside. [36, G-45]"""
    if not values["entrenched"]:
        return ()
    if unit.kind is not Kind.FOOT:
        Given(values).refuse("entrenched", "only infantry defends entrenchments [36]")
    return cover("entrenched", unit, options)


def _fields(side: str) -> tuple[Input, ...]:
    """Both units a side may have."""
    first, second = f"the {side}", f"a second {side} beside it"
    return (
        *troops(f"{side}_", first, ANY),
        *traits(f"{side}_", first),
        Input(f"{side}_unformed", "flag", False, f"{first} is unformed"),
        Input(f"{side}_general", "flag", False, f"the general has been with {first} since before contact"),
        *troops(f"{side}2_", second, ANY, figures=0),
        *traits(f"{side}2_", second),
        Input(f"{side}2_unformed", "flag", False, f"{second} is unformed"),
    )


SITUATIONS = (
    Situation(
        "combat",
        "One close combat: the result and both sides' losses",
        "31",
        (
            *_fields("attacker"),
            *_fields("defender"),
            Input(
                "entrenched", "flag", False, "the defenders hold an entrenchment, the attackers are outside"
            ),
            REFUGE,
        ),
        combat,
    ),
)
