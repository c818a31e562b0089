"""A move is bent: by way-points set with the mouse, with fingers and with keys; the way, its legs and its cost are told."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from grognard.books import load
from tests.browser.conftest import Served, Sit
from tests.browser.desk import Desk

BOOK, RIFLES = "men_who_would_be_kings", 0
ROCKS = '\n[[terrain]]\nkind = "cliff"\nname = "the rocks"\nrect = [12.2, 6.1, 14, 6.6]\n'
"""Before the rifles, who begin at 12, 3."""
HEIGHT = 48


def at(desk: Desk, x: float, y: float) -> tuple[float, float]:
    """Where a point of the table, in inches, is on the page."""
    found = desk.page.evaluate(
        """([x, y]) => { const at = document.querySelector('.battlefield svg.layer').getScreenCTM();
        const p = new DOMPoint(x, y).matrixTransform(at); return [p.x, p.y] }""",
        [x * 100, (HEIGHT - y) * 100],
    )
    return found[0], found[1]


def moving(sit: Sit, served: Served, **options: Any) -> Desk:
    """The ford, with rocks before the rifles, who are told to move."""
    desk = sit(served.address, **options)
    text = load(BOOK).scenarios["the_ford"].path.read_text("utf-8") + ROCKS
    seats = [{"kind": "here"}, {"kind": "agent", "agent": "recruit"}]
    answer = desk.context.request.post(
        f"{desk.address}/api/games", data={"book": BOOK, "battle": text, "seats": seats}
    )
    assert answer.ok, answer.text()
    made = answer.json()
    mine = [seat["token"] for seat in made["seats"] if seat.get("token")]
    desk._hold(made["game"], {"mine": mine, "links": {}, "host": made["host"]})
    desk.page.goto(f"{desk.address}/#/game/{made['game']}")
    desk.seated()
    desk.until_asked()
    desk.at_rest()
    return desk


def told_to_move(desk: Desk) -> None:
    """The rifles are ordered to move, from the list."""
    desk.choice("move").first.click()
    desk.at_rest()
    line = desk.page.locator(".choice").filter(has_text="Gurkha Rifles").first
    line.click()
    desk.at_rest()
    if not desk.page.locator(".reach").count():
        desk.page.keyboard.press("Enter")
    desk.page.locator(".reach").wait_for()
    desk.at_rest()


def way(desk: Desk) -> Any:
    """What is said of the way."""
    return desk.page.locator(".reach .way")


def stops(desk: Desk) -> Any:
    """The way-points on the table."""
    return desk.page.locator(".battlefield [data-stop]")


def legs_done(desk: Desk) -> None:
    """It goes."""
    seq = desk.seq
    desk.page.keyboard.press("Enter")
    desk.until_past(seq)


def test_a_barred_way_is_led_round_and_the_reason_told(sit: Sit, all_books: Served) -> None:
    desk = moving(sit, all_books)
    told_to_move(desk)
    desk.page.mouse.move(*at(desk, 12, 3))
    desk.page.mouse.down()
    desk.page.mouse.move(*at(desk, 10, 5), steps=3)
    desk.page.mouse.move(*at(desk, 9, 6), steps=3)
    expect(way(desk)).to_contain_text(re.compile(r"The way:.*then go"))
    expect(way(desk)).to_contain_text("It goes round about. Straight on: the way is barred")
    desk.page.mouse.up()
    expect(desk.page.locator(".bar .round")).to_contain_text("R-56")
    legs_done(desk)


def test_way_points_with_the_mouse(sit: Sit, all_books: Served) -> None:
    desk = moving(sit, all_books)
    told_to_move(desk)
    mouse = desk.page.mouse
    mouse.move(*at(desk, 12, 3))
    mouse.down()
    mouse.move(*at(desk, 11, 4), steps=3)
    expect(desk.page.locator(".bar .hint")).to_contain_text("way-point")
    mouse.move(*at(desk, 10, 4), steps=2)
    desk.page.keyboard.press("v")
    expect(stops(desk)).to_have_count(1)
    mouse.move(*at(desk, 9, 5), steps=2)
    mouse.down(button="right")
    mouse.up(button="right")
    expect(stops(desk)).to_have_count(2)
    mouse.move(*at(desk, 8.6, 7.2), steps=2)
    mouse.up()
    expect(way(desk)).to_contain_text("by 2 way-points")
    expect(way(desk)).to_contain_text(
        re.compile(r"go 2\.2″ west-north-west, then go 1\.4″ north-west, then go")
    )
    # One is clicked away, where the ghost does not lie over it; the button takes the other back.
    mouse.click(*at(desk, 10.2, 3.8))
    expect(stops(desk)).to_have_count(1)
    desk.page.get_by_role("button", name="Take the last way-point back").click()
    expect(stops(desk)).to_have_count(0)
    desk.at_rest()
    legs_done(desk)


def test_way_points_before_a_unit_has_its_order(sit: Sit, all_books: Served) -> None:
    """Whoever is dragged at once is told to move first; the way-points are kept till then."""
    desk = moving(sit, all_books)
    mouse = desk.page.mouse
    mouse.move(*at(desk, 12, 3))
    mouse.down()
    mouse.move(*at(desk, 10, 4), steps=4)
    mouse.down(button="right")
    mouse.up(button="right")
    mouse.move(*at(desk, 9, 6), steps=4)
    seq = desk.seq
    mouse.up()
    desk.until_past(seq)
    desk.at_rest()
    if desk.page.locator(".reach").count():
        expect(stops(desk)).to_have_count(1)


def test_way_points_with_keys_alone(sit: Sit, all_books: Served) -> None:
    desk = moving(sit, all_books)
    told_to_move(desk)
    press = desk.page.keyboard.press
    press("b")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "v", "ArrowUp", "ArrowUp", "ArrowLeft"):
        press(key)
    expect(stops(desk)).to_have_count(1)
    expect(way(desk)).to_contain_text("by one way-point")
    press("w")
    expect(desk.page.locator(".twin")).to_contain_text("Way-points set: 2.2 inches west-north-west.")
    press("o")
    press("b")
    press("Backspace")
    expect(stops(desk)).to_have_count(0)
    expect(way(desk)).not_to_contain_text("way-point")
    # And by the panel's buttons.
    desk.page.get_by_role("button", name="Way-point here", exact=True).first.click()
    expect(stops(desk)).to_have_count(1)
    press("Escape")
    expect(stops(desk)).to_have_count(0)


def test_way_points_with_fingers(sit: Sit, all_books: Served) -> None:
    desk = moving(sit, all_books, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    told_to_move(desk)
    hand = desk.context.new_cdp_session(desk.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    here, there, end = at(desk, 12, 3), at(desk, 9.3, 4.5), at(desk, 8.3, 6.5)
    touch("touchStart", here)
    touch("touchMove", ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2))
    touch("touchMove", there)
    touch("touchStart", there, (there[0] + 150, there[1] - 90))  # a second finger
    expect(stops(desk)).to_have_count(1)
    touch("touchMove", there)
    touch("touchMove", end)
    touch("touchEnd")
    expect(way(desk)).to_contain_text("by one way-point")
    bend = desk.page.locator(".bar .bend")
    bend.tap()
    expect(stops(desk)).to_have_count(2)
    size = bend.bounding_box()
    assert size is not None
    assert size["height"] >= 40
    desk.page.get_by_role("button", name="Take the last way-point back").tap()
    expect(stops(desk)).to_have_count(1)
