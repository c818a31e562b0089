"""A change is swapped in only where importing the changed file would come to the same."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from grognard.lab.mutation import swap
from grognard.lab.mutation.swap import Swaps, differing
from tests.tools.shelf import ROOT

CODE = '''
"""A page."""
from functools import cache

TABLE = {"near": 2, "far": 4}
ODD = [n for n in range(9) if n % 2]


def reach(shot, most=12, *, wet=False):
    """How far."""
    return min(most, shot) - wet


@cache
def known(n):
    return n + 1


FIRST = known(1)
LATE = (n for n in range(3))


class Shot:
    power = 3

    def hits(self, roll):
        def hit(one):
            return one > self.power

        return [one for one in roll if hit(one)]


def away():
    yield from range(3)


WAITING = away()
LONG, SHORT = lambda n: n > 4, lambda n: n < 2
'''


def code(text: str) -> object:
    return compile(text, "page.py", "exec", dont_inherit=True)


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("- wet", "+ wet", ["reach"]),
        ("one > self.power", "one >= self.power", ["Shot.hits"]),
        ("n > 4", "n > 5", ["<lambda>"]),
        ("    return min(most, shot) - wet", "    if shot:\n        return 0\n    return 5", ["reach"]),
        ("return n + 1", "return n + 2", ["known"]),
        ("range(9) if n % 2", "range(9) if not n % 2", ["<listcomp>"]),  # it has run: `of` says no
        ('"near": 2', '"near": 3', None),
        ('"near": 2', '"near": 2.0', None),
        ("most=12", "most=11", None),
        ("shot, most=12", "shots, most=12", None),
        ("power = 3", "power = True", None),
        ("How far.", "How long.", None),
        ("@cache", "@staticmethod", None),
        ("def hits", "def hit", None),
        ("    yield from range(3)", "    return range(3)", None),
        ("FIRST = known(1)", "FIRST = known(1); LAST = 1", None),
    ],
)
def test_only_the_insides_of_functions_can_be_swapped(old: str, new: str, names: list[str] | None) -> None:
    assert CODE.count(old) == 1
    pairs = differing(code(CODE), code(CODE.replace(old, new)))
    assert (pairs and [one.co_qualname for one, _ in pairs]) == names


def test_lines_that_have_only_moved_are_the_same() -> None:
    assert differing(code(CODE), code("\n\n" + CODE.replace("\nclass", "\n# a word\nclass"))) == []


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Swaps, ModuleType]:
    """The code above as a file that is imported while somebody watches: once, for every function of everybody is looked at."""
    folder = tmp_path_factory.mktemp("swapped")
    (folder / "swapped_page.py").write_text(CODE, "utf-8")
    swaps = Swaps()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(folder), *sys.path])
        swaps.watch()
        module = importlib.import_module("swapped_page")
        swaps.rest()
    del sys.modules["swapped_page"]
    return folder, swaps, module


@pytest.fixture
def page(
    watched: tuple[Path, Swaps, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Swaps, ModuleType]]:
    """As if it had been imported just now."""
    folder, swaps, module = watched
    monkeypatch.setattr(swap, "ROOT", folder)
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setitem(sys.modules, "swapped_page", module)
    yield swaps, module
    sys.modules.pop("swapped_later", None)


@pytest.mark.parametrize(
    ("old", "new", "possible"),
    [
        ("- wet", "+ wet", True),
        ("one > self.power", "one >= self.power", True),
        ("n > 4", "n > 5", True),
        ("return n + 1", "return n + 2", False),  # FIRST was worked out with it
        ("range(9) if n % 2", "range(9) if not n % 2", False),
        ("yield from range(3)", "yield from range(4)", False),  # WAITING has its old code
        ("n for n in range(3)", "n + 1 for n in range(3)", False),
        ('"near": 2', '"near": 3', False),
        ("    return n + 1", "    return n +", False),
    ],
)
def test_whatever_has_been_called_is_not_swapped(
    page: tuple[Swaps, ModuleType], old: str, new: str, possible: bool
) -> None:
    swaps, _ = page
    found = swaps.of({"swapped_page.py": CODE.replace(old, new)})
    assert (found is not None) is possible


def test_a_swapped_function_does_what_the_changed_file_says(page: tuple[Swaps, ModuleType]) -> None:
    swaps, module = page
    text = CODE.replace("- wet", "+ wet").replace("one > self.power", "one < self.power")
    changed = {"swapped_page.py": text, "swapped_later.py": "SAID = 'changed'"}
    codes = swaps.of(changed)
    assert codes is not None
    swap.swap(changed, codes)
    assert module.reach(3, wet=True) == 4
    assert module.Shot().hits([1, 3, 5]) == [1]
    assert importlib.import_module("swapped_later").SAID == "changed"


def test_what_was_there_before_anybody_watched_is_not_swapped() -> None:
    file = "src/grognard/lab/mutation/swap.py"
    text = (ROOT / file).read_text("utf-8")
    assert Swaps().of({file: text}) is None


GATHERED = """
import json
from pathlib import Path
from grognard.engine.book import BadInput
from grognard.lab.mutation import gathered, trial

trial.preload()
file, where = "examples/toy_brigade/toy/steps/act.py", "tests/toy/test_toy.py"
text, old = Path(file).read_text("utf-8"), "        t.bind(rode=True)"
kinds = {
    "same": text,
    "changed": text.replace(old, "        t.bind(rode=False)"),
    "endless": text.replace(old, "        while True: pass"),
    "a table": text + "MORE = 1",
}
names = list(kinds)
changes = [gathered.Change(lambda text=text: {file: text}, 2 if "True: pass" in text else 60, list) for text in kinds.values()]
found = gathered.try_gathered(changes, [where], 2)
print(json.dumps({names[number]: trial.verdict(answer, 0)[:2] for number, answer, _ in found}))

broken = gathered.Change(lambda: {file: kinds["changed"]}, 60, list)
trial.Watch.pytest_runtest_setup = lambda self, item: 1 / 0  # a test that fails whatever is changed
try:
    list(gathered.try_gathered([broken], [where], 1))
except BadInput as refused:
    print(refused)
"""


def test_changes_are_tried_where_everything_is_imported() -> None:
    """What cannot be swapped in is left out; whoever notices must notice nothing where nothing is changed."""
    done = subprocess.run(
        [sys.executable, "-c", GATHERED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told, refused = done.stdout.splitlines()
    rides = "tests/toy/test_toy.py::test_the_general_rides_once_to_the_next_zone"
    assert json.loads(told) == {"same": ["passed", ""], "changed": ["failed", rides], "endless": ["slow", ""]}
    assert refused.startswith("a test does not pass without any change")
