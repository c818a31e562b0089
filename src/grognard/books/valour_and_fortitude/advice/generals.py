"""The generals of the period whom one may play against: their characters are weights, and they see what anybody sees."""

from __future__ import annotations

from grognard.engine.generals import RASH, STEADY, WILY, General, Generals
from grognard.engine.verbs import Mood, in_mood

from ..steps.verbs import VERBS

GENERALS = Generals(
    bold=in_mood(VERBS, Mood.BOLD),
    wary=in_mood(VERBS, Mood.WARY),
    scale=0.25,
    who=(
        General(
            "blucher",
            "Prince Blücher",
            "The Prussians called him Marshal Forwards; he goes at the enemy and trusts to luck",
            RASH,
        ),
        General(
            "barclay",
            "Barclay de Tolly",
            "He brought the army back from the Niemen whole, with everybody crying for battle; he keeps his line and waits",
            STEADY,
        ),
        General(
            "suchet",
            "Marshal Suchet",
            "The one marshal whom Spain made great; he looks at more ways than others, and farther",
            WILY,
        ),
    ),
)
