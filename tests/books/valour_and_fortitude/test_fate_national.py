"""The national cards: French, British and Spanish as found, the others ours. [FC11–FC13]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import automatic, move_distance
from grognard.books.valour_and_fortitude.state import Objective, State
from grognard.books.valour_and_fortitude.steps.cards import MeleeCards, OwnFatePhase
from grognard.books.valour_and_fortitude.steps.deeds import UlcerInside
from grognard.books.valour_and_fortitude.steps.env import Acting, Fight, Suffering
from grognard.books.valour_and_fortitude.steps.fight import TakeFeature
from grognard.books.valour_and_fortitude.words import Deed, Nation, Phase, Special, Where
from grognard.engine.choices import Ask, Throw
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    brigaded,
    foot,
    gun,
    horse,
    legs,
    offered,
    scene,
    told,
    unit,
)
from tests.rules import rule

JACK, QUEEN, KING = 11, 12, 13
MILL = Objective("the mill", (3000, 2400))


def nation(mine: Nation, other: Nation = Nation.GENERIC) -> dict[str, Any]:
    return {"nations": (mine, other)}


def to_hits(game: Play) -> Play:
    """Play the first thing offered until hit tests are due."""
    while not (isinstance(game.pending, Throw) and game.pending.what == "hit tests"):
        game.position = game.engine.apply(game.position, next(game.ask.moves()), game.log)
    return game


def missed(game: Play) -> Play:
    """The hit tests due all fail."""
    return game.play(tuple([2] * game.throw.dice.faces()[0]))


def both_attacks(game: Play) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the tallies of the attack and of the blow back cite."""
    first = told(to_hits(game))
    return first, told(to_hits(missed(game)))


def clash(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **more: Any) -> State:
    """A touches b, in side 0's melee phase."""
    return scene(
        unit("A", **{"front": (30, 20), **(a or {})}),
        unit("b", **{"front": (30, 20), "facing": 180, **(b or {})}),
        phase=Phase.MELEE, **more,
    )  # fmt: skip


# ---- Jacks of the fate phase


@pytest.mark.parametrize(
    ("who", "card"),
    [
        pytest.param(Nation.FRENCH, "les_grognards", marks=rule("FC11F")),
        pytest.param(Nation.GENERIC, "old_soldiers", marks=rule("FC11G")),
    ],
)
def test_a_unit_with_losses_is_hardened_for_the_battle(who: Nation, card: str) -> None:
    state = scene(
        unit("A", front=(10, 10), losses=4), unit("B", front=(30, 10)), unit("c", front=(30, 40), facing=180),
        hands=((JACK,), ()), **nation(who),
    )  # fmt: skip
    game = begin(state, OwnFatePhase())
    assert offered(game, card) == {"A"}  # B has taken none
    game.play((card, "A"))
    each = game.unit("A")
    assert (each.melee, each.tenacity, each.shaken) == (5, 5, False)


@rule("FC11P")
def test_landwehr_spirit_makes_soldiers_of_militia() -> None:
    state = scene(
        unit("A", foot, Special.MILITIA, front=(10, 10)), unit("B", front=(30, 10)),
        unit("c", front=(30, 40), facing=180), hands=((JACK,), ()), **nation(Nation.PRUSSIAN),
    )  # fmt: skip
    game = begin(state, OwnFatePhase())
    assert offered(game, "landwehr_spirit") == {"A"}
    game.play(("landwehr_spirit", "A"))
    assert not game.unit("A").has(Special.MILITIA)
    assert (game.unit("A").tenacity, game.unit("A").melee) == (5, 4)


@rule("FC11R")
def test_for_the_tsar_is_tenacity_for_one_unit() -> None:
    state = scene(
        unit("A", front=(10, 10)), unit("B", front=(30, 10)), unit("c", front=(30, 40), facing=180),
        hands=((JACK,), ()), **nation(Nation.RUSSIAN),
    )  # fmt: skip
    game = begin(state, OwnFatePhase()).play(("for_the_tsar", "B"))
    assert [(game.unit(k).tenacity, game.unit(k).melee) for k in "AB"] == [(4, 4), (5, 4)]


# ---- melee phases


@rule("FC12F")
@pytest.mark.parametrize(("files", "cited"), [(6, True), (12, False)])
def test_attaque_a_outrance_is_for_attack_columns(files: int, cited: bool) -> None:
    state = clash({"files": files}, hands=((QUEEN,), ()), **nation(Nation.FRENCH))
    game = begin(state, "melee").play(("attaque_a_outrance", "I"))
    assert ("FC12F" in told(to_hits(game))) is cited


@rule("FC12F")
def test_attaque_a_outrance_serves_in_the_enemys_melee_phase_too() -> None:
    state = clash(None, {"files": 6}, hands=((), (QUEEN,)), nations=(Nation.GENERIC, Nation.FRENCH))
    game = begin(state, "melee").play(("attaque_a_outrance", "i"))
    mine, back = both_attacks(game)
    assert "FC12F" not in mine
    assert "FC12F" in back


@rule("FC12F")
def test_only_a_brigade_that_fights_is_offered() -> None:
    state = scene(
        unit("A", files=6, front=(30, 20)), unit("B", files=6, front=(60, 20), brigade="II"),
        unit("c", front=(30, 20), facing=180), phase=Phase.MELEE, hands=((QUEEN,), ()),
        **nation(Nation.FRENCH),
    )  # fmt: skip
    assert set(begin(state, "melee").ask.offers["attaque_a_outrance"]) == {0}


@rule("FC12G")
@pytest.mark.parametrize("files", [6, 12])
def test_other_armies_attack_in_any_formation(files: int) -> None:
    game = begin(clash({"files": files}, hands=((QUEEN,), ())), "melee").play(("attack_all", "I"))
    first, back = both_attacks(game)
    assert "FC12G" in first
    assert "FC12G" not in back


@rule("FC12B")
def test_defensive_fire_is_for_infantry_in_the_enemys_melee_phase() -> None:
    state = clash(hands=((), (QUEEN,)), nations=(Nation.GENERIC, Nation.BRITISH))
    game = begin(state, "melee").play(("defensive_fire", "i"))
    first, back = both_attacks(game)
    assert "FC12B" not in first
    assert "FC12B" in back


@rule("FC12B")
def test_defensive_fire_is_no_card_for_ones_own_phase_nor_for_horse() -> None:
    state = clash(hands=((QUEEN,), ()), **nation(Nation.BRITISH))
    assert begin(state, MeleeCards(active=True)).over
    mounted = scene(
        unit("A", front=(30, 20)), unit("b", horse, front=(30, 20), facing=180), phase=Phase.MELEE,
        hands=((), (QUEEN,)), nations=(Nation.GENERIC, Nation.BRITISH),
    )  # fmt: skip
    game = begin(mounted, "melee").play(("defensive_fire", "i"))
    assert "FC12B" not in both_attacks(game)[1]


@rule("FC11B")
@pytest.mark.parametrize(
    ("arm", "guest", "card", "natural"),
    [(foot, "", True, 5), (foot, "", False, 4), (horse, "", True, 4), (foot, "portuguese", True, 4)],
)  # fmt: skip
def test_scum_of_the_earth_shakes_those_who_touch_british_infantry(
    arm: Any, guest: str, card: bool, natural: int
) -> None:
    state = scene(
        unit("A", arm, front=(30, 20), guest=guest), unit("b", front=(30, 20), facing=180, losses=4), phase=Phase.MELEE,
        hands=((JACK,), ()), **nation(Nation.BRITISH),
    )  # fmt: skip
    game = begin(state, MeleeCards(active=True)).play("scum_of_the_earth" if card else "decline")
    test = begin(game.state, "suffer", env=Suffering(1, 1))
    assert ("FC11B" in told(test)) is (natural == 5)
    assert test.play(natural - 1).unit("b").where is Where.ROUTED
    assert begin(game.state, "suffer", env=Suffering(1, 1)).play(natural).unit("b").on_table


@rule("FC11A")
@pytest.mark.parametrize(("inside", "cited"), [(True, True), (False, False)])
def test_hold_the_village_is_for_a_unit_inside(inside: bool, cited: bool) -> None:
    state = scene(
        unit("A", front=(30, 20)), unit("b", at=(30, 22), inside="building" if inside else -1, facing=180),
        unit("c", front=(30, 20), facing=180) if not inside else unit("c", front=(60, 40), facing=180),
        terrain=(area("building", 27, 20, 33, 24),) if inside else (), phase=Phase.MELEE,
        hands=((), (JACK,)), nations=(Nation.GENERIC, Nation.AUSTRIAN),
    )  # fmt: skip
    game = begin(state, MeleeCards(active=False))
    assert (offered(game, "hold_the_village") == {"b"}) is cited
    if cited:
        assert "FC11A" in both_attacks(begin(state, "melee").play(("hold_the_village", "b")))[1]


@rule("FC12P")
@pytest.mark.parametrize(("assaulted", "offers"), [(True, {0}), (False, set())])
def test_hurrah_is_for_a_brigade_that_assaulted(assaulted: bool, offers: set[int]) -> None:
    state = clash({"today": {"assaulted": assaulted}}, hands=((QUEEN,), ()), **nation(Nation.PRUSSIAN))
    game = begin(state, MeleeCards(active=True))
    assert (set(game.ask.offers["hurrah"]) if not game.over else set()) == offers
    if assaulted:
        assert "FC12P" in told(to_hits(begin(state, "melee").play(("hurrah", "I"))))


# ---- brigades that go farther


@pytest.mark.parametrize(
    ("who", "card", "cite"),
    [
        pytest.param(Nation.FRENCH, "vive_lempereur", "FC13F", marks=rule("FC13F")),
        pytest.param(Nation.PRUSSIAN, "vorwaerts", "FC13P", marks=rule("FC13P")),
        pytest.param(Nation.GENERIC, "forward", "FC13G", marks=rule("FC13G")),
    ],
)
def test_a_brigade_that_activates_goes_6_farther(who: Nation, card: str, cite: str) -> None:
    state = scene(
        unit("A", front=(30, 10)), unit("B", front=(50, 10), brigade="II"),
        unit("c", front=(30, 46), facing=180), hands=((KING,), ()), **nation(who),
    )  # fmt: skip
    game = begin(state, "action").play(("brigade", "I"), card)
    near, other = (move_distance(game.state, game.unit(key)) for key in "AB")
    assert (near.total, other.total) == (1400, 800)
    assert [line.cite for line in near.lines] == [cite]


@rule("FC13F")
def test_a_brigade_that_fails_is_not_urged_on() -> None:
    state = scene(
        unit("A", front=(30, 10)), unit("c", front=(30, 46), facing=180), hands=((KING,), ()),
        leaders={"General": (70, 40)}, **nation(Nation.FRENCH),
    )  # fmt: skip
    game = begin(state, "action").play(("brigade", "I"), 1, "decline")
    assert game.over or "vive_lempereur" not in game.ask.offers


# ---- fire phases


@rule("FC13B")
def test_perfect_volleys_are_for_one_brigades_infantry() -> None:
    state = scene(
        unit("A", front=(20, 20)), unit("B", gun, front=(30, 20)), unit("D", front=(50, 20), brigade="II"),
        unit("e", front=(20, 30), facing=180), unit("f", front=(30, 42), facing=180),
        unit("g", front=(50, 30), facing=180), phase=Phase.FIRE, hands=((KING,), ()), **nation(Nation.BRITISH),
    )  # fmt: skip
    game = begin(state, "fire")
    assert set(game.ask.offers["perfect_volleys"]) == {0, 1}
    game.play(("perfect_volleys", "I"))
    cited = {}
    for shooter, target in (("A", "e"), ("B", "f"), ("D", "g")):
        game.play(("fire", (shooter, target)))
        if isinstance(game.pending, Ask):
            game.play("resolve")
        cited[shooter] = "FC13B" in told(game)
        missed(game)
    assert cited == {"A": True, "B": False, "D": False}


@rule("FC13B")
def test_a_brigade_of_guns_has_no_volleys() -> None:
    state = scene(
        unit("B", gun, front=(30, 20)), unit("f", front=(30, 42), facing=180), phase=Phase.FIRE,
        hands=((KING,), ()), **nation(Nation.BRITISH),
    )  # fmt: skip
    assert "perfect_volleys" not in begin(state, "fire").ask.offers


@rule("FC12R")
@pytest.mark.parametrize(("card", "supporters"), [(True, 5), (False, 3)])
def test_a_grand_battery_has_five_supporters_of_any_brigade(card: bool, supporters: int) -> None:
    guns = [
        unit(key, gun, front=(20 + 5 * i, 10), brigade="I" if i % 2 else "II")
        for i, key in enumerate("ABCDEFG")
    ]
    state = scene(
        *guns, unit("x", front=(35, 40), facing=180), phase=Phase.FIRE, hands=((QUEEN,), ()),
        **nation(Nation.RUSSIAN),
    )  # fmt: skip
    game = begin(state, "fire")
    if card:
        game.play(("grand_battery", "A"))
    game.play(("fire", ("A", "x")))
    lent = 0
    while isinstance(game.pending, Ask) and "support" in game.ask.offers:
        game.play(("support", min(offered(game, "support"))))
        lent += 1
    assert lent == supporters


@rule("FC12R")
def test_foot_does_not_swell_a_grand_battery() -> None:
    guns = [unit(key, gun, front=(20 + 5 * i, 10)) for i, key in enumerate("ABCD")]
    state = scene(
        *guns, unit("F", front=(44, 10)), unit("x", front=(35, 21), facing=180), phase=Phase.FIRE,
        hands=((QUEEN,), ()), **nation(Nation.RUSSIAN),
    )  # fmt: skip
    game = begin(state, "fire").play(("grand_battery", "A"), ("fire", ("A", "x")))
    game.play(("support", "B"), ("support", "C"), ("support", "D"))
    assert "F" not in offered(game, "support")


@rule("FC12A")
@pytest.mark.parametrize(("files", "card", "dense"), [(6, True, False), (6, False, True), (3, True, True)])
def test_masses_are_no_dense_target(files: int, card: bool, dense: bool) -> None:
    state = scene(
        unit("A", gun, front=(30, 10)), unit("b", files=files, front=(30, 36), facing=180),
        unit("c", files=6, front=(60, 44), facing=180), phase=Phase.FIRE,
        hands=((), (QUEEN,)), nations=(Nation.GENERIC, Nation.AUSTRIAN),
    )  # fmt: skip
    game = begin(state, "fire")
    assert game.ask.who == (1,)
    game.play(("masses", "i") if card else "decline", ("fire", ("A", "b")))
    assert ("116" in told(game)) is dense


# ---- orders and messengers


@rule("FC13A")
def test_an_archdukes_order_needs_no_test() -> None:
    state = scene(
        unit("A", front=(30, 10)), unit("B", front=(50, 10), brigade="II"),
        unit("c", front=(30, 46), facing=180), hands=((KING,), ()), leaders={"General": (2, 46)},
        **nation(Nation.AUSTRIAN),
    )  # fmt: skip
    assert not automatic(state, 0)
    game = begin(state, "action").play(("archdukes_order", "I"))
    assert game.state.brigades[0].active
    assert "FC13A" in game.cites()
    game.play("finish", "stay_put")
    assert "archdukes_order" not in game.ask.offers
    assert isinstance(game.play(("brigade", "II")).pending, Throw)  # the next one tests


@rule("FC12S")
@pytest.mark.parametrize(("card", "acts"), [("invisible_enemy", False), ("decline", True)])
def test_an_invisible_enemy_stops_a_messenger_that_got_through(card: str, acts: bool) -> None:
    state = scene(
        unit("A", front=(20, 10)), unit("B", front=(50, 10)), unit("c", front=(30, 40), facing=180),
        hands=((), (QUEEN,)), nations=(Nation.GENERIC, Nation.SPANISH),
    )  # fmt: skip
    game = begin(brigaded(state, "I", active=True), "act", env=Acting(1, Deed.MOVE)).play(4)
    assert game.ask.who == (1,)
    game.play(card)
    assert (not game.over and "go" in game.ask.offers) is acts
    assert game.unit("B").today.acted is not acts


@rule("FC12S")
def test_an_invisible_enemy_needs_a_messenger_that_got_through() -> None:
    state = scene(
        unit("A", front=(20, 10)), unit("B", front=(50, 10)), unit("c", front=(30, 40), facing=180),
        hands=((), (QUEEN,)), nations=(Nation.GENERIC, Nation.SPANISH),
    )  # fmt: skip
    state = brigaded(state, "I", active=True)
    assert begin(state, "act", env=Acting(1, Deed.MOVE)).play(3).over  # lost anyway
    assert begin(state, "act", env=Acting(0, Deed.MOVE)).ask.who == (0,)  # near his leader: no messenger


# ---- losses


@rule("FC11S")
@pytest.mark.parametrize(
    ("forward", "holder", "asked"), [(8, 1, True), (1, 1, False), (8, 0, False), (8, -1, False)],
)  # fmt: skip
def test_the_spanish_ulcer_bites_those_who_end_near_ones_objective(
    forward: float, holder: int, asked: bool
) -> None:
    state = scene(
        unit("A", front=(30, 10)), unit("c", front=(60, 40), facing=180), objectives=(MILL,),
        holders=(holder,), hands=((), (JACK,)), nations=(Nation.GENERIC, Nation.SPANISH),
    )  # fmt: skip
    state = brigaded(state, "I", active=True)
    game = begin(state, "act", env=Acting(0, Deed.MOVE)).play(("go", legs(f"forward {forward}")))
    assert (not game.over) is asked
    if asked:
        assert game.play("spanish_ulcer").unit("A").losses == 1


@rule("FC11S")
@pytest.mark.parametrize("deed", [Deed.OCCUPY, Deed.MOVE])
def test_the_spanish_ulcer_bites_those_who_occupy(deed: Deed) -> None:
    state = scene(
        unit("A", front=(30, 18)), unit("c", front=(60, 40), facing=180), hands=((), (JACK,)),
        nations=(Nation.GENERIC, Nation.SPANISH), terrain=(area("wood", 27, 20, 33, 24),),
    )  # fmt: skip
    state = brigaded(state, "I", active=True)
    if deed is Deed.OCCUPY:
        game = begin(state, "act", env=Acting(0, deed, 0))
        assert game.ask.who == (1,)
        assert game.play("spanish_ulcer").unit("A").losses == 1
    else:  # a unit that was ordered to move and stayed has ended no move
        assert begin(state, "act", env=Acting(0, deed)).play("hold").over


@rule("FC11S")
@pytest.mark.parametrize(("choice", "asked"), [("take", True), ("stay_out", False)])
def test_the_spanish_ulcer_bites_those_who_storm_a_feature(choice: str, asked: bool) -> None:
    state = scene(
        unit("A", front=(30, 20)), unit("b", at=(30, 22), inside="building", where=Where.ROUTED),
        unit("c", front=(60, 40), facing=180), terrain=(area("building", 27, 20, 33, 24),), phase=Phase.MELEE,
        hands=((), (JACK,)), nations=(Nation.GENERIC, Nation.SPANISH),
    )  # fmt: skip
    game = begin(state, TakeFeature(), UlcerInside(), env=Fight(0, 1, won=0, feature=0)).play(choice)
    assert (not game.over) is asked
    if asked:
        assert game.play("spanish_ulcer").unit("A").losses == 1


@rule("FC11S")
def test_the_spanish_ulcer_bites_reinforcements_that_come_on_beside_an_objective() -> None:
    edge = Objective("the gate", (3000, 300))
    state = scene(
        unit("A", files=3, where=Where.LATER), unit("B", front=(60, 10), brigade="II"),
        unit("c", front=(60, 40), facing=180), objectives=(edge,), holders=(1,), hands=((), (JACK,)),
        nations=(Nation.GENERIC, Nation.SPANISH),
    )  # fmt: skip
    state = brigaded(state, "I", arrives=2, entry=(3000, 0))
    game = begin(state, "arrive", env=Acting(0, Deed.MOVE))
    near = min(game.ask.offers["come_on"], key=lambda legs: abs(legs[0][2] - 300))
    game.play(("come_on", near), "halt")
    assert game.ask.who == (1,)
    assert game.play("spanish_ulcer").unit("A").losses == 1


@rule("FC13S")
@pytest.mark.parametrize(("special", "asked"), [((Special.UNPREDICTABLE,), True), ((), False)])
def test_conquerors_instead_of_an_unpredictability_roll(special: tuple[Special, ...], asked: bool) -> None:
    state = scene(
        unit("A", foot, *special, front=(30, 10)), unit("c", front=(60, 40), facing=180),
        hands=((KING,), ()), **nation(Nation.SPANISH),
    )  # fmt: skip
    game = begin(state, "suffer", env=Suffering(0, 1))
    assert (not game.over) is asked
    if asked:
        each = game.play("conquerors").unit("A")
        assert (each.melee, each.tenacity, each.rolled, each.losses) == (5, 5, True, 1)
        assert not isinstance(game.pending, Throw)


@rule("FC13R")
@pytest.mark.parametrize(
    ("losses", "card", "after"), [(4, True, 2), (4, False, 4), (3, True, 2), (2, False, 2)]
)
def test_stoic_resolve_ignores_losses_beyond_two(losses: int, card: bool, after: int) -> None:
    state = scene(
        unit("A", front=(30, 10)), unit("c", front=(60, 40), facing=180), hands=((KING,), ()),
        **nation(Nation.RUSSIAN),
    )  # fmt: skip
    game = begin(state, "suffer", env=Suffering(0, losses))
    if losses > 2:
        game.play("stoic_resolve" if card else "decline")
    assert game.over  # two losses are no moment for it
    assert game.unit("A").losses == after
