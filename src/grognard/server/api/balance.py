"""Battles fought many times, to see whether they are fair."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.api.asking import address_of, body_of, json, read_text, service_of, turn
from grognard.server.bodies.balance import FairWish
from grognard.server.fairness import PLAYERS
from grognard.server.faults import ApiError
from grognard.server.limits import metered


async def begin_run(request: Request) -> Response:
    """Have a battle fought many times, to see whether it is fair."""
    service = service_of(request)
    limits, address = service.config.limits, address_of(request)
    wish = await body_of(request, FairWish, limits.battle_bytes)
    book = service.catalogue.book(wish.book)
    if (wish.scenario is None) == (wish.battle is None):
        raise ApiError("bad_input", "name a scenario or a battle of your own, one of them")
    if wish.scenario is not None and wish.scenario not in book.scenarios:
        raise ApiError("not_found", f"{book.name} has no scenario '{wish.scenario}'")
    if wish.battle is not None and "\n" not in wish.battle:
        raise ApiError("bad_input", "a battle of your own is written as TOML")
    if wish.games > limits.fair_games:
        raise ApiError("bad_input", f"a run has at most {limits.fair_games} games here")
    if wish.agent not in PLAYERS:
        raise ApiError("bad_input", f"such games are played by {' or '.join(PLAYERS)}")
    service.contests.may_begin(address)
    options = {**wish.options, **book.fielding(wish.armies)}
    args = {"book": book.name, "scenario": wish.battle or wish.scenario, "options": options}
    sides = await read_text(request, "sides", args, tuple[str, ...])
    return json(service.contests.begin(address, wish, options, sides).told(), 202)


async def show_run(request: Request) -> Response:
    """How such a run stands."""
    contest = service_of(request).contests.find(request.path_params["run"])
    await turn(request)
    with metered():
        return json(contest.told())


async def end_run(request: Request) -> Response:
    """End such a run; what is known so far is told."""
    contest = service_of(request).contests.find(request.path_params["run"])
    contest.end("cancelled")
    return json(contest.told())


ROUTES = [
    Route("/api/balance", begin_run, methods=["POST"]),
    Route("/api/balance/{run}", show_run),
    Route("/api/balance/{run}", end_run, methods=["DELETE"]),
]
