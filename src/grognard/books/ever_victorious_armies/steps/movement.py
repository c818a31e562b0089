"""Movement: hold, march, enter, join. [T3, M1–M13, N1, N2]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Sum
from grognard.engine.domains import Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal
from grognard.engine.verbs import Barred, offered
from grognard.geometry.gaps import within

from ..facts.bodies import body
from ..facts.entering import Places
from ..facts.entering import entry_pose as entry_pose
from ..facts.holding import Pivot
from ..facts.legs import March
from ..facts.marching import Marcher
from ..facts.readiness import (
    Allowance,
    allowance,
    is_formed_foot,
)
from ..state import Desk, Unit, foe
from ..words import Order, Where
from .common import NEAR, catch_generals, join, place, remove, thrown_move
from .env import SideTurn
from .menu import Movement
from .verbs import PICKS, REASONS


class Arrivals(Step):
    """As movement begins, reinforcements are thrown for; at the latest turn they come by themselves. [M13, T3]"""

    cite = "M13"
    title = "Arrivals"

    def begin(self, t: Desk) -> Flow | None:
        due = t.state.field.arrival
        if due is None or t.state.arrived or t.state.turn < due.from_turn:
            return NEXT
        if t.state.turn >= due.sure_turn:
            return self._come(t)
        return None

    def ask(self, t: Desk) -> Throw | None:
        due = t.state.field.arrival
        assert due is not None
        return Throw("arrival", Sum(1), self.cite, side=due.side, need=due.need)

    def fell(self, t: Desk, reading: int) -> Flow:
        due = t.state.field.arrival
        assert due is not None
        return self._come(t) if reading >= due.need else NEXT

    def _come(self, t: Desk) -> Flow:
        due = t.state.field.arrival
        assert due is not None
        t.set(arrived=True)
        t.note(self.cite, "reinforcements arrive", side=due.side)
        return NEXT


class SidesMove(Step):
    """The first side moves all the units it wishes, then the second. [T3]"""

    cite = "T3"
    title = "Movement"

    def begin(self, t: Desk) -> Call:
        t.bind(stage=1)
        return Call("side moves", SideTurn(t.state.first))

    def resume(self, t: Desk) -> Flow | Call:
        if t.env.stage == 1:
            t.bind(stage=2)
            return Call("side moves", SideTurn(foe(t.state.first)))
        return NEXT


class PickAUnit(Step):
    """Pick a unit: hold, march, charge or bring on; one after another, in any order. [M1, T3]"""

    cite = "M1"
    title = "Movement"
    rows = PICKS

    def ask(self, t: Desk) -> Ask | None:
        side = t.env.side
        movement = Movement(t.state, side)
        if not movement.movable and not movement.holders and not movement.enterable:
            return None
        offers = offered(PICKS, movement)
        why = {verb: pick.why(movement) for verb, pick in PICKS.items()}
        barred = Barred(REASONS, movement, offers)
        offers["end_moves"] = None
        return Ask(side, "Move a unit, or end your movement", "M1", offers, barred, why=why)

    def end_moves(self, t: Desk) -> Flow:
        """This side has moved all it wishes."""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


class HoldAndTurn(Step):
    """A unit that holds may turn up to 45° and has not moved. [M1, X2]"""

    cite = "M1"
    title = "Hold"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        return Ask(
            unit.side, f"{unit.name} holds: turn?", self.cite, {"face": Reach(unit.id, Pivot(t.state, unit))}
        )

    def face(self, t: Desk, legs: tuple[tuple[str, int], ...]) -> Flow:
        """Turn on the spot."""
        unit = t.unit(t.env.unit)
        march = Pivot(t.state, unit).work_out(legs)
        assert isinstance(march, March)
        place(t, unit.id, march.end)
        t.today(unit.id, acted=True)
        t.note(self.cite, "holds", unit=unit.id)
        return NEXT


class EnterHere(Step):
    """A reinforcement is set with its rear edge on the table's edge, foot in column. [M13]"""

    cite = "M13"
    title = "Enter"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        places = Places(t.state, unit)
        return Ask(unit.side, f"{unit.name} enters: where along the edge?", self.cite, {"at": places})

    def at(self, t: Desk, along: int) -> Flow:
        """Here."""
        unit = t.unit(t.env.unit)
        to = entry_pose(t.state, unit, along)
        t.put(unit.id, where=Where.TABLE)
        place(t, unit.id, to)
        t.today(unit.id, moved=True)
        t.note(self.cite, "enters", unit=unit.id)
        return NEXT


class MarchThrow(Step):
    """Throw the dice of its present order in a row. [M2, G-42]"""

    cite = "M2"
    title = "March"

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return thrown_move("march", unit)

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        allowed = allowance(t.unit(t.env.unit), reading)
        t.bind(good=allowed.good, difficult=allowed.difficult)
        return NEXT


class MarchOff(Step):
    """Any chain of straight legs and turns within what the dice allow. [M3]"""

    cite = "M3"
    title = "March"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        marcher = Marcher(t.state, unit, Allowance(t.env.good, t.env.difficult))
        hard = "" if t.env.difficult is None else f", {t.env.difficult / 100:g} in difficult going"
        prompt = f"{unit.name} may march {t.env.good / 100:g}{hard}"
        return Ask(unit.side, prompt, self.cite, {"go": Reach(unit.id, marcher)})

    def go(self, t: Desk, legs: tuple[tuple[str, int | str], ...]) -> Flow:
        """March so."""
        unit = t.unit(t.env.unit)
        marcher = Marcher(t.state, unit, Allowance(t.env.good, t.env.difficult))
        march = marcher.work_out(legs)
        assert isinstance(march, March)
        advanced = marcher.advances(march)
        finish_march(t, unit, march, advanced)
        return NEXT


def has_moved(unit: Unit, march: March) -> bool:
    """Changed place, be it there and back, or order, or turned more than 45°. [M11]"""
    turned = sum(abs(int(s.leg[1])) for s in march.strides if s.leg[0] == "turn")
    return any(stride.length for stride in march.strides) or march.order is not unit.order or turned > 450


def finish_march(t: Desk, unit: Unit, march: March, advanced: bool) -> None:
    """Put the unit where its march ends, and note what it has done. [M11, M12, U1, X1]"""
    moved = has_moved(unit, march)
    order = march.order
    if unit.is_gun and moved and not t.state.options.gun_moves_and_fires:
        order = Order.LIMBERED
    if unit.is_general and moved:
        t.put(unit.id, joined=None)
    t.put(unit.id, order=order)
    place(t, unit.id, march.end)
    after = t.unit(unit.id)
    if after.joined is not None:  # he has not moved, is still with his unit, and faces as it does [N1, N2]
        t.put(unit.id, facing=t.unit(after.joined).facing)
    before = after.today.unformed
    unformed = ("U1" if moved and march.difficult else before) if is_formed_foot(after) else ""
    t.today(unit.id, acted=True, moved=moved or unit.today.moved, advanced=advanced, unformed=unformed)
    what = "marches" if moved else "stays"  # [M11] one that only turned a little has not moved
    t.note("M3", what, unit=unit.id, legs=[list(s.leg) for s in march.strides], moved=moved)
    if march.leaves:
        remove(t, unit.id, "M10", "leaves the table", Where.LEFT)
    else:
        catch_generals(t, unit.id)


class JoinAUnit(Step):
    """A general ending within 1 of a friendly unit may join it, one general a unit. [N2]"""

    cite = "N2"
    title = "General"

    def _near(self, t: Desk) -> list[int]:
        general = t.unit(t.env.unit)
        if not general.is_general or not general.on_table or general.joined is not None:
            return []
        here = body(t.state, general)
        return [
            u.id
            for u in t.state.of_side(general.side)
            if t.state.general_with(u.id) is None and within(here, body(t.state, u), NEAR)
        ]

    def ask(self, t: Desk) -> Ask | None:
        near = self._near(t)
        if not near:
            return None
        general = t.unit(t.env.unit)
        return Ask(
            general.side,
            f"{general.name} may join a unit within 1",
            self.cite,
            {
                "join": Units(near, lambda noun: Refusal("N2", "that is no friendly unit within 1″")),
                "ride_alone": None,
            },
        )

    def join(self, t: Desk, unit: int) -> Flow:
        """He takes command of it."""
        join(t, t.env.unit, unit)
        return NEXT

    def ride_alone(self, t: Desk) -> Flow:
        """He stays by himself."""
        return NEXT
