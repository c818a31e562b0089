"""The sequence of a turn, the fate deck, secret hands and the windows for cards. [40–44a, FC0, FC2]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET, redact
from grognard.books.valour_and_fortitude.state import Fate, Objective, Options, State
from grognard.books.valour_and_fortitude.steps.cards import OwnFatePhase
from grognard.books.valour_and_fortitude.steps.turn import DrawCard
from grognard.books.valour_and_fortitude.tables.fate import FATE, verb_of
from grognard.books.valour_and_fortitude.words import Nation, Phase
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import IllegalAction, replace
from grognard.engine.log import visible
from grognard.engine.replay import Game
from tests.books.valour_and_fortitude.drill import Play, begin, gun, refused, scene, unit
from tests.rules import rule


def dealt(state: State, side: int, **cards: tuple[int, ...]) -> State:
    """The same battle with other cards for a side: `deck`, `hand`, `discards`."""
    fates = list(state.fates)
    fates[side] = replace(fates[side], **cards)
    return replace(state, fates=(fates[0], fates[1]))


def field(**more: Any) -> State:
    return scene(unit("A", front=(30, 10)), unit("b", front=(30, 40), facing=180), **more)


def fate_phase(state: State) -> Play:
    return begin(state, DrawCard(), OwnFatePhase())


# ---- the sequence


@rule("41")
def test_the_phases_come_in_their_order_and_sides_alternate() -> None:
    game = Game(RULESET, "first_brigade", RULESET.read_options({"fate_cards": False}))
    seen: list[tuple[int, str]] = []
    while len(seen) < 8 and not game.position.over:
        state: State = game.position.state
        now = state.side, state.phase.value
        if not seen or seen[-1] != now:
            seen.append(now)
        waiting = game.pending
        assert waiting is not None
        if isinstance(waiting, Throw):
            game.apply(waiting.roll(random.Random(1)))
        else:
            verb = next(v for v in ("end_fire", "finish", "stay_put", "brigade") if v in waiting.offers)
            game.move(verb, next(iter(waiting.offers[verb])))
    order = [(0, "fire"), (0, "action"), (1, "fire"), (1, "action"), (0, "fire")]
    assert [each for each in seen if each[1] != "melee"][:5] == order  # nobody touches: melee asks nothing


@rule("41")
def test_a_turn_plays_fate_fire_action_melee() -> None:
    names = [type(step).__name__ + getattr(step, "title", "") for step in RULESET.sequences["turn"]]
    found = [name for name in names if name.startswith(("DrawCard", "Phases"))]
    assert found == ["DrawCardFate phase", "PhasesFire phase", "PhasesAction phase", "PhasesMelee phase"]


@rule("44a")
@pytest.mark.parametrize(("first", "side", "turn"), [(0, 0, 1), (1, 1, 1)])
def test_the_side_whose_turn_it_is_is_active_after_deployment(first: int, side: int, turn: int) -> None:
    state = field(turn=0, side=first)
    state = replace(state, field=replace(state.field, first=first))
    game = begin(dealt(state, first, deck=(5,)), "turn")
    assert (game.state.side, game.state.turn, game.state.phase) == (side, turn, Phase.FATE)
    assert game.throw.side == side


@rule("44a")
def test_armies_are_deployed_before_the_first_turn() -> None:
    names = [type(step).__name__ for step in RULESET.sequences["battle"]]
    assert names == ["Deploy", "Turns"]
    game = Game(RULESET, "first_brigade", RULESET.read_options({"free_deployment": True}))
    assert game.position.state.turn == 0
    assert isinstance(game.pending, Ask)
    assert "deploy" in game.pending.offers


# ---- the draw


@rule("40")
@pytest.mark.parametrize(("switch", "cards"), [(True, tuple(range(1, 14))), (False, ())])
def test_each_side_begins_with_thirteen_cards_in_its_deck(switch: bool, cards: tuple[int, ...]) -> None:
    state: State = RULESET.start("first_brigade", RULESET.read_options({"fate_cards": switch})).state
    assert state.fates == (Fate(deck=cards), Fate(deck=cards))


@rule("42")
def test_the_active_side_draws_exactly_one_card() -> None:
    state = dealt(dealt(field(), 0, deck=(5, 6, 8)), 1, deck=(1, 9))
    game = fate_phase(state).play(6)
    assert game.state.fates[0] == Fate(deck=(5, 8), hand=(6,))
    assert game.state.fates[1] == Fate(deck=(1, 9))
    assert isinstance(game.pending, Ask)


@rule("42")
def test_every_card_of_the_deck_is_equally_likely() -> None:
    chances = fate_phase(dealt(field(), 0, deck=(5, 6, 8, 11))).throw.dice.dist().fractions()
    assert set(chances) == {5, 6, 8, 11}
    assert len(set(chances.values())) == 1


@rule("42", "B9")
def test_an_empty_deck_gives_no_card_and_hands_have_no_limit() -> None:
    game = fate_phase(field())
    assert game.over  # no deck, no hand: nothing to draw and nobody to ask
    full = dealt(field(), 0, deck=(13,), hand=(1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    assert len(fate_phase(full).play(13).state.fates[0].hand) == 12


@rule("43")
@pytest.mark.parametrize(
    ("nation", "jack", "queen", "king"),
    [
        (Nation.FRENCH, "les_grognards", "attaque_a_outrance", "vive_lempereur"),
        (Nation.BRITISH, "scum_of_the_earth", "defensive_fire", "perfect_volleys"),
        (Nation.SPANISH, "spanish_ulcer", "invisible_enemy", "conquerors"),
        (Nation.PRUSSIAN, "landwehr_spirit", "hurrah", "vorwaerts"),
        (Nation.RUSSIAN, "for_the_tsar", "grand_battery", "stoic_resolve"),
        (Nation.AUSTRIAN, "hold_the_village", "masses", "archdukes_order"),
        (Nation.GENERIC, "old_soldiers", "attack_all", "forward"),
    ],
)
def test_the_army_leaders_sheet_says_what_a_card_does(
    nation: Nation, jack: str, queen: str, king: str
) -> None:
    assert [verb_of(nation, rank) for rank in (11, 12, 13)] == [jack, queen, king]
    common = [
        "all_out_attack", "tide_of_battle", "confusion", "breakthrough", "stubborn",
        "deadly_attack", "directed_fire", "inspiration", "surprise_attack", "capture",
    ]  # fmt: skip
    assert [verb_of(nation, rank) for rank in range(1, 11)] == common
    assert verb_of(nation, 0) == ""  # a card one does not know


@rule("43")
def test_a_jack_is_offered_only_by_the_table_that_has_it_in_this_phase() -> None:
    hurt = scene(
        unit("A", front=(30, 10), losses=1), unit("b", front=(30, 40), facing=180), hands=((11,), ()),
        nations=(Nation.FRENCH, Nation.BRITISH),
    )  # fmt: skip
    assert "les_grognards" in begin(hurt, OwnFatePhase()).ask.offers
    british = replace(hurt, field=replace(hurt.field, sides=hurt.field.sides[::-1]))
    assert set(begin(british, OwnFatePhase()).ask.offers) == {"go_on"}


@rule("43")
def test_there_is_a_row_for_every_card_and_none_twice() -> None:
    assert len(list(FATE)) == 10 + 3 * len(Nation)
    assert len({row.cite for row in FATE}) == len(list(FATE))


# ---- secrecy


@rule("44")
def test_hands_and_decks_are_known_to_their_owner_only() -> None:
    state = dealt(dealt(field(), 0, deck=(5, 6), hand=(8,), discards=(4,)), 1, deck=(1,), hand=(9, 10))
    assert redact(state, 0).fates == (state.fates[0], Fate((0,), (0, 0)))
    assert redact(state, 1).fates == (Fate((0, 0), (0,), (4,)), state.fates[1])
    assert redact(state, None).fates == (Fate((0, 0), (0,), (4,)), Fate((0,), (0, 0)))


@rule("44")
@pytest.mark.parametrize("drawn", [2, 6, 10, 13])
def test_a_draw_tells_the_enemy_nothing(drawn: int) -> None:
    objective = Objective("the mill", (3000, 2000))
    state = field(objectives=(objective,), holders=(1,))
    state = dealt(state, 0, deck=(2, 5, 6, 10, 13))

    def seen(card: int, side: int | None) -> Any:
        game = fate_phase(state).play(card)
        return RULESET.view_of(game.position, side), visible(game.log, side)

    assert seen(drawn, 1) == seen(5, 1)
    assert seen(drawn, None) == seen(5, None)
    assert seen(drawn, 0) != seen(5, 0)


@rule("44")
def test_only_the_owner_reads_which_card_he_drew() -> None:
    game = fate_phase(dealt(field(), 0, deck=(6,))).play(6)
    (found,) = game.notes("finds")
    assert (found.only, found.card) == (0, "6, Deadly Attack")
    assert not [entry for entry in visible(game.log, 1) if entry.what == "finds"]


@rule("44")
def test_the_sheet_shows_ones_own_hand_and_counts_the_other() -> None:
    state = dealt(dealt(field(), 0, hand=(6, 8), deck=(1,)), 1, hand=(9,), deck=(2, 3))
    mine = RULESET.sheet.view(redact(state, 0), 0).extra["cards"]
    assert [card["name"] for card in mine["0"]["hand"]] == ["Deadly Attack", "Inspiration"]
    assert mine["1"] == {"in_hand": 1, "in_deck": 2, "hand": []}
    watcher = RULESET.sheet.view(redact(state, None), None).extra["cards"]
    assert watcher["0"]["hand"] == watcher["1"]["hand"] == []


@rule("44")
def test_the_army_leaders_card_lists_the_hand_for_its_owner_only() -> None:
    state = dealt(field(), 0, hand=(6,), deck=(1,))
    chief = next(x.id for x in state.leaders if x.side == 0 and x.brigade < 0)
    mine = RULESET.sheet.card(redact(state, 0), chief)
    assert [(row.label, row.cite) for row in mine[3:]] == [("Fate cards", "44"), ("6, Deadly Attack", "FC6")]
    theirs = RULESET.sheet.card(redact(state, 1), chief)
    assert [(row.label, row.value) for row in theirs[3:]] == [("Fate cards", "1 in hand, 1 in the deck")]
    captain = next(x.id for x in state.leaders if x.side == 0 and x.brigade >= 0)
    assert len(RULESET.sheet.card(redact(state, 0), captain)) == 3


@rule("44")
def test_cards_are_kept_from_turn_to_turn_and_any_number_played() -> None:
    objectives = Objective("the mill", (3000, 2000)), Objective("the ford", (1000, 2000))
    state = scene(
        unit("A", front=(30, 10), losses=1), unit("b", front=(30, 40), facing=180),
        nations=(Nation.FRENCH, Nation.BRITISH), objectives=objectives, holders=(1, 1), hands=((8, 10, 11), ()),
    )  # fmt: skip
    game = begin(state, OwnFatePhase()).play(("capture", 0), ("les_grognards", "A"), "go_on")
    assert game.state.fates[0] == Fate(hand=(8,), discards=(10, 11))
    assert [entry.card for entry in game.notes("plays")] == ["Capture", "Les Grognards"]


@rule("44")
def test_a_played_card_is_gone_from_the_hand() -> None:
    state = field(hands=((10,), ()), objectives=(Objective("the mill", (3000, 2000)),), holders=(1,))
    game = begin(state, OwnFatePhase()).play(("capture", 0))
    assert game.over  # an empty hand is asked nothing
    with pytest.raises(IllegalAction):
        begin(state, OwnFatePhase()).play("les_grognards")


@rule("44")
def test_nobody_is_asked_in_a_game_without_cards() -> None:
    game = fate_phase(field(options={"fate_cards": False}))
    assert game.over


# ---- Tide of Battle


@rule("FC2")
def test_tide_of_battle_must_be_played_and_shuffles_the_discards_back() -> None:
    state = dealt(field(), 0, deck=(2, 7), hand=(8,), discards=(1, 5))
    game = fate_phase(state).play(2)
    assert set(game.ask.offers) == {"tide_of_battle"}
    game.play("tide_of_battle")
    assert game.state.fates[0] == Fate(deck=(1, 2, 5, 7), hand=(8,), discards=())
    assert set(game.ask.offers) == {"go_on"}


@rule("FC2")
def test_any_other_card_leaves_the_discards_where_they_are() -> None:
    game = fate_phase(dealt(field(), 0, deck=(2, 7), discards=(1, 5))).play(7, "go_on")
    assert game.state.fates[0] == Fate(deck=(2,), hand=(7,), discards=(1, 5))
    assert refused(fate_phase(dealt(field(), 0, deck=(7,))).play(7), "tide_of_battle")


# ---- windows do not nag


def fire_line(**more: Any) -> State:
    return scene(
        unit("A", front=(30, 20)), unit("B", gun, front=(40, 20)), unit("b", front=(30, 30), facing=180),
        unit("c", front=(42, 30), facing=180), phase=Phase.FIRE, **more,
    )  # fmt: skip


QUICK = {"pause_at_windows": False}


def shoot(game: Play, shooter: str, target: str) -> Play:
    """A volley without support, up to its dice."""
    game.play(("fire", (shooter, target)))
    return game.play("resolve") if isinstance(game.pending, Ask) else game


@rule("43")
@pytest.mark.parametrize(
    ("hand", "options", "asked"),
    [((6,), QUICK, True), ((8,), QUICK, False), ((), QUICK, False), ((8,), {"pause_at_windows": True}, True),
     ((), {"pause_at_windows": True}, False), ((6,), {"fate_cards": False}, False)],
)  # fmt: skip
def test_a_window_opens_for_a_card_that_fits_or_that_the_enemy_must_reckon_with(
    hand: tuple[int, ...], options: dict[str, bool], asked: bool
) -> None:
    game = begin(fire_line(hands=(hand, ()), options=options), "fire")
    shoot(game, "A", "b").play((1, 2, 5))
    assert ("decline" in game.ask.offers) is asked


@rule("44")
def test_a_side_may_close_a_window_for_the_phase() -> None:
    state = fire_line(hands=((6,), ()))
    game = shoot(begin(state, "fire"), "A", "b").play((1, 2, 5), "not_this_phase")
    assert game.state.fates[0].hand == (6,)
    shoot(game, "B", "c").play(tuple([1] * game.throw.dice.faces()[0]))
    assert game.over or "deadly_attack" not in game.ask.offers
    assert redact(game.state, 1).spells == ()  # nobody else learns that he has something to keep
    assert redact(game.state, 0).spells == game.state.spells


@rule("44")
def test_the_silence_ends_with_the_phase() -> None:
    state = fire_line(hands=((6,), ()))
    state = replace(state, phase=Phase.FIRE)
    game = shoot(begin(state, "turn").play("go_on"), "A", "b").play((1, 2, 5), "not_this_phase", "end_fire")
    assert game.state.phase is Phase.ACTION
    assert game.state.spells == ()


@rule("44")
@pytest.mark.parametrize("hand", [(6,), (8,), (12,)])
def test_whoever_holds_any_card_pauses_alike(hand: tuple[int, ...]) -> None:
    game = begin(fire_line(hands=(hand, ()), options=Options()), "fire")
    shoot(game, "A", "b").play((1, 2, 5))
    view = RULESET.view_of(game.position, 1)
    seen = RULESET.engine().pending(view)
    assert isinstance(seen, Ask)
    assert (seen.who, set(seen.offers)) == ((0,), {"decline", "not_this_phase"})
    assert RULESET.engine().step(view.agenda[-1]).outside == "43"  # not the card's own rule
    assert RULESET.secrets.told(game.state, Move(0, "not_this_phase")) == Move(0, "decline")
