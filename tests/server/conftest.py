"""One server for most tests; each plays its own games on it. Stores on every kind of database there is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from tests.server.running import ROOT, Running, in_thread

POSTGRES = os.environ.get("GROGNARD_TEST_POSTGRES", "")
BACKENDS = [
    "sqlite",
    pytest.param(
        "postgres", marks=pytest.mark.skipif(not POSTGRES, reason="GROGNARD_TEST_POSTGRES is not set")
    ),
]


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
