"""Sheets to print."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.api.asking import address_of, body_of, service_of, told
from grognard.server.bodies.printing import PrintWish
from grognard.server.faults import ApiError

NOT_IN_FILES = re.compile(r"[^A-Za-z0-9_.-]+")


async def print_sheet(request: Request) -> Response:
    """A sheet as PDF: asked for by its address, or by a body that may hold a list or a battle written out."""
    service = service_of(request)
    if request.method == "POST":
        wish = await body_of(request, PrintWish, service.config.limits.battle_bytes)
    else:
        wish = _asked_for(request.query_params)
    book = service.catalogue.book(request.path_params["book"]).name
    with told():
        data = await service.sheets.sheet(service.catalogue.printed(book, wish), address_of(request))
    named = "-".join(word for word in (book, wish.what, wish.name) if word)
    headers = {"Content-Disposition": f'inline; filename="{NOT_IN_FILES.sub("_", named)}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


def _asked_for(query: Mapping[str, str]) -> PrintWish:
    try:
        return msgspec.convert(dict(query), PrintWish)
    except msgspec.ValidationError as fault:
        raise ApiError("bad_input", str(fault)) from None


ROUTES = [
    Route("/api/books/{book}/print", print_sheet, methods=["GET", "POST"]),
]
