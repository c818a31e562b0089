"""The battle for any two lists, on a table drawn by a number. [TMWWBK F-S8]"""

from __future__ import annotations

from grognard.books.men_who_would_be_kings import RULESET
from tests.rules import rule


@rule("F-S8")
def test_a_drawn_table_replaces_the_ground_and_nothing_else() -> None:
    own, drawn = (RULESET.start("meeting", RULESET.read_options({"ground": n})).state for n in (0, 4))
    assert own.field.terrain != drawn.field.terrain
    assert own.field.zones == drawn.field.zones
    assert [u.name for u in own.units] == [u.name for u in drawn.units]
