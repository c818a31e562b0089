"""Crowded random positions: the units of a battle of the book thrown together anew on its own ground. [B8, G1, H1, K1, M5]"""

from __future__ import annotations

from functools import cache

from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace
from grognard.geometry.points import Bounds

from ..facts.bodies import KEEP, body_of, clash, near, nearest_pair, outdoors
from ..facts.garrisons import capacity, rooms
from ..facts.ground import barred, covers, houses, over_edge, standing_in
from ..facts.hiding import seen_close
from ..facts.layout import placed, touching_pitch, widest_pitch
from ..facts.moving import loses_formation
from ..facts.walks import layout
from ..setup import ORDER, scenarios, setup
from ..state import Contact, Options, State, Today, Unit
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


def scene(rng: Rng) -> Position:
    """A battle of the book thrown together anew."""
    state = _first(ORDER[rng.randint(0, len(ORDER) - 1)])
    box = _square(state, rng)
    gone = tuple(
        [u if u.where is Where.LATER else replace(u, where=Where.LOST, figures=()) for u in state.units]
    )
    now = replace(state, units=gone, turn=min(LATE, state.field.turns), contacts=())
    for unit in sorted(state.units, key=lambda _: rng.random()):
        if unit.where is Where.TABLE and (found := _thrown(now, _worn(unit, rng), box, rng)) is not None:
            now = replace(now, units=(*now.units[: found.id], found, *now.units[found.id + 1 :]))
    hidden = [found for unit in state.hidden if (found := _lurking(now, unit, rng)) is not None]
    return Position(_at_grips(replace(now, hidden=tuple(hidden)), rng), ())


def _square(state: State, rng: Rng) -> Bounds:
    """Where they are thrown: at the edge of those who are late, at a house, or anywhere."""
    side, field = rng.randint(*DENSE), state.field
    spots = [arrival.edge[rng.randint(0, 1)] for arrival in field.arrivals]
    spots += [house.poly[0] for house in houses(state)]
    if spots and rng.randint(0, 3):
        x, y = spots[rng.randint(0, len(spots) - 1)]
    else:
        x, y = rng.randint(0, field.width), rng.randint(0, field.height)
    west, south = x - rng.randint(0, side), y - rng.randint(0, side)
    return west, south, west + side, south + side


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
        unit, figures=left, formed=formed, pitch=pitch, files=files, fleeing=fleeing, house="", today=Today()
    )


def _thrown(state: State, unit: Unit, box: Bounds, rng: Rng) -> Unit | None:
    """A unit at a spot where it may stand, now and then in a house; None if none was found."""
    if unit.arm is Arm.FOOT and not unit.is_command and unit.id >= 0 and rng.randint(0, 4) == 0:
        empty = [h for h in houses(state) if not any(u.house == h.name and u.on_table for u in state.units)]
        fit = [house for house in empty if capacity(house) >= unit.size]
        if fit and not unit.fleeing:
            house = fit[rng.randint(0, len(fit) - 1)]
            return replace(unit, house=house.name, formed=False, figures=placed(unit, rooms(unit, house)))
    if unit.gun is not None:
        return None  # gunners keep about their gun: they are asked of in the book's own games
    for _ in range(TRIES):
        spot, facing = (rng.randint(box[0], box[2]), rng.randint(box[1], box[3])), rng.randint(0, 3599)
        places = layout(unit, spot, unit.files, unit.pitch, facing, unit.formed)
        there = replace(unit, figures=placed(unit, places), facing=facing)
        if stands(state, there):
            return there
    return None


def _lurking(state: State, unit: Unit, rng: Rng) -> Unit | None:
    """A hidden unit in cover, far enough from every enemy not to be found at once."""
    shelters = list(covers(state.field, unit.mounted))
    for _ in range(TRIES if shelters else 0):
        there = _thrown(state, unit, shelters[rng.randint(0, len(shelters) - 1)].around, rng)
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
