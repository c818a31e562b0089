"""A list of one's own that passes the check can be fielded; nobody outside names a file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from grognard.ai.agents import make
from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.army import Builder, faults_of, total
from grognard.books.skirmish_1808.setup import scenarios, setup
from grognard.books.skirmish_1808.setup.files import FORCES, ForceFile, GunFile, LeaderFile, UnitFile
from grognard.books.skirmish_1808.state import Options
from grognard.books.skirmish_1808.words import Calibre, Quality, Rank, Trait, Weapon, Where
from grognard.cli.given import options as read_options
from grognard.engine.book import BadInput
from grognard.lab.play import play_game
from tests.rules import rule

MINE = ForceFile(
    title="Mine",
    nations=("french",),
    points=0,
    leader=(
        LeaderFile("X0", "General Merle", "hq", True, "FR-CHAS", 2),
        LeaderFile("X1", "Major Duval", "officer"),
    ),
    unit=(
        UnitFile("X2", "FR-LANC", 10, "Vistula lancers"),
        UnitFile("X3", "FR-CUIR", 8, "Cuirassiers"),
        UnitFile("X4", "FR-GARD", 8, "Garde", formed=True),
    ),
    gun=(GunFile("X5", Calibre.III, 5, "Howitzer", Quality.ELITE, howitzer=True),),
)
MINE = msgspec.structs.replace(MINE, points=total(MINE))


def written(folder: Path, listed: ForceFile = MINE) -> Path:
    """The list as a file of one's own."""
    lines = [f'title = "{listed.title}"', f"nations = {list(listed.nations)}", f"points = {listed.points}"]
    for table in ("leader", "unit", "gun"):
        for row in getattr(listed, table):
            lines.append(f"[[{table}]]")
            for key, value in msgspec.to_builtins(row).items():
                word = (
                    str(value).lower()
                    if isinstance(value, bool)
                    else value
                    if isinstance(value, int)
                    else f'"{value}"'
                )
                lines.append(f"{key} = {word}")
    path = folder / "mine.toml"
    path.write_text("\n".join(lines), "utf-8")
    return path


@rule("E1", "E7", "T8")
@pytest.mark.parametrize("name", list(scenarios()))
def test_a_list_of_ones_own_takes_the_field_of_every_scenario(name: str, tmp_path: Path) -> None:
    path = written(tmp_path)
    assert not Builder().check(path)
    given = read_options(RULESET, [f"first_force={path}"])
    state = setup(scenarios()[name].path, given)
    mine = {u.key.partition(".")[0] for u in (*state.units, *state.hidden) if u.side == 0}
    assert mine == {"X0", "X1", "X2", "X3", "X4", "X5"}
    assert state.field.sides[0].total == MINE.points - 4 * 30 + 30
    due = {key for a in state.field.arrivals if a.side == 0 for key in a.units}
    assert {u.key for u in state.units if u.side == 0 and u.where is Where.LATER} == due


@rule("E1")
def test_a_scenario_of_ones_own_may_name_a_list_beside_it(tmp_path: Path) -> None:
    written(tmp_path)
    text = (
        scenarios()["farm"]
        .path.read_text("utf-8")
        .replace('force = "french_vanguard"', 'force = "mine.toml"')
    )
    text = text.replace('["F0", "F1", "F2", "F3", "F4"]', '["X0", "X1", "X2", "X3", "X4"]').replace(
        '"F5"', '"X5"'
    )
    own = tmp_path / "own.toml"
    own.write_text(text, "utf-8")
    state = setup(own, Options())
    assert {u.key for u in state.units if u.side == 1} == {"X0", "X1", "X2", "X3", "X4", "X5"}


@rule("E1")
def test_options_name_no_files(tmp_path: Path) -> None:
    path = written(tmp_path)
    for name in (str(path), "../armies/profiles", "profiles", "{}", '{"title": 1}', "{" + "x" * 30000):
        with pytest.raises(BadInput):
            setup(scenarios()["farm"].path, Options(second_force=name))


@rule("E1", "E5", "E6", "C1", "73")
@pytest.mark.parametrize(
    ("change", "cite"),
    [
        ({"unit": (UnitFile("X2", "FR-LANC", 20),)}, "E5"),
        ({"leader": (LeaderFile("X0", "x", "hq", escort="NONE", escorts=1),)}, "C1"),
        ({"gun": (GunFile("X5", Calibre.I, 3, howitzer=True),)}, "73"),
        ({"unit": tuple(UnitFile(f"Y{n}", "FR-LANC", 4) for n in range(30))}, "E5"),
        ({"title": "x" * 90}, "E1"),
    ],
)
def test_a_faulty_list_is_not_fielded(change: dict[str, object], cite: str, tmp_path: Path) -> None:
    listed = msgspec.structs.replace(MINE, **change)
    assert cite in {fault.cite for fault in faults_of(listed)}
    with pytest.raises(BadInput, match=cite):
        setup(scenarios()["farm"].path, Options(first_force=msgspec.json.encode(listed).decode()))


@rule("E1")
def test_both_sides_may_bring_the_same_list_and_fight() -> None:
    given = Options(first_force="french_vanguard", second_force="french_vanguard")
    state = setup(scenarios()["bridge"].path, given)
    keys = [u.key for u in state.units]
    assert len(keys) == len(set(keys))
    assert set(RULESET.forces) == {"first_force", "second_force"}
    assert "french_vanguard" in FORCES.names()
    players = tuple(make("random", RULESET, seed) for seed in (1, 2))
    assert play_game(RULESET, "stragglers", players, 3, options=given) is not None


@rule("H1a")
def test_the_list_hidden_troops_come_from_is_not_told() -> None:
    given = Options(second_force="ambush_french")
    state = setup(scenarios()["ambush"].path, given)
    assert state.field.sides[1].conceals
    assert RULESET.redact(state, 0).options.second_force == ""
    assert RULESET.redact(state, 1).options.second_force == "ambush_french"


@rule("A-27", "58", "60", "62", "71", "84", "100")
def test_shipped_battles_reach_every_arm_and_ground() -> None:
    states = [setup(info.path, Options()) for info in scenarios().values()]
    units = [unit for state in states for unit in (*state.units, *state.hidden)]
    guns = [unit.gun for unit in units if unit.gun is not None]
    assert {gun.calibre for gun in guns} == set(Calibre)
    assert any(gun.howitzer for gun in guns)
    assert {unit.quality for unit in units if unit.gun is not None} == set(Quality)
    assert {unit.rank for unit in units} == set(Rank)
    assert {trait for unit in units for trait in unit.traits} == set(Trait)
    assert {unit.weapon for unit in units} == set(Weapon)
    assert {"PT-LINE", "PT-CAZ", "BR-HUSS", "BR-HD", "SP-GUERC"} <= {unit.code for unit in units}
    ground = [terrain for state in states for terrain in state.field.terrain]
    assert {"hill", "wood", "heavy_wood", "light_wood", "ridden_wood", "track", "path"} <= {
        t.kind for t in ground
    }
    assert {200, 400, 600, 800} <= {t.height for t in ground}
