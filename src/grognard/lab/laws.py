"""Laws that every position of every book keeps. The fuzzer and the test suite hold games to them.

Each law is a function that raises `Broken` with its own name and what it found. `always` runs the cheap
ones, `thorough` the dear ones; `at_the_end` looks at a whole game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from grognard.engine.book import Book, render
from grognard.engine.choices import Action, Ask, Fall, Move, Throw, Waiting
from grognard.engine.flow import Engine, IllegalAction, Position
from grognard.engine.log import Entry
from grognard.engine.memo import Watch
from grognard.engine.replay import Game, read_save, restore, say, state_hash
from grognard.engine.soundness import Deed, broken_at, broken_on_search, broken_over
from grognard.lab.mutants import mutants

DEEPEST = 10
TRIED = 4
"""How many nouns of each verb, and how many falls, are tried out at one position."""
MOST_LISTED = 10_000
FREE_CITES = frozenset({"end"})
"""Citations that belong to the engine, not to a book: the game is over."""


class Broken(AssertionError):
    """A law that does not hold."""

    def __init__(self, law: str, found: str):
        super().__init__(f"{law}: {found}")
        self.law, self.found = law, found


def _hold(condition: object, law: str, found: str) -> None:
    if not condition:
        raise Broken(law, found)


# ---- cheap: at every position


def shallow_agenda(position: Position) -> None:
    """Sequences never pile up."""
    depth = len(position.agenda)
    _hold(depth < DEEPEST, "shallow agenda", f"{depth} deep: {[frame.sequence for frame in position.agenda]}")


def kept_is_true(watch: Watch) -> None:
    """What was kept on a value is what would be worked out of it now."""
    _hold(not watch.stale, "kept is true", "; ".join(watch.stale[:3]))


def sound_state(book: Book, position: Position) -> None:
    """The book's own check finds no fault."""
    faults = list(book.check(position.state))
    _hold(not faults, "sound state", "; ".join(faults[:3]))


def lawful(book: Book, position: Position) -> None:
    """The state keeps every line that the book says holds in every position."""
    for law, fault in broken_at(book.laws, position.state):
        raise Broken(law.words, f"{fault} [{', '.join(law.cites)}]")


def lawful_deed(book: Book, deed: Deed) -> None:
    """What was done keeps every line of the book about what may happen."""
    for law, fault in broken_over(book.laws, deed):
        raise Broken(law.words, f"{fault} after {say(deed.action)} [{', '.join(law.cites)}]")


def nothing_overlooked(book: Book, engine: Engine, position: Position, rng: random.Random) -> None:
    """A brute-force search beside the program's own finds nothing that it overlooks, and nothing too much."""
    waiting = engine.pending(position)
    if isinstance(waiting, Ask):
        for law, fault in broken_on_search(book.laws, position, waiting, rng):
            raise Broken(law.words, f"{fault} [{', '.join(law.cites)}]")


def conserved(book: Book, position: Position, census: Mapping[str, int]) -> None:
    """Figures, cards and the like are never made or lost."""
    now = dict(book.census(position.state))
    _hold(now == dict(census), "conserved", f"began with {dict(census)}, now {now}")


def pure_ask(engine: Engine, position: Position) -> None:
    """Asking changes nothing: a loaded game asks again."""
    if not position.agenda:
        return
    top = position.agenda[-1]
    notes: list[Entry] = []
    table = engine.table(position.state, top.env, notes, position.reveals)
    engine.step(top).ask(table)
    same = table.state is position.state and table.env is top.env and table.reveals == position.reveals
    _hold(same and not notes and not table.over, "pure ask", f"{engine.step(top)} changes the table in ask")


def answerable(book: Book, engine: Engine, position: Position) -> None:
    """A position that is not over waits; every verb it offers has a row or a method, and a label, and a noun to take."""
    waiting = engine.pending(position)
    if position.over:
        _hold(book.outcome(position.state) is not None, "answerable", "over without an outcome")
        return
    _hold(waiting is not None, "answerable", "waits for nothing but is not over")
    if isinstance(waiting, Ask):
        _hold(waiting.offers and waiting.who, "answerable", f"nothing to answer: {waiting}")
        step = engine.step(position.agenda[-1])
        for verb, domain in waiting.offers.items():
            sealed = len(waiting.who) > 1 or bool(position.agenda[-1].sealed)
            _hold(sealed or step.answers(verb), "answerable", f"{step} has no method {verb}")
            _hold(verb in book.sheet.labels, "answerable", f"the sheet has no label for '{verb}'")
            some = not domain.listable() or any(True for _ in domain)
            _hold(some, "answerable", f"'{verb}' has no noun")


def cited_log(book: Book, entries: Iterable[Entry], position: Position) -> None:
    """Every log entry cites a rule of the book, can be written down, and has a phrase that fits it."""
    names: Mapping[int, str] = {}
    for entry in entries:
        _hold(entry.cite in book.rulebook.rules, "cited log", f"'{entry.what}' cites unknown {entry.cite!r}")
        msgspec.json.encode(entry)
        names = names or book.sheet.names(position.state)
        text = render(entry, book.sheet, names, book.key)
        known = entry.what in book.sheet.phrases and not text.startswith(f"{entry.what} {{")
        _hold(known, "cited log", f"no phrase fits {entry.what!r} {dict(entry.facts)}")


def right(book: Book, position: Position) -> None:
    """What holds of the state; of the very state that was looked at last it is known."""
    if _right[0] is not book or _right[1] is not position.state:
        sound_state(book, position)
        lawful(book, position)
        _right[:] = book, position.state


_right: list[Any] = [None, None]
"""The book and the state that were looked at last and are right: many an action changes the agenda alone."""


def always(book: Book, engine: Engine, position: Position, census: Mapping[str, int]) -> None:
    """The laws cheap enough for every position."""
    shallow_agenda(position)
    conserved(book, position, census)
    right(book, position)
    pure_ask(engine, position)
    answerable(book, engine, position)


# ---- dear: at some positions


def round_trip(book: Book, engine: Engine, position: Position) -> None:
    """Written down and read back, a position is the same, hashes the same and waits for the same."""
    data = book.encode(position)
    back = book.decode(data)
    _hold(back == position, "round trip", f"differs after JSON: {_difference(position, back)}")
    _hold(book.encode(back) == data, "round trip", "other bytes the second time")
    _hold(hash(back) == hash(position), "round trip", "equal but hashed differently")
    before, after = outline(engine.pending(position)), outline(engine.pending(back))
    _hold(before == after, "round trip", f"waited for {before}, after reload for {after}")
    _hold(book.encode(position) == data, "round trip", "asking changed the position")


def outline(waiting: Waiting | None) -> Any:
    """What is waited for, as plain data that can be compared."""
    if isinstance(waiting, Ask):
        offers = {verb: _nouns(domain.as_json()) for verb, domain in waiting.offers.items()}
        return waiting.who, waiting.prompt, waiting.cite, offers
    if isinstance(waiting, Throw):
        return waiting.what, waiting.cite, waiting.dice, str(waiting.why)
    return None


def _nouns(widget: dict[str, Any]) -> str:
    return msgspec.json.encode(widget, order="deterministic").decode()


def offered_accepted(book: Book, engine: Engine, position: Position, rng: random.Random) -> None:
    """Whatever is offered can be played, by the checked way, without a fault."""
    for action in some_actions(engine.pending(position), rng):
        try:
            after = engine.apply(position, action)
        except Exception as fault:
            raise Broken("offered is accepted", f"{say(action)}: {type(fault).__name__}: {fault}") from fault
        shallow_agenda(after)
        right(book, after)


def some_actions(waiting: Waiting | None, rng: random.Random) -> Iterator[Action]:
    """A few of the actions a position offers, of every verb."""
    if isinstance(waiting, Throw):
        yield waiting.roll(rng)
        readings = list(waiting.dice.dist())
        yield from (Fall(reading) for reading in rng.sample(readings, min(TRIED, len(readings))))
    elif waiting is not None:
        side = rng.choice(waiting.who)
        for verb, domain in waiting.for_side(side).offers.items():
            nouns = list(islice(domain, 200))
            yield from (Move(side, verb, noun) for noun in rng.sample(nouns, min(TRIED, len(nouns))))
            yield Move(side, verb, domain.sample(rng))


def others_refused(book: Book, engine: Engine, position: Position, rng: random.Random) -> None:
    """Whatever is not offered is refused, with a rule of the book; nothing else ever goes wrong."""
    waiting = engine.pending(position)
    for action in mutants(waiting, rng):
        try:
            offered = waiting is not None and action in waiting
            engine.apply(position, action)
        except IllegalAction as refused:
            _hold(not offered, "others are refused", f"offered but refused: {action}")
            cite = refused.refusal.cite
            known = cite in book.rulebook.rules or (waiting is None and cite in FREE_CITES)
            _hold(known, "others are refused", f"{action} refused by unknown rule {cite!r}")
            _hold(refused.refusal.words, "others are refused", f"{action} refused without words")
        except Exception as fault:
            raise Broken("others are refused", f"{action}: {type(fault).__name__}: {fault}") from fault
        else:
            _hold(offered, "others are refused", f"accepted though not offered: {action}")
            _hold(_is_listed(waiting, action), "others are refused", f"accepted though not listed: {action}")


def _is_listed(waiting: Waiting | None, action: Action) -> bool:
    """Whether a move that was accepted is among those listed, where they can be."""
    if not isinstance(waiting, Ask) or not isinstance(action, Move):
        return True
    domain = waiting.for_side(action.side).offers[action.verb]
    return not domain.listable() or any(
        noun == action.noun and type(noun) is type(action.noun) for noun in islice(domain, MOST_LISTED)
    )


def views_leak_nothing(book: Book, engine: Engine, position: Position, sides: int) -> None:
    """A view can be written down and tells no more than the redacted state; the asked side can answer in it."""
    for side in (*range(sides), None):
        view = book.view_of(position, side)
        who = "a spectator" if side is None else f"side {side}"
        _hold(
            book.decode(book.encode(view)) == view, "views leak nothing", f"the view of {who} does not encode"
        )
        again = book.redact(view.state, side)
        _hold(again == view.state, "views leak nothing", f"redacting twice for {who} hides more than once")
        shown, allowed = book.sheet.view(position.state, side), book.sheet.view(view.state, side)
        _hold(shown == allowed, "views leak nothing", f"the sheet shows {who} more than it may know")
        msgspec.json.encode(shown)
        waiting = engine.pending(position)
        if isinstance(waiting, Ask) and side in waiting.who:
            seen = engine.pending(view)
            _hold(
                outline(seen) == outline(waiting),
                "views leak nothing",
                f"{who} is asked otherwise in its view",
            )


def thorough(book: Book, engine: Engine, position: Position, sides: int, rng: random.Random) -> None:
    """The laws too dear for every position."""
    round_trip(book, engine, position)
    offered_accepted(book, engine, position, rng)
    others_refused(book, engine, position, rng)
    views_leak_nothing(book, engine, position, sides)
    nothing_overlooked(book, engine, position, rng)


# ---- of a whole game


def last_deed(game: Game) -> Deed | None:
    """The last action of a game with what came of it; None before the first."""
    if not game.actions:
        return None
    return Deed(game.positions[-2], game.actions[-1], game.positions[-1], game.entries[-1])


def honest_undo(game: Game) -> None:
    """Undo never goes back over dice, a reveal or a change of hands; and what it takes back can be redone."""
    if not game.actions:
        return
    action, after = game.actions[-1], game.position
    before = game.positions[-2]
    waiting, asked = game.engine.pending(after), game.engine.pending(before)
    crossed = (
        isinstance(action, Fall)
        or after.reveals != before.reveals
        or (isinstance(waiting, Ask) and isinstance(asked, Ask) and waiting.who != asked.who)
    )
    _hold(not (crossed and game.can_undo()), "honest undo", f"could take back {say(action)}")
    if game.can_undo():
        game.undo()
        _hold(game.position is before, "honest undo", f"undo of {say(action)} gave another position")
        game.redo()
        _hold(game.position == after, "honest undo", f"redo of {say(action)} gave another position")
        game.positions[-1] = after  # the same, and what was worked out for it is known already


def replayed(game: Game) -> None:
    """The saved game, read back and replayed, comes to the same position and the same log."""
    data = game.save()
    again = restore(read_save(data), {game.book.name: game.book})
    same = state_hash(game.book, again.position) == state_hash(game.book, game.position)
    _hold(same, "replay equals play", "the replay ended elsewhere")
    _hold(again.log == game.log, "replay equals play", "the replay told another story")
    _hold(again.save() == data, "replay equals play", "the save was written otherwise the second time")


def at_the_end(game: Game) -> None:
    """The laws of a finished game."""
    _hold(game.position.over, "games end", f"still going after {len(game.actions)} actions")
    _hold(game.book.outcome(game.position.state) is not None, "games end", "over without an outcome")
    replayed(game)


def _difference(one: Position, other: Position) -> str:
    """Where two positions part, in a few words."""
    if one.agenda != other.agenda:
        return f"agenda {one.agenda} and {other.agenda}"
    for name in getattr(one.state, "__struct_fields__", ()):
        mine, theirs = getattr(one.state, name), getattr(other.state, name)
        if mine != theirs:
            return f"{name}: {str(mine)[:120]} and {str(theirs)[:120]}"
    return "reveals"
