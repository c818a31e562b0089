"""A whole battle against the computer, and what is seen on the way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.desk import Desk


def test_a_stranger_plays_a_whole_battle_against_the_computer(sit: Sit) -> None:
    desk = sit()
    desk.go()
    desk.page.get_by_role("region", name="Learn in five minutes").get_by_role("button").first.click()
    desk.seated()
    assert desk.until_asked()
    expect(desk.page.get_by_role("region", name="First battle").first).to_be_visible()  # the guide says hello
    desk.set_up()
    for _ in range(120):
        if not desk.until_asked():
            break
        desk.play_one(prefer=("aim", "march", "charge"))
    assert desk.state()["over"] == "true", "the battle does not end"
    # The end opens by itself: who won, the luck, the seed to check the dice with.
    dialog = desk.page.get_by_role("dialog", name="The battle is over")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("heading", name="Luck", exact=True)).to_be_visible()
    expect(dialog.get_by_text("The seed, now revealed")).to_be_visible()
    expect(dialog.locator("table").nth(1).locator("tbody tr").first).to_be_visible()


def test_odds_are_shown_before_dice_are_thrown_and_forbidden_things_say_why(sit: Sit) -> None:
    desk = sit()
    desk.begin("rearguard", ("here", "here"))
    desk.until_asked()
    desk.choice("go_first").click()
    desk.until_past(1)
    desk.until_asked()
    side = int(desk.state()["side"])
    desk.choice("march").click()
    seq = desk.seq
    desk.page.locator(".choice").nth(1).hover()
    preview = desk.page.get_by_role("region", name="What may happen")
    expect(preview.locator("table.bars").first).to_be_visible()
    expect(preview).to_contain_text(re.compile(r"\d+/\d+"))  # exact fractions
    expect(preview).to_contain_text("%")
    assert desk.seq == seq, "looking has changed the game"
    expect(desk.page.locator(".choice.staged")).to_have_count(0)  # nor has it armed anything
    # Every number of a rule opens the rule.
    desk.page.locator(".prompt .cite").click()
    rule = desk.page.get_by_role("dialog", name="Rule")
    expect(rule).to_contain_text("EVA M1")
    desk.page.keyboard.press("Escape")
    expect(rule).to_be_hidden()
    # A charge: the whole sequence, down to who must run.
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("Escape")
    desk.choice("charge").click()
    desk.page.locator(".choice").first.click()
    desk.page.locator(".choice").first.hover()
    expect(preview).to_contain_text("through the whole sequence")
    # Somebody who cannot charge says why, with the rule.
    general = "Gordon" if side == 0 else "Wang"
    desk.page.locator(f'.board [role=button][aria-label^="{general}"]').hover(force=True)
    why = desk.page.locator(".why")
    expect(why).to_contain_text("he is a general, who does not fight")
    expect(why.locator(".cite").first).to_have_text("N1")
    # Chosen, he lists what he may and what he may not.
    desk.page.locator("#tab-words").click()
    desk.page.get_by_role("button", name=f"{general}, C-in-C", exact=True).click()
    desk.page.locator("#tab-orders").click()
    expect(desk.page.get_by_role("list", name="Not possible now")).to_contain_text(
        "he is a general, who does not hold"
    )


def pull(desk: Desk, name: str, east: float, south: float) -> None:
    """Take a unit and pull it so far over the screen, as a hand does."""
    box = desk.page.locator(f'.board [role=button][aria-label^="{name}"]').first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    for part in (0.3, 0.7, 1.0):
        desk.page.mouse.move(x + east * part, y + south * part)
    desk.page.mouse.up()


def test_a_drag_is_the_order_and_dice_fall_on_the_way(sit: Sit) -> None:
    desk = sit()
    desk.begin("short", ("here", "here"))
    desk.until_asked()
    desk.choice("go_first").click()
    desk.until_past(1)
    desk.until_asked()
    seq = desk.seq
    name = desk.page.locator(".board .unit.pick").first.get_attribute("aria-label") or ""
    pull(desk, name.partition(",")[0], 0, -3)  # a twitch is no order
    pull(desk, name.partition(",")[0], 6, -14)
    # One gesture: it was named, the dice fell, and it went there or stands as far on its way as it may.
    desk.until_past(seq + 1)
    desk.until_asked()
    desk.at_rest()  # how far it may go is asked for, and drawn, after the dice are told
    went = desk.seq >= seq + 3
    assert went or desk.page.locator("[data-ghost]").count() > 0


def test_a_unit_asked_about_tells_all_it_may_do(sit: Sit) -> None:
    desk = sit()
    desk.begin("rearguard", ("here", "here"))
    desk.until_asked()
    desk.choice("go_first").click()
    desk.until_past(1)
    desk.until_asked()
    seq = desk.seq
    desk.page.locator(".board .unit.pick").first.click(button="right", force=True)
    deeds = desk.page.locator(".deeds")
    expect(deeds.locator(".deed").first).to_be_visible()
    deeds.locator(".deed", has_text="March").click()
    expect(deeds.locator(".staged")).to_have_count(1)
    assert desk.seq == seq, "the first click shows"
    desk.page.keyboard.press("Enter")
    desk.until_past(seq)


def test_a_unit_is_dragged_where_the_rules_let_it(sit: Sit) -> None:
    desk = sit()
    desk.begin("short", ("here", "here"))
    desk.until_asked()
    desk.choice("go_first").click()
    desk.until_past(1)
    desk.until_asked()
    desk.choice("march").click()
    desk.do(desk.page.locator(".choice").nth(1))
    desk.until_past(2)
    desk.until_asked()
    seq = desk.seq
    # Too far: refused with the rule, nothing happens.
    desk.page.get_by_text("Set it in figures").click()
    ahead = desk.page.get_by_label("Ahead (inch)")
    ahead.fill("30")
    ahead.press("Tab")
    way = desk.page.locator(".reach .way")
    expect(way.locator(".cite").first).to_be_visible()
    expect(desk.page.get_by_role("button", name="March so")).to_be_disabled()
    # Not so far: the legs and their cost in words, then it goes.
    ahead.fill("1")
    ahead.press("Tab")
    expect(way).to_contain_text("forward 1″")
    assert desk.seq == seq
    desk.page.get_by_role("button", name="March so").click()
    desk.until_past(seq)
    # Taken back and done again, before any dice.
    desk.until_asked()
    moved = desk.seq
    undo = desk.page.locator("header").get_by_role("button", name="Undo")
    if undo.is_enabled():
        undo.click()
        desk.page.wait_for_function(
            "seq => Number(document.querySelector('.game').dataset.seq) < seq", arg=moved
        )
        desk.page.locator("header").get_by_role("button", name="Redo").click()
        desk.until_past(moved - 1)


def test_a_unit_dragged_too_far_comes_back_to_where_it_may_stand(sit: Sit) -> None:
    desk = sit()
    desk.begin("short", ("here", "here"))
    desk.until_asked()
    desk.choice("go_first").click()
    desk.until_past(1)
    desk.until_asked()
    desk.choice("march").click()
    line = desk.page.locator(".choice").nth(1)
    name = line.inner_text().splitlines()[1]
    desk.do(line)
    desk.until_past(2)
    desk.until_asked()
    seq = desk.seq
    unit = desk.page.locator(f'.board [role=button][aria-label^="{name}"]').bounding_box()
    assert unit is not None
    x, y = unit["x"] + unit["width"] / 2, unit["y"] + unit["height"] / 2
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 12, y, steps=3)
    desk.page.mouse.move(x + 500, y + 5, steps=6)
    desk.page.mouse.up()
    expect(desk.page.locator(".notice")).to_contain_text("Brought back")
    expect(desk.page.locator(".notice .cite")).to_be_visible()
    expect(desk.page.locator(".reach .way")).to_contain_text("The way")
    assert desk.seq == seq, "nothing is done before we say so"
    desk.page.get_by_role("button", name="Move here").click()
    desk.until_past(seq)


@pytest.mark.parametrize("tab", ["journal", "army", "words", "rules"])
def test_panels_tell_the_same_game(sit: Sit, tab: str) -> None:
    desk = sit()
    desk.begin("short", ("here", "here"))
    desk.until_asked()
    desk.choice("go_first").click()
    desk.until_past(1)
    desk.page.locator(f"#tab-{tab}").click()
    panel = desk.page.get_by_role("tabpanel")
    if tab == "journal":
        expect(panel.locator(".entry").first).to_contain_text("initiative")
        expect(panel.locator(".entry .cite").first).to_be_visible()
        panel.get_by_text("Filter", exact=True).click()
        panel.get_by_label("Side").select_option(index=1)
    elif tab == "army":
        expect(panel.get_by_role("table")).to_have_count(2)
        panel.get_by_role("button", name="Figures").first.click()
        expect(panel.locator("th[aria-sort=ascending]").first).to_contain_text("Figures")
        panel.get_by_role("button", name="3rd Regiment").click()
        expect(panel.locator("tr.chosen")).to_contain_text("3rd Regiment")
    elif tab == "words":
        expect(panel).to_contain_text("facing east")
        expect(panel).to_contain_text("Enemies near")
        expect(panel).to_contain_text("the village")
    else:
        panel.get_by_label("Search the rules").fill("initiative commander")
        expect(panel.locator(".rule").first).to_contain_text("Initiative")


def test_an_officer_says_what_he_would_do_and_his_order_is_shown_with_its_odds(sit: Sit) -> None:
    desk = sit()
    desk.begin()
    desk.until_asked()
    desk.page.get_by_role("button", name="What would an officer do?").click()
    found = desk.page.get_by_role("region", name="What would an officer do?")
    expect(found.get_by_role("heading", name="An officer would")).to_be_visible()
    expect(found.locator("li").first).to_be_visible()
    order = found.locator("li button").first
    order.click()
    expect(desk.page.get_by_role("region", name="What may happen")).to_be_visible()


def test_the_computer_says_why_it_did_that_and_where_the_battle_turned(sit: Sit) -> None:
    desk = sit()
    desk.begin()
    told = False
    for _ in range(120):
        if not desk.until_asked():
            break
        why = desk.page.locator(".dispatch").get_by_role("button", name="Why did it do that?")
        if not told and why.count():
            why.first.click()
            expect(desk.page.locator(".dispatch .told").first).to_contain_text(re.compile("weighed"))
            told = True
        desk.play_one(("end", "done", "pass"))
    assert told, "the computer never did anything that could be asked about"
    dialog = desk.page.get_by_role("dialog", name="The battle is over")
    expect(dialog.get_by_role("img", name="in the computer's eyes")).to_be_visible()
    dialog.get_by_role("link", name="Replay").click()
    expect(desk.page.locator(".replay").get_by_role("img", name="in the computer's eyes")).to_be_visible()
