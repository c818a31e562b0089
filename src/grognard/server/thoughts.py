"""What computer players weighed, for people to read: the moves they thought of and the chance to win after each."""

from __future__ import annotations

from typing import Any

from grognard.ai.why import Thought, Why
from grognard.engine.book import Ruleset
from grognard.engine.choices import Move
from grognard.server.messages import Motive, ThoughtOf, Weighed
from grognard.server.room import Room
from grognard.server.words import plain

KEPT = 400
"""So many motives a room remembers."""


def weighed(book: Ruleset, state: Any, why: Why) -> Weighed:
    """A player's thoughts at a choice as they go over the wire."""
    return Weighed(tuple(_thought(book, state, each) for each in why.thoughts), why.simulated, why.cut_short)


def _thought(book: Ruleset, state: Any, thought: Thought) -> ThoughtOf:
    move = thought.move
    # A book whose chance to win was never fitted to games has an order of its moves, and no number to tell.
    fitted = book.advice.worth is not None
    chance = round(thought.chance, 3) if fitted and thought.chance is not None else None
    rating = round(thought.rating, 3)
    return ThoughtOf(move.verb, plain(move.noun), said(book, state, move), rating, chance, thought.trials)


def said(book: Ruleset, state: Any, move: Move) -> str:
    """A move in words: what is done, by whom, to whom."""
    label = book.sheet.labels.get(move.verb)
    names = book.sheet.names(state)
    parts = move.noun if isinstance(move.noun, tuple) else (move.noun,)
    who = [names[part] for part in parts if isinstance(part, int) and part in names]
    words = move.verb.replace("_", " ") if label is None else label.words
    return f"{words}: {', '.join(who)}" if who else words


def note(room: Room, side: int, agent: str, found: Weighed | None) -> None:
    """Keep what a computer player went by in the choice it has just made."""
    if found is None or not found.thoughts:
        return
    seq = room.shown(None)
    # What was taken back and played otherwise is forgotten.
    room.motives = [each for each in room.motives if each.seq < seq][-KEPT + 1 :]
    room.motives.append(Motive(seq, side, agent, found))


def told(room: Room) -> tuple[tuple[Motive, ...], bool]:
    """What may be told of them now, and whether more is kept back until the end: it would tell what they hold."""
    position = room.record.position
    known = tuple(each for each in room.motives if each.seq <= room.shown(None))
    if position.over or not room.record.book.secrets.may_be(position.state):
        return known, False
    return (), bool(known)


__all__ = ["note", "said", "told", "weighed"]
