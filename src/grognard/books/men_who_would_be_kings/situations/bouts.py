"""The melees of an attack, summed at once: both throws together, then only what differs.

The dice are those the engine asks for; casualties, Retreats, ways and closing in are the engine's own steps. Used
here is that the two throws do not depend on each other, that the tests after them look at nobody's place (see
`aftermath`), and that a loser who gets away loses nobody, wherever he then stands. Where he does not, or where the
enemy is gone and others are near, the engine walks on by itself. [T016–T036, R-27, R-54]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.engine.book import Summed
from grognard.engine.choices import Fall, Throw
from grognard.engine.dice import Pool
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace

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
from .moments import Bout, Moment, Mood, Second, Setting, Share, stance
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


Ends = tuple[tuple[tuple[str, bool], int], ...]
"""How one side ends and whether its Leader fell, with the weight of each."""


def _both_end(ours: Ends, theirs: Ends) -> Fates:
    """How both end, neither hanging on the other."""
    weights: dict[tuple[str, str, int], int] = {}
    for (mine, fell), weight in ours:
        for (other, too), chance in theirs:
            end = mine, other, int(fell) + int(too)
            weights[end] = weights.get(end, 0) + weight * chance
    return Dist(weights)


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
        self._ends: dict[Any, Ends] = {}
        self._fates: dict[tuple[Ends, Ends], Fates] = {}
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
        env: Melee = position.agenda[-1].env
        nerves = nerve_of(position.state.units[env.unit]), nerve_of(position.state.units[env.target])
        setting = self._setting(position, ground)
        moment = self._moment(position.state, Mood(env.unit, env.target, setting.where, nerves))
        self._add(setting, moment, share)
        if setting.told.others:
            self._look_on(position, setting, moment, share)

    def _setting(self, position: Position, ground: Footing) -> Setting:
        """What a melee comes to before any test."""
        state: State = position.state
        env: Melee = position.agenda[-1].env
        unit, target = state.units[env.unit], state.units[env.target]
        shed = self._bloodshed(position, ground)
        outlook = self._retreats.outlook(state, unit, target)
        last = env.followed or not unit.cavalry or not self.plan.follow_up
        told = shed.told((outlook[0].free, outlook[1].free), last)
        tale = self._tale(position, told)
        return Setting(shed, outlook, told, tale, state.units[self.target.id].where)

    def _moment(self, state: State, mood: Mood) -> Moment:
        found = self._moods.get(mood)
        if found is None:
            found = self._moods[mood] = Moment(mood, state)
        return found

    def _add(self, setting: Setting, moment: Moment, share: Share) -> None:
        """Add what of a melee is told when tests are thrown."""
        share.pile.tell(setting.tale, moment, share.weight, share.size * setting.shed.total)

    def _look_on(self, position: Position, setting: Setting, moment: Moment, share: Share) -> None:
        """Add what of a melee must be looked at: Retreats that may cost somebody, and follow-ups."""
        state: State = position.state
        bout = Bout(position, moment, share._replace(size=share.size * setting.shed.total))
        both = state.units[moment.mood.unit], state.units[moment.mood.target]
        runs, walks = self._retreats.runs(state, setting.told, both, setting.outlook)
        bout.share.pile.tell(self._tale(position, runs), moment, bout.share.weight, bout.share.size)
        for each in walks:
            self._go_on(bout, each)
        for group in runs.others:
            for each in group.members:
                self._chase(bout, each)

    def _tale(self, position: Position, told: Told) -> Tale:
        """Melees of which only tests are to come."""
        state: State = position.state
        had, gone = (self.unit.count, self.target.count), None
        if position.agenda[-1].env.target != self.target.id:
            gone = had[1] - state.units[self.target.id].count
        for each in told.losses.values():
            self._tell_onlookers(position, each)
        return Tale(told, state.bouts, had, gone)

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
            ends[1] = (((fate(self.target, after), leader_fell(self.target, after)), 1),)
        key = ends[0], ends[1]
        if key not in self._fates:
            self._fates[key] = _both_end(*key)
        return self._fates[key]

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

    def _end_of(self, state: State, unit: Unit, nerve: Nerve, bled: bool, tested: int, where: Where) -> Ends:
        key = unit.id, nerve, bled, tested, where
        if key not in self._ends:
            before = self.unit if unit.id == self.unit.id else self.target
            if where is Where.TABLE:
                tests = self._tests(state).of(unit.id, nerve, bled, tested)
                after = tests.map(lambda then: nerved(unit, then))
            else:
                after = Dist.sure(replace(unit, where=where))
            told = after.map(lambda then: (fate(before, then), leader_fell(before, then)))
            self._ends[key] = tuple(told.weights.items())
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
        begun: dict[int | None, Second] = {}
        for mine, mine_weight in ours.weights.items():
            # Closing in looks at the Leader, there or not, at nothing else that tests change.
            closing = nerved(unit, mine)
            second = begun.get(closing.leader)
            if second is None:
                whole = back if closing.leader == unit.leader else with_unit(back, closing)
                second = begun[closing.leader] = Second(ENGINE.start(whole, "melee", melee), list(theirs))
            for other, foe in second.foes.items():
                share = Share(weight * mine_weight * theirs[other], size, pile)
                self._sum_second(second, (mine, other), foe, share)

    def _sum_second(self, second: Second, nerves: tuple[Nerve, Nerve], foe: Unit, share: Share) -> None:
        """Add what a second melee comes to, for one nerve of each."""
        state: State = second.position.state
        unit = nerved(state.units[second.unit], nerves[0])
        key = stance(unit), stance(foe)
        if key not in second.settings:
            second.settings[key] = self._setting(second.between(unit, foe), second.ground)
        setting = second.settings[key]
        moment = self._moment(state, Mood(unit.id, foe.id, setting.where, nerves))
        self._add(setting, moment, share)
        if setting.told.others:
            self._look_on(second.between(unit, foe), setting, moment, share)

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
