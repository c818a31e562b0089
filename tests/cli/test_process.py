"""The program as others start it: exit status, streams, and how soon it answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from signal import SIGINT, SIGKILL
from time import monotonic, sleep

import pytest

PATIENCE = 200
"""Seconds we wait for what must come: only a test that fails waits so long."""


def grognard(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grognard", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
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
    for command in (
        *names,
        "perft",
        "battle",
        "mutants",
        "ladder",
        "muster",
        "puzzles",
        "thinking",
        "foresight",
    ):
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


STARTED = """
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv[0] = "grognard"
runpy.run_module("grognard", run_name="__main__")
"""
"""The program as from a terminal: whoever runs tests in the background ignores interrupts, and so would what they start."""
LONG = {
    "ladder": ("fix_bayonets", "--agents", "captain,lieutenant", "--scenario", "quatre_bras", "--pairs", "4"),
    "muster": ("fix_bayonets", "--levels", "captain", "--games", "40"),
}
"""Runs whose games take so long that a player who is still there after minutes plays on for no run."""


@pytest.mark.parametrize(
    ("command", "signal"), [("ladder", SIGKILL), ("ladder", SIGINT), ("muster", SIGKILL)]
)
def test_nobody_plays_on_for_a_run_that_was_ended(command: str, signal: int, tmp_path: Path) -> None:
    words = (command, *LONG[command], "--jobs", "2", "--resume", str(tmp_path / "kept"))
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as run:
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        if not children.exists():
            run.kill()
            pytest.skip("this system does not tell a process's children")
        until = monotonic() + PATIENCE
        while len(players := [int(child) for child in children.read_text().split() if _plays(child)]) < 2:
            assert monotonic() < until, "nobody plays"
            sleep(0.05)
        run.send_signal(signal)
        try:
            assert run.wait(PATIENCE), "it does not say that all is well"
        finally:  # nor does it wait for its games
            run.kill()
    until = monotonic() + PATIENCE
    while any(_plays(str(player)) for player in players):
        assert monotonic() < until, "somebody plays on"
        sleep(0.05)


def _plays(pid: str) -> bool:
    """Whether a process of a run is there and has done some work."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return stat[0] != "Z" and int(stat[11]) > 100  # hundredths of a second: it has begun a game
