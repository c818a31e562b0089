"""One server for most tests; each plays its own games on it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.server.running import ROOT, Running, in_thread


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
