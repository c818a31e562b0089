"""Is a battle fair: what is added up, what is said of it, and what would even it out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET
from grognard import books
from grognard.engine.book import BadInput, Book, Outcome
from grognard.engine.handicap import (
    LONGER,
    SHORTER,
    Knob,
    Stakes,
    Turned,
    enlarged,
    more_points,
    prize_points,
    side_number,
)
from grognard.engine.toml import written
from grognard.engine.workshop import look_at
from grognard.lab.balance import Balance, SideShare, Tally, judged, measured_line, orders_of, playable
from grognard.lab.evening import TRIALS, Evening, battle_of
from grognard.lab.play import GameResult
from grognard.lab.runner import crew_of, terms_of
from grognard.testing.shelf import Told

BOOKS = books.names()


def result(winner: int | None, turns: int = 5, decided: str = "points", cite: str = "9.2") -> GameResult:
    return GameResult(
        winner,
        "",
        True,
        10,
        5,
        turns,
        0.1,
        (1.0, 1.0),
        {"3.1": 2},
        ("6.3",),
        decided,
        cite,
        ((14, 10 if winner == 0 else 4), (15, 5)),
    )


def tally(*winners: int | None) -> Tally:
    found = Tally(RULESET, ("Reds", "Blues"), len(winners))
    for winner in winners:
        found.add(result(winner))
    return found


def side(share: float, games: int, name: str = "Reds") -> SideShare:
    one = tally(*([0] * round(share * games)), *([1] * (games - round(share * games)))).balance().sides[0]
    return msgspec.structs.replace(one, name=name)


def test_games_are_added_up() -> None:
    found = tally(0, 0, 1, None).balance()
    reds, blues = found.sides
    assert (found.played, found.drawn, found.unfinished) == (4, 1, 0)
    assert (reds.won, reds.share, blues.won, blues.share) == (2, 0.625, 1, 0.375)
    assert reds.low < reds.share < reds.high
    assert (reds.figures, reds.lost) == (14, 7.0)
    assert found.turns == ((5, 4),)
    assert found.mean_turns == 5
    (reason,) = found.decided
    assert (reason.words, reason.cite, reason.won, reason.drawn) == ("points", "9.2", (2, 1), 1)
    assert {rule.cite: rule.games for rule in found.met} == {"3.1": 4, "6.3": 4}
    assert set(found.unmet) == set(playable(RULESET)) - {"3.1", "6.3"}
    assert "9.3" not in found.unmet, "a rule that is left out cannot be met"
    assert measured_line(found) == "measured = { games = 4, won = 2, drawn = 1, lost = 1 }"


def test_what_decided_is_counted_the_commonest_first() -> None:
    found = Tally(RULESET, ("Reds", "Blues"), 4)
    for winner, words in ((0, "broke"), (1, "time"), (None, "time"), (1, "time")):
        found.add(result(winner, decided=words))
    assert [(one.words, one.won, one.drawn) for one in found.balance().decided] == [
        ("time", (0, 2), 1),
        ("broke", (1, 0), 0),
    ]


def test_nothing_is_said_of_no_games() -> None:
    found = Tally(RULESET, ("Reds", "Blues"), 40).balance()
    assert (found.standing, found.played, found.games) == ("nothing", 0, 40)
    assert found.sides[0].low == 0
    assert found.sides[0].high == 1


@pytest.mark.parametrize(
    ("share", "games", "standing", "words"),
    [
        pytest.param(0.5, 200, "fair", "inside 40 % to 60 %", id="even, and enough games to know"),
        pytest.param(0.5, 40, "unclear", "with so few games", id="even, and too few to know"),
        pytest.param(0.4, 40, "unclear", "with so few games", id="a lean that may be luck"),
        pytest.param(0.42, 200, "leaning", "little harder for Reds", id="a lean that is none of luck"),
        pytest.param(0.2, 40, "hard", "Hard for Reds", id="hard"),
        pytest.param(0.8, 40, "hard", "Hard for Blues", id="hard for the other"),
    ],
)
def test_the_verdict_claims_no_more_than_the_games_tell(
    share: float, games: int, standing: str, words: str
) -> None:
    pair = (side(share, games), side(1 - share, games, "Blues"))
    found, said = judged(pair, games)
    assert found == standing
    assert words in said
    assert str(games) in said


def test_the_games_are_settled_beforehand() -> None:
    orders = orders_of("battle", "corporal", 2, 5, 7)
    assert orders == orders_of("battle", "corporal", 2, 9, 7)[:5]
    assert len({order.seed for order in orders}) == 5
    assert {order.agents for order in orders} == {("corporal", "corporal")}
    assert {one.seed for one in orders}.isdisjoint(
        one.seed for one in orders_of("battle", "corporal", 2, 5, 7, "x")
    )


def test_games_played_say_what_decided_them_and_what_they_cost() -> None:
    found = Tally(RULESET, RULESET.scenarios["battle"].sides, 3)
    for done in crew_of(RULESET, 1)(
        terms_of(RULESET, home="examples.toy_brigade.toy", log=True), orders_of("battle", "random", 2, 3, 1)
    ):
        assert done.result.decided
        assert done.result.cite in RULESET.rulebook.rules
        assert len(done.result.figures) == 2
        assert all(began >= left >= 0 and began for began, left in done.result.figures)
        assert done.result.summed
        found.add(done.result)
    assert found.balance().played == 3


# ---- what evens it out


def drop(words: str, effect: Mapping[int, float], key: str = "knob") -> tuple[Knob, Mapping[int, float]]:
    """A knob that does nothing to the battle, and what share it shall be found to have."""

    def turned(_book: Book, stakes: Stakes, _side: int, by: int) -> Turned:
        if effect[by] < 0:
            raise BadInput("no room")
        return Turned(stakes, f"by {by}")

    return Knob(key, words, lambda _book, _stakes, _side: tuple(effect), turned), effect


def search(found: Balance, *drops: tuple[Knob, Mapping[int, float]]) -> tuple[Evening, list[str]]:
    book = RULESET._replace(knobs=tuple(knob for knob, _ in drops))
    evening, asked = Evening(book, "battle", {}, found, 40), []
    effects = {knob.key: effect for knob, effect in drops}
    while (wanted := evening.wanted()) is not None:
        key, _, by = wanted.run.rpartition(" ")
        asked.append(wanted.run)
        evening.told(effects[key][int(by)], 40)
    return evening, asked


WEAK = tally(*[0] * 8, *[1] * 32).balance()


def test_halving_finds_what_evens_it_out() -> None:
    effect = {by: 0.2 + 0.05 * by for by in range(1, 13)}
    evening, asked = search(WEAK, drop("give {side} {by} points more", effect))
    advice = evening.advice()
    assert asked[0] == "knob 12", "the most first"
    assert len(asked) <= TRIALS
    assert advice.side == 0
    assert advice.best is not None
    assert advice.best.share == pytest.approx(0.5, abs=0.05)
    assert advice.words.startswith("Give Reds 6 points more (by 6): that evens it out")
    assert [trial.words for trial in advice.trials] == [
        f"give Reds {one.split()[1]} points more" for one in asked
    ]
    assert all(trial.low < trial.share < trial.high for trial in advice.trials)


def test_a_knob_that_is_too_weak_is_followed_by_the_next() -> None:
    weak = drop("weak {side} {by}", {1: 0.2, 2: 0.3}, "weak")
    strong = drop("strong {side} {by}", {1: 0.35, 2: 0.52}, "strong")
    evening, asked = search(WEAK, weak, strong)
    assert asked == ["weak 2", "strong 2"]
    assert evening.advice().words.startswith("Strong Reds 2 (by 2)")
    assert len(evening.advice().trials) == 2, "what led nowhere is told too"


def test_what_cannot_be_set_up_is_not_played() -> None:
    evening, asked = search(WEAK, drop("{side} {by}", {1: 0.3, 2: 0.47, 3: -1, 4: -1}))
    assert "knob 4" not in asked
    assert "knob 2" in asked
    assert evening.advice().best is not None


def test_nothing_that_helps_is_said_so() -> None:
    evening, _ = search(WEAK, drop("{side} {by}", {1: 0.1}))
    assert evening.advice().best is None
    assert evening.advice().words == "No advice: nothing that was tried helps Reds."
    evening, asked = search(WEAK)
    assert not asked
    assert "nothing of this battle" in evening.advice().words


def test_a_battle_that_may_be_fair_is_left_alone() -> None:
    evening, asked = search(tally(0, 1, 0, 1).balance(), drop("{side} {by}", {1: 0.5}))
    assert not asked
    assert evening.advice().words.startswith("Nothing has to be evened out")


# ---- the knobs


@pytest.mark.parametrize("name", BOOKS)
def test_a_list_is_enlarged_by_what_it_has_and_stays_a_list(name: str) -> None:
    book = books.load(name)
    desk, kit = book.army.workshop, book.army.workshop.kit()
    stakes = Stakes(battle_of(book, kit.battle), {})
    (knob,) = (one for one in book.knobs if one.key == "points")
    amounts = knob.amounts(book, stakes, 1)
    assert amounts, f"{name}: the battle for any two lists can be evened out by points"
    by = amounts[0]
    turned = knob.turned(book, stakes, 1, by)
    text = turned.stakes.options[book.forces[1]]
    assert turned.note
    before = book.sheet.view(book.start(kit.battle).state, 1)
    after = book.sheet.view(book.start(kit.battle, book.read_options(turned.stakes.options)).state, 1)
    count = [sum(piece.side == 1 for piece in view.pieces) for view in (before, after)]
    assert count[1] > count[0]
    own = next(listed.points for listed in kit.lists if listed.name in stakes.battle["side"][1].values())
    draft = look_at(desk, tomllib.loads(text))
    assert draft.points == own + by
    assert not draft.faults


@pytest.mark.parametrize("name", BOOKS)
def test_every_battle_can_be_turned_somehow(name: str) -> None:
    book = books.load(name)
    for scenario in book.scenarios:
        stakes = Stakes(battle_of(book, scenario), {})
        offered = [knob.key for knob in book.knobs if knob.amounts(book, stakes, 0)]
        assert offered, f"{scenario} has nothing to turn"


def test_more_than_a_list_can_have_is_refused() -> None:
    book = books.load(BOOKS[0])
    desk = book.army.workshop
    with pytest.raises(KeyError):
        enlarged(desk, book.army.plain(book.army.names()[0]), 10_000)


BATTLE: dict[str, Any] = {
    "turns": 8,
    "side": [{"key": "A", "break_at": 4}, {"key": "B", "break_at": 0}],
    "prize": [{"side": "A", "points": 100}, {"points": 50}],
    "place": [{"points": [4, 4]}],
}


@pytest.mark.parametrize(
    ("knob", "whose", "amounts", "by", "changed"),
    [
        pytest.param(side_number("break_at", "", 4), 0, [1, 2, 3, 4], 2, ("side", 0, "break_at", 6), id="number"),
        pytest.param(side_number("break_at", "", 4), 1, [], 0, (), id="a side without that number"),
        pytest.param(prize_points("prize", "", (25, 50)), 0, [25, 50], 25, ("prize", 0, "points", 125), id="prize"),
        pytest.param(prize_points("prize", "", (25, 50)), 1, [], 0, (), id="no prize of its own"),
        pytest.param(prize_points("place", "", (1, 2)), 1, [1, 2], 2, ("place", 0, "points", [4, 6]), id="for each"),
        pytest.param(LONGER, 0, [1, 2, 3, 4], 3, ("turns", 11), id="longer"),
        pytest.param(SHORTER, 0, [1, 2, 3, 4], 3, ("turns", 5), id="shorter"),
    ],
)  # fmt: skip
def test_a_knob_changes_one_number_and_not_the_battle_it_was_given(
    knob: Knob, whose: int, amounts: Sequence[int], by: int, changed: Sequence[Any]
) -> None:
    stakes = Stakes(BATTLE, {})
    kept = msgspec.json.encode(BATTLE)
    assert list(knob.amounts(RULESET, stakes, whose)) == amounts
    if amounts:
        found: Any = knob.turned(RULESET, stakes, whose, by).stakes.battle
        *way, value = changed
        for step in way:
            found = found[step]
        assert found == value
    assert msgspec.json.encode(BATTLE) == kept


def test_a_list_that_has_its_ground_is_not_added_to() -> None:
    book = books.load("valour_and_fortitude")
    stakes = Stakes(battle_of(book, "first_brigade"), {})
    knob = more_points("army", "unit")
    assert not knob.amounts(book, stakes, 0)
    chosen = Stakes(stakes.battle, {book.forces[0]: "british_300"})
    assert knob.amounts(book, chosen, 0), "another list is drawn up wherever there is room"


# ---- what decided it


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_says_in_a_few_plain_words_what_decided(name: str) -> None:
    """Whoever wins and by how much does not belong in them: games are counted by these words."""
    book = books.load(name)
    scenario = next(iter(book.scenarios))
    orders = orders_of(scenario, "corporal", 2, 1, 3)
    for done in crew_of(book, 1)(terms_of(book), orders):
        words = done.result.decided
        assert words
        assert not any(letter.isdigit() for letter in words)
        assert not any(name in words for name in book.scenarios[scenario].sides)


@pytest.mark.parametrize(
    ("words", "cite", "told"),
    [
        ("the fort is taken", "F-SG2", "the fort is taken"),
        ("12 of 24 points got away", "F-SE2", "how much got away"),
        ("British holds the camp", "F-SH2", "the camp is held"),
        ("every enemy unit is lost", "F-SH2", "every enemy unit is lost"),
        ("9 points of natives against 4", "F-B6", "points lost on both sides"),
        ("British wins on points", "F-S6", "enough was lost or done: points"),
    ],
)
def test_endings_are_told_without_names_and_numbers(words: str, cite: str, told: str) -> None:
    book = books.load("men_who_would_be_kings")
    state = book.start("meeting").state
    over = msgspec.structs.replace(state, outcome=Outcome(0, words, cite))
    assert book.decided_by(over) == told


@pytest.mark.parametrize("name", BOOKS)
def test_every_knob_gives_a_battle_that_can_be_written_down_and_set_up(name: str) -> None:
    book = books.load(name)
    tried = set()
    for scenario in book.scenarios:
        stakes = Stakes(battle_of(book, scenario), {})
        for knob in book.knobs:
            amounts = knob.amounts(book, stakes, 1)
            if knob.key in tried or not amounts:
                continue
            turned = knob.turned(book, stakes, 1, amounts[0]).stakes
            text = written(turned.battle)
            assert battle_of(book, text) == turned.battle
            assert book.start(text, book.read_options(turned.options)).state.turn <= turned.battle["turns"]
            assert knob.says("Reds", amounts[0]) != knob.words
            tried.add(knob.key)
    assert tried == {knob.key for knob in book.knobs}, "a knob that nothing turns"


LOST = Told("lost")


@pytest.mark.parametrize(
    ("name", "scenario", "keeping", "told"),
    [
        ("ever_victorious_armies", "stockade", (99, 99), "the last turn was over: points"),
        ("ever_victorious_armies", "stockade", (99, 2), "an army broke"),
        ("ever_victorious_armies", "stockade", (2, 2), "both armies broke"),
        ("skirmish_1808", "farm", (99, 99), "the last turn was over: points"),
        ("skirmish_1808", "farm", (99, 1), "a side broke"),
        ("skirmish_1808", "farm", (1, 1), "both sides broke"),
        ("skirmish_1808", "farm", (99, 0), "nobody was left of a side"),
        ("valour_and_fortitude", "first_brigade", (99, 99), "objectives held and brigades beaten"),
        ("valour_and_fortitude", "first_brigade", (99, 1), "objectives held and brigades beaten"),
        ("valour_and_fortitude", "first_brigade", (99, 0), "an army was destroyed"),
        ("valour_and_fortitude", "first_brigade", (0, 0), "objectives held and brigades beaten"),
    ],
)
def test_what_ended_a_battle_is_seen_from_what_is_left(
    name: str, scenario: str, keeping: tuple[int, int], told: str
) -> None:
    """Of each side so many units are kept, the others are lost."""
    book = books.load(name)
    state = book.start(scenario).state
    where = type(state.units[0].where)(LOST[name])
    units = list(state.units)
    for side, kept in enumerate(keeping):
        for unit in [u for u in state.units if u.side == side][kept:]:
            units[unit.id] = msgspec.structs.replace(unit, where=where)
    assert book.decided_by(msgspec.structs.replace(state, units=tuple(units))) == told


@pytest.mark.parametrize(
    ("winner", "cite", "cohesion", "told"),
    [
        (0, "F-22.3", (0, 3), "the last turn was over: points"),
        (None, "F-22.3", (0, 0), "the last turn was over: points"),
        (0, "F-19.3", (1, 3), "cohesion was lost"),
        (1, "F-19.3", (3, 1), "cohesion was lost"),
        (1, "F-19.3", (2, 3), "no leader was left"),
    ],
)
def test_a_side_that_falls_apart_is_told_from_one_without_leaders(
    winner: int | None, cite: str, cohesion: tuple[int, int], told: str
) -> None:
    book = books.load("fix_bayonets")
    state = book.start("first_blood").state
    over = msgspec.structs.replace(state, outcome=Outcome(winner, "", cite), cohesion=cohesion)
    assert book.decided_by(over) == told
