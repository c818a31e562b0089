"""What computer players weighed, for people to read: the moves they thought of and the chance to win after each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from grognard.ai.race import ENOUGH
from grognard.ai.told import told_chance
from grognard.ai.why import Thought, Why
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move, Waiting
from grognard.engine.domains import Reach
from grognard.engine.flow import Engine, Position
from grognard.engine.measures import length, way
from grognard.engine.view import Board, Piece, Point
from grognard.geometry.gaps import gap, within
from grognard.server.parts import Motive, ThoughtOf, Weighed
from grognard.server.room import Room
from grognard.server.words import plain

AHEAD = 2
"""So many turns ahead battles are mostly judged."""
FEWEST = ENOUGH
"""A chance that stands on fewer battles is not told: by so many a race says who will hardly come to be ahead."""
ARROW = " → "
"""Between who does something and the enemy it is done to."""
ON_TABLE = "on table"
TOUCH = 5
"""So near, in hundredths, units touch as people see it."""
IN = re.compile(r"^(in|inside|into|at) ")
"""What was said needs no second word for being there."""
ORDERS = {"skirmish": "skirmish order"}
"""Orders that a leg has a shorter word for."""
Pieces = Mapping[int, Piece]
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
        None
        if thought.chance is None
        else told_chance(book, position.state, move.side, thought.chance, AHEAD)
    )
    return ThoughtOf(
        move.verb,
        plain(move.noun),
        words,
        round(thought.rating, 3),
        None if chance is None or thought.trials < FEWEST else round(chance, 3),
        thought.trials,
    )


def _words(book: Book, engine: Engine, position: Position, move: Move) -> str:
    """A move with what comes of it at once, so that it can be told from another of its kind."""
    words = said(book, position.state, move)
    if move.noun == ():  # a manoeuvre of no legs
        return f"{words}, without moving"
    try:
        who, what = _deed(book, engine, position, move)
    except Exception:  # a view need not know what follows from what it cannot see
        return words
    what = [each for each in what if IN.sub("", each).lower() not in words.lower()]
    if not what:
        return words
    if who not in words or ARROW in words:
        return f"{words}, {who} {', '.join(what)}"
    return f"{words}{'' if words.endswith(f' {who}') else ','} {', '.join(what)}"


def _deed(book: Book, engine: Engine, position: Position, move: Move) -> tuple[str, list[str]]:
    """Who does it, and what it makes of him: where he goes or aims, how he stands then, whom he meets."""
    board, state = book.sheet.board(position.state), engine.follow(position, move).state
    was, now = (_pieces(book, each, move.side) for each in (position.state, state))
    before = _mover(engine.pending(position), move, was, now)
    if before is None or before.status != ON_TABLE:  # who comes on has no place to be measured from
        return "", []
    after = now.get(before.id)
    if after is None or after.status != ON_TABLE:
        return before.name, ["off the table"]
    foes = [piece for piece in was.values() if piece.side != move.side and piece.status == ON_TABLE]
    legs = [leg for leg in move.noun if isinstance(leg, tuple)] if isinstance(move.noun, tuple) else []
    if aims := [_aim(board, before, foes, (leg[1], leg[2])) for leg in legs if leg[0] == "aim"]:
        return before.name, aims
    # Who has no front looks nowhere.
    turned = after.pose if after.front else (*after.pose[:2], before.pose[2])
    what = [way(board, before.pose, turned), *_stands(book, before, after), *_drawn_up(legs)]
    if board.kind == "table":
        what += [f"into {foe.name}" for foe in foes if _meets(after, foe) and not _meets(before, foe)]
    return before.name, [each for each in what if each]


def _pieces(book: Book, state: Any, side: int) -> Pieces:
    return {piece.id: piece for piece in book.sheet.view(state, side).pieces}


def _mover(asked: Waiting | None, move: Move, was: Pieces, now: Pieces) -> Piece | None:
    """Who acts: the first whom the noun names, or who is asked about, or whoever went somewhere."""
    if not isinstance(asked, Ask):
        return None
    domain, noun = asked.for_side(move.side).offers[move.verb], move.noun
    named = noun[0] if domain.kind == "pair" else noun if domain.kind == "unit" else None
    own = {one: piece for one, piece in was.items() if piece.side == move.side}
    for who in (domain.unit if isinstance(domain, Reach) else named, asked.about):
        if who in own:
            return own[who]
    if noun is None:  # a button may end a phase, and then others do what they must
        return None
    return next((own[one] for one in own if one in now and now[one].pose != own[one].pose), None)


def _stands(book: Book, before: Piece, after: Piece) -> list[str]:
    """How it stands then, as far as that is new; what it costs is told only where it takes the place of a formation."""
    deeds = book.sheet.deeds
    old, new = (
        {tag.words: tag.tone for tag in one.tags if tag.words not in deeds} for one in (before, after)
    )
    lost = [words for words, tone in old.items() if words not in new and tone in ("good", "plain")]
    formed = any(old[words] == "plain" for words in lost)
    gained = [(words, tone) for words, tone in new.items() if words not in old]
    told = [
        _in(words) if formed and tone == "plain" else words
        for words, tone in gained
        if formed or tone != "bad"
    ]
    return told or [f"no longer {words}" for words in lost]


def _drawn_up(legs: Iterable[tuple[Any, ...]]) -> list[str]:
    """What legs say that no tag does: a change of order, or a unit that closes up."""
    told = [_in(ORDERS.get(leg[1], leg[1])) for leg in legs if leg[0] == "order"][-1:]
    return [*told, *("gathering round its Leader" for leg in legs if leg[0] == "gather")]


def _in(formation: str) -> str:
    return formation if formation.endswith("ed") else f"in {formation}"


def _aim(board: Board, gun: Piece, foes: Iterable[Piece], spot: Point) -> str:
    """Where a shot is to land: upon whom, or how far from whoever is nearest."""
    there = way(board, gun.pose, (*spot, 0))
    apart = [(gap(foe.footprint, (spot,)), foe.name) for foe in foes if foe.footprint]
    if not apart:
        return f"aimed {there}"
    far, name = min(apart)
    return (
        f"aimed at {name}, {there}"
        if far <= TOUCH
        else f"aimed {there}, {length(round(far, -1), board.unit)} from {name}"
    )


def _meets(piece: Piece, foe: Piece) -> bool:
    return bool(piece.footprint and foe.footprint) and within(piece.footprint, foe.footprint, TOUCH)


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
    known = [part for part in parts if isinstance(part, int) and part in names]
    return (ARROW if _at_enemy(book, state, move.side, known) else ", ").join(names[part] for part in known)


def _at_enemy(book: Book, state: Any, side: int, units: list[int]) -> bool:
    """Whether these are one of ours and one of theirs, in that order."""
    if len(units) != 2:
        return False
    pieces = _pieces(book, state, side)
    return [pieces[unit].side == side for unit in units if unit in pieces] == [True, False]


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
    """The choice that led to an action, in the reader's own count: the action itself, or the last one before its dice.

    Whoever lets a moment for cards go by only goes on with what he chose before: then that is what led to it.
    """
    record, story = room.record, room.record.stories[reader]
    until = story.ends[min(seq, story.seq)]
    moves = [(real, each) for real, each in enumerate(record.actions[:until], 1) if isinstance(each, Move)]
    if not moves:
        return 0
    last, chosen = moves[-1]
    labels = record.book.sheet.labels
    passing = {verb for verb, label in labels.items() if label.passes}
    began = next(((real, each) for real, each in reversed(moves) if each.verb not in passing), moves[-1])
    return story.after(began[0] if began[1].side == chosen.side else last)


__all__ = ["leading_to", "note", "said", "told", "weighed"]
