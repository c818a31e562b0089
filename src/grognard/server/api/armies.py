"""Armies of one's own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.api.asking import body_of, json, service_of, turn
from grognard.server.bodies.armies import ListWish
from grognard.server.limits import metered


async def show_kit(request: Request) -> Response:
    """What there is to make an army of."""
    return json(service_of(request).catalogue.kit(request.path_params["book"]))


async def look_at_list(request: Request) -> Response:
    """A list of one's own: what it costs, and what is wrong with it."""
    service = service_of(request)
    book = service.catalogue.book(request.path_params["book"]).name
    wish = await body_of(request, ListWish, service.config.limits.body_bytes)
    await turn(request)
    with metered():
        return json(service.catalogue.looked_at(book, wish))


ROUTES = [
    Route("/api/books/{book}/workshop", show_kit),
    Route("/api/books/{book}/workshop", look_at_list, methods=["POST"]),
]
