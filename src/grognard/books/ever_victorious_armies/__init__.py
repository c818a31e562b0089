"""Ever Victorious Armies: the front door."""

from __future__ import annotations

from grognard.books.ever_victorious_armies.advice import ADVICE
from grognard.books.ever_victorious_armies.army import Builder
from grognard.books.ever_victorious_armies.laws import LAWS, census
from grognard.books.ever_victorious_armies.sequence import SEQUENCES
from grognard.books.ever_victorious_armies.setup import scenarios, setup
from grognard.books.ever_victorious_armies.sheet import SHEET
from grognard.books.ever_victorious_armies.situations import SITUATIONS
from grognard.books.ever_victorious_armies.state import Desk, Options, State
from grognard.books.ever_victorious_armies.steps.env import MoveEnv, Turn
from grognard.books.ever_victorious_armies.steps.env_fight import FightEnv
from grognard.books.ever_victorious_armies.tables import TABLES
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
    env=MoveEnv | FightEnv,
    table=Desk,
    options=Options,
    tables=TABLES,
    scenarios=scenarios(),
    setup=setup,
    outcome=lambda state: state.outcome,
    redact=lambda state, side: state,  # nothing is hidden in this book: dice and positions are open
    census=census,
    check=lambda state: (),  # the laws look at every state
    laws=LAWS,
    sheet=SHEET,
    advice=ADVICE,
    situations=SITUATIONS,
    army=Builder(),
    guide=load_guide(__name__, RULEBOOK),
)
