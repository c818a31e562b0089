"""Options as people choose them: every one in a group, every choice in words."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from grognard import books
from grognard.engine.switches import load_switches
from grognard.server.catalogue import options_of
from tests.tools.shelf import BOOKS


class Options(msgspec.Struct, frozen=True):
    arc: int = 450
    jam: str = "none"
    army: str = ""


GOOD = '[[group]]\ntitle = "Fire"\noptions = ["jam", "arc"]\n'


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a_house").mkdir()
    (tmp_path / "a_house" / "__init__.py").write_text("", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "a_house", raising=False)
    return tmp_path / "a_house" / "switches.toml"


def test_options_stand_in_their_groups(house: Path) -> None:
    house.write_text(GOOD, "utf-8")
    found = load_switches("a_house", Options, ("army",))
    assert found.group_of("arc") == "Fire"
    assert found.group_of("army") == ""


@pytest.mark.parametrize(
    ("text", "forces"),
    [
        pytest.param(GOOD, (), id="one left out"),
        pytest.param(GOOD + '[[group]]\ntitle = "More"\noptions = ["arc"]\n', ("army",), id="one twice"),
        pytest.param(GOOD.replace("jam", "jams"), ("army",), id="one unknown"),
        pytest.param(GOOD + '[choices.jams]\nnone = "nothing"\n', ("army",), id="words for one unknown"),
    ],
)
def test_what_is_wrong_is_refused(house: Path, text: str, forces: tuple[str, ...]) -> None:
    house.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"switches\.toml"):
        load_switches("a_house", Options, forces)


@pytest.mark.parametrize("name", BOOKS)
def test_every_option_is_told_in_words(name: str) -> None:
    book = books.load(name)
    for option in options_of(book):
        if option.side is not None:
            continue
        assert option.group, option.name
        assert option.words[0].isupper(), option.words
        assert len(option.titles) == len(option.choices), f"{option.name}: its choices have no words"
        assert not any("_" in str(title) for title in (*option.titles, option.words)), option
        if option.type == "whole":
            assert option.unit or "added" in option.words, f"{option.name} counts what?"
