"""The inputs of the situations: the same words wherever the same thing is asked, and refusals that name the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from grognard.engine.book import BadInput, Input
from grognard.engine.tables import Refusal
from grognard.odds.kit import Given

from ..state import Options
from ..words import Exception_, Training

FOOT = ("line", "column", "skirmishers")
HORSE = ("formed_horse", "skirmish_horse")
GUN = ("gun",)
GUNS = ("gun", "limbered_gun")
SMALL_ARMS = ("smoothbore", "patched", "minie", "repeater")
COVERS = ("none", "soft", "hard", "village", "entrenched")
MOST_FIGURES = 60
USED = tuple(Exception_)


def refuse(refusal: Refusal, fields: Mapping[str, str], otherwise: str) -> NoReturn:
    """The rule that forbids it, told of the field it looks at."""
    raise BadInput(f"{fields.get(refusal.cite, otherwise)}: {refusal.words} [{refusal.cite}]")


def troops(
    prefix: str, who: str, choices: tuple[str, ...], default: str = "line", figures: int = 12
) -> tuple[Input, ...]:
    """What a unit is and how strong."""
    return (
        Input(f"{prefix}troops", "choice", default, f"what {who} is", choices=choices),
        Input(f"{prefix}figures", "whole", figures, f"figures of {who}", "figures"),
    )


def training(prefix: str, who: str) -> Input:
    """How well it is drilled."""
    return Input(f"{prefix}training", "choice", "regular", f"training of {who}", choices=tuple(Training))


def traits(prefix: str, who: str) -> tuple[Input, ...]:
    """What else is said of it."""
    return (
        training(prefix, who),
        Input(f"{prefix}irregular", "flag", False, f"{who} is irregular"),
        Input(f"{prefix}ferocious", "flag", False, f"{who} is ferocious foot"),
        Input(f"{prefix}stubborn", "flag", False, f"{who} is stubborn foot"),
    )


def nerves(prefix: str, who: str) -> tuple[Input, ...]:
    """What morale looks at besides."""
    return (
        Input(f"{prefix}markers", "whole", 0, f"markers {who} has already", "markers"),
        *(
            Input(f"{prefix}{name}_used", "flag", False, f"{who} has used its exception as {words}")
            for name, words in EXCEPTIONS.items()
        ),
    )


EXCEPTIONS: Mapping[str, str] = {
    Exception_.COMMAND: "led by the commander-in-chief",
    Exception_.ELITE: "elite",
    Exception_.FEROCIOUS: "ferocious and advancing",
    Exception_.STUBBORN: "stubborn in buildings or entrenchments",
}

USE = Input(
    "use_exceptions", "flag", True, "owners use their exceptions of choice (elite, commander) at once"
)
REFUGE = Input("refuge", "flag", True, "a general whose unit is lost has another unit of his side to flee to")
SIX = Input("six_hits", "flag", True, "switch: an unmodified 6 always hits")
PER_BASE = Input("per_base", "whole", 2, "switch: figures on a base of foot or horse", "figures")
CANISTER_DICE = Input("canister_dice", "whole", 2, "switch: dice canister adds to the crew's", "dice")
MOVES_AND_FIRES = Input("gun_moves_and_fires", "flag", False, "switch: a gun may move and fire in one turn")
CREWS = Input("crews_lose_guns", "flag", True, "switch: a crew that must retire is lost with its gun")
SWITCHES = (SIX, PER_BASE, CANISTER_DICE, MOVES_AND_FIRES)


def options(values: Mapping[str, Any]) -> Options:
    """The book's switches as given."""
    given, usual = Given(values), Options()
    return Options(
        unmodified_six_hits=given.get("six_hits", usual.unmodified_six_hits),
        figures_per_base=given.whole("per_base", 1, 6) if "per_base" in values else usual.figures_per_base,
        canister_extra_dice=given.whole("canister_dice", 0, 12)
        if "canister_dice" in values
        else usual.canister_extra_dice,
        gun_moves_and_fires=given.get("gun_moves_and_fires", usual.gun_moves_and_fires),
        crews_lose_guns=given.get("crews_lose_guns", usual.crews_lose_guns),
    )
