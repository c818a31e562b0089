"""Soundness: questions asked in crowded positions, untrue answers counted and written down, odds held against playouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples.toy_brigade.toy import RULESET
from grognard import books
from grognard.engine.book import BadInput, Book
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.engine.soundness import Asked, Crowded
from grognard.lab.soundness import (
    KindReport,
    ask_again,
    furthest_off,
    soundness,
    write_faults,
    write_page,
)


def start(_rng: Rng) -> Position:
    return RULESET.start(next(iter(RULESET.scenarios)))


def honest(_position: Position) -> Iterator[Asked]:
    yield Asked("leave", "unit 1", offered=True)
    yield Asked("leave", "unit 2", offered=False)


def untrue(_position: Position) -> Iterator[Asked]:
    yield Asked("leave", "unit 1", offered=True, fault=lambda: "it would end in a river")
    yield Asked("leave", "unit 2", offered=False, found=lambda rng: f"to {rng.randint(1, 6)}")


def with_crowded(monkeypatch: pytest.MonkeyPatch, asked: object) -> Book:
    book = RULESET._replace(crowded=Crowded(start, asked))  # type: ignore[arg-type]
    monkeypatch.setattr(books, "load", lambda _name: book)
    return book


def test_honest_answers_are_counted_and_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    found = soundness(with_crowded(monkeypatch, honest), 25, 0, seed=1)
    assert found.kinds == (KindReport("leave", asked=50, refused=25, untrue_no=0, untrue_yes=0),)
    assert found.holds
    assert not found.faults


def test_untrue_answers_are_found_and_written_down(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    book = with_crowded(monkeypatch, untrue)
    found = soundness(book, 3, 0, seed=1)
    assert found.kinds == (KindReport("leave", asked=6, refused=3, untrue_no=3, untrue_yes=3),)
    assert not found.holds
    assert found == soundness(book, 3, 0, seed=1), "the same seed asks the same"
    files = write_faults(found, tmp_path)
    kept, answers = ask_again(files[0])
    assert (kept.book, kept.kind, kept.about) == (book.name, "leave", "unit 1")
    assert [wrong is not None for _, wrong in answers] == [True, True]


def test_a_run_takes_the_place_of_the_last_one_on_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page, book = tmp_path / "page.md", with_crowded(monkeypatch, honest)
    for positions in (2, 3):
        write_page(page, "Toy Brigade", soundness(book, positions, 0, seed=1))
    text = page.read_text("utf-8")
    assert text.count("## Toy Brigade") == 1
    assert "| leave | 6 | 3 | 0 |" in text


def test_a_file_that_holds_no_fault_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(BadInput, match=r"broken\.json is no file of an untrue answer"):
        ask_again(broken)


def test_a_book_without_crowded_positions_says_so() -> None:
    with pytest.raises(BadInput, match="has no crowded positions"):
        soundness(RULESET, 1, 0, seed=1)


def test_the_bound_is_one_in_a_hundred_refusals() -> None:
    assert KindReport("leave", 900, 400, 4, 0).holds
    assert not KindReport("leave", 900, 400, 5, 0).holds
    assert not KindReport("leave", 900, 400, 0, 1).holds
    assert KindReport("leave", 90, 40, 1, 0).holds, "one of forty may be chance"
    assert not KindReport("leave", 90, 40, 9, 0).holds


@pytest.mark.parametrize(
    ("told", "seen", "wrong"),
    [
        ({"won": 0.5, "lost": 0.5}, {"won": 1_020, "lost": 980}, ""),
        ({"won": 0.5, "lost": 0.5}, {"won": 1_200, "lost": 800}, "won: told 0.5000, seen 1200 times in 2000"),
        ({"won": 1.0}, {"won": 1_999, "lost": 1}, "lost: told never, seen 1 times in 2000"),
        ({"won": 0.999, "lost": 0.001}, {"won": 1_996, "lost": 4}, ""),
        # All are rare, and together a hair more than certain.
        (dict.fromkeys(map(str, range(1_000)), 0.001 + 1e-12), {"0": 2_000}, ""),
    ],
)
def test_frequencies_far_from_the_odds_told_are_named(
    told: dict[object, float], seen: dict[str, int], wrong: str
) -> None:
    assert furthest_off(told, Counter(seen), 2_000) == wrong  # type: ignore[arg-type]
