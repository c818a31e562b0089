"""The server about itself, and about what was wrong with a request."""

from __future__ import annotations

import msgspec


class Health(msgspec.Struct, frozen=True):
    """Whether the server is well."""

    ok: bool
    version: str
    wrong: tuple[str, ...] = ()
    """What is not well, in words."""
    writes_waiting: int = 0
    questions_waiting: int = 0


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was wrong with a request."""

    code: str
    message: str
    cite: str | None = None


class ProblemBody(msgspec.Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: Problem
