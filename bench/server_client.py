"""The other end of the line: `python -m bench.server_client ADDRESS BOOK SCENARIO GAMES SECONDS PACE PID`.

Plays so many games at once, two sockets each, in a process of its own. Each game keeps a mirror of itself, so
that moves are drawn from everything that is legal. Pace 0: each game acts as soon as it may; else every so
many seconds. Prints one line of JSON: how long it took from sending an action to hearing that it is kept.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from grognard import books
from grognard.engine.book import Book
from grognard.engine.choices import Action, Ask, Fall, Move
from grognard.engine.domains import frozen


class Heard(msgspec.Struct):
    """As much of a message as is needed here; the rest is skipped, not built."""

    type: str
    seq: int = -1
    action: Any = None
    message: str = ""


_heard = msgspec.json.Decoder(Heard).decode


class Match:
    """One game, both its players, and a mirror of it."""

    def __init__(self, http: httpx.AsyncClient, address: str, book: Book, scenario: str, seed: int):
        self.http, self.address, self.book, self.scenario = http, address, book, scenario
        self.rng = random.Random(seed)
        self.spent: list[float] = []
        self.lines: list[Any] = []
        self.made: dict[str, Any] = {}
        self.engine = book.engine()
        self.mirror = book.start(scenario)
        self.seq = 0

    async def begin(self) -> None:
        """A new game and its sockets."""
        wish = {"book": self.book.name, "scenario": self.scenario, "seats": [{"kind": "here"}] * 2}
        made = (await self.http.post(f"{self.address}/api/games", json=wish)).raise_for_status().json()
        self.made, self.mirror, self.seq = made, self.book.start(self.scenario), 0
        for seat in made["seats"]:
            url = f"{self.address.replace('http', 'ws')}/api/games/{made['game']}/socket"
            line = await connect(url, max_size=None, compression=None, open_timeout=60)
            await line.send(msgspec.json.encode({"type": "hello", "token": seat["token"]}).decode())
            sync = _heard(await line.recv())
            self.lines.append(line)
        for n in range(sync.seq):
            self._follow(await self._opening(made, n + 1))

    async def _opening(self, made: dict[str, Any], n: int) -> dict[str, Any]:
        """An action before anybody chose, as the seat was told it that may know most of it."""
        told: dict[str, Any] = {"hidden": True}
        for seat in made["seats"]:
            if told.get("hidden"):
                headers = {"Authorization": f"Bearer {seat['token']}"}
                url = f"{self.address}/api/games/{made['game']}/at/{n}"
                told = (await self.http.get(url, headers=headers)).json()["action"]
        return told

    async def end(self) -> None:
        """Hang up."""
        for line in self.lines:
            await line.close()
        self.lines.clear()

    async def act(self) -> None:
        """One action; both players hear of it, and its time is noted."""
        ask = self.engine.pending(self.mirror)
        if not isinstance(ask, Ask):
            await self.end()
            await self.begin()
            return
        move = ask.sample(self.rng)
        line = self.lines[move.side]
        message = {
            "type": "act",
            "id": 1,
            "seq": self.seq,
            "verb": move.verb,
            "noun": move.noun,
        }
        data = msgspec.json.encode(message).decode()
        began = perf_counter()
        await line.send(data)
        told: dict[int, dict[str, Any]] = {}
        while (heard := _heard(await line.recv())).type != "answer":
            if heard.type == "error":
                raise RuntimeError(heard.message)
            if heard.type == "update":
                told[heard.seq] = heard.action
        self.spent.append(perf_counter() - began)
        other = self.lines[1 - move.side]
        last = max(told)
        while (heard := _heard(await other.recv())).seq != last:
            _merge(told, heard)
        _merge(told, heard)
        for seq in sorted(told):
            self._follow(told[seq])

    def _follow(self, told: dict[str, Any]) -> None:
        """What the server has checked need not be checked again: this process must not be the slow one."""
        self.mirror = self.engine.follow(self.mirror, action_of(told))
        self.seq += 1

    async def run(self, until: float, pace: float) -> None:
        """Act until the time is up."""
        if pace:
            await asyncio.sleep(self.rng.random() * pace)
        while perf_counter() < until:
            began = perf_counter()
            await self.act()
            if pace:
                await asyncio.sleep(max(0.0, began + pace * self.rng.uniform(0.5, 1.5) - perf_counter()))


def _merge(told: dict[int, dict[str, Any]], heard: Heard) -> None:
    """A card drawn face down is told only to whoever holds it: the mirror goes by that."""
    if heard.type == "update" and told.get(heard.seq, {}).get("hidden"):
        told[heard.seq] = heard.action


def action_of(told: dict[str, Any]) -> Action:
    """An action as it was told, for the mirror."""
    if "dice" in told:
        faces = told["dice"]["faces"]
        return Fall(frozen(told["dice"]["reading"]), None if faces is None else frozen(faces))
    return Move(told["side"], told["verb"], frozen(told.get("noun")))


async def measure(
    address: str, book: str, scenario: str, games: int, seconds: float, pace: float, pid: int
) -> dict[str, Any]:
    """Play, and tell how long actions took."""
    http = httpx.AsyncClient(timeout=60)
    matches = [Match(http, address, books.load(book), scenario, seed) for seed in range(games)]
    for at in range(0, games, 20):
        await asyncio.gather(*(match.begin() for match in matches[at : at + 20]))
    for match in matches:  # somewhere in the middle of a battle, not all at the same place
        for _ in range(match.rng.randint(3, 12)):
            await match.act()
        match.spent.clear()
    began, cost = perf_counter(), processor(pid)
    await asyncio.gather(*(match.run(began + seconds, pace) for match in matches))
    spent = sorted(one for match in matches for one in match.spent)
    took, cost = perf_counter() - began, processor(pid) - cost
    for match in matches:
        await match.end()
    await http.aclose()
    return {
        "games": games,
        "actions": len(spent),
        "actions_per_s": round(len(spent) / took, 1),
        "p50_ms": round(1000 * spent[len(spent) // 2], 2),
        "p95_ms": round(1000 * spent[int(len(spent) * 0.95)], 2),
        "max_ms": round(1000 * spent[-1], 2),
        "cpu_ms": round(1000 * cost / len(spent), 2),
    }


def processor(pid: int) -> float:
    """Seconds of processor time a process has used, all its threads together; 0 where the system does not tell.

    By its clock where there is one: what is counted in ticks of 10 ms says little of an action that takes 2.
    """
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except (OSError, AttributeError):
        pass
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    address, book, scenario, games, seconds, pace, pid = sys.argv[1:]
    played = measure(address, book, scenario, int(games), float(seconds), float(pace), int(pid))
    print(msgspec.json.encode(asyncio.run(played)).decode())
