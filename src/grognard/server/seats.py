"""Seats, the tokens that prove them and the invitations that give them. Each is told once and kept only as its hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence

from grognard.ai import agents
from grognard.engine.book import BadInput, Book
from grognard.server.bodies.games import SeatGiven, SeatWish
from grognard.server.tables import SeatKept

GAME_BYTES, TOKEN_BYTES = 12, 24


def new_game_id() -> str:
    """A name for a game; whoever knows it may look on."""
    return secrets.token_urlsafe(GAME_BYTES)


def hashed(token: str) -> str:
    """What is kept of a token. It is long and random, so a plain hash cannot be undone by guessing."""
    return hashlib.sha256(token.encode()).hexdigest()


def assign(
    wishes: Sequence[SeatWish], sides: Sequence[str], book: Book | None = None
) -> tuple[tuple[SeatKept, ...], tuple[SeatGiven, ...]]:
    """A seat for each side: what is kept, and what is told to whoever begins the game."""
    if len(wishes) != len(sides):
        raise BadInput(
            f"there are {len(sides)} sides ({', '.join(sides)}), but {len(wishes)} seats were given"
        )
    kept, given = [], []
    for side, (wish, name) in enumerate(zip(wishes, sides)):
        token = new_token() if wish.kind == "here" else None
        invitation = new_token() if wish.kind == "open" else None
        kept.append(
            SeatKept(
                side,
                wish.kind,
                _agent(wish, book),
                wish.name or name,
                None if token is None else hashed(token),
                None if invitation is None else hashed(invitation),
            )
        )
        given.append(SeatGiven(side, token, invitation))
    return tuple(kept), tuple(given)


def new_token() -> str:
    """A token or an invitation nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def _agent(wish: SeatWish, book: Book | None) -> str | None:
    if wish.kind != "agent":
        if wish.agent is not None:
            raise BadInput("only the seat of a computer player names one")
        return None
    if wish.agent not in agents.known(book):
        there = ", ".join(agents.names(book))
        raise BadInput(f"no computer player is called '{wish.agent}'; there are: {there}")
    return wish.agent


def taken_over(seat: SeatKept, side: int, sides: Sequence[str]) -> SeatKept:
    """Somebody's seat in the next game: the token of the old one is the invitation to it."""
    name = sides[side] if seat.name in sides else seat.name
    if seat.agent is not None:
        return SeatKept(side, "agent", seat.agent, name, None)
    return SeatKept(side, "open", None, name, None, seat.token_hash)


def side_of(seats: Sequence[SeatKept], token: str) -> int | None:
    """The side a token proves; None if it is no seat of this game."""
    found = _matching(seats, token, lambda seat: seat.token_hash)
    return None if found is None else found.side


def invited(seats: Sequence[SeatKept], code: str) -> SeatKept | None:
    """The seat an invitation gives, or once gave."""
    return _matching(seats, code, lambda seat: seat.invite_hash)


def _matching(
    seats: Sequence[SeatKept], secret: str, kept: Callable[[SeatKept], str | None]
) -> SeatKept | None:
    wanted, found = hashed(secret), None
    for seat in seats:  # all are looked at, so that the time taken tells nothing
        mine = kept(seat)
        if mine is not None and secrets.compare_digest(mine, wanted):
            found = seat
    return found
