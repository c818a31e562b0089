"""The two twins of what finds a remembered answer: the compiled one keeps, forgets, shares and shows what the plain one does."""

from __future__ import annotations

import importlib
import inspect
import pickle
import traceback
from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.engine import memo, twins
from grognard.engine import recall as plain

COMPILED, WHY = twins.compiled(plain)
needs_both = pytest.mark.skipif(COMPILED is None, reason=WHY)


class Line(msgspec.Struct, frozen=True, dict=True):
    figures: tuple[int, ...]
    turn: int = 1

    def least(self, of: int) -> int:
        """The smallest figure above something."""
        return min(figure for figure in self.figures if figure > of)


@pytest.fixture(params=[plain, pytest.param(COMPILED, marks=needs_both)], ids=["plain", "compiled"])
def recall(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`memo` on either twin."""
    monkeypatch.setattr(memo, "recall", request.param)
    twin: ModuleType = request.param
    return twin


def strength(line: Line) -> int:
    """All of them."""
    return sum(line.figures)


def picked(line: Line, place: int) -> int:
    return line.figures[place]


def between(line: Line, low: int, high: int = 9) -> tuple[int, ...]:
    return tuple(figure for figure in line.figures if low <= figure <= high)


@pytest.mark.parametrize("function", [strength, picked, between])
def test_a_kept_function_looks_like_itself(recall: ModuleType, function: Any) -> None:
    found = memo.kept(function)
    assert found.__wrapped__ is function
    assert inspect.signature(found) == inspect.signature(function)
    assert (found.__name__, found.__qualname__) == (function.__name__, function.__qualname__)
    assert (found.__module__, found.__doc__) == (function.__module__, function.__doc__)


@memo.kept
def doubled(line: Line) -> int:
    return 2 * sum(line.figures)


def test_a_kept_function_is_sent_to_other_processes_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(doubled)) is doubled


def test_a_kept_function_may_be_a_method(recall: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "least", memo.kept(Line.least))
    line = Line((3, 1, 2))
    assert [line.least(1), line.least(2), line.least(1)] == [2, 3, 2]
    assert [*line.__dict__.values()] == [{1: 2, 2: 3}]


def test_what_is_no_frozen_value_is_asked_too(recall: ModuleType) -> None:
    """Crowds are ordinary objects."""

    class Crowd:
        def __init__(self) -> None:
            self.who = (1, 2)

    crowd, asked = Crowd(), memo.kept(lambda crowd: len(crowd.who))
    assert [asked(crowd), asked(crowd)] == [2, 2]
    assert len(vars(crowd)) == 2


@pytest.mark.parametrize("given_", [(), (1, 2, 3, 4)])
def test_too_few_or_too_many_are_refused(recall: ModuleType, given_: tuple[int, ...]) -> None:
    for function in (strength, picked, between):
        with pytest.raises(TypeError):
            memo.kept(function)(*[Line((1,)), *given_] if given_ else [])  # type: ignore[operator]


def test_a_fault_is_told_as_it_is_raised_where_it_was_made(recall: ModuleType) -> None:
    for function, more in ((strength, ()), (picked, (5,)), (between, ("a",))):
        found: Any = memo.kept(function)  # type: ignore[arg-type]
        with pytest.raises((TypeError, IndexError)) as fault:
            found(Line(("a", 1)), *more)  # type: ignore[arg-type]
        assert fault.value.__context__ is None
        assert traceback.extract_tb(fault.value.__traceback__)[-1].filename == __file__


def test_of_too_many_answers_the_oldest_are_forgotten(recall: ModuleType) -> None:
    asked, line = memo.kept(most=32)(picked), Line(tuple(range(100)))
    assert [asked(line, place) for place in range(100)] == [*range(100)]
    (known,) = line.__dict__.values()
    assert 30 <= len(known) <= 32
    assert [*known] == [*range(100 - len(known), 100)]


STEPS = st.lists(st.tuples(st.sampled_from("aop"), st.integers(0, 3), st.integers(0, 4)), max_size=40)


def _played(twin: Any, of: tuple[str, ...], steps: list[tuple[str, int, int]]) -> tuple[Any, ...]:
    """What some questions are answered, which had to be worked out, what lies beside the values, and what a watch is shown."""
    worked: list[Any] = []
    shown: list[Any] = []

    class Watch:
        def look(self, function: Any, given_: tuple[Any, ...], known: Any) -> None:
            shown.append((function.__name__, given_, known))

    def noted(function: Any) -> Any:
        def noting(*given_: Any) -> Any:
            worked.append((function.__name__, given_))
            return function(*given_)

        noting.__name__ = function.__name__
        return noting

    parts = tuple(
        (each, 5, 7, 2, 0) for each in range(2)
    )  # fresh, so that both twins begin with nothing known
    lines = [Line(parts[at % 2], turn=at) for at in range(4)]
    asked = {
        "a": twin.alone(noted(strength), "a", of),
        "o": twin.by_one(noted(picked), "o", of, 2),
        "p": twin.by_more(noted(between), "p", of, 20),
    }
    before = twin.watch(Watch())
    try:
        answers = [asked[kind](lines[line], *([] if kind == "a" else [key])) for kind, line, key in steps]
    finally:
        assert isinstance(twin.watch(before), Watch)
    return answers, worked, [dict(line.__dict__) for line in lines], shown


@needs_both
@pytest.mark.parametrize("of", [(), ("figures",), ("figures", "turn")])
def test_both_twins_keep_alike(of: tuple[str, ...]) -> None:
    @settings(max_examples=100, deadline=None, database=None)
    @given(STEPS)
    def alike(steps: list[tuple[str, int, int]]) -> None:
        assert _played(COMPILED, of, steps) == _played(plain, of, steps)

    alike()


@needs_both
def test_a_twin_compiled_from_other_source_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GROGNARD_PURE", raising=False)
    monkeypatch.setattr(importlib.import_module("grognard.engine._recall"), "SOURCE", "older")
    assert twins.chosen(plain) == (plain, "plain (compiled from other source; `make setup` mends that)")


def test_the_plain_twin_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_PURE", "1")
    assert twins.chosen(plain) == (plain, "plain (GROGNARD_PURE)")
