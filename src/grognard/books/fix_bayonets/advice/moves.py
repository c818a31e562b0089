"""Candidates for a choice, each with what it seems worth: one rating for each verb. [F-8.3]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from grognard.books.fix_bayonets.advice.aims import enemies, faces_enemy, goal, nearest, weak
from grognard.books.fix_bayonets.facts.assault import approaches, reached, worst_aspect
from grognard.books.fix_bayonets.facts.charging import in_contact
from grognard.books.fix_bayonets.facts.command import leader
from grognard.books.fix_bayonets.facts.fire import mfv, target_hex, targets
from grognard.books.fix_bayonets.facts.ground import distance
from grognard.books.fix_bayonets.facts.melee import Bout, strengths
from grognard.books.fix_bayonets.facts.stacks import aspect
from grognard.books.fix_bayonets.state import State, Unit
from grognard.books.fix_bayonets.words import Arm, Attack, Formation, Kind, Order
from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.field.hexarcs import turned

F = Formation
Rating = Callable[[Look, Any], float]
SOME = 12
"""How many hexes are looked at where a whole map is on offer."""
PLAIN: dict[str, float] = {
    "bring": 1.0, "enough": 0.0, "no_orders": 0.5, "forgo": 0.5, "next_leader": 0.0, "act_alone": -5.0, "enter": 3.0,
    "end_formation": -1.0, "done": 0.1, "prolonge": -1.0, "force_march": -1.0, "put_on_top": -1.0, "extend": -1.0,
    "form_masse": -1.0, "form_road": -1.0, "form_general": -1.0, "form_open": -1.0, "form_screen": -1.0,
    "hold_fire": 0.0, "send": 1.0, "charge_home": 0.5, "withdraw": 0.4, "stand": 0.5, "face_left": 0.3, "face_right": 0.3,
    "occupy": 1.0, "declared": 0.4, "switch": 1.5, "wait": 0.4, "slip": 1.0, "stand_by": 0.5, "follow": 1.0, "pursue": 0.6,
    "halt": 0.5, "stay_put": 0.2, "return_to": 0.5, "no_more": 0.0, "reserve": -1.0, "none_back": 0.0, "take_off": 0.2,
    "keep": 0.3, "let_pass": 0.3, "try_square": 1.0, "limber": -0.5,
}  # fmt: skip


def moves(look: Look) -> Iterable[tuple[Move, float]]:
    """Every verb on offer with the nouns worth looking at."""
    offers = look.ask.for_side(look.side).offers
    for verb, domain in offers.items():
        if verb in ("give_om", "initiative"):
            yield from _orders(look, verb, domain)
            continue
        rate = RATED.get(verb)
        for noun in domain:
            worth = PLAIN.get(verb, 0.0) if rate is None else rate(look, noun)
            yield Move(look.side, verb, noun), worth


def _orders(look: Look, verb: str, domain: Any) -> Iterable[tuple[Move, float]]:
    """An objective for a leader who has none: the ground his units make for."""
    state: State = look.position.state
    for one in domain.firsts:
        each = leader(state, one)
        there = goal(state, look.side, each.hex)
        idle = each.om is None and (verb == "initiative" or each.pending is None)
        if idle and distance(state.field, each.hex, there) > 2 and (one, there) in domain:
            yield Move(look.side, verb, (one, there)), 1.0 if verb == "give_om" or each.sr >= 6 else 0.2


def _acting(look: Look) -> Unit:
    """The top of the stack that acts, of those of it still on the map."""
    state: State = look.position.state
    units: list[Unit] = [state.units[one] for one in look.position.agenda[-1].env.units]
    return min((unit for unit in units if unit.on_map), key=lambda unit: unit.seat)


def play(look: Look, card: int) -> float:
    """Leaders whose units are in touch with the enemy first."""
    state: State = look.position.state
    one = leader(state, card)
    close = sum(
        1
        for s in state.stacks(one.side)
        if s[0].command == one.command and nearest(state, one.side, s[0].hex) <= 3
    )
    return 0.1 * one.sr + close


def first(look: Look, card: int) -> float:
    """One's own leader first."""
    return float(leader(look.position.state, card).side == look.side)


def interrupt(look: Look, card: int) -> float:
    """Worth a try with a good leader."""
    return 0.6 if leader(look.position.state, card).sr >= 6 else 0.1


def ride(look: Look, there: int) -> float:
    """With his units, best on a stack that needs him, near the goal."""
    state: State = look.position.state
    one = leader(state, look.position.agenda[-1].env.leader)
    own = [s[0] for s in state.stacks(look.side) if s[0].command == one.command] or [
        s[0] for s in state.stacks(look.side)
    ]
    if not own:
        return 0.0
    away = sum(distance(state.field, there, unit.hex) for unit in own) / len(own)
    stack = state.at.get(there, ())
    helps = 2.0 * any(u.order is not Order.GOOD for u in stack) + 0.5 * bool(stack)
    front = distance(state.field, there, goal(state, look.side, there))
    return helps - 0.3 * away - 0.15 * front - 1.0 * (nearest(state, look.side, there) <= 1 and not stack)


def stay(look: Look, _: Any) -> float:
    """Where he is."""
    state: State = look.position.state
    return ride(look, leader(state, look.position.agenda[-1].env.leader).hex) + 0.1


def act(look: Look, unit: int) -> float:
    """Those nearest the enemy first, so that the others see what came of it."""
    state: State = look.position.state
    return 2.0 - 0.05 * nearest(state, look.side, state.units[unit].hex)


def march(look: Look, there: int) -> float:
    """Nearer to the goal; guns and horse keep their distance. [F-11.3]"""
    state: State = look.position.state
    unit = _acting(look)
    near = nearest(state, unit.side, there)
    aim = goal(state, unit.side, unit.hex)
    gain = distance(state.field, unit.hex, aim) - distance(state.field, there, aim)
    if unit.order is not Order.GOOD:
        return 0.5 * (near - nearest(state, unit.side, unit.hex))
    if unit.arm is Arm.CAV:
        return 0.5 * gain - 0.6 * max(0, 4 - near) + (0.3 if near > 6 else 0.0)
    if unit.arm is Arm.ART:
        return 0.4 * gain - 1.0 * max(0, 4 - near)
    held = _holds(state, unit)
    if held or (unit.formation is F.LINE and near > 1 and nearest(state, unit.side, unit.hex) == 1):
        return -1.0
    return 0.6 * gain + (0.5 if near == 1 and unit.formation is not F.SQUARE else 0.0)


def _holds(state: State, unit: Unit) -> bool:
    return any(prize[0] == unit.hex and prize[1 + unit.side] > 0 for prize in state.field.prizes)


def turn(sixth: int) -> Rating:
    """Worth it if the enemy comes into front by it."""

    def rated(look: Look, _: Any) -> float:
        state: State = look.position.state
        unit = _acting(look)
        if faces_enemy(state, unit) or nearest(state, unit.side, unit.hex) > 6:
            return -0.5
        after = replace(unit, facing=turned(unit.facing, sixth))
        return 1.0 if faces_enemy(state, after) else 0.2 if sixth == 1 else 0.15

    return rated


def form_line(look: Look, _: Any) -> float:
    """Foot with the enemy at hand; lancers about to charge."""
    state: State = look.position.state
    unit = _acting(look)
    near = nearest(state, unit.side, unit.hex)
    if unit.arm is Arm.CAV:
        return -0.5
    return 2.5 if near <= 2 or (_holds(state, unit) and near <= 6) else -0.5


def form_column(look: Look, _: Any) -> float:
    """To march, and out of Square when the horse is gone."""
    state: State = look.position.state
    unit = _acting(look)
    if unit.formation is F.SQUARE:
        return -0.5 if _horse_near(state, unit) else 2.0
    return (
        1.5
        if nearest(state, unit.side, unit.hex) > 5
        and unit.formation is not F.COLUMN
        and not _holds(state, unit)
        else -0.5
    )


def _horse_near(state: State, unit: Unit) -> bool:
    return any(
        foe.arm is Arm.CAV and foe.good and not foe.spent and distance(state.field, foe.hex, unit.hex) <= 4
        for foe in enemies(state, unit.side)
    )


def form_square(look: Look, _: Any) -> float:
    """Fresh horse near and no foot or guns to fear."""
    state: State = look.position.state
    unit = _acting(look)
    foot = any(
        foe.arm is not Arm.CAV and foe.good and distance(state.field, foe.hex, unit.hex) <= 3
        for foe in enemies(state, unit.side)
    )
    return 1.2 if _horse_near(state, unit) and not foot else -1.0


def unlimber(look: Look, _: Any) -> float:
    """Guns with somebody in front to shoot at."""
    state: State = look.position.state
    unit = replace(_acting(look), formation=F.UNLIMBERED)
    near = nearest(state, unit.side, unit.hex)
    return 3.0 if near <= 6 and targets(state, unit) else -0.5


def limber(look: Look, _: Any) -> float:
    """Guns that see nobody go on."""
    state: State = look.position.state
    unit = _acting(look)
    return 1.0 if not targets(state, unit) and nearest(state, unit.side, unit.hex) > 6 else -1.0


def detach(look: Look, _: Any) -> float:
    """A Screen before the enemy comes close."""
    state: State = look.position.state
    unit = _acting(look)
    return 0.3 if 3 <= nearest(state, unit.side, unit.hex) <= 5 and unit.sv >= 2 and unit.steps >= 5 else -1.0


def fire(look: Look, pair: tuple[int, int]) -> float:
    """The more the shot is worth the better."""
    state: State = look.position.state
    unit, target = state.units[pair[0]], state.units[pair[1]]
    value = mfv(state, unit, target_hex(state, unit, target), Kind.ACTIVE).total
    return (1.5 if value > 0 else -1.0) + 0.2 * value


def shoot(look: Look, _: Any) -> float:
    """Seldom wrong."""
    return 1.0


def odds_of(
    state: State, stack: tuple[Unit, ...], target: tuple[Unit, ...], attack: Attack, direction: str, run: int
) -> Fraction:
    """The plain odds of an attack."""
    mine, theirs = strengths(state, Bout((stack,), target, attack, direction, (run,)))
    return mine / theirs if theirs else Fraction(9)


def assault(look: Look, _: Any) -> float:
    """Only at good odds, or against the broken."""
    state: State = look.position.state
    unit = _acting(look)
    stack = state.stack_of(unit)
    best = -1.0
    for target in reached(state, stack):
        way = worst_aspect(state, target[0], approaches(state, stack, target)[:1])
        ratio = odds_of(state, stack, target, Attack.ASSAULT, way, 0)
        if weak(target[0]) and ratio >= 1:
            best = max(best, 3.5)
        elif ratio >= Fraction(3, 2) or (
            (way != "front" or _wanted(state, unit.side, target[0])) and ratio >= 1
        ):
            best = max(best, 2.2)
    return best


def _wanted(state: State, side: int, target: Unit) -> bool:
    """Whether a stack stands on ground worth a bold assault."""
    return any(prize[0] == target.hex and prize[1 + side] >= 4 for prize in state.field.prizes)


def assault_target(look: Look, target: int) -> float:
    """The weakest of them."""
    state: State = look.position.state
    unit = state.units[target]
    return 1.0 * weak(unit) - 0.05 * unit.halves


def charge(look: Look, pair: tuple[int, int]) -> float:
    """Broken stacks, guns, flanks; never a Square. [F-17.1]"""
    state: State = look.position.state
    unit, target = state.units[pair[0]], state.units[pair[1]]
    if target.formation is F.SQUARE or (target.formation is F.GENERAL and target.arm is Arm.INF):
        return -2.0
    grid = state.field.grid
    spot = min(
        (there for _, there in grid.steps(target.hex)), key=lambda there: grid.distance(there, unit.hex)
    )
    way = aspect(state, target, spot)
    run = max(0, grid.distance(unit.hex, target.hex) - 1)
    ratio = odds_of(state, state.stack_of(unit), state.stack_of(target), Attack.CHARGE, way, run)
    score = 0.35 * float(min(ratio, Fraction(4))) + 0.9 * weak(target) + 0.5 * (way != "front")
    tried = 0.5 if target.arm is Arm.INF and target.good and not target.poor and run >= 1 else 0.0
    return score - tried - 0.3


def gallop(look: Look, there: int) -> float:
    """Straight on."""
    env = look.position.agenda[-1].env
    one = env.riders[env.at]
    state: State = look.position.state
    direction = state.field.grid.direction_between(state.units[one.unit].hex, there)
    return 1.0 + 0.5 * (bool(one.path) and one.path[-1] == direction)


def recall(look: Look, _: Any) -> float:
    """From a Square."""
    env = look.position.agenda[-1].env
    target = look.position.state.units[env.riders[env.at].target]
    return 2.0 if target.formation is F.SQUARE else -1.0


def charge_back(look: Look, unit: int) -> float:
    """If the enemy is not stronger."""
    env = look.position.agenda[-1].env
    state: State = look.position.state
    foe = state.units[env.riders[env.at].unit]
    return 0.8 if state.units[unit].strength >= foe.strength and not in_contact(state, foe, foe) else 0.2


def run(look: Look, there: int) -> float:
    """Home, not through friends."""
    state: State = look.position.state
    return -1.0 * (there in state.at) - 0.1 * distance(state.field, there, state.field.depots[look.side])


def regroup(look: Look, there: int) -> float:
    """Well away."""
    return float(min(6, nearest(look.position.state, look.side, there)))


def draw_off(look: Look, pair: tuple[int, int]) -> float:
    """Away from the enemy if he is close."""
    state: State = look.position.state
    here = nearest(state, look.side, state.units[pair[0]].hex)
    return 0.1 * (min(5, nearest(state, look.side, pair[1])) - min(5, here)) + 0.15


def rally(look: Look, unit: int) -> float:
    """Always, but the poorly trained only if they stand a chance."""
    each = look.position.state.units[unit]
    return -0.5 if each.poor and each.order is Order.ROUTED and each.tem < 6 else 1.0


RATED: dict[str, Rating] = {
    "play": play, "first": first, "interrupt": interrupt, "ride": ride, "stay": stay, "act": act, "march": march,
    "turn_left": turn(-1), "turn_right": turn(1), "form_line": form_line, "form_column": form_column,
    "form_square": form_square, "unlimber": unlimber, "limber": limber, "detach": detach, "fire": fire, "shoot": shoot,
    "volley": shoot, "assault": assault, "assault_target": assault_target, "charge": charge, "gallop": gallop,
    "recall": recall, "charge_back": charge_back, "run": run, "regroup": regroup, "draw_off": draw_off, "rally": rally,
}  # fmt: skip
