"""What scripts rely on: every report's JSON, and that its text says the same."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.choices import Move
from grognard.engine.replay import Game, state_hash
from grognard.lab import matrix as lab_matrix
from grognard.lab import muster as lab_muster
from tests.cli.conftest import Run, only_json


def test_books_are_listed_by_the_name_the_command_line_uses(run: Run) -> None:
    result = run("books", "--json")
    (book,) = only_json(result)
    assert result.exit_code == 0
    assert book["key"] == "toy"
    assert book["abbreviation"] == "TB"
    assert book["title"] == "Toy Brigade"
    assert book["rules"] == len(RULESET.rulebook.rules)
    assert book["scenarios"] == ["battle", "skirmish"]
    assert book["scenario_titles"]["skirmish"] == "A skirmish at the farm"
    assert book["left_out"] == {"9.3": "there is no umpire here"}


def test_books_in_words(run: Run) -> None:
    text = run("books").stdout
    assert "Toy Brigade [TB]" in text
    assert "A battle on the road" in text


def test_odds_tell_inputs_tally_and_every_outcome(run: Run) -> None:
    report = only_json(run("odds", "toy", "volley", "strength=3", "cover=yes", "range=3", "--json"))
    assert report["inputs"] == {"strength": 3, "arm": "line", "range": 300, "cover": True}
    assert sum(Fraction(row["fraction"]) for row in report["outcomes"]) == 1
    lines = report["tallies"][0]["lines"]
    assert {"value": -1, "words": "target in cover", "cite": "TB 6.2c"} in lines


def test_odds_in_words(run: Run) -> None:
    text = run("odds", "toy", "volley").stdout
    assert "target" in text
    assert "%" in text
    assert "/" in text


@pytest.mark.parametrize(
    "words", [("odds", "toy"), ("odds", "toy", "--help"), ("odds", "toy", "volley", "--help")]
)
def test_odds_list_situations_with_fields_units_and_defaults(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 0
    assert "volley" in result.stdout
    assert "2 paces" in result.stdout
    assert "one of line, guard" in result.stdout
    assert ("a charge met standing" in result.stdout) == ("volley" not in words)


def test_odds_list_situations_for_scripts(run: Run) -> None:
    report = only_json(run("odds", "toy", "--json"))
    charge = next(one for one in report["situations"] if one["name"] == "charge")
    assert charge["cite"] == "TB 7.2"
    assert charge["fields"][2] == {
        "name": "range",
        "kind": "length",
        "default": "2",
        "unit": "paces",
        "words": "range",
        "choices": [],
    }


def test_odds_help_alone_names_the_books(run: Run) -> None:
    result = run("odds", "--help")
    assert result.exit_code == 0
    assert "Books: toy" in result.stdout


SIMULATED = ("simulate", "toy", "--games", "4", "--seed", "1", "--jobs", "1")


def test_simulate_reports_wins_by_agent_and_side(run: Run) -> None:
    report = only_json(
        run(*SIMULATED, "--scenario", "skirmish", "--agents", "greedy,random", "--swap", "--json")
    )
    assert report["games"] == 4
    assert set(report["wins"]) == {"greedy", "random"}
    assert set(report["side_wins"]) == {"Reds", "Blues"}
    assert sum(report["wins"].values()) + report["draws"] == 4
    assert report["actions"] > 0
    assert report["seconds"] >= 0
    assert report["slowest_decision_ms"] >= 0
    assert report["win_rates"]["greedy"]["low"] <= report["win_rates"]["greedy"]["high"]
    assert report["scenario"] == "skirmish"


def test_simulate_takes_the_first_scenario_or_all(run: Run) -> None:
    assert only_json(run(*SIMULATED, "--json"))["scenario"] == "battle"
    both = only_json(run(*SIMULATED, "--scenario", "all", "--json"))
    assert set(both["scenarios"]) == {"battle", "skirmish"}
    assert both["games"] == 8


def test_simulate_in_words(run: Run) -> None:
    text = run(*SIMULATED).stdout
    assert "95 % interval" in text
    assert "4 games" in text


def test_the_same_seed_gives_the_same_games(run: Run) -> None:
    first, second = (only_json(run(*SIMULATED, "--agents", "random,random", "--json")) for _ in range(2))
    for report in (first, second):
        for key in ("seconds", "slowest_decision_ms", "slowest_by_agent_ms"):
            del report[key]
    assert first == second


def test_options_reach_the_games(run: Run) -> None:
    with_night = only_json(run(*SIMULATED, "--json"))["rules"]
    without = only_json(run(*SIMULATED, "--option", "nightfall=off", "--json"))["rules"]
    assert "9.1" in with_night
    assert "9.1" not in without


LADDER = ("ladder", "toy", "--pairs", "2", "--jobs", "1", "--scenario", "skirmish")


def test_a_ladder_rates_every_player(run: Run, tmp_path: Path) -> None:
    page, games = tmp_path / "strength.md", tmp_path / "games.jsonl"
    more = ("--agents", "random,corporal,greedy", "--write", str(page), "--resume", str(games), "--json")
    report = only_json(run(*LADDER, *more))
    assert report["games"] == 12
    assert {row["agent"] for row in report["ratings"]} == {"random", "greedy", "corporal"}
    assert "## Toy Brigade" in page.read_text()
    assert len(games.read_text().splitlines()) == 13
    assert only_json(run(*LADDER, *more)) == report


def test_a_ladder_in_words(run: Run) -> None:
    text = run(*LADDER).stdout
    assert "95 % interval" in text
    assert "●" in text
    assert "4 games" in text


def test_a_test_of_strength_succeeds_only_if_the_new_one_is_stronger(run: Run) -> None:
    tried = ("ladder", "toy", "--pairs", "40", "--jobs", "1", "--sprt", "0,200", "--scenario", "skirmish")
    won, lost = (run(*tried, "--agents", agents) for agents in ("greedy,random", "random,greedy"))
    assert (won.exit_code, lost.exit_code) == (0, 1)
    assert "greedy is stronger than random" in won.stdout
    assert "random is not stronger than greedy" in lost.stdout


def test_puzzles_are_tried_and_told(run: Run, tmp_path: Path) -> None:
    engine, position = RULESET.engine(), RULESET.start("battle")
    for move in (Move(0, "bid", 2), Move(1, "hold_back")):
        position = engine.apply(position, move)
    for name, lines in (("fine", 'bad = [{verb = "end"}]'), ("never", 'good = [{verb = "rally"}]')):
        (tmp_path / f"{name}.json").write_bytes(RULESET.encode(position))
        (tmp_path / f"{name}.toml").write_text(f'title = "{name}"\nwhy = "so"\nfrom = "here"\n{lines}')
    tried = ("puzzles", "toy", "--folder", str(tmp_path))
    report = only_json(run(*tried, "--json"))
    assert (report["solved"], report["puzzles"]) == (1, 2)
    assert [one["solved"] for one in report["tried"]] == [True, False]
    text = run(*tried).stdout
    assert "FAILED  never: never" in text
    assert "greedy solves 1 of 2" in text
    assert run(*tried, "--least", "0.5").exit_code == 0
    assert run(*tried, "--least", "0.9").exit_code == 1


def test_fuzz_without_faults(run: Run, tmp_path: Path) -> None:
    result = run("fuzz", "toy", "--seconds", "0.2", "--out", str(tmp_path / "faults"), "--json")
    report = only_json(result)
    assert result.exit_code == 0
    assert report["faults"] == 0
    assert report["games"] >= 1
    assert report["actions"] > 0
    assert report["seconds"] > 0
    assert not (tmp_path / "faults").exists()


def test_fuzz_with_faults_exits_with_1(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import grognard.books

    broken = RULESET._replace(check=lambda state: ["a ghost walks"])
    monkeypatch.setattr(grognard.books, "load", lambda name: broken)
    result = run("fuzz", "toy", "--seconds", "0.1", "--out", str(tmp_path), "--json")
    report = only_json(result)
    assert result.exit_code == 1
    assert report["faults"] == len(report["found"]) > 0
    assert "a ghost walks" in report["found"][0]["found"]
    assert Path(report["found"][0]["file"]).exists()
    text = run("fuzz", "toy", "--seconds", "0.1", "--out", str(tmp_path))
    assert text.exit_code == 1
    assert "a ghost walks" in text.stdout


def test_perft_counts(run: Run) -> None:
    report = only_json(run("perft", "toy", "skirmish", "--depth", "2", "--json"))
    assert [row["ways"] for row in report["counts"]] == [4, 16]
    assert "16" in run("perft", "toy", "skirmish", "--depth", "2").stdout


def test_replay_tells_the_story_with_citations(run: Run, finished: tuple[Path, Game]) -> None:
    path, game = finished
    text = run("replay", str(path)).stdout
    assert "[TB 3.1ⁱ]" in text
    assert f"{len(game.actions)} actions." in text


def test_replay_to_an_action_shows_the_table(run: Run, finished: tuple[Path, Game]) -> None:
    text = run("replay", str(finished[0]), "--to", "3").stdout
    assert "3 actions. The game is not finished." in text
    assert "middle" in text


def test_replay_for_scripts(run: Run, finished: tuple[Path, Game]) -> None:
    report = only_json(run("replay", str(finished[0]), "--json"))
    assert report["log"][0] == {
        "action": 0,
        "cite": "TB 3.1",
        "what": "turn",
        "line": "turn 1 [TB 3.1ⁱ]",
        "facts": {"number": 1},
    }


def test_replay_verifies(run: Run, finished: tuple[Path, Game]) -> None:
    path, game = finished
    result = run("replay", str(path), "--verify", "--json")
    report = only_json(result)
    assert result.exit_code == 0
    assert report["actions"] == len(game.actions)
    assert report["state_hash"] == state_hash(RULESET, game.position)
    assert report["outcome"]["cite"] == "9.2"
    assert run("replay", str(path), "--verify").stdout.startswith("game.json: ")


def test_replay_of_another_end_exits_with_1(run: Run, finished: tuple[Path, Game]) -> None:
    result = run("replay", str(finished[0]), "--verify", "--expect", "0" * 64, "--json")
    assert result.exit_code == 1
    assert only_json(result)["sound"] is False


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A report in which every rule has one passing test; the toy's own folder as its package."""
    import json

    import examples.toy_brigade.toy

    monkeypatch.setattr(lab_matrix, "package_of", lambda book: Path(examples.toy_brigade.toy.__file__).parent)
    every = {number: {"passed": 1, "failed": 0, "tests": ["t"]} for number in RULESET.rulebook.rules}
    path = tmp_path / "rules.json"
    path.write_text(json.dumps({"toy": every}))
    return path


def test_matrix_joins_rules_code_and_tests(run: Run, held: Path) -> None:
    result = run("matrix", "toy", "--report", str(held), "--json")
    report: dict[str, Any] = only_json(result)
    assert result.exit_code == (1 if report["missing"] or report["unknown"] else 0)
    assert report["book"] == "toy"
    assert report["rules"] == len(RULESET.rulebook.rules)
    assert report["left_out"] == {"9.3": "there is no umpire here"}
    assert {"coded", "tested", "missing"} <= set(report)


def test_matrix_with_gaps_exits_with_1(run: Run, held: Path) -> None:
    held.write_text('{"toy": {}}')
    result = run("matrix", "toy", "--report", str(held), "--json")
    assert result.exit_code == 1
    assert {"number": "6.2c", "words": "cover costs the shooter a die", "reasons": ["no test"]} in only_json(
        result
    )["missing"]


def test_matrix_in_words_and_markdown(run: Run, held: Path) -> None:
    assert "rules: " in run("matrix", "toy", "--report", str(held)).stdout
    markdown = run("matrix", "toy", "--report", str(held), "--markdown").stdout
    assert "| 6.2c | cover costs the shooter a die | invented |" in markdown


def test_quickref_for_scripts(run: Run) -> None:
    report = only_json(run("quickref", "toy", "--json"))
    volley = next(table for table in report["tables"] if table["title"] == "Volley")
    assert volley["kind"] == "modifiers"
    assert {"cells": ["-1", "target in cover"], "cite": "6.2c", "source": "invented", "ruling": ""} in volley[
        "rows"
    ]
    assert volley["notes"] == ["base: strength", "never less than 1", "never more than 8"]
    assert sum(len(chapter["rules"]) for chapter in report["chapters"]) == len(RULESET.rulebook.rules)
    assert report["sources"]["invented"] == len(RULESET.rulebook.rules)


def test_quickref_in_words_and_markdown(run: Run) -> None:
    text = run("quickref", "toy").stdout
    assert "9 or more" in text
    assert "left out: there is no umpire here" in text
    markdown = run("quickref", "toy", "--markdown").stdout
    assert "| -1 | target in cover | TB 6.2cⁱ |" in markdown
    assert markdown.startswith("# Toy Brigade: quick reference")


def test_a_bare_call_and_help_succeed(run: Run) -> None:
    for words in ((), ("--help",), ("--version",), ("play", "--help"), ("fuzz", "--help")):
        result = run(*words)
        assert result.exit_code == 0
        assert result.stdout
        assert result.stderr == ""


MUSTER = ("muster", "--games", "4", "--levels", "recruit,corporal", "--jobs", "1", "--seed", "2")


def test_a_muster_plays_every_battle_and_finds_no_fault(run: Run) -> None:
    result = run(*MUSTER, "--json")
    report = only_json(result)
    assert result.exit_code == 0
    assert (report["games"], report["battles"], report["faults"], report["found"]) == (4, 2, 0, [])
    assert report == {**only_json(run(*MUSTER, "--json")), "slowest_ms": report["slowest_ms"]}
    text = run(*MUSTER).stdout
    assert "4 games of 2 battles" in text
    assert "0 faults" in text


def test_a_muster_that_finds_a_fault_says_how_to_have_it_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_muster.muster, "__kwdefaults__", {**lab_muster.muster.__kwdefaults__, "limit": 3})
    result = run(*MUSTER)
    assert result.exit_code == 1
    assert "had not ended after 3 actions" in result.stdout
    assert "seed" in result.stdout


def test_choices_are_timed_in_every_battle_or_the_one_that_is_named(run: Run) -> None:
    report = only_json(run("thinking", "toy", "--choices", "2", "--seed", "4", "--json"))
    assert (report["agent"], [row["scenario"] for row in report["battles"]]) == (
        "lieutenant",
        ["battle", "skirmish"],
    )
    assert [row["choices"] for row in report["battles"]] == [4, 4]
    assert report["longest"] == max(row["longest"] for row in report["battles"])
    one = run("thinking", "toy", "--agent", "sergeant", "--scenario", "skirmish", "--choices", "1")
    assert one.exit_code == 0
    assert "skirmish" in one.stdout
    assert "processor time" in one.stdout


def test_how_far_to_look_ahead_is_told_the_best_first(run: Run) -> None:
    asked = ("foresight", "toy", "--games", "2", "--trials", "2", "--jobs", "1", "--seed", "3")
    report = only_json(run(*asked, "--json"))
    assert (report["scenario"], report["now"]) == ("battle", [2])
    gains = [row["gain"] for row in report["sights"]]
    assert gains == sorted(gains, reverse=True)
    assert ["end"] in [row["turns"] for row in report["sights"]]
    few = only_json(run(*asked, "--decisions", "40", "--json"))
    assert few["decisions"] == 40 < report["decisions"]
    text = run(*asked).stdout
    assert "goes with" in text
    assert "captains judge after 2 now" in text
