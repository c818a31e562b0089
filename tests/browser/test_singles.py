"""Figures of a loose group are set apart one by one, as far as the book lets them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.desk import Desk
from tests.browser.shelf import LOOSE


def to_a_move(desk: Desk) -> None:
    """Order units to move until one obeys."""
    desk.begin("meeting", ("here", "here"), LOOSE)
    desk.until_asked()
    desk.page.locator(".choice").first.click()
    desk.until_past(2)
    for _ in range(40):
        desk.until_asked()
        if desk.page.locator(".reach").count():
            return
        seq = desk.seq
        verb = "move" if desk.choice("move").count() else "end"
        desk.choice(verb).first.click()
        if verb == "move" and desk.page.locator(".choice").count():
            desk.do(desk.page.locator(".choice").last)
        desk.did(seq)
        desk.until_past(seq)
    raise AssertionError("nobody obeys")


def spot(desk: Desk, model: int) -> tuple[float, float]:
    box = desk.page.locator(f'[data-model="{model}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(desk: Desk, model: int, dx: float, dy: float) -> None:
    x, y = spot(desk, model)
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + dx, y + dy, steps=6)


def test_single_figures_are_set_apart_within_cohesion_and_go_with_the_move(sit: Sit) -> None:
    desk = sit()
    to_a_move(desk)
    seq = desk.seq
    bar = desk.page.locator(".battlefield").get_by_role("status")
    desk.page.locator(".reach").get_by_role("button", name="Single figures").click()
    expect(desk.page.locator("[data-model]").first).to_be_visible()
    expect(desk.page.locator(".limit-words")).to_contain_text("T090")
    # Too far away: the rule is shown while the figure is in the hand, and it comes back on its way.
    north = -1 if desk.state()["side"] == "0" else 1
    pull(desk, 1, 500, north * 20)
    expect(bar).to_contain_text("R-56")
    desk.page.mouse.up()
    expect(desk.page.locator(".notice")).to_contain_text("Brought back")
    expect(desk.page.locator(".reach .way")).to_contain_text("one figure set apart")
    # By keyboard: the next figure a quarter of an inch, and back with the others.
    desk.page.keyboard.press(".")
    expect(bar).to_contain_text("Figure 3")
    before = spot(desk, 2)
    way = desk.page.locator(".reach .way")
    for _ in range(18):  # out from between the others
        desk.page.keyboard.press("ArrowUp" if north < 0 else "ArrowDown")
        desk.at_rest()
        if "2 figures set apart" in way.inner_text():
            break
    expect(desk.page.locator(".reach .way")).to_contain_text("2 figures set apart")
    assert (spot(desk, 2)[1] - before[1]) * north > 2
    desk.page.keyboard.press("Backspace")
    expect(desk.page.locator(".reach .way")).to_contain_text("one figure set apart")
    # Esc ends it, the figure stays apart; the move takes it along.
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("[data-model]")).to_have_count(0)
    assert desk.seq == seq, "nothing is done before we say so"
    desk.page.get_by_role("button", name="Move here").click()
    desk.until_past(seq)
    noun = next(frame for frame in reversed(desk.frames) if '"action"' in frame and '"model"' in frame)
    assert '["model",1,' in noun.replace(" ", "")
