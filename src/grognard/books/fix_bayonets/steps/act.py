"""A stack's action: moves, turns, one change, one shot, an assault declared. [F-8.3, F-10.2, F-10.3]"""

from __future__ import annotations

from grognard.books.fix_bayonets.facts import moving
from grognard.books.fix_bayonets.facts.assault import why_not_assault
from grognard.books.fix_bayonets.facts.checks import skirmish
from grognard.books.fix_bayonets.facts.fire import targets, why_not_fire
from grognard.books.fix_bayonets.facts.ground import on_road
from grognard.books.fix_bayonets.facts.stacks import Stack, shooters
from grognard.books.fix_bayonets.state import Desk
from grognard.books.fix_bayonets.steps.common import Flee, displace, hold_ground, living, place, stranded
from grognard.books.fix_bayonets.steps.env import Act, Flights, March
from grognard.books.fix_bayonets.steps.fire import fire_call, provoked
from grognard.books.fix_bayonets.steps.fixing import DeclareAssault
from grognard.books.fix_bayonets.steps.march import Arrive, Enter, Leave, SkirmishCheck
from grognard.books.fix_bayonets.words import Arm, Formation, Kind, Order, Where
from grognard.engine.choices import Ask
from grognard.engine.domains import Cells, Domain, Pairs, Units
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal
from grognard.field.hexarcs import turn_between, turned

F = Formation


FORMS: dict[str, Formation] = {
    "form_line": F.LINE, "form_column": F.COLUMN, "form_masse": F.MASSE, "form_square": F.SQUARE, "form_road": F.ROAD,
    "form_general": F.GENERAL, "form_open": F.OPEN, "form_screen": F.SCREEN, "extend": F.EXT_LINE,
    "limber": F.LIMBERED, "unlimber": F.UNLIMBERED,
}  # fmt: skip


VERB_OF = {form: verb for verb, form in FORMS.items()}


FREE_CHOICE = frozenset({F.SQUARE, F.GENERAL, F.NONE})


def start_act(t: Desk, units: tuple[int, ...]) -> Call:
    """Open the action of a stack, or of part of one."""
    stack = tuple(t.unit(unit) for unit in units)
    whole = moving.whole_allowance(t.state, stack)
    return Call("act", Act(units, whole, whole, good=stack[0].good))


class StackAct(Step):
    """What the stack does next. [F-8.3, STA-05]"""

    cite = "F-8.3"
    title = "A stack acts"

    def begin(self, t: Desk) -> Flow | None:
        stack = self._stack(t)
        if stack:
            t.put_all(tuple(u.id for u in stack), acted=True, fb=False, used=0)
        return None

    def _stack(self, t: Desk) -> Stack:
        return tuple(sorted((t.unit(u) for u in living(t, t.env.units)), key=lambda u: u.seat))

    def ask(self, t: Desk) -> Ask | None:
        stack = self._stack(t)
        if not stack or t.env.ended or stack[0].order is Order.ROUTED:
            return None
        offers, barred = self._offers(t, stack)
        if not offers:
            return None
        words = f"{stack[0].name}: {t.env.left / 2:g} MCF left"
        return Ask(stack[0].side, words, self.cite, {**offers, "done": None}, barred)

    def _offers(self, t: Desk, stack: Stack) -> tuple[dict[str, Domain | None], dict[str, Refusal]]:
        env, state, top = t.env, t.state, stack[0]
        offers: dict[str, Domain | None] = {}
        barred: dict[str, Refusal] = {}
        if len(t.stack(top.id)) > len(stack):  # part of a stack must leave it before it does anything else
            ways = self._ways(t, stack)
            return ({"march": Cells(tuple(ways))} if ways else {}), barred
        after = any(unit.shot for unit in stack)
        if not after or not env.moved:
            ways = self._ways(t, stack)
            if ways:
                offers["march"] = Cells(tuple(ways))
            offers.update(self._turns(t, stack))
            if not env.changed:
                for form in moving.changes(state, stack, env.left, env.whole, not env.moved):
                    offers[VERB_OF[form]] = self._room(t, stack, form)
            if not env.moved and not after:
                offers.update(self._openings(t, stack))
        pairs = self._shots(t, stack)
        if pairs:
            offers["fire"] = Pairs(pairs)
        reason = why_not_assault(state, stack)
        whole = len(t.stack(top.id)) == len(stack)
        if reason is None and whole:
            offers["assault"] = None
        elif reason is not None:
            barred["assault"] = reason
        return offers, barred

    def _ways(self, t: Desk, stack: Stack) -> dict[int, int]:
        ways = moving.steps(t.state, stack, t.env.left, not t.env.moved)
        if t.env.road:
            here = stack[0].hex
            ways = {there: cost for there, cost in ways.items() if on_road(t.state.field, here, there)}
        return ways

    def _room(self, t: Desk, stack: Stack, form: Formation) -> Domain | None:
        """A second hex, where the formation needs one. [F-10.4, R-65]"""
        if form is F.EXT_LINE:
            return Cells(moving.wings(t.state, stack[0]))
        if form is F.SCREEN and stack[0].steps > 2:
            return Cells(moving.flanks(t.state, stack[0]))
        return None

    def _turns(self, t: Desk, stack: Stack) -> dict[str, Domain | None]:
        """Turning, free from a pivot or for its price. [F-10.2]"""
        top = stack[0]
        price = moving.turn_price(top)
        if (
            price is None
            or top.halted
            or t.state.commands[top.command].reserve
            or top.order is not Order.GOOD
        ):
            return {}
        if len(t.stack(top.id)) > len(stack):
            return {}
        found: dict[str, Domain | None] = {}
        for verb, sixth in (("turn_left", -1), ("turn_right", 1)):
            if self._free(t, top.facing, sixth) or t.env.left >= price:
                found[verb] = None
        return found

    def _free(self, t: Desk, facing: int, sixth: int) -> bool:
        pivot = t.env.pivot
        if t.env.turns >= 3:
            return False
        return pivot == -2 or (pivot >= 0 and turn_between(turned(facing, sixth), pivot) <= 2)

    def _openings(self, t: Desk, stack: Stack) -> dict[str, Domain | None]:
        """What comes first or not at all: prolonge, force march, Screens, another top. [F-10.5, F-10.8, F-10.9]"""
        state, top = t.state, stack[0]
        offers: dict[str, Domain | None] = {}
        guns = moving.prolonge_hexes(state, stack)
        if guns and not t.env.changed:
            offers["prolonge"] = Cells(guns)
        if moving.may_force_march(state, stack) and not t.env.changed:
            offers["force_march"] = None
        kept = screens_kept(t, stack)
        if kept and (hexes := moving.screen_hexes(state, top)) and t.env.left >= 2:
            offers["detach"] = Cells(hexes)
        if len(stack) > 1 and not t.env.changed:
            offers["put_on_top"] = Units(unit.id for unit in stack[1:])
        return offers

    def _shots(self, t: Desk, stack: Stack) -> dict[int, tuple[int, ...]]:
        """Active fire, first or last. [F-13.3]"""
        found = {}
        for unit in shooters(stack):
            if why_not_fire(t.state, unit, Kind.ACTIVE) is None:
                aims = targets(t.state, unit)
                if aims:
                    found[unit.id] = aims
        return found

    # ---- what it does

    def march(self, t: Desk, there: int) -> Call:
        """Enter the next hex."""
        stack = self._stack(t)
        cost = self._ways(t, stack)[there]
        before = stack[0].facing
        check = not t.env.checked and skirmish(t.state, stack, there) is not None
        t.bind(
            left=t.env.left - cost,
            moved=True,
            turns=0,
            checked=t.env.checked or check,
            pivot=before if stack[0].formation in moving.NIMBLE else -1,
        )
        self._spend(t, stack, cost)
        return Call("march", March(t.env.units, there, check))

    def turn_left(self, t: Desk) -> Flow | Call:
        """60 degrees anticlockwise."""
        return self._turn(t, -1)

    def turn_right(self, t: Desk) -> Flow | Call:
        """60 degrees clockwise."""
        return self._turn(t, 1)

    def _turn(self, t: Desk, sixth: int) -> Flow | Call:
        stack = self._stack(t)
        top = stack[0]
        cost = 0 if self._free(t, top.facing, sixth) else moving.turn_price(top) or 0
        t.put_all(tuple(u.id for u in stack), facing=turned(top.facing, sixth))
        t.bind(left=t.env.left - cost, pivot=t.env.pivot if cost == 0 else -1)
        if t.env.pivot == -2 and turned(top.facing, sixth) == top.facing:
            t.bind(pivot=-1)
        t.note("F-10.2", "turns", unit=top.id)
        if cost == 0:
            t.bind(turns=t.env.turns + 1)
            return AGAIN
        self._spend(t, stack, cost)
        return provoked(t, t.env.units) or AGAIN

    def _spend(self, t: Desk, stack: Stack, cost: int) -> None:
        for unit in stack:
            t.put(unit.id, used=t.unit(unit.id).used + max(cost, 1))
            t.put_command(unit.command, active=True)

    def _form(self, t: Desk, form: Formation, room: int = -1) -> Flow | Call:
        """Change formation; enemies shoot at the old one. [F-10.3, FCC-04, R-39]"""
        stack = self._stack(t)
        cost = moving.change_price(t.state, stack, form, t.env.whole)
        if (
            stack[0].arm is Arm.ART
            and not t.env.checked
            and skirmish(t.state, stack, stack[0].hex) is not None
        ):
            t.bind(checked=True)
            return Call("march", March(t.env.units, stack[0].hex, True))
        t.bind(left=t.env.left - cost, changed=True)
        self._spend(t, stack, cost)
        call = provoked(t, t.env.units) if cost else None
        if call is None:
            self._become(t, form, room)
            return Call("flights", Flights()) if stranded(t) else AGAIN
        t.bind(pivot=100 + list(FORMS.values()).index(form) + 100 * (room + 1))
        return call

    def _become(self, t: Desk, form: Formation, room: int) -> None:
        cite, _ = moving.change_row(self._stack(t), form)
        for unit in self._stack(t):
            free = unit.formation in FREE_CHOICE
            old = unit.facing
            t.put(unit.id, formation=form, facing=moving.new_facing(unit, form), hex2=room)
            t.bind(pivot=-2 if free else old)
            t.note(cite, "forms", unit=unit.id, formation=form.value)
            if room >= 0:  # it enters the second hex like any other
                displace(t, room, 1 - unit.side)
                hold_ground(t, unit.id, room)
        # [F-10.1] what a slower formation may still do counts what the stack has used before it formed
        slower = t.env.whole - moving.whole_allowance(t.state, self._stack(t))
        if slower > 0:
            t.bind(left=max(0, t.env.left - slower))

    def resume(self, t: Desk) -> Flow | Call:
        """Back from a march, a shot or a change under fire."""
        stack = self._stack(t)
        if not stack:
            return DONE
        if t.env.pivot >= 100:
            room, at = divmod(t.env.pivot, 100)
            t.bind(pivot=-1)
            if stack[0].good and not stack[0].halted:
                self._become(t, list(FORMS.values())[at], room - 2)
        if len(t.stack(stack[0].id)) > len(stack) or stack[0].order is Order.ROUTED:
            t.bind(ended=True)
        if t.env.good and not stack[0].good:
            t.bind(ended=True)
        return Call("flights", Flights()) if stranded(t) else AGAIN

    def form_line(self, t: Desk) -> Flow | Call:
        """Line."""
        return self._form(t, F.LINE)

    def form_column(self, t: Desk) -> Flow | Call:
        """Column."""
        return self._form(t, F.COLUMN)

    def form_masse(self, t: Desk) -> Flow | Call:
        """Masse Column."""
        return self._form(t, F.MASSE)

    def form_square(self, t: Desk) -> Flow | Call:
        """Square."""
        return self._form(t, F.SQUARE)

    def form_road(self, t: Desk) -> Flow | Call:
        """Road Column."""
        return self._form(t, F.ROAD)

    def form_general(self, t: Desk) -> Flow | Call:
        """General Order."""
        return self._form(t, F.GENERAL)

    def form_open(self, t: Desk) -> Flow | Call:
        """Open Column."""
        return self._form(t, F.OPEN)

    def form_screen(self, t: Desk, room: int = -1) -> Flow | Call:
        """Skirmish Screen."""
        return self._form(t, F.SCREEN, room)

    def extend(self, t: Desk, room: int) -> Flow | Call:
        """Extended Line."""
        return self._form(t, F.EXT_LINE, room)

    def limber(self, t: Desk) -> Flow | Call:
        """Limber up."""
        return self._form(t, F.LIMBERED)

    def unlimber(self, t: Desk) -> Flow | Call:
        """Unlimber."""
        return self._form(t, F.UNLIMBERED)

    def fire(self, t: Desk, pair: tuple[int, int]) -> Call:
        """Active fire."""
        unit = t.unit(pair[0])
        guns_checked = unit.arm is not Arm.ART or t.env.checked
        if not guns_checked and skirmish(t.state, self._stack(t), unit.hex) is not None:
            t.bind(checked=True)
            return Call("march", March(t.env.units, unit.hex, True))
        if t.env.moved:
            t.bind(left=0)
        return fire_call(t, *pair)

    def prolonge(self, t: Desk, there: int) -> Call:
        """Manhandle the guns one hex."""
        stack = self._stack(t)
        check = skirmish(t.state, stack, stack[0].hex) is not None
        t.bind(left=0, moved=True, changed=True, checked=True, pivot=stack[0].facing)
        self._spend(t, stack, 2)
        t.put(stack[0].id, shot=True)
        return Call("march", March(t.env.units, there, check))

    def force_march(self, t: Desk) -> Flow:
        """Half as far again, on road. [F-10.8]"""
        stack = self._stack(t)
        up, down = moving.FORCE_MARCH_SHARE
        t.put_all(tuple(u.id for u in stack), forced=True)
        for unit in stack:
            t.put_command(unit.command, forced=True, active=True)
        t.bind(left=t.env.left * up // down // 2 * 2, road=True)
        t.note("F-10.8", "force marches", unit=stack[0].id)
        return AGAIN

    def detach(self, t: Desk, there: int) -> Flow | Call:
        """Send one step forward as a Screen. [F-10.5]"""
        top = self._stack(t)[0]
        screen = screens_kept(t, self._stack(t))[0]
        t.put(top.id, halves=top.halves - 2)
        corner = top.facing if top.facing % 2 else (top.facing + 1) % 12
        t.put(screen, where=Where.MAP, hex=top.hex, halves=2, formation=F.SCREEN, facing=corner, order=Order.GOOD,
              acted=True, shot=top.shot, seat=0)  # fmt: skip
        place(t, (screen,), there)
        t.bind(left=t.env.left - 2)
        self._spend(t, (t.unit(top.id),), 2)
        t.note("F-10.5", "detaches", unit=top.id, into=screen)
        return Call("flights", Flights()) if stranded(t) else AGAIN

    def put_on_top(self, t: Desk, unit: int) -> Flow:
        """Let another unit lead the stack. [F-6.1a]"""
        stack = self._stack(t)
        for seat, one in enumerate([unit, *(u.id for u in stack if u.id != unit)]):
            t.put(one, seat=seat)
        t.bind(changed=t.env.changed)
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
    return tuple(u.id for u in t.state.units if u.parent == stack[0].id and u.where is Where.ATTACHED)


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "act": (StackAct(), DeclareAssault()),
    "march": (Leave(), Enter(), SkirmishCheck(), Arrive(), Flee()),
}
