"""Two people who play each other, each with a browser: talk, clock, draws, giving up, and the same battle once more."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.desk import Desk
from tests.browser.look import internal_words
from tests.browser.test_pages import STANDARDS, violations


def two(sit: Sit, **clock: str) -> tuple[Desk, Desk]:
    """A battle by invitation, with what was agreed on time."""
    host, guest = sit(), sit()
    host.go("#/new/ever_victorious_armies/short")
    seats = host.page.locator('form select:has(option[value="here"])')
    seats.nth(0).select_option("here")
    seats.nth(1).select_option("open")
    if clock:
        (kind,) = set(clock) & {"minutes", "days"}
        host.page.get_by_label("Clock").select_option(kind)
        host.page.get_by_label({"minutes": "Minutes a side", "days": "Days"}[kind], exact=True).fill(
            clock[kind]
        )
    host.page.get_by_role("button", name="Begin the battle").click()
    game = host.seated()
    links = host.page.evaluate("JSON.parse(localStorage.getItem('grognard.seats'))")[game]["links"]
    guest.join(f"{guest.address}/#/join/{game}/{links['1']}", "Hortense")
    return host, guest


def menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name=name).click()


def test_they_talk_and_need_not_listen(sit: Sit, axe: str) -> None:
    host, guest = two(sit)
    guest.page.get_by_role("tab", name="Talk").click()
    guest.page.get_by_label("Say something").fill("Good day <b>sir</b>")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator(".talk li")).to_contain_text("Good day <b>sir</b>")
    # Elsewhere it is announced by a number, and read where it stands: letters, no markup.
    tab = host.page.get_by_role("tab", name="Talk")
    expect(tab).to_contain_text("1")
    tab.click()
    expect(host.page.locator(".talk li")).to_contain_text("Good day <b>sir</b>")
    expect(host.page.locator(".talk li")).to_contain_text("Hortense")  # as he called himself
    assert host.page.locator(".talk li b").count() == 1
    assert violations(host.page, axe, STANDARDS) == []
    host.page.get_by_role("button", name="Do not listen").click()
    expect(host.page.locator(".talk li")).to_have_count(0)
    host.page.reload()
    host.page.get_by_role("tab", name="Talk").click()
    expect(host.page.locator(".talk")).to_contain_text("You are not listening")
    host.page.get_by_role("button", name="Listen again").click()
    expect(host.page.locator(".talk li")).to_have_count(1)
    # Whoever looks on hears nothing of it.
    third = sit()
    third.go(f"#/game/{host.page.url.rsplit('/', 1)[1]}")
    third.page.locator(".game").wait_for()
    expect(third.page.get_by_role("tab", name="Talk")).to_have_count(0)
    assert "Good day" not in "".join(third.frames)


def test_a_draw_is_declined_the_battle_given_up_and_fought_again_on_changed_sides(sit: Sit) -> None:
    host, guest = two(sit, minutes="45")
    for desk in (host, guest):
        expect(desk.page.get_by_role("timer")).to_be_visible()
    menu(host.page, "Offer a draw")
    expect(host.page.locator(".parley")).to_contain_text("You have offered a draw")
    expect(guest.page.locator(".parley")).to_contain_text("offers a draw")
    guest.page.get_by_role("button", name="Decline").click()
    for desk in (host, guest):
        expect(desk.page.locator(".parley")).to_have_count(0)
    # Resigning asks once more.
    menu(guest.page, "Resign")
    asked = guest.page.get_by_role("dialog", name="Give the battle up?")
    asked.get_by_role("button", name="Fight on").click()
    assert guest.state()["over"] == "false"
    menu(guest.page, "Resign")
    asked.get_by_role("button", name="Yes, I resign").click()
    for desk, told in ((host, "You have won"), (guest, "You have lost")):
        dialog = desk.page.get_by_role("dialog", name="The battle is over")
        expect(dialog).to_contain_text(told)
        expect(dialog).to_contain_text("resigned")
        assert internal_words(desk.page) == []
    # The same people once more, the other way round.
    host.page.get_by_role("button", name="Changed sides").click()
    expect(host.page.locator(".again")).to_contain_text("The other side is asked")
    sides = [desk.state()["side"] for desk in (host, guest)]
    guest.page.get_by_role("button", name="Yes, let us").click()
    old = host.page.url
    host.page.get_by_role("button", name="To the new battle").click()
    for desk in (host, guest):
        desk.page.wait_for_function("old => location.href !== old", arg=old)
        desk.page.locator('.game[data-over="false"]').wait_for()
    assert host.page.url == guest.page.url
    assert [desk.state()["side"] for desk in (guest, host)] == sides
    expect(host.page.get_by_role("timer")).to_be_visible()
    # The list of games says how the first one ended.
    guest.go("#/")
    expect(guest.page.locator(".games")).to_contain_text("You have lost by resignation")
    # And so does its journal.
    guest.page.goto(old)
    guest.page.get_by_role("dialog", name="The battle is over").get_by_role("button", name="Close").click()
    guest.page.get_by_role("tab", name="Journal").click()
    expect(guest.page.locator(".journal .turn").last).to_contain_text("resigned")


def test_a_draw_is_agreed_and_both_are_told_so(sit: Sit) -> None:
    host, guest = two(sit, days="3")
    expect(host.page.get_by_role("timer")).to_contain_text("3 d 0 h")
    menu(guest.page, "Offer a draw")
    host.page.get_by_role("button", name="Agree").click()
    for desk in (host, guest):
        dialog = desk.page.get_by_role("dialog", name="The battle is over")
        expect(dialog).to_contain_text("A drawn battle")
        expect(dialog).to_contain_text("A draw was agreed")
    # Whoever comes later is told too.
    third = sit()
    third.go(f"#/game/{host.page.url.rsplit('/', 1)[1]}")
    expect(third.page.get_by_role("dialog", name="The battle is over")).to_contain_text("A drawn battle")
