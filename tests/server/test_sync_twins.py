"""A law of the wire: of two games that differ in the secrets of one side alone, its lists included, the others are told the same."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest

from grognard import books
from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.server import standing
from grognard.server.record import Record
from grognard.server.room import Room
from grognard.server.tables import GameKept
from tests.server.player import Player
from tests.server.running import Running, in_thread
from tests.server.test_secrets import Shelf

SKIRMISH = "skirmish_1808"
HIDING = [
    (SKIRMISH, "ambush", {}),
    (SKIRMISH, "ambush", {"free_deployment": True}),
    (SKIRMISH, "convoy", {}),
    ("men_who_would_be_kings", "get_off_my_land", {}),
    ("valour_and_fortitude", "first_brigade", {}),
]


def room_of(record: Record) -> Room:
    card = standing.card_of(record, record.position)
    kept = GameKept(
        "g", record.book.name, "", record.scenario, {}, bytes(32), "", 0, False, 0.0, 0.0, card, ()
    )
    nothing: Any = Shelf()
    return Room(kept, record, nothing)


def twin_of(record: Record, side: int, rng: Rng) -> Record | None:
    """The same game with other secrets of a side, and a list of its own that comes from somewhere else."""
    position, book = record.position, record.book
    state = book.secrets.others(position.state, side, rng)
    if side < len(book.forces) and hides_its_list(record, side):
        options = msgspec.structs.replace(state.options, **{book.forces[side]: "# another list\n"})
        state = msgspec.structs.replace(state, options=options)
    if state == position.state:
        return None
    twin = copy.copy(record)
    twin.positions = [*record.positions[:-1], Position(state, position.agenda, position.reveals)]
    twin.options = state.options
    twin.lines, twin.stories = dict(record.lines), {one: copy.copy(s) for one, s in record.stories.items()}
    return twin


def hides_its_list(record: Record, side: int) -> bool:
    """Whether the book keeps the list a side fields from the others."""
    state, name = record.position.state, record.book.forces[side]
    if not getattr(state.options, name):
        return False
    seen = record.book.view_of(record.position, 1 - side).state
    return bool(getattr(seen.options, name) != getattr(state.options, name))


def told(record: Record, viewer: int | None) -> tuple[str, str]:
    """All that somebody is sent who comes in, and his view as workers get it."""
    room = room_of(record)
    return room.sync(viewer), record.book.encode(room.sight(viewer).position).decode()


def fielding(book: str, scenario: str) -> dict[str, str]:
    """Lists of the book's own for every side that may be given one, so that there is something to hide."""
    found = books.load(book)
    if not found.forces or book != SKIRMISH:
        return {}
    given: dict[str, str] = {}
    for force in found.forces:
        for name in (one for one in found.army.names() if one not in given.values()):
            try:
                found.start(scenario, found.read_options({**given, force: name}))
            except ValueError:
                continue
            given[force] = name
            break
    return given


@pytest.mark.parametrize(("book", "scenario", "switches"), HIDING)
def test_twins_are_told_alike(book: str, scenario: str, switches: dict[str, Any]) -> None:
    found = books.load(book)
    options = found.read_options({**switches, **fielding(book, scenario)})
    record, rng = Record(found, scenario, options, bytes(32)), random.Random(5)
    for tried in record.try_out(None):
        record.take_in(tried)
    compared = lists = 0
    while compared < 60 and not record.over and len(record.actions) < 150:
        for side in (0, 1):
            twin = twin_of(record, side, random.Random(rng.getrandbits(32)))
            for viewer in (1 - side, None) if twin is not None else ():
                assert twin is not None
                assert told(record, viewer) == told(twin, viewer), (len(record.actions), side, viewer)
                compared += 1
                lists += twin.options != record.options
        ask = record.pending
        assert isinstance(ask, Ask)
        for tried in record.try_out(ask.sample(rng, rng.choice(ask.who))):
            record.take_in(tried)
    assert compared
    assert lists or book != SKIRMISH


@pytest.mark.parametrize("scenario", ["ambush", "convoy"])
def test_the_list_of_the_side_that_hides_is_its_own_until_the_battle_is_over(
    tmp_path_factory: pytest.TempPathFactory, library: Running, scenario: str
) -> None:
    """[H1a] The enemy and onlookers were sent the whole text of it among the options."""
    given = fielding(SKIRMISH, scenario)
    made = library.new_game("here", "open", book=SKIRMISH, scenario=scenario, options=given)
    room = library.inside(library.service.rooms.find(made["game"]))
    owner = next(n for n, side in enumerate(room.record.position.state.field.sides) if side.conceals)
    hidden = books.load(SKIRMISH).forces[owner]
    assert given[hidden]
    tokens = [seat["token"] for seat in made["seats"]]
    with (
        Player(library, made["game"], tokens[owner]) as mine,
        Player(library, made["game"], tokens[1 - owner]) as enemy,
        Player(library, made["game"]) as onlooker,
    ):
        assert mine.state["options"] | given == mine.state["options"]
        for other in (enemy, onlooker):
            assert other.state["options"][hidden] == ""
            open_ones = {name: value for name, value in given.items() if name != hidden}
            assert other.state["options"] | open_ones == other.state["options"]
            assert given[hidden] not in "".join(other.frames)
        enemy.ask("resign")
        for other in (enemy, onlooker):
            other.until(lambda other=other: other.state["outcome"] is not None)  # type: ignore[misc]
            assert other.state["options"][hidden] == given[hidden]  # to be fought again as it was


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Any:
    """A server with the real shelf."""
    from grognard.server.config import LIBRARY

    with in_thread(tmp_path_factory.mktemp("library") / "games.db", shelf=LIBRARY) as running:
        yield running
