"""Fights for tests: units in contact, one fight played by itself, the dice of one attack with their reasons.

`foe("b")` stands with its front on (36, 24) and looks south; `foremost("A")` meets it front to front.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.books.valour_and_fortitude.facts.fighting import (
    bout_of,
    melee_rerolls,
    melee_to_hit,
    melee_value,
)
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Melee
from grognard.books.valour_and_fortitude.steps.melee import muster
from grognard.books.valour_and_fortitude.words import Arm, Phase
from tests.books.valour_and_fortitude.drill import Play, begin, find, foot, scene, unit

MIDDLE = 36.0, 24.0
COLUMN = 6
"""Files of 24 foot in attack column."""


def foremost(key: str, *words: Any, **more: Any) -> Unit:
    """A unit that looks north, its front on the middle of the table: foot in attack column."""
    return _on_line(key, words, {"facing": 0, **more}, COLUMN)


def foe(key: str, *words: Any, **more: Any) -> Unit:
    """A unit that looks south, its front on the middle of the table: foot in line."""
    return _on_line(key, words, {"facing": 180, **more}, 12)


def _on_line(key: str, words: tuple[Any, ...], more: dict[str, Any], files: int) -> Unit:
    """Its arm may be among the words; foot if it is not."""
    arm = next((word for word in words if isinstance(word, Arm)), foot)
    usual: dict[str, Any] = {"files": files} if arm is foot else {}
    if "at" not in more:
        usual["front"] = MIDDLE
    return unit(key, arm, *[word for word in words if word is not arm], **{**usual, **more})


def melee(*units: Unit, **more: Any) -> State:
    """A battle in side 0's melee phase."""
    return scene(*units, **{"phase": Phase.MELEE, **more})


def fight(state: State, main: str = "A", target: str = "b", *others: str) -> Play:
    """One fight by itself, with others who picked the same target."""
    number = {u.key: u.id for u in state.units}
    picks = tuple((number[key], number[target]) for key in (main, *others))
    return begin(state, "fight", env=muster(state, Melee(picks=picks), number[main], number[target]))


class Dice(NamedTuple):
    """The dice of one melee attack."""

    value: int
    plus: int
    reroll: bool
    cites: tuple[str, ...]


def attack(
    state: State, key: str, enemy: str, *, support: int = 0, brigade: bool = False, main: bool = True
) -> Dice:
    """The dice of a unit's melee attack on another, and the rules that made them so."""
    me, other = find(state, key), find(state, enemy)
    bout = bout_of(state, me, other, support, brigade, main=main)
    value, plus = melee_value(bout), melee_to_hit(bout)
    lines = (*value.lines, *plus.lines)
    return Dice(
        value.total, plus.total, melee_rerolls(state, me, other, main), tuple(line.cite for line in lines)
    )


def hit(game: Play, *hits: int) -> Play:
    """Let so many of each attack's dice hit, one attack after the other; the others show 2."""
    for number in hits:
        assert game.throw.what == "hit tests"
        count = game.throw.dice.faces()[0]
        game.play((6,) * number + (2,) * (count - number))
    return game


def fall_back(game: Play) -> Play:
    """The unit asked takes the first retreat there is."""
    return game.play(("fall_back", next(iter(game.ask.offers["fall_back"]))))
