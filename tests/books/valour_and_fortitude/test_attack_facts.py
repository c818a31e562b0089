"""What attacks look at, fact by fact: who can shoot how, who supports, whose cards count. [45–61, 109–128, FC1–FC13]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.fighting import (
    automatic_rout,
    bout_of,
    in_rough,
    line_bonus,
    melee_rerolls,
    outflanked,
    with_light_help,
)
from grognard.books.valour_and_fortitude.facts.morale import (
    brigades_to_test,
    fortitude,
    outcome,
    score,
    valour,
    wiped_out,
)
from grognard.books.valour_and_fortitude.facts.shooting import (
    fire_rerolls,
    modes,
    over,
    reach_of,
    rivals,
    shot_of,
    support_limit,
    weight_of,
)
from grognard.books.valour_and_fortitude.state import Objective, Options, Spell, State
from grognard.books.valour_and_fortitude.words import Mode, Phase, Special, Where
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.bouts import foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    area,
    brigaded,
    find,
    foot,
    gun,
    horse,
    limbered,
    open_order,
    put,
    scene,
    square,
    unit,
)
from tests.rules import rule

param = pytest.param
VOLLEY, SKIRMISH, CANISTER = Mode.VOLLEY, Mode.SKIRMISH, Mode.CANISTER
AWAY = {"I": (2, 2), "i": (70, 46), "General": (4, 2), "general": (66, 46)}


# ---- shooting


@rule("55", "186", "190", "F5.3", "F5.15")
@pytest.mark.parametrize(
    ("who", "reaches"),
    [
        param(unit("A"), {VOLLEY: 1200}, id="line infantry"),
        param(unit("A", fire=0), {}, id="unarmed"),
        param(unit("A", foot, Special.SKIRMISHERS), {VOLLEY: 1200, SKIRMISH: 1800}, id="skirmishers"),
        param(unit("A", foot, Special.LIGHT_INFANTRY), {VOLLEY: 1200, SKIRMISH: 1800}, id="light infantry"),
        param(unit("A", foot, Special.SKIRMISHERS, fire=0), {}, id="skirmishers without muskets"),
        param(unit("A", horse), {}, id="horse"),
        param(unit("A", horse, Special.CARBINES), {SKIRMISH: 1200}, id="horse with carbines"),
        param(unit("A", horse, Special.CARBINES, fire=1, range=10), {VOLLEY: 1000, SKIRMISH: 1600}, id="horse with more than carbines"),
        param(unit("A", foot, Special.CARBINES), {VOLLEY: 1200}, id="carbines are for horse"),
        param(unit("G", gun), {VOLLEY: 4800}, id="a gun"),
        param(unit("G", gun, Special.CANISTER), {VOLLEY: 4800, CANISTER: 1200}, id="with canister"),
        param(unit("G", gun, Special.CANISTER, range=9), {VOLLEY: 900, CANISTER: 900}, id="that reaches no farther"),
        param(unit("G", gun, Special.CANISTER, fire=0), {}, id="without a shot"),
    ],
)  # fmt: skip
def test_who_can_shoot_how_and_how_far(who: Any, reaches: dict[Mode, int]) -> None:
    assert {mode: reach_of(who, mode) for mode in modes(who)} == reaches


HILL = area("hill", 20, 0, 40, 9, crest=((20, 4), (40, 4)))
FAR_HILL = area("hill", 20, 33, 40, 44, crest=((20, 40), (40, 40)))


@rule("FC7", "F5.14a")
@pytest.mark.parametrize(
    ("who", "terrain", "directed", "sees_over"),
    [
        param(
            unit("A", gun, Special.ROCKETS, front=(30, 8)), (HILL,), False, "friends", id="rockets on a hill"
        ),
        param(unit("A", gun, Special.ROCKETS, front=(30, 8)), (FAR_HILL,), False, "friends", id="at one"),
        param(unit("A", gun, Special.ROCKETS, front=(30, 8)), (), False, "", id="on the flat"),
        param(unit("A", gun, front=(30, 8)), (HILL,), True, "units", id="directed guns on a hill"),
        param(unit("A", gun, front=(30, 8)), (HILL,), False, "", id="not directed"),
        param(unit("A", gun, front=(30, 8)), (FAR_HILL,), True, "", id="on the flat"),
        param(unit("A", front=(30, 8)), (HILL,), True, "", id="foot"),
    ],
)
def test_whom_a_shooter_sees_over(who: Any, terrain: Any, directed: bool, sees_over: str) -> None:
    spells = (Spell("directed_fire", 0, 1),) if directed else ()
    state = scene(who, unit("c", front=(30, 34), facing=180), terrain=terrain, spells=spells)
    assert over(state, *state.units) == sees_over
    others = replace(state, spells=(Spell("directed_fire", 0, 0), Spell("directed_fire", 1, 1)))
    assert over(others, *others.units) == ("friends" if sees_over == "friends" else "")


@rule("53", "B10")
@pytest.mark.parametrize(
    ("switch", "shot", "engaged", "counts"),
    [(False, False, False, True), (False, True, False, False), (True, False, True, False), (True, False, False, True), (False, False, True, True)],
)  # fmt: skip
def test_who_counts_when_the_closest_is_looked_for(
    switch: bool, shot: bool, engaged: bool, counts: bool
) -> None:
    state = scene(
        unit("A", front=(10, 10)),
        unit("b", figures=12, files=6, front=(30, 20), facing=180),
        unit("B", figures=12, files=6, front=(30, 20) if engaged else (50, 5)),
        options={"shoot_past_engaged": switch},
        shot_at=(1,) if shot else (),
    )
    assert ([state.units[u].key for u in rivals(state, 1)] == ["b"]) is counts


@rule("121", "F5.1a", "F5.2a", "B45", "FC12R")
@pytest.mark.parametrize(
    ("main", "helpers", "spell", "allowed"),
    [
        param((), ("AAA", VOLLEY), False, True, id="three units"),
        param((), ("AAAA", VOLLEY), False, False, id="four"),
        param((), ("GGGG", VOLLEY), False, False, id="four guns, no battery"),
        param((Special.BATTERY,), ("GGGG", VOLLEY), False, True, id="four guns of a battery"),
        param((Special.BATTERY,), ("GGGGG", VOLLEY), False, True, id="five"),
        param((Special.BATTERY,), ("GGGGGG", VOLLEY), False, False, id="six"),
        param((Special.BATTERY,), ("GGGA", VOLLEY), False, False, id="one of them foot"),
        param((Special.BATTERY,), ("GGGF", VOLLEY), False, False, id="one of them far"),
        param((Special.BATTERY,), ("GGGX", VOLLEY), False, False, id="one of another brigade"),
        param((), ("GGFFX", VOLLEY), True, True, id="any five, by the card"),
        param((), ("GGFFXX", VOLLEY), True, False, id="six, by the card"),
        param((), ("GGGA", VOLLEY), True, False, id="not foot, by the card"),
        param((), ("G", CANISTER), False, True, id="canister counts as two"),
        param((), ("GG", CANISTER), False, False, id="two are four"),
    ],
)
def test_how_much_fire_support_is_allowed(main: Any, helpers: Any, spell: bool, allowed: bool) -> None:
    """G stands within 6, F farther off, X is of another brigade, A is foot."""
    units = {
        "G": unit("G", gun, at=(36, 10)),
        "F": unit("F", gun, at=(60, 10)),
        "X": unit("X", gun, at=(36, 18), brigade="II"),
        "A": unit("A", at=(24, 10)),
    }
    state = scene(
        unit("M", gun, *main, at=(30, 10)),
        *units.values(),
        spells=(Spell("grand_battery", 0, 0),) if spell else (),
    )
    keys, mode = helpers
    lent = tuple((find(state, key).id, mode) for key in keys)
    assert support_limit(state, find(state, "M"), lent) is allowed


@rule("F5.1a")
@pytest.mark.parametrize(("gap", "allowed"), [(6, True), (6.01, False)])
def test_a_battery_stands_within_six(gap: float, allowed: bool) -> None:
    state = scene(unit("M", gun, Special.BATTERY, at=(30, 10)), unit("G", gun, at=(30 + 2.4 + gap, 10)))
    assert support_limit(state, state.units[0], ((1, VOLLEY),) * 4) is allowed


@rule("B45")
def test_what_a_supporter_counts_for() -> None:
    for fills, weight in ((True, 2), (False, 1)):
        state = scene(unit("A"), options=Options(canister_fills_two=fills))
        assert [weight_of(state, mode) for mode in (CANISTER, VOLLEY, SKIRMISH)] == [weight, 1, 1]


def shot(who: Any, mode: Mode = VOLLEY, target: Any = None, **more: Any) -> Any:
    """The facts of a shot at a line 10 away."""
    state = scene(who, target or unit("c", front=(30, 20), facing=180), *more.pop("others", ()), **more)
    lent = tuple((unit_.id, VOLLEY) for unit_ in state.units[2:] if unit_.side == 0)
    return shot_of(state, state.units[0], state.units[1], mode, lent)


@rule("F5.3", "F5.15", "F5.13b", "178", "FC13B", "F5.20", "F5.14b")
def test_the_facts_of_a_shot() -> None:
    plain = shot(unit("A", front=(30, 10)))
    assert (plain.base, plain.skirmishing, plain.carbines, plain.artillery, plain.support) == (
        3,
        False,
        False,
        False,
        0,
    )
    riders = shot(unit("A", horse, Special.CARBINES, front=(30, 10)), SKIRMISH)
    assert (riders.base, riders.skirmishing, riders.carbines) == (1, True, True)
    light = shot(unit("A", foot, Special.SKIRMISHERS, front=(30, 10)), SKIRMISH)
    assert (light.base, light.skirmishing, light.carbines) == (3, True, False)
    deep = [
        shot(unit("A", foot, open_order, Special.LIGHT_INFANTRY, files=files, front=(30, 10))).deep_open
        for files in (12, 8, 6)
    ]
    assert deep == [False, True, True]
    assert not shot(unit("A", files=6, front=(30, 10))).deep_open
    assert [shot(unit("A", files=files, front=(30, 10))).attack_column for files in (12, 6)] == [False, True]


@rule("FC13B")
@pytest.mark.parametrize(
    ("who", "spell", "perfect"),
    [
        (unit("A", front=(30, 10)), Spell("perfect_volleys", 0, 0), True),
        (unit("A", front=(30, 10)), Spell("perfect_volleys", 1, 0), False),
        (unit("A", front=(30, 10)), Spell("perfect_volleys", 0, 1), False),
        (unit("G", gun, front=(30, 10)), Spell("perfect_volleys", 0, 0), False),
    ],
)
def test_perfect_volleys_are_for_one_brigades_infantry(who: Any, spell: Spell, perfect: bool) -> None:
    assert shot(who, spells=(spell,)).perfect is perfect


@rule("F5.20", "188", "F5.14b")
@pytest.mark.parametrize(
    ("main", "helper", "heavy", "rockets"),
    [
        ((Special.HEAVY_ARTILLERY,), (Special.HEAVY_ARTILLERY,), True, False),
        ((Special.HEAVY_ARTILLERY,), (), False, False),
        ((), (Special.HEAVY_ARTILLERY,), False, False),
        ((Special.ROCKETS,), (), False, True),
        ((), (Special.ROCKETS,), False, True),
        ((), (), False, False),
    ],
)
def test_heavy_guns_all_and_rockets_any(main: Any, helper: Any, heavy: bool, rockets: bool) -> None:
    found = shot(unit("G", gun, *main, front=(30, 10)), others=(unit("H", gun, *helper, front=(34, 10)),))
    assert (found.all_heavy, found.rockets, found.support) == (heavy, rockets, 1)


@rule("F5.1", "F5.4")
@pytest.mark.parametrize(
    ("who", "again"),
    [
        (unit("A", foot, Special.DISCIPLINED_MUSKETRY), True),
        (unit("A", foot, Special.DISCIPLINED_MUSKETRY, files=6), False),
        (unit("A"), False),
        (unit("G", gun, Special.BATTERY), True),
        (unit("G", gun, Special.BATTERY, losses=1), False),
        (unit("G", gun), False),
    ],
)
def test_who_rerolls_ones_when_shooting(who: Any, again: bool) -> None:
    assert fire_rerolls(scene(who), who) is again


# ---- melee


@rule("FC1", "FC12F", "FC12G", "FC12B", "FC11A", "FC12P")
@pytest.mark.parametrize(
    ("card", "who", "name", "works"),
    [
        ("attaque_a_outrance", {"files": 6}, "outrance", True),
        ("attaque_a_outrance", {"files": 12}, "outrance", False),
        ("attack_all", {"files": 12}, "attack_all", True),
        ("defensive_fire", {"files": 12}, "defensive", True),
        ("hold_the_village", {"files": 12}, "village", True),
        ("hurrah", {"files": 6, "today": {"assaulted": True}}, "hurrah", True),
        ("hurrah", {"files": 6}, "hurrah", False),
    ],
)
def test_cards_that_help_in_melee(card: str, who: dict[str, Any], name: str, works: bool) -> None:
    """They help the side, and the brigade or unit, they were played for."""
    state = melee(foremost("A", **who), foe("b"), leaders=AWAY)
    for side, subject, helps in ((0, 0, works), (1, 0, False), (0, 1, False)):
        bout = bout_of(replace(state, spells=(Spell(card, side, subject),)), *state.units, 0, False)
        assert getattr(bout, name) is helps
    other = replace(state, spells=(Spell("masses", 0, 0),))
    assert getattr(bout_of(other, *state.units, 0, False), name) is False


@rule("FC12B")
def test_defensive_fire_is_for_infantry() -> None:
    state = melee(
        foremost("A", horse, figures=6, files=6),
        foe("b"),
        spells=(Spell("defensive_fire", 0, 0),),
        leaders=AWAY,
    )
    assert not bout_of(state, *state.units, 0, False).defensive


@rule("FC1", "B37")
@pytest.mark.parametrize(("gap", "side", "near"), [(12, 0, True), (12.01, 0, False), (12, 1, False)])
def test_all_out_attack_within_twelve_of_the_leader(gap: float, side: int, near: bool) -> None:
    """A's rear is at 20.8, and a leader's base is an inch across."""
    state = melee(foremost("A"), foe("b"), leaders={**AWAY, "I": (36, 20.8 - gap - 0.5)})
    chief = next(x.id for x in state.leaders if x.name == "I")
    found = bout_of(replace(state, spells=(Spell("all_out_attack", side, chief),)), *state.units, 0, False)
    assert found.all_out is near


@rule("115", "B16", "F5.12a")
@pytest.mark.parametrize(
    ("who", "bonus"),
    [
        (foremost("A", files=12, fire=4), 2), (foremost("A", files=12, fire=3), 1), (foremost("A", files=12, fire=1), 0),
        (foremost("A", files=6, fire=4), 0), (foremost("A", Special.MILITIA, files=12, fire=4), 0),
        (foremost("A", horse, figures=6, files=6, fire=4), 0), (foremost("A", files=12, fire=4, facing=180, at=(36, 23.2)), 0),
    ],
)  # fmt: skip
def test_half_the_fire_of_infantry_in_line(who: Any, bonus: int) -> None:
    state = melee(who, foe("b"), leaders=AWAY)
    assert line_bonus(state, *state.units) == bonus


@rule("119", "B57")
@pytest.mark.parametrize(("x", "out"), [(36, False), (38.0, False), (38.81, True)])
def test_outflanked_with_one_figure_or_none(x: float, out: bool) -> None:
    """b's three files end at 37.2; A's first figure is 0.8 wide."""
    state = melee(
        foremost("A", figures=12, files=4, front=(x, 24)), foe("b", figures=9, files=3), leaders=AWAY
    )
    assert outflanked(state, *state.units) is out


@rule("167", "B53")
@pytest.mark.parametrize(
    ("mud", "rough"),
    [
        ((30, 22, 42, 24), True),
        ((30, 0, 42, 20.8), False),
        ((30, 0, 42, 20.81), True),
        ((0, 0, 10, 10), False),
    ],
)
def test_any_figure_in_rough_ground(mud: Any, rough: bool) -> None:
    state = melee(foremost("A"), foe("b"), terrain=(area("mud", *mud),), leaders=AWAY)
    assert in_rough(state, state.units[0]) is rough
    inside = melee(unit("A", inside="house"), foe("b"), terrain=(area("building", 30, 10, 42, 20, "house"), area("mud", 30, 10, 42, 20)), leaders=AWAY)  # fmt: skip
    assert not in_rough(inside, inside.units[0])


@rule("F5.5", "F5.7", "B18", "B64")
@pytest.mark.parametrize(
    ("who", "main", "switch", "again"),
    [
        (foremost("A", Special.ELAN), True, False, True),
        (foremost("A", Special.ELAN), False, False, False),
        (foremost("A", Special.ELAN), False, True, True),
        (foremost("A", Special.DISCIPLINED_MUSKETRY, files=12), True, False, True),
        (foremost("A", Special.DISCIPLINED_MUSKETRY, files=6), True, False, False),
        (foremost("A", horse, Special.HEAVY_CAVALRY, figures=6, files=6), True, False, True),
        (foremost("A", horse, figures=6, files=6), True, False, False),
        (foremost("A"), True, True, False),
    ],
)
def test_who_rerolls_ones_in_melee(who: Any, main: bool, switch: bool, again: bool) -> None:
    state = melee(who, foe("b"), options={"fight_back_is_main": switch}, leaders=AWAY)
    assert melee_rerolls(state, *state.units, main) is again


@rule("B64", "F5.7")
def test_heavy_horse_does_not_reroll_against_who_is_in_cover() -> None:
    house = area("building", 30, 24, 42, 30, "house")
    state = melee(foremost("A", horse, Special.HEAVY_CAVALRY, figures=6, files=6), unit("b", inside="house"), terrain=(house,), leaders=AWAY)  # fmt: skip
    assert not melee_rerolls(state, *state.units, True)


@rule("136", "137", "F5.17d", "146a", "B77")
@pytest.mark.parametrize(
    ("main", "helper", "target", "number"),
    [
        (foremost("A"), None, foe("b", gun), "136"),
        (foremost("A"), None, foe("b"), ""),
        (foremost("A", horse, figures=6, files=6), None, foe("b"), "137"),
        (foremost("A", horse, figures=6, files=6), None, foe("b", horse, figures=6, files=6), ""),
        (foremost("A"), unit("C", horse, at=(5, 5)), foe("b"), "137"),
        (foremost("A"), unit("C", at=(5, 5)), foe("b"), ""),
        (foremost("A"), None, foe("b", square, Special.SQUARE, files=6), "F5.17d"),
    ],
)
def test_who_routs_at_once(main: Any, helper: Any, target: Any, number: str) -> None:
    state = melee(main, target, *([helper] if helper else []), leaders=AWAY)
    row = automatic_rout(state, state.units[1], state.units[0], (2,) if helper else ())
    assert ("" if row is None else row.cite) == number


@rule("B87")
def test_heavy_guns_with_light_help_are_not_all_heavy() -> None:
    state = melee(
        unit("G", gun, Special.HEAVY_ARTILLERY, front=(36, 24)), foe("b"), unit("H", gun, Special.HEAVY_ARTILLERY, at=(5, 5)),
        unit("L", gun, at=(10, 5)), options={"heavy_guns_in_melee": True}, leaders=AWAY,
    )  # fmt: skip
    bout = bout_of(state, state.units[0], state.units[1], 0, False)
    assert bout.heavy
    assert [with_light_help(state, bout, who).heavy for who in ((), (2,), (3,), (2, 3))] == [
        True,
        True,
        False,
        False,
    ]
    light = bout_of(state, state.units[3], state.units[1], 0, False)
    assert not light.heavy
    assert not with_light_help(state, light, (2,)).heavy
    off = replace(state, options=Options(heavy_guns_in_melee=False))
    assert not bout_of(off, off.units[0], off.units[1], 0, False).heavy


@rule("111", "126", "127", "112", "B59")
def test_the_facts_of_a_bout() -> None:
    fresh = bout_of(
        melee(foremost("A"), foe("b"), leaders=AWAY), *melee(foremost("A"), foe("b")).units, 3, True
    )
    assert (fresh.base, fresh.fresh, fresh.shaken, fresh.support, fresh.brigade_support) == (
        4,
        True,
        False,
        3,
        True,
    )
    assert (fresh.mounted_or_guns, fresh.artillery, fresh.feature, fresh.foot_inside) == (
        False,
        False,
        False,
        False,
    )
    march = melee(foremost("A", files=3), foe("b"), leaders=AWAY)
    assert bout_of(march, *march.units, 0, False).base == 1
    for switch, main, is_fresh in ((False, False, False), (True, False, True), (False, True, True)):
        state = melee(foremost("A"), foe("b"), options={"fight_back_is_main": switch}, leaders=AWAY)
        assert bout_of(state, *state.units, 0, False, main=main).fresh is is_fresh
    worn = melee(foremost("A", losses=1), foe("b"), options={"fight_back_is_main": True}, leaders=AWAY)
    assert not bout_of(worn, *worn.units, 0, False).fresh
    for switch, dense in ((True, True), (False, False)):
        state = melee(unit("G", gun, front=(36, 24)), foe("b", square, Special.SQUARE, files=6), options={"square_dense_in_melee": switch}, leaders=AWAY)  # fmt: skip
        assert bout_of(state, *state.units, 0, False).target_square is dense
    limber = melee(unit("G", gun, limbered, front=(36, 24)), foe("b"), leaders=AWAY)
    assert (
        bout_of(limber, *limber.units, 0, False).base,
        bout_of(limber, *limber.units, 0, False).artillery,
    ) == (1, True)


# ---- morale


@rule("FC11B", "134")
@pytest.mark.parametrize(
    ("spell", "touching", "total"),
    [
        (Spell("scum_of_the_earth", 0), {}, -1),
        (Spell("scum_of_the_earth", 1), {}, 0),
        (Spell("scum_of_the_earth", 0), {"guest": "portuguese"}, 0),
        (Spell("scum_of_the_earth", 0), {"front": (36, 20)}, 0),
    ],
)
def test_scum_of_the_earth_unnerves_whom_our_infantry_touches(
    spell: Spell, touching: Any, total: int
) -> None:
    state = melee(foremost("A", **touching), foe("b"), spells=(spell,), leaders=AWAY)
    assert valour(state, find(state, "b")).total == total
    riders = melee(foremost("A", horse, figures=6, files=6), foe("b"), spells=(spell,), leaders=AWAY)
    assert valour(riders, find(riders, "b")).total == 0
    assert valour(replace(riders, phase=Phase.FIRE), find(riders, "b")).total == 1


@rule("142", "B32")
@pytest.mark.parametrize(
    ("units", "routed", "shaken", "total"),
    [(4, 0, 0, 0), (5, 0, 0, 1), (6, 1, 0, 1), (5, 1, 0, 0), (3, 0, 3, -1), (3, 0, 2, 0), (3, 1, 2, -1), (5, 0, 5, 0)],
)  # fmt: skip
def test_what_is_added_to_a_fortitude_test(units: int, routed: int, shaken: int, total: int) -> None:
    made = []
    for number in range(units):
        gone = number < routed
        losses = 4 if routed <= number < routed + shaken else 0
        made.append(
            unit(
                f"A{number}",
                at=(6 + 8 * number, 10),
                losses=losses,
                where=Where.ROUTED if gone else Where.TABLE,
            )
        )
    state = scene(*made, leaders={"I": (2, 40), "General": (60, 2)})
    assert fortitude(state, 0).total == total
    near = scene(*made, leaders={"I": (2, 40), "General": (4, 40)})
    assert fortitude(near, 0).total == total + 1


@rule("141", "B31")
def test_brigades_that_lost_units_test_the_active_side_first() -> None:
    state = scene(
        unit("A", at=(10, 10)),
        unit("B", at=(30, 10), brigade="II"),
        unit("c", at=(10, 40)),
        unit("d", at=(30, 40), brigade="ii"),
    )
    for side, order in ((0, [0, 1, 2]), (1, [2, 0, 1])):
        assert brigades_to_test(replace(state, routed=(2, 1, 0), side=side)) == order
    shattered = brigaded(replace(state, routed=(1, 2)), "II", shattered=True)
    assert brigades_to_test(shattered) == [2]
    every = replace(shattered, options=Options(shattered_brigades_test=True))
    assert brigades_to_test(every) == [1, 2]


def ended(holders: tuple[int, ...], defeats: tuple[int, int], **more: Any) -> State:
    """A battle with objectives held so, and armies that suffered so many defeats."""
    spots = tuple(Objective(f"o{number}", (1000 * number, 2400)) for number in range(len(holders)))
    return scene(
        unit("A", at=(10, 10)),
        unit("z", at=(10, 40)),
        objectives=spots,
        holders=holders,
        defeats=defeats,
        **more,
    )


@rule("148", "FC10")
@pytest.mark.parametrize(
    ("state", "points", "winner"),
    [
        (ended((), (0, 0)), (0, 0), None), (ended((0, 0, 1), (0, 0)), (2, 1), 0), (ended((0, 1, -1), (2, 0)), (1, 3), 1),
        (ended((0, 1), (1, 1)), (2, 2), None), (ended((0, 1), (0, 0), spells=(Spell("capture", 0, 0),)), (2, 1), 0),
        (ended((0, 1), (0, 0), spells=(Spell("capture", 0, 1),)), (1, 1), None), (ended((1,), (0, 2)), (2, 1), 0),
    ],
)  # fmt: skip
def test_points_and_who_wins(state: State, points: tuple[int, int], winner: int | None) -> None:
    assert score(state) == points
    assert (outcome(state).winner, outcome(state).cite) == (winner, "148")


@rule("B66")
@pytest.mark.parametrize(("gone", "switch", "winner", "number"), [
    ("z", True, 0, "B66"), ("A", True, 1, "B66"), ("z", False, 1, "148"), ("", True, 1, "148"),
])  # fmt: skip
def test_an_army_that_is_destroyed_has_lost_by_the_switch(
    gone: str, switch: bool, winner: int, number: str
) -> None:
    state = ended((1, 1), (0, 0), options={"wipeout_wins": switch})
    if gone:
        state = put(state, gone, where=Where.ROUTED)
        assert wiped_out(state, find(state, gone).side)
        assert not wiped_out(put(state, gone, where=Where.LATER), find(state, gone).side)
    assert (outcome(state).winner, outcome(state).cite) == (winner, number)
