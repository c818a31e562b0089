"""Small battles for the tests: units at given places, the book's own sequences, dice as wanted.

state = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 40)))
game = play(state, "activation", Act(0)).say("fire", 1).dice(10)
"""

from __future__ import annotations

from typing import Any

from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.facts.driving import placed_gun
from grognard.books.skirmish_1808.facts.layout import LOOSE_PITCH, default_files, placed, touching_pitch
from grognard.books.skirmish_1808.facts.walks import layout
from grognard.books.skirmish_1808.sequence import SEQUENCES
from grognard.books.skirmish_1808.state import (
    Battlefield,
    Desk,
    Figure,
    Gun,
    Options,
    SideFacts,
    State,
    Terrain,
    Unit,
)
from grognard.books.skirmish_1808.words import Arm, Calibre, Class, Quality, Rank, Role, Trait, Weapon
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.flow import Engine, Position, replace
from grognard.engine.log import Entry

ENGINE = Engine(SEQUENCES, Desk)
RULES = RULESET.rulebook.rules
Spot = tuple[float, float]


def unit(
    key: str,
    *,
    side: int = 0,
    at: Spot = (30, 30),
    count: int = 8,
    facing: float = 0,
    arm: Arm = Arm.FOOT,
    class_: Class = Class.LINE,
    quality: Quality = Quality.REGULAR,
    combat: int = 8,
    fire: int = 6,
    ev: int = 5,
    weapon: Weapon = Weapon.MUSKET,
    traits: tuple[Trait, ...] = (),
    formed: bool = False,
    files: int = 0,
    pitch: int = 0,
    roles: tuple[Role, ...] = (),
    full: int = 0,
    price: int = 10,
    **more: Any,
) -> Unit:
    """A unit with its mean figure at a spot, in centimetres."""
    roles = roles or (Role.RANKER,) * count
    files = files or default_files(len(roles))
    pitch = pitch or (touching_pitch(arm) if formed else LOOSE_PITCH[arm])
    bare = Unit(
        id=0,
        key=key,
        name=key,
        side=side,
        code="",
        arm=arm,
        class_=class_,
        quality=quality,
        combat=combat,
        fire=fire,
        ev=ev,
        weapon=weapon,
        traits=traits,
        price=price,
        full=full or len(roles),
        figures=tuple(Figure(role, 0, 0) for role in roles),
        facing=round(facing * 10) % 3600,
        formed=formed,
        files=files,
        pitch=pitch,
        **more,
    )
    middle = round(at[0] * 100), round(at[1] * 100)
    places = layout(bare, middle, files, pitch, bare.facing, formed)
    return replace(bare, figures=placed(bare, places))


def foot(key: str, **given: Any) -> Unit:
    """Line foot with muskets."""
    return unit(key, **given)


def light(key: str, **given: Any) -> Unit:
    """Light foot."""
    return unit(key, **{"class_": Class.LIGHT, "fire": 8, "weapon": Weapon.LIGHT_MUSKET, **given})


def horse(key: str, **given: Any) -> Unit:
    """Line horse with carbines."""
    return unit(key, **{"arm": Arm.HORSE, "weapon": Weapon.CAVALRY_CARBINE, **given})


def leader(
    key: str, rank: Rank = Rank.OFFICER, mounted: bool = False, escorts: int = 0, **given: Any
) -> Unit:
    """A command unit."""
    return unit(
        key,
        arm=Arm.HORSE if mounted else Arm.FOOT,
        class_=Class.LIGHT,
        quality=Quality.VETERAN,
        ev=4,
        weapon=Weapon.PISTOL,
        traits=(Trait.CANNOT_FORM,),
        roles=(Role.ESCORT,) * escorts + (Role.OFFICER,),
        rank=rank,
        price=40,
        **given,
    )


def gun(
    key: str,
    calibre: Calibre = Calibre.II,
    crew: int = 4,
    *,
    at: Spot = (30, 30),
    facing: float = 0,
    **given: Any,
) -> Unit:
    """A gun with its crew, unlimbered unless told otherwise."""
    more = {
        k: given.pop(k)
        for k in ("howitzer", "mortar", "carronade", "horse_team", "limbered", "abandoned", "taken")
        if k in given
    }
    bare = unit(
        key, count=crew, combat=6, fire=0, weapon=Weapon.NONE, traits=(Trait.CREW, Trait.CANNOT_FORM), **given
    )
    bare = replace(bare, arm=Arm.GUN, gun=Gun(calibre, **more))
    return placed_gun(bare, round(at[0] * 100), round(at[1] * 100), round(facing * 10) % 3600)


def wagons(key: str, count: int = 3, **given: Any) -> Unit:
    """A convoy."""
    return unit(
        key, count=count, arm=Arm.WAGON, fire=0, weapon=Weapon.NONE, price=0, wounds=(0,) * count, files=1,
        traits=(Trait.CANNOT_FORM,), **given,
    )  # fmt: skip


def area(
    kind: str, west: float, south: float, east: float, north: float, name: str = "", level: int = 0
) -> Terrain:
    """A rectangle of ground."""
    w, s, e, n = (round(part * 100) for part in (west, south, east, north))
    poly = ((w, s), (w, n), (e, n), (e, s))
    tough = 5 if kind == "building" else 0
    return Terrain(kind, name or kind, poly, 0, tough, level or int(kind == "hill"))


def wall(height: float, *spots: Spot, name: str = "wall") -> Terrain:
    """A wall."""
    return Terrain(
        "wall", name, tuple((round(x * 100), round(y * 100)) for x, y in spots), round(height * 100)
    )


def road(kind: str, *spots: Spot) -> Terrain:
    """A road, path or track."""
    return Terrain(kind, kind, tuple((round(x * 100), round(y * 100)) for x, y in spots))


def battle(
    *units: Unit,
    ground: tuple[Terrain, ...] = (),
    hidden: tuple[Unit, ...] = (),
    conceals: tuple[bool, bool] = (False, False),
    size: Spot = (120, 120),
    options: Options | None = None,
    **field: Any,
) -> State:
    """Units on a table; their ids are their places in the list."""
    width, height = (round(part * 100) for part in size)
    sides = (
        SideFacts("A", "Allies", ((0, 0), (width, 0)), conceals[0], 1000),
        SideFacts("F", "French", ((0, height), (width, height)), conceals[1], 1000),
    )
    ready = tuple(replace(u, id=n) for n, u in enumerate(units))
    secret = tuple(replace(u, id=-1 - n) for n, u in enumerate(hidden))
    table = Battlefield("test", "Test", width, height, field.pop("turns", 8), sides, ground, **field)
    return State(table, options or Options(), ready, secret, turn=2)


class Play:
    """A game in progress, driven by words and dice."""

    def __init__(self, position: Position, log: list[Entry]):
        self.position, self.log = position, log

    @property
    def state(self) -> State:
        """The state now."""
        state: State = self.position.state
        return state

    @property
    def waiting(self) -> Any:
        """What it waits for."""
        return ENGINE.pending(self.position)

    def unit(self, number: int) -> Unit:
        """A unit by its id."""
        return self.state.units[number]

    def say(self, verb: str, noun: Any = None) -> Play:
        """A choice of the side that is asked."""
        ask = self.waiting
        assert isinstance(ask, Ask), f"no choice is due, but {ask}"
        self.position = ENGINE.apply(self.position, Move(ask.who[0], verb, noun), self.log)
        return self

    def fall(self, reading: Any) -> Play:
        """The dice that are due fall so."""
        throw = self.waiting
        assert isinstance(throw, Throw), f"no dice are due, but {throw}"
        self.position = ENGINE.apply(self.position, Fall(reading), self.log)
        return self

    def offers(self) -> dict[str, Any]:
        """What is offered now."""
        ask = self.waiting
        assert isinstance(ask, Ask), ask
        return ask.offers

    def refusal(self, verb: str, noun: Any = None) -> str:
        """The rule that refuses a choice."""
        ask = self.waiting
        assert isinstance(ask, Ask), ask
        move = Move(ask.who[0], verb, noun)
        assert move not in ask, f"{move} is allowed"
        cite = ask.refusal(move).cite
        assert cite in RULES
        return cite

    def told(self, what: str) -> list[Entry]:
        """The log's entries of one kind."""
        return [entry for entry in self.log if entry.what == what]


def play(state: State, sequence: str, env: Any) -> Play:
    """One of the book's sequences on a state."""
    log: list[Entry] = []
    return Play(ENGINE.start(state, sequence, env, log), log)
