"""The first battle, step by step: what pulses is done, and the card goes on only then."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from grognard import books
from tests.browser.conftest import Served, Sit
from tests.browser.desk import Desk
from tests.browser.test_pages import STANDARDS, violations

MOST = 60


def learn(desk: Desk, book: str) -> None:
    """As a newcomer does: the book's button on the first page."""
    desk.go()
    learning = desk.page.get_by_role("region", name="Learn in five minutes")
    learning.get_by_role("button", name=books.load(book).title).click()
    desk.seated()


def card(desk: Desk) -> Any:
    return desk.page.get_by_role("region", name="First battle, step by step")


def title(desk: Desk) -> str:
    """The step that is due and may be done now; nothing if it must wait."""
    head = card(desk).locator("h2")
    return head.inner_text() if head.count() else ""


def test_a_lesson_is_done_by_doing_what_pulses(sit: Sit, all_books: Served, axe: str) -> None:
    """In one book; that every step of the others can be carried out too is tried without a browser."""
    book = "ever_victorious_armies"
    desk = sit(all_books.address)
    learn(desk, book)
    steps = books.load(book).lesson.step  # type: ignore[union-attr]
    seen: list[str] = []
    for _ in range(MOST):
        desk.until_asked()
        now = title(desk)
        if now and now not in seen:
            seen.append(now)
        if now == steps[-1].title:
            break
        follow(desk)
    assert seen[-1] == steps[-1].title, seen
    assert [step.title for step in steps if step.title in seen] == seen, "in the order of the lesson"
    assert {step.title for step in steps if not step.perhaps} <= set(seen)
    assert violations(desk.page, axe, STANDARDS) == []
    card(desk).get_by_role("button", name="Got it").click()
    expect(card(desk)).to_have_count(0)


def follow(desk: Desk) -> None:
    """Choose what pulses until something has been done; where nothing does, whatever there is."""
    seq = desk.seq
    for tries in range(12):
        pulsing = desk.page.locator(".choice.pulse:visible")
        ways = desk.page.locator(".asked .chips button:visible")
        if ways.count():
            ways.nth(tries % ways.count()).click()  # one that leads nowhere is not tried again and again
            desk.at_rest()
            # In one go: what is enabled when it is looked for is not always still so when it is clicked.
            desk.page.locator(".asked .primary:enabled:visible").evaluate_all("sure => sure[0]?.click()")
        elif pulsing.count():
            pulsing.first.click()
        elif desk.tried(seq):
            return
        if desk.did(seq):
            return
    desk.until_past(seq)


def test_a_step_waits_is_skipped_and_comes_back_when_taken_back(sit: Sit, all_books: Served) -> None:
    desk = sit(all_books.address)
    learn(desk, "fix_bayonets")
    desk.until_asked()
    expect(card(desk).locator("h2")).to_have_text("Play a leader card")
    desk.page.reload()
    expect(card(desk).locator("h2")).to_have_text("Play a leader card")
    card(desk).get_by_role("button", name="Skip this step").click()
    expect(card(desk).locator("h2")).to_have_count(0)
    expect(card(desk)).to_contain_text("Next in the lesson:")
    card(desk).get_by_role("button", name="Skip this step").click()
    expect(card(desk)).to_contain_text(re.compile("Next in the lesson: .*"))


def test_nobody_is_taught_who_only_looks_on(sit: Sit, all_books: Served) -> None:
    desk = sit(all_books.address)
    learn(desk, "fix_bayonets")
    game = desk.page.url.rsplit("/", 1)[1]
    guest = sit(all_books.address)
    guest.go(f"#/game/{game}")
    guest.page.locator(".game").wait_for()
    expect(guest.page.locator(".lesson, .guide")).to_have_count(0)
