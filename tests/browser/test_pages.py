"""Every page, for everybody: axe, the keyboard, narrow screens, the replay."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Sit
from tests.browser.desk import PATIENCE, Desk
from tests.browser.shelf import BOOK

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page, axe: str, rules: list[str]) -> list[str]:
    """What axe finds wrong with a page as it stands."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(axe)
        page.evaluate("axe.configure({noHtml: true})")  # a third of its work, and nobody reads it
    found: dict[str, Any] = page.evaluate(
        "only => axe.run(document, {runOnly: only, resultTypes: ['violations']})", rules
    )
    return [
        f"{fault['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for fault in found["violations"]
        for node in fault["nodes"][:4]
    ]


def check(desk: Desk, axe: str, night: bool = True) -> None:
    """No violation, by day or by night."""
    desk.at_rest()
    assert violations(desk.page, axe, STANDARDS) == []
    if not night:
        return
    desk.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    desk.at_rest()
    assert violations(desk.page, axe, ["color-contrast"]) == []
    desk.page.evaluate("document.documentElement.removeAttribute('data-theme')")


PAGES = {
    "start": "#/",
    "new": f"#/new/{BOOK}/rearguard",
    "rules": f"#/rules/{BOOK}",
    "odds": f"#/odds/{BOOK}",
    "armies": f"#/armies/{BOOK}",
    "help": "#/help",
}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing_on_the_quiet_pages(sit: Sit, axe: str, page: str, width: int) -> None:
    desk = sit(viewport={"width": width, "height": 800}, bypass_csp=True)
    desk.go(PAGES[page])
    desk.page.wait_for_load_state("networkidle")
    if page == "odds":
        desk.page.locator(".verdict, table.bars").first.wait_for()
    if page == "rules" and width > 1000:
        desk.page.get_by_label("Search the rules").fill("cavalry")
    check(desk, axe, night=width > 1000)
    wide = desk.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{page} is {wide} wide on a screen of {width}"


def test_the_shelf_says_when_where_how_long_and_how_fair(sit: Sit) -> None:
    desk = sit()
    desk.go("#/")
    card = desk.page.get_by_role("article", name="The bridge at Palikao")
    card.scroll_into_view_if_needed()
    for words in (
        "21 September 1860",
        "Palikao, before Peking",
        "minutes",
        "10 turns",
        "8 against 10 units",
        "Uphill for Anglo-French",
    ):
        expect(card).to_contain_text(words)
    expect(card.get_by_role("img", name="played both sides 100 times")).to_be_visible()
    expect(card.locator(".picture svg").first).to_be_visible()
    expect(desk.page.get_by_role("article", name="A brush on the road")).to_contain_text("not measured yet")
    before = desk.page.get_by_role("article").count()
    desk.page.get_by_role("group", name="Battles of one book").get_by_role(
        "button", name="Toy Brigade"
    ).first.click()
    expect(card).to_have_count(0)
    assert 0 < desk.page.get_by_role("article").count() < before


@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing_at_the_table(sit: Sit, axe: str, width: int) -> None:
    desk = sit(viewport={"width": width, "height": 760}, bypass_csp=True)
    desk.begin("rearguard", ("here", "here"))
    desk.until_asked()
    desk.choice("go_first").click()
    desk.until_past(1)
    desk.until_asked()
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= width
    desk.choice("charge").click()
    desk.page.locator(".choice").first.click()
    desk.page.locator(".choice").first.hover(force=True)  # on a phone the odds may lie over it already
    desk.page.get_by_role("region", name="What may happen").locator(".verdict, table.bars").first.wait_for()
    check(desk, axe, night=width > 1000)
    for tab in ("journal", "army", "words", "rules"):
        desk.page.locator(f"#tab-{tab}").click()
        if tab == "rules":
            desk.page.get_by_label("Search the rules").fill("cavalry")  # all three hundred take axe long
        check(desk, axe, night=width > 1000)
    for name in ("Menu",) if width < 1000 else ("Menu", "Keys and help"):
        desk.page.locator("header").get_by_role("button", name=name).click()
        check(desk, axe, night=width > 1000)
        desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("l")
    desk.page.get_by_role("heading", name="Fair dice").wait_for()
    check(desk, axe, night=width > 1000)


def test_a_turn_is_played_with_the_keyboard_alone(sit: Sit) -> None:
    desk = sit()
    desk.begin("short", ("here", "here"))
    keys = desk.page.keyboard
    desk.until_asked()
    keys.press("1")  # go first
    desk.until_past(1)
    desk.until_asked()
    keys.press("n")  # the next unit that can act
    expect(desk.page.locator(".listhead h2")).to_contain_text("With")
    keys.press("n")
    keys.press("1")  # march: first the odds
    expect(desk.page.get_by_role("region", name="What may happen")).to_be_visible()
    seq = desk.seq
    keys.press("Enter")
    desk.until_past(seq)
    desk.until_asked()
    # Move by numbers: type into the field, look at what comes of it, Enter.
    seq = desk.seq
    desk.page.get_by_text("Set it in figures").focus()
    keys.press("Enter")
    desk.page.get_by_label("Ahead (inch)").focus()
    keys.type("1")
    keys.press("Tab")
    expect(desk.page.locator(".reach .way")).to_contain_text("forward")
    keys.press("Shift+Tab")
    keys.press("Enter")
    desk.until_past(seq)
    desk.until_asked()
    # End the movement: confirmed with Enter, since it cannot be undone.
    desk.page.locator("body").press("Escape")
    desk.page.locator("body").press("Escape")
    last = desk.page.locator(".choice").count()
    keys.press(str(last))
    expect(desk.page.get_by_role("dialog")).to_be_visible()
    seq = desk.seq
    keys.press("Enter")
    desk.until_past(seq)
    # Panels and rules by single letters; what is typed in a field stays in the field.
    keys.press("j")
    expect(desk.page.locator("#tab-journal")).to_have_attribute("aria-selected", "true")
    keys.press("?")
    keys.type("jar")
    expect(desk.page.get_by_label("Search the rules")).to_have_value("jar")
    keys.press("Tab")
    keys.press("o")
    expect(desk.page.locator("#tab-orders")).to_have_attribute("aria-selected", "true")
    # The board itself: units are buttons with names, reached with the arrows.
    keys.press("b")
    role = desk.page.evaluate(
        "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
    )
    assert role.strip(), "the unit in focus has no name"


def test_what_happens_is_announced(sit: Sit) -> None:
    desk = sit()
    desk.begin("short", ("here", "here"))
    desk.until_asked()
    live = desk.page.locator("[aria-live=polite].unseen")
    expect(live).to_contain_text("Your choice")
    desk.choice("go_first").click()
    expect(live).to_contain_text("goes first")


def test_a_phone_shows_table_and_orders(sit: Sit) -> None:
    desk = sit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    desk.begin("short", ("here", "here"))
    desk.until_asked()
    board = desk.page.locator(".board").bounding_box()
    panel = desk.page.locator(".panel").bounding_box()
    assert board
    assert panel
    assert board["width"] >= 350
    assert board["height"] > 200
    assert panel["y"] > board["y"] + 150, "the orders lie below the table"
    # Touch has no hovering: the first tap shows the odds, the second does it.
    desk.choice("go_first").tap()
    desk.until_past(1)
    desk.until_asked()
    desk.choice("march").tap()
    seq = desk.seq
    desk.page.locator(".choice").nth(1).tap()
    desk.page.get_by_role("region", name="What may happen").wait_for()
    desk.at_rest()
    assert desk.seq == seq
    desk.page.get_by_role("region", name="What may happen").get_by_role("button", name="March").tap()
    desk.until_past(seq)
    # The sheet can be drawn up and let down.
    handle = desk.page.get_by_role("button", name="Show more or less")
    heights = []
    for _ in range(3):
        heights.append(desk.page.locator(".panel").bounding_box()["height"])  # type: ignore[index]
        handle.tap()
        desk.at_rest()
    assert len({round(height) for height in heights}) == 3


def test_a_replay_goes_to_any_action_by_slider_step_and_link(sit: Sit, axe: str) -> None:
    desk = sit(bypass_csp=True)
    game = desk.begin("short", ("recruit", "recruit"))
    desk.page.locator('.game[data-over="true"][data-busy="false"]').wait_for(timeout=3 * PATIENCE)
    last = desk.seq
    desk.go(f"#/replay/{game}")
    output = desk.page.locator("output")
    expect(output).to_have_text(f"Action 0 of {last}")
    slider = desk.page.get_by_role("slider", name="Action")
    slider.fill(str(last // 2))
    expect(output).to_have_text(f"Action {last // 2} of {last}")
    desk.page.wait_for_url(f"**/at/{last // 2}")
    desk.page.get_by_role("button", name="One on").click()
    expect(output).to_have_text(f"Action {last // 2 + 1} of {last}")
    slider.fill("0")
    desk.page.get_by_role("button", name="Next dice").click()
    expect(desk.page.locator(".now p.dice")).to_be_visible()
    slider.fill(str(last))
    expect(output).to_have_text(f"Action {last} of {last}")
    desk.page.get_by_role("button", name="Turn before").click()
    check(desk, axe)
    # A link to one action, in a browser that has no seat.
    other = sit()
    other.go(f"#/replay/{game}/at/5")
    expect(other.page.locator("output")).to_have_text(f"Action 5 of {last}")
    expect(other.page.get_by_role("heading", name=f"Action 5 of {last}")).to_be_visible()
    expect(other.page.get_by_role("link", name="Replay from action 1").first).to_be_visible()


def test_first_load_is_small(sit: Sit) -> None:
    desk = sit()
    sizes: dict[str, int] = {}

    def note(response: Any) -> None:
        if response.url.endswith(".js"):
            sizes[response.url] = len(response.body())

    desk.page.on("response", note)
    desk.go()
    desk.page.wait_for_load_state("networkidle")
    import gzip

    total = 0
    for url in sizes:
        total += len(gzip.compress(desk.page.request.get(url).body(), 6))
    assert 0 < total <= 150_000, f"{total} bytes of script, compressed"


def test_paper_shows_the_rules_and_no_buttons(sit: Sit) -> None:
    desk = sit()
    desk.go(PAGES["rules"])
    bar = desk.page.get_by_role("navigation", name="Main")
    expect(bar).to_be_visible()
    desk.page.emulate_media(media="print")
    expect(bar).to_be_hidden()
    expect(desk.page.get_by_role("heading", level=1)).to_be_visible()


def test_a_page_left_open_while_the_server_was_renewed_is_fetched_anew(sit: Sit) -> None:
    desk, missed = sit(), list[str]()
    desk.go()

    def missing(route: Route) -> None:
        if missed:
            route.continue_()
        else:
            missed.append(route.request.url)
            route.fulfill(status=404, body="")

    desk.page.route("**/assets/OddsPage-*.js", missing)
    desk.page.evaluate("location.hash = '#/odds'")
    expect(desk.page.get_by_role("heading", name="Odds").first).to_be_visible()
    assert missed
    desk.faults.clear()  # the browser itself says that a part was missing
