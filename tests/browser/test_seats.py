"""Several people, one screen or two, and a server that dies."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Served, Sit
from tests.browser.desk import Desk, asked_of, sit_down


def test_two_browsers_in_one_game_and_one_reloads_in_the_middle_of_a_turn(sit: Sit) -> None:
    host, guest = sit(), sit()
    host.set_up("short", ("here", "open"))
    link = host.page.locator(".invite input")
    # Whoever is asked first: the link to the open seat is in the menu too.
    if not link.count():
        host.page.get_by_role("button", name="Menu").click()
    address = link.first.input_value()
    assert "#/join/" in address
    host.page.keyboard.press("Escape")
    guest.join(address)
    assert "join" not in guest.page.url, "the code stays in the address"
    held = [desk.page.evaluate("localStorage.getItem('grognard.seats')") for desk in (host, guest)]
    ((_, guests),) = json.loads(held[1]).items()
    assert guests["mine"][0] not in held[0] + address, "whoever began the game holds the guest's seat too"

    def asked() -> tuple[Desk, Desk]:
        first = asked_of(host, guest)
        assert first is not None, "nobody is asked"
        return first, guest if first is host else host

    first, second = asked()
    first.choice("go_first").click()
    first.until_past(1)
    second.until_past(1)
    assert first.seq == second.seq
    # In the middle of a march: dice have fallen, the move is still to be made.
    first.until_asked()
    first.choice("march").click()
    first.do(first.page.locator(".choice").nth(1))
    first.until_past(2)
    first.until_asked()
    before = first.seq
    prompt = first.page.locator(".prompt").inner_text()
    first.page.reload()
    first.until_asked()
    assert first.seq == before
    assert first.page.locator(".prompt").inner_text() == prompt
    first.page.get_by_role("button", name="Stay here").click()
    first.until_past(before)
    second.until_past(before)
    assert second.seq == first.seq
    # Only whoever is asked is offered anything.
    assert second.page.locator(".choice").count() == 0
    # Somebody without a seat looks on.
    third = sit()
    third.go(f"#/game/{first.page.url.rsplit('/', 1)[1]}")
    third.page.locator(".game").wait_for()
    expect(third.page.get_by_role("tabpanel")).to_contain_text("watching")


def test_an_invitation_works_once_and_can_be_taken_back(sit: Sit) -> None:
    host, guest, late = sit(), sit(), sit()
    host.begin("secrets", ("here", "open"), book="toy")  # both are asked, so the link is in view
    invite = host.page.locator(".invite").first
    first = invite.locator("input").input_value()
    invite.get_by_role("button", name="Take the invitation back").click()
    expect(invite).to_contain_text("nobody is invited")
    guest.claim(first)
    expect(guest.page.get_by_role("alert").filter(has_text="taken back")).to_be_visible()
    invite.get_by_role("button", name="Invite somebody").click()
    second = invite.locator("input").input_value()
    assert second != first
    guest.join(second)
    expect(host.page.locator(".invite")).to_have_count(0)
    late.claim(second)
    expect(late.page.get_by_role("alert").filter(has_text="has been used")).to_be_visible()
    late.page.get_by_role("link", name="Look on").click()
    late.page.locator(".game").wait_for()
    # The browser itself notes each refusal.
    assert [fault.rsplit("(")[1] for fault in (*guest.faults, *late.faults)] == ["Not Found)", "Conflict)"]
    guest.faults.clear()
    late.faults.clear()


def test_a_curtain_falls_between_two_at_one_screen_where_the_book_hides_something(sit: Sit) -> None:
    desk = sit()
    desk.begin("secrets", ("here", "here"), book="toy")
    curtain = desk.page.locator(".curtain")
    expect(curtain).to_be_visible()
    first = desk.page.locator(".curtain h1").inner_text()
    assert desk.page.locator(".game").count() == 0, "the table shows behind the curtain"
    desk.page.get_by_role("button", name="I am here").click()
    sides = set()
    for _ in range(12):
        desk.page.locator(".game, .curtain").first.wait_for()
        if curtain.count():
            if desk.page.locator(".curtain h1").inner_text() != first:
                break
            desk.page.get_by_role("button", name="I am here").click()
            continue
        desk.until_asked()
        sides.add(desk.state()["side"])
        desk.play_one()
    expect(curtain).to_be_visible()
    assert desk.page.locator(".curtain h1").inner_text() != first
    desk.page.get_by_role("button", name="I am here").click()
    desk.until_asked()
    assert desk.state()["side"] not in sides


def test_a_hidden_card_never_reaches_the_other_seat(sit: Sit) -> None:
    host, guest = sit(), sit()
    host.begin("secrets", ("here", "open"), book="toy")
    tokens = host.page.evaluate("JSON.parse(localStorage.getItem('grognard.seats'))")
    ((game, seats),) = tokens.items()
    guest.join(f"{guest.address}/#/join/{game}/{seats['links']['1']}")
    for _ in range(8):
        desk = asked_of(host, guest)
        if desk is None:
            break
        desk.play_one()
    seen = "".join(guest.frames)
    assert "blue-held-a" in seen, "the guest does not see his own hand"
    assert "red-held" not in seen
    assert "blue-held" not in "".join(host.frames)
    assert json.loads(guest.frames[0])["side"] == 1


def test_a_player_may_have_the_curtain_always(sit: Sit) -> None:
    desk = sit(likes={"curtain": True})
    desk.begin("short", ("here", "here"))
    expect(desk.page.locator(".curtain")).to_be_visible()
    desk.page.keyboard.press("Enter")  # the button has the focus
    expect(desk.page.locator(".game")).to_be_visible()


def test_the_server_is_killed_and_comes_back_and_so_do_we(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Served(tmp_path_factory.mktemp("killed") / "games.db")
    desk = sit_down(browser, server.address)
    try:
        desk.begin("short", ("here", "here"))
        desk.until_asked()
        desk.choice("go_first").click()
        desk.until_past(1)
        desk.until_asked()
        desk.choice("march").click()
        desk.do(desk.page.locator(".choice").nth(1))
        desk.until_past(2)
        desk.until_asked()
        seq, prompt = desk.seq, desk.page.locator(".prompt").inner_text()
        server.kill()
        expect(desk.page.locator(".notice.bad")).to_contain_text("Connection lost")
        # A choice made while nobody listens is played when somebody does.
        desk.page.get_by_role("button", name="Stay here").click()
        server.start()
        desk.until_past(seq)
        expect(desk.page.locator(".notice.bad")).to_have_count(0)
        desk.until_asked()
        assert desk.page.locator(".prompt").inner_text() != prompt
        assert desk.faults == []
    finally:
        desk.context.close()
        server.kill()


def test_a_game_is_found_again_on_the_first_page_saved_and_opened(sit: Sit) -> None:
    desk = sit()
    game = desk.begin("short", ("here", "sergeant"))
    desk.until_asked()
    desk.play_one()
    desk.go("#/")
    line = desk.page.locator(".games li")
    expect(line).to_contain_text("A brush on the road")
    line.get_by_role("link", name="Go on").click()
    assert desk.seated() == game
    desk.until_asked()
    desk.page.get_by_role("button", name="Menu").click()
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="Save to a file").click()
    path = saved.value.path()
    desk.go("#/")
    desk.page.locator("input[type=file]").set_input_files(path)
    assert desk.seated() != game
    desk.page.locator(".game").wait_for()
    assert desk.seq >= 1


def test_a_strange_address_is_told_so(sit: Sit) -> None:
    desk = sit()
    desk.go("#/game/nosuchgame")
    expect(desk.page.get_by_role("alert").first).to_contain_text("not on this server")
    desk.page.get_by_role("link", name="To the start").click()
    expect(desk.page.get_by_role("button", name="Play now").first).to_be_visible()
