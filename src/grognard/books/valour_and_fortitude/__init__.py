"""Valour & Fortitude: Napoleonic brigades, complete."""

from __future__ import annotations

from grognard.books.valour_and_fortitude.advice import ADVICE
from grognard.books.valour_and_fortitude.army import Builder
from grognard.books.valour_and_fortitude.facts.secrecy import SECRETS, redact
from grognard.books.valour_and_fortitude.facts.soundness import census, faults
from grognard.books.valour_and_fortitude.laws import LAWS
from grognard.books.valour_and_fortitude.sequence import SEQUENCES
from grognard.books.valour_and_fortitude.setup import scenarios, setup
from grognard.books.valour_and_fortitude.sheet import SHEET
from grognard.books.valour_and_fortitude.situations import SITUATIONS
from grognard.books.valour_and_fortitude.state import Desk, Options, State
from grognard.books.valour_and_fortitude.steps.env import Env, Turn
from grognard.books.valour_and_fortitude.tables import TABLES
from grognard.engine.book import Ruleset
from grognard.engine.guide import load_guide
from grognard.engine.rulebook import load_rulebook

RULEBOOK = load_rulebook(__name__)


RULESET = Ruleset(
    name=__name__.rpartition(".")[2],
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
    redact=redact,
    secrets=SECRETS,
    census=census,
    check=faults,
    laws=LAWS,
    sheet=SHEET,
    advice=ADVICE,
    situations=SITUATIONS,
    army=Builder(),
    forces=("first_army", "second_army"),
    guide=load_guide(__name__, RULEBOOK),
)
