"""Computer players rated by pairs of games: the same whoever plays them, and gone on with when cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.book import BadInput
from grognard.lab.ladder import Ladder, code_of, ladder
from grognard.lab.rating import Sprt
from grognard.lab.strength import chart, page, write

SKIRMISH = ("skirmish",)


def climb(agents: tuple[str, ...] = ("random", "greedy"), pairs: int = 4, **more: Any) -> Ladder:
    return ladder(RULESET, agents, pairs, home="examples.toy_brigade.toy", **{"scenarios": SKIRMISH, **more})


def test_each_two_play_each_pair_once_on_each_side_in_each_scenario() -> None:
    found = climb(("random", "greedy", "corporal"), 2, scenarios=())
    assert found.scenarios == tuple(RULESET.scenarios)
    told = found.as_json()
    assert told["games"] == 2 * 2 * 3 * len(RULESET.scenarios)
    assert told["anchor"] == "corporal"
    over_all = [row for row in told["meetings"] if row["scenario"] == ""]
    assert [(row["first"], row["second"]) for row in over_all] == [
        ("random", "greedy"),
        ("random", "corporal"),
        ("greedy", "corporal"),
    ]
    assert all(row["won"] + row["drawn"] + row["lost"] == 4 * len(RULESET.scenarios) for row in over_all)


def test_neighbours_alone_may_play_and_the_page_says_so() -> None:
    found = climb(("random", "greedy", "corporal"), 2, neighbours=True)
    met = {(match.first, match.second) for match in found.matches}
    assert met == {("random", "greedy"), ("greedy", "corporal")}
    assert {row.player for row in found.ratings()} == {"random", "greedy", "corporal"}
    assert "--pairs 2 --neighbours --seed" in page(found.as_json())
    assert "--neighbours" not in page(climb(pairs=1).as_json())


def test_two_who_play_alike_share_every_pair() -> None:
    """With the same dice and the sides swapped nothing is left to tell them apart."""
    found = climb(("greedy", "sergeant"), 5)
    assert found.scores() == {("greedy", "sergeant"): [0.5] * 5}


def test_the_number_of_processes_makes_no_difference() -> None:
    assert climb(jobs=1).as_json() == climb(jobs=2).as_json()


def test_a_run_that_was_cut_goes_on_and_gives_the_same_table(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    whole = climb(kept=kept).as_json()
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 8
    kept.write_bytes(b"".join(lines[:4]) + lines[4][:20])  # cut in the midst of a line
    ticks: list[tuple[int, int]] = []
    again = climb(kept=kept, progress=lambda done, of: ticks.append((done, of)))
    assert again.as_json() == whole
    assert ticks == [(done, 8) for done in range(4, 9)]
    assert sorted(kept.read_bytes().splitlines())[0].startswith(b'{"book"')
    assert climb(kept=kept, progress=lambda done, of: pytest.fail("played again")).as_json() == whole


def test_more_pairs_or_players_are_added_to_what_was_played(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    climb(pairs=2, kept=kept)
    ticks: list[int] = []
    more = climb(("random", "greedy", "corporal"), 3, kept=kept, progress=lambda done, of: ticks.append(done))
    assert len(ticks) == 2 * 3 * 3 - 4
    assert more.as_json() == climb(("random", "greedy", "corporal"), 3).as_json()


def test_games_of_another_run_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    climb(pairs=1, kept=kept)
    with pytest.raises(BadInput, match="another run: seed is 0, not 1"):
        climb(pairs=1, kept=kept, seed=1)
    kept.write_text(kept.read_text().replace(code_of(RULESET), "0" * 12))
    with pytest.raises(BadInput, match="code is '000000000000'"):
        climb(pairs=1, kept=kept)
    kept.write_text("Dear diary,\n")
    with pytest.raises(BadInput, match="is no file of finished games"):
        climb(pairs=1, kept=kept)


@pytest.mark.parametrize(
    ("agents", "sprt", "words"),
    [
        (("greedy",), None, "two agents or more"),
        (("greedy", "greedy"), None, "each named once"),
        (("greedy", "napoleon"), None, "no computer player"),
        (("greedy", "random", "corporal"), Sprt(0, 10), "between two agents"),
        (("greedy", "random"), Sprt(10, 0), "must be less"),
    ],
)
def test_wrong_agents_are_refused_before_any_game(
    agents: tuple[str, ...], sprt: Sprt | None, words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        climb(agents, sprt=sprt)


def test_a_test_ends_when_it_is_settled_and_at_the_same_pair_for_any_number_of_processes() -> None:
    alone, together = (climb(("greedy", "random"), 60, sprt=Sprt(0, 200), jobs=jobs) for jobs in (1, 2))
    assert alone.verdict == "stronger"
    assert 2 < len(alone.matches) < 60
    assert alone.as_json() == together.as_json()
    other = climb(("random", "greedy"), 60, sprt=Sprt(0, 200))
    assert other.verdict == "not stronger"
    assert climb(("greedy", "corporal"), 3, sprt=Sprt(0, 5)).verdict == "open"


def test_the_page_has_a_section_for_each_book_and_keeps_what_else_is_there(tmp_path: Path) -> None:
    report = climb(("random", "greedy"), 4).as_json()
    path = tmp_path / "strength.md"
    write(path, "Toy Brigade", report)
    write(path, "Another", {**report, "book": "another"})
    path.write_text(path.read_text() + "\nA word of ours.\n")
    write(path, "Toy Brigade", {**report, "games": 99})
    text = path.read_text()
    assert text.count("## Toy Brigade") == text.count("## Another") == 1
    assert "99 games" in text
    assert "A word of ours." in text
    assert "grognard ladder toy --agents random,greedy --pairs 4 --seed 0 --scenario skirmish" in text


def test_the_page_begins_with_a_summary_of_its_sections(tmp_path: Path) -> None:
    report = climb(("recruit", "sergeant"), 4).as_json()
    path = tmp_path / "strength.md"
    write(path, "Toy Brigade", report)
    write(path, "Toy Brigade", {**report, "games": 99}, "a second battle")
    first, second = (line for line in path.read_text().splitlines() if line.startswith("| Toy Brigade, "))
    rated = {row["agent"]: row for row in report["ratings"]}
    low, high = (f"{rated['recruit'][end]:+d}" for end in ("low", "high"))
    assert first.startswith(f"| Toy Brigade, skirmish | 8 | {rated['recruit']['elo']:+d} ({low} to {high}) |")
    assert second.startswith("| Toy Brigade, skirmish | 99 | ")
    assert " | 0 | " in first  # he whom the others are measured from
    path.write_text("# A page without a summary\n")
    write(path, "Toy Brigade", report)
    assert "| book, battle |" not in path.read_text()


def test_the_chart_has_a_mark_for_each_player_within_its_interval() -> None:
    report = climb(("random", "greedy"), 4, sprt=None).as_json()
    lines = chart(report)
    assert [line.split()[0] for line in lines[:2]] == [row["agent"] for row in report["ratings"]]
    assert all(line.count("●") == 1 for line in lines[:2])
    tested = page(climb(("greedy", "random"), 2, sprt=Sprt(0, 50)).as_json())
    assert "Sequential test" in tested
    assert " --sprt 0,50`" in tested
