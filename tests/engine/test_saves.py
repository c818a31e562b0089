"""Game files: written, read, replayed, and everything that can be wrong with one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.state import Options
from grognard.engine.book import BadInput
from grognard.engine.choices import Fall, Move
from grognard.engine.flow import IllegalAction, Position
from grognard.engine.replay import Divergence, Game, Save, encode_save, read_save, restore, state_hash
from tests.engine.play import playing, whole_game
from tests.engine.test_domains import JSON

LIBRARY = {RULESET.name: RULESET}
PLAYED = whole_game(RULESET, "skirmish", 1)


def saved(**changes: Any) -> bytes:
    """The played game as a file, with parts of it changed."""
    return json.dumps({**json.loads(PLAYED.save()), **changes}).encode()


def load(data: bytes) -> Game:
    return restore(read_save(data), LIBRARY)


@pytest.mark.parametrize("scenario", RULESET.scenarios)
@pytest.mark.parametrize("seed", range(5))
def test_a_game_comes_back_as_it_was(scenario: str, seed: int) -> None:
    game = whole_game(RULESET, scenario, seed)
    again = load(game.save())
    assert again.positions == game.positions
    assert again.actions == game.actions
    assert again.log == game.log
    assert state_hash(RULESET, again.position) == state_hash(RULESET, game.position)
    assert again.save() == game.save()


def test_a_game_can_be_saved_and_loaded_at_every_stop() -> None:
    for game, _ in playing(RULESET, "skirmish", 6):
        assert load(game.save()).position == game.position


def test_options_are_kept() -> None:
    game = Game(RULESET, "skirmish", Options(nightfall=False))
    assert load(game.save()).options == Options(nightfall=False)
    assert load(game.save()).position == game.position


def test_a_file_reads_well_and_diffs_well() -> None:
    text = PLAYED.save().decode()
    assert json.loads(text)["book"] == "toy"
    lines = [json.loads(line.strip().rstrip(",")) for line in text.splitlines() if line.startswith("    {")]
    assert lines == json.loads(text)["actions"]
    empty = Save("toy", "1", "skirmish", {}, ())
    assert read_save(encode_save(empty)) == empty
    nested = Save("toy", "1", "skirmish", {"a": {"b": {}}}, (Fall("}"),))
    assert read_save(encode_save(nested)) == nested


def test_what_was_undone_is_not_saved() -> None:
    game = Game(RULESET, "skirmish")
    game.move("bid", 2, side=0)
    game.move("bid", 1, side=1)
    before = game.save()
    game.move("ride", "middle")
    game.undo()
    assert game.save() == before


# ---------------------------------------------------------------- wrong files


BROKEN: dict[str, bytes] = {
    "empty": b"",
    "null": b"null",
    "a list": b"[]",
    "a word": b'"save"',
    "text": b"once upon a time",
    "zero bytes": b"\0\0\0\0",
    "utf-16": PLAYED.save().decode().encode("utf-16"),
    "bad utf-8": PLAYED.save().replace(b'"toy"', b'"\xff\xfe"'),
    "a field too many": saved(cheat=True),
    "no actions": saved(actions=None),
    "actions in words": saved(actions="fire"),
    "a bare action": saved(actions=[5]),
    "an untagged action": saved(actions=[{"side": 0, "verb": "end"}]),
    "an unknown tag": saved(actions=[{"type": "cheat"}]),
    "a side that is a word": saved(actions=[{"type": "move", "side": "0", "verb": "end"}]),
    "a side that is a fraction": saved(actions=[{"type": "move", "side": 0.5, "verb": "end"}]),
    "a side that is true": saved(actions=[{"type": "move", "side": True, "verb": "end"}]),
    "a side that is none": saved(actions=[{"type": "move", "side": None, "verb": "end"}]),
    "a verb that is a number": saved(actions=[{"type": "move", "side": 0, "verb": 5}]),
    "no verb": saved(actions=[{"type": "move", "side": 0}]),
    "faces that are a number": saved(actions=[{"type": "fall", "reading": 5, "faces": 5}]),
    "options that are a list": saved(options=[]),
    "a version that is a number": saved(version=1),
    "a number without end": saved(actions=[]).replace(
        b"[]", b'[{"type":"fall","reading":' + b"9" * 5000 + b"}]"
    ),
    "infinity": saved(actions=[]).replace(b"[]", b'[{"type":"fall","reading":1e999}]'),
    "a deep hole": b"[" * 200_000,
    "a deep noun": saved(actions=[]).replace(
        b"[]", b'[{"type":"move","side":0,"verb":"bid","noun":' + b"[" * 100_000 + b"]" * 100_000 + b"}]"
    ),
}


@pytest.mark.parametrize("data", list(BROKEN.values()), ids=list(BROKEN))
def test_what_is_no_game_file_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"^my\.json is (not a game file|broken or cut short): .") as fault:
        read_save(data, "my.json")
    assert "\n" not in str(fault.value)


def test_a_file_cut_short_anywhere_is_refused() -> None:
    data = PLAYED.save().rstrip()
    for end in [*range(0, len(data), 37), len(data) - 1]:
        with pytest.raises(BadInput):
            read_save(data[:end])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"book": "chess"}, "unknown book 'chess'"),
        ({"book": ""}, "unknown book ''"),
        ({"version": "0"}, "version 0 of toy, this program plays version 1"),
        ({"scenario": "waterloo"}, "no scenario 'waterloo'; it has: battle, skirmish"),
        ({"scenario": ""}, "no scenario ''"),
        ({"scenario": "../../../etc/passwd"}, "no scenario"),
        ({"scenario": "x" * 5000 + ".toml"}, "no scenario"),
        ({"scenario": "\0.toml"}, "no scenario"),
        ({"scenario": "/"}, "no scenario"),
        ({"options": {"cheating": True}}, "no option 'cheating'; it has: nightfall"),
        ({"options": {"nightfall": [1]}}, "options of toy: Expected `bool`"),
        ({"options": {"nightfall": None}}, "options of toy: Expected `bool`"),
        ({"actions": [{"type": "move", "side": 0, "verb": "bid", "noun": {"a": 1}}]}, "action 1 of the save is malformed: a choice holds no objects"),
        ({"actions": [{"type": "fall", "reading": [{}]}]}, "action 1 of the save is malformed"),
        ({"actions": [{"type": "fall", "reading": 1, "faces": [{}]}]}, "action 1 of the save is malformed"),
        ({"actions": [{"type": "move", "side": 0, "verb": "bid", "noun": json.loads("[" * 300 + "]" * 300)}]}, "nested too deep"),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_a_file_that_does_not_fit_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as fault:
        load(saved(**changes))
    assert words in str(fault.value)


HOSTILE: tuple[Any, ...] = (
    None,
    True,
    1.0,
    1.5,
    -1,
    3,
    10**30,
    -(10**30),
    "1",
    "",
    [],
    [1],
    [[1, 2]],
    [None, None],
)


@pytest.mark.parametrize("noun", HOSTILE, ids=lambda value: str(value)[:20])
def test_a_hostile_noun_is_a_divergence_with_a_citation(noun: Any) -> None:
    with pytest.raises(Divergence, match=r"^action 1 no longer fits: .*\[3\.3\]$") as fault:
        load(saved(actions=[{"type": "move", "side": 0, "verb": "bid", "noun": noun}]))
    assert fault.value.at == 0
    assert isinstance(fault.value.fault, IllegalAction)


@pytest.mark.parametrize(
    "action",
    [
        {"type": "move", "side": 0, "verb": "revealed"},
        {"type": "move", "side": 0, "verb": "__class__"},
        {"type": "move", "side": 0, "verb": ""},
        {"type": "move", "side": 2, "verb": "hold_back"},
        {"type": "move", "side": 10**30, "verb": "hold_back"},
        {"type": "move", "side": -1, "verb": "hold_back"},
        {"type": "fall", "reading": 3},
        {"type": "fall", "reading": None},
    ],
    ids=str,
)
def test_an_action_that_is_not_offered_is_a_divergence(action: dict[str, Any]) -> None:
    with pytest.raises(Divergence, match="action 1 no longer fits"):
        load(saved(actions=[action]))


def test_a_divergence_names_the_first_action_that_no_longer_fits() -> None:
    actions = list(PLAYED.actions)
    at = next(i for i, action in enumerate(actions) if isinstance(action, Fall) and i > 5)
    actions[at] = Fall("nothing")
    save = msgspec.structs.replace(PLAYED.as_save(), actions=tuple(actions))
    with pytest.raises(Divergence) as fault:
        restore(save, LIBRARY)
    assert (fault.value.at, fault.value.action) == (at, Fall("nothing"))
    assert str(fault.value).startswith(f"action {at + 1} no longer fits: dice nothing: ")


def test_actions_after_the_end_are_a_divergence() -> None:
    save = msgspec.structs.replace(PLAYED.as_save(), actions=(*PLAYED.actions, Move(0, "end")))
    with pytest.raises(Divergence, match="the game is over"):
        restore(save, LIBRARY)


def test_another_version_is_replayed_if_wished_and_diverges_where_the_rules_do() -> None:
    old = read_save(saved(version="0"))
    assert restore(old, LIBRARY, any_version=True).position == PLAYED.position
    no_bids = {**RULESET.sequences, "turn": RULESET.sequences["turn"][2:]}
    with pytest.raises(
        Divergence, match=r"^action 1 no longer fits: side . (bid|hold_back).* the dice must fall first"
    ):
        restore(old, {"toy": RULESET._replace(sequences=no_bids)}, any_version=True)


actions = st.one_of(
    st.builds(lambda s, v, n: {"type": "move", "side": s, "verb": v, "noun": n}, st.integers(-1, 2), st.sampled_from(["bid", "hold_back", "x"]), JSON),
    st.builds(lambda r, f: {"type": "fall", "reading": r, "faces": f}, JSON, st.none() | st.lists(JSON, max_size=3)),
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(actions, max_size=4))
def test_no_list_of_actions_breaks_the_program(listed: list[dict[str, Any]]) -> None:
    """Whatever is in a file: a game, or one of the two faults that name what is wrong."""
    try:
        data = msgspec.json.encode({**msgspec.to_builtins(PLAYED.as_save()), "actions": listed})
    except (OverflowError, ValueError):
        return  # more than JSON can hold
    try:
        game = load(data)
    except (BadInput, Divergence):
        return
    assert len(game.actions) == len(listed)
    assert load(game.save()).position == game.position


@settings(max_examples=150)
@given(st.data())
def test_no_change_of_a_byte_breaks_the_program(data: st.DataObject) -> None:
    raw = bytearray(PLAYED.save())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    with suppress(BadInput, Divergence):
        load(bytes(raw))


# ---------------------------------------------------------------- fingerprints


PRINT = """
from tests.engine.play import whole_game
from examples.toy_brigade.toy import RULESET
from grognard.engine.replay import state_hash
print(*(state_hash(RULESET, p) for p in whole_game(RULESET, "skirmish", 1).positions))
"""


def test_a_fingerprint_is_the_same_in_another_process() -> None:
    root = Path(__file__).resolve().parents[2]
    env = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", PRINT], capture_output=True, text=True, check=True, cwd=root, env=env
    )
    assert done.stdout.split() == [state_hash(RULESET, position) for position in PLAYED.positions]


def test_a_fingerprint_depends_on_what_is_there_and_not_on_how_it_came() -> None:
    position = Game(RULESET, "skirmish").position
    RULESET.engine().pending(position)  # what is remembered on the side does not count
    again = RULESET.decode(RULESET.encode(position))
    assert state_hash(RULESET, again) == state_hash(RULESET, position)
    turned = msgspec.structs.replace(position, state=msgspec.structs.replace(position.state, turn=2))
    assert state_hash(RULESET, turned) != state_hash(RULESET, position)
    assert len(state_hash(RULESET, position)) == 64
    there, back = ({"a": 1, "b": 2}, {"b": 2, "a": 1})  # a book may keep a dict in its state
    assert state_hash(RULESET, Position(there, ())) == state_hash(RULESET, Position(back, ()))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"{}",
        b"[]",
        b'{"state": {}, "agenda": []}',
        RULESET.encode(PLAYED.positions[0]).replace(b'"units":[', b'"units":[7,'),
        RULESET.encode(PLAYED.positions[0]).replace(b'"sequence":"turn"', b'"sequence":"tea"'),
        RULESET.encode(PLAYED.positions[0]).replace(b'"at":1', b'"at":77'),
        RULESET.encode(PLAYED.positions[0]).replace(b'"at":1', b'"at":-1'),
        RULESET.encode(PLAYED.positions[0]).replace(b'"type":"Turn"', b'"type":"Spell"'),
        RULESET.encode(PLAYED.positions[1]).replace(b'"sealed":[[', b'"sealed":[[0,'),
        b"[" * 100_000,
        b'{"agenda": [], "state": ' + b"[" * 100_000,
    ],
    ids=lambda data: data[:40].decode() + str(len(data)),
)
def test_what_is_no_position_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"^not a position of toy: ."):
        RULESET.decode(data)
