"""A ceiling on what is written to the log: the same line is not worth more than a few a minute."""

from __future__ import annotations

import logging
from collections import OrderedDict
from time import monotonic

MOST, WITHIN, KINDS = 10, 60.0, 500


class Calm(logging.Filter):
    """Lets a kind of line pass a few times a minute, then says how many were left out."""

    def __init__(self, most: int = MOST, within: float = WITHIN):
        super().__init__()
        self.most, self.within = most, within
        self._kinds: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind, now = (record.name, str(record.msg)[:200]), monotonic()
        since, count = self._kinds.pop(kind, (now, 0))
        left_out = 0
        if now - since > self.within:
            left_out, since, count = max(0, count - self.most), now, 0
        self._kinds[kind] = since, count + 1
        if len(self._kinds) > KINDS:
            self._kinds.popitem(last=False)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it)", None
        if record.exc_info and not record.name.startswith("grognard"):
            record.exc_info, record.exc_text = None, None  # a traceback may quote what only one side may know
        return count < self.most
