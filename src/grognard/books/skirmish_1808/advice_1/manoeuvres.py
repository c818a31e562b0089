"""Ratings of moves: where to go, how to stand, when to change order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Reach
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading, turn_between
from grognard.tabletop.manoeuvre import Legs

from ..advice.worth import volley_worth
from ..facts.arriving import standing_at
from ..facts.bodies import gap_between
from ..facts.driving import placed_gun
from ..facts.garrisons import Sally
from ..facts.ground import land_of
from ..facts.ideas import ideas, stride
from ..facts.layout import placed
from ..facts.menu import AMMO_VERBS
from ..facts.moving import Marching, moved, with_unit
from ..facts.regrouping import Regrouping
from ..facts.shooting import targets, volley
from ..facts.walks import Walk, walk
from ..state import State, Unit, centre
from ..tables.guns import ranges
from ..words import Ammo, Arm, Fire
from .leading import joining
from .places import Ground, far, ground_of

Rated = Iterator[tuple[Move, float]]
CROWDED = 14.0
"""Units that come on nearer to each other than this are in each other's way."""
EAGER = 2.0
"""A move worth so much is worth a detour."""
NEARLY = 50
"""Ways that differ by less are the same."""
ROAD = 800
"""The most a road adds to a move. [38]"""
AWAY = 400.0
"""Going off where the scenario wants it."""


def acting(look: Look) -> Unit:
    """The unit whose activation it is."""
    state: State = look.position.state
    number: int = look.position.agenda[-1].env.unit
    return state.units[number]


def come_on(look: Look, verb: str) -> Rated:
    """Where it will be nearest to where it wants to be."""
    state, unit = look.position.state, acting(look)
    ground = ground_of(state, unit)
    for at in look.ask.offers[verb]:
        found = standing_at(state, unit, at)
        if found is not None:
            yield Move(look.side, verb, at), ground.value(found) - _behind_friends(ground, found)


def _behind_friends(ground: Ground, found: Unit) -> float:
    """Who comes on behind friends will not get past them."""
    here = centre(found)
    return sum([max(0.0, CROWDED - far(here, centre(friend))) for friend in ground.friends])


def advance(look: Look, verb: str) -> Rated:
    """An advance or a march by what its end is worth; whether it may be done is looked at afterwards."""
    state, unit = look.position.state, acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Marching)
    ground = ground_of(state, unit)
    stay = ground.value(unit)
    farthest = domain.mover.base + ROAD * bool(land_of(state).roads)
    yield Move(look.side, verb, ()), -0.5
    if verb == "advance":
        for joins, gain in joining(state, unit, domain.mover.base):
            yield Move(look.side, verb, joins), gain
    seen: set[Legs] = set()
    wished: list[tuple[float, Legs]] = []
    ways = _briefly(domain.mover, ground) if look.brief else _ways(domain.mover, ground, wished)
    for legs in ways:
        about = _about(legs)
        walked = None if about in seen else walk(unit, legs)
        seen.add(about)
        if not isinstance(walked, Walk) or walked.cost > farthest:
            continue
        if walked.leaves:
            yield Move(look.side, verb, legs), AWAY
            continue
        after = moved(unit, walked)
        gain = ground.value(after) - stay + _shot_after(ground, after, verb)
        wished.append((gain, legs))
        yield Move(look.side, verb, legs), gain


def _about(legs: Legs) -> Legs:
    """A manoeuvre to the nearest half centimetre: ways that hardly differ are thought of once."""
    return tuple([(leg[0], *[(part + NEARLY // 2) // NEARLY for part in leg[1:]]) for leg in legs])


def _ways(mover: Marching, ground: Ground, wished: list[tuple[float, Legs]]) -> Iterator[Legs]:
    """First what is thought of at once; a unit that finds its way barred looks all round."""
    yield from ideas(mover)
    yield from _rounds(mover, ground)
    if _barred(mover, wished):
        yield from _detours(mover, ground)


def _briefly(mover: Marching, ground: Ground) -> Iterator[Legs]:
    """Towards what is wanted, or the nearest enemy; ahead, if there is neither."""
    unit, here = mover.unit, centre(mover.unit)
    aims = [spot for spot, _ in ground.goals[:1]]
    aims += [min((foe.middle for foe in ground.foes), key=lambda at: far(here, at))] if ground.foes else []
    for spot in aims:
        bearing, way = heading(here, spot), round(100 * far(here, spot))
        off = turn_between(unit.facing, bearing)
        for length in (min(way, mover.base), min(way, mover.base // 2)):
            if not unit.formed:
                yield (("go", *stride(bearing, length)),)
            elif abs(off) <= 450:
                yield (("move", off, length),)
            else:
                yield (("wheel", max(-450, min(450, off))), ("move", 0, length // 2))


def _barred(mover: Marching, wished: list[tuple[float, Legs]]) -> bool:
    """Whether it may do next to nothing of what it would like to do."""
    best = max(wished, default=(0.0, ()))[0]
    if best < EAGER:
        return False
    for gain, legs in sorted(wished, reverse=True):
        if 2 * gain < best:
            return True
        if mover.refusal(legs) is None:
            return False
    return True


def _detours(mover: Marching, ground: Ground) -> Iterator[Legs]:
    """All round in small steps, and round a corner."""
    unit, base = mover.unit, mover.base
    if unit.formed:
        for turn in (600, -600, 900, -900):
            yield (("wheel", turn),)
        for off in (330, -330, 110, -110):
            for part in (4, 3, 2, 1):
                yield (("move", off, base * part // 4),)
        return
    for turn in range(0, 3600, 225):
        for part in (4, 3, 2, 1):
            yield (("go", *stride(turn, base * part // 4)),)
    here = centre(unit)
    aims = [foe.middle for foe in ground.foes[:2]] + [spot for spot, _ in ground.goals[:1]]
    for aim in aims:
        bearing = heading(here, aim)
        for swing in (450, -450, 900, -900):
            for part in (1, 2):
                yield (
                    ("go", *stride(bearing + swing, base * part // 3)),
                    ("go", *stride(bearing, base * (3 - part) // 3)),
                )


def _rounds(mover: Marching, ground: Ground) -> Iterator[Legs]:
    """Towards what is wanted, and all round, for those who stand loose; in fields, and past friends."""
    unit, base = mover.unit, mover.base
    here = centre(unit)
    lengths = (base, base - (400 if unit.mounted else 200), base // 2)
    for spot, _ in ground.goals:
        bearing, way = heading(here, spot), round(100 * far(here, spot))
        if unit.formed:
            off = turn_between(unit.facing, bearing)
            if abs(off) <= 450:
                for length in lengths:
                    yield (("move", off, min(length, way)),)
            continue
        for swing in (0, 250, -250, 500, -500):
            for length in lengths:
                yield (("go", *stride(bearing + swing, min(length, way))),)
    if unit.formed:
        yield from _fan(base, lengths)
        return
    for turn in range(0, 3600, 450):
        yield (("go", *stride(turn, base)),)
        yield (("go", *stride(turn, base // 2)),)


def _fan(base: int, lengths: tuple[int, ...]) -> Iterator[Legs]:
    """A formed unit's ways past what stands before it."""
    for off in (0, 220, -220, 450, -450):
        for length in lengths:
            yield (("move", off, length),)
    for turn in (150, -150, 300, -300, 450, -450):
        for length in (base // 2, base // 4):
            yield (("wheel", turn), ("move", 0, length))
    yield (("side", 200),)
    yield (("side", -200),)


def _shot_after(ground: Ground, after: Unit, verb: str) -> float:
    """Half the fire is still to come after an advance, for those who may."""
    if verb != "advance" or after.formed or not after.fire or after.is_command or after.arm is not Arm.FOOT:
        return -0.5
    return 0.35 * ground.promise(after)


def regroup(look: Look, verb: str) -> Rated:
    """Forming up, and fire at a minus."""
    state, unit = look.position.state, acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Regrouping)
    ground = ground_of(state, unit)
    stay, near = ground.value(unit), ground.nearest(unit)
    for legs in islice(domain.mover.candidates(), 2 if look.brief else None):
        found = domain.mover.work_out(legs) if legs else None
        after = moved(unit, found) if isinstance(found, Walk) else unit
        forming = 0.0
        if after.formed is not unit.formed:
            # Formed troops get into each other's way; they form when there is somebody to meet.
            ready = 800 < near < 2800
            forming = (6.0 if ready else -2.0) if after.formed else (-6.0 if ready else 0.0)
        gain = ground.value(after) - stay + _shot_now(state, after, ground)
        yield Move(look.side, verb, legs), gain + forming - 1.0


def _shot_now(state: State, after: Unit, ground: Ground) -> float:
    """The best shot there is right after dressing. [W5]"""
    if ground.promise(after) <= 0:
        return 0.0
    there = with_unit(state, after)
    found = [volley(there, after, there.units[t], Fire.REGROUP) for t in targets(there, after, Fire.REGROUP)]
    return max((volley_worth(there, each) for each in found if each is not None), default=0.0)


def redress(look: Look, verb: str) -> Rated:
    """A winner dresses his ranks. [K9]"""
    state: State = look.position.state
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Regrouping)
    unit = domain.mover.unit
    ground = ground_of(state, unit)
    for legs in domain.mover.candidates():
        found = domain.mover.work_out(legs) if legs else None
        after = moved(unit, found) if isinstance(found, Walk) else unit
        yield Move(look.side, verb, legs), 3.0 * (after.formed and not unit.formed) - 0.1 * ground.harm(after)


def enter(look: Look, verb: str) -> Rated:
    """Into a house: more if it counts."""
    state: State = look.position.state
    prized = {p.area: p.points for p in state.field.prizes if p.kind == "house"}
    for name in look.ask.offers[verb]:
        yield Move(look.side, verb, name), 8.0 + prized.get(name, 0) / 5


def sally(look: Look, verb: str) -> Rated:
    """Out of a house, but not of one that counts."""
    state, unit = look.position.state, acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Sally)
    holding = any(p.kind == "house" and p.area == unit.house for p in state.field.prizes)
    ground = ground_of(state, unit)
    stay = ground.value(unit)
    for legs in domain.mover.candidates():
        out = domain.mover.work_out(legs) if legs else None
        if out is None or isinstance(out, Refusal):
            yield Move(look.side, verb, legs), -2.0
            continue
        after = replace(unit, house="", figures=placed(unit, out.places))
        yield Move(look.side, verb, legs), ground.value(after) - stay - (60.0 if holding else 6.0)


def roll(look: Look, verb: str) -> Rated:
    """A gun goes where the enemy is a good cannon shot off."""
    state, unit = look.position.state, acting(look)
    foes = [u for u in state.standing(1 - unit.side) if u.figures]
    now = _off_range(state, unit, foes)
    for legs in look.ask.offers[verb]:
        after = placed_gun(unit, *legs[0][1:]) if legs else unit
        gain = now - _off_range(state, after, foes) + _in_arc(after, foes) - _in_arc(unit, foes)
        yield Move(look.side, verb, legs), gain - (2.0 if legs else 3.0)


def _off_range(state: State, gun: Unit, foes: list[Unit]) -> float:
    """How far the nearest enemy is from where the gun wants him: a little beyond canister."""
    assert gun.gun is not None
    wanted = ranges(gun.gun.calibre, Ammo.CANISTER)[0] + 500
    near = min((gap_between(state, gun, foe) for foe in foes), default=wanted)
    return abs(near - wanted) / 100


def _in_arc(gun: Unit, foes: list[Unit]) -> float:
    """What it is worth to have somebody before the muzzle. [X10]"""
    assert gun.gun is not None
    place = gun.gun.x, gun.gun.y
    return 4.0 if any(abs(turn_between(gun.facing, heading(place, centre(f)))) <= 900 for f in foes) else 0.0


def limber(look: Look, verb: str) -> Rated:
    """Limbered to travel, unlimbered to fight."""
    state, unit = look.position.state, acting(look)
    near = min(
        (gap_between(state, unit, u) for u in state.standing(1 - unit.side) if u.figures), default=9999
    )
    assert unit.gun is not None
    shoots = any(ammo in look.ask.offers for ammo in AMMO_VERBS.values())
    wanted = near > 4000 and not shoots if not unit.gun.limbered else near <= 3500
    yield Move(look.side, verb), 4.0 if wanted else -6.0
