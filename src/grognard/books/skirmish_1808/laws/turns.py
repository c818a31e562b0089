"""What every turn keeps: who was asked before it ended, who follows whom, where a missed charge and the beaten end."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.engine.soundness import Deed, Law
from grognard.geometry.outlines import meet

from ..facts.command import in_command
from ..state import State, Unit
from ..steps.env import Round, Rush
from ..words import Rank, Role
from .fights import NO_CHARGE, inner
from .measure import SLACK, by_road, gone, grounds, noun, verb
from .moves import acting

LEAST = 100
FALLS_BACK = 90
"""A beaten unit goes back by 1 at the least: its figures may find their places a little off. [K8, K12]"""
RANGE = {
    (Rank.SERGEANT, False): 5,
    (Rank.SERGEANT, True): 8,
    (Rank.OFFICER, False): 10, (Rank.STAFF, False): 15, (Rank.HQ, False): 20,
    (Rank.OFFICER, True): 15, (Rank.STAFF, True): 20, (Rank.HQ, True): 30,
}  # fmt: skip
"""How far a leader commands, in centimetres. [95–100, C6]"""


def all_were_asked(deed: Deed) -> Iterator[str]:
    """Whoever is on the table, has not acted and does not hide was offered to its owner before the turn ended."""
    if not any(deed.told("turn")) or not deed.before.state.turn:
        return
    before, after = deed.before.state, deed.after.state
    busy = {getattr(frame.env, "unit", None) for frame in deed.before.agenda} | {noun(deed)}
    for unit in before.units:
        carried = unit.attached is not None and before.engaged(unit.attached)
        if not unit.on_table or unit.today.acted or unit.id in busy or carried:
            continue
        if after.units[unit.id].on_table:
            yield f"{unit!r} has not acted, and the turn is over"
    for entry in deed.told("is_found"):
        unit = after.units[entry.facts["unit"]]
        if unit.on_table:
            yield f"{unit!r} was found, and the turn is over"


def missed_in_the_open(deed: Deed) -> Iterator[str]:
    """No figure ends a missed charge on ground that bars charges, nor foot beyond a wall."""
    rush = inner(deed.before, Rush)
    if rush is None or rush.closing:
        return
    state = deed.after.state
    for entry in deed.told("misses"):
        old, new = deed.before.state.units[entry.facts["unit"]], state.units[entry.facts["unit"]]
        if by_road(state, new, new.radius) and by_road(state, old, old.radius):
            continue
        wrong = {kind for figure in new.figures for kind in grounds(state, figure)} & NO_CHARGE[new.mounted]
        if wrong:
            yield f"{new!r} has missed and stands in {', '.join(sorted(wrong))}"
        if not new.mounted and not old.formed and _over_a_wall(state, old, new):
            yield f"{new!r} has missed and gone over a wall"


def _over_a_wall(state: State, old: Unit, new: Unit) -> bool:
    pieces = [
        piece
        for each in state.field.terrain
        if each.kind == "wall"
        for piece in zip(each.poly, each.poly[1:])
    ]
    ways = [((a.x, a.y), (b.x, b.y)) for a, b in zip(old.figures, new.figures)]
    return old.size == new.size and any(meet(*way, *piece) for way in ways for piece in pieces)


def falls_back(deed: Deed) -> Iterator[str]:
    """Who is said to fall back has gone back, and is loose."""
    for entry in deed.told("falls_back"):
        old, new = deed.before.state.units[entry.facts["unit"]], deed.after.state.units[entry.facts["unit"]]
        if not new.on_table or old.size != new.size:
            continue
        if new.formed or gone(old, new) < FALLS_BACK:
            yield f"{new!r} falls back by {gone(old, new) / 100:.2f}"


def in_after_a_storm(deed: Deed) -> Iterator[str]:
    """Only who stormed a house goes into it at once, and only when nobody is left inside."""
    if verb(deed) != "go_in":
        return
    env = inner(deed.before, Round)
    for entry in deed.told("goes_in"):
        unit, house = entry.facts["unit"], entry.facts["house"]
        stormed = env is not None and (unit, house) in env.storms
        inside = [u for u in deed.before.state.units if u.on_table and u.house == house]
        if not stormed or inside:
            yield f"{deed.after.state.units[unit]!r} goes into {house}, which it has not stormed"


def who_commands(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A unit is in command of a leader in range who neither flees nor fights, measured from himself; or of its own."""
    state: State = position.state
    for unit in state.units:
        if not unit.on_table or not unit.figures:
            continue
        chiefs = [u for u in state.standing(unit.side) if u.is_command and u.has(Role.OFFICER)]
        due = [_leads(state, chief, unit) for chief in chiefs]
        if None not in due and any(due) != in_command(state, unit):
            yield f"{unit!r} is {'' if in_command(state, unit) else 'not '}in command"
    env = acting(position)
    if env is None or "command" not in ask.offers:
        return
    leader = state.units[env.unit]
    for friend in ask.offers["command"]:
        if friend != leader.attached and _leads(state, leader, state.units[friend]) is False:
            yield f"{leader!r} orders {state.units[friend]!r}"


def _leads(state: State, chief: Unit, unit: Unit) -> bool | None:
    """Whether a leader commands a unit; None where a hair decides, or a house stands between."""
    if chief.id == unit.id or chief.attached == unit.id:
        return not chief.fleeing or chief.id == unit.id
    carried = chief.attached is not None and state.units[chief.attached].fleeing
    fights = state.engaged(chief.id) or (chief.attached is not None and state.engaged(chief.attached))
    if chief.fleeing or carried or fights:
        return False
    if chief.house or unit.house:
        return None
    here = next(f for f in chief.figures if f.role is Role.OFFICER)
    spots = [(f.x, f.y, unit.radius) for f in unit.figures]
    if unit.gun is not None and not unit.gun.taken and not unit.gun.abandoned:
        spots.append((unit.gun.x, unit.gun.y, 200))
    gap = min(hypot(here.x - x, here.y - y) - chief.radius - r for x, y, r in spots)
    reach = 100 * RANGE[chief.rank, chief.mounted]
    return None if abs(gap - reach) <= SLACK else gap < reach


# fmt: off
LAWS = (
    Law("whoever stands on the table and has not acted was asked for before the turn ended", ("T2", "T3", "H3a", "H6a"), over=all_were_asked),
    Law("a charge that misses stops before ground and walls that bar charges", ("41", "P3", "N5a", "N6"), over=missed_in_the_open),
    Law("who falls back goes back, loose", ("K8",), over=falls_back),
    Law("a house is gone into at once only by those who have stormed it", ("G6",), over=in_after_a_storm),
    Law("nobody is in command of a leader who flees, fights or is out of range", ("C3", "C4a", "95", "100"), seek=who_commands),
)
# fmt: on
