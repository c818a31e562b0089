"""Drills: short scripted games from a built position, for what no whole game comes upon.

    @drill
    def a_column_may_not_cross_the_swamp(d):
        '''What is shown, in one sentence.'''
        d.start(scene(unit("A", at=(30, 20))), "side moves", SideTurn(0))
        d.move("march", "A")
        d.fall(5, 2)
        d.refused("go", legs("forward 12"), cite="31")

They stand in tests/books/<book>/drills.py, or in the modules of a package of that name. `make golden`, or
`python -m tests.tools.drills BOOK`, plays them and writes each down in tests/golden/<book>/drills/<name>.txt,
as a transcript (`x` before an action: it is refused, and why); the suite plays them again and compares. A
drill is held to every law, so it begins from a position that could occur. What it cites and runs counts as
met in a recorded game.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from grognard.engine.book import Book
from grognard.engine.choices import Action, Ask, Fall, Move, Throw
from grognard.engine.flow import Engine, IllegalAction, Position, Step
from grognard.engine.log import Entry
from grognard.engine.replay import Game, state_hash
from grognard.lab import laws
from tests.tools import transcript
from tests.tools.shelf import BOOKS, GOLDEN, ROOT, TESTS, chosen

MOST = 500
"""Actions that `finish` plays at most."""
SHOWN = 30
"""Lines of the record that are shown when a drill fails."""

Script = Callable[["Drill"], None]


def drill(script: Script) -> Script:
    """Marks a function as a drill; its name is the record's, its docstring says what is shown."""
    script.is_drill = True  # type: ignore[attr-defined]
    return script


class Begun(Game):
    """A game from a given position instead of a scenario's first."""

    def __init__(self, book: Book, engine: Engine, position: Position, opening: list[Entry]):
        self.book, self.scenario, self.options = book, "", None
        self.engine = engine
        self.positions = [position]
        self.actions: list[Action] = []
        self.entries = [opening]
        self._undone: list[Action] = []


class Drill:
    """One drill being played: every action is applied, held to the laws and written down."""

    def __init__(self, book: Book):
        self.book = book
        self.lines: list[str] = []
        self._game: Game | None = None
        self._nouns: Callable[[Any, Any], Any] = ids
        self._whole = False
        self._asked: Position | None = None
        self._census: dict[str, int] = {}

    # ---- beginning

    def start(
        self,
        first: Any,
        *steps: str | Step,
        env: Any = None,
        nouns: Callable[[Any, Any], Any] | None = None,
        map: bool = False,
    ) -> Drill:
        """Begin from a position, a state with a sequence (or steps in a row) and its env, or a scene begun already.

        A scene is whatever has a `position` and a `log` (the books' own `begin`, `play`, `Drill` give one), and
        perhaps an `engine`. `nouns(state, noun)` makes nouns of what the drill says: unit keys become ids unless
        another is given. `map` draws the table at the beginning.
        """
        self._nouns = nouns or ids
        engine: Engine = getattr(first, "engine", None) or self.book.engine()
        if isinstance(first, Position):
            begun, opening = first, []
        elif isinstance(getattr(first, "position", None), Position):
            begun, opening = first.position, list(first.log)
        else:
            begun, opening, engine = self._opened(first, steps, env)
        return self._begin(Begun(self.book, engine, begun, opening), map)

    def _opened(self, state: Any, steps: tuple[Any, ...], env: Any) -> tuple[Position, list[Entry], Engine]:
        if len(steps) == 2 and isinstance(steps[0], str) and env is None:
            steps, env = steps[:1], steps[1]
        name, engine = steps[0], self.book.engine()
        if not isinstance(name, str):
            name, engine = "drill", Engine({**self.book.sequences, "drill": steps}, self.book.table)
        opening: list[Entry] = []
        return engine.start(state, name, env, opening), opening, engine

    def scenario(self, name: str, *, map: bool = False, **options: Any) -> Drill:
        """Begin one of the book's scenarios, with some options."""
        self._whole = True
        return self._begin(Game(self.book, name, self.book.read_options(options)), map)

    def _begin(self, game: Game, map: bool) -> Drill:
        assert self._game is None, "a drill begins once"
        self._game = game
        self._census = dict(self.book.census(game.position.state))
        laws.cited_log(self.book, game.entries[0], game.position)
        self._held()
        self.lines += transcript.table(game, map)
        self.lines += transcript.told(game, game.entries[0])
        return self

    # ---- looking

    @property
    def game(self) -> Game:
        """The game, once begun."""
        assert self._game is not None, "start() or scenario() first"
        return self._game

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position

    @property
    def state(self) -> Any:
        """The state now."""
        return self.position.state

    @property
    def over(self) -> bool:
        """Whether nothing more is waited for."""
        return self.position.over

    @property
    def ask(self) -> Ask:
        """The choice that is due."""
        waiting = self.game.pending
        assert isinstance(waiting, Ask), f"no choice is due, but {waiting}"
        return waiting

    @property
    def throw(self) -> Throw:
        """The dice that are due."""
        waiting = self.game.pending
        assert isinstance(waiting, Throw), f"no dice are due, but {waiting}"
        return waiting

    def unit(self, key: str | int) -> Any:
        """A unit by its key or id."""
        return next(each for each in self.state.units if key in (each.id, getattr(each, "key", None)))

    def offered(self, verb: str) -> list[Any]:
        """What a verb may be said of now; nothing if it is not offered."""
        domain = self.ask.offers.get(verb)
        return [] if domain is None else list(domain)

    def told(self, what: str) -> list[Entry]:
        """What the journal has said of a kind of happening."""
        return [entry for entry in self.game.log if entry.what == what]

    # ---- playing

    def move(self, verb: str, noun: Any = None, side: int | None = None) -> Drill:
        """A choice of whoever is asked, or of a side."""
        return self._play(self._said(verb, noun, side))

    def fall(self, *faces: Any) -> Drill:
        """The dice that are due show these faces."""
        return self._play(self.throw.of(faces))

    def reading(self, reading: Any) -> Drill:
        """The dice that are due read so, whatever they show; or this card is drawn."""
        assert self.throw
        return self._play(Fall(reading))

    def refused(self, verb: str, noun: Any = None, side: int | None = None, *, cite: str) -> Drill:
        """A choice that is refused, by this rule."""
        action = self._said(verb, noun, side)
        try:
            self.game.engine.apply(self.position, action)
        except IllegalAction as fault:
            found = fault.refusal
        else:
            raise AssertionError(f"{action} was allowed")
        assert found.cite == cite, f"{action} is refused by {found}, not by [{cite}]"
        assert cite in self.book.rulebook.rules, f"there is no rule {cite}"
        self._waiting()
        said = transcript.answered(self.game, action).removeprefix("> ")
        self.lines.append(f"x {said}: {found.words} [{self.book.key} {cite}]")
        return self

    def finish(self, *verbs: str, face: Any = None) -> Drill:
        """Play on until nothing is waited for: the first of these verbs that is offered, each die showing `face`."""
        for _ in range(MOST):
            waiting = self.game.pending
            if waiting is None:
                return self
            if isinstance(waiting, Throw):
                assert face is not None, f"dice are due: {waiting}"
                self.fall(*[face] * waiting.dice.faces()[0])
            else:
                verb = next((verb for verb in verbs if verb in waiting.offers), None)
                assert verb is not None, f"none of {verbs} is offered, but {waiting}"
                button = waiting.offers[verb].kind == "button"
                self.move(verb, None if button else next(iter(waiting.offers[verb])))
        raise AssertionError(f"still going after {MOST} actions: {self.game.pending}")

    def show(self) -> Drill:
        """Draw the table."""
        self.lines += transcript.table(self.game)
        return self

    def _said(self, verb: str, noun: Any, side: int | None) -> Move:
        who = self.ask.who[0] if side is None else side
        return Move(who, verb, self._nouns(self.state, noun))

    def _waiting(self) -> None:
        """What is waited for, once, however many attempts are refused."""
        if self._asked is not self.position:
            self._asked = self.position
            self.lines += transcript.waited(self.game, self.game.pending)

    def _play(self, action: Action) -> Drill:
        self._waiting()
        self.lines.append(transcript.answered(self.game, action))
        entries = self.game.apply(action)
        laws.cited_log(self.book, entries, self.position)
        self._held()
        self.lines += transcript.told(self.game, entries)
        return self

    def _held(self) -> None:
        """The laws, but that a few steps played out are not yet a battle with an outcome."""
        if not self.over or self._whole:
            laws.always(self.book, self.game.engine, self.position, self._census)
        else:
            laws.conserved(self.book, self.position, self._census)
            laws.sound_state(self.book, self.position)
            laws.lawful(self.book, self.position)
        if (deed := laws.last_deed(self.game)) is not None:
            laws.lawful_deed(self.book, deed)

    def record(self) -> list[str]:
        """All lines, with the last."""
        if self.over:
            self.lines += ["", *transcript.outcome(self.game)]
        else:
            self._waiting()
        return [*self.lines, "", f"hash: {state_hash(self.book, self.position)[:12]}"]


def ids(state: Any, noun: Any) -> Any:
    """A noun with the keys of units made ids."""
    if isinstance(noun, tuple):
        return tuple(ids(state, part) for part in noun)
    if not isinstance(noun, str):
        return noun
    return next((each.id for each in state.units if getattr(each, "key", None) == noun), noun)


# ---- all of a book


def drills(book: str) -> dict[str, Script]:
    """A book's drills by name."""
    package = f"tests.books.{book}.drills"
    folder = TESTS / "books" / book / "drills"
    if not folder.is_dir() and not folder.with_suffix(".py").exists():
        return {}
    modules = [importlib.import_module(package)]
    if folder.is_dir():
        modules += [
            importlib.import_module(f"{package}.{each.name}") for each in pkgutil.iter_modules([str(folder)])
        ]
    found: dict[str, Script] = {}
    for module in modules:
        for name, script in vars(module).items():
            if getattr(script, "is_drill", False) and script.__module__ == module.__name__:
                assert name not in found, f"two drills of {book} are called {name}"
                found[name] = script
    return found


def path_of(book: str, name: str) -> Path:
    """Where a drill's record lies."""
    return GOLDEN / book / "drills" / f"{name}.txt"


def played(book: Book, script: Script) -> str:
    """A drill's transcript, played now."""
    d = Drill(book)
    try:
        script(d)
    except Exception as fault:
        if d.lines:
            fault.add_note("\n".join(["so far:", *d.lines[-SHOWN:], f"waits for: {d.game.pending}"]))
        raise
    assert d.lines, f"{script.__name__} begins nothing"
    head = [f"book: {book.name}", f"drill: {script.__name__}", f"shows: {shown(script)}", ""]
    return "\n".join([*head, *d.record()]) + "\n"


def shown(script: Script) -> str:
    """What a drill shows, on one line."""
    return " ".join((inspect.getdoc(script) or "").split())


def record(book: Book, names: Iterable[str]) -> list[str]:
    """Rewrite the records of some drills of a book; those that fail are told, left alone and given back."""
    failed = []
    for name in names:
        path = path_of(book.name, name)
        try:
            text = played(book, drills(book.name)[name])
        except Exception:
            traceback.print_exc(limit=-4)
            failed.append(name)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(ROOT))
    return failed


def main(words: list[str]) -> None:
    """Record the drills of some books, or of all; after one book, some by name, which are shown as well."""
    one = words[0] if len(words) > 1 and words[1] not in BOOKS else None
    failed: list[str] = []
    for book in chosen(words[:1] if one else words):
        wanted = drills(book.name)
        failed += record(book, words[1:] if one else wanted)
        for path in (GOLDEN / book.name / "drills").glob("*.txt"):
            if path.stem not in wanted:
                path.unlink()
    for name in words[1:] if one else ():
        if name not in failed:
            print(path_of(str(one), name).read_text("utf-8"))
    if failed:
        raise SystemExit(f"{len(failed)} failed: {', '.join(failed)}")


if __name__ == "__main__":
    main(sys.argv[1:])
