"""What stands around the map: the state of the game, the order of battle, unit cards, the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.table import Table
from rich.text import Text

from grognard.cli.terminal.desk import Desk
from grognard.cli.terminal.words import citation, colour, entry_line
from grognard.engine.log import Entry
from grognard.engine.tables import Refusal
from grognard.engine.view import Piece, Tag, Tone

TONES: Mapping[Tone, str] = {"good": "green", "bad": "red", "plain": "yellow", "spent": "dim"}
"""The colour of every tone there is."""


def heading(desk: Desk) -> Text:
    """Scenario, turn and phase in one line."""
    view = desk.view
    info = desk.book.scenarios.get(view.scenario)
    title = (
        info.title if info else getattr(getattr(desk.position.state, "field", None), "title", view.scenario)
    )
    words = Text()
    if title in view.headline:
        words.append(view.headline, "bold")
    else:
        words.append(title, "bold").append(f" · {view.headline}" if view.headline else "")
    where = desk.where()
    if where:
        words.append(f" · {where}", "dim")
    return words


def score(desk: Desk) -> Text:
    """How the game stands."""
    words = Text()
    for n, row in enumerate(desk.view.score):
        side = desk.view.sides.index(row.label) if row.label in desk.view.sides else None
        words.append("  " if n else "")
        words.append(f"{row.label} ", colour(side))
        words.append(row.value, "bold")
    return words


def order_of_battle(desk: Desk, sides: Iterable[int] | None = None, *, cites: bool = False) -> Table:
    """Every unit of some sides (or of all) with its number, strength and states."""
    table = Table(box=None, pad_edge=False, show_header=cites, padding=(0, 1, 0, 0))
    for head in ("no.", "unit", "figures", "states"):
        table.add_column(head, justify="right" if head == "no." else "left", no_wrap=head != "states")
    for side in range(len(desk.view.sides)) if sides is None else sides:
        name = desk.view.sides[side]
        table.add_row("", Text(name, f"bold {colour(side)}"), "", "")
        for piece in desk.view.pieces:
            if piece.side == side:
                table.add_row(*_piece_row(desk, piece, cites))
    return table


def _piece_row(desk: Desk, piece: Piece, cites: bool) -> tuple[Text, Text, Text, Text]:
    strength = f"{piece.figures}/{piece.full}" if piece.full else ""
    states = tags(desk, piece.tags, cites)
    if piece.status != "on table":
        states = Text(piece.status, "dim") + (Text(" ") + states if piece.tags else Text(""))
    name = Text(f"{piece.glyph} {piece.name}", "" if piece.status == "on table" else "dim")
    return Text(str(piece.id), f"bold {colour(piece.side)}"), name, Text(strength), states


def tags(desk: Desk, shown: Iterable[Tag], cites: bool) -> Text:
    """States in the colour of good or bad news, with their rules if wanted."""
    words = Text()
    for n, tag in enumerate(shown):
        words.append(", " if n else "")
        words.append(tag.words, TONES[tag.tone])
        if cites and tag.cite:
            words.append(f" {citation(desk.book, tag.cite)}", "dim")
    return words


def card(desk: Desk, unit: int) -> Table:
    """Everything about one unit."""
    piece = desk.pieces.get(unit)
    title = Text(desk.name(unit), f"bold {colour(piece.side if piece else None)}")
    table = Table(title=title, title_justify="left", box=None, show_header=False, pad_edge=False)
    for row in desk.book.sheet.card(desk.position.state, unit):
        table.add_row(row.label, row.value, Text(citation(desk.book, row.cite), "dim"))
    if piece is not None:
        table.add_row("place", f"{desk.place(unit)}", "")
        for tag in piece.tags:
            table.add_row("", Text(tag.words, TONES[tag.tone]), Text(citation(desk.book, tag.cite), "dim"))
    return table


def entry_lines(desk: Desk, entry: Entry) -> list[Text]:
    """A log entry as a line with its citation set apart; dice with the tally that made them."""
    lines = [_cited_line(entry_line(desk.book, entry, desk.names, desk.view.sides))]
    if entry.what == "dice":
        lines += [Text(f"    {tally}", "dim") for tally in entry.facts.get("tally", ())]
    return lines


def _cited_line(line: str) -> Text:
    words = Text(line)
    at = line.rfind("[")
    if at >= 0:
        words.stylize("dim cyan", at)
    return words


def refused(desk: Desk, refusal: Refusal, lead: str = "No", style: str = "bold red") -> Text:
    """Why not: the words, the rule, and the place where it fails."""
    words = Text().append(lead, style).append(": ")
    words.append(refusal.words)
    words.append(f" {citation(desk.book, refusal.cite)}", "cyan")
    return words if refusal.place is None else words.append(f" at {desk.spot(*refusal.place)}")
