"""What computer players weighed, for people to read: the moves they thought of and the chance to win after each."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.ai.told import told_chance
from grognard.ai.why import Thought, Why
from grognard.engine.book import Book
from grognard.engine.choices import Move
from grognard.engine.flow import Engine, Position
from grognard.engine.measures import way
from grognard.server.parts import Motive, ThoughtOf, Weighed
from grognard.server.room import Room
from grognard.server.words import plain

AHEAD = 2
"""So many turns ahead battles are mostly judged."""
STAYS = "Stay in place"
KEPT = 400
"""So many motives a room remembers."""


def weighed(book: Book, engine: Engine, position: Position, why: Why) -> Weighed:
    """A player's thoughts at a choice as they go over the wire."""
    state = position.state
    # What reads alike is the same to whoever reads it: a march a hair's breadth beside another.
    alike: dict[str, ThoughtOf] = {}
    for each in why.thoughts:
        one = _thought(book, engine, position, each)
        alike.setdefault(one.words, one)
    found = tuple(alike.values())
    plan = book.advice.told(state, why.thoughts[0].move.side, why.plan) if why.plan and why.thoughts else ()
    return Weighed(found, why.simulated, why.cut_short, plan)


def _thought(book: Book, engine: Engine, position: Position, thought: Thought) -> ThoughtOf:
    move = thought.move
    words = _words(book, engine, position, move)
    chance = (
        None if thought.chance is None else told_chance(book, position.state, move.side, thought.chance, AHEAD)
    )
    return ThoughtOf(
        move.verb,
        plain(move.noun),
        words,
        round(thought.rating, 3),
        None if chance is None else round(chance, 3),
        thought.trials,
    )


def _words(book: Book, engine: Engine, position: Position, move: Move) -> str:
    """A move with its way, so that it can be told from another of its kind."""
    if move.noun == ():  # a manoeuvre of no legs
        return STAYS
    return f"{said(book, position.state, move)}{_way(book, engine, position, move)}"


def _way(book: Book, engine: Engine, position: Position, move: Move) -> str:
    """How far and where to a move takes somebody, which way it turns him, and what good it does him at once."""
    try:
        after = engine.follow(position, move)
        board = book.sheet.board(position.state)
        was = {piece.id: piece for piece in book.sheet.view(position.state, move.side).pieces}
        now = book.sheet.view(after.state, move.side).pieces
    except Exception:  # a view need not know what follows from what it cannot see
        return ""
    for piece in now:
        before = was.get(piece.id)
        if before is None or piece.side != move.side or before.pose == piece.pose:
            continue
        by = piece.name if piece.name not in said(book, position.state, move) else ""
        known = {tag.words for tag in before.tags}
        gained = [tag.words for tag in piece.tags if tag.tone == "good" and tag.words not in known]
        goes = f"{',' if by else ''} {by} {way(board, before.pose, piece.pose)}".replace("  ", " ")
        return ", ".join((goes, *gained))
    return ""


def said(book: Book, state: Any, move: Move) -> str:
    """A move in words: what is done, by whom, to whom or where."""
    label = book.sheet.labels.get(move.verb)
    words = move.verb.replace("_", " ") if label is None else label.words
    who = _called(book, state, move)
    return f"{words}: {who}" if who else words


def _called(book: Book, state: Any, move: Move) -> str:
    """What a noun is called: a place or a card by the book's words, which number they have is no unit's; units by their names."""
    if move.noun is None:
        return ""
    if told := book.sheet.noun_words(state, move.verb, move.noun):
        return told
    if isinstance(move.noun, str):
        return move.noun.replace("_", " ")
    names = book.sheet.names(state)
    parts = move.noun if isinstance(move.noun, tuple) else (move.noun,)
    return ", ".join(names[part] for part in parts if isinstance(part, int) and part in names)


def note(room: Room, real: int, side: int, agent: str, found: Weighed | None) -> None:
    """Keep what a computer player went by in the choice it has just made, the action at this place of the record."""
    if found is None or not found.thoughts:
        return
    # What was taken back and played otherwise is forgotten.
    room.motives = [each for each in room.motives if each.seq < real][-KEPT + 1 :]
    room.motives.append(Motive(real, side, agent, found))


def told(room: Room, reader: int | None) -> tuple[tuple[Motive, ...], bool]:
    """What may be told of them now, and whether more is kept back until the end: it would tell what they hold.

    The room keeps them by their place in the record; whoever reads them counts his own story.
    """
    record = room.record
    known = [each for each in room.motives if each.seq <= room.seq]
    if not record.over and record.book.secrets.may_be(record.position.state):
        return (), bool(known)
    story = record.stories[reader]
    return tuple(msgspec.structs.replace(each, seq=story.after(each.seq)) for each in known), False


def leading_to(room: Room, reader: int | None, seq: int) -> int:
    """The choice that led to an action, in the reader's own count: the action itself, or the last one before its dice."""
    record, story = room.record, room.record.stories[reader]
    real = story.ends[min(seq, story.seq)]
    while real and not isinstance(record.actions[real - 1], Move):
        real -= 1
    return story.after(real)


__all__ = ["leading_to", "note", "said", "told", "weighed"]
