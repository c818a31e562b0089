"""Games of all levels mixed: which are played, and that whatever goes wrong is told and stops nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.book import BadInput
from grognard.lab import muster as room
from grognard.lab.muster import answered, calls_of, muster

SHELF = {"toy": RULESET}
LEVELS = ("recruit", "corporal", "sergeant")


def test_battles_come_in_turn_and_everybody_is_drawn() -> None:
    calls = list(calls_of(SHELF, 60, LEVELS, 3))
    assert [call.scenario for call in calls[:4]] == ["battle", "skirmish"] * 2
    assert {agent for call in calls for agent in call.agents} == set(LEVELS)
    assert len({call.seed for call in calls}) == 60
    assert calls[:20] == list(calls_of(SHELF, 20, LEVELS, 3))
    assert calls != list(calls_of(SHELF, 60, LEVELS, 4))


def test_every_game_ends_and_is_the_same_again() -> None:
    one, other = (muster(SHELF, 6, levels=LEVELS, seed=5) for _ in range(2))
    assert not one.faults
    assert [report.actions for report in one.reports] == [report.actions for report in other.reports]
    told = one.as_json()
    assert (told["games"], told["battles"], told["books"], told["faults"]) == (6, 2, {"toy": 6}, 0)
    assert sum(told["sides"].values()) == 12


def test_a_game_that_does_not_end_is_a_fault() -> None:
    found = muster(SHELF, 2, levels=("recruit",), limit=3)
    assert [report.fault for report in found.faults] == ["it had not ended after 3 actions"] * 2
    assert found.as_json()["found"][0]["agents"] == ("recruit", "recruit")


def test_whatever_is_raised_is_told_and_the_next_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_given: Any, **_more: Any) -> Any:
        raise LookupError("no such hill")

    call = next(calls_of(SHELF, 1, LEVELS, 1))
    assert not answered(RULESET, call).fault
    monkeypatch.setattr(room, "play_game", fails)
    assert answered(RULESET, call).fault == "LookupError: no such hill"
    assert len(muster(SHELF, 3, levels=LEVELS).faults) == 3


def test_who_is_not_there_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BadInput, match="napoleon"):
        muster(SHELF, 1, levels=("napoleon",))
    with pytest.raises(BadInput, match="somebody"):
        muster(SHELF, 1, levels=())


def test_a_run_that_was_broken_off_is_gone_on_with(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    whole = muster(SHELF, 6, levels=LEVELS, seed=5, kept=kept)
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:3]) + lines[3][:20])  # cut in the midst of a line
    ticks: list[tuple[int, int]] = []
    again = muster(
        SHELF, 6, levels=LEVELS, seed=5, kept=kept, progress=lambda done, of: ticks.append((done, of))
    )
    assert [report.call for report in again.reports] == [report.call for report in whole.reports]
    assert [report.actions for report in again.reports] == [report.actions for report in whole.reports]
    assert ticks == [(done, 6) for done in range(3, 7)]
    fewer = muster(
        SHELF, 4, levels=LEVELS, seed=5, kept=kept, progress=lambda done, of: pytest.fail("played again")
    )
    assert len(fewer.reports) == 4


def test_games_of_another_run_are_not_added(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    muster(SHELF, 2, levels=LEVELS, seed=5, kept=kept)
    with pytest.raises(BadInput, match="holds games of another run: seed is 5, not 6"):
        muster(SHELF, 2, levels=LEVELS, seed=6, kept=kept)
    kept.write_text("not a run\n")
    with pytest.raises(BadInput, match="no file of finished games"):
        muster(SHELF, 2, levels=LEVELS, seed=5, kept=kept)


def test_a_file_of_the_same_books_in_another_order_is_another_run(tmp_path: Path) -> None:
    """The number of a game says whose turn it is: the same number would be another battle."""
    kept, both = tmp_path / "kept.jsonl", {"toy": RULESET, "other": RULESET._replace(name="other")}
    muster(both, 2, levels=("recruit",), kept=kept)
    with pytest.raises(BadInput, match="another run"):
        muster(dict(reversed(both.items())), 4, levels=("recruit",), kept=kept)
    assert len(muster(both, 3, levels=("recruit",), kept=kept).reports) == 3
