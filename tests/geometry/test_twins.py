"""The two twins of the kernel: the compiled one says what the plain one says, of every shape, near the limit and beyond it."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grognard.engine import recall
from grognard.engine.twins import compiled
from grognard.geometry import kernel as plain
from grognard.geometry import twins
from grognard.geometry.arcs import ALL_ROUND, Arc, front_arc, wedge
from grognard.geometry.points import Crowd, Point, Poly, Segment
from grognard.geometry.trig import SCALE
from grognard.tabletop.sight import Veil, veil

COMPILED, WHY = twins.compiled()
needs_both = pytest.mark.skipif(COMPILED is None, reason=f"only the plain kernel is here: {WHY}")
NAMES = twins.public(plain)
FAR = plain.FAR
NEAR = [2, 5, 60, 3000, FAR // 4 - 2000]
OBJECTS: dict[str, set[str]] = {
    "each_bounds": {"known"},
    "gap2": {"root"},
    "point_gap2": {"root"},
    "in_arc": {"cone"},
    "corners_in_arc": {"cone"},
    "corners_in_arcs": {"arc", "found"},
    "first_discs_nearer": {"hit"},
    "open_ways": {"hit"},
    "first_reaching": {"hit"},
    "first_pressing": {"hit"},
    "lane": {"by", "friend", "crowded"},
    "clear_shots": {"arc"},
    "clear_line": {"blocked", "shape", "hit", "by"},
    "_looks": {"discs"},
    "sees_any": {"bare"},
    "nearest_seen": {"bare"},
    "clear_looks": {"sure"},
    "free_spots": {"hit", "crowd"},
    "_veiled": {"parts", "ridge", "_"},
    "meetings": {"each", "point"},
    "facings_at": {"_"},
    "_in_reach": {"_"},
    "_in_arc_of": {"_", "arc", "sure", "reaches"},
    "shots_at": {"_"},
    "_shot_at": {"_"},
    "_clear_past": {"_", "veils", "hidden"},
    "_pressed": {"_"},
    "_first_met": {"_"},
    "_free_way": {"_"},
    "_rush": {"_"},
    "_allowed": {"_", "table"},
    "_ground_on": {"_", "ground", "closed", "rough", "roads"},
    "_climbed": {"_", "roads", "costs", "theirs", "walls"},
    "_let_in": {"_", "walls"},
    "_lines_across": {"_", "pieces", "names", "gates"},
    "_sees": {"_"},
    "_rushes_at": {"_"},
    "_rushes_still": {"_"},
    "_concerned": {"_"},
    "_known_seen": {"_"},
    "_rushes_along": {"_", "free"},
    "_all_shut": {"_"},
    "_ground_shut": {"_", "closed", "rough", "roads", "pieces"},
    "_toll": {"_", "names", "costs", "gates"},
    "_walled_off": {"_", "pieces", "gates", "walls", "inside"},
    "_people": {"_"},
    "first_rush": {"_"},
    "all_rushes": {"_"},
    "open_lanes": {"_"},
    "sees_past": {"_"},
}
"""Locals that are no numbers of C's: squares handed out whole, or what may be None."""
BEYOND = [FAR, FAR + 5, 1 << 24, 1 << 33, 1 << 62, 1 << 70]

# --- anything one may ask with -----------------------------------------------------------------------------------


class Arguments:
    """Arguments for a function, by its annotations: small grids touch and line up, large ones come near the limit.

    Drawn from one seed, since building them of strategies costs a hundred times what the comparison does.
    """

    def __init__(self, seed: int, reach: int | None = None, longest: int | None = None):
        self.rng = rng = random.Random(seed)
        self.longest = longest
        self.reach = rng.choice(NEAR + NEAR + BEYOND) if reach is None else reach
        self.home = rng.choice([0, 0, self.reach]) if self.reach < FAR else 0

    def number(self) -> int:
        return self.home + self.rng.randint(*self.rng.choice([(-self.reach, self.reach), (-2, 2)]))

    def length(self) -> int:
        return self.rng.randint(*self.rng.choice([(-2, 4), (0, self.longest or self.reach)]))

    def angle(self) -> int:
        return self.rng.choice([0, 450, 900, 1800, 2700, self.rng.randint(-4000, 8000)])

    def point(self) -> Point:
        return self.number(), self.number()

    def poly(self) -> Poly:
        kind = self.rng.random()
        if kind < 0.4:
            return plain.box(*self.point(), self.angle(), abs(self.length()), abs(self.length()))
        if kind < 0.7:
            return plain.hull([self.point() for _ in range(self.rng.randint(1, 7))])
        return (self.point(),) if kind < 0.85 else (self.point(), self.point())

    def polys(self) -> Sequence[Poly]:
        some = [self.poly() for _ in range(self.rng.randint(0, 5))]
        return self.rng.choice([some, tuple(some), Crowd(some)])

    def arc(self) -> Arc:
        facing = self.angle()
        ahead = front_arc(plain.box(*self.point(), facing, 40, 20), facing)
        return self.rng.choice(
            [ALL_ROUND, ahead, wedge(*self.point(), facing, self.rng.choice([300, 900, 1200]))]
        )

    def disc(self) -> tuple[int, int, int]:
        return *self.point(), self.rng.randint(1, min(self.reach, 60))

    def body(self) -> tuple[Any, list[tuple[int, int, int]]]:
        return plain.bounds(self.poly()), [self.disc() for _ in range(self.rng.randint(1, 5))]

    def segments(self) -> tuple[Segment, ...]:
        return tuple(self.some(lambda: (self.point(), self.point())))

    def veil(self) -> Veil:
        parts = [poly for poly in self.polys() if len(poly) > 2] or [plain.box(*self.point(), 0, 8, 8)]
        return veil(
            plain.bounds_of_all(parts),
            parts,
            self.segments(),
            self.rng.randint(0, 2),
            self.rng.randint(-1, 3),
        )

    def there(self) -> Any:
        bodies = [plain.box(*self.point(), self.angle(), 4, 6) for _ in range(self.rng.randint(0, 4))]
        middles = [plain.centre(body) for body in bodies] if self.rng.random() < 0.5 else []
        return plain.bounds_of_all(bodies or [(self.point(),)]), bodies, middles

    def some(self, one: Callable[[], Any], least: int = 0) -> list[Any]:
        return [one() for _ in range(self.rng.randint(least, 5))]

    def quads(self) -> Sequence[Poly]:
        """Five bodies, each with its room."""
        some = [
            plain.box(*self.point(), self.angle(), 1 + abs(self.length()), 1 + abs(self.length()))
            for _ in range(5)
        ]
        return self.rng.choice([some, tuple(some), Crowd(some)])

    def runner(self) -> Any:
        """One of a crowd, as rushes look at him."""
        rng = self.rng
        side, solid = rng.randint(0, 1), rng.choice([0, 8, 16])
        size = 1 + abs(self.length()), 1 + abs(self.length())
        ground = self.polys(), self.polys(), rng.choice([-1, self.length()]), self.polys()
        pieces = [(self.point(), self.point()) for _ in range(rng.randint(0, 3))]
        across = (
            Crowd(pieces),
            [rng.randint(0, 1) for _ in pieces],
            [rng.choice([-1, 0, self.length()]) for _ in pieces],
            [rng.choice([(), ((self.point(), self.point()),)]) for _ in pieces],
            [rng.random() < 0.5 for _ in pieces],
            abs(self.length()),
        )
        shelter = rng.random() < 0.5, rng.choice([None, self.polys()]), rng.random() < 0.3
        return (
            (1 << side) | rng.choice([0, 4]) | rng.choice([0, 8, 16]),
            *self.point(),
            rng.randint(0, 3599),
            *size,
            abs(self.length()),
            rng.random() < 0.3,
            2 >> side,
            1 << side,
            solid,
            self.point(),
            self.arc(),
            (*ground, across, *shelter),
        )

    def terms(self) -> Any:
        """What a rush goes by; the callbacks say yes and no alike to both twins."""
        far = 2 * max(self.reach, self.home)
        table = self.rng.choice([(-far, -far, far, far), plain.bounds(self.poly())])
        return (
            self.rng.choice([0, 4]),
            table,
            self.rng.choice([(450, 90, 10), (300, 70, 25)]),
            self.rng.randint(0, 3),
            plain.each_bounds(self.polys()),
            lambda line: line[0][0] % 3 == 0,
            lambda arc, poly: (len(arc) + poly[0][0]) % 2 == 0,
        )

    def of(self, name: str) -> list[Any]:
        """Everything a function asks for."""
        rng = self.rng
        kinds: dict[str, Callable[[], Any]] = {
            "Poly": self.poly,
            "Point": self.point,
            "Segment": lambda: (self.point(), self.point()),
            "Bounds": lambda: plain.bounds(self.poly()),
            "Arc": self.arc,
            "bool": lambda: rng.random() < 0.5,
            "Sequence[Poly]": self.polys,
            "Sequence[Bounds]": lambda: plain.each_bounds(self.polys()),
            "Sequence[int]": lambda: self.some(self.angle),
            "Sequence[Point]": lambda: self.some(self.point),
            "Iterable[Point]": lambda: self.some(self.point) + self.some(self.point),
            "Sequence[Disc]": lambda: self.some(self.disc),
            "Sequence[tuple[Bounds, Sequence[Disc]]]": lambda: self.some(self.body),
            "Sequence[Arc]": lambda: self.some(self.arc, least=5),
            "Sequence[tuple[int, int, int]]": lambda: self.some(lambda: (*self.point(), self.angle())),
            "tuple[int, int, int]": lambda: (*self.point(), self.angle()),
            "tuple[int, int]": lambda: (abs(self.length()), abs(self.length())),
            "Sequence[Sequence[Poly]]": lambda: self.some(self.polys),
            "Sequence[Veil]": lambda: self.some(self.veil),
            "There": self.there,
            "Pose": lambda: (*self.point(), self.angle()),
            "Turns": lambda: rng.choice([(450, 90, 10), (300, 70, 25)]),
            "Place": lambda: rng.randint(0, 4),
            "Sequence[Place]": lambda: self.some(lambda: rng.randint(0, 4)),
            "Collection[Place]": lambda: set(self.some(lambda: rng.randint(0, 4))),
            "Stage": lambda: rng.randint(0, 2),
            "Sequence[Stage]": lambda: rng.choice([(0, 1, 2), (0,), (1, 2), (0, 3), ()]),
            "tuple[Place, Place, int] | None": lambda: rng.choice(
                [None, (rng.randint(0, 4), rng.randint(0, 4), rng.randint(0, 3599))]
            ),
            "Sequence[Quad]": self.quads,
            "Sequence[Runner]": lambda: [self.runner() for _ in range(5)],
            "Terms": self.terms,
            "Judge": lambda: lambda me, facing, distance, at, road: (facing + distance + road) % 3 > 0,
            "Callable[[Segment], bool] | None": lambda: rng.choice([None, lambda line: line[0][0] % 3 == 0]),
            "Callable[[Point, Point], Poly | None] | None": lambda: rng.choice([None, _screen]),
        }
        named: dict[str, Callable[[], int]] = {
            "x": self.number,
            "y": self.number,
            "facing": self.angle,
            "bearing": self.angle,
            "arc": lambda: rng.choice([0, 450, 900, 1800]),
            "turn": lambda: rng.randint(-4000, 4000),
            "most": lambda: rng.choice([1, 50, 300]),
            "but": lambda: rng.randint(-1, 3),
            "own": lambda: rng.randint(-1, 3),
            "start": lambda: rng.randint(0, 2),
            "steps": lambda: rng.randint(1, 5),
            "graze": lambda: rng.randint(0, 3),
            "slack": lambda: rng.randint(0, 3),
            "enough": lambda: rng.randint(1, 3),
            "back": lambda: self.reach // 40 + 1,
            "stage": lambda: rng.randint(0, 2),
        }
        if name == "ring":
            named["step"] = lambda: rng.choice([150, 300, 7000])
        if name == "free_spots":
            kinds["Sequence[int]"] = lambda: [rng.randint(0, 3) for _ in range(5)]
        if name == "clear_looks":
            kinds["Sequence[int]"] = lambda: [rng.randint(0, 5) for _ in range(5)]
        if name == "meeting_span":
            named["dx"] = named["dy"] = lambda: rng.randint(-SCALE, SCALE)
        found = []
        for one in inspect.signature(getattr(plain, name)).parameters.values():
            annotation = str(one.annotation)
            found.append((named.get(one.name, self.length) if annotation == "int" else kinds[annotation])())
        return found


def _screen(_eye: Point, aim: Point) -> Poly | None:
    return None if aim[0] % 3 else ((5, 5), (9, 5), (9, 0))


def answer(function: Callable[..., Any], given_: list[Any]) -> Any:
    """What a function says, or how it fails."""
    try:
        return function(*given_)
    except (IndexError, ZeroDivisionError, ValueError) as fault:
        return type(fault)


def test_every_function_and_local_of_the_kernel_has_its_type() -> None:
    """What is not named in kernel.pxd is silently slow; a name no longer used there misleads."""
    folder = Path(plain.__file__).parent
    typed = re.findall(
        r"(?:@cython\.locals\((.*)\)\n)?c(?:p?def) .*?(\w+)\((.*)\)(?: except.*)?\n",
        (folder / "kernel.pxd").read_text("utf-8"),
    )
    told = {
        name: ({one.split("=")[0] for one in locals_.split(", ") if one}, given_)
        for locals_, name, given_ in typed
    }
    functions = [
        node
        for node in ast.parse((folder / "kernel.py").read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]
    assert sorted(told) == sorted(node.name for node in functions)
    for node in functions:
        locals_, given_ = told[node.name]
        names = [one.arg for one in node.args.args]
        assert [one.removesuffix("=*").split()[-1] for one in given_.split(", ")] == names, node.name
        inner = {
            name.id
            for part in ast.walk(node)
            if isinstance(part, ast.comprehension)
            for name in ast.walk(part.target)
            if isinstance(name, ast.Name)
        }
        stored = {
            name.id
            for name in ast.walk(node)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        }
        untyped = stored - locals_ - inner - {*names} - OBJECTS.get(node.name, set())
        assert not untyped, f"{node.name}: {untyped}"
        assert not locals_ - stored, f"{node.name}: {locals_ - stored}"


@needs_both
@pytest.mark.parametrize("name", NAMES)
def test_both_twins_answer_alike(name: str) -> None:
    @settings(max_examples=40, deadline=None, database=None)
    @given(st.integers(0, 1 << 32))
    def alike(seed: int) -> None:
        for part in range(5):
            given_ = Arguments(5 * seed + part).of(name)
            told, known = answer(getattr(COMPILED, name), given_), answer(getattr(plain, name), given_)
            assert (told, type(told)) == (known, type(known)), given_

    alike()


CLOSE_PAST, PAST = ("glimpses", "clear_line", "clear_looks"), 1_000
"""These draw lines that just pass a screen at a distance: at one as wide as the table they lead off every table."""


@needs_both
@pytest.mark.parametrize("name", NAMES)
def test_as_far_as_the_limit_the_compiled_twin_answers_itself(name: str) -> None:
    """No call that the plain twin would have to help with, so that none is slow for it."""
    raw = getattr(importlib.import_module("grognard.geometry._kernel"), name)

    @settings(max_examples=25, deadline=None, database=None)
    @given(st.integers(0, 1 << 32))
    def itself(seed: int) -> None:
        given_ = Arguments(seed, 200_000, PAST if name in CLOSE_PAST else None).of(name)
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

    @settings(max_examples=150, deadline=None, database=None)
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
    assert ("memory: plain" in said) == bool(pure or compiled(recall)[0] is None)
