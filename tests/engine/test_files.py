"""A house's files: taken apart once, checked against their records, refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine.book import BadInput
from grognard.engine.files import (
    Record,
    Shelf,
    corners,
    first_states,
    parsed,
    read_toml,
    scenarios_of,
    side_called,
    stretch_of_edge,
    twice,
)


class Side(Record, frozen=True):
    key: str
    name: str


class Scenario(Record, frozen=True):
    title: str
    blurb: str
    side: tuple[Side, ...]
    opponent: str = ""


GOOD = """
title = "The ford"
blurb = "Two sides and a river."
side = [{key = "n", name = "North"}, {key = "s", name = "South"}]
"""


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    path = tmp_path / "ford.toml"
    path.write_text(GOOD, "utf-8")
    return path


def test_a_file_is_taken_apart_once_while_its_text_stays(ford: Path) -> None:
    first = read_toml(ford, Scenario)
    assert read_toml(ford, Scenario) is first
    ford.write_text(GOOD.replace("The ford", "The bridge"), "utf-8")
    assert read_toml(ford, Scenario).title == "The bridge"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(b"title =", "ford.toml is not TOML", id="no value"),
        pytest.param(b"\xff", "ford.toml is not TOML", id="no text"),
        pytest.param(
            b'title = "x"', "ford.toml: Object missing required field `blurb`", id="something missing"
        ),
        pytest.param(
            GOOD.encode() + b"depth = 3", "ford.toml: .*unknown field `depth`", id="something unknown"
        ),
        pytest.param(b"a = " + b"[" * 9000, "ford.toml is not TOML", id="too deep"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(ford: Path, text: bytes, words: str) -> None:
    ford.write_bytes(text)
    with pytest.raises(BadInput, match=words) as caught:
        read_toml(ford, Scenario)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"gone.toml cannot be read: No such file"):
        read_toml(tmp_path / "gone.toml", Scenario)


def test_a_text_goes_by_the_name_it_is_given() -> None:
    with pytest.raises(BadInput, match="the force is not TOML"):
        parsed("the force", "[", Scenario)


def test_a_shelf_knows_its_own_lists_and_reads_others_from_files(ford: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    for name in ("blue", "amber", "prices"):
        (folder / f"{name}.toml").write_text(GOOD, "utf-8")
    shelf = Shelf(folder, Scenario, "list", besides=("prices",))
    assert shelf.names() == ("amber", "blue")
    assert shelf.own("blue") is shelf.load("blue")
    assert shelf.load(ford).title == "The ford"
    for name in (str(ford), "prices", "blue.toml"):  # never a path
        with pytest.raises(BadInput, match=r"there is no list '.*'; there are: amber, blue$"):
            shelf.own(name)
    for name in ("green", "x" * 5000 + ".toml"):
        with pytest.raises(BadInput, match=r"there is no list .*, or name a file"):
            shelf.load(name)


def test_scenarios_are_offered_in_the_order_named(ford: Path) -> None:
    (ford.parent / "alone.toml").write_text(GOOD + 'opponent = "clockwork"\n', "utf-8")
    found = scenarios_of(ford.parent, ("ford", "alone"), Scenario)
    assert list(found) == ["ford", "alone"]
    assert found["ford"].sides == ("North", "South")
    assert [info.opponent for info in found.values()] == ["", "clockwork"]


def test_a_books_own_scenario_gives_one_first_state_for_all_games(ford: Path, tmp_path: Path) -> None:
    def build(name: str, file: Scenario, options: int) -> list[object]:
        if options < 0:
            raise BadInput("too few")
        return [name, file.title, options]

    setup = first_states(ford.parent, Scenario, build)
    assert setup(ford, 1) == ["ford", "The ford", 1]
    assert setup(ford, 1) is setup(ford, 1)
    assert setup(ford, 2) is not setup(ford, 1)
    with pytest.raises(BadInput, match=r"^The ford: too few$"):
        setup(ford, -1)
    elsewhere = tmp_path / "elsewhere" / "ford.toml"
    elsewhere.parent.mkdir()
    elsewhere.write_text(GOOD, "utf-8")
    assert setup(elsewhere, 1) is not setup(elsewhere, 1)
    elsewhere.write_text("title", "utf-8")
    with pytest.raises(BadInput, match=r"^ford.toml is not TOML: "):
        setup(elsewhere, 1)


def test_sides_go_by_their_keys() -> None:
    sides = (Side("n", "North"), Side("s", "South"))
    assert side_called(sides, "s") == 1
    with pytest.raises(BadInput, match="there is no side 'w'"):
        side_called(sides, "w")


def test_names_that_stand_twice() -> None:
    assert twice(["b", "a", "b", "c", "a"]) == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "good"),
    [
        pytest.param(((0, 0), (0, 500)), True, id="west"),
        pytest.param(((1000, 500), (200, 500)), True, id="north, backwards"),
        pytest.param(((100, 0), (100, 500)), False, id="inside"),
        pytest.param(((0, 0), (0, 0)), False, id="no length"),
        pytest.param(((0, 0), (0, 501)), False, id="beyond the corner"),
        pytest.param(((0, 0), (1000, 500)), False, id="across"),
    ],
)
def test_a_stretch_of_the_edge(line: tuple[tuple[int, int], tuple[int, int]], good: bool) -> None:
    if good:
        assert stretch_of_edge(line, 1000, 500) == line
    else:
        with pytest.raises(BadInput, match="a stretch of the table's edge"):
            stretch_of_edge(line, 1000, 500)


def test_lengths_are_kept_in_hundredths() -> None:
    assert corners(((1, 2.5), (0.005, 3.14159))) == ((100, 250), (0, 314))
