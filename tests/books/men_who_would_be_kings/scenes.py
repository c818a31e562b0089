"""Small scenes without scenario files: set a scene, act, let dice fall, look.

    state = scene(unit("A", regular, at=(30, 20)), unit("b", tribal, at=(30, 30)))
    game = begin(state).do("fire", "A", "b").fall(*[6] * 12)
    assert game.unit("b").count == 4

A unit's key says its side: capital letters are side 0, small ones side 1. Its place is its Leader's, in inches; the
models stand round him in a loose group, or in a row with `row=True`. `begin` waits for side 0 to activate a unit, or
for any sequence with its env.
"""

from __future__ import annotations

from typing import Any

from grognard.books.men_who_would_be_kings.facts.bodies import cluster, ranks
from grognard.books.men_who_would_be_kings.facts.retreat import retreat
from grognard.books.men_who_would_be_kings.facts.soundness import faults
from grognard.books.men_who_would_be_kings.facts.values import weapon_of
from grognard.books.men_who_would_be_kings.sequence import EXCERPTS, SEQUENCES
from grognard.books.men_who_would_be_kings.setup import _disc
from grognard.books.men_who_would_be_kings.state import (
    Battlefield,
    Desk,
    Edge,
    Options,
    SideFacts,
    State,
    Task,
    Terrain,
    Unit,
)
from grognard.books.men_who_would_be_kings.steps.env import Opening, PlayerTurn, Turn
from grognard.books.men_who_would_be_kings.tables.leaders import COLUMNS, FLAT
from grognard.books.men_who_would_be_kings.tables.profiles import PROFILES
from grognard.books.men_who_would_be_kings.words import Kind, Upgrade
from grognard.engine.choices import Ask, Move, Throw, Waiting
from grognard.engine.flow import Engine, Frame, IllegalAction, Position, replace
from grognard.engine.log import Entry
from grognard.engine.tables import Refusal
from grognard.geometry.shapes import upright

regular, irregular, tribal = Kind.REGULAR_INFANTRY, Kind.IRREGULAR_INFANTRY, Kind.TRIBAL_INFANTRY
horse, light_horse, wild_horse = Kind.REGULAR_CAVALRY, Kind.IRREGULAR_CAVALRY, Kind.TRIBAL_CAVALRY
gun, old_gun = Kind.FIELD_GUN_DRILLED, Kind.FIELD_GUN_UNDRILLED
maxim, old_maxim = Kind.MACHINE_GUN_DRILLED, Kind.MACHINE_GUN_UNDRILLED
ENGINE = Engine({**SEQUENCES, **EXCERPTS}, Desk)
WIDTH, HEIGHT = 7200, 4800


def hundredths(inches: float) -> int:
    """A length as the state keeps it."""
    return round(inches * 100)


def unit(
    key: str,
    kind: Kind = regular,
    models: int | None = None,
    *upgrades: Upgrade,
    at: tuple[float, float] = (36, 24),
    row: bool = False,
    facing: float = 0,
    **more: Any,
) -> Unit:
    """A unit: `more` are fields of Unit; `close_order=True` also forms it up; `places` are its models' own."""
    profile = PROFILES[kind]
    count = profile.models if models is None else models
    spot = hundredths(at[0]), hundredths(at[1])
    mounted = "cavalry" in kind.value or Upgrade.MOUNTED_INFANTRY in upgrades
    radius = 75 if mounted else 50
    fields: dict[str, Any] = {
        "id": -1,
        "key": key,
        "name": key,
        "side": 0 if key[0].isupper() else 1,
        "kind": kind,
        "upgrades": tuple(upgrades),
        "cost": profile.points,
        "start": count + more.pop("fallen", 0),
        "weapon": weapon_of(kind, tuple(upgrades)),
        "models": in_a_row(spot, count, radius) if row else cluster(spot, count, radius),
        "leadership": FLAT[COLUMNS[kind]],
        "facing": round(facing * 10) % 3600,
    }
    fields["fallen"] = fields["start"] - count
    if "places" in more:
        fields["models"] = tuple(more.pop("places"))
    made = Unit(**{**fields, **more})
    if made.close_order:
        made = replace(made, models=ranks(made, made.facing))
    return made


def in_a_row(spot: tuple[int, int], count: int, radius: int) -> tuple[tuple[int, int], ...]:
    """Models side by side, the first in the middle."""
    step = 2 * radius + 2
    order = sorted(range(count), key=lambda i: (abs(i - count // 2), i))
    return tuple((spot[0] + (i - count // 2) * step, spot[1]) for i in order)


def area(
    kind: str, west: float, south: float, east: float, north: float, name: str = "", **more: Any
) -> Terrain:
    """A rectangle of ground."""
    box = upright(*(hundredths(part) for part in (west, south, east, north)))
    return Terrain(kind, name or f"the {kind}", box, **more)


def disc(kind: str, x: float, y: float, radius: float, **more: Any) -> Terrain:
    """A round piece of ground."""
    return Terrain(kind, f"the {kind}", _disc((x, y, radius)), **more)


def line(kind: str, x: float, y: float, x2: float, y2: float, name: str = "") -> Terrain:
    """A line across the ground."""
    ends = (hundredths(x), hundredths(y)), (hundredths(x2), hundredths(y2))
    return Terrain(kind, name or f"the {kind}", ends)


SOUTH, NORTH = Edge((0, 0), (WIDTH, 0)), Edge((0, HEIGHT), (WIDTH, HEIGHT))
WEST, EAST = Edge((0, 0), (0, HEIGHT)), Edge((WIDTH, 0), (WIDTH, HEIGHT))


def scene(
    *units: Unit, terrain: tuple[Terrain, ...] = (), options: Options | None = None, **more: Any
) -> State:
    """A table with these units; `more` are fields of Battlefield or State."""
    numbered = tuple(replace(each, id=number) for number, each in enumerate(units))
    tasks = more.pop("tasks", (Task((SOUTH,)), Task((NORTH,))))
    sides = SideFacts("A", "South", 24, tasks[0]), SideFacts("B", "North", 24, tasks[1])
    own = {
        key: more.pop(key) for key in list(more) if key in Battlefield.__struct_fields__ and key != "markers"
    }
    spots = more.pop("spots", ())
    field = Battlefield(
        **{
            "name": "scene",
            "title": "A scene",
            "width": WIDTH,
            "height": HEIGHT,
            "turns": 15,
            "sides": sides,
            "terrain": terrain,
            "first": 0,
            "victory": "meeting",
            "markers": spots,
            **own,
        }
    )
    points = tuple(t.structure for t in terrain) if any(t.structure for t in terrain) else ()
    usual = {"turn": 1, "structure": points, "markers": tuple(range(len(spots)))}
    state = State(field, options or Options(), numbered, **{**usual, **more})
    found = list(faults(state))
    assert not found, found
    return state


def find(state: State, key: str) -> Unit:
    """A unit by its key."""
    return next(each for each in state.units if each.key == key)


class Play:
    """A game from a scene, one action after another."""

    def __init__(self, position: Position, log: list[Entry] | None = None):
        self.position, self.log = position, log if log is not None else []

    @property
    def state(self) -> State:
        """The state as it is."""
        state: State = self.position.state
        return state

    @property
    def pending(self) -> Waiting | None:
        """What is waited for."""
        return ENGINE.pending(self.position)

    @property
    def throw(self) -> Throw:
        """The dice due."""
        waiting = self.pending
        assert isinstance(waiting, Throw), waiting
        return waiting

    @property
    def ask(self) -> Ask:
        """The choice due."""
        waiting = self.pending
        assert isinstance(waiting, Ask), waiting
        return waiting

    def unit(self, key: str) -> Unit:
        """A unit by its key."""
        return find(self.state, key)

    def do(self, verb: str, *noun: Any) -> Play:
        """Say a verb of whoever is asked; unit keys become ids."""
        move = Move(self.ask.who[0], verb, self.noun(*noun))
        self.position = ENGINE.apply(self.position, move, self.log)
        return self

    def noun(self, *noun: Any) -> Any:
        """A noun, with ids for keys."""
        ids = [find(self.state, part).id if isinstance(part, str) else part for part in noun]
        if not ids:
            return None
        return ids[0] if len(ids) == 1 else tuple(ids)

    def refused(self, verb: str, *noun: Any) -> Refusal:
        """Why a verb is refused; it must be."""
        try:
            ENGINE.apply(self.position, Move(self.ask.who[0], verb, self.noun(*noun)))
        except IllegalAction as fault:
            return fault.refusal
        raise AssertionError(f"{verb} {noun} was accepted")

    def fall(self, *faces: Any) -> Play:
        """Let the dice due show these faces."""
        self.position = ENGINE.apply(self.position, self.throw.of(faces), self.log)
        return self

    def total(self, number: int) -> Play:
        """Let two dice show this total."""
        first = min(6, number - 1)
        return self.fall(first, number - first)

    def hits(self, number: int) -> Play:
        """Let so many of the dice due be sixes, the others twos."""
        count = self.throw.dice.faces()[0]
        return self.fall(*[6] * number, *[2] * (count - number))

    def offers(self, verb: str) -> list[Any]:
        """The nouns a verb may take now; none if it is not offered."""
        domain = self.ask.offers.get(verb)
        return [] if domain is None else list(domain)

    def may(self, verb: str, *noun: Any) -> bool:
        """Whether this may be said now."""
        waiting = self.pending
        return isinstance(waiting, Ask) and Move(waiting.who[0], verb, self.noun(*noun)) in waiting

    def cited(self, what: str) -> list[str]:
        """The rules cited by entries of a kind."""
        return [entry.cite for entry in self.log if entry.what == what]

    def told(self, what: str) -> bool:
        """Whether something was written into the log."""
        return bool(self.cited(what))


def gets_away(state: State, unit: Unit, foe: Unit | None) -> bool:
    """Whether a Retreat costs nobody and stays on the table. [T137, T138]"""
    way = retreat(state, unit, foe)
    return not way.leaves and not way.lost


def begin(state: State, sequence: str = "", env: Any = None, side: int = 0) -> Play:
    """Side 0 to activate a unit; or any sequence from its start."""
    log: list[Entry] = []
    if sequence:
        return Play(ENGINE.start(state, sequence, env, log), log)
    at = [type(step).__name__ for step in SEQUENCES["player turn"]].index("Activate")
    agenda = (
        Frame("battle", len(SEQUENCES["battle"]) - 1, Opening(), True),
        Frame("turn", 1, Turn(1 if side == state.first else 2), True),
        Frame("player turn", at, PlayerTurn(side), True),
    )
    return Play(Position(replace(state, side=side), agenda), log)
