"""The closed set of noun domains: membership, listing, sampling, reading, refusing, describing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.steps.act import March
from grognard.engine.domains import (
    BUTTON,
    DEEPEST,
    Button,
    Cards,
    Cells,
    Domain,
    LatePairs,
    LazyCells,
    LazyUnits,
    Number,
    Pairs,
    Reach,
    Split,
    Units,
    frozen,
    plain,
)
from grognard.engine.tables import Refusal

FIELD = RULESET.start("skirmish").state
FOOT = Reach(0, March(FIELD, FIELD.units[0]))  # line at 450 facing east, enemies at 750 and 800

# A domain, nouns it holds, and nouns it does not: wrong, of a wrong shape, or only equal to a right one.
JUNK: tuple[Any, ...] = (1.0, True, False, "", "x", -1, 10**30, (), ((),), [], {}, object(), float("nan"), 1j)
CASES: list[tuple[Domain, list[Any], list[Any]]] = [
    (BUTTON, [None], [0, "None"]),
    (Units((1, 3, 5)), [1, 3, 5], [0, 2, None, "1", (1,), 3.0]),
    (Cells(("a1", (2, 3))), ["a1", (2, 3)], [None, [2, 3], (2.0, 3), (2, 3, 4), "A1"]),
    (Cards(("ace", "king")), ["ace"], [None, "queen", ("ace",)]),
    (
        Pairs({1: (4, "road"), 2: (4,)}),
        [(1, 4), (1, "road"), (2, 4)],
        [None, 1, (1,), (2, "road"), (4, 1), (1, 4, 4), [1, 4], (1.0, 4), (True, 4)],
    ),
    (Number(2, 8, 3), [2, 5, 8], [None, 0, 3, 9, 11, -1, "5", 5.0, (5,)]),
    (Number(-4, -4), [-4], [4, -3]),
    (
        Split(3, {1: 2, "b": 2}),
        [((1, 1), ("b", 2)), ((1, 2), ("b", 1))],
        [
            None,
            3,
            ((1, 3), ("b", 0)),  # over a limit
            ((1, 1), ("b", 1)),  # too few
            ((1, 2), ("b", 2)),  # too many
            (("b", 2), (1, 1)),  # another order
            ((1, -1), ("b", 4)),
            ((1, 1),),
            ((1, 1), ("b", 2), (1, 0)),
            ((1, True), ("b", 2)),
            ((1, 1.0), ("b", 2)),
            ((1.0, 1), ("b", 2)),
            ((1, "1"), ("b", 2)),
            [[1, 1], ["b", 2]],
        ],
    ),
    (Split(2, {1: 3, 2: 3}), [((1, 0), (2, 2))], [((1, -1), (2, 3)), ((1, 3), (2, -1))]),
    (
        FOOT,
        [(("advance", 1),), (("advance", 200),), (("withdraw", 100),), (("advance", 20), ("withdraw", 20))],
        [
            None,
            (("advance",),),
            (("advance", 201),),
            (("advance", 0),),
            (("advance", -5),),
            (("advance", 1.0),),
            (("advance", True),),
            (("advance", 10**30),),
            (("fly", 5),),
            ((5, "advance"),),
            ("advance", 5),
            [["advance", 5]],
        ],
    ),
]
by_kind = pytest.mark.parametrize(
    ("domain", "members", "strangers"), CASES, ids=[domain.kind for domain, _, _ in CASES]
)


@by_kind
def test_membership(domain: Domain, members: list[Any], strangers: list[Any]) -> None:
    assert [noun for noun in members if noun not in domain] == []
    assert [noun for noun in strangers if noun in domain] == []
    assert [noun for noun in JUNK if noun in domain] == []


@by_kind
def test_iteration_gives_every_noun_once(domain: Domain, members: list[Any], strangers: list[Any]) -> None:
    listed = list(domain)
    assert all(noun in domain for noun in listed)
    assert len(set(listed)) == len(listed) == domain.size()
    if domain.listable():
        assert all(noun in listed for noun in members)


@by_kind
def test_a_noun_survives_json(domain: Domain, members: list[Any], strangers: list[Any]) -> None:
    for noun in members:
        assert domain.parse(json.loads(json.dumps(noun))) == noun


@by_kind
def test_what_a_client_is_told(domain: Domain, members: list[Any], strangers: list[Any]) -> None:
    told = domain.as_json()
    assert told["pick"] == domain.kind
    assert json.loads(json.dumps(told)).keys() == told.keys()


def test_every_kind_is_here() -> None:
    kinds = {"button", "unit", "pair", "cell", "reach", "number", "split", "card"}
    assert {domain.kind for domain, _, _ in CASES} == kinds


ids = st.lists(st.integers(-3, 30) | st.text(max_size=3), unique=True, min_size=1, max_size=6)
DOMAINS = st.one_of(
    ids.map(Units),
    ids.map(Cells),
    ids.map(Cards),
    st.dictionaries(st.integers(0, 9), ids, min_size=1, max_size=4).map(Pairs),
    st.builds(lambda low, more, step: Number(low, low + more, step), st.integers(), st.integers(0, 50), st.integers(1, 7)),
    st.dictionaries(st.integers(0, 9), st.integers(0, 4), min_size=1, max_size=4).flatmap(
        lambda limits: st.integers(0, sum(limits.values())).map(lambda total: Split(total, limits))
    ),
    st.sampled_from(FIELD.units).map(lambda unit: Reach(unit.id, March(FIELD, unit))),
    st.just(Button()),
)  # fmt: skip


@given(DOMAINS, st.integers(0, 2**32))
def test_a_sample_is_always_a_member(domain: Domain, seed: int) -> None:
    assert domain.sample(Random(seed)) in domain


@given(DOMAINS)
def test_listed_is_held_and_counted(domain: Domain) -> None:
    listed = list(domain)
    assert len(set(listed)) == len(listed) == domain.size()
    assert all(noun in domain and domain.parse(json.loads(json.dumps(noun))) == noun for noun in listed)
    json.dumps(domain.as_json())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)


@given(DOMAINS, JSON)
def test_anything_at_all_may_be_asked_about(domain: Domain, raw: Any) -> None:
    """Membership answers yes or no, and yes only to what is plain; it never breaks."""
    for noun in (raw, tuple(raw) if isinstance(raw, list) else raw):
        if noun in domain:
            assert plain(noun)
            assert any(noun == one and type(noun) is type(one) for one in domain) or not domain.listable()


def test_a_large_number_is_sampled_without_listing() -> None:
    domain = Number(0, 10**15, 5)
    assert domain.sample(Random(1)) in domain
    assert 10**15 in domain
    assert domain.size() == 2 * 10**14 + 1


def test_each_split_there_is_comes_once() -> None:
    domain = Split(3, {"a": 2, "b": 2, "c": 1})
    assert len(list(domain)) == 5
    assert all(sum(share for _, share in noun) == 3 for noun in domain)
    assert list(Split(0, {})) == [()]
    assert list(Split(5, {"a": 2})) == []


def test_domains_of_ids_know_when_they_are_empty() -> None:
    assert not Units(())
    assert Units((0,))
    assert not Pairs({1: ()})
    assert Pairs({1: (2,)})


def why(noun: Any) -> Refusal:
    return Refusal("9", f"never {noun}")


@pytest.mark.parametrize(
    "domain",
    [Units((1,), why), Cells((1,), why), Cards((1,), why), Pairs({1: (2,)}, why), Number(1, 1, why=why), Split(1, {1: 1}, why)],
    ids=lambda domain: domain.kind,
)  # fmt: skip
def test_the_book_says_why_not(domain: Domain) -> None:
    assert domain.why_not(7) == Refusal("9", "never 7")
    assert domain.why_not(next(iter(domain))) is None


def test_silence_where_the_book_gives_no_reason() -> None:
    assert Units((1,)).why_not(2) is None
    assert BUTTON.why_not(2) is None


@pytest.mark.parametrize(
    ("legs", "cite"),
    [
        ((), "5.2a"),
        ((("advance", 201),), "5.2b"),
        ((("withdraw", 101),), "5.2b"),
        ((("advance", 10**30),), "5.2b"),
        ((("advance", 100),), None),
        ((("fly", 5),), "5.2"),
        ("nonsense", None),  # not even a manoeuvre: the ask itself refuses it
    ],
    ids=str,
)
def test_a_reach_gives_the_row_that_refuses(legs: Any, cite: str | None) -> None:
    reason = FOOT.why_not(legs)
    assert (reason and reason.cite) == cite


def test_a_reach_is_drawn_planned_and_previewed() -> None:
    mover = FOOT.mover
    assert FOOT.as_json() == {"pick": "reach", "unit": 0, "stays": False}
    assert mover.region() == ((400, 10), (650, 10), (650, 30), (400, 30))
    assert not FOOT.listable()
    assert mover.plan((500, 0, 900, "")) == (("advance", 50),)
    assert mover.plan((440, 0, 900, "")) == (("withdraw", 10),)
    assert mover.plan((750, 0, 900, "")).cite == "5.2b"
    assert mover.preview((("advance", 50),)) == {"pose": [500, 20], "cost": 50, "allowance": 200}


@pytest.mark.parametrize(
    "raw", [None, 5, "advance", ["advance", 5], [["advance"]], [["advance", 1.5]], [[1, 2]], {}]
)
def test_what_is_no_manoeuvre_is_not_read_as_one(raw: Any) -> None:
    with pytest.raises(ValueError):
        FOOT.parse(raw)


def test_json_is_frozen_but_not_without_end() -> None:
    assert frozen([1, [2, ["x", None]]]) == (1, (2, ("x", None)))
    with pytest.raises(ValueError, match="no objects"):
        frozen([[{"a": 1}]])
    deep: Any = 0
    for _ in range(DEEPEST):
        deep = [deep]
    frozen(deep)
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match="too deep"):
        frozen(deep)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, True), ("a", True), (None, True), ((1, ("b", None)), True), (True, False), (1.0, False), ((1, False), False), ([1], False), ({}, False)],
    ids=str,
)  # fmt: skip
def test_plain(value: Any, expected: bool) -> None:
    assert plain(value) is expected


def test_a_reach_says_when_not_moving_is_no_answer_and_when_figures_go_by_themselves() -> None:
    class Loose(March):
        def refusal(self, legs: Any) -> Refusal | None:
            return None if legs == () else super().refusal(legs)

        def singles(self) -> bool:
            return True

    told = Reach(0, Loose(FIELD, FIELD.units[0])).as_json()
    assert told["singles"]
    assert "stays" not in told
    assert FOOT.as_json()["stays"] is False
    assert "singles" not in FOOT.as_json()


@pytest.mark.parametrize(("lazy", "plain"), [(LazyCells, Cells), (LazyUnits, Units)])
def test_lazy_ids_are_listed_once_and_only_when_somebody_asks_which(
    lazy: type[LazyCells | LazyUnits], plain: type[Cells | Units]
) -> None:
    asked = []

    def places() -> tuple[int, ...]:
        asked.append(1)
        return 3, 5

    cells = lazy(places)
    assert cells
    assert not asked
    assert (5 in cells, 4 in cells, list(cells), cells.size(), len(asked)) == (True, False, [3, 5], 2, 1)
    assert cells.as_json() == plain((3, 5)).as_json()


def test_late_pairs_are_listed_once_and_only_when_somebody_asks_which() -> None:
    asked = []

    def pairs() -> dict[int, tuple[int, ...]]:
        asked.append(1)
        return {3: (7, 8), 5: (8,)}

    late, plain = LatePairs(lambda: pairs().items()), Pairs(pairs())
    asked.clear()
    assert late
    assert not asked
    assert ((5, 8) in late, (5, 7) in late, list(late)) == (True, False, [(3, 7), (3, 8), (5, 8)])
    assert (late.pairs, late.size(), late.as_json()) == (plain.pairs, plain.size(), plain.as_json())
    assert [late.sample(Random(seed)) for seed in range(9)] == [
        plain.sample(Random(seed)) for seed in range(9)
    ]
    assert len(asked) == 1


def test_a_number_below_zero_is_nobody_and_not_the_last_of_a_list() -> None:
    names = ["a", "b", "c"]

    def why(noun: Any) -> Refusal:
        numbers = noun if isinstance(noun, tuple) else (noun,)
        return Refusal("1", ", ".join(names[number] for number in numbers))

    assert Units((0,), why).why_not(2) == Refusal("1", "c")
    assert Pairs({0: (1,)}, why).why_not((1, 2)) == Refusal("1", "b, c")
    for domain, noun in (
        (Units((0,), why), -1),
        (Pairs({0: (1,)}, why), (0, -1)),
        (Pairs({0: (1,)}, why), (-3, 1)),
    ):
        with pytest.raises(IndexError):
            domain.why_not(noun)
    assert Units((-1,), why).why_not(-1) is None, "who is hidden has such a number, and is on offer"
    places = Pairs({0: (5,)}, lambda pair: Refusal("2", f"{pair[1]} is too far"), to="cell")
    assert places.why_not((0, -7)) == Refusal("2", "-7 is too far"), "a place may be numbered so"
