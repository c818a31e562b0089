"""Printing delays nobody: it has a process of its own, the books' own sheets are drawn once, and nobody may ask for very many."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from grognard.server.config import Limits
from grognard.server.sheets import Sheets
from grognard.server.turns import Crowded
from grognard.server.workers import Workers
from tests.server.player import Player
from tests.server.running import PATIENT, SHELF, Running, in_thread, wait_until


class Printers:
    """Draws when it is told to."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.open = asyncio.Event()

    async def call(self, _job: str, wish: dict[str, Any], *_: Any, **__: Any) -> bytes:
        """A sheet."""
        self.drawn.append(wish["name"])
        await self.open.wait()
        if wish["name"] == "broken":
            raise RuntimeError("no ink")
        return wish["name"].encode() * 100


def wish(name: str, **more: Any) -> dict[str, Any]:
    return {"book": "toy", "what": "army", "name": name, "text": None, "options": {}, "paper": "a4", **more}


def sheets(printers: Printers, **limits: Any) -> Sheets:
    found: Any = printers
    return Sheets(found, Limits()._replace(**limits))


def test_what_is_the_books_own_is_drawn_once_for_all() -> None:
    async def play() -> tuple[set[bytes], list[str]]:
        printers = Printers()
        kept = sheets(printers)
        asked = [asyncio.create_task(kept.sheet(wish("a"), str(n))) for n in range(5)]
        await asyncio.sleep(0)
        asked[0].cancel()  # who asked first has gone
        printers.open.set()
        found = await asyncio.gather(*asked[1:])
        return {*found, await kept.sheet(wish("a"), "late")}, printers.drawn

    assert asyncio.run(play()) == ({b"a" * 100}, ["a"])


def test_what_somebody_wrote_is_drawn_for_him_and_not_kept() -> None:
    async def play() -> list[str]:
        printers = Printers()
        printers.open.set()
        kept = sheets(printers)
        for _ in range(2):
            await kept.sheet(wish("mine", text="a list"), "1")
            await kept.sheet(wish("sized", options={"size": 3}), "1")
        return printers.drawn

    assert asyncio.run(play()) == ["mine", "sized", "mine", "sized"]


def test_the_longest_unused_make_room() -> None:
    async def play() -> list[str]:
        printers = Printers()
        printers.open.set()
        kept = sheets(printers, sheets_bytes=250)
        for name in "abacab":
            await kept.sheet(wish(name), "1")
        return printers.drawn

    assert asyncio.run(play()) == ["a", "b", "c", "b"]


def test_what_could_not_be_drawn_is_tried_again() -> None:
    async def play() -> list[str]:
        printers = Printers()
        printers.open.set()
        kept = sheets(printers)
        for _ in range(2):
            with pytest.raises(RuntimeError):
                await kept.sheet(wish("broken"), "1")
        return printers.drawn

    assert asyncio.run(play()) == ["broken", "broken"]


def test_one_address_may_have_so_many_sheets_waiting() -> None:
    async def play() -> None:
        workers = Workers("printers", 1, SHELF, each=2)
        await workers._next("greedy")
        waiting = [asyncio.create_task(workers._next("greedy")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await workers._next("greedy")
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(play())
    assert Limits().sheets_waiting < Limits().questions_waiting


def test_questions_are_answered_while_sheets_are_drawn(
    server: Running, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with in_thread(tmp_path_factory.mktemp("printing") / "games.db", PATIENT) as running:
        service = running.service
        holding = asyncio.run_coroutine_threadsafe(service.printers._next("somebody"), running._loop)  # type: ignore[arg-type]
        holding.result(60)  # its only process is taken, and not given back
        made = running.new_game("here", "here")
        asked = asyncio.run_coroutine_threadsafe(
            service.sheets.sheet({**wish("x"), "what": "quickref"}, "another"),
            running._loop,  # type: ignore[arg-type]
        )
        wait_until(lambda: service.printers.waiting == 1)
        with Player(running, made["game"], made["seats"][0]["token"]) as player:
            assert player.ask("overlay", kind="range", unit=0)["type"] == "answer"
        assert service.printers.waiting == 1
        asked.cancel()
