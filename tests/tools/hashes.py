"""The games of before, by their hashes: what is made faster or moved about must leave every game as it was.

`python -m tests.tools.hashes [BOOK …] [--scenario S] [--random 50] [--greedy 10] [--check] [--jobs N] [--into FOLDER]`
plays seeded games of every scenario, some at random and some by the first greedy player, whose advice is kept, and writes down the hash
over all their actions and the last position; `--check` compares with what is written down instead. Whoever looks before it chooses
plays to the cut only: that is a second or so for each game, and thirty for a whole one. `--openings` writes down how the
first greedy player begins every battle of the books that keep its advice, for the test that it still does.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec

from grognard import books
from grognard.ai.agents import Agent
from grognard.ai.greedy import GreedyAgent
from grognard.engine.book import Book
from grognard.engine.choices import Action, Ask, Throw, Waiting
from grognard.engine.flow import Engine, Position
from tests.tools.shelf import HASHES, chosen

LIMIT = 50_000
CUT = 120
"""After so many actions the hash is written down for the first time: far enough for a test that has little time."""
FAR = {"random": LIMIT, "greedy": CUT}
"""How far a game of each kind is played."""
OPENING = 40
"""So many actions tell whether the first greedy player still is who it was."""
Rows = dict[str, dict[str, list[str]]]
"""For each scenario and kind of play, a line for each seed from 1 on: hash at the cut, whole hash, number of actions."""


class Task(NamedTuple):
    """One game to be played."""

    book: str
    scenario: str
    kind: str
    seed: int


def path_of(book: str, folder: Path = HASHES) -> Path:
    """Where the hashes of a book lie."""
    return folder / f"{book}.json"


def recorded(book: str, folder: Path = HASHES) -> Rows:
    """What is written down of a book."""
    path = path_of(book, folder)
    found: Rows = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def actions(book: Book, task: Task, limit: int = LIMIT) -> Iterator[tuple[Action, Position]]:
    """A seeded game, action by action, with the position each leads to."""
    engine, rng = book.engine(), random.Random(task.seed)
    position = book.start(task.scenario)
    sides = len(book.scenarios[task.scenario].sides)
    players = [GreedyAgent(book, 2 * task.seed + side) for side in range(sides)]
    for _ in range(limit):
        waiting = engine.pending(position)
        if waiting is None:
            return
        if task.kind == "greedy" and isinstance(waiting, Ask):
            action = _advised(book, engine, position, waiting, players)
        else:
            action = _any(waiting, rng)
        position = engine.apply(position, action)
        yield action, position


def _any(waiting: Waiting, rng: random.Random) -> Action:
    if isinstance(waiting, Throw):
        return waiting.roll(rng)
    return waiting.sample(rng, rng.choice(waiting.who))


def _advised(book: Book, engine: Engine, position: Position, asked: Ask, players: list[Agent]) -> Action:
    side = asked.who[0]
    view = book.view_of(position, side)
    ask = engine.pending(view)
    assert isinstance(ask, Ask)
    return players[side].choose(view, ask.for_side(side), side)


def line(task: Task, limit: int = LIMIT) -> str:
    """What is written down of a game: the hash at the cut, the whole hash, the number of actions."""
    book = books.load(task.book)
    digest, count, position = hashlib.sha256(), 0, book.start(task.scenario)
    cut = ""
    for action, position in actions(book, task, limit):
        digest.update(msgspec.json.encode(action))
        count += 1
        if count == CUT:
            cut = _closed(digest.copy(), book.encode(position))
    whole = _closed(digest, book.encode(position))
    return f"{cut or whole} {whole} {count}"


def _closed(digest: hashlib._Hash, last: bytes) -> str:
    digest.update(last)
    return digest.hexdigest()[:16]


def tasks(book: Book, scenario: str, counts: dict[str, int]) -> list[Task]:
    """The games to be played of a book."""
    return [
        Task(book.name, name, kind, seed)
        for name in book.scenarios
        if scenario in ("", name)
        for kind, count in counts.items()
        for seed in range(1, count + 1)
    ]


def played(wanted: list[Task], jobs: int) -> Iterator[tuple[Task, str]]:
    """The games, each with its line."""
    if jobs == 1:
        yield from ((task, line(task, FAR[task.kind])) for task in wanted)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(wanted, pool.map(line, wanted, [FAR[task.kind] for task in wanted]))


def main(words: list[str]) -> int:
    """Record, or compare; 1 if some game is not what it was."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.hashes", description=__doc__)
    parser.add_argument("books", nargs="*", metavar="BOOK")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--random", type=int, default=50)
    parser.add_argument("--greedy", type=int, default=10)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--into", type=Path, default=HASHES, metavar="FOLDER")
    given = parser.parse_args(words)
    counts = {"random": given.random, "greedy": given.greedy}
    changed = 0
    for book in chosen(given.books):
        known, found = recorded(book.name, given.into), recorded(book.name, given.into)
        for task, text in played(tasks(book, given.scenario, counts), given.jobs):
            old = known.get(task.scenario, {}).get(task.kind, [])[task.seed - 1 : task.seed]
            if given.check and old != [text]:
                changed += 1
                print(
                    f"{' '.join(map(str, task))}: {text}, was {old[0] if old else 'not recorded'}", flush=True
                )
            rows = found.setdefault(task.scenario, {}).setdefault(task.kind, [])
            rows[task.seed - 1 : task.seed] = [text]
            if not given.check:  # game by game, so that what was played is not lost with what was not
                given.into.mkdir(parents=True, exist_ok=True)
                path_of(book.name, given.into).write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        print(f"{book.name}: {'compared' if given.check else 'written'}", flush=True)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
