"""Somebody at the table: finds things as a person does, by what they are called."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.shelf import BOOK

PATIENCE = 90_000
"""Milliseconds we wait for what must come: as long as a busy machine may need, for only a test that fails waits so long."""
LOOK = 2_000
"""Milliseconds that somebody looks at what he has chosen, at most: odds that take longer are not waited for."""
WATCH = Path(__file__).with_name("watch.js").read_text("utf-8")


class Desk:
    """One page of one browser."""

    def __init__(self, context: BrowserContext, address: str):
        self.context, self.address = context, address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.frames: list[str] = []
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", lambda line: self.faults.append(line.text) if _bad(line.type, line.text) else None)
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))),
        )

    # ---- going places

    def go(self, route: str = "") -> None:
        """Open a page of the client."""
        self.page.goto(f"{self.address}/{route}")
        expect(self.page.locator("h1").first).to_be_visible(timeout=PATIENCE)

    def begin(
        self, scenario: str = "short", seats: tuple[str, str] = ("here", "sergeant"), book: str = BOOK
    ) -> str:
        """Sit down to a game just begun; seats as `here`, `open` or the name of a computer player.

        As the set-up page does it, but without that page: to load it and draw its map is half of the work of many a test.
        """
        wish = [
            {"kind": seat} if seat in ("here", "open") else {"kind": "agent", "agent": seat} for seat in seats
        ]
        answer = self.context.request.post(
            f"{self.address}/api/games", data={"book": book, "scenario": scenario, "seats": wish}
        )
        assert answer.ok, answer.text()
        made = answer.json()
        held = {
            "mine": [seat["token"] for seat in made["seats"] if seat.get("token")],
            "links": {str(s["side"]): s["invitation"] for s in made["seats"] if s.get("invitation")},
            "host": made["host"],
        }
        self._hold(made["game"], held)
        self.page.goto(f"{self.address}/#/game/{made['game']}")
        return self.seated()

    def _hold(self, game: str, held: dict[str, Any]) -> None:
        """Put the seats of a game where the client keeps them: now, or when its page is first loaded."""
        keep = f"""((game, held) => {{
            const all = JSON.parse(localStorage.getItem('grognard.seats') ?? '{{}}');
            if (!sessionStorage.getItem(game)) all[game] ??= held;
            localStorage.setItem('grognard.seats', JSON.stringify(all));
            sessionStorage.setItem(game, 'sat down');
        }})({json.dumps(game)}, {json.dumps(held)})"""
        if self.page.url.startswith(self.address):
            self.page.evaluate(keep)
        else:
            self.page.add_init_script(keep)

    def set_up(
        self, scenario: str = "short", seats: tuple[str, str] = ("here", "sergeant"), book: str = BOOK
    ) -> str:
        """Begin a game on the set-up page."""
        self.go(f"#/new/{book}/{scenario}")
        selects = self.page.locator('form select:has(option[value="here"])')  # armies have lists of their own
        for at, seat in enumerate(seats):
            selects.nth(at).select_option(seat if seat in ("here", "open") else f"agent:{seat}")
        self.page.get_by_role("button", name="Begin the battle").click()
        return self.seated()

    def join(self, address: str, name: str = "") -> str:
        """Follow an invitation, say who we are, and take the seat."""
        self.claim(address, name)
        return self.seated()

    def claim(self, address: str, name: str = "") -> None:
        """Follow an invitation and ask for the seat, whether we get it or not."""
        self.page.goto(address)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take the seat").click()

    def seated(self) -> str:
        """Wait for the table (or the curtain before it); the game's name."""
        self.page.wait_for_url("**/#/game/*")
        self.page.locator(".game, .curtain").first.wait_for()
        return self.page.url.rsplit("/", 1)[1]

    # ---- seeing

    @property
    def seq(self) -> int:
        """How many actions have been played."""
        return int(self.page.locator(".game").get_attribute("data-seq") or -1)

    def state(self) -> dict[str, Any]:
        """What the table says of itself."""
        found: dict[str, Any] = self.page.locator(".game").evaluate("at => ({...at.dataset})")
        return found

    def until_asked(self) -> bool:
        """Wait until something is asked of us; False if the battle is over."""
        self.page.locator('.game:is([data-mine="true"], [data-over="true"])[data-busy="false"]').wait_for()
        return self.state()["over"] != "true"

    def until_past(self, seq: int) -> None:
        """Wait until the game has gone on."""
        self.page.wait_for_function(
            "seq => { const at = document.querySelector('.game'); return !at || Number(at.dataset.seq) > seq }",
            arg=seq,
            polling=20,  # else at every picture, and pictures would be made for nothing else
        )

    def at_rest(self) -> None:
        """Wait until nothing is under way: everything asked is answered and drawn."""
        restless = self.page.evaluate("async most => { await atRest(most); return restless(); }", PATIENCE)
        assert restless == [], f"never at rest: {restless}"

    def went_on(self, seq: int) -> bool:
        """Whether what was just done plays something; if so the game has gone on, if not everything is shown."""
        gone = self.page.evaluate(
            """([seq, most]) => atRest(most, () => { const at = document.querySelector('.game');
            return !at || Number(at.dataset.seq) > seq || at.dataset.busy === 'true' })""",
            [seq, LOOK],
        )
        if gone:
            self.until_past(seq)
        return bool(gone)

    # ---- doing

    def choice(self, verb: str) -> Any:
        """The lines of a verb in the list of orders."""
        return self.page.locator(f'.choice[data-verb="{verb}"]')

    def do(self, line: Any) -> None:
        """Choose a line of the list, look at its odds, and choose it again: the second click does it."""
        line.click()
        self.page.get_by_role("region", name="What may happen").wait_for()
        self.at_rest()
        line.click()

    def did(self, seq: int) -> bool:
        """Whether what was just done plays something; where we are asked again we say yes."""
        if self.went_on(seq):
            return True
        yes = self.page.get_by_role("button", name="Yes, do it")
        if not yes.count():
            return False
        yes.click()
        return self.went_on(seq)

    def play_one(self, prefer: tuple[str, ...] = ()) -> None:
        """Choose what is offered first, as far as the list goes; manoeuvres straight ahead or not at all."""
        seq = self.seq
        for _ in range(12):
            if self.tried(seq, prefer):
                return
        self.until_past(seq)

    def tried(self, seq: int, prefer: tuple[str, ...] = ()) -> bool:
        """One thing that is offered, tried; whether the game went on."""
        for found in ('button:has-text("Stay here")', ".number .primary", ".split .primary"):
            if self.page.locator(found).count():
                self.page.locator(found).first.click()
                break
        else:
            self._line(prefer)
        return self.did(seq)

    def _line(self, prefer: tuple[str, ...]) -> None:
        """A line of the list; where there is none in sight, the first manoeuvre that is proposed."""
        lines = self.page.locator(".choice:visible")
        for verb in prefer:
            if self.choice(verb).locator("visible=true").count():
                lines = self.choice(verb).locator("visible=true")
                break
        if lines.count():
            lines.first.click()
            return
        ways = self.page.locator(".asked .chips button:visible, .asked .spots button:visible")
        if ways.count():
            ways.first.click()
        sure = self.page.locator(".asked .primary:enabled:visible")
        if sure.count():
            sure.first.click()
            return
        marked = self.page.locator(".cells path[data-cell], .board .place").first
        if not ways.count() and marked.count():
            box = marked.bounding_box()
            assert box is not None
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _bad(kind: str, text: str) -> bool:
    # A server that is down is part of some tests; the browser says so on the console.
    return kind == "error" and "ERR_CONNECTION" not in text and "WebSocket connection" not in text


def sit_down(browser: Browser, address: str, *, speed: int = 0, **options: Any) -> Desk:
    """A new person with a browser of his own, nothing in it."""
    likes = options.pop("likes", {})
    options.setdefault("viewport", {"width": 1280, "height": 800})
    context = browser.new_context(reduced_motion="reduce" if speed == 0 else "no-preference", **options)
    text = json.dumps(json.dumps({"speed": speed, **likes}))
    context.add_init_script(WATCH)
    context.add_init_script(
        f"if (!localStorage.getItem('grognard.likes')) localStorage.setItem('grognard.likes', {text})"
    )
    return Desk(context, address)


def asked_of(*desks: Desk) -> Desk | None:
    """Whoever of some is asked, as soon as one is and everything is shown; nobody when the battle is over."""
    until = monotonic() + PATIENCE / 1000
    while monotonic() < until:
        for desk in desks:
            state = desk.state()
            if state["over"] == "true":
                return None
            if state["mine"] == "true" and state["busy"] == "false":
                return desk
        desks[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked")
