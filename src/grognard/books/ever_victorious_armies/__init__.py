"""Ever Victorious Armies: the front door."""

from __future__ import annotations

from grognard.engine.book import Book
from grognard.engine.handicap import LONGER, SHORTER, more_points, prize_points, side_number
from grognard.engine.pages import pages_of

from .advice import ADVICE
from .advice.generals import GENERALS
from .army import Builder
from .facts.victory import decided
from .laws import LAWS, census
from .laws.crowded import CROWDED
from .printing import PRINTING
from .sequence import EXCERPTS, SEQUENCES
from .setup import scenarios, setup
from .setup.battles import BATTLES
from .sheet import SHEET
from .situations import SITUATIONS
from .situations.live import scene_for
from .state import Desk, Options, State
from .steps.env import MoveEnv, Turn
from .steps.env_fight import FightEnv
from .tables import TABLES

FORCES = ("first_army", "second_army")
PAGES = pages_of(__name__, Options, FORCES)

RULESET = Book(
    name=__name__.rpartition(".")[2],
    api=1,
    rulebook=PAGES.rulebook,
    sequences=SEQUENCES,
    excerpts=EXCERPTS,
    opening="battle",
    opening_env=Turn(),
    state=State,
    env=MoveEnv | FightEnv,
    table=Desk,
    options=Options,
    tables=TABLES,
    scenarios=scenarios(),
    setup=setup,
    battles=BATTLES,
    outcome=lambda state: state.outcome,
    redact=lambda state, side: state,  # nothing is hidden in this book: dice and positions are open
    census=census,
    check=lambda state: (),  # the laws look at every state
    laws=LAWS,
    crowded=CROWDED,
    sheet=SHEET,
    advice=ADVICE,
    generals=GENERALS,
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
        more_points("army", "unit"),
        side_number("break_at", "let {side} lose {by} more of its units before it breaks", 4),
        prize_points("score", "give {side} {by} points more for what it scores by", range(1, 7)),
        LONGER,
        SHORTER,
    ),
    printing=PRINTING,
)
