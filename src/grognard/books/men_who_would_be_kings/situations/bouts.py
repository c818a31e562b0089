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
from grognard.engine.dice import Pool
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace

from ..facts.bodies import reference
from ..facts.melee import Footing, chase, follow_ups, footing, matched
from ..facts.paths import reach
from ..sequence import SEQUENCES
from ..state import State, Unit
from ..steps.attack import Blows, FollowUp
from ..steps.env import Melee
from ..words import Where
from .aftermath import Nerve, Trials, nerve_of, nerved, with_unit
from .bloodshed import (
    Bloodshed,
    Blow,
    Case,
    Fates,
    Group,
    Shed,
    Told,
    blows,
    melees,
    put_together,
)
from .piles import Pile, Tale
from .retreats import Retreats, led_on
from .walks import ENGINE, Plan, alike, fate, leader_fell

STEPS = SEQUENCES["melee"]
STRIKE = next(at for at, step in enumerate(STEPS) if isinstance(step, Blows))
AFTER = next(at for at, step in enumerate(STEPS) if isinstance(step, FollowUp))


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


class Share(NamedTuple):
    """`weight` parts of `size` of the whole, and where what comes of them is piled up."""

    weight: int
    size: int
    pile: Pile[Moment]


class Mood(NamedTuple):
    """All that the tests after a melee hang on, but its casualties."""

    unit: int
    target: int
    where: Where
    """Where the enemy attacked first is by now."""
    nerves: tuple[Nerve, Nerve]


class Moment:
    """A mood met, in some state, with what tests make of each case; known by itself."""

    def __init__(self, mood: Mood, state: State):
        self.mood, self.state = mood, state
        self.fates: dict[int, Fates] = {}


class Bout(NamedTuple):
    """A melee that is being summed."""

    position: Position
    moment: Moment
    share: Share


class Bouts:
    """Sums the melees of one attack, from any position before the first blow."""

    def __init__(self, unit: Unit, target: Unit, plan: Plan, told: Callable[[State], tuple[Any, ...]]):
        self.unit, self.target, self.plan, self.told = unit, target, plan, told
        self.met: dict[tuple[int, str], dict[Throw, None]] = {}
        """The throws met, by melees before them and what is thrown for: in the order of the procedure."""
        self.cites: dict[str, None] = {}
        self._trials: Trials | None = None
        self._retreats = Retreats()
        self._shed: dict[Any, Shed] = {}
        self._moods: dict[Mood, Moment] = {}
        self._ends: dict[Any, Dist[tuple[str, bool]]] = {}
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
        self._tests(position.state)  # everybody who will be tested is on the table before the first
        pile = Pile[Moment]()
        env: Melee = position.agenda[-1].env
        ground = footing(position.state, position.state.units[env.target], env.judge, env.level)
        self._sum(position, ground, Share(1, 1, pile))
        return pile.dist(self._fates_of)

    def _sum(self, position: Position, ground: Footing, share: Share) -> None:
        """Add what a melee comes to."""
        state: State = position.state
        env: Melee = position.agenda[-1].env
        unit, target = state.units[env.unit], state.units[env.target]
        shed = self._bloodshed(position, ground)
        share = share._replace(size=share.size * shed.total)
        outlook = self._retreats.outlook(state, unit, target)
        free = outlook[0].free, outlook[1].free
        last = env.followed or not unit.cavalry or not self.plan.follow_up
        mood = Mood(unit.id, target.id, state.units[self.target.id].where, (nerve_of(unit), nerve_of(target)))
        if mood not in self._moods:
            self._moods[mood] = Moment(mood, state)
        bout = Bout(position, self._moods[mood], share)
        told = shed.told(free, last)
        self._tell(bout, told)
        if not told.others:
            return
        runs, walks = self._retreats.runs(state, told, (unit, target), outlook)
        self._tell(bout, runs)
        for each in walks:
            self._go_on(bout, each)
        for group in runs.others:
            for each in group.members:
                self._chase(bout, each)

    def _tell(self, bout: Bout, told: Told) -> None:
        """Melees of which only tests are to come."""
        state: State = bout.position.state
        had, gone = (self.unit.count, self.target.count), None
        if bout.moment.mood.target != self.target.id:
            gone = had[1] - state.units[self.target.id].count
        weight, size, pile = bout.share
        pile.tell(Tale(told, state.bouts, had, gone), bout.moment, weight, size)
        for each in told.losses.values():
            self._tell_onlookers(bout.position, each)

    def _go_on(self, bout: Bout, each: Bloodshed) -> None:
        """The engine walks on by itself."""
        weight, size, pile = bout.share
        pile.add((), self._walk(self._after(bout.position, each)), weight * each.weight, size)

    # ---- blows

    def _bloodshed(self, position: Position, ground: Footing) -> Shed:
        """Both throws of a melee together."""
        state: State = position.state
        env: Melee = position.agenda[-1].env
        unit, target = state.units[env.unit], state.units[env.target]
        key = matched(ground, unit, target)
        if key not in self._shed:
            ours = self._blows(position)
            theirs = self._blows(ENGINE.follow(position, Fall(ours[0].reading)))
            self._shed[key] = put_together(ours, theirs, (unit.count, target.count))
        return self._shed[key]

    def _blows(self, position: Position) -> tuple[Blow, ...]:
        throw = ENGINE.pending(position)
        assert isinstance(throw, Throw)
        self._meet(position.state, throw)
        assert isinstance(throw.dice, Pool)
        return blows(throw.dice, position.state.units[throw.facts["target"]].count, throw.facts["needed"])

    def _after(self, position: Position, each: Bloodshed) -> Position:
        """Where the engine is after both throws."""
        return ENGINE.follow(ENGINE.follow(position, Fall(each.falls[0])), Fall(each.falls[1]))

    def _beaten(self, position: Position, each: Bloodshed) -> State:
        env: Melee = position.agenda[-1].env
        state: State = ENGINE.start(position.state, "odds: beaten", replace(env, hits=each.falls)).state
        return state

    # ---- what follows

    def _fates_of(self, moment: Moment, group: Group) -> Fates:
        """How both end, by their tests. [T026, T029]"""
        found = moment.fates.get(group.number)
        if found is None:
            found = moment.fates[group.number] = self._tested(moment, group.case)
        return found

    def _tested(self, moment: Moment, case: Case) -> Fates:
        mood, state = moment.mood, moment.state
        ends = [
            self._end_of(state, state.units[number], nerve, bled, tested, where)
            for number, nerve, _, bled, tested, where in zip((mood.unit, mood.target), mood.nerves, *case)
        ]
        if mood.target != self.target.id:
            after = state.units[self.target.id]
            ends[1] = Dist.sure((fate(self.target, after), leader_fell(self.target, after)))
        weights: dict[tuple[str, str, int], int] = {}
        for (mine, fell), weight in ends[0].weights.items():
            for (other, too), chance in ends[1].weights.items():
                end = mine, other, int(fell) + int(too)
                weights[end] = weights.get(end, 0) + weight * chance
        return Dist(weights)

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

    def _chase(self, bout: Bout, each: Bloodshed) -> None:
        """A melee won by Cavalry, with its follow-up if there is one. [T032–T036, R-30]"""
        env: Melee = bout.position.agenda[-1].env
        back = self._beaten(bout.position, each)
        unit, target = back.units[env.unit], back.units[env.target]
        limit = chase(back, unit, target)
        if not target.on_table:
            near = any(reach(back, unit, enemy, limit) for enemy in back.on_table(1 - unit.side))
        else:
            near = any(True for _ in follow_ups(back, unit, target))
        if near:
            self.cites[STEPS[AFTER].cite] = None
        if target.on_table and led_on(target):
            self._go_on(bout, each)
        elif not near or unit.pinned:
            self._tell_onlookers(bout.position, each)
            fates = self._tested(bout.moment, each.case)
            lost = self.unit.count - unit.count, self.target.count - target.count
            weight, size, pile = bout.share
            pile.add((*melees(back.bouts), *lost), fates, weight * each.weight, size)
        elif not target.on_table:
            self._go_on(bout, each)
        else:
            melee = Melee(unit.id, target.id, limit, env.by, followed=True)
            self._follow_up(bout, each, back, melee)

    def _follow_up(self, bout: Bout, each: Bloodshed, back: State, melee: Melee) -> None:
        """The second melee, for every nerve both may be left with."""
        unit, target = back.units[melee.unit], back.units[melee.target]
        ours, theirs = (
            self._tests(bout.position.state).of(number, nerve, bled, tested)
            for number, nerve, bled, tested in zip(
                (unit.id, target.id), bout.moment.mood.nerves, each.case.bled, each.case.tested
            )
        )
        weight, size, pile = bout.share
        weight, size = weight * each.weight, size * ours.total * theirs.total
        begun: dict[int, Position] = {}
        for mine, mine_weight in ours.weights.items():
            # Closing in looks at the model cohesion is measured from, at nothing else that tests change.
            heart = reference(nerved(unit, mine))
            if heart not in begun:
                closing = back if heart == reference(unit) else with_unit(back, nerved(unit, mine))
                begun[heart] = ENGINE.start(closing, "melee", melee)
            second = begun[heart]
            env: Melee = second.agenda[-1].env
            ground = footing(second.state, target, env.judge, env.level)
            closed = with_unit(second.state, nerved(second.state.units[unit.id], mine))
            for other, other_weight in theirs.weights.items():
                shaken = with_unit(closed, nerved(closed.units[target.id], other))
                share = Share(weight * mine_weight * other_weight, size, pile)
                self._sum(replace(second, state=shaken), ground, share)

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
