"""Fair dice: every fall follows from a seed that was committed before the first move. See docs/fair-dice.md.

Nobody can know a fall before it happens without the seed, and everybody can work all of them out again with
it. Only the standard library and the engine are needed, so the check runs anywhere.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import NamedTuple

from grognard.engine.choices import Fall, Throw
from grognard.engine.replay import Game

SEED_BYTES = 32


def new_seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is told before the game: the hash that binds us to the seed."""
    return hashlib.sha256(seed).hexdigest()


class FairRng:
    """The numbers of one throw: the stream HMAC-SHA256(seed, "index:block"), index being the action's place."""

    def __init__(self, seed: bytes, index: int):
        self._seed, self._index = seed, index
        self._block, self._bytes = 0, b""

    def randint(self, a: int, b: int) -> int:
        """A whole number from a to b, each as likely as the next: what would favour some is thrown away."""
        span = b - a + 1
        if span < 1:
            raise ValueError(f"nothing lies between {a} and {b}")
        width = max(1, ((span - 1).bit_length() + 7) // 8)
        fair = 256**width - 256**width % span
        while True:
            drawn = int.from_bytes(self._take(width), "big")
            if drawn < fair:
                return a + drawn % span

    def random(self) -> float:
        """A number from 0 up to, not including, 1, in steps of 2 to the power of -53."""
        bits = int.from_bytes(self._take(7), "big") >> 3
        return float(bits) / float(1 << 53)

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            message = f"{self._index}:{self._block}".encode()
            self._bytes += hmac.digest(self._seed, message, "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken


def fall(throw: Throw, seed: bytes, index: int) -> Fall:
    """How the dice of the action at this place fall."""
    return throw.roll(FairRng(seed, index))


class Unfair(NamedTuple):
    """A fall that does not follow from the seed."""

    at: int
    what: str
    recorded: Fall
    expected: Fall

    def __str__(self) -> str:
        shown, due = self.recorded, self.expected
        return (
            f"action {self.at + 1}, {self.what}: the game has {shown.faces or shown.reading}, "
            f"the seed gives {due.faces or due.reading}"
        )


def unfair_falls(game: Game, seed: bytes, first: int = 0) -> list[Unfair]:
    """Every fall from action `first` on that the seed does not give."""
    found = []
    for index, (position, action) in enumerate(zip(game.positions, game.actions)):
        if index < first or not isinstance(action, Fall):
            continue
        throw = game.engine.pending(position)
        assert isinstance(throw, Throw), "dice fell where none were due"
        due = fall(throw, seed, index)
        if (action.reading, action.faces) != (due.reading, due.faces):
            found.append(Unfair(index, throw.what, action, due))
    return found


def read_seed(text: str) -> bytes:
    """A seed as somebody typed it; ValueError if it cannot be one."""
    seed = bytes.fromhex(text.strip())
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {2 * SEED_BYTES} hexadecimal digits, not {2 * len(seed)}")
    return seed
