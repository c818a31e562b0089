"""The battle for any two lists, on a table drawn by a number. [FB F-25]"""

from __future__ import annotations

from grognard.books.fix_bayonets import RULESET
from tests.rules import rule


@rule("F-25")
def test_a_map_turned_round_is_itself_and_the_hamlet_and_rises_count() -> None:
    for number in (1, 4, 9):
        field = RULESET.start("open_battle", RULESET.read_options({"ground": number})).state.field
        assert field.terrain == field.terrain[::-1]
        hamlet = [here for here, letter in enumerate(field.terrain) if letter == "f"]
        worth = {here: (first, second) for here, first, second, _ in field.prizes}
        assert [worth[here] for here in hamlet] == [(3, 3), (3, 3)]
        rises = [(here, worth[here]) for here in worth if here not in hamlet]
        assert [points for _, points in rises] == [(0, 3), (3, 0)]
        assert all(field.terrain[here] == "h" for here, _ in rises)
