"""What all addresses share: who asks, what is in the body, whose turn it is, and the workers."""

from __future__ import annotations

from asyncio import timeout
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from grognard.server.faults import ApiError
from grognard.server.limits import PAYER
from grognard.server.room import Room
from grognard.server.service import Service
from grognard.server.turns import Crowded
from grognard.server.workers import Refused, TooLong, WorkerFault

T = TypeVar("T")


def json(body: Any, status: int = 200) -> Response:
    """An answer; bytes are JSON already."""
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(data, status, media_type="application/json")


def service_of(request: Request) -> Service:
    """What all handlers share."""
    service: Service = request.app.state.service
    return service


def address_of(request: Any) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "nowhere"


async def turn(request: Request) -> None:
    """Wait until it is this address's turn on the event loop; what is metered from here on is charged to it."""
    share = service_of(request).shares.of(address_of(request))
    if not await share.turn():
        raise ApiError("slow_down", "too much is asked from this address; try again in a moment")
    PAYER.set(share)


async def reckon(
    request: Request, job: str, args: dict[str, Any], kind: Any, limit: float | None = None
) -> Any:
    """Have a worker work something out, within what a question may take if nothing else is said."""
    service = service_of(request)
    limit = service.config.limits.question_seconds if limit is None else limit
    with told():
        return await service.reckoners.call(job, args, limit, kind, asker=address_of(request))


async def read_text(request: Request, job: str, args: dict[str, Any], kind: Any) -> Any:
    """Have a worker read what somebody wrote: of each address one text at a time, so that questions are answered beside it."""
    with told():
        async with service_of(request).texts.of(address_of(request)).turn():
            return await reckon(request, job, args, kind)


@contextmanager
def told() -> Iterator[None]:
    """What goes wrong with a worker, as it is told over HTTP."""
    try:
        yield
    except Refused as fault:
        raise ApiError(fault.code, str(fault)) from None
    except Crowded:
        raise ApiError("slow_down", "too many questions are waiting; try again in a moment") from None
    except TooLong:
        raise ApiError("busy", "that would take too long to work out") from None
    except WorkerFault:
        raise ApiError("internal", "it could not be worked out") from None


async def at_table(request: Request) -> tuple[Room, int | None]:
    """The room of a request and the side its token proves; no token: an onlooker."""
    service = service_of(request)
    token = token_of(request)
    room = await service.rooms.find(request.path_params["game"], address_of(request))
    if token is None:
        return room, None
    side = room.side_of(token)
    if side is None:
        raise ApiError("unknown_seat", "this is no seat of this game")
    return room, side


def token_of(request: Request) -> str | None:
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token.strip() or len(token) > 200:
        raise ApiError("unknown_seat", "a seat is proved by `Authorization: Bearer TOKEN`")
    return token.strip()


async def bytes_of(request: Request, most: int) -> bytes:
    """A body of at most so many bytes; more is refused before it is read."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # Another site's page may send other kinds without asking us first.
        raise ApiError("media_type", "bodies are sent as application/json")
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > most:
        raise ApiError("too_large", f"a body has at most {most} bytes here")
    data = bytearray()
    try:
        async with timeout(service_of(request).config.limits.body_seconds):
            async for part in request.stream():
                data += part
                if len(data) > most:
                    raise ApiError("too_large", f"a body has at most {most} bytes here")
    except TimeoutError:
        raise ApiError("too_slow", "the body took too long to come") from None
    return bytes(data)


async def body_of(request: Request, kind: type[T], most: int) -> T:
    """A body, checked against its type."""
    data = await bytes_of(request, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as fault:
        raise ApiError("bad_input", str(fault)) from None
    except (msgspec.DecodeError, ValueError) as fault:
        raise ApiError("bad_request", f"not JSON: {fault}"[:200]) from None
    except RecursionError:
        raise ApiError("bad_request", "lists are nested too deep") from None
