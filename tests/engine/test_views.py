"""Views leak nothing: worlds that differ only in what a side may not know look the same to it, always.

Two games are played side by side from twin positions: the same to the viewer, different underneath. The same
open actions are played in both; what is hidden (a card the other side draws, a sealed bid) may differ. At each
stop the views, the readable log and what is being waited for must be equal to the last byte.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.state import State, replace
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Fall, Move, Throw, Waiting
from grognard.engine.dice import Draw
from grognard.engine.flow import Position, Window
from grognard.engine.log import Entry, visible
from tests.engine.play import playing, told

VIEWERS: tuple[int | None, ...] = (0, 1, None)
by_viewer = pytest.mark.parametrize("viewer", VIEWERS)


class Leak(AssertionError):
    """A viewer could tell two worlds apart."""


def shuffled(state: State, viewer: int | None, rng: Random, pile: bool = False) -> State:
    """Another world the viewer cannot tell from this one: unseen cards dealt anew, perhaps unseen events too."""
    hidden = [side for side in (0, 1) if side != viewer]
    unseen = [card for side in hidden for card in state.hands[side]] + list(state.deck)
    rng.shuffle(unseen)
    hands = list(state.hands)
    for side in hidden:
        size = len(hands[side])
        hands[side], unseen = tuple(sorted(unseen[:size])), unseen[size:]
    events = rng.sample(state.pile, len(state.pile)) if pile else state.pile
    return replace(state, hands=tuple(hands), deck=tuple(sorted(unseen)), pile=tuple(events))


class Twins:
    """Two worlds side by side, and the one who looks at both."""

    def __init__(self, book: Book, scenario: str, viewer: int | None, rng: Random, pile: bool = False):
        self.book, self.viewer, self.rng, self.engine = book, viewer, rng, book.engine()
        first = book.start(scenario)
        other = Position(shuffled(first.state, viewer, rng, pile), first.agenda, first.reveals)
        self.positions, self.logs = [first, other], [list[Entry](), list[Entry]()]
        self.different = False

    def seen(self, world: int) -> dict[str, Any]:
        """All that the viewer gets to see of a world."""
        position = self.positions[world]
        view = self.book.view_of(position, self.viewer)
        return {
            "position": self.book.encode(view),
            "view": msgspec.json.encode(self.book.sheet.view(position.state, self.viewer)),
            "asked": told(self.engine.pending(view)),
            "whose": _whose(self.engine.pending(position)),
            "log": [msgspec.to_builtins(entry) for entry in visible(self.logs[world], self.viewer)],
        }

    def look(self) -> None:
        """Compare both worlds through the viewer's eyes."""
        one, two = self.seen(0), self.seen(1)
        for what in one:
            if one[what] != two[what]:
                raise Leak(f"{what}: {one[what]} != {two[what]}")
        self.different |= self.positions[0] != self.positions[1]

    def step(self) -> bool:
        """One action in each world; False when the game is over or the worlds must part."""
        waiting = [self.engine.pending(position) for position in self.positions]
        if waiting[0] is None or waiting[1] is None:
            return False
        actions = self.actions(waiting[0], waiting[1])
        if actions is None:
            return False
        self.positions = [
            self.engine.apply(position, action, log)
            for position, action, log in zip(self.positions, actions, self.logs)
        ]
        return self.positions[0].state.shown == self.positions[1].state.shown

    def actions(self, one: Waiting, two: Waiting) -> tuple[Any, Any] | None:
        """The same action for both where the viewer can see it; each its own where he cannot."""
        if isinstance(one, Throw) and isinstance(two, Throw):
            if isinstance(one.dice, Draw) and one.side != self.viewer:
                return one.roll(self.rng), two.roll(self.rng)
            common = sorted(reading for reading in one.dice.dist() if reading in two.dice.dist())
            if not common:
                return None
            fall = Fall(self.rng.choice(common))
            return fall, fall
        if isinstance(one, Ask) and isinstance(two, Ask):
            side = self.rng.choice(one.who)
            for _ in range(20):
                move = one.sample(self.rng, side)
                if move in two:
                    return move, move
        return None


def _whose(waiting: Waiting | None) -> Any:
    """Whose choice it is, or whose dice: everybody at the table can see that much."""
    if isinstance(waiting, Ask):
        return waiting.who
    return waiting and (waiting.what, waiting.side)


def watch(book: Book, viewer: int | None, seed: int, scenario: str = "battle", pile: bool = False) -> Twins:
    """A pair of games from end to end, compared at each stop."""
    twins = Twins(book, scenario, viewer, Random(seed), pile)
    for _ in range(500):
        twins.look()
        if not twins.step():
            return twins
    raise AssertionError("no end")


@by_viewer
@pytest.mark.parametrize("scenario", RULESET.scenarios)
def test_nobody_can_tell_what_the_others_hold(viewer: int | None, scenario: str) -> None:
    games = [watch(RULESET, viewer, seed, scenario) for seed in range(12)]
    assert sum(twins.different for twins in games) > 6  # or there would be nothing to tell apart
    assert max(twins.positions[0].state.turn for twins in games) >= 3


@by_viewer
def test_nobody_can_tell_what_events_are_to_come(viewer: int | None) -> None:
    games = [watch(RULESET, viewer, seed, pile=True) for seed in range(12)]
    assert sum(twins.different for twins in games) > 6


class Curious(Window):
    """An ambush that is asked for only if there is one: its silence tells."""

    cite = RULESET.sequences["charge"][0].cite

    def __init__(self, window: Any):
        self.who, self.offers, self.play = window.who, window.offers, window.play


class Loud(type(RULESET.sequences["player turn"][0])):  # type: ignore[misc]
    """A draw that everybody hears."""

    def ask(self, t: Any) -> Throw | None:
        throw = super().ask(t)
        return throw and Throw(throw.what, throw.dice, throw.cite, side=throw.side)


class Careless(type(RULESET.sequences["player turn"][0])):  # type: ignore[misc]
    """A draw whose entry in the log is everybody's to read."""

    def fell(self, t: Any, reading: Any) -> Any:
        t.note(self.cite, "drew", card=reading)
        return super().fell(t, reading)


def with_first_step(sequence: str, step: Callable[[Any], Any]) -> Book:
    first, *rest = RULESET.sequences[sequence]
    return RULESET._replace(sequences={**RULESET.sequences, sequence: (step(first), *rest)})


def redacting(**kept: Callable[[State], Any]) -> Book:
    def leaky(state: State, side: int | None) -> State:
        return replace(RULESET.redact(state, side), **{name: keep(state) for name, keep in kept.items()})

    return RULESET._replace(redact=leaky)


# A leaky book each: the watcher above must notice, or it is no use.
LEAKS: dict[str, Book] = {
    "hands are open": redacting(hands=lambda state: state.hands),
    "the deck is open": redacting(deck=lambda state: state.deck),
    "the events are open": redacting(pile=lambda state: state.pile),
    "the first card of a hand is open": redacting(
        hands=lambda state: tuple(hand[:1] for hand in state.hands)
    ),
    "a fingerprint of the secret": redacting(title=lambda state: str(hash(state.hands))),
    "a window opens only for holders": with_first_step("charge", Curious),
    "the card drawn is called out": with_first_step("player turn", lambda _: Loud()),
    "the log names the card": with_first_step("player turn", lambda _: Careless()),
}


@pytest.mark.parametrize("book", list(LEAKS.values()), ids=list(LEAKS))
def test_a_leak_is_noticed(book: Book) -> None:
    assert any(leaks(book, seed) for seed in range(60))


def leaks(book: Book, seed: int) -> bool:
    try:
        watch(book, seed % 2, seed, ("battle", "skirmish")[seed // 2 % 2], pile=seed % 5 == 0)
    except Leak:
        return True
    return False


@by_viewer
@pytest.mark.parametrize("scenario", RULESET.scenarios)
def test_a_view_is_enough_to_play_from(viewer: int | None, scenario: str) -> None:
    """What a side is asked can be told from its own view, and a view of a view is the same."""
    machine = RULESET.engine()
    for game, waiting in playing(RULESET, scenario, 8):
        view = RULESET.view_of(game.position, viewer)
        assert RULESET.view_of(view, viewer) == view
        assert RULESET.decode(RULESET.encode(view)) == view
        assert view.reveals == game.position.reveals
        seen = machine.pending(view)
        if isinstance(waiting, Ask) and viewer in waiting.who:
            assert told(seen) == told(waiting)
        assert _whose(seen) == _whose(waiting)
        assert RULESET.census(view.state) == RULESET.census(game.position.state)


def test_a_view_can_be_played_on_in() -> None:
    """An agent may look ahead in its view to the end of the game: unknown cards are no obstacle."""
    machine, rng = RULESET.engine(), Random(3)
    for game, _ in playing(RULESET, "skirmish", 9):
        view = RULESET.view_of(game.position, rng.randint(0, 1))
        for _ in range(6):
            waiting = machine.pending(view)
            if waiting is None:
                break
            view = machine.apply(
                view, waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
            )


def test_a_card_drawn_is_told_to_its_owner_alone() -> None:
    machine, log = RULESET.engine(), list[Entry]()
    position = RULESET.start("skirmish")
    for action in (
        Move(0, "hold_back"),
        Move(1, "bid", 2),
        Move(1, "go_on"),
        Move(1, "end"),
        Fall("blank", ("blank",)),
    ):
        position = machine.apply(position, action, log)
    cards = {viewer: [e.what for e in visible(log, viewer) if "blank" in str(e.facts)] for viewer in VIEWERS}
    assert cards == {0: ["dice", "drew"], 1: [], None: []}
    assert [e.facts for e in visible(log, 1) if e.what == "draws"] == [{"side": 0}]
    assert RULESET.view_of(position, 1).state.hands == (("?", "?"), ("cartridges",))
    assert RULESET.view_of(position, 0).state.hands == (("ambush", "blank"), ("?",))
    assert RULESET.view_of(position, None).state.hands == (("?", "?"), ("?",))
