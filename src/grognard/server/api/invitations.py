"""Seats taken by invitation, and invitations given and taken back."""

from __future__ import annotations

from secrets import compare_digest

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server import seats as seating
from grognard.server.api.asking import body_of, json, service_of, token_of
from grognard.server.bodies.games import Claimed, Invitation, Invited, SideNamed
from grognard.server.faults import ApiError


async def join_game(request: Request) -> Response:
    """Take a seat by its invitation; a token of a game begun before there were invitations is taken as it is."""
    service = service_of(request)
    given = await body_of(request, Invitation, service.config.limits.body_bytes)
    code = given.invitation
    room = await service.rooms.find(request.path_params["game"])
    side = room.side_of(code)
    return json(Claimed(*((side, code) if side is not None else await room.people.claim(code, given.name))))


async def invite(request: Request) -> Response:
    """Another invitation to an open seat; the one before is worth nothing any more."""
    return await _invitation(request, again=True)


async def revoke(request: Request) -> Response:
    """Take an invitation back that nobody has used."""
    return await _invitation(request, again=False)


async def _invitation(request: Request, *, again: bool) -> Response:
    service = service_of(request)
    side = (await body_of(request, SideNamed, service.config.limits.body_bytes)).side
    room = await service.rooms.find(request.path_params["game"])
    token, host = token_of(request), room.kept.host_hash
    if token is None or host is None or not compare_digest(seating.hashed(token), host):
        raise ApiError("unknown_seat", "only whoever began the game invites others")
    return json(Invited(side, await room.people.invite(side, again=again)))


ROUTES = [
    Route("/api/games/{game}/join", join_game, methods=["POST"]),
    Route("/api/games/{game}/invite", invite, methods=["POST"]),
    Route("/api/games/{game}/revoke", revoke, methods=["POST"]),
]
