"""The army builder: from nothing to the battle, by link into another browser, and what is no list."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.shelf import BOOK
from tests.browser.test_pages import STANDARDS, violations

LOOKED = "[data-looked=true]"


def looked(page: Page) -> None:
    """The server has looked at the last change."""
    page.locator(LOOKED).wait_for()


def test_a_list_is_made_checked_shared_and_fielded(sit: Sit, axe: str) -> None:
    desk = sit(bypass_csp=True)
    page = desk.page
    desk.go(f"#/armies/{BOOK}")
    page.get_by_role("button", name="Taiping army", exact=True).first.click()
    expect(page.get_by_text("the list has 0 units")).to_be_visible()
    expect(page.get_by_role("button", name="Play this list")).to_be_disabled()
    for name in ("Spearmen", "Old-brother musketeers", "Matchlock skirmishers, west"):
        page.get_by_role("button", name=f"Add {name}", exact=True).first.click()
    expect(page.get_by_text("Nothing to object to.")).to_be_visible()
    total = 40 + 126 + 108 + 32
    expect(page.get_by_role("heading", name=f"{total} points")).to_be_visible()

    spears = page.get_by_role("group", name="Spearmen", exact=False).first
    spears.get_by_label("Figures").fill("17")
    spears.get_by_label("Figures").press("Tab")
    expect(page.get_by_text("has 17 figures; allowed: 12, 18")).to_be_visible()
    expect(page.get_by_role("button", name="Rule B1")).to_be_visible()
    spears.get_by_label("Figures").fill("18")
    spears.get_by_label("Figures").press("Tab")
    page.get_by_label("Title").fill("<b>Mine</b>")
    expect(page.get_by_role("heading", name="<b>Mine</b>")).to_be_visible()  # letters, not a tag
    expect(page.get_by_text("it has words with < or >")).to_be_visible()
    assert {fault.rsplit("(")[1] for fault in desk.faults} == {"Unprocessable Entity)"}  # as it should
    desk.faults.clear()
    page.get_by_label("Title").fill("Mine & yours")
    expect(page.get_by_role("heading", name="Mine & yours")).to_be_visible()
    expect(page.get_by_text("Nothing to object to.")).to_be_visible()
    assert violations(page, axe, STANDARDS) == []

    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("Link to this list").input_value()
    other = sit(viewport={"width": 390, "height": 800})
    other.page.goto(link)
    expect(other.page.get_by_role("heading", name="Mine & yours")).to_be_visible()
    expect(other.page.get_by_role("heading", name=f"{total} points")).to_be_visible()
    assert other.page.evaluate("document.documentElement.scrollWidth") <= 390

    page.locator("summary", has_text="Print").click()
    with page.expect_download() as handed:
        page.get_by_role("button", name="Roster", exact=True).click()
    assert handed.value.suggested_filename == f"{BOOK}-roster.pdf"
    assert handed.value.path().read_bytes().startswith(b"%PDF")

    page.get_by_role("button", name="Play this list").click()
    expect(page.get_by_role("heading", name="Mine & yours", exact=False).first).to_be_visible()
    page.get_by_role("button", name="Begin the battle").click()
    page.wait_for_url("**/#/game/**")


def test_a_link_that_holds_no_list_is_refused(sit: Sit) -> None:
    desk = sit()
    for data in ("abc", "A" * 2000):
        desk.go("#/armies")
        desk.go(f"#/armies/{BOOK}/share/{data}")
        expect(desk.page.get_by_role("alert").filter(has_text="does not hold a list")).to_be_visible()
        desk.page.reload()
