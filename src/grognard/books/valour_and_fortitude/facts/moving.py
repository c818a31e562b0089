"""Moves, retreats, assaults and doubles: what a manoeuvre costs and why it may not be. [70–94]

Legs: ("forward", d) ("back", d) ("side", d) ("turn", a) ("wheel", a, "left"|"right") ("glide", x, y, facing):
every figure goes straight from its place to its place in that pose; ("reform", order, files, facing, which);
("occupy", feature) for light infantry, last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from grognard.books.valour_and_fortitude.facts.bodies import (
    Stand,
    form_of,
    side_host,
    size_of,
    stand,
    stand_at,
)
from grognard.books.valour_and_fortitude.facts.command import move_distance
from grognard.books.valour_and_fortitude.facts.contact import enemies_touching, in_contact
from grognard.books.valour_and_fortitude.facts.forming import reformed
from grognard.books.valour_and_fortitude.facts.ground import (
    defendable_under,
    feature,
    impassable_under,
    land_of,
    occupant,
    off_table,
)
from grognard.books.valour_and_fortitude.facts.layout import distance
from grognard.books.valour_and_fortitude.facts.sight import shapes_in_arc, visible
from grognard.books.valour_and_fortitude.facts.strides import March, Stride, cost_of, sound
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.words import Deed, Order, Special
from grognard.engine.dice import Rng
from grognard.engine.domains import Mover
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.field.angles import turn_between
from grognard.field.contact import TOUCH
from grognard.field.gaps import first_within, gap, nearer_than
from grognard.field.paths import step as walk_step
from grognard.field.points import Crowd, Point, Poly, Pose
from grognard.field.reach import fan
from grognard.field.shapes import centre, first_overlap

Legs = tuple[tuple[Any, ...], ...]
KEEP = 300
"""How far a move stays from enemy figures. [77]"""
MOST_LEGS = 8
MOVING = frozenset({"forward", "back", "side", "turn", "wheel", "glide"})
OCCUPY_FROM = 300


class Setting(NamedTuple):
    """All that stands around a moving unit, worked out once."""

    enemies: Crowd
    enemy_units: tuple[Unit, ...]
    solid: Crowd
    friends: Crowd


class Marcher(Mover):
    """One unit's move, retreat, assault or double: the judge of every manoeuvre."""

    def __init__(
        self,
        state: State,
        unit: Unit,
        deed: Deed = Deed.MOVE,
        limit: int | None = None,
        target: int | None = None,
        entering: bool = False,
        reforms: bool | None = None,
    ):
        self.state, self.unit, self.deed, self.target, self.entering = state, unit, deed, target, entering
        distance_ = move_distance(state, unit).total if limit is None else limit
        self.limit = 2 * distance_ if deed is Deed.DOUBLE and limit is None else distance_
        self.fixed = limit is not None
        self.reforms = deed in (Deed.MOVE, Deed.RETREAT) if reforms is None else reforms
        self._setting: Setting | None = None
        self._bound: tuple[Unit, ...] | None = None

    @property
    def start(self) -> Stand:
        """Where the unit stands."""
        return stand(self.unit)

    @property
    def setting(self) -> Setting:
        """Friends and enemies around. [73, 77, 98b]"""
        if self._setting is None:
            unit, state = self.unit, self.state
            enemies = side_host(state, 1 - unit.side)
            friends = side_host(state, unit.side).pick(lambda u: u.id != unit.id)
            solid = friends.pick(lambda u: not self._passes(u))
            self._setting = Setting(enemies.shapes, enemies.units, solid.shapes, friends.shapes)
        return self._setting

    def _passes(self, friend: Unit) -> bool:
        """Friends of the same brigade that touch no enemy are passed over; open order passes open order. [73, F5.13g]"""
        if in_contact(self.state, friend):
            return False
        if friend.brigade == self.unit.brigade:
            return True
        return friend.order is Order.OPEN and self.unit.order is Order.OPEN

    # --- working out ---------------------------------------------------------------------------------------

    def refusal(self, legs: Legs) -> Refusal | None:
        """Why this manoeuvre is not allowed, or None."""
        found = self.work_out(legs)
        return found if isinstance(found, Refusal) else self._judge(found)

    def work_out(self, legs: Legs) -> March | Refusal:
        """The manoeuvre with its cost, before anything is judged but its shape. [70, 71, 80]"""
        reason = self._shape(legs)
        if reason is not None:
            return reason
        at, strides, occupies = self.start, [], -1
        for leg in legs:
            if leg[0] == "occupy":
                occupies = leg[1]
                continue
            stride = self._stride(at, leg)
            if isinstance(stride, Refusal):
                return stride
            strides.append(stride)
            at = stride.end
        cost, steps = cost_of(self.state, self.unit, strides)
        return March(at, tuple(strides), cost, steps, occupies)

    def _shape(self, legs: Legs) -> Refusal | None:
        """Whether these are legs at all: moves, a reform first or last, occupying last. [80, 98a]"""
        if len(legs) > MOST_LEGS:
            return Refusal("70", f"a manoeuvre has at most {MOST_LEGS} legs")
        moves = [i for i, leg in enumerate(legs) if leg[0] in MOVING]
        reforms = [i for i, leg in enumerate(legs) if leg[0] == "reform"]
        for i, leg in enumerate(legs):
            if leg[0] == "occupy":
                if i != len(legs) - 1 or not self._may_occupy_after():
                    return Refusal("F5.11c", "only light infantry occupies a feature after its move")
                if len(leg) != 2 or leg[1] not in land_of(self.state).features:
                    return Refusal("168", "that is no defendable feature")
            elif leg[0] not in MOVING and leg[0] != "reform":
                return Refusal("70", "a manoeuvre is made of moves and a reform")
            elif leg[0] in MOVING and not sound(leg):
                return Refusal("70", "a leg's amounts are whole hundredths and tenths of a degree")
        return self._reforms(moves, reforms)

    def _may_occupy_after(self) -> bool:
        return self.unit.has(Special.LIGHT_INFANTRY) and self.deed in (Deed.MOVE, Deed.RETREAT)

    def _reforms(self, moves: list[int], reforms: list[int]) -> Refusal | None:
        """One reform, before or after the move; horse artillery both; squares and militia instead of it. [80, B71, F5.9a]"""
        if not reforms:
            return None
        if not self.reforms:
            return Refusal("98a", "a reform goes only with a move or a retreat")
        most = 2 if self.unit.has(Special.HORSE_ARTILLERY) else 1
        if len(reforms) > most:
            return Refusal("80", "one reform, before or after the move")
        if any(moves and moves[0] < i < moves[-1] for i in reforms):
            return Refusal("80", "a reform comes before or after the move, not in it")
        if moves and self.unit.has(Special.MILITIA):
            return Refusal("F5.12", "militia does not move in the phase in which it reforms")
        return None

    def _stride(self, at: Stand, leg: tuple[Any, ...]) -> Stride | Refusal:
        if leg[0] == "reform":
            end = reformed(self.unit, at, leg)
            if isinstance(end, Refusal):
                return end
            return Stride(at, end, True, False)
        if leg[0] == "glide":
            pose = Pose(leg[1], leg[2], leg[3] % 3600)
        else:
            pose = walk_step(Pose(at.x, at.y, at.facing), leg, *size_of(at.shape)).end
        swapped = abs(turn_between(at.facing, pose.facing)) > 900
        return Stride(at, stand_at(at.shape, *pose), False, swapped)

    # --- cost ----------------------------------------------------------------------------------------------

    # --- judging -------------------------------------------------------------------------------------------

    def _judge(self, march: March) -> Refusal | None:
        return (
            self._too_far(march)
            or self._off_table(march)
            or self._reform_room(march)
            or self._near_enemies(march)
            or self._through_friends(march)
            or self._ground(march)
            or self._ends_on(march)
            or self._deed(march)
            or self._occupies(march)
        )

    def _too_far(self, march: March) -> Refusal | None:
        moves = [s for s in march.strides if not s.reform]
        limit = self.limit
        if moves and moves[0].start.shape != self.start.shape and not self.fixed:
            # It reformed first: the distance is that of the formation it moves in. [80]
            fresh = replace(self.unit, files=moves[0].start.shape.files, order=moves[0].start.shape.order)
            limit = move_distance(self.state, fresh).total
        squared = any(
            s.reform and Order.SQUARE in (s.start.shape.order, s.end.shape.order) for s in march.strides
        )
        if moves and squared:
            return Refusal("F5.17", "a square is formed or left only without moving")
        if march.cost <= limit:
            return None
        return Refusal("76", f"a figure would go {march.cost / 100:g}; it may go {limit / 100:g}")

    def _off_table(self, march: March) -> Refusal | None:
        for stride in march.strides:
            if any(off_table(self.state, rim) for rim in stride.end.rims):
                return Refusal("75", "nobody leaves the table", (stride.end.x, stride.end.y))
        return None

    def _reform_room(self, march: March) -> Refusal | None:
        """A reform starts and ends more than 3 from enemies. [81]"""
        for stride in march.strides:
            if stride.reform:
                for place in (stride.start, stride.end):
                    if any(first_within(rim, self._all_enemies(), KEEP) is not None for rim in place.rims):
                        return Refusal("81", "a reform starts and ends more than 3 from enemies")
        return None

    def _near_enemies(self, march: March) -> Refusal | None:
        moves = [s for s in march.strides if not s.reform]
        if not moves:
            return None
        if self.deed is Deed.ASSAULT:
            return self._over_enemies(moves)
        close = () if self.deed is not Deed.RETREAT else self._close_ones()
        for stride in moves:
            whole, lanes = stride.whole(), None
            for enemy, unit in zip(self.setting.enemies, self.setting.enemy_units):
                if not nearer_than(whole, enemy, KEEP):
                    continue
                lanes = stride.lanes() if lanes is None else lanes
                keep = KEEP if unit.id not in close else 0
                if keep and any(nearer_than(lane, enemy, keep) for lane in lanes):
                    return Refusal("77", f"it would come less than 3 from {unit.name}", centre(enemy))
                if not keep:
                    reason = self._not_away(stride, lanes, enemy, unit)
                    if reason is not None:
                        return reason
        return None

    def _close_ones(self) -> frozenset[int]:
        """Enemies a retreat starts less than 3 from. [B21]"""
        return frozenset(
            u.id
            for u in self.state.of_side(1 - self.unit.side)
            if u.inside < 0 and distance(self.state, self.unit, u) < KEEP
        )

    def _not_away(self, stride: Stride, lanes: tuple[Poly, ...], enemy: Poly, unit: Unit) -> Refusal | None:
        """A retreat comes no nearer to an enemy than it began, and never over him. [B21]"""
        begun = min(gap(rim, enemy) for rim in stride.start.rims)
        keep = KEEP if begun >= KEEP else begun - TOUCH
        if any(first_overlap(lane, (enemy,), TOUCH) is not None for lane in lanes):
            return Refusal("B21", f"a retreat does not pass over {unit.name}")
        if keep > 0 and any(nearer_than(lane, enemy, keep) for lane in lanes):
            return Refusal("B21", f"a retreat comes no nearer to {unit.name} than it began")
        return None

    def _over_enemies(self, moves: list[Stride]) -> Refusal | None:
        for stride in moves:
            if first_overlap(stride.whole(), self.setting.enemies, TOUCH) is None:
                continue
            for lane in stride.lanes():
                hit = first_overlap(lane, self.setting.enemies, TOUCH)
                if hit is not None:
                    name = self.setting.enemy_units[hit].name
                    return Refusal("87", f"{name} is in the way", centre(self.setting.enemies[hit]))
        return None

    def _through_friends(self, march: March) -> Refusal | None:
        """Friends of other brigades, and friends in contact, are not passed over. [73, 98b]"""
        for stride in march.strides:
            if stride.reform or first_overlap(stride.whole(), self.setting.solid, TOUCH) is None:
                continue
            for lane in stride.lanes():
                hit = first_overlap(lane, self.setting.solid, TOUCH)
                if hit is not None:
                    return Refusal("98b", "a friend who may not be passed over is in the way", centre(lane))
        return None

    def _ground(self, march: March) -> Refusal | None:
        """Impassable ground and defendable features are not crossed. [164, 168]"""
        if land_of(self.state).plain:
            return None
        for stride in march.strides:
            whole = stride.end.body if stride.reform else stride.whole()
            if impassable_under(self.state, whole) is None and defendable_under(self.state, whole) is None:
                continue
            for lane in stride.end.rims if stride.reform else stride.lanes():
                closed = impassable_under(self.state, lane)
                if closed is not None:
                    return Refusal("164", f"{closed} is impassable", centre(lane))
                inside = defendable_under(self.state, lane)
                if inside is not None:
                    name = feature(self.state, inside).name
                    return Refusal("168", f"one gets into {name} only by occupying it", centre(lane))
        return None

    def _ends_on(self, march: March) -> Refusal | None:
        """It ends on nobody and touches no friend; an enemy's feature only by assault. [74, 177, B70]"""
        if march.occupies >= 0:
            return None
        everyone = self.setting.friends
        for rim in march.end.rims:
            if first_within(rim, everyone, TOUCH) is not None:
                return Refusal("74", "it would end touching a friend", (march.end.x, march.end.y))
            if first_overlap(rim, self.setting.enemies, TOUCH) is not None:
                return Refusal("77", "it would end on an enemy", (march.end.x, march.end.y))
        if self.deed is not Deed.ASSAULT and march.strides:
            return self._touches_held(march)
        return None

    def _touches_held(self, march: March) -> Refusal | None:
        for number, area in land_of(self.state).features.items():
            held = occupant(self.state, number)
            if held is None or self.state.units[held].side == self.unit.side:
                continue
            if any(first_within(rim, area.parts, TOUCH) is not None for rim in march.end.rims):
                return Refusal("177", f"only an assault touches {area.name} while an enemy holds it")
        return None

    def _deed(self, march: March) -> Refusal | None:
        match self.deed:
            case Deed.RETREAT:
                return self._retreat(march)
            case Deed.ASSAULT:
                from grognard.books.valour_and_fortitude.facts.assaults import why_no_assault

                return why_no_assault(self, march)
            case Deed.DOUBLE:
                if any(first_within(rim, self._all_enemies(), 1800) is not None for rim in march.end.rims):
                    return Refusal("94", "a double ends more than 18 from enemies")
        return None

    def _all_enemies(self) -> Crowd:
        """Enemies on the table, and the features others hold. [174]"""
        held = [
            part
            for u in self.state.of_side(1 - self.unit.side)
            if u.inside >= 0
            for part in feature(self.state, u.inside).parts
        ]
        return Crowd((*self.setting.enemies, *held)) if held else self.setting.enemies

    @property
    def bound(self) -> tuple[Unit, ...]:
        """The enemies in whose front arc a retreat must end: those that saw it start. [85, B20]"""
        if self._bound is None:
            if self.state.options.retreat_arc_touched_only:
                self._bound = enemies_touching(self.state, self.unit)
            else:
                foes = self.state.of_side(1 - self.unit.side)
                self._bound = tuple(u for u in foes if visible(self.state, u, self.unit))
        return self._bound

    def _retreat(self, march: March) -> Refusal | None:
        """It ends 3 from every enemy, in the front arc of each that saw it start. [84, 85]"""
        for rim in march.end.rims:
            if any(nearer_than(rim, enemy, KEEP) for enemy in self._all_enemies()):
                return Refusal("84", "a retreat ends at least 3 from every enemy")
        for unit in self.bound:
            if unit.inside < 0 and not shapes_in_arc(self.state, unit, march.end.rims):
                return Refusal("85", f"it was seen by {unit.name} and must end in his front arc")
        return None

    def _occupies(self, march: March) -> Refusal | None:
        """Light infantry occupies at the end of its move, from less than 3 away. [171]"""
        if march.occupies < 0:
            return None
        area = feature(self.state, march.occupies)
        if occupant(self.state, march.occupies) is not None:
            return Refusal("169", f"{area.name} is occupied")
        near = any(nearer_than(rim, part, OCCUPY_FROM) for rim in march.end.rims for part in area.parts)
        return None if near else Refusal("171", f"{area.name} is not less than 3 away")

    # --- for the table -------------------------------------------------------------------------------------

    def moved(self, march: March) -> Unit:
        """The unit as it stands after a manoeuvre."""
        end = march.end
        return replace(
            self.unit, x=end.x, y=end.y, facing=end.facing, files=end.shape.files, order=end.shape.order
        )

    def region(self) -> tuple[Point, ...]:
        """A fan as wide as the move."""
        half = max(size_of(self.start.shape)) // 2
        return fan(self.unit.x, self.unit.y, lambda _: self.limit, None, 150, half)

    def plan(self, pose: Any) -> Legs | Refusal:
        """The manoeuvre that ends in a pose: a glide, with a reform before or after if the formation differs."""
        from grognard.books.valour_and_fortitude.facts.ideas import ways_to

        worst: Refusal | None = None
        best: tuple[int, Legs] | None = None
        for legs in ways_to(self, pose):
            found = self.work_out(legs)
            reason = found if isinstance(found, Refusal) else self._judge(found)
            cheaper = not isinstance(found, Refusal) and (best is None or found.cost < best[0])
            if reason is None and cheaper and not isinstance(found, Refusal):
                best = found.cost, legs
            worst = worst or reason
        if best is not None:
            return best[1]
        return worst or Refusal("70", "there is no way to that place")

    def preview(self, legs: Legs) -> dict[str, Any]:
        """Where the manoeuvre ends and what it costs."""
        march = self.work_out(legs)
        if isinstance(march, Refusal):
            return {"refusal": march._asdict()}
        fault = self._judge(march)
        end = march.end
        return {
            "end": [end.x, end.y, end.facing, form_of(end.shape).value],
            "body": [list(p) for p in end.body],
            "steps": [[s.words, s.cost, s.cite] for s in march.steps],
            "cost": march.cost,
            "allowance": self.limit,
            "refusal": None if fault is None else fault._asdict(),
        }

    def candidates(self) -> Iterable[Legs]:
        """Legal manoeuvres worth a machine's while."""
        from grognard.books.valour_and_fortitude.facts.ideas import ideas

        seen: set[Legs] = set()
        for legs in ideas(self):
            if legs not in seen:
                seen.add(legs)
                if self.refusal(legs) is None:
                    yield legs

    def sample(self, rng: Rng) -> Legs:
        """Some legal manoeuvre; the first candidate if whims fail."""
        from grognard.books.valour_and_fortitude.facts.ideas import whim

        for attempt in range(6):
            legs = whim(self, rng, attempt)
            if self.refusal(legs) is None:
                return legs
        return next(iter(self.candidates()), ())
