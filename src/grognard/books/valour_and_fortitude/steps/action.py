"""The action phase: brigades, activation, messengers, actions. [62–98]"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.domains import Cells, Domain, LazyPairs, Pairs, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step
from grognard.engine.tables import Need, Needs, Refusal

from ..facts.assaults import assault_targets, why_not_him
from ..facts.command import Doer, activation, automatic, doer, move_distance
from ..facts.forming import formations
from ..facts.judging import KEEP
from ..facts.layout import layout, nearest_enemy
from ..facts.onsets import farthest
from ..facts.placing import can_leave
from ..facts.retreats import some_retreat
from ..state import Desk, State, Unit
from ..tables.dice import ACTIVATION, natural
from ..tables.moving import MAY_ACT, MAY_ASSAULT, MAY_MOVE, MAY_RETREAT
from ..words import Deed, Special
from .arrivals import able_to_arrive
from .barring import Barred, for_all
from .cards import BrigadeActivates
from .common import may_occupy, may_step
from .env import Acting, Brigading, Leading
from .hands import (
    ANY,
    might_hold,
    only_held,
    play_on_brigade,
    play_on_unit,
    reckoned_with,
    silence,
    silenced,
    throw_away,
)
from .verbs import ACTS


class PickBrigade(Step):
    """Brigades are picked one after another, each is tested once; reinforcements may come on in between. [62, 149]"""

    cite = "62"
    title = "Action phase"

    def left(self, state: State) -> list[int]:
        """Brigades still to be picked; who has just arrived has acted. [B80]"""
        return [
            b.id
            for b in state.brigades
            if b.side == state.side
            and not b.tested
            and any(not u.today.arrived for u in state.of_brigade(b.id))
        ]

    def ask(self, t: Desk) -> Ask | None:
        left = self.left(t.state)
        if not left:
            return None
        offers: dict[str, Domain | None] = {"brigade": Cells(left)}
        coming = able_to_arrive(t.state)
        if coming:
            offers["arrive"] = Units(coming)
        offers.update(only_held(t.state, t.state.side, {"archdukes_order": Cells(left)}))
        return Ask(t.state.side, "Pick a brigade to activate", self.cite, offers)

    def arrive(self, t: Desk, unit: int) -> Call:
        """This unit comes on. [149]"""
        return Call("arrive", Acting(unit, Deed.MOVE))

    def brigade(self, t: Desk, brigade: int) -> Call:
        """Test this one."""
        return Call("brigade", Brigading(brigade))

    def archdukes_order(self, t: Desk, brigade: int) -> Call:
        """It activates without a test."""
        play_on_brigade(t, t.state.side, "archdukes_order", brigade)
        t.cast("archdukes_order", t.state.side, brigade)
        return Call("brigade", Brigading(brigade))

    def resume(self, t: Desk) -> Flow:
        return AGAIN


class Activate(Step):
    """The first brigade near the army leader activates by itself, others on 2 or more. [63–66]"""

    cite = "63"

    def begin(self, t: Desk) -> Flow | None:
        brigade = t.env.brigade
        free = automatic(t.state, brigade)
        ordered = t.state.spell("archdukes_order", t.state.side, brigade)
        t.put_brigade(brigade, tested=True)
        t.set(first_pick=False)
        if not free and not ordered:
            return None
        t.put_brigade(brigade, active=True)
        t.note(
            "66" if free else "FC13A", "activates", brigade=t.state.brigades[brigade].name, side=t.state.side
        )
        return NEXT

    def ask(self, t: Desk) -> Throw:
        tally = activation(t.state, t.env.brigade)
        dice = Pool.of(1, natural(ACTIVATION, tally.total))
        name = t.state.brigades[t.env.brigade].name
        return Throw("activation", dice, self.cite, tally, side=t.state.side, brigade=name)

    def fell(self, t: Desk, reading: int) -> Flow:
        name = t.state.brigades[t.env.brigade].name
        t.note(self.cite, "activates" if reading else "fails to activate", brigade=name, side=t.state.side)
        if reading:
            t.put_brigade(t.env.brigade, active=True)
        else:
            t.bind(failed=True)
        return NEXT


class RouseOne(Step):
    """Any card may be thrown away to let one unit of a brigade that failed act. [FC0]"""

    cite = "FC0"

    def ask(self, t: Desk) -> Ask | None:
        hand = t.state.fates[t.state.side].hand
        if not t.env.failed or not any(hand) or silenced(t.state, t.state.side, ANY):
            return None
        units = [
            u.id for u in t.state.of_brigade(t.env.brigade) if not u.today.freed and _may_yet(t.state, u)
        ]
        if not units:
            return None
        pairs = Pairs(dict.fromkeys(units, sorted(set(hand))))
        name = t.state.brigades[t.env.brigade].name
        prompt = f"{name} does not activate: throw away a card to let one unit act?"
        offers = {"rouse": pairs, "decline": None, "not_this_phase": None}
        return Ask(t.state.side, prompt, self.cite, offers)

    def rouse(self, t: Desk, noun: tuple[int, int]) -> Flow:
        """One unit acts after all."""
        unit, rank = noun
        throw_away(t, t.state.side, rank, unit)
        return AGAIN

    def decline(self, t: Desk) -> Flow:
        """Keep the cards."""
        return NEXT

    def not_this_phase(self, t: Desk) -> Flow:
        """Keep the cards, and do not ask again before the next phase."""
        silence(t, t.state.side, ANY)
        return NEXT


def _also(state: State, needs: Needs[Doer], units: list[Unit]) -> list[Unit]:
    """Those of units that may act whom no further row bars; nobody asks which row bars the others."""
    rows = needs.rows[len(MAY_ACT.rows) :]
    return [u for u in units if _holds(rows, doer(state, u))]


def _holds(rows: tuple[Need[Doer], ...], facts: Doer) -> bool:
    for row in rows:  # noqa: SIM110 - asked for every unit of a brigade: a generator would cost as much as its rows
        if not row.holds(facts):
            return False
    return True


def _may_yet(state: State, unit: Unit) -> bool:
    facts = doer(state, unit)
    return not facts.acted and not facts.spent


NEEDS = {verb: act.needs for verb, act in ACTS.items() if act.needs is not None}
assert all(
    needs.rows[: len(MAY_ACT.rows)] == MAY_ACT.rows for needs in (*NEEDS.values(), MAY_RETREAT, MAY_ASSAULT)
)


class Actions(Step):
    """The brigade's units act one at a time, each once; those that shot are passed over. [67, 68, 98d]"""

    cite = "67"
    title = "Actions"
    rows = ACTS

    def ask(self, t: Desk) -> Ask | None:
        state, brigade = t.state, t.env.brigade
        units = [u for u in state.of_brigade(brigade) if not u.today.acted]
        if t.env.moves:
            offers = self._moves_only(state, units)
        else:
            units = [u for u in units if MAY_ACT.met(doer(state, u))]
            offers = self._offers(state, units) if units else {}
        if not offers and (t.env.moves or not reckoned_with(state, state.side, self._cards(state, units))):
            return None
        prompt = f"{state.brigades[brigade].name}: a unit acts, or the brigade is done"
        barred = {} if t.env.moves else Barred(partial(_barred, state, units, frozenset(offers)))
        return Ask(state.side, prompt, self.cite, {**offers, "finish": None}, barred)

    def _moves_only(self, state: State, units: list[Unit]) -> dict[str, Domain | None]:
        facts = {u.id: doer(state, u)._replace(active=True, spent=False) for u in units}
        able = [unit for unit, each in facts.items() if MAY_MOVE.met(each)]
        return {"move": Units(able)} if able else {}

    def _offers(self, state: State, units: list[Unit]) -> dict[str, Domain | None]:
        offers: dict[str, Domain | None] = {}
        for verb, needs in NEEDS.items():
            able = [u.id for u in _also(state, needs, units)]
            if able:
                offers[verb] = Units(able, partial(_why, state, needs))
        retreating = [u.id for u in units if _why_no_retreat(state, u.id) is None]
        if retreating:
            offers["retreat"] = Units(retreating, partial(_why_no_retreat, state))
        close = [u.id for u in _also(state, MAY_ASSAULT, units) if _in_reach(state, u)]
        assaults = LazyPairs(
            close,
            lambda u: assault_targets(state, state.units[u]),
            lambda n: why_not_him(state, state.units[n[0]], state.units[n[1]]),
        )
        if close and assaults:
            offers["assault"] = assaults
        offers.update(self._features(state, units))
        offers.update(only_held(state, state.side, self._cards(state, units)))
        return offers

    def _cards(self, state: State, units: list[Unit]) -> dict[str, Domain | None]:
        """Cards to be played before a unit's action. [FC5, FC9]"""
        found: dict[str, Domain | None] = {"stubborn": Units([u.id for u in units if u.losses])}
        if might_hold(state, state.side, "surprise_attack"):
            found["surprise_attack"] = Units([u.id for u in units if _may_surprise(state, u)])
        return found

    def _features(self, state: State, units: list[Unit]) -> dict[str, Domain | None]:
        found: dict[str, Domain | None] = {}
        occupy = {u.id: places for u in units if (places := may_occupy(state, u))}
        step = {u.id: places for u in units if (places := may_step(state, u))}
        leave = [u.id for u in units if _why_no_exit(state, u.id) is None]
        if occupy:
            found["occupy"] = Pairs(occupy)
        if step:
            found["step_across"] = Pairs(step)
        if leave:
            found["exit"] = Units(leave, partial(_why_no_exit, state))
        return found

    def stubborn(self, t: Desk, unit: int) -> Flow:
        """A card takes one loss marker off."""
        play_on_unit(t, t.state.side, "stubborn", unit)
        t.put(unit, losses=t.unit(unit).losses - 1)
        return AGAIN

    def surprise_attack(self, t: Desk, unit: int) -> Call:
        """A card: the unit moves, then assaults. [FC9]"""
        return Call("act", Acting(unit, Deed.ASSAULT))

    def finish(self, t: Desk) -> Flow:
        """The others stay where they are. [68]"""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


def _why(state: State, needs: Needs[Doer], unit: int) -> Refusal | None:
    return needs.refusal(doer(state, state.units[unit]))


def _may_surprise(state: State, unit: Unit) -> bool:
    """It may move and then assault, as it stands or as it may form up in its move; two moves could bring it to an enemy. [FC9, B71]"""
    facts = doer(state, unit)
    if not MAY_MOVE.met(facts) or nearest_enemy(state, unit) > 2 * move_distance(state, unit).total:
        return False
    if MAY_ASSAULT.met(facts) or unit.has(
        Special.MILITIA
    ):  # which does not assault in the phase in which it reforms
        return MAY_ASSAULT.met(facts)
    widest = max([drawing.files for drawing in formations(unit).values()])
    return MAY_ASSAULT.met(facts._replace(front=max(facts.front, widest), square=False))


def _in_reach(state: State, unit: Unit) -> bool:
    """Whether an assault is worth looking for at all."""
    return nearest_enemy(state, unit) <= farthest(state, unit, move_distance(state, unit).total)


def _why_no_retreat(state: State, unit: int) -> Refusal | None:
    """A retreat is an action like others; one of choice is allowed only if it can be made. [78, 83, B20]"""
    facts = doer(state, state.units[unit])
    reason = MAY_RETREAT.refusal(facts)
    if reason is not None or facts.any_enemy > KEEP or some_retreat(state, state.units[unit]):
        return reason
    return Refusal("B20", "there is nowhere it could retreat to")


def _barred(state: State, units: list[Unit], offered: frozenset[str]) -> dict[str, Refusal]:
    """Why nobody at all may do a thing: what bars all of them, or each in turn. [68]"""
    found: dict[str, Refusal] = {}
    asked: dict[str, Callable[[int], Refusal | None]] = {
        "assault": partial(_why_no_assault, state),
        "retreat": partial(_why_no_retreat, state),
        **{verb: partial(_why, state, needs) for verb, needs in NEEDS.items()},
    }
    if any(u.in_feature for u in units):
        asked["exit"] = partial(_why_no_exit, state)
    for verb, why in asked.items():
        if verb not in offered and (reason := for_all(units, why)) is not None:
            found[verb] = reason
    return found


def _why_no_assault(state: State, unit: int) -> Refusal:
    """What bars a unit from any assault, where none is offered."""
    return _why(state, MAY_ASSAULT, unit) or Refusal("B42", "no enemy is in its sight and reach")


def _why_no_exit(state: State, unit: int) -> Refusal | None:
    """An occupant leaves unless it came in this turn, if there is room for it outside. [176]"""
    each = state.units[unit]
    if not each.in_feature:
        return Refusal("176", "it is inside no feature")
    if each.today.entered:
        return Refusal("176", "it occupied the feature this turn, and leaves in a later one")
    if each.today.acted or _can_leave(state, each):
        return None if not each.today.acted else Refusal("67", "it has acted already this turn")
    return Refusal("176", "there is no room for it wholly within 6″ of the feature and 3″ from enemies")


def _can_leave(state: State, unit: Unit) -> bool:
    memo = layout(state).memo
    key = "leaves", unit.id
    if key not in memo:
        memo[key] = can_leave(state, unit)
    return bool(memo[key])


class LeaderFollows(Step):
    """The brigade's leader moves after his units; not if the brigade failed to activate. [97, B43]"""

    cite = "97"

    def begin(self, t: Desk) -> Flow | Call:
        leader = t.state.brigade_leader(t.env.brigade)
        if leader is None or not t.state.brigades[t.env.brigade].active:
            return NEXT
        return Call("leader", Leading(leader.id))


class FreshLeaders(Step):
    """Leaders who came on with their brigade stay where they were put, unless the switch lets them ride. [B88]"""

    cite = "B88"

    def begin(self, t: Desk) -> Flow | Call:
        if not t.state.options.fresh_leaders_ride:
            return NEXT
        for brigade in t.state.brigades:
            leader = t.state.brigade_leader(brigade.id)
            if brigade.side == t.state.side and leader is not None and self._just_come(t.state, brigade.id):
                t.put_brigade(brigade.id, tested=True)
                return Call("leader", Leading(leader.id))
        return NEXT

    def _just_come(self, state: State, brigade: int) -> bool:
        units = state.of_brigade(brigade)
        return bool(units) and not state.brigades[brigade].tested and all(u.today.arrived for u in units)

    def resume(self, t: Desk) -> Flow | Call:
        return self.begin(t)


class ArmyLeader(Step):
    """The army leader moves at the end of the action phase, by his CIC. [39, 97]"""

    cite = "97"

    def begin(self, t: Desk) -> Flow | Call:
        leader = t.state.army_leader(t.state.side)
        return NEXT if leader is None else Call("leader", Leading(leader.id))


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "brigade": (Activate(), RouseOne(), BrigadeActivates(), Actions(), LeaderFollows()),
    "breakthrough": (Actions(),),
}
