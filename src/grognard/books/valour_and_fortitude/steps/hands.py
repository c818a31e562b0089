"""Hands of fate cards, and the windows in which one may be played. [43, 44]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.choices import Ask
from grognard.engine.domains import Domain
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step

from ..state import Desk, State, Unit
from ..tables.fate import FATE, RANKS, verb_of

Offers = dict[str, Domain | None]
ANY = 0
"""Under this number the windows of "any card" are silenced; the others under a card's rank."""


def held(state: State, side: int) -> frozenset[str]:
    """The cards a side has in hand, by what they do."""
    nation = state.field.sides[side].nation
    return frozenset(verb_of(nation, rank) for rank in state.fates[side].hand if rank)


def holds(state: State, side: int, verb: str) -> bool:
    """Whether a side holds a card."""
    return bool(state.fates[side].hand) and verb in held(state, side)


def might_hold(state: State, side: int, verb: str) -> bool:
    """Whether the enemy must reckon with a card: it is of this army, not discarded, and the hand is not empty."""
    fate, rank = state.fates[side], FATE[verb].rank
    mine = verb_of(state.field.sides[side].nation, rank) == verb
    return mine and bool(fate.hand) and rank not in fate.discards


def discard(t: Desk, side: int, rank: int) -> None:
    """A card is played or thrown away. [44]"""
    fate = t.state.fates[side]
    hand = list(fate.hand)
    hand.remove(rank)
    t.put_fate(side, hand=tuple(hand), discards=(*fate.discards, rank))
    t.reveal()


def throw_away(t: Desk, side: int, rank: int, unit: int) -> None:
    """Any card, unplayed, lets one unit act. [FC0]"""
    name = FATE[verb_of(t.state.field.sides[side].nation, rank)].name
    discard(t, side, rank)
    t.today(unit, freed=True)
    t.note("FC0", "throws away a card", side=side, unit=unit, card=f"{RANKS[rank]}, {name}")


def play(t: Desk, side: int, verb: str, on: str = "", **about: int) -> None:
    """A card is played: everybody sees it, and what it is played on. [44]"""
    discard(t, side, FATE[verb].rank)
    words = f" on {on}" if on else ""
    t.note(FATE.row(verb).cite, "plays", side=side, card=FATE[verb].name, on=words, **about)


def play_on_unit(t: Desk, side: int, verb: str, unit: int) -> None:
    """A card is played on a unit. [44]"""
    play(t, side, verb, t.unit(unit).name, unit=unit)


def play_on_brigade(t: Desk, side: int, verb: str, brigade: int) -> None:
    """A card is played on a brigade. [44]"""
    play(t, side, verb, t.state.brigades[brigade].name)


def only_held(state: State, side: int, offers: Mapping[str, Domain | None]) -> Offers:
    """Those offers whose card a side holds and that have somebody to work on."""
    if not state.fates[side].hand:
        return {}
    mine = held(state, side)
    return {
        verb: domain
        for verb, domain in offers.items()
        if verb in mine and (domain is None or any(True for _ in domain))
    }


def reckoned_with(state: State, side: int, offers: Mapping[str, Domain | None]) -> bool:
    """Whether a side pauses though it may hold none of these: the enemy must reckon with one that has somebody to work on. [44]"""
    return state.options.pause_at_windows and any(
        might_hold(state, side, verb) and (domain is None or any(True for _ in domain))
        for verb, domain in offers.items()
    )


def own(state: State, side: int) -> list[Unit]:
    """A side's units on the table."""
    return list(state.of_side(side))


def brigades(state: State, side: int) -> list[int]:
    """A side's brigades with units on the table."""
    return [b.id for b in state.brigades if b.side == side and state.of_brigade(b.id)]


def silenced(state: State, side: int, number: int | None) -> bool:
    """Whether a side has said that it will not be asked this again in the phase."""
    return number is not None and state.spell("quiet", side, number)


def silence(t: Desk, side: int, number: int) -> None:
    """Ask this no more in the phase; nobody else learns of it. [44]"""
    t.cast("quiet", side, number)


class Window(Step):
    """A moment for cards of one side; it opens where the enemy must reckon with a card that fits. [43, 44]"""

    cite = "43"
    outside = "43"
    prompt = "A fate card?"
    card = ""
    """The one card of this moment, if it needs no object."""
    often: int | None = None
    """Where the moment may come again in the phase: the number it is silenced under."""

    def who(self, t: Desk) -> int:
        """The side that may play."""
        return t.state.side

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        """Cards of this moment with what they may be played on."""
        return {self.card: None}

    def ask(self, t: Desk) -> Ask | None:
        if not t.state.options.fate_cards or not self.open(t):
            return None
        side = self.who(t)
        cards = self.cards(t)
        offers = only_held(t.state, side, cards)
        if not (offers or reckoned_with(t.state, side, cards)) or silenced(t.state, side, self.often):
            return None
        offers["decline"] = None
        if self.often is not None:
            offers["not_this_phase"] = None
        return Ask(side, self.told(t), self.cite, offers)

    def told(self, t: Desk) -> str:
        """The question, with whoever it is about."""
        return self.prompt

    def open(self, t: Desk) -> bool:
        """Whether this is such a moment at all."""
        return True

    def decline(self, t: Desk) -> Flow:
        """Let the moment pass."""
        return NEXT

    def not_this_phase(self, t: Desk) -> Flow:
        """Let it pass, and do not ask again before the next phase."""
        assert self.often is not None
        silence(t, self.who(t), self.often)
        return NEXT

    def resume(self, t: Desk) -> Flow | Call | None:
        return AGAIN
