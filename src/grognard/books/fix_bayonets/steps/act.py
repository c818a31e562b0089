"""A stack's action: moves, turns, one change, one shot, an assault declared. [F-8.3, F-10.2, F-10.3]"""

from __future__ import annotations

from grognard.engine.choices import Ask
from grognard.engine.domains import Cells, Domain, LazyCells, Pairs, Units
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal
from grognard.geometry.hexarcs import turn_between, turned

from ..facts import company, moving
from ..facts.assault import why_not_assault
from ..facts.checks import skirmish
from ..facts.fire import foot_guns, targets, why_not_fire
from ..facts.homecoming import why_not_home
from ..facts.stacks import Stack, allowance, shooters
from ..facts.zones import halts
from ..state import ANY_WAY, NO_PIVOT, NOWHERE, Desk, State
from ..tables.needs import SHIFT, Team
from ..words import Arm, Formation, Kind, Order, Where
from .common import align, place, shrink, stranded, wheel
from .env import Act, Flights, March
from .fire import fire_call, provoked
from .fixing import DeclareAssault
from .forming import acting_stack, formed, skirmished, spend
from .march import MARCH
from .verbs import FORMS, VERB_OF

F = Formation


def start_act(t: Desk, units: tuple[int, ...]) -> Call:
    """Open the action of a stack, or of part of one."""
    stack = tuple(t.unit(unit) for unit in units)
    whole = allowance(t.state, stack)
    return Call("act", Act(units, whole, whole, good=stack[0].good))


class StackAct(Step):
    """What the stack does next. [F-8.3, STA-05]"""

    cite = "F-8.3"
    title = "A stack acts"
    rows = FORMS

    def begin(self, t: Desk) -> Call | None:
        stack = acting_stack(t)
        t.put_all(tuple(u.id for u in stack), acted=True, fb=False, used=t.env.whole - t.env.left)
        if not t.env.entered:
            return None
        check = skirmish(t.state, stack, stack[0].hex) is not None
        t.bind(checked=check)
        return Call("march", March(t.env.units, stack[0].hex, check, stack[0].good))

    def ask(self, t: Desk) -> Ask | None:
        stack = acting_stack(t)
        if not stack or t.env.ended or stack[0].order is Order.ROUTED:
            return None
        offers, barred = self._offers(t, stack)
        if not offers:
            return None
        words = f"{stack[0].name}: {t.env.left / 2:g} MCF left"
        return Ask(stack[0].side, words, self.cite, {**offers, "done": None}, barred, about=stack[0].id,
                   why={"march": lambda there: self._no_way(t.state, stack, there)})  # fmt: skip

    def _offers(self, t: Desk, stack: Stack) -> tuple[dict[str, Domain | None], dict[str, Refusal]]:
        full = t.stack(stack[0].id)
        offers: dict[str, Domain | None] = {}
        barred: dict[str, Refusal] = {}
        leads = all(unit.id in t.env.units for unit in moving.changing(full))
        if not t.env.last_shot:
            if fixed := self._fixed(stack):
                barred |= dict.fromkeys(("march", "limber", "unlimber"), fixed)
            else:
                offers.update(self._moves(t, stack, full) if leads else self._parting(t, stack))
            if leads:
                offers.update(self._turns(t, stack))
            if "take_along" not in offers and (alone := company.why_none(t.state, stack)) is not None:
                barred["take_along"] = alone
        if pairs := self._shots(t, stack):
            offers["fire"] = Pairs(pairs)
        if leads and (reason := why_not_assault(t.state, full)) is not None:
            barred["assault"] = reason
        elif leads:
            offers["assault"] = None
        return offers, barred

    def _parting(self, t: Desk, stack: Stack) -> dict[str, Domain | None]:
        """Part of a stack shoots or leaves; the rest says how they stand. [F-6.1]"""
        offers: dict[str, Domain | None] = {}
        if way := self._march(t, stack):
            offers["march"] = way
        if guns := moving.prolonge_hexes(t.state, stack):
            offers["prolonge"] = Cells(guns)
        return {**offers, **self._leaders(t, stack)} if offers else {}

    def _fixed(self, stack: Stack) -> Refusal | None:
        """Why guns alone stay where they are. [F-13.3]"""
        return SHIFT.refusal(Team(foot_guns(stack[0]), any(unit.shot for unit in stack)))

    def _moves(self, t: Desk, stack: Stack, full: Stack) -> dict[str, Domain | None]:
        """A march, a change of formation, and what comes first or not at all."""
        env = t.env
        offers: dict[str, Domain | None] = {}
        if way := self._march(t, stack):
            offers["march"] = way
        if not env.changed:
            for form in moving.changes(t.state, full, env.left, env.whole, not env.moved):
                offers[VERB_OF[form]] = self._room(t, stack, form)
        if where := self._screen_hexes(t, stack):
            offers["detach"] = Cells(where)
        if not env.moved:
            offers.update(self._leaders(t, stack))
            if not any(unit.shot for unit in stack):
                offers.update(self._openings(t, stack))
        return offers

    def _screen_hexes(self, t: Desk, stack: Stack) -> tuple[int, ...]:
        """Where a battalion may send its Screen: at any time of its action, until a zone has stopped it. [F-10.5, F-8.3, F-11.3]"""
        top = stack[0]
        if len(stack) > 1 or t.env.left < 2 or not moving.sends_screens(top) or not screens_kept(t, stack):
            return ()
        return () if t.env.moved and halts(t.state, top) else moving.screen_hexes(t.state, top)

    def _leaders(self, t: Desk, stack: Stack) -> dict[str, Domain | None]:
        """Leaders who may go along, if they are told to before the stack sets out. [F-9.1a]"""
        able = tuple(one for one in company.followers(t.state, stack) if one not in t.env.company)
        return {"take_along": Units(able)} if able else {}

    def _march(self, t: Desk, stack: Stack) -> Domain | None:
        """The next hexes, if there are any: which, only whoever marches asks."""
        state, env = t.state, t.env
        ways = moving.each_step(state, stack, env.left, not env.moved, road=env.road)
        if next(ways, None) is None:
            return None
        return LazyCells(
            lambda: self._ways(state, env, stack), why=lambda there: self._no_way(state, stack, there)
        )

    def _no_way(self, state: State, stack: Stack, there: int) -> Refusal | None:
        """Why a Screen is kept from its battalion in the next hex. [F-10.5, F-10.6]"""
        beside = any(there == near for _, near in state.field.grid.steps(stack[0].hex))
        return why_not_home(state, stack, state.at.get(there, ())) if beside else None

    def _ways(self, state: State, env: Act, stack: Stack) -> dict[int, int]:
        return moving.steps(state, stack, env.left, not env.moved, env.road)

    def _room(self, t: Desk, stack: Stack, form: Formation) -> Domain | None:
        """A second hex, where the formation needs one. [F-10.4, R-65]"""
        if form is F.EXT_LINE:
            return Cells(moving.wings(t.state, stack[0]))
        if form is F.SCREEN and moving.wide_screen(stack[0]):
            return Cells(moving.flanks(t.state, stack[0]))
        return None

    def _turns(self, t: Desk, stack: Stack) -> dict[str, Domain | None]:
        """Turning, free from a pivot or for its price. [F-10.2]"""
        top = moving.steered(stack)
        price = moving.turn_price(top)
        if (
            price is None
            or top.halted
            or t.state.commands[top.command].reserve
            or top.order is not Order.GOOD
        ):
            return {}
        found: dict[str, Domain | None] = {}
        for verb, sixth in (("turn_left", -1), ("turn_right", 1)):
            if not moving.may_turn(t.state, top, sixth):
                continue
            if self._free(t, top.facing, sixth) or t.env.left >= price:
                found[verb] = None
        return found

    def _free(self, t: Desk, facing: int, sixth: int) -> bool:
        pivot = t.env.pivot
        if t.env.turns >= 3:
            return False
        return pivot == ANY_WAY or (pivot != NO_PIVOT and turn_between(turned(facing, sixth), pivot) <= 2)

    def _openings(self, t: Desk, stack: Stack) -> dict[str, Domain | None]:
        """What comes first or not at all: prolonge, force march, another top. [F-10.8, F-10.9, F-6.1a]"""
        state = t.state
        offers: dict[str, Domain | None] = {}
        guns = moving.prolonge_hexes(state, stack)
        if guns and not t.env.changed:
            offers["prolonge"] = Cells(guns)
        if moving.may_force_march(state, stack) and not t.env.changed:
            offers["force_march"] = None
        below = tuple(unit.id for unit in moving.changing(stack)[1:])
        if below and not t.env.changed:
            offers["put_on_top"] = Units(below)
        return offers

    def _shots(self, t: Desk, stack: Stack) -> dict[int, tuple[int, ...]]:
        """Active fire, first or last, never between. [F-13.3, F-8.3]"""
        found: dict[int, tuple[int, ...]] = {}
        between = t.env.busy and not t.env.last_shot and any(unit.shot for unit in stack)
        if between:
            return found
        for unit in shooters(t.stack(stack[0].id)):
            if unit.id in t.env.units and why_not_fire(t.state, unit, Kind.ACTIVE) is None:
                aims = targets(t.state, unit)
                if aims:
                    found[unit.id] = aims
        return found

    # ---- what it does

    def march(self, t: Desk, there: int) -> Call:
        """Enter the next hex."""
        stack = acting_stack(t)
        env, first = t.env, not t.env.moved
        cost = self._ways(t.state, env, stack)[there]
        before = stack[0].facing
        path = moving.way(t.state, stack, there, env.left, first, env.road)
        check = not env.checked and any(skirmish(t.state, stack, here) is not None for here in path)
        t.bind(
            left=t.env.left - cost,
            moved=True,
            turns=0,
            checked=t.env.checked or check,
            pivot=before if stack[0].formation in moving.NIMBLE else NO_PIVOT,
        )
        spend(t, stack, cost)
        t.put_all(tuple(u.id for u in stack if u.arm is Arm.ART), shifted=True)
        home = stack[0].hex
        return Call("march", March(t.env.units, path[0], check, stack[0].good, t.env.company, path[1:], home))

    def take_along(self, t: Desk, leader: int) -> Flow:
        """He goes where the stack goes. [F-9.1a]"""
        t.bind(company=(*t.env.company, leader))
        t.note("F-9.1a", "goes along", leader=t.leader(leader).name, unit=acting_stack(t)[0].id)
        return AGAIN

    def turn_left(self, t: Desk) -> Flow | Call:
        """60 degrees anticlockwise."""
        return self._turn(t, -1)

    def turn_right(self, t: Desk) -> Flow | Call:
        """60 degrees clockwise."""
        return self._turn(t, 1)

    def _turn(self, t: Desk, sixth: int) -> Flow | Call:
        stack = acting_stack(t)
        top = moving.steered(stack)
        price = moving.turn_price(top)
        assert price is not None
        cost = 0 if self._free(t, top.facing, sixth) else price
        wheel(t, top.id, sixth)
        t.put_all(tuple(u.id for u in stack), facing=turned(top.facing, sixth))
        if cost:
            spend(t, stack, cost)
        align(t, top.hex)
        t.bind(left=t.env.left - cost, pivot=t.env.pivot if cost == 0 else NO_PIVOT)
        t.note("F-10.2", "turns", unit=top.id)
        if cost == 0:
            t.bind(turns=t.env.turns + 1, busy=True)
            return AGAIN
        return provoked(t, t.env.units) or AGAIN

    def resume(self, t: Desk) -> Flow | Call:
        """Back from a march, a shot or a change under fire."""
        stack = acting_stack(t)
        if not stack:
            return DONE
        formed(t, stack)
        if (there := t.env.sending) != NOWHERE:
            t.bind(sending=NOWHERE)
            if there in moving.screen_hexes(t.state, stack[0]) and screens_kept(t, stack):
                return self._send(t, there)
        joined = t.env.moved and len(t.stack(stack[0].id)) > len(stack)
        if joined or stack[0].order is Order.ROUTED:
            t.bind(ended=True)
        if t.env.good and not stack[0].good:
            t.bind(ended=True)
        return Call("flights", Flights()) if stranded(t) else AGAIN

    def fire(self, t: Desk, pair: tuple[int, int]) -> Call:
        """Active fire."""
        unit = t.unit(pair[0])
        if unit.arm is Arm.ART and (call := skirmished(t, acting_stack(t))):
            return call
        t.bind(last_shot=t.env.busy)
        return fire_call(t, *pair)

    def prolonge(self, t: Desk, there: int) -> Call:
        """Manhandle the guns one hex."""
        stack = acting_stack(t)
        if call := skirmished(t, stack):
            return call
        check = not t.env.checked and skirmish(t.state, stack, there) is not None
        t.bind(left=0, moved=True, changed=True, checked=t.env.checked or check, pivot=stack[0].facing)
        spend(t, stack, 2)
        t.put(stack[0].id, shot=True, shifted=True)
        home = stack[0].hex
        return Call("march", March(t.env.units, there, check, company=t.env.company, home=home))

    def force_march(self, t: Desk) -> Flow:
        """Half as far again, on road. [F-10.8]"""
        stack = acting_stack(t)
        up, down = moving.FORCE_MARCH_SHARE
        t.put_all(tuple(u.id for u in stack), forced=True)
        for unit in stack:
            t.put_command(unit.command, forced=True, active=True)
        t.bind(left=t.env.left * up // down // 2 * 2, road=True, busy=True)
        t.note("F-10.8", "force marches", unit=stack[0].id)
        return AGAIN

    def detach(self, t: Desk, there: int) -> Flow | Call:
        """Send one step forward as a Screen; enemies may shoot before it is gone. [F-10.5, F-13.4]"""
        stack = acting_stack(t)
        t.bind(left=t.env.left - 2)
        spend(t, stack, 2)
        call = provoked(t, t.env.units)
        if call is None:
            return self._send(t, there)
        t.bind(sending=there)
        return call

    def _send(self, t: Desk, there: int) -> Call:
        """It goes into the hex like anybody else: checked, and shot at. [F-14.1, F-13.4]"""
        top = acting_stack(t)[0]
        screen = screens_kept(t, (top,))[0]
        t.put(top.id, halves=top.halves - 2)
        corner = moving.new_facing(top, F.SCREEN)
        t.put(screen, where=Where.MAP, hex=top.hex, halves=2, formation=F.SCREEN, facing=corner, order=Order.GOOD,
              acted=True, shot=top.shot, halted=False, used=0, seat=0)  # fmt: skip
        place(t, (screen,), there)
        t.note("F-10.5", "detaches", unit=top.id, into=screen, hex=t.state.field.grid.label(there))
        shrink(t, top.hex)
        return Call("march", March((screen,), there, check=True))

    def put_on_top(self, t: Desk, unit: int) -> Flow:
        """Let another unit lead the stack. [F-6.1a]"""
        stack = acting_stack(t)
        for seat, one in enumerate([unit, *(u.id for u in stack if u.id != unit)]):
            t.put(one, seat=seat)
        t.note("F-6.1a", "takes the lead", unit=unit)
        return AGAIN

    def assault(self, t: Desk) -> Flow:
        """Declare an assault: a check follows. [F-16.1]"""
        return NEXT

    def done(self, t: Desk) -> Flow:
        """Enough."""
        return DONE


def screens_kept(t: Desk, stack: Stack) -> tuple[int, ...]:
    """The Screen a battalion still keeps with it. [F-10.5]"""
    if len(stack) != 1:
        return ()
    one = stack[0].id
    return tuple([unit.id for unit in t.state.units if unit.parent == one and unit.where is Where.ATTACHED])


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "act": (StackAct(), DeclareAssault()),
    "march": MARCH,
}
