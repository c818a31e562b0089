"""`make golden`: plays the golden games afresh and rewrites their transcripts; review the diff.

Which games: two for every scenario, and those that tests/golden/<book>/games.toml names instead.
`python -m tests.tools.golden --seek N` plays N more of each scenario and says which meet rules that the
golden games do not.
"""

from __future__ import annotations

import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grognard.ai.agents import Agent, make
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position
from grognard.lab.matrix import golden_counts
from grognard.lab.play import play_game
from tests.tools import transcript
from tests.tools.shelf import GOLDEN, ROOT, chosen
from tests.tools.transcript import Record

WHIMS = 0.2
USUAL = (("greedy", "greedy"), ("whim", "whim"))
"""Who plays the two games of a scenario for which nothing else is planned."""


class Whim:
    """Greedy most of the time, and now and then anything at all: it meets rules that good play avoids."""

    def __init__(self, book: Book, seed: int):
        self._rng = random.Random(seed)
        self._sound, self._wild = make("greedy", book, seed), make("random", book, seed)

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """Some offered move."""
        return (self._wild if self._rng.random() < WHIMS else self._sound).choose(view, ask, side)


def player(name: str, book: Book, seed: int) -> Agent:
    """A computer player by name, `whim` among them."""
    return Whim(book, seed) if name == "whim" else make(name, book, seed)


def plan(book: Book) -> Iterator[Record]:
    """The games to record, not played yet."""
    file = GOLDEN / book.name / "games.toml"
    games: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["game"] if file.exists() else []
    planned = {game["scenario"] for game in games}
    for scenario in book.scenarios:
        if scenario not in planned:
            for seed, players in enumerate(USUAL, 1):
                yield Record(book.name, scenario, {}, players, seed, ())
    for game in games:
        players = tuple(game["players"])
        yield Record(book.name, game["scenario"], game.get("options", {}), players, game["seed"], ())


def path_of(record: Record) -> Path:
    """Where a game's transcript lies."""
    return GOLDEN / record.book / f"{record.scenario}-{record.seed}.txt"


def played(book: Book, record: Record) -> Record:
    """The game, played now."""
    players = [player(name, book, 2 * record.seed + side) for side, name in enumerate(record.players)]
    options = book.read_options(record.options)
    result = play_game(book, record.scenario, players, record.seed, options, save=True)
    assert result.save is not None
    assert result.ended, f"{path_of(record).name} does not end"
    return record._replace(actions=result.save.actions)


def record_all(book: Book) -> None:
    """Rewrite a book's transcripts, and remove those no longer planned."""
    folder = GOLDEN / book.name
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {path_of(record): record for record in plan(book)}
    for path, record in wanted.items():
        path.write_text(transcript.write(book, played(book, record)), "utf-8")
        print(path.relative_to(ROOT))
    for path in folder.glob("*.txt"):
        if path not in wanted:
            path.unlink()


def seek(book: Book, count: int) -> None:
    """Play more games and name those that meet something new, the richest first."""
    found: dict[tuple[str, int], set[str]] = {}
    for scenario in book.scenarios:
        for seed in range(1, count + 1):
            record = Record(book.name, scenario, {}, ("whim", "whim"), seed, ())
            found[scenario, seed] = rules_in(book, transcript.write(book, played(book, record)))
    met = set(golden_counts(book, ROOT))
    while found:
        game = max(found, key=lambda one: len(found[one] - met))
        new = found.pop(game) - met
        if not new:
            return
        met |= new
        print(f"{book.name} {game[0]} seed {game[1]}: {', '.join(sorted(new))}")


def rules_in(book: Book, text: str) -> set[str]:
    """The rules a transcript cites."""
    return {part.partition("]")[0] for part in text.split(f"[{book.key} ")[1:]}


def main(words: list[str]) -> None:
    """Record everything, or seek."""
    if words[:1] == ["--seek"]:
        for book in chosen(words[2:]):
            seek(book, int(words[1]))
        return
    for book in chosen(words):
        record_all(book)


if __name__ == "__main__":
    main(sys.argv[1:])
