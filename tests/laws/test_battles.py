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
    BattleDraft,
    desk_of,
    from_text,
    random_battle,
    read_battle,
    shipped,
)
from grognard.engine.book import BadInput
from grognard.engine.flow import replace
from grognard.engine.replay import Game
from grognard.engine.toml import written
from tests.engine.test_own_battles import SMALL, play_on
from tests.tools.shelf import BOOKS, SCENES
from tests.toy import RULESET

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


@pytest.mark.parametrize(
    ("book", "change", "at", "words"),
    [
        pytest.param("ever_victorious_armies", lambda p: p["unit"].append(p["unit"][0]), "unit", "two of places", id="placed twice"),
        pytest.param("ever_victorious_armies", lambda p: p["unit"][1].update(at=[500, 3]), "unit", "off the table", id="far off"),
        pytest.param("ever_victorious_armies", lambda p: p["unit"][1].update(at=p["unit"][2]["at"]), "unit", "overlap", id="on another"),
        pytest.param("ever_victorious_armies", lambda p: p["unit"][1].update(id="EV99"), "unit", "no army has a unit", id="unknown unit"),
        pytest.param("ever_victorious_armies", lambda p: p["side"][0].update(army="taiping"), "side", "both armies have a unit", id="the same army"),
        pytest.param("skirmish_1808", lambda p: p["side"][0].update(force=p["side"][1]["force"]), "side", "both forces have a unit", id="the same force"),
        pytest.param("men_who_would_be_kings", lambda p: p.update(victory="glory"), "victory", "there is no “glory”", id="unknown victory"),
        pytest.param("men_who_would_be_kings", lambda p: p.update(victory="fort"), None, "needs an area", id="victory without its place"),
        pytest.param("skirmish_1808", lambda p: p["arrival"][0].update(edge=[[10, 10], [10, 20]]), "arrival", "edge", id="no edge"),
        pytest.param("valour_and_fortitude", lambda p: p["unit"][0].update(id="nobody"), "unit", "no unit 'nobody'", id="nobody placed"),
        pytest.param("fix_bayonets", lambda p: p["side"][0]["deploy"].update({"1st Foot": "9999 line v2"}), "side", "not on the map", id="off the map"),
        pytest.param("fix_bayonets", lambda p: p["side"][0]["deploy"].update({"Old Guard": "0101 line v2"}), "side", "nobody called", id="a stranger"),
    ],
)  # fmt: skip
def test_a_fault_is_named(book: str, change: Any, at: str | None, words: str) -> None:
    plain = shipped(books.load(book), SMALL[book])
    change(plain)
    faults = read_battle(books.load(book), plain).faults
    assert any(words in fault.words and (fault.at or (None,))[0] == at for fault in faults), faults


@pytest.mark.parametrize(
    ("book", "section"), [("ever_victorious_armies", "unit"), ("valour_and_fortitude", "unit")]
)
def test_an_army_without_places_is_drawn_up_beside_one_that_has_them(book: str, section: str) -> None:
    ruleset = books.load(book)
    plain = desk_of(ruleset).kit().blanks[0].battle
    listed = {one.name: {unit.id for unit in one.units} for one in desk_of(ruleset).kit().lists}
    mine = listed[plain["side"][0]["army"]]
    draft = read_battle(ruleset, {**plain, section: [row for row in plain[section] if row["id"] in mine]})
    assert draft.faults == ()
    sides = {piece.side for piece in ruleset.sheet.view(ruleset.start(draft.text).state, None).pieces}
    assert sides == {0, 1}


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
            assert ruleset.start(draft.text)
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


def turned(draft: BattleDraft) -> set[Any]:
    """The middles of all pieces, and of all pieces turned half round."""
    width, height = draft.battle["table"]
    found = set()
    for row in draft.battle["terrain"]:
        xs, ys = zip(*row["poly"])
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        found.add((round(x, 1), round(y, 1)))
    return {(round(width - x, 1), round(height - y, 1)) for x, y in found} ^ found


def test_one_half_is_the_other_turned_round_or_not() -> None:
    book = books.load("ever_victorious_armies")
    assert not any(turned(random_battle(book, seed)) for seed in range(1, 6))
    assert all(turned(random_battle(book, seed, mirrored=False)) for seed in range(1, 6))


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


def test_only_a_book_with_a_desk_takes_drafts() -> None:
    with pytest.raises(BadInput, match="only its own battles"):
        read_battle(RULESET, {})
    with pytest.raises(BadInput, match="has no scenario"):
        shipped(books.load("fix_bayonets"), "../first_blood")


@pytest.mark.parametrize(
    "data",
    [
        {"a": "two\nlines\n", "b": {"c": 1, "d e": 'a"b\\"""'}, "r": [{"x": {"y": [1, 2.5]}}, {"x": {}}]},
        {"m": "\nleading", "n": [], "about": {"measured": {"games": 3}}},
        {"s": [[0, 1], [2.0, 3]], "0605": "Casa Roja", "t": True, "u": "tab\there"},
    ],
    ids=range(3),
)
def test_what_is_written_reads_as_it_was(data: dict[str, Any]) -> None:
    assert tomllib.loads(written(data)) == data
