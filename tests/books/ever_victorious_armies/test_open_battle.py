"""The battle for any two lists, on a table drawn by a number. [EVA Y3]"""

from __future__ import annotations

from grognard.books.ever_victorious_armies import RULESET
from tests.rules import rule


@rule("Y3")
def test_the_middle_and_the_first_pair_count_and_both_are_drawn_up() -> None:
    state = RULESET.start("open_battle", RULESET.read_options({"ground": 4})).state
    names = [piece.name for piece in state.field.terrain]
    assert next((score.area, score.points) for score in state.field.scores) == (names[0], 4)
    assert [score.points for score in state.field.scores[1:]] == [2, 2]
    assert all(u.y <= 1000 if u.side == 0 else u.y >= 3800 for u in state.units)
