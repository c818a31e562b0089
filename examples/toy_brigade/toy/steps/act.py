"""Acting: choosing what to do, and marching on the line. [TB 5]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.domains import Cards, Cells, Mover, Pairs, Reach, Units
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step
from grognard.engine.tables import Needs, Refusal

from .. import tables
from ..state import HEIGHT, WIDTH, ZONES, Charge, Field, Order, State, Unit, Volley


class Act(Step):
    """Each unit fires, charges or marches once. [TB 5.1]"""

    cite = "5.1"

    def ask(self, t: Field) -> Ask:
        state, side = t.state, t.env.side
        idle = [unit.id for unit in state.of(side) if not unit.acted]
        foes = [unit.id for unit in state.of(1 - side)]
        offers: dict[str, Any] = {}
        barred: dict[str, Refusal] = {}
        for verb, needs in (("fire", tables.MAY_FIRE), ("charge", tables.MAY_CHARGE)):
            found = {a: [b for b in foes if needs.refusal(tables.shot(state, a, b)) is None] for a in idle}
            pairs = Pairs({a: bs for a, bs in found.items() if bs}, why=partial(self.why, t, needs))
            if pairs:
                offers[verb] = pairs
            else:
                barred[verb] = self.first_reason(t, needs)
        if marchers := [i for i in idle if list(March(state, state.units[i]).candidates())]:
            offers["march"] = Units(marchers)
        if not t.env.rode:
            at = ZONES.index(state.generals[side])
            offers["ride"] = Cells(zone for zone in ZONES if abs(ZONES.index(zone) - at) == 1)
        if "cartridges" in state.hands[side]:
            offers["play"] = Cards(("cartridges",))
        return Ask(side, "Act with a unit, or end", self.cite, {**offers, "end": None}, barred)

    def why(self, t: Field, needs: Needs[tables.Shot], pair: Any) -> Refusal | None:
        unit, target = pair
        if t.unit(unit).side != t.env.side or t.unit(target).side == t.env.side:
            return Refusal(self.cite, "one of ours acts on one of theirs")
        return needs.refusal(tables.shot(t.state, unit, target))

    def first_reason(self, t: Field, needs: Needs[tables.Shot]) -> Refusal:
        for unit in t.state.of(t.env.side):
            for target in t.state.of(1 - t.env.side):
                if reason := needs.refusal(tables.shot(t.state, unit.id, target.id)):
                    return reason
        return Refusal(self.cite, "nobody is left")

    def fire(self, t: Field, pair: tuple[int, int]) -> Call:
        t.put(pair[0], acted=True)
        return Call("volley", Volley(t.env.side, *pair))

    def charge(self, t: Field, pair: tuple[int, int]) -> Call:
        t.put(pair[0], acted=True)
        t.note("7.1", "charges", unit=pair[0], target=pair[1])
        return Call("charge", Charge(t.env.side, *pair))

    def march(self, t: Field, unit: int) -> Call:
        return Call("march", Order(t.env.side, unit))

    def ride(self, t: Field, zone: str) -> Flow:
        """The general rides to the next zone, once. [TB 5.4]"""
        generals = t.state.generals
        t.set(generals=(zone, generals[1]) if t.env.side == 0 else (generals[0], zone))
        t.bind(rode=True)
        t.note("5.4", "rides", side=t.env.side, zone=zone)
        return AGAIN

    def play(self, t: Field, card: str) -> Flow:
        """Cartridges: every unit of the side counts as loaded. [TB 11.3]"""
        t.discard(t.env.side, card)
        for unit in t.state.of(t.env.side):
            t.put(unit.id, loaded=True)
        t.note("11.3", "plays", side=t.env.side, card=card)
        return AGAIN

    def resume(self, t: Field) -> Flow:
        return AGAIN

    def end(self, t: Field) -> Flow:
        return DONE


class Manoeuvre(Step):
    """A march goes straight ahead or back. [TB 5.2]"""

    cite = "5.2"

    def ask(self, t: Field) -> Ask:
        unit = t.unit(t.env.unit)
        offers = {"go": Reach(unit.id, March(t.state, unit)), "halt": None}
        return Ask(t.env.side, f"March {unit.name}", self.cite, offers)

    def go(self, t: Field, legs: tuple[tuple[str, int], ...]) -> Flow:
        unit = t.unit(t.env.unit)
        end = March(t.state, unit).path(legs).end
        t.put(unit.id, x=end, acted=True)
        t.note(self.cite, "marches", unit=unit.id, x=end)
        return NEXT

    def halt(self, t: Field) -> Flow:
        t.put(t.env.unit, acted=True)
        return NEXT


class March(Mover):
    """One unit's march on the line."""

    def __init__(self, state: State, unit: Unit):
        self.unit = unit
        self.foes = [foe.x for foe in state.of(1 - unit.side)]

    def path(self, legs: Any) -> tables.Path:
        """The facts of a march; ValueError if a leg is of no known kind."""
        cost, x, gap = 0, self.unit.x, WIDTH
        for kind, amount in legs:
            if kind not in ("advance", "withdraw") or not isinstance(amount, int) or amount <= 0:
                raise ValueError("a leg is to advance or withdraw by a positive number")
            end = x + self.unit.ahead * (amount if kind == "advance" else -amount)
            cost += amount if kind == "advance" else 2 * amount
            low, high = min(x, end), max(x, end)
            gap = min([gap, *(max(low - foe, foe - high, 0) for foe in self.foes)])
            x = end
        return tables.Path(cost, tables.MARCH[self.unit.arm], x, gap)

    def refusal(self, legs: Any) -> Refusal | None:
        try:
            path = self.path(legs)
        except ValueError:
            return Refusal("5.2", "a leg is to advance or withdraw by a positive number")
        reason = tables.MAY_MARCH.refusal(path)
        return reason and reason._replace(place=(max(0, min(WIDTH, path.end)), lane(self.unit)))

    def candidates(self) -> Iterator[Any]:
        most = tables.MARCH[self.unit.arm]
        for kind, far in (("advance", most), ("withdraw", most // 2)):
            for amount in (far, far // 2, far // 5):
                if self.refusal(((kind, amount),)) is None:
                    yield ((kind, amount),)

    def sample(self, rng: Rng) -> Any:
        found = list(self.candidates())
        ((kind, amount),) = found[rng.randint(0, len(found) - 1)]
        shorter = ((kind, rng.randint(1, amount)),)
        return shorter if self.refusal(shorter) is None else ((kind, amount),)

    def region(self) -> tuple[tuple[int, int], ...]:
        ahead, back = self.unit.ahead * tables.MARCH[self.unit.arm], self.unit.ahead * 50
        low, high = sorted((self.unit.x - back, self.unit.x + ahead))
        y = lane(self.unit)
        return (low, y - 10), (high, y - 10), (high, y + 10), (low, y + 10)

    def plan(self, pose: Any) -> Any:
        forward = (pose[0] - self.unit.x) * self.unit.ahead
        legs = (("advance", forward),) if forward > 0 else (("withdraw", -forward),) if forward else ()
        return self.refusal(legs) or legs

    def preview(self, legs: Any) -> dict[str, Any]:
        path = self.path(legs)
        return {"pose": [path.end, lane(self.unit)], "cost": path.cost, "allowance": path.allowance}


def lane(unit: Unit) -> int:
    """Units have a lane each, so none is ever in another's way."""
    return 20 + unit.id * 40 % HEIGHT
