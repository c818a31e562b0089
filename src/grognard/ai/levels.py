"""The levels people choose from, the weakest first: who plays, and how to say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from grognard.ai.corporal import Corporal
from grognard.ai.greedy import GreedyAgent
from grognard.ai.planner import Musing
from grognard.ai.random_agent import RandomAgent
from grognard.ai.search import Depth, SearchAgent

if TYPE_CHECKING:
    from grognard.ai.agents import Agent
    from grognard.engine.advice import Advice
    from grognard.engine.book import Book
    from grognard.engine.generals import General


class Level(NamedTuple):
    """A computer player as people choose it."""

    name: str
    title: str
    words: str


class Rank(NamedTuple):
    """A level: our words for it, and how its player is made."""

    words: str
    make: Callable[[Book, int], Agent]


OFFICER = Depth(
    candidates=4, rounds=24, turns=(2,), nodes=400, musing=Musing(plans=4, rounds=8, turns=2, nodes=200)
)
"""Who gives hints, and what generals are made of."""
CAPTAIN = Depth(
    candidates=5, rounds=60, turns=(2,), nodes=1200, musing=Musing(plans=8, rounds=16, turns=2, nodes=300)
)

RANKS: Mapping[str, Rank] = {
    "recruit": Rank("does anything that is allowed", lambda _book, seed: RandomAgent(seed)),
    "corporal": Rank("does what comes to mind first, and not always the best of it", Corporal),
    "sergeant": Rank("takes what looks best at once", lambda book, seed: GreedyAgent(book, seed)),
    "lieutenant": Rank(
        "often weighs a few moves, a turn or two ahead",
        lambda book, seed: SearchAgent(book, seed, OFFICER._replace(attention=book.advice.attention)),
    ),
    "captain": Rank(
        "thinks every choice through, more moves and each more often; takes a little longer",
        lambda book, seed: SearchAgent(book, seed, captain(book.advice)),
    ),
}


def captain(advice: Advice) -> Depth:
    """What he does with his time is said by each book."""
    musing = CAPTAIN.musing
    return CAPTAIN._replace(
        candidates=advice.breadth,
        turns=advice.foresight,
        nodes=round(CAPTAIN.nodes * advice.patience),
        least=advice.least,
        doubted=advice.doubted,
        musing=musing._replace(nodes=round(musing.nodes * advice.forethought), **advice.resolve._asdict()),
    )


def general(book: Book, seed: int, who: General) -> SearchAgent:
    """Somebody with a character, who thinks every choice through."""
    temper = who.temper
    depth = OFFICER._replace(candidates=temper.candidates, margin=temper.margin, turns=temper.turns)
    return SearchAgent(book, seed, depth, temper)


USUAL = "sergeant"
"""Who plays if nobody was chosen."""
ALIASES: Mapping[str, str] = {"random": "recruit", "greedy": "sergeant"}
"""What some were called before; games and commands that name them so still find them."""


__all__ = ["ALIASES", "CAPTAIN", "OFFICER", "RANKS", "USUAL", "Level", "captain", "general"]
