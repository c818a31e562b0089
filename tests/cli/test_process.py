"""The program as others start it: exit status, streams, and how soon it answers."""

from __future__ import annotations

import subprocess
import sys


def grognard(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grognard", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_help_is_at_hand() -> None:
    done = grognard("--help")
    assert done.returncode == 0
    names = (
        "books",
        "play",
        "serve",
        "odds",
        "simulate",
        "balance",
        "fuzz",
        "replay",
        "matrix",
        "quickref",
        "army",
        "print",
    )
    for command in (*names, "perft", "battle", "mutants", "ladder", "muster", "puzzles", "thinking"):
        assert f"  {command} " in done.stdout


def test_bad_input_has_status_2_and_one_line() -> None:
    done = grognard("quickref", "no such book")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("grognard: no book is called 'no such book'")
    assert done.stderr.count("\n") == 1


def test_nothing_heavy_is_loaded_before_a_command_runs() -> None:
    heavy = ("rich.console", "msgspec", "grognard.books", "grognard.ai", "grognard.lab", "concurrent.futures")
    asked = f"import sys, grognard.cli.main; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_reader_who_leaves_early_is_no_fault() -> None:
    script = f"{sys.executable} -m grognard books --json | head -c 1 >/dev/null; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
