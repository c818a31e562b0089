"""Moves: what a manoeuvre costs, why it may not be, and manoeuvres worth trying. [T088–T094, R-25, R-26, R-43, R-56]"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from grognard.engine.dice import Rng
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.crowds import Disc
from grognard.geometry.points import Bounds, Segment, bounds, grown, square
from grognard.geometry.reach import fan
from grognard.tabletop.figures import feet
from grognard.tabletop.land import first_off_table, over_edge
from grognard.tabletop.manoeuvre import Leg, Legs, Manoeuvre, Shown, Wish, once
from grognard.tabletop.straight import crowded_together, overlaps

from ..state import Edge, Point, State, Unit
from .bends import GATHER, GATHERING, MOUNT, along, arranged, bent_at_a_glance, path_of_model, ways_round
from .bodies import all_discs, bases, cohesive, gathered, heart, house, outline, ranks, reference
from .driven_out import clear_of
from .ground import (
    Barrier,
    all_on_table,
    astride,
    barriers_met,
    house_at,
    is_open,
    on_table,
    price,
    prices,
    runs_into,
    shut,
)
from .houses import houses_round, indoors, why_not_hold
from .ideas import ideas, whim
from .lanes import Crowded, breaks_gap, enemies_round, hits, solid_friends
from .shooting import has_arc
from .singles import limit
from .values import half_move
from .walk import Walk as Walk
from .wheeling import why_not_wheel

MOST_LEGS = 40
MOST_NAMED = 8
"""Way-points of a Move, at most."""
FARTHEST = 20000
AS_IT_STANDS = "as it stands"


class Course:
    """A unit on its way, leg by leg: where its models are and what each has gone."""

    def __init__(self, unit: Unit):
        self.unit = unit
        self.models = list(unit.models)
        self.gone: list[tuple[int, Segment]] = []
        self.facing, self.mounted, self.leaves = unit.facing, unit.mounted, False
        self.halted: tuple[Point, ...] = ()

    def take(self, leg: Leg) -> None:
        """One leg more."""
        match leg:
            case ("go", int(dx), int(dy)):
                self._to([(x + dx, y + dy) for x, y in self.models])
            case ("model", int(i), int(dx), int(dy)):
                x, y = self.models[i]
                self.gone.append((i, ((x, y), (x + dx, y + dy))))
                self.models[i] = x + dx, y + dy
            case ("gather", _):
                here = replace(self.unit, models=tuple(self.models))
                self._to(list(gathered(here, heart(here))))
            case ("face", int(angle)):
                self._face(angle % 3600)
            case ("mount", int(up)):
                self.mounted = bool(up)
            case ("leave", _):
                self.leaves = True

    def _to(self, spots: list[Point]) -> None:
        """All go to their spots; those that stay where they are go no way."""
        legs = enumerate(zip(self.models, spots))
        self.gone += [(i, (start, end)) for i, (start, end) in legs if start != end]
        self.models = spots

    def _face(self, facing: int) -> None:
        """In Close Order the ranks form anew where they halted."""
        self.facing = facing
        if self.unit.close_order and facing != self.unit.facing:
            self.halted = tuple(self.models)
            self.models = list(ranks(replace(self.unit, models=self.halted), facing))


class Walker(Manoeuvre[Walk]):
    """One unit's move with its allowance: the judge of every manoeuvre."""

    cite, tries = "R-56", 4

    def __init__(self, state: State, unit: Unit, allowance: int, kind: str = "move", leave: bool = True):
        self.state, self.unit, self.allowance, self.kind, self.leave = state, unit, allowance, kind, leave

    @cached_property
    def enemies(self) -> Crowded:
        """From whom a gap is kept. [R-25]"""
        return enemies_round(self.state, self.unit, self.around)

    @cached_property
    def friends(self) -> tuple[Disc, ...]:
        """Who cannot be passed. [R-43]"""
        return solid_friends(self.state, self.unit, self.around)

    @cached_property
    def stops(self) -> list[Barrier]:
        """Which Obstacles end the move. [R-26]"""
        return barriers_met(self.state, self.unit)

    @cached_property
    def around(self) -> Bounds:
        models = house(self.state, self.unit) or self.unit.models
        return grown(bounds(models), self.allowance + 600)

    # --- judging -------------------------------------------------------------------------------------------

    def work_out(self, legs: Legs) -> Walk | Refusal:
        """The manoeuvre with its cost, before anything is judged but its shape."""
        shape = self._shape(legs)
        if shape is not None:
            return shape
        unit = self.unit
        if legs and legs[0][0] in ("enter", "out"):
            return self._doors(legs[0])
        if unit.inside is not None:
            return Walk(unit.models, (), (0,), self.allowance, unit.facing, False, unit.inside, False)
        way = Course(unit)
        for leg in legs:
            way.take(leg)
        costs = [0] * unit.count
        for (i, _), cost in zip(way.gone, prices(self.state, unit, [leg for _, leg in way.gone])):
            costs[i] += cost
        return Walk(
            tuple(way.models),
            tuple(way.gone),
            tuple(costs),
            self._allowed(way.mounted),
            way.facing,
            way.mounted,
            None,
            way.leaves,
            way.halted,
        )

    def _allowed(self, mounted: bool) -> int:
        """Mounting or dismounting costs half of the move. [F-M2, F-M3]"""
        return self.allowance if mounted == self.unit.mounted else half_move(replace(self.unit, mounted=True))

    def _shape(self, legs: Legs) -> Refusal | None:
        """Whether these are legs of a move at all."""
        if len(legs) > MOST_LEGS:
            return Refusal("R-56", f"the way has more than {MOST_LEGS} parts")
        for at, leg in enumerate(legs):
            wrong = self._leg_shape(legs, at, leg)
            if wrong is not None:
                return wrong
        if self.unit.inside is not None and legs and legs[0][0] != "out":
            return Refusal("R-62", "it is inside a building: it comes out, or stays")
        return None

    def _leg_shape(self, legs: Legs, at: int, leg: Leg) -> Refusal | None:
        last = at == len(legs) - 1
        if any(isinstance(part, int) and abs(part) > FARTHEST for part in leg):
            return Refusal("R-56", "nothing goes that far")
        match leg:
            case ("go", int(), int()):
                return None
            case ("model", int(i), int(), int()) if 0 <= i < self.unit.count:
                return (
                    Refusal("T074", "it is in Close Order, which moves as one")
                    if self.unit.close_order
                    else None
                )
            case ("gather", int()):
                return (
                    Refusal("T074", "it is in Close Order, which moves as one")
                    if self.unit.close_order
                    else None
                )
            case ("face", int()) if last:
                if has_arc(self.state, self.unit):
                    return None
                return Refusal("T042", "it is not in Close Order, and has no facing to change")
            case ("mount", int(up)) if up in (0, 1):
                return self._mount(legs, at, bool(up))
            case ("leave", int()) if last:
                return self._leave()
            case ("enter", int()) | ("out", int(), int()) if len(legs) == 1:
                return None
        return Refusal("R-56", "that is no way to move")

    def _mount(self, legs: Legs, at: int, up: bool) -> Refusal | None:
        if not self.unit.rides:
            return Refusal("F-U12", "it is not mounted infantry, which alone rides")
        if self.kind == "double" or up == self.unit.mounted:
            return Refusal("F-M2", "that is no ordered Move, or it has mounted or dismounted in it")
        if up and self.unit.close_order:
            return Refusal("F-M4", "it is in Close Order, in which nobody rides")
        if at != (0 if up else len([leg for leg in legs if leg[0] != "leave"]) - 1):
            return Refusal("F-M2", "it would not mount before riding, or not dismount after")
        return None

    def _leave(self) -> Refusal | None:
        if not self.exits():
            return Refusal("R-61", "the scenario opens no edge to this unit")
        return None

    def exits(self) -> tuple[Edge, ...]:
        """The edges this unit may leave by. [R-61]"""
        return self.state.field.sides[self.unit.side].task.exits if self.leave else ()

    def _doors(self, leg: Leg) -> Walk | Refusal:
        """In or out of a building: reached with one move, entered with the next. [R-62]"""
        unit, state = self.unit, self.state
        if leg[0] == "enter":
            at = leg[1]
            if unit.inside is not None or at not in house_at(state, unit):
                return Refusal("R-62", "it began more than 1″ from the building")
            fault = why_not_hold(state, unit, at, unit.count)
            if fault is not None:
                return fault
            models = indoors(state.field.terrain[at].poly, unit.count, unit.radius)
            return Walk(models, (), (0,), self.allowance, unit.facing, False, at, False)
        wall = house(state, unit)
        if wall is None:
            return Refusal("R-62", "it is in no building")
        models = gathered(unit, (leg[1], leg[2]))
        starts = [foot.spot for foot in feet(models, (wall,))]
        gone = tuple((i, (clear_of(a, b, unit.radius), b)) for i, (a, b) in enumerate(zip(starts, models)))
        costs = tuple(max(0, price(state, unit, a, b) - unit.radius) for a, b in zip(starts, models))
        return Walk(models, gone, costs, self.allowance, unit.facing, False, None, False)

    def judge(self, walk: Walk) -> Refusal | None:
        """Allowance, ground, enemies, friends, Obstacles, cohesion, table: the first line that refuses."""
        if walk.inside is not None:
            return None
        if walk.cost > walk.allowance:
            words = f"it costs {walk.cost / 100:g}″, and {walk.allowance / 100:g}″ is allowed"
            alone = walk.costs.count(walk.cost) == 1
            return Refusal("R-56", words, walk.models[walk.costs.index(walk.cost)] if alone else None)
        return self._way(walk) or (self._too_far_to_leave(walk) if walk.leaves else self._end(walk))

    def _way(self, walk: Walk) -> Refusal | None:
        if not walk.legs:
            return None
        box = walk.box
        free = is_open(self.state, box, self.unit.radius)
        for _, leg in walk.legs:
            fault = self._barred(leg, free)
            if fault is not None:
                return fault
        return self._over_edge(walk) if over_edge(self.state.field, box) else None

    def _over_edge(self, walk: Walk) -> Refusal | None:
        """Nobody goes off the table, unless the unit leaves by that edge. [R-55, R-61]"""
        exits = [(edge.start, edge.end) for edge in self.exits()] if walk.leaves else []
        off = first_off_table(self.state.field, [leg for _, leg in walk.legs], exits)
        return None if off is None else Refusal("R-55", "a model would stand off the table", off)

    def _barred(self, leg: Segment, free: bool) -> Refusal | None:
        """What bars one straight leg; `free` says that no ground does. [R-25, R-43, R-56]"""
        unit, state, place = self.unit, self.state, leg[1]
        if breaks_gap(leg, unit.radius, self.enemies):
            return Refusal("R-25", "it would come within 1″ of an enemy", place)
        if not free and shut(state, unit, leg):
            return Refusal("R-56", "the way is barred", place)
        if hits(leg, self.friends):
            words = "a friend is in the way, and it or the friend is in Close Order"
            return Refusal("T077", words, place)
        if not free and runs_into(self.stops, leg, unit.radius) is not None:
            words = "an Obstacle is in the way: it stops this move and is crossed with the next"
            return Refusal("T093", words, place)
        return None

    def _end(self, walk: Walk) -> Refusal | None:
        unit, models = self.unit, walk.models
        if not all_on_table(self.state, models):
            off = next(model for model in models if not on_table(self.state, model))
            return Refusal("R-55", "a model would stand off the table", off)
        leader = models[reference(unit)]
        if not cohesive(models, leader, unit.radius):
            stray = max(models, key=lambda model: square(model, leader))
            return Refusal("T090", "a model would end more than 4″ from the Leader", stray)
        if not walk.legs and models == unit.models:
            return None
        if overlaps(models, unit.radius, self._others(models)):
            return Refusal("T089", "there is no room: a model would end on another", self._on_another(models))
        if crowded_together(models, unit.radius):
            return Refusal("T089", "two models would stand on each other")
        return self._footing(walk)

    def _on_another(self, models: tuple[Point, ...]) -> Point | None:
        others = self._others(models)
        return next((model for model in models if overlaps((model,), self.unit.radius, others)), None)

    def _others(self, models: tuple[Point, ...]) -> list[Disc]:
        """The bases on which somebody might stand."""
        others = [u for u in self.state.on_table() if u.id != self.unit.id]
        return all_discs(others, grown(bounds(models), self.unit.radius))

    def _footing(self, walk: Walk) -> Refusal | None:
        free = is_open(self.state, bounds(walk.models), self.unit.radius)
        for model in () if free else walk.models:
            if astride(self.state, model, self.unit.radius):
                return Refusal("R-26", "a model would end astride an Obstacle", model)
            if shut(self.state, self.unit, (model, model)):
                return Refusal("R-56", "a model would stand where nobody can", model)
        return why_not_wheel(self.state, self.unit, walk.halted, walk.models) if walk.halted else None

    def _too_far_to_leave(self, walk: Walk) -> Refusal | None:
        """The whole unit goes when one model's centre reaches the edge, straight ahead and past nothing that bars it. [R-61]"""
        first: Refusal | None = None
        for _, at, end in feet(walk.models, [(edge.start, edge.end) for edge in self.exits()]):
            leg, left = (walk.models[at], end), walk.allowance - walk.costs[at]
            if price(self.state, self.unit, *leg) > left:
                continue
            fault = self._barred(leg, is_open(self.state, bounds(leg), self.unit.radius))
            if fault is None:
                return None
            first = first or fault
        return first or Refusal("R-61", "no model reaches the edge")

    # --- drawing and planning ------------------------------------------------------------------------------

    def region(self) -> tuple[Point, ...]:
        """Where the Leader may get to, as a fan of bearings; the check is the judge."""
        x, y = heart(self.unit)
        return tuple(fan(x, y, lambda _bearing: self._most(), step=150))

    def _most(self) -> int:
        if not self.unit.rides:
            return self.allowance
        return max(self.allowance, half_move(replace(self.unit, mounted=True)))

    def orders(self) -> tuple[str, ...]:
        """How it may stand at the end: as now, gathered round the Leader, in the saddle or out of it."""
        if self.unit.close_order or self.unit.inside is not None:
            return ()
        mounts = (MOUNT if not self.unit.mounted else "on foot",) if self.unit.rides else ()
        return (AS_IT_STANDS, GATHER, *mounts)

    def singles(self) -> bool:
        """Loose models go by themselves as far as cohesion lets them. [T090, T074]"""
        return self.unit.count > 1 and not self.unit.close_order and self.unit.inside is None

    def bends(self) -> int:
        """A unit goes by as many places as its player names. [R-56]"""
        return MOST_NAMED if self.unit.inside is None else 0

    def ways(self, to: Wish) -> Iterable[Legs]:
        """The Leader straight to a spot, or by those that are named; some models to spots of their own."""
        if self.unit.inside is not None:
            return [(("out", *to.spot),)]
        wanted = houses_round(self.state, to.spot)
        doors = house_at(self.state, self.unit) if wanted else ()
        return [*[(("enter", at),) for at in doors if at in wanted], *arranged(self, to, [(*to.by, to.spot)])]

    def detours(self, to: Wish) -> Iterable[Legs]:
        """The same round what bars the way or makes it dear. [R-56]"""
        return () if self.unit.inside is not None else arranged(self, to, ways_round(self, to.by, to.spot))

    def nowhere(self, done: Walk) -> bool:
        return done.inside is None and not done.leaves and self._end(done) is not None

    def straight(self, goal: Point) -> Legs:
        """The whole unit straight, so that its Leader ends on a spot."""
        return along(self.unit, (goal,))

    def round(self, goal: Point) -> Iterable[Legs]:
        """Only ways that bend, where the straight one is refused, and no more than are found at a glance. [R-56]"""
        if not self.legal(self.straight(goal)):
            yield from [along(self.unit, stops) for stops in bent_at_a_glance(self, goal)]

    def show(self, done: Walk) -> Shown:
        """Where the manoeuvre ends, what it costs, what is allowed."""
        end = replace(self.unit, models=done.models, facing=done.facing)
        at = reference(self.unit)
        return Shown(
            end=(*done.models[at], done.facing, ""),
            path=path_of_model(self.unit, done, at),
            body=outline(end),
            bases=bases(end),
            limit=limit(self.unit, at),
            steps=(("the longest way", done.cost, "R-56"),),
            cost=done.cost,
            costs=done.costs,
            allowance=done.allowance,
        )

    # --- for machines --------------------------------------------------------------------------------------

    def stay(self) -> Legs:
        """Not moving, if that is allowed; else gathering, as far as anybody knows."""
        return () if self.refusal(()) is None else GATHERING

    def ideas(self) -> Iterable[Legs]:
        return once(ideas(self))

    def whim(self, rng: Rng, attempt: int) -> Legs:
        """Somewhere at random, nearer at every attempt."""
        return whim(self, rng, attempt)

    def fallback(self) -> Legs:
        """Something legal: standing still, gathering, or whatever the candidates know."""
        for legs in ((), GATHERING):
            if self.refusal(legs) is None:
                return legs
        return next(iter(self.candidates()), ())

    def possible(self) -> bool:
        """Whether any move is legal: a scattered unit hemmed in may have none."""
        return self.refusal(self.fallback()) is None
