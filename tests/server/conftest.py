"""One server for most tests; each plays its own games on it. Stores on every kind of database there is."""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from grognard.server import agents, dice
from tests.server.running import ROOT, Running, in_thread

POSTGRES = os.environ.get("GROGNARD_TEST_POSTGRES", "")
BACKENDS = [
    "sqlite",
    pytest.param(
        "postgres", marks=pytest.mark.skipif(not POSTGRES, reason="GROGNARD_TEST_POSTGRES is not set")
    ),
]


class Luck:
    """Numbers that hang on the test and on nothing else, instead of those that nobody can guess."""

    def __init__(self) -> None:
        self.test, self.drawn = "", 0

    def begin(self, test: str) -> None:
        """What is drawn from here on is drawn for this test."""
        self.test, self.drawn = test, 0

    def seed(self) -> bytes:
        """The seed of a new game: another for every game of a test, the same whenever it runs."""
        self.drawn += 1
        return hashlib.sha256(f"{self.test} {self.drawn}".encode()).digest()

    def randbits(self, bits: int) -> int:
        """What a computer player begins with."""
        return int.from_bytes(self.seed(), "big") % (1 << bits)


LUCK = Luck()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    LUCK.begin(item.nodeid)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """What a test leaves open is found at its own end: garbage is looked for seldom, and the fault would be told of another.

    Only what is young is looked through: with all that a worker of the suite keeps, that is most of the time of these tests.
    """
    yield
    gc.collect(1)


@pytest.fixture(scope="module", autouse=True)
def nothing_left_in_the_end() -> Iterator[None]:
    """What had grown old by then is found at the end of its module."""
    yield
    gc.collect()


@pytest.fixture(scope="package", autouse=True)
def known_luck() -> Iterator[None]:
    """Whether a test passes is no matter of luck: neither dice nor computer players differ from run to run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dice, "new_seed", LUCK.seed)
        patch.setattr(agents, "secrets", LUCK)
        yield


@pytest.fixture(scope="session", autouse=True)
def path_for_workers() -> Iterator[None]:
    """Workers are processes of their own and must find the shelf too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))))
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server with Toy Brigade on the shelf."""
    with in_thread(tmp_path_factory.mktemp("server") / "games.db") as running:
        yield running


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a store of its own is kept: on SQLite, and on PostgreSQL where there is one."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
        return
    # A schema for each test: others may be using the same server at the same time.
    schema = f"t{uuid4().hex}"
    server = sa.make_url(POSTGRES)
    engine = sa.create_engine(server.set(drivername="postgresql+psycopg"))
    with engine.begin() as line:
        line.execute(sa.schema.CreateSchema(schema))
    own = server.update_query_dict({"options": f"-csearch_path={schema}"})
    yield own.render_as_string(hide_password=False)
    with engine.begin() as line:
        line.execute(sa.schema.DropSchema(schema, cascade=True))
    engine.dispose()
