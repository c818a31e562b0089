"""Single steps of the sequence of play, each where it asks and where it passes by. [35, 41, 97, 100, 149, 181, 191, B88, FC3–FC13]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.state import Desk, Fate, Objective, State, Today
from grognard.books.valour_and_fortitude.steps.action import FreshLeaders, _in_reach, _may_surprise
from grognard.books.valour_and_fortitude.steps.arrivals import due, enemy_leaders_on_the_way
from grognard.books.valour_and_fortitude.steps.cards import (
    EndOfMelee,
    MeleeCards,
    OwnFatePhase,
    StartOfEnemyTurn,
)
from grognard.books.valour_and_fortitude.steps.deeds import SpanishUlcer, UlcerInside
from grognard.books.valour_and_fortitude.steps.env import Acting, Fight, Suffering
from grognard.books.valour_and_fortitude.steps.fight import TakeFeature
from grognard.books.valour_and_fortitude.steps.losses import settle
from grognard.books.valour_and_fortitude.steps.melee import PickFights, SquareDice
from grognard.books.valour_and_fortitude.steps.turn import CloseTurn, DrawCard, OpenTurn
from grognard.books.valour_and_fortitude.words import Deed, Nation, Phase, Special, Where
from grognard.engine.choices import Ask
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.bouts import foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    ENVS,
    area,
    begin,
    brigaded,
    find,
    foot,
    horse,
    lead,
    legs,
    offered,
    put,
    refused,
    scene,
    square,
    unit,
)
from tests.rules import rule

param = pytest.param
AWAY = {"I": (2, 2), "i": (70, 46), "General": (4, 2), "general": (66, 46)}
ARRIVED = {"arrived": True, "acted": True}


# ---- the turn


@rule("44a", "41")
@pytest.mark.parametrize(("side", "turn"), [(0, 3), (1, 2)])
def test_a_turn_begins_with_everybody_fresh(side: int, turn: int) -> None:
    state = scene(
        unit("A", at=(10, 10), today={"acted": True, "shot": True}), unit("z", at=(10, 40)), side=side
    )
    state = brigaded(lead(replace(state, first_pick=False), "I", entered=True), "I", tested=True, active=True)
    game = begin(state, OpenTurn())
    assert game.state.turn == turn
    assert game.state.first_pick
    assert game.state.phase is Phase.FATE
    assert game.unit("A").today == Today()
    assert not game.leader("I").entered
    assert not game.state.brigades[0].tested
    assert not game.state.brigades[0].active


@rule("42", "B9")
def test_a_card_is_drawn_from_what_the_deck_holds() -> None:
    state = replace(scene(unit("A"), unit("z", at=(9, 40))), fates=(Fate(deck=(3, 5, 5), hand=(1,)), Fate()))
    game = begin(state, DrawCard())
    assert game.throw.dice.cards == ((3, 1), (5, 2))
    game.play(5)
    assert game.state.fates[0] == Fate(deck=(3, 5), hand=(1, 5))
    assert begin(replace(state, side=1), DrawCard()).over


@rule("35", "37")
@pytest.mark.parametrize(("feature", "number"), [(0, "37"), (-1, "35")])
def test_an_objective_changes_hands_as_a_turn_ends(feature: int, number: str) -> None:
    """The second of three: the others stay whose they are."""
    spots = (
        Objective("a", (6000, 500)),
        Objective("b", (3600, 2200), feature=feature),
        Objective("c", (6000, 4500)),
    )
    state = scene(
        unit("A", inside="house") if feature == 0 else unit("A", at=(36, 22)), unit("z", at=(5, 45)),
        terrain=(area("building", 34, 20, 38, 24, "house"),) if feature == 0 else (), objectives=spots, holders=(1, -1, 1),
    )  # fmt: skip
    game = begin(state, CloseTurn())
    assert game.state.holders == (1, 0, 1)
    assert [entry.cite for entry in game.notes("takes")] == [number]
    assert game.state.side == 1


@rule("147", "38", "B66", "B68")
@pytest.mark.parametrize(
    ("more", "over", "number"),
    [
        ({"turn": 10, "side": 1}, True, "147"), ({"turn": 10, "side": 0}, False, ""), ({"turn": 9, "side": 1}, False, ""),
        ({"turn": 3, "side": 1, "time_up": True}, True, "147"), ({"turn": 3, "side": 0, "time_up": True}, False, ""),
        ({"turn": 11, "side": 1}, True, "147"),
    ],
)  # fmt: skip
def test_when_a_battle_ends(more: dict[str, Any], over: bool, number: str) -> None:
    game = begin(scene(unit("A", at=(10, 10)), unit("z", at=(10, 40)), **more), CloseTurn())
    assert (game.state.outcome is not None) is over
    assert [entry.cite for entry in game.notes("ends")] == ([number] if over else [])


@rule("B66")
@pytest.mark.parametrize(("gone", "switch"), [("A", True), ("z", True), ("A", False), ("", True)])
def test_a_battle_ends_with_an_army_by_the_switch(gone: str, switch: bool) -> None:
    state = scene(unit("A", at=(10, 10)), unit("z", at=(10, 40)), options={"wipeout_wins": switch})
    game = begin(put(state, gone, where=Where.ROUTED) if gone else state, CloseTurn())
    assert (game.state.outcome is not None) is (bool(gone) and switch)
    assert [entry.cite for entry in game.notes("ends")] == (["B66"] if gone and switch else [])


# ---- leaders that have just come


def fresh(*units: Any, **options: Any) -> State:
    """Units of ours, of which some have just arrived, and an enemy who has too."""
    return scene(
        *units, unit("z", at=(60, 40), today=ARRIVED), options={"fresh_leaders_ride": True, **options}
    )


@rule("B88")
@pytest.mark.parametrize(
    ("state", "asked"),
    [
        param(fresh(unit("A", at=(10, 10), today=ARRIVED)), ["Move I"], id="one who came with his brigade"),
        param(fresh(unit("A", at=(10, 10), today=ARRIVED), fresh_leaders_ride=False), [], id="by the switch only"),
        param(fresh(unit("A", at=(10, 10))), [], id="not one who was there"),
        param(fresh(unit("A", at=(10, 10), today=ARRIVED), unit("B", at=(30, 10))), [], id="nor with half a brigade"),
        param(brigaded(fresh(unit("A", at=(10, 10), today=ARRIVED)), "I", tested=True), [], id="nor twice"),
        param(lead(fresh(unit("A", at=(10, 10), today=ARRIVED)), "I", where=Where.ROUTED), [], id="nor one who is gone"),
        param(put(fresh(unit("A", at=(10, 10), today=ARRIVED)), "A", where=Where.ROUTED), [], id="nor one without units"),
        param(fresh(unit("A", at=(10, 10), today=ARRIVED), unit("B", at=(40, 10), today=ARRIVED, brigade="II")), ["Move I", "Move II"], id="both"),
    ],
)  # fmt: skip
def test_leaders_who_have_just_come_may_ride(state: State, asked: list[str]) -> None:
    game, found = begin(state, FreshLeaders()), []
    while isinstance(game.pending, Ask):
        found.append(game.ask.prompt)
        game.play("stay_put")
    assert found == asked


# ---- arrivals


@rule("149", "152")
@pytest.mark.parametrize(
    ("changes", "arrives", "yes"),
    [
        ({}, 2, True), ({}, 3, False), ({}, 1, True), ({}, 0, False), ({"where": Where.TABLE}, 2, False),
        ({"today": replace(unit("A").today, arrived=True)}, 2, False),
    ],
)  # fmt: skip
def test_who_is_due(changes: dict[str, Any], arrives: int, yes: bool) -> None:
    state = scene(unit("A", where=Where.LATER), unit("z", where=Where.LATER))
    state = brigaded(brigaded(put(state, "A", **changes), "I", arrives=arrives), "i", arrives=1)
    assert [u.key for u in due(state)] == (["A"] if yes else [])


@rule("79", "150")
@pytest.mark.parametrize(
    ("changes", "ridden"),
    [({}, True), ({"at": (10, 30)}, False), ({"inside": 0}, False), ({"where": Where.LATER}, False)],
)
def test_enemy_leaders_on_the_way_in(changes: dict[str, Any], ridden: bool) -> None:
    house = area("building", 60, 4, 64, 8, "house")
    state = scene(
        unit("A", files=3, at=(10, 10), facing=90),
        unit("z", at=(60, 40)),
        terrain=(house,),
        leaders={"i": (5, 10), "I": (4, 10)},
    )
    state = lead(state, "i", **changes)
    found = enemy_leaders_on_the_way(state, state.units[0], (0, 1000))
    assert found == ((next(x.id for x in state.leaders if x.name == "i"),) if ridden else ())


# ---- reach of orders


@rule("FC9", "76")
@pytest.mark.parametrize(("gap", "may"), [(24, True), (24.01, False), (2.99, False), (3, True)])
def test_a_surprise_needs_an_enemy_within_two_moves(gap: float, may: bool) -> None:
    state = scene(unit("A", files=6, front=(36, 10)), unit("b", front=(36, 10 + gap), facing=180))
    state = brigaded(state, "I", active=True)
    assert _may_surprise(state, state.units[0]) is may


@rule("B42", "76")
@pytest.mark.parametrize(("gap", "near"), [(12, True), (12.01, False)])
def test_an_assault_is_looked_for_within_a_move(gap: float, near: bool) -> None:
    state = scene(unit("A", files=6, front=(36, 10)), unit("b", front=(36, 10 + gap), facing=180))
    assert _in_reach(state, state.units[0]) is near


# ---- cards


@rule("FC3", "149")
def test_confusion_holds_up_only_the_enemys_reinforcements_that_are_due() -> None:
    state = scene(
        unit("A", at=(10, 10)), unit("B", where=Where.LATER, brigade="II"), unit("C", where=Where.LATER, brigade="III"),
        unit("D", where=Where.LATER, brigade="IV"), unit("z", where=Where.LATER), hands=((), (3,)), turn=4,
    )  # fmt: skip
    for name, arrives in (("I", 0), ("II", 4), ("III", 5), ("IV", 2), ("i", 3)):
        state = brigaded(state, name, arrives=arrives)
    game = begin(state, StartOfEnemyTurn())
    assert game.ask.who == (1,)
    game.play("confusion")
    assert {b.name: b.arrives for b in game.state.brigades} == {"I": 0, "II": 5, "III": 5, "IV": 5, "i": 3}
    assert game.state.spell("confusion", 1)


@rule("FC2")
def test_tide_of_battle_puts_the_discards_back() -> None:
    state = replace(
        scene(unit("A"), unit("z", at=(9, 40))), fates=(Fate(deck=(9,), hand=(2, 5), discards=(7, 3)), Fate())
    )
    game = begin(state, OwnFatePhase())
    assert set(game.ask.offers) == {"tide_of_battle"}
    game.play("tide_of_battle")
    assert game.state.fates[0] == Fate(deck=(2, 3, 7, 9), hand=(5,), discards=())


@rule("FC11F", "FC11R", "FC11P", "FC10")
@pytest.mark.parametrize(
    ("nation", "rank", "verb", "words", "more", "changed"),
    [
        (Nation.FRENCH, 11, "les_grognards", (), {"losses": 1}, (1, 1, False)),
        (Nation.GENERIC, 11, "old_soldiers", (), {"losses": 1}, (1, 1, False)),
        (Nation.PRUSSIAN, 11, "landwehr_spirit", (Special.MILITIA,), {}, (0, 1, True)),
        (Nation.RUSSIAN, 11, "for_the_tsar", (), {}, (0, 1, False)),
    ],
)
def test_cards_that_make_a_unit_better(
    nation: Nation, rank: int, verb: str, words: Any, more: Any, changed: tuple[int, int, bool]
) -> None:
    state = scene(
        unit("A", foot, *words, at=(10, 10), **more), unit("B", at=(40, 10)), unit("z", at=(10, 40), losses=1),
        hands=((rank,), ()), nations=(nation, Nation.GENERIC),
    )  # fmt: skip
    game = begin(state, OwnFatePhase())
    assert offered(game, verb) == ({"A", "B"} if verb == "for_the_tsar" else {"A"})
    game.play((verb, "A"))
    better = game.unit("A")
    assert (better.melee_plus, better.tenacity_plus, better.veteran) == changed
    assert (game.unit("B").melee_plus, game.unit("B").tenacity_plus) == (0, 0)


@rule("FC10")
def test_only_an_objective_the_enemy_holds_is_captured() -> None:
    spots = tuple(Objective(f"o{i}", (1000 * i, 2400)) for i in range(3))
    state = scene(unit("A"), unit("z", at=(9, 40)), hands=((10,), ()), objectives=spots, holders=(0, 1, -1))
    game = begin(state, OwnFatePhase())
    assert set(game.ask.offers["capture"]) == {1}
    game.play(("capture", 1))
    assert game.state.spell("capture", 0, 1)


@rule("FC1", "FC12P", "FC12G", "FC11A", "43")
def test_the_cards_of_a_melee_phase_and_whom_they_may_be_played_on() -> None:
    state = melee(
        foremost("A"), foe("b"), unit("C", at=(10, 5), brigade="II", today={"assaulted": True}), unit("d", inside="house", brigade="ii"),
        terrain=(area("building", 60, 4, 64, 8, "house"),), leaders=AWAY,
    )  # fmt: skip
    ours, theirs = MeleeCards(True).cards(Desk(state, None)), MeleeCards(False).cards(Desk(state, None))
    shown = {verb: sorted(domain) for verb, domain in ours.items() if domain is not None}
    leaders = sorted(x.id for x in state.leaders if x.side == 0)
    assert shown == {
        "attaque_a_outrance": [0], "attack_all": [0], "hold_the_village": [], "all_out_attack": leaders, "hurrah": [2],
    }  # fmt: skip
    shown = {verb: sorted(domain) for verb, domain in theirs.items() if domain is not None}
    assert shown == {
        "attaque_a_outrance": [1],
        "attack_all": [1],
        "hold_the_village": [3],
        "defensive_fire": [1],
    }
    gone = lead(state, "I", where=Where.ROUTED)
    assert sorted(MeleeCards(True).cards(Desk(gone, None))["all_out_attack"] or ()) == leaders[1:]
    apart = put(state, "b", x=500, y=4500)
    assert [MeleeCards(True).open(Desk(each, None)) for each in (state, apart)] == [True, False]


@rule("FC4", "78")
def test_a_breakthrough_is_one_move_for_each_that_is_free() -> None:
    """A has acted and shot, B touches an enemy, C is of another brigade."""
    state = scene(
        unit("A", files=6, at=(10, 10), today={"acted": True, "shot": True}), unit("B", figures=12, files=6, front=(36, 24)),
        unit("z", figures=12, files=6, front=(36, 24), facing=180), unit("C", at=(60, 10), brigade="II"),
        phase=Phase.MELEE, hands=((4,), ()), leaders=AWAY,
    )  # fmt: skip
    game = begin(state, EndOfMelee())
    assert {game.state.brigades[b].name for b in game.ask.offers["breakthrough"]} == {"I", "II"}
    game.play(("breakthrough", "I"))
    assert set(game.ask.offers) == {"move", "finish"}
    assert offered(game, "move") == {"A"}
    game.play(("move", "A"), ("go", legs("forward 3")))
    assert (game.unit("A").y, game.unit("A").today.acted) == (1300, True)
    assert "move" not in (game.ask.offers if isinstance(game.pending, Ask) else {})


# ---- The Spanish Ulcer


@rule("FC11S")
@pytest.mark.parametrize(
    ("y", "deed", "holder", "open_"),
    [
        (30.8, Deed.MOVE, 1, True), (30.81, Deed.MOVE, 1, False), (30.8, Deed.MOVE, 0, False), (30.8, Deed.MOVE, -1, False),
        (30.8, Deed.RALLY, 1, False), (30.8, Deed.STAY, 1, False), (30.8, Deed.EXIT, 1, False), (30.8, Deed.RETREAT, 1, True),
    ],
)  # fmt: skip
def test_near_one_of_their_objectives(y: float, deed: Deed, holder: int, open_: bool) -> None:
    """A's front is at 24.8: six inches on lies the objective."""
    spot = Objective("well", (3000, round(y * 100)))
    state = scene(unit("A", at=(30, 24)), unit("z", at=(60, 44)), objectives=(spot,), holders=(holder,))
    assert SpanishUlcer().open(Desk(state, Acting(0, deed))) is open_
    assert not SpanishUlcer().open(Desk(put(state, "A", where=Where.ROUTED), Acting(0, deed)))


@rule("FC11S", "181")
@pytest.mark.parametrize(
    ("inside", "feature", "entered", "open_"),
    [
        (0, 0, True, True),
        (0, 0, False, False),
        (1, 0, True, False),
        (-1, -1, True, False),
        (1, 1, True, True),
    ],
)
def test_inside_what_it_has_just_stormed(inside: int, feature: int, entered: bool, open_: bool) -> None:
    houses = area("building", 30, 4, 34, 8, "one"), area("building", 40, 4, 44, 8, "two")
    state = scene(
        unit("A", inside=inside, today={"entered": entered}), unit("z", at=(60, 44)), terrain=houses
    )
    assert UlcerInside().open(Desk(state, Fight(0, 1, feature=feature))) is open_
    if inside >= 0:
        assert SpanishUlcer().open(Desk(state, Acting(0, Deed.OCCUPY)))


# ---- melee


@rule("191", "F5.17e", "F5.8")
def test_two_riders_before_squares_are_asked_one_after_the_other() -> None:
    state = melee(
        foremost("A", horse, Special.HIT_AND_RUN, figures=3, files=3, front=(34, 24)),
        foremost("B", horse, Special.HIT_AND_RUN, figures=3, files=3, front=(50, 24)),
        foe("c", square, Special.SQUARE, files=6, front=(34, 24)),
        foe("d", square, Special.SQUARE, files=6, front=(50, 24)),
        leaders=AWAY,
    )
    game = begin(state, SquareDice(), env=ENVS["melee"])
    assert game.ask.prompt[0] == "A"
    assert list(game.ask.offers["hit_and_run"]) == [None]  # there is one square only, and nothing to pick
    game.play("face_the_square")
    assert game.throw.facts["unit"] == 0
    game.play(6)
    assert game.ask.prompt[0] == "B"
    game.play("face_the_square")
    assert game.throw.facts["unit"] == 1
    game.play(6)
    assert game.over


@rule("191", "F5.8")
def test_of_two_squares_one_is_picked_to_hit_and_run() -> None:
    state = melee(
        foremost("A", horse, Special.HIT_AND_RUN, figures=12, files=12, front=(36, 24)),
        foe("c", square, Special.SQUARE, files=6, front=(33, 24)),
        foe("d", square, Special.SQUARE, files=6, front=(39, 24), losses=4),
        leaders=AWAY,
    )
    game = begin(state, SquareDice(), env=ENVS["melee"])
    assert offered(game, "hit_and_run") == {"c", "d"}
    shaken = begin(state, SquareDice(), env=ENVS["melee"]).play("face_the_square")
    assert shaken.throw.why.total == 0  # only one of the two is shaken
    both = begin(put(state, "c", losses=4), SquareDice(), env=ENVS["melee"]).play("face_the_square")
    assert both.throw.why.total == 2
    game.play(("hit_and_run", "d"))
    game.play(4)
    assert game.unit("c").losses == 0
    assert game.notes("hits and runs")[0].facts["unit"] == 0


@rule("129b", "100")
def test_why_somebody_cannot_be_picked() -> None:
    """A and B both touch c and d: they may not leave one of them to nobody, and z is out of touch."""
    state = melee(
        foremost("A", figures=12, files=12, front=(36, 24)),
        foe("c", figures=12, files=6, front=(33, 24)),
        foe("d", figures=12, files=6, front=(39, 24)),
        unit("z", at=(60, 44)),
        leaders=AWAY,
    )
    game = begin(state, PickFights(), env=ENVS["melee"])
    assert offered(game, "pick") == {("A", "c"), ("A", "d")}
    assert refused(game, "pick", ("A", "z")) == "100"


@rule("181", "169")
@pytest.mark.parametrize(
    ("changes", "more", "asked"),
    [
        param({}, {}, True, id="the occupant is gone, and we won"),
        param({}, {"won": 1}, False, id="they won"),
        param({}, {"feature": -1}, False, id="there was no feature"),
        param({"A": {"where": Where.ROUTED}}, {}, False, id="we are gone too"),
        param({"b": {"where": Where.TABLE}}, {}, False, id="the occupant stands"),
        param({"c": {"inside": 0}}, {}, False, id="somebody else is inside"),
    ],
)
def test_who_may_take_a_feature(changes: dict[str, Any], more: dict[str, Any], asked: bool) -> None:
    house = area("building", 34, 24, 38, 28, "house")
    state = melee(
        foremost("A"),
        unit("b", at=(5, 40), where=Where.ROUTED),
        unit("c", at=(60, 40)),
        terrain=(house,),
        leaders=AWAY,
    )
    for key, change in changes.items():
        state = put(state, key, **change)
    game = begin(state, TakeFeature(), env=Fight(0, 1, **{"feature": 0, "won": 0, "inside": True, **more}))
    assert (not game.over) is asked
    if asked:
        assert game.play("take").unit("A").inside == 0


# ---- losses


@rule("F5.19", "B28")
@pytest.mark.parametrize(
    ("losses", "plus", "after", "tenacity"), [(4, -1, 3, 3), (3, -1, 3, 3), (4, 1, 4, 5), (2, -1, 2, 3)]
)
def test_what_becomes_of_an_unpredictable_unit(losses: int, plus: int, after: int, tenacity: int) -> None:
    desk = Desk(scene(unit("A", foot, Special.UNPREDICTABLE, losses=losses), unit("z", at=(9, 40))), None)
    settle(desk, 0, plus)
    each = find(desk.state, "A")
    assert (each.losses, each.tenacity, each.melee, each.rolled) == (after, tenacity, 4 + plus, True)


@rule("129", "130", "131", "135")
@pytest.mark.parametrize(
    ("losses", "hits", "today", "markers", "tests"),
    [
        (0, 3, {}, 3, 0), (0, 4, {}, 4, 0), (0, 5, {}, 4, 1), (4, 2, {}, 4, 2), (3, 2, {}, 4, 1),
        (4, 2, {"won": True}, 4, 0), (4, 0, {}, 4, 0),
    ],
)  # fmt: skip
def test_markers_up_to_tenacity_then_tests(
    losses: int, hits: int, today: Any, markers: int, tests: int
) -> None:
    state = melee(unit("A", at=(10, 10), losses=losses, today=today), unit("z", at=(9, 40)))
    game = begin(state, "suffer", env=Suffering(0, hits))
    assert game.unit("A").losses == markers
    assert (0 if game.over else game.throw.dice.faces()[0]) == tests
    elsewhere = begin(replace(state, phase=Phase.FIRE), "suffer", env=Suffering(0, hits))
    due_ = max(0, losses + hits - 4)
    assert (0 if elsewhere.over else elsewhere.throw.dice.faces()[0]) == due_
