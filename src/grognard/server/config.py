"""What a server may be told, in one place."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from grognard.engine.book import Ruleset

LIBRARY = "grognard.books:library"


class Limits(NamedTuple):
    """How much anybody may ask of us."""

    message_bytes: int = 64 * 1024
    body_bytes: int = 64 * 1024
    import_bytes: int = 2 * 1024 * 1024
    import_seconds: float = 20.0
    noun_parts: int = 400
    """Numbers and words in one noun: a manoeuvre of thousands of legs would take long to judge."""
    messages_per_second: float = 60.0
    messages_at_once: int = 180
    address_messages_per_second: float = 600.0
    address_messages_at_once: int = 2000
    refused_before_closing: int = 3000
    """Messages refused for haste before we hang up."""
    requests_per_second: float = 40.0
    requests_at_once: int = 200
    games_per_hour: int = 240
    sockets_per_game: int = 64
    sockets_per_address: int = 256
    unsent_messages: int = 512
    """Messages that may wait for a reader who does not read."""
    tokens_listed: int = 200
    rooms: int = 1000
    """Games held in memory; the longest idle is put away first."""
    idle_seconds: float = 900.0
    odds_seconds: float = 1.5
    """Patience with the odds of one preview."""
    question_seconds: float = 6.0
    """After this a question's worker is ended."""
    agent_seconds: float = 20.0


class Config(NamedTuple):
    """Everything that differs from server to server."""

    database: str
    shelf: str = LIBRARY
    """Where the books come from, as `module:function`; worker processes look there too."""
    static: Path = Path(__file__).with_name("static")
    hosts: tuple[str, ...] = ()
    """Names this server answers to; empty: any."""
    pace: float = 0.5
    """Seconds from one action of a computer player to the next, so that people can follow."""
    thinkers: int = 0
    """Processes for computer players; 0: by the number of processors."""
    reckoners: int = 1
    """Processes for odds, plans and overlays."""
    limits: Limits = Limits()


def books_from(shelf: str) -> dict[str, Ruleset]:
    """The books of a shelf."""
    module, _, function = shelf.partition(":")
    found: dict[str, Ruleset] = getattr(import_module(module), function)()
    return found


def data_folder() -> Path:
    """Where this platform keeps a user's data."""
    if given := os.environ.get("XDG_DATA_HOME"):
        return Path(given) / "grognard"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "grognard"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "grognard"
    return Path.home() / ".local" / "share" / "grognard"
