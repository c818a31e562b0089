"""The shelf: books, their scenarios, and the odds of a situation."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.api.asking import body_of, json, read_text, reckon, service_of
from grognard.server.bodies.books import TableWish
from grognard.server.faults import ApiError, check_noun


async def list_books(request: Request) -> Response:
    """All books."""
    return json(service_of(request).catalogue.listed)


async def show_book(request: Request) -> Response:
    """One book with everything to look up in it."""
    return json(service_of(request).catalogue.reference(request.path_params["book"]))


async def show_scenario(request: Request) -> Response:
    """A scenario's table before the first move."""
    names = request.path_params
    service, (book, name) = service_of(request), (names["book"], names["name"])
    catalogue = service.catalogue
    forces = catalogue.forces(book, name, request.query_params)
    known = catalogue.prospects.get((book, name, *sorted(forces.items())))
    if known is None:
        args = {"book": book, "scenario": name, "forces": forces}
        known = await reckon(request, "prospect", args, bytes)
        catalogue.keep((book, name, *sorted(forces.items())), known)
    return json(known)


async def lay_out(request: Request) -> Response:
    """The same with lists of one's own, on a table drawn by a number, within a size."""
    names = request.path_params
    service, (book, name) = service_of(request), (names["book"], names["name"])
    wish = await body_of(request, TableWish, service.config.limits.body_bytes)
    args = {"book": book, "scenario": name, "forces": service.catalogue.layout(book, name, wish.options)}
    return json(await read_text(request, "prospect", args, bytes))


async def reckon_odds(request: Request) -> Response:
    """The odds of a situation."""
    service, names = service_of(request), request.path_params
    book = service.catalogue.book(names["book"])
    fields = await body_of(request, dict[str, Any], service.config.limits.body_bytes)
    for value in fields.values():
        check_noun(str(value) if isinstance(value, float) else value, 10)
    args = {"book": book.name, "situation": names["situation"], "fields": fields}
    if names["situation"] not in book.situations:
        raise ApiError("not_found", f"{book.name} has no such situation")
    return json(await reckon(request, "odds", args, Any))


ROUTES = [
    Route("/api/books", list_books),
    Route("/api/books/{book}", show_book),
    Route("/api/books/{book}/scenarios/{name}", show_scenario),
    Route("/api/books/{book}/scenarios/{name}", lay_out, methods=["POST"]),
    Route("/api/books/{book}/odds/{situation}", reckon_odds, methods=["POST"]),
]
