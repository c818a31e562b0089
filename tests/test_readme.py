"""What our pages show runs: `>>>` blocks are doctests, and `$ grognard …` lines must exit with 0."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, *languages: str) -> list[str]:
    """The fenced blocks of a page in any of these languages, in order."""
    text = page.read_text(encoding="utf-8")
    return [body for language, body in FENCE.findall(text) if language in languages]


def commands() -> list[str]:
    lines = [line for page in PAGES for block in blocks(page, "console") for line in block.splitlines()]
    return list(dict.fromkeys(line.removeprefix("$ ") for line in lines if line.startswith("$ grognard ")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_in_python_run(page: Path) -> None:
    # One namespace for a page, as for a reader who types it in from top to bottom.
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for number, block in enumerate(blocks(page, "python", "pycon"), 1):
        example = doctest.DocTestParser().get_doctest(
            block, names, f"{page.name}, block {number}", str(page), 0
        )
        runner.run(example, clear_globs=False)
        names.update(example.globs)
    assert runner.failures == 0


@pytest.mark.parametrize("command", commands())
def test_commands_exit_cleanly(command: str) -> None:
    words = shlex.split(command, comments=True)[1:]
    done = subprocess.run(
        [sys.executable, "-m", "grognard", *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
