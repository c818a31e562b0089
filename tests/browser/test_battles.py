"""In every book a battle from the first choice to who won it: with the mouse alone, with the keyboard alone, on small screens."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Served, Sit
from tests.browser.desk import Desk
from tests.browser.look import internal_words, overlaps
from tests.browser.test_pages import STANDARDS, violations
from tests.tools.shelf import BOOKS

MOST = 160
ORDERS = 8
DESK, TABLET, PHONE = (1280, 800), (820, 1180), (390, 844)
SCREENS = dict(zip(BOOKS, (PHONE, DESK, TABLET, PHONE, TABLET)))
"""What the mouse, or the finger, plays on."""
PREFER = ("aim", "march", "act", "fire", "attack", "move", "advance")


def begin(desk: Desk, book: str) -> None:
    """Against whoever answers at once."""
    desk.set_up("short", ("here", "recruit"), book)


def won(desk: Desk) -> None:
    """The end says who won."""
    assert desk.state()["over"] == "true", "the battle does not end"
    dialog = desk.page.get_by_role("dialog", name="The battle is over")
    expect(dialog).to_be_visible()
    expect(dialog.locator("h2, h3").first).to_be_visible()
    assert internal_words(desk.page) == []


def fair_to_see(desk: Desk, axe: str) -> None:
    """Nothing is in the way of reading it: no word of the program, no name on another, nothing that axe finds."""
    desk.at_rest()
    assert internal_words(desk.page) == []
    assert overlaps(desk.page) == []
    assert violations(desk.page, axe, STANDARDS) == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_with_the_mouse_alone(sit: Sit, all_books: Served, axe: str, book: str) -> None:
    width, height = SCREENS[book]
    desk = sit(all_books.address, viewport={"width": width, "height": height})
    begin(desk, book)
    for at in range(MOST):
        if not desk.until_asked():
            break
        if at == ORDERS:
            fair_to_see(desk, axe)
        by_mouse(desk, PREFER if at < ORDERS else ())
    won(desk)
    assert violations(desk.page, axe, STANDARDS) == []


def by_mouse(desk: Desk, prefer: tuple[str, ...]) -> None:
    """A few real orders first, then on to the end: the way out of what is asked, or else whatever is there."""
    seq = desk.seq
    if prefer and any(desk.tried(seq, prefer) for _ in range(4)):
        return
    back = desk.page.get_by_role("button", name="Back Esc")
    while back.count():
        back.first.click()
    for _ in range(4):
        last = desk.page.locator('.choice[aria-keyshortcuts="E"]:visible')
        if not last.count():
            break
        last.first.click()
        if desk.did(seq):
            return
    desk.play_one()


def to_the_end(desk: Desk) -> None:
    """A few orders, then on to whoever wins, with the mouse alone."""
    for at in range(MOST):
        if not desk.until_asked():
            break
        by_mouse(desk, PREFER if at < ORDERS else ())
    won(desk)


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_with_the_keyboard_alone(sit: Sit, all_books: Served, book: str) -> None:
    desk = sit(all_books.address)
    begin(desk, book)
    for at in range(MOST):
        if not desk.until_asked():
            break
        by_keys(desk, KEYS if at < ORDERS else HASTY)
    won(desk)


KEYS = ("1", "Enter", "1", "Enter", "1", "Enter", "e", "Enter", "Enter", "Escape", "e", "Enter")
HASTY = ("e", "Enter", "Enter", "1", "Enter", "1", "Enter", "Escape", "1", "1", "Enter")


def by_keys(desk: Desk, keys: tuple[str, ...]) -> None:
    """Numbers choose, Enter does what is shown, E ends; until something has been done."""
    seq = desk.seq
    for key in keys:
        desk.page.keyboard.press(key)
        if desk.went_on(seq):
            return
    desk.until_past(seq)


def test_the_list_stays_under_the_pointer_when_the_odds_open_below_it(sit: Sit, all_books: Served) -> None:
    desk = sit(all_books.address, viewport={"width": PHONE[0], "height": PHONE[1]})
    begin(desk, "ever_victorious_armies")
    desk.until_asked()
    for _ in range(6):
        if desk.choice("march").count():
            break
        desk.play_one()
        desk.until_asked()
    desk.choice("march").first.click()
    expect(desk.page.get_by_role("heading", name="March: which unit?")).to_be_visible()
    desk.page.mouse.move(5, 5)
    panel = desk.page.locator(".body")
    assert panel.evaluate("at => getComputedStyle(at).overflowAnchor") == "none", (
        "what opens would scroll the list"
    )
    line = desk.choice("march").first
    panel.evaluate("at => at.scrollTo(0, 8)")
    before = line.bounding_box()
    assert before is not None
    assert panel.evaluate("at => at.scrollTop") > 0, "nothing to scroll: the test shows nothing"
    desk.page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    expect(
        desk.page.get_by_role("region", name="What may happen").locator(".verdict, table.bars").first
    ).to_be_visible()
    desk.at_rest()
    assert line.bounding_box() == before
