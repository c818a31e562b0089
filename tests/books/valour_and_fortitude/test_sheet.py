"""What players see: formations, garrisons, objectives, brigades, and what dice say. [VF 25–28, 32, 35, 43, 125, 173]"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.sheet import SHEET
from grognard.books.valour_and_fortitude.state import Spell, State
from grognard.books.valour_and_fortitude.tables.dice import Hits
from grognard.books.valour_and_fortitude.words import Order
from grognard.engine.dice import hit_groups
from grognard.engine.log import Entry
from grognard.engine.view import Piece
from grognard.odds.luck import thrown
from grognard.server import jobs
from grognard.server.catalogue import Catalogue, options_of, prospect
from grognard.server.faults import ApiError
from grognard.server.parts import Chance, Marginal, OddsOf
from grognard.server.words import about_of, reading_of, tell
from tests.books.valour_and_fortitude.drill import area, begin, gun, scene, unit
from tests.rules import rule

HOUSE = area("building", 25, 20, 35, 30, name="house")


def seen(state: State, number: int = 0) -> Piece:
    """A unit as it is drawn."""
    return SHEET.view(state, 0).pieces[number]


@rule("27", "28")
@pytest.mark.parametrize(
    ("order", "words", "cited"), [(Order.LIMBERED, "limbered", "27"), (Order.UNLIMBERED, "unlimbered", "28")]
)
def test_a_gun_is_limbered_or_not_and_never_in_line(order: Order, words: str, cited: str) -> None:
    piece = seen(scene(unit("A", gun, order, front=(30, 10)), unit("b", front=(30, 40), facing=180)))
    assert [(tag.words, tag.cite) for tag in piece.tags] == [(words, cited)]
    assert (piece.figures, piece.full) == (0, 0)


@rule("23", "24")
@pytest.mark.parametrize(("files", "words"), [(12, "line"), (6, "attack column")])
def test_infantry_is_called_by_its_ranks_and_files(files: int, words: str) -> None:
    piece = seen(
        scene(unit("A", front=(30, 10), figures=24, files=files), unit("b", front=(30, 40), facing=180))
    )
    assert [tag.words for tag in piece.tags] == [words]
    assert (piece.figures, piece.full) == (24, 24)


@rule("173", "174")
def test_a_garrison_is_drawn_in_its_feature_and_measured_from_it() -> None:
    state = scene(unit("A", inside="house"), unit("b", front=(30, 40), facing=180), terrain=(HOUSE,))
    piece = seen(state)
    assert piece.footprint == state.field.terrain[0].poly
    assert piece.pose == (3000, 2500, 0)
    assert not piece.front
    assert all(2500 <= x <= 3500 and 2000 <= y <= 3000 for base in piece.bases for x, y in base)
    outside = seen(scene(unit("A", front=(30, 10)), unit("b", front=(30, 40), facing=180)))
    assert outside.front
    assert outside.footprint != state.field.terrain[0].poly


@rule("35", "36")
def test_a_flag_stands_on_each_objective_in_the_colour_of_its_holder() -> None:
    state = RULESET.start("setpiece_battle").state
    flags = SHEET.view(state, 0).extra["marks"]
    assert [flag["side"] for flag in flags] == [None] * len(state.field.objectives)
    held = SHEET.view(RULESET.start("attack_and_defence").state, 0).extra["marks"]
    holders = RULESET.start("attack_and_defence").state.holders
    assert [flag["side"] for flag in held] == [None if side < 0 else side for side in holders]


@rule("32")
def test_a_brigade_is_named_and_stands_for_its_units_and_its_leader() -> None:
    state = scene(
        unit("A", front=(30, 10)),
        unit("B", front=(50, 10), brigade="II"),
        unit("c", front=(30, 40), facing=180),
    )
    for number, each in enumerate(state.brigades[:2]):
        assert SHEET.noun_words(state, "brigade", number) == each.name
        leader = state.brigade_leader(number)
        assert leader is not None
        assert SHEET.noun_units(state, "brigade", number) == (number, leader.id)
    assert SHEET.noun_units(state, "move", 0) == ()
    assert [piece.group for piece in SHEET.view(state, 0).pieces[:2]] == [b.name for b in state.brigades[:2]]


@rule("125", "133")
@pytest.mark.parametrize(
    ("throw", "reading", "words"),
    [
        ("hit tests", (0, 1), "no hit"),
        ("hit tests", (1, 0), "1 hit"),
        ("hit tests", (3, 1), "3 hits"),
        ("hit tests again", 2, "2 hits more"),
        ("valour", (2, 0), "2 passed"),
        ("fortitude", 0, "none passed"),
        ("activation", 1, "the brigade activates"),
        ("messenger", 0, "lost"),
        ("rally", 1, "1 marker comes off"),
        ("fate card", 12, "the Queen"),
    ],
)
def test_dice_say_what_they_decide(throw: str, reading: Any, words: str) -> None:
    assert reading_of(RULESET, throw, reading) == words


@rule("125")
def test_hit_tests_say_which_dice_hit_and_how_lucky_they_were() -> None:
    assert hit_groups(Hits(3, 4)) == ((3, 4),)
    found = thrown(Hits(3, 4), (2, 1))
    assert found is not None
    assert found.read == 2


@rule("63", "125")
def test_a_throw_names_who_throws_and_at_whom() -> None:
    names = {1: "52nd Light", 2: "Grenadiers"}
    assert about_of({"unit": 1, "target": 2}, names) == "52nd Light at Grenadiers"
    assert about_of({"brigade": "2nd Brigade"}, names) == "2nd Brigade"


@rule("105", "129")
@pytest.mark.parametrize(
    ("what", "facts", "words"),
    [
        ("loses", {"unit": 1, "losses": 1}, "A takes 1 loss"),
        ("loses", {"unit": 1, "losses": 3}, "A takes 3 losses"),
        ("rallies", {"unit": 1, "markers": 0}, "A rallies: no loss marker off"),
        (
            "fight result",
            {"unit": 1, "target": 2, "losses": [1, 2], "side": 0},
            "A against B: 1 loss inflicted, 2 suffered; the South wins",
        ),
    ],
)
def test_the_journal_counts_in_words(what: str, facts: dict[str, Any], words: str) -> None:
    assert tell(RULESET, Entry("129", what, facts), {1: "A", 2: "B"}, ("South", "North")) == words


@rule("43")
def test_a_question_for_a_card_says_whom_it_is_about() -> None:
    state = scene(unit("A", front=(30, 10)), unit("b", front=(30, 18), facing=180), hands=((6,), ()))
    game = begin(state, "fire").play(("fire", ("A", "b")))
    game.play((1,) * game.throw.dice.faces()[0])
    assert game.ask.prompt.startswith(f"{state.units[0].name} against {state.units[1].name}: 0 of")


@rule("34")
def test_armies_are_chosen_by_their_titles_and_shown_on_the_table() -> None:
    shelf = Catalogue({"valour_and_fortitude": RULESET})
    first = next(option for option in options_of(RULESET) if option.name == "first_army")
    assert (first.type, first.side) == ("choice", 0)
    assert first.titles[first.choices.index("british_300")] == "British, 300 points"
    chosen = shelf.forces("valour_and_fortitude", "setpiece_battle", {"first_army": "british_300"})
    assert b"3rd Foot Guards" in msgspec.json.encode(prospect(RULESET, "setpiece_battle", chosen))
    assert b"3rd Foot Guards" not in msgspec.json.encode(prospect(RULESET, "setpiece_battle"))
    with pytest.raises(ApiError):
        shelf.forces("valour_and_fortitude", "setpiece_battle", {"first_army": "martians"})


@rule("125")
def test_odds_of_hit_tests_tell_each_number_of_hits_once() -> None:
    parts = tuple(Chance((reading,), "1/4", 0.25) for reading in ([0, 1], [0, 0], [1, 0], [1, 1]))
    odds = OddsOf(("hit tests",), parts, (Marginal("hit tests", parts),), (), ())
    meanings = {str(part.values[0]): reading_of(RULESET, "hit tests", part.values[0]) for part in parts}
    told = jobs._told(odds, meanings)
    assert [(chance.values, chance.fraction) for chance in told.outcomes] == [
        (("no hit",), "1/2"),
        (("1 hit",), "1/2"),
    ]


@rule("148", "FC10")
@pytest.mark.parametrize("captured", [False, True])
def test_the_lines_of_the_score_add_up_to_its_head(captured: bool) -> None:
    state = RULESET.start("first_brigade").state
    holders = tuple(number % 2 for number in range(len(state.field.objectives)))
    spells = (Spell("capture", 1, holders.index(1)),) if captured else ()
    view = SHEET.view(msgspec.structs.replace(state, holders=holders, defeats=(2, 1), spells=spells), 0)
    head = {row.label: int(row.value) for row in view.score[:2]}
    found = dict.fromkeys(head, 0)
    for row in view.score[2:]:
        side = next(
            name for name in head if row.label.startswith(f"{name}:") or row.value.startswith(f"{name},")
        )
        found[side] += int(re.findall(r"(\d+) points?$", row.value)[0])
    assert found == head
    assert min(head.values()) > 0
