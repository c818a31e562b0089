"""Skirmish 1808: the front door."""

from __future__ import annotations

from grognard.engine.book import Book
from grognard.engine.handicap import LONGER, SHORTER, more_points, prize_points
from grognard.engine.pages import pages_of

from .advice import ADVICE
from .advice.generals import GENERALS
from .advice.guess import guess
from .army import Builder
from .facts.secrecy import SECRETS, redact
from .facts.soundness import census
from .facts.victory import decided
from .laws import LAWS
from .laws.crowded import CROWDED
from .printing import PRINTING
from .sequence import SEQUENCES
from .setup import scenarios, setup
from .setup.battles import BATTLES
from .sheet import SHEET
from .situations import SITUATIONS
from .situations.live import scene_for
from .state import Desk, Options, State
from .steps.env import Env, Place
from .tables import TABLES

FORCES = ("first_force", "second_force")
PAGES = pages_of(__name__, Options, FORCES)

RULESET = Book(
    name=__name__.rpartition(".")[2],
    api=1,
    rulebook=PAGES.rulebook,
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
    battles=BATTLES,
    outcome=lambda state: state.outcome,
    redact=redact,
    secrets=SECRETS,
    census=census,
    check=lambda state: (),  # the laws say it all
    laws=LAWS,
    crowded=CROWDED,
    sheet=SHEET,
    advice=ADVICE,
    generals=GENERALS,
    guess=guess,
    situations=SITUATIONS,
    scene_for=scene_for,
    army=Builder(),
    forces=FORCES,
    guide=PAGES.guide,
    lesson=PAGES.lesson,
    glossary=PAGES.glossary,
    switches=PAGES.switches,
    decided=decided,
    knobs=(
        more_points("force", "place"),
        prize_points("prize", "give {side} {by} points more for each of its prizes", range(25, 225, 25)),
        LONGER,
        SHORTER,
    ),
    printing=PRINTING,
)
