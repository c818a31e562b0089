"""Dice in words, whatever their kind: a throw nobody has words for must not stop the game."""

from __future__ import annotations

import pytest

from grognard.engine.choices import Throw
from grognard.engine.dice import Duels, Opposed, Pool, Sum
from grognard.server.words import asked, dice_words, in_number, named_in


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        pytest.param(Pool(((3, 4), (2, 6)), 8), "3D8 at 4+ and 2D8 at 6+", id="a pool"),
        pytest.param(Pool(()), "no dice", id="an empty pool"),
        pytest.param(
            Duels(((4, 1, 1), (2, 2, 1)), 10, 3, 8, 1), "6 pairs, D10 against D8", id="pairs of fighters"
        ),
        pytest.param(Opposed(1, 2, 10), "2D10", id="one a side"),
        pytest.param(Sum(2, 6, plus=1), "2D6+1", id="a sum"),
    ],
)
def test_what_is_thrown(dice: object, words: str) -> None:
    assert dice_words(Throw("dice", dice, "1")) == words  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "subject", "said"),
    [
        ("Imperial braves marches to 0304", "Imperial braves", "Imperial braves march to 0304"),
        ("Dragons is in contact", "Dragons", "Dragons are in contact"),
        ("Light companies rallies", "Light companies", "Light companies rally"),
        (
            "Matchlock skirmishers, west fires",
            "Matchlock skirmishers, west",
            "Matchlock skirmishers, west fire",
        ),
        ("5th Regiment (ex-rebels) marches", "5th Regiment (ex-rebels)", "5th Regiment (ex-rebels) marches"),
        ("Wang passes", "Wang", "Wang passes"),
        ("Stragglers of the line loses 12", "Stragglers of the line", "Stragglers of the line lose 12"),
        ("Musketeers has to test its morale", "Musketeers", "Musketeers have to test their morale"),
        ("5th Regiment passes its test", "5th Regiment", "5th Regiment passes its test"),
        ("Spearmen, second enters the table", "Spearmen, second", "Spearmen, second enter the table"),
        ("Mounted braves stays where it is", "Mounted braves", "Mounted braves stay where they are"),
        ("Hussars has won and stands", "Hussars", "Hussars have won and stand"),
        ("Gingall and halberd men halts", "Gingall and halberd men", "Gingall and halberd men halt"),
        ("1st Foot loses 1 steps, 11 left", "1st Foot", "1st Foot loses 1 step, 11 left"),
        ("1st Foot loses 0.5 steps", "", "1st Foot loses 0.5 steps"),
    ],
)
def test_verbs_agree_with_their_subjects(line: str, subject: str, said: str) -> None:
    assert in_number(line, subject) == said


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("Rifles hesitates: it may only regroup", "Rifles hesitate: it may only regroup"),
        ("Old guard marines charges 1st Foot: evade?", "Old guard marines charge 1st Foot: evade?"),
        ("Old guard charges 1st Foot: evade?", "Old guard charges 1st Foot: evade?"),
        ("Activate a unit, or end the turn", "Activate a unit, or end the turn"),
    ],
)
def test_a_question_agrees_with_whom_it_begins(prompt: str, said: str) -> None:
    assert asked(prompt, {0: "Rifles", 1: "Old guard", 2: "Old guard marines"}) == said


@pytest.mark.parametrize(
    ("prompt", "named"),
    [
        pytest.param("What now?", (), id="nobody"),
        pytest.param("3rd Line charges Guards: evade?", (0, 2), id="two"),
        pytest.param("3rd Line, left: where to?", (1,), id="a longer name is not the shorter one"),
        pytest.param("3rd Line, left goes with 3rd Line", (0, 1), id="both of them"),
    ],
)
def test_whom_a_prompt_speaks_of(prompt: str, named: tuple[int, ...]) -> None:
    assert named_in(prompt, {0: "3rd Line", 1: "3rd Line, left", 2: "Guards", 3: ""}) == named
