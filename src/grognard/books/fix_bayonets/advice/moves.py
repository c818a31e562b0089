"""Candidates for a choice, each with what it seems worth: one rating for each verb. [F-8.3]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move

from . import fighting, guns, leading, marching, supply

Rating = Callable[[Look, Any], float]
STANDING: dict[str, float] = {
    "enough": 0.0, "no_orders": 0.5, "forgo": 0.5, "hold_fire": 0.0, "stand": 0.5, "declared": 0.4, "wait": 0.4, "stand_by": 0.5,
    "halt": 0.5, "stay_put": 0.2, "no_more": 0.0, "none_back": 0.0, "keep": 0.3, "let_pass": 0.3, "go_along": 0.6, "keep_back": 0.0,
    "wait_at_depot": 0.0, "keep_loads": 0.3,
}  # fmt: skip
"""What it is worth to let a thing be: what others must be worth to be done."""
ALWAYS: dict[str, float] = {"switch": 1.5, "try_square": 1.0, "slip": 1.0, "follow": 1.0, "return_to": 0.5}
"""What is right whenever it is offered."""
RATED: dict[str, Rating] = {
    "play": leading.play, "next_leader": leading.play, "first": leading.first, "interrupt": leading.interrupt, "ride": leading.ride,
    "stay": leading.stay, "shift": leading.shift, "take_over": leading.take_over, "take_along": leading.take_along,
    "bring": leading.bring, "take_off": leading.take_off, "reserve": leading.reserve, "leave_reserve": leading.leave_reserve,
    "act": marching.act, "act_alone": marching.act_alone, "enter": marching.enter, "end_formation": marching.end_formation,
    "march": marching.march, "force_march": marching.force_march, "turn_left": marching.turn(-1), "turn_right": marching.turn(1),
    "face": marching.face, "form_line": marching.form_line, "form_column": marching.form_column, "form_square": marching.form_square,
    "form_masse": marching.form_masse, "form_general": marching.form_general, "form_open": marching.form_open,
    "form_road": marching.form_road, "form_screen": marching.form_screen, "extend": marching.extend, "detach": marching.detach,
    "put_on_top": marching.put_on_top, "unlimber": marching.unlimber, "limber": marching.limber, "prolonge": guns.prolonge,
    "done": marching.done,
    "fire": fighting.fire, "shoot": fighting.shoot, "volley": fighting.volley, "bound": fighting.bound,
    "assault": fighting.assault, "assault_target": fighting.assault_target, "send": fighting.send, "charge_home": fighting.charge_home,
    "go_by": fighting.go_by, "withdraw": fighting.withdraw, "face_left": fighting.turn_to_meet(-1),
    "face_right": fighting.turn_to_meet(1), "occupy": fighting.occupy, "straggle": fighting.straggle,
    "charge": fighting.charge, "gallop": fighting.gallop, "recall": fighting.recall, "charge_back": fighting.charge_back,
    "pursue": fighting.pursue, "chase": fighting.chase, "run": fighting.run, "regroup": fighting.regroup,
    "draw_off": fighting.draw_off, "rally": fighting.rally,
    "come_up": supply.come_up, "hand_out": supply.hand_out, "refill": supply.refill, "catch_breath": supply.catch_breath,
    "break_down": supply.break_down,
}  # fmt: skip


UNDONE = {"put_on_top"}
"""What costs nothing and can be undone at once comes to mind only where it is better: who did it for a slip might do so for ever. [F-6.1a]"""


def moves(look: Look) -> Iterable[tuple[Move, float]]:
    """Every verb on offer with the nouns worth looking at."""
    offers, plain = look.ask.for_side(look.side).offers, {**STANDING, **ALWAYS}
    for verb, domain in offers.items():
        if verb in ("give_om", "initiative"):
            yield from leading.orders(look, verb, domain)
            continue
        rate = RATED.get(verb)
        for noun in domain:
            worth = plain[verb] if rate is None else rate(look, noun)
            if worth > 0 or verb not in UNDONE:
                yield Move(look.side, verb, noun), worth
