"""Battles of one's own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.engine.battles import shipped
from grognard.engine.toml import written
from grognard.server.api.asking import body_of, json, read_text, reckon, service_of, turn
from grognard.server.bodies.battles import BattleOf, BattleWish, RandomWish
from grognard.server.faults import ApiError
from grognard.server.limits import metered


async def show_battle_kit(request: Request) -> Response:
    """What there is to make a battle of."""
    return json(service_of(request).catalogue.battle_kit(request.path_params["book"]))


async def show_own_battle(request: Request) -> Response:
    """One of the book's scenarios as data, to begin with."""
    service, names = service_of(request), request.path_params
    book = service.catalogue.book(names["book"])
    if names["name"] not in book.scenarios:
        raise ApiError("not_found", f"{book.name} has no scenario '{names['name'][:80]}'")
    await turn(request)
    with metered():
        plain = shipped(book, names["name"])
        return json(BattleOf(plain, written(plain)))


async def look_at_battle(request: Request) -> Response:
    """A battle of one's own: what is wrong with it, and its table."""
    service = service_of(request)
    book = service.catalogue.book(request.path_params["book"]).name
    wish = await body_of(request, BattleWish, service.config.limits.battle_bytes)
    return json(
        await read_text(request, "battle", {"book": book, "plain": wish.battle, "text": wish.text}, bytes)
    )


async def draw_battle(request: Request) -> Response:
    """A battle by chance."""
    service = service_of(request)
    book = service.catalogue.book(request.path_params["book"]).name
    wish = await body_of(request, RandomWish, service.config.limits.body_bytes)
    args = {"book": book, "seed": wish.seed, "size": wish.size, "mirrored": wish.mirrored}
    return json(await reckon(request, "random_battle", args, bytes))


ROUTES = [
    Route("/api/books/{book}/battles", show_battle_kit),
    Route("/api/books/{book}/battles", look_at_battle, methods=["POST"]),
    Route("/api/books/{book}/battles/random", draw_battle, methods=["POST"]),
    Route("/api/books/{book}/battles/{name}", show_own_battle),
]
