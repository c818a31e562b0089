"""Seats and the tokens that prove them. A token is told once and kept only as its hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from grognard.ai.agents import names as agent_names
from grognard.engine.book import BadInput, Ruleset
from grognard.server.bodies import SeatGiven, SeatWish
from grognard.server.store import SeatKept

GAME_BYTES, TOKEN_BYTES = 12, 24


def new_game_id() -> str:
    """A name for a game; whoever knows it may look on."""
    return secrets.token_urlsafe(GAME_BYTES)


def hashed(token: str) -> str:
    """What is kept of a token. It is long and random, so a plain hash cannot be undone by guessing."""
    return hashlib.sha256(token.encode()).hexdigest()


def assign(
    wishes: Sequence[SeatWish], sides: Sequence[str], book: Ruleset | None = None
) -> tuple[tuple[SeatKept, ...], tuple[SeatGiven, ...]]:
    """A seat for each side: what is kept, and what is told to whoever begins the game."""
    if len(wishes) != len(sides):
        raise BadInput(
            f"there are {len(sides)} sides ({', '.join(sides)}), but {len(wishes)} seats were given"
        )
    kept, given = [], []
    for side, (wish, name) in enumerate(zip(wishes, sides)):
        token = None if wish.kind == "agent" else secrets.token_urlsafe(TOKEN_BYTES)
        kept.append(
            SeatKept(
                side,
                wish.kind,
                _agent(wish, book),
                wish.name or name,
                None if token is None else hashed(token),
            )
        )
        given.append(SeatGiven(side, token))
    return tuple(kept), tuple(given)


def _agent(wish: SeatWish, book: Ruleset | None) -> str | None:
    if wish.kind != "agent":
        if wish.agent is not None:
            raise BadInput("only a seat of kind 'agent' names an agent")
        return None
    known = agent_names(book)
    if wish.agent not in known:
        raise BadInput(f"no computer player is called '{wish.agent}'; there are: {', '.join(known)}")
    return wish.agent


def side_of(seats: Sequence[SeatKept], token: str) -> int | None:
    """The side a token proves; None if it is no seat of this game."""
    wanted = hashed(token)
    found = None
    for seat in seats:  # all are looked at, so that the time taken tells nothing
        if seat.token_hash is not None and secrets.compare_digest(seat.token_hash, wanted):
            found = seat.side
    return found
