"""One server to a database: a second would not hear what the first is told, and both would write the same rows.

On SQLite it is a file beside the database that the system keeps locked for us, on PostgreSQL a lock of our connection. Both are let go of
when the process ends, however it ends: nothing stale is left to be cleared away.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import sqlalchemy as sa

from grognard.engine.book import BadInput

PATIENCE = 4.0
"""Seconds somebody who is just ending has to let go."""
OURS = 0x6706
"""The first half of the name of our lock on PostgreSQL; the other is the schema's."""


class LockFile:
    """The file that says that a SQLite database is in use."""

    def __init__(self, database: Path, patience: float = PATIENCE):
        path = Path(f"{database.resolve()}.lock")
        self._file: int | None = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        file = self._file
        if not _within(patience, lambda: _lock(file)):
            other = os.pread(file, 20, 1).decode("ascii", "replace").strip() if hasattr(os, "pread") else ""
            self.release()
            raise BadInput(in_use(str(database), f" (process {other})" if other else ""))
        os.ftruncate(file, 0)
        # The first byte is the one that is locked, where a part of a file can be.
        os.write(file, f" {os.getpid()}\n".encode())

    def release(self) -> None:
        """Let others have it; the file itself stays."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def claim(line: sa.Connection, patience: float = PATIENCE) -> None:
    """Make a connection to PostgreSQL the one that writes; BadInput if another server has one."""
    for name, seconds in (("idle", 20), ("interval", 5), ("count", 3)):  # who has lost the network is noticed
        line.execute(sa.text(f"SET tcp_keepalives_{name} = {seconds}"))
    wanted = sa.text("SELECT pg_try_advisory_lock(:ours, hashtext(current_schema()))").bindparams(ours=OURS)

    def locked() -> bool:
        found = bool(line.execute(wanted).scalar())
        line.commit()
        return found

    if not _within(patience, locked):
        raise BadInput(in_use(line.engine.url.render_as_string(hide_password=True), ""))


def in_use(database: str, by: str) -> str:
    """What somebody is told who would be the second."""
    return f"--db: another server{by} uses {database}; end it first, or give this one a database of its own"


def _within(seconds: float, done: Callable[[], bool]) -> bool:
    until = monotonic() + seconds
    while not done():
        if monotonic() >= until:
            return False
        sleep(0.05)
    return True


if sys.platform == "win32":

    def _lock(file: int) -> bool:
        import msvcrt

        with suppress(OSError):
            os.lseek(file, 0, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            return True
        return False

else:

    def _lock(file: int) -> bool:
        import fcntl

        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False


__all__ = ["LockFile", "claim", "in_use"]
