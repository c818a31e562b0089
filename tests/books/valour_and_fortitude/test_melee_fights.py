"""One fight: attack, fighting back, result, losses, retreats, what follows. [VF 103–108b, 128, 136, 137, 139, 145, 181, 182]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.words import Where
from tests.books.valour_and_fortitude.bouts import fight, foe, foremost, hit, melee
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    ground,
    gun,
    horse,
    lead,
    limbered,
    offered,
    square,
    told,
    unit,
)
from tests.rules import rule

VILLAGE = area("building", 30, 24, 42, 30, "village")


def result(game: Play) -> tuple[str, list[int]]:
    """The rule that decided a fight, and the losses each attack caused."""
    (entry,) = game.notes("fight result")
    return entry.cite, list(entry.facts["losses"])


def winner(game: Play) -> int:
    """The side that won."""
    (entry,) = game.notes("fight result")
    side: int = entry.facts["side"]
    return side


# ---- order


@rule("103", "104")
def test_the_main_attacker_first_then_its_target() -> None:
    game = fight(melee(foremost("A"), foe("b")))
    assert (game.throw.facts["unit"], game.throw.facts["target"]) == (0, 1)
    game.play((6,) * 4)
    assert (game.throw.facts["unit"], game.throw.facts["target"]) == (1, 0)
    assert game.unit("b").losses == 0


@rule("105", "106", "108b")
@pytest.mark.parametrize(
    ("ours", "theirs", "side", "cite"),
    [(2, 1, 0, "105"), (1, 2, 1, "105"), (2, 2, 0, "106"), (0, 0, 0, "106")],
)
def test_more_losses_caused_wins(ours: int, theirs: int, side: int, cite: str) -> None:
    game = hit(fight(melee(foremost("A"), foe("b"))), ours, theirs)
    assert winner(game) == side
    assert result(game) == (cite, [ours, theirs])


@rule("106")
def test_the_active_side_wins_ties_whichever_it_is() -> None:
    state = melee(foremost("A"), foe("b"), side=1)
    game = hit(fight(state, "b", "A"), 1, 1)
    assert winner(game) == 1


@rule("108b", "131")
def test_hits_are_compared_before_they_become_valour_dice() -> None:
    """b is shaken: its losses leave no marker, and A still wins by them."""
    game = hit(fight(melee(foremost("A"), foe("b", losses=4))), 2, 1)
    assert winner(game) == 0
    assert game.throw.what == "valour"


@rule("107", "128", "129", "135")
def test_winners_take_no_valour_test() -> None:
    game = hit(fight(melee(foremost("A", losses=3), foe("b"))), 4, 3)
    assert game.over
    assert game.unit("A").losses == 4
    assert game.unit("b").losses == 4
    lost = hit(fight(melee(foremost("A", losses=3), foe("b"))), 2, 3)
    assert lost.throw.what == "valour"
    assert lost.throw.dice.faces()[0] == 2


@rule("129", "128")
def test_supporters_never_suffer() -> None:
    state = melee(foremost("A"), foe("b"), unit("C", files=6, front=(36, 25.6), facing=180))
    game = hit(fight(state, "A", "b", "C"), 0, 5)
    assert game.throw.what == "valour"
    assert game.throw.facts["unit"] == game.unit("A").id
    assert game.unit("C").losses == 0


# ---- ties


def on_hill(attacker: float, target: float, *more: Unit) -> State:
    """A hill with three levels; the fronts meet on its slope, or beside it."""
    heights = ground(
        "hill",
        (10, 24.01), (60, 24.01), (60, 40), (10, 40),
        name="hill",
        crest=((10, 39), (60, 39)),
        contours=(((10, 30), (60, 30), (60, 40), (10, 40)),),
    )  # fmt: skip
    return melee(foremost("A", front=(36, attacker)), foe("b", front=(36, target)), *more, terrain=(heights,))


@rule("139", "B56")
@pytest.mark.parametrize(
    ("state", "side"),
    [
        (on_hill(24, 24), 1),
        (on_hill(20, 20), 0),
        (on_hill(28, 28), 0),
        (on_hill(30, 30), 1),
    ],
    ids=["at its foot", "beside it", "on one level", "one level apart"],
)
def test_ties_uphill(state: State, side: int) -> None:
    game = hit(fight(state), 1, 1)
    assert winner(game) == side
    assert result(game)[0] == ("139" if side else "106")


@rule("139")
def test_a_supporter_as_high_takes_the_edge_away() -> None:
    behind = unit("C", files=6, front=(36, 25.6), facing=180)
    assert winner(hit(fight(on_hill(24, 24, behind), "A", "b", "C"), 1, 1)) == 0


@rule("145", "156", "B54", "B55")
@pytest.mark.parametrize(("kind", "side"), [("low_wall", 1), ("stream", 1), (None, 0)])
def test_ties_in_cover(kind: str | None, side: int) -> None:
    walls = () if kind is None else (ground(kind, (20, 24), (52, 24)),)
    game = hit(fight(melee(foremost("A"), foe("b"), terrain=walls)), 1, 1)
    assert winner(game) == side
    assert result(game)[0] == ("145" if side else "106")


@rule("B24", "145")
@pytest.mark.parametrize(("switch", "side"), [(False, 1), (True, 0)])
def test_both_in_cover_is_a_switch(switch: bool, side: int) -> None:
    """A wall between them covers both."""
    wall = ground("low_wall", (20, 24), (52, 24))
    state = melee(foremost("A"), foe("b"), terrain=(wall,), options={"tie_needs_edge": switch})
    assert winner(hit(fight(state), 1, 1)) == side


@rule("B24", "139", "145")
@pytest.mark.parametrize(("switch", "side"), [(False, 1), (True, 0)])
def test_an_attacker_from_above_takes_the_tie_of_a_village_by_the_switch(switch: bool, side: int) -> None:
    slope = ground("hill", (10, 5), (60, 5), (60, 23.9), (10, 23.9), name="hill", crest=((10, 6), (60, 6)))
    state = melee(
        foremost("A"),
        foe("b", inside="village"),
        terrain=(VILLAGE, slope),
        options={"tie_needs_edge": switch},
    )
    assert winner(hit(fight(state), 1, 1)) == side


@rule("145", "B58")
def test_occupants_win_ties() -> None:
    state = melee(foremost("A"), foe("b", inside="village"), terrain=(VILLAGE,))
    assert winner(hit(fight(state), 1, 1)) == 1


# ---- automatic routs


@rule("136", "B23")
@pytest.mark.parametrize(
    ("enemy", "routs"),
    [(foe("b", gun), True), (foe("b", gun, limbered), True), (foe("b"), False), (foe("b", horse), False)],
)
def test_beaten_artillery_routs_at_once(enemy: Unit, routs: bool) -> None:
    game = hit(fight(melee(foremost("A"), enemy)), 0, 0)
    assert (game.unit("b").where is Where.ROUTED) is routs
    assert ("136" in game.cites()) is routs


@rule("137", "B23")
@pytest.mark.parametrize(("arm", "routs"), [(horse, True), ("foot", False)])
def test_infantry_beaten_by_cavalry_routs_at_once(arm: Any, routs: bool) -> None:
    attacker = foremost("A", horse) if routs else foremost("A")
    game = hit(fight(melee(attacker, foe("b"))), 0, 0)
    assert (game.unit("b").where is Where.ROUTED) is routs
    assert ("137" in game.cites()) is routs


@rule("137", "146a")
def test_cavalry_that_supports_routs_infantry_too() -> None:
    state = melee(foremost("A"), foe("b"), unit("C", horse, figures=6, files=6, front=(36, 25.6), facing=180))
    game = hit(fight(state, "A", "b", "C"), 1, 0)
    assert game.unit("b").where is Where.ROUTED


@rule("146a", "124")
def test_cavalry_that_lends_brigade_support_does_not() -> None:
    state = melee(foremost("A"), foe("b"), unit("C", horse, front=(36, 20)))
    game = fight(state)
    assert "124" in told(game)
    assert hit(game, 1, 0).unit("b").on_table


@rule("136", "137", "B30")
def test_only_the_target_routs_at_once() -> None:
    """An active gun, or infantry, that loses to cavalry tests like everybody."""
    guns = hit(fight(melee(foremost("A", gun), foe("b"))), 0, 1)
    assert guns.unit("A").on_table
    assert guns.unit("A").losses == 1
    foot = hit(fight(melee(foremost("A"), foe("b", horse))), 0, 1)
    assert foot.unit("A").on_table
    assert "137" not in foot.cites()


@rule("137", "105")
def test_a_target_that_wins_does_not_rout() -> None:
    game = hit(fight(melee(foremost("A", horse), foe("b"))), 0, 1)
    assert game.unit("b").on_table


@rule("182", "B77", "B58")
def test_nobody_routs_at_once_where_one_side_is_inside() -> None:
    for enemy in (foe("b", inside="village"), foe("b", gun, inside="village")):
        game = hit(fight(melee(foremost("A", horse), enemy, terrain=(VILLAGE,))), 2, 0)
        assert game.unit("b").on_table
        assert game.over  # and no cavalry retreats either
    out = melee(unit("A", inside="village"), foe("b", gun, front=(36, 24), facing=0), terrain=(VILLAGE,))
    assert hit(fight(out), 1, 0).unit("b").on_table


@rule("F5.17d", "B77")
def test_a_beaten_square_routs() -> None:
    target = hit(fight(melee(foremost("A"), foe("b", square, files=6))), 1, 0)
    assert target.unit("b").where is Where.ROUTED
    assert "F5.17d" in target.cites()
    main = hit(fight(melee(foremost("A", square, files=6), foe("b"))), 0, 1)
    assert main.unit("A").where is Where.ROUTED
    won = hit(fight(melee(foremost("A"), foe("b", square, files=6))), 0, 1)
    assert won.unit("b").on_table
    at_village = melee(foremost("A", square, files=6), foe("b", inside="village"), terrain=(VILLAGE,))
    assert hit(fight(at_village), 0, 1).unit("A").where is Where.ROUTED


# ---- cavalry falls back


@rule("108", "B22", "B82")
def test_beaten_cavalry_retreats_then_victorious_cavalry_may() -> None:
    game = hit(fight(melee(foremost("A", horse), foe("b", horse))), 2, 1)
    assert game.ask.who == (1,)
    assert set(game.ask.offers) == {"fall_back"}
    game.play(("fall_back", next(iter(game.ask.offers["fall_back"]))))
    assert game.ask.who == (0,)
    assert set(game.ask.offers) == {"fall_back", "stand_fast"}
    game.play("stand_fast")
    assert game.over


@rule("108")
def test_infantry_stays_in_contact() -> None:
    assert hit(fight(melee(foremost("A"), foe("b"))), 2, 1).over


@rule("86", "108")
def test_cavalry_that_cannot_retreat_routs() -> None:
    """b is shut in between A, the table's edge and its own friends of another brigade."""
    walls = (
        unit("c", files=2, figures=24, brigade="ii", at=(28.8, 6), facing=90),
        unit("d", files=2, figures=24, brigade="ii", at=(43.2, 6), facing=90),
    )
    state = melee(
        unit("A", horse, figures=9, files=9, front=(36, 5)),
        unit("b", horse, figures=9, files=9, front=(36, 5), facing=180),
        *walls,
        size=(72, 9),
    )
    game = hit(fight(state), 2, 0)
    assert game.unit("b").where is Where.ROUTED
    assert "86" in game.cites()


@rule("B22", "B51")
def test_cavalry_that_picked_the_target_in_vain_retreats_too() -> None:
    """C is a march column: it adds nothing, and goes with the losers; D lends brigade support and stays."""
    state = melee(
        foremost("A"),
        foe("b"),
        unit("C", horse, figures=9, files=1, front=(32, 25.6), facing=180),
        unit("D", horse, front=(36, 20)),
    )
    game = fight(state, "A", "b", "C")
    assert set(told(game)) == {"124", "126"}
    hit(game, 0, 1)
    retreats = game.position.agenda[-1].env.unit
    assert game.state.units[retreats].key == "C"
    game.play(("fall_back", next(iter(game.ask.offers["fall_back"]))))
    assert game.over


@rule("108", "B22")
def test_supporting_cavalry_retreats_with_the_loser() -> None:
    rider = unit("C", horse, figures=6, files=6, front=(36, 25.6), facing=180)
    game = hit(fight(melee(foremost("A"), foe("b"), rider), "A", "b", "C"), 0, 1)
    assert game.state.units[game.position.agenda[-1].env.unit].key == "C"
    assert set(game.ask.offers) == {"fall_back"}


@rule("108", "B19", "B22")
def test_cavalry_that_supported_fighting_back_retreats_with_the_loser() -> None:
    rider = unit("c", horse, figures=6, files=6, front=(38.4, 21.8), facing=270)
    game = fight(melee(foremost("A"), foe("b", front=(33.6, 24)), rider))
    hit(game, 3).play(("join", "c"))
    hit(game, 0)
    assert game.state.units[game.position.agenda[-1].env.unit].key == "c"
    assert set(game.ask.offers) == {"fall_back"}


# ---- villages


def storm(**more: Any) -> Play:
    """A column routs the unit in a village: eight losses, four of them valour dice, one fails."""
    state = melee(
        foremost("A", melee=8),
        foe("b", inside="village", losses=3),
        unit("c", front=(5, 40)),
        terrain=(VILLAGE,),
    )
    state = lead(state, "i", inside="village") if more.get("leader") else state
    game = hit(fight(state), 5, 0)
    return game.play((1,) + (6,) * (game.throw.dice.faces()[0] - 1))


@rule("181")
def test_the_attacker_may_occupy_what_the_routed_unit_held() -> None:
    game = storm()
    assert set(game.ask.offers) == {"take", "stay_out"}
    game.play("take")
    assert game.unit("A").inside == 0
    assert storm().play("stay_out").unit("A").inside == -1


@rule("181", "B81")
def test_leaders_inside_are_displaced() -> None:
    game = storm(leader=True).play("take")
    assert offered(game, "put_back")


@rule("181")
def test_nothing_to_occupy_if_it_stands() -> None:
    state = melee(foremost("A"), foe("b", inside="village"), terrain=(VILLAGE,))
    assert hit(fight(state), 2, 0).over
