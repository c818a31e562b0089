"""`grognard balance`: what it reports, and what its exit status means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.handicap import LONGER, SHORTER
from grognard.lab import runner
from grognard.lab.runner import Crew, Done, Order, Terms
from tests.cli import conftest
from tests.cli.conftest import Run, only_json

COMMAND = ("balance", "toy", "--games", "6", "--agent", "corporal", "--seed", "1", "--workers", "1")


def test_it_reports_shares_lengths_losses_reasons_and_rules(run: Run) -> None:
    result = run(*COMMAND, "--json")
    report = only_json(result)
    assert result.exit_code == 0
    assert (report["book"], report["scenario"], report["agent"]) == ("toy", "battle", "corporal")
    assert (report["games"], report["played"], report["cut"]) == (6, 6, False)
    assert sum(side["won"] for side in report["sides"]) + report["drawn"] == 6
    assert sum(count for _, count in report["turns"]) == 6
    assert sum(sum(one["won"]) + one["drawn"] for one in report["decided"]) == 6
    assert all(side["lost"] <= side["figures"] for side in report["sides"])
    assert report["met"]
    assert report["verdict"]
    assert report["measured"].startswith("measured = { games = 6")
    assert report["advice"] is None
    assert only_json(run(*COMMAND, "--json")) == report, "the same seed, the same games"


def test_in_words(run: Run) -> None:
    text = run(*COMMAND).stdout
    for words in (
        "Reds",
        "drawn",
        "95 % interval",
        "turns on average",
        "what decided it",
        "rules met",
        "turn ",
    ):
        assert words in text


def test_a_file_will_do(run: Run) -> None:
    path = Path(str(RULESET.scenarios["skirmish"].path))
    report = only_json(run("balance", "toy", str(path), *COMMAND[2:], "--json"))
    assert report["played"] == 6


def test_advice_tells_every_trial(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lopsided = RULESET._replace(knobs=(LONGER, SHORTER))
    monkeypatch.setattr(conftest, "RULESET", lopsided)
    # Whoever plays, the first side loses every game.
    monkeypatch.setattr(runner, "crew_of", lambda book, jobs, **_: losing(book, runner._alone(book)))
    report = only_json(run(*COMMAND, "--suggest", "--json"))
    assert report["standing"] == "hard"
    assert report["advice"]["words"].startswith("No advice: ")
    assert report["advice"]["side"] == 0
    text = run(*COMMAND, "--suggest").stdout
    assert "No advice" in text


def losing(_book: object, crew: Crew) -> Crew:
    import msgspec

    def lost(terms: Terms, orders: Sequence[Order]) -> Iterator[Done]:
        for done in crew(terms, orders):
            yield Done(done.order, msgspec.structs.replace(done.result, winner=1))

    return lost


def test_whoever_has_had_enough_is_told_what_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def crew_of(book: object, jobs: int, **_: object) -> Crew:
        alone = runner._alone(RULESET)

        def crew(terms: Terms, orders: Sequence[Order]) -> Iterator[Done]:
            yield from alone(terms, orders[:2])
            raise KeyboardInterrupt

        return crew

    monkeypatch.setattr(runner, "crew_of", crew_of)
    result = run(*COMMAND, "--json")
    report = only_json(result)
    assert result.exit_code == 130
    assert (report["played"], report["games"], report["cut"]) == (2, 6, True)
    words = run(*COMMAND)
    assert words.exit_code == 130
    assert "Cut short: 2 of 6 games." in words.stdout
    assert "For the scenario's file" not in words.stdout, "half a measurement is none"
