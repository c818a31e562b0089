"""Is it fair? From the set-up page and from the army builder: games are played, counted and stopped."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.shelf import BOOK
from tests.browser.test_pages import STANDARDS, violations

DONE = "[data-state=done]"


def test_a_battle_is_weighed_before_it_is_fought(sit: Sit, axe: str) -> None:
    desk = sit(bypass_csp=True)
    page = desk.page
    desk.go(f"#/new/{BOOK}/short")
    panel = page.get_by_role("region", name="Is it fair?")
    panel.get_by_label("Played by").select_option("corporal")
    panel.get_by_role("button", name="Find out").click()
    expect(panel.get_by_text("of 40 games").first).to_be_visible()
    page.reload()  # a short absence: the run is found again
    panel.locator(DONE).wait_for(timeout=300_000)
    expect(panel.get_by_role("img", name="Ever Victorious Army:", exact=False)).to_be_visible()
    expect(panel.get_by_role("heading", name="How long it took")).to_be_visible()
    expect(panel.get_by_role("columnheader", name="Killed, fled or gone")).to_be_visible()
    expect(panel.get_by_role("heading", name="What decided it")).to_be_visible()
    panel.get_by_text("rules of the book came up").click()
    assert violations(page, axe, STANDARDS) == []
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_list_is_weighed_against_another_and_the_run_is_stopped(sit: Sit, axe: str) -> None:
    desk = sit(bypass_csp=True)
    page = desk.page
    desk.go(f"#/armies/{BOOK}")
    page.get_by_role("button", name="Taiping", exact=False).last.click()
    expect(page.get_by_text("Nothing to object to.")).to_be_visible()
    page.get_by_role("button", name="Is it fair?").click()
    panel = page.get_by_role("region", name="Is it fair?")
    panel.get_by_label("Games").select_option("200")
    panel.get_by_role("button", name="Find out").click()
    panel.get_by_role("button", name="Stop").click()
    panel.locator("[data-state=cancelled]").wait_for()
    expect(panel.get_by_role("button", name="Play it anew")).to_be_visible()
    assert violations(page, axe, STANDARDS) == []
