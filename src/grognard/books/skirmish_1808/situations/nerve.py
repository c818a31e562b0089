"""Command, morale and initiative without a board. [T1, T5, M1, M2]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace
from grognard.odds.kit import refuse, whole

from ..facts.command import Nerve
from ..state import Figure, Unit
from ..steps.env import Act, Turn
from ..tables.nerve import NERVE, morale_need
from ..words import Cover, Quality, Rank, Role
from .sandtable import ENGINE, MIDDLE, nobody, table, unit_of

QUALITY = Input(
    "quality", "choice", "regular", "quality of the unit", choices=tuple(q.value for q in Quality)
)


class Acts(msgspec.Struct, frozen=True):
    """Whether a unit out of command acts freely."""

    def __call__(self, position: Position) -> Any:
        top = position.agenda[-1]
        if top.sequence == "activation" and top.at == 0:
            return None
        return "only regroups" if top.env.only_regroup else "acts freely"


def command(values: Mapping[str, Any]) -> Scene:
    """Acting without a leader in range. [T5]"""
    unit = unit_of(0, 0, 8, quality=Quality(values["quality"]), heap=False, files=4)
    if values["musician"]:
        x, y = unit.figures[-1].x, unit.figures[-1].y
        unit = replace(unit, figures=(*unit.figures[:-1], Figure(Role.MUSICIAN, x, y)))
    enemy = unit_of(1, 1, 8, at=(MIDDLE[0], MIDDLE[1] + 8000), heap=False, files=4)
    position = ENGINE.start(table(unit, enemy), "activation", Act(0))
    return Scene(position, Acts(), nobody, ("the unit",))


class Tested(msgspec.Struct, frozen=True):
    """A morale test by its modifiers alone."""

    need: int

    def __call__(self, position: Position) -> Any:
        return Dist({"passes": 11 - self.need, "fails": self.need - 1})


def morale(values: Mapping[str, Any]) -> Scene:
    """A test by its modifiers. [M1, M2]"""
    found = Nerve(
        in_command=values["in_command"],
        formed=values["formed"],
        cover=Cover[str(values["cover"]).upper()],
        half=values["half"],
        friend_fleeing=values["friend_fleeing"],
        beaten=whole(values, "beaten", 0, 20),
        closing=values["closing"],
        rallied_by_command=values["rallied_by_command"],
        flag=values["flag"],
    )
    if values["closing"] and values["beaten"]:
        refuse("beaten", "a closing test comes before the melee")
    quality = Quality(values["quality"])
    unit = unit_of(0, 0, 8, quality=quality, heap=False, files=4)
    position = ENGINE.start(table(replace(unit, fleeing=1)), "rally", Act(0))
    need = morale_need(quality, NERVE.tally(found).total)
    return Scene(position, Tested(need), nobody, ("the unit",))


class Wins(msgspec.Struct, frozen=True):
    """Who has the initiative."""

    def __call__(self, position: Position) -> Any:
        throw = ENGINE.pending(position)
        assert throw is not None
        return throw.dice.dist().map(lambda n: "first" if n > 0 else "second" if n < 0 else "tie")  # type: ignore[union-attr]


def initiative(values: Mapping[str, Any]) -> Scene:
    """The throw for initiative. [T1]"""
    units: list[Unit] = []
    for side, name in ((0, "first"), (1, "second")):
        rank = whole(values, name, 0, 3)
        at = MIDDLE[0], MIDDLE[1] + 3000 * side
        unit = unit_of(len(units), side, 1, at=at)
        units.append(replace(unit, rank=Rank(rank), figures=(Figure(Role.OFFICER, *at),)) if rank else unit)
    position = ENGINE.start(table(*units), "turn", Turn())
    return Scene(position, Wins(), nobody, ("initiative",))


COMMAND = Situation(
    "command",
    "a unit out of command: does it act freely?",
    "T5",
    (QUALITY, Input("musician", "flag", False, "it has a living musician")),
    command,
)
MORALE = Situation(
    "morale",
    "a morale test by its modifiers",
    "M1",
    (
        QUALITY,
        Input("in_command", "flag", False, "in command"),
        Input("formed", "flag", False, "formed"),
        Input("cover", "choice", "none", "its cover", choices=("none", "light", "medium", "heavy")),
        Input("half", "flag", False, "at half strength or less"),
        Input("friend_fleeing", "flag", False, "a friend flees within 15 cm"),
        Input("beaten", "whole", 0, "figures by which its side lost the melee round", "figures"),
        Input("closing", "flag", False, "horse closing with formed foot"),
        Input("rallied_by_command", "flag", False, "a command unit rallies it"),
        Input("flag", "flag", False, "a rally with a living flag"),
    ),
    morale,
)
INITIATIVE = Situation(
    "initiative",
    "the throw for initiative",
    "T1",
    (
        Input("first", "whole", 1, "rank of the first side's best commander (0 to 3)"),
        Input("second", "whole", 1, "rank of the second side's best commander (0 to 3)"),
    ),
    initiative,
)
