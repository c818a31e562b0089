"""Whatever is given wrong: one clear line on standard error, status 2, nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.replay import Game
from tests.cli.conftest import Run

WRONG = [
    (("frolic",), "frolic"),
    (("books", "--frolic"), "--frolic"),
    (("quickref",), "BOOK"),
    (("quickref", "nobook"), "no book is called 'nobook'"),
    (("odds", "nobook"), "no book is called 'nobook'"),
    (("odds", "toy", "siege"), "no situation 'siege'"),
    (("odds", "toy", "siege", "--help"), "'siege'"),
    (("odds", "toy", "volley", "strngth=3"), "no field 'strngth'"),
    (("odds", "toy", "volley", "strength=many"), "strength: 'many'"),
    (("odds", "toy", "volley", "strength"), "'strength' cannot be read as a field"),
    (("odds", "toy", "volley", "strength=3", "strength=4"), "given twice"),
    (("odds", "toy", "volley", "arm=camels"), "one of line, guard"),
    (("simulate", "nobook"), "no book is called"),
    (("simulate", "toy", "--scenario", "moon"), "no scenario 'moon'"),
    (("simulate", "toy", "--agents", "greedy,genius"), "no agent is called 'genius'"),
    (("simulate", "toy", "--agents", "greedy"), "2 sides"),
    (("simulate", "toy", "--agents", ","), "name the agents"),
    (("simulate", "toy", "--games", "0"), "--games must be at least 1"),
    (("simulate", "toy", "--games", "few"), "--games"),
    (("simulate", "toy", "--jobs", "0"), "--jobs must be at least 1"),
    (("puzzles", "nobook"), "no book is called"),
    (("puzzles", "toy", "--agent", "genius"), "no agent is called 'genius'"),
    (("puzzles", "toy", "--agent", "greedy,random"), "one agent"),
    (("puzzles", "toy", "--folder", "/no/such"), "no puzzles in /no/such"),
    (("puzzles", "toy", "--agent", ""), "for instance: --agent greedy"),
    (("puzzles", "toy", "--least", "1.5"), "--least must be from 0 to 1, not 1.5"),
    (("puzzles", "toy", "--least", "-0.1"), "--least must be from 0 to 1"),
    (("puzzles", "toy", "--least", "nan"), "--least must be from 0 to 1"),
    (("muster", "nobook"), "no book is called"),
    (("muster", "--games", "0"), "--games must be at least 1"),
    (("muster", "--levels", "genius"), "no agent is called 'genius'"),
    (("muster", "--levels", ","), "for instance: --levels recruit,sergeant"),
    (("thinking", "nobook"), "no book is called"),
    (("thinking", "toy", "--choices", "0"), "--choices must be at least 1"),
    (("foresight", "toy", "--trials", "1"), "--trials must be at least 2"),
    (("foresight", "toy", "--scenario", "nowhere"), "nowhere"),
    (("foresight", "toy", "--scenario="), "toy has no scenario ''"),
    (("thinking", "toy", "--agent", ","), "for instance: --agent greedy"),
    (("thinking", "toy", "--scenario="), "toy has no scenario ''"),
    (("fit", "toy", "--scenario="), "toy has no scenario ''"),
    (("thinking", "toy", "--agent", "genius"), "no agent is called 'genius'"),
    (("thinking", "toy", "--agent", "greedy,random"), "one agent"),
    (("ladder", "nobook"), "no book is called"),
    (("ladder", "toy", "--agents", "greedy"), "two agents or more"),
    (("ladder", "toy", "--agents", "greedy,genius"), "no agent is called 'genius'"),
    (("ladder", "toy", "--pairs", "0"), "--pairs must be at least 1"),
    (("ladder", "toy", "--scenario", "moon"), "no scenario 'moon'"),
    (("ladder", "toy", "--sprt", "much"), "--sprt 'much' cannot be read"),
    (("ladder", "toy", "--sprt", "30,0"), "must be less"),
    (("ladder", "toy", "--sprt", "0,0"), "must be less"),
    (("ladder", "toy", "--sprt", "0,inf"), "two Elos from -2000 to 2000, not 0 and inf"),
    (("ladder", "toy", "--sprt", "-inf,0"), "two Elos from -2000 to 2000"),
    (("ladder", "toy", "--sprt", "nan,10"), "two Elos from -2000 to 2000"),
    (("ladder", "toy", "--sprt", "0,1e9"), "two Elos from -2000 to 2000"),
    (("ladder", "toy", "--sprt", "-1e300,0"), "two Elos from -2000 to 2000"),
    (("ladder", "toy", "--sprt", "0,30,60"), "cannot be read"),
    (("ladder", "toy", "--write", "."), "it is a folder"),
    (("ladder", "toy", "--write", "p.md", "--part", "a --> b"), "a part cannot be called 'a --> b'"),
    (("ladder", "toy", "--resume", "/no/such/folder/file"), "/no/such/folder/file"),
    (("balance", "nobook"), "no book is called"),
    (("balance", "toy", "moon"), "no scenario 'moon'"),
    (("balance", "toy", "--agent", "genius"), "no agent is called 'genius'"),
    (("balance", "toy", "--agent", "greedy,random"), "--agent takes one name"),
    (("balance", "toy", "--games", "0"), "--games must be at least 1"),
    (("balance", "toy", "--workers", "0"), "--workers must be at least 1"),
    (("balance", "toy", "--army", "1=x"), "its battles are fought with the armies they name"),
    (("simulate", "toy", "--option", "rain=on"), "no option 'rain'; it has: nightfall"),
    (("simulate", "toy", "--option", "nightfall"), "'nightfall' cannot be read as an option"),
    (("simulate", "toy", "--option", "nightfall=perhaps"), "nightfall"),
    (("fuzz", "toy", "--seconds", "-1"), "--seconds must be at least 0"),
    (("fuzz", "toy", "--scenario", "moon"), "no scenario 'moon'"),
    (("print", "toy"), "Toy Brigade has nothing to be printed"),
    (("print", "toy", "quickref"), "Toy Brigade has nothing to be printed"),
    (("mutants", "moon"), "no book is called 'moon'"),
    (("mutants", "toy", "--count", "0"), "--count must be at least 1"),
    (("mutants", "toy"), "toy is no book of this repository"),
    (("fuzz", "toy", "--agents", "moon"), "agents 'moon' is not known"),
    (("perft", "toy", "moon"), "no scenario 'moon'"),
    (("perft", "toy", "skirmish", "--depth", "0"), "--depth must be at least 1"),
    (("replay", "nowhere.json"), "cannot read nowhere.json"),
    (("matrix", "toy", "--report", "nowhere.json"), "cannot read nowhere.json"),
    (("army", "toy"), "toy has no army lists"),
    (("army", "check", "nowhere.toml"), "cannot read nowhere.toml"),
    (("army", "toy", "burn"), "army cannot 'burn'"),
    (("serve", "--db", "mysql://x"), "take sqlite or postgresql"),
    (("serve", "--db", "sqlite://"), "a database in memory"),
    (("serve", "--port", "99999"), "less than or equal to 65535"),
    (("play", "nobook"), "no book is called 'nobook'"),
    (("play", "toy", "--scenario", "moon"), "no scenario 'moon'"),
    (
        ("play", "toy", "--scenario", "skirmish", "--side", "Greens"),
        "no side 'Greens'; there are: 1 Reds, 2 Blues",
    ),
    (("play", "toy", "--scenario", "skirmish", "--side", "1", "--opponent", "genius"), "'genius'"),
    (("play", "toy", "--option", "rain=on"), "no option 'rain'"),
    (("play", "--load", "nowhere.json"), "cannot read nowhere.json"),
    (("play", "toy", "--dice", "loaded"), "--dice"),
]


@pytest.mark.parametrize(
    ("words", "names"), WRONG, ids=lambda part: " ".join(part) if isinstance(part, tuple) else ""
)
def test_wrong_words_are_answered_in_one_line(run: Run, words: tuple[str, ...], names: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert names in result.stderr
    assert result.stderr.startswith("grognard: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def spoiled(save: bytes, fault: str) -> bytes:
    raw = json.loads(save)
    if fault == "truncated":
        return save[: len(save) // 2]
    if fault == "other version":
        raw["version"] = "99"
    elif fault == "unknown book":
        raw["book"] = "atlantis"
    elif fault == "unknown scenario":
        raw["scenario"] = "moon"
    elif fault == "unknown verb":
        raw["actions"][0]["verb"] = "dance"
    elif fault == "missing field":
        del raw["scenario"]
    elif fault == "unknown option":
        raw["options"] = {"rain": True}
    elif fault == "odd noun":
        raw["actions"][0]["noun"] = {"a": 1}
    elif fault == "loaded dice":
        throw = next(one for one in raw["actions"] if one["type"] == "fall")
        throw["reading"], throw["faces"] = 99, [99]
    return json.dumps(raw).encode()


@pytest.mark.parametrize(
    ("fault", "names"),
    [
        ("truncated", "broken or cut short"),
        ("other version", "version 99"),
        ("unknown book", "atlantis"),
        ("unknown scenario", "moon"),
        ("unknown verb", "action 1 no longer fits"),
        ("missing field", "scenario"),
        ("unknown option", "rain"),
        ("odd noun", "action 1"),
        ("loaded dice", "no longer fits"),
    ],
)
@pytest.mark.parametrize("command", [("replay",), ("replay", "--verify", "--json"), ("play", "--load")])
def test_spoiled_saves_are_answered_in_one_line(
    run: Run, finished: tuple[Path, Game], fault: str, names: str, command: tuple[str, ...]
) -> None:
    path, game = finished
    path.write_bytes(spoiled(game.save(), fault))
    words = (*command, str(path)) if command[0] == "play" else (command[0], str(path), *command[1:])
    result = run(*words)
    assert result.exit_code == 2
    assert names in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_save_of_another_version_can_be_looked_at(run: Run, finished: tuple[Path, Game]) -> None:
    path, game = finished
    path.write_bytes(spoiled(game.save(), "other version"))
    assert run("replay", str(path), "--any-version").exit_code == 0


def test_going_beyond_the_end_is_refused(run: Run, finished: tuple[Path, Game]) -> None:
    result = run("replay", str(finished[0]), "--to", "99999")
    assert result.exit_code == 2
    assert "beyond the end" in result.stderr


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("title = 'Nothing'", "scene.toml"),
        ("not toml at all", "scene.toml"),
        (
            RULESET.scenarios["skirmish"].path.read_text("utf-8").replace("x = 450", "x = 4500"),
            "off the table",
        ),
    ],
)
@pytest.mark.parametrize("command", [("perft", "toy"), ("simulate", "toy", "--jobs", "1", "--scenario")])
def test_a_faulty_scenario_file_is_answered_in_one_line(
    run: Run, tmp_path: Path, text: str, names: str, command: tuple[str, ...]
) -> None:
    path = tmp_path / "scene.toml"
    path.write_text(text)
    result = run(*command, str(path))
    assert result.exit_code == 2
    assert names in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_fault_of_ours_is_not_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import grognard.books

    def broken(name: str) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(grognard.books, "load", broken)
    with pytest.raises(ZeroDivisionError):
        run("quickref", "toy")
