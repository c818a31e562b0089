"""The kinds of request somebody can flood a server with, each as fast as the server lets him."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SOCKETS, LINES = 10, 8
MOST = 50_000
"""Requests of one flood, at most."""
HALF_OPEN = 1100
TABLES = 30
"""Games with captains."""
CAPTAINS = (
    ("valour_and_fortitude", "medina_de_rioseco"),
    ("skirmish_1808", "salamanca"),
    ("fix_bayonets", "quatre_bras"),
)
BOOK, SCENARIO = "valour_and_fortitude", "attack_and_defence"
ARMIES = ("french_400", "british_400", "russian_400", "prussian_400", "austrian_400")


class Flood:
    """One flood: where to, with what, until when, and what came back."""

    def __init__(self, address: str, mine: dict[str, Any], seconds: float):
        self.address, self.mine = address, mine
        self.until = perf_counter() + seconds
        self.answers: Counter[str] = Counter()
        self.rng = random.Random(1)

    def goes_on(self) -> bool:
        """Whether there is time left."""
        return perf_counter() < self.until and self.answers.total() < MOST

    @property
    def game(self) -> str:
        """The long game."""
        return str(self.mine["game"]["game"])

    @property
    def token(self) -> str:
        """A seat of it."""
        return str(self.mine["game"]["seats"][self.mine["side"]]["token"])

    def socket(self) -> connect:
        """A line to it."""
        url = f"{self.address.replace('http', 'ws', 1)}/api/games/{self.game}/socket"
        return connect(url, max_size=None, open_timeout=30, close_timeout=0.2)


async def by_socket(flood: Flood, message: Callable[[Flood], dict[str, Any]], sockets: int = SOCKETS) -> None:
    """The same over and over on some sockets, a few at a time on each."""

    async def one() -> None:
        async with flood.socket() as line:
            await line.send(json.dumps({"type": "hello", "token": flood.token}))
            await line.recv()
            reader = asyncio.create_task(read(line))
            while flood.goes_on():
                for _ in range(20):
                    await line.send(json.dumps(message(flood)))
                await asyncio.sleep(0.05)
            reader.cancel()

    async def read(line: ClientConnection) -> None:
        with suppress(WebSocketException):  # it was hung up: so much was too much
            async for data in line:
                flood.answers["error" if data[:15] == '{"type":"error"' else "answer"] += 1

    await asyncio.gather(*(one() for _ in range(sockets)), return_exceptions=True)


async def by_http(flood: Flood, ask: Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]) -> None:
    """The same over and over on some lines."""

    async def one() -> None:
        async with httpx.AsyncClient(base_url=flood.address, timeout=60) as http:
            while flood.goes_on():
                try:
                    flood.answers[str((await ask(http)).status_code)] += 1
                except httpx.HTTPError:
                    flood.answers["cut"] += 1

    await asyncio.gather(*(one() for _ in range(LINES)))


def proof(flood: Flood) -> dict[str, str]:
    """The head that proves a seat."""
    return {"Authorization": f"Bearer {flood.token}"}


async def hello(flood: Flood) -> None:
    """Hello again and again: each is answered by the whole game."""
    await by_socket(flood, lambda f: {"type": "hello", "token": f.token})


async def sockets(flood: Flood) -> None:
    """New sockets, each with its first hello."""

    async def one() -> None:
        while flood.goes_on():
            try:
                async with flood.socket() as line:
                    await line.send(json.dumps({"type": "hello", "token": flood.token}))
                    await line.recv()
                    flood.answers["answer"] += 1
            except (OSError, WebSocketException, TimeoutError):
                flood.answers["refused"] += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(LINES)))


async def scenarios(flood: Flood) -> None:
    """Tables before the first move, with ever other armies."""

    def ask(http: httpx.AsyncClient) -> Awaitable[httpx.Response]:
        armies = {"first_army": flood.rng.choice(ARMIES), "second_army": flood.rng.choice(ARMIES)}
        return http.get(f"/api/books/{BOOK}/scenarios/{SCENARIO}", params=armies)

    await by_http(flood, ask)


async def odds(flood: Flood) -> None:
    """The odds of assaults, none like the other."""

    def ask(http: httpx.AsyncClient) -> Awaitable[httpx.Response]:
        fields = {name: flood.rng.randint(1, 6) for name in ("fire", "melee", "tenacity", "losses")}
        return http.post(f"/api/books/{BOOK}/odds/assault", json=fields)

    await by_http(flood, ask)


async def overlays(flood: Flood) -> None:
    """What to draw over the table for one unit after another, from many sockets."""
    kinds = ("range", "sight", "threat", "reach")

    def message(f: Flood) -> dict[str, Any]:
        return {"type": "overlay", "id": 1, "kind": f.rng.choice(kinds), "unit": f.rng.randint(0, 30)}

    await by_socket(flood, message, 30)


async def moments(flood: Flood) -> None:
    """The game at any time."""
    game = f"/api/games/{flood.game}/at/"
    await by_http(flood, lambda http: http.get(f"{game}{flood.rng.randint(0, 600)}", headers=proof(flood)))


async def summaries(flood: Flood) -> None:
    """The luck report."""
    await by_http(flood, lambda http: http.get(f"/api/games/{flood.game}/summary", headers=proof(flood)))


async def nouns(flood: Flood) -> None:
    """Why not, of manoeuvres as long as they may be."""
    noun, verb = [["glide", 5, 5, 0]] * 79, flood.mine["verb"]
    await by_socket(flood, lambda f: {"type": "why", "id": 1, "verb": verb, "noun": noun})


async def cards(flood: Flood) -> None:
    """Units' cards."""
    await by_socket(flood, lambda f: {"type": "card", "id": 1, "unit": f.rng.randint(0, 30)})


async def acts(flood: Flood) -> None:
    """Choices that are refused: each is judged all the same."""

    def message(f: Flood) -> dict[str, Any]:
        legs = [["glide", f.rng.randint(0, 9000), f.rng.randint(0, 9000), 0]]
        return {"type": "act", "id": 1, "seq": f.mine["seq"], "verb": f.mine["verb"], "noun": legs}

    await by_socket(flood, message)


async def imports(flood: Flood) -> None:
    """A long game's file."""
    head = {"Content-Type": "application/json"}
    await by_http(
        flood, lambda http: http.post("/api/games/import", content=flood.mine["save"], headers=head)
    )


async def lists(flood: Flood) -> None:
    """The games of two hundred tokens."""
    tokens = [f"{n:032d}" for n in range(199)] + [flood.token]
    await by_http(flood, lambda http: http.post("/api/games/list", json={"tokens": tokens}))


async def books(flood: Flood) -> None:
    """A book with all its rules."""
    await by_http(flood, lambda http: http.get(f"/api/books/{BOOK}"))


async def health(flood: Flood) -> None:
    """Are you well?"""
    await by_http(flood, lambda http: http.get("/api/health"))


async def half_open(flood: Flood) -> None:
    """Requests whose head never ends."""
    place = urlsplit(flood.address)

    async def one() -> None:
        try:
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
        except OSError:
            flood.answers["refused"] += 1
            return
        try:
            writer.write(b"GET /api/books HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")
            await writer.drain()
            cut = await asyncio.wait_for(reader.read(100), max(0.1, flood.until - perf_counter()))
            flood.answers["cut" if not cut else "refused"] += 1
        except TimeoutError:
            flood.answers["held"] += 1
        except OSError:
            flood.answers["refused"] += 1
        finally:  # whoever is faster, the server's clock or ours
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    await asyncio.gather(*(one() for _ in range(HALF_OPEN)))


def dotted(letters: int) -> str:
    """A text of one key with as many dots as fit."""
    return "x" + ".x" * (letters // 2 - 3) + "=1\n"


def nested(book: str) -> str:
    """A game file of two megabytes, in lists within lists."""
    action = '{"type":"move","side":0,"verb":"bid","noun":' + "[1," * 150 + "1" + "]" * 150 + "}"
    head = f'{{"book":"{book}","version":"2","scenario":"{SCENARIO}","options":{{}},"actions":['
    return head + ",".join([action] * (2_000_000 // len(action))) + "]}"


async def texts(flood: Flood) -> None:
    """Battles, lists and game files that are dear to read."""
    seats = [{"kind": "here"}] * 2
    sent: list[tuple[str, Any]] = [
        (f"/api/books/{BOOK}/battles", {"text": dotted(59_000)}),
        (f"/api/books/{BOOK}/workshop", {"text": dotted(39_000)}),
        ("/api/games", {"book": BOOK, "scenario": SCENARIO, "armies": {"1": dotted(19_000)}, "seats": seats}),
        ("/api/balance", {"book": BOOK, "battle": dotted(59_000), "games": 1}),
        ("/api/games/import", nested(BOOK)),
    ]
    head = {"Content-Type": "application/json"}
    bodies = [(path, body if isinstance(body, str) else json.dumps(body)) for path, body in sent]

    def ask(http: httpx.AsyncClient) -> Awaitable[httpx.Response]:
        path, body = flood.rng.choice(bodies)
        return http.post(path, content=body, headers=head)

    await by_http(flood, ask)


async def prints(flood: Flood) -> None:
    """Sheets of the books' own, and rosters that nobody has drawn before."""

    def ask(http: httpx.AsyncClient) -> Awaitable[httpx.Response]:
        number = flood.rng.randint(0, 10**6)
        if number % 2:
            return http.get(f"/api/books/{BOOK}/print", params={"what": "quickref", "paper": "a4"})
        return http.post(
            f"/api/books/{BOOK}/print",
            json={"what": "scenario", "name": SCENARIO, "options": {"ground": number}},
        )

    await by_http(flood, ask)


async def captains(flood: Flood) -> None:
    """Many games between captains, with somebody who looks on at each."""
    await _captains(flood, looking_on=True)


async def abandoned(flood: Flood) -> None:
    """Many games against captains that nobody ever comes to."""
    await _captains(flood, looking_on=False)


async def _captains(flood: Flood, *, looking_on: bool) -> None:
    async def one(number: int, http: httpx.AsyncClient) -> None:
        book, scenario = CAPTAINS[number % len(CAPTAINS)]
        captain = {"kind": "agent", "agent": "captain"}
        wish = {
            "book": book,
            "scenario": scenario,
            "seats": [captain, captain if looking_on else {"kind": "here"}],
        }
        made = await http.post("/api/games", json=wish)
        flood.answers[str(made.status_code)] += 1
        if made.status_code == 201 and looking_on:
            url = f"{flood.address.replace('http', 'ws', 1)}/api/games/{made.json()['game']}/socket"
            async with connect(url, max_size=None, open_timeout=60, close_timeout=0.2) as line:
                await line.send(json.dumps({"type": "hello", "token": None}))
                with suppress(TimeoutError):
                    async with asyncio.timeout(max(0.1, flood.until - perf_counter())):
                        async for _ in line:
                            flood.answers["heard"] += 1
        else:
            await asyncio.sleep(max(0.0, flood.until - perf_counter()))

    async with httpx.AsyncClient(base_url=flood.address, timeout=60) as http:
        await asyncio.gather(*(one(number, http) for number in range(TABLES)), return_exceptions=True)


KINDS: dict[str, Callable[[Flood], Awaitable[None]]] = {
    "hello": hello,
    "sockets": sockets,
    "scenarios": scenarios,
    "odds": odds,
    "overlays": overlays,
    "moments": moments,
    "summaries": summaries,
    "nouns": nouns,
    "cards": cards,
    "acts": acts,
    "imports": imports,
    "lists": lists,
    "books": books,
    "health": health,
    "half-open": half_open,
    "texts": texts,
    "prints": prints,
    "captains": captains,
    "abandoned": abandoned,
}


async def attack(kind: str, address: str, mine: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Flood with one kind; what came back."""
    flood = Flood(address, mine, seconds)
    await KINDS[kind](flood)
    return {"sent": dict(flood.answers)}
