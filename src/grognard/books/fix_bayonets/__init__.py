"""Fix Bayonets!: the front door."""

from __future__ import annotations

from grognard.books.fix_bayonets.advice import ADVICE
from grognard.books.fix_bayonets.army import Builder
from grognard.books.fix_bayonets.facts.soundness import census
from grognard.books.fix_bayonets.laws import LAWS
from grognard.books.fix_bayonets.sequence import SEQUENCES
from grognard.books.fix_bayonets.setup import scenarios, setup
from grognard.books.fix_bayonets.sheet import SHEET
from grognard.books.fix_bayonets.situations import SITUATIONS
from grognard.books.fix_bayonets.state import Desk, Options, State
from grognard.books.fix_bayonets.steps.env import Env, Turn
from grognard.books.fix_bayonets.tables import TABLES
from grognard.engine.book import Ruleset
from grognard.engine.guide import load_guide
from grognard.engine.rulebook import load_rulebook
from grognard.engine.secrets import Secrets

RULEBOOK = load_rulebook(__name__)

RULESET = Ruleset(
    name=__name__.rpartition(".")[2],
    rulebook=RULEBOOK,
    sequences=SEQUENCES,
    opening="turn",
    opening_env=Turn(),
    state=State,
    env=Env,
    table=Desk,
    options=Options,
    tables=TABLES,
    scenarios=scenarios(),
    setup=setup,
    outcome=lambda state: state.outcome,
    redact=lambda state, side: state,
    secrets=Secrets(lambda state: True),  # leader cards are chosen face down [OPS-01]
    census=census,
    check=lambda state: (),  # the laws say it all
    laws=LAWS,
    sheet=SHEET,
    advice=ADVICE,
    situations=SITUATIONS,
    army=Builder(),
    guide=load_guide(__name__, RULEBOOK),
)
