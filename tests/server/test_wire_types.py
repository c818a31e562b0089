"""The client's types are the server's: what is kept in web/ is what the server's own types say today."""

from __future__ import annotations

import msgspec

from grognard.server import offers
from grognard.tabletop.manoeuvre import Shown
from tests.tools import typescript


def test_the_clients_types_are_written_from_the_servers() -> None:
    assert typescript.FILE.read_text("utf-8") == typescript.written(), "run python -m tests.tools.typescript"


def test_what_a_manoeuvre_shows_all_goes_over_the_wire() -> None:
    told = {field.encode_name for field in msgspec.structs.fields(offers.Shown)}
    assert told == {field.encode_name for field in msgspec.structs.fields(Shown)} | {"refusal"}


def test_a_type_is_written_with_its_words() -> None:
    (info,) = typescript.structs([msgspec.inspect.type_info(offers.Limit)])
    assert typescript.interface(info).splitlines() == [
        "/** The ring round one of the figures that must hold them all. */",
        "export interface Limit {",
        "  /** The figure it is drawn round. */",
        "  model: number;",
        "  radius: number;",
        "  words?: string;",
        "  cite?: string;",
        "}",
    ]
