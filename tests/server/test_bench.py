"""The measurements of the server run and make sense; how fast it is is not tested."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from bench import server as measures
from grognard import books


def test_the_server_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = books.load(books.names()[0])
    with measures.running(tmp_path) as (address, pid):
        found = measures.ask(address, pid, book.name, next(iter(book.scenarios)), 2, 0.3, 0.0)
    assert found["actions"] > 0
    assert 0 < found["p50_ms"] <= found["p95_ms"] <= found["max_ms"]
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    theirs = measures.peer(0.1)
    assert theirs == {"skipped": "there is no Node here"}
    told = {
        "book": book.name,
        "scenario": "x",
        "load_before": 1.0,
        "processors": 2,
        "pace_s": 1.0,
        "ours": {"2 live": found},
    }
    measures.show(told, theirs, Console(record=True, width=150))
