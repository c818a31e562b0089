"""The computer's judgement over a finished battle: nobody hears it before, everybody afterwards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.ai.agents import make
from grognard.ai.judge import samples_of, swings
from grognard.books import load
from grognard.engine.choices import thaw
from grognard.engine.log import Entry
from grognard.engine.view import Piece, Row, Tag, View
from grognard.lab.play import play_game
from grognard.server import views
from grognard.server.judgement import _all_turning, moment, told
from grognard.server.parts import EntryOf
from grognard.server.record import Record
from tests.server.player import Player, play_out
from tests.server.running import Running
from tests.server.test_game import table
from tests.tools.shelf import BOOKS


def test_it_is_told_when_the_battle_is_over_and_never_before(server: Running) -> None:
    made, first, second = table(server, scenario="secrets")
    path = f"/api/games/{made['game']}/judgement"
    headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    with first, second:
        refused = server.http.get(path, headers=headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "hidden")
        play_out([first, second], random.Random(1))
        for proof in (headers, {}):
            told = server.http.get(path, headers=proof).json()
            assert not told["fitted"], "Toy Brigade's chances were never fitted"
            total = first.state["seq"]
            seqs = [point["seq"] for point in told["points"]]
            assert seqs == sorted(seqs)
            assert all(0 <= seq <= total for seq in seqs)
            assert all(0 <= point["chance"] <= 1 for point in told["points"])
            for one in told["turning"]:
                assert 0 < one["seq"] <= total
                assert one["gained"] == (0 if one["after"] > one["before"] else 1)


def test_a_game_against_the_computer_is_judged_to_its_end(server: Running) -> None:
    made = server.new_game("here", "sergeant")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        play_out([player], random.Random(2))
    told = server.http.get(f"/api/games/{made['game']}/judgement").json()
    assert len(told["points"]) > 2


RED, BLUE = 0, 1


def piece(unit: int, side: int, figures: int = 12, *tags: str, x: int = 0) -> Piece:
    bad = tuple(Tag(words, "", "bad") for words in tags)
    return Piece(
        unit,
        side,
        f"unit {unit}",
        "foot",
        "I",
        (x, 0, 0),
        ((0, 0), (9, 0), (9, 9)),
        (),
        figures,
        12,
        True,
        bad,
    )


def view(*pieces: Piece, score: tuple[int, int] = (0, 0), rows: tuple[Row, ...] = ()) -> View:
    points = (Row("Reds", str(score[0])), Row("Blues", str(score[1])))
    return View("toy", "x", None, ("Reds", "Blues"), "", pieces, points + rows)


def line(words: str, seq: int = 1, /, **facts: Any) -> EntryOf:
    return EntryOf(seq, "1.1", words, facts, words)


def words(lines: list[EntryOf]) -> list[str]:
    return [one.words for one in lines]


def test_losses_and_routs_are_told_and_headings_are_not() -> None:
    """The Blues gain: a Red unit loses men, another is gone, and the turn goes on."""
    before, after = view(piece(1, RED), piece(2, RED), piece(3, BLUE)), view(piece(1, RED, 8), piece(3, BLUE))
    entries = [
        line("3 charges 2", unit=3, target=2),
        line("1 loses 4", unit=1, figures=4),
        line("2 routs", unit=2),
        line("Turn 2: Blues", turn=2, side=BLUE),
        line("The Blues draw a card", side=BLUE),
        line("Somebody tires", formation="Roux", fatigue=2),
    ]
    found = told([moment(before, after, entries, BLUE, True)], BLUE)
    assert words(found) == ["3 charges 2", "1 loses 4", "2 routs"]


def test_what_the_gainer_suffered_is_not_why_it_gained() -> None:
    before, after = view(piece(1, RED), piece(3, BLUE)), view(piece(1, RED, 8), piece(3, BLUE, 6))
    entries = [line("1 loses 4", unit=1), line("3 loses 6", unit=3)]
    assert words(told([moment(before, after, entries, BLUE, True)], BLUE)) == ["1 loses 4"]


def test_a_march_is_no_turning_point() -> None:
    """Nor is it one if whoever marches comes out of order by it."""
    before, after = view(piece(1, RED)), view(piece(1, RED, 12, "unformed", x=500))
    assert told([moment(before, after, [line("1 marches", unit=1)], RED, False)], RED) == []
    assert told([moment(before, after, [line("1 marches", unit=1)], BLUE, False)], BLUE) == []


def test_cards_and_headings_alone_are_no_turning_point() -> None:
    entries = [line("Turn 2", turn=2), line("The Reds have the initiative", side=RED)]
    assert told([moment(view(piece(1, RED)), view(piece(1, RED)), entries, RED, True)], RED) == []


def test_ground_taken_is_told() -> None:
    entries = [
        line("The Reds take the mill", side=RED, objective="mill"),
        line("Turn 2: Blues", turn=2, side=BLUE),
    ]
    found = moment(view(piece(1, RED)), view(piece(1, RED), score=(1, 0)), entries, RED, False)
    assert words(told([found], RED)) == ["The Reds take the mill"]


def test_a_march_onto_ground_that_counts_is_told_with_what_it_counts() -> None:
    before = view(piece(1, RED), score=(0, 6))
    after = view(piece(1, RED, x=500), score=(2, 2), rows=(Row("Reds: both in the stockade", "2 points"),))
    found = moment(before, after, [line("1 marches", unit=1)], RED, False)
    assert words(told([found], RED)) == ["1 marches", "Reds: both in the stockade (2 points)"]


def test_what_the_other_side_holds_is_not_why_this_one_gained() -> None:
    after = view(piece(1, RED, x=500), score=(0, 3), rows=(Row("Blues: hold the wood", "3 points"),))
    found = moment(view(piece(1, RED)), after, [line("1 marches", unit=1)], RED, False)
    assert told([found], RED) == []


def test_ground_that_the_other_side_lost_is_told() -> None:
    before = view(piece(1, RED), score=(0, 3), rows=(Row("Blues: hold the wood", "3 points"),))
    found = moment(before, view(piece(1, RED, x=500)), [line("1 marches", unit=1)], RED, False)
    assert words(told([found], RED)) == ["1 marches", "Blues: hold the wood (no longer)"]


def test_bad_news_nobody_speaks_of_is_no_harm() -> None:
    """A gun that has fired reloads: that is not why the enemy gained."""
    before, after = view(piece(1, RED)), view(piece(1, RED, 12, "reloading"))
    assert told([moment(before, after, [line("1 hits 3", unit=1, target=3)], BLUE, False)], BLUE) == []


def test_what_was_told_twice_is_told_once_and_in_the_order_it_came() -> None:
    before, after = view(piece(1, RED), piece(2, RED)), view(piece(1, RED, 10), piece(2, RED))
    first = moment(before, after, [line("1 loses 2", 1, unit=1)], BLUE, True)
    second = moment(
        after, view(piece(1, RED, 8)), [line("1 loses 2", 2, unit=1), line("2 flees", 2, unit=2)], BLUE, True
    )
    assert words(told([first, second], BLUE)) == ["1 loses 2", "2 flees"]


class Looker:
    """As much of a room as the judgement needs."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def sight(self, side: int | None, seq: int) -> views.Sight:
        position = self.record.positions[self.record.stories[side].ends[seq]]
        return views.Sight(self.record.book, self.record.engine, position, side)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_a_turning_point_leads_to_the_action_told_first(name: str) -> None:
    """And none tells a heading, dice, or nothing."""
    book = load(name)
    scenario = next(iter(book.scenarios))
    save = play_game(
        book, scenario, [make("sergeant", book, 1), make("sergeant", book, 2)], 4, save=True
    ).save
    assert save is not None
    record = Record(book, save.scenario, book.read_options(save.options), bytes(32))
    for kept in save.actions:
        action, entries = thaw(kept), list[Entry]()
        after = record.engine.apply(record.position, action, entries)
        record.take_in(record.tried(record.position, action, after, entries))
    found = _all_turning(Looker(record), None, swings(samples_of(book, save)))  # type: ignore[arg-type]
    assert found
    assert [one.seq for one in found] == sorted(one.seq for one in found)
    for one in found:
        here = views.entries(record, one.seq, None)
        counted = {row.label for row in Looker(record).sight(None, one.seq).view().score}
        assert any(each.words == one.words[0] for each in here) or any(
            one.words[0].startswith(row) for row in counted
        )
        told_of = {
            each.words: each
            for seq in range(one.seq, one.seq + 40)
            if seq <= record.stories[None].seq
            for each in views.entries(record, seq, None)
        }
        assert all("turn" not in told_of[each].facts for each in one.words if each in told_of)
