"""What there is to have of a game: its file, its battle, its moments, its summary, the computer's judgement."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.engine.battles import file_name
from grognard.engine.book import is_text
from grognard.server import views
from grognard.server.api.asking import address_of, at_table, json, reckon, service_of, turn
from grognard.server.bodies.battles import BattleOf
from grognard.server.bodies.games import Moment
from grognard.server.faults import ApiError
from grognard.server.judgement import judgement
from grognard.server.limits import metered
from grognard.server.room import Room
from grognard.server.summary import summary


async def save_game(request: Request) -> Response:
    """The save file of a game."""
    room, side = await at_table(request)
    if side is None:
        raise ApiError("unknown_seat", "only a seat of the game may take its file")
    others = any(seat.kind != "agent" for seat in room.kept.seats if seat.side != side)
    if others and room.record.hides and not room.record.over:
        raise ApiError("hidden", "this book hides something: the file can be had when the game is over")
    await turn(request)
    with metered():
        data = room.record.save()
    name = file_name(room.kept.card.title) if is_text(room.kept.scenario) else room.kept.scenario
    headers = {"Content-Disposition": f'attachment; filename="{room.kept.book}-{name}.json"'}
    return Response(data, media_type="application/json", headers=headers)


async def show_battle(request: Request) -> Response:
    """The battle of a game that is no scenario of the book, to be played again or changed."""
    room, side = await at_table(request)
    if not is_text(room.kept.scenario):
        raise ApiError("not_found", "this game is one of the book's own scenarios")
    if side is None or (room.record.hides and not room.record.position.over):
        raise ApiError("hidden", "the battle can be had by a seat of the game, and when nothing is hidden")
    plain = await reckon(
        request, "plain_battle", {"book": room.kept.book, "text": room.kept.scenario}, dict[str, Any]
    )
    return json(BattleOf(plain, room.kept.scenario))


async def show_moment(request: Request) -> Response:
    """The game after so many actions."""
    room, side = await at_table(request)
    seq = int(request.path_params["n"])
    await turn(request)
    with metered():
        return json(_moment(room, side, seq))


def _moment(room: Room, side: int | None, seq: int) -> Moment:
    total = room.shown(side)
    if seq > total:
        raise ApiError("not_found", f"the game has {total} actions so far")
    sight = room.sight(side, seq)
    last = room.record.stories[side].ends[seq] - 1
    return Moment(
        seq,
        total,
        sight.view(),
        tuple(views.entries(room.record, seq, side)),
        sight.where(),
        views.played(room.record, last, side) if seq else None,
        sight.outcome(),
    )


async def sum_up(request: Request) -> Response:
    """The luck report and the summary."""
    service = service_of(request)
    room, side = await at_table(request)
    key = ("summary", side)
    known = room.answers.get(key)
    if known is None:
        await turn(request)
        version = room.version
        limit = service.config.limits.question_seconds
        known = msgspec.json.encode(await summary(room, side, service.reckoners, limit, address_of(request)))
        if version == room.version:
            room.answers[key] = known
    return json(known)


async def judge(request: Request) -> Response:
    """The computer's judgement over a finished battle, and its turning points."""
    service = service_of(request)
    room, side = await at_table(request)
    key = ("judgement", side)
    known = room.answers.get(key)
    if known is None:
        await turn(request)
        version, limit = room.version, service.config.limits.agent_seconds
        told = await judgement(room, side, service.rooms.thinkers, limit, address_of(request))
        known = msgspec.json.encode(told)
        if version == room.version:
            room.answers[key] = known
    return json(known)


ROUTES = [
    Route("/api/games/{game}/save", save_game),
    Route("/api/games/{game}/battle", show_battle),
    Route("/api/games/{game}/at/{n:int}", show_moment),
    Route("/api/games/{game}/summary", sum_up),
    Route("/api/games/{game}/judgement", judge),
]
