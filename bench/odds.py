"""What the odds of a whole charge cost, live: `python -m bench.odds [BOOK …] [--charges N]`.

The first greedy players, who stay as they were, fight some battles of every book with fixed seeds; of the charges on offer
at a choice one is drawn, and its odds are worked out from
a position that remembers nothing, as a worker gets it. Processor time. Writes the figures to bench/results.json.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from bench import pages
from grognard import books
from grognard.ai.greedy import GreedyAgent
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.odds.explore import explore

RESULTS = Path(__file__).with_name("results.json")
CHARGES = 30
"""So many charges of each battle are looked at."""
GAMES = 4
"""So many games of a battle are played at most to find them."""


class Charging(NamedTuple):
    """Which battles of a book are looked at, and which verbs open a charge in them."""

    scenarios: tuple[str, ...]
    verbs: tuple[str, ...]


# fmt: off
CHARGING = {
    "ever_victorious_armies": Charging(("stockade", "palikao", "kilns"), ("charge",)),
    "fix_bayonets": Charging(("first_blood", "albuera", "quatre_bras", "campaign_day"), ("charge",)),
    "men_who_would_be_kings": Charging(
        ("meeting", "just_passing_by", "seek_and_destroy", "get_off_my_land", "run_to_the_hills", "storm_the_fort", "hlobane", "mr_babbage"),
        ("attack", "charge"),
    ),
    "skirmish_1808": Charging(("farm", "redinha", "usagre"), ("charge",)),
    "valour_and_fortitude": Charging(("first_brigade", "setpiece_battle", "ligny"), ("assault", "charge")),
}
# fmt: on


class Charge(NamedTuple):
    """A charge on offer: what the side knows, written out, and the move."""

    view: bytes
    move: Move


def charges(book: Book, scenario: str, verbs: tuple[str, ...], seed: int = 1) -> Iterator[Charge]:
    """Charges on offer in greedy games of a battle, at most one of each choice."""
    engine, rng = book.engine(), random.Random(seed)
    sides = len(book.scenarios[scenario].sides)
    for game in range(GAMES):
        agents = [GreedyAgent(book, sides * game + side) for side in range(sides)]
        position = book.start(scenario)
        while (waiting := engine.pending(position)) is not None:
            if isinstance(waiting, Throw):
                position = engine.apply(position, waiting.roll(rng))
                continue
            side = waiting.who[0]
            view = book.view_of(position, side)
            ask = engine.pending(view)
            assert isinstance(ask, Ask)
            offered = [
                Move(side, verb, noun)
                for verb in verbs
                if verb in ask.offers and ask.offers[verb].listable()
                for noun in ask.offers[verb]
            ]
            if offered:
                yield Charge(book.encode(view), rng.choice(offered))
            position = engine.apply(position, agents[side].choose(view, ask.for_side(side), side))


def cost(book: Book, charge: Charge) -> float | None:
    """Seconds of processor time for the odds of one charge; None where no dice follow from it."""
    engine, view = book.engine(), book.decode(charge.view)
    engine.pending(view)  # whoever asks has the choice before them
    gc.collect()
    began = process_time()
    scene = book.scene_for(view, charge.move)
    if scene is None:
        return None
    explore(engine, scene)
    return process_time() - began


def measure(book: Book, charging: Charging, many: int = CHARGES) -> dict[str, Any]:
    """Median, 95 % and worst of the odds of charges, by battle and of all."""
    spent: dict[str, list[float]] = {}
    for scenario in charging.scenarios:
        found = (cost(book, charge) for charge in charges(book, scenario, charging.verbs))
        spent[scenario] = list(islice((one for one in found if one is not None), many))
    every = [one for some in spent.values() for one in some]
    return {**spread(every), "battles": {scenario: spread(some) for scenario, some in spent.items()}}


def spread(seconds: list[float]) -> dict[str, float]:
    """Median, 95th percentile and maximum in milliseconds."""
    if not seconds:
        return {"charges": 0}
    ranked = sorted(seconds)
    return {
        "charges": len(ranked),
        "median": round(1000 * median(ranked), 1),
        "p95": round(1000 * ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))], 1),
        "max": round(1000 * ranked[-1], 1),
    }


def main() -> None:
    """Measure the books asked for, print and keep what was found."""
    parser = argparse.ArgumentParser(prog="python -m bench.odds", description=__doc__)
    parser.add_argument("books", nargs="*", metavar="BOOK")
    parser.add_argument("--charges", type=int, default=CHARGES, help=f"of each battle ({CHARGES})")
    given = parser.parse_args()
    results = json.loads(RESULTS.read_text("utf-8"))
    for name in given.books or list(CHARGING):
        found = measure(books.load(name), CHARGING[name], given.charges)
        results.setdefault("charges", {})[name] = found
        print(name, json.dumps(found), flush=True)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        pages.main()


if __name__ == "__main__":
    main()
