"""What winners do: halt, pursue, dress, go in. [K9, G6]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool, Sum
from grognard.engine.domains import Domain, Reach, Units
from grognard.engine.flow import DONE, LOOP, NEXT, Flow, Step, replace
from grognard.geometry.angles import heading
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import KEEP, body_of, nearest_pair, shortest_way
from ..facts.garrisons import capacity, rooms
from ..facts.ground import houses
from ..facts.layout import placed
from ..facts.moving import moved, rate
from ..facts.regrouping import STRIDE, Regrouping
from ..facts.shifting import STEP, away
from ..facts.walks import Walk
from ..state import Desk, Unit, centre
from ..tables.nerve import MORALE
from ..words import Arm, Pace
from .common import flee, gone_on, pull_down, ridden_down
from .hide import Scouting
from .verbs import SCOUTING


class Winners(Scouting):
    """Winning horse halts by a throw or pursues; winning foot may dress; stormers may go in. [K9, G6]"""

    cite = "K9"
    title = "The winner"
    scouts = SCOUTING

    def _first(self, t: Desk) -> Unit | None:
        for unit in t.env.winners:
            each = t.unit(unit)
            if each.on_table and not t.state.engaged(unit) and not each.fleeing:
                return each
        return None

    def begin(self, t: Desk) -> Flow | None:
        each = self._first(t)
        if each is None:
            return DONE
        if each.arm in (Arm.GUN, Arm.WAGON) or each.house or (each.mounted and not within_pursuit(t)):
            return self._next(t)
        return None

    def ask(self, t: Desk) -> Ask:
        each = self._first(t)
        assert each is not None
        prompt = f"{each.name} has won"
        if each.mounted:
            return Ask(
                each.side,
                prompt,
                self.cite,
                {"halt": None, "pursue": Units(within_pursuit(t))},
                about=each.id,
            )
        offers: dict[str, Domain | None] = {
            "stay": None,
            "redress": Reach(each.id, Regrouping(t.state, each, STRIDE)),
        }
        if self._stormed(t, each):
            offers["go_in"] = None
        return Ask(each.side, prompt, self.cite, offers, about=each.id)

    def _stormed(self, t: Desk, each: Unit) -> str:
        """The building whose garrison a foot winner has driven out, and may go into at once. [G6]"""
        leader = t.state.leader_with(each.id)
        if each.arm is not Arm.FOOT or (leader is not None and leader.mounted):
            return ""
        for house in houses(t.state):
            if (each.id, house.name) not in t.env.storms or each.size > capacity(house):
                continue
            if not any(u.on_table and u.house == house.name for u in t.state.units):
                return house.name
        return ""

    def halt(self, t: Desk) -> Flow:
        """It tries to halt: its morale number on a bare D10, else it pursues. [K9]"""
        each = self._first(t)
        assert each is not None
        t.bind(halting=each.id)
        return self._next(t)

    def pursue(self, t: Desk, prey: int) -> Flow:
        """It rides on by choice. [K9]"""
        each = self._first(t)
        assert each is not None
        chase(t, each.id, prey)
        return self._next(t)

    def stay(self, t: Desk) -> Flow:
        """The winner stays as it is."""
        return self._next(t)

    def redress(self, t: Desk, legs: Legs) -> Flow:
        """Foot re-dresses its ranks at once. [K9b]"""
        each = self._first(t)
        assert each is not None
        found = Regrouping(t.state, each, STRIDE).work_out(legs) if legs else None
        if isinstance(found, Walk):
            t.put_unit(moved(each, found))
            t.note("K9b", "redresses", unit=each.id)
            gone_on(t, each.id, found.ways())
        return self._next(t)

    def go_in(self, t: Desk) -> Flow:
        """The stormers take the house. [G6]"""
        each = self._first(t)
        assert each is not None
        name = self._stormed(t, each)
        house = next(h for h in houses(t.state) if h.name == name)
        t.put_unit(replace(each, house=name, formed=False, figures=placed(each, rooms(each, house))))
        t.note("G6", "goes_in", unit=each.id, house=name)
        pull_down(t, each, name)
        gone_on(t, each.id)
        return self._next(t)

    def _next(self, t: Desk) -> Flow:
        each = self._first(t)
        assert each is not None
        t.bind(winners=tuple(u for u in t.env.winners if u != each.id))
        return NEXT


class Halting(Step):
    """The throw to halt; who fails rides after the enemy nearest to it. [K9]"""

    cite = "K9"
    title = "Halt or pursue"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.env.halting is not None else NEXT

    def ask(self, t: Desk) -> Throw:
        each = t.unit(t.env.halting)
        return Throw("halt", Pool.of(1, MORALE[each.quality], 10), "K9", side=each.side, unit=each.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.env.halting
        t.bind(halting=None)
        if reading:
            t.note("K9", "halts", unit=unit)
            return NEXT
        prey = within_pursuit(t)
        if prey:
            mine = body_of(t.unit(unit)).circles
            chase(t, unit, min(prey, key=lambda u: nearest_pair(mine, body_of(t.unit(u)).circles)[0]))
        return NEXT


def within_pursuit(t: Desk) -> tuple[int, ...]:
    """The beaten who can be ridden after: not those gone, nor in a house. [K9]"""
    return tuple(u for u in t.env.left if t.unit(u).on_table and not t.unit(u).house)


def chase(t: Desk, unit: int, prey: int) -> None:
    """A Normal move after the enemy, loose; it stops 1 short, and a fleeing unit it reaches will suffer. [K9a, M5]"""
    each, other = t.unit(unit), t.unit(prey)
    start, end, gap = shortest_way(each, other)
    pace, most = rate(each, Pace.NORMAL), max(KEEP, gap - KEEP)
    got = away(t.state, each, heading(start, end), pace, most)
    t.put_unit(got.unit)
    t.note("K9", "pursues", unit=unit, target=prey)
    gone_on(t, unit, got.ways)
    if other.fleeing and shortest_way(t.unit(unit), other)[2] <= KEEP + STEP:
        t.bind(rider=unit, prey=prey)


class RiddenDown(Step):
    """A fleeing unit that is reached loses D6 figures, without a throw, and flees on. [K9, M5]"""

    cite = "K9"
    title = "Ridden down"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.env.prey is not None and t.unit(t.env.prey).on_table else NEXT

    def ask(self, t: Desk) -> Throw:
        rider = t.unit(t.env.rider)
        return Throw("run_down", Sum(1), "K9", side=rider.side, target=t.env.prey, unit=rider.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        prey = t.env.prey
        t.bind(prey=None)
        ridden_down(t, prey, reading, "K9", centre(t.unit(t.env.rider)))
        if t.unit(prey).on_table:
            flee(t, prey, "M5")
        return NEXT


class NextWinner(Step):
    """On to the next winner. [K9]"""

    cite = "K9"
    title = "The next winner"

    def begin(self, t: Desk) -> Flow:
        return LOOP if t.env.winners else DONE
