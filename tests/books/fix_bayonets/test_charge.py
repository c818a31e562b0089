"""The charge segment."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.books.fix_bayonets.facts import charging
from grognard.books.fix_bayonets.facts.checks import why_not_square
from grognard.books.fix_bayonets.facts.melee import Bout, fight, special_row, strengths
from grognard.books.fix_bayonets.situations.live import ENGINE, scene_for
from grognard.books.fix_bayonets.state import LEADERS, OM, State, Unit
from grognard.books.fix_bayonets.steps.env import Charging
from grognard.books.fix_bayonets.words import Attack, Formation, Order, Rank, Trait, Where
from grognard.engine.choices import Move
from grognard.engine.dist import Dist
from grognard.engine.flow import replace
from grognard.odds.explore import explore
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation
LIGHT, SHOCK, POOR = (Trait.LIGHT,), (Trait.SHOCK,), (Trait.POOR,)


def horse(label: str = "1621", form: str = "column", number: int = 0, **more: Any) -> Unit:
    return man(number, 0, CAV, form, 4, label, **{"cv": 4, "traits": SHOCK, **more})


def foot(label: str = "1616", form: str = "line", **more: Any) -> Unit:
    made = man(1, 1, INF, form, 4, label, **{"fv": 7, **more})
    return replace(made, facing=7 if form in ("line", "skirmish screen") else 6)


def scene(*units: Unit, leader: str = "1625", rank: Rank = Rank.DIVISION, **more: Any) -> State:
    boss = replace(chief(0, 0, leader, cr=30, rank=rank), command=0)
    return replace(state(*units, **more), leaders=(boss,), active=(boss.id,), stack=(boss.id,))


def segment(*units: Unit, **more: Any) -> Drill:
    return Drill(scene(*units, **more), "charge", Charging(0))


def ridden(drill: Drill, *labels: str) -> Drill:
    """Straight on, the target waiting."""
    if "wait" in drill.verbs:
        drill.do("wait")
    for label in labels:
        drill.do("gallop", at(label))
        if "wait" in drill.verbs:
            drill.do("wait")
    return drill


ALL = ("1620", "1619", "1618", "1617")


@rule("CHG-01", "F-17.1", "OOC-04", "STA-03", "R-78")
def test_who_may_declare() -> None:
    ok = scene(horse(), foot())
    assert charging.why_not_charge(ok, (horse(),)) is None
    for change, cite in (
        ({"spent": True}, "STA-03"), ({"ooc": True}, "OOC-04"), ({"halted": True}, "F-14.2"), ({"failed_charge": True}, "R-78"),
        ({"formation": F.ROAD}, "F-17.1"), ({"used": 20}, "F-17.1"), ({"hex": at("1622")}, "F-17.1"),
    ):  # fmt: skip
        unit = replace(horse(), **change)
        found = charging.why_not_charge(scene(unit, foot()), (unit,))
        assert found is not None
        assert found.cite == cite, change
    wood = scene(horse(), foot(form="general order"), field=country(h1616="w"))
    assert charging.targets(wood, horse()) == ()
    light = horse("1622", traits=LIGHT)
    assert charging.targets(scene(light, foot()), light) == (1,)


@rule("CHG-02", "F-17.2", "F-17.7", "F-5.3a")
def test_hex_by_hex_to_contact() -> None:
    drill = segment(horse(), foot()).do("charge", (0, 1))
    assert at("1620") in drill.nouns("gallop")
    assert at("1622") not in drill.nouns("gallop")
    ridden(drill, *ALL)
    assert drill.told("contact")
    assert drill.waits.what == "receive check"
    assert charging.straight((0, 0, 0), 0) == 3
    assert charging.straight((0, 0, 1), 0) == 0


@rule("F-17.2")
def test_brooks_and_slopes() -> None:
    unit = horse()
    climb = scene(unit, foot(), field=country(h1620="h"))
    assert charging.cost(climb, at("1621"), at("1620")) == 2
    wet = segment(unit, foot(), field=country(h1620="~")).do("charge", (0, 1)).do("gallop", at("1620"))
    wet.do("wait")
    assert wet.told("charge stops")
    assert wet.unit(0).hex == at("1620")


@rule("SQR-12a", "F-17.4", "PT-02", "F-21.2", "F-22.1", "R-58", "R-66")
def test_who_may_try_for_square() -> None:
    near, far = horse("1620"), horse("1621")
    assert why_not_square(scene(near, foot()), (foot(),), near) is None
    assert (
        why_not_square(scene(near, foot(ooc=True, spent=True)), (foot(ooc=True, spent=True),), near) is None
    )

    def cite(target: Unit, rider: Unit, **more: Any) -> str:
        found = why_not_square(scene(rider, target, **more), (target,), rider)
        assert found is not None
        return found.cite

    assert cite(foot(), far) == "SQR-12a"
    assert cite(foot(traits=POOR), near) == "PT-02"
    assert cite(foot(form="skirmish screen", halves=2), near) == "R-66"
    assert cite(foot(form="road column"), near) == "F-10.3"
    assert cite(foot(form="general order"), near, field=country(h1616="o")) == "F-17.4"
    rye = replace(country(h1616="r"), rye=True)
    assert cite(foot(), horse("1619"), field=rye) == "F-21.2"
    wet = replace(country(), hasty=(1,))
    assert cite(foot(), horse("1619"), field=wet, weather="rain") == "F-21.2"
    assert why_not_square(scene(horse("1618"), foot(), field=rye), (foot(),), horse("1618")) is None


@rule("F-17.4", "R-69")
def test_a_square_formed_in_time_has_only_fronts() -> None:
    drill = segment(horse(), foot()).do("charge", (0, 1)).do("gallop", at("1620"))
    drill.do("try_square").fall(0)
    assert drill.unit(1).formation is F.SQUARE
    late = segment(horse(), foot()).do("charge", (0, 1)).do("gallop", at("1620")).do("try_square").fall(9)
    assert late.unit(1).formation is F.LINE
    late.do("gallop", at("1619"))
    assert "try_square" not in late.verbs


@rule("F-17.6", "F-15.4", "R-78")
def test_recall() -> None:
    drill = segment(horse(), foot()).do("charge", (0, 1)).do("gallop", at("1620")).do("wait")
    drill.do("recall").fall(7).do("stay_put")
    assert drill.unit(0).spent
    assert drill.told("charge stops")
    on = segment(horse(), foot()).do("charge", (0, 1)).do("recall").fall(8)
    assert "recall" not in on.verbs
    assert "gallop" in on.verbs


@rule("PT-03")
def test_poor_cavalry_checks_before_it_charges() -> None:
    drill = segment(horse(traits=POOR), foot()).do("charge", (0, 1))
    assert drill.waits.what == "charge check"
    drill.fall(8)
    assert drill.told("will not charge")
    assert not drill.unit(0).spent


@rule("F-17.3", "CHG-02", "R-17", "R-75")
def test_reaction_charge() -> None:
    enemy = man(2, 1, CAV, "column", 4, "1319", cv=4, traits=LIGHT)
    drill = segment(horse(), foot(), enemy).do("charge", (0, 1))
    assert drill.nouns("charge_back") == {2}
    drill.do("stand_by").do("gallop", at("1620")).do("wait")
    assert drill.nouns("charge_back") == {2}
    drill.do("charge_back", 2).fall(0)
    assert any(one.reaction for one in drill.position.agenda[-1].env.riders)
    slow = replace(enemy, spent=True)
    none = segment(horse(), foot(), slow).do("charge", (0, 1)).do("gallop", at("1620")).do("wait")
    assert "charge_back" not in none.verbs


@rule("F-17.5")
def test_a_screen_slips_into_cover() -> None:
    screen = foot(form="skirmish screen", halves=2, full=1)
    drill = segment(horse(), screen, field=country(h1615="r")).do("charge", (0, 1))
    assert drill.nouns("slip") == {at("1615")}
    drill.do("stand").do("gallop", at("1620"))
    assert drill.nouns("slip") == {at("1615")}
    open_ground = segment(horse(), screen).do("charge", (0, 1)).do("gallop", at("1620"))
    assert "slip" not in open_ground.verbs


@rule("F-13.5", "F-17.8", "CHG-03")
def test_defensive_fire_only_after_a_passed_check() -> None:
    drill = ridden(segment(horse(), foot()).do("charge", (0, 1)), *ALL).fall(5)
    assert drill.verbs == {"volley", "hold_fire"}
    drill.do("volley", (1, 0)).fall(9)
    assert drill.unit(1).spent
    assert drill.waits.what == "melee"
    failed = ridden(segment(horse(), foot()).do("charge", (0, 1)), *ALL).fall(6)
    assert failed.unit(1).order is Order.DISORDERED
    assert failed.waits.what == "melee"


@rule("R-85", "F-17.8")
def test_a_square_that_fails_only_loses_its_shot() -> None:
    square = foot(form="square")
    drill = ridden(segment(horse(), square).do("charge", (0, 1)), *ALL).fall(9)
    assert drill.unit(1).good
    assert drill.waits.what == "melee"


@rule("F-17.11", "CHG-04", "LEG-05")
def test_forced_regroup() -> None:
    square = foot(form="square")
    drill = ridden(segment(horse(), square).do("charge", (0, 1)), *ALL).fall(9, 3)
    assert drill.verbs == {"regroup"}
    assert drill.unit(0).lost == 1
    drill.do("regroup", at("1620"))
    assert drill.unit(0).spent
    assert drill.unit(0).formation is F.COLUMN


@rule("F-17.11", "F-17.12", "CHG-05", "CHG-06", "LEG-03")
def test_pursuit() -> None:
    weak = foot(halves=4, full=2)
    drill = ridden(segment(horse(cv=8), weak).do("charge", (0, 1)), *ALL).fall(9, 1)
    while drill.verbs == {"run"}:
        drill.do("run", next(iter(drill.nouns("run"))))
    drill.do("follow", 0).fall(0)
    assert drill.verbs == {"pursue", "halt"}
    lost = drill.unit(1).lost
    drill.do("pursue")
    assert drill.unit(1).lost > lost or drill.unit(1).where is not Where.MAP
    while not drill.position.over:
        drill.do("stay_put")
    assert drill.unit(0).spent


@rule("R-74", "R-43", "F-16.9", "SPK-02")
def test_guns_that_fail_to_receive_are_overrun() -> None:
    guns = replace(man(1, 1, ART, "unlimbered", 1, "1616", fv=7), facing=6, fired=True)
    drill = ridden(segment(horse(), guns).do("charge", (0, 1)), *ALL).fall(9)
    assert drill.waits.what == "spiked guns"
    assert drill.fall(1).unit(1).where is Where.DEAD
    routed = ridden(segment(horse(), guns).do("charge", (0, 1)), *ALL).fall(9, 3)
    assert routed.unit(1).order is Order.ROUTED
    assert routed.unit(1).formation is F.LIMBERED


@rule("F-17.10", "R-46")
def test_grand_charge() -> None:
    three = (horse("1621"), replace(horse("1521"), id=2), replace(horse("1721"), id=3))
    assert charging.grand_charge(scene(*three, leader="1621", rank=Rank.CORPS), three, (LEADERS,))
    assert not charging.grand_charge(scene(*three, leader="1621", rank=Rank.CORPS), three, ())
    assert not charging.grand_charge(scene(*three, leader="1621"), three, (LEADERS,))
    assert not charging.grand_charge(scene(*three[:2], leader="1621", rank=Rank.CORPS), three[:2], (LEADERS,))


@rule("R-84", "R-59", "R-14")
def test_a_joint_charge() -> None:
    one, two = horse(), replace(horse("1521"), id=2)
    bout = Bout(((one,), (two,)), (foot(),), Attack.CHARGE, "flank", (3, 1))
    place = scene(one, foot(), two)
    assert strengths(place, bout)[0] == 12
    assert fight(place, bout).straight == 1
    tired = replace(place, commands=(replace(place.commands[0], fatigue=7), place.commands[1]))
    assert fight(tired, bout).att_fatigue == 7
    guns = Bout(((man(0, 0, ART, "unlimbered", 1, "1621"),),), (foot(),), Attack.ASSAULT, "front")
    assert fight(tired, guns).att_fatigue == 0


@rule("R-45", "R-64", "SPR-01")
def test_rows_of_special() -> None:
    def row(unit: Unit, direction: str = "front") -> str:
        return special_row(Bout(((horse(),),), (unit,), Attack.CHARGE, direction))

    assert row(foot()) == "close_inf_front"
    assert row(foot(), "rear") == "close_inf_flank_rear"
    assert row(foot(form="general order")) == "inf_general_order"
    assert row(foot(form="skirmish screen")) == "screen_or_disordered"
    assert row(foot(form="disordered")) == "screen_or_disordered"
    assert row(man(1, 1, CAV, "road column", 4, "1616")) == "close_cav"
    assert row(man(1, 1, CAV, "general order", 4, "1616")) == "cav_general_order"
    assert row(man(1, 1, ART, "unlimbered", 1, "1616")) == "unlimbered_art_not_mixed"
    assert row(man(1, 1, ART, "limbered", 1, "1616")) == "limbered_art_or_train"


@rule("F-14.3")
def test_a_charge_takes_no_skirmish_check() -> None:
    drill = segment(horse(), foot(sv=3)).do("charge", (0, 1))
    ridden(drill, *ALL)
    assert not drill.told("skirmish")


@rule("F-6.5", "R-73")
def test_a_routed_target_just_runs_on() -> None:
    runner = foot(form="routed")
    drill = ridden(segment(horse(), runner).do("charge", (0, 1)), *ALL)
    assert drill.unit(1).lost >= 1
    assert drill.unit(1).order is Order.ROUTED
    assert not any(entry.what == "melee" for entry in drill.log)


@rule("MCT-L0", "MCT-L9")
def test_melee_endangers_leaders() -> None:
    place = scene(horse(), foot(form="square"), leader="1621")
    place = replace(place, leaders=(replace(place.leaders[0], om=OM(at("1610"))),))
    drill = Drill(place, "charge", Charging(0)).do("take_along", LEADERS).do("charge", (0, 1))
    ridden(drill, *ALL).fall(9, 9)
    assert drill.waits.what == "casualty"
    guarded = replace(
        place, leaders=(replace(place.leaders[0], hex=at("1630")), replace(chief(1, 1, "1616"), command=1))
    )
    other = Drill(guarded, "charge", Charging(0)).do("charge", (0, 1))
    ridden(other, *ALL).fall(9, 0)
    assert other.waits.what == "casualty"


def weighed(*units: Unit) -> Dist[tuple[str, ...]]:
    """What comes of unit 0 charging unit 1."""
    found = scene_for(segment(*units).position, Move(0, "charge", (0, 1)))
    assert found is not None
    return explore(ENGINE, found).dist


def lancers(label: str, number: int) -> Unit:
    return replace(man(number, 1, CAV, "column", 4, label, cv=4, traits=LIGHT), facing=6)


@rule("F-17.3", "CHG-02")
def test_the_odds_of_a_charge_reckon_with_horse_that_charges_back() -> None:
    alone, met = weighed(horse(), foot()), weighed(horse(), foot(), lancers("1815", 2))
    # Its check passes with 0 to 7 of ten; if it fails, all is as if nobody were there.
    fails = Fraction(2, 10)
    for end, chance in alone.fractions().items():
        assert met.chance_of(end) == fails * chance, end
    back = {end: chance for end, chance in met.fractions().items() if end not in alone.fractions()}
    assert sum(back.values()) == 1 - fails
    # Whom a result falls on is told as it stands: the words, and how the chargers are.
    for words, chargers, _ in back:
        ours = chargers.startswith("disordered")
        assert words.startswith("horse that charges back" if ours else ("their horse", "both")), words
    # The second tries only if it may, and then so much less is left to the foot.
    two = weighed(horse(), foot(), lancers("1815", 2), lancers("1415", 3))
    assert sum(two.chance_of(end) for end in alone.fractions()) == fails**2


@rule("F-17.3")
def test_horse_that_may_not_charge_back_changes_no_odds() -> None:
    alone = weighed(horse(), foot())
    for change in ({"spent": True}, {"order": Order.DISORDERED}):
        assert (
            weighed(horse(), foot(), replace(lancers("1815", 2), **change)).fractions() == alone.fractions()
        )
