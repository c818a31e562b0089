"""One browser and one server for all; every test brings its own people."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.desk import PATIENCE, Desk, sit_down

ROOT = Path(__file__).parents[2]
SHELF = "tests.browser.shelf:library"
OFF = (
    # For every new window Chromium loads two pages of its own, for a line of addresses that nobody sees.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Only the last list of these counts, so here is what Playwright switches off besides.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = [
    f"--disable-features={','.join(OFF)}",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("there is no Chromium here: `make browser`")
    if not (ROOT / "src/grognard/server/static/index.html").is_file():
        pytest.fail("the client is not built: `make web`")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


class Served:
    """A server that can be killed, and started again on the same games and the same port."""

    def __init__(self, database: Path, shelf: str = SHELF):
        self.database, self.port, self.shelf = database, 0, shelf
        self.start()

    def start(self) -> None:
        """Start it; the port stays what it was."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serve", str(self.database), str(self.port), self.shelf],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Grognard is at http://"), line
        self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Without a word."""
        self.process.kill()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server for everybody."""
    server = Served(tmp_path_factory.mktemp("games") / "games.db")
    yield server
    server.kill()


@pytest.fixture(scope="session")
def all_books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with every book there is."""
    server = Served(tmp_path_factory.mktemp("all") / "games.db", "tests.browser.shelf:everything")
    yield server
    server.kill()


Sit = Callable[..., Desk]


@pytest.fixture
def sit(browser: Browser, served: Served) -> Iterator[Sit]:
    """Sit somebody down; when the test is over nothing may have gone wrong in anybody's browser."""
    desks: list[Desk] = []

    def one(address: str | None = None, **options: Any) -> Desk:
        desk = sit_down(browser, address or served.address, **options)
        desks.append(desk)
        return desk

    yield one
    for desk in desks:
        desk.context.close()
    assert [fault for desk in desks for fault in desk.faults] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core's source, as npm brought it."""
    return (ROOT / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
