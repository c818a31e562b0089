"""Leader cards, the activation stack, interruption. [SEQ-06, SEQ-07, OPS-01, OPS-08]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Opposed
from grognard.engine.domains import Cards, Domain
from grognard.engine.flow import AGAIN, DONE, LOOP, NEXT, Call, Flow, Step

from ..facts import command
from ..state import NOBODY, Desk
from ..words import Card, Fate
from .common import D10
from .env import Activation

INTERRUPTION = 2


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
        t.bind(cards=(), winner=NOBODY, trying=NOBODY)
        if t.state.stack:
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
        t.note("SEQ-06", "plays", leader=t.leader(card).name)
        return NEXT


class Contest(Step):
    """Both throw and add SR; ties go to whoever has the initiative. [R-35]"""

    cite = "R-35"
    title = "Contest of cards"

    def ask(self, t: Desk) -> Throw | None:
        if len(t.env.cards) < 2:
            return None  # whoever looks ahead knows his own card alone
        first, second = (t.leader(card) for card in t.env.cards)
        return Throw(
            "contest",
            Opposed(first.sr, second.sr, 10, low=0),
            self.cite,
            first=first.name,
            second=second.name,
            ratings=(first.sr, second.sr),
        )

    def fell(self, t: Desk, ahead: int) -> Flow:
        winner = 0 if ahead > 0 else 1 if ahead < 0 else t.state.initiative
        t.bind(winner=winner)
        how = f"by {abs(ahead)}" if ahead else "on a tie, since the initiative is theirs"
        t.note(self.cite, "wins the contest", side=winner, how=how)
        if not t.state.contested:
            t.set(contested=True, initiative=winner)
            t.note(self.cite, "takes the initiative", side=winner)
        return NEXT


class OrderCards(Step):
    """The winner says which leader goes first. [OPS-01]"""

    cite = "OPS-01"
    title = "Who goes first"

    def begin(self, t: Desk) -> Flow | None:
        return NEXT if t.env.winner == NOBODY else None

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
        t.set(stack=stack)
        t.bind(trying=NOBODY)
        return None if stack else LOOP

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.trying != NOBODY:
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
        t.bind(trying=NOBODY)
        if die <= t.leader(card).sr - INTERRUPTION:
            t.put_leader(card, card=Card.STACK)
            t.set(stack=(*t.state.stack, card), interrupted=(*t.state.interrupted, top))
            t.note("F-8.1", "interrupts", leader=t.leader(card).name)
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
