"""Operations: cards, the activation stack, interruption, orders, initiative, Formations moving. [SEQ-06, OPS-01]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.books.fix_bayonets.facts import command
from grognard.books.fix_bayonets.facts.charging import why_not_charge
from grognard.books.fix_bayonets.facts.ground import distance
from grognard.books.fix_bayonets.facts.moving import entry_hexes
from grognard.books.fix_bayonets.state import OM, Desk
from grognard.books.fix_bayonets.steps.act import start_act
from grognard.books.fix_bayonets.steps.common import D10, Flee, place
from grognard.books.fix_bayonets.steps.env import Act, Activation, Charging, Formed
from grognard.books.fix_bayonets.words import Arm, Card, Fate, Order, Where
from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Opposed
from grognard.engine.domains import Cards, Cells, Domain, LazyPairs, Pairs, Units
from grognard.engine.flow import AGAIN, DONE, LOOP, NEXT, Call, Flow, Step

MOST_ORDERS = 2
INTERRUPTION = 2
WAKE = 3
"""An enemy this near ends a Reserve. [F-10.10]"""


def hand(t: Desk, side: int) -> tuple[int, ...]:
    """The cards a side may play: of leaders on the map, or about to come in."""
    return tuple(
        one.id
        for one in t.state.leaders
        if one.side == side and one.card is Card.HAND and one.fate in (Fate.MAP, Fate.WAITING)
    )


class PlayCards(Step):
    """Each side shows a card; with one hand empty the other plays one. [OPS-01, OPS-01a, R-61, F-8.4]"""

    cite = "OPS-01"
    title = "Cards"

    def begin(self, t: Desk) -> Flow | None:
        t.bind(cards=(), winner=-1, trying=-1)
        if t.state.stack:
            t.bind(winner=-2)
            return NEXT
        if not hand(t, 0) and not hand(t, 1):
            return DONE
        return None

    def ask(self, t: Desk) -> Ask:
        hands = {side: hand(t, side) for side in (0, 1)}
        sides = tuple(side for side in (0, 1) if hands[side])
        offers: dict[int, Mapping[str, Domain | None]] = {
            side: {"play": Cards(hands[side])} for side in sides
        }
        if len(sides) == 2:
            return Ask(sides, "Play a leader card", self.cite, {}, by_side=offers)
        return Ask(sides[0], "Play a leader card", "SEQ-06", offers[sides[0]])

    def revealed(self, t: Desk, answers: Mapping[int, tuple[str, Any]]) -> Flow:
        cards = tuple(noun for _, (verb, noun) in sorted(answers.items()) if verb)
        t.bind(cards=cards)
        for card in cards:
            t.note("OPS-01", "plays", leader=t.leader(card).name)
        return NEXT

    def play(self, t: Desk, card: int) -> Flow:
        """One card starts the stack. [SEQ-06]"""
        t.put_leader(card, card=Card.STACK)
        t.set(stack=(card,))
        t.bind(winner=-2)
        t.note("SEQ-06", "plays", leader=t.leader(card).name)
        return NEXT


class Contest(Step):
    """Both throw and add SR; ties go to whoever has the initiative. [R-35]"""

    cite = "R-35"
    title = "Contest of cards"

    def begin(self, t: Desk) -> Flow | None:
        return NEXT if t.env.winner == -2 else None

    def ask(self, t: Desk) -> Throw | None:
        if len(t.env.cards) < 2:
            return None
        first, second = (t.leader(card) for card in t.env.cards)
        return Throw(
            "contest",
            Opposed(first.sr, second.sr, 10, low=0),
            self.cite,
            first=first.name,
            second=second.name,
        )

    def fell(self, t: Desk, ahead: int) -> Flow:
        winner = t.state.initiative if ahead == 0 else int(ahead < 0)
        t.bind(winner=winner)
        t.note(self.cite, "wins the contest", side=winner)
        if not t.state.contested:
            t.set(contested=True, initiative=winner)
            t.note(self.cite, "takes the initiative", side=winner)
        return NEXT


class OrderCards(Step):
    """The winner says which leader goes first. [OPS-01]"""

    cite = "OPS-01"
    title = "Who goes first"

    def begin(self, t: Desk) -> Flow | None:
        return NEXT if t.env.winner < 0 else None

    def ask(self, t: Desk) -> Ask:
        return Ask(t.env.winner, "Which leader goes first?", self.cite, {"first": Cards(t.env.cards)})

    def first(self, t: Desk, card: int) -> Flow:
        """He goes on top of the stack."""
        other = next(each for each in t.env.cards if each != card)
        for each in (card, other):
            t.put_leader(each, card=Card.STACK)
        t.set(stack=(other, card))
        return NEXT


class Interrupt(Step):
    """The enemy of the leader on top may break in with a card. [SEQ-07, F-8.1, R-35]"""

    cite = "SEQ-07"
    title = "Interruption"

    def begin(self, t: Desk) -> Flow | None:
        stack = tuple(one for one in t.state.stack if t.leader(one).fate in (Fate.MAP, Fate.WAITING))
        if stack != t.state.stack:
            t.set(stack=stack)
        t.bind(trying=-1)
        return None if stack else LOOP

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.trying >= 0:
            one = t.leader(t.env.trying)
            return Throw(
                "interruption", D10, "F-8.1", side=one.side, leader=one.name, need=one.sr - INTERRUPTION
            )
        cards = command.interrupters(t.state)
        if not cards:
            return None
        top = t.leader(t.state.stack[-1])
        return Ask(
            1 - top.side, f"Interrupt {top.name}?", self.cite, {"interrupt": Cards(cards), "let_pass": None}
        )

    def interrupt(self, t: Desk, card: int) -> Flow:
        """Try to act before him."""
        t.bind(trying=card)
        t.put_leader(card, barred=True)
        return AGAIN

    def let_pass(self, t: Desk) -> Flow:
        """Let him act."""
        return NEXT

    def fell(self, t: Desk, die: int) -> Flow:
        card, top = t.env.trying, t.state.stack[-1]
        t.bind(trying=-1)
        if die <= t.leader(card).sr - INTERRUPTION:
            t.put_leader(card, card=Card.STACK)
            t.set(stack=(*t.state.stack, card), interrupted=(*t.state.interrupted, top))
            t.note("F-8.1", "interrupts", leader=t.leader(card).name)
            t.bind(winner=-2)
            return LOOP
        t.note("F-8.1", "fails to interrupt", leader=t.leader(card).name)
        return NEXT


class Activate(Step):
    """The leader on top activates; then the next in the stack, or new cards. [SEQ-08, OPS-08]"""

    cite = "OPS-08"
    title = "Activation"

    def begin(self, t: Desk) -> Flow | Call:
        if not t.state.stack:
            return LOOP
        t.set(active=(t.state.stack[-1],))
        t.note("SEQ-08", "activates", leader=t.leader(t.state.stack[-1]).name)
        return Call("activation", Activation())

    def resume(self, t: Desk) -> Flow:
        return LOOP


class Bring(Step):
    """The leader on top may bring subordinates along. [OPS-02, F-8.2]"""

    cite = "OPS-02"
    title = "Subordinates"

    def ask(self, t: Desk) -> Ask | None:
        top = t.leader(t.state.active[0])
        if top.fate is not Fate.MAP:
            return None
        able = command.may_come_along(t.state, top, t.state.active[1:])
        if not able:
            return None
        return Ask(top.side, f"Who acts with {top.name}?", self.cite, {"bring": Cards(able), "enough": None})

    def bring(self, t: Desk, card: int) -> Flow:
        """He acts at the same time; his card counts as played."""
        t.put_leader(card, card=Card.STACK)
        t.set(active=(*t.state.active, card))
        t.note(self.cite, "comes along", leader=t.leader(card).name)
        return AGAIN

    def enough(self, t: Desk) -> Flow:
        """Nobody else."""
        return NEXT


class GiveOrders(Step):
    """An activated superior gives up to two OMs. [F-9.3, R-37]"""

    cite = "F-9.3"
    title = "Orders"

    def ask(self, t: Desk) -> Ask | Throw | None:
        env = t.env
        if env.now >= 0:
            one = t.leader(env.now)
            return Throw("order", D10, self.cite, side=one.side, leader=one.name, need=one.sr)
        receivers = command.receivers(t.state) if env.orders < MOST_ORDERS else ()
        if not receivers:
            return None
        side = t.leader(t.state.active[0]).side
        pairs = LazyPairs(receivers, lambda one: command.order_hexes(t.state, one), to="cell")
        return Ask(side, "Give an OM?", self.cite, {"give_om": pairs, "no_orders": None})

    def give_om(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """An OM for a subordinate."""
        one, there = pair
        t.bind(orders=t.env.orders + 1)
        t.put_leader(one, pending=OM(there))
        t.note(self.cite, "is ordered", leader=t.leader(one).name, hex=t.state.field.grid.label(there))
        if command.in_range_of_superior(t.state, one):
            t.bind(now=one, to=there)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        one = t.env.now
        t.bind(now=-1)
        if die <= t.leader(one).sr:
            t.put_leader(one, om=OM(t.env.to), pending=None)
            t.note(self.cite, "obeys", leader=t.leader(one).name)
        else:
            t.note(self.cite, "will see", leader=t.leader(one).name)
        return AGAIN

    def no_orders(self, t: Desk) -> Flow:
        """Leave the orders as they are."""
        return NEXT


class Initiative(Step):
    """Leaders may act on their own: one SR check each and turn, here and nowhere else. [F-9.4, R-62, SEQ-08a]"""

    cite = "F-9.4"
    title = "Initiative"

    def _able(self, t: Desk) -> tuple[int, ...]:
        return tuple(
            one
            for one in t.state.active
            if (each := t.leader(one)).on_map
            and not each.passive
            and not each.tried
            and each.command >= 0
            and command.initiative_hexes(t.state, one)
        )

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.now >= 0:
            one = t.leader(t.env.now)
            return Throw("initiative", D10, self.cite, side=one.side, leader=one.name, need=one.sr)
        able = self._able(t)
        if not able:
            return None
        side = t.leader(able[0]).side
        pairs = LazyPairs(able, lambda one: command.initiative_hexes(t.state, one), to="cell")
        return Ask(side, "Use initiative?", self.cite, {"initiative": pairs, "forgo": None})

    def initiative(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """Try to place or shift an order."""
        t.put_leader(pair[0], tried=True)
        t.bind(now=pair[0], to=pair[1])
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        one = t.leader(t.env.now)
        t.bind(now=-1)
        if die == 9:
            t.put_leader(one.id, passive=True)
            t.note("R-36", "turns passive", leader=one.name)
        elif die <= one.sr:
            shifted = one.om is not None and not one.om.temporary
            t.put_leader(one.id, om=OM(t.env.to, temporary=not shifted))
            t.note("INI-02" if shifted else "INI-01a", "takes the initiative for", leader=one.name,
                   hex=t.state.field.grid.label(t.env.to))  # fmt: skip
        else:
            t.note(self.cite, "no initiative", leader=one.name)
        return AGAIN

    def forgo(self, t: Desk) -> Flow:
        """Act on orders only."""
        return NEXT


class LeaveReserve(Step):
    """A Formation in Reserve needs an SR check to act, or an enemy within 3. [F-10.10, R-47]"""

    cite = "F-10.10"
    title = "Reserve"

    def _who(self, t: Desk) -> int:
        return next(
            (
                one
                for one in t.state.active
                if one not in t.env.done
                and t.leader(one).command >= 0
                and t.leader(one).on_map
                and t.state.commands[t.leader(one).command].reserve
            ),
            -1,
        )

    def begin(self, t: Desk) -> None:
        t.bind(done=())

    def ask(self, t: Desk) -> Throw | None:
        one = self._who(t)
        if one < 0:
            return None
        return Throw(
            "reserve",
            D10,
            self.cite,
            side=t.leader(one).side,
            leader=t.leader(one).name,
            need=t.leader(one).sr,
        )

    def fell(self, t: Desk, die: int) -> Flow:
        one = self._who(t)
        t.bind(done=(*t.env.done, one))
        if die <= t.leader(one).sr:
            t.put_command(t.leader(one).command, reserve=False)
            t.note(self.cite, "leaves reserve", leader=t.leader(one).name)
        return AGAIN


def wake(t: Desk) -> None:
    """An enemy within 3 hexes ends a Reserve. [F-10.10]"""
    for number, each in enumerate(t.state.commands):
        if not each.reserve:
            continue
        near = any(
            distance(t.state.field, unit.hex, foe[0].hex) <= WAKE
            for unit in t.state.units
            if unit.command == number and unit.on_map
            for foe in t.state.stacks(1 - each.side)
        )
        if near:
            t.put_command(number, reserve=False)
            t.note("F-10.10", "is roused", formation=each.key)


class MarkOOC(Step):
    """Stacks of the activated Formations beyond command range are marked. [OPS-03, F-9.2]"""

    cite = "OPS-03"
    title = "Out of command"

    def begin(self, t: Desk) -> Flow:
        wake(t)
        for unit in own_units(t):
            ooc = not command.commanded(t.state, unit, unit.hex)
            if unit.on_map and unit.ooc != ooc:
                t.put(unit.id, ooc=ooc)
                if ooc:
                    t.note(self.cite, "out of command", unit=unit.id)
        t.bind(done=())
        return NEXT


def own_units(t: Desk) -> list[Any]:
    """Units of the activated Formations, and of leaderless ones an activated superior has in range. [F-9.6]"""
    numbers = formations(t)
    return [
        unit for unit in t.state.units if unit.command in numbers and unit.where in (Where.MAP, Where.WAITING)
    ]


def formations(t: Desk) -> frozenset[int]:
    """The Formations that act now: those of the active leaders, and headless ones under them. [F-9.6]"""
    own = {t.leader(one).command for one in t.state.active} - {-1}
    headed = {
        one.command
        for one in t.state.leaders
        if one.card is not Card.NONE and one.fate in (Fate.MAP, Fate.WAITING)
    }
    for one in t.state.active:
        lows = {
            low.command
            for low in command.below(t.state, t.leader(one))
            if low.fate in (Fate.AWAY, Fate.KILLED)
        }
        own |= lows - headed - {-1}
    return frozenset(own)


class EachFormation(Step):
    """Every activated leader with his Formation, one after the other. [OPS-04a, OPS-06]"""

    cite = "OPS-06"
    title = "Formations move"

    def ask(self, t: Desk) -> Ask | None:
        left = tuple(one for one in t.state.active if one not in t.env.done)
        if len(left) < 2:
            return None
        side = t.leader(left[0]).side
        return Ask(side, "Whose Formation moves next?", self.cite, {"next_leader": Cards(left)})

    def begin(self, t: Desk) -> Flow | Call | None:
        left = tuple(one for one in t.state.active if one not in t.env.done)
        if not left:
            return NEXT
        return self.next_leader(t, left[0]) if len(left) == 1 else None

    def next_leader(self, t: Desk, one: int) -> Call:
        """He and his units move."""
        t.bind(done=(*t.env.done, one))
        return Call("formation", Formed(one))

    def resume(self, t: Desk) -> Flow | Call:
        return self.begin(t) or AGAIN


class Ride(Step):
    """The leader rides, then leaders without a card who follow him. [OPS-04a, OPS-04b, OPS-04c, F-9.1a]"""

    cite = "OPS-04c"
    title = "Leaders ride"

    def _riders(self, t: Desk) -> tuple[int, ...]:
        main = t.env.leader
        minor = tuple(
            one.id
            for one in t.state.leaders
            if one.superior == main and one.card is Card.NONE and one.command < 0 and one.on_map
        )
        return tuple(
            one for one in (main, *minor) if one not in t.env.rode and command.rides(t.state, t.leader(one))
        )

    def ask(self, t: Desk) -> Ask | None:
        riders = self._riders(t)
        if not riders:
            return None
        one = t.leader(riders[0])
        cells = Cells(command.rides(t.state, one))
        offers: dict[str, Domain | None] = {"ride": cells}
        if not command.must_ride(t.state, one):
            offers["stay"] = None
        cite = "F-9.1a" if one.om is None else self.cite
        return Ask(one.side, f"Where does {one.name} ride?", cite, offers)

    def ride(self, t: Desk, there: int) -> Flow:
        """Ride there."""
        one = t.leader(self._riders(t)[0])
        t.put_leader(one.id, hex=there)
        t.bind(rode=(*t.env.rode, one.id))
        t.note(
            self.cite if one.om else "OPS-04b", "rides", leader=one.name, hex=t.state.field.grid.label(there)
        )
        return AGAIN

    def stay(self, t: Desk) -> Flow:
        """Stay."""
        t.bind(rode=(*t.env.rode, self._riders(t)[0]))
        return AGAIN


class UnitsAct(Step):
    """His stacks act one after the other; nobody has to. [OPS-05, F-8.3]"""

    cite = "OPS-05"
    title = "Units act"

    def _mine(self, t: Desk) -> frozenset[int]:
        leader = t.leader(t.env.leader)
        if leader.command >= 0:
            return frozenset({leader.command})
        others = {t.leader(one).command for one in t.state.active}
        return formations(t) - others

    def _able(self, t: Desk) -> tuple[int, ...]:
        mine = self._mine(t)
        return tuple(
            stack[0].id
            for stack in t.state.stacks(t.leader(t.env.leader).side)
            if stack[0].command in mine
            and not stack[0].acted
            and stack[0].order is not Order.ROUTED
            and not t.state.commands[stack[0].command].reserve
        )

    def _parts(self, t: Desk) -> tuple[int, ...]:
        """Units that may leave their stack. [F-6.1]"""
        able = self._able(t)
        return tuple(
            unit.id
            for one in able
            if len(stack := t.stack(one)) > 1
            for unit in stack
            if unit.arm is not Arm.ART and unit.good
        )

    def _waiting(self, t: Desk) -> dict[int, tuple[int, ...]]:
        mine = self._mine(t)
        return {
            unit.id: hexes
            for unit in t.state.units
            if unit.command in mine
            and unit.where is Where.WAITING
            and unit.arrives <= t.state.turn
            and not unit.acted
            and (hexes := entry_hexes(t.state, unit))
        }

    def ask(self, t: Desk) -> Ask | None:
        able, coming = self._able(t), self._waiting(t)
        if not able and not coming:
            return None
        offers: dict[str, Domain | None] = {}
        if able:
            offers["act"] = Units(able)
        parts = self._parts(t)
        if parts:
            offers["act_alone"] = Units(parts)
        if coming:
            offers["enter"] = Pairs(coming, to="cell")
        side = t.leader(t.env.leader).side
        name = t.leader(t.env.leader).name
        return Ask(side, f"{name}: which stack acts?", self.cite, {**offers, "end_formation": None})

    def act(self, t: Desk, unit: int) -> Call:
        """The whole stack acts."""
        return start_act(t, tuple(each.id for each in t.stack(unit)))

    def act_alone(self, t: Desk, unit: int) -> Call:
        """One unit leaves its stack."""
        return start_act(t, (unit,))

    def enter(self, t: Desk, pair: tuple[int, int]) -> Call:
        """A reinforcement comes in, its leader with the first. [F-10.11]"""
        unit, there = pair
        t.put(unit, where=Where.MAP, hex=there)
        place(t, (unit,), there)
        one = t.leader(t.env.leader)
        if one.fate is Fate.WAITING:
            t.put_leader(one.id, fate=Fate.MAP, hex=there)
        t.note("F-10.11", "arrives", unit=unit, hex=t.state.field.grid.label(there))
        whole = 2 * t.unit(unit).mcf
        return Call("act", Act((unit,), max(0, whole - 2), whole, moved=False))

    def resume(self, t: Desk) -> Flow:
        return AGAIN

    def end_formation(self, t: Desk) -> Flow:
        """Nobody else of this Formation acts."""
        return NEXT


class ChargeSegment(Step):
    """Charges of all activated Formations together. [OPS-07, CHG-01]"""

    cite = "OPS-07"
    title = "Charges"

    def begin(self, t: Desk) -> Flow | Call:
        numbers = formations(t)
        side = t.leader(t.state.active[0]).side
        able = any(
            stack[0].arm is Arm.CAV and stack[0].command in numbers and why_not_charge(t.state, stack) is None
            for stack in t.state.stacks(side)
        )
        if able:
            return Call("charge", Charging(side))
        rest(t, numbers, ())
        return NEXT


def rest(t: Desk, numbers: frozenset[int], chargers: tuple[int, ...]) -> None:
    """Spent comes off the other cavalry of the activated Formations. [CHG-01, R-30]"""
    for unit in t.state.units:
        if (
            unit.on_map
            and unit.arm is Arm.CAV
            and unit.spent
            and unit.command in numbers
            and unit.id not in chargers
        ):
            t.put(unit.id, spent=False)
            t.note("R-30", "is fresh again", unit=unit.id)


class Tidy(Step):
    """Markers come off, the cards go to the played pile. [SEQ-08, F-8.3]"""

    cite = "SEQ-08"
    title = "End of activation"

    def begin(self, t: Desk) -> Flow:
        numbers = formations(t)
        for unit in t.state.units:
            if unit.command not in numbers:
                continue
            if unit.acted:
                t.put_command(unit.command, active=t.state.commands[unit.command].active)
            quiet = max(0, unit.suppressed - 1)
            t.put(
                unit.id,
                ooc=False,
                shot=False,
                halted=False,
                used=0,
                failed_charge=False,
                suppressed=quiet,
                acted=False,
            )
        for one in t.state.active:
            if t.leader(one).card is Card.STACK:
                t.put_leader(one, card=Card.PLAYED)
        t.set(stack=tuple(one for one in t.state.stack if one not in t.state.active), active=())
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "operations": (PlayCards(), Contest(), OrderCards(), Interrupt(), Activate()),  # SEQ-06 to SEQ-08
    "activation": (
        Bring(),  # OPS-02
        GiveOrders(),  # F-9.3
        Initiative(),  # SEQ-08 (a)
        LeaveReserve(),  # F-10.10
        MarkOOC(),  # SEQ-08 (b)
        EachFormation(),  # SEQ-08 (c)
        ChargeSegment(),  # SEQ-08 (d)
        Flee(),
        Tidy(),  # SEQ-08 (e)
    ),
    "formation": (Ride(), UnitsAct()),  # OPS-04, OPS-05
}
