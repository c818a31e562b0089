"""Crowded random positions, and what the searches of this book answer in them. [M4, K8, K12, G2, G6, T8, O1, N5, L3, H2]

Units of the book's own battles are thrown close together on the ground of one of them: beside walls and houses, at the edge they
come on by, at grips, in flight, hidden. Whatever the program refuses is looked for by other means, with the book's own judges.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import Any

from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dice import Rng
from grognard.engine.flow import Engine, Position
from grognard.engine.situations import Scene
from grognard.engine.soundness import Asked, Crowded
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, heading, norm
from grognard.geometry.points import bounds, grown
from grognard.tabletop.manoeuvre import Legs

from ..facts.arriving import USUAL, Shape, arrival_of, enters, entries, open_shapes, standing_at
from ..facts.bodies import KEEP, body_of, nearest_pair, outdoors
from ..facts.charging import Onset, onset
from ..facts.garrisons import Sally, free_before, out_by, outside
from ..facts.ground import house_named
from ..facts.layout import touching_pitch, widest_pitch
from ..facts.moving import rate
from ..facts.onrush import BACK, block_fits
from ..facts.regrouping import CENTRE, Regrouping
from ..facts.shifting import FLEE_CLEAR, Run, enemies_of, farthest, flight, home_bearing, retreat
from ..facts.sight import can_see, eyes, in_front, look_past, marks, screens_between, sides_of
from ..facts.sneaking import Sneaking
from ..situations.live import scene_for
from ..situations.sandtable import ENGINE
from ..state import State, Unit, centre
from ..tables.moving import LEAST
from ..words import Arm, Pace, Where
from .thrown import scene

LOOKS = 400
"""What was refused is looked for so often."""


# ---- questions


def asked(position: Position) -> Iterator[Asked]:
    """Every question of kind *cannot* that a search answers."""
    state: State = position.state
    for unit in state.units:
        if unit.where is Where.LATER and arrival_of(state, unit) is not None:
            yield _arrives(state, unit)
        if not unit.on_table or not unit.figures:
            continue
        if unit.house:
            yield _driven_out(state, unit)
            yield _comes_out(state, unit)
        elif unit.arm is not Arm.WAGON:
            yield _flees(state, unit)
            if foes := state.foes(unit.id):
                yield _falls_back(state, unit, state.units[foes[0]])
            elif not unit.fleeing:
                yield from _forms(state, unit)
                yield from _reaches(state, unit)
    yield from _sights(state)
    for hidden in state.hidden:
        yield _creeps(state, hidden)


def _open_way(state: State, unit: Unit, bearing: int, run: Run) -> Any:
    """Looks for a way of 1 in any direction within a right angle."""

    def found(rng: Rng) -> str | None:
        for _ in range(LOOKS):
            way = norm(bearing + rng.randint(-900, 900))
            if farthest(state, unit, way, run, LEAST) >= LEAST:
                return f"a way of 1 is open at {way / 10:g}°"
        return None

    return found


def _flees(state: State, unit: Unit) -> Asked:
    home = state.field.sides[unit.side].home
    run = Run(enemies_of(state, unit), FLEE_CLEAR, edge=False, home=home)
    way = flight(state, unit)

    def fault() -> str | None:
        assert way is not None
        far = farthest(state, unit, way.bearing, run, way.distance)
        return None if far >= way.distance >= LEAST else f"it runs {way.distance}, and {far} are open"

    return Asked(
        "flee", repr(unit), way is not None, fault, _open_way(state, unit, home_bearing(state, unit), run)
    )


def _falls_back(state: State, unit: Unit, foe: Unit) -> Asked:
    run = Run(enemies_of(state, unit), KEEP)
    way = retreat(state, unit, centre(foe))

    def fault() -> str | None:
        assert way is not None
        far = farthest(state, unit, way.bearing, run, way.distance)
        return None if far >= way.distance >= LEAST else f"it goes {way.distance}, and {far} are open"

    bearing = heading(centre(foe), centre(unit))
    return Asked("fall back", repr(unit), way is not None, fault, _open_way(state, unit, bearing, run))


def _driven_out(state: State, unit: Unit) -> Asked:
    """Whether a beaten garrison finds a free side of its house."""
    house = house_named(state, unit.house)
    way, mover = outside(state, unit), Sally(state, unit)
    sides = list(sides_of(house.poly))

    def fault() -> str | None:
        assert way is not None
        places, _ = way
        free = any(free_before(state, unit, side, places, places) for side in sides)
        return None if free else "it does not stand free before a side of its house"

    def found(rng: Rng) -> str | None:
        for _ in range(LOOKS):
            side = sides[rng.randint(0, len(sides) - 1)]
            (ax, ay), (bx, by) = side
            share = rng.randint(-50, 150)
            foot = ax + (bx - ax) * share // 100, ay + (by - ay) * share // 100
            spot = ahead(*foot, norm(heading(*side) - 900), rng.randint(unit.radius, mover.reach))
            files, pitch = _loosely(unit, rng)
            legs: Legs = (("place", *spot, rng.randint(0, 3599), files, pitch),)
            if out_by(mover, side, legs):
                return f"there is room before it at {spot}"
        return None

    return Asked("be driven out of a house", repr(unit), way is not None, fault, found)


def _loosely(unit: Unit, rng: Rng) -> tuple[int, int]:
    """Files and pitch of some loose layout. [B4]"""
    return rng.randint(-(-unit.size // 3), unit.size), rng.randint(touching_pitch(unit.arm), 400)


def _legal(mover: Any, legs: Legs) -> str | None:
    """What a mover has against what it offered itself."""
    done = mover.work_out(legs)
    reason = done if isinstance(done, Refusal) else mover.judge(done)
    return None if reason is None else str(reason)


def _comes_out(state: State, unit: Unit) -> Asked:
    mover = Sally(state, unit)
    way = next((legs for legs in mover.candidates() if legs), ())
    around = grown(bounds(mover.house.poly), mover.reach)

    def found(rng: Rng) -> str | None:
        for _ in range(3 * LOOKS):
            files, pitch = _loosely(unit, rng)
            x, y = rng.randint(around[0], around[2]), rng.randint(around[1], around[3])
            legs: Legs = (("place", x, y, rng.randint(0, 3599), files, pitch),)
            if mover.legal(legs):
                return f"it may come out by {legs}"
        return None

    return Asked("come out of a house", repr(unit), bool(way), lambda: _legal(mover, way), found)


def _arrives(state: State, unit: Unit) -> Asked:
    arrival = arrival_of(state, unit)
    assert arrival is not None
    (ax, ay), (bx, by) = arrival.edge
    length = abs(bx - ax) + abs(by - ay)

    def fault() -> str | None:
        for shape in (USUAL, *open_shapes(state, unit)):
            for at in entries(state, unit, shape)[:1]:
                there = standing_at(state, unit, at, shape)
                return None if there is not None else f"it does not stand at {at} as {shape}"
        return "no place and no layout is offered"

    def found(rng: Rng) -> str | None:
        for _ in range(LOOKS):
            files = rng.randint(-(-unit.size // 3), unit.size)
            shape = Shape(files, rng.randint(touching_pitch(unit.arm), widest_pitch(unit.arm)), False)
            at = rng.randint(0, length)
            if standing_at(state, unit, at, shape) is not None:
                return f"it may come on at {at} as {shape}"
        return None

    return Asked("come on", repr(unit), enters(state, unit), fault, found)


def _forms(state: State, unit: Unit) -> Iterator[Asked]:
    mover = Regrouping(state, unit)
    if unit.formed or not mover.may_form():
        return
    way = next((legs for legs in mover.candidates() if legs and legs[0][-1]), ())

    def found(rng: Rng) -> str | None:
        for _ in range(LOOKS):
            files = rng.randint(-(-unit.size // 3), unit.size)
            dx, dy = ahead(0, 0, rng.randint(0, 3599), rng.randint(0, CENTRE))
            legs: Legs = (("dress", files, touching_pitch(unit.arm), rng.randint(0, 3599), dx, dy, 1),)
            if mover.legal(legs):
                return f"it may form by {legs}"
        return None

    yield Asked("form", repr(unit), bool(way), lambda: _legal(mover, way), found)


def _reaches(state: State, unit: Unit) -> Iterator[Asked]:
    """Whether a block finds room before whom it charges."""
    for enemy in outdoors(state, 1 - unit.side):
        if nearest_pair(body_of(unit).circles, body_of(enemy).circles)[0] > rate(unit, Pace.CHARGE):
            continue
        made = onset(state, unit, enemy)
        room = isinstance(made, Refusal) and made.words == "the formed block has no room there"
        if isinstance(made, Onset) or room:
            yield Asked(
                "be reached by a charge",
                f"{unit!r} at {enemy!r}",
                isinstance(made, Onset),
                lambda made=made: _no_contact(state, made),  # type: ignore[misc]
                lambda rng, enemy=enemy: _block_found(state, unit, enemy, rng),  # type: ignore[misc]
            )


def _no_contact(state: State, made: Onset) -> str | None:
    return None if made.gap <= made.reach else f"{made.gap} to go, {made.reach} to spend"


def _block_found(state: State, unit: Unit, enemy: Unit, rng: Rng) -> str | None:
    """Looks for a place short of contact by any hundredth, along the lines between nearest figures."""
    ours, theirs = body_of(unit).circles, body_of(enemy).circles
    gap = nearest_pair(ours, theirs)[0]
    for x, y, r in ours:
        for u, v, s in theirs:
            if nearest_pair([(x, y, r)], [(u, v, s)])[0] == gap:
                back = rng.randint(0, BACK - 1)
                if block_fits(state, unit, (x, y), heading((x, y), (u, v)), gap, back):
                    return f"it has room {back} short of contact"
    return None


def _sights(state: State) -> Iterator[Asked]:
    """Whether one sees another: every look is taken anew, along a house at random points of it."""
    for one in state.standing(0):
        for other in state.standing(1):
            for unit, mark in ((one, other), (other, one)):
                if unit.house or mark.house:
                    yield Asked(
                        "be seen",
                        f"{mark!r} by {unit!r}",
                        can_see(state, unit, mark),
                        found=lambda rng, unit=unit, mark=mark: _look(state, unit, mark, rng),  # type: ignore[misc]
                    )


def _look(state: State, unit: Unit, mark: Unit, rng: Rng) -> str | None:
    by = screens_between(state, unit, mark)
    for eye in eyes(state, unit):
        spots = list(marks(state, mark, eye.point))
        if mark.house:
            for (ax, ay), (bx, by_) in pairwise(
                (*house_named(state, mark.house).poly, house_named(state, mark.house).poly[0])
            ):
                share = rng.randint(0, 1000)
                if in_front(((ax, ay), (bx, by_)), eye.point):
                    spots.append((ax + (bx - ax) * share // 1000, ay + (by_ - ay) * share // 1000))
        for spot in spots:
            if eye.faces(spot) and look_past(state, (eye.point, spot), by).clear:
                return f"{spot} is seen from {eye.point}"
    return None


def _creeps(state: State, hidden: Unit) -> Asked:
    mover = Sneaking(state, hidden)
    way = next((legs for legs in mover.candidates() if legs), ())

    def found(rng: Rng) -> str | None:
        for _ in range(LOOKS):
            dx, dy = ahead(0, 0, rng.randint(0, 3599), rng.randint(LEAST, mover.base))
            legs: Legs = (
                (("go", dx, dy),) if not hidden.formed else (("move", rng.randint(-450, 450), LEAST),)
            )
            if mover.legal(legs):
                return f"it may creep by {legs}"
        return None

    return Asked("creep", repr(hidden), bool(way), lambda: _legal(mover, way), found)


# ---- odds


def played(position: Position, move: Move, rng: Rng) -> Hashable | None:
    """A choice played on in the live game until what was told of it is known."""
    scene = scene_for(position, move)
    if scene is None:
        return None
    return _on(ENGINE, scene, ENGINE.apply(position, move), rng)


def _on(engine: Engine, scene: Scene, position: Position, rng: Rng) -> Hashable | None:
    for _ in range(LOOKS):
        outcome: Any = scene.done(position)
        waiting = engine.pending(position)
        if outcome is not None and not hasattr(outcome, "fractions"):
            return outcome  # type: ignore[no-any-return]
        if isinstance(waiting, Throw):
            if outcome is not None:
                return _drawn(outcome, rng)
            position = engine.follow(position, waiting.roll(rng))
        elif isinstance(waiting, Ask):
            position = engine.follow(position, scene.choose(position, waiting))
        else:
            return None
    return None


def _drawn(dist: Any, rng: Rng) -> Hashable:
    """One outcome of a distribution that the last throw decides."""
    chances = dist.fractions()
    left = rng.random()
    for outcome, chance in chances.items():
        left -= float(chance)
        if left < 0:
            return outcome  # type: ignore[no-any-return]
    return next(iter(chances))  # type: ignore[no-any-return]


CROWDED = Crowded(scene, asked, played)
