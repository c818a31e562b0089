"""What a server may be told, in one place."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from grognard.engine.book import BadInput, Book

LIBRARY = "grognard.books:library"
ANY_ADDRESS = "an address"
"""A host told by its number: a page elsewhere can only pose as one that has a name."""


class Limits(NamedTuple):
    """How much anybody may ask of us."""

    message_bytes: int = 64 * 1024
    body_bytes: int = 64 * 1024
    battle_bytes: int = 256 * 1024
    """A body that may hold a whole battle."""
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
    connections: int = 4000
    """Connections in all; no more than the files this process may open allow."""
    connections_per_address: int = 320
    head_seconds: float = 10.0
    """How long the head of a request may take to come."""
    body_seconds: float = 30.0
    """How long its body may take."""
    loop_share: float = 0.25
    """The part of the event loop's time that one address may use; what is over waits."""
    loop_seconds_at_once: float = 0.25
    turn_seconds: float = 20.0
    """How long somebody waits for his turn before he is told to slow down."""
    hello_price: int = 20
    """What a later hello on a socket costs, in messages: it is answered by the whole game."""
    questions_waiting: int = 8
    """Questions of one address that may wait for a worker."""
    questions_in_all: int = 400
    unsent_messages: int = 512
    """Messages that may wait for a reader who does not read."""
    tokens_listed: int = 200
    words_said: int = 300
    """Letters in one thing said at the table."""
    talk_per_second: float = 0.5
    talk_at_once: int = 6
    talk_kept: int = 200
    """Things said that a game remembers; the oldest make room."""
    rooms: int = 1000
    """Games held in memory; the longest idle is put away first."""
    idle_seconds: float = 900.0
    odds_seconds: float = 1.5
    """Patience with the odds of one preview."""
    question_seconds: float = 6.0
    """After this a question's worker is ended."""
    agent_seconds: float = 20.0
    absent_seconds: float = 30.0
    """How long computer players go on when everybody has left the table."""
    thoughts_waiting: int = 8
    """Thoughts of computer players that may wait for each process before the server is not well."""
    fair_games: int = 200
    """Games of one run that asks whether a battle is fair."""
    fair_runs: int = 4
    """Such runs at once, of all addresses; an address has one."""
    fair_seconds: float = 1800.0
    """How long a run may take; then what is known is told."""
    fair_game_seconds: float = 180.0
    """After this a single game of a run is given up, and the run with it."""
    fair_idle_seconds: float = 90.0
    """How long a run goes on though nobody asks after it."""
    fair_kept_seconds: float = 900.0
    """How long it can be asked after once it is over."""
    print_seconds: float = 30.0
    """Patience with a sheet to print: the first one of a worker reads a library in."""
    sheets_waiting: int = 3
    """Sheets of one address that may wait to be drawn."""
    sheets_in_all: int = 60
    sheets_bytes: int = 48 * 1024 * 1024
    """Bytes of the books' own sheets that are kept; the longest unused make room."""


def read_limits(given: Iterable[str], usual: Limits | None = None) -> Limits:
    """Limits from words such as `rooms=500`; BadInput names what is wrong."""
    limits = usual or Limits()
    for words in given:
        name, _, value = words.partition("=")
        if name not in Limits._fields:
            raise BadInput(f"no limit is called '{name}'; there are: {', '.join(Limits._fields)}")
        kind = type(getattr(limits, name))
        try:
            number = kind(value)
        except ValueError:
            number = -1
        if not 0 < number < 1e12:
            raise BadInput(f"the limit {name} takes a number above 0, not '{value}'")
        limits = limits._replace(**{name: number})
    return limits


class Config(NamedTuple):
    """Everything that differs from server to server."""

    database: str
    shelf: str = LIBRARY
    """Where the books come from, as `module:function`; worker processes look there too."""
    static: Path = Path(__file__).with_name("static")
    hosts: tuple[str, ...] = ()
    """Names this server answers to, and `ANY_ADDRESS` for any that is no name; empty: all."""
    proxies: tuple[str, ...] = ()
    """Addresses whose word on where a request comes from is believed."""
    pace: float = 0.5
    """Seconds from one action of a computer player to the next, so that people can follow."""
    thinkers: int = 0
    """Processes for computer players; 0: by the number of processors."""
    reckoners: int = 0
    """Processes for odds, plans, overlays and previews of scenarios; 0: by the number of processors."""
    umpires: int = 0
    """Processes that play battles to see whether they are fair; 0: by the number of processors."""
    limits: Limits = Limits()


def books_from(shelf: str) -> dict[str, Book]:
    """The books of a shelf."""
    module, _, function = shelf.partition(":")
    found: dict[str, Book] = getattr(import_module(module), function)()
    return found


def broken_in(shelf: str) -> tuple[str, ...]:
    """What is wrong with the books that are missing from a shelf because they cannot be opened, a line each."""
    told = getattr(import_module(shelf.partition(":")[0]), "broken", None)
    return tuple(told().values()) if callable(told) else ()


def data_folder() -> Path:
    """Where this platform keeps a user's data."""
    if given := os.environ.get("XDG_DATA_HOME"):
        return Path(given) / "grognard"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "grognard"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "grognard"
    return Path.home() / ".local" / "share" / "grognard"
