"""Valour & Fortitude: Napoleonic brigades, complete."""

from __future__ import annotations

from grognard.engine.book import Book
from grognard.engine.glossary import load_glossary
from grognard.engine.guide import load_guide
from grognard.engine.handicap import LONGER, SHORTER, more_points
from grognard.engine.lesson import load_lesson
from grognard.engine.rulebook import load_rulebook
from grognard.engine.switches import load_switches

from .advice import ADVICE
from .advice.generals import GENERALS
from .advice.guess import guess
from .advice_1 import FIRST_ADVICE
from .army import Builder
from .facts.morale import decided
from .facts.secrecy import SECRETS, redact
from .facts.soundness import census, faults
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
from .steps.odds import EXCERPTS
from .tables import TABLES

RULEBOOK = load_rulebook(__name__)


RULESET = Book(
    name=__name__.rpartition(".")[2],
    rulebook=RULEBOOK,
    sequences=SEQUENCES,
    excerpts=EXCERPTS,
    opening="battle",
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
    redact=redact,
    secrets=SECRETS,
    census=census,
    check=faults,
    laws=LAWS,
    sheet=SHEET,
    advice=ADVICE,
    first_advice=FIRST_ADVICE,
    generals=GENERALS,
    guess=guess,
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
        more_points("army", "unit"),
        LONGER,
        SHORTER,
    ),
    printing=PRINTING,
)
