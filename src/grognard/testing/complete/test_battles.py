"""Battles of one's own: every shipped scenario goes through the desk unchanged, and what is no battle is refused, never more."""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from grognard import books
from grognard.engine.battles import (
    LARGEST,
    desk_of,
    from_text,
    random_battle,
    read_battle,
    shipped,
)
from grognard.engine.book import BadInput
from grognard.engine.flow import replace
from grognard.engine.replay import Game
from grognard.testing.own_battles import SMALL, play_on
from grognard.testing.shelf import BOOKS, SCENES

SEEDS = range(3)
MUTANTS = 25
ODD: tuple[Any, ...] = (
    0, -1, 1, 99, LARGEST, -LARGEST, 0.5, "", "x", "\n", True, [], {}, [[]], [0], [[0, 0], [0, 0]],
    [[0, 0], [1, 1], [1, 0], [0, 1]], [5, 5, 1, 1], [0, 0, 0, 0], "0101", "9999", "T2", "T2 0101", "T", "west", "0101 line d0",
)  # fmt: skip


@pytest.mark.parametrize(("book", "scenario"), SCENES)
def test_a_shipped_scenario_goes_through_the_desk_unchanged(book: str, scenario: str) -> None:
    ruleset = books.load(book)
    plain = shipped(ruleset, scenario)
    draft = read_battle(ruleset, plain)
    assert draft.faults == ()
    assert tomllib.loads(draft.text) == draft.battle == plain
    assert from_text(draft.text) == plain
    state = ruleset.start(draft.text).state
    assert replace(state, field=replace(state.field, name=scenario)) == ruleset.start(scenario).state


@pytest.mark.parametrize("book", BOOKS)
def test_a_kit_knows_every_field_and_kind_of_the_files(book: str) -> None:
    ruleset = books.load(book)
    kit = desk_of(ruleset).kit()
    sections = {section.key: {field.name for field in section.fields} for section in kit.sections}
    head = {field.name for field in kit.head}
    kinds = {kind.kind for kind in kit.kinds}
    for scenario in ruleset.scenarios:
        for key, value in shipped(ruleset, scenario).items():
            assert key in head | set(sections) | {"draws"}, f"{scenario}: {key}"
            for row in value if isinstance(value, list) and key in sections else [value] * (key in sections):
                assert set(row) <= sections[key] | {"measured"}, f"{scenario}: {key}"
                assert key != "terrain" or row["kind"] in kinds
    names = {one.name for one in kit.lists}
    assert names == set(ruleset.army.names())
    for section in kit.sections:
        assert not section.cite or section.cite in ruleset.rulebook.rules, section.key
    assert kit.cite in ruleset.rulebook.rules


@pytest.mark.parametrize("book", BOOKS)
def test_a_blank_is_sound_and_empty(book: str) -> None:
    ruleset = books.load(book)
    for blank in desk_of(ruleset).kit().blanks:
        assert read_battle(ruleset, blank.battle).faults == ()
        assert not blank.battle.get("terrain")
        play_on(Game(ruleset, read_battle(ruleset, blank.battle).text), 8, book)


# ---- faults


def faulty(book: str) -> dict[str, Any]:
    """A battle with much that is wrong."""
    ruleset = books.load(book)
    plain = shipped(ruleset, SMALL[book])
    plain["turns"] = 0
    plain["side"][1][desk_of(ruleset).armies] = "nobody"
    if "terrain" in plain:
        plain["terrain"][0]["kind"] = "lava"
        plain["zone"][0]["side"] = "nobody"
    else:
        plain["clock"] = "25:00"
        plain["prize"][0]["otherwise"] = 7
    return plain


@pytest.mark.parametrize("book", BOOKS)
def test_many_faults_are_named_at_once_each_with_its_place(book: str) -> None:
    draft = read_battle(books.load(book), faulty(book))
    places = {fault.at for fault in draft.faults}
    assert {("turns", 0), ("side", 1)} <= places
    assert ("terrain" in draft.battle and {("terrain", 0), ("zone", 0)} <= places) or ("clock", 0) in places
    assert all(fault.words and "\n" not in fault.words for fault in draft.faults)
    assert all(fault.cite in books.load(book).rulebook.rules for fault in draft.faults)


@pytest.mark.parametrize("book", BOOKS)
def test_the_shape_is_told_row_by_row(book: str) -> None:
    plain = shipped(books.load(book), SMALL[book])
    del plain["title"]
    plain["nonsense"] = 1
    plain["side"][1]["name"] = 7
    places = {fault.at for fault in read_battle(books.load(book), plain).faults}
    assert places == {("title", 0), ("nonsense", 0), ("side", 1)}


# ---- hostile battles


def ways(plain: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a battle."""
    if way:
        yield way
    if isinstance(plain, (dict, list)):
        for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            yield from ways(value, (*way, key))


def changed(plain: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A battle with something left out, doubled, put elsewhere or absurd."""
    found = copy.deepcopy(plain)
    for _ in range(rng.choice((1, 1, 2, 3))):
        places = list(ways(found))
        way = rng.choice(places)
        above: Any = found
        for key in way[:-1]:
            above = above[key]
        how = rng.randrange(4)
        if how == 0:
            del above[way[-1]]
        elif how == 1 and isinstance(above, list):
            above.append(copy.deepcopy(above[way[-1]]))
        elif how == 2:
            taken: Any = found
            for key in rng.choice(places):
                taken = taken[key]
            above[way[-1]] = copy.deepcopy(taken)
        else:
            above[way[-1]] = copy.deepcopy(rng.choice(ODD))
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_spoilt_battle_is_refused_or_can_be_begun(book: str, seed: int) -> None:
    ruleset, rng = books.load(book), random.Random(f"{book}{seed}")
    for _ in range(MUTANTS):
        spoilt = changed(shipped(ruleset, rng.choice(list(ruleset.scenarios))), rng)
        try:
            draft = read_battle(ruleset, spoilt)
        except BadInput:
            continue
        if not draft.faults:
            assert ruleset.start(draft.text).agenda
        else:
            assert all(len(fault.words) < 600 for fault in draft.faults)


@pytest.mark.parametrize(
    "plain",
    [
        [],
        "x",
        None,
        {"a": [[[[[[[[[[1]]]]]]]]]]},
        {"a": [0] * 14_000},
        {"a": float("nan")},
        {"a": float("inf")},
        {"a": 10**400},
        {"a": "\u202e"},
        {"a": "\ud800"},
        {"<script>": 1},
        {"title": "<img onerror=x>"},
        {"a": "x" * 70_000},
        {"a": b"x"},
    ],
    ids=range(14),
)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_out_of_all_bounds_is_refused(book: str, plain: Any) -> None:
    with pytest.raises(BadInput):
        read_battle(books.load(book), plain)


@pytest.mark.parametrize("book", BOOKS)
def test_an_empty_battle_says_what_is_missing(book: str) -> None:
    faults = read_battle(books.load(book), {}).faults
    assert {"title", "blurb", "source", "turns", "side"} <= {fault.at[0] for fault in faults if fault.at}


# ---- by chance


@pytest.mark.parametrize("mirrored", [True, False], ids=["mirrored", "as it falls"])
@pytest.mark.parametrize("book", BOOKS)
def test_battles_by_chance_are_sound_and_played(book: str, mirrored: bool) -> None:
    ruleset = books.load(book)
    drafts = [random_battle(ruleset, seed, mirrored=mirrored) for seed in (1, 20, 300)]
    assert all(draft.faults == () for draft in drafts)
    assert len({draft.text for draft in drafts}) == 3
    assert "drawn by the number 1" in drafts[0].battle["source"]
    play_on(Game(ruleset, drafts[0].text), 8, book)


@pytest.mark.parametrize("book", BOOKS)
def test_a_size_chooses_lists_that_are_no_dearer(book: str) -> None:
    ruleset = books.load(book)
    kit = desk_of(ruleset).kit()
    points = {one.name: one.points for one in kit.lists}
    size = sorted(points.values())[len(points) // 2]
    draft = random_battle(ruleset, 12, size)
    assert draft.faults == ()
    assert all(points[side[desk_of(ruleset).armies]] <= size for side in draft.battle["side"])
    with pytest.raises(BadInput, match="the cheapest costs"):
        random_battle(ruleset, 12, 1)
