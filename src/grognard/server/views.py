"""What a seat is shown. Everything is made from that side's view of the position, never from the position itself."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from grognard.engine.book import Book, Label
from grognard.engine.choices import Action, Ask, Fall, Throw
from grognard.engine.dice import hit_groups
from grognard.engine.domains import Cards, Cells, Domain, Number, Pairs
from grognard.engine.ended import Ended
from grognard.engine.flow import Engine, Position
from grognard.engine.log import visible
from grognard.engine.secrets import told
from grognard.engine.view import View
from grognard.server import words
from grognard.server.offers import Offer
from grognard.server.parts import (
    AskOf,
    Crumb,
    DiceOf,
    EntryOf,
    OutcomeOf,
    Played,
    ThrowOf,
)
from grognard.server.record import Record

LABELLED = ("hint", "confirm", "alone", "passes", "drag", "travels", "shows")
"""What a label says besides its words."""
VERBS = 1024
"""More verbs than all books have."""
_log = logging.getLogger("grognard.server")


class Sight:
    """One position as one side (None: an onlooker) may know it."""

    def __init__(
        self,
        book: Book,
        engine: Engine,
        position: Position,
        side: int | None,
        ended: Ended | None = None,
    ):
        self.book, self.engine, self.side, self.ended = book, engine, side, ended
        self.position = book.view_of(position, side)
        self.asked = None if ended is not None else engine.pending(position)
        """Whom the game really waits for; only who, never what is offered."""

    def view(self) -> View:
        """The table."""
        return self.book.sheet.view(self.position.state, self.side)

    def ask(self) -> AskOf | None:
        """Who is waited for, with the offers if it is ours to choose."""
        if not isinstance(self.asked, Ask):
            return None
        seen = self.waiting()
        if not self.mine():
            # The rule of a window may be that of the one card somebody holds.
            step = self.engine.step(self.position.agenda[-1])
            if not isinstance(seen, Ask):
                return AskOf(self.asked.who, "", step.outside or step.cite, False, (), {})
            return AskOf(self.asked.who, self._prompt(seen), step.outside or seen.cite, False, (), {})
        assert self.side is not None, "onlookers are not asked"
        assert isinstance(seen, Ask), "whoever is asked is asked in his own view"
        mine = seen.for_side(self.side)
        offers = tuple(self._offer(verb, domain) for verb, domain in mine.offers.items())
        barred = {verb: words.reason_of(row) for verb, row in mine.barred.items()}
        named = words.named_in(seen.prompt, self.book.sheet.names(self.position.state))
        return AskOf(self.asked.who, self._prompt(seen), seen.cite, True, offers, barred, mine.about, named)

    def _prompt(self, seen: Ask) -> str:
        return words.asked(seen.prompt, self.book.sheet.names(self.position.state))

    def mine(self) -> bool:
        """Whether this side is asked."""
        return isinstance(self.asked, Ask) and self.side in self.asked.who

    def waiting(self) -> Ask | Throw | None:
        """What this side's view waits for."""
        if self.ended is not None:
            return None
        return _pending(self.book, self.engine, self.position, self.mine())

    def throw(self) -> ThrowOf | None:
        """Dice that are due."""
        waiting = self.waiting()
        if not isinstance(waiting, Throw):
            return None
        secret = waiting.only is not None and waiting.only != self.side
        return ThrowOf(
            waiting.what,
            waiting.cite,
            words.dice_words(waiting),
            waiting.side,
            words.unit_of(waiting),
            () if secret else words.tallies_of(waiting.why),
        )

    def where(self) -> tuple[Crumb, ...]:
        """The open sequences, outermost first."""
        mine = self.mine()
        return tuple(
            Crumb(step.title or sequence, step.cite if mine else step.outside or step.cite)
            for sequence, step in self.engine.where(self.position)
        )

    def outcome(self) -> OutcomeOf | None:
        """How the game ended, once it has."""
        if self.ended is not None:
            end = self.ended.outcome(self.book.sheet.sides(self.position.state))
            return OutcomeOf(end.winner, end.words, end.cite, end.scores, self.ended.how, self.ended.side)
        found = self.book.ending(self.position.state) if self.position.over else None
        return None if found is None else OutcomeOf(found.winner, found.words, found.cite, found.scores)

    def _offer(self, verb: str, domain: Domain) -> Offer:
        label = self.book.sheet.labels.get(verb) or Label(verb.replace("_", " "))
        offer = {**_labelled(verb, label), **domain.as_json(), **self._called(verb, domain)}
        found: Offer = msgspec.convert(offer, Offer)
        return found

    def _called(self, verb: str, domain: Domain) -> dict[str, Any]:
        """What the nouns of an offer are called, whom they stand for and where they are."""
        if isinstance(domain, Number):
            return {"marks": domain.marks}
        if isinstance(domain, Pairs):
            return {"names": self._seconds(verb, domain.pairs)}
        if not isinstance(domain, Cells | Cards):
            return {}
        units = [self.book.sheet.noun_units(self.position.state, verb, noun) for noun in domain]
        spots = [self.book.sheet.noun_spot(self.position, verb, noun) for noun in domain]
        return {
            "names": [self._name(verb, noun) for noun in domain],
            "units": units if any(units) else (),
            "spots": spots if any(spots) else (),
        }

    def _told(self, verb: str, noun: Any) -> str | None:
        return self.book.sheet.noun_words(self.position.state, verb, noun)

    def _seconds(self, verb: str, pairs: Mapping[Any, Sequence[Any]]) -> list[list[str]]:
        """What to call the second halves of pairs, where the book has words for them: then they are no units."""
        known = self.book.sheet.names(self.position.state)
        found = [
            [self._told(verb, (first, second)) for second in seconds] for first, seconds in pairs.items()
        ]
        if not any(words for row in found for words in row):
            return []
        return [
            [
                (words or str(second)).removeprefix(known.get(first, "")).lstrip(" :")
                for words, second in zip(row, seconds)
            ]
            for row, (first, seconds) in zip(found, pairs.items())
        ]

    def _name(self, verb: str, noun: Any) -> str:
        """What to call a place or a card: by the book's sheet if it has words for it."""
        return self._told(verb, noun) or str(noun).replace("_", " ")


@lru_cache(maxsize=VERBS)
def _labelled(verb: str, label: Label) -> dict[str, Any]:
    """What is said of a verb, whomever it is offered to."""
    return {**{flag: getattr(label, flag) for flag in LABELLED}, "verb": verb, "label": label.words}


def _pending(book: Book, engine: Engine, view: Position, surely: bool) -> Ask | Throw | None:
    """What a view waits for. A book need not be able to ask in the view of somebody who is not asked."""
    try:
        return engine.pending(view)
    except Exception as fault:
        if surely:
            raise
        _log.warning("%s cannot ask in an onlooker's view: %s", book.name, type(fault).__name__)
        return None


def played(record: Record, index: int, side: int | None) -> Played:
    """The action at a place of the record, as one side may know it."""
    before, after = record.positions[index : index + 2]
    return played_between(record.book, record.engine, before, record.actions[index], after, side)


def played_between(
    book: Book, engine: Engine, before: Position, action: Action, after: Position, side: int | None
) -> Played:
    """An action between two positions, as one side may know it."""
    if isinstance(action, Fall):
        throw = engine.pending(before)
        assert isinstance(throw, Throw), "dice fell where none were due"
        return _fallen(book, engine, before, throw, action, side)
    move = told(book, engine, before, action, after, side)
    if move is None:
        return Played(side=action.side, hidden=True)
    return Played(side=move.side, verb=move.verb, noun=words.plain(move.noun))


def _fallen(
    book: Book, engine: Engine, before: Position, throw: Throw, fall: Fall, side: int | None
) -> Played:
    secret = throw.only is not None and throw.only != side
    # A tally may count what only the thrower knows: each side is shown that of its own view.
    seen = _pending(book, engine, book.view_of(before, side), False)
    known = {"why": seen.why} if isinstance(seen, Throw) and not secret else {}
    faces = None if secret or fall.faces is None else words.plain(fall.faces)
    fallen = DiceOf(
        throw=throw.what,
        cite=throw.cite,
        faces=None if faces is None else tuple(faces),
        sides=throw.dice.faces()[1],
        reading=None if secret else words.plain(fall.reading),
        tally=words.tallies_of(known.get("why")),
        side=throw.side,
        unit=words.unit_of(throw),
        groups=() if secret else hit_groups(throw.dice),
        words="" if secret else words.reading_of(book, throw.what, fall.reading, {**throw.facts, **known}),
        about=words.about_of(throw.facts, book.sheet.names(book.view_of(before, side).state)),
    )
    return Played(side=throw.side, dice=fallen, hidden=secret)


def entries(record: Record, seq: int, side: int | None) -> list[EntryOf]:
    """What an action of a side's story caused (0: the opening), as it may read it."""
    real = record.stories[side].ends[seq]
    kept = record.lines.get((real, side))
    if kept is None:
        kept = record.lines[real, side] = entries_between(record, real, seq, side)
    return kept


def entries_between(record: Record, real: int, seq: int, side: int | None) -> list[EntryOf]:
    """The entries at a place of the record in words."""
    readable = visible(record.entries[real], side)
    if not readable:
        return []
    names = record.book.sheet.names(record.book.view_of(record.positions[real], side).state)
    return words.entries_of(record.book, readable, seq, names, record.sides)


def log_after(record: Record, after: int, side: int | None) -> tuple[EntryOf, ...]:
    """The journal after an action of a side's story; from the opening on if that is 0."""
    first = 0 if after == 0 else after + 1
    last = record.stories[side].seq
    return tuple(entry for seq in range(first, last + 1) for entry in entries(record, seq, side))


def options_of(record: Record, sight: Sight) -> dict[str, Any]:
    """The book's switches as they are set, as far as a side may know: what its view of the game hides is hidden here too."""
    found: dict[str, Any] = msgspec.to_builtins(record.options)
    if record.over:
        return found
    real, seen = (
        msgspec.to_builtins(state.options) for state in (record.position.state, sight.position.state)
    )
    return found | {name: value for name, value in seen.items() if real.get(name) != value}
