"""What a player may type instead of a choice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from grognard.cli.reference import MARKS_EXPLAINED, chapter_table, find_rules
from grognard.cli.terminal import panels
from grognard.cli.terminal.choices import Menu, one_thing
from grognard.cli.terminal.keyboard import Quit
from grognard.engine.book import BadInput
from grognard.engine.domains import Reach
from grognard.engine.log import visible

if TYPE_CHECKING:
    from grognard.cli.terminal.loop import Session

Command = Callable[["Session", Menu, list[str]], Menu | None]
"""Gives the menu to go on with; None when the game has moved."""


def help_(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """this list"""
    session.console.print(
        "Type the number of a choice; or its verb and noun, such as `fire 3 11`; or one of these:",
        markup=False,
    )
    for names, command in LISTED:
        session.console.print(f"  {names:<14} {command.__doc__}", markup=False)
    session.console.print(f"Rules: {MARKS_EXPLAINED}", markup=False, style="dim")
    return menu


def undo(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """take back your last action (not over dice, a reveal or the other side's choice)"""
    session.game.undo()
    session.story.clear()
    session.story.tell(Text("Taken back.", "dim"))
    return None


def redo(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """play again what you took back"""
    session.game.redo()
    session.story.clear()
    session.story.tell(Text("Played again.", "dim"))
    return None


def save(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """save the game to a file"""
    if not words:
        raise BadInput("name the file: s FILE")
    path = Path(" ".join(words))
    session.save(path)
    session.console.print(f"Saved to {path}.", markup=False, soft_wrap=True)
    return menu


def load(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """load a game from a file"""
    if not words:
        raise BadInput("name the file: l FILE")
    path = Path(" ".join(words))
    session.load(path)
    session.story.tell(Text(f"Loaded {path}.", "dim"))
    return None


def show_map(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """draw the map again"""
    session.redraw()
    session.show(menu)
    return menu


def why(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """say why something is not offered: w fire 3 11"""
    if not words:
        raise BadInput("say what, for instance: w fire 3 11")
    verb = menu.verb_of(words[0]) or words[0]
    move = menu.move(verb, menu.noun(verb, words[1:]))
    if move in menu.ask:
        session.console.print("That is allowed.")
        return menu
    refusal = menu.ask.refusal(move)
    session.console.print(panels.refused(menu.desk, refusal, "Not allowed"))
    rule = menu.desk.book.rulebook.rules.get(refusal.cite)
    if rule is not None and rule.words != refusal.words:
        session.console.print(f"    in full: {rule.words} ({rule.source})", markup=False, style="dim")
    return menu


def inspect(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """show a unit's card: i 7"""
    unit = one_thing(menu.desk, None, " ".join(words))
    if not menu.desk.is_unit(unit):
        raise BadInput(f"no unit '{' '.join(words)}'; `o` lists them by number")
    session.console.print(panels.card(menu.desk, unit))
    return menu


def rules(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """search the rules by words or number: ref cover"""
    book = menu.desk.book
    found = find_rules(book.rulebook, words)
    if not words or not found:
        raise BadInput(f"no rule of {book.title} speaks of '{' '.join(words)}'")
    session.console.print(chapter_table(book.key, f"{len(found)} found", found[:30]))
    return menu


def battle(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """the order of battle, with the rules behind every state"""
    session.console.print(panels.order_of_battle(menu.desk, cites=True))
    return menu


def log(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """everything that has happened so far"""
    for entry in visible(session.game.log, menu.side):
        for line in panels.entry_lines(menu.desk, entry):
            session.console.print(line)
    return menu


def auto(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """let the computer make this choice for you"""
    return session.play(menu, session.advised(menu.side, "greedy"), sure=True)


def hint(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """what the computer would do in your place"""
    advised = menu.move_words(session.advised(menu.side, "greedy"))
    session.console.print(f"The computer would: {advised}", markup=False)
    return menu


def more(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """list every choice there is"""
    return menu.with_list(menu.opened, full=True)


def preview(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """see where a manoeuvre would end, without going: p turn 30, forward 6"""
    verb = next((verb for verb, domain in menu.ask.offers.items() if isinstance(domain, Reach)), None)
    if verb is None or not words:
        raise BadInput(
            "there is no manoeuvre to try here" if words else "say what, for instance: p forward 6"
        )
    legs = menu.noun(verb, words)
    domain = menu.ask.offers[verb]
    refusal = domain.why_not(legs)
    session.console.print(menu.noun_words(verb, legs), markup=False)
    if refusal is not None:
        session.console.print(panels.refused(menu.desk, refusal, "Not allowed"))
    return menu


def back(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """back to the first list of choices"""
    return menu if menu.opened is None else menu.with_list()


def leave(session: Session, menu: Menu, words: list[str]) -> Menu | None:
    """leave the game; asks whether to save it"""
    if session.saved == len(session.game.actions):
        raise Quit("Goodbye.")
    answer = session.keyboard.read("Save first? A file name, or Enter to leave without saving> ")
    if answer.casefold() in ("", "n", "no"):  # the question sounds like one to say no to
        raise Quit("Left without saving.")
    session.save(Path(answer))
    raise Quit(f"Saved to {answer}. Go on with: grognard play --load {answer}")


LISTED: tuple[tuple[str, Command], ...] = (
    ("?, help", help_),
    ("u, undo", undo),
    ("r, redo", redo),
    ("s, save FILE", save),
    ("l, load FILE", load),
    ("m, map", show_map),
    ("o, oob", battle),
    ("i, card N", inspect),
    ("w, why …", why),
    ("ref WORDS", rules),
    ("log", log),
    ("hint", hint),
    ("auto", auto),
    ("p, preview …", preview),
    ("more", more),
    ("b, back", back),
    ("q, quit", leave),
)
COMMANDS: dict[str, Command] = {
    word: command
    for names, command in LISTED
    for word in names.replace(",", "").split()
    if word.islower() or word == "?"
}


def find(word: str) -> Command | None:
    """A command by its letter or word."""
    return COMMANDS.get(word.lower())
