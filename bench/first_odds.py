"""How long the first odds after a start take: `python -m bench.first_odds [BOOK …] [--starts N]`.

A game is played at random until a charge is on offer, and the server ended. It is started again on the same games; as soon as it says where it
listens, a player comes back to his game, and as soon as he sees it he asks for the odds of that charge. Wall-clock of a real server in a
process of its own, of its workers and of the socket; the median of some starts. Writes the figures to bench/results.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import connect

from bench import pages
from bench.odds import CHARGING, RESULTS
from bench.server import running
from bench.server_client import Match
from grognard import books
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move

STARTS = 3
ACTIONS = 3000
"""So many actions of random play are tried for a charge."""


async def played(address: str, book: Book, scenario: str) -> tuple[dict[str, Any], Move]:
    """A game on a server with a charge on offer: what it was made as, and the charge."""
    async with httpx.AsyncClient(timeout=60) as http:
        match = Match(http, address, book, scenario, seed=1)
        await match.begin()
        for _ in range(ACTIONS):
            move = charge_on_offer(book, match.mirror)
            if move is not None:
                await match.end()
                return match.made, move
            await match.act()
    raise LookupError(f"{book.name}: no charge in {ACTIONS} actions of {scenario}")


def charge_on_offer(book: Book, position: Any) -> Move | None:
    """The first charge a player could ask about."""
    ask = book.engine().pending(position)
    if not isinstance(ask, Ask):
        return None
    side = ask.who[0]
    for verb in CHARGING[book.name].verbs:
        if verb in ask.offers and ask.offers[verb].listable():
            for noun in ask.offers[verb]:
                if book.scene_for(book.view_of(position, side), Move(side, verb, noun)) is not None:
                    return Move(side, verb, noun)
    return None


class Answer(NamedTuple):
    """Seconds from asking to the answer and from the server's first word to it, and whether it told the whole charge."""

    asked: float
    started: float
    whole: bool


async def asked(address: str, made: dict[str, Any], move: Move) -> Answer:
    """Come back to a game, and ask."""
    started = perf_counter()
    url = f"{address.replace('http', 'ws')}/api/games/{made['game']}/socket"
    async with connect(url, max_size=None, compression=None, open_timeout=60) as line:
        await line.send(_said(type="hello", token=made["seats"][move.side]["token"]))
        await line.recv()
        began = perf_counter()
        await line.send(_said(type="preview", id=1, verb=move.verb, noun=move.noun))
        while (heard := json.loads(await line.recv())).get("id") != 1:
            pass
        ended = perf_counter()
    assert heard["type"] == "answer", heard
    return Answer(ended - began, ended - started, heard["whole"])


def _said(**message: Any) -> str:
    return msgspec.json.encode(message).decode()


def measure(book: Book, starts: int = STARTS) -> dict[str, Any]:
    """The first odds after some starts, in milliseconds."""
    scenario = CHARGING[book.name].scenarios[0]
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder)) as (address, _):
            made, move = asyncio.run(played(address, book, scenario))
        spent: list[Answer] = []
        for _ in range(starts):
            with running(Path(folder)) as (address, _):
                spent.append(asyncio.run(asked(address, made, move)))
    return {
        "scenario": scenario,
        "starts": starts,
        "load_before": load,
        "whole": sum([each.whole for each in spent]),
        "asked_ms": round(1000 * median([each.asked for each in spent])),
        "slowest_ms": round(1000 * max([each.asked for each in spent])),
        "since_start_ms": round(1000 * median([each.started for each in spent])),
    }


def main() -> None:
    """Measure the books asked for, print and keep what was found."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_odds", description=__doc__)
    parser.add_argument("books", nargs="*", metavar="BOOK")
    parser.add_argument("--starts", type=int, default=STARTS, help=f"of the server, for each book ({STARTS})")
    given = parser.parse_args()
    results = json.loads(RESULTS.read_text("utf-8"))
    for name in given.books or list(CHARGING):
        found = measure(books.load(name), given.starts)
        results.setdefault("first_odds", {})[name] = found
        print(name, json.dumps(found), flush=True)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        pages.main()


if __name__ == "__main__":
    main()
