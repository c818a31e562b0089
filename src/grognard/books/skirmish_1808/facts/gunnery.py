"""Guns: aim, deviation, what is hit. [77–94, X1–X12]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.engine.memo import kept, lazily
from grognard.engine.tables import Refusal, Tally
from grognard.geometry.angles import COS, SHIFT, SIN, ahead, heading, turn_between
from grognard.geometry.gaps import point_gap2
from grognard.geometry.points import Point, farther, grown, square
from grognard.tabletop.bodies import first_holding
from grognard.tabletop.land import over_edge as outside

from ..state import Gun, State, Unit, centre
from ..tables.cover import EVADING
from ..tables.guns import AIMED, CREWS, GUN_FIRES, MORTAR_LEAST, SHELL_LEAST, accuracy_die, effect, ranges
from ..words import Ammo, Arm, Class, Cover, Reach
from .bodies import body_of, hull_of, muzzle, off_by, outdoors, perimeter_figures, runs_into
from .cover import Throwing, shelter
from .ground import House, area_cover_of, houses, houses_near, level_at
from .shooting import evasion_die
from .sight import Seen, look

_HALF = 1 << (SHIFT - 1)
TRAVERSE = 450
"""How far a gun may turn before it fires. [X1]"""
FRIENDLY_LANE = 200
"""No friend may be so near the line to the aim point. [X10]"""
FINE = 1024
"""A landing point is kept in this many parts of a hundredth."""
TOLERANCE = 10
"""Of the inside test, in those parts: 0.0001 cm. [X5]"""


class Impact(NamedTuple):
    """Where a shot lands, in fine parts of a hundredth: it is not rounded before the inside test. [X5]"""

    x: int
    y: int

    @property
    def spot(self) -> Point:
        """The marker, to the nearest hundredth."""
        return (2 * self.x + FINE) // (2 * FINE), (2 * self.y + FINE) // (2 * FINE)


def exactly(point: Point) -> Impact:
    """A landing at a spot of whole hundredths."""
    return Impact(point[0] * FINE, point[1] * FINE)


class Aim(NamedTuple):
    """A shot laid: where, with what, and from which figure a stray shot is measured. [X4]"""

    gun: int
    ammo: Ammo
    point: Point
    origin: Point
    reach: Reach
    unit: int | None


def crew_fit(unit: Unit) -> bool:
    """Whether enough of the crew are left. [75, X2, A-29]"""
    return unit.gun is not None and unit.size >= CREWS[unit.gun.calibre]


def ammunition(unit: Unit) -> tuple[Ammo, ...]:
    """What a gun fires: cannon and carronades canister or shot, howitzers canister or shell, mortars shell alone. [X10a, X13]"""
    assert unit.gun is not None
    if unit.gun.mortar:
        return (Ammo.SHELL,)
    return (Ammo.CANISTER, Ammo.SHELL if unit.gun.howitzer else Ammo.ROUND)


class Served(NamedTuple):
    """What decides whether a gun fires at all. [X1, X2, X12]"""

    here: bool
    limbered: bool = False
    crew: int = 0
    takes: int = 0
    moved: bool = False


def why_no_shot(state: State, unit: Unit) -> Refusal | None:
    """Why a gun cannot fire now. [X1b, X2]"""
    return _silent(unit)


@kept
def _silent(unit: Unit) -> Refusal | None:
    gun = unit.gun
    if gun is None:
        return GUN_FIRES.refusal(Served(False))
    here = not gun.abandoned and not gun.taken
    return GUN_FIRES.refusal(Served(here, gun.limbered, unit.size, CREWS[gun.calibre], unit.today.moved))


class Sighted:
    """What decides whether a gun may aim at a spot; looked at only as far as need be. [87, X10]"""

    ammo: Ammo
    point: Point

    def __init__(self, state: State, unit: Unit, ammo: Ammo, point: Point):
        assert unit.gun is not None
        self.state, self.unit, self.gun, self.ammo, self.point = state, unit, unit.gun, ammo, point

    @property
    def on_table(self) -> bool:
        """Whether the spot is on the table."""
        return not outside(self.state.field, (*self.point, *self.point))

    @property
    def in_arc(self) -> bool:
        """Whether the gun can be turned towards it. [X1, X10]"""
        bearing = heading((self.gun.x, self.gun.y), self.point)
        return abs(turn_between(self.unit.facing, bearing)) <= 2 * TRAVERSE

    @lazily
    def start(self) -> Point:
        """The muzzle. [B2]"""
        return muzzle_towards(self.unit, self.point)

    @lazily
    def square(self) -> int:
        """How far the spot is from the muzzle, squared."""
        return square(self.start, self.point)

    @property
    def too_near(self) -> bool:
        """Of shell. [X10, X13]"""
        return self.ammo is Ammo.SHELL and self.square < self.least**2

    @property
    def least(self) -> int:
        """How near shell may be fired. [X10, X13]"""
        return MORTAR_LEAST if self.gun.mortar else SHELL_LEAST

    @property
    def too_far(self) -> bool:
        """Beyond long range. [83, 84]"""
        return self.square > ranges_of(self.gun, self.ammo)[1] ** 2

    @property
    def carries(self) -> str:
        """How far such ammunition carries, in words."""
        long = ranges_of(self.gun, self.ammo)[1]
        return f"the spot is out of range: {self.ammo.value} carries {long / 100:g} cm"

    @lazily
    def target(self) -> Unit | None:
        """Who stands there; what nobody has found cannot be aimed at: to the gunner it is bare ground. [H1]"""
        return unit_at(self.state, exactly(self.point), self.unit.side, known=True)

    @lazily
    def seen(self) -> Seen:
        """The look from the muzzle. [X10]"""
        return look(self.state, self.start, self.point, self.unit, self.target)

    @lazily
    def observed(self) -> bool:
        """Whether somebody else of a mortar's side sees the spot for it. [X13a]"""
        return self.gun.mortar and any(
            _observes(self.state, friend, self.point, self.target)
            for friend in outdoors(self.state, self.unit.side)
            if friend.id != self.unit.id
        )

    @lazily
    def friend(self) -> str | None:
        """A friend within 2 of the line, unless the gun stands higher and fires shot or shell, or is a mortar. [X10b, X13a]"""
        if self.gun.mortar:
            return None
        return _friend_near(self.state, self.unit, self.ammo, self.start, self.point)

    @property
    def reach(self) -> Reach:
        """Effective or long, of a spot in range. [A-43]"""
        effective = ranges_of(self.gun, self.ammo)[0]
        return Reach.EFFECTIVE if self.square <= effective * effective else Reach.LONG


def _observes(state: State, friend: Unit, point: Point, target: Unit | None) -> bool:
    """Whether a unit that neither flees nor fights sees a spot, in its front if it is formed. [X13a, L1]"""
    if friend.fleeing or not friend.figures or state.engaged(friend.id):
        return False
    here = centre(friend)
    if friend.formed and abs(turn_between(friend.facing, heading(here, point))) > TRAVERSE:
        return False
    return look(state, here, point, friend, target).clear


def ranges_of(gun: Gun, ammo: Ammo) -> tuple[int, int]:
    """Effective and long range of a gun. [83, 84, X14]"""
    return ranges(gun.calibre, ammo, gun.carronade)


def accuracy_of(unit: Unit) -> int:
    """The accuracy die of a gun's crew. [77, X13]"""
    return accuracy_die(unit.quality, unit.gun is not None and unit.gun.mortar)


def aim(state: State, unit: Unit, ammo: Ammo, point: Point, figure: int = -1) -> Aim | Refusal:
    """A shot at a spot, or why not: ammunition first, then the range from the muzzle. [85, 86, 87, X4, X10]"""
    reason = why_no_shot(state, unit)
    if reason is not None:
        return reason
    sighted = Sighted(state, unit, ammo, point)
    reason = AIMED.refusal(sighted)
    if reason is not None:
        return reason
    return _laid(unit, ammo, point, figure, sighted.reach, sighted.target)


def muzzle_towards(unit: Unit, point: Point) -> Point:
    """The muzzle once the gun has been turned as far as it needs, up to 45°. [X1, B2]"""
    assert unit.gun is not None
    place = unit.gun.x, unit.gun.y
    turn = turn_between(unit.facing, heading(place, point))
    turn = max(-TRAVERSE, min(TRAVERSE, turn))
    return ahead(*place, unit.facing + turn, 200)


def _friend_near(state: State, unit: Unit, ammo: Ammo, start: Point, point: Point) -> str | None:
    """The first friend within 2 of the line, unless the gun stands higher and fires shot or shell. [X10b]"""
    arched = ammo is not Ammo.CANISTER
    for friend in outdoors(state, unit.side):
        if friend.id == unit.id or friend.attached == unit.id:
            continue
        if runs_into((start, point), 1, body_of(friend), FRIENDLY_LANE):
            if arched and level_at(state, centre(friend)) < level_at(state, start):
                continue
            return friend.name
    return None


def _laid(
    unit: Unit, ammo: Ammo, point: Point, figure: int, reach: Reach, target: Unit | None
) -> Aim | Refusal:
    """Strays are measured from a perimeter figure, or from the spot itself on bare ground. [X4a, A-14]"""
    if target is None or target.house:
        if figure >= 0:
            return Refusal("X4", "a shot at bare ground strays from where it is aimed")
        return Aim(unit.id, ammo, point, point, reach, None)
    rim = perimeter_figures(target)
    if figure < 0:
        figure = min(
            rim, key=lambda i: (target.figures[i].x - point[0]) ** 2 + (target.figures[i].y - point[1]) ** 2
        )
    if figure not in rim:
        return Refusal("X4", "that figure is not on the perimeter, from where a stray shot is measured")
    spot = target.figures[figure]
    return Aim(unit.id, ammo, point, (spot.x, spot.y), reach, target.id)


def landing(origin: Point, distance: int, degrees: int) -> Impact:
    """Where a stray shot lands: so many centimetres at so many degrees counter-clockwise from east. [X5]"""
    reach = 100 * distance * FINE
    turn = degrees % 360 * 10
    return Impact(
        origin[0] * FINE + ((reach * COS[turn] + _HALF) >> SHIFT),
        origin[1] * FINE + ((reach * SIN[turn] + _HALF) >> SHIFT),
    )


def on_table(state: State, spot: Impact) -> bool:
    """Whether a shot lands on the table at all. [X5a]"""
    return 0 <= spot.x <= state.field.width * FINE and 0 <= spot.y <= state.field.height * FINE


def inside(unit: Unit, spot: Impact) -> bool:
    """Whether a spot lies in a unit's perimeter: its hull widened by the base, edge included. [89, X5, X6]"""
    width = off_by(unit)
    if farther(spot.spot * 2, body_of(unit).box, width):
        return False  # most are, and it is told sooner by the box round them
    off = width * FINE + TOLERANCE
    top, bottom = point_gap2((spot.x, spot.y), _fine_hull(unit))
    return top <= off * off * bottom


@kept
def _fine_hull(unit: Unit) -> tuple[Point, ...]:
    return tuple((x * FINE, y * FINE) for x, y in hull_of(unit))


def unit_at(state: State, spot: Impact, side: int, known: bool = False) -> Unit | None:
    """The unit a shot lands in: of several the one with the nearest figure, a tie to the firer's enemy. [X6a, A-44]"""
    crowd = outdoors(state) if known else (*outdoors(state), *state.hidden)
    return unit_among(state, spot, side, Around(crowd, houses(state)))


class Around(NamedTuple):
    """Whom and what a shot may come upon: those in the open, and buildings that stand."""

    crowd: Sequence[Unit]
    blocks: Sequence[House]


def unit_among(state: State, spot: Impact, side: int, around: Around) -> Unit | None:
    """The same, where only some come into question."""
    house = _first_at(around.blocks, spot) if around.blocks else ""
    if house:
        return next((u for u in state.units if u.on_table and u.house == house), None)
    found = [u for u in around.crowd if u.attached is None and inside(u, spot)]
    if len(found) < 2:
        return found[0] if found else None
    return min(found, key=lambda u: (_nearest(u, spot), u.side == side, u.id))


def strayed_upon(state: State, origin: Point, distance: int) -> Around:
    """Whom and what a shot may come upon that strays so many centimetres, whichever way. [X5]"""
    far = 100 * distance + 2
    crowd = [
        unit
        for unit in (*outdoors(state), *state.hidden)
        if not farther(origin * 2, body_of(unit).box, far + off_by(unit))
    ]
    return Around(crowd, houses_near(state, grown(origin * 2, far)))


def _nearest(unit: Unit, spot: Impact) -> int:
    return min((f.x * FINE - spot.x) ** 2 + (f.y * FINE - spot.y) ** 2 for f in unit.figures)


def house_at(state: State, spot: Impact) -> str:
    """The standing building a shot lands on. [X9]"""
    return _first_at(houses(state), spot)


def _first_at(standing: Sequence[House], spot: Impact) -> str:
    at = first_holding([house.poly for house in standing], spot.spot)
    return "" if at is None else standing[at].name


class Blow(NamedTuple):
    """What a hit does: throws, the die, the lowest face that saves. [90–93]"""

    throws: int
    die: int
    need: int
    tally: Tally


def artillery_cover(state: State, gun: Unit, target: Unit, ammo: Ammo) -> Cover:
    """Cover from a shot; shell counts walls and houses one step lower. [X8, A-45]"""
    start = muzzle(gun)
    area = area_cover_of(state, target)
    best = shelter(state, target, start, (start,), small_arms=False)
    if ammo is Ammo.SHELL:
        lowered = Cover(max(0, best - 1))
        return lowered if target.house else Cover(max(lowered, area))
    return best


def blow(target: Unit, gun: Unit, ammo: Ammo, reach: Reach, cover: Cover) -> Blow:
    """The evasion throws a hit calls for, with the modifiers of artillery. [90, 93, X7, X8, A-32]"""
    assert gun.gun is not None
    found = effect(gun.gun.calibre, ammo, reach, gun.gun.carronade)
    light = target.arm is Arm.FOOT and target.class_ is not Class.LINE and not target.formed
    tally = EVADING.tally(Throwing(cover, True, target.formed, target.mounted, light))
    return Blow(min(found.hits, target.size), evasion_die(target), max(2, found.number - tally.total), tally)
