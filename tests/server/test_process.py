"""The server as a process: killed at any moment it loses nothing it has acknowledged."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from grognard.server import run
from grognard.server.config import ANY_ADDRESS, data_folder
from grognard.server.run import has_screen, is_local, names_of
from tests.server.player import Player, level, play_out
from tests.server.running import PATIENCE, ROOT, SHELF, Process, in_thread


def play_until_it_dies(
    first: Player, second: Player, rng: random.Random, kill: Callable[[], None] | None
) -> tuple[int, list[dict[str, Any]]]:
    """Play as fast as it goes, and have it killed on the way; how far it was acknowledged, and what was told until then."""
    acknowledged, log = first.state["seq"], list(first.log)
    enough = acknowledged + 5
    try:
        while True:
            ended = first.state["outcome"] is not None
            if (ended or acknowledged >= enough) and kill is not None:
                Timer(rng.random() / 20, kill).start()  # while we go on
                kill = None
            level([first, second])
            acknowledged, log = first.state["seq"], list(first.log)
            if first.state["outcome"] is None:
                (first if first.mine else second).play_one(rng)
            else:
                first.ask("ping")
    except (ConnectionClosed, EOFError, ConnectionError):  # an answer that never comes is a fault
        return acknowledged, log
    finally:
        for player in (first, second):
            player.__exit__(None, None, None)


def test_killed_mid_game_everything_acknowledged_is_there_again(url: str) -> None:
    rng = random.Random(8)
    server = Process(url)
    made = server.new_game("here", "open", scenario="battle")
    tokens = [seat["token"] for seat in made["seats"]]
    acknowledged, log = 0, list[dict[str, Any]]()
    for _ in range(3):
        first, second = (Player(server, made["game"], token) for token in tokens)
        acknowledged, log = play_until_it_dies(first, second, rng, server.process.kill)
        server.end()
        server = Process(url, server.port)  # clients come back to the same address
        with Player(server, made["game"], tokens[0]) as back:
            assert back.state["side"] == 0
            assert back.state["seq"] >= acknowledged > 0
            assert [entry for entry in back.log if entry["seq"] <= acknowledged] == log
    first, second = (Player(server, made["game"], token) for token in tokens)
    with first, second:
        play_out([first, second], rng)
    server.end()


def test_asked_to_stop_it_says_so_to_everybody_and_stops(tmp_path: Path) -> None:
    server = Process(tmp_path / "games.db")
    made = server.new_game("here", "greedy")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        assert player.act("bid", 1)["type"] == "answer"
        server.process.send_signal(signal.SIGTERM)
        assert player.closed() == 1012
    server.end(kindly=True)
    assert server.process.returncode in (0, -signal.SIGTERM)


def test_workers_end_with_their_server(tmp_path: Path) -> None:
    server = Process(tmp_path / "games.db")
    made = server.new_game("here", "greedy")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        player.ask("overlay", kind="range", unit=0)
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children")
    if not children.exists():
        pytest.skip("this system does not tell a process's children")
    workers = [int(child) for child in children.read_text().split()]
    assert workers
    server.end()
    until = monotonic() + PATIENCE
    while any(_runs(worker) for worker in workers):
        assert monotonic() < until, "a worker outlives its server"
        sleep(0.02)  # and leaves the processor to them


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_nobody_is_told_where_it_is_before_odds_can_be_reckoned(tmp_path: Path) -> None:
    script = f"""
import sys
from grognard.server import run
from grognard.server.config import Config
from grognard.server.run import serve
from grognard.server.workers import Workers
run.WARM = 600.0
warm_up = Workers.warm_up
async def told(self):
    await warm_up(self)
    print(self.name, "are up", flush=True)
Workers.warm_up = told
serve(Config(sys.argv[1], {SHELF!r}), "127.0.0.1", 0, say=lambda line: print(line, flush=True))
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script, f"sqlite:///{tmp_path}/games.db"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "reckoners are up\n"
        assert process.stdout.readline().startswith("Grognard is at http://")
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def test_the_command_serves_prints_its_address_and_keeps_games_in_the_user_s_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--no-open"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Grognard is at http://localhost:")
        address = line.split()[-1]
        assert httpx.get(f"{address}api/health", timeout=PATIENCE).json()["ok"]
        taken = subprocess.run(
            [*command[:-3], "--port", address.rstrip("/").rsplit(":", 1)[1], "--no-open", "--db", f"sqlite:///{tmp_path}/x.db"],
            cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert taken.returncode == 2
        assert "try another --port" in taken.stderr
        assert taken.stderr.count("\n") == 1
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        process.stdout.close()
    assert (tmp_path / "grognard" / "grognard.db").exists()


def test_only_this_machine_unless_told_otherwise() -> None:
    assert is_local("127.0.0.1")
    assert is_local("::1")
    assert is_local("localhost")
    assert not is_local("0.0.0.0")
    assert not is_local("example.org")
    assert "localhost" in names_of("127.0.0.1")
    assert "example.org" not in names_of("0.0.0.0")
    assert "example.org" in names_of("0.0.0.0", ["Example.org"])
    assert ANY_ADDRESS in names_of("0.0.0.0")
    assert ANY_ADDRESS not in names_of("127.0.0.1")
    assert "[::1]" in names_of("::1")


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "grognard"
    monkeypatch.delenv("XDG_DATA_HOME")
    for platform, part in (("linux", ".local"), ("darwin", "Library"), ("win32", "grognard")):
        monkeypatch.setattr(sys, "platform", platform)
        assert part in data_folder().parts
    assert has_screen()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", "")
    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    assert not has_screen()


def test_a_server_that_sleeps_is_woken_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not look ten times a second whether it is to end: it is told, and ends though its next look is far off."""
    monkeypatch.setattr(run, "TICK", 3600.0)
    looks: dict[run.Server, int] = {}
    look, loop = run.Server.on_tick, run.Server.main_loop

    async def begun(self: run.Server) -> None:
        looks[self] = 0
        await loop(self)

    async def counted(self: run.Server, counter: int) -> bool:
        if self in looks:  # servers of other tests may be about in this process, and look as they always do
            looks[self] += 1
        return await look(self, counter)

    monkeypatch.setattr(run.Server, "main_loop", begun)
    monkeypatch.setattr(run.Server, "on_tick", counted)
    with in_thread(tmp_path / "games.db") as running:
        assert running.http.get("/api/health").status_code == 200
    assert list(looks.values()) == [2], "when it began, and when it was told to end"
