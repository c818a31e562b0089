"""What several steps do to the table: place, enter features, push leaders aside."""

from __future__ import annotations

from grognard.engine.flow import replace
from grognard.geometry.shapes import overlap

from ..facts.bodies import leader_box, stand
from ..facts.contact import features_near
from ..facts.ground import feature, land_of, occupant
from ..facts.moving import Marcher
from ..facts.riding import beside
from ..facts.strides import March, enemy_leaders_under
from ..state import Desk, State, Unit


def carry_out(t: Desk, marcher: Marcher, march: March) -> tuple[int, ...]:
    """A manoeuvre is done; the enemy leaders it passed over. [79, B81]"""
    unit = marcher.unit.id
    leaders = enemy_leaders_under(t.state, marcher.unit, march)
    t.put_unit(replace(marcher.moved(march), today=t.unit(unit).today))
    if march.occupies >= 0:
        leaders += enter(t, unit, march.occupies)
    push_leaders(t, unit)
    return tuple(dict.fromkeys(leaders))


def enter(t: Desk, unit: int, number: int) -> list[int]:
    """A unit occupies a feature: its bases no longer count; enemy leaders inside are displaced. [171, 184a]"""
    t.put(unit, inside=number)
    t.today(unit, entered=True)
    t.note("171", "occupies", unit=unit, feature=feature(t.state, number).name)
    side = t.unit(unit).side
    turned_out = [x.id for x in t.state.leaders if x.inside == number and x.side != side]
    west, south, east, north = feature(t.state, number).around
    for leader in turned_out:  # from where the feature is, his owner puts him back [79]
        t.put_leader(leader, inside=-1, x=(west + east) // 2, y=(south + north) // 2)
    return turned_out


def may_occupy(state: State, unit: Unit) -> list[int]:
    """The features a unit may occupy: less than 3 away, no unit inside. [169–171]"""
    if unit.in_feature:
        return []
    return [number for number in features_near(state, stand(unit)) if occupant(state, number) is None]


def may_step(state: State, unit: Unit) -> list[int]:
    """The connected sections an occupant may step into, in place of an action. [183, 184b]"""
    if not unit.in_feature or unit.today.entered:
        return []
    return [n for n in land_of(state).connected[unit.inside] if occupant(state, n) is None]


def push_leaders(t: Desk, unit: int) -> None:
    """Friendly leaders a unit ends on stand aside by the least distance. [B81]"""
    moved = t.unit(unit)
    if not moved.in_open:
        return
    for leader in t.state.leaders:
        if leader.side == moved.side and leader.in_open:
            base = leader_box(leader)
            if any(overlap(base, rim) for rim in stand(moved).rims):
                aside = beside(t.state, leader, (leader.x, leader.y))
                t.put_leader(leader.id, x=aside.x, y=aside.y)
