"""Moves, retreats, assaults and doubles: the manoeuvres of one unit. [70–94]

Legs: ("forward", d) ("back", d) ("side", d) ("turn", a) ("wheel", a, "left"|"right") ("glide", x, y, facing):
every figure goes straight from its place to its place in that pose; ("reform", order, files, facing, which);
("occupy", feature) for light infantry, last. Why a manoeuvre may not be is in `judging`, which ones are worth
trying in `ideas`, ways round what stands between in `detours`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.dice import Rng
from grognard.engine.memo import kept, lazily
from grognard.engine.tables import Refusal
from grognard.geometry.angles import turn_between
from grognard.geometry.contact import TOUCH
from grognard.geometry.paths import step as walk_step
from grognard.geometry.points import Crowd, Point, Pose
from grognard.geometry.reach import fan
from grognard.tabletop.bodies import any_nearer, any_within
from grognard.tabletop.land import all_parts, over_edge
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, once, path_of

from ..state import State, Unit
from ..words import Deed, Order, Special
from .assaults import first_onset
from .bodies import Stand, drawn_up, side_host, size_of, stand, stand_at
from .command import move_distance
from .contact import enemies_touching, in_contact
from .detours import bent_ways_to, last_resorts, ways_to
from .forming import form_name, form_names, reformed
from .ground import feature, land_of
from .ideas import ideas, whim
from .judging import DOUBLE_KEEP, KEEP, allowance, why_not, why_not_there
from .layout import nearer
from .onsets import farthest
from .sight import visible
from .strides import (
    March,
    Stride,
    cost_of,
    least_cost,
    nimble,
    quarters,
    runs_through,
    sound,
    too_dear,
    too_far,
)

MOST_LEGS = 8
SURELY = KEEP - 5
"""An outline so near an enemy has a figure less than 3 from him, however loosely it stands. [77]"""
MOVING = frozenset({"forward", "back", "side", "turn", "wheel", "glide"})


class Setting:
    """All that stands around a moving unit: everybody in one army is friendly. [1, 73, 77, 98b]"""

    def __init__(self, state: State, unit: Unit) -> None:
        self._state, self._unit = state, unit
        enemies = side_host(state, 1 - unit.side)
        self.enemies, self.enemy_units = enemies.shapes, enemies.units
        ours = side_host(state, unit.side)
        self._others = ours.only([at for at, friend in enumerate(ours.units) if friend.id != unit.id])
        self.friends = self._others.shapes

    @lazily
    def solid(self) -> Crowd:
        """Friends who are not passed over."""
        return self._others.pick(lambda friend: not self._passes(friend)).shapes

    def _passes(self, friend: Unit) -> bool:
        """Friends of the same brigade that touch no enemy are passed over; open order passes open order. [73, F5.13g]"""
        if in_contact(self._state, friend):
            return False
        if friend.brigade == self._unit.brigade:
            return True
        return friend.order is Order.OPEN and self._unit.order is Order.OPEN


@kept(of=("units", "field", "options", "phase"))
def _setting(state: State, unit: Unit) -> Setting:
    return Setting(state, unit)


class Marcher(Manoeuvre[March]):
    """One unit's move, retreat, assault or double."""

    cite, weighs, tries = "70", True, 6

    def __init__(
        self,
        state: State,
        unit: Unit,
        deed: Deed = Deed.MOVE,
        limit: int | None = None,
        target: int | None = None,
        reforms: bool | None = None,
        under_way: bool = False,
    ):
        self.state, self.unit, self.deed, self.target = state, unit, deed, target
        self.start = stand(unit)
        distance_ = move_distance(state, unit).total if limit is None else limit
        self.limit = 2 * distance_ if deed is Deed.DOUBLE and limit is None else distance_
        self.fixed = limit is not None
        self.under_way = under_way  # it has moved already in this action [150]
        self.reforms = deed in (Deed.MOVE, Deed.RETREAT) if reforms is None else reforms
        self._enemies: Crowd | None = None
        self._close: frozenset[int] | None = None

    @lazily
    def most(self) -> int:
        """How far any figure may go at most, over whatever ground. [163]"""
        return farthest(self.state, self.unit, self.limit)

    # --- what is around ------------------------------------------------------------------------------------

    @lazily
    def setting(self) -> Setting:
        """Friends and enemies around, worked out once for a unit."""
        return _setting(self.state, self.unit)

    @property
    def all_enemies(self) -> Crowd:
        """Enemies on the table, and the features others hold. [174]"""
        if self._enemies is None:
            inside = [u.inside for u in self.state.of_side(1 - self.unit.side) if u.in_feature]
            held = all_parts(feature(self.state, number) for number in inside)
            self._enemies = Crowd((*self.setting.enemies, *held)) if held else self.setting.enemies
        return self._enemies

    @property
    def close_ones(self) -> frozenset[int]:
        """Enemies a retreat starts less than 3 from; for other deeds none. [B21]"""
        if self._close is None:
            foes = self.state.of_side(1 - self.unit.side) if self.deed is Deed.RETREAT else ()
            self._close = frozenset(
                u.id for u in foes if u.in_open and nearer(self.state, self.unit, u, KEEP)
            )
        return self._close

    def saw(self, foe: Unit) -> bool:
        """Whether a retreat must end in the front arc of an enemy: he saw it start. [85, B20]"""
        if self.state.options.retreat_arc_touched_only:
            return foe in enemies_touching(self.state, self.unit)
        return visible(self.state, foe, self.unit)

    # --- working out ---------------------------------------------------------------------------------------

    def judge(self, done: March) -> Refusal | None:
        return why_not(self, done)

    def legal(self, legs: Legs) -> bool:
        """Most of what is tried goes too far, and most of that is seen without a look at the ground. [76]"""
        return not (legs and self._surely_not(legs)) and super().legal(legs)

    def _surely_not(self, legs: Legs) -> bool:
        """Whether glides are too long, end where nobody may, or are too dear for a figure at a corner. [74, 76, 77, 84]"""
        for leg in legs:
            if leg[0] != "glide" or not sound(leg):
                return False
        poses = tuple([Pose(leg[1], leg[2], leg[3] % 3600) for leg in legs])
        if self.deed is Deed.ASSAULT:
            # From the same place the same ways are tried again as often as somebody else has acted.
            light = nimble(self.unit, self.start.shape)
            return too_far(self.state, self.start, poses, self.limit, light) or self._no_end(poses[-1])
        return (
            least_cost(self.start, poses) > self.most
            or runs_through(self.state, self.start, poses)
            or self._no_end(poses[-1])
            or too_dear(self.state, nimble(self.unit, self.start.shape), self.start, poses, self.limit)
        )

    def _no_end(self, pose: Pose) -> bool:
        """Whether it would end off the table, touching a friend or, if it does not assault, near an enemy. [74, 75, 77, 84, 94]"""
        setting = self.setting
        at = stand_at(self.start.shape, *pose)
        if over_edge(self.state.field, at.around) or any_within(at.rims, setting.friends, TOUCH):
            return True
        if self.deed is Deed.ASSAULT:
            return False
        if any_nearer(at.rims, setting.enemies, SURELY):
            return True
        return self.deed is Deed.DOUBLE and any_within(at.rims, self.all_enemies, DOUBLE_KEEP)

    def work_out(self, legs: Legs) -> March | Refusal:
        """The manoeuvre with its cost, before anything is judged but its shape; ranks and files stay. [70, 71, 72, 80, B38]"""
        reason = self._shape(legs)
        if reason is not None:
            return reason
        at, strides, occupies = self.start, [], -1
        for leg in legs:
            if leg[0] == "occupy":
                occupies = leg[1]
                continue
            stride = self.stride(at, leg)
            if isinstance(stride, Refusal):
                return stride
            strides.append(stride)
            at = stride.end
        cost, steps = cost_of(self.state, self.unit, strides)
        return March(at, tuple(strides), cost, steps, occupies)

    def end_of(self, legs: Legs) -> tuple[Stand, int] | None:
        """Where a manoeuvre would end and what it would occupy, before anything is judged or reckoned."""
        at, occupies = self.start, -1
        for leg in legs:
            if leg[0] == "occupy":
                occupies = leg[1]
                continue
            stride = self.stride(at, leg)
            if isinstance(stride, Refusal):
                return None
            at = stride.end
        return at, occupies

    def _shape(self, legs: Legs) -> Refusal | None:
        """Whether these are legs at all: moves, a reform first or last, occupying last. [80, 98a]"""
        if len(legs) > MOST_LEGS:
            return Refusal("70", f"the way has more than {MOST_LEGS} parts")
        for i, leg in enumerate(legs):
            if leg[0] == "occupy":
                if i != len(legs) - 1 or not self._may_occupy_after():
                    return Refusal(
                        "F5.11c", "it is not light infantry, and would occupy a feature after its move"
                    )
                if len(leg) != 2 or leg[1] not in land_of(self.state).features:
                    return Refusal("168", "that is no defendable feature")
            elif (leg[0] not in MOVING and leg[0] != "reform") or (leg[0] in MOVING and not sound(leg)):
                return Refusal("70", "that is no way to move")
        moves = [i for i, leg in enumerate(legs) if leg[0] in MOVING]
        reforms = [i for i, leg in enumerate(legs) if leg[0] == "reform"]
        return self._reforms(moves, reforms) if reforms else None

    def _may_occupy_after(self) -> bool:
        return self.unit.has(Special.LIGHT_INFANTRY) and self.deed in (Deed.MOVE, Deed.RETREAT)

    def _reforms(self, moves: list[int], reforms: list[int]) -> Refusal | None:
        """One reform, before or after the move; horse artillery one before and one after. [80, B71, F5.9a]"""
        if not self.reforms:
            return Refusal("98a", "it neither moves nor retreats, and a reform goes only with that")
        if any(moves and moves[0] < i < moves[-1] for i in reforms):
            return Refusal("80", "it would reform in the middle of its move, not before or after it")
        if (moves or self.under_way) and self.unit.has(Special.MILITIA):
            return Refusal("F5.12", "it is militia, and would move in the phase in which it reforms")
        before = sum(not moves or i < moves[0] for i in reforms)
        both = bool(moves) and self.unit.has(Special.HORSE_ARTILLERY)
        if len(reforms) > 1 and not (both and before == 1 and len(reforms) == 2):
            return Refusal("80", "it would reform twice")
        return None

    def stride(self, at: Stand, leg: tuple[Any, ...]) -> Stride | Refusal:
        if leg[0] == "reform":
            end = reformed(self.unit, at, leg)
            return end if isinstance(end, Refusal) else Stride(at, end, reform=True)
        far = -1
        if leg[0] == "glide":
            pose = Pose(leg[1], leg[2], leg[3] % 3600)
        else:
            pose = walk_step(Pose(at.x, at.y, at.facing), leg, *size_of(at.shape)).end
            far = abs(leg[1]) if leg[0] in ("forward", "back", "side") else -1
        turned = quarters(at.shape, turn_between(at.facing, pose.facing))
        return Stride(at, stand_at(at.shape, *pose), False, turned, far)

    # --- for the table -------------------------------------------------------------------------------------

    def moved(self, march: March) -> Unit:
        """The unit as it stands after a manoeuvre."""
        return drawn_up(self.unit, march.end)

    def region(self) -> tuple[Point, ...]:
        """A fan as wide as the move."""
        half = max(size_of(self.start.shape)) // 2
        return fan(self.unit.x, self.unit.y, lambda _: self.limit, None, 150, half)

    def orders(self) -> tuple[str, ...]:
        """The formations it could end in, the present one first; none where it may not reform. [80]"""
        if not self.reforms:
            return ()
        return form_names(self.unit, self.start.shape)

    def ways(self, to: Wish) -> Iterable[Legs]:
        """Straight, by places that are named, or round what is in the way."""
        return ways_to(self, to)

    def bends(self) -> int:
        """As many as its legs allow, with a reform and the end. [70, 80]"""
        return MOST_LEGS - 2

    def detours(self, to: Wish) -> Iterable[Legs]:
        """Farther round. [70]"""
        return bent_ways_to(self, to)

    def nowhere(self, done: March) -> bool:
        return why_not_there(self, done) is not None

    def price(self, done: March) -> int:
        return done.cost

    def show(self, done: March) -> Shown:
        """Where the manoeuvre ends and what it costs."""
        end = done.end
        return Shown(
            end=(end.x, end.y, end.facing, form_name(end.shape)),
            path=path_of([(s.start, s.end) for s in done.strides]),
            body=end.body,
            steps=done.steps,
            cost=done.cost,
            allowance=allowance(self, done),
        )

    def ideas(self) -> Iterable[Legs]:
        return once(ideas(self))

    @lazily
    def tried(self) -> list[Legs]:
        """Assaults and retreats worth trying: whims are picked among them."""
        return list(ideas(self))

    def fallback(self) -> Legs:
        """Of an assault, what was found when it was offered. [B42]"""
        found = None
        if self.deed is Deed.ASSAULT and self.target is not None:
            found = first_onset(self.state, self.unit, self.state.units[self.target])
        return super().fallback() if found is None else found

    def last_resort(self) -> Iterable[Legs]:
        """A retreat or assault is searched for till one is found. [B20, B42]"""
        return last_resorts(self)

    def whim(self, rng: Rng, attempt: int) -> Legs:
        return whim(self, rng, attempt)
