"""`python -m tests.tools.pictures [NAME …]`: the README's pictures and its film, of real games in a real browser.

Whatever machine they are taken on: every game has the same luck, and the film's clock is ours, so eight seconds are eight seconds
however long a picture takes. Files go to docs/shots/.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS, Served
from tests.browser.desk import Desk, sit_down
from tests.tools.webp import Press, film

SHOTS = Path(__file__).parents[2] / "docs/shots"
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
FILM = {"width": 1120, "height": 700}
STILL, MOVING = 0.82, 0.62
"""How well a picture, or a frame of a film, is kept."""
TICK = 100
"""Milliseconds from frame to frame."""
BOOKS = "grognard.books:library"

_HAND = """(() => {
  const hand = document.createElement('div');
  hand.innerHTML = '<svg width="26" height="30" viewBox="0 0 26 30"><path d="M3 2v21l5.5-5 3.6 8.4 3.9-1.7-3.6-8.2H20z" fill="#fff" stroke="#222" stroke-width="1.8" stroke-linejoin="round"/></svg>';
  hand.style.cssText = 'position:fixed;left:0;top:0;z-index:99999;pointer-events:none;transform:translate(-50px,-50px)';
  addEventListener('DOMContentLoaded', () => document.body.append(hand));
  addEventListener('pointermove', (at) => (hand.style.transform = `translate(${at.clientX - 3}px,${at.clientY - 2}px)`), true);
  window.step = (ms) => document.getAnimations().forEach((each) => {
    each.pause();
    each.currentTime = Number(each.currentTime ?? 0) + ms;
  });
})()"""
"""A hand to be seen, since a picture shows none; and animations that wait for our clock."""


class Camera:
    """Films a desk: each frame stands for the same time, whatever it took to get there."""

    def __init__(self, desk: Desk):
        self.desk, self.page = desk, desk.page
        self.shots: list[tuple[bytes, int]] = []
        self.at = (0.0, 0.0)

    def tick(self, ms: int = TICK) -> None:
        """A moment passes, and is seen."""
        self.page.clock.run_for(ms)
        self.page.evaluate("ms => step(ms)", ms)
        self.shots.append((self.page.screenshot(animations="allow"), ms))

    def wait(self, ready: str) -> None:
        """What the server works out meanwhile takes no time in the film."""
        for _ in range(1000):
            if self.page.evaluate(ready):
                return
            self.page.clock.run_for(10)
            sleep(0.05)
        raise TimeoutError(ready)

    def hold(self, seconds: float) -> None:
        """Time to read."""
        for _ in range(round(1000 * seconds / TICK)):
            self.tick()

    def move(self, x: float, y: float, seconds: float) -> None:
        """The hand goes there."""
        (x0, y0), steps = self.at, max(1, round(1000 * seconds / TICK))
        for n in range(1, steps + 1):
            part = n / steps
            ease = part * part * (3 - 2 * part)
            self.page.mouse.move(x0 + (x - x0) * ease, y0 + (y - y0) * ease)
            self.tick()
        self.at = (x, y)

    def press(self) -> None:
        """The hand takes hold."""
        self.page.mouse.down()
        self.tick()

    def let_go(self) -> None:
        """And lets go."""
        self.page.mouse.up()
        self.tick()


def spot(desk: Desk, name: str) -> tuple[float, float]:
    """Where a unit stands on the screen."""
    box = desk.page.locator(f'.board [role=button][aria-label^="{name}"]').first.bounding_box()
    assert box is not None, name
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# ---- the film


def the_film(browser: Browser, address: str) -> bytes:
    """A march too far is brought back with its rule, a charge is weighed at the pointer, the dice fall."""
    desk = sit_down(browser, address, speed=1, viewport=FILM)
    desk.context.add_init_script(_HAND)
    desk.page.clock.install()
    desk.begin("rearguard", ("here", "here"), "ever_victorious_armies")
    desk.until_asked()
    desk.choice("go_first").click()
    desk.until_past(1)
    desk.until_asked()
    desk.at_rest()
    desk.page.clock.pause_at(desk.page.evaluate("Date.now() + 1000"))
    camera = Camera(desk)
    marching(camera)
    charging(camera)
    press = Press(desk.context.new_page())
    frames = press.frames(camera.shots, MOVING)
    desk.context.close()
    print(f"  {len(frames)} frames, {sum(frame.ms for frame in frames) / 1000:.1f} s")
    return film(frames, FILM["width"], FILM["height"])


def marching(camera: Camera) -> None:
    """A regiment is dragged farther than it may go: dice first, then it stands as far on its way as the rules let it."""
    desk = camera.desk
    x, y = spot(desk, "1st Regiment")
    camera.at = (x + 60, y + 150)
    camera.move(x, y, 0.5)
    camera.press()
    camera.move(x - 150, y + 4, 0.8)
    camera.let_go()
    camera.wait("() => document.querySelector('.notice .cite') !== null")
    camera.hold(1.1)
    desk.page.keyboard.press("Enter")
    camera.wait("() => document.querySelector('.reach') === null")
    camera.hold(0.4)


def charging(camera: Camera) -> None:
    """A company is dropped on the enemy: the odds of all that may follow come to the pointer."""
    desk = camera.desk
    x, y = spot(desk, "Bodyguard")
    to = spot(desk, "Matchlock skirmishers, west")
    camera.move(x, y, 0.4)
    camera.press()
    camera.move(*to, 0.7)
    camera.let_go()
    camera.wait("() => document.querySelector('.verdict, .deeds .odds') !== null")
    camera.hold(1.4)
    desk.page.keyboard.press("Enter")
    camera.wait("() => document.querySelector('.prompt')?.textContent.includes('evade')")
    camera.hold(0.2)
    desk.page.keyboard.press("e")
    camera.wait("() => document.querySelector('.preview .verdict') !== null")
    camera.hold(1.6)


# ---- the pictures


@contextmanager
def table(
    browser: Browser, address: str, book: str, scenario: str, against: str = "corporal", **options: Any
) -> Iterator[Desk]:
    """Somebody at a table of a book, as he is first asked."""
    desk = sit_down(browser, address, **{"viewport": WIDE, **options})
    desk.begin(scenario, ("here", against), book)
    desk.until_asked()
    desk.at_rest()
    yield desk
    desk.context.close()


def until(desk: Desk, verb: str, prefer: tuple[str, ...] = ()) -> None:
    """Play on until an order may be given."""
    for _ in range(60):
        if not desk.until_asked() or desk.choice(verb).count():
            break
        desk.play_one(prefer)
    desk.at_rest()


def start(browser: Browser, address: str) -> bytes:
    """The first page."""
    desk = sit_down(browser, address, viewport=WIDE)
    desk.go()
    desk.page.wait_for_load_state("networkidle")
    desk.at_rest()
    picture = desk.page.screenshot()
    desk.context.close()
    return picture


def odds(browser: Browser, address: str) -> bytes:
    """The exact odds of a charge, through all that may follow."""
    with table(browser, address, "ever_victorious_armies", "rearguard", "here") as desk:
        until(desk, "charge", ("go_first",))
        desk.choice("charge").click()
        for _ in range(3):
            if desk.page.locator(".choice.staged").count():
                break
            desk.page.locator(".choice").nth(1).click()
            desk.at_rest()
        return desk.page.screenshot()


def barrosa(browser: Browser, address: str) -> bytes:
    """A whole battle on the table."""
    with table(browser, address, "valour_and_fortitude", "barrosa") as desk:
        return desk.page.screenshot()


def hexes(browser: Browser, address: str) -> bytes:
    """Where a stack may go, and what is left to it there."""
    with table(browser, address, "fix_bayonets", "first_blood") as desk:
        until(desk, "act", ("play", "first", "no_orders", "forgo", "stay"))
        desk.page.mouse.click(*spot(desk, "1st Foot"))
        desk.page.locator(".journeys text").first.wait_for()
        desk.at_rest()
        return desk.page.screenshot()


def phone(browser: Browser, address: str) -> bytes:
    """A table in the hand."""
    touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    with table(browser, address, "skirmish_1808", "farm", viewport=PHONE, **touch) as desk:
        return desk.page.screenshot()


STILLS: dict[str, Callable[[Browser, str], bytes]] = {
    each.__name__: each for each in (start, odds, barrosa, hexes, phone)
}


def main(names: list[str]) -> None:
    """Take the pictures named, or all of them."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        served = Served(Path(folder) / "games.db", BOOKS)
        try:
            for name in names or [*STILLS, "film"]:
                if name == "film":
                    data = the_film(browser, served.address)
                else:
                    data = Press(browser.new_page()).still(STILLS[name](browser, served.address), STILL)
                (SHOTS / f"{name}.webp").write_bytes(data)
                print(f"{name}.webp: {len(data) / 1000:.0f} kB", flush=True)
        finally:
            served.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
