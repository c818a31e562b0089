"""What is served over HTTP: books, games, replays, summaries."""

from __future__ import annotations

import re
from asyncio import timeout
from collections.abc import Mapping
from secrets import compare_digest
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.engine.battles import bounded, file_name, from_text, shipped
from grognard.engine.book import is_text
from grognard.engine.replay import read_save
from grognard.engine.toml import written
from grognard.server import seats as seating
from grognard.server import views
from grognard.server.bodies import (
    BattleOf,
    BattleWish,
    Claimed,
    FairWish,
    Invitation,
    Invited,
    Listed,
    ListWish,
    Moment,
    NewGame,
    PrintWish,
    RandomWish,
    SeatWish,
    SideNamed,
    TableWish,
    Wanted,
)
from grognard.server.fairness import PLAYERS
from grognard.server.faults import ApiError, check_noun
from grognard.server.judgement import judgement
from grognard.server.limits import PAYER, metered
from grognard.server.room import Room
from grognard.server.schema import schema
from grognard.server.service import Service
from grognard.server.summary import summary
from grognard.server.tables import GameKept
from grognard.server.workers import Crowded, Refused, TooLong, WorkerFault

T = TypeVar("T")
NOT_IN_FILES = re.compile(r"[^A-Za-z0-9_.-]+")


def json(body: Any, status: int = 200) -> Response:
    """An answer; bytes are JSON already."""
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(data, status, media_type="application/json")


# ---------------------------------------------------------------- the shelf


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
        known = await _reckon(request, "prospect", args, bytes)
        catalogue.keep((book, name, *sorted(forces.items())), known)
    return json(known)


async def lay_out(request: Request) -> Response:
    """The same with lists of one's own, on a table drawn by a number, within a size."""
    names = request.path_params
    service, (book, name) = service_of(request), (names["book"], names["name"])
    wish = await body_of(request, TableWish, service.config.limits.body_bytes)
    args = {"book": book, "scenario": name, "forces": service.catalogue.layout(book, name, wish.options)}
    return json(await _reckon(request, "prospect", args, bytes))


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
    await turn(request)
    with metered():
        plain = wish.battle if wish.text is None else from_text(wish.text)
        bounded(plain)
    return json(await _reckon(request, "battle", {"book": book, "plain": plain}, bytes))


async def draw_battle(request: Request) -> Response:
    """A battle by chance."""
    service = service_of(request)
    book = service.catalogue.book(request.path_params["book"]).name
    wish = await body_of(request, RandomWish, service.config.limits.body_bytes)
    args = {"book": book, "seed": wish.seed, "size": wish.size, "mirrored": wish.mirrored}
    return json(await _reckon(request, "random_battle", args, bytes))


async def print_sheet(request: Request) -> Response:
    """A sheet as PDF: asked for by its address, or by a body that may hold a list or a battle written out."""
    service = service_of(request)
    if request.method == "POST":
        wish = await body_of(request, PrintWish, service.config.limits.battle_bytes)
    else:
        wish = _asked_for(request.query_params)
    book = service.catalogue.book(request.path_params["book"]).name
    limit = service.config.limits.print_seconds
    data = await _reckon(request, "printed", service.catalogue.printed(book, wish), bytes, limit)
    named = "-".join(word for word in (book, wish.what, wish.name) if word)
    headers = {"Content-Disposition": f'inline; filename="{NOT_IN_FILES.sub("_", named)}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


def _asked_for(query: Mapping[str, str]) -> PrintWish:
    try:
        return msgspec.convert(dict(query), PrintWish)
    except msgspec.ValidationError as fault:
        raise ApiError("bad_input", str(fault)) from None


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
    return json(await _reckon(request, "odds", args, Any))


async def _reckon(
    request: Request, job: str, args: dict[str, Any], kind: Any, limit: float | None = None
) -> Any:
    """Have a worker work something out, within what a question may take if nothing else is said."""
    service = service_of(request)
    limit = service.config.limits.question_seconds if limit is None else limit
    try:
        return await service.reckoners.call(job, args, limit, kind, asker=address_of(request))
    except Refused as fault:
        raise ApiError("bad_input", str(fault)) from None
    except Crowded:
        raise ApiError("slow_down", "too many questions are waiting; try again in a moment") from None
    except TooLong:
        raise ApiError("busy", "that would take too long to work out") from None
    except WorkerFault:
        raise ApiError("internal", "it could not be worked out") from None


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
    sides = await _reckon(request, "sides", args, tuple[str, ...])
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


async def health(request: Request) -> Response:
    """Whether the server is well: 503 if games cannot be kept or nothing is worked out."""
    found = await service_of(request).health.feel()
    return json(found, 200 if found.ok else 503)


async def show_schema(request: Request) -> Response:
    """The description of all messages."""
    return json(schema())


# ---------------------------------------------------------------- games


async def new_game(request: Request) -> Response:
    """Begin a game."""
    service = service_of(request)
    wish = await body_of(request, NewGame, service.config.limits.battle_bytes)
    _charge_for_game(request)
    if wish.battle is not None:
        options = {**wish.options, **service.catalogue.book(wish.book).fielding(wish.armies)}
        await _laid_out(request, wish.book, wish.battle, options)
    return json(await service.rooms.create(wish), 201)


async def _laid_out(request: Request, book: str, battle: str, options: dict[str, Any]) -> None:
    """See in a worker that a battle of somebody's own can be laid out, before we do it ourselves."""
    service_of(request).catalogue.book(book)
    await _reckon(request, "prospect", {"book": book, "scenario": battle, "forces": options}, bytes)


async def list_games(request: Request) -> Response:
    """The games somebody has seats in."""
    service = service_of(request)
    tokens = (await body_of(request, Wanted, service.config.limits.body_bytes)).tokens
    if len(tokens) > service.config.limits.tokens_listed:
        raise ApiError(
            "bad_input", f"at most {service.config.limits.tokens_listed} tokens can be asked for at once"
        )
    await turn(request)
    found = []
    for token, kept in (await service.rooms.held(tokens)).items():
        side = next(seat.side for seat in kept.seats if seat.token_hash == seating.hashed(token))
        found.append(_listed(token, kept, side))
    return json(sorted(found, key=lambda one: -one.updated))


def _listed(token: str, kept: GameKept, side: int) -> Listed:
    card = kept.card
    return Listed(
        kept.id,
        token,
        kept.book,
        "" if is_text(kept.scenario) else kept.scenario,
        card.title,
        side,
        card.sides,
        card.turn,
        card.seqs[side] if card.seqs else 0,
        card.headline,
        side in card.waiting,
        card.over,
        kept.created,
        card.times[side] if card.times else kept.updated,
        card.outcome,
    )


async def import_game(request: Request) -> Response:
    """Go on with a game from a file."""
    service = service_of(request)
    data = await bytes_of(request, service.config.limits.import_bytes)
    wishes = _wishes(request.query_params.get("seats"))
    save = read_save(data, "the file")
    _charge_for_game(request)
    if is_text(save.scenario):
        await _laid_out(request, save.book, save.scenario, save.options)
    return json(await service.rooms.take_over(save, wishes), 201)


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
    token, host = _token(request), room.kept.host_hash
    if token is None or host is None or not compare_digest(seating.hashed(token), host):
        raise ApiError("unknown_seat", "only whoever began the game invites others")
    return json(Invited(side, await room.people.invite(side, again=again)))


def _wishes(text: str | None) -> list[SeatWish] | None:
    """Seats as `here,agent:greedy`."""
    if text is None:
        return None
    found = []
    for word in text[:400].split(","):
        kind, _, agent = word.strip().partition(":")
        if kind not in ("here", "open", "agent"):
            raise ApiError(
                "bad_input", f"no seat is of kind '{kind[:20]}'; there are: here, open, agent:NAME"
            )
        found.append(msgspec.convert({"kind": kind, "agent": agent or None}, SeatWish))
    return found


async def save_game(request: Request) -> Response:
    """The save file of a game."""
    room, side = await _at_table(request)
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
    room, side = await _at_table(request)
    if not is_text(room.kept.scenario):
        raise ApiError("not_found", "this game is one of the book's own scenarios")
    if side is None or (room.record.hides and not room.record.position.over):
        raise ApiError("hidden", "the battle can be had by a seat of the game, and when nothing is hidden")
    await turn(request)
    with metered():
        return json(BattleOf(from_text(room.kept.scenario), room.kept.scenario))


async def show_moment(request: Request) -> Response:
    """The game after so many actions."""
    room, side = await _at_table(request)
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
    room, side = await _at_table(request)
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
    room, side = await _at_table(request)
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


async def nothing_here(request: Request) -> Response:
    """Any other address under /api."""
    raise ApiError("not_found", "there is nothing at this address")


# ---------------------------------------------------------------- what they share


def service_of(request: Request) -> Service:
    """What all handlers share."""
    service: Service = request.app.state.service
    return service


async def _at_table(request: Request) -> tuple[Room, int | None]:
    """The room of a request and the side its token proves; no token: an onlooker."""
    service = service_of(request)
    token = _token(request)
    room = await service.rooms.find(request.path_params["game"])
    if token is None:
        return room, None
    side = room.side_of(token)
    if side is None:
        raise ApiError("unknown_seat", "this is no seat of this game")
    return room, side


def _token(request: Request) -> str | None:
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token.strip() or len(token) > 200:
        raise ApiError("unknown_seat", "a seat is proved by `Authorization: Bearer TOKEN`")
    return token.strip()


async def turn(request: Request) -> None:
    """Wait until it is this address's turn on the event loop; what is metered from here on is charged to it."""
    share = service_of(request).shares.of(address_of(request))
    if not await share.turn():
        raise ApiError("slow_down", "too much is asked from this address; try again in a moment")
    PAYER.set(share)


def _charge_for_game(request: Request) -> None:
    bucket = service_of(request).new_games.of(address_of(request))
    if not bucket.take():
        raise ApiError("slow_down", "too many games were begun from this address; try again later")


def address_of(request: Any) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "nowhere"


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


ROUTES = [
    Route("/api/books", list_books),
    Route("/api/books/{book}", show_book),
    Route("/api/books/{book}/scenarios/{name}", show_scenario),
    Route("/api/books/{book}/scenarios/{name}", lay_out, methods=["POST"]),
    Route("/api/books/{book}/print", print_sheet, methods=["GET", "POST"]),
    Route("/api/books/{book}/workshop", show_kit),
    Route("/api/books/{book}/workshop", look_at_list, methods=["POST"]),
    Route("/api/books/{book}/battles", show_battle_kit),
    Route("/api/books/{book}/battles", look_at_battle, methods=["POST"]),
    Route("/api/books/{book}/battles/random", draw_battle, methods=["POST"]),
    Route("/api/books/{book}/battles/{name}", show_own_battle),
    Route("/api/books/{book}/odds/{situation}", reckon_odds, methods=["POST"]),
    Route("/api/balance", begin_run, methods=["POST"]),
    Route("/api/balance/{run}", show_run),
    Route("/api/balance/{run}", end_run, methods=["DELETE"]),
    Route("/api/games", new_game, methods=["POST"]),
    Route("/api/games/list", list_games, methods=["POST"]),
    Route("/api/games/import", import_game, methods=["POST"]),
    Route("/api/games/{game}/join", join_game, methods=["POST"]),
    Route("/api/games/{game}/invite", invite, methods=["POST"]),
    Route("/api/games/{game}/revoke", revoke, methods=["POST"]),
    Route("/api/games/{game}/save", save_game),
    Route("/api/games/{game}/battle", show_battle),
    Route("/api/games/{game}/at/{n:int}", show_moment),
    Route("/api/games/{game}/summary", sum_up),
    Route("/api/games/{game}/judgement", judge),
    Route("/api/health", health),
    Route("/api/schema", show_schema),
    Route("/api/{rest:path}", nothing_here, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
]
