"""Ray is an extra: who asks for it without having it is told where it comes from."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.engine.book import BadInput
from grognard.lab.cluster import crew_on_ray


def test_without_ray_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"grognard\[ray\]"):
        crew_on_ray("auto")


@pytest.mark.parametrize("command", ["simulate", "ladder"])
def test_the_command_line_says_so_too(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = CliRunner().invoke(app, [command, "fix_bayonets", "--ray", "auto"])
    assert result.exit_code != 0


@pytest.mark.parametrize(
    ("address", "fault"),
    [("127.0.0.1:1", "refused"), ("nowhere", "invalid literal"), ("127.0.0.1:x", "invalid")],
)
def test_a_cluster_that_does_not_answer_is_named(
    address: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False))  # type: ignore[arg-type]
    games = crew_on_ray(address)(None, [])  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=f"no Ray cluster answers at '{address}': .*{fault}"):
        next(iter(games))
