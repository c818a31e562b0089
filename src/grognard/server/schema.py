"""The description of all messages as JSON Schema, made from the types themselves.

`python -m grognard.server.schema` prints it; the server gives it at `/api/schema`.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, get_args

import msgspec

from grognard.server import bodies, messages
from grognard.server import said as heard

TITLE = "Grognard: what goes between table and server"


@cache
def schema() -> bytes:
    """Everything that goes over the wire."""
    said = get_args(heard.Said)
    kinds = (*said, *messages.SENT, *bodies.ASKED, *bodies.GIVEN)
    _, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    described: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "$defs": dict(sorted(parts.items())),
        "socket": {"client": _refs(said), "server": _refs(messages.SENT)},
        "http": {"client": _refs(bodies.ASKED), "server": _refs(bodies.GIVEN)},
    }
    return msgspec.json.format(msgspec.json.encode(described), indent=2)


def _refs(kinds: tuple[Any, ...]) -> list[dict[str, str]]:
    return [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]


if __name__ == "__main__":
    sys.stdout.write(schema().decode() + "\n")
