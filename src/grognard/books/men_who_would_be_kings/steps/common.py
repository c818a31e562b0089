"""What several steps do to the table: losses, removals, Retreats, markers."""

from __future__ import annotations

from ..facts.bodies import gap, heart, middle, near_point, within, without
from ..facts.retreat import retreat, what_held
from ..facts.values import too_few
from ..state import Desk, State, Unit
from ..words import Trait, Where

SHOCK = 1200
"""How far the loss of a unit is felt. [T098, T099]"""


def witnesses(state: State, lost: Unit) -> tuple[int, ...]:
    """Friends within 12 of a unit as it stood, nearest first. [R-32, R-33]"""
    near = [u for u in state.on_table(lost.side) if u.id != lost.id and within(state, lost, u, SHOCK)]
    return tuple(u.id for u in sorted(near, key=lambda u: (gap(state, lost, u), u.id)))


def lose_models(t: Desk, unit: int, number: int, cite: str) -> tuple[int, ...]:
    """A unit loses models; with none left it is destroyed. Gives who has seen that. [T143, R-44]"""
    before = t.unit(unit)
    after = without(before, number)
    gone = before.count - after.count
    if gone == 0:
        return ()
    t.put(unit, models=after.models, leader=after.leader, fallen=after.fallen)
    t.note(cite, "loses", unit=unit, models=gone, left=after.count)
    if after.count == 0:
        return remove(t, before, Where.DESTROYED, "T098", "destroyed")
    loosen(t, unit)
    return ()


def loosen(t: Desk, unit: int) -> None:
    """Close Order ends at once below six models, and not before. [T086, R-52]"""
    if too_few(t.unit(unit)):
        t.put(unit, close_order=False)
        t.note("T086", "loses close order", unit=unit)


def remove(t: Desk, unit: Unit, where: Where, cite: str, what: str) -> tuple[int, ...]:
    """Take a unit off the table for good; gives the friends who have to test. [T098, T122, R-35]"""
    seen = witnesses(t.state, unit)
    now = t.unit(unit.id)
    t.put(
        unit.id,
        where=where,
        models=(),
        fallen=now.fallen if where is Where.EXITED else now.start,
        leader=None if where is not Where.EXITED else now.leader,
        close_order=False,
        to_ground=False,
        pins=0,
        inside=None,
        prize=False,
    )
    t.note(cite, what, unit=unit.id)
    if unit.prize:
        drop_prize(t, unit, where)
    if where is not Where.EXITED and unit.leader is not None and unit.trait is Trait.GENERALS_NEPHEW:
        avenge(t, unit)
    if where is Where.EXITED or (where is Where.RETREATED and not t.state.options.edge_exit_causes_tests):
        return ()
    return seen


def avenge(t: Desk, unit: Unit) -> None:
    """The General's nephew is lost, not marched off: a point to the enemy. [F-T14, R-61]"""
    points = list(t.state.nephews)
    points[1 - unit.side] += 1
    t.set(nephews=(points[0], points[1]))
    t.note("F-T14", "nephew lost", unit=unit.id)


def drop_prize(t: Desk, unit: Unit, where: Where) -> None:
    """A lost carrier drops the prize where its Leader stood; off the table, at the edge. [F-SC3]"""
    if where is Where.EXITED:
        t.set(prize_out=True)
        return
    spot = heart(unit)
    if where is Where.RETREATED:
        (x, y), width, height = spot, t.state.field.width, t.state.field.height
        ways = (x, (0, y)), (width - x, (width, y)), (y, (x, 0)), (height - y, (x, height))
        spot = min(ways, key=lambda way: way[0])[1]
    t.set(prize=spot)
    t.note("F-SC3", "prize dropped", unit=unit.id)


def pick_up(t: Desk, unit: int) -> None:
    """An intruder ending an activation within 1 of the prize takes it up. [F-SC3]"""
    each = t.unit(unit)
    if (
        t.state.prize is not None
        and each.on_table
        and each.side == 1
        and near_point(each, t.state.prize, 100)
    ):
        t.set(prize=None)
        t.put(unit, prize=True)
        t.note("F-SC3", "takes the prize", unit=unit)


def run_back(t: Desk, unit: int, foe: Unit | None) -> tuple[int, ...]:
    """A Retreat: half a move away, with its losses. Gives who has seen the unit lost. [T028, T132–T138, R-27]"""
    before = t.unit(unit)
    way = retreat(t.state, before, foe)
    if way.leaves:
        return remove(t, before, Where.RETREATED, "T138", "retreats off the table")
    moved = way.models != before.models
    t.put(unit, models=way.models, to_ground=False, inside=None if moved else before.inside)
    if moved and before.inside is not None:
        t.note("R-62", "is driven out", unit=unit)
    t.note("T133", "retreats", unit=unit, inches=way.gone / 100)
    held = what_held(t.state, before, way)
    if held is not None:
        t.note(held.cite, "is held up", unit=unit, by=held.words)
    if not way.lost:
        return ()
    seen = witnesses(t.state, before)
    t.note("T137", "is cut off", unit=unit)
    lose_models(t, unit, way.lost, "R-59")
    # seen from where it stood when the Retreat began.
    return seen if not t.unit(unit).on_table else ()


def pin(t: Desk, unit: int) -> None:
    """A marker, one at a time: Close Order and Gone to Ground end. [T102, T084, T113, T144, T145]"""
    each = t.unit(unit)
    t.put(unit, pins=each.pins + 1, close_order=False, to_ground=False)
    t.note("T102", "pinned", unit=unit, markers=each.pins + 1)


def here(unit: Unit) -> tuple[int, int] | None:
    """The middle of a unit on the table."""
    return middle(unit) if unit.models else None
