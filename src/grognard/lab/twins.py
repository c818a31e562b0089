"""Twin games: the same dice and the same open choices, but other secrets of one side.

Whatever reaches the other sides and an onlooker must be the same in both, byte for byte and question for question, until
something hidden is shown. If it is not, somebody could tell from it what he may not know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from grognard.ai.agents import Agent
from grognard.engine.book import Book
from grognard.engine.choices import Action, Ask, Fall, Move, Throw
from grognard.engine.flow import Engine, Position
from grognard.engine.log import Entry, visible
from grognard.engine.replay import say
from grognard.engine.secrets import seen, told, unnoticed
from grognard.lab.laws import Broken

LAW = "twins cannot be told apart"
LONGEST = 60
"""Actions that twins are followed for; then others are made."""
QUIET_TRIES, MOST_QUIET = 3, 20
TOLD_EVERY = 12
"""Actions after which everybody asks again how the game has gone."""


class Heard(NamedTuple):
    """An action between two positions, as somebody hears of it."""

    book: Book
    engine: Engine
    before: Position
    action: Action
    after: Position
    entries: list[Entry]


Witness = Callable[[Heard, int | None], bytes]
Telling = Callable[["Line", int | None], bytes]
"""What a side may ask for at any time, about all that has happened so far."""


def witness(heard: Heard, side: int | None) -> bytes:
    """All that a side may know of an action and of what came of it."""
    book, engine = heard.book, heard.engine
    view = book.view_of(heard.after, side)
    if isinstance(heard.action, Move):
        action: Any = told(book, engine, heard.before, heard.action, heard.after, side)
    else:
        throw = engine.pending(heard.before)
        assert isinstance(throw, Throw), "dice fell where none were due"
        action = (throw.what, throw.cite, throw.side, heard.action if throw.only in (None, side) else None)
    names = book.sheet.names(view.state)
    entries = [(entry.cite, entry.what, entry.facts) for entry in visible(heard.entries, side)]
    known = {str(unit): name for unit, name in names.items()}
    return msgspec.json.encode(
        (action, entries, known, question(book, engine, heard.after, side), book.encode(view))
    )


def question(book: Book, engine: Engine, position: Position, side: int | None) -> Any:
    """Who is asked, and what of the question a side sees."""
    waiting = engine.pending(position)
    if not isinstance(waiting, Ask):
        return None if waiting is None else (waiting.what, waiting.cite)
    shown = seen(engine, book.view_of(position, side))
    if not isinstance(shown, Ask):
        return waiting.who
    step = engine.step(position.agenda[-1])
    return (waiting.who, shown.prompt, step.outside or shown.cite)


class Line:
    """One of the twins: where it stands, and what everybody has heard of it since they were last compared."""

    def __init__(
        self,
        book: Book,
        engine: Engine,
        position: Position,
        others: Sequence[int | None],
        past: Sequence[Heard] = (),
    ):
        self.book, self.engine, self.position, self.others = book, engine, position, others
        self.heard: list[list[Heard]] = [[] for _ in others]
        self.past = list(past)
        """All that has happened, noticed or not."""

    @property
    def waiting(self) -> Ask | Throw | None:
        """What it waits for."""
        return self.engine.pending(self.position)

    def play(self, action: Action) -> bool:
        """One action; whether any of the others noticed it."""
        entries: list[Entry] = []
        before = self.position
        after = self.engine.apply(before, action, entries)
        noticed = False
        self.past.append(Heard(self.book, self.engine, before, action, after, entries))
        for side, heard in zip(self.others, self.heard):
            if not unnoticed(self.book, self.engine, before, action, after, entries, side):
                heard.append(self.past[-1])
                noticed = True
        self.position = after
        return noticed

    def quietly(self, rng: random.Random) -> Move | None:
        """Some choice that none of the others would notice, if one is found soon."""
        ask = self.waiting
        if not isinstance(ask, Ask) or len(ask.who) > 1:
            return None
        for _ in range(QUIET_TRIES):
            move = ask.sample(rng, ask.who[0])
            entries: list[Entry] = []
            after = self.engine.apply(self.position, move, entries)
            if all(
                unnoticed(self.book, self.engine, self.position, move, after, entries, side)
                for side in self.others
            ):
                return move
        return None


class Twins:
    """Two lines with other secrets of one side, played on side by side."""

    def __init__(
        self,
        book: Book,
        position: Position,
        side: int,
        sides: int,
        rng: random.Random,
        look: Witness = witness,
        tell: Telling | None = None,
        past: Sequence[Heard] = (),
    ):
        self.book, self.side, self.rng, self.look, self.tell = book, side, rng, look, tell
        self.others: list[int | None] = [other for other in (*range(sides), None) if other != side]
        engine = book.engine()
        hidden = book.secrets.others(position.state, side, rng)
        self.one = Line(book, engine, position, self.others, past)
        twin = Position(hidden, position.agenda, position.reveals)
        self.two = Line(book, engine, twin, self.others, past)
        self.reveals = position.reveals
        for other in self.others:
            self._same(
                f"side {other} sees that the secrets are others",
                lambda line, other=other: book.encode(book.view_of(line.position, other)),  # type: ignore[misc]
            )
        self._asked_alike()

    def step(self, choose: Callable[[Position, Ask, int], Move]) -> bool:
        """One action in each; False once something hidden has been shown, or there is nothing to answer it with."""
        waiting = self.one.waiting
        if waiting is None:
            return False
        if isinstance(waiting, Throw):
            fall = waiting.roll(self.rng)
            return self._throw(waiting, fall) and self._compare(fall)
        side = waiting.who[0] if len(waiting.who) == 1 else self.rng.choice(waiting.who)
        view = self.book.view_of(self.one.position, side)
        ask = self.one.engine.pending(view)
        assert isinstance(ask, Ask), "whoever is asked is asked in his own view"
        move = choose(view, ask.for_side(side), side)
        return (self._own(move) if side == self.side else self._open(move)) and self._compare(move)

    def _throw(self, throw: Throw, fall: Fall) -> bool:
        self.one.play(fall)
        other = self.two.waiting
        if not isinstance(other, Throw):
            raise Broken(LAW, f"dice for {throw.what} fall in one, the other waits for {other}")
        if throw.only == self.side:  # what it draws unseen is its own affair
            self.two.play(other.roll(self.rng))
            return True
        if throw.only is not None and fall not in other:  # the twin's pile may lack that card
            return False
        self.two.play(fall)
        return True

    def _open(self, move: Move) -> bool:
        """Somebody else chooses by what he sees, so it must be possible in both."""
        for line in (self.one, self.two):
            if line.waiting is None or move not in line.waiting:
                raise Broken(LAW, f"{say(move)} is possible in what is seen, and is refused: that tells")
            line.play(move)
        return True

    def _own(self, move: Move) -> bool:
        """The side with the secrets chooses: the twin does what looks the same."""
        before = self.one.position
        if not self.one.play(move):
            self._go_on_quietly()
            return True
        self._go_on_quietly()
        heard = told(self.book, self.one.engine, before, move, self.one.position, self.others[0])
        for _ in range(MOST_QUIET):  # it may have some secret choices left before the one that is noticed
            answer = self._answer(move, heard)
            if answer is None or self.two.play(answer):
                return answer is not None
        return False

    def _answer(self, move: Move, heard: Move | None) -> Move | None:
        """What the twin could do that is told in the same words."""
        ask = self.two.waiting
        if not isinstance(ask, Ask) or move.side not in ask.who:
            return None
        domain = ask.for_side(move.side).offers.get(move.verb)
        nouns = list(islice(domain, 50)) if domain is not None and heard is None else []
        if nouns:
            return Move(move.side, move.verb, self.rng.choice(nouns))
        return move if move in ask else None

    def _go_on_quietly(self) -> None:
        """The twin does something secret of its own, as often as it likes."""
        while self.rng.random() < 0.5 and (quiet := self.two.quietly(self.rng)) is not None:
            self.two.play(quiet)

    def _compare(self, action: Action) -> bool:
        one, two = self.one, self.two
        shown = max(one.position.reveals, two.position.reveals) > self.reveals
        self.reveals = one.position.reveals
        for side, first, second in zip(self.others, one.heard, two.heard):
            told_one, told_two = ([self.look(part, side) for part in heard] for heard in (first, second))
            if told_one != told_two and shown:
                return False  # something hidden has come out: from now on they are two games
            if told_one != told_two:
                raise Broken(LAW, f"side {side} after {say(action)}: {_apart(told_one, told_two)}")
            first.clear()
            second.clear()
        self._asked_alike()
        if one.position.over:
            return False
        if self.tell is not None and len(one.past) % TOLD_EVERY == 0:
            self._told_alike(self.tell)
        return True

    def _told_alike(self, tell: Telling) -> None:
        for side in self.others:
            self._same(f"side {side} is told another story", lambda line, side=side: tell(line, side))  # type: ignore[misc]

    def _asked_alike(self) -> None:
        for side in self.others:
            self._same(
                f"side {side} sees another question",
                lambda line, side=side: msgspec.json.encode(  # type: ignore[misc]
                    question(self.book, line.engine, line.position, side)
                ),
            )

    def _same(self, words: str, told: Callable[[Line], bytes]) -> None:
        one, two = told(self.one), told(self.two)
        if one != two:
            raise Broken(LAW, f"{words}: {_apart([one], [two])}")


def glance(book: Book, position: Position, sides: int, rng: random.Random, steps: int = 8) -> None:
    """Play a few actions on with a twin beside, at random."""
    secrets = book.secrets
    if position.over or not secrets.may_be(position.state) or not secrets.kept(position.state):
        return
    twins = Twins(book, position, rng.randrange(sides), sides, rng)
    for _ in range(steps):
        if not twins.step(lambda _view, ask, side: ask.sample(rng, side)):
            return


def play_twins(
    book: Book,
    scenario: str,
    agents: Sequence[Agent],
    seed: int,
    options: Any = None,
    limit: int = 400,
    look: Witness = witness,
    tell: Telling | None = None,
) -> int:
    """Play one game with a twin beside it, a new one whenever they part; how many actions were compared."""
    rng = random.Random(seed)
    position = book.start(scenario, options if options is not None else book.options())
    sides = len(agents)
    compared = 0
    past: list[Heard] = []
    while compared < limit and not position.over:
        twins = Twins(book, position, rng.randrange(sides), sides, rng, look, tell, past)
        for _ in range(LONGEST):
            compared += 1
            if not twins.step(lambda view, ask, side: agents[side].choose(view, ask, side)):
                break
        position, past = twins.one.position, twins.one.past
    return compared


def _apart(one: list[bytes], two: list[bytes]) -> str:
    """Where what was heard parts, in a few words."""
    if len(one) != len(two):
        return f"{len(one)} things heard of in one, {len(two)} in the other"
    first, second = next((a, b) for a, b in zip(one, two) if a != b)
    at = next((n for n, (a, b) in enumerate(zip(first, second)) if a != b), min(len(first), len(second)))
    return f"…{first[max(0, at - 60) : at + 60]!r} and …{second[max(0, at - 60) : at + 60]!r}"


__all__ = ["Heard", "Line", "Telling", "Twins", "Witness", "glance", "play_twins", "witness"]
