"""Toy Brigade keeps its own rules, and uses everything the engine has."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET, tables
from examples.toy_brigade.toy.state import WIDTH, Options, State, Unit, replace
from examples.toy_brigade.toy.steps.act import March
from examples.toy_brigade.toy.tables import Arms, Shot
from grognard.engine.choices import Ask, Fall, Throw
from grognard.engine.flow import IllegalAction
from grognard.engine.replay import Game
from tests.engine.play import playing
from tests.rules import rule

param = pytest.param


def line(**changes: Any) -> Unit:
    return replace(Unit(0, 0, "Foot", "line", 400, 4, 4, loaded=False), **changes)


def shot(
    unit: Unit | None = None, target: Unit | None = None, range_: int = 200, weather: str = "sun"
) -> Shot:
    return Shot(unit or line(), target or line(), range_, weather)


@pytest.mark.parametrize(
    ("facts", "dice"),
    [
        param(shot(), 4, marks=rule("6.2"), id="a die a figure"),
        param(shot(line(loaded=True)), 5, marks=rule("6.2a"), id="first volley"),
        param(shot(line(disorder=2)), 2, marks=rule("6.2b"), id="disordered"),
        param(shot(target=line(cover=True)), 3, marks=rule("6.2c"), id="cover"),
        param(shot(range_=250), 4, marks=rule("6.2d"), id="not yet long"),
        param(shot(range_=251), 3, marks=rule("6.2d"), id="long"),
        param(shot(weather="rain"), 3, marks=rule("6.2e"), id="rain"),
        param(shot(line(strength=1, disorder=3)), 1, marks=rule("6.2"), id="never below one"),
        param(shot(line(strength=9)), 8, marks=rule("6.2"), id="never above eight"),
    ],
)
def test_volley_dice(facts: Shot, dice: int) -> None:
    assert tables.VOLLEY.tally(facts, facts.unit.strength).total == dice


@pytest.mark.parametrize(
    ("facts", "melee", "rally"),
    [
        param(Arms(line(), False), 0, 0, id="plain"),
        param(Arms(line(arm="guard"), False), 1, 1, marks=rule("8.1a", "4.2b"), id="guard"),
        param(Arms(line(disorder=2), False), -2, 0, marks=rule("8.1b"), id="disordered"),
        param(Arms(line(), True), 1, 1, marks=rule("8.1c", "4.2a"), id="led"),
    ],
)
def test_melee_and_rally(facts: Arms, melee: int, rally: int) -> None:
    assert (tables.MELEE.tally(facts).total, tables.RALLY.tally(facts).total) == (melee, rally)


@pytest.mark.parametrize(
    ("facts", "fire", "charge"),
    [
        param(shot(), None, None, id="plain"),
        param(shot(line(acted=True)), "6.1a", "7.1c", marks=rule("6.1a", "7.1c"), id="acted"),
        param(shot(range_=300), None, None, marks=rule("7.1b"), id="just in reach"),
        param(shot(range_=301), None, "7.1b", marks=rule("7.1b"), id="too far to charge"),
        param(shot(range_=501), "6.1b", "7.1b", marks=rule("6.1b"), id="too far to fire"),
        param(shot(line(disorder=1)), None, "7.1a", marks=rule("7.1a"), id="disordered"),
        param(shot(line(arm="guns")), None, "7.1d", marks=rule("7.1d"), id="guns"),
        param(shot(weather="fog"), None, "7.1e", marks=rule("7.1e"), id="fog"),
    ],
)
def test_who_may_fire_and_charge(facts: Shot, fire: str | None, charge: str | None) -> None:
    reasons = [needs.refusal(facts) for needs in (tables.MAY_FIRE, tables.MAY_CHARGE)]
    assert [reason and reason.cite for reason in reasons] == [fire, charge]


@pytest.mark.parametrize(
    ("unit", "legs", "cite"),
    [
        param(line(), (("advance", 200),), None, marks=rule("5.3a"), id="line"),
        param(line(), (("advance", 201),), "5.2b", marks=rule("5.2b", "5.3a"), id="line too far"),
        param(line(arm="guard"), (("advance", 250),), None, marks=rule("5.3b"), id="guard"),
        param(line(arm="guns"), (("advance", 101),), "5.2b", marks=rule("5.3c"), id="guns too far"),
        param(line(), (("withdraw", 100),), None, marks=rule("5.2b"), id="back"),
        param(line(), (("withdraw", 101),), "5.2b", marks=rule("5.2b"), id="too far back"),
        param(line(), (), "5.2a", marks=rule("5.2a"), id="nowhere"),
        param(line(x=50), (("withdraw", 51),), "5.2c", marks=rule("5.2c"), id="off the table"),
        param(line(x=550), (("advance", 150),), None, marks=rule("5.2d"), id="up to 50"),
        param(line(x=550), (("advance", 151),), "5.2d", marks=rule("5.2d"), id="too near"),
        param(
            line(x=650),
            (("advance", 90), ("withdraw", 40)),
            "5.2d",
            marks=rule("5.2d"),
            id="too near on the way",
        ),
    ],
)
def test_marching(unit: Unit, legs: Any, cite: str | None) -> None:
    mover = March(RULESET.start("skirmish").state, unit)  # the nearest enemy stands at 750
    reason = mover.refusal(legs)
    assert (reason and reason.cite) == cite


def game(*bids: int, **changes: Any) -> Game:
    """The skirmish after the bids, with some units changed: `foot=…`, `militia=…`."""
    played = Game(RULESET, "skirmish")
    state: State = played.position.state
    units = tuple(replace(unit, **changes.get(unit.name.lower(), {})) for unit in state.units)
    played.positions[-1] = replace(played.position, state=replace(state, units=units))
    for side, bid in enumerate(bids or (2, 0)):
        played.move("hold_back" if bid < 0 else "bid", None if bid < 0 else bid, side)
    return played


def happened(played: Game) -> list[str]:
    return [entry.what for entry in played.log]


@rule("3.3", "3.4", "11.1")
@pytest.mark.parametrize(
    ("bids", "first", "draws"),
    [
        ((2, 0), 0, False),
        ((0, 1), 1, False),
        ((0, -1), 0, False),
        ((-1, -1), None, True),
        ((1, 1), None, True),
    ],
)
def test_the_higher_bid_goes_first_and_draws_no_card(
    bids: tuple[int, int], first: int | None, draws: bool
) -> None:
    played = game(*bids)
    if first is None:
        assert isinstance(played.pending, Throw)
        played.fall(2, 5)
        first = 1
    assert played.log[-1].side == first
    assert (isinstance(played.pending, Throw) and played.pending.what == "card") is draws


@rule("6.3", "6.4")
def test_hits_are_shared_among_friends_nearby() -> None:
    played = game()
    played.move("fire", (0, 2))
    played.fall(5, 6, 1)
    assert isinstance(played.pending, Ask)
    assert list(played.pending.offers["allot"]) == [((2, 0), (3, 2)), ((2, 1), (3, 1)), ((2, 2), (3, 0))]
    played.move("allot", ((2, 1), (3, 1)))
    assert [unit.strength for unit in played.position.state.units] == [4, 3, 3, 2]


@rule("7.2", "7.2b")
def test_giving_ground_ends_the_charge() -> None:
    played = game()
    played.move("charge", (0, 2))
    played.move("decline")
    played.move("give_ground")
    militia = played.position.state.units[2]
    assert (militia.x, militia.disorder) == (850, 1)
    assert played.engine.where(played.position)[-1][0] == "player turn"


@rule("7.3")
@pytest.mark.parametrize(("faces", "stopped"), [((6, 1, 1, 1, 1), False), ((6, 6, 1, 1, 1), True)])
def test_two_hits_in_closing_fire_stop_the_charge(faces: tuple[int, ...], stopped: bool) -> None:
    played = game()
    for verb, noun in (("charge", (0, 2)), ("decline", None), ("stand", None)):
        played.move(verb, noun)
    played.fall(*faces)
    assert ("stopped" in happened(played)) is stopped
    assert isinstance(played.pending, Ask if stopped else Throw)


@rule("8.1", "8.2a", "8.2b", "8.2c", "8.3", "8.3a", "8.3b")
@pytest.mark.parametrize(
    ("melee", "morale", "strengths", "what"),
    [
        ((1, 6), (1, 6), (0, 4), "routs"),
        ((1, 6), (2, 4), (2, 4), "wavers"),
        ((1, 6), (2, 5), (2, 4), "loses"),
        ((3, 3), None, (3, 3), "loses"),
        ((6, 1), (6, 6), (4, 2), "loses"),
    ],
    ids=str,
)
def test_melee_and_morale(melee: Any, morale: Any, strengths: tuple[int, int], what: str) -> None:
    played = game()
    for verb, noun in (("charge", (0, 2)), ("decline", None), ("stand", None)):
        played.move(verb, noun)
    played.fall(1, 1, 1, 1, 1)
    played.fall(*melee)
    if morale:
        played.fall(*morale)
    units = played.position.state.units
    assert (units[0].strength, units[2].strength) == strengths
    assert what in happened(played)


@rule("11.2")
def test_an_ambush_may_end_a_charge_before_it_is_met() -> None:
    played = game(-1, 0, rifles={"disorder": 0}, militia={"strength": 2})
    played.move("charge", (2, 0))
    played.move("play", "ambush")
    played.fall(4, 4)
    assert isinstance(played.pending, Ask)
    assert list(played.pending.offers) == ["decline"]  # no second ambush in the hand
    played.move("decline")
    assert played.engine.where(played.position)[-1][0] == "player turn"
    assert played.position.state.discards == ("ambush",)


@rule("11.3")
def test_cartridges_load_every_musket() -> None:
    played = game(-1, 0, rifles={"disorder": 0, "loaded": False}, militia={"loaded": False})
    played.move("play", "cartridges")
    assert all(unit.loaded for unit in played.position.state.units)
    with pytest.raises(IllegalAction, match="not among the choices now"):
        played.move("play", "cartridges")


@rule("4.1", "4.3a", "4.3b", "4.3c")
@pytest.mark.parametrize(("faces", "left"), [((1, 3), 2), ((1, 4), 1), ((3, 4), 1), ((4, 4), 0)])
def test_rallying_once_a_turn(faces: tuple[int, int], left: int) -> None:
    played = game(-1, 0, rifles={"disorder": 2})  # their general is with them: +1
    played.move("rally", 3)
    played.fall(*faces)
    assert played.position.state.units[3].disorder == left
    assert isinstance(played.pending, Ask)
    assert "rally" not in played.pending.offers


@rule("5.4")
def test_the_general_rides_once_to_the_next_zone() -> None:
    played = game()
    with pytest.raises(IllegalAction):
        played.move("ride", "east")
    played.move("ride", "middle")
    assert isinstance(played.pending, Ask)
    assert "ride" not in played.pending.offers


@rule("7.1")
def test_a_barred_verb_gives_its_reason() -> None:
    played = game(2, 0, foot={"disorder": 1}, guards={"acted": True})
    played.move("go_on")
    with pytest.raises(IllegalAction, match=r"it is in disorder \[7\.1a\]"):
        played.move("charge", (0, 2))


def quick(options: Options) -> Game:
    """Everybody passes, all dice show ones, as long as they can."""
    played = Game(RULESET, "skirmish", options)
    while (waiting := played.pending) is not None:
        if isinstance(waiting, Throw):
            played.apply(Fall(next(iter(waiting.dice.dist()))))
        else:
            played.move(list(waiting.offers)[-1])
    return played


@rule("3.1", "3.2", "3.5", "9.1", "9.2")
def test_nightfall_is_an_option() -> None:
    dark, light = quick(Options()), quick(Options(nightfall=False))
    assert (dark.position.state.turn, light.position.state.turn) == (2, 3)
    assert happened(dark).count("nightfall") == 1
    assert [entry.event for entry in light.log if entry.what == "event"] == ["sun", "rain", "fog"]
    assert [entry.side for entry in light.log if entry.what == "player turn"] == [0, 1] * 3
    outcome = RULESET.outcome(light.position.state)
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (None, (7, 7))
    assert RULESET.outcome(light.positions[0].state) is None


# ---------------------------------------------------------------- as a book among books


def test_random_games_use_everything_and_keep_the_laws() -> None:
    kinds, dice, verbs, words, cites = (set[str]() for _ in range(5))
    for scenario in RULESET.scenarios:
        for seed in range(120):
            census = None
            for played, waiting in playing(RULESET, scenario, seed, most=300):
                state = played.position.state
                census = census or RULESET.census(state)
                assert RULESET.census(state) == census
                assert RULESET.check(state) == []
                assert RULESET.outcome(state) is None
                if isinstance(waiting, Throw):
                    dice.add(type(waiting.dice).__name__)
                else:
                    kinds.update(domain.kind for domain in waiting.offers.values())
                    verbs.update(waiting.offers)
            assert RULESET.outcome(played.position.state) is not None
            words.update(happened(played))
            cites.update(entry.cite for entry in played.log)
    assert kinds == {"button", "unit", "pair", "cell", "reach", "number", "split", "card"}
    assert dice == {"Sum", "Row", "Pool", "Opposed", "Faced", "Draw"}
    assert verbs == set(RULESET.sheet.labels)
    assert words == set(RULESET.sheet.phrases)
    assert cites <= set(RULESET.rulebook.rules)


def test_every_rule_is_cited_in_the_house_and_every_citation_is_in_the_book() -> None:
    house = Path(tables.__file__).parent
    code = "".join(path.read_text("utf-8") for path in house.rglob("*.py"))
    cited = set(re.findall(r'"(\d+\.\d+[a-z]?)"', code))
    assert cited == set(RULESET.rulebook.rules) - set(RULESET.rulebook.left_out)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda s: replace(s, units=s.units[1:]), "unit 1 is at index 0"),
        (
            lambda s: replace(s, units=(replace(s.units[0], x=WIDTH + 1), *s.units[1:])),
            "Foot is off the table",
        ),
        (
            lambda s: replace(s, units=(replace(s.units[0], strength=5), *s.units[1:])),
            "Foot has 5 of 4 figures",
        ),
        (lambda s: replace(s, units=(replace(s.units[0], disorder=4), *s.units[1:])), "Foot has 4 disorder"),
        (lambda s: replace(s, hands=(("blank",) * 4, ())), "a hand holds more than three cards"),
        (lambda s: replace(s, turn=9), "the game goes on too long"),
    ],
    ids=range(6),
)
def test_a_spoilt_state_is_noticed(spoil: Callable[[State], State], fault: str) -> None:
    assert fault in RULESET.check(spoil(RULESET.start("skirmish").state))


@pytest.mark.parametrize("name", RULESET.situations)
def test_situations_stand_on_their_own(name: str) -> None:
    situation = RULESET.situations[name]
    scene = situation.scene({field.name: field.default for field in situation.fields})
    machine, position = RULESET.engine(), scene.position
    for _ in range(20):
        waiting = machine.pending(position)
        if waiting is None:
            break
        assert scene.done(position) is None
        action = (
            scene.choose(position, waiting) if isinstance(waiting, Ask) else Fall(max(waiting.dice.dist()))
        )
        position = machine.apply(position, action)
    assert scene.done(position) is not None


def test_players_see_the_table() -> None:
    state = RULESET.start("battle").state
    for side in (0, 1, None):
        view = RULESET.sheet.view(state, side)
        assert [piece.id for piece in view.pieces] == [0, 1, 2, 3, 4, 5]
        assert view.side == side
    assert RULESET.sheet.board(state).width == WIDTH
    assert RULESET.sheet.card(state, 2)[0].value == "guns"
    assert RULESET.sheet.names(state)[2] == "Battery"


def test_advice_values_a_position_alike_from_both_sides() -> None:
    for played, _ in playing(RULESET, "battle", 2):
        values = [RULESET.advice.value(played.position.state, side) for side in (0, 1)]
        assert sum(values) == 0
