"""Ratings of moves: where to go, how to stand, when to change order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Reach
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, heading, turn_between
from grognard.tabletop.manoeuvre import Legs

from ..facts.arriving import shape_named, standing_at
from ..facts.bodies import gap_between
from ..facts.driving import placed_gun
from ..facts.garrisons import Sally
from ..facts.ground import land_of
from ..facts.gunnery import ranges_of
from ..facts.ideas import ideas, stride
from ..facts.layout import placed
from ..facts.menu import AMMO_VERBS
from ..facts.moving import Marching, moved, with_unit
from ..facts.regrouping import Regrouping
from ..facts.shooting import targets, volley
from ..facts.walks import Walk, walk
from ..state import State, Unit, centre, places_of
from ..words import Ammo, Arm, Fire
from .leading import joining
from .places import Ground, far, ground_of
from .worth import volley_worth

Rated = Iterator[tuple[Move, float]]
CROWDED = 14.0
"""Units that come on nearer to each other than this are in each other's way."""
LANE, BARRED = 2000, 25.0
"""So far ahead a unit that comes on wants its way free, and what it costs if it is barred at once."""
EAGER = 2.0
"""A move worth so much is worth a detour."""
NEARLY = 50
"""Ways that differ by less are the same."""
ROAD = 800
"""The most a road adds to a move. [38]"""
SHARE, SHUFFLE = 0.2, 3.0
"""What is left of the hopes of a step aside or back, and what it costs."""
IDLE = 3.0
"""Who can do no more than this from the windows is idle there."""
HOME = 3
"""So many turns before the end those who came out of a house that counts go back into it."""
SAFE = 2200
"""No enemy so near a house: it is not about to be stormed."""
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
    shape = shape_named(look.position.agenda[-1].env.shape)
    for at in look.ask.offers[verb]:
        found = standing_at(state, unit, at, shape)
        if found is not None:
            yield Move(look.side, verb, at), ground.value(found) - _behind_friends(ground, found)


def _behind_friends(ground: Ground, found: Unit) -> float:
    """Who comes on behind friends will not get past them: least of all past those who cannot be passed."""
    here = centre(found)
    near = sum([max(0.0, CROWDED - far(here, centre(friend))) for friend in ground.friends])
    return near + BARRED * max([in_lane(found, friend) for friend in ground.friends], default=0.0)


def in_lane(found: Unit, friend: Unit) -> float:
    """How much of the way ahead a friend bars who cannot be passed, from 0 to 1. [B8]"""
    if not friend.formed and friend.gun is None:
        return 0.0
    (x, y), (there_x, there_y) = centre(found), centre(friend)
    east, north = ahead(0, 0, found.facing, LANE)
    forth = ((there_x - x) * east + (there_y - y) * north) / LANE
    aside = abs((there_x - x) * north - (there_y - y) * east) / LANE
    return 1 - forth / LANE if 0 < forth < LANE and aside < _breadth(found) + _breadth(friend) else 0.0


def _breadth(unit: Unit) -> float:
    """How far its outermost figure stands from its middle."""
    here = centre(unit)
    return unit.radius + 100 * max([far(here, spot) for spot in places_of(unit)], default=0.0)


def advance(look: Look, verb: str) -> Rated:
    """An advance or a march by what its end is worth; whether it may be done is looked at afterwards."""
    state, unit = look.position.state, acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Marching)
    ground = ground_of(state, unit)
    stay = ground.stay
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
        gain = ground.value(after) - stay + shot_after(ground, after, verb)
        if _shuffles(legs):
            gain = SHARE * gain - SHUFFLE
        wished.append((gain, legs))
        yield Move(look.side, verb, legs), gain


def _shuffles(legs: Legs) -> bool:
    """A step aside or back changes next to nothing and costs the turn: only in need."""
    return all(leg[0] in ("side", "back") for leg in legs)


def _about(legs: Legs) -> Legs:
    """A manoeuvre to the nearest half centimetre: ways that hardly differ are thought of once."""
    return tuple([(leg[0], *[(part + NEARLY // 2) // NEARLY for part in leg[1:]]) for leg in legs])


def _ways(mover: Marching, ground: Ground, wished: list[tuple[float, Legs]]) -> Iterator[Legs]:
    """Straight to what is wanted; a unit that finds its way barred looks all round.

    Who looks all round at once finds a place that seems better somewhere, turn by turn, and never arrives.
    """
    yield from _briefly(mover, ground)
    if _barred(mover, wished):
        yield from ideas(mover)
        yield from _rounds(mover, ground)
    if _barred(mover, wished):
        yield from _detours(mover, ground)


def _briefly(mover: Marching, ground: Ground) -> Iterator[Legs]:
    """Towards what is wanted, or the nearest enemy; ahead, if there is neither."""
    unit, here = mover.unit, centre(mover.unit)
    aims = [goal.spot for goal in ground.goals[:1]]
    aims += [min((foe.middle for foe in ground.foes), key=lambda at: far(here, at))] if ground.foes else []
    for spot in aims:
        bearing, way = heading(here, spot), round(100 * far(here, spot))
        for length in (min(way, mover.base), min(way, mover.base // 2)):
            yield towards(unit, bearing, length)


def towards(unit: Unit, bearing: int, length: int) -> Legs:
    """A straight way, or as near to it as a formed unit comes that has to wheel first."""
    if not unit.formed:
        return (("go", *stride(bearing, length)),)
    off = turn_between(unit.facing, bearing)
    if abs(off) <= 450:
        return (("move", off, length),)
    return (("wheel", max(-450, min(450, off))), ("move", 0, length // 2))


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
    aims = [foe.middle for foe in ground.foes[:2]] + [goal.spot for goal in ground.goals[:1]]
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
    for goal in ground.goals:
        bearing, way = heading(here, goal.spot), round(100 * far(here, goal.spot))
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
    for off in (100, -100, 330, -330):
        yield (("move", off, base // 4),)
    for turn in (150, -150, 300, -300, 450, -450):
        for length in (base // 2, base // 4):
            yield (("wheel", turn), ("move", 0, length))
    yield (("side", 200),)
    yield (("side", -200),)


def shot_after(ground: Ground, after: Unit, verb: str) -> float:
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
    stay = ground.stay
    for legs in islice(domain.mover.plain(), 2 if look.brief else None):
        found = domain.mover.work_out(legs) if legs else None
        after = moved(unit, found) if isinstance(found, Walk) else unit
        gain = ground.value(after) - stay + _shot_now(state, after, ground)
        yield Move(look.side, verb, legs), gain + forming(ground, unit, after)


def forming(ground: Ground, unit: Unit, after: Unit) -> float:
    """What a change of order is worth of itself: formed troops get into each other's way, and form when there is somebody to meet."""
    if after.formed is unit.formed:
        return -1.0
    ready = 800 < ground.nearest(unit) < 2800
    return (5.0 if ready else -3.0) if after.formed else (-7.0 if ready else -1.0)


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
    for legs in domain.mover.plain():
        found = domain.mover.work_out(legs) if legs else None
        after = moved(unit, found) if isinstance(found, Walk) else unit
        yield Move(look.side, verb, legs), 3.0 * (after.formed and not unit.formed) - 0.1 * ground.harm(after)


def enter(look: Look, verb: str) -> Rated:
    """Into a house: more if it counts, and is threatened or the end is near."""
    state, unit = look.position.state, acting(look)
    prized = {p.area: p.points for p in state.field.prizes if p.kind == "house"}
    ground = ground_of(state, unit)
    busy = not _ending(state) and ground.nearest(unit) > SAFE // 2 and ground.promise(unit) > IDLE
    for name in look.ask.offers[verb]:
        yield Move(look.side, verb, name), 1.0 if busy else 8.0 + prized.get(name, 0) / 5


def _ending(state: State) -> bool:
    return state.field.turns - state.turn < HOME


def sally(look: Look, verb: str) -> Rated:
    """Out of a house, where nothing can be done from its windows; never of one that counts: in the open all shoot at it."""
    state, unit = look.position.state, acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Sally)
    holding, idle = _holds(state, unit), idles(state, unit)
    ground = ground_of(state, unit)
    stay = ground.stay
    for legs in domain.mover.plain():
        out = domain.mover.work_out(legs) if legs else None
        if out is None or isinstance(out, Refusal):
            yield Move(look.side, verb, legs), -2.0
            continue
        after = replace(unit, house="", figures=placed(unit, out.places))
        gain = ground.value(after) - stay
        if idle:
            yield Move(look.side, verb, legs), IDLE + max(-2.0, 0.2 * gain)
        else:
            yield Move(look.side, verb, legs), gain - (60.0 if holding else 6.0)


def _holds(state: State, unit: Unit) -> bool:
    """Whether it is in a house that counts. [G7]"""
    return any(p.kind == "house" and p.area == unit.house for p in state.field.prizes)


def idles(state: State, unit: Unit) -> bool:
    """Whether a garrison has nothing to do where it is, and nothing to keep."""
    if _holds(state, unit) or _ending(state):
        return False
    ground = ground_of(state, unit)
    return ground.promise(unit) <= IDLE and ground.nearest(unit) > SAFE


def roll(look: Look, verb: str) -> Rated:
    """A gun goes where the enemy is a good cannon shot off."""
    state, unit = look.position.state, acting(look)
    foes = [u for u in state.standing(1 - unit.side) if u.figures]
    now = off_range(state, unit, foes)
    for legs in look.ask.offers[verb]:
        after = placed_gun(unit, *legs[0][1:]) if legs else unit
        gain = now - off_range(state, after, foes) + in_arc(after, foes) - in_arc(unit, foes)
        yield Move(look.side, verb, legs), gain - (2.0 if legs else 3.0)


def off_range(state: State, gun: Unit, foes: list[Unit]) -> float:
    """How far the nearest enemy is from where the gun wants him: a little beyond canister."""
    assert gun.gun is not None
    wanted = ranges_of(gun.gun, Ammo.SHELL if gun.gun.mortar else Ammo.CANISTER)[0] + (
        0 if gun.gun.mortar else 500
    )
    near = min((gap_between(state, gun, foe) for foe in foes), default=wanted)
    return abs(near - wanted) / 100


def in_arc(gun: Unit, foes: list[Unit]) -> float:
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
