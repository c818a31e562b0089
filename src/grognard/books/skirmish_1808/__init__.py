"""Skirmish 1808: the front door."""

from __future__ import annotations

from grognard.books.skirmish_1808.advice import ADVICE
from grognard.books.skirmish_1808.army import Builder
from grognard.books.skirmish_1808.facts.secrecy import SECRETS, redact
from grognard.books.skirmish_1808.facts.soundness import census
from grognard.books.skirmish_1808.laws import LAWS
from grognard.books.skirmish_1808.sequence import SEQUENCES
from grognard.books.skirmish_1808.setup import scenarios, setup
from grognard.books.skirmish_1808.sheet import SHEET
from grognard.books.skirmish_1808.situations import SITUATIONS
from grognard.books.skirmish_1808.state import Desk, Options, State
from grognard.books.skirmish_1808.steps.env import Env, Place
from grognard.books.skirmish_1808.tables import TABLES
from grognard.engine.book import Ruleset
from grognard.engine.guide import load_guide
from grognard.engine.rulebook import load_rulebook

RULEBOOK = load_rulebook(__name__)


RULESET = Ruleset(
    name=__name__.rpartition(".")[2],
    rulebook=RULEBOOK,
    sequences=SEQUENCES,
    opening="battle",
    opening_env=Place(),
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
    check=lambda state: (),  # the laws say it all
    laws=LAWS,
    sheet=SHEET,
    advice=ADVICE,
    situations=SITUATIONS,
    army=Builder(),
    forces=("first_force", "second_force"),
    guide=load_guide(__name__, RULEBOOK),
)
