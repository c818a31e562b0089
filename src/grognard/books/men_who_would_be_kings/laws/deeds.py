"""What an action may do, and what the journal says of it: laws about a deed. [T088, T133, T149]"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.engine.soundness import Deed, Law
from grognard.geometry.angles import ahead, heading
from grognard.geometry.gaps import nearest_point, point_gap
from grognard.geometry.points import disjoint, grown

from ..facts.bodies import KEEP, bounds_of, extent, gap, in_cohesion
from ..facts.ground import Barrier, layout
from ..facts.melee import pursuit
from ..facts.retreat import allowance
from ..facts.storming import holds
from ..facts.values import move_of
from ..state import Point, State, Unit
from ..steps.verbs import ORDERS
from .tracing import straight_contact

ROUNDING = 2
CARRIED = frozenset({
    "moves", "retreats", "attacks", "storms", "falls short", "forms close order", "turns", "enters", "set up",
    "arrives", "appears", "comes round", "springs up", "edge",
})  # fmt: skip
"""What the journal says of those who were put somewhere else."""
COMES = frozenset({"set up", "arrives", "appears", "comes round", "springs up", "will be back", "edge"})


def _states(deed: Deed) -> tuple[State, State]:
    return deed.before.state, deed.after.state


def _pairs(deed: Deed) -> Iterator[tuple[Unit, Unit]]:
    """Every unit before and after that was changed."""
    before, after = _states(deed)
    return ((old, new) for old, new in zip(before.units, after.units) if old is not new)


def _told_of(deed: Deed, unit: Unit, *words: str) -> bool:
    return any(entry.facts.get("unit") == unit.id for entry in deed.told(*words))


def carried(deed: Deed) -> Iterator[str]:
    """Nobody is moved of whom the journal does not say so."""
    for old, new in _pairs(deed):
        if new.on_table and not set(new.models) <= set(old.models):
            whole = next(deed.told("edge"), None) is not None
            if not whole and not _told_of(deed, new, *CARRIED):
                yield f"{new.key} stands elsewhere and nobody says why"


def scattered(deed: Deed) -> Iterator[str]:
    """A Move, an Attack and forming up end in cohesion."""
    after = deed.after.state
    for entry in deed.told("moves", "attacks", "falls short", "forms close order", "storms", "set up"):
        unit = after.units[entry.facts["unit"]]
        loose = unit.on_table and unit.inside is None and unit.models and not in_cohesion(unit)
        if loose and not _told_of(deed, unit, "loses", "retreats"):
            yield f"{unit.key} is out of cohesion after it {entry.what}"


def too_near(deed: Deed) -> Iterator[str]:
    """After a Move, a charge fallen short, forming or turning nobody is nearer than 1, unless he was and is no nearer."""
    before, after = _states(deed)
    for entry in deed.told("moves", "falls short", "forms close order", "turns"):
        new = after.units[entry.facts["unit"]]
        old = before.units[new.id]
        if new.on_table and new.inside is None:
            yield from _crowded(after, old, new)


def _crowded(state: State, old: Unit, new: Unit) -> Iterator[str]:
    if not any(gap(state, new, enemy) < KEEP for enemy in state.on_table(1 - new.side)):
        return
    for enemy in state.on_table(1 - new.side):
        wall = None if enemy.inside is None else state.field.terrain[enemy.inside].poly
        for at, model in enumerate(new.models):
            was = old.models[at] if old.count == new.count and old.inside is None else None
            near = _gaps(model, new.radius, enemy, wall)
            then = _gaps(was, new.radius, enemy, wall) if was is not None else [KEEP + 0.0] * len(near)
            if any(now < KEEP - ROUNDING and now < past - ROUNDING for now, past in zip(near, then)):
                yield f"{new.key} came within 1 of {enemy.key}"
                return


def _gaps(model: Point, radius: int, enemy: Unit, wall: tuple[Point, ...] | None) -> list[float]:
    if wall is not None:
        return [float(point_gap(model, wall) - radius)]
    return [hypot(model[0] - x, model[1] - y) - radius - enemy.radius for x, y in enemy.models]


def false_distance(deed: Deed) -> Iterator[str]:
    """The journal tells the distance really gone."""
    before, after = _states(deed)
    for entry in deed.told("moves"):
        old, new = before.units[entry.facts["unit"]], after.units[entry.facts["unit"]]
        if new.on_table and old.inside is None and old.count == new.count:
            gone = max(hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(old.models, new.models))
            if abs(100 * entry.facts["inches"] - gone) > ROUNDING:
                yield f"{new.key} moved {gone / 100:.2f}, told are {entry.facts['inches']}"
    for entry in deed.told("retreats"):
        old, new = before.units[entry.facts["unit"]], after.units[entry.facts["unit"]]
        if new.on_table and old.inside is None and not _told_of(deed, new, "attacks", "storms"):
            shifts, told = _shifts(old, new), 100 * entry.facts["inches"]
            if all(abs(told - shift) > ROUNDING for shift in shifts):
                yield f"{new.key} retreated {min(shifts, default=None)}, told are {entry.facts['inches']}"


def _shifts(old: Unit, new: Unit) -> list[float]:
    """How far a unit may have been shifted as a whole, some of it fallen: whoever is left alone may be any of them."""
    there = set(new.models)
    x, y = new.models[0]
    return [
        hypot(x - u, y - v) for u, v in old.models if there <= {(a + x - u, b + y - v) for a, b in old.models}
    ]


def too_far(deed: Deed) -> Iterator[str]:
    """A Retreat is at most half a move, a Cad's twice that."""
    for entry in deed.told("retreats"):
        old = deed.before.state.units[entry.facts["unit"]]
        most = max(allowance(old), allowance(replace(old, close_order=False)))
        if 100 * entry.facts["inches"] > most + ROUNDING:
            yield f"{old.key} retreated {entry.facts['inches']}"


def stood_still(deed: Deed) -> Iterator[str]:
    """Whom neither enemies nor friends, ground nor Obstacles are near to, goes all of his half move."""
    before, after = _states(deed)
    for entry in deed.told("retreats"):
        old, new = before.units[entry.facts["unit"]], after.units[entry.facts["unit"]]
        if (
            not new.on_table
            or old.inside is not None
            or 100 * entry.facts["inches"] >= allowance(new) - ROUNDING
        ):
            continue
        foes = [u for u in after.on_table() if u.id != new.id and gap(after, u, new) < allowance(new) + 400]
        if (
            len(foes) < 2
            and not layout(after).barriers
            and not layout(after).blocks
            and not layout(after).difficult
        ):
            yield f"{new.key} retreated only {entry.facts['inches']}"


def unpaid(deed: Deed) -> Iterator[str]:
    """Where nothing but enemies and closed ground may have stopped a Retreat, a model was lost for each inch not gone."""
    after: State = deed.after.state
    for entry in deed.told("retreats"):
        new = after.units[entry.facts["unit"]]
        if not new.on_table or _told_of(deed, new, "attacks", "storms"):
            continue
        missing = allowance(new) - round(100 * entry.facts["inches"])
        paid = sum(
            e.facts["models"] for e in deed.told("loses") if e.cite == "R-59" and e.facts["unit"] == new.id
        )
        if missing >= 100 and paid < missing // 100 and not _stopped_kindly(after, new):
            yield f"{new.key} lost {paid} for {missing / 100:g} inches it did not go"


def _stopped_kindly(state: State, unit: Unit) -> bool:
    """Whether friends, Obstacles or bad ground are about, which stop a Retreat at no cost. [R-27, R-43]"""
    ground, around = layout(state), grown(bounds_of(unit), 800)
    friends = [u for u in state.on_table(unit.side) if u.id != unit.id]
    return (
        not ground.barriers.clear_of(around)
        or not ground.difficult.clear_of(around)
        or any(not disjoint(extent(state, u), around) for u in friends)
    )


def told_in_vain(deed: Deed) -> Iterator[str]:
    """Whoever is said to have moved or retreated stands elsewhere."""
    before, after = _states(deed)
    for entry in deed.told("moves", "retreats"):
        old, new = before.units[entry.facts["unit"]], after.units[entry.facts["unit"]]
        if entry.facts["inches"] > 0 and new.on_table and new.models == old.models:
            yield f"{new.key} {entry.what} {entry.facts['inches']}, and stands where it stood"


def miscounted(deed: Deed) -> Iterator[str]:
    """Whoever lost models lost as many as the journal says; nobody gains any."""
    for old, new in _pairs(deed):
        told = sum(e.facts["models"] for e in deed.told("loses") if e.facts["unit"] == new.id)
        if new.on_table and old.on_table and new.fallen - old.fallen != told:
            yield f"{new.key} lost {new.fallen - old.fallen}, told are {told}"
        if (
            new.count > old.count
            and not _told_of(deed, new, *COMES)
            and next(deed.told("edge"), None) is None
        ):
            yield f"{new.key} has gained models"


def raised(deed: Deed) -> Iterator[str]:
    """No Leader comes back to a unit on the table; markers come one at a time and go all at once."""
    for old, new in _pairs(deed):
        if not (old.on_table and new.on_table):
            continue
        if old.leader is None and new.leader is not None and not _told_of(deed, new, *COMES):
            yield f"{new.key} has a Leader again"
        if new.pins not in (0, old.pins, old.pins + 1):
            yield f"{new.key} went from {old.pins} to {new.pins} markers"


def twice(deed: Deed) -> Iterator[str]:
    """Nobody is activated twice in a turn, and the Pinned only Rally."""
    action = deed.action
    if not isinstance(action, Move) or action.verb not in ORDERS:
        return
    number = action.noun[0] if isinstance(action.noun, tuple) else action.noun
    unit: Unit = deed.before.state.units[number]
    if unit.acted or unit.arrived:
        yield f"{unit.key} acts though it may not"
    if unit.pinned != (action.verb == "rally"):
        yield f"{unit.key} has {unit.pins} markers and does {action.verb}"


def wrong_winner(deed: Deed) -> Iterator[str]:
    """Whoever inflicted more has won; a unit without models has lost; a loser who lives has lost somebody."""
    for result in ("won", "lost", "drawn"):
        for entry in deed.told(f"melee {result}"):
            lost, inflicted = entry.facts["lost"], entry.facts["inflicted"]
            left = [deed.before.state.units[entry.facts[who]].count for who in ("unit", "target")]
            alive = left[0] > lost, left[1] > inflicted
            wanted = "drawn" if lost == inflicted else "won" if inflicted > lost else "lost"
            if alive[0] != alive[1]:
                wanted = "won" if alive[0] else "lost"
            if not any(alive):
                wanted = "drawn"
            if result != wanted:
                yield f"{inflicted} to {lost} is {result}"


def follow_ups_wrong(deed: Deed) -> Iterator[str]:
    """Only Cavalry follows up, once; and where it finds no way after the beaten, there is none straight ahead."""
    state: State = deed.after.state
    for entry in deed.told("follows up"):
        if not state.units[entry.facts["unit"]].cavalry or len(deed.before.state.bouts) > 1:
            yield "somebody follows up who may not"
    for entry in deed.told("no way after them"):
        unit, target = (state.units[entry.facts[who]] for who in ("unit", "target"))
        if straight_contact(state, unit, target, pursuit(state)):
            yield f"{unit.key} could follow up {target.key}"


def walls_unheld(deed: Deed) -> Iterator[str]:
    """Whoever stormed holds what he stormed."""
    state: State = deed.after.state
    for entry in deed.told("storms"):
        unit = state.units[entry.facts["unit"]]
        if unit.inside is None and not any(_held(unit, wall) for wall in layout(state).barriers):
            yield f"{unit.key} stormed and holds nothing"
        if unit.close_order:
            yield f"{unit.key} stormed in ranks"


def _held(unit: Unit, wall: Barrier) -> bool:
    """Whether most of a unit has an Obstacle within 1, and it lies before them."""
    count = 0
    for model in unit.models:
        feet = [nearest_point(model, piece) for piece in wall.pieces]
        foot = min(feet, key=lambda p: hypot(p[0] - model[0], p[1] - model[1]))
        count += holds(wall, model, unit.radius, ahead(*foot, heading(model, foot), 100))
    return 2 * count > unit.count


def wheeled_far(deed: Deed) -> Iterator[str]:
    """Nobody goes farther than a move to his place in new ranks."""
    before, after = _states(deed)
    for entry in deed.told("forms close order", "turns"):
        old, new = before.units[entry.facts["unit"]], after.units[entry.facts["unit"]]
        most = move_of(replace(old, close_order=False)) + ROUNDING
        if any(hypot(a[0] - b[0], a[1] - b[1]) > most for a, b in zip(old.models, new.models)):
            yield f"{new.key} went farther than a move into its ranks"


DEEDS: tuple[Law, ...] = (
    Law("nobody stands elsewhere of whom the journal does not say so", ("T095", "T027"), over=carried),
    Law("a Move, an Attack and forming up end in cohesion", ("T090", "T150", "R-57"), over=scattered),
    Law("nobody comes within 1 of an enemy but by an Attack", ("T088", "R-25", "R-23"), over=too_near),
    Law("the journal tells the distance really gone", ("T088", "T133", "R-27"), over=false_distance),
    Law("a Retreat is at most half a move, a Cad's a whole one", ("T133", "F-T5"), over=too_far),
    Law(
        "on open ground with nobody near a Retreat goes all its half move", ("T028", "R-27"), over=stood_still
    ),
    Law(
        "a Retreat cut short by enemies or closed ground is paid for, by garrisons too",
        ("T137", "R-27", "R-62"),
        over=unpaid,
    ),
    Law("what the journal says moved has moved", ("T088", "T133"), over=told_in_vain),
    Law("losses are as told, and nobody gains models", ("T143",), over=miscounted),
    Law(
        "no Leader comes back, markers come one by one and go together", ("T144", "R-05", "T119"), over=raised
    ),
    Law("nobody is activated twice in a turn, and the Pinned only Rally", ("T149", "T103"), over=twice),
    Law(
        "the winner of a melee is who inflicted more and lives",
        ("T027", "T030", "R-12", "T142"),
        over=wrong_winner,
    ),
    Law(
        "Cavalry follows up once, and wherever it can",
        ("T032", "T034", "T035", "R-30"),
        over=follow_ups_wrong,
    ),
    Law("whoever storms holds the defence, and not in ranks", ("T037", "R-31"), over=walls_unheld),
    Law("nobody goes farther than a move into ranks", ("R-23",), over=wheeled_far),
)
