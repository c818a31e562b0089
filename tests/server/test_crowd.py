"""Nobody stops the others: repeated hellos, previews of scenarios, half requests, false addresses, a database that is gone."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from grognard.engine.book import BadInput
from grognard.server.calm import Calm
from grognard.server.config import ANY_ADDRESS, LIBRARY, Limits, read_limits
from grognard.server.doors import Doors, _Http
from grognard.server.limits import PAYER, OneByOne, Share, metered
from grognard.server.run import _end_well
from grognard.server.turns import Crowded
from grognard.server.workers import Workers
from tests.server.player import Player
from tests.server.running import PATIENCE, PATIENT, ROOT, SHELF, Process, Running, in_thread, wait_until


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server with small limits."""
    limits = PATIENT._replace(
        hello_price=100, messages_per_second=0.001, messages_at_once=250, connections_per_address=12
    )
    with in_thread(tmp_path_factory.mktemp("strict") / "games.db", limits) as running:
        yield running


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server that waits for nobody's head or body: no honest request is sent to it."""
    limits = PATIENT._replace(head_seconds=0.3, body_seconds=0.3)
    with in_thread(tmp_path_factory.mktemp("hasty") / "games.db", limits) as running:
        yield running


def test_hello_again_and_again_is_refused_in_the_end(strict: Running) -> None:
    made = strict.new_game("here", "here")
    with Player(strict, made["game"], made["seats"][0]["token"]) as player:
        for _ in range(2):
            assert player.hello(made["seats"][1]["token"])["side"] == 1  # changing seats is fine
        player.say({"type": "hello", "token": made["seats"][0]["token"]})
        assert player.ask("ping")["type"] == "answer"  # messages are answered in turn
        assert [fault["code"] for fault in player.faults] == ["slow_down"]


def test_a_first_hello_costs_no_more_than_any_message(strict: Running) -> None:
    made = strict.new_game("here", "here")
    for _ in range(5):
        with Player(strict, made["game"], made["seats"][0]["token"]) as player:
            assert player.faults == []


def test_lines_once_rendered_are_kept_and_forgotten_with_an_undo(server: Running) -> None:
    made = server.new_game("here", "here")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        room, _ = server.service.rooms._rooms[made["game"]]  # type: ignore[union-attr]
        before = room.record.lines[0, 0]
        player.hello(made["seats"][0]["token"])
        assert room.record.lines[0, 0] is before


def test_tables_with_armies_are_worked_out_elsewhere_and_kept(tmp_path: Path) -> None:
    with in_thread(tmp_path / "games.db", shelf=LIBRARY) as running:
        path = "/api/books/valour_and_fortitude/scenarios/attack_and_defence?first_army=russian_400"
        first = running.http.get(path, timeout=PATIENCE)
        assert first.status_code == 200
        service = running.service
        assert service is not None
        assert list(service.catalogue.prospects) == [
            ("valour_and_fortitude", "attack_and_defence", ("first_army", "russian_400"))
        ]
        assert running.http.get(path).content == first.content
        assert running.http.get(path + "x").status_code == 404


# ---- connections


def half(server: Running, text: bytes = b"GET /api/books HTTP/1.1\r\nHost: 127") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.sendall(text)
    return line


def test_a_head_that_does_not_come_is_not_waited_for(hasty: Running) -> None:
    for text in (b"", b"GET /api/books HTTP/1.1\r\nHost: 127"):
        with half(hasty, text) as line:
            assert line.recv(100) == b""


class Hung:
    """A line of which is only known whether it was hung up."""

    up = False

    def close(self) -> None:
        """Hang up."""
        self.up = True


def test_a_line_whose_time_is_over_is_hung_up() -> None:
    door: Any = object.__new__(_Http)
    door.transport = Hung()
    door._too_slow()
    assert door.transport.up


def test_a_body_that_does_not_come_is_not_waited_for(hasty: Running) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    with half(hasty, head) as line:
        assert b" 408 " in line.recv(4000)


def test_one_address_has_so_many_connections_and_others_their_own(strict: Running) -> None:
    strict.http.close()
    strict.http = httpx.Client(base_url=f"http://127.0.0.1:{strict.port}", timeout=PATIENCE)
    with ExitStack() as lines:
        crowd = [lines.enter_context(half(strict, b"")) for _ in range(15)]
        assert crowd[-1].recv(100).startswith(b"HTTP/1.1 503 ")
        transport = httpx.HTTPTransport(local_address="127.0.0.3")
        with httpx.Client(base_url=f"http://127.0.0.1:{strict.port}", transport=transport) as other:
            assert other.get("/api/books", timeout=PATIENCE).status_code == 200


def test_doors_count_in_and_out() -> None:
    doors = Doors(Limits()._replace(connections=3, connections_per_address=2), ("proxy",))
    for address in ("a", "a"):
        doors.enter(address)
    assert doors.full("a")
    assert not doors.full("b")
    doors.enter("proxy")
    assert doors.full("b")  # three in all
    doors.leave("a")
    assert not doors.full("b")
    doors.enter("proxy")
    doors.leave("a")
    assert (doors.open, dict(doors.by_address)) == (2, {"proxy": 2})
    assert not doors.full("proxy")  # it brings everybody


def test_sockets_leave_the_doors_as_they_came(server: Running) -> None:
    made = server.new_game("here", "here")
    for _ in range(3):
        with Player(server, made["game"], made["seats"][0]["token"]):
            pass
    assert server.http.get("/api/books").status_code == 200


# ---- shares of the loop's time


def test_whoever_has_had_his_time_waits_and_nobody_else() -> None:
    async def play() -> tuple[bool, bool, bool]:
        now = [0.0]
        greedy, other = (Share(0.5, 0.1, 0.05, lambda: now[0]) for _ in range(2))
        first = await greedy.turn()
        greedy.bucket.left -= 1.0  # something took a second
        late = await greedy.turn()
        now[0] = 10.0
        return first, late, await greedy.turn() and await other.turn()

    assert asyncio.run(play()) == (True, False, True)


def test_what_is_done_is_charged_to_whoever_asked_for_it() -> None:
    async def play() -> tuple[float, float]:
        one, other = Share(1.0, 1.0, 1.0, lambda: 0.0), Share(1.0, 1.0, 1.0, lambda: 0.0)
        PAYER.set(one)
        with metered():
            sum(range(100_000))
        return one.bucket.left, other.bucket.left

    left, untouched = asyncio.run(play())
    assert left < 1.0 == untouched


def test_one_address_has_one_text_read_at_a_time_and_so_many_waiting() -> None:
    async def play() -> tuple[int, bool]:
        mine, other = OneByOne(2), OneByOne(2)
        most, crowded, now = 0, False, 0

        async def read(whose: OneByOne) -> None:
            nonlocal most, crowded, now
            try:
                async with whose.turn():
                    now += whose is mine
                    most = max(most, now)
                    await asyncio.sleep(0)
                    now -= whose is mine
            except Crowded:
                crowded = True

        await asyncio.gather(*(read(mine) for _ in range(3)), read(other))
        assert not crowded
        await asyncio.gather(*(read(mine) for _ in range(4)))
        return most, crowded

    assert asyncio.run(play()) == (1, True)


# ---- workers


def test_askers_take_turns_and_none_may_queue_for_ever() -> None:
    async def play() -> tuple[list[str], bool]:
        workers = Workers("test", 1, SHELF, each=2, in_all=100)
        done: list[str] = []
        first = await workers._next("")

        async def ask(who: str) -> None:
            worker = await workers._next(who)
            done.append(who)
            await asyncio.sleep(0)
            workers._free(who, worker)

        tasks = [asyncio.create_task(ask(who)) for who in ("greedy", "greedy", "other")]
        await asyncio.sleep(0)
        third = asyncio.create_task(workers._next("greedy"))
        await asyncio.sleep(0)
        crowded = third.done() and isinstance(third.exception(), Crowded)
        third.cancel()
        workers._free("", first)
        await asyncio.gather(*tasks)
        assert workers.waiting == 0
        return done, crowded

    assert asyncio.run(play()) == (["greedy", "other", "greedy"], True)


def test_who_gives_up_waiting_leaves_no_gap() -> None:
    async def play() -> str:
        workers = Workers("test", 1, SHELF)
        first = await workers._next("")
        leaving = asyncio.create_task(workers._next("a"))
        await asyncio.sleep(0)
        staying = asyncio.create_task(workers._next("b"))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        workers._free("", first)
        await staying
        return "served"

    assert asyncio.run(play()) == "served"


# ---- rooms, health, a database that is gone


def test_a_room_put_away_between_the_door_and_the_hello_is_looked_up_again(server: Running) -> None:
    made = server.new_game("here", "here")
    with Player(server, made["game"], greet=False) as late:
        room, _ = server.service.rooms._rooms[made["game"]]  # type: ignore[union-attr]
        server.inside(server.service.rooms._put_away(made["game"]))  # type: ignore[union-attr]
        late.hello(made["seats"][0]["token"])
        again, _ = server.service.rooms._rooms[made["game"]]  # type: ignore[union-attr]
        assert again is not room
        assert len(again.guests) == 1
        assert not room.guests


def test_with_the_database_gone_everybody_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_thread(tmp_path / "games.db") as running:
        assert running.http.get("/api/health").json()["ok"]
        service = running.service
        assert service is not None

        def broken(*_: object) -> None:
            raise OSError("no space left")

        monkeypatch.setattr(sa.Connection, "begin", broken)
        service.health._last = None
        sick = running.http.get("/api/health")
        assert (sick.status_code, sick.json()["ok"], sick.json()["wrong"]) == (
            503,
            False,
            ["games cannot be kept"],
        )
        body = {"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here"}] * 2}
        made = running.http.post("/api/games", json=body)
        assert (made.status_code, made.json()["error"]["code"]) == (503, "busy")
        assert made.headers["retry-after"]
        monkeypatch.setattr(service.store.engine, "connect", broken)
        assert running.http.get("/api/games/nothing/summary").status_code == 503
        assert running.http.post("/api/games/list", json={"tokens": ["x"]}).status_code == 503


def test_health_sees_workers_that_are_gone(tmp_path: Path) -> None:
    with in_thread(tmp_path / "games.db") as running:
        service = running.service
        assert service is not None
        running.inside(service.reckoners.close())
        service.health._last = None
        sick = running.http.get("/api/health")
        assert (sick.status_code, sick.json()["wrong"]) == (503, ["the reckoners do not work"])


# ---- who is believed, and what is written down


def test_a_false_address_is_not_believed_unless_a_proxy_gives_it(tmp_path: Path) -> None:
    for proxies, seen in (((), {"127.0.0.1"}), (("127.0.0.1",), {"10.1.1.1", "10.1.1.2"})):
        with in_thread(tmp_path / f"{len(proxies)}.db", proxies=proxies) as running:
            for address in ("10.1.1.1", "10.1.1.2"):
                running.http.get("/api/books", headers={"X-Forwarded-For": address})
            assert running.service is not None
            assert set(running.service.requests._known) == seen


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.168.1.7:8000", 200), ("[::1]:8000", 200), ("localhost", 200), ("games.example", 200), ("evil.example", 403)],
)  # fmt: skip
def test_names_are_allowed_one_by_one_and_addresses_are_no_names(
    tmp_path: Path, host: str, status: int
) -> None:
    hosts = ("localhost", ANY_ADDRESS, "games.example")
    with in_thread(tmp_path / "games.db", hosts=hosts) as running:
        assert running.http.get("/api/books", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200), ("LOCALHOST", 200), ("127.0.0.1:80", 200), ("localhost:80@evil", 403),
        ("localhost:", 403), ("localhost:80:80", 403), ("localhost:123456", 403), ("localhost/", 403), ("", 403),
    ],
)  # fmt: skip
def test_a_host_is_a_name_and_perhaps_a_port_and_nothing_else(local: Running, host: str, status: int) -> None:
    assert local.http.get("/api/books", headers={"Host": host}).status_code == status


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server that answers to this machine's names."""
    with in_thread(
        tmp_path_factory.mktemp("local") / "games.db", hosts=("localhost", "127.0.0.1")
    ) as running:
        yield running


@pytest.mark.parametrize(
    ("heads", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_pages_of_other_sites_change_nothing(local: Running, heads: dict[str, str], status: int) -> None:
    asked = local.http.post("/api/games/list", json={"tokens": []}, headers=heads)
    assert asked.status_code == status
    if "Origin" not in heads:  # a link from elsewhere may lead here
        assert local.http.get("/api/books", headers=heads).status_code == 200


def test_a_request_that_ends_in_two_ways_is_refused_and_the_line_cut(local: Running) -> None:
    """A proxy before us may have believed the other of the two: what follows would be somebody else's request."""
    inner = b"GET /api/books HTTP/1.1\r\nHost: localhost\r\n\r\n"
    text = (
        b"POST /api/games/list HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % (5 + len(inner))
    )
    with half(local, text + inner) as line:
        told = b""
        while data := line.recv(4000):
            told += data
    assert told.count(b"HTTP/1.1 ") == 1
    assert told.startswith(b"HTTP/1.1 400 ")
    assert b"connection: close" in told.lower()


def test_who_hangs_up_in_the_middle_is_not_written_down(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            half(server, head).close()
        for _ in range(5):  # by the last of these the others are long over
            server.http.get("/api/books")
    assert [record.getMessage() for record in caplog.records] == []


def test_the_same_line_is_written_a_few_times_only() -> None:
    calm = Calm(most=3, within=0.0)
    calm.within = 1000.0
    lines = [logging.LogRecord("asyncio", logging.ERROR, "", 1, "out of files", None, None) for _ in range(9)]
    assert [calm.filter(line) for line in lines] == [True] * 3 + [False] * 6
    other = logging.LogRecord("asyncio", logging.ERROR, "", 1, "something else", None, None)
    assert calm.filter(other)
    calm.within = 0.0
    again = logging.LogRecord("asyncio", logging.ERROR, "", 1, "out of files", None, None)
    assert calm.filter(again)
    assert again.getMessage() == "out of files (and 6 more like it)"


def test_limits_are_read_from_words() -> None:
    limits = read_limits(["rooms=500", "loop_share=0.5"])
    assert (limits.rooms, limits.loop_share) == (500, 0.5)
    for wrong in ("rooms", "rooms=none", "rooms=-1", "rooms=0", "chambers=5"):
        with pytest.raises(BadInput, match="limit"):
            read_limits([wrong])


def test_the_environment_sets_what_the_command_line_does(tmp_path: Path) -> None:
    environment = {
        **os.environ, "GROGNARD_PORT": "0", "GROGNARD_DB": f"sqlite:///{tmp_path / 'games.db'}",
        "GROGNARD_ALLOWED_HOST": "games.example other.example", "GROGNARD_LIMIT": "requests_per_second=0.01 requests_at_once=5",
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "grognard", "serve", "--no-open"],
        env=environment, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1].rstrip("/")
        try:
            for name in ("games.example", "other.example"):
                assert (
                    httpx.get(f"{address}/api/health", headers={"Host": name}, timeout=PATIENCE).status_code
                    == 200
                )
            assert (
                httpx.get(f"{address}/", headers={"Host": "evil.example"}, timeout=PATIENCE).status_code
                == 403
            )
            assert [httpx.get(f"{address}/api/books", timeout=PATIENCE).status_code for _ in range(5)][
                -1
            ] == 429
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0


def test_a_signal_that_comes_again_is_let_pass() -> None:
    before = signal.getsignal(signal.SIGTERM)
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _end_well()
        again = signal.getsignal(signal.SIGTERM)
        assert callable(again)
        assert again(signal.SIGTERM, None) is None
    finally:
        signal.signal(signal.SIGTERM, before)


def test_asked_to_stop_it_ends_well(tmp_path: Path) -> None:
    server = Process(tmp_path / "games.db")
    made = server.new_game("here", "here")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        server.process.terminate()
        assert player.closed() == 1012
    wait_until(lambda: server.process.poll() is not None)
    assert server.process.returncode == 0
    server.end()
