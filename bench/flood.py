"""Whether one address can stop the others: `python -m bench.flood` floods a server of its own on loopback.

Somebody at another address pings his game twenty times a second and keeps the time of each answer, while one address sends
as much of one kind of request as the limits let it; beside it he asks questions of the kind a move needs, and two computer players play before him. Bounded in time and count; nothing outside this machine is asked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from bench.flood_kinds import KINDS, attack
from grognard import books
from grognard.ai.agents import make
from grognard.engine.choices import Ask
from grognard.engine.domains import Reach
from grognard.engine.replay import encode_save, restore
from grognard.lab.play import play_game

OTHER = "127.0.0.2"
"""Where the second player comes from: loopback has more than one address on Linux."""
EVERY = 0.05
LONG = 650
"""Actions of the game that is flooded with."""
BOOK, SCENARIO = "valour_and_fortitude", "attack_and_defence"
TARGET_MS = 100.0


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server with its usual limits, on a database of its own."""
    command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--no-open"]
    # The long game is ours to begin with: taking it in may take its time on a slow machine.
    command += ["--db", f"sqlite:///{folder / 'games.db'}", "--limit", "import_seconds=120"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1].rstrip("/").replace("localhost", "127.0.0.1")
        finally:
            process.terminate()


@cache
def long_game() -> tuple[bytes, int, str]:
    """A save of a long game that ends where a unit is to be moved, with the side and the verb: all of it is dear."""
    book = books.load(BOOK)
    agents = [make("random", book, 1), make("random", book, 2)]
    result = play_game(book, SCENARIO, agents, 1, book.options(turn_limit=20), limit=LONG, save=True)
    assert result.save is not None
    game = restore(result.save, {BOOK: book})
    for last in range(len(game.actions), 0, -1):
        ask = game.engine.pending(game.positions[last])
        offers = ask.offers if isinstance(ask, Ask) else {}
        verb = next((verb for verb, domain in offers.items() if isinstance(domain, Reach)), None)
        if verb is not None and isinstance(ask, Ask):
            cut = msgspec.structs.replace(result.save, actions=result.save.actions[:last])
            return encode_save(cut), ask.who[0], verb
    raise LookupError("nobody moves in the whole game")


def prepare(address: str) -> dict[str, Any]:
    """The games of the one who floods: a long one, and its file."""
    save, side, verb = long_game()
    with httpx.Client(base_url=address, timeout=60) as http:
        body = {"content": save, "headers": {"Content-Type": "application/json"}}
        made = http.post("/api/games/import", **body)  # type: ignore[arg-type]
        made.raise_for_status()
        game = made.json()
        head = {"Authorization": f"Bearer {game['seats'][side]['token']}"}
        seq = http.get(f"/api/games/{game['game']}/at/0", headers=head).json()["total"]
        return {"game": game, "save": save.decode(), "side": side, "verb": verb, "seq": seq}


async def pinged(address: str, seconds: float, game: dict[str, Any]) -> list[float]:
    """How long each ping of the second player took, in ms."""
    url = f"{address.replace('http', 'ws', 1)}/api/games/{game['game']}/socket"
    took = []
    async with connect(url, local_addr=(OTHER, 0), max_size=None, open_timeout=30) as line:
        await line.send(json.dumps({"type": "hello", "token": game["seats"][0]["token"]}))
        await line.recv()
        until = perf_counter() + seconds
        while perf_counter() < until:
            began = perf_counter()
            await line.send('{"type": "ping", "id": 1}')
            while json.loads(await asyncio.wait_for(line.recv(), 60))["type"] != "answer":
                pass
            took.append((perf_counter() - began) * 1000)
            await asyncio.sleep(max(0.0, EVERY - (perf_counter() - began)))
    return took


async def overlaid(address: str, seconds: float, game: dict[str, Any]) -> list[float]:
    """How long each question of the second player's took, in ms; ten a second."""
    url = f"{address.replace('http', 'ws', 1)}/api/games/{game['game']}/socket"
    took: list[float] = []
    async with connect(url, local_addr=(OTHER, 0), max_size=None, open_timeout=30) as line:
        await line.send(json.dumps({"type": "hello", "token": game["seats"][1]["token"]}))
        await line.recv()
        until = perf_counter() + seconds
        while perf_counter() < until:
            began = perf_counter()
            kind, unit = ("threat", "range", "sight", "reach")[len(took) % 4], len(took) % 9
            await line.send(json.dumps({"type": "overlay", "id": 1, "kind": kind, "unit": unit}))
            while json.loads(await asyncio.wait_for(line.recv(), 60))["type"] not in ("answer", "error"):
                pass
            took.append((perf_counter() - began) * 1000)
            await asyncio.sleep(max(0.0, 2 * EVERY - (perf_counter() - began)))
    return took


async def watched(address: str, seconds: float) -> float:
    """How many choices a second the second player's computers make: two sergeants, at whom he looks."""
    choices, until = 0, perf_counter() + seconds
    while perf_counter() < until:
        game = await new_game(address, [{"kind": "agent", "agent": "sergeant"}] * 2)
        url = f"{address.replace('http', 'ws', 1)}/api/games/{game['game']}/socket"
        async with connect(url, local_addr=(OTHER, 0), max_size=None, open_timeout=30) as line:
            await line.send(json.dumps({"type": "hello", "token": None}))
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.1, until - perf_counter())):
                    async for data in line:
                        told = json.loads(data)
                        choices += told["type"] == "update" and "dice" not in told["action"]
                        if told.get("outcome"):
                            break
    return choices / seconds


async def felt(address: str, seconds: float, game: dict[str, Any]) -> tuple[list[float], list[float], float]:
    """What the second player feels: of pings, of questions, and of his computers' pace."""
    return await asyncio.gather(
        pinged(address, seconds, game), overlaid(address, seconds, game), watched(address, seconds)
    )


async def new_game(address: str, seats: Sequence[dict[str, str]] = ({"kind": "here"},) * 2) -> dict[str, Any]:
    """The second player's game, begun from his own address."""
    transport = httpx.AsyncHTTPTransport(local_address=OTHER)
    wish = {"book": "ever_victorious_armies", "scenario": "stockade", "seats": list(seats)}
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=60) as http:
        made = await http.post("/api/games", json=wish)
        made.raise_for_status()
        found: dict[str, Any] = made.json()
        return found


def p95(times: list[float]) -> float:
    """The time that 95 of 100 keep."""
    return sorted(times)[int(0.95 * (len(times) - 1))]


def measure(kinds: list[str], seconds: float) -> dict[str, Any]:
    """Every kind of flood, one after another, each against a server of its own."""
    found: dict[str, Any] = {"processors": os.cpu_count(), "load": os.getloadavg()[0], "kinds": {}}
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
            game = asyncio.run(new_game(address))
            mine = prepare(address)
            (Path(folder) / "mine.json").write_text(json.dumps(mine))
            while not asyncio.run(watched(address, 2.0)):  # until the processes that think are up
                pass
            calm, calm_asked, calm_pace = asyncio.run(felt(address, seconds / 2, game))
            words = [sys.executable, "-m", "bench.flood", "--attack", kind, "--seconds", str(seconds)]
            command = [*words, "--at", address, "--mine", str(Path(folder) / "mine.json")]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as attacker:
                times, asked, pace = asyncio.run(felt(address, seconds, game))
                told = attacker.communicate(timeout=60)[0].splitlines()
            sent = json.loads(told[-1]) if told else {}
        found["kinds"][kind] = {
            "calm_p95_ms": round(p95(calm), 1),
            "p95_ms": round(p95(times), 1),
            "worst_ms": round(max(times), 1),
            "pings": len(times),
            "questions_p95_ms": [round(p95(calm_asked), 1), round(p95(asked), 1)],
            "choices_a_second": [round(calm_pace, 2), round(pace, 2)],
            **sent,
        }
        print(kind, json.dumps(found["kinds"][kind]), flush=True)
    return found


def main() -> None:
    """Flood, and say how long the other waited."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--kinds", default=",".join(KINDS), help="which floods, of: " + ", ".join(KINDS))
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--at", help=argparse.SUPPRESS)
    parser.add_argument("--mine", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.attack:
        with suppress(KeyboardInterrupt):
            mine = json.loads(Path(given.mine).read_text())
            print(json.dumps(asyncio.run(attack(given.attack, given.at, mine, given.seconds))))
        return
    found = measure(given.kinds.split(","), given.seconds)
    rows = found["kinds"].items()
    slow = [kind for kind, row in rows if row["p95_ms"] >= TARGET_MS]
    dull = [kind for kind, row in rows if 2 * row["choices_a_second"][1] < row["choices_a_second"][0]]
    print(f"load before {found['load']:.1f}; over {TARGET_MS:g} ms: {', '.join(slow) or 'none'}")
    print(f"his computer players at less than half their pace: {', '.join(dull) or 'none'}")


if __name__ == "__main__":
    main()
