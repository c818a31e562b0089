"""A game as text that people can read and the tests can replay.

    ? side: prompt [KEY number]: what is offered
    > side verb noun            the choice
    ! dice and what shaped them [KEY number]
    = faces reading             the fall
      what happened [KEY number]

The lines with `>` and `=` are the game; everything else is worked out from them again and compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import UNIT_FACTS, Book, render
from grognard.engine.choices import Action, Ask, Fall, Move, Throw, Waiting, thaw
from grognard.engine.flow import IllegalAction
from grognard.engine.log import Entry
from grognard.engine.replay import Game, Save, say, state_hash
from grognard.engine.tables import Tally
from tests.tools.textmap import text_map


class Record(NamedTuple):
    """The heading of a transcript, and the game in it."""

    book: str
    scenario: str
    options: dict[str, Any]
    players: tuple[str, ...]
    seed: int
    actions: tuple[Action, ...]

    def save(self, book: Book) -> Save:
        """The same game as a game file."""
        options = msgspec.to_builtins(book.read_options(self.options))
        return Save(book.name, book.rulebook.version, self.scenario, options, self.actions)


# ---- reading


def parse(text: str) -> Record:
    """The game in a transcript."""
    head, _, body = text.partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    actions = [_action(line) for line in body.splitlines() if line.startswith(("> ", "= "))]
    return Record(
        facts["book"],
        facts["scenario"],
        json.loads(facts["options"]),
        tuple(facts["players"].split(", ")),
        int(facts["seed"]),
        tuple(actions),
    )


def _action(line: str) -> Action:
    if line.startswith("= "):
        faces, reading = json.loads(line[2:])
        return thaw(Fall(reading, faces))
    _, side, verb, *rest = line.split(" ", 3)
    noun = json.JSONDecoder().raw_decode(rest[0])[0] if rest else None
    return thaw(Move(int(side), verb, noun))


# ---- writing


def write(book: Book, record: Record) -> str:
    """The transcript of a game. An action that no longer fits ends it, with the reason."""
    return "\n".join(_lines(book, record)) + "\n"


def _lines(book: Book, record: Record) -> Iterator[str]:
    yield f"book: {book.name}"
    yield f"scenario: {record.scenario}"
    yield f"options: {_json(record.options)}"
    yield f"players: {', '.join(record.players)}"
    yield f"seed: {record.seed}"
    yield ""
    game = Game(book, record.scenario, book.read_options(record.options))
    yield from table(game)
    yield from told(game, game.entries[0])
    for at, action in enumerate(record.actions, 1):
        waiting = game.pending
        yield from waited(game, waiting)
        yield answered(game, action)
        turn = getattr(game.position.state, "turn", None)
        try:
            entries = game.apply(action)
        except IllegalAction as fault:
            yield f"action {at} no longer fits: {say(action)}: {fault}"
            return
        yield from told(game, entries)
        if getattr(game.position.state, "turn", None) != turn:
            yield from table(game)
    yield from _ending(game)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def waited(game: Game, waiting: Waiting | None) -> Iterator[str]:
    """What is waited for: who is asked for what, or the dice and what shaped them."""
    yield ""
    if isinstance(waiting, Ask):
        sides = " and ".join(_sides(game)[side] for side in waiting.who)
        offers = ", ".join(
            f"{verb} {domain.size()}" if domain.listable() and domain.kind != "button" else verb
            for verb, domain in waiting.offers.items()
        )
        yield f"? {sides}: {waiting.prompt} [{game.book.key} {waiting.cite}]: {offers}"
        for verb, reason in waiting.barred.items():
            yield f"    not {verb}: {reason.words} [{game.book.key} {reason.cite}]"
    elif isinstance(waiting, Throw):
        names = _names(game)
        facts = "".join(
            f", {name} {names.get(value, value) if name in UNIT_FACTS else value}"
            for name, value in waiting.facts.items()
        )
        yield f"! {waiting.what}{facts} [{game.book.key} {waiting.cite}]: {waiting.dice}"
        tallies = (waiting.why,) if isinstance(waiting.why, Tally) else waiting.why or ()
        for tally in tallies:
            yield f"    {_sum(tally, game.book.key)}"


def _sum(tally: Tally, key: str) -> str:
    """A sum with the book's key in its citations, so that the rules in it count as met."""
    parts = [f"{tally.base} {tally.base_words}".strip()]
    parts += [f"{line.value:+d} {line.words} [{key} {line.cite}]" for line in tally.lines]
    return ", ".join(parts) + f" = {tally.total}"


def answered(game: Game, action: Action) -> str:
    """The choice or the fall, as `parse` reads it again."""
    if isinstance(action, Fall):
        return f"= {_json([action.faces, action.reading])}"
    if action.noun is None:
        return f"> {action.side} {action.verb}"
    return f"> {action.side} {action.verb} {_json(action.noun)}{_named(game, action)}"


def _named(game: Game, action: Move) -> str:
    """The units a choice is about, by name."""
    waiting = game.pending
    domain = waiting.offers.get(action.verb) if isinstance(waiting, Ask) else None
    if domain is None or domain.kind not in ("unit", "pair"):
        return ""
    names = _names(game)
    ids = action.noun if isinstance(action.noun, tuple) else (action.noun,)
    known = [names[one] for one in ids if isinstance(one, int) and one in names]
    return f"  ({', '.join(known)})" if known else ""


def told(game: Game, entries: list[Entry]) -> Iterator[str]:
    """The log, but for the dice, which stand above."""
    names, sides = _names(game), _sides(game)
    for entry in entries:
        if entry.what != "dice":
            secret = "" if entry.only is None else f"({sides[entry.only]} only) "
            yield f"  {secret}{render(entry, game.book.sheet, names, game.book.key, sides)}"


def table(game: Game, ground: bool = True) -> Iterator[str]:
    """How things stand: headline, the ground if wanted, every unit, the score."""
    sheet, state = game.book.sheet, game.position.state
    view = sheet.view(state, None)
    yield ""
    yield f"-- {view.headline}; {state_hash(game.book, game.position)[:12]}"
    yield from (f"  {line}" for line in text_map(sheet.board(state), view, game.book.key, ground))


def _ending(game: Game) -> Iterator[str]:
    yield from table(game)
    yield ""
    yield from outcome(game) if game.position.over else ("not finished",)
    yield f"actions: {len(game.actions)}"
    yield f"hash: {state_hash(game.book, game.position)}"


def outcome(game: Game) -> Iterator[str]:
    """How it ended, if the book knows of an outcome."""
    found = game.book.ending(game.position.state)
    if found is not None:
        yield f"{found.words} [{game.book.key} {found.cite}]"
        yield f"winner: {_json(found.winner)}, scores: {_json(found.scores)}"


def _names(game: Game) -> Mapping[int, str]:
    return game.book.sheet.names(game.position.state)


_told: dict[Any, tuple[Any, tuple[str, ...]]] = {}


def _sides(game: Game) -> tuple[str, ...]:
    """What the sides are called. Asked for when a position is told and again when it waits: drawn up once for both."""
    state = game.position.state
    known = _told.get(game.book.name)
    if known is None or known[0] is not state:
        known = _told[game.book.name] = state, game.book.sheet.view(state, None).sides
    return known[1]
