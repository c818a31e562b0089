"""Messages as they go over a socket."""

from __future__ import annotations

import msgspec

from grognard.engine.view import Piece, View


def encode(message: msgspec.Struct) -> str:
    """A message as it goes over a socket."""
    return msgspec.json.encode(message).decode()


MOST = 1000
"""Pieces in writing at most while a game stands still: more than any table has."""


class Ink:
    """The pieces of a game's views in writing, nine tenths of every update, each written once for as long as it is the same piece.

    Every side is told of all pieces, and from one action to the next hardly one has changed.
    """

    def __init__(self) -> None:
        self._now: dict[int, tuple[Piece, bytes]] = {}
        self._before: dict[int, tuple[Piece, bytes]] = {}
        self._last: tuple[tuple[Piece, ...], msgspec.Raw] | None = None

    def moved(self) -> None:
        """The game has gone on: what is not written again until it goes on once more is forgotten."""
        self._now, self._before = {}, self._now

    def written(self, view: View) -> View:
        """A view that is encoded as it would be, its pieces in writing already."""
        if len(self._now) > MOST:
            self.moved()
        last = self._last
        if last is None or last[0] is not view.pieces:  # the others mostly see the very same
            pieces = b",".join([self._of(piece) for piece in view.pieces])
            last = self._last = view.pieces, msgspec.Raw(b"[%b]" % pieces)
        return msgspec.structs.replace(view, pieces=last[1])

    def _of(self, piece: Piece) -> bytes:
        key = id(piece)  # of a piece that is held here, so that no other can have it
        kept = self._now.get(key)
        if kept is None:
            kept = self._now[key] = self._before.get(key) or (piece, msgspec.json.encode(piece))
        return kept[1]


__all__ = ["Ink", "encode"]
