"""`grognard` as others start it, a hundred times over: a process of its own each time, forked where all is imported already.

What is asked comes as a line of JSON on standard input: a list of words. What the program said is a line of JSON on
standard output: its status, its standard output and its standard error.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import IO, NamedTuple

from tests.tools.shelf import ROOT


class Said(NamedTuple):
    """What the program came to."""

    returncode: int
    stdout: str
    stderr: str


class Ready:
    """A process that has imported everything, and starts the program whenever it is asked to."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.tools.started"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: object) -> Said:
        """Start the program with these words."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([*map(str, words)]), file=self.process.stdin, flush=True)
        return Said(*json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        """Nothing more is asked."""
        self.process.communicate()


# ---- the process itself


def started(words: list[str]) -> Said:
    """The program in a child: its words, its standard streams, and the end are its own."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            _live(words, out, err)
        _, status = os.waitpid(child, 0)
        said = [_read(stream) for stream in (out, err)]
    return Said(os.waitstatus_to_exitcode(status), *said)


def _read(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode()


def _live(words: list[str], out: IO[bytes], err: IO[bytes]) -> None:
    """The whole life of a child, as `python -m grognard` lives it."""
    status = 1
    try:
        nothing = os.open(os.devnull, os.O_RDONLY)
        for at, stream in enumerate((nothing, out.fileno(), err.fileno())):
            os.dup2(stream, at)
        sys.argv = ["grognard", *words]
        try:
            runpy.run_module("grognard", run_name="__main__", alter_sys=True)
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def main() -> None:
    """Answer until nobody asks any more."""
    from grognard import books
    from grognard.ai import agents  # noqa: F401
    from grognard.cli.main import main as program

    books.library()
    sys.argv = ["grognard", "books"]
    with (
        suppress(SystemExit),
        redirect_stdout(StringIO()),
    ):  # the parser too has much to import at its first word
        program()
    gc.freeze()
    for line in sys.stdin:
        print(json.dumps(started(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
