"""Small scenes without scenario files: set a scene, act, let dice fall, look.

    state = scene(
        unit("A", foot, 18, line, ferocious, at=(30, 20)),
        unit("b", foot, 12, line, at=(30, 21), facing=180),
        contacts="A>b",
    )
    game = begin(state, Combats()).play((6, 1), 4)
    assert game.unit("b").figures == 8

A unit's key says its side: capital letters are side 0, small ones side 1. Its place is in inches, its
facing in degrees. The order of the units is the roster's. `begin` takes steps to play in a row, or the
name of one of the book's sequences with its `env`. Actions are faces (`4` or `(6, 1)`), verbs
(`"no_rally"`), or verbs with a noun (`("rally", "A")`, unit keys inside a noun become ids).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import chain
from typing import Any

from grognard.books.ever_victorious_armies.sequence import SEQUENCES
from grognard.books.ever_victorious_armies.state import (
    Battlefield,
    Desk,
    Options,
    Score,
    SideFacts,
    State,
    Terrain,
    Today,
    Unit,
)
from grognard.books.ever_victorious_armies.steps.common import touch
from grognard.books.ever_victorious_armies.words import (
    GUNS,
    Kind,
    Order,
    Training,
    Trait,
    Weapon,
)
from grognard.engine.book import Scene
from grognard.engine.choices import Ask, Move, Throw, Waiting
from grognard.engine.dist import Dist
from grognard.engine.flow import NEXT, Engine, Flow, Position, Step, replace
from grognard.engine.log import Entry
from grognard.engine.tables import Tally
from grognard.odds.explore import explore

foot, horse, general = Kind.FOOT, Kind.HORSE, Kind.GENERAL
horse_gun, field_gun, heavy_gun = Kind.HORSE_GUN, Kind.FIELD_GUN, Kind.HEAVY_GUN
line, column, skirmish, formed = Order.LINE, Order.COLUMN, Order.SKIRMISH, Order.FORMED
unlimbered, limbered = Order.UNLIMBERED, Order.LIMBERED
raw, regular, elite = Training
irregular, ferocious, stubborn = Trait
smoothbore, patched, minie, repeater = Weapon.SMOOTHBORE, Weapon.PATCHED, Weapon.MINIE, Weapon.REPEATER


def hundredths(inches: float) -> int:
    """A length as the state keeps it."""
    return round(inches * 100)


def unit(
    key: str,
    kind: Kind = foot,
    figures: int | None = None,
    *words: Order | Training | Trait | Weapon,
    at: tuple[float, float] = (0, 0),
    facing: float = 0,
    today: Today | dict[str, Any] | None = None,
    **more: Any,
) -> Unit:
    """A unit: its words in any order; `today` as a dict or record; `more` are fields of Unit.

    A general is `unit("G", general, joined="A")`: the scene puts him with that unit.
    """
    usual = {foot: 12, horse: 8, general: 1, horse_gun: 3}.get(kind, 4)
    strength = usual if figures is None else figures
    own_order = {foot: line, horse: formed, general: Order.NONE}.get(kind, unlimbered)
    order = next((word for word in words if isinstance(word, Order)), own_order)
    weapon = Weapon.SMOOTHBORE_ARTILLERY if kind in GUNS else Weapon.NONE
    done = today if isinstance(today, Today) else Today(**(today or {}))
    lost = done.lost_to_fire + done.lost_in_combat
    fields: dict[str, Any] = {
        "id": -1,
        "key": key,
        "name": key,
        "side": 0 if key[0].isupper() else 1,
        "kind": kind,
        "full": strength + lost,
        "figures": strength,
        "orders": (order,),
        "order": order,
        "training": next((word for word in words if isinstance(word, Training)), regular),
        "traits": tuple(word for word in words if isinstance(word, Trait)),
        "weapon": next((word for word in words if isinstance(word, Weapon)), weapon),
        "points": 0,
        "x": hundredths(at[0]),
        "y": hundredths(at[1]),
        "facing": round(facing * 10) % 3600,
        "start": strength + lost,
        "today": done,
    }
    return Unit(**{**fields, **more})


def area(
    kind: str,
    west: float,
    south: float,
    east: float,
    north: float,
    name: str = "",
    gates: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = (),
) -> Terrain:
    """A rectangle of ground, by its edges in inches; named after its kind unless a name is given."""
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Terrain(
        kind,
        name or f"the {kind}",
        tuple((hundredths(x), hundredths(y)) for x, y in corners),
        tuple(((hundredths(a[0]), hundredths(a[1])), (hundredths(b[0]), hundredths(b[1]))) for a, b in gates),
    )


def scene(
    *units: Unit,
    contacts: str = "",
    terrain: tuple[Terrain, ...] = (),
    scores: tuple[Score, ...] = (),
    options: Options | None = None,
    turns: int = 10,
    break_at: tuple[int, int] = (0, 0),
    size: tuple[float, float] = (72, 48),
    **more: Any,
) -> State:
    """A battle of these units.

    `contacts` lists who has touched whom, oldest first: "A>b C>b" (A and C attacked b). `break_at` 0 means
    half the army. `more` are fields of State: turn (1 unless given), first, losses and so on.
    """
    roster = tuple(replace(u, id=i) for i, u in enumerate(units))
    ids = {u.key: u.id for u in roster}
    sides = SideFacts("N", "North", break_at[0]), SideFacts("S", "South", break_at[1])
    field = Battlefield(
        "scene", "A scene", hundredths(size[0]), hundredths(size[1]), turns, 0, sides, terrain, scores=scores
    )
    state = State(field, options or Options(), roster, **{"turn": 1, **more})
    desk = Desk(state, None)
    for each in roster:
        if each.is_general and each.joined is not None:
            with_ = roster[ids[str(each.joined)]]
            desk.put(each.id, joined=with_.id, x=with_.x, y=with_.y, facing=with_.facing)
    for pair in contacts.split():
        attacker, defender = pair.split(">")
        touch(desk, ids[attacker], ids[defender])
    return desk.state


class Play:
    """A scene being played: its position, what it waits for, what happened."""

    def __init__(self, engine: Engine, position: Position, log: list[Entry]):
        self.engine, self.position, self.log = engine, position, log

    @property
    def state(self) -> State:
        """The state now."""
        state: State = self.position.state
        return state

    @property
    def over(self) -> bool:
        """Whether the steps asked for have been played out."""
        return self.position.over

    @property
    def pending(self) -> Waiting | None:
        """What the scene waits for."""
        return self.engine.pending(self.position)

    @property
    def ask(self) -> Ask:
        """The choice it waits for."""
        waiting = self.pending
        assert isinstance(waiting, Ask), f"no choice is due: {waiting}"
        return waiting

    @property
    def throw(self) -> Throw:
        """The dice it waits for."""
        waiting = self.pending
        assert isinstance(waiting, Throw), f"no dice are due: {waiting}"
        return waiting

    def unit(self, key: str) -> Unit:
        """A unit by its key."""
        return find(self.state, key)

    def notes(self, what: str) -> list[Entry]:
        """The log entries of one kind."""
        return [entry for entry in self.log if entry.what == what]

    def cites(self) -> list[str]:
        """What the log has cited so far, in order."""
        return [entry.cite for entry in self.log]

    def play(self, *actions: Any) -> Play:
        """Play actions on; the scene itself goes along, so looks afterwards see the new state."""
        for action in actions:
            self.position = self.engine.apply(self.position, self._action(action), self.log)
        return self

    def _action(self, action: Any) -> Any:
        verb, *nouns = action if isinstance(action, tuple) else (action,)
        if isinstance(verb, str):
            noun = _ids(self.state, nouns[0]) if nouns else None
            return Move(self.ask.who[0], verb, noun)
        return self.throw.of((verb, *nouns))


def _ids(state: State, noun: Any) -> Any:
    """A noun with unit keys made ids."""
    if isinstance(noun, tuple):
        return tuple(_ids(state, part) for part in noun)
    known = {u.key: u.id for u in state.units}
    return known.get(noun, noun) if isinstance(noun, str) else noun


def find(state: State, key: str) -> Unit:
    """A unit by its key."""
    return next(u for u in state.units if u.key == key)


def begin(state: State, *steps: Step | str, env: Any = None) -> Play:
    """Start playing steps in a row, or a sequence by its name."""
    log: list[Entry] = []
    if len(steps) == 1 and isinstance(steps[0], str):
        engine, name = Engine(SEQUENCES, Desk), steps[0]
    else:
        own = tuple(step for step in steps if isinstance(step, Step))
        engine, name = Engine({**SEQUENCES, "scene": own}, Desk), "scene"
    return Play(engine, engine.start(state, name, env, log), log)


def play(game: Play, *actions: Any) -> Play:
    """Play actions on."""
    return game.play(*actions)


def first_offer(_position: Position, ask: Ask) -> Move:
    """The first thing offered."""
    return next(ask.moves())


def odds(
    game: Play,
    look: Callable[[State], Hashable],
    choose: Callable[[Position, Ask], Move] = first_offer,
) -> Dist[Any]:
    """The exact distribution of what `look` sees when the steps have been played out."""

    def done(position: Position) -> Hashable | None:
        return look(position.state) if position.over else None

    return explore(game.engine, Scene(game.position, done, choose, ())).dist


def told(game: Play) -> tuple[str, ...]:
    """Every rule number the tallies of the dice now due hold."""
    why = game.throw.why
    tallies = (why,) if isinstance(why, Tally) else why or ()
    return tuple(each.cite for each in chain.from_iterable(tally.lines for tally in tallies))


class Halt(Step):
    """Wait after the steps before it, so that a scene can look before anything is cleared away."""

    cite = "T8"

    def ask(self, t: Desk) -> Ask:
        return Ask(0, "Look around", self.cite, {"go_on": None})

    def go_on(self, t: Desk) -> Flow:
        return NEXT
