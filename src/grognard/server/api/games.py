"""Games begun, taken over from a file, and listed."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.engine.book import is_text
from grognard.engine.replay import Save
from grognard.server import seats as seating
from grognard.server.api.asking import address_of, body_of, bytes_of, json, read_text, service_of, turn
from grognard.server.bodies.games import Listed, NewGame, SeatWish, Wanted
from grognard.server.faults import ApiError
from grognard.server.tables import GameKept


async def new_game(request: Request) -> Response:
    """Begin a game."""
    service = service_of(request)
    wish = await body_of(request, NewGame, service.config.limits.battle_bytes)
    _charge_for_game(request)
    options = {**wish.options, **service.rooms.book(wish.book).fielding(wish.armies)}
    await _laid_out(request, wish.book, wish.scenario if wish.battle is None else wish.battle, options)
    return json(await service.rooms.create(wish, address_of(request)), 201)


async def _laid_out(request: Request, book: str, scenario: str, options: dict[str, Any]) -> None:
    """See in a worker that what somebody wrote himself can be laid out, before we do it ourselves."""
    texts = (scenario, *(value for value in options.values() if isinstance(value, str)))
    if any(map(is_text, texts)):
        service_of(request).rooms.book(book)
        await read_text(request, "prospect", {"book": book, "scenario": scenario, "forces": options}, bytes)


async def list_games(request: Request) -> Response:
    """The games somebody has seats in."""
    service = service_of(request)
    tokens = (await body_of(request, Wanted, service.config.limits.body_bytes)).tokens
    if len(tokens) > service.config.limits.tokens_listed:
        raise ApiError(
            "bad_input", f"at most {service.config.limits.tokens_listed} tokens can be asked for at once"
        )
    await turn(request)
    found = []
    for token, kept in (await service.rooms.held(tokens)).items():
        side = next(seat.side for seat in kept.seats if seat.token_hash == seating.hashed(token))
        found.append(_listed(token, kept, side))
    return json(sorted(found, key=lambda one: -one.updated))


def _listed(token: str, kept: GameKept, side: int) -> Listed:
    card = kept.card
    return Listed(
        kept.id,
        token,
        kept.book,
        "" if is_text(kept.scenario) else kept.scenario,
        card.title,
        side,
        card.sides,
        card.turn,
        card.seqs[side] if card.seqs else 0,
        card.headline,
        side in card.waiting,
        card.over,
        kept.created,
        card.times[side] if card.times else kept.updated,
        card.outcome,
    )


async def import_game(request: Request) -> Response:
    """Go on with a game from a file."""
    service = service_of(request)
    data = await bytes_of(request, service.config.limits.import_bytes)
    wishes = _wishes(request.query_params.get("seats"))
    args = {"data": data, "parts": service.config.limits.noun_parts}
    save, rows = await read_text(request, "save", args, tuple[Save, tuple[bytes, ...]])
    _charge_for_game(request)
    await _laid_out(request, save.book, save.scenario, save.options)
    return json(await service.rooms.take_over(save, rows, wishes, address_of(request)), 201)


def _wishes(text: str | None) -> list[SeatWish] | None:
    """Seats as `here,agent:greedy`."""
    if text is None:
        return None
    found = []
    for word in text[:400].split(","):
        kind, _, agent = word.strip().partition(":")
        if kind not in ("here", "open", "agent"):
            raise ApiError(
                "bad_input", f"no seat is of kind '{kind[:20]}'; there are: here, open, agent:NAME"
            )
        found.append(msgspec.convert({"kind": kind, "agent": agent or None}, SeatWish))
    return found


def _charge_for_game(request: Request) -> None:
    bucket = service_of(request).new_games.of(address_of(request))
    if not bucket.take():
        raise ApiError("slow_down", "too many games were begun from this address; try again later")


ROUTES = [
    Route("/api/games", new_game, methods=["POST"]),
    Route("/api/games/list", list_games, methods=["POST"]),
    Route("/api/games/import", import_game, methods=["POST"]),
]
