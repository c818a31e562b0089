"""Attack: closing in, melee, its result, follow-up and storming. [T013–T038, R-09–R-13, R-27–R-31]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.domains import Units
from grognard.engine.flow import DONE, LOOP, NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Refusal

from ..facts.advance import advance
from ..facts.bodies import nearest_pair
from ..facts.ground import defended, level_of
from ..facts.houses import indoors, why_not_hold
from ..facts.melee import chase, follow_ups, strikes, tallies
from ..facts.paths import reach
from ..facts.storming import close_up, facing_them
from ..state import Desk, Unit
from .common import lose_models, run_back
from .env import Bystanders, Melee, OnTrial


class CloseIn(Step):
    """The attacker goes into contact, or up to the Obstacle that is held. [T015, R-57]"""

    cite = "T015"
    title = "Attack"

    def begin(self, t: Desk) -> Flow:
        unit, target = t.unit(t.env.unit), t.unit(t.env.target)
        way = reach(t.state, unit, target, t.env.limit)
        if way is None:
            return DONE
        level = level_of(t.state, unit.models)
        judge = unit.models[nearest_pair(unit, target)[1]]
        house = -1 if target.inside is None else target.inside
        across = *([way.across] if way.across else []), *defended(t.state, target, judge)
        models = advance(t.state, unit, target, way, t.env.limit)
        t.bind(limit=0, judge=judge, level=level, across=tuple(dict.fromkeys(across)), house=house)
        after = t.put(unit.id, models=models, to_ground=False)
        if unit.close_order:
            turned = facing_them(t.state, after, target)
            t.put(unit.id, models=turned.models, facing=turned.facing)
        t.put(target.id, engaged=True)
        t.note(self.cite, "attacks", unit=unit.id, target=target.id)
        return NEXT


class Blows(Step):
    """A die for each fighting model of one side. [T016, T017, R-10, R-54]"""

    cite = "T017"
    title = "Melee"

    def __init__(self, attacker: bool):
        self.attacker = attacker

    def ask(self, t: Desk) -> Throw:
        unit, target = t.unit(t.env.unit), t.unit(t.env.target)
        both = strikes(t.state, unit, target, t.env.judge, t.env.level)
        why = tallies(both[0 if self.attacker else 1])
        striker, foe = (unit, target) if self.attacker else (target, unit)
        return Throw(
            "melee",
            Pool.of(why[0].total, why[1].total),
            self.cite,
            why,
            side=striker.side,
            unit=striker.id,
            target=foe.id,
            needed=why[2].total,
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        t.bind(hits=(*t.env.hits, reading))
        return NEXT


class Casualties(Step):
    """Both sides remove what was hit; whoever has none left has lost. [T019–T023, T027, R-12, R-54]"""

    cite = "T019"
    title = "Casualties"

    def begin(self, t: Desk) -> Flow:
        unit, target = t.unit(t.env.unit), t.unit(t.env.target)
        both = strikes(t.state, unit, target, t.env.judge, t.env.level)
        on_target, on_unit = (hits // tallies(strike)[2].total for hits, strike in zip(t.env.hits, both))
        lost = min(on_unit, unit.count), min(on_target, target.count)
        seen = lose_models(t, unit.id, lost[0], self.cite) if lost[0] else ()
        seen += lose_models(t, target.id, lost[1], self.cite) if lost[1] else ()
        result = outcome_of((t.unit(unit.id).count, t.unit(target.id).count), lost)
        t.bind(lost=lost, result=result, witnesses=seen, hits=())
        t.set(bouts=(*t.state.bouts, result))
        t.note("T027", "melee " + result, unit=unit.id, target=target.id, lost=lost[0], inflicted=lost[1])
        return NEXT


def outcome_of(left: tuple[int, int], lost: tuple[int, int]) -> str:
    """Most casualties wins; a unit without models has lost; both gone is a draw. [T027, T030, R-12]"""
    if bool(left[0]) != bool(left[1]):
        return "won" if left[0] else "lost"
    if lost[0] == lost[1] or not left[0]:
        return "drawn"
    return "won" if lost[1] == max(lost) else "lost"


class LeadersFall(Step):
    """Leader rolls of those who lost models, the attacker first. [T026, R-48]"""

    cite = "T026"
    title = "Leaders"

    def begin(self, t: Desk) -> Flow | Call:
        t.bind(stage=0)
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        while t.env.stage < 2:
            at = t.env.stage
            t.bind(stage=at + 1)
            if t.env.lost[at]:
                return Call("leader", OnTrial((t.env.unit, t.env.target)[at]))
        return NEXT


def retreating(result: str) -> int:
    """Who Retreats, the loser or after a draw the attacker: 0 the attacker, 1 the defender. [T028, T030]"""
    return 1 if result == "won" else 0


def tested(result: str, lost: tuple[int, int]) -> tuple[int, int]:
    """For how many casualties each is tested: only the loser, and not after a draw. [T031, R-28]"""
    return lost[0] * (result == "lost"), lost[1] * (result == "won")


def loser(env: Melee) -> int:
    """The unit that Retreats."""
    return (env.unit, env.target)[retreating(env.result)]


class FallBack(Step):
    """The loser, or a drawing attacker, Retreats half a move, from its own side of whatever was held. [R-29, R-53]"""

    cite = "T028"
    title = "Retreat"

    def begin(self, t: Desk) -> Flow:
        who = loser(t.env)
        if t.unit(who).on_table:
            foe = t.unit(t.env.unit if who == t.env.target else t.env.target)
            seen = run_back(t, who, foe if foe.on_table else None)
            t.bind(witnesses=(*t.env.witnesses, *seen))
        return NEXT


class BeatenTest(Step):
    """The loser, who has lost somebody, takes a Pinning test for that; not after a draw. [T031, T097, R-28, T142]"""

    cite = "T029"
    title = "Pinning test"

    def begin(self, t: Desk) -> Flow | Call:
        who, casualties = loser(t.env), sum(tested(t.env.result, t.env.lost))
        if not casualties or not t.unit(who).on_table:
            return NEXT
        return Call("pinning", OnTrial(who, casualties))


class MeleeWitnesses(Step):
    """Friends of units lost in the fight test. [T098, R-48]"""

    cite = "T098"
    title = "Bystanders"

    def begin(self, t: Desk) -> Flow | Call:
        seen = t.env.witnesses
        t.bind(witnesses=())
        return Call("bystanders", Bystanders(seen)) if seen else NEXT


class FollowUp(Step):
    """Victorious attacking Cavalry may follow up if it likes, once. [T033, T035, R-30]"""

    cite = "T032"
    title = "Follow-up"

    def _may(self, t: Desk) -> bool:
        unit = t.unit(t.env.unit)
        won = t.env.result == "won" and not t.env.followed
        return won and unit.cavalry and unit.on_table and not unit.pinned

    def begin(self, t: Desk) -> Flow | None:
        unit, beaten = t.unit(t.env.unit), t.unit(t.env.target)
        if self._may(t) and beaten.on_table and not any(True for _ in follow_ups(t.state, unit, beaten)):
            t.note("R-30", "no way after them", unit=unit.id, target=beaten.id)
        return None

    def ask(self, t: Desk) -> Ask | None:
        unit = t.unit(t.env.unit)
        if not self._may(t):
            return None
        found = tuple(follow_ups(t.state, unit, t.unit(t.env.target)))
        if not found:
            return None
        why = Refusal(
            "T036", "that is not the beaten enemy, nor, where that is gone, one in sight within half a move"
        )
        return Ask(
            t.env.by,
            f"{unit.name} may follow up",
            self.cite,
            {"follow_up": Units(found, lambda _noun: why), "stay": None},
        )

    def follow_up(self, t: Desk, target: int) -> Flow:
        """One more melee, as attacker again."""
        env = t.env
        t.note("T034", "follows up", unit=env.unit, target=target)
        limit = chase(t.state, t.unit(env.unit), t.unit(env.target))
        t.env = Melee(env.unit, target, limit, env.by, followed=True)
        return LOOP

    def stay(self, t: Desk) -> Flow:
        """Let them run."""
        return NEXT


class Storm(Step):
    """The winner may take over the Obstacle or the building that was held; ranks are given up for it. [T037, T038, R-31]"""

    cite = "T037"
    title = "Storming"

    def ask(self, t: Desk) -> Ask | None:
        unit = t.unit(t.env.unit)
        if t.env.result != "won" or t.env.followed or not unit.on_table or not self._open(t, unit):
            return None
        ranks = ", giving up its ranks" if unit.close_order else ""
        return Ask(
            t.env.by,
            f"{unit.name} may storm the defence{ranks}",
            self.cite,
            {"storm": None, "hold_back": None},
        )

    def _open(self, t: Desk, unit: Unit) -> bool:
        if t.env.house >= 0:
            loose = replace(unit, close_order=False)
            return why_not_hold(t.state, loose, t.env.house, unit.count) is None
        return close_up(t.state, unit, t.env.across) is not None

    def storm(self, t: Desk) -> Flow:
        """Up to the wall, or into the building."""
        unit = t.unit(t.env.unit)
        if t.env.house >= 0:
            models = indoors(t.state.field.terrain[t.env.house].poly, unit.count, unit.radius)
            t.put(unit.id, models=models, inside=t.env.house)
        else:
            models = close_up(t.state, unit, t.env.across) or unit.models
            t.put(unit.id, models=models)
        t.note(self.cite, "storms", unit=unit.id)
        if unit.close_order:
            t.put(unit.id, close_order=False)
            t.note("R-31", "gives up its ranks", unit=unit.id)
        return NEXT

    def hold_back(self, t: Desk) -> Flow:
        """Stay where it stands."""
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "melee": (
        CloseIn(),
        Blows(attacker=True),
        Blows(attacker=False),
        Casualties(),
        LeadersFall(),
        FallBack(),
        BeatenTest(),
        MeleeWitnesses(),
        FollowUp(),
        Storm(),
    ),
}
