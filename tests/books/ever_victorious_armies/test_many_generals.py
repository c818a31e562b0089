"""More than one general a side: any of them rallies and leads, one of them commands. [EVA N7, 74, 84, 41, 69]"""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.army import Builder
from grognard.books.ever_victorious_armies.facts.nerve import nerve
from grognard.books.ever_victorious_armies.facts.parties import tallies
from grognard.books.ever_victorious_armies.facts.victory import points
from grognard.books.ever_victorious_armies.setup.lists import HOUSE
from grognard.books.ever_victorious_armies.state import Peril, State, Unit
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.steps.rally import Rally
from grognard.books.ever_victorious_armies.steps.turn import bids
from grognard.books.ever_victorious_armies.words import Kind, Where
from grognard.engine.choices import Ask
from tests.books.ever_victorious_armies.drill import moving, refused
from tests.books.ever_victorious_armies.scenes import (
    begin,
    elite,
    find,
    foot,
    general,
    horse,
    scene,
    unit,
)
from tests.rules import rule


def second(key: str = "H", **more: object) -> Unit:
    """A general under the commander-in-chief."""
    return unit(key, general, subordinate=True, **more)


def camp(*more: Unit) -> State:
    """Two marked units, each with a general near it, and a third enemy far off."""
    return scene(
        unit("A", markers=1, at=(20, 20)),
        unit("B", markers=1, at=(50, 20)),
        unit("G", general, at=(20, 23)),
        second(at=(50, 23)),
        unit("z", at=(60, 44), markers=1),
        *more,
    )


# ---- rallying


@rule("84", "G-26", "T7")
def test_every_general_may_rally_one_unit_a_turn() -> None:
    game = begin(camp(), Rally())
    assert game.ask.about == find(game.state, "G").id
    assert refused(game, "rally", "B") == "O5"
    game.play(("rally", "A"), 4)
    assert game.ask.about == find(game.state, "H").id
    assert refused(game, "rally", "A") == "84"
    game.play(("rally", "B"), 6)
    assert game.over
    assert [game.unit(key).markers for key in "AB"] == [0, 0]


@rule("84", "G-26")
def test_two_generals_may_try_the_same_unit_but_each_once() -> None:
    state = scene(
        unit("A", markers=2, at=(20, 20)),
        unit("G", general, joined="A"),
        second(at=(20, 23)),
        unit("z", at=(60, 44)),
    )
    game = begin(state, Rally()).play(("rally", "A"), 6)
    assert isinstance(game.pending, Ask)
    game.play(("rally", "A"), 6)
    assert game.over
    assert game.unit("A").markers == 0


@rule("84", "N7")
def test_a_subordinate_rallies_when_the_commander_is_lost() -> None:
    lost = scene(
        unit("A", markers=1, at=(20, 20)),
        unit("G", general, where=Where.LOST),
        second(at=(20, 23)),
        unit("z", at=(60, 44)),
    )
    game = begin(lost, Rally())
    assert game.ask.about == find(lost, "H").id
    assert game.play("no_rally").over


@rule("T7")
def test_all_of_the_first_sides_generals_come_before_the_second_sides() -> None:
    game = begin(camp(unit("g", general, at=(60, 41)), second("h", at=(60, 47))), Rally())
    asked = []
    while not game.over:
        asked.append(game.ask.about)
        game.play("no_rally")
    assert [game.state.units[i].key for i in asked if i is not None] == ["G", "H", "g", "h"]


# ---- what only the commander-in-chief does


@pytest.mark.parametrize(
    ("leader", "commanded"), [(unit("G", general, joined="A"), True), (second(joined="A"), False)]
)
@rule("74", "N7", "G-48")
def test_only_the_commanders_own_unit_may_skip_a_test(leader: Unit, commanded: bool) -> None:
    shaken = unit("A", foot, 10, at=(20, 20), today={"lost_to_fire": 2})
    state = scene(shaken, leader, unit("z", at=(60, 44)))
    assert nerve(state, state.units[0]).commanded is commanded
    game = begin(state, Morale())
    if commanded:
        assert set(game.ask.offers) == {"stand_firm_command", "test"}
    else:
        assert game.throw.what == "morale"


@rule("74", "75")
def test_the_reason_why_a_subordinate_spares_no_test_is_told() -> None:
    shaken = unit("A", foot, 10, elite, at=(20, 20), today={"lost_to_fire": 2})
    game = begin(scene(shaken, second(joined="A"), unit("z", at=(60, 44))), Morale())
    assert "stand_firm_command" not in game.ask.offers
    assert game.ask.barred["stand_firm_command"].cite == "74"


@rule("T1", "N7")
def test_only_the_commander_counts_for_the_initiative() -> None:
    both = scene(unit("A"), unit("G", general, at=(9, 9)), second(at=(12, 9)), unit("z", at=(60, 44)))
    assert [tally.total for tally in bids(both)] == [1, 0]
    under = scene(unit("A"), second(at=(12, 9)), unit("z", at=(60, 44)))
    assert under.commander(0) is None
    assert [tally.total for tally in bids(under)] == [0, 0]


# ---- what any general does


@rule("41", "N3", "N7")
def test_any_general_leads_cavalry() -> None:
    state = scene(
        unit("A", horse, 8, at=(30, 20)),
        second(joined="A"),
        unit("b", at=(30, 21.25), facing=180),
        contacts="A>b",
    )
    assert "41" in [line.cite for line in tallies(state, (0, 2), 0)[0].lines]


@rule("69", "N5", "O2")
def test_losing_any_general_calls_for_tests() -> None:
    state = scene(
        unit("A", at=(20, 20), where=Where.LOST),
        second(joined="A"),
        unit("B", at=(24, 20)),
        unit("G", general, at=(60, 20)),
        unit("z", at=(60, 44)),
        perils=(Peril(1, "gone", 0),),
    )
    game = begin(state, *_risk_and_morale()).play(1)
    assert [entry.cite for entry in game.notes("must test")] == ["69"]
    assert game.throw.facts["cause"] == "69"


def _risk_and_morale() -> tuple[object, ...]:
    from grognard.books.ever_victorious_armies.steps.generals import GeneralsAtRisk

    return GeneralsAtRisk(), Morale()


@rule("N6")
def test_every_lone_general_near_a_mover_must_flee() -> None:
    state = scene(
        unit("A", at=(30, 20)),
        unit("b", at=(50, 40)),
        unit("g", general, at=(28, 26)),
        second("h", at=(32, 26)),
        unit("c", at=(30, 34)),
        unit("d", at=(40, 34)),
    )
    game = moving(state).play(("march", "A"), (6, 6), ("go", (("forward", 500),)))
    fled = {find(game.state, key).joined for key in "gh"}
    assert fled == {find(game.state, key).id for key in "cd"}


@rule("V3", "N7")
def test_another_general_lost_is_worth_one_point() -> None:
    state = scene(
        unit("A"), unit("G", general, where=Where.LOST), second(where=Where.LOST), unit("z", at=(60, 44))
    )
    assert points(state) == (0, 4)


# ---- lists, scenarios, cards


@rule("N7", "Y1")
def test_lists_with_several_generals(tmp_path: Path) -> None:
    text = (HOUSE / "armies" / "qing.toml").read_text("utf-8")
    path, builder = tmp_path / "mine.toml", Builder()
    path.write_text(text, "utf-8")
    assert builder.check(path) == []
    for old, new, words in (
        ("subordinate = true", "subordinate = false", "exactly one"),
        ('name = "Sheng-pao"\ntype = "general"', 'name = "Sheng-pao"\ntype = "foot"', "no general"),
        ("points = 20\nsubordinate", "points = 40\nsubordinate", "costs 20"),
    ):
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
        assert any(words in fault.words for fault in builder.check(path)), words


@rule("N7")
def test_the_cards_tell_the_commander_from_the_others() -> None:
    state = scene(unit("A"), unit("B", at=(9, 9)), unit("G", general, joined="A"), second(joined="B"))
    sheet = RULESET.sheet
    assert [sheet.card(state, i)[0].label for i in (2, 3)] == ["Commander-in-chief", "General"]
    tags = [[row.value for row in sheet.card(state, i) if row.label == "Now"] for i in (0, 1)]
    assert tags == [["commander-in-chief"], ["general"]]


@rule("N7")
def test_the_open_battle_has_two_generals_a_side() -> None:
    state = RULESET.setup(RULESET.scenarios["tungchow"].path, RULESET.options())
    for side in (0, 1):
        assert len(state.generals(side)) == 2
        assert [g.subordinate for g in state.generals(side)] == [False, True]


@rule("6", "Q3", "Q4", "Q6", "Q8", "Q9", "K4")
def test_the_open_battle_has_all_that_no_other_scenario_had() -> None:
    state = RULESET.setup(RULESET.scenarios["tungchow"].path, RULESET.options())
    assert {"hill", "wall", "hedge", "wood", "marsh", "river", "ford"} <= {
        t.kind for t in state.field.terrain
    }
    assert any(u.kind is Kind.HORSE_GUN for u in state.units)
