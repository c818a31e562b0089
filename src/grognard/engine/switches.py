"""A book's switches as people choose them: in groups, with words for what can be chosen.

What a switch does stands under its field in the book's options. The rest a book keeps in `switches.toml`:

    [[group]]
    title = "Fire and sight"
    options = ["front_arc", "jam"]

    [choices.jam]
    no_effect = "the shot is wasted"

    [numbers.front_arc]
    unit = "°"
    scale = 10
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources

import msgspec


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Switches that belong together."""

    title: str
    options: tuple[str, ...]


class Number(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a number is shown: in what, and how many of the option's make one of those."""

    unit: str = ""
    scale: int = 1


class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the options of a book are laid out for people."""

    group: tuple[Group, ...] = ()
    choices: Mapping[str, Mapping[str, str]] = {}
    numbers: Mapping[str, Number] = {}

    def group_of(self, option: str) -> str:
        """The title of the group an option stands in; empty: none."""
        return next((each.title for each in self.group if option in each.options), "")


def load_switches(package: str, options: type[msgspec.Struct], forces: tuple[str, ...] = ()) -> Switches:
    """Read `switches.toml` from a book's package. Every option but those of armies stands in one group, no other does."""
    text = resources.files(package).joinpath("switches.toml").read_text("utf-8")
    found = msgspec.convert(tomllib.loads(text), Switches)
    fields = {field.name for field in msgspec.structs.fields(options)}
    grouped = [name for group in found.group for name in group.options]
    if sorted(grouped) != sorted(fields - set(forces)):
        odd = sorted({*grouped} ^ (fields - set(forces))) or "one of them twice"
        raise ValueError(f"{package}: switches.toml must group every option once: {odd}")
    unknown = {*found.choices, *found.numbers} - set(grouped)
    if unknown:
        raise ValueError(f"{package}: switches.toml names what is no option: {sorted(unknown)}")
    return found


__all__ = ["Group", "Number", "Switches", "load_switches"]
