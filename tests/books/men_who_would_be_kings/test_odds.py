"""Odds in a real game and odds without a board: whole sequences, exact and quick. [TMWWBK R-30, R-05]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.outlook import Outlook
from grognard.books.men_who_would_be_kings.facts.retreat import allowance
from grognard.books.men_who_would_be_kings.situations.live import TELLERS, Deeds, _done, scene_for
from grognard.books.men_who_would_be_kings.state import State, Terrain, Unit
from grognard.books.men_who_would_be_kings.words import Trait
from grognard.engine.book import BadInput, Scene
from grognard.engine.choices import Move
from grognard.engine.flow import Position, replace
from grognard.odds.explore import explore
from grognard.odds.inputs import read_inputs
from grognard.odds.report import solve
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    Play,
    begin,
    disc,
    horse,
    irregular,
    regular,
    scene,
    tribal,
    unit,
)
from tests.books.men_who_would_be_kings.test_examples import chance, odds
from tests.rules import rule

param = pytest.param


def live(game: Play, verb: str, *noun: Any) -> dict[tuple[Any, ...], Fraction]:
    """The odds of a choice as the table stands."""
    found = scene_for(game.position, Move(game.ask.who[0], verb, game.noun(*noun)))
    assert isinstance(found, Scene)
    dist = explore(ENGINE, found).dist.fractions()
    assert sum(dist.values()) == 1
    assert all(len(key) == len(found.heads) for key in dist)
    return dist


def facing(mine: Any, theirs: Any, *ground: Terrain) -> Play:
    state: State = scene(mine, theirs, terrain=ground)
    return begin(state)


@rule("T053", "T064", "T065")
def test_a_real_shot_has_the_odds_of_the_same_shot_without_a_board() -> None:
    game = facing(unit("A", regular, at=(36, 10)), unit("b", tribal, at=(36, 24)))
    assert live(game, "fire", "A", "b") == odds("fire", distance=12)
    covered = facing(
        unit("A", regular, at=(36, 10)), unit("b", tribal, at=(36, 30)), disc("scrub", 36, 30, 4)
    )
    assert live(covered, "fire", "A", "b") == odds("fire", distance=18, cover="soft")


@rule("T017", "T028", "T029")
def test_a_real_attack_has_the_odds_of_the_same_attack_without_a_board() -> None:
    game = facing(unit("A", tribal, at=(36, 16)), unit("b", regular, at=(36, 24)))
    told = live(game, "attack", "A", "b")
    bare = odds("attack", fighting=5)
    obeyed = {key[1:]: share for key, share in told.items() if key[0] == "obeyed"}
    assert sum(obeyed.values()) == Fraction(13, 18)
    assert {key: share / Fraction(13, 18) for key, share in obeyed.items()} == bare


@rule("T032", "T034", "R-30")
def test_a_follow_up_is_played_on() -> None:
    cavalry = {"troops": "regular_cavalry", "models": 8, "discipline": 1}
    stays = odds("attack", **cavalry)
    follows = odds("attack", **cavalry, follow_up="yes")
    assert chance(follows, 5, "destroyed") > chance(stays, 5, "destroyed")
    assert max(key[3] for key in follows) > max(key[3] for key in stays)
    assert chance(stays, 1, "none") == 1
    second = 1 - chance(follows, 1, "none")
    assert 0 < second <= chance(follows, 0, "wins")
    assert chance(follows, 0, "wins") == chance(stays, 0, "wins")
    assert sum(follows.values()) == 1


@rule("T082", "R-13", "T079", "R-51")
@pytest.mark.parametrize(
    ("given", "ours", "theirs"),
    [
        param({"troops": "regular_infantry", "models": 12, "close_order": "yes", "defender_models": 9, "defender_close_order": "yes"}, (9, 4), (9, 4), id="two in Close Order"),
        param({"defender_models": 9, "defender_close_order": "yes"}, (9, 5), (9, 4), id="tribes against ranks"),
        param({"defender_markers": 1}, (16, 5), (6, 5), id="a Pinned defender"),
        param({"defender_troops": "tribal_infantry", "defender_models": 15, "defender_to_ground": "yes"}, (16, 5), (7, 5), id="lying down"),
        param({"trait": "brave", "defender_trait": "weakling"}, (17, 5), (11, 5), id="traits"),
    ],
)  # fmt: skip
def test_who_strikes_with_what(given: dict[str, Any], ours: tuple[int, int], theirs: tuple[int, int]) -> None:
    situation = RULESET.situations["attack"]
    inputs = read_inputs(situation.fields, given, "attack")
    game = Play(situation.scene(inputs).position)
    assert game.throw.dice.groups == (ours,)  # type: ignore[union-attr]
    assert game.hits(0).throw.dice.groups == (theirs,)  # type: ignore[union-attr]


@rule("T022", "T020")
def test_cavalry_in_hard_cover_takes_three_hits() -> None:
    report = solve(
        RULESET, "attack", {"defender_troops": "regular_cavalry", "defender_models": "8", "defends": "yes"}
    )
    hits = [met.tally.total for met in report.odds.tallies if "for a casualty" in met.tally.base_words]
    assert hits[0] == 3


@rule("T003", "T012a")
def test_orders_have_their_odds() -> None:
    game = facing(unit("A", irregular, at=(36, 10)), unit("b", tribal, at=(36, 40)))
    for verb in ("move", "double", "skirmish"):
        told = live(game, verb, "A")
        assert chance(told, 0, "obeyed") == Fraction(7, 12)
    assert scene_for(game.position, Move(0, "stand_to", 0)) is None
    assert scene_for(game.position, Move(0, "nonsense", 0)) is None


@rule("T069", "R-24")
def test_a_charge_may_fall_short() -> None:
    game = facing(unit("A", horse, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 26.25)))
    told = live(game, "charge", "A", "b")
    assert chance(told, 0, "does nothing") == Fraction(5, 18)
    none = sum(share for key, share in told.items() if key[0] == "obeyed" and key[1] == "none")
    assert none == Fraction(13, 18) * Fraction(2, 6)


@rule("T118", "T119", "T120", "T121")
def test_rallies_and_the_fire_of_skirmishers() -> None:
    game = facing(unit("A", regular, at=(36, 10), pins=1), unit("b", tribal, at=(36, 24)))
    told = live(game, "rally", "A")
    ends = [chance(told, 0, end) for end in ("rallied", "retreats", "routed")]
    assert ends == [Fraction(26, 36), Fraction(9, 36), Fraction(1, 36)]
    skirmish = facing(unit("A", irregular, at=(36, 10)), unit("b", tribal, at=(36, 24)))
    skirmish.do("skirmish", "A").total(12).do("go", (("go", 0, 100),))
    assert live(skirmish, "aim", "b")
    assert live(
        facing(unit("A", irregular, at=(36, 10)), unit("b", tribal, at=(36, 24))), "fire_and_move", "A", "b"
    )


def test_every_teller_is_a_verb_with_a_label() -> None:
    assert set(TELLERS) <= set(RULESET.sheet.labels)


@pytest.mark.parametrize(
    ("situation", "given", "words"),
    [
        ("fire", {"distance": "25"}, r"distance: the target is out of range: more than .*\[T040\]"),
        (
            "fire",
            {"action": "volley", "distance": "18"},
            r"distance: the target is beyond Short range.*\[T130\]",
        ),
        ("fire", {"action": "volley", "troops": "tribal_infantry"}, r"close_order: only Regular"),
        ("fire", {"target_to_ground": "yes", "distance": "18"}, r"distance: the target has Gone to Ground"),
        ("fire", {"models": "99"}, "models: 99 given"),
        ("fire", {"weapon": "machine_gun"}, "weapon: guns and their crews"),
        ("fire", {"target_to_ground": "yes", "target_markers": "1"}, "target_to_ground: statuses exclude"),
        ("rally", {"markers": "0"}, "markers: only a Pinned unit"),
        (
            "attack",
            {"defender_close_order": "yes", "defender_models": "5"},
            "close_order: Close Order needs six",
        ),
        ("double", {"troops": "regular_infantry"}, r"troops: .*\[T070\]"),
        ("double", {"distance": "15"}, r"distance: the enemy is out of reach: .*\[R-24\]"),
    ],
)
def test_inputs_that_cannot_be(situation: str, given: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        solve(RULESET, situation, given)


def walked(found: Scene) -> dict[tuple[Any, ...], Fraction]:
    """The odds of a scene with every fall of every throw walked through, nothing summed."""
    tell = found.done
    assert isinstance(tell, Deeds)

    def done(position: Position) -> tuple[Any, ...] | None:
        if position.over or _done(position):
            told = tell(position)
            assert isinstance(told, tuple)
            return told
        return None

    return explore(ENGINE, found._replace(done=done)).dist.fractions()


MELEES = [
    param((unit("A", tribal, 6, at=(36, 16)), unit("b", regular, 5, at=(36, 22))), True, id="foot in the open"),
    param((unit("A", horse, 4, at=(36, 14)), unit("b", tribal, 5, at=(36, 22))), True, id="with a follow-up"),
    param(
        (unit("A", tribal, 6, at=(36, 16)), unit("b", regular, 5, at=(36, 22), pins=1), unit("c", tribal, 3, at=(36, 28))),
        True, id="a friend of the beaten looks on",
    ),
    param(
        (unit("A", tribal, 6, at=(36, 16)), unit("b", regular, 5, at=(36, 22)), unit("C", tribal, 4, at=(42, 24))),
        True, id="another enemy aside",
    ),
    param((unit("A", tribal, 5, at=(36, 39)), unit("b", regular, 5, at=(36, 45.5))), False, id="near the edge"),
    param((unit("A", horse, 4, at=(36, 36)), unit("b", tribal, 4, at=(36, 43))), True, id="a follow-up to the edge"),
    param(
        (unit("A", horse, 4, at=(36, 14)), unit("b", tribal, 2, at=(36, 22)), unit("c", tribal, 3, at=(38, 26))),
        True, id="the next enemy behind the one destroyed",
    ),
    param(
        (unit("A", horse, 4, at=(36, 14)), unit("b", tribal, 4, at=(36, 22), trait=Trait.CAD)),
        True, id="a Cad runs twice as far while he lives",
    ),
    param(
        (unit("A", horse, 3, at=(36, 14)), unit("b", regular, 6, at=(36, 22), close_order=True)),
        True, id="a follow-up on what was in Close Order",
    ),
    param(
        (unit("A", horse, 3, at=(36, 38)), unit("b", tribal, 3, at=(36, 45.5)), unit("c", tribal, 2, at=(39.5, 44))),
        False, id="one destroyed or off the table, and the next enemy beside him",
    ),
    param(
        (unit("A", horse, 3, at=(36, 14), trait=Trait.CAD), unit("b", tribal, 3, at=(36, 22))),
        True, id="the Cad rides himself",
    ),
    param(
        (unit("A", horse, 4, at=(36, 14), trait=Trait.BRAVE), unit("b", tribal, 3, at=(36, 22)), unit("C", tribal, 3, at=(40, 20))),
        True, id="a brave man among the horse, a friend beside it",
    ),
]  # fmt: skip


@rule("R-27", "R-30", "R-54")
@pytest.mark.parametrize(("units", "summed"), MELEES)
def test_a_melee_summed_at_once_has_the_odds_of_the_one_walked_through(
    units: tuple[Unit, ...], summed: bool
) -> None:
    game = begin(scene(*units))
    found = scene_for(game.position, Move(0, "attack", (0, 1)))
    assert isinstance(found, Scene)
    quick = explore(ENGINE, found)
    assert quick.dist.fractions() == walked(found)
    slow = explore(ENGINE, found._replace(done=lambda p: None if not _done(p) and not p.over else 0))
    assert quick.positions < slow.positions / 4
    assert Outlook(game.state, *game.state.units[1::-1][:2]).free is summed
    assert set(quick.tallies) == set(slow.tallies)
    assert quick.tallies[:3] == slow.tallies[:3]
    assert set(quick.cites) == set(slow.cites)


@rule("T086", "R-27")
def test_close_order_that_may_break_up_is_seen_to_run_as_far_as_loose_men() -> None:
    state = scene(unit("A", regular, at=(36, 16)), unit("b", regular, 6, at=(36, 22), close_order=True))
    ranks, foe = state.units[1], state.units[0]
    assert allowance(ranks) == 200
    assert Outlook(state, ranks, foe).far == Outlook(state, replace(ranks, close_order=False), foe).far == 300


@rule("R-27", "T137")
@pytest.mark.parametrize(
    ("others", "free"),
    [
        param((), True, id="nobody else"),
        param((unit("C", tribal, 4, at=(42, 23)),), True, id="one aside"),
        param((unit("C", tribal, 4, at=(36, 26)),), False, id="one right behind: perhaps not"),
        param(tuple(unit(k, tribal, at=at) for k, at in zip("CDE", ((29, 24), (36, 28), (43, 24)))), False, id="ringed"),
    ],
)  # fmt: skip
def test_who_surely_finds_a_way_back(others: tuple[Unit, ...], free: bool) -> None:
    state = scene(unit("A", regular, 6, at=(36, 18.5)), unit("b", regular, 6, at=(36, 21.7)), *others)
    assert Outlook(state, state.units[1], state.units[0]).free is free
