"""What players see: the map, the counters, a unit's card, labels and phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from grognard.engine.flow import Position, replace
from grognard.engine.memo import latest
from grognard.engine.sheet import Sheet
from grognard.engine.verbs import labels_of
from grognard.engine.view import Board, Piece, Row, Tag, View

from ..facts.command import command_range
from ..facts.depots import depot_lost
from ..facts.stacks import allowance, hexes
from ..facts.victory import points
from ..state import LEADERS, Battlefield, Leader, State, Unit
from ..steps.env import Act
from ..steps.verbs import VERBS
from ..words import Arm, Fate, Formation, Order, Trait, Where
from .board import WARDROBE, board, middle
from .cards import hands, piles
from .counters import outline, stands
from .labels import PHRASES
from .overlays import OVERLAYS, sightline

NAME = "fix_bayonets"
GLYPHS = {Arm.INF: "F", Arm.CAV: "H", Arm.ART: "A"}
DRAWN = 4096
"""How many counters are remembered as they were drawn."""
SHOWN = (Where.MAP, Where.WAITING, Where.SUPPLY)
FAN = 7
"""How far counters of a stack are shifted."""


def _tags(state: State, unit: Unit) -> Iterator[Tag]:
    """What can be read off a counter at a glance."""
    if unit.good:
        yield Tag(unit.formation.value, "F-6.2")
    else:
        yield Tag(unit.order.value, "STA-01" if unit.order is Order.DISORDERED else "F-6.5", "bad")
    fatigue = state.commands[unit.command].fatigue
    for now, words, cite, tone in (
        (fatigue >= 6, f"fatigue {fatigue}", "TEM-02", "bad"),
        (unit.fb, "FB!", "F-16.1", "good"),
        (unit.spent, "spent", "STA-03" if unit.arm is Arm.CAV else "R-31", "bad"),
        (unit.suppressed > 0, "suppressed", "F-26.6" if unit.train else "STA-02", "bad"),
        (unit.short, "short of cartridges", "F-26.2", "bad"),
        (unit.where is Where.SUPPLY, f"loading until turn {unit.arrives}", "F-26.5", "plain"),
        (unit.ooc, "out of command", "OPS-03", "bad"),
        (unit.halted, "halted", "F-14.2", "bad"),
        (unit.halves % 2 == 1, "stragglers", "F-18.1", "bad"),
        (state.commands[unit.command].reserve, "reserve", "STA-06", "plain"),
    ):
        if now:
            yield Tag(words, cite, tone)  # type: ignore[arg-type]


def _orders(state: State) -> Iterator[dict[str, Any]]:
    """A flag where each leader is ordered to. [R-37]"""
    for one in state.leaders:
        if one.on_map and one.om is not None:
            at, note = middle(state.field, one.om.hex), f"{one.name} is ordered here"
            yield {"at": at, "look": "flag", "words": one.name, "note": note, "side": one.side}


def _depots(state: State) -> Iterator[dict[str, Any]]:
    """A spot where each depot lies that can be taken, with the name of the place. [F-27]"""
    field = state.field
    for side in field.supply:
        here, fate = field.depots[side], "taken" if depot_lost(state, side) else "held"
        words, note = dict(field.places).get(here, "depot"), f"Depot of the {field.sides[side]}: {fate}"
        yield {"at": middle(field, here), "look": "spot", "words": words, "note": note, "side": side}


@latest
def _picture(state: State) -> View:
    """The map as whoever has this state sees it."""
    field = state.field
    minutes = field.clock + 20 * (max(state.turn, 1) - 1)
    sky = ", ".join(state.weather) or "clear"
    score = points(state)
    pieces = [_piece(state, u) for u in state.units if u.where in SHOWN]
    pieces += [_leader(field, one) for one in state.leaders if one.fate in (Fate.MAP, Fate.WAITING)]
    rows = [Row(name, f"{float(score[at]):g}", "F-19.4") for at, name in enumerate(field.sides)]
    rows += [
        Row(f"Cohesion {name}", str(state.cohesion[at]), "TEM-01") for at, name in enumerate(field.sides)
    ]
    rows += [
        Row(f"Depot {field.sides[at]}", "taken" if depot_lost(state, at) else "held", "F-27")
        for at in field.supply
    ]
    headline = f"{field.title}, {minutes // 60 % 24}:{minutes % 60:02d}, {sky}, turn {max(state.turn, 1)} of {field.turns}"
    extra = {"cards": hands(state), "piles": piles(state), "marks": [*_orders(state), *_depots(state)]}
    return View(NAME, field.name, None, field.sides, headline, tuple(pieces), tuple(rows), extra)


def _piece(state: State, unit: Unit) -> Piece:
    stack = state.at.get(unit.hex, ()) if unit.on_map else ()
    seat = stack.index(unit) if unit in stack else 0
    whole = state.units[unit.parent] if unit.parent >= 0 else unit
    return _drawn(state.field, unit, seat, whole.name, tuple(_tags(state, unit)))


@lru_cache(maxsize=DRAWN)
def _drawn(field: Battlefield, unit: Unit, seat: int, known_as: str, tags: tuple[Tag, ...]) -> Piece:
    """A counter in its seat of a stack: drawn once as long as nothing of it changes."""
    x, y = middle(field, unit.hex if field.grid.is_hex(unit.hex) else 0)
    x, y = x + FAN * seat, y + FAN * seat
    wing = [middle(field, other) for other in hexes(unit)[1:]] if unit.on_map else []
    bases = stands(unit, (x, y), *wing) if unit.on_map else ()
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        arm=_kinds(unit)[0],
        glyph="T" if unit.train else GLYPHS[unit.arm],
        pose=(x, y, 300 * unit.facing),
        footprint=outline(unit, (x, y)) if unit.on_map else (),
        bases=bases,
        stands=tuple(["wagon" for _ in bases if unit.train]),
        figures=unit.steps,
        full=unit.full,
        front=unit.good and unit.formation is not Formation.SQUARE,
        tags=tags,
        livery=WARDROBE.of(field.armies[unit.side], known_as, *_kinds(unit), cloth=unit.cloth),
        status="on table" if unit.on_map else "to come",
    )


def _kinds(unit: Unit) -> tuple[str, ...]:
    """What a unit is dressed as: waggons as such, else by the arm."""
    return (Trait.TRAIN.value, unit.arm.value) if unit.train else (unit.arm.value,)


@lru_cache(maxsize=DRAWN)
def _leader(field: Battlefield, one: Leader) -> Piece:
    x, y = middle(field, max(0, one.hex))
    x, y = x + 30, y - 30
    box = ((x - 14, y + 14), (x + 14, y + 14), (x + 14, y - 14), (x - 14, y - 14))
    tags = [Tag("Passive", "OPS-04a", "bad")] if one.passive else []
    if one.om is not None:
        tags.append(Tag(f"OM {field.grid.label(one.om.hex)}", "R-37", "good"))
    return Piece(
        one.id, one.side, one.name, one.rank.value, "G", (x, y, 0), box if one.on_map else (), figures=1, full=1, front=False,
        tags=tuple(tags), leader=True, livery=WARDROBE.of(field.armies[one.side], one.name), status="on table" if one.on_map else "to come",
    )  # fmt: skip


@latest
def _names(state: State) -> dict[int, str]:
    return {**{u.id: u.name for u in state.units}, **{one.id: one.name for one in state.leaders}}


class BayonetsSheet(Sheet[State]):
    """This book's sheet."""

    labels = labels_of(VERBS)
    phrases = PHRASES
    deeds = ("halted", "FB!")
    overlays = OVERLAYS
    pips = False
    sightline = staticmethod(sightline)

    def board(self, state: State) -> Board:
        """The map."""
        return board(state.field)

    def view(self, state: State, side: int | None) -> View:
        """All that a side may know; nothing on this table is hidden."""
        return replace(_picture(state), side=side)

    def card(self, state: State, unit: int) -> tuple[Row, ...]:
        """A unit's values, or a leader's."""
        if unit >= LEADERS:
            one = state.leaders[unit - LEADERS]
            return (
                Row("Rank", one.rank.value, "F-9.1"),
                Row("SR", str(one.sr), "F-9.1"),
                Row("Command range", str(command_range(state, one)), "F-9.2"),
                Row("TEM modifier", f"-{one.tem}", "TEM-10"),
                Row("Bonuses I/C/A", f"{one.inf}/{one.cav}/{one.art}", "F-9.1"),
                Row("Initiative", "flexible" if one.flexible else "plain", "F-9.4"),
            )
        each = state.units[unit]
        command = state.commands[each.command]
        rows = [
            Row("Formation", f"{command.key}, fatigue {command.fatigue}", "F-19.1"),
            Row("Steps", f"{each.halves / 2:g} of {each.full}", "F-18.1"),
            Row("TEM", str(each.tem), "F-15.1"),
            Row("MCF", f"{allowance(state, (each,)) / 2:g} of {each.mcf}", "F-10.1"),
            Row("Skirmish Value", str(each.sv), "SKC-01"),
        ]
        if each.arm is Arm.CAV:
            rows.append(Row("CV", f"{float(each.strength):g}", "R-14"))
        elif not each.train:
            rows.append(Row("FV", str(each.fire_value), "F-6"))
        if each.traits:
            rows.append(Row("Traits", ", ".join(trait.value for trait in each.traits), "F-6"))
        return (*rows, *(Row("Now", tag.words, tag.cite) for tag in _tags(state, each)))

    def names(self, state: State) -> dict[int, str]:
        """What to call each unit and leader in the log."""
        return _names(state)

    def sides(self, state: State) -> tuple[str, ...]:
        """What to call each side."""
        return state.field.sides

    def drawn(self, state: State, unit: int) -> Unit | None:
        """The counter overlays are drawn for; leaders have none."""
        return state.units[unit] if unit < LEADERS and state.units[unit].on_map else None

    def needed(self, facts: Mapping[str, Any]) -> str:
        """What a check had to throw: TEM or SR less its sum; the fire value; what skirmishers let pass. [F-15.1, F-9.1, F-13.2, R-34]"""
        if "ratings" in facts:
            ours, theirs = facts["ratings"]
            return f"{facts['first']} adds SR {ours}, {facts['second']} SR {theirs}"
        if "mfv" in facts:
            return f"MFV {facts['mfv']}"
        if "odds" in facts:
            return f"odds {facts['odds']}"
        told = facts.get("tally") or ("= 0",)
        sum_ = int(str(told[0]).rpartition("= ")[2])
        if facts.get("throw") == "skirmish check":
            return within(FREE - sum_, "is free")
        if "tem" in facts:
            return f"TEM {facts['tem']}: {within(facts['tem'] - sum_, 'passes')}"
        return within(facts["need"] - sum_, "passes") if "need" in facts else ""

    def left(self, position: Position) -> tuple[int, str] | None:
        """What the stack that acts can still spend: to compare ways by, and in words. [F-10.1]"""
        env = position.agenda[-1].env if position.agenda else None
        return (env.left, f"{env.left / 2:g}") if isinstance(env, Act) else None

    def noun_words(self, state: State, verb: str, noun: Any) -> str | None:
        """Hexes by their numbers, leaders by their names."""
        grid = state.field.grid
        if verb in CELL_VERBS and isinstance(noun, int) and grid.is_hex(noun):
            return grid.label(noun)
        if verb in PAIR_VERBS and isinstance(noun, tuple) and len(noun) == 2:
            return f"{self.names(state).get(noun[0], noun[0])} to {grid.label(noun[1])}"
        if isinstance(noun, int) and noun >= LEADERS:
            return self.names(state).get(noun)
        return None


FREE = 6
"""Up to this sum a skirmish check has no effect. [R-34]"""


def within(most: int, does: str) -> str:
    """Which faces of the die do."""
    if most < 0:
        return f"no die {does}"
    return f"any die {does}" if most >= 9 else f"{most} or less {does}"


CELL_VERBS = frozenset(
    {
        "ride",
        "march",
        "prolonge",
        "detach",
        "extend",
        "form_screen",
        "run",
        "withdraw",
        "gallop",
        "slip",
        "regroup",
        "return_to",
        "take_over",
        "go_by",
        "chase",
        "bound",
        "face",
        "come_up",
    }
)
PAIR_VERBS = frozenset({"give_om", "initiative", "enter", "draw_off", "shift"})
SHEET = BayonetsSheet()
