"""Where everybody stands and in what status: laws about a state alone. [T143–T150]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.soundness import Law

from ..facts.bodies import all_discs
from ..facts.deploy import sectors
from ..facts.ground import astride, on_table, shut
from ..facts.values import BEST, WORST, leadership, on_foot, too_few
from ..facts.victory import points
from ..state import State, Unit
from ..words import Kind, Upgrade, Where

SLACK = 3
"""How far rounding may press two bases into each other, in hundredths."""
MOST_INSIDE = 16


def _standing(state: State) -> Iterator[Unit]:
    return (unit for unit in state.units if unit.on_table)


def _outdoors(state: State) -> Iterator[Unit]:
    return (unit for unit in _standing(state) if unit.inside is None)


def on_others(state: State) -> Iterator[str]:
    """Two bases on one spot."""
    models = sorted(((x, y), radius) for x, y, radius in all_discs(state.on_table()))
    for at, ((x, y), radius) in enumerate(models):
        for (u, v), other in models[at + 1 :]:
            if u - x > radius + other:
                if u - x > 160:
                    break
                continue
            least = radius + other - SLACK
            if (u - x) ** 2 + (v - y) ** 2 < least * least:
                yield f"two models stand on each other at {(x, y)}"


def off_the_table(state: State) -> Iterator[str]:
    """Centres beyond an edge."""
    for unit in _standing(state):
        if any(not on_table(state, model) for model in unit.models):
            yield f"{unit.key} sticks out over the edge"


def on_closed_ground(state: State) -> Iterator[str]:
    """In a cliff, in deep water, in a house without holding it."""
    for unit in _outdoors(state):
        if any(shut(state, unit, (model, model)) for model in unit.models):
            yield f"{unit.key} stands where nobody can"


def on_a_wall(state: State) -> Iterator[str]:
    """On top of an Obstacle."""
    for unit in _outdoors(state):
        for model in unit.models:
            if astride(state, model, unit.radius - 1):
                yield f"{unit.key} stands astride an Obstacle at {model}"


def uncounted(state: State) -> Iterator[str]:
    """Models and fallen."""
    for unit in _standing(state):
        if unit.count + unit.fallen != unit.start:
            yield f"{unit.key} has {unit.count} models and {unit.fallen} fallen of {unit.start}"
        if not unit.count:
            yield f"{unit.key} is a ghost"


def left_behind(state: State) -> Iterator[str]:
    """What is gone leaves nothing on the table."""
    for unit in state.units:
        if not unit.on_table and (
            unit.models or unit.pins or unit.close_order or unit.to_ground or unit.inside is not None
        ):
            yield f"{unit.key} is gone but has left something behind"


def two_statuses(state: State) -> Iterator[str]:
    """Pinned, in Close Order, Gone to Ground."""
    for unit in _standing(state):
        if unit.pinned + unit.close_order + unit.to_ground > 1:
            yield f"{unit.key} is in two statuses"
        if unit.pins < 0:
            yield f"{unit.key} has {unit.pins} markers"


def false_ranks(state: State) -> Iterator[str]:
    """Close Order of too few, or of those who may not."""
    for unit in _standing(state):
        if unit.close_order and (unit.kind is not Kind.REGULAR_INFANTRY or unit.inside is not None):
            yield f"{unit.key} may not be in Close Order"
        if too_few(unit):
            yield f"{unit.key} is in Close Order with {unit.count} models"
        if unit.close_order and unit.mounted:
            yield f"{unit.key} rides in Close Order"


def false_cover(state: State) -> Iterator[str]:
    """Lying down without being able to."""
    for unit in _standing(state):
        able = unit.kind is Kind.TRIBAL_INFANTRY or Upgrade.FIELDCRAFT in unit.upgrades
        if unit.to_ground and (not able or unit.mounted or unit.inside is not None):
            yield f"{unit.key} cannot have Gone to Ground"


def false_riders(state: State) -> Iterator[str]:
    """In the saddle without a horse."""
    for unit in state.units:
        if unit.mounted and (not unit.rides or unit.inside is not None):
            yield f"{unit.key} rides"


def false_garrisons(state: State) -> Iterator[str]:
    """Who holds a building, and whether it stands."""
    held: set[int] = set()
    for unit in _standing(state):
        if unit.inside is None:
            continue
        if not on_foot(unit) or unit.count > MOST_INSIDE or unit.inside in held:
            yield f"{unit.key} cannot hold building {unit.inside}"
        if state.standing[unit.inside].kind != "building":
            yield f"{unit.key} holds rubble"
        held.add(unit.inside)


def false_leaders(state: State) -> Iterator[str]:
    """Leaders who are not there, and values nobody has."""
    for unit in _standing(state):
        if unit.leader is not None and not 0 <= unit.leader < unit.count:
            yield f"{unit.key} has a Leader who is not there"
        value = leadership(unit)
        if not BEST <= value <= WORST or (unit.leader is None and value != 8):
            yield f"{unit.key} obeys on {value}"


def wrong_scores(state: State) -> Iterator[str]:
    """The points of a battle counted again from who is lost, gone and left."""
    lost = [sum(u.cost for u in state.units if u.side == side and u.lost) for side in (0, 1)]
    if state.field.victory == "meeting":
        wanted = lost[1] + state.nephews[0], lost[0] + state.nephews[1]
        if points(state) != wanted:
            yield f"the score is {points(state)}, counted again {wanted}"
    if state.field.victory == "destroy":
        down = sum(
            left == 0 and piece.structure > 0 for left, piece in zip(state.structure, state.field.terrain)
        )
        half = sum(u.cost // 2 for u in state.units if u.side == 0 and u.lost)
        if points(state)[1] != 4 * down + half + state.nephews[1]:
            yield f"the column has {points(state)[1]} points for {down} buildings"


def wrong_buildings(state: State) -> Iterator[str]:
    """Structure points."""
    for left, piece in zip(state.structure, state.field.terrain):
        if not 0 <= left <= piece.structure:
            yield f"{piece.name} has {left} of {piece.structure} points"


def wrong_prize(state: State) -> Iterator[str]:
    """The prize is under a marker, with somebody, on the ground, or away."""
    if not state.field.markers:
        return
    bearers = sum(unit.prize for unit in state.units)
    places = bearers + (state.prize is not None) + state.prize_out + bool(state.markers)
    if places != 1:
        yield f"the prize is in {places} places"
    if any(unit.prize and (unit.side != 1 or not unit.on_table) for unit in state.units):
        yield "somebody carries the prize who cannot"


def wrong_sectors(state: State) -> Iterator[str]:
    """Where natives hide."""
    for unit in state.units:
        if unit.where is Where.HIDDEN and unit.sector is not None and unit.sector not in sectors():
            yield f"{unit.key} hides in sector {unit.sector}"


def wrong_pool(state: State) -> Iterator[str]:
    """Mr Babbage's natives: each in one queue, on the table, or lost for good."""
    side = state.field.solo
    if side is None:
        return
    waiting = sorted(number for queue in state.queues for number in queue)
    pool = [u.id for u in state.units if u.side == side and u.where is Where.POOL]
    if waiting != pool:
        yield f"in the queues are {waiting}, in the pool {pool}"
    gone = [u for u in state.units if u.side == side and u.gone]
    if (len(gone), sum(u.cost for u in gone)) != (state.lost_for_good, state.points_gone):
        yield f"{len(gone)} natives are gone for good, counted are {state.lost_for_good}"


BODIES: tuple[Law, ...] = (
    Law("no model stands on another", ("T150", "R-55"), at=on_others),
    Law("every model's centre is on the table", ("T150", "R-55"), at=off_the_table),
    Law("nobody stands on Impassable ground or in a building he does not hold", ("T150", "R-56", "R-62"), at=on_closed_ground),
    Law("nobody stands astride an Obstacle", ("R-26",), at=on_a_wall),
    Law("models and fallen add up", ("T143",), at=uncounted),
    Law("whoever is gone leaves nothing behind", ("T098", "F-S2"), at=left_behind),
    Law("Pinned, Close Order and Gone to Ground exclude each other", ("T145", "T148", "R-60"), at=two_statuses),
    Law("only six or more Regulars on foot outdoors are in Close Order", ("T072", "T146", "F-M4"), at=false_ranks),
    Law("only Tribal foot and Fieldcraft lie down, not in the saddle nor indoors", ("T107", "F-M4", "R-62"), at=false_cover),
    Law("only mounted infantry rides", ("F-U12", "F-M1"), at=false_riders),
    Law("a building is held by one unit of foot of up to 16 models, and stands", ("R-62", "F-SB2"), at=false_garrisons),
    Law("a Leader is one of his models and obeyed on 4 to 10, without him on 8", ("R-03", "R-05", "T004"), at=false_leaders),
)  # fmt: skip
COUNTS: tuple[Law, ...] = (
    Law("the score is what was lost and brought down", ("F-SZ1", "F-SB3", "F-T14"), at=wrong_scores),
    Law("a building has none to all of its points", ("F-SB2",), at=wrong_buildings),
    Law("the prize is in one place", ("F-SC2", "F-SC3", "F-SC4"), at=wrong_prize),
    Law("natives hide where they may", ("F-SC1",), at=wrong_sectors),
    Law("every native waits, fights or is gone for good", ("F-B1", "F-B5"), at=wrong_pool),
)  # fmt: skip
STANDING = (*BODIES, *COUNTS)
