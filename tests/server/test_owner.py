"""One server to a database: a second is refused in words, and one that was killed has let go."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.engine.book import BadInput
from grognard.server import owner
from grognard.server.owner import LockFile
from grognard.server.store import Store
from tests.server.running import PATIENCE, ROOT, Process

HOLD = """
import sys, time
from grognard.server.store import Store
store = Store(sys.argv[1])
print("held", flush=True)
time.sleep(600)
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else is just ending here."""
    monkeypatch.setattr(owner.LockFile.__init__, "__defaults__", (0.0,))
    monkeypatch.setattr(owner.claim, "__defaults__", (0.0,))


def test_a_second_store_is_refused_in_words_and_served_when_the_first_has_closed(url: str) -> None:
    first = Store(url)
    for _ in range(2):
        with pytest.raises(BadInput, match=r"another server.* uses .*; end it first") as refused:
            Store(url)
        assert "\n" not in str(refused.value)
    first.close()
    Store(url).close()


def test_who_was_killed_has_let_go(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # PostgreSQL hears of it a moment later, as a server begun at once would find.
    monkeypatch.setattr(owner.claim, "__defaults__", (PATIENCE,))
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, url], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        other.kill()
        other.wait(PATIENCE)
    Store(url).close()


def test_the_file_names_the_process_that_has_it(tmp_path: Path) -> None:
    first = LockFile(tmp_path / "games.db")
    with pytest.raises(BadInput, match=rf"another server \(process {os.getpid()}\) uses .*games\.db"):
        LockFile(tmp_path / "games.db")
    first.release()
    first.release()


def test_one_who_is_just_ending_is_waited_for(tmp_path: Path) -> None:
    first, asked = LockFile(tmp_path / "games.db"), []

    def ends() -> bool:
        asked.append(1)
        if len(asked) == 3:
            first.release()
        return False

    lock = owner._lock
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, "_lock", lambda file: ends() or lock(file))
        LockFile(tmp_path / "games.db", PATIENCE).release()
    assert len(asked) == 3


def test_a_second_server_ends_with_one_line(tmp_path: Path) -> None:
    first = Process(tmp_path / "games.db")
    second = subprocess.run(
        [sys.executable, "-m", "grognard", "serve", "--port", "0", "--no-open", "--db", f"sqlite:///{tmp_path}/games.db"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert second.returncode == 2
    assert f"another server (process {first.process.pid}) uses" in second.stderr
    assert second.stderr.count("\n") == 1
    assert first.http.get("/api/health").json()["ok"]
    first.end()
    again = Process(tmp_path / "games.db")
    again.end()
