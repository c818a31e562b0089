"""Every mended defect, switched back on, is noticed by the tests named for it. See tests/tools/defects.py."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grognard import books
from tests.tools import defects
from tests.tools.shelf import BOOKS, ROOT

FILES = sorted({*BOOKS, *(path.stem for path in defects.FOLDER.glob("*.toml"))})


@pytest.mark.parametrize("file", FILES)
def test_the_list_of_defects_is_sound(file: str) -> None:
    assert not defects.faults(file)
    known = {law.words for law in books.load(file).laws} if file in BOOKS else set()
    assert not [each.name for each in defects.defects(file) if each.law and each.law not in known]


@pytest.mark.gauntlet
@pytest.mark.parametrize("file", FILES)
def test_every_defect_that_comes_back_is_noticed(file: str) -> None:
    command = [sys.executable, "-m", "tests.tools.defects", file, "--jobs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_unsound_list_is_told(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(defects, "FOLDER", tmp_path)
    (tmp_path / "toy.toml").write_text(
        """
        [[defect]]
        name = "a test that is not there"
        caught_by = ["tests/toy/test_toy.py::test_of_the_moon"]
        [[defect.change]]
        file = "examples/toy_brigade/toy/tables.py"
        old = "import"
        new = ""
        [[defect]]
        name = "nobody"
        """
    )
    told = " ".join(defects.faults("toy"))
    assert "test_of_the_moon" in told
    assert "times, not once" in told
    assert "nobody: nobody is named" in told
    assert "nobody: nothing is changed" in told
