"""How many acts of the hand a turn takes: many units at once, a way over many hexes in one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Served, Sit
from tests.browser.desk import Desk


class Hand:
    """A player's hand: every press, drag and key is an act."""

    def __init__(self, desk: Desk):
        self.desk, self.acts = desk, 0
        self.mouse = desk.page.mouse

    def units(self, side: int) -> list[dict[str, float]]:
        """A side's units as they lie on the screen."""
        found: list[dict[str, float]] = self.desk.page.evaluate(
            """side => [...document.querySelectorAll('.board .unit.side-' + side)].map(at => {
              const box = at.getBoundingClientRect();
              return { id: Number(at.dataset.unit), x: box.x + box.width / 2, y: box.y + box.height / 2,
                       left: box.left, top: box.top, right: box.right, bottom: box.bottom };
            })""",
            side,
        )
        return found

    def drag(self, start: tuple[float, float], end: tuple[float, float], *, shift: bool = False) -> None:
        """One drag."""
        self.acts += 1
        if shift:
            self.desk.page.keyboard.down("Shift")
        self.mouse.move(*start)
        self.mouse.down()
        self.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        self.mouse.move(*end, steps=3)
        self.mouse.up()
        if shift:
            self.desk.page.keyboard.up("Shift")

    def click(self, x: float, y: float) -> None:
        """One click."""
        self.acts += 1
        self.mouse.click(x, y)

    def box(self, units: list[dict[str, float]]) -> None:
        """Draw a box round some units, from empty ground beside them."""
        left, top = min(u["left"] for u in units) - 12, min(u["top"] for u in units) - 12
        right, bottom = max(u["right"] for u in units) + 12, max(u["bottom"] for u in units) + 12
        self.drag((left, top), (right, bottom), shift=True)

    def pull(self, unit: dict[str, float], side: int, far: float) -> None:
        """Drag a unit so many pixels towards the other side."""
        foes = self.units(1 - side)
        dx = sum(foe["x"] for foe in foes) / len(foes) - unit["x"]
        dy = sum(foe["y"] for foe in foes) / len(foes) - unit["y"]
        part = far / (dx * dx + dy * dy) ** 0.5
        self.drag((unit["x"], unit["y"]), (unit["x"] + part * dx, unit["y"] + part * dy))


def begun(desk: Desk, book: str, scenario: str, verb: str, prefer: tuple[str, ...] = ()) -> tuple[Hand, int]:
    """A game played on until an order may be given."""
    desk.begin(scenario, ("here", "recruit"), book)
    for _ in range(40):
        assert desk.until_asked()
        if desk.choice(verb).count():
            break
        desk.play_one(prefer)
    return Hand(desk), int(desk.state()["side"])


def test_nine_marching_units_take_no_more_than_fifteen_acts(sit: Sit, all_books: Served) -> None:
    """It took about 45: five for each of them."""
    desk = sit(all_books.address)
    hand, side = begun(desk, "ever_victorious_armies", "stockade", "march", ("go_first",))
    units, before = hand.units(side), desk.seq
    assert len(units) == 9
    hand.box(units)
    expect(desk.page.locator(".board .unit.other")).to_have_count(9)
    hand.pull(units[0], side, 120)
    # Eight regiments and guns throw and march, the general rides; then there is nobody left to move.
    desk.page.wait_for_function(
        "seq => Number(document.querySelector('.game').dataset.seq) >= seq + 18", arg=before, polling=20
    )
    desk.until_asked()
    assert hand.acts <= 15


def test_a_brigade_advances_in_no_more_than_four_acts(sit: Sit, all_books: Served) -> None:
    desk = sit(all_books.address)
    hand, side = begun(desk, "valour_and_fortitude", "first_brigade", "move", ("decline", "next_phase"))
    desk.page.locator("#tab-army").click()
    hand.acts += 1
    desk.page.locator(".army .group button").nth(0).click()
    hand.acts += 1
    chosen = desk.page.locator(".board .unit.other")
    assert chosen.count() > 1
    before = {unit["id"]: unit for unit in hand.units(side)}
    ids = chosen.evaluate_all("all => all.map(at => Number(at.dataset.unit))")
    seq = desk.seq
    hand.pull(before[ids[0]], side, 60)
    desk.until_past(seq)
    desk.at_rest()
    desk.until_asked()
    after = {unit["id"]: unit for unit in hand.units(side)}
    moved = [i for i in ids if abs(after[i]["x"] - before[i]["x"]) + abs(after[i]["y"] - before[i]["y"]) > 4]
    assert len(moved) > 1
    assert hand.acts <= 4


def test_a_stack_goes_across_the_map_in_two_acts(sit: Sit, all_books: Served) -> None:
    """One hex for a click it was."""
    desk = sit(all_books.address)
    hand, _ = begun(
        desk, "fix_bayonets", "first_blood", "act", ("play", "first", "no_orders", "forgo", "stay")
    )
    seq = desk.seq
    box = desk.page.locator('.board .unit.pick[aria-label^="1st Foot"]').bounding_box()
    assert box is not None
    hand.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    desk.page.locator(".journeys text").first.wait_for()
    x, y = desk.page.evaluate(
        """() => { const all = [...document.querySelectorAll('.journeys text')].filter(at => at.textContent === '0');
           const box = all.at(-1).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"""
    )
    hand.click(x, y)
    # To act, and then hex by hex: each is an action of its own, and can be undone.
    desk.page.wait_for_function(
        "seq => Number(document.querySelector('.game').dataset.seq) >= seq + 4", arg=seq, polling=20
    )
    assert hand.acts == 2
