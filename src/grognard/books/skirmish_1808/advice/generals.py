"""The generals of the period whom one may play against: their characters are weights, and they see what anybody sees."""

from __future__ import annotations

from grognard.engine.generals import RASH, STEADY, WILY, General, Generals

GENERALS = Generals(
    bold=frozenset({"advance", "charge", "close_in", "counter_charge", "go_in", "pursue", "sally", "spring"}),
    wary=frozenset({"evade", "halt", "hold", "redress", "regroup", "stay"}),
    scale=12.0,
    who=(
        General(
            "craufurd",
            "Robert Craufurd",
            "He stayed too long beyond the Coa; he goes at the enemy and trusts to luck",
            RASH,
        ),
        General(
            "moore",
            "Sir John Moore",
            "He drilled the light infantry at Shorncliffe; he keeps his men in hand and waits",
            STEADY,
        ),
        General(
            "sanchez",
            "Don Julián Sánchez",
            "His lancers took couriers, herds and a governor; he looks at more ways than others, and farther",
            WILY,
        ),
    ),
)
