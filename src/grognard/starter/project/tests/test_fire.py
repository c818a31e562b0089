"""Fire: each row where it bites and where it does not."""

from __future__ import annotations

import pytest
from starter.facts import Shot, shot
from starter.state import Arm, Unit
from starter.tables import HIT, MAY_FIRE

from grognard.testing import rule


def volley(distance: int = 400, arm: Arm = Arm.FOOT, facing: int = 0) -> Shot:
    """A unit of four stands, and a target so far ahead."""
    us = Unit(0, 0, "we", arm, 3000, 1000, facing, 4)
    return shot(us, Unit(1, 1, "they", Arm.FOOT, 3000, 1075 + distance, 1800, 4))


@rule("3.2", "3.2a")
@pytest.mark.parametrize(("distance", "need"), [(600, 4), (601, 5)])
def test_beyond_six_inches_one_more_is_needed(distance: int, need: int) -> None:
    assert HIT.tally(volley(distance), 4).total == need


@rule("3.1", "3.1a", "3.1b", "3.1c")
@pytest.mark.parametrize(
    ("fire", "cite"),
    [
        (volley(1200), None),
        (volley(1201), "3.1b"),
        (volley(arm=Arm.HORSE), "3.1a"),
        (volley(facing=1800), "3.1c"),
    ],
)
def test_who_may_fire(fire: Shot, cite: str | None) -> None:
    refusal = MAY_FIRE.refusal(fire)
    assert (refusal and refusal.cite) == cite
