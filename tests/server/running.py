"""A server that runs: in a thread of this process, or as a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx

from grognard.server.app import build
from grognard.server.config import Config, Limits
from grognard.server.run import Server, listen, settings
from grognard.server.service import Service

ROOT = Path(__file__).parents[2]
SHELF = "tests.server.shelf:library"
PATIENCE = 90.0
"""Seconds we wait for what must come: as long as a busy machine may need, for only a test that fails waits so long."""
PATIENT = Limits(
    games_per_hour=100_000,
    requests_per_second=10_000,
    requests_at_once=10_000,
    messages_per_second=10_000,
    messages_at_once=10_000,
    address_messages_per_second=100_000,
    address_messages_at_once=100_000,
    loop_share=100.0,
    loop_seconds_at_once=100.0,
    questions_waiting=1000,
    hello_price=1,
    connections_per_address=4000,
    head_seconds=600.0,
    body_seconds=600.0,
    turn_seconds=600.0,
    import_seconds=600.0,
    odds_seconds=60.0,
    question_seconds=PATIENCE,
    agent_seconds=PATIENCE,
    print_seconds=PATIENCE,
)
"""Limits that no test meets which does not look for them, on however busy a machine."""


class Running:
    """A server and how to reach it."""

    def __init__(
        self, port: int, service: Service | None = None, loop: asyncio.AbstractEventLoop | None = None
    ):
        self.port, self._house, self._loop = port, service, loop
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)

    @property
    def service(self) -> Service:
        """Its inside, where it runs in this process."""
        assert self._house is not None
        return self._house

    def inside(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Have something done by its event loop."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def warm(self) -> None:
        """Wait until the computer players' processes are up: how long they may think is counted from then on."""
        wait_until(self.service._tasks[-1].done)

    def put_away(self, game: str) -> None:
        """Make it forget a game, so that it must be read from the disk."""
        room, _ = self.service.rooms._rooms[game]
        wait_until(lambda: not room.guests)
        self.inside(self.service.rooms._put_away(game))

    @property
    def sockets(self) -> str:
        """Where its sockets are."""
        return f"ws://127.0.0.1:{self.port}"

    def new_game(
        self, *seats: str, book: str = "toy", scenario: str = "skirmish", claim: bool = True, **more: Any
    ) -> dict[str, Any]:
        """A game; seats as `here`, `open` (then claimed at once) or the name of a computer player."""
        wishes = [
            {"kind": seat} if seat in ("here", "open") else {"kind": "agent", "agent": seat} for seat in seats
        ]
        body = {"book": book, "scenario": scenario, "seats": wishes, **more}
        made = self.http.post("/api/games", json=body)
        assert made.status_code == 201, made.text
        found: dict[str, Any] = made.json()
        for seat in found["seats"] if claim else ():
            if seat["invitation"] is not None:
                seat["token"] = self.join(found["game"], seat["invitation"]).json()["token"]
        return found

    def join(self, game: str, invitation: str) -> httpx.Response:
        """Bring an invitation."""
        return self.http.post(f"/api/games/{game}/join", json={"invitation": invitation})


@contextmanager
def in_thread(database: Path, limits: Limits | None = None, **config: Any) -> Iterator[Running]:
    """A server in this process."""
    settled = Config(
        database=f"sqlite:///{database}",
        shelf=config.pop("shelf", SHELF),
        pace=config.pop("pace", 0.0),
        thinkers=config.pop("thinkers", 1),
        reckoners=config.pop("reckoners", 1),
        limits=limits or PATIENT,
        **config,
    )
    app = build(settled)
    with listen("127.0.0.1", 0) as listening:
        server = Server(settings(app, settled))
        up = threading.Event()
        loops: list[asyncio.AbstractEventLoop] = []

        def ready() -> None:
            loops.append(asyncio.get_running_loop())
            up.set()

        server.ready = ready
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        assert up.wait(PATIENCE), "the server did not start"
        running = Running(listening.getsockname()[1], app.state.service, loops[0])
        try:
            yield running
        finally:
            running.http.close()
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server did not stop"


class Process(Running):
    """A server in a process of its own."""

    def __init__(self, database: Path | str, port: int = 0):
        url = database if isinstance(database, str) else f"sqlite:///{database}"
        script = (
            "import sys; from grognard.server.config import Config; from grognard.server.run import serve;"
            "from tests.server.running import PATIENT;"
            f"serve(Config(sys.argv[1], {SHELF!r}, pace=0.0, limits=PATIENT), '127.0.0.1', int(sys.argv[2]),"
            " say=lambda line: print(line, flush=True))"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, url, str(port)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Grognard is at http://"), line
        super().__init__(int(line.rstrip("/\n").rsplit(":", 1)[1]))

    def end(self, *, kindly: bool = False) -> None:
        """Kill it, or ask it to stop."""
        self.http.close()
        if kindly:
            self.process.terminate()
        else:
            self.process.kill()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


def wait_until(holds: Any, seconds: float = PATIENCE) -> None:
    """Wait for something to become true."""
    until = monotonic() + seconds
    while not holds():
        assert monotonic() < until, "it did not happen in time"
        sleep(0.01)
