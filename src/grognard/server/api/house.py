"""The server about itself; and every address where there is nothing."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.api.asking import json, service_of
from grognard.server.faults import ApiError
from grognard.server.schema import schema


async def health(request: Request) -> Response:
    """Whether the server is well: 503 if games cannot be kept or nothing is worked out."""
    found = await service_of(request).health.feel()
    return json(found, 200 if found.ok else 503)


async def show_schema(request: Request) -> Response:
    """The description of all messages."""
    return json(schema())


async def nothing_here(request: Request) -> Response:
    """Any other address under /api."""
    raise ApiError("not_found", "there is nothing at this address")


ROUTES = [
    Route("/api/health", health),
    Route("/api/schema", show_schema),
    Route("/api/{rest:path}", nothing_here, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
]
