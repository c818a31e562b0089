"""The two twins of the kernel: the compiled one says what the plain one says, of every shape, near the limit and beyond it."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grognard.geometry import kernel as plain
from grognard.geometry import twins
from grognard.geometry.arcs import ALL_ROUND, front_arc, wedge
from grognard.geometry.points import Crowd
from grognard.geometry.trig import SCALE

COMPILED, WHY = twins.compiled()
needs_both = pytest.mark.skipif(COMPILED is None, reason=f"only the plain kernel is here: {WHY}")
NAMES = twins.public(plain)
FAR = plain.FAR

# --- anything one may ask with -----------------------------------------------------------------------------------


@st.composite
def arguments(draw: st.DrawFn, name: str, reach: int | None = None) -> list[Any]:
    """Arguments for a function, by its annotations: small grids touch and line up, large ones come near the limit."""
    near = st.sampled_from([2, 5, 60, 3000, FAR // 4 - 2000])
    far = st.sampled_from([FAR, FAR + 5, 1 << 24, 1 << 33, 1 << 62, 1 << 70])
    size = draw(st.one_of(near, near, far)) if reach is None else reach
    home = draw(st.sampled_from([0, 0, size])) if size < FAR else 0
    number = st.one_of(st.integers(-size, size), st.integers(-2, 2)).map(lambda n: n + home)
    point = st.tuples(number, number)
    length = st.one_of(st.integers(-2, 4), st.integers(0, size))
    angle = st.one_of(st.sampled_from([0, 450, 900, 1800, 2700]), st.integers(-4000, 8000))
    poly = st.one_of(
        st.builds(plain.box, number, number, angle, length.map(abs), length.map(abs)),
        st.lists(point, min_size=1, max_size=7).map(plain.hull),
        point.map(lambda p: (p,)),
        st.tuples(point, point),
    )
    polys = st.lists(poly, max_size=5).flatmap(lambda some: st.sampled_from([some, tuple(some), Crowd(some)]))
    arc = st.one_of(
        st.just(ALL_ROUND),
        st.builds(wedge, number, number, angle, st.sampled_from([300, 900, 1200])),
        st.builds(lambda x, y, a: front_arc(plain.box(x, y, a, 40, 20), a), number, number, angle),
    )
    disc = st.tuples(number, number, st.integers(1, min(size, 60)))
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "Poly": poly,
        "Point": point,
        "Segment": st.tuples(point, point),
        "Bounds": poly.map(plain.bounds),
        "Arc": arc,
        "bool": st.booleans(),
        "Sequence[Poly]": polys,
        "Sequence[Bounds]": polys.map(plain.each_bounds),
        "Sequence[Point]": st.lists(point, max_size=5),
        "Iterable[Point]": st.lists(point, max_size=8),
        "Sequence[Disc]": st.lists(disc, max_size=5),
        "Sequence[Arc]": st.lists(arc, min_size=5, max_size=5),
        "tuple[int, int, int]": st.tuples(number, number, angle),
        "tuple[int, int]": st.tuples(length.map(abs), length.map(abs)),
        "Callable[[Segment], bool] | None": st.sampled_from([None, lambda line: line[0][0] % 3 == 0]),
        "Callable[[Point, Point], Poly | None] | None": st.sampled_from(
            [None, lambda eye, aim: None if aim[0] % 3 else ((5, 5), (9, 5), (9, 0))]
        ),
    }
    named: dict[str, st.SearchStrategy[Any]] = {
        "x": number,
        "y": number,
        "facing": angle,
        "bearing": angle,
        "but": st.integers(-1, 3),
        "start": st.integers(0, 2),
        "steps": st.integers(1, 5),
        "graze": st.integers(0, 3),
        "slack": st.integers(0, 3),
    }
    if name == "meeting_span":
        named["dx"] = named["dy"] = st.integers(-SCALE, SCALE)
    found = []
    for one in inspect.signature(getattr(plain, name)).parameters.values():
        annotation = str(one.annotation)
        kind = named.get(one.name, length) if annotation == "int" else kinds[annotation]
        found.append(draw(kind))
    return found


def answer(function: Callable[..., Any], given_: list[Any]) -> Any:
    """What a function says, or how it fails."""
    try:
        return function(*given_)
    except (IndexError, ZeroDivisionError, ValueError) as fault:
        return type(fault)


@needs_both
@pytest.mark.parametrize("name", NAMES)
def test_both_twins_answer_alike(name: str) -> None:
    @settings(max_examples=60, deadline=None, database=None)
    @given(arguments(name))
    def alike(given_: list[Any]) -> None:
        told, known = answer(getattr(COMPILED, name), given_), answer(getattr(plain, name), given_)
        assert told == known
        assert type(told) is type(known)

    alike()


@needs_both
@pytest.mark.parametrize("name", NAMES)
def test_as_far_as_the_limit_the_compiled_twin_answers_itself(name: str) -> None:
    """No call that the plain twin would have to help with, so that none is slow for it."""
    raw = getattr(importlib.import_module("grognard.geometry._kernel"), name)

    @settings(max_examples=25, deadline=None, database=None)
    @given(arguments(name, reach=200_000))
    def itself(given_: list[Any]) -> None:
        assert answer(raw, given_) == answer(getattr(plain, name), given_)

    itself()


@needs_both
def test_beyond_the_limit_the_compiled_twin_refuses_and_the_plain_one_is_asked() -> None:
    raw = importlib.import_module("grognard.geometry._kernel")
    for far in (FAR + 1, 1 << 40, 1 << 80):
        shape, other = ((0, 0), (0, far), (far, 0)), ((far, far), (far, far + 7), (far + 9, far))
        with pytest.raises(OverflowError):
            raw.gap2(shape, other)
        assert (
            COMPILED.gap2(shape, other) == plain.gap2(shape, other) == (far * far * far * far, 2 * far * far)
        )
    with pytest.raises(OverflowError):
        raw.within(((0, 0),), ((1, 1),), 1 << 30)
    assert COMPILED.within(((0, 0),), ((1, 1),), 1 << 30)


@needs_both
@pytest.mark.parametrize("name", ["gap2", "span", "meeting_span", "gap"])
def test_squares_at_the_limit_are_exact(name: str) -> None:
    """Where 64 bits would not do: corners of the whole range."""
    corners = [-FAR, -FAR + 1, -1, 0, 1, FAR - 1, FAR]
    point = st.tuples(st.sampled_from(corners), st.sampled_from(corners))
    poly = st.lists(point, min_size=3, max_size=6).map(plain.hull)
    step = st.sampled_from([-SCALE, -SCALE + 1, -1, 0, 1, SCALE - 1, SCALE])

    @settings(max_examples=300, deadline=None, database=None)
    @given(st.tuples(point, point), poly, poly, step, step)
    @example(
        ((-FAR, -FAR), (FAR, FAR)), ((-FAR, FAR), (FAR, FAR - 1), (FAR, -FAR)), ((0, 0),), SCALE, 1 - SCALE
    )
    def exact(line: Any, a: Any, b: Any, dx: int, dy: int) -> None:
        given_ = {"span": [line, a], "meeting_span": [a, b, dx, dy]}.get(name, [a, b])
        raw = getattr(importlib.import_module("grognard.geometry._kernel"), name)
        assert answer(raw, given_) == answer(getattr(plain, name), given_)

    exact()


@needs_both
def test_lists_for_tuples_are_answered_too() -> None:
    square: Any = [(0, 0), (0, 4), (4, 4), (4, 0)]
    assert COMPILED.contains(square, (1, 1)) is True
    with pytest.raises(TypeError):
        COMPILED.contains(None, (1, 1))


@needs_both
def test_a_kernel_compiled_from_other_source_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("grognard.geometry._kernel"), "SOURCE", "older")
    found, why = twins.compiled()
    assert found is None
    assert "make setup" in why


@pytest.mark.parametrize("pure", ["", "1"])
def test_the_version_tells_which_kernel_runs(pure: str) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "grognard", "--version"],
        env={**os.environ, "GROGNARD_PURE": pure},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert ("kernel: plain" in said) == bool(pure or COMPILED is None)
