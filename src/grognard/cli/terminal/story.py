"""What has happened since the last choice: told as it happens, and again over the next one."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

RETOLD = 10
"""Lines that are repeated over the choices, if there is room."""


class Line:
    """One line of the story, for everybody or for one side only."""

    __slots__ = ("only", "told", "words")

    def __init__(self, words: Text, only: int | None, told: bool):
        self.words, self.only, self.told = words, only, told


class Story:
    """Lines in order; what one side only may read waits until that side looks at the screen."""

    def __init__(self, console: Console):
        self.console = console
        self.lines: list[Line] = []

    def tell(self, words: Text, only: int | None = None, reader: int | None = None) -> None:
        """One more line: shown now, unless it is for somebody who does not look on."""
        told = only is None or only == reader
        self.lines.append(Line(words, only, told))
        if told:
            self.console.print(words)

    def clear(self) -> None:
        """Begin afresh; what somebody has not read yet is kept for him."""
        self.lines = [line for line in self.lines if not line.told]

    def retell(self, side: int, most: int = RETOLD) -> None:
        """The last lines again, as one side may read them, on a fresh screen."""
        mine = [line for line in self.lines if line.only in (None, side)]
        hidden = len(mine) - most
        if hidden > 0:
            self.console.print(Text(f"… {hidden} earlier lines: scroll up, or `log`", "dim"))
        for line in mine[-most:]:
            line.told = True
            self.console.print(line.words)

    def catch_up(self, side: int) -> None:
        """What was kept for one side, where nothing is repeated."""
        for line in self.lines:
            if not line.told and line.only == side:
                line.told = True
                self.console.print(line.words)
