"""What the odds say in a sentence is about parts that the outcomes really have, from either chair."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from grognard import books
from grognard.engine.book import Scene, Sign, Verdict
from grognard.engine.choices import Ask
from grognard.server.parts import Chance, OddsOf
from grognard.server.verdicts import verdict_of
from grognard.testing.shelf import Told
from tests.laws.recorded import as_recorded, opened
from tests.tools.shelf import BOOKS, GOLDEN

FIGHTS = Told("fights")
"""Verbs whose odds must have a sentence in every book."""


def scenes(name: str) -> Iterator[tuple[str, Scene]]:
    """Scenes of choices met in the shortest recorded game, one of each verb and position."""
    book = books.load(name)
    path = min((GOLDEN / name).glob("*.txt"), key=lambda path: path.stat().st_size)
    game, record = opened(book, path)
    for at, _ in enumerate(as_recorded(game, record)):
        ask = game.pending
        if at % 3 or not isinstance(ask, Ask) or len(ask.who) > 1:
            continue
        for verb, domain in ask.offers.items():
            for move in islice((m for m in ask.moves() if m.verb == verb), 1) if domain.listable() else ():
                scene = book.scene_for(game.position, move)
                if scene is not None:
                    yield verb, scene


@pytest.mark.parametrize("name", BOOKS)
def test_a_verdict_speaks_of_what_is_told(name: str) -> None:
    told = set()
    for verb, scene in scenes(name):
        if scene.verdict is None:
            continue
        told.add(verb)
        verdict = scene.verdict
        signs = [one for one in (*verdict[:2], *verdict[4:]) if one is not None]
        for head in (verdict.ours, verdict.theirs, *(sign.head for sign in signs)):
            assert head in ("", "order", *scene.heads), f"{verb} of {name} tells no {head!r}"
        for sign in (verdict.hope, verdict.fear):
            assert sign is None or sign.words.split()[0] in ("you", "they")
        assert verdict.turned().turned() == verdict
    assert told & set(FIGHTS[name]), f"no fight of {name} was met with a verdict: {told}"


def test_odds_become_a_sentence() -> None:
    rows = (
        (("wins", 1, 3, "stands"), "1/2"),
        (("draws", 2, 2, "stands"), "1/4"),
        (("loses", 4, 0, "routs"), "1/4"),
    )
    outcomes = tuple(Chance(values, fraction, 0.0) for values, fraction in rows)
    odds = OddsOf(("result", "we lose", "they lose", "unit"), outcomes, (), (), ())
    verdict = Verdict(
        won=Sign("result", ("wins",)),
        lost=Sign("result", ("loses",)),
        ours="we lose",
        theirs="they lose",
        hope=Sign("no such head", ("x",), "they rout"),
        fear=Sign("unit", ("routs",), "you rout"),
    )
    found = verdict_of(odds, verdict)
    assert (found.won, found.lost, found.ours, found.theirs) == (0.5, 0.25, 2.0, 2.0)
    assert found.hope is None
    assert found.fear is not None
    assert (found.fear.words, found.fear.chance) == ("you rout", 0.25)
    other = verdict_of(odds, verdict.turned())
    assert (other.won, other.lost, other.ours, other.theirs) == (0.25, 0.5, 2.0, 2.0)
    assert other.hope is not None
    assert other.hope.words == "they rout"
