"""Fair dice: committed before the first move, worked out again after the last."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import grognard.books
from examples.toy_brigade.toy import RULESET
from grognard.cli.main import app
from grognard.engine.choices import Fall, Throw
from grognard.engine.dice import Draw, Faced, Pool, Row, Sum
from grognard.engine.replay import encode_save, read_save, restore
from grognard.server import dice
from tests.server.player import play_out
from tests.server.running import Running
from tests.server.test_game import table

SEED = bytes(range(32))


def test_a_fall_is_made_as_the_paper_says() -> None:
    """The derivation of docs/fair-dice.md, written out once more."""
    stream = b"".join(hmac.new(SEED, f"7:{block}".encode(), hashlib.sha256).digest() for block in range(4))
    faces = [1 + byte % 6 for byte in stream if byte < 252][:20]
    fell = dice.fall(Throw("volley", Pool.of(20, hits_on=5), "1"), SEED, 7)
    assert fell.faces == tuple(faces)
    assert fell.reading == sum(face >= 5 for face in faces)


def test_the_known_example_of_the_paper() -> None:
    assert dice.commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert dice.fall(Throw("x", Faced(6), "1"), SEED, 0).faces == (4, 1, 5, 2, 4, 6)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 100, 256, 257, 1000])
def test_every_face_is_as_likely_as_the_next(sides: int) -> None:
    rolls = 30_000
    rng = dice.FairRng(SEED, sides)
    seen = Counter(rng.randint(1, sides) for _ in range(rolls))
    assert min(seen) >= 1
    assert max(seen) <= sides
    expected = rolls / sides
    chi = sum((seen[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert abs(chi - (sides - 1)) < 5 * (2 * (sides - 1)) ** 0.5  # five standard deviations


def test_every_throw_has_dice_of_its_own() -> None:
    throw = Throw("x", Sum(30), "1")
    falls = [dice.fall(throw, SEED, index).faces for index in range(100)]
    assert len(set(falls)) == 100
    assert dice.fall(throw, SEED, 3) == dice.fall(throw, SEED, 3)
    assert dice.fall(throw, bytes(32), 3) != dice.fall(throw, SEED, 3)
    assert dice.fall(Throw("x", Draw((("a", 1), ("b", 3))), "1"), SEED, 3).reading in ("a", "b")
    assert dice.fall(Throw("x", Row(3, first=1), "1"), SEED, 3).faces is not None
    assert 0 <= dice.FairRng(SEED, 0).random() < 1
    with pytest.raises(ValueError, match="nothing lies between"):
        dice.FairRng(SEED, 0).randint(2, 1)


@pytest.fixture(scope="module")
def played(server: Running) -> dict[str, Any]:
    """A finished game with its file and what was told of the seed before and after."""
    made, first, second = table(server)
    with first, second:
        promise = first.state["seed_hash"]
        assert first.state["seed"] is None
        play_out([first, second], random.Random(21))
        headers = {"Authorization": f"Bearer {first.token}"}
        file = server.http.get(f"/api/games/{made['game']}/save", headers=headers).content
        return {"promise": promise, "seed": first.state["seed"], "file": file}


def test_a_finished_game_can_be_checked(played: dict[str, Any]) -> None:
    game = restore(read_save(played["file"]), {"toy": RULESET})
    seed = dice.read_seed(played["seed"])
    assert dice.commitment(seed) == played["promise"]
    assert any(isinstance(action, Fall) for action in game.actions)
    assert dice.unfair_falls(game, seed) == []
    # The game's own seed is drawn, and it may be a short game: one other seed could agree with it by chance.
    others = [bytes([number] * 32) for number in range(16)]
    assert sum(bool(dice.unfair_falls(game, other)) for other in others) > 12


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, played: dict[str, Any]) -> Any:
    monkeypatch.setattr(grognard.books, "names", lambda: ("toy",))
    monkeypatch.setattr(grognard.books, "load", lambda name: RULESET)
    path = tmp_path / "game.json"
    path.write_bytes(played["file"])
    return lambda *words: CliRunner().invoke(app, ["replay", str(path), "--verify", *words])


def test_the_command_line_checks_a_finished_game(run: Any, played: dict[str, Any]) -> None:
    sound = run("--seed", played["seed"], "--seed-hash", played["promise"], "--json")
    assert sound.exit_code == 0
    assert json.loads(sound.stdout)["sound"]


def test_the_command_line_finds_what_is_wrong(run: Any, played: dict[str, Any]) -> None:
    other = run("--seed", SEED.hex())
    assert other.exit_code == 1
    assert "the seed gives" in other.stderr
    promised = run("--seed", played["seed"], "--seed-hash", "00" * 32)
    assert promised.exit_code == 1
    assert "not the one the server promised" in promised.stderr
    for bad in ("xyz", "abcd", ""):
        assert run("--seed", bad).exit_code == 2
    assert run("--seed", SEED.hex(), "--dice-from", "100000").exit_code == 0


def test_one_changed_die_is_found(run: Any, played: dict[str, Any], tmp_path: Path) -> None:
    save = read_save(played["file"])
    game = restore(save, {"toy": RULESET})
    at = next(n for n in reversed(range(len(save.actions))) if isinstance(save.actions[n], Fall))
    throw = game.engine.pending(game.positions[at])
    assert isinstance(throw, Throw)
    others = [throw.roll(random.Random(n)) for n in range(50)]
    changed = next(fall for fall in others if fall != game.actions[at])
    shorter = msgspec.structs.replace(save, actions=(*save.actions[:at], changed))
    (tmp_path / "game.json").write_bytes(encode_save(shorter))
    result = run("--seed", played["seed"])
    assert result.exit_code == 1
    assert result.stderr.count("the seed gives") == 1
    assert f"action {at + 1}," in result.stderr
