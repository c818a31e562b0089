"""What was once found wrong with the table in a player's hands, and has no other test: the tray, the tool bar, the tape."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Served, Sit
from tests.tools.shelf import BOOKS

SCREENS = ((1440, 900), (1280, 720), (820, 1180), (390, 844))

_COVERED = """() => {
  const bar = [...document.querySelectorAll('.tools > *')].map(at => at.getBoundingClientRect());
  const table = document.querySelector('.battlefield svg.layer').getBoundingClientRect();
  return bar.filter(one => one.width > 0 && one.bottom > table.top + 1 && one.right > table.left && one.left < table.right).length;
}"""
"""How many tools lie on the table."""


def test_the_tray_the_journal_and_the_question_tell_the_same_distance(sit: Sit) -> None:
    desk = sit()
    desk.begin("short", ("here", "recruit"))
    found = 0
    for _ in range(8):
        if not desk.until_asked():
            break
        asked = desk.page.locator(".prompt").inner_text()
        told = re.search(r"may march ([\d.]+)(?:, ([\d.]+) in difficult going)?", asked)
        if told:
            good, hard = told.group(1), told.group(2) or told.group(1)
            words = f"{good}, or {hard} over difficult ground"
            desk.page.get_by_role("tab", name="Journal").click()
            expect(desk.page.locator(".journal .entry").last).to_contain_text(words)
            desk.page.get_by_role("tab", name="Orders").click()
            found += 1
        desk.play_one(("march",))
    assert found >= 2


@pytest.mark.parametrize("book", BOOKS)
def test_no_tool_lies_on_the_table(sit: Sit, all_books: Served, book: str) -> None:
    desk = sit(all_books.address)
    desk.begin("short", ("here", "recruit"), book)
    desk.until_asked()
    for width, height in SCREENS:
        desk.page.set_viewport_size({"width": width, "height": height})
        desk.at_rest()
        desk.page.wait_for_function(f"({_COVERED})() === 0")


@pytest.mark.parametrize(
    ("book", "measured"),
    [
        ("ever_victorious_armies", r"^[\d.]+″ (N|NE|E|SE|S|SW|W|NW)$"),
        ("fix_bayonets", r"^\d+ hex(es)? (N|NE|E|SE|S|SW|W|NW)$"),
    ],
)
def test_a_tape_measures_from_any_point_to_any_point(
    sit: Sit, all_books: Served, book: str, measured: str
) -> None:
    desk = sit(all_books.address)
    desk.begin("short", ("here", "recruit"), book)
    desk.until_asked()
    desk.at_rest()
    seq = desk.seq
    board = desk.page.locator(".board").bounding_box()
    assert board is not None
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    desk.page.keyboard.press("t")
    desk.page.mouse.move(x - 100, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 60, y + 80, steps=4)
    tape = desk.page.locator(".tape text").first
    expect(tape).to_have_text(re.compile(measured))
    short = tape.text_content() or ""
    desk.page.mouse.move(x + 140, y + 120, steps=4)
    expect(tape).not_to_have_text(short)
    desk.page.mouse.up()
    expect(tape).to_be_visible()  # it stays until it is put away
    expect(desk.page.locator(".tape .seen")).to_have_text(re.compile(r"^(in sight|✕ hidden)"))
    desk.page.keyboard.press("t")
    expect(tape).to_have_count(0)
    assert desk.seq == seq  # measuring is no order


_LETTERS = "() => performance.getEntriesByType('resource').map(one => one.name).filter(name => name.endsWith('.woff2')).sort()"


def test_whoever_is_pointed_at_needs_no_letters_to_be_fetched(sit: Sit, all_books: Served) -> None:
    """A face that comes late has the whole table painted anew, a fifth of a second in the middle of a zoom."""
    desk = sit(all_books.address)
    desk.begin("sigh_of_relief", ("here", "recruit"), "men_who_would_be_kings")
    desk.until_asked()
    desk.page.evaluate("document.fonts.ready")
    desk.at_rest()
    before = desk.page.evaluate(_LETTERS)
    assert any("latin-ext" in name and "700" in name for name in before), (
        "Māori names are written in bold here"
    )
    for unit in desk.page.locator(".battlefield .unit").all():
        unit.hover(force=True)
    desk.page.evaluate("document.fonts.ready")
    assert desk.page.evaluate(_LETTERS) == before


def test_a_flag_says_whose_order_it_is_and_stands_in_nobodys_way(sit: Sit, all_books: Served) -> None:
    desk = sit(all_books.address)
    desk.begin("arroyo", ("here", "recruit"), "fix_bayonets")
    desk.until_asked()
    desk.at_rest()
    flag = desk.page.locator(".spot path").first.bounding_box()
    assert flag is not None
    desk.page.mouse.move(flag["x"] + flag["width"] / 2, flag["y"] + flag["height"] / 4)
    note = desk.page.locator(".flag-note")
    expect(note).to_have_text(re.compile(r"^\w+ is ordered here$"))
    here = "([x, y]) => !!document.elementFromPoint(x, y).closest('.spot, .callout')"
    assert not desk.page.evaluate(here, [flag["x"] + flag["width"] / 2, flag["y"] + flag["height"] / 4])
    desk.page.mouse.move(5, 5)
    expect(note).to_have_count(0)
