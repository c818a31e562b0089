"""The close of a turn: order restored, break and victory. [T8, X1, V1–V4]"""

from __future__ import annotations

from grognard.engine.flow import NEXT, Call, Flow, Step, replace
from grognard.geometry.angles import FULL_TURN, heading, turn_between
from grognard.geometry.gaps import gap_key
from grognard.geometry.points import Pose
from grognard.geometry.shapes import box, first_overlap

from ..facts.bodies import body, others, size
from ..facts.ground import meets_barred, off_table
from ..facts.parties import led
from ..facts.victory import broken, ended, outcome
from ..state import Desk, State, Unit
from ..words import Order
from .common import place

ABOUT = FULL_TURN // 2


class Close(Step):
    """The turn closes. [T8]"""

    cite = "T8"
    title = "Close of the turn"

    def begin(self, t: Desk) -> Call:
        return Call("close")


class OrderRestored(Step):
    """Unformed ends; this turn's first volleys are spent; who is locked stays so. [T8, U1]"""

    cite = "T8"

    def begin(self, t: Desk) -> Flow:
        for unit in t.state.units:
            if not unit.on_table:
                continue
            if unit.today.unformed:
                t.today(unit.id, unformed="")
            if unit.today.shot and not unit.ever_shot:
                t.put(unit.id, ever_shot=True)
            if t.state.in_contact(unit.id):
                t.put(unit.id, tomorrow=replace(unit.tomorrow, locked=True, led=led(t.state, unit)))
        return NEXT


class FaceTheEnemy(Step):
    """Units that retired or pursued turn to the nearest enemy, if they fit; else about; else not. [T8]"""

    cite = "T8"

    def begin(self, t: Desk) -> Flow:
        for unit in t.state.units:
            if unit.on_table and (unit.today.retired or unit.today.pursued):
                self._turn(t, t.unit(unit.id))
        return NEXT

    def _turn(self, t: Desk, unit: Unit) -> None:
        enemy = nearest_enemy(t.state, unit)
        # [T8] units in contact are held by it, and do not turn their backs or slip off
        if enemy is None or t.state.in_contact(unit.id):
            return
        facing = new_facing(t.state, unit, heading((unit.x, unit.y), (enemy.x, enemy.y)))
        if facing != unit.facing:
            place(t, unit.id, Pose(unit.x, unit.y, facing))
            t.note(self.cite, "faces", unit=unit.id, enemy=enemy.id, facing=facing)


def nearest_enemy(state: State, unit: Unit) -> Unit | None:
    """The enemy unit nearest to a unit, roster order breaking ties."""
    here = body(state, unit)
    enemies = state.of_side(1 - unit.side)
    return min(enemies, key=lambda foe: (gap_key(here, body(state, foe)), foe.id), default=None)


def new_facing(state: State, unit: Unit, wanted: int) -> int:
    """Towards the enemy if there is room; else about, if that is nearer to it; else as it was. [T8]"""
    if fits(state, unit, wanted):
        return wanted
    about = (unit.facing + ABOUT) % FULL_TURN
    nearer = abs(turn_between(about, wanted)) < abs(turn_between(unit.facing, wanted))
    return about if nearer and fits(state, unit, about) else unit.facing


def fits(state: State, unit: Unit, facing: int) -> bool:
    """Whether a unit has room where it stands, turned so: on nobody, on ground it may enter. [M9]"""
    shape = box(unit.x, unit.y, facing, *size(state, unit))
    return (
        not off_table(state.field, shape)
        and meets_barred(state.field, unit.kind, (shape,)) is None
        and first_overlap(shape, [body(state, other) for other in others(state, unit.id)]) is None
    )


class GunsSettle(Step):
    """A gun that neither moved nor was in contact is unlimbered; one that moved is limbered. [X1]"""

    cite = "X1"

    def begin(self, t: Desk) -> Flow:
        for gun in t.state.units:
            if not gun.is_gun or not gun.on_table:
                continue
            order = self._order(t, gun)
            if order is not gun.order:
                t.note(self.cite, order.value, unit=gun.id)
            t.put(gun.id, order=order, still=0 if gun.today.moved else gun.still + 1)
        return NEXT

    def _order(self, t: Desk, gun: Unit) -> Order:
        if gun.today.moved:
            return Order.LIMBERED  # [G-13] with gun_moves_and_fires it stayed ready until now
        fought = gun.today.touched or gun.duties.locked or t.state.in_contact(gun.id)
        return gun.order if fought else Order.UNLIMBERED


class BreakAndVictory(Step):
    """A broken army or the last turn ends the game; the points decide it. [V1, V4]"""

    cite = "V1"
    title = "Break and victory"

    def begin(self, t: Desk) -> Flow:
        for side in (0, 1):
            if broken(t.state, side):
                t.note("V1", "breaks", side=side)
        if not ended(t.state):
            return NEXT
        result = outcome(t.state)
        t.set(outcome=result)
        t.note(result.cite, "ends", winner=result.winner, scores=result.scores)
        return t.end()


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "close": (OrderRestored(), FaceTheEnemy(), GunsSettle(), BreakAndVictory()),
}
