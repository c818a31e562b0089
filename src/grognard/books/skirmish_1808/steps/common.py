"""What several steps do: losses, flights, attachments, tests to come. [16, 17, M3–M7, C4, K12]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.geometry.angles import rotate
from grognard.geometry.gaps import within
from grognard.geometry.points import Segment

from ..facts.bodies import body_of, runs_into, within_units
from ..facts.command import at_half
from ..facts.garrisons import outside
from ..facts.ground import house_named, standing_in
from ..facts.layout import front_middle, placed, spots
from ..facts.moving import loses_formation
from ..facts.regrouping import LEAST_FORMED
from ..facts.shifting import Shift, flight, settle
from ..state import Cause, Desk, Memory, Point, State, Unit, centre
from ..words import Arm, Quality, Role, Where
from .hide import discover

ORDER = (Role.RANKER, Role.ESCORT, Role.GUIDE, Role.MUSICIAN, Role.FLAG, Role.OFFICER)
"""The order in which figures fall. [17, A-2, A-50]"""
NEAR_PANIC = 500
"""A friend who starts to flee, or flees past, so near causes a test. [M3]"""


def lose(t: Desk, unit: int, count: int, cite: str, towards: Point | None = None) -> int:
    """Remove figures in their order; what is left over falls on a leader with them. [16, 17, F6, C4]"""
    each = t.unit(unit)
    if each.arm is Arm.WAGON:
        return 0
    fallen = min(count, each.size)
    each = _without(each, fallen, towards)
    if each.formed and loses_formation(each, *standing_in(t.state, each)):
        each = replace(
            each, formed=False
        )  # closing up, the last rank came into ground that breaks ranks [O3]
    leader = t.state.leader_with(unit)
    t.put_unit(each)
    if fallen:
        t.note(cite, "loses", unit=unit, count=fallen, left=each.size)
    if not each.figures:
        destroyed(t, unit, cite)
    if leader is not None:
        lose(t, leader.id, count - fallen, cite, towards)
    return fallen


@kept
def _without(unit: Unit, fallen: int, towards: Point | None) -> Unit:
    """A unit less some figures, in their order."""
    return _without_one(_without(unit, fallen - 1, towards), towards) if fallen else unit


def _without_one(unit: Unit, towards: Point | None) -> Unit:
    role = next(role for role in ORDER if unit.has(role))
    alike = [i for i, f in enumerate(unit.figures) if f.role is role]
    if unit.formed or towards is None:
        index = alike[-1]
    else:
        index = min(
            alike,
            key=lambda i: ((unit.figures[i].x - towards[0]) ** 2 + (unit.figures[i].y - towards[1]) ** 2, i),
        )
    left = (*unit.figures[:index], *unit.figures[index + 1 :])
    if not unit.formed:
        return replace(unit, figures=left)
    if len(left) < LEAST_FORMED:
        return replace(unit, figures=left, formed=False)  # [O3]
    # The front rank stays full and the last rank closes to its middle. [B3, F6]
    places = spots(len(left), unit.files, unit.pitch, front_middle(unit), unit.facing, True)
    return replace(unit, figures=placed(replace(unit, figures=left), places))


def pull_down(t: Desk, unit: Unit, house: str) -> None:
    """Barricades of the other side are pulled down by the unit that goes in. [D6]"""
    if (house, 1 - unit.side) in t.state.barricades:
        t.set(barricades=tuple(each for each in t.state.barricades if each[0] != house))


def destroyed(t: Desk, unit: int, cite: str) -> None:
    """A unit without figures is gone; a gun stays where it is."""
    each = t.unit(unit)
    if each.gun is not None and not each.gun.taken:
        t.put(unit, gun=replace(each.gun, abandoned=True))
        each = t.unit(unit)
    leader = t.state.leader_with(unit)
    if leader is not None:
        # The last figure of his unit, he fights on alone. [C4a, K10]
        _takes_over(t, unit, leader.id)
        t.put(leader.id, attached=None)
    end_contacts(t, unit)
    t.put(unit, where=Where.LOST, house="", fleeing=0, attached=None)
    t.note(cite, "destroyed", unit=unit)


def _takes_over(t: Desk, unit: int, leader: int) -> None:
    """The contacts of a unit that is gone are its leader's now; what it charged with is spent. [K7, K10]"""
    taken = [
        replace(
            c,
            attacker=leader if c.attacker == unit else c.attacker,
            defender=leader if c.defender == unit else c.defender,
        )
        for c in t.state.contacts
        if unit in (c.attacker, c.defender)
    ]
    if taken:
        t.set(contacts=(*t.state.contacts, *taken))


def removed(t: Desk, unit: int, what: str, cite: str) -> None:
    """A unit that surrenders, runs off the table or breaks up, with the leader who is with it. [K12, M6, M7]"""
    leader = t.state.leader_with(unit)
    for each in (unit, *([leader.id] if leader is not None else [])):
        end_contacts(t, each)
        t.put(each, where=Where.LOST, figures=(), formed=False, house="", fleeing=0, attached=None)
        gun = t.unit(each).gun
        if gun is not None and not gun.taken:
            t.put(each, gun=replace(gun, abandoned=True))
    t.note(cite, what, unit=unit)


def end_contacts(t: Desk, unit: int) -> None:
    """The unit fights nobody any more."""
    left = tuple(c for c in t.state.contacts if unit not in (c.attacker, c.defender))
    if left != t.state.contacts:
        t.set(contacts=left)


def gone_on(t: Desk, unit: int, ways: Sequence[Segment] = ()) -> None:
    """A unit has gone on: its leader with it, and whoever lies hidden near its way is found at once. [C4a, H4]"""
    bring_leader(t, unit)
    discover(t, unit, ways)


def bring_leader(t: Desk, unit: int, carried: bool = True) -> None:
    """A leader with a unit goes where it goes, and by himself no more this turn. [C4, C4a, B3]"""
    leader = t.state.leader_with(unit)
    each = t.unit(unit)
    if leader is None or not each.on_table:
        return
    if carried:
        t.today(leader.id, led=True)
    if each.house:
        indoors = [(each.figures[0].x, each.figures[0].y)] * leader.size
        t.put(leader.id, house=each.house, facing=each.facing, figures=placed(leader, indoors))
        return
    x, y = front_middle(each) if each.formed else centre(each)
    half = (min(each.files, each.size) * each.pitch) // 2 + leader.radius if each.formed else 0
    dx, dy = rotate(half, 0, each.facing)
    wanted = [(x + dx + 220 * n, y + dy) for n in range(leader.size)]
    t.put(leader.id, house="")
    t.put(leader.id, figures=placed(leader, settle(t.state, t.unit(leader.id), wanted)), facing=each.facing)


def remember(t: Desk, unit: int) -> None:
    """What a unit did with its activation, for precision: whether it moved, whom it shot at. [T7]"""
    today = t.unit(unit).today
    t.put(unit, last=Memory(today.moved, today.shot_at))


def cause(t: Desk, unit: int, cite: str, penalty: int = 0) -> None:
    """A unit will have to test its morale: once an activation, however many causes. [M3, T6]"""
    each = t.unit(unit)
    if not each.on_table or each.fleeing or unit in t.state.tested:
        return
    if any(c.unit == unit for c in t.state.tests) or each.arm is Arm.WAGON or each.attached is not None:
        return
    t.set(tests=(*t.state.tests, Cause(unit, cite, penalty)))


def shaken_by_losses(t: Desk, unit: int, before: int, lost: int) -> bool:
    """A quarter of those present and at least two, or the first time at half strength. [M3]"""
    each = t.unit(unit)
    if not each.on_table:
        return False
    quarter = lost >= 2 and 4 * lost >= before
    return (lost > 0 and noted_half(t, unit)) or quarter


def noted_half(t: Desk, unit: int) -> bool:
    """Whether a unit has come to half strength just now: it is noted, and never comes to it a second time. [M3, K13]"""
    each = t.unit(unit)
    first = each.on_table and at_half(each) and not each.halved
    if first:
        t.put(unit, halved=True)
    return first


def ridden_down(t: Desk, unit: int, count: int, cite: str, towards: Point) -> None:
    """Fugitives fall under the sabres: they take no test, but half strength is reached. [M5, K9a, M3]"""
    lose(t, unit, count, cite, towards)
    noted_half(t, unit)


def flee(t: Desk, unit: int, cite: str) -> None:
    """A unit runs for its own edge, and friends near its way may follow. [M4, M7, K12]"""
    start = t.unit(unit)
    if start.house and leave_house(t, unit) is None:
        return
    abandon(t, unit)
    each = t.unit(unit)
    run = flight(t.state, each)
    end_contacts(t, unit)
    if run is None:
        removed(t, unit, "surrenders", "K12")
        return
    t.note(cite, "flees", unit=unit)
    if run.off:
        removed(t, unit, "off_table", "M7")
        discover(t, unit, run.ways)
    else:
        t.put_unit(replace(run.unit, fleeing=max(1, each.fleeing)))
        gone_on(t, unit, run.ways)
    _panic(t, start, run)


def _panic(t: Desk, start: Unit, run: Shift) -> None:
    """Friends within 5 of where it started or of its way, in houses too; not the elite. [M3a]"""
    for friend in t.state.standing(start.side):
        if friend.id == start.id or friend.quality is Quality.ELITE:
            continue
        if within_units(t.state, friend, start, NEAR_PANIC) or _passed(t.state, friend, run):
            cause(t, friend.id, "M3")


def _passed(state: State, friend: Unit, run: Shift) -> bool:
    """Whether a flight leads within 5 of a friend."""
    radius = run.unit.radius
    if friend.house:
        poly = house_named(state, friend.house).poly
        return any(within(way, poly, NEAR_PANIC + radius) for way in run.ways)
    return any(runs_into(way, radius, body_of(friend), NEAR_PANIC + 2) for way in run.ways)


def abandon(t: Desk, unit: int) -> None:
    """Gunners who go leave their gun, limbered or not. [X12]"""
    each = t.unit(unit)
    if each.gun is not None and not each.gun.taken:
        t.put(unit, gun=replace(each.gun, abandoned=True))


def leave_house(t: Desk, unit: int) -> Unit | None:
    """Put a garrison outside, by the free side farthest from the enemy; it surrenders if none is. [G6]"""
    each = t.unit(unit)
    found = outside(t.state, each)
    if found is None:
        removed(t, unit, "surrenders", "G6")
        return None
    places, facing = found
    t.put(unit, house="", figures=placed(each, places), facing=facing, formed=False)
    gone_on(t, unit)
    return t.unit(unit)
