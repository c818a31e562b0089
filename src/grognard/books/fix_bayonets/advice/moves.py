"""Candidates for a choice, each with what it seems worth: one rating for each verb. [F-8.3]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.verbs import numbers, rated_by

from ..steps.verbs import VERBS, Rating
from . import fighting, guns, leading, marching, supply

R = Rating
SUMS: dict[Enum, Callable[[Look, Any], float]] = {
    R.PLAY: leading.play, R.FIRST: leading.first, R.INTERRUPT: leading.interrupt, R.BRING: leading.bring,
    R.LEAVE_RESERVE: leading.leave_reserve, R.RIDE: leading.ride, R.STAY: leading.stay, R.ACT: marching.act,
    R.ACT_ALONE: marching.act_alone, R.TAKE_ALONG: leading.take_along, R.ENTER: marching.enter, R.END_FORMATION: marching.end_formation,
    R.MARCH: marching.march, R.LEFT: marching.turn(-1), R.RIGHT: marching.turn(1), R.FORM_LINE: marching.form_line,
    R.FORM_COLUMN: marching.form_column, R.FORM_MASSE: marching.form_masse, R.FORM_SQUARE: marching.form_square,
    R.FORM_ROAD: marching.form_road, R.FORM_GENERAL: marching.form_general, R.FORM_OPEN: marching.form_open,
    R.FORM_SCREEN: marching.form_screen, R.EXTEND: marching.extend, R.LIMBER: marching.limber, R.UNLIMBER: marching.unlimber,
    R.FIRE: fighting.fire, R.PROLONGE: guns.prolonge, R.FORCE_MARCH: marching.force_march, R.DETACH: marching.detach,
    R.PUT_ON_TOP: marching.put_on_top, R.ASSAULT: fighting.assault, R.DONE: marching.done, R.SHOOT: fighting.shoot,
    R.VOLLEY: fighting.volley, R.RUN: fighting.run, R.SHIFT: leading.shift, R.ASSAULT_TARGET: fighting.assault_target,
    R.SEND: fighting.send, R.CHARGE_HOME: fighting.charge_home, R.WITHDRAW: fighting.withdraw, R.LEFT_TO_MEET: fighting.turn_to_meet(-1),
    R.RIGHT_TO_MEET: fighting.turn_to_meet(1), R.GO_BY: fighting.go_by, R.OCCUPY: fighting.occupy, R.FACE: marching.face,
    R.STRAGGLE: fighting.straggle, R.BOUND: fighting.bound, R.CHARGE: fighting.charge, R.GALLOP: fighting.gallop, R.RECALL: fighting.recall,
    R.CHARGE_BACK: fighting.charge_back, R.REGROUP: fighting.regroup, R.PURSUE: fighting.pursue, R.CHASE: fighting.chase,
    R.DRAW_OFF: fighting.draw_off, R.TAKE_OVER: leading.take_over, R.RALLY: fighting.rally, R.RESERVE: leading.reserve,
    R.TAKE_OFF: leading.take_off, R.COME_UP: supply.come_up, R.HAND_OUT: supply.hand_out, R.REFILL: supply.refill,
    R.CATCH_BREATH: supply.catch_breath, R.BREAK_DOWN: supply.break_down,
}  # fmt: skip
STANDING = numbers(VERBS)
"""What it is worth to let a thing be: what others must be worth to be done; and what is right whenever it is offered."""
RATED = rated_by(VERBS, SUMS)


UNDONE = frozenset(verb for verb, row in VERBS.items() if row.undone)
"""What costs nothing and can be undone at once comes to mind only where it is better: a slip might be repeated for ever. [F-6.1a]"""


def moves(look: Look) -> Iterable[tuple[Move, float]]:
    """Every verb on offer with the nouns worth looking at."""
    for verb, domain in look.ask.for_side(look.side).offers.items():
        if VERBS[verb].rating is R.ORDERS:
            yield from leading.orders(look, verb, domain)
            continue
        rate = RATED.get(verb)
        for noun in domain:
            worth = STANDING[verb] if rate is None else rate(look, noun)
            if worth > 0 or verb not in UNDONE:
                yield Move(look.side, verb, noun), worth
