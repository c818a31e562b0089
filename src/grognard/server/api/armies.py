"""Armies of one's own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.api.asking import body_of, json, read_text, service_of
from grognard.server.bodies.armies import ListWish


async def show_kit(request: Request) -> Response:
    """What there is to make an army of."""
    return json(service_of(request).catalogue.kit(request.path_params["book"]))


async def look_at_list(request: Request) -> Response:
    """A list of one's own: what it costs, and what is wrong with it."""
    service = service_of(request)
    book = service.catalogue.with_lists(request.path_params["book"]).name
    wish = await body_of(request, ListWish, service.config.limits.body_bytes)
    args = {"book": book, "name": wish.name, "text": wish.text, "plain": wish.list}
    return json(await read_text(request, "army", args, bytes))


ROUTES = [
    Route("/api/books/{book}/workshop", show_kit),
    Route("/api/books/{book}/workshop", look_at_list, methods=["POST"]),
]
