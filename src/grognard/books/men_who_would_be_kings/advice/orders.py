"""What each unit is told: the wave goes in together, the firing line stands, horse waits, wrecks keep away. [F-S1]"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from grognard.engine.book import Look
from grognard.engine.memo import kept
from grognard.engine.tasks import Choices, Duty, Plan, Task
from grognard.geometry.gaps import length
from grognard.geometry.shapes import centre

from ..facts.bodies import gap, middle
from ..facts.melee import DOUBLE
from ..facts.shooting import reach_of
from ..facts.values import move_of
from ..state import Point, State, Unit
from .aims import Aim, aim_of, is_fighter
from .closing import IN_PLACE, places
from .tasks import task_of

WRECK = 4
"""A unit with a fourth of its men or fewer is a wreck."""
TOGETHER = 2
"""Who is within so many moves of the first goes in with him."""
CLEAR = 150
"""How far out of rifle range the wave waits for the others."""
CHASE, CROWDED = 900, 500
"""How much nearer horse must be to be run after on foot, and anybody whom two go for already."""
DEEP = 300
"""What two units standing in clumps are nearer to each other than their middles."""
BEHIND = 500
"""How far behind the others horse waits."""
CLOSING_UP, AWAY = 1.5, 600
"""How much who is apart from the others wants to be beside them; how far off horse is apart."""
COMING = 400
"""Fighters within their reach and so much more are upon it next."""


@kept
def tasks(state: State, side: int) -> Choices:
    """For each unit, the favourite first."""
    units, foes = state.on_table(side), state.on_table(1 - side)
    found: dict[Hashable, tuple[Task, ...]] = {}
    if not foes:
        return found
    wave = [u for u in units if is_fighter(u) and not u.cavalry and not u.pinned and not wrecked(u)]
    moves = {u.id: _moves(u, nearest(u, foes)) for u in wave}
    first = min(moves.values(), default=0)
    last = max([n for n in moves.values() if n <= first + TOGETHER], default=0)
    marks = _marks(wave, foes)
    for unit in units:
        aim = task_of(state, unit)
        if aim is not None and (aim.task or aim.leaves):
            duty = Duty.HOLD if aim.zeal == 0 or length(middle(unit), aim.spot) <= 700 else Duty.TAKE
            found[unit.id] = (Task(duty, aim.spot), Task(Duty.HOLD))
        elif wrecked(unit):
            found[unit.id] = (Task(Duty.WITHDRAW), Task(Duty.HOLD))
        elif unit.id in moves:
            together = moves[unit.id] <= first + TOGETHER
            when = state.turn + last if together else 0
            place = middle(marks[unit.id]) if aim is None else aim.spot
            found[unit.id] = (Task(Duty.TAKE, place, when), Task(Duty.HOLD))
        elif unit.cavalry and len(units) > 1 and not _alone(units):
            post = Task(Duty.RESERVE, _post(state, side, units))
            far = nearest(unit, foes) > 2 * move_of(unit)  # else there is somebody to ride at
            found[unit.id] = (*(_closing(state, unit, AWAY) if far else ()), post, Task(Duty.SCREEN))
        elif is_fighter(unit):
            found[unit.id] = (Task(Duty.TAKE, middle(_prey(unit, foes))), Task(Duty.RESERVE))
        else:
            found[unit.id] = _line(state, unit, foes)
    return found


def apart(unit: Unit, other: Unit) -> int:
    """How far two units are from each other, roughly: quicker than to measure from man to man."""
    return max(0, length(middle(unit), middle(other)) - DEEP)


def nearest(unit: Unit, foes: Iterable[Unit]) -> int:
    """How far the nearest of them is, roughly."""
    return min([apart(unit, e) for e in foes])


def wrecked(unit: Unit) -> bool:
    """Whether too few are left to be sent anywhere."""
    return unit.count * WRECK <= unit.start


def _marks(wave: list[Unit], foes: tuple[Unit, ...]) -> dict[int, Unit]:
    """Whom each of the wave goes for: two upon one, the Pinned and whoever carries the prize rather, horse only if it is close."""
    taken: dict[int, int] = {}
    found: dict[int, Unit] = {}
    for unit in sorted(wave, key=lambda u: (nearest(u, foes), u.id)):
        mark = min(
            foes,
            key=lambda e: (
                apart(unit, e)
                + CHASE * (e.cavalry and apart(unit, e) > move_of(unit))
                - 1200 * e.prize - 200 * e.pinned + CROWDED * max(0, taken.get(e.id, 0) - 1),
                e.id,
            ),
        )  # fmt: skip
        taken[mark.id] = taken.get(mark.id, 0) + 1
        found[unit.id] = mark
    return found


def _prey(unit: Unit, foes: tuple[Unit, ...]) -> Unit:
    return min(foes, key=lambda e: (apart(unit, e), e.id))


def _alone(units: tuple[Unit, ...]) -> bool:
    """Whether there is only horse left."""
    return all(u.cavalry for u in units)


def _post(state: State, side: int, units: tuple[Unit, ...]) -> Point:
    """Behind the middle of the others."""
    foot = [middle(u) for u in units if not u.cavalry]
    x, y = sum(p[0] for p in foot) // len(foot), sum(p[1] for p in foot) // len(foot)
    foes = [middle(e) for e in state.on_table(1 - side)]
    ex, ey = sum(p[0] for p in foes) // len(foes), sum(p[1] for p in foes) // len(foes)
    far = max(1, length((x, y), (ex, ey)))
    return x + (x - ex) * BEHIND // far, y + (y - ey) * BEHIND // far


def _line(state: State, unit: Unit, foes: tuple[Unit, ...]) -> tuple[Task, ...]:
    """The firing line closes up, goes to where it can shoot, at a walk, and stands before those who rush it."""
    rushers = [e for e in foes if is_fighter(e) and not e.pinned and not wrecked(e)]
    coming = any(apart(unit, e) <= move_of(e) + COMING for e in rushers)
    stay = Task(Duty.HOLD, middle(unit))
    fire = Task(Duty.BOMBARD, middle(_prey(unit, foes)))
    if coming:
        return stay, fire
    return *_closing(state, unit, IN_PLACE), fire, stay


def _closing(state: State, unit: Unit, near: int) -> tuple[Task, ...]:
    """To the others, if they are waited for by spearmen and it is not near them yet."""
    place = places(state, unit.side).get(unit.id)
    far = place is not None and length(middle(unit), place) > near
    return (Task(Duty.SUPPORT, place),) if far else ()


def aim_for(look: Look, unit: Unit) -> Aim:
    """Where a unit goes by what it is told."""
    state: State = look.position.state
    task = look.plan.get(unit.id)
    aim = aim_of(state, unit)
    if task is None or aim.task:
        return aim
    if task.duty is Duty.SUPPORT and isinstance(task.place, tuple):
        return Aim(task.place, IN_PLACE // 2, CLOSING_UP, True)
    if task.duty is Duty.RESERVE and isinstance(task.place, tuple):
        return Aim(task.place, 300, 0.3)
    if task.duty is Duty.WITHDRAW:
        return Aim(middle(unit), 0, 0.0)
    if task.duty is Duty.TAKE and isinstance(task.place, tuple) and is_fighter(unit):
        aim = aim._replace(spot=task.place)
    if waits(look, unit):
        return aim._replace(near=max(aim.near, _safe(state, unit)))
    return aim


def waits(look: Look, unit: Unit) -> bool:
    """Whether it is well ahead of the others of its wave, and nobody shoots at it where it is."""
    state: State = look.position.state
    task = look.plan.get(unit.id)
    foes = state.on_table(1 - unit.side)
    if task is None or task.duty is not Duty.TAKE or not foes:
        return False
    if state.turn + _moves(unit, nearest(unit, foes)) + 1 >= task.when:
        return False
    safe = _safe(state, unit)
    return all(apart(unit, e) > safe - CLEAR for e in foes if not is_fighter(e))


def _moves(unit: Unit, far: int) -> int:
    """After how many moves it can attack somebody so far off."""
    return max(0, -(-(far - move_of(unit)) // move_of(unit)))


def _safe(state: State, unit: Unit) -> int:
    """Out of range of every shooter."""
    return max([reach_of(e) for e in state.on_table(1 - unit.side) if not is_fighter(e)], default=0) + CLEAR


def in_reach(state: State, unit: Unit) -> bool:
    """Whether it could attack somebody from where it stands."""
    far = move_of(unit) + (DOUBLE // 2 if unit.cavalry else 0)
    return any(
        apart(unit, e) <= far + DEEP and gap(state, unit, e) <= far for e in state.on_table(1 - unit.side)
    )


def told(state: State, side: int, plan: Plan) -> tuple[str, ...]:
    """A plan in words: a sentence for all who are told the same."""
    found: dict[str, list[str]] = {}
    for unit in state.on_table(side):
        if unit.id in plan:
            found.setdefault(_words(state, unit, plan[unit.id]), []).append(unit.name)
    return tuple(f"{', '.join(names)}: {words}" for words, names in found.items())


def _words(state: State, unit: Unit, task: Task) -> str:
    """What one is told, in the words of the table."""
    aim = aim_of(state, unit)
    if aim.leaves:
        return "to leave the table"
    match task.duty:
        case Duty.TAKE if aim.task:
            return _asked(state, unit, aim)
        case Duty.TAKE:
            return (
                f"to go in together on turn {task.when}" if task.when > state.turn else "to go at the enemy"
            )
        case Duty.BOMBARD:
            return "to come into range"
        case Duty.SUPPORT:
            return "to close up with the others"
        case Duty.RESERVE:
            return "to wait behind the others"
        case Duty.SCREEN:
            return "to ride at whoever is weak"
        case Duty.WITHDRAW:
            return "to keep away"
        case Duty.HOLD if aim.task:
            return _asked(state, unit, aim)
    return "to stand"


def _asked(state: State, unit: Unit, aim: Aim) -> str:
    """What the scenario wants of it, with the names of the scenario."""
    field, victory = state.field, state.field.victory
    if unit.prize:
        return "to bring the prize home"
    if aim.spot == state.prize:
        return "to fetch the prize"
    marked = [name for name, spot in zip(field.marker_names, field.markers) if spot == aim.spot]
    if victory == "land":
        return f"to search {marked[0] if marked else 'the nearest place'}"
    housed = [
        each.name for each in field.terrain if each.kind == "building" and centre(each.poly) == aim.spot
    ]
    if victory in ("destroy", "bullet") and housed:
        return f"to {'pull down' if victory == 'destroy' else 'fall back on'} {housed[0]}"
    place = {"fort": "the fort", "relief": "the camp"}.get(victory)
    if place is None:
        return "to man the nearest wall"
    return f"to {'hold' if unit.side == 0 else 'storm'} {place}"


__all__ = ["aim_for", "in_reach", "nearest", "tasks", "told", "waits", "wrecked"]
