"""The battle editor: from an empty table with the mouse to the battle, by link into another browser, by file and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from grognard.cli.main import app
from tests.browser.conftest import Served, Sit
from tests.browser.shelf import BOOK
from tests.browser.test_battles import to_the_end
from tests.browser.test_pages import STANDARDS, violations
from tests.tools.shelf import BOOKS

HEXES = "fix_bayonets"


class Bench:
    """Somebody at the bench, with a mouse that measures as the file does."""

    def __init__(self, page: Page):
        self.page = page

    def begin(self) -> None:
        """The first of the empty tables."""
        empty = self.page.get_by_role("heading", name="Begin with an empty table")
        self.page.locator("section", has=empty).get_by_role("button").first.click()
        self.sound()

    def looked(self) -> None:
        """The server has looked at the last change, and the table is drawn."""
        self.page.locator("[data-looked=true]").wait_for()

    def tool(self, group: str, name: str) -> None:
        """Take a tool from the palette."""
        tools = self.page.get_by_role("group", name="Tools")
        tools.get_by_role("group", name=group).get_by_role("button", name=name, exact=True).click()
        self.page.locator(".sheet").wait_for()

    def sheet(self) -> dict[str, float]:
        """Where the table lies in the window; a tool is in the hand."""
        box = self.page.locator(".sheet").bounding_box()
        assert box is not None
        return dict(box)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """From one place of the window to another."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def battle(self) -> dict[str, Any]:
        """What the browser keeps of the battle changed last."""
        found: dict[str, Any] = self.page.evaluate(
            "JSON.parse(localStorage.getItem('grognard.battles'))[0].battle"
        )
        return found

    def link(self) -> str:
        """The address that holds the whole battle."""
        self.page.get_by_role("button", name="Copy a link").click()
        return self.page.get_by_label("Link to this battle").input_value()

    def sound(self) -> None:
        """Nothing is wrong with it."""
        self.looked()
        expect(self.page.get_by_text("Nothing to object to.")).to_be_visible()


def test_a_battle_is_drawn_shared_played_and_saved(sit: Sit, axe: str, tmp_path: Path) -> None:
    desk = sit(bypass_csp=True, viewport={"width": 1440, "height": 900})
    page, bench = desk.page, Bench(desk.page)
    desk.go(f"#/battles/{BOOK}")
    bench.begin()
    page.get_by_label("Title").fill("The ford below the mill")
    bench.sound()

    # A rectangle by one pull, a polygon corner by corner, a corner pulled away, a step back and forth.
    bench.tool("Ground", "Wood")
    table, box = bench.battle()["table"], bench.sheet()

    def spot(x: float, y: float) -> tuple[float, float]:
        return box["x"] + box["width"] * x / table[0], box["y"] + box["height"] * (1 - y / table[1])

    bench.drag(spot(20, 16), spot(26, 20))
    assert bench.battle()["terrain"][-1]["poly"] == [[20, 16], [26, 16], [26, 20], [20, 20]]
    bench.tool("Ground", "Hill")
    for corner in ((30, 14), (36, 14), (38, 18), (30, 14)):
        page.mouse.click(*spot(*corner))
    assert bench.battle()["terrain"][-1]["poly"] == [[30, 14], [36, 14], [38, 18]]
    page.get_by_role("button", name="Choose and move").click()
    bench.drag(spot(38, 18), spot(39, 20))
    assert bench.battle()["terrain"][-1]["poly"][2] == [39, 20]
    page.keyboard.press("Control+z")
    assert bench.battle()["terrain"][-1]["poly"][2] == [38, 18]
    page.keyboard.press("Control+y")
    assert bench.battle()["terrain"][-1]["poly"][2] == [39, 20]
    bench.sound()

    # A bad value is named at once, and nothing is lost by it.
    page.get_by_label("Turns").fill("a few")
    expect(page.get_by_text("wrong").first).to_be_visible()
    expect(page.get_by_role("button", name="Play this battle")).to_be_disabled()
    expect(page.get_by_label("Turns")).to_have_value("a few")
    page.get_by_label("Turns").fill("6")
    bench.sound()
    assert violations(page, axe, STANDARDS) == []

    # The whole battle is in the link; another browser opens it on a tablet and plays it.
    other = sit(viewport={"width": 820, "height": 1180})
    other.page.goto(bench.link())
    elsewhere = Bench(other.page)
    elsewhere.sound()
    expect(other.page.get_by_role("heading", name="The ford below the mill")).to_be_visible()
    assert elsewhere.battle() == bench.battle()
    assert other.page.evaluate("document.documentElement.scrollWidth") <= 820
    other.page.get_by_role("button", name="Play this battle").click()
    other.page.get_by_role("button", name="Begin the battle").click()
    other.seated()
    for _ in range(3):
        if other.until_asked():
            other.play_one()

    # Saved and opened again, it is the same.
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as TOML").click()
    file = tmp_path / "mine.toml"
    saved.value.save_as(file)
    before = bench.battle()
    desk.go(f"#/battles/{BOOK}")
    page.get_by_label("Open a file…").set_input_files(file)
    bench.sound()
    assert bench.battle() == before


def test_a_battle_on_hexes_is_painted_shared_and_played(sit: Sit, all_books: Served) -> None:
    desk = sit(all_books.address, viewport={"width": 1440, "height": 900})
    bench = Bench(desk.page)
    desk.go(f"#/battles/{HEXES}")
    bench.begin()
    before = bench.battle()
    bench.tool("The table", "Wood")
    box = bench.sheet()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bench.drag(middle, (middle[0] + box["width"] / 6, middle[1]))
    painted = bench.battle()
    assert painted["map"] != before["map"]
    bench.tool("The table", "Road")
    bench.drag((middle[0], box["y"] + box["height"] / 4), (middle[0], box["y"] + box["height"] * 3 / 4))
    assert bench.battle().get("roads", []) != before.get("roads", [])
    bench.sound()

    other = sit(all_books.address)
    other.page.goto(bench.link())
    elsewhere = Bench(other.page)
    elsewhere.sound()
    assert elsewhere.battle() == bench.battle()
    other.page.get_by_role("button", name="Play this battle").click()
    other.page.get_by_role("button", name="Begin the battle").click()
    other.seated()
    for _ in range(2):
        if other.until_asked():
            other.play_one()


@pytest.mark.parametrize("book", BOOKS)
def test_an_empty_table_becomes_a_battle_in_browser_and_terminal(
    sit: Sit, all_books: Served, tmp_path: Path, book: str
) -> None:
    desk = sit(all_books.address, viewport={"width": 1440, "height": 900})
    page, bench = desk.page, Bench(desk.page)
    desk.go(f"#/battles/{book}")
    bench.begin()
    page.get_by_label("Title").fill("Nowhere in particular")
    page.get_by_label("Turns", exact=True).fill("1")
    bench.tool("The table" if book == HEXES else "Ground", "Wood")
    box = bench.sheet()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bench.drag(middle, (middle[0] + box["width"] / 8, middle[1] - box["height"] / 8))
    bench.sound()

    # Handed over by file, opened again, it is the same.
    file = tmp_path / "mine.toml"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as TOML").click()
    saved.value.save_as(file)
    before = bench.battle()
    desk.go(f"#/battles/{book}")
    page.get_by_label("Open a file…").set_input_files(file)
    bench.sound()
    assert bench.battle() == before

    # The terminal plays the file, the browser what is on the bench, to the end.
    words = ("simulate", book, "--scenario", str(file), "--games", "2", "--agents", "random,random", "--json")
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["scenario"], told["games"]) == ("Nowhere in particular", 2)
    page.get_by_role("button", name="Play this battle").click()
    page.locator('form select:has(option[value="here"])').nth(1).select_option("agent:recruit")
    page.get_by_role("button", name="Begin the battle").click()
    desk.seated()
    to_the_end(desk)


def test_a_link_that_holds_no_battle_is_refused(sit: Sit) -> None:
    desk = sit()
    for data in ("abc", "A" * 2000):
        desk.go("#/battles")
        desk.go(f"#/battles/{BOOK}/share/{data}")
        expect(desk.page.get_by_role("alert").filter(has_text="does not hold a battle")).to_be_visible()
        desk.page.reload()
