"""Ray is an extra: who asks for it without having it is told where it comes from."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.engine.book import BadInput
from grognard.lab.cluster import _place, crew_on_ray


def test_without_ray_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"grognard\[ray\]"):
        crew_on_ray("auto")


@pytest.mark.parametrize("command", ["simulate", "ladder"])
def test_the_command_line_says_so_too(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = CliRunner().invoke(app, [command, "fix_bayonets", "--ray", "auto"])
    assert result.exit_code != 0


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Ray were installed."""
    stand_in = SimpleNamespace(is_initialized=lambda: False)
    monkeypatch.setitem(sys.modules, "ray", stand_in)  # type: ignore[arg-type]


def test_a_cluster_that_does_not_answer_is_named(ray: None) -> None:
    games = crew_on_ray("127.0.0.1:1")(None, [])  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"no Ray cluster answers at '127.0.0.1:1': .*refused"):
        next(iter(games))


@pytest.mark.parametrize(
    "address", ["nonsense", "127.0.0.1:x", ":6379", "host:", "host:0", "host:65536", "host:-1", "[::1]", ""]
)
def test_what_is_no_address_is_refused_at_once(address: str, ray: None) -> None:
    with pytest.raises(BadInput, match="is no address of a Ray cluster: write HOST:PORT"):
        crew_on_ray(address)


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("here", None),
        ("auto", None),
        ("10.0.0.1:6379", ("10.0.0.1", 6379)),
        ("ray://head:10001", ("head", 10001)),
        ("[::1]:6379", ("::1", 6379)),
        ("ray://[::1]:6379", ("::1", 6379)),
    ],
)
def test_where_an_address_is(address: str, place: tuple[str, int] | None) -> None:
    assert _place(address) == place
