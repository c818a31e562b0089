"""Candidates for a choice, each with what it seems worth: one rating for each verb. [F-8.3]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move

from . import fighting, leading, marching

Rating = Callable[[Look, Any], float]
PLAIN: dict[str, float] = {
    "bring": 1.0, "enough": 0.0, "no_orders": 0.5, "forgo": 0.5, "next_leader": 0.0, "enter": 3.0,
    "end_formation": -1.0, "done": 0.1, "prolonge": -1.0, "force_march": -1.0, "put_on_top": -1.0, "extend": -1.0,
    "form_masse": -1.0, "form_road": -1.0, "form_general": -1.0, "form_open": -1.0,
    "hold_fire": 0.0, "send": 1.0, "charge_home": 0.5, "withdraw": 0.4, "stand": 0.5, "face_left": 0.3, "face_right": 0.3,
    "occupy": 1.0, "declared": 0.4, "switch": 1.5, "wait": 0.4, "slip": 1.0, "stand_by": 0.5, "follow": 1.0, "pursue": 0.6,
    "halt": 0.5, "stay_put": 0.2, "return_to": 0.5, "no_more": 0.0, "reserve": -1.0, "none_back": 0.0, "take_off": 0.2,
    "keep": 0.3, "let_pass": 0.3, "try_square": 1.0, "go_along": 0.6, "leave_reserve": 1.0, "keep_back": 0.0,
}  # fmt: skip
RATED: dict[str, Rating] = {
    "play": leading.play, "first": leading.first, "interrupt": leading.interrupt, "ride": leading.ride, "stay": leading.stay,
    "shift": leading.shift, "take_over": leading.take_over, "take_along": leading.take_along,
    "act": marching.act, "act_alone": marching.act_alone, "form_screen": marching.form_screen, "march": marching.march, "turn_left": marching.turn(-1), "turn_right": marching.turn(1),
    "face": marching.face, "form_line": marching.form_line, "form_column": marching.form_column,
    "form_square": marching.form_square, "unlimber": marching.unlimber, "limber": marching.limber, "detach": marching.detach,
    "fire": fighting.fire, "shoot": fighting.shoot, "volley": fighting.shoot, "bound": fighting.bound,
    "assault": fighting.assault, "assault_target": fighting.assault_target, "go_by": fighting.go_by, "straggle": fighting.straggle,
    "charge": fighting.charge, "gallop": fighting.gallop, "recall": fighting.recall, "charge_back": fighting.charge_back,
    "chase": fighting.chase, "run": fighting.run, "regroup": fighting.regroup, "draw_off": fighting.draw_off, "rally": fighting.rally,
}  # fmt: skip


def moves(look: Look) -> Iterable[tuple[Move, float]]:
    """Every verb on offer with the nouns worth looking at."""
    offers = look.ask.for_side(look.side).offers
    for verb, domain in offers.items():
        if verb in ("give_om", "initiative"):
            yield from leading.orders(look, verb, domain)
            continue
        rate = RATED.get(verb)
        for noun in domain:
            worth = PLAIN.get(verb, 0.0) if rate is None else rate(look, noun)
            yield Move(look.side, verb, noun), worth
