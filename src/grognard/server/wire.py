"""Messages as they go over a socket."""

from __future__ import annotations

import msgspec


def encode(message: msgspec.Struct) -> str:
    """A message as it goes over a socket."""
    return msgspec.json.encode(message).decode()
