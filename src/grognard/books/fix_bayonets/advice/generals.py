"""The generals of the period whom one may play against: their characters are weights, and they see what anybody sees."""

from __future__ import annotations

from grognard.engine.generals import RASH, STEADY, WILY, General, Generals

GENERALS = Generals(
    bold=frozenset(
        {
            "assault",
            "assault_target",
            "charge",
            "charge_back",
            "charge_home",
            "chase",
            "follow",
            "force_march",
            "gallop",
            "pursue",
        }
    ),
    wary=frozenset(
        {
            "end_formation",
            "form_square",
            "halt",
            "hold_fire",
            "rally",
            "recall",
            "regroup",
            "stay",
            "stay_put",
            "try_square",
            "withdraw",
        }
    ),
    scale=0.8,
    who=(
        General(
            "ney",
            "Marshal Ney",
            "The bravest of the brave, who sent the horse in alone at Waterloo; he goes at the enemy and trusts to luck",
            RASH,
        ),
        General(
            "wellington",
            "The Duke of Wellington",
            "He let them come and beat them in line; he keeps his line whole and waits",
            STEADY,
        ),
        General(
            "soult",
            "Marshal Soult",
            "He turned the flank at Albuera before anybody saw him; he looks at more ways than others, and farther",
            WILY,
        ),
    ),
)
