"""The tape says what lies between two points of known tables; that it is the same both ways is seen in `grognard.testing`."""

from __future__ import annotations

import pytest

from grognard.testing.complete.test_sightlines import look


@pytest.mark.parametrize(
    ("name", "scenario", "start", "end", "blocker"),
    [
        ("ever_victorious_armies", "stockade", (1900, 4200), (3300, 4200), "the mulberry grove"),
        ("ever_victorious_armies", "stockade", (1900, 1500), (3300, 1500), ""),
        ("skirmish_1808", "farm", (1000, 4000), (3000, 4000), "Casa Castro"),
        ("skirmish_1808", "farm", (1000, 2000), (3000, 2000), ""),
        ("valour_and_fortitude", "barrosa", (2200, 4200), (3300, 4150), "the Barrosa pines"),
        ("valour_and_fortitude", "barrosa", (4600, 4600), (5600, 4600), ""),
        ("men_who_would_be_kings", "hlobane", (500, 4000), (1600, 4000), "the wood"),
        ("men_who_would_be_kings", "hlobane", (500, 2000), (900, 2000), ""),
    ],
)
def test_what_lies_between_hides_and_open_ground_does_not(
    name: str, scenario: str, start: tuple[int, int], end: tuple[int, int], blocker: str
) -> None:
    assert look(name, scenario, start, end) == (not blocker, blocker)
