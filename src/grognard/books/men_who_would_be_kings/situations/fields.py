"""The inputs of the situations: the same words wherever the same thing is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.book import Input

from ..state import Options
from ..words import Kind, Weapon

MOST_MODELS = 40
PROFILE = "profile"
"""A value left to the profile."""


def nerve(prefix: str, who: str, leadership: int = 6, discipline: int = 0) -> tuple[Input, ...]:
    """What a unit's tests look at."""
    return (
        Input(f"{prefix}leadership", "whole", leadership, f"Leadership of {who}"),
        Input(f"{prefix}discipline", "whole", discipline, f"Discipline of {who}"),
        Input(f"{prefix}leaderless", "flag", False, f"{who} has no Leader"),
    )


def troops(prefix: str, who: str, kind: Kind, models: int) -> tuple[Input, ...]:
    """What a unit is and how strong."""
    return (
        Input(
            f"{prefix}troops", "choice", kind.value, f"what {who} is", choices=tuple(k.value for k in Kind)
        ),
        Input(f"{prefix}models", "whole", models, f"models of {who}", "models"),
    )


def score(prefix: str, name: str, who: str) -> Input:
    """A Fighting or Firing value, or the profile's."""
    choices = (PROFILE, "2", "3", "4", "5", "6")
    return Input(
        f"{prefix}{name}",
        "choice",
        PROFILE,
        f"{name.title()} of {who}, if not the profile's",
        choices=choices,
    )


def weapon(prefix: str, who: str) -> Input:
    """A weapon, or the profile's."""
    choices = (PROFILE, *(w.value for w in Weapon))
    return Input(
        f"{prefix}weapon", "choice", PROFILE, f"weapon of {who}, if not the profile's", choices=choices
    )


JAM = Input("jam_mode", "choice", "no_effect", "switch: what a jam does", choices=("no_effect", "next_turn"))
ORDERS = Input("discipline_on_orders", "flag", False, "switch: Discipline counts for orders")


def options(values: Mapping[str, Any]) -> Options:
    """The book's switches as given."""
    usual = Options()
    return Options(
        jam_mode=values.get("jam_mode", usual.jam_mode),
        discipline_on_orders=values.get("discipline_on_orders", usual.discipline_on_orders),
    )
