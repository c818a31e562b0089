"""Orders in a word, and an officer who is asked: in every book that allows them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from grognard.testing.shelf import Told, in_browser
from tests.browser.conftest import Served, Sit
from tests.browser.desk import Desk
from tests.browser.look import internal_words
from tests.browser.test_acts import Hand, begun
from tests.browser.test_battles import by_mouse
from tests.tools.shelf import BOOKS

MEASURE = Told("measure")
MARCHING = {book: march for book in BOOKS if (march := in_browser(book).get("march"))}
"""On which table units march, and how one gets there; on hexes they are sent hex by hex."""
LONGER = {book: battle for book in BOOKS if (battle := in_browser(book).get("longer_battle"))}
"""Where a battle of one turn is over when the other side has acted."""
STAYS = 3
"""Pixels that a picture may shift without anybody having moved."""


def test_every_table_has_its_drill() -> None:
    on_tables = {book for book in BOOKS if MEASURE[book] != "hexes"}
    assert set(MARCHING) == on_tables


def test_whoever_cannot_go_that_way_keeps_his_turn(sit: Sit, all_books: Served) -> None:
    """The British line stands in the farm: sent ahead it goes nowhere, and is not told to stay instead."""
    desk = sit(all_books.address, viewport={"width": 1440, "height": 900})
    begun(desk, "skirmish_1808", *MARCHING["skirmish_1808"])
    box = desk.page.locator('.board .unit[aria-label^="British line"]').bounding_box()
    assert box is not None
    desk.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
    menu = desk.page.locator(".deeds")
    expect(menu.locator(".head")).to_have_text("British line")
    expect(menu.get_by_role("button", name="95th Rifles")).to_have_count(0)
    seq = desk.seq
    menu.locator('[data-drill="ahead"]').click()
    desk.until_past(seq)
    desk.at_rest()
    expect(desk.page.locator(".prompt")).not_to_contain_text("has advanced")


def asked_about(desk: Desk, hand: Hand, side: int, drill: str, but: set[int]) -> int | None:
    """Right-click one's units until one may be told so in a word; which it is."""
    for unit in hand.units(side):
        label = (
            desk.page.locator(f'.board .unit[data-unit="{unit["id"]:.0f}"]').get_attribute("aria-label") or ""
        )
        if unit["id"] in but or "in Casa Castro" in label:  # in a house nobody marches
            continue
        desk.page.mouse.click(unit["x"], unit["y"], button="right")
        desk.at_rest()
        if desk.page.locator(f'.deeds [data-drill="{drill}"]').count():
            return int(unit["id"])
        desk.page.keyboard.press("Escape")
    return None


def told(desk: Desk, hand: Hand, side: int, drill: str, but: set[int]) -> int | None:
    """Tell a unit in a word; it is done, or brought as far as the rules let it, and then done by Enter."""
    unit = asked_about(desk, hand, side, drill, but)
    if unit is None:
        return None
    seq = desk.seq
    desk.page.locator(f'.deeds [data-drill="{drill}"]').click()
    for _ in range(4):
        if desk.went_on(seq):
            desk.until_asked()
            desk.at_rest()
        reach = desk.page.locator(".asked .primary:enabled:visible")
        if not reach.count():
            break
        seq = desk.seq
        reach.first.click()
    desk.until_asked()
    desk.at_rest()
    return unit


def place(hand: Hand, side: int, unit: int) -> tuple[float, float]:
    found = next(each for each in hand.units(side) if each["id"] == unit)
    return found["x"], found["y"]


@pytest.mark.parametrize("book", MARCHING)
def test_units_are_ordered_in_a_word(sit: Sit, all_books: Served, book: str) -> None:
    desk = sit(all_books.address, viewport={"width": 1440, "height": 900})
    hand, side = begun(desk, book, *MARCHING[book])
    done: set[int] = set()
    before = {unit["id"]: (unit["x"], unit["y"]) for unit in hand.units(side)}
    first = told(desk, hand, side, "ahead", done)
    assert first is not None, "nobody may go full ahead"
    done.add(first)
    words = []
    for drill in ("repeat", "line", "face", "follow"):
        if desk.until_asked() and (unit := told(desk, hand, side, drill, done)) is not None:
            done.add(unit)
            words.append(drill)
    assert internal_words(desk.page) == []
    after = {unit["id"]: (unit["x"], unit["y"]) for unit in hand.units(side)}
    moved = [i for i in done if i in after and sum(abs(a - b) for a, b in zip(before[i], after[i])) > STAYS]
    assert first in moved, "full ahead, and it stands where it stood"
    assert words, "and nobody else could be told anything in a word"


@pytest.mark.parametrize("book", BOOKS)
def test_an_officer_says_what_he_would_do_and_the_other_why_he_did(
    sit: Sit, all_books: Served, book: str
) -> None:
    desk = sit(all_books.address)
    desk.begin(LONGER.get(book, "short"), ("here", "sergeant"), book)
    assert desk.until_asked()
    desk.page.get_by_role("button", name="What would an officer do?").click()
    officer = desk.page.get_by_role("region", name="What would an officer do?")
    expect(officer.get_by_role("heading", name="An officer would")).to_be_visible()
    assert 1 <= officer.locator("li").count() <= 3
    assert internal_words(desk.page) == []
    for _ in range(40):
        folded = desk.page.locator(
            ".dispatch details:not([open]) summary, details.dispatch:not([open]) summary"
        )
        if folded.count():
            folded.first.click()
        why = desk.page.locator(".dispatch").get_by_role("button", name="Why did it do that?")
        kept = desk.page.locator(".dispatch").get_by_text("keeps its reasons to itself")
        if why.or_(kept).count() or not desk.until_asked():
            break
        by_mouse(desk, ())
        desk.page.locator('.game:is([data-mine="true"], [data-over="true"])[data-busy="false"]').wait_for()
    assert why.or_(kept).count(), "the other side never did anything that is told"
    assert not (why.count() and kept.count()), "what is kept back cannot be asked for"
    if why.count():
        why.first.click()
        expect(desk.page.locator(".dispatch .told").first).to_be_visible()
    assert internal_words(desk.page) == []
