"""The server that the browser's tests look at: as people have it, but in no hurry, without limits, and always with the same luck.

Every game has the same seed and every computer player begins with the same number, so a battle depends on what is done in it and
on nothing else: neither on the tests before it nor on the machine. `python -m tests.browser.serve DATABASE PORT SHELF [SEED]`
"""

from __future__ import annotations

import hashlib
import sys
from typing import NamedTuple

from grognard.server import agents, dice, workers
from grognard.server.config import Config, Limits
from grognard.server.run import serve

PLENTY = Limits(  # of time too: a machine that does other work beside is slow, not broken
    games_per_hour=10_000,
    requests_per_second=1000,
    requests_at_once=5000,
    messages_per_second=1000,
    messages_at_once=5000,
    question_seconds=120.0,
    agent_seconds=120.0,
)
SEED = "grognard"


class _Known(NamedTuple):
    """What a computer player's luck is taken from instead of what nobody can guess."""

    number: int

    def randbits(self, bits: int) -> int:
        """Always the same."""
        return self.number % (1 << bits)


def known_luck(words: str) -> None:
    """From now on every game begun has the seed of these words."""
    seed = hashlib.sha256(words.encode()).digest()
    dice.new_seed = lambda: seed
    agents.secrets = _Known(int.from_bytes(seed[:4], "big"))  # type: ignore[assignment]


def main(database: str, port: str, shelf: str, seed: str = SEED) -> None:
    """Serve until we are ended."""
    known_luck(seed)
    workers.START_SECONDS = 600.0
    # One process thinks for all: a computer player's numbers go on where it left off, whoever plays beside him.
    config = Config(f"sqlite:///{database}", shelf, pace=0.0, thinkers=1, limits=PLENTY)
    serve(config, "127.0.0.1", int(port), say=lambda line: print(line, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
