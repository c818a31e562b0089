"""Small scenes without scenario files: set a scene, act, let dice fall, look.

    state = scene(
        unit("A", files=12, front=(30, 20)),
        unit("b", horse, figures=9, files=9, front=(30, 26), facing=180),
        phase=Phase.FIRE,
    )
    game = begin(state, "fire").play(("target", "b"), ...)
    assert game.unit("b").losses == 1

A unit's key says its side: capital letters are side 0, small ones side 1. Places are in inches, facings in
degrees clockwise from north. `front` is the middle of a unit's front edge, `at` the centre of its whole
rectangle. Every unit belongs to a brigade, named in Roman figures: "I" unless it says otherwise, small for
side 1. Each brigade has a leader of its name 4 inches behind its first unit; army leaders ("General",
"general") stand beside the first leader of their side. `leaders` places them elsewhere.

`begin` takes steps to play in a row, or the name of one of the book's sequences with its `env`. Actions are
faces (`4` or `(6, 1)`), verbs (`"finish"`), or verbs with a noun (`("assault", ("A", "b"))`): keys of units,
brigades, leaders and terrain inside a noun become their numbers. `legs("forward 6", "turn 45")` are legs in
inches and degrees; `reform("close", 8)` is one more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import chain
from typing import Any

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.bodies import Shape, form, shape_of, size_of
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.sequence import SEQUENCES
from grognard.books.valour_and_fortitude.state import (
    Battlefield,
    Brigade,
    Desk,
    Fate,
    Leader,
    Objective,
    Options,
    Profile,
    SideFacts,
    State,
    Terrain,
    Today,
    Unit,
)
from grognard.books.valour_and_fortitude.steps.env import Melee, Turn
from grognard.books.valour_and_fortitude.steps.odds import EXCERPTS
from grognard.books.valour_and_fortitude.tables.terrain import FEATURES
from grognard.books.valour_and_fortitude.words import Arm, Deed, Nation, Order, Phase, Special
from grognard.engine.book import Scene
from grognard.engine.choices import Ask, Move, Throw, Waiting
from grognard.engine.dist import Dist
from grognard.engine.flow import NEXT, Engine, Flow, IllegalAction, Position, Step, replace
from grognard.engine.log import Entry
from grognard.engine.tables import Refusal, Tally
from grognard.geometry.angles import ahead
from grognard.odds.explore import explore

foot, horse, gun = Arm.INFANTRY, Arm.CAVALRY, Arm.ARTILLERY
close, open_order, square = Order.CLOSE, Order.OPEN, Order.SQUARE
limbered, unlimbered = Order.LIMBERED, Order.UNLIMBERED
RULES = RULESET.rulebook.rules
Place = tuple[float, float]
Legs = tuple[tuple[Any, ...], ...]

USUAL: Mapping[Arm, dict[str, int]] = {
    foot: {"figures": 24, "fire": 3, "range": 12, "melee": 4, "tenacity": 4},
    horse: {"figures": 9, "fire": 0, "range": 0, "melee": 6, "tenacity": 3},
    gun: {"figures": 1, "fire": 1, "range": 48, "melee": 1, "tenacity": 2},
}
"""What a unit of each arm is unless a scene says otherwise; range in inches."""


def hundredths(inches: float) -> int:
    """A length as the state keeps it."""
    return round(inches * 100)


def spot(place: Place) -> tuple[int, int]:
    """A place as the state keeps it."""
    return hundredths(place[0]), hundredths(place[1])


def unit(
    key: str,
    arm: Arm = foot,
    *words: Order | Special,
    figures: int | None = None,
    files: int | None = None,
    at: Place | None = None,
    front: Place | None = None,
    facing: float = 0,
    brigade: str = "",
    today: Today | dict[str, Any] | None = None,
    inside: str | int = -1,
    **more: Any,
) -> Unit:
    """A unit: its order and special rules in any order; values of its profile and fields of Unit by name.

    Foot and horse stand in line (two ranks if more than six) unless `files` says otherwise, guns unlimbered.
    `inside` names a feature of the scene, in whose middle it is drawn unless it says where. `brigade` names its
    brigade.
    """
    usual = USUAL[arm]
    count = usual["figures"] if figures is None else figures
    own_order = unlimbered if arm is gun else close
    order = next((word for word in words if isinstance(word, Order)), own_order)
    wide = 1 if arm is gun else count if count <= 6 else -(-count // 2)
    profile = Profile(
        key=key,
        arm=arm,
        fire=more.pop("fire", usual["fire"]),
        range=hundredths(more.pop("range", usual["range"])),
        melee=more.pop("melee", usual["melee"]),
        tenacity=more.pop("tenacity", usual["tenacity"]),
        specials=tuple(word for word in words if isinstance(word, Special)),
        points=more.pop("points", 20),
        detachment=more.pop("detachment", False),
        guest=more.pop("guest", ""),
    )
    side = 0 if key[0].isupper() else 1
    done = today if isinstance(today, Today) else Today(**(today or {}))
    made = Unit(
        -1, key, key, side, -1, profile, count,
        facing=round(facing * 10) % 3600, files=wide if files is None else files, order=order, today=done,
        **more,
    )  # fmt: skip
    made = stand_at(made, at=at, front=front)
    # The scene turns names into numbers; until then they travel beside the unit.
    made.__dict__["brigade name"] = brigade or ("I" if side == 0 else "i")
    made.__dict__["inside name"] = inside
    return made


def stand_at(each: Unit, at: Place | None = None, front: Place | None = None) -> Unit:
    """A unit with its centre, or the middle of its front edge, in a place."""
    if front is not None:
        x, y = ahead(*spot(front), each.facing + 1800, size_of(shape_of(each))[1] // 2)
        return replace(each, x=x, y=y)
    x, y = spot(at or (0, 0))
    return replace(each, x=x, y=y)


def area(
    kind: str, west: float, south: float, east: float, north: float, name: str = "", **more: Any
) -> Terrain:
    """A rectangle of ground by its edges in inches; named after its kind unless a name is given."""
    corners = ((west, south), (east, south), (east, north), (west, north))
    return ground(kind, *corners, name=name, **more)


def ground(kind: str, *corners: Place, name: str = "", crest: tuple[Place, ...] = (), **more: Any) -> Terrain:
    """A piece of ground, or a line across it, by its corners in inches."""
    assert kind in FEATURES, kind
    contours = tuple(tuple(spot(p) for p in each) for each in more.pop("contours", ()))
    poly = tuple(spot(p) for p in corners)
    return Terrain(kind, name or kind, poly, tuple(spot(p) for p in crest), contours, **more)


def scene(
    *units: Unit,
    terrain: tuple[Terrain, ...] = (),
    objectives: tuple[Objective, ...] = (),
    leaders: Mapping[str, Place] | None = None,
    options: Options | dict[str, Any] | None = None,
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    nations: tuple[Nation, Nation] = (Nation.GENERIC, Nation.GENERIC),
    size: tuple[float, float] = (72, 48),
    turns: int = 10,
    **more: Any,
) -> State:
    """A battle of these units, in side 0's turn 2 and action phase unless `more` (fields of State) says so.

    Decks are empty; `hands` are the cards each side holds. Every brigade of the side is active, as if tested,
    only where the sequence played sets it so.
    """
    names = list(dict.fromkeys(u.__dict__["brigade name"] for u in units))
    field = Battlefield(
        "scene", "A scene", hundredths(size[0]), hundredths(size[1]), turns, 0,
        (SideFacts("N", "North", nations[0], "General"), SideFacts("S", "South", nations[1], "general")),
        terrain, objectives=objectives,
    )  # fmt: skip
    roster = tuple(_numbered(u, i, names, terrain) for i, u in enumerate(units))
    chiefs, brigades = _commanders(roster, names, leaders or {}, terrain)
    # A script names the windows in which a card is held; those of other cards would only be declined.
    quick = {"pause_at_windows": False, **(options if isinstance(options, dict) else {})}
    switches = options if isinstance(options, Options) else Options(**quick)
    fates = Fate(hand=hands[0]), Fate(hand=hands[1])
    usual = {"turn": 2, "phase": Phase.ACTION, "holders": (-1,) * len(objectives)}
    return State(field, switches, roster, chiefs, brigades, fates, **{**usual, **more})


def _numbered(each: Unit, number: int, names: list[str], terrain: tuple[Terrain, ...]) -> Unit:
    memo = each.__dict__
    inside = _named(terrain, memo["inside name"])
    if inside >= 0 and (each.x, each.y) == (0, 0):
        xs, ys = zip(*terrain[inside].poly)
        each = replace(each, x=(min(xs) + max(xs)) // 2, y=(min(ys) + max(ys)) // 2)
    return replace(each, id=number, brigade=names.index(memo["brigade name"]), inside=inside)


def _named(terrain: tuple[Terrain, ...], inside: str | int) -> int:
    return inside if isinstance(inside, int) else [t.name for t in terrain].index(inside)


def _commanders(
    roster: tuple[Unit, ...], names: list[str], places: Mapping[str, Place], terrain: tuple[Terrain, ...]
) -> tuple[tuple[Leader, ...], tuple[Brigade, ...]]:
    """A leader behind each brigade's first unit, army leaders 2 inches beside the first of their side."""
    count = len(roster)
    chiefs: list[Leader] = []
    brigades = []
    for number, name in enumerate(names):
        first = next(u for u in roster if u.brigade == number)
        behind = size_of(shape_of(first))[1] // 2 + 400
        x, y = ahead(first.x, first.y, first.facing + 1800, behind)
        chiefs.append(Leader(count + number, name, first.side, number, x=x, y=y))
        brigades.append(Brigade(number, name, first.side, count + number))
    for side, name in enumerate(("General", "general")):
        beside = next((c for c in chiefs if c.side == side), None)
        x, y = (beside.x + 200, beside.y) if beside else (100, 100 + side * 200)
        chiefs.append(Leader(count + len(chiefs), name, side, x=x, y=y))
    for i, chief in enumerate(chiefs):
        if chief.name in places:
            x, y = spot(places[chief.name])
            chiefs[i] = replace(chief, x=x, y=y)
    return tuple(chiefs), tuple(brigades)


def lead(state: State, name: str, **changes: Any) -> State:
    """The same battle with a leader changed: `inside` may be a feature's name, `at` a place."""
    if "inside" in changes:
        changes["inside"] = _named(state.field.terrain, changes["inside"])
    if "at" in changes:
        changes["x"], changes["y"] = spot(changes.pop("at"))
    return replace(
        state, leaders=tuple(replace(x, **changes) if x.name == name else x for x in state.leaders)
    )


def brigaded(state: State, name: str, **changes: Any) -> State:
    """The same battle with a brigade changed."""
    return replace(
        state, brigades=tuple(replace(b, **changes) if b.name == name else b for b in state.brigades)
    )


def put(state: State, key: str, **changes: Any) -> State:
    """The same battle with a unit changed."""
    return replace(state, units=tuple(replace(u, **changes) if u.key == key else u for u in state.units))


def find(state: State, key: str) -> Unit:
    """A unit by its key."""
    return next(u for u in state.units if u.key == key)


def both(state: State) -> tuple[Unit, Unit]:
    """The first two units."""
    return state.units[0], state.units[1]


def leader(state: State, name: str) -> Leader:
    """A leader by his name, which is his brigade's, or General and general."""
    return next(x for x in state.leaders if x.name == name)


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

    def leader(self, name: str) -> Leader:
        """A leader by his name."""
        return leader(self.state, name)

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
            noun = numbers(self.state, nouns[0]) if nouns else None
            return Move(self.ask.who[0], verb, noun)
        return self.throw.of((verb, *nouns))


def numbers(state: State, noun: Any) -> Any:
    """A noun with keys of units, brigades, leaders and terrain made numbers; units come first."""
    if isinstance(noun, tuple):
        return tuple(numbers(state, part) for part in noun)
    if not isinstance(noun, str):
        return noun
    known: dict[str, int] = {}
    for i, each in enumerate(state.field.terrain):
        known.setdefault(each.name, i)
    known |= {x.name: x.id for x in state.leaders}
    known |= {b.name: b.id for b in state.brigades}
    known |= {u.key: u.id for u in state.units}
    return known.get(noun, noun)


ENVS: Mapping[str, Any] = {"melee": Melee()}


def begin(state: State, *steps: Step | str, env: Any = None) -> Play:
    """Start playing steps in a row, or a sequence by its name; `env` a Turn unless the sequence needs another."""
    log: list[Entry] = []
    if len(steps) == 1 and isinstance(steps[0], str):
        engine, name = Engine({**SEQUENCES, **EXCERPTS}, Desk), steps[0]
    else:
        own = tuple(step for step in steps if isinstance(step, Step))
        engine, name = Engine({**SEQUENCES, "scene": own}, Desk), "scene"
    about = env if env is not None else ENVS.get(name, Turn())
    return Play(engine, engine.start(state, name, about, log), log)


def refused(game: Play, verb: str, noun: Any = None) -> str:
    """Try an action that must be refused; its number."""
    try:
        game.play((verb, noun) if noun is not None else verb)
    except IllegalAction as fault:
        return cite(fault.refusal)
    raise AssertionError(f"{verb} {noun} was allowed")


def cite(refusal: Refusal | None) -> str:
    """A refusal's number, which must be in the rulebook; nothing for None."""
    if refusal is None:
        return ""
    assert refusal.cite in RULES, refusal
    assert refusal.words
    return refusal.cite


def offered(game: Play, verb: str) -> set[Any]:
    """What a verb may be said of now, with unit ids as keys; nothing if it is not offered.

    For verbs about units, or pairs of them; other nouns come as they are.
    """
    waiting = game.pending
    if not isinstance(waiting, Ask) or verb not in waiting.offers:
        return set()
    domain = waiting.offers[verb]
    keys = [each.key for each in game.state.units]

    def told(noun: Any) -> Any:
        if isinstance(noun, tuple):
            return tuple(told(part) for part in noun)
        return keys[noun] if isinstance(noun, int) and noun < len(keys) else noun

    return {told(noun) for noun in domain}


def legs(*said: str) -> Legs:
    """Legs in words, as the engine takes them: "forward 6", "back 2", "side -1", "turn 45", "wheel 30 left"."""
    found: list[tuple[Any, ...]] = []
    for each in said:
        kind, amount, *more = each.split()
        found.append((kind, round(float(amount) * (10 if kind in ("turn", "wheel") else 100)), *more))
    return tuple(found)


def glide(x: float, y: float, facing: float) -> tuple[Any, ...]:
    """A leg: the unit's centre goes there, every figure straight from place to place."""
    return "glide", *spot((x, y)), round(facing * 10) % 3600


def reform(order: Order | str, files: int = 1, facing: float = 0, which: int = 0) -> tuple[Any, ...]:
    """A leg: rebuilt around the centre figure (the first or second of two)."""
    return "reform", Order(order).value, files, round(facing * 10) % 3600, which


def marcher(state: State, key: str, deed: Deed = Deed.MOVE, **more: Any) -> Marcher:
    """The judge of one unit's manoeuvre; a `target` may be given by its key."""
    if isinstance(more.get("target"), str):
        more["target"] = numbers(state, more["target"])
    return Marcher(state, find(state, key), deed, **more)


def why(state: State, key: str, *said: str | tuple[Any, ...], deed: Deed = Deed.MOVE, **more: Any) -> str:
    """The number of the rule that refuses a manoeuvre; nothing if it is allowed."""
    return cite(marcher(state, key, deed, **more).refusal(legs_of(said)))


def worked(
    state: State, key: str, *said: str | tuple[Any, ...], deed: Deed = Deed.MOVE, **more: Any
) -> March:
    """A manoeuvre worked out; it must have the shape of one."""
    found = marcher(state, key, deed, **more).work_out(legs_of(said))
    assert isinstance(found, March), found
    return found


def legs_of(said: tuple[str | tuple[Any, ...], ...]) -> Legs:
    """Legs, some in words."""
    return tuple(chain.from_iterable(legs(each) if isinstance(each, str) else (each,) for each in said))


def odds(
    game: Play, look: Callable[[State], Hashable], choose: Callable[[Position, Ask], Move] | None = None
) -> Dist[Any]:
    """The exact distribution of what `look` sees when the steps have been played out; the first offer is taken."""

    def done(position: Position) -> Hashable | None:
        return look(position.state) if position.over else None

    def first(_position: Position, ask: Ask) -> Move:
        return next(ask.moves())

    return explore(game.engine, Scene(game.position, done, choose or first, ())).dist


def told(game: Play) -> tuple[str, ...]:
    """Every rule number the tallies of the dice now due hold."""
    why_ = game.throw.why
    tallies = (why_,) if isinstance(why_, Tally) else why_ or ()
    return tuple(each.cite for each in chain.from_iterable(tally.lines for tally in tallies))


def place(each: Unit) -> tuple[float, float, float]:
    """Where a unit stands, in inches and degrees."""
    return each.x / 100, each.y / 100, each.facing / 10


def formation(figures: int, files: int, order: Order = close, arm: Arm = foot) -> str:
    """The name of a formation by its files."""
    return form(unit("A", arm, order, figures=figures, files=files)).value


def shape(figures: int, files: int, order: Order = close, arm: Arm = foot) -> Shape:
    """How a unit may be drawn up."""
    return Shape(arm, figures, files, order)


class Halt(Step):
    """Wait after the steps before it, so that a scene can look before anything is cleared away."""

    cite = "41"

    def ask(self, t: Desk) -> Ask:
        return Ask(0, "Look around", self.cite, {"go_on": None})

    def go_on(self, t: Desk) -> Flow:
        """On."""
        return NEXT
