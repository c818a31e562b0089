"""Where a player's lines come from: a person at a terminal, or a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress

from rich.console import Console


class Quit(Exception):
    """The player leaves the table; says what to tell him."""


class Keyboard:
    """Reads lines; at the end of a pipe the game is left without a fuss."""

    def __init__(self, console: Console):
        self.console = console
        self.is_person = sys.stdin.isatty()
        if self.is_person:
            with suppress(ImportError):
                import readline  # noqa: F401  the line can then be edited, and earlier ones fetched

    def read(self, prompt: str = "> ") -> str:
        """One line, stripped; `Quit` when there are no more."""
        try:
            if self.is_person:
                return input(prompt).strip()
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        except KeyboardInterrupt:
            raise Quit("\nInterrupted; nothing was saved.") from None
        if not line:
            raise Quit("The input ended; nothing was saved.")
        # A pipe shows no typing: repeat it, so that a transcript can be read.
        self.console.print(f"{prompt}{line.strip()}", markup=False)
        return line.strip()
