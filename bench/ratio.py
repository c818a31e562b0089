"""Random play as a ratio to python-chess in the same run, for each book and on both kernels: `python -m bench.ratio`.

Every action is checked by the engine. Processor time; lots of each in turn, so that a busy machine slows all alike. The hash is over the
actions of the games: it must be the same on both kernels.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
from statistics import median
from time import process_time
from typing import Any

import chess

from grognard import books
from grognard.engine.choices import Throw
from grognard.geometry.twins import WHICH

SCENES = {
    "ever_victorious_armies": "palikao",
    "valour_and_fortitude": "setpiece_battle",
    "men_who_would_be_kings": "meeting",
    "skirmish_1808": "farm",
    "fix_bayonets": "albuera",
}
COUNT, LOTS, ROUNDS = 500, 3, 3
CHESS = 10
"""So many moves of chess go into the time of one of ours."""


class Chess:
    """Uniformly random chess, new games as old ones end."""

    def __init__(self) -> None:
        self.rng, self.board = random.Random(1), chess.Board()

    def play(self, count: int) -> int:
        """Play some moves; gives how many."""
        for _ in range(CHESS * count):
            moves = list(self.board.legal_moves)
            if not moves or self.board.halfmove_clock > 99 or self.board.is_insufficient_material():
                self.board = chess.Board()
                moves = list(self.board.legal_moves)
            self.board.push(self.rng.choice(moves))
        return CHESS * count


class Play:
    """Uniformly random play of one scenario, new games as old ones end."""

    def __init__(self, name: str, scenario: str):
        self.book, self.scenario = books.load(name), scenario
        self.engine, self.rng, self.hash = self.book.engine(), random.Random(1), hashlib.sha256()
        self.position = self.book.start(scenario)

    def play(self, count: int) -> int:
        """Play some actions; gives how many."""
        for _ in range(count):
            waiting = self.engine.pending(self.position)
            if waiting is None:
                self.position = self.book.start(self.scenario)
                waiting = self.engine.pending(self.position)
                assert waiting is not None
            action = waiting.roll(self.rng) if isinstance(waiting, Throw) else waiting.sample(self.rng)
            self.position = self.engine.apply(self.position, action)
            self.hash.update(repr(action).encode())
        return count


def measure(names: list[str], count: int = COUNT, lots: int = LOTS) -> dict[str, Any]:
    """The ratios of this process, on the kernel it runs."""
    players: dict[str, Chess | Play] = {"chess": Chess()}
    players |= {
        name: Play(name, SCENES.get(name) or next(iter(books.load(name).scenarios))) for name in names
    }
    spent, done = dict.fromkeys(players, 0.0), dict.fromkeys(players, 0)
    for player in players.values():
        player.play(count // 4)
    for _ in range(lots):
        for name, player in players.items():
            began = process_time()
            done[name] += player.play(count)
            spent[name] += process_time() - began
    rates = {name: done[name] / spent[name] for name in players}
    found = {
        name: {
            "scenario": player.scenario,
            "actions_per_s": round(rates[name]),
            "ratio": round(rates[name] / rates["chess"], 4),
            "hash": player.hash.hexdigest()[:12],
        }
        for name, player in players.items()
        if isinstance(player, Play)
    }
    return {"kernel": WHICH, "chess_per_s": round(rates["chess"]), "books": found}


def both(names: list[str], count: int = COUNT, rounds: int = ROUNDS) -> dict[str, Any]:
    """Both kernels in turn, each in a process of its own; the middle ratio of some rounds."""
    runs: dict[str, list[dict[str, Any]]] = {"compiled": [], "plain": []}
    for _ in range(rounds):
        for kernel, pure in (("compiled", ""), ("plain", "1")):
            words = [sys.executable, "-m", "bench.ratio", "--one", "--count", str(count), *names]
            told = subprocess.run(
                words, env={**os.environ, "GROGNARD_PURE": pure}, capture_output=True, text=True, check=True
            )
            run = json.loads(told.stdout)
            if run["kernel"].startswith(kernel):  # where nothing is compiled, both are plain
                runs[kernel].append(run)
    return {
        name: {
            "scenario": SCENES.get(name, ""),
            **{
                kernel: round(median([run["books"][name]["ratio"] for run in some]), 4)
                for kernel, some in runs.items()
                if some
            },
            "same_games": len({run["books"][name]["hash"] for some in runs.values() for run in some}) == 1,
        }
        for name in names
    }


def main() -> None:
    """Print the ratios of both kernels as a table, or of one as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.ratio", description=__doc__)
    parser.add_argument("books", nargs="*", metavar="BOOK")
    parser.add_argument("--count", type=int, default=COUNT, help=f"actions a lot ({COUNT})")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"runs of each kernel ({ROUNDS})")
    parser.add_argument("--one", action="store_true", help="only the kernel that runs here, as JSON")
    given = parser.parse_args()
    names = given.books or list(books.names())
    if given.one:
        print(json.dumps(measure(names, given.count)))
        return
    for name, row in both(names, given.count, given.rounds).items():
        ratios = ", ".join(f"{kernel} {row[kernel]:.3f}" for kernel in ("compiled", "plain") if kernel in row)
        print(f"{name} {row['scenario']}: {ratios}{'' if row['same_games'] else ', and not the same games'}")


if __name__ == "__main__":
    main()
