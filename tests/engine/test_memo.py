"""`@kept`: worked out once for each value and key, bounded, gone with the value, and watched by the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import examples.toy_brigade.toy
from grognard.engine.memo import kept, latest, lazily, watched
from grognard.engine.recall import RECENT
from grognard.lab import laws
from grognard.lab.fuzz import fuzz


class Line(msgspec.Struct, frozen=True, dict=True):
    figures: int


CALLS: list[tuple[int, ...]] = []


@kept
def doubled(line: Line) -> int:
    """Twice as many."""
    CALLS.append((line.figures,))
    return 2 * line.figures


@kept(most=2)
def times(line: Line, by: int, and_more: int = 0) -> int:
    CALLS.append((line.figures, by, and_more))
    return line.figures * by + and_more


@pytest.fixture(autouse=True)
def _forget() -> None:
    CALLS.clear()


def test_a_value_is_worked_out_once_and_another_like_it_again() -> None:
    line = Line(4)
    assert [doubled(line), doubled(line), doubled(Line(4))] == [8, 8, 8]
    assert CALLS == [(4,), (4,)]
    assert doubled.__doc__ == "Twice as many."


def test_what_hangs_on_a_value_is_no_part_of_it() -> None:
    line = Line(4)
    doubled(line)
    assert line == Line(4)
    assert hash(line) == hash(Line(4))
    assert msgspec.json.encode(line) == b'{"figures":4}'
    assert not msgspec.structs.replace(line, figures=5).__dict__


def test_each_key_is_kept_up_to_a_bound() -> None:
    line = Line(3)
    assert [times(line, 2), times(line, 2), times(line, 5, 1)] == [6, 6, 16]
    assert CALLS == [(3, 2, 0), (3, 5, 1)]
    times(line, 7)  # the third: the oldest goes
    assert times(line, 5, 1) == 16
    assert len(CALLS) == 3
    times(line, 2)
    assert len(CALLS) == 4


def test_a_fault_is_not_kept() -> None:
    @kept
    def inverse(line: Line) -> int:
        return 1 // line.figures

    line = Line(0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            inverse(line)


def test_a_generator_cannot_be_kept() -> None:
    with pytest.raises(TypeError, match="only once"):

        @kept
        def each(line: Line) -> Iterator[int]:
            yield from range(line.figures)


def test_a_watch_notes_what_depends_on_more_than_its_arguments() -> None:
    weather = ["dry"]

    @kept
    def muddy(line: Line) -> bool:
        return weather[0] == "wet"

    line = Line(1)
    with watched(every=3) as watch:
        muddy(line)
        weather[0] = "wet"
        muddy(line)
        muddy(line)
        laws.kept_is_true(watch)
        muddy(line)
    assert watch.hits == 3
    assert watch.again == 1
    with pytest.raises(laws.Broken, match=r"muddy kept False, now True"):
        laws.kept_is_true(watch)
    muddy(line)
    assert watch.hits == 3, "nobody watches any more"


def test_the_fuzzer_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kept answer that goes stale in play is a fault with its own law."""
    count = [0]

    @kept
    def unsteady(line: Line) -> int:
        count[0] += 1
        return count[0]

    line, plain = Line(1), laws.always

    def always(*given: object) -> None:
        plain(*given)  # type: ignore[arg-type]
        for _ in range(30):
            unsteady(line)

    monkeypatch.setattr(laws, "always", always)
    report = fuzz(examples.toy_brigade.toy.RULESET, 2, folder=tmp_path, most_faults=1, most_games=3)
    assert [fault.law for fault in report.faults] == ["kept is true"]


class Battle(msgspec.Struct, frozen=True, dict=True):
    units: tuple[int, ...]
    turn: int = 1


@kept(of=("units",))
def strength(battle: Battle) -> int:
    CALLS.append(battle.units)
    return sum(battle.units)


@kept(of=("units",))
def stronger(battle: Battle, than: int) -> bool:
    CALLS.append(battle.units)
    return sum(battle.units) > than


@kept(of=("units",))
def late(battle: Battle) -> bool:
    """Says that it looks at the units alone, and does not."""
    return battle.turn > 3


def test_values_that_hold_the_same_parts_share_what_is_kept_of_them() -> None:
    first = Battle((1, 2, 3))
    later = msgspec.structs.replace(first, turn=2)
    assert [strength(first), strength(later), strength(first)] == [6, 6, 6]
    assert [stronger(first, 5), stronger(later, 5), stronger(later, 6)] == [True, True, False]
    assert len(CALLS) == 3
    assert strength(Battle((4,))) == 4


def test_only_the_last_arrangements_are_known() -> None:
    first = Battle((7, 7, 7))
    strength(first)
    for number in range(RECENT):
        strength(Battle((number, number)))
    CALLS.clear()
    assert strength(msgspec.structs.replace(first, turn=2)) == 21
    assert CALLS == [(7, 7, 7)]


def test_the_watch_finds_what_looks_at_more_than_it_says() -> None:
    first = Battle((1, 1))
    assert not late(first)
    with watched(1) as watch:
        second = msgspec.structs.replace(first, turn=9)
        assert not late(second)
        assert not late(second)
    assert any("late kept False, now True" in told for told in watch.stale)


def test_what_is_worked_out_lazily_is_worked_out_once_and_only_if_asked() -> None:
    asked = []

    class Facts:
        @lazily
        def far(self) -> int:
            """How far."""
            asked.append(1)
            return 12

    facts = Facts()
    assert not asked
    assert (facts.far, facts.far, asked) == (12, 12, [1])
    assert Facts.far.__doc__ == "How far."


def test_the_latest_is_known_for_the_very_value_asked_about_last() -> None:
    @latest
    def tripled(line: Line) -> int:
        CALLS.append((line.figures,))
        return 3 * line.figures

    one, other = Line(2), Line(2)
    assert (tripled(one), tripled(one), len(CALLS)) == (6, 6, 1)
    assert (tripled(other), tripled(one), len(CALLS)) == (6, 6, 3)
    with watched(1) as watch:
        assert (tripled(one), watch.again, watch.stale) == (6, 1, [])
