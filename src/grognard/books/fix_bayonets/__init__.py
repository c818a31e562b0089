"""Fix Bayonets!: the front door."""

from __future__ import annotations

from grognard.engine.book import Book
from grognard.engine.glossary import load_glossary
from grognard.engine.guide import load_guide
from grognard.engine.handicap import LONGER, SHORTER, more_points, prize_points
from grognard.engine.lesson import load_lesson
from grognard.engine.rulebook import load_rulebook
from grognard.engine.secrets import Secrets
from grognard.engine.switches import load_switches

from .advice import ADVICE
from .advice.generals import GENERALS
from .advice_1 import FIRST_ADVICE
from .army import Builder
from .facts.soundness import census
from .facts.victory import decided
from .laws import LAWS
from .printing import PRINTING
from .sequence import SEQUENCES
from .setup import scenarios, setup
from .setup.battles import BATTLES
from .sheet import SHEET
from .situations import SITUATIONS
from .situations.live import scene_for
from .state import Desk, Options, State
from .steps.env import Env, Turn
from .steps.single import EXCERPTS
from .tables import TABLES

RULEBOOK = load_rulebook(__name__)

RULESET = Book(
    name=__name__.rpartition(".")[2],
    rulebook=RULEBOOK,
    sequences=SEQUENCES,
    excerpts=EXCERPTS,
    opening="turn",
    opening_env=Turn(),
    state=State,
    env=Env,
    table=Desk,
    options=Options,
    tables=TABLES,
    scenarios=scenarios(),
    setup=setup,
    battles=BATTLES,
    outcome=lambda state: state.outcome,
    redact=lambda state, side: state,
    secrets=Secrets(lambda state: True),  # leader cards are chosen face down [OPS-01]
    census=census,
    check=lambda state: (),  # the laws say it all
    laws=LAWS,
    sheet=SHEET,
    advice=ADVICE,
    first_advice=FIRST_ADVICE,
    generals=GENERALS,
    situations=SITUATIONS,
    scene_for=scene_for,
    army=Builder(),
    forces=("first_army", "second_army"),
    guide=load_guide(__name__, RULEBOOK),
    lesson=load_lesson(__name__, RULEBOOK),
    glossary=load_glossary(__name__, RULEBOOK),
    switches=load_switches(__name__, Options, ("first_army", "second_army")),
    decided=decided,
    knobs=(
        more_points("army", "deploy"),
        prize_points("prize", "give {side} {by} points more for each place that counts", range(1, 9)),
        LONGER,
        SHORTER,
    ),
    printing=PRINTING,
)
