"""Lists by name or by text: sound, in their colours, and never a file of somebody's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.engine.book import BadInput
from grognard.engine.files import LONGEST, Record, Shelf
from grognard.engine.lists import by_name_or_text
from grognard.engine.tables import Refusal


class Unit(Record, frozen=True):
    name: str
    coat: str = ""
    facings: str = ""


class List(Record, frozen=True):
    title: str
    coat: str = ""
    facings: str = ""
    unit: tuple[Unit, ...] = ()


RED = 'title = "Reds"\ncoat = "red"\n[[unit]]\nname = "1st"\n[[unit]]\nname = "2nd"\ncoat = "green"\n'


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf[List]:
    (tmp_path / "reds.toml").write_text(RED, "utf-8")
    return Shelf(tmp_path, List, "list")


def faults(listed: List) -> Iterator[Refusal]:
    if not listed.unit:
        yield Refusal("7", "nobody is in it")


def test_a_players_list_wears_its_colours_and_the_books_own_is_as_it_is_written(shelf: Shelf[List]) -> None:
    assert [unit.coat for unit in by_name_or_text("reds", shelf, faults).unit] == ["", "green"]
    assert [unit.coat for unit in by_name_or_text(RED, shelf, faults).unit] == ["red", "green"]
    assert by_name_or_text(RED, shelf, faults, lambda listed: listed).unit[0].coat == ""


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("blues", "blues"),
        ("../reds", "reds"),
        ('title = "None"\n', r"the force: nobody is in it \[7\]"),
        ("#\n" * LONGEST, f"a force is written in {LONGEST} letters or fewer"),
        ("title = \n", "TOML"),
    ],
)
def test_what_is_wrong_is_said(shelf: Shelf[List], given: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        by_name_or_text(given, shelf, faults, noun="force")
