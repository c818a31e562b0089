"""Scenes on open country and a way to play them by hand."""

from __future__ import annotations

from typing import Any

from grognard import books
from grognard.books.fix_bayonets.facts.zones import skirmishing_in
from grognard.books.fix_bayonets.situations.sandtable import ENGINE, SIZE, leader, state_of, unit
from grognard.books.fix_bayonets.state import Battlefield, Leader, State, Unit
from grognard.books.fix_bayonets.words import Arm, Card
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.flow import replace
from grognard.engine.log import Entry
from grognard.geometry.hexes import Grid

BOOK = books.load("fix_bayonets")
GRID = Grid(SIZE, SIZE)
INF, CAV, ART = Arm.INF, Arm.CAV, Arm.ART


def at(label: str) -> int:
    return GRID.at_label(label)


def country(**letters: str) -> Battlefield:
    """Open country, with letters at hexes: `h1615="w"`."""
    ground = ["."] * (SIZE * SIZE)
    for name, letter in letters.items():
        ground[at(name[1:])] = letter
    return Battlefield(
        "drill",
        "Drill",
        SIZE,
        SIZE,
        "".join(ground),
        6,
        ("first", "second"),
        (at("1631"), at("1601")),
        (30, 0),
    )


def man(number: int, side: int, arm: Arm, form: str, steps: int, label: str, **more: Any) -> Unit:
    return unit(number, side, arm, form, steps, at(label), **more)


def chief(number: int, side: int, label: str, **more: Any) -> Leader:
    made = leader(number, side, at(label), **{k: v for k, v in more.items() if k not in ("sr", "cr", "card")})
    return replace(made, sr=more.get("sr", 6), cr=more.get("cr", 6), card=more.get("card", Card.HAND))


def state(*units: Unit, field: Battlefield | None = None, **more: Any) -> State:
    return state_of(tuple(units), field or country(), **more)


def skirmish_zones(here: State, side: int) -> dict[int, tuple[int, ...]]:
    """For each hex the units of a side that skirmish with whatever enters it."""
    hexes = range(here.field.grid.size)
    return {there: found for there in hexes if (found := skirmishing_in(here, side, there))}


Told = dict[str, dict[str, Any]]


def told(before: State, after: State) -> Told:
    """Every field of a unit, a leader or a Formation that is another now."""
    found: Told = {}
    kinds = (
        ("unit", before.units, after.units),
        ("leader", before.leaders, after.leaders),
        ("command", before.commands, after.commands),
    )
    for kind, olds, news in kinds:
        for number, (old, new) in enumerate(zip(olds, news, strict=True)):
            fields = type(old).__struct_fields__
            other = {name: getattr(new, name) for name in fields if getattr(new, name) != getattr(old, name)}
            if other:
                found[f"{kind} {number}"] = other
    return found


class Drill:
    """A position played by hand; `log` holds what happened."""

    def __init__(self, first: State, sequence: str, env: Any) -> None:
        self.log: list[Entry] = []
        self.position = ENGINE.start(first, sequence, env, self.log)

    @property
    def state(self) -> State:
        found: State = self.position.state
        return found

    @property
    def waits(self) -> Any:
        return ENGINE.pending(self.position)

    @property
    def verbs(self) -> set[str]:
        return set(self.waits.offers) if isinstance(self.waits, Ask) else set()

    def nouns(self, verb: str) -> set[Any]:
        return set(self.waits.offers[verb])

    def do(self, verb: str, noun: Any = None, side: int | None = None) -> Drill:
        who = self.waits.who[0] if side is None else side
        self.position = ENGINE.apply(self.position, Move(who, verb, noun), self.log)
        return self

    def fall(self, *dice: int) -> Drill:
        for die in dice:
            assert isinstance(self.waits, Throw), self.waits
            self.position = ENGINE.apply(self.position, Fall(die), self.log)
        return self

    def told(self, what: str) -> bool:
        return any(entry.what == what for entry in self.log)

    def unit(self, number: int) -> Unit:
        return self.state.units[number]

    @property
    def env(self) -> Any:
        """The record of the innermost sequence."""
        return self.position.agenda[-1].env

    def cites(self, what: str) -> list[str]:
        """The rules by which something was told."""
        return [entry.cite for entry in self.log if entry.what == what]
