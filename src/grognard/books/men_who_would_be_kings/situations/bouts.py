"""The melees of an attack, summed at once: both throws together, then only what differs.

The dice are those the engine asks for; casualties, Retreats, ways and closing in are the engine's own steps. Used
here is that the two throws do not depend on each other, that the tests after them look at nobody's place (see
`aftermath`), and that a loser who gets away loses nobody, wherever he then stands. Where he does not, or where the
enemy is gone and others are near, the engine walks on by itself. [T016–T036, R-27, R-54]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.engine.book import Summed
from grognard.engine.choices import Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace

from ..facts.bodies import reference, without
from ..facts.melee import chase, follow_ups, strikes
from ..facts.outlook import Outlook
from ..facts.paths import reach
from ..facts.retreat import Toll, allowance, retreat
from ..facts.values import too_few
from ..sequence import SEQUENCES
from ..state import Point, State, Unit
from ..steps.attack import Blows, FollowUp
from ..steps.env import Melee
from ..words import Where
from .aftermath import Nerve, Trials, nerve_of, nerved, with_unit
from .bloodshed import TOLD, Bloodshed, Blow, Case, Fates, Pile, Rest, bloodshed, cut_off, melees
from .walks import ENGINE, Plan, alike, fate, leader_fell

STEPS = SEQUENCES["melee"]
STRIKE = next(at for at, step in enumerate(STEPS) if isinstance(step, Blows))
AFTER = next(at for at, step in enumerate(STEPS) if isinstance(step, FollowUp))


def _led_on(unit: Unit) -> bool:
    """Whether how far a unit Retreats hangs on its Leader. [F-T5]"""
    return allowance(unit) != allowance(replace(unit, leader=None))


def settled(position: Position) -> bool:
    """Whether all that is still to come of an attack concerns bystanders and walls. [T098, T037]"""
    frame = next((f for f in reversed(position.agenda) if f.sequence == "melee"), None)
    if frame is None:
        return False
    late = frame.at >= AFTER or position.agenda[-1].sequence == "bystanders"
    last = frame.env.followed or not position.state.units[frame.env.unit].cavalry
    return late and (last or frame.env.result != "won")


def at_blows(position: Position) -> bool:
    """Whether the first throw of a melee is due."""
    frame = position.agenda[-1] if position.agenda else None
    return frame is not None and frame.sequence == "melee" and frame.at == STRIKE


class Left(NamedTuple):
    """A unit after its casualties, and all that its Retreat hangs on besides others."""

    unit: Unit
    led_on: bool
    known: tuple[int, tuple[Point, ...], bool, int]


class Bouts:
    """Sums the melees of one attack, from any position before the first blow."""

    def __init__(self, unit: Unit, target: Unit, plan: Plan, told: Callable[[State], tuple[Any, ...]]):
        self.unit, self.target, self.plan, self.told = unit, target, plan, told
        self.met: dict[tuple[int, str], dict[Throw, None]] = {}
        """The throws met, by melees before them and what is thrown for: in the order of the procedure."""
        self.cites: dict[str, None] = {}
        self._trials: Trials | None = None
        self._shed: dict[Any, tuple[list[Bloodshed], int]] = {}
        self._fates: dict[Any, dict[Case, Rest]] = {}
        self._ends: dict[Any, Dist[tuple[str, bool]]] = {}
        self._outlooks: dict[Any, tuple[Outlook, Outlook]] = {}
        self._fled: dict[Any, Toll] = {}
        self._left: dict[Any, Left] = {}
        self._mourned: set[tuple[bool, bool]] = set()

    def summed(self, position: Position) -> Summed | None:
        """All that a melee and what follows it come to, before its first throw; else None."""
        if not at_blows(position):
            return None
        weights = self._melee(position).weights
        throws = [throw for stage in sorted(self.met) for throw in self.met[stage]]
        return Summed(weights, tuple(throws), tuple(self.cites))

    def _meet(self, state: State, throw: Throw) -> None:
        before = len(state.bouts) if throw.what == "melee" else max(0, len(state.bouts) - 1)
        self.met.setdefault((before, throw.what), {})[throw] = None

    def _melee(self, position: Position) -> Dist[Any]:
        pile = Pile()
        self._sum(position, 1, 1, pile)
        return pile.dist()

    def _sum(self, position: Position, weight: int, size: int, pile: Pile) -> None:
        """Add what a melee comes to, itself `weight` parts of `size`."""
        state: State = position.state
        env: Melee = position.agenda[-1].env
        unit, target = state.units[env.unit], state.units[env.target]
        shed, total = self._bloodshed(position)
        size *= total
        outlook = self._outlook(state, unit, target)
        free = outlook[0].free, outlook[1].free
        last = env.followed or not unit.cavalry or not self.plan.follow_up
        nerves = nerve_of(unit), nerve_of(target)
        known = self._fates.setdefault((env.target, state.units[self.target.id].where, nerves), {})
        part = pile.part(size)
        was = self.target.count if env.target == self.target.id else None
        gone = self.target.count - state.units[self.target.id].count
        heads = {result: melees((*state.bouts, result)) for result in TOLD}
        for each in shed:
            loser = each.loser
            if each.left[loser] and not free[loser]:
                fled = self._retreat(position, each, outlook[loser])
                if fled is None:
                    pile.add(size, (), self._walk(self._after(position, each)), weight * each.weight)
                    continue
                each = fled
            if each.result == "won" and not last:
                self._chase(position, each, nerves, weight * each.weight, size, pile)
                continue
            fates = known.get(each.case)
            if fates is None:
                fates = known[each.case] = Rest(self._fates_of(state, env, nerves, each.case))
                self._tell_onlookers(position, each)
            ours, theirs = each.left
            head = (*heads[each.result], self.unit.count - ours, gone if was is None else was - theirs)
            key = head, fates
            part[key] = part.get(key, 0) + weight * each.weight

    # ---- blows

    def _bloodshed(self, position: Position) -> tuple[list[Bloodshed], int]:
        """Both throws of a melee together, and how many parts they have."""
        state: State = position.state
        env: Melee = position.agenda[-1].env
        unit, target = state.units[env.unit], state.units[env.target]
        key = strikes(state, unit, target, env.judge, env.level)
        if key not in self._shed:
            ours = self._blows(position)
            theirs = self._blows(ENGINE.follow(position, Fall(ours[0].reading)))
            counts = unit.count, target.count
            found = [bloodshed(blow, other, counts) for blow in ours for other in theirs]
            self._shed[key] = found, sum(each.weight for each in found)
        return self._shed[key]

    def _blows(self, position: Position) -> list[Blow]:
        throw = ENGINE.pending(position)
        assert isinstance(throw, Throw)
        self._meet(position.state, throw)
        same = alike(position, throw)
        assert same is not None
        merged = throw.dice.dist().merged(same).weights
        return [Blow(reading, int(str(same(reading))), weight) for reading, weight in merged.items()]

    def _after(self, position: Position, each: Bloodshed) -> Position:
        """Where the engine is after both throws."""
        return ENGINE.follow(ENGINE.follow(position, Fall(each.falls[0])), Fall(each.falls[1]))

    # ---- Retreats

    def _outlook(self, state: State, unit: Unit, target: Unit) -> tuple[Outlook, Outlook]:
        """How the Retreats of both look. [R-27]"""
        key = (*((each.id, each.models, allowance(each)) for each in (unit, target)),)
        if key not in self._outlooks:
            self._outlooks[key] = Outlook(state, unit, target), Outlook(state, target, unit)
        return self._outlooks[key]

    def _retreat(self, position: Position, each: Bloodshed, outlook: Outlook) -> Bloodshed | None:
        """The same with what the loser's Retreat costs him; None where that hangs on his Leader. [T137, T138]"""
        env: Melee = position.agenda[-1].env
        state: State = position.state
        both = state.units[env.unit], state.units[env.target]
        at = each.loser
        loser, other = self._without(both[at], each.lost[at]), self._without(both[1 - at], each.lost[1 - at])
        if loser.led_on:
            return None
        key = *loser.known, other.unit.models
        if key not in self._fled:
            self._fled[key] = self._toll(state, loser.unit, other.unit, outlook)
        return cut_off(each, self._fled[key])

    def _toll(self, state: State, loser: Unit, other: Unit, outlook: Outlook) -> Toll:
        """What a Retreat costs. [T137, T138]"""
        if other.models:
            toll = outlook.straight_back(loser.models, other.models, allowance(loser))
            toll = toll or outlook.toll(loser, other)
            if toll is not None:
                return toll
        after = with_unit(with_unit(state, loser), other)
        way = retreat(after, loser, other if other.models else None)
        return Toll(way.lost, way.leaves)

    def _without(self, unit: Unit, lost: int) -> Left:
        """A unit after its casualties, too few of them in no Close Order."""
        key = unit.models, unit.leader, unit.close_order, lost
        found = self._left.get(key)
        if found is None:
            after = without(unit, lost)
            after = replace(after, close_order=False) if too_few(after) else after
            known = after.id, after.models, after.close_order, allowance(after)
            found = self._left[key] = Left(after, _led_on(after), known)
        return found

    def _beaten(self, position: Position, each: Bloodshed) -> State:
        env: Melee = position.agenda[-1].env
        state: State = ENGINE.start(position.state, "odds: beaten", replace(env, hits=each.falls)).state
        return state

    # ---- what follows

    def _fates_of(self, state: State, env: Melee, nerves: tuple[Nerve, Nerve], case: Case) -> Fates:
        """How both end, by their tests. [T026, T029]"""
        ends = [
            self._end_of(state, state.units[number], nerve, bled, tested, where)
            for number, nerve, _, bled, tested, where in zip((env.unit, env.target), nerves, *case)
        ]
        if env.target != self.target.id:
            after = state.units[self.target.id]
            ends[1] = Dist.sure((fate(self.target, after), leader_fell(self.target, after)))
        return ends[0].then(
            lambda mine: ends[1].map(lambda other: (mine[0], other[0], int(mine[1]) + int(other[1])))
        )

    def _tell_onlookers(self, position: Position, each: Bloodshed) -> None:
        """The tests of those who see a friend destroyed are told, though not what comes of them. [T098]"""
        alive = each.case.alive
        if all(alive) or alive in self._mourned:
            return
        self._mourned.add(alive)
        after = self._after(position, each)
        while isinstance(throw := ENGINE.pending(after), Throw):
            self._meet(after.state, throw)
            after = ENGINE.follow(after, Fall(next(iter(throw.dice.dist()))))

    def _end_of(
        self, state: State, unit: Unit, nerve: Nerve, bled: bool, tested: int, where: Where
    ) -> Dist[tuple[str, bool]]:
        key = unit.id, nerve, bled, tested, where
        if key not in self._ends:
            before = self.unit if unit.id == self.unit.id else self.target
            if where is Where.TABLE:
                tests = self._tests(state).of(unit.id, nerve, bled, tested)
                after = tests.map(lambda then: nerved(unit, then))
            else:
                after = Dist.sure(replace(unit, where=where))
            self._ends[key] = after.map(lambda then: (fate(before, then), leader_fell(before, then)))
        return self._ends[key]

    def _tests(self, state: State) -> Trials:
        if self._trials is None:
            self._trials = Trials(state, self._meet)
        return self._trials

    def _chase(
        self,
        position: Position,
        each: Bloodshed,
        nerves: tuple[Nerve, Nerve],
        weight: int,
        size: int,
        pile: Pile,
    ) -> None:
        """A melee won by Cavalry, with its follow-up if there is one. [T032–T036, R-30]"""
        state: State = position.state
        env: Melee = position.agenda[-1].env
        back = self._beaten(position, each)
        unit, target = back.units[env.unit], back.units[env.target]
        limit = chase(back, unit, target)
        if not target.on_table:
            near = any(reach(back, unit, enemy, limit) for enemy in back.on_table(1 - unit.side))
        else:
            near = any(True for _ in follow_ups(back, unit, target))
        if near:
            self.cites[STEPS[AFTER].cite] = None
        if target.on_table and _led_on(target):
            pile.add(size, (), self._walk(self._after(position, each)), weight)
        elif not near or unit.pinned:
            self._tell_onlookers(position, each)
            fates = self._fates_of(state, env, nerves, each.case)
            lost = self.unit.count - unit.count, self.target.count - target.count
            pile.add(size, (*melees(back.bouts), *lost), fates, weight)
        elif not target.on_table:
            pile.add(size, (), self._walk(self._after(position, each)), weight)
        else:
            ours, theirs = (
                self._tests(state).of(number, nerve, bled, tested)
                for number, nerve, bled, tested in zip(
                    (unit.id, target.id), nerves, each.case.bled, each.case.tested
                )
            )
            size *= ours.total * theirs.total
            melee = Melee(unit.id, target.id, limit, env.by, followed=True)
            begun: dict[int, Position] = {}
            for mine, mine_weight in ours.weights.items():
                # Closing in looks at the model cohesion is measured from, at nothing else that tests change.
                heart = reference(nerved(unit, mine))
                if heart not in begun:
                    closing = unit if heart == reference(unit) else nerved(unit, mine)
                    begun[heart] = ENGINE.start(with_unit(back, closing), "melee", melee)
                closed: State = begun[heart].state
                closed = with_unit(closed, nerved(closed.units[unit.id], mine))
                for other, other_weight in theirs.weights.items():
                    shaken = with_unit(closed, nerved(closed.units[target.id], other))
                    second = replace(begun[heart], state=shaken)
                    self._sum(second, weight * mine_weight * other_weight, size, pile)

    def _walk(self, position: Position) -> Dist[Any]:
        """The engine's own way to the end, melees on it summed."""
        if settled(position) or all(frame.sequence != "melee" for frame in position.agenda):
            return Dist.sure(self.told(position.state))
        if at_blows(position):
            return self._melee(position)
        waiting = ENGINE.pending(position)
        if not isinstance(waiting, Throw):
            assert waiting is not None
            self.cites[waiting.cite] = None
            return self._walk(ENGINE.apply(position, self.plan(position, waiting)))
        self._meet(position.state, waiting)
        same = alike(position, waiting)
        dist = waiting.dice.dist() if same is None else waiting.dice.dist().merged(same)
        return dist.then(lambda reading: self._walk(ENGINE.follow(position, Fall(reading)))).reduced()
