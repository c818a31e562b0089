"""Army sheets cell by cell, list options with their prices, and what a list may not do. [F2.1–F4.2, 15, 30, 32, 33]"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.army import total
from grognard.books.valour_and_fortitude.setup.files import (
    ListedUnit,
    ProfileRow,
    figure_limits,
    force_names,
    profile_of,
    sheet,
    sheet_names,
)
from grognard.books.valour_and_fortitude.words import Arm, Nation, Special
from grognard.engine.book import BadInput
from tests.books.valour_and_fortitude.sheets import SHEETS
from tests.rules import rule

BUILDER = RULESET.army
ROWS = [(name, line.strip()) for name, text in SHEETS.items() for line in text.strip().splitlines()]


def told(row: ProfileRow) -> str:
    """A row of a sheet as the tables have it."""
    low, high = row.figures
    figures = "1 gun" if row.arm is Arm.ARTILLERY else f"{low}-{high}"
    weapon = f"{row.weapon} {row.range}".removesuffix(" 0")
    values = f"{row.fire or '-'}/{row.melee}/{row.tenacity}"
    return " | ".join((row.name, figures, weapon, values, ", ".join(row.specials), str(row.points)))


# ---- sheets


@rule("33")
@pytest.mark.parametrize(("name", "line"), ROWS, ids=[f"{n} {line.split(' | ')[0]}" for n, line in ROWS])
def test_a_row_of_a_sheet(name: str, line: str) -> None:
    wanted = " | ".join(cell.strip() for cell in line.split(" | "))
    assert wanted in [told(row) for row in sheet(name).profile]


@rule("33")
def test_sheets_have_these_rows_and_no_others() -> None:
    assert set(sheet_names()) == set(SHEETS)
    for name, text in SHEETS.items():
        assert len(sheet(name).profile) == len(text.strip().splitlines()), name


@rule("33", "B67")
def test_a_detachment_is_what_its_name_says() -> None:
    for name in SHEETS:
        for row in sheet(name).profile:
            assert row.detachment is ("Detachment" in row.name), row.name


@rule("43")
def test_every_sheet_has_the_fate_table_of_its_nation() -> None:
    tables = {name: sheet(name).nation for name in SHEETS}
    assert tables.pop("portuguese") is Nation.BRITISH
    assert tables.pop("confederation") is Nation.GENERIC
    assert all(nation.value == name for name, nation in tables.items())


@rule("33")
@pytest.mark.parametrize("name", force_names())
def test_the_books_own_lists_are_sound(name: str) -> None:
    assert BUILDER.check(name) == []


# ---- options


def priced(of: str, profile: str, **options: Any) -> tuple[int, int, int, int]:
    """Fire, melee, tenacity and points of a unit with options."""
    found = profile_of(ListedUnit("U", profile, **options), of)
    return found.fire, found.melee, found.tenacity, found.points


@pytest.mark.parametrize(
    ("of", "profile", "options", "wanted"),
    [
        pytest.param("french", "line_infantry", {}, (3, 4, 4, 23), marks=rule("33")),
        pytest.param("french", "line_infantry", {"elite": ("fire",)}, (4, 4, 4, 26), marks=rule("F2.1")),
        pytest.param("british", "line_infantry", {"elite": ("fire",)}, (4, 4, 4, 27), marks=rule("F2.1")),
        pytest.param("french", "field_artillery", {"elite": ("fire",)}, (2, 2, 2, 29), marks=rule("F2.1")),
        pytest.param("austrian", "field_artillery", {"elite": ("fire",)}, (2, 2, 2, 29), marks=rule("F2.1")),
        pytest.param("french", "dragoons", {"elite": ("melee",)}, (0, 6, 3, 24), marks=rule("F2.2")),
        pytest.param("french", "field_artillery", {"elite": ("melee",)}, (1, 3, 2, 22), marks=rule("F2.2")),
        pytest.param("french", "dragoons", {"elite": ("tenacity",)}, (0, 5, 4, 26), marks=rule("F2.3")),
        pytest.param(
            "spanish", "cazadores", {"elite": ("fire", "melee", "tenacity")}, (4, 4, 4, 28),
            marks=rule("F2.1", "F2.2", "F2.3"),
        ),
        pytest.param("french", "line_infantry", {"understrength": True}, (3, 3, 3, 18), marks=rule("F2.5a")),
        pytest.param("french", "national_guard", {"understrength": True}, (2, 3, 2, 5), marks=rule("F2.5a")),
        pytest.param("austrian", "landwehr", {"understrength": True}, (2, 3, 3, 7), marks=rule("F2.5a", "F5.21")),
        pytest.param("spanish", "line_cavalry", {"unenthusiastic": True}, (0, 3, 2, 13), marks=rule("F2.6")),
        pytest.param(
            "spanish", "mounted_guerrillas", {"unenthusiastic": True, "understrength": True}, (0, 1, 1, 6),
            marks=rule("F2.5a", "F2.6"), id="never below 1",
        ),
        pytest.param("russian", "guard", {"stoic": True}, (3, 5, 5, 28), marks=rule("F4.1")),
    ],
)  # fmt: skip
def test_what_options_do_and_cost(
    of: str, profile: str, options: dict[str, Any], wanted: tuple[int, int, int, int]
) -> None:
    assert priced(of, profile, **options) == wanted


@rule("F4.1", "F5.22")
def test_a_stoic_unit_has_the_rule() -> None:
    assert Special.STOIC in profile_of(ListedUnit("U", "guard", stoic=True), "russian").specials
    assert Special.STOIC not in profile_of(ListedUnit("U", "guard"), "russian").specials


@rule("F2.5", "15")
@pytest.mark.parametrize(
    ("of", "profile", "weak", "limits"),
    [
        ("french", "line_infantry", False, (24, 36)),
        ("french", "line_infantry", True, (12, 18)),
        ("british", "foot_guard", True, (15, 24)),
        ("french", "dragoons", True, (5, 7)),
        ("austrian", "dragoons", True, (5, 5)),
        ("spanish", "mounted_guerrillas", True, (3, 3)),
    ],
)
def test_understrength_halves_the_figures(of: str, profile: str, weak: bool, limits: tuple[int, int]) -> None:
    assert figure_limits(ListedUnit("U", profile, understrength=weak), of) == limits


# ---- faults, one cited line each


HEAD = 'kind = "list"\nbook = "valour_and_fortitude"\ntitle = "Mine"\n'


def written(folder: Path, units: str, of: str = "british", commander: str = "Hill", limit: int = 500) -> Path:
    """A list with one brigade: `units` are TOML lines for each unit, split by semicolons and newlines."""
    text = f'{HEAD}sheet = "{of}"\ncommander = "{commander}"\nlimit = {limit}\n'
    text += '[[brigade]]\nname = "One"\nleader = "Stewart"\n'
    for each in filter(None, (line.strip() for line in units.splitlines())):
        text += "[[brigade.unit]]\n" + "\n".join(part.strip() for part in each.split(";")) + "\n"
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def faults(*args: Any, **more: Any) -> list[str]:
    """The numbers of what is wrong with a list."""
    return [fault.cite for fault in BUILDER.check(written(*args, **more))]


LINE = 'id = "{}"; profile = "line_infantry"'
GOOD = "\n".join(LINE.format(key) for key in "AB")


@rule("33")
def test_a_sound_list_has_no_fault_and_a_roster(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    assert BUILDER.check(path) == []
    rows = BUILDER.roster(path)
    assert [row.label for row in rows] == ["Mine", "One", "A Line Infantry", "B Line Infantry"]
    assert rows[0].value == "48 points of 500, led by Hill"
    assert rows[2].value == "24 figures; 3/4/4; Disciplined Musketry, Skirmishers, Square: 24 points"


@pytest.mark.parametrize(
    ("unit", "cites"),
    [
        pytest.param("figures = 24", [], marks=rule("15")),
        pytest.param("figures = 36", [], marks=rule("15")),
        pytest.param("figures = 23", ["15"], marks=rule("15")),
        pytest.param("figures = 37", ["15"], marks=rule("15")),
        pytest.param("figures = 18; understrength = true", [], marks=rule("F2.5")),
        pytest.param("figures = 19; understrength = true", ["15"], marks=rule("F2.5", "15")),
        pytest.param('elite = ["fire", "melee"]', [], marks=rule("F2.4")),
        pytest.param('elite = ["fire", "fire"]', ["F2.4"], marks=rule("F2.4")),
        pytest.param("unenthusiastic = true", ["F2.6"], marks=rule("F2.6")),
        pytest.param("stoic = true", ["F4.1"], marks=rule("F4.1")),
        pytest.param('sheet = "portuguese"', [], marks=rule("F4.2")),
        pytest.param('sheet = "french"', ["F4.2"], marks=rule("F4.2")),
        pytest.param('sheet = "nowhere"', ["F4.2"], marks=rule("F4.2")),
        pytest.param(
            'figures = 90; elite = ["melee", "melee"]; stoic = true; unenthusiastic = true',
            ["15", "F2.4", "F2.6", "F4.1"], marks=rule("15", "F2.4"), id="several at once",
        ),
    ],
)  # fmt: skip
def test_one_line_for_each_fault_of_a_unit(tmp_path: Path, unit: str, cites: list[str]) -> None:
    assert faults(tmp_path, f"{LINE.format('A')}\n{LINE.format('B')}; {unit}") == cites


@pytest.mark.parametrize(
    ("of", "unit", "cites"),
    [
        pytest.param("french", 'profile = "dragoons"; elite = ["fire"]', ["F2.1"], marks=rule("F2.1")),
        pytest.param("french", 'profile = "dragoons"; elite = ["melee"]', [], marks=rule("F2.1", "F2.2")),
        pytest.param(
            "french", 'profile = "infantry_detachment"; understrength = true', ["F2.5"], marks=rule("F2.5")
        ),
        pytest.param("french", 'profile = "field_artillery"; understrength = true', ["F2.5"], marks=rule("F2.5")),
        pytest.param("spanish", 'profile = "cazadores"; unenthusiastic = true', [], marks=rule("F2.6")),
        pytest.param("spanish", 'profile = "militia"; unenthusiastic = true', ["F2.6"], marks=rule("F2.6")),
        pytest.param("russian", 'profile = "jaegers"; stoic = true', [], marks=rule("F4.1")),
        pytest.param("russian", 'profile = "opolchenie"; stoic = true', ["F4.1"], marks=rule("F4.1")),
        pytest.param("russian", 'profile = "hussars"; stoic = true', ["F4.1"], marks=rule("F4.1")),
        pytest.param("french", 'profile = "line_infantry"; sheet = "portuguese"', ["F4.2"], marks=rule("F4.2")),
        pytest.param("french", 'profile = "walloon_guard"', ["33"], marks=rule("33", "16")),
    ],
)  # fmt: skip
def test_faults_of_other_sheets(tmp_path: Path, of: str, unit: str, cites: list[str]) -> None:
    plain = next(row.id for row in sheet(of).profile)
    assert faults(tmp_path, f'id = "A"; profile = "{plain}"\nid = "B"; {unit}', of) == cites


@rule("32")
@pytest.mark.parametrize(("count", "cites"), [(1, ["32"]), (2, []), (8, []), (9, ["32"])])
def test_a_brigade_has_two_to_eight_units(tmp_path: Path, count: int, cites: list[str]) -> None:
    units = "\n".join(LINE.format(f"A{i}") for i in range(count))
    assert faults(tmp_path, units, limit=900) == cites


@rule("30")
def test_brigades_and_armies_have_leaders(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD, commander=" ") == ["30"]
    path = written(tmp_path, GOOD)
    path.write_text(path.read_text("utf-8").replace('"Stewart"', '""'), "utf-8")
    assert [fault.cite for fault in BUILDER.check(path)] == ["30"]


@rule("33a")
def test_no_unit_and_no_brigade_is_listed_twice(tmp_path: Path) -> None:
    assert faults(tmp_path, "\n".join([LINE.format("A")] * 2)) == ["33a"]
    path = written(tmp_path, GOOD)
    text = path.read_text("utf-8")
    more = text[text.index("[[brigade]]") :].replace('"A"', '"C"').replace('"B"', '"D"')
    path.write_text(text + more, "utf-8")
    assert [fault.cite for fault in BUILDER.check(path)] == ["33a"]


@rule("F2.7")
@pytest.mark.parametrize(("limit", "cites"), [(48, []), (47, ["F2.7"])])
def test_a_list_costs_no_more_than_agreed_and_leaders_nothing(
    tmp_path: Path, limit: int, cites: list[str]
) -> None:
    assert faults(tmp_path, GOOD, limit=limit) == cites
    assert total(BUILDER.load(written(tmp_path, GOOD))) == 48


@rule("F2.7")
def test_the_price_is_told_along_with_other_faults(tmp_path: Path) -> None:
    units = f'{LINE.format("A")}\nid = "B"; profile = "nobody"'
    assert faults(tmp_path, units, limit=10) == ["33", "F2.7"]


@rule("33")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("british", "nowhere"), "there is no army sheet 'nowhere'"),
        (('kind = "list"', 'kind = "sheet"'), "mine.toml"),
        (("limit = 500", ""), "limit"),
        (("limit = 500", "limit = 500\nhorses = 3"), "horses"),
        (("[[brigade]]", "[[brigade"), "not TOML"),
    ],
)
def test_a_wrong_file_is_answered_in_one_line(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    path = written(tmp_path, GOOD)
    path.write_text(path.read_text("utf-8").replace(*change, 1), "utf-8")
    try:
        lines = [fault.words for fault in BUILDER.check(path)]
    except BadInput as fault:
        lines = [str(fault)]
    assert len(lines) == 1
    assert words in lines[0]
    assert "\n" not in lines[0]


@rule("F4.2")
def test_a_guest_keeps_its_own_sheets_values_and_says_so(tmp_path: Path) -> None:
    path = written(tmp_path, f'{LINE.format("A")}\n{LINE.format("B")}; sheet = "portuguese"')
    rows = BUILDER.roster(path)
    assert rows[3].value == "Portuguese 1808–1814; 24 figures; 3/4/3; Skirmishers, Square: 18 points"
    assert profile_of(ListedUnit("B", "line_infantry", sheet="portuguese"), "british").guest == "portuguese"
    assert profile_of(ListedUnit("B", "line_infantry"), "british").guest == ""
