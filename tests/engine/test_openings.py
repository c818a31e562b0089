"""An open battle: emptied to begin with, drawn anew by a number, as any book's file of it would be."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from grognard.engine.about import About
from grognard.engine.files import Record
from grognard.engine.openings import OpenBattle, blank


class Side(Record, frozen=True):
    name: str
    army: str


class File(Record, frozen=True):
    title: str
    side: tuple[Side, ...]
    blurb: str = ""
    terrain: tuple[str, ...] = ()
    unit: tuple[str, ...] = ()
    draws: bool = False
    about: About = About()


TEXT = """
title = "Open"
draws = true
terrain = ["wood"]
side = [{ name = "Reds", army = "first" }, { name = "Blues", army = "second" }]
[about]
place = "nowhere"
"""


def redrawn(file: File, number: int, mirrored: bool) -> File:
    return msgspec.structs.replace(file, terrain=(f"{number}{' twice' if mirrored else ''}",))


@pytest.fixture
def opening(tmp_path: Path) -> OpenBattle[File]:
    path = tmp_path / "open.toml"
    path.write_text(TEXT, "utf-8")
    return OpenBattle(path, File, redrawn)


def test_the_file_emptied_and_drawn(opening: OpenBattle[File]) -> None:
    assert opening.file().terrain == ("wood",)
    assert opening.file().draws
    empty = opening.emptied(terrain=())
    assert empty.terrain == ()
    assert empty.side == opening.file().side
    assert not empty.draws
    drawn = opening.drawn(7, True)
    assert drawn.terrain == ("7 twice",)
    assert not drawn.draws
    assert opening.drawn(7, False).terrain == ("7",)


def test_a_blank_tells_nothing_of_itself_and_has_everybody_in_his_place(opening: OpenBattle[File]) -> None:
    placed = {"unit": ["a", "b"], "side": [{"deploy": "left"}, {"deploy": "right"}]}
    found = blank("Empty", opening.emptied(terrain=(), unit=("z",)), placed)
    assert found.title == "Empty"
    assert found.battle == {
        "title": "My battle",
        "blurb": "",
        "source": "a player's own",
        "side": [
            {"name": "Reds", "army": "first", "deploy": "left"},
            {"name": "Blues", "army": "second", "deploy": "right"},
        ],
        "unit": ["a", "b"],
    }
    assert "unit" not in blank("Empty", opening.emptied(terrain=())).battle
