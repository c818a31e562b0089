"""Toy Brigade: a small invented book that uses everything the engine has. For tests only."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine.book import BadInput, Book, ScenarioInfo
from grognard.engine.rulebook import load_rulebook
from grognard.engine.secrets import Secrets

from .advice import Advice
from .laws import LAWS
from .sequence import SEQUENCES
from .sheet import Sheet, census, check, others, outcome, redact
from .situations import SITUATIONS
from .state import Env, Field, Options, State
from .tables import TABLES


def setup(path: Path, options: Options) -> State:
    """A scenario file as the first state."""
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        raw.pop("blurb", None)
        raw["units"] = [{"id": i, "full": unit["strength"], **unit} for i, unit in enumerate(raw["units"])]
        state = msgspec.convert({**raw, "options": msgspec.to_builtins(options)}, State)
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise BadInput(f"{path.name}: {fault}") from None
    if faults := check(state):
        raise BadInput(f"{path.name}: {faults[0]}")
    return state


def _scenarios() -> dict[str, ScenarioInfo]:
    found = {}
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.toml")):
        raw = tomllib.loads(path.read_text("utf-8"))
        found[path.stem] = ScenarioInfo(path.stem, raw["title"], tuple(raw["sides"]), raw["blurb"], path)
    return found


RULESET = Book(
    name="toy",
    api=1,
    rulebook=load_rulebook(__name__),
    sequences=SEQUENCES,
    opening="battle",
    state=State,
    env=Env,
    table=Field,
    options=Options,
    tables=TABLES,
    scenarios=_scenarios(),
    setup=setup,
    outcome=outcome,
    redact=redact,
    secrets=Secrets(lambda state: True, others=others),
    census=census,
    check=check,
    laws=LAWS,
    sheet=Sheet(),
    advice=Advice(),
    situations=SITUATIONS,
)
