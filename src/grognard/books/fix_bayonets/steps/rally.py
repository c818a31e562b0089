"""The Rally Phase: leaders return, stacks rally, reinforcements, weather. [SEQ-02, SEQ-03, SEQ-04, SEQ-05]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step

from ..facts.checks import tally
from ..facts.ground import distance, ground
from ..facts.moving import new_facing
from ..facts.stacks import ROUND, Stack, fits, rides
from ..facts.zones import in_zone, next_to_enemy
from ..state import LEADERS, NOBODY, NOWHERE, Desk, Leader, State
from ..tables.limits import WEATHER
from ..words import Arm, Card, Fate, Formation, Order, Rank, Trial, Weather
from .common import D10, align, destroy, ids, rout
from .env import Facing
from .supply import special_events

RALLY_NEAR = 5


class ReturnLeaders(Step):
    """Clocks of absent leaders run down; the fallen are replaced. [SEQ-02, F-9.6, R-77, F-20]"""

    cite = "SEQ-02"
    title = "Leaders return"

    def begin(self, t: Desk) -> None:
        for one in t.state.leaders:
            if one.fate is Fate.AWAY and one.clock > 0:
                t.put_leader(one.id, clock=one.clock - 1)
        for one in t.state.leaders:
            if len(spots := self._posts(t, one)) == 1:
                self._replace(t, one, spots[0])

    def _posts(self, t: Desk, one: Leader) -> tuple[int, ...]:
        """Where a second may take over from a leader who is away: any stack of his Formation. [F-9.6]"""
        due = one.fate is Fate.KILLED or (one.fate is Fate.AWAY and one.clock > 0)
        if not due or one.command == NOBODY or one.replaces != NOBODY or one.rank is Rank.ARMY:
            return ()
        if any(other.replaces == one.id and other.fate is not Fate.KILLED for other in t.state.leaders):
            return ()
        return tuple(dict.fromkeys(u.hex for u in t.state.units if u.command == one.command and u.on_map))

    def _fallen(self, t: Desk) -> Leader | None:
        return next((one for one in t.state.leaders if self._posts(t, one)), None)

    def _replace(self, t: Desk, one: Leader, spot: int) -> None:
        number = LEADERS + len(t.state.leaders)
        new = Leader(
            number, f"{one.name}'s second", one.side, one.rank, 4, 3,
            command=one.command, superior=one.superior, hex=spot, card=Card.HAND, replaces=one.id,
        )  # fmt: skip
        t.set(leaders=(*t.state.leaders, new))
        t.note("F-9.6", "replaced", leader=one.name)

    def _back(self, t: Desk) -> tuple[int, ...]:
        return tuple(one.id for one in t.state.leaders if one.fate is Fate.AWAY and one.clock <= 0)

    def _spots(self, t: Desk, one: Leader) -> tuple[int, ...]:
        own = [stack[0].hex for stack in t.state.stacks(one.side) if stack[0].command == one.command]
        if own:
            return tuple(own)
        depot = t.state.field.depots[one.side]
        rest = sorted((distance(t.state.field, s[0].hex, depot), s[0].hex) for s in t.state.stacks(one.side))
        return (rest[0][1],) if rest else ()

    def ask(self, t: Desk) -> Ask | None:
        if (fallen := self._fallen(t)) is not None:
            words = f"A second takes over from {fallen.name}: where?"
            return Ask(fallen.side, words, "F-9.6", {"take_over": Cells(self._posts(t, fallen))})
        for number in self._back(t):
            one = t.leader(number)
            spots = self._spots(t, one)
            if spots:
                return Ask(
                    one.side, f"{one.name} is back: with whom?", self.cite, {"return_to": Cells(spots)}
                )
        return None

    def take_over(self, t: Desk, there: int) -> Flow:
        """He joins that stack of the Formation."""
        fallen = self._fallen(t)
        assert fallen is not None
        self._replace(t, fallen, there)
        return AGAIN

    def return_to(self, t: Desk, there: int) -> Flow:
        """He joins that stack."""
        one = next(t.leader(n) for n in self._back(t) if there in self._spots(t, t.leader(n)))
        card = Card.NONE if one.card is Card.NONE else Card.HAND
        t.put_leader(
            one.id, fate=Fate.MAP, hex=there, passive=one.passive or one.wounded, wounded=False, card=card
        )
        t.note(self.cite, "leader returns", leader=one.name)
        for other in t.state.leaders:
            if other.replaces == one.id and other.fate is not Fate.KILLED:
                t.put_leader(other.id, fate=Fate.KILLED, card=Card.OUT, hex=NOWHERE)
        return AGAIN


def needs_rally(t: Desk, stack: Stack) -> bool:
    """Whether a stack has something to rally from, and may try. [F-18.5]"""
    top = stack[0]
    led = bool(t.state.leaders_at(top.hex, top.side))
    if next_to_enemy(t.state, top.side, top.hex) and not led:
        return False
    if not top.good:
        return top.order is Order.ROUTED or rallied(t.state, stack) is not None
    loose = any(unit.halves % 2 and unit.lost > 0 for unit in stack)
    return loose and led and not in_zone(t.state, top.side, top.hex, riding=rides(top))


class RallyUnits(Step):
    """Stacks try to rally, those of the initiative holder first, each once. [SEQ-03, F-18.5, R-49, PT-04]"""

    cite = "SEQ-03"
    title = "Rally"

    def _able(self, t: Desk, side: int) -> tuple[int, ...]:
        return tuple(
            stack[0].id
            for stack in t.state.stacks(side)
            if stack[0].id not in t.env.done and needs_rally(t, stack)
        )

    def _side(self, t: Desk) -> int:
        order = (t.state.initiative, 1 - t.state.initiative)
        return next((side for side in order if -10 - side not in t.env.done and self._able(t, side)), NOBODY)

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.now != NOBODY:
            stack = t.stack(t.env.now)
            why = tally(t.state, stack, Trial.RALLY)
            return Throw("rally", D10, "F-18.5", why, side=stack[0].side, unit=stack[0].id, tem=stack[0].tem)
        side = self._side(t)
        if side == NOBODY:
            return None
        able = Units(self._able(t, side))
        return Ask(side, "Rally whom?", self.cite, {"rally": able, "no_more": None})

    def rally(self, t: Desk, unit: int) -> Flow:
        """Try to rally a stack."""
        t.bind(now=unit, done=(*t.env.done, unit))
        return AGAIN

    def no_more(self, t: Desk) -> Flow:
        """Leave the others."""
        t.bind(done=(*t.env.done, -10 - self._side(t)))
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow | Call:
        stack = t.stack(t.env.now)
        t.bind(now=NOBODY)
        passed = die + tally(t.state, stack, Trial.RALLY).total <= stack[0].tem
        if stack[0].order is Order.ROUTED:
            return self._routed(t, stack, passed)
        if not passed:
            t.note("F-18.5", "does not rally", unit=stack[0].id)
            return AGAIN
        if stack[0].good:
            loose = next(unit for unit in stack if unit.halves % 2 and unit.lost > 0)
            t.put(loose.id, halves=loose.halves + 1, lost=loose.lost - 1)
            t.note("F-18.5", "gathers stragglers", unit=loose.id)
            return AGAIN
        recover(t, stack)
        return Call("facing", Facing(stack[0].id, loose=True))

    def resume(self, t: Desk) -> Flow:
        return AGAIN

    def _routed(self, t: Desk, stack: Stack, passed: bool) -> Flow | Call:
        if passed:
            t.put_all(ids(stack), order=Order.DISORDERED)
            for unit in stack:
                if unit.arm is Arm.ART:
                    t.put(unit.id, formation=Formation.LIMBERED)
            t.note("F-18.5", "rallies", unit=stack[0].id)
            return AGAIN
        if any(unit.poor for unit in stack):
            destroy(t, stack, "PT-04")
            return AGAIN
        near = any(
            foe[0].good and distance(t.state.field, foe[0].hex, stack[0].hex) <= RALLY_NEAR
            for foe in t.state.stacks(1 - stack[0].side)
        )
        t.note("F-18.5", "does not rally", unit=stack[0].id)
        if near:
            rout(t, stack, "F-18.5", half=True)
            for flight in t.state.fleeing:
                t.bind(done=(*t.env.done, *flight.units))
        return AGAIN


def rallied(state: State, stack: Stack) -> Formation | None:
    """What a Disordered stack stands in again: Column, Line with guns, General Order where that has no room; guns as they stand.

    None where nothing has room: foot in General Order stands with no guns. [F-18.5, STK-08]
    """
    here, foot = stack[0].hex, [unit for unit in stack if unit.arm is not Arm.ART]
    if not foot:
        return stack[0].formation
    usual = Formation.COLUMN if len(foot) == len(stack) else Formation.LINE
    tried = (Formation.GENERAL,) if ground(state.field, here).forced else (usual, Formation.GENERAL)
    return next((form for form in tried if fits(state, stack, form, here)), None)


def recover(t: Desk, stack: Stack) -> None:
    """Good order again, in the formation there is room for; guns as they stand. [F-18.5]"""
    form = rallied(t.state, stack)
    assert form is not None
    for unit in stack:
        shape = unit.formation if unit.arm is Arm.ART else form
        facing = unit.facing if shape in ROUND else new_facing(unit, shape)
        t.put(unit.id, order=Order.GOOD, formation=shape, facing=facing)
    align(t, stack[0].hex)
    t.note("F-18.5", "rallies", unit=stack[0].id)


class Reinforce(Step):
    """Pending OMs are implemented; cards of arriving leaders join the hand. [SEQ-04, F-21.5]"""

    cite = "SEQ-04"

    def begin(self, t: Desk) -> Flow:
        for one in t.state.leaders:
            if one.fate is Fate.WAITING and 0 < one.arrives <= t.state.turn and one.card is Card.NONE:
                t.put_leader(one.id, card=Card.HAND)
                t.note(self.cite, "card arrives", leader=one.name)
            here = one.fate is Fate.MAP or (one.fate is Fate.WAITING and one.arrives <= t.state.turn)
            if one.pending is not None and here:
                t.put_leader(one.id, om=one.pending, pending=None)
                t.note("F-9.3", "order stands", leader=one.name)
        return NEXT


def time_of_day(t: Desk) -> tuple[Weather, ...]:
    """Dusk and night come by the clock. [F-23]"""
    field, turn = t.state.field, t.state.turn
    if field.night and turn >= field.night:
        return (Weather.NIGHT,)
    return (Weather.DUSK,) if field.dusk and turn >= field.dusk else ()


class WeatherRoll(Step):
    """Weather for the whole turn. [SEQ-05, F-23, F-21.1]"""

    cite = "SEQ-05"
    title = "Weather"

    def begin(self, t: Desk) -> Flow | Call | None:
        field = t.state.field
        at = t.state.turn - 1
        if at < len(field.weather) or not field.rolls:
            self._set(t, field.weather[at] if at < len(field.weather) else Weather.CLEAR)
            return special_events(t)
        return None

    def ask(self, t: Desk) -> Throw:
        return Throw("weather", D10, self.cite)

    def fell(self, t: Desk, die: int) -> Flow | Call:
        found = next((kind for most, kind in t.state.field.rolls if die <= most), Weather.CLEAR)
        self._set(t, found)
        return special_events(t)

    def resume(self, t: Desk) -> Flow:
        return NEXT

    def _set(self, t: Desk, kind: Weather) -> None:
        sky = () if kind is Weather.CLEAR else (kind,)
        t.set(weather=(*time_of_day(t), *sky))
        cites = [WEATHER.row(each).cite for each in t.state.weather] or [self.cite]
        t.note(cites[-1], "weather", words=", ".join(t.state.weather) or "clear")
