"""Valour & Fortitude: Napoleonic brigades, complete."""

from __future__ import annotations

import msgspec

from grognard.books.valour_and_fortitude.advice import ADVICE
from grognard.books.valour_and_fortitude.army import Builder
from grognard.books.valour_and_fortitude.facts.soundness import census, faults
from grognard.books.valour_and_fortitude.laws import LAWS
from grognard.books.valour_and_fortitude.sequence import SEQUENCES
from grognard.books.valour_and_fortitude.setup import scenarios, setup
from grognard.books.valour_and_fortitude.sheet import SHEET
from grognard.books.valour_and_fortitude.situations import SITUATIONS
from grognard.books.valour_and_fortitude.state import Desk, Fate, Options, State
from grognard.books.valour_and_fortitude.steps.env import Env, Turn
from grognard.books.valour_and_fortitude.tables import TABLES
from grognard.engine.book import Ruleset
from grognard.engine.guide import load_guide
from grognard.engine.rulebook import load_rulebook

RULEBOOK = load_rulebook(__name__)


def redact(state: State, side: int | None) -> State:
    """Cards in hand and deck are known to their owner only, and so is which of them he keeps quiet about. [44]"""
    fates = []
    for number, fate in enumerate(state.fates):
        if number != side:
            fate = Fate((0,) * len(fate.deck), (0,) * len(fate.hand), fate.discards)
        fates.append(fate)
    found = fates[0], fates[1]
    spells = tuple(s for s in state.spells if s.card != "quiet" or s.side == side)
    if found == state.fates and len(spells) == len(state.spells):
        return state
    return msgspec.structs.replace(state, fates=found, spells=spells)


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
