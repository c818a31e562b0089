"""Starter: the front door."""

from __future__ import annotations

from grognard.engine.book import Book
from grognard.engine.glossary import load_glossary
from grognard.engine.guide import load_guide
from grognard.engine.lesson import load_lesson
from grognard.engine.rulebook import load_rulebook

from .advice import ADVICE
from .laws import LAWS, census
from .sequence import SEQUENCES
from .setup import scenarios, setup
from .sheet import SHEET
from .situations import SITUATIONS, scene_for
from .state import Desk, Options, State
from .steps import Env, Turn
from .tables import TABLES

RULEBOOK = load_rulebook(__name__)
RULESET = Book(
    name="starter",
    api=1,
    rulebook=RULEBOOK,
    sequences=SEQUENCES,
    opening="battle",
    opening_env=Turn(),
    state=State,
    env=Env,
    table=Desk,
    options=Options,
    tables=TABLES,
    scenarios=scenarios(),
    setup=setup,
    outcome=lambda state: state.outcome,
    redact=lambda state, side: state,  # nothing is hidden
    census=census,
    check=lambda state: (),
    laws=LAWS,
    sheet=SHEET,
    advice=ADVICE,
    situations=SITUATIONS,
    scene_for=scene_for,
    guide=load_guide(__name__, RULEBOOK),
    lesson=load_lesson(__name__, RULEBOOK),
    glossary=load_glossary(__name__, RULEBOOK),
)
