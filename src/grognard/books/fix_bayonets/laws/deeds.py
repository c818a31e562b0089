"""What every action keeps: movement, fire, zones, charges, losses, and what the journal says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Engine, Position
from grognard.engine.soundness import Deed, Law

from ..sequence import SEQUENCES
from ..state import Desk, State, Unit
from ..steps.env import Act, Charging, March, Shooting
from ..words import Kind, Order, Trait, Weather
from .charts import (
    ART,
    CAV,
    CLOSED,
    PRICE,
    F,
    allowance,
    front_sides,
    hexes,
    leading,
    price,
    where,
    zone_stops,
)

ENGINE = Engine(SEQUENCES, Desk)
MOVES = frozenset({"march", "prolonge", "limber", "unlimber", "force_march", "detach"})
AFTER_A_MOVE = frozenset({"fire", "done"})
"""What is left to a stack that has moved, turned or changed and then shot. [F-8.3]"""


def verb(deed: Deed) -> str:
    """What a player said; nothing where dice fell."""
    return deed.action.verb if isinstance(deed.action, Move) else ""


def noun(deed: Deed) -> Any:
    """What a player said it of."""
    return deed.action.noun if isinstance(deed.action, Move) else None


def acting(position: Position) -> Act | None:
    """The stack whose action is the innermost thing going on."""
    top = position.agenda[-1] if position.agenda else None
    return top.env if top is not None and isinstance(top.env, Act) else None


def inner(position: Position, kind: type) -> Any:
    """The innermost open sequence of a kind."""
    return next((frame.env for frame in reversed(position.agenda) if isinstance(frame.env, kind)), None)


def stack_of(state: State, env: Act) -> tuple[Unit, ...]:
    """The acting units that are still there."""
    there = [unit for one in env.units if (unit := state.units[one]).on_map]
    return tuple(sorted(there, key=lambda unit: unit.seat))


def offered(position: Position) -> frozenset[str]:
    """The verbs a position offers."""
    waiting = ENGINE.pending(position)
    return frozenset(waiting.offers) if isinstance(waiting, Ask) else frozenset()


def once_a_turn(deed: Deed) -> Iterator[str]:
    """A stack acts once, in the one activation of its Formation."""
    if verb(deed) not in ("act", "act_alone", "enter"):
        return
    env = inner(deed.after, Act)
    for one in env.units if env is not None else ():
        unit = deed.before.state.units[one]
        if unit.acted or deed.before.state.commands[unit.command].activated:
            yield f"{unit!r} has acted already"


def whole_allowance(deed: Deed) -> Iterator[str]:
    """An action begins with the MCF that weather and status leave; who arrives has paid its hex."""
    if verb(deed) not in ("act", "act_alone", "enter"):
        return
    env, state = acting(deed.after), deed.after.state
    stack = stack_of(state, env) if env is not None else ()
    if env is None or not stack:
        return
    due = 2 * allowance(state, stack)
    if env.whole != due:
        yield f"{stack[0]!r} has {env.whole / 2:g} MCF, {due / 2:g} are due"
    if verb(deed) == "enter":
        base = PRICE[state.field.terrain[stack[0].hex]][
            ("infantry", "cavalry", "artillery").index(stack[0].arm)
        ]
        if env.left > max(0, due - 2 * base):
            yield f"{stack[0]!r} has {env.left / 2:g} MCF left after a hex of {base}"


def paid(deed: Deed) -> Iterator[str]:
    """A hex costs what the ground, the slope and the Line cost, twice that off the front."""
    before, after = acting(deed.before), acting(deed.after)
    if verb(deed) != "march" or before is None or after is None:
        return
    state, there = deed.before.state, noun(deed)
    stack = stack_of(state, before)
    here = stack[0].hex
    side = state.field.grid.direction_between(here, there)
    if side is None or any(near in state.at for _, near in state.field.grid.steps(there) if near != here):
        return
    prices = [price(state, unit, here, there) for unit in stack]
    if None in prices:
        yield f"{stack[0]!r} goes to {where(state, there)}, where it may not"
        return
    cost = max(each for each in prices if each is not None)
    cost *= 1 if side in front_sides(leading(stack)) else 2
    if before.left - after.left < min(cost, before.left):
        yield f"{stack[0]!r} pays {(before.left - after.left) / 2:g} for {where(state, there)}, not {cost / 2:g}"


def stopped_by_zones(deed: Deed) -> Iterator[str]:
    """Who has come into a zone goes no farther in that action."""
    env = acting(deed.before)
    if verb(deed) == "march" and env is not None and env.moved:
        stack = stack_of(deed.before.state, env)
        if zone_stops(deed.before.state, leading(stack), stack[0].hex):
            yield f"{stack[0]!r} marches on through a zone"


def shot_first_or_last(deed: Deed) -> Iterator[str]:
    """After a move, a turn or a change a shot is the last thing a stack does."""
    shot = inner(deed.before, Shooting)
    env = acting(deed.after)
    if shot is None or env is None or shot.kind is not Kind.ACTIVE or shot.unit not in env.units:
        return
    unit = deed.before.state.units[shot.unit]
    if unit.used and (more := offered(deed.after) - AFTER_A_MOVE):
        yield f"{unit!r} has moved and shot and may still {', '.join(sorted(more))}"


def guns_shoot_or_move(deed: Deed) -> Iterator[str]:
    """Foot guns that have shot neither move nor limber; those that have moved do not shoot."""
    env = acting(deed.after)
    if env is None:
        return
    stack = stack_of(deed.after.state, env)
    guns = [unit for unit in stack if unit.arm is ART and not unit.has(Trait.HORSE)]
    if any(unit.shot for unit in guns) and (more := offered(deed.after) & MOVES):
        yield f"{guns[0]!r} has shot and may still {', '.join(sorted(more))}"


def guns_stay(deed: Deed) -> Iterator[str]:
    """Unlimbered guns go nowhere but by prolonge, one hex."""
    for old, new in zip(deed.before.state.units, deed.after.state.units):
        if old.arm is not ART or old.hex == new.hex or not (old.on_map and new.on_map):
            continue
        if old.formation is F.UNLIMBERED and new.formation is F.UNLIMBERED:
            far = deed.before.state.field.grid.distance(old.hex, new.hex)
            running = any(old.id in flight.units for flight in deed.before.state.fleeing)
            if (not _by_hand(deed, old, new.hex) or far != 1) and not running and not list(deed.told("runs")):
                yield f"{new!r} came from {where(deed.before.state, old.hex)}"


def _by_hand(deed: Deed, guns: Unit, there: int) -> bool:
    """Whether guns are manhandled, or were about to be when fire on leaving interrupted it. [F-10.9, F-13.4]"""
    begun = inner(deed.before, March)
    shifting = begun is not None and begun.units == (guns.id,) and begun.to == there and guns.shifted
    return verb(deed) == "prolonge" or shifting


def weather_bars(deed: Deed) -> Iterator[str]:
    """No fire and no skirmishing in a Squall; no assault and no charge at Night or in a Squall."""
    sky = deed.before.state.weather
    if Weather.SQUALL not in sky and Weather.NIGHT not in sky:
        return
    throws = {entry.facts.get("throw") for entry in deed.told("dice")}
    if Weather.SQUALL in sky and throws & {"fire", "skirmish check"}:
        yield f"{throws} in a Squall"
    if "melee" in throws or verb(deed) in ("charge", "assault"):
        yield f"a fight in {', '.join(sky)}"


def reserve_does_nothing(deed: Deed) -> Iterator[str]:
    """Nobody in Reserve forms Square, turns, slips away, charges back or shoots."""
    state = deed.before.state
    if not any(each.reserve for each in state.commands):
        return
    done = [
        entry.facts["unit"]
        for entry in deed.entries
        if entry.what in ("fires", "slips away", "withdraws", "marches", "closes", "gallops")
        or entry.facts.get("throw") in ("square", "turn check", "reaction charge", "assault check", "fire")
    ]
    for one in done:
        if state.commands[state.units[one].command].reserve:
            yield f"{state.units[one]!r} is in Reserve"


def one_reaction_shot(deed: Deed) -> Iterator[str]:
    """Who has used its reaction shot this turn has no other."""
    if verb(deed) in ("shoot", "volley"):
        who = noun(deed)
        unit = deed.before.state.units[who if isinstance(who, int) else who[0]]
        if unit.fired if unit.arm is ART else unit.spent or unit.fb:
            yield f"{unit!r} shoots again"


def still_marker(deed: Deed) -> Iterator[str]:
    """A marker that only names another target has not moved: nobody else shoots at it."""
    if verb(deed) == "switch" and any(frame.sequence == "react" for frame in deed.after.agenda):
        yield "a new target alone draws fire"


def rides_in(deed: Deed) -> Iterator[str]:
    """A Charge marker goes hex by hex nearer to its target, over ground open to charges."""
    env = inner(deed.before, Charging)
    if verb(deed) != "gallop" or env is None:
        return
    one, state = env.riders[env.at], deed.before.state
    unit, target, there = state.units[one.unit], state.units[one.target], noun(deed)
    distance, aims = state.field.grid.distance, hexes(target)
    nearer = min(distance(there, here) for here in aims) < min(distance(unit.hex, here) for here in aims)
    if distance(unit.hex, there) != 1 or not nearer:
        yield f"{unit!r} gallops to {where(state, there)}, not nearer to {target!r}"
    if state.field.terrain[there] in CLOSED or there in state.at:
        yield f"{unit!r} gallops into {where(state, there)}"
    if one.left <= 0 or len(one.path) >= (6 if unit.has(Trait.LIGHT) else 5):
        yield f"{unit!r} has galloped far enough"


def spent_after(deed: Deed) -> Iterator[str]:
    """When a charge segment is over everybody who charged is Spent."""
    env = inner(deed.before, Charging)
    if env is None or inner(deed.after, Charging) is not None or not deed.after.agenda:
        return
    for one in env.riders:
        unit = deed.after.state.units[one.unit]
        # Poorly trained horse that would not charge is none the worse for it. [F-15.4]
        fresh = any(
            entry.facts.get("unit") == unit.id for entry in deed.told("is fresh again", "will not charge")
        )
        if unit.on_map and not unit.spent and not fresh:
            yield f"{unit!r} has charged and is fresh"


def pursued(deed: Deed) -> Iterator[str]:
    """Routers who are pursued lose half the pursuer's CV in Stragglers, and one more to lance or Shock."""
    for entry in deed.told("pursues"):
        old, new = deed.before.state, deed.after.state
        rider, beaten = old.units[entry.facts["unit"]], old.units[entry.facts["target"]]
        riders, routers = old.stack_of(rider), old.stack_of(beaten)
        due = -(-sum(unit.strength for unit in riders) // 2)
        due += (rider.has(Trait.LANCE) or rider.has(Trait.SHOCK)) and beaten.arm is not CAV
        due = min(int(due), sum(unit.halves for unit in routers))
        lost = sum(new.units[unit.id].lost - unit.lost for unit in routers)
        if lost != due:
            yield f"{beaten!r} loses {lost} half steps to {rider!r}, {due} are due"


def spiked(deed: Deed) -> Iterator[str]:
    """Only guns that were unlimbered are spiked."""
    for entry in deed.told("dice"):
        if entry.facts.get("throw") == "spiked guns":
            gun = deed.before.state.units[entry.facts["unit"]]
            if gun.formation is not F.UNLIMBERED:
                yield f"{gun!r} is limbered and spiked"


def losses_told(deed: Deed) -> Iterator[str]:
    """Every half step lost is in the journal, and nothing else is."""
    told: dict[int, float] = {}
    gone = {entry.facts["unit"] for entry in deed.told("eliminated")}
    for entry in deed.told("loses"):
        told[entry.facts["unit"]] = told.get(entry.facts["unit"], 0) + 2 * entry.facts["steps"]
    for entry in deed.told("gathers stragglers"):
        told[entry.facts["unit"]] = told.get(entry.facts["unit"], 0) - 1
    for entry in deed.told("screen returns"):  # its battalion bears what it has lost [F-18.5]
        brought = deed.before.state.units[entry.facts["unit"]].lost + told.pop(entry.facts["unit"], 0)
        told[entry.facts["into"]] = told.get(entry.facts["into"], 0) + brought
        told[entry.facts["unit"]] = -deed.before.state.units[entry.facts["unit"]].lost
    for old, new in zip(deed.before.state.units, deed.after.state.units):
        lost = new.lost - old.lost
        if lost != told.get(old.id, 0) and not (old.id in gone and new.halves == 0):
            yield f"{new!r} has lost {lost} half steps, the journal says {told.get(old.id, 0):g}"


def states_told(deed: Deed) -> Iterator[str]:
    """Who is Disordered, routed or rallied now is so by the journal."""
    words = {Order.DISORDERED: ("disordered", "rallies"), Order.ROUTED: ("routs",), Order.GOOD: ("rallies",)}
    for old, new in zip(deed.before.state.units, deed.after.state.units):
        if old.order is new.order or not (old.on_map and new.on_map):
            continue
        named = {entry.facts["unit"] for entry in deed.told(*words[new.order])}
        near = {unit.id for unit in (*deed.before.state.stack_of(old), *deed.after.state.stack_of(new))}
        if not named & near:
            yield f"{new!r} was {old.order.value}, and the journal does not say why"


def places_told(deed: Deed) -> Iterator[str]:
    """A stack stands where the journal says it went."""
    went = {}
    for entry in deed.entries:
        if entry.what in ("marches", "gallops", "arrives", "passes through", "goes back"):
            went[entry.facts["unit"]] = entry.facts["hex"]
        elif entry.what in ("runs", "screen returns", "regroups", "routs", "disordered", "leaves the map"):
            went.pop(entry.facts["unit"], None)
    for one, label in went.items():
        unit = deed.after.state.units[one]
        if unit.on_map and where(deed.after.state, unit.hex) != label:
            yield f"{unit!r} stands in {where(deed.after.state, unit.hex)}, the journal says {label}"


# fmt: off
LAWS = (
    Law("a stack acts once in a turn", ("F-8.3", "F-8.4"), over=once_a_turn),
    Law("an action has the MCF that weather and status leave, also on arrival", ("WX-02", "WX-05", "R-41", "F-10.1", "F-10.11"), over=whole_allowance),
    Law("a hex costs what the terrain chart says", ("F-7", "F-7.2", "F-10.1", "F-10.2", "STA-05"), over=paid),
    Law("a zone stops whoever enters it", ("F-11.1", "F-11.3"), over=stopped_by_zones),
    Law("a shot is the first or the last act of a stack", ("F-8.3", "F-13.3"), over=shot_first_or_last),
    Law("foot guns that shoot neither limber nor move", ("F-13.3",), over=guns_shoot_or_move),
    Law("unlimbered guns move by prolonge only", ("F-10.9", "F-16.8", "SPR-09a"), over=guns_stay),
    Law("weather bars fire, skirmishing, assaults and charges", ("WX-06", "WX-02", "WX-08a", "R-21", "F-11.2"), over=weather_bars),
    Law("a Formation in Reserve does nothing and reacts to nothing", ("STA-06", "F-10.10"), over=reserve_does_nothing),
    Law("a unit has one reaction shot a turn", ("F-13.4", "F-13.5", "R-31"), over=one_reaction_shot),
    Law("only a marker that moved is shot at", ("F-13.4", "F-17.2"), over=still_marker),
    Law("a charge goes nearer to its target, over open ground, no farther than its run", ("F-17.2", "CHG-02"), over=rides_in),
    Law("who has charged is Spent", ("F-17.12", "CHG-06"), over=spent_after),
    Law("pursued routers lose what the pursuer's CV says, the whole stack of them", ("F-17.11",), over=pursued),
    Law("only unlimbered guns are spiked", ("R-43", "R-74", "SPR-08"), over=spiked),
    Law("the journal tells every half step lost", ("F-18.1", "F-18.2", "F-18.5"), over=losses_told),
    Law("the journal tells who is shaken and who rallies", ("F-15.2", "F-18.5", "LEG-01"), over=states_told),
    Law("a stack stands where the journal says", ("F-10.1", "CHG-02", "F-10.11"), over=places_told),
)
# fmt: on
