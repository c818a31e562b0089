"""Where each chapter of a rule book stands in each house: one list for all of them, and the page made from it.

`python -m tests.tools.docs` writes docs/chapters.md; a test holds that every module belongs to a chapter, so that whoever knows one
house finds his chair in the next. A new module takes a name that stands here, or says here to which chapter its own belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.tools.shelf import BOOKS, ROOT, house

PAGE = ROOT / "docs" / "chapters.md"
ROOMS = ("facts", "tables", "steps", "situations", "advice", "laws", "sheet")

CHAPTERS: dict[str, tuple[str, ...]] = {
    "ground and cover": ("ground", "terrain", "cover", "houses", "garrisons", "zones", "limits", "walls"),
    "bodies and formations": (
        "bodies", "layout", "stacks", "contact", "forming", "wheeling", "formations", "facing", "points", "profiles", "values", "sliding",
    ),
    "sight and hiding": ("sight", "hiding", "sneaking", "hide", "secrecy", "guess", "lurking", "windows"),
    "moving": (
        "moving", "marching", "advice/horse", "legs", "homecoming", "holding", "plans", "runs", "walk", "facts/walks", "singles", "lanes", "paths",
        "detours", "strides", "judging", "driving", "regrouping", "compass", "staying", "movement", "move", "march", "act", "company", "manoeuvres",
        "ideas", "ways", "closing", "shifting", "laws/moves", "facts/leaving", "walkable", "exits", "leaving", "passage", "bends",
    ),
    "placing, arriving": (
        "placing", "deploy", "deploying", "deployment", "arrange", "riding", "entering", "arriving", "arrivals", "opening", "room", "squeezing",
    ),
    "shooting": ("shooting", "shots", "fire", "volley", "gunnery", "laying", "gun", "guns", "chances"),
    "charging": (
        "charging", "charges", "charge", "charged", "horse", "assault", "assaults", "onsets", "onrush", "declare", "gallop", "markers", "fixing",
        "advance", "storming", "attack", "attacks", "answering",
    ),
    "melee": (
        "melee", "fighting", "fight", "fights", "combat", "parties", "support", "env_fight", "bouts", "bloodshed", "moments", "piles", "clash",
        "winners",
    ),
    "retreat and pursuit": ("retreat", "retreats", "withdrawing", "flights", "pursuit", "compulsory", "outlook", "sequel", "aftermath", "driven_out"),
    "morale": ("morale", "nerve", "checks", "tests", "rally", "trials", "steadiness", "losses", "stand"),
    "command and cards": (
        "command", "leaders", "leading", "generals", "cards", "hands", "fate", "orders", "ops", "actions", "picking", "readiness", "needs", "menu", "reasons",
        "verbs", "activate", "activation", "action", "deeds", "barring",
    ),
    "turn": ("turn", "turns", "close", "cleanup", "common", "env", "sides"),
    "engineers": ("mining", "engineers"),
    "victory": ("victory", "takings", "aims", "tasks", "depots"),
    "the game alone": ("babbage", "solo", "automaton"),
    "odds": ("matters", "live", "sandtable", "walks", "fields", "tales", "dice", "odds", "single"),
    "judgement": ("moves", "drill", "worth", "signs", "places", "prospects", "threats"),
    "soundness": (
        "soundness", "standing", "doing", "keeping", "searches", "searching", "seeking", "groping", "slides", "tracing", "measure", "charts",
        "answers", "crowded", "foretelling", "crowds", "thrown", "passing", "playing",
    ),
    "drawing": ("labels", "overlays", "pieces", "board", "bridges", "counters"),
    "supply": ("supply",),
}  # fmt: skip
"""Chapters in the order a battle meets them, and the names of modules that hold them; `room/name` where a name is used twice."""

_BY_NAME = {name: chapter for chapter, names in CHAPTERS.items() for name in names}


def chapter_of(room: str, name: str) -> str | None:
    """The chapter a module belongs to; None if it has no name that stands here."""
    return _BY_NAME.get(f"{room}/{name}") or _BY_NAME.get(name)


def modules(book: str) -> Iterator[tuple[str, str]]:
    """Every module on the second level of a house: its room and its name."""
    for room in ROOMS:
        for path in sorted((house(book) / room).glob("*.py")):
            if path.stem != "__init__":
                yield room, path.stem


def page() -> str:
    """docs/chapters.md: what a reader looks for, and where it stands in each book."""
    lines = [
        "# Where each chapter stands",
        "",
        "Written by `make docs` from `tests/tools/chapters.py`. Every book has the same rooms; this is what stands in them, by chapter.",
        "",
        f"| chapter | {' | '.join(book.replace('_', ' ') for book in BOOKS)} |",
        f"|---|{'---|' * len(BOOKS)}",
    ]
    for chapter in CHAPTERS:
        cells = [
            " ".join(
                f"[{room}/{name}](../src/grognard/books/{book}/{room}/{name}.py)"
                for room, name in modules(book)
                if chapter_of(room, name) == chapter
            )
            for book in BOOKS
        ]
        lines.append(f"| {chapter} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def write(path: Path = PAGE) -> None:
    """Write the page."""
    path.write_text(page(), "utf-8")


if __name__ == "__main__":
    write()
