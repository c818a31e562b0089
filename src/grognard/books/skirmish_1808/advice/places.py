"""What a place is worth to a unit: harm to fear, harm to do, ground to gain."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.memo import kept, lazily
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.crowds import Disc, nearest_pair
from grognard.geometry.points import Point

from ..facts.answering import may_evade
from ..facts.bodies import body_of, circles_of, point_to_poly
from ..facts.charging import on_flank
from ..facts.command import command_range
from ..facts.ground import Area, area_cover_of, areas_at, house_named, land_of
from ..facts.mining import bridges
from ..facts.moving import rate
from ..facts.sight import look
from ..facts.takings import guarded
from ..state import State, Unit, centre, places_of
from ..tables.moving import LEAST, going
from ..tables.shooting import RANGES, band_of
from ..words import Arm, Band, Cover, Pace
from .clash import Meeting, charge_worth
from .lanes import Lane, fire_lanes, masking
from .storming import bearing, middle, spoils
from .worth import SAFE, aims, best_gap, boldness, fire_in, wants_to_close, wary

CENTIMETRE = 0.35
"""What a centimetre towards the enemy is worth, before taste."""
FRONT = 450
"""Formed units see so far to either side of their front. [L1]"""
BLIND = 2000
"""An enemy out of sight draws as if he were so much farther off."""
CLOSING = 500
"""About how far a unit closes in on somebody in rough ground."""
DREAD = 0.6
"""How much a charge to be feared weighs: it comes at once, and all at once."""
RIDDEN_DOWN = 1.0
"""The same for loose foot where there is horse about."""
OFF_ROAD = 3.0
"""What a centimetre off the road costs those who roll."""
ON_A_MINE = 15.0
"""What it costs to stand on a bridge that one's own side is to blow."""
FIGHTERS = (Arm.FOOT, Arm.HORSE)


class Foe:
    """An enemy as a unit's ground sees him, whoever else stands about."""

    def __init__(self, state: State, unit: Unit):
        self.unit = unit
        if unit.house:
            poly = house_named(state, unit.house).poly
            self.circles: tuple[Disc, ...] = tuple((x, y, 0) for x, y in (*poly, middle(poly)))
        else:
            self.circles = body_of(unit).circles
        self.spots: tuple[Point, ...] = tuple((x, y) for x, y, _ in self.circles)
        self.middle = middle(self.spots)
        self.cover = area_cover_of(state, unit)
        self.shelter = max(self.cover, Cover.LIGHT) if unit.open_order else self.cover
        self.harmless = bool(unit.fleeing) or state.engaged(unit.id)
        self.fights = unit.arm in FIGHTERS and not unit.is_command and not self.harmless
        areas = () if unit.house else areas_at(state, self.middle)
        self.reach = 0 if unit.house else strike(areas, unit)
        self.rough = rough(areas, unit.mounted)
        self.walks = 0 if unit.house else rate(unit, Pace.NORMAL) // 2
        self.acted = unit.today.acted
        self.carries = carries(unit)
        self.spoils = spoils(state, unit.house)
        self.frets = max(self.walks + self.carries, self.reach)
        """Beyond this gap he does nobody any harm."""


@kept(of=("field", "damage", "contacts"))
def foe_of(state: State, unit: Unit) -> Foe:
    """The same for everybody who meets him, as long as he does nothing: most do not, from one choice to the next."""
    return Foe(state, unit)


def carries(unit: Unit) -> int:
    """How far its small arms carry; less than nothing if it has none to fear."""
    if not unit.fire or unit.arm in (Arm.GUN, Arm.WAGON) or unit.is_command or unit.weapon not in RANGES:
        return -1
    return RANGES[unit.weapon][-1]


def rough(areas: Sequence[Area], horse: bool) -> bool:
    """Whether ground bears no charge. [41]"""
    return bool(areas) and any(going(area.kind, horse).no_charge for area in areas)


def strike(areas: Sequence[Area], unit: Unit) -> int:
    """How far a unit on some ground comes at hand strokes: a charge, or closing in through rough ground. [N5, N7]"""
    if not rough(areas, unit.mounted):
        return rate(unit, Pace.CHARGE)
    worst = min(going(area.kind, unit.mounted).modifier for area in areas)
    return max(LEAST, rate(unit, Pace.NORMAL) + worst)


def about(spots: Sequence[Point], radius: int, middle: Point, foe: Foe) -> int:
    """About the gap to an enemy: the figure nearest to the middle of the one, and who is nearest to that."""
    one = nearest_pair((middle,), foe.spots)
    assert one is not None
    x, y, r = foe.circles[one[2]]
    best = nearest_pair(spots, ((x, y),))
    assert best is not None
    return max(0, int(best[0] ** 0.5) - radius - r)


def far(one: Point, other: Point) -> float:
    """A distance in centimetres."""
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5) / 100


class Ground:
    """The battlefield as one unit sees it in one decision; places are judged against it."""

    def __init__(self, state: State, unit: Unit):
        self.state, self.unit = state, unit
        self.foes = [
            foe_of(state, u) for u in state.standing(1 - unit.side) if u.figures and u.attached is None
        ]
        self.goals = aims(state, unit)
        self.wary = wary(state, unit)
        loose = unit.arm is Arm.FOOT and not unit.formed and any(foe.unit.mounted for foe in self.foes)
        self.dread = self.wary if unit.arm is Arm.WAGON else RIDDEN_DOWN if loose else DREAD
        self.taste = wants_to_close(unit) * boldness(state, unit.side)
        self._blind: dict[int, int] = {}
        self._clashes: dict[tuple[int, bool, Meeting], float] = {}
        self._fires: dict[tuple[int, bool, int, Band, Cover, int], float] = {}
        self._hoped: tuple[Unit, float] | None = None
        self.carries = carries(unit)

    @lazily
    def stay(self) -> float:
        """What it is worth to stay as it is."""
        return self.value(self.unit)

    @lazily
    def friends(self) -> list[Unit]:
        """The troops of its side, itself not counted."""
        return [
            u
            for u in self.state.standing(self.unit.side)
            if u.id != self.unit.id and not u.is_command and u.figures and u.arm is not Arm.WAGON
        ]

    @lazily
    def company(self) -> list[Point]:
        """Where they stand."""
        return [centre(u) for u in self.friends]

    @lazily
    def lanes(self) -> list[Lane]:
        """Where its own guns fire."""
        return fire_lanes(self.state, self.unit)

    @lazily
    def mined(self) -> list[Area]:
        """The bridges its own side is to blow: it is in the way there. [D3, D5]"""
        wanted = {p.area for p in self.state.field.prizes if p.kind == "bridge" and p.side == self.unit.side}
        return [bridge for bridge in bridges(self.state) if bridge.name in wanted] if wanted else []

    @lazily
    def roads(self) -> list[tuple[Point, ...]]:
        """The roads those who roll keep to."""
        rolls = self.unit.arm is Arm.WAGON
        return [s for road in land_of(self.state).roads for s in road.pieces] if rolls else []

    def value(self, after: Unit) -> float:
        """What a place (and order) is worth."""
        middle = centre(after)
        areas = areas_at(self.state, middle)
        gaps = self._gaps(after, middle)
        (fire, charge), hope = self._harm(after, areas, gaps), self._hope(after, areas, gaps)
        value = 0.5 * hope - self.wary * fire - self.dread * charge
        if self.lanes:
            value -= masking(self.lanes, after)
        for spot, worth, _, _ in self.goals:
            value -= worth * far(middle, spot)
        if self.mined and any(bridge.holds(middle) for bridge in self.mined):
            value -= ON_A_MINE
        if self.roads:
            value -= OFF_ROAD * min(point_to_poly(middle, stretch) for stretch in self.roads) / 100
        if after.is_command:
            return value - self._leader_far(after, middle, gaps)
        near = self._nearest(gaps)
        if near is not None and self.taste:
            value -= self.taste * CENTIMETRE * max(0, near - best_gap(after)) / 100
        elif self.taste:
            value -= self.taste * CENTIMETRE * abs(middle[0] - self.state.field.width // 2) / 100
        return value

    def promise(self, after: Unit) -> float:
        """About the best a unit could do next from a place."""
        if self._hoped is not None and self._hoped[0] is after:
            return self._hoped[1]
        middle = centre(after)
        return self._hope(after, areas_at(self.state, middle), self._gaps(after, middle))

    def shot(self, after: Unit) -> float:
        """About the best volley it could fire from a place at somebody it would see."""
        found = [
            (self._fire(after, foe.unit, gap, foe.shelter, -foe.unit.id - 1), index)
            for index, (foe, gap) in enumerate(zip(self.foes, self._gaps(after, centre(after))))
            if gap <= self.carries
        ]
        found.sort(reverse=True)
        return next((worth for worth, index in found if self._sees(after, self.foes[index])), 0.0)

    def harm(self, after: Unit) -> float:
        """About what enemies can do to a unit at a place."""
        middle = centre(after)
        return sum(self._harm(after, areas_at(self.state, middle), self._gaps(after, middle)))

    def nearest(self, after: Unit) -> int:
        """About the gap to the nearest enemy; those out of sight count as farther off."""
        near = self._nearest(self._gaps(after, centre(after)))
        return 9999 if near is None else near

    def _nearest(self, gaps: list[int]) -> int | None:
        """Those behind others are not looked for: nobody out of sight counts as nearer than he is."""
        best: int | None = None
        for gap, index in sorted(zip(gaps, range(len(gaps)))):
            if best is not None and gap >= best:
                break
            counts = gap + self._out_of_sight(index)
            best = counts if best is None else min(best, counts)
        return best

    def _out_of_sight(self, index: int) -> int:
        """How much farther off an enemy counts."""
        if index not in self._blind:
            self._blind[index] = 0 if self._open(self.foes[index]) else BLIND
        return self._blind[index]

    def _gaps(self, after: Unit, middle: Point) -> list[int]:
        spots = places_of(after) if after.gun is None else tuple([(x, y) for x, y, _ in circles_of(after)])
        return [about(spots, after.radius, middle, foe) for foe in self.foes]

    def _harm(self, after: Unit, areas: Sequence[Area], gaps: list[int]) -> tuple[float, float]:
        """Fire of everybody in range, and the worst charge."""
        near = [(foe, gap) for foe, gap in zip(self.foes, gaps) if gap <= foe.frets and not foe.harmless]
        if not near:
            return 0.0, 0.0
        cover = area_cover_of(self.state, after)
        shelter = max(cover, Cover.LIGHT) if after.open_order else cover
        total, worst = 0.0, 0.0
        hard = not after.house and rough(areas, False)
        inside, acted = bool(after.house), after.today.acted
        for foe, gap in near:
            soon = 0.6 if foe.acted else 1.0
            shot = max(0, gap - foe.walks)
            if shot <= foe.carries:
                total += 0.8 * soon * self._fire(foe.unit, after, shot, shelter, foe.unit.id)
            reach = min(foe.reach, CLOSING) if hard else foe.reach
            if foe.fights and gap <= reach and not (inside and foe.unit.mounted):
                how = Meeting(cover, on_flank(foe.unit, after), inside, ready=not acted)
                if after.arm is Arm.WAGON:
                    how = how._replace(guarded=guarded(self.state, after.side, body_of(after).circles))
                worst = max(worst, soon * self._clash(foe.unit, after, how, foe.unit.id))
        return total, worst

    def _hope(self, after: Unit, areas: Sequence[Area], gaps: list[int]) -> float:
        """The best shot or charge there is at somebody it would see."""
        found: list[tuple[float, int]] = []
        charges = after.arm in FIGHTERS and not after.is_command and not after.house
        longest = strike(areas, after) if charges else 0
        farthest = max(longest, self.carries)
        for index, (foe, gap) in enumerate(zip(self.foes, gaps)):
            if gap > farthest:
                continue
            key = -foe.unit.id - 1
            best = self._fire(after, foe.unit, gap, foe.shelter, key) if gap <= self.carries else 0.0
            reach = min(longest, CLOSING) if foe.rough else longest
            if charges and gap <= reach and not (foe.unit.house and after.mounted):
                how = Meeting(foe.cover, on_flank(after, foe.unit), bool(foe.unit.house), ready=not foe.acted)
                shots = bearing(self.state, foe.unit, centre(after)) if foe.unit.house else SAFE
                kept_safe = foe.unit.arm is Arm.WAGON and guarded(self.state, foe.unit.side, foe.circles)
                how = how._replace(guarded=kept_safe, shots=shots, spoils=foe.spoils)
                slips = may_evade(foe.unit) and how.ready and gap > reach - rate(foe.unit, Pace.NORMAL)
                clash = self._clash(after, foe.unit, how, key)
                best = max(best, (0.3 if slips else 0.8) * clash)
            if best > 0:
                found.append((best, index))
        found.sort(reverse=True)
        hope = next((worth for worth, index in found if self._sees(after, self.foes[index])), 0.0)
        self._hoped = after, hope
        return hope

    def _sees(self, after: Unit, foe: Foe) -> bool:
        """Whether its middle would see somebody, near enough. [L1, L2]"""
        here = centre(after)
        if after.formed and abs(turn_between(after.facing, heading(here, foe.middle))) > FRONT:
            return False
        if after.house or foe.unit.house:
            return True
        return look(self.state, here, foe.middle, self.unit, foe.unit).clear

    def _open(self, foe: Foe) -> bool:
        """Whether it sees somebody, looking any way."""
        if self.unit.house or foe.unit.house or not self.unit.figures:
            return True
        return look(self.state, centre(self.unit), foe.middle, self.unit, foe.unit).clear

    def _fire(self, one: Unit, other: Unit, gap: int, cover: Cover, key: int) -> float:
        """Fire of or at one enemy in range: of its own unit, only order and files change from place to place."""
        band = band_of(one.weapon, gap)
        assert band is not None
        mine = one if key < 0 else other
        shots = bearing(self.state, one, centre(other)) if one.house else SAFE
        memo = key, mine.formed, mine.files, band, cover, shots
        if memo not in self._fires:
            self._fires[memo] = fire_in(one, other, band, cover, shots)
        return self._fires[memo]

    def _clash(self, one: Unit, other: Unit, how: Meeting, key: int) -> float:
        mine = one if key < 0 else other
        memo = key, mine.formed, how
        if memo not in self._clashes:
            self._clashes[memo] = charge_worth(one, other, how)
        return self._clashes[memo]

    def _leader_far(self, leader: Unit, middle: Point, gaps: list[int]) -> float:
        """A leader wants his units in range, and the enemy far."""
        ways = [far(middle, spot) for spot in self.company]
        away = sum(ways) / max(1, len(ways))
        danger = 30.0 if min(gaps, default=9999) < 1200 else 0.0
        return -8.0 * self.commanded(leader, middle) + 0.2 * away + danger

    def commanded(self, leader: Unit, middle: Point) -> float:
        """How many of his units a leader has in range from a place; those just out of it count in part. [C3]"""
        reach = command_range(leader) / 100
        return sum([min(1.0, max(0.0, (reach + 4 - far(middle, spot)) / 4)) for spot in self.company])


@kept
def ground_of(state: State, unit: Unit) -> Ground:
    """The ground of a unit of this state: several raters ask for it, and before them who told it to act."""
    return Ground(state, unit)
