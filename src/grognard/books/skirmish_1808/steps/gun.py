"""A gun shot: true or astray, how far, whither, and what it hits. [77–94, X4–X9]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Pool, Sum
from grognard.engine.flow import AGAIN, DONE, NEXT, Flow, Step, replace
from grognard.geometry.angles import heading, norm, turn_between

from ..facts.ground import house_named, ruins
from ..facts.gunnery import (
    TRAVERSE,
    Aim,
    Blow,
    Impact,
    accuracy_of,
    artillery_cover,
    blow,
    exactly,
    house_at,
    landing,
    on_table,
    unit_at,
)
from ..facts.layout import placed
from ..facts.shifting import settle
from ..facts.shooting import evasion_die
from ..state import Desk, Unit, centre
from ..tables.guns import COLLAPSE, DEVIATION, TRUE_SHOT
from ..words import Arm
from .common import bring_leader, cause, lose, shaken_by_losses
from .hide import reveal
from .volley import wound_wagons


def traverse(t: Desk, gun: Unit, made: Aim) -> None:
    """The gun is turned up to 45° first. [X1, X11]"""
    assert gun.gun is not None
    wanted = heading((gun.gun.x, gun.gun.y), made.point)
    turn = max(-TRAVERSE, min(TRAVERSE, turn_between(gun.facing, wanted)))
    t.put(gun.id, facing=norm(gun.facing + turn))


class Accuracy(Step):
    """The crew's die: 1 to 3 and the shot is true. [77–79]"""

    cite = "77"
    title = "Accuracy"

    def begin(self, t: Desk) -> None:
        gun = t.unit(t.env.gun)
        t.note("88", "fires_gun", unit=gun.id, ammo=t.env.ammo.value, x=t.env.point[0], y=t.env.point[1])
        t.today(gun.id, shot_at=None)

    def ask(self, t: Desk) -> Throw:
        gun = t.unit(t.env.gun)
        return Throw("accuracy", Sum(1, accuracy_of(gun)), "77", side=gun.side, unit=gun.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        if reading <= TRUE_SHOT:
            land(t, exactly(t.env.point))
            t.note("78", "true_shot", unit=t.env.gun)
            t.bind(distance=0)
        else:
            t.bind(distance=DEVIATION[t.env.reach])  # so far at most
        return NEXT


class Distance(Step):
    """A stray shot goes so many centimetres: D8 in effective range, D10 in long. [79a, 80]"""

    cite = "80"
    title = "Deviation"

    def begin(self, t: Desk) -> Flow | None:
        return NEXT if t.env.distance == 0 else None

    def ask(self, t: Desk) -> Throw:
        gun = t.unit(t.env.gun)
        return Throw("deviation", Sum(1, DEVIATION[t.env.reach]), "80", side=gun.side, unit=gun.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        t.bind(distance=reading)
        return NEXT


class Direction(Step):
    """And in any direction, to the whole degree. [81, 82, X5, A-15]"""

    cite = "81"
    title = "Direction"

    def begin(self, t: Desk) -> Flow | None:
        return NEXT if t.env.distance == 0 else None

    def ask(self, t: Desk) -> Throw:
        gun = t.unit(t.env.gun)
        return Throw("direction", Sum(1, 360, plus=-1), "X5", side=gun.side, unit=gun.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        spot = landing(t.env.origin, t.env.distance, reading)
        t.note("82", "strays", unit=t.env.gun, distance=t.env.distance, degrees=reading)
        land(t, spot)
        return NEXT


def land(t: Desk, spot: Impact) -> None:
    """The marker comes to rest, its face without a meaning: whom and what it hits. [88, 88a, 89, X9]"""
    x, y = spot.spot
    t.bind(x=x, y=y)
    if not on_table(t.state, spot):
        return
    house = house_at(t.state, spot)
    target = unit_at(t.state, spot, t.unit(t.env.gun).side)
    if target is not None and target.id < 0:
        target = reveal(t, target, found=True, cite="H4")
    t.bind(target=None if target is None else target.id, house=house)


class Blows(Step):
    """So many figures are hit, each throws evasion against the table's number. [89–93]"""

    cite = "90"
    title = "Effect"

    def _blow(self, t: Desk) -> Blow:
        gun, target = t.unit(t.env.gun), t.unit(t.env.target)
        return blow(target, gun, t.env.ammo, t.env.reach, artillery_cover(t.state, gun, target, t.env.ammo))

    def begin(self, t: Desk) -> Flow | None:
        if t.env.house:
            batter(t, t.env.house)
        if t.env.target is None:
            t.note("89", "no_effect", unit=t.env.gun)
            return NEXT
        return None

    def ask(self, t: Desk) -> Throw:
        found, target = self._blow(t), t.unit(t.env.target)
        return Throw(
            "evasion",
            Pool.of(found.throws, found.need, found.die),
            "91",
            found.tally,
            side=target.side,
            unit=target.id,
            target=target.id,
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        hurt(t, t.unit(t.env.target), self._blow(t).throws - reading)
        return NEXT


def hurt(t: Desk, target: Unit, failed: int) -> None:
    """Failed throws remove figures. [94, A-50]"""
    if target.arm is Arm.WAGON:
        wound_wagons(t, target.id, failed)
        return
    # What the ball and the falling walls take is the loss of one activation. [M3]
    earlier = next(((size, lost) for unit, size, lost in t.env.hurt if unit == target.id), (target.size, 0))
    before, lost = earlier[0], earlier[1] + lose(t, target.id, failed, "94", centre(t.unit(t.env.gun)))
    others = tuple(each for each in t.env.hurt if each[0] != target.id)
    t.bind(hurt=(*others, (target.id, before, lost)))
    if shaken_by_losses(t, target.id, before, lost):
        cause(t, target.id, "M3")


def batter(t: Desk, name: str) -> None:
    """A shot that lands on a building costs it one toughness. [X9]"""
    damage = dict(t.state.damage)
    damage[name] = damage.get(name, 0) + 1
    t.set(damage=tuple(sorted(damage.items())))
    t.note("X9", "batters", house=name, left=house_named(t.state, name).piece.toughness - damage[name])


class Collapse(Step):
    """When a building comes down every occupant throws evasion at 7. [X9a]"""

    cite = "X9"
    title = "The building comes down"

    def _inside(self, t: Desk) -> tuple[int, ...]:
        """Who stands in the house, the leader after the unit he is with. [G1]"""
        name = t.env.house
        if all(house.name != name for house in ruins(t.state)):
            return ()
        found = [u for u in t.state.units if u.on_table and u.house == name]
        return tuple(u.id for u in sorted(found, key=lambda u: (u.attached is not None, u.id)))

    def begin(self, t: Desk) -> Flow | None:
        t.bind(inside=self._inside(t))
        if not t.env.inside:
            return DONE
        t.note("X9", "collapses", house=t.env.house)
        return None

    def ask(self, t: Desk) -> Throw:
        each = t.unit(t.env.inside[0])
        dice = Pool.of(each.size, COLLAPSE, evasion_die(each))
        return Throw("evasion", dice, "X9", side=each.side, unit=each.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit, *rest = t.env.inside
        if t.unit(unit).house:
            in_the_ruin(t, unit)
        hurt(t, t.unit(unit), t.unit(unit).size - reading)
        t.bind(inside=tuple(rest))
        return AGAIN if rest else DONE


def in_the_ruin(t: Desk, unit: int) -> None:
    """The garrison stays where it was, in a ruin that is open ground with medium cover. [X9a]"""
    out = t.put(unit, house="")
    t.put(unit, figures=placed(out, settle(t.state, out, [(f.x, f.y) for f in out.figures])))
    bring_leader(t, unit, carried=False)
    t.set(
        contacts=tuple(
            replace(c, house="") if unit in (c.attacker, c.defender) else c for c in t.state.contacts
        )
    )
