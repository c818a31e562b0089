"""No room grows without a changed line in docs/size.md."""

from __future__ import annotations

from tests.tools.size import PAGE, grown, measured, page, recorded


def test_no_room_is_larger_than_the_page_says() -> None:
    larger = grown(measured(), recorded(PAGE.read_text("utf-8")))
    assert not larger, f"{'; '.join(larger)}: write the page anew with `make size`, and say in the commit why"


def test_the_page_tells_what_was_counted() -> None:
    sizes = measured()
    assert recorded(page(sizes)) == sizes
    assert sum(sum(each.values()) for each in sizes.values()) > 100_000


def test_a_room_that_grew_and_a_room_that_is_new_are_named() -> None:
    then = {"facts": {"toy": 10}, "ai": {"": 5}}
    now = {"facts": {"toy": 11, "other": 3}, "ai": {"": 4}}
    assert grown(now, then) == [
        "toy/facts: 11 lines, 10 on the page",
        "other/facts: 3 lines, 0 on the page",
    ]
