"""In every book an army from nothing with the mouse: a fault named, a link, another browser, a battle to its end, the terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from grognard.books import load
from grognard.cli.main import app
from grognard.testing.shelf import in_browser
from tests.browser.conftest import Served, Sit
from tests.browser.test_battles import to_the_end
from tests.tools.shelf import BOOKS

Deed = Callable[[Page], None]
TOLD = re.compile(r"Leadership .*\(rolled \d, then \d and \d\)")


def press(name: str, of: str = "") -> Deed:
    """A button of that name; what is to be had of others is asked for first."""

    def deed(page: Page) -> None:
        if of:
            page.get_by_label("Nation or army").select_option(of)
        page.get_by_role("button", name=name, exact=True).first.click()

    return deed


def tick(row: str, *names: str) -> Deed:
    """Yes or no in a row, the other way."""

    def deed(page: Page) -> None:
        for name in names:
            page.get_by_role("group", name=row).first.get_by_label(name).first.click()

    return deed


def rolled_and_dyed(page: Page) -> None:
    """Leaders are rolled, their dice told; the whole army wears other coats."""
    press("Roll for every Leader")(page)
    expect(page.get_by_text(TOLD)).to_have_count(2)
    page.get_by_label("Coats").first.select_option("teal")


def still_rolled_and_dyed(page: Page) -> None:
    """The link brought dice and coats along."""
    expect(page.get_by_text(TOLD)).to_have_count(2)
    expect(page.get_by_label("Coats").first).to_have_value("teal")


class Made(NamedTuple):
    """A list made of nothing: which empty one, what is taken, how it goes wrong, what is said and how it is mended."""

    blank: str
    taken: tuple[str, ...]
    wrong: Deed
    words: str
    rule: str
    mended: Deed
    points: int
    besides: tuple[Deed, Deed] | None = None
    """What else this book's lists have: how it is done, and that it is still there."""


DEEDS = {"press": press, "tick": tick}
"""What `book.toml` may say is done: a button pressed, boxes of a row ticked."""


def made_of(book: str) -> Made:
    """The list of a book, as its `book.toml` tells it."""
    told = dict(in_browser(book)["own_list"])
    both = (rolled_and_dyed, still_rolled_and_dyed) if told.pop("rolled_and_dyed", False) else None
    for key in ("wrong", "mended"):
        deed, *names = told[key]
        told[key] = DEEDS[deed](*names)
    return Made(**told, besides=both)


TITLE = "Mine & nobody’s"


def test_every_book_has_one() -> None:
    assert all(made_of(book).points for book in BOOKS)


def make(page: Page, made: Made) -> None:
    """From an empty list to a sound one, with a mistake on the way."""
    press(made.blank)(page)
    for name in made.taken:
        press(name)(page)
    sound(page)
    made.wrong(page)
    expect(page.get_by_text(made.words)).to_be_visible()
    expect(page.get_by_role("button", name=made.rule, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play this list")).to_be_disabled()
    made.mended(page)
    if made.besides:
        made.besides[0](page)
    page.get_by_label("Title").fill(TITLE)
    sound(page)
    expect(page.get_by_role("heading", name=f"{made.points} points")).to_be_visible()


def sound(page: Page) -> None:
    """The last change was looked at, and nothing is wrong."""
    expect(page.get_by_text("Nothing to object to.")).to_be_visible()


@pytest.mark.parametrize("book", BOOKS)
def test_a_list_is_made_shared_fought_to_the_end_and_simulated(
    sit: Sit, all_books: Served, tmp_path: Path, book: str
) -> None:
    made, maker = made_of(book), sit(all_books.address)
    maker.go(f"#/armies/{book}")
    make(maker.page, made)
    press("Copy a link")(maker.page)
    link = maker.page.get_by_label("Link to this list").input_value()

    # Another browser has nothing but the link: it fields the list on both sides and fights.
    other = sit(all_books.address)
    other.page.goto(link)
    sound(other.page)
    expect(other.page.get_by_role("heading", name=f"{made.points} points")).to_be_visible()
    if made.besides:
        made.besides[1](other.page)
    press("Play this list")(other.page)
    seats = other.page.locator('form select:has(option[value="here"])')
    seats.nth(1).select_option("agent:recruit")
    other.page.get_by_label("Army").nth(1).select_option(label=TITLE)
    press("Begin the battle")(other.page)
    other.seated()
    to_the_end(other)

    # The file of the same list is played in the terminal.
    file = tmp_path / "mine.toml"
    with maker.page.expect_download() as saved:
        press("Save as TOML")(maker.page)
    saved.value.save_as(file)
    told = simulated(book, file)
    assert told["games"] == 2


def simulated(book: str, file: Path) -> dict[str, Any]:
    """Two games of it against itself, as the terminal tells of them."""
    battle = load(book).army.workshop.kit().battle
    sides = ("--army", f"1={file}", "--army", f"2={file}")
    words = ("simulate", book, "--scenario", battle, *sides, "--games", "2", "--json")
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found
