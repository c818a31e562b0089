"""Crowded random positions: the units of a battle of the book thrown together anew on its own ground. [B8, G1, H1, K1, M5]"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace
from grognard.geometry.angles import ahead, heading, norm, rotate
from grognard.geometry.points import Bounds, Point, bounds, grown

from ..facts.bodies import KEEP, body_of, clash, near, nearest_pair, outdoors
from ..facts.garrisons import capacity, rooms
from ..facts.ground import House, barred, covers, houses, over_edge, standing_in
from ..facts.hiding import seen_close
from ..facts.layout import depth_of, placed, touching_pitch, widest_pitch
from ..facts.moving import loses_formation
from ..facts.sight import sides_of
from ..facts.walks import layout
from ..setup import ORDER, scenarios, setup
from ..state import Contact, Options, State, Today, Unit, centre
from ..words import Arm, Where

TRIES = 40
"""Spots tried for each unit before it is left out."""
DENSE = (1300, 3500)
"""Everybody is thrown into a square of such a side."""
LATE = 9
"""The turn: whoever is due by then may come on."""


@cache
def _first(name: str) -> State:
    found: State = setup(scenarios()[name].path, Options())
    return found


class Press(NamedTuple):
    """Where and how units are thrown close together, and who first."""

    box: Bounds
    first: tuple[Unit, ...] = ()
    facing: int | None = None
    """The facing of all, in one rank each; of none in particular if it is not told."""
    close: bool = False
    """Their figures touch: room is scarce."""


def scene(rng: Rng) -> Position:
    """A battle of the book thrown together anew: of each kind of crowd one that has the ground for it."""
    draw = PRESSES[rng.randint(0, len(PRESSES) - 1)]
    fit = [name for name in ORDER if draw is not _about_a_house or houses(_first(name))]
    fit = [name for name in fit if draw is not _along_an_edge or _first(name).field.arrivals]
    state = _first(fit[rng.randint(0, len(fit) - 1)])
    gone = tuple(
        [u if u.where is Where.LATER else replace(u, where=Where.LOST, figures=()) for u in state.units]
    )
    now = replace(state, units=gone, turn=min(LATE, state.field.turns), contacts=())
    here = (Where.TABLE,) if draw in (_square, _along_an_edge) else (Where.TABLE, Where.LATER)
    troops = [_worn(u, rng) for u in sorted(state.units, key=lambda _: rng.random()) if u.where in here]
    press = draw(now, troops, rng)
    now = _with(now, press.first)
    stand_already = {unit.id for unit in press.first}
    for unit in troops:
        found = None if unit.id in stand_already else _thrown(now, _pressed(unit, press, rng), press, rng)
        now = _with(now, (found,)) if found is not None else now
    hidden = [found for unit in state.hidden if (found := _lurking(now, unit, rng)) is not None]
    return Position(_at_grips(replace(now, hidden=tuple(hidden)), rng), ())


def _with(state: State, some: Iterable[Unit]) -> State:
    """The state with some units as they stand now."""
    stand = {unit.id: unit for unit in some}
    return replace(state, units=tuple([stand.get(unit.id, unit) for unit in state.units]))


def _about_one(state: State, troops: list[Unit], rng: Rng) -> Press:
    """One unit hemmed in on some sides, and all others as close to it as they find room, its enemies first."""
    fit = [u for u in troops if u.arm in (Arm.FOOT, Arm.HORSE) and not u.is_command]
    one = fit[rng.randint(0, len(fit) - 1)]
    compact = replace(one, files=-(-one.size // 3), pitch=touching_pitch(one.arm))
    there = _outdoors(state, compact, Press((0, 0, state.field.width, state.field.height)), rng)
    if there is None:
        return _square(state, troops, rng)
    turn, sides = rng.randint(0, 3599), []
    for out in (norm(turn + quarter) for quarter in (0, 900, 1800, 2700)):
        deep = max(
            rotate(f.x - centre(there)[0], f.y - centre(there)[1], norm(-out))[1] for f in there.figures
        )
        sides.append((ahead(*centre(there), out, deep + there.radius), out))
    return _hemmed_in(state, there, sides, troops, rng)


def _about_a_house(state: State, troops: list[Unit], rng: Rng) -> Press:
    """A house with a garrison in it and enemies along its walls, and all others before it."""
    foot = [u for u in troops if u.arm is Arm.FOOT and not u.is_command and not u.fleeing and u.gun is None]
    pairs = [(house, unit) for house in houses(state) for unit in foot if capacity(house) >= unit.size]
    if not pairs:
        return _square(state, troops, rng)
    house, one = pairs[rng.randint(0, len(pairs) - 1)]
    sides = []
    for (ax, ay), (bx, by) in sides_of(house.poly):
        out = norm(heading((ax, ay), (bx, by)) - 900)
        sides.append((((ax + bx) // 2, (ay + by) // 2), out))
    return _hemmed_in(state, _indoors(one, house), sides, troops, rng)


def _hemmed_in(
    state: State, one: Unit, sides: Iterable[tuple[Point, int]], troops: list[Unit], rng: Rng
) -> Press:
    """A unit with a rank of enemies close along some of its sides; of its friends some change sides for it."""
    first, left = [one], [u for u in troops if u.id != one.id and not u.is_command and u.gun is None]
    for spot, out in sides:
        tries = (_rank(unit, 1 - one.side, spot, out, rng) for unit in left * 3)
        now = _with(state, first)
        there = next((rank for rank in tries if stands(now, rank)), None)
        if there is not None:
            first.append(there)
            left = [unit for unit in left if unit.id != there.id]
    west, south, east, north = zip(*[body_of(u).box for u in first])
    around = min(west), min(south), max(east), max(north)
    return Press(grown(around, rng.randint(0, 300)), tuple(first), close=True)


def _rank(unit: Unit, side: int, spot: Point, out: int, rng: Rng) -> Unit:
    """A unit of some side, loose in one rank or two, its back to a direction and its front so close to a spot."""
    files, pitch = -(-unit.size // rng.randint(1, 2)), touching_pitch(unit.arm) + rng.randint(0, 100)
    rank = replace(unit, side=side, files=files, formed=False, pitch=pitch)
    deep = unit.radius + depth_of(unit.size, files, pitch) // 2
    return _drawn_up(rank, ahead(*spot, out, deep + rng.randint(0, KEEP)), norm(out + 1800))


def _along_an_edge(state: State, troops: list[Unit], rng: Rng) -> Press:
    """A strip along the edge that late units come on by: all in one rank along it."""
    some = state.field.arrivals
    start, end = some[rng.randint(0, len(some) - 1)].edge
    return Press(grown(bounds((start, end)), rng.randint(200, 500)), (), norm(heading(start, end) + 900))


def _pressed(unit: Unit, press: Press, rng: Rng) -> Unit:
    """A unit drawn up as the others are."""
    if press.facing is not None and unit.gun is None:
        return replace(unit, files=unit.size, formed=False)
    return replace(unit, pitch=touching_pitch(unit.arm)) if press.close and rng.randint(0, 1) else unit


def _square(state: State, troops: list[Unit], rng: Rng) -> Press:
    """Where they are thrown: at the edge of those who are late, at a house, or anywhere."""
    side, field = rng.randint(*DENSE), state.field
    spots = [arrival.edge[rng.randint(0, 1)] for arrival in field.arrivals]
    spots += [house.poly[0] for house in houses(state)]
    if spots and rng.randint(0, 3):
        x, y = spots[rng.randint(0, len(spots) - 1)]
    else:
        x, y = rng.randint(0, field.width), rng.randint(0, field.height)
    west, south = x - rng.randint(0, side), y - rng.randint(0, side)
    return Press((west, south, west + side, south + side))


PRESSES = (_square, *4 * (_about_one,), *2 * (_about_a_house,), _along_an_edge)
"""The kinds of crowds, each as often as it stands here."""


def _worn(unit: Unit, rng: Rng) -> Unit:
    """A unit after some losses, perhaps in flight, in some layout."""
    left = (
        unit.figures[: max(1, unit.size - rng.randint(0, unit.size // 2))]
        if rng.randint(0, 1)
        else unit.figures
    )
    if unit.is_command or unit.gun is not None or unit.arm is Arm.WAGON:
        left = unit.figures
    formed = unit.formed and len(left) >= 6
    pitch = (
        touching_pitch(unit.arm) if formed else rng.randint(touching_pitch(unit.arm), widest_pitch(unit.arm))
    )
    files = rng.randint(-(-len(left) // 3), len(left))
    fleeing = int(not formed and not unit.is_command and unit.gun is None and rng.randint(0, 7) == 0)
    fleeing = 0 if unit.arm is Arm.WAGON or unit.id < 0 else fleeing
    return replace(
        unit,
        figures=left,
        formed=formed,
        pitch=pitch,
        files=files,
        fleeing=fleeing,
        house="",
        today=Today(),
        where=Where.TABLE,
    )


def _indoors(unit: Unit, house: House) -> Unit:
    """A unit inside a house."""
    return replace(unit, house=house.name, formed=False, figures=placed(unit, rooms(unit, house)))


def _thrown(state: State, unit: Unit, press: Press, rng: Rng) -> Unit | None:
    """A unit at a spot where it may stand, now and then in a house; None if none was found."""
    if unit.arm is Arm.FOOT and not unit.is_command and unit.id >= 0 and rng.randint(0, 4) == 0:
        empty = [h for h in houses(state) if not any(u.house == h.name and u.on_table for u in state.units)]
        fit = [house for house in empty if capacity(house) >= unit.size]
        if fit and not unit.fleeing:
            return _indoors(unit, fit[rng.randint(0, len(fit) - 1)])
    if unit.gun is not None:
        return None  # gunners keep about their gun: they are asked of in the book's own games
    return _outdoors(state, unit, press, rng)


def _outdoors(state: State, unit: Unit, press: Press, rng: Rng) -> Unit | None:
    """A unit at a spot in the open; None if none was found."""
    west, south, east, north = press.box
    for _ in range(TRIES):
        spot = rng.randint(west, east), rng.randint(south, north)
        facing = rng.randint(0, 3599) if press.facing is None else press.facing
        there = _drawn_up(unit, spot, facing)
        if stands(state, there):
            return there
    return None


def _drawn_up(unit: Unit, spot: Point, facing: int) -> Unit:
    """A unit drawn up about a spot."""
    places = layout(unit, spot, unit.files, unit.pitch, facing, unit.formed)
    return replace(unit, figures=placed(unit, places), facing=facing)


def _lurking(state: State, unit: Unit, rng: Rng) -> Unit | None:
    """A hidden unit in cover, far enough from every enemy not to be found at once."""
    shelters = list(covers(state.field, unit.mounted))
    for _ in range(TRIES if shelters else 0):
        there = _thrown(state, unit, Press(shelters[rng.randint(0, len(shelters) - 1)].around), rng)
        if there is not None and not seen_close(state, there, ()):
            return there
    return None


def stands(state: State, unit: Unit) -> bool:
    """Whether a unit may stand where it was thrown: on the table, on nobody, on ground it may enter."""
    body = body_of(unit)
    if over_edge(state, body.box) or any(clash(body.circles, body_of(other)) for other in outdoors(state)):
        return False
    here, road = standing_in(state, unit)
    walls = any(clash(body.circles, body_of(u)) for u in near(state, body.box))
    closed = barred(state, unit, here, road=road) is not None or bool(here.house)
    return not walls and not closed and not loses_formation(unit, here, road)


def _at_grips(state: State, rng: Rng) -> State:
    """Enemies that stand close fight, some of them."""
    fit = [u for u in outdoors(state) if not u.fleeing and u.arm in (Arm.FOOT, Arm.HORSE)]
    contacts, busy = [], set[int]()
    for one in fit:
        for other in fit:
            if one.side != 0 or other.side != 1 or {one.id, other.id} & busy:
                continue
            if nearest_pair(body_of(one).circles, body_of(other).circles)[0] <= 2 * KEEP and rng.randint(
                0, 3
            ):
                contacts.append(Contact(one.id, other.id, 2))
                busy |= {one.id, other.id}
    return replace(state, contacts=tuple(contacts))
