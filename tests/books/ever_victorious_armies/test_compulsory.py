"""Compulsory moves: who retires of his own will, and in what order. [EVA T2, 54, G-39, G-41]"""

from __future__ import annotations

from grognard.books.ever_victorious_armies.facts.shots import may_shoot
from grognard.books.ever_victorious_armies.state import State
from grognard.engine.choices import Ask
from tests.books.ever_victorious_armies.drill import (
    cite,
    compulsory,
    duties,
    moving,
    offered,
    place,
    refused,
    side_to_choose,
)
from tests.books.ever_victorious_armies.scenes import (
    scene,
    unit,
)
from tests.rules import rule

# ---- who retires of his own will


def locked(first: int = 0) -> State:
    """Two fights, −3 or −2 in both: A attacked c, d attacked B; everybody may retire."""
    may = duties("may", no_shot="55", locked=True)
    return scene(
        unit("A", at=(20, 20), duties=duties("may", away=(20, 21), foes=(2,), no_shot="55", locked=True)),
        unit("B", at=(50, 20), duties=may),
        unit("c", at=(20, 21), facing=180, duties=may),
        unit(
            "d",
            at=(50, 21),
            facing=180,
            duties=duties("may", away=(50, 20), foes=(1,), no_shot="55", locked=True),
        ),
        contacts="A>c d>B",
        first=first,
    )


@rule("T2", "54", "G-41")
def test_attackers_owners_say_first_then_defenders() -> None:
    for first in (0, 1):
        game = compulsory(locked(first))
        asked = []
        while isinstance(game.pending, Ask):
            asked.append((side_to_choose(game), offered(game, "retire")))
            game.play("stay")
        attackers = [(0, {"A"}), (1, {"d"})]
        defenders = [(0, {"B"}), (1, {"c"})]
        assert asked == [*sorted(attackers, reverse=first == 1), *sorted(defenders, reverse=first == 1)]


@rule("54", "55", "G-39", "T2")
def test_whoever_stays_is_still_in_contact_and_has_no_move() -> None:
    game = compulsory(locked()).play("stay", "stay", "stay", "stay")
    assert game.over
    assert len(game.state.contacts) == 2
    assert offered(moving(game.state), "march") == set()
    assert cite(may_shoot(game.state, game.unit("A"))) in ("55", "S10")


@rule("54", "T2", "56a")
def test_whoever_chooses_to_retire_does() -> None:
    game = compulsory(locked())
    assert refused(game, "retire", "B") == "54"
    game.play(("retire", "A"))
    assert side_to_choose(game) == 1  # A was the only one of its side to ask
    game.play("stay", "stay", "stay")
    assert game.throw.facts["unit"] == 0
    game.play((2, 2))
    assert place(game.unit("A")) == (20, 16, 180)
    assert game.state.touching(2) == ()
    # Its enemy, left alone, has neither move nor shot.
    assert cite(may_shoot(game.state, game.unit("c"))) in ("55", "S10")
    assert offered(moving(game.state, 1), "march") == set()


@rule("T2")
def test_all_retire_first_side_before_second() -> None:
    for first in (0, 1):
        units = (
            unit("A", at=(20, 20), duties=duties("must", away=(20, 21))),
            unit("c", at=(50, 21), facing=180, duties=duties("must", away=(50, 20))),
        )
        game = compulsory(scene(*units, first=first))
        assert game.throw.facts["unit"] == first
        game.play((1, 1))
        assert game.throw.facts["unit"] == 1 - first
