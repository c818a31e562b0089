"""Sitting down: which book, which scenario, which side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.text import Text

from grognard.cli import given
from grognard.cli.console import complain
from grognard.cli.terminal.keyboard import Keyboard
from grognard.cli.terminal.words import colour
from grognard.engine.book import BadInput, Book, ScenarioInfo, is_text
from grognard.engine.replay import Game, read_save, restore

HOTSEAT = "hotseat"
WATCH = "watch"
T = TypeVar("T")


class Wish(NamedTuple):
    """What was asked for on the command line; None where the player is to be asked."""

    book: str | None = None
    scenario: str | None = None
    side: str | None = None
    opponent: str | None = None
    load: Path | None = None
    options: tuple[str, ...] = ()
    armies: tuple[str, ...] = ()


class Host:
    """Asks a player for what the command line left open."""

    def __init__(self, console: Console, keyboard: Keyboard, wish: Wish):
        self.console, self.keyboard, self.wish = console, keyboard, wish

    def game(self) -> Game:
        """The game to play: loaded, or new."""
        wish = self.wish
        if wish.load is not None:
            return loaded(wish)
        book = given.book(wish.book) if wish.book is not None else self._book()
        options = given.options(book, wish.options, wish.armies)
        scenario = wish.scenario if wish.scenario is not None else self._scenario(book)
        return Game(book, given.scenario(book, scenario), options)

    def seats(self, game: Game) -> dict[int, str | None]:
        """Who sits where: an agent's name, or None for a person."""
        sides = game.book.sheet.view(game.position.state, None).sides
        wish, opponent = self.wish, self.wish.opponent or meant_for(game)
        if opponent == HOTSEAT and wish.side is None:
            return dict.fromkeys(range(len(sides)))
        if wish.side == WATCH:
            return dict.fromkeys(range(len(sides)), _agent(opponent, game.book))
        mine = given.side(sides, wish.side) if wish.side is not None else self._side(sides)
        other = None if opponent == HOTSEAT else _agent(opponent, game.book)
        return {side: None if side == mine else other for side in range(len(sides))}

    def _book(self) -> Book:
        from grognard.books import broken, library

        shelf = library()
        for line in broken().values():
            complain(line)
        if not shelf:
            raise BadInput("there are no books to play")
        return shelf[self._pick("Which rules?", {name: book.title for name, book in shelf.items()})]

    def _scenario(self, book: Book) -> str:
        if not book.scenarios:
            raise BadInput(f"{book.name} has no scenarios")
        scenes = {info.name: f"{info.title}: {info.blurb}" for info in book.scenarios.values()}
        return self._pick(f"{book.title}: which scenario?", scenes)

    def _side(self, sides: Sequence[str]) -> int:
        names = {str(n + 1): name for n, name in enumerate(sides)}
        return int(self._pick("Which side do you take?", names, lambda key: colour(int(key) - 1))) - 1

    def _pick(
        self, question: str, entries: Mapping[str, str], style: Callable[[str], str] = lambda key: ""
    ) -> str:
        """One of some entries, by its number or its key."""
        keys = list(entries)
        if len(keys) == 1:
            return keys[0]
        self.console.print(Text(question, "bold"))
        for number, (key, words) in enumerate(entries.items(), 1):
            self.console.print(Text(f"{number:>3}  ").append(words, style(key)))
        while True:
            answer = self.keyboard.read("> ")
            if answer.isdigit() and 1 <= int(answer) <= len(keys):
                return keys[int(answer) - 1]
            found = [key for key in keys if answer and _fits(answer, key, entries[key])]
            if len(found) == 1:
                return found[0]
            self.console.print(f"Type a number from 1 to {len(keys)}.")


def _fits(answer: str, key: str, words: str) -> bool:
    plain = answer.casefold()
    return key.casefold().startswith(plain) or words.casefold().startswith(plain)


def told(game: Game) -> ScenarioInfo | None:
    """What is said of a game's scenario; None where there is only a file."""
    known = game.scenario in game.book.scenarios or is_text(game.scenario)
    return game.book.told(game.scenario) if known else None


def meant_for(game: Game) -> str:
    """The computer player of a game unless another is wished: the scenario's own, or the one taken anywhere."""
    from grognard.ai.agents import usual

    info = told(game)
    return (info.opponent if info is not None else "") or usual()


def _agent(name: str, book: Book) -> str:
    from grognard.ai.agents import known, names

    if name not in known(book):
        raise BadInput(f"no opponent is called '{name}'; there are: {', '.join(names(book))}, {HOTSEAT}")
    return name


def loaded(wish: Wish) -> Game:
    """The game of a file, of the book asked for if one was."""
    from grognard.books import load

    assert wish.load is not None
    save = read_save(given.file_bytes(wish.load), wish.load.name)
    if wish.book is not None and given.book(wish.book).name != save.book:
        raise BadInput(f"{wish.load.name} is a game of {save.book}, not of {wish.book}")
    if wish.options or wish.armies:
        raise BadInput("a loaded game keeps its own options and armies")
    return restore(save, {save.book: load(save.book)})
