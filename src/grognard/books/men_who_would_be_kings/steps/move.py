"""Moves, At the Double, Skirmish, Close Order, lying down. [T067–T094, T107–T116, T123–T127]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Faced, Sum
from grognard.engine.domains import Domain, Reach, Units
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal
from grognard.geometry.gaps import length
from grognard.tabletop.manoeuvre import Legs
from grognard.tabletop.straight import along, as_far_as

from ..facts.advance import BACK, Room, advance
from ..facts.ground import price
from ..facts.melee import DOUBLE
from ..facts.moving import Walk, Walker
from ..facts.paths import Way, reach
from ..facts.placing import Facer
from ..facts.shooting import has_target, targets, why_not_target
from ..facts.values import barring, half_move, may, move_of, ready, trait
from ..state import Desk, Point, State, Unit
from ..words import Action, Trait, Where
from .common import remove
from .env import Melee, Moving, Shooting


def walker(t: Desk) -> Walker:
    """The judge of the move at hand; an opponent deciding for an Idiot may not send him off the table. [F-T3]"""
    unit = t.unit(t.env.unit)
    leave = t.env.by == unit.side
    return Walker(t.state, unit, t.env.allowance, t.env.kind, leave)


def finish_walk(t: Desk, unit: int, walk: Walk) -> None:
    """Put a unit where its move ends. [T090, R-61]"""
    before = t.unit(unit)
    if walk.leaves:
        remove(t, before, Where.EXITED, "R-61", "exits")
        return
    inside = walk.inside
    t.put(unit, models=walk.models, facing=walk.facing, mounted=walk.mounted, inside=inside)
    moved = max(length(a, b) for a, b in zip(before.models, walk.models))
    if inside is not None and before.inside is None:
        t.note("R-62", "enters", unit=unit)
    elif moved or before.inside is not None:
        t.note("T088", "moves", unit=unit, inches=moved / 100)
    if walk.mounted != before.mounted:
        t.note("F-M2", "mounts" if walk.mounted else "dismounts", unit=unit)


class MakeMove(Step):
    """The unit moves within its allowance, without contact and in cohesion. [T088–T094]"""

    cite = "T088"
    title = "Move"

    def begin(self, t: Desk) -> Flow | None:
        unit = t.unit(t.env.unit)
        if not unit.on_table or unit.pinned:
            return NEXT
        if not walker(t).possible():
            t.note("T090", "cannot move", unit=t.env.unit)
            return NEXT
        return None

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        return Ask(
            t.env.by,
            f"Move {unit.name} up to {t.env.allowance / 100:g}″",
            self.cite,
            {"go": Reach(unit.id, walker(t))},
        )

    def go(self, t: Desk, legs: Legs) -> Flow:
        """Go there."""
        walk = walker(t).work_out(legs)
        assert isinstance(walk, Walk)
        finish_walk(t, t.env.unit, walk)
        return NEXT


class DoubleDie(Step):
    """Move plus a d6; the Jolly Sporty keep the higher of two. [T068, F-T20]"""

    cite = "T068"
    title = "At the Double"

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        dice = Faced(2) if trait(unit) is Trait.JOLLY_SPORTY else Sum(1)
        needs = None
        if t.env.target >= 0:
            way = shortest(t.state, unit, t.unit(t.env.target))
            needs = None if way is None else way.cost - move_of(unit)
        return Throw("double", dice, self.cite, side=unit.side, unit=unit.id, needs=needs)

    def fell(self, t: Desk, reading: int | tuple[int, ...]) -> Flow:
        inches = reading if isinstance(reading, int) else max(reading)
        allowance = move_of(t.unit(t.env.unit)) + 100 * inches
        t.bind(allowance=allowance, kind="double")
        t.note(self.cite, "doubles", unit=t.env.unit, inches=allowance // 100)
        return NEXT


class ChargeHome(Step):
    """A charge At the Double reaches its enemy and is an Attack, or stops 1 short of him. [T069, R-24]"""

    cite = "T069"
    title = "Charge"

    def begin(self, t: Desk) -> Flow | Call:
        env: Moving = t.env
        if env.target < 0:
            return NEXT
        unit, target = t.unit(env.unit), t.unit(env.target)
        way = reach(t.state, unit, target, env.allowance)
        if way is not None:
            # How far it might have gone no longer matters: odds take all dice that bring it home as one.
            t.bind(allowance=0)
            return Call("melee", Melee(unit.id, target.id, env.allowance, env.by))
        longer = reach(t.state, unit, target, move_of(unit) + DOUBLE)
        if longer is not None:
            models = fall_short(t.state, unit, target, longer, env.allowance)
            t.put(unit.id, models=models)
        t.note("R-24", "falls short", unit=unit.id, target=target.id)
        return DONE

    def resume(self, t: Desk) -> Flow:
        return DONE


def shortest(state: State, unit: Unit, target: Unit) -> Way | None:
    """The way home that needs the least of the die. [T068, R-24]"""
    limits = range(move_of(unit), move_of(unit) + DOUBLE + 1, 100)
    return next((way for limit in limits if (way := reach(state, unit, target, limit)) is not None), None)


def fall_short(
    state: State, unit: Unit, target: Unit, way: Way, allowance: int
) -> tuple[tuple[int, int], ...]:
    """As far as the allowance goes along the path, stopping 1 away. [R-24]"""
    spot, left = unit.models[way.model], allowance
    spots = [spot]
    for point in way.points:
        end = along(spot, point, affordable(state, unit, spot, point, left))
        left -= price(state, unit, spot, end)
        spots.append(end)
        spot = end
        if end != point:
            break
    room = Room(state, unit, target.id, [], touch=False)
    end = next(filter(room.clear, _backwards(spots)), spots[0])
    return advance(state, unit, target, Way(way.cost, way.model, (end,), way.across), allowance, touch=False)


def affordable(state: State, unit: Unit, start: Point, end: Point, limit: int) -> int:
    """How far along a leg an allowance goes. [R-24]"""

    def paid(far: int) -> bool:
        return price(state, unit, start, along(start, end, far)) <= limit

    return as_far_as(paid, length(start, end))


def _backwards(spots: list[Point]) -> Iterator[Point]:
    """A path from its end back to where it began, in small steps."""
    for start, end in zip(reversed(spots[:-1]), reversed(spots)):
        yield end
        for steps in range(length(start, end) // BACK, 0, -1):
            yield along(start, end, BACK * steps)


# ---- Skirmish


def why_not_skirmish_fire(state: State, unit: Unit) -> Refusal | None:
    """Why a skirmisher has nothing to fire with. [R-21, F-M3]"""
    facts = ready(state, unit, Action.FIRE)._replace(acted=False)
    return barring(facts)


def can_shoot(state: State, unit: Unit) -> bool:
    """Whether a skirmisher may fire."""
    # Who may Fire now may still do so when it has been activated.
    return unit.on_table and (Action.FIRE in may(state, unit) or why_not_skirmish_fire(state, unit) is None)


def skirmish_targets(state: State, unit: Unit) -> tuple[int, ...]:
    """Whom a skirmisher may fire at where it stands. [R-14, R-21]"""
    return targets(state, unit, Action.SKIRMISH) if can_shoot(state, unit) else ()


def has_skirmish_target(state: State, unit: Unit) -> bool:
    """Whether there is anybody a skirmisher may fire at where it stands. [R-14, R-21]"""
    return can_shoot(state, unit) and has_target(state, unit, Action.SKIRMISH)


class SkirmishFires(Step):
    """Fire with half the models, before the half move or after it. [T125, T126, R-21]"""

    cite = "T125"
    title = "Skirmish"

    def __init__(self, first: bool):
        self.first = first

    def begin(self, t: Desk) -> Flow | Call | None:
        if self.first:
            if t.env.first != "fire":
                return NEXT
            return Call("fire", Shooting(t.env.unit, t.env.target, Action.SKIRMISH))
        if t.env.first != "move" or not t.unit(t.env.unit).on_table:
            return NEXT
        return None

    def ask(self, t: Desk) -> Ask | None:
        unit = t.unit(t.env.unit)
        found = skirmish_targets(t.state, unit)
        if not found:
            return None
        offers: dict[str, Domain | None] = {
            "aim": Units(found, lambda noun: why_not_target(t.state, unit, t.unit(noun), Action.SKIRMISH))
        }
        barred: dict[str, Refusal] = {}
        if t.env.moved:
            offers["hold_fire"] = None
        else:
            barred["hold_fire"] = Refusal("R-21", "it has not moved: one of the two parts is done")
        return Ask(t.env.by, f"{unit.name}: fire with half the models", self.cite, offers, barred)

    def aim(self, t: Desk, target: int) -> Call:
        """Fire at it."""
        return Call("fire", Shooting(t.env.unit, target, Action.SKIRMISH))

    def hold_fire(self, t: Desk) -> Flow:
        """The move was enough."""
        return NEXT


class SkirmishMoves(Step):
    """Half a move, terrain as usual, without contact. [T125, R-21]"""

    cite = "T125"
    title = "Skirmish"

    def begin(self, t: Desk) -> Flow | Call:
        unit = t.unit(t.env.unit)
        if not unit.on_table:
            return NEXT
        t.bind(stood=unit.models)
        return Call("move", Moving(unit.id, t.env.by, half_move(unit), "skirmish"))

    def resume(self, t: Desk) -> Flow:
        unit = t.unit(t.env.unit)
        t.bind(moved=unit.models != t.env.stood)
        return NEXT


# ---- Close Order, lying down


class FormUp(Step):
    """Two ranks close on the Leader, facing as chosen; nobody in them lies down. [T072, T073, R-23, T148]"""

    cite = "T072"
    title = "Form Close Order"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        return Ask(
            t.env.by,
            f"{unit.name}: form up, facing which way?",
            self.cite,
            {"face": Reach(unit.id, Facer(t.state, unit, True))},
        )

    def face(self, t: Desk, legs: Legs) -> Flow:
        """With this front."""
        unit = t.unit(t.env.unit)
        facing = legs[0][1] % 3600
        models = Facer(t.state, unit, True).ranks(facing)
        t.put(unit.id, models=models, facing=facing, close_order=True, to_ground=False)
        t.note(self.cite, "forms close order", unit=unit.id)
        return NEXT


class BreakUp(Step):
    """Close Order is given up; nobody moves. [T085, R-23]"""

    cite = "T085"
    title = "Break Close Order"

    def begin(self, t: Desk) -> Flow:
        t.put(t.env.unit, close_order=False)
        t.note(self.cite, "breaks close order", unit=t.env.unit)
        return NEXT


class LieDown(Step):
    """The unit goes to ground, anywhere: Tribal foot, or who has bought Fieldcraft. [T107, T108, T116, F-U10]"""

    cite = "T108"
    title = "Go to Ground"

    def begin(self, t: Desk) -> Flow:
        t.put(t.env.unit, to_ground=True)
        t.note(self.cite, "goes to ground", unit=t.env.unit)
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "move": (MakeMove(),),
    "double": (DoubleDie(), ChargeHome(), MakeMove()),
    "skirmish": (SkirmishFires(first=True), SkirmishMoves(), SkirmishFires(first=False)),
    "form": (FormUp(),),
    "break": (BreakUp(),),
    "lie down": (LieDown(),),
}
