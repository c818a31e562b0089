"""Worked examples, exact to the fraction: orders, Rallies, tests, fire and melee through the real engine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.odds.report import solve
from tests.rules import rule

param = pytest.param


def odds(situation: str, **given: Any) -> dict[tuple[Any, ...], Fraction]:
    """The exact odds of a situation."""
    report = solve(RULESET, situation, {name: str(value) for name, value in given.items()})
    return {
        key if isinstance(key, tuple) else (key,): share for key, share in report.dist.fractions().items()
    }


def chance(found: dict[tuple[Any, ...], Fraction], at: int, value: Any) -> Fraction:
    """The chance that one part of the outcome is so."""
    return sum((share for key, share in found.items() if key[at] == value), Fraction(0))


def spread(found: dict[tuple[Any, ...], Fraction], at: int) -> dict[Any, Fraction]:
    """The distribution of one part of the outcome."""
    return {value: chance(found, at, value) for value in sorted({key[at] for key in found})}


def fractions(text: str) -> dict[int, Fraction]:
    """A distribution as the examples write it."""
    return {int(k): Fraction(v) for k, v in (pair.split(":") for pair in text.replace("'", "").split(", "))}


@rule("T003", "T004", "R-02", "R-03", "T012a")
@pytest.mark.parametrize(
    ("need", "share"),
    [(4, "11/12"), (5, "5/6"), (6, "13/18"), (7, "7/12"), (8, "5/12"), (9, "5/18"), (10, "1/6")],
)
def test_orders(need: int, share: str) -> None:
    assert chance(odds("order", leadership=need), 0, True) == Fraction(share)
    leaderless = odds("order", leadership=need, leaderless="yes")
    assert chance(leaderless, 0, True) == Fraction(5, 12)


@rule("R-02")
@pytest.mark.parametrize(("discipline", "share"), [(1, "5/6"), (-1, "7/12"), (0, "13/18")])
def test_discipline_on_orders_is_a_switch(discipline: int, share: str) -> None:
    switched = odds("order", leadership=6, discipline=discipline, discipline_on_orders="yes")
    assert chance(switched, 0, True) == Fraction(share)
    assert chance(odds("order", leadership=6, discipline=discipline), 0, True) == Fraction(13, 18)


@rule("T118", "T119", "T120", "T121", "R-34", "F-T23", "F-T25")
@pytest.mark.parametrize(
    ("given", "shares"),
    [
        param({"leadership": 6, "discipline": 1, "markers": 1}, "13/18 1/4 1/36", id="X02"),
        param({"leadership": 7, "discipline": -1, "markers": 2}, "1/6 5/9 5/18", id="X03"),
        param({"leadership": 5, "discipline": 2, "markers": 1}, "11/12 1/12 0", id="X05"),
        param({"leadership": 7, "markers": 2}, "5/18 5/9 1/6", id="X35 plain"),
        param({"leadership": 7, "markers": 2, "trait": "inspiring"}, "155/324 65/162 13/108", id="X35"),
        param({"leadership": 7, "markers": 2, "trait": "pleasant"}, "5/12 1/2 1/12", id="pleasant"),
        param(
            {"leadership": 9, "leaderless": "yes", "discipline": 1, "markers": 2},
            "5/18 23/36 1/12",
            id="no Leader",
        ),
    ],
)
def test_rallies(given: dict[str, Any], shares: str) -> None:
    found = odds("rally", **given)
    told = tuple(chance(found, 0, end) for end in ("rallied", "retreats", "routed"))
    assert told == tuple(Fraction(share) for share in shares.split())


@rule("T100", "T101", "T102", "T096", "T098", "R-32")
@pytest.mark.parametrize(
    ("given", "share"),
    [
        param({"leadership": 6, "discipline": 1, "casualties": 2}, "5/12", id="X06"),
        param({"leadership": 7, "casualties": 0}, "5/12", id="X07"),
        param({"leadership": 7, "leaderless": "yes", "discipline": -1, "casualties": 0}, "13/18", id="X34 C"),
    ],
)
def test_pinning_tests(given: dict[str, Any], share: str) -> None:
    assert chance(odds("pinning", **given), 0, "pinned") == Fraction(share)


@rule("T098", "T122", "R-32")
def test_three_bystanders() -> None:
    found = odds(
        "bystanders",
        units=3,
        first_leadership=6,
        second_leadership=7,
        second_discipline=1,
        third_leaderless="yes",
        third_discipline=-1,
    )
    assert [chance(found, at, "pinned") for at in range(3)] == [
        Fraction(5, 18),
        Fraction(5, 18),
        Fraction(13, 18),
    ]
    assert found["steady", "steady", "steady"] == Fraction(845, 5832)
    assert found["pinned", "pinned", "pinned"] == Fraction(325, 5832)


TWELVE_FIVES = (
    "0:4096/531441, 1:8192/177147, 2:22528/177147, 3:112640/531441, 4:14080/59049, 5:11264/59049, 6:19712/177147, "
    "7:2816/59049, 8:880/59049, 9:1760/531441, 10:88/177147, 11:8/177147, 12:1/531441"
)
EIGHT_FOURS = "0:1/256, 1:1/32, 2:7/64, 3:7/32, 4:35/128, 5:7/32, 6:7/64, 7:1/32, 8:1/256"

FIRE = [
    param({}, TWELVE_FIVES, "527345/19131876", "34376801/43046721", id="X09"),
    param(
        {"distance": 18},
        "0:28672/531441, 1:180224/531441, 2:2816/6561, 3:28160/177147, 4:9680/531441, 5:32/59049, 6:1/531441",
        "502769/19131876",
        "121436191/229582512",
        id="X10",
    ),
    param(
        {"distance": 18, "cover": "soft"},
        "0:96256/531441, 1:340736/531441, 2:30800/177147, 3:2048/531441, 4:1/531441",
        "435185/19131876",
        "260363885/688747536",
        id="X11",
    ),
    param(
        {"action": "volley"},
        "0:1/4096, 1:3/1024, 2:33/2048, 3:55/1024, 4:495/4096, 5:99/512, 6:231/1024, 7:99/512, 8:495/4096, 9:55/1024, "
        "10:33/2048, 11:3/1024, 12:1/4096",
        "455/16384",
        "4965529/5308416",
        id="X13",
    ),
    param(
        {
            "troops": "tribal_infantry", "models": 16, "distance": 6, "cover": "hard",
            "target_troops": "regular_infantry", "target_models": 12, "target_discipline": 1,
        },
        "0:152587890625/313456656384, 1:37255859375/78364164096, 2:1955078125/52242776064, 3:14340625/39182082048, "
        "4:33625/78364164096, 5:1/34828517376",
        "160868765759/11284439629824",
        "61839075062015/406239826673664",
        id="X18",
    ),
    param(
        {
            "troops": "irregular_infantry", "firing": 4, "distance": 14, "cover": "soft",
            "target_troops": "regular_infantry", "target_models": 12, "target_discipline": 1,
        },
        "0:79/4096, 1:1507/4096, 2:2211/4096, 3:149/2048, 4:1/4096",
        "1339/49152",
        "222919/589824",
        id="X19",
    ),
    param(
        {"troops": "field_gun_drilled", "models": 4, "distance": 10, "cover": "soft"},
        EIGHT_FOURS,
        "85/3072",
        "14903/18432",
        id="X30",
    ),
    param(
        {"distance": 18, "target_troops": "irregular_infantry", "target_models": 12, "target_leaderless": "yes"},
        "0:28672/531441, 1:180224/531441, 2:2816/6561, 3:28160/177147, 4:9680/531441, 5:32/59049, 6:1/531441",
        "0",
        "3666437/4782969",
        id="X31",
    ),
]  # fmt: skip


@rule(
    "T053",
    "T054",
    "T058",
    "T059",
    "T060",
    "T061",
    "T061a",
    "T063",
    "T063a",
    "T064",
    "T065",
    "T066",
    "T131",
    "R-05",
    "R-15",
    "R-17",
    "R-18",
)
@pytest.mark.parametrize(("given", "lost", "leader", "marker"), FIRE)
def test_fire(given: dict[str, Any], lost: str, leader: str, marker: str) -> None:
    found = odds("fire", **given)
    assert spread(found, 0) == fractions(lost)
    assert chance(found, 1, True) == Fraction(leader)
    assert chance(found, 2, "pinned") == Fraction(marker)


@rule("T055", "T056", "R-19")
def test_a_machine_gun_jams() -> None:
    gun = {"troops": "machine_gun_undrilled", "models": 4, "distance": 10}
    later = odds("fire", **gun, jam_mode="next_turn")
    assert spread(later, 0) == fractions(TWELVE_FIVES)
    assert chance(later, 3, "jammed") == Fraction(13187681, 362797056)
    now = odds("fire", **gun)
    assert chance(now, 0, 0) > chance(later, 0, 0)
    assert chance(now, 3, "jammed") == 0


MELEE = [
    param(
        {"fighting": 4},
        "31758623621/34828517376 51025211/1088391168 479029001/11609505792",
        "18742546357/22039921152",
        "2517/65536",
        "112294387435/2821109907456",
        id="X21",
    ),
    param(
        {
            "troops": "regular_cavalry", "models": 8, "discipline": 1, "defender_troops": "irregular_infantry",
            "defender_leadership": 7, "defender_discipline": 0,
        },
        "133921602851/139314069504 17541167663/557256278016 4028698949/557256278016",
        "78192529019323/90275517038592",
        "0",
        "2172797017879/722204136308736",
        id="X23",
    ),
    param(
        {"defender_models": 3},
        "1136767963/1162261467 18612224/1162261467 2293760/387420489",
        "1451393024/94143178827",
        "13496939/14348907",
        None,
        id="X26",
    ),
    param(
        {
            "troops": "irregular_infantry", "models": 12, "leadership": 7, "defender_troops": "regular_cavalry",
            "defender_models": 8, "uphill": "defender",
        },
        "840999613/557256278016 7437832705/557256278016 274488722849/278628139008",
        None,
        None,
        "159313676105087/180551034077184",
        id="X28",
    ),
]  # fmt: skip


@rule(
    "T016",
    "T017",
    "T019",
    "T020",
    "T021",
    "T023",
    "T026",
    "T027",
    "T028",
    "T029",
    "T030",
    "T031",
    "R-10",
    "R-11",
    "R-12",
    "R-29",
    "R-54",
)
@pytest.mark.parametrize(("given", "results", "defender", "destroyed", "attacker"), MELEE)
def test_attacks(
    given: dict[str, Any], results: str, defender: str | None, destroyed: str | None, attacker: str | None
) -> None:
    found = odds("attack", **given)
    told = tuple(chance(found, 0, end) for end in ("wins", "draws", "loses"))
    assert told == tuple(Fraction(share) for share in results.split())
    if defender is not None and destroyed is not None:
        assert chance(found, 5, "pinned") == Fraction(defender)
        assert chance(found, 5, "destroyed") == Fraction(destroyed)
    if attacker is not None:
        assert chance(found, 4, "pinned") == Fraction(attacker)


@rule("T068", "T069", "T092", "R-24")
def test_a_charge_at_the_double_needs_its_die() -> None:
    assert chance(odds("double", distance=11), 0, True) == Fraction(2, 3)
    assert chance(odds("double", distance=11, difficult=4), 0, True) == Fraction(2, 3)
    sporty = odds("double", distance=11, trait="jolly_sporty")
    assert chance(sporty, 0, True) == Fraction(8, 9)
