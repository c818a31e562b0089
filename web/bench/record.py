"""Record a game between computer players for the battlefield's demo page.

`python web/bench/record.py BOOK SCENARIO OUT.json [--seed N] [--agent NAME]` writes the board, the first view and
the updates that the server would have sent, less what names the book and with the views as changes.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import msgspec

from grognard import books
from grognard.ai import agents
from grognard.engine.book import Book, render
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dice import Pool
from grognard.engine.domains import Reach
from grognard.lab.play import view_for


def plain(value: Any) -> Any:
    """Anything of ours as JSON data."""
    return msgspec.to_builtins(value)


def offers(book: Book, ask: Ask) -> dict[str, Any]:
    """An ask as the server gives it to the side that is asked."""
    rows = []
    for verb, domain in ask.offers.items():
        label = book.sheet.labels.get(verb)
        row = {"verb": verb, "label": label.words if label else verb, "hint": label.hint if label else ""}
        rows.append(row | domain.as_json())
    return {"who": list(ask.who), "prompt": ask.prompt, "cite": ask.cite, "mine": True, "offers": rows}


def view(book: Book, state: Any) -> dict[str, Any]:
    """What a spectator sees, without the names of book and scenario."""
    shown: dict[str, Any] = plain(book.sheet.view(state, None))
    return {key: value for key, value in shown.items() if key not in ("book", "scenario")}


def record(book: Book, scenario: str, seed: int, agent: str, limit: int) -> dict[str, Any]:
    """Play and write down."""
    engine, rng = book.engine(), random.Random(seed)
    players = [agents.make(agent, book, seed + side) for side in (0, 1)]
    position = book.start(scenario)
    state = position.state
    first = {
        "title": book.scenarios[scenario].title,
        "board": plain(book.sheet.board(state)),
        "view": view(book, state),
        "updates": [],
    }
    shown = first["view"]
    while not position.over and len(first["updates"]) < limit:
        waiting = engine.pending(position)
        update: dict[str, Any] = {}
        if isinstance(waiting, Throw):
            action: Any = waiting.roll(rng)
            update["action"] = {
                "dice": {
                    "throw": waiting.what,
                    "faces": list(action.faces or ()),
                    "reading": plain(action.reading),
                    "side": waiting.side,
                    "sides": waiting.dice.faces()[1],
                    "unit": waiting.facts.get("unit"),
                    "groups": [list(g) for g in waiting.dice.groups]
                    if isinstance(waiting.dice, Pool)
                    else None,
                    "cite": waiting.cite,
                }
            }
        else:
            assert isinstance(waiting, Ask)
            side = waiting.who[0]
            seen = view_for(book, position, side)
            ask = engine.pending(seen)
            assert isinstance(ask, Ask)
            action = players[side].choose(seen, ask, side)
            assert isinstance(action, Move)
            update["ask"] = offers(book, ask)
            update["action"] = {"side": side, "verb": action.verb, "noun": plain(action.noun)}
            domain = ask.offers[action.verb]
            if isinstance(domain, Reach):
                update["preview"] = plain(domain.mover.preview(action.noun))
        entries: list[Any] = []
        position = engine.apply(position, action, entries)
        names = book.sheet.names(position.state)
        update["entries"] = [
            {
                "cite": e.cite,
                "what": e.what,
                "facts": plain(e.facts),
                "words": render(e, book.sheet, names, book.key),
            }
            for e in entries
        ]
        after = view(book, position.state)
        update |= changes(shown, after)
        shown = after
        first["updates"].append(update)
    return first


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What is new in a view: pieces that changed, pieces that are gone, and the headline."""
    old = {piece["id"]: piece for piece in before["pieces"]}
    new = {piece["id"]: piece for piece in after["pieces"]}
    return {
        "headline": after["headline"],
        "pieces": [piece for number, piece in new.items() if old.get(number) != piece],
        "gone": [number for number in old if number not in new],
    }


def main() -> None:
    """Read the arguments, record, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book")
    parser.add_argument("scenario")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default="greedy")
    parser.add_argument("--limit", type=int, default=400)
    given = parser.parse_args()
    game = record(books.load(given.book), given.scenario, given.seed, given.agent, given.limit)
    given.out.write_text(json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{given.out}: {len(game['updates'])} updates")


if __name__ == "__main__":
    main()
