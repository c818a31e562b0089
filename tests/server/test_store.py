"""What is kept: on SQLite, and on PostgreSQL where GROGNARD_TEST_POSTGRES names a server."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa

from grognard.engine.book import BadInput
from grognard.server import seats as seating
from grognard.server.store import Gone, Store
from grognard.server.tables import Card, GameKept, SeatKept


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    kept = Store(url)
    yield kept
    kept.close()


def card(seq: int = 0) -> Card:
    return Card("A title", ("Reds", "Blues"), "Turn 1", 1, (0,), False, (seq, seq), (1.5, 1.5))


def game(token: str = "") -> GameKept:
    """A game of its own."""
    return GameKept(
        id=uuid4().hex[:16],
        book="toy",
        version="1",
        scenario="skirmish",
        options={"nightfall": False},
        seed=bytes(range(32)),
        seed_hash="ab" * 32,
        dice_from=0,
        guide=True,
        created=1.5,
        updated=1.5,
        card=card(),
        seats=(
            SeatKept(0, "here", None, "Reds", seating.hashed(token or uuid4().hex)),
            SeatKept(1, "agent", "greedy", "Blues", None),
        ),
    )


def test_what_was_written_is_read_again(store: Store) -> None:
    one = game("a token")
    asyncio.run(store.create(one, ["first"]))
    asyncio.run(store.append(one.id, 1, ["second", "third"], card(3)))
    loaded = store.load(one.id)
    assert loaded is not None
    kept, rows = loaded
    assert rows == ["first", "second", "third"]
    assert kept._replace(updated=0, card=card()) == one._replace(updated=0)
    assert kept.updated > one.updated
    assert kept.card.seqs == (3, 3)
    assert store.load("nothing") is None
    held = store.held([seating.hashed("a token"), seating.hashed("no token")])
    assert [one.id for one in held.values()] == [kept.id]


def test_a_connection_that_was_lost_costs_nobody_his_action(store: Store) -> None:
    one = game()
    asyncio.run(store.create(one, ["first"]))
    assert store._line is not None
    store._line.invalidate()  # as when the database was begun anew
    store._line.close()
    asyncio.run(store.append(one.id, 1, ["second"], card(2)))
    loaded = store.load(one.id)
    assert loaded is not None
    assert loaded[1] == ["first", "second"]


def test_many_writers_share_a_commit_and_each_hears_of_his_own(store: Store) -> None:
    one, other = game(), game()

    async def write() -> list[Any]:
        await store.create(one, [])
        await store.create(other, [])
        works = [store.append(one.id, n, [f"row {n}"], card(n)) for n in range(100)]
        works += [store.append(other.id, 0, ["the same"], card()) for _ in range(3)]
        return await asyncio.gather(*works, return_exceptions=True)

    results = asyncio.run(write())
    assert results[:100] == [None] * 100
    faults = [result for result in results[100:] if result is not None]
    assert len(faults) == 2  # a row is written once, and never over another
    assert all(isinstance(fault, sa.exc.IntegrityError) for fault in faults)
    loaded = store.load(one.id)
    assert loaded is not None
    assert loaded[1] == [f"row {n}" for n in range(100)]


def test_a_closed_store_takes_nothing_more(url: str) -> None:
    store = Store(url)
    one = game()
    asyncio.run(store.create(one, []))
    store.close()
    store.close()
    with pytest.raises(Gone):
        asyncio.run(store.append(one.id, 0, ["x"], card()))
    again = Store(url)
    loaded = again.load(one.id)
    again.close()
    assert loaded is not None
    assert loaded[1] == []


def test_tokens_are_kept_only_as_hashes_and_the_file_is_its_owner_s(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "games.db"
    store = Store(f"sqlite:///{path}")
    asyncio.run(store.create(game("the token itself"), []))
    store.close()
    assert b"the token itself" not in path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0


def test_every_commit_is_flushed_before_it_returns(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    store.close()


@pytest.mark.parametrize(
    "url", ["", "nonsense", "sqlite://", "sqlite:///:memory:", "mysql://x/y", "sqlite:////proc/x/y.db"]
)
def test_a_database_that_cannot_be_is_refused_in_one_line(url: str) -> None:
    with pytest.raises((BadInput, OSError)) as refused:
        Store(url)
    assert "\n" not in str(refused.value)


def test_what_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir, " * 100)
    with pytest.raises(BadInput, match="--db cannot be used: file is not a database"):
        Store(f"sqlite:///{path}")
    with pytest.raises(BadInput, match="--db cannot be used: connection") as refused:
        Store("postgresql://somebody:password@127.0.0.1:1/nothing")
    assert "password@" not in str(refused.value)
    assert path.read_text().startswith("Dear Sir")


def test_a_database_of_another_form_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("update about set schema = 99")
    connection.close()
    with pytest.raises(BadInput, match="of form 99"):
        Store(f"sqlite:///{path}")
