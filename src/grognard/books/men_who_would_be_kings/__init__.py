"""The Men Who Would Be Kings: the front door."""

from __future__ import annotations

from grognard.books.men_who_would_be_kings.advice import ADVICE
from grognard.books.men_who_would_be_kings.advice.automaton import Babbage
from grognard.books.men_who_would_be_kings.army import Builder
from grognard.books.men_who_would_be_kings.facts.secrecy import SECRETS, redact
from grognard.books.men_who_would_be_kings.facts.soundness import census
from grognard.books.men_who_would_be_kings.laws import LAWS
from grognard.books.men_who_would_be_kings.sequence import SEQUENCES
from grognard.books.men_who_would_be_kings.setup import scenarios, setup
from grognard.books.men_who_would_be_kings.sheet import SHEET
from grognard.books.men_who_would_be_kings.situations import SITUATIONS
from grognard.books.men_who_would_be_kings.state import Desk, Options, State
from grognard.books.men_who_would_be_kings.steps.env import Env, Opening
from grognard.books.men_who_would_be_kings.tables import TABLES
from grognard.engine.book import Ruleset
from grognard.engine.guide import load_guide
from grognard.engine.rulebook import load_rulebook

RULEBOOK = load_rulebook(__name__)


RULESET = Ruleset(
    name=__name__.rpartition(".")[2],
    rulebook=RULEBOOK,
    sequences=SEQUENCES,
    opening="battle",
    opening_env=Opening(),
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
    check=lambda _state: (),  # all that is to be checked is a law
    laws=LAWS,
    sheet=SHEET,
    advice=ADVICE,
    situations=SITUATIONS,
    army=Builder(),
    forces=("first_force", "second_force"),
    guide=load_guide(__name__, RULEBOOK),
    automata={"babbage": Babbage},
)
