"""What only recorded games noticed when the code was changed: another target, the easiest ground, sight from the saddle."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.books.fix_bayonets.facts.assault import easiest
from grognard.books.fix_bayonets.facts.charging import next_hexes, targets
from grognard.books.fix_bayonets.facts.command import rides
from grognard.books.fix_bayonets.facts.fire import extra_steps
from grognard.books.fix_bayonets.facts.ground import price, seen
from grognard.books.fix_bayonets.facts.moving import changes
from grognard.books.fix_bayonets.facts.retreat import candidates
from grognard.books.fix_bayonets.facts.victory import cohesion, level_of
from grognard.books.fix_bayonets.state import OM, Desk, Flight
from grognard.books.fix_bayonets.steps.common import rout
from grognard.books.fix_bayonets.steps.env import Assaults, Charging, Formed, Shooting, Turn
from grognard.books.fix_bayonets.steps.rally import RallyUnits, Reinforce
from grognard.books.fix_bayonets.tables.needs import CHARGE, Gallop
from grognard.books.fix_bayonets.words import Arm, Card, Fate, Formation, Kind
from grognard.engine.choices import Ask
from grognard.engine.flow import Engine, replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation


@rule("F-17.2")
@pytest.mark.parametrize(("form", "others"), [("line", set()), ("square", {2})])
def test_a_charge_turns_on_another_only_if_its_target_is_gone_or_in_square(
    form: str, others: set[int]
) -> None:
    boss = chief(0, 0, "1624", command=0, card=Card.STACK, cr=12, om=OM(at("1610")))
    first = state(
        man(0, 0, CAV, "column", 4, "1619"),
        man(1, 1, INF, form, 5, "1616", facing=7 if form == "line" else 6),
        man(2, 1, INF, "column", 5, "1718"),
        leaders=(boss,),
        active=(500,),
    )
    drill = Drill(first, "charge", Charging(0)).do("charge", (0, 1))
    while "gallop" not in drill.verbs:
        drill.do("wait" if "wait" in drill.verbs else "hold_fire")
    assert (drill.nouns("switch") if "switch" in drill.verbs else set()) == others


@rule("F-16.1")
@pytest.mark.parametrize(
    ("letters", "number"), [({}, 0), ({"h1717": "w"}, 0), ({"h1717": "w", "h1616": "f"}, 1)]
)
def test_an_assault_check_takes_the_easiest_target(letters: dict[str, str], number: int) -> None:
    """Two targets before one column: the ground of the easier one counts."""
    first = state(
        man(0, 0, INF, "column", 5, "1617"),
        man(1, 1, INF, "general order", 3, "1616"),
        man(2, 1, INF, "general order", 3, "1717"),
        field=country(**letters),
    )
    assert easiest(first, first.at[at("1617")]) == number


@rule("F-12.1a")
@pytest.mark.parametrize(
    ("letter", "rider", "walker"), [(".", True, True), ("r", True, False), ("o", False, False)]
)
def test_horse_sees_over_the_rye_from_the_saddle(letter: str, rider: bool, walker: bool) -> None:
    """From a rise, rye before the enemy hides him from a man on foot; an orchard hides him from the horseman too."""
    field = country(h1619="h", h1617=letter)
    first = state(
        man(0, 0, CAV, "column", 4, "1619"), man(1, 1, INF, "line", 5, "1616", facing=7), field=field
    )
    assert (1 in targets(first, first.units[0])) is rider
    assert seen(first, at("1619"), at("1616")) is walker


@rule("F-17.2")
@pytest.mark.parametrize(("left", "ways"), [(0, False), (1, True)])
def test_a_marker_goes_on_as_long_as_a_hex_is_left_of_its_run(left: int, ways: bool) -> None:
    first = state(man(0, 0, CAV, "column", 4, "1619"), man(1, 1, INF, "line", 5, "1616", facing=7))
    assert bool(next_hexes(first, first.units[0], first.units[1], left)) is ways


@rule("F-9.1a")
@pytest.mark.parametrize("there", [True, False])
def test_a_leader_without_a_card_follows_only_a_superior_who_is_there(there: bool) -> None:
    minor = chief(0, 0, "1620", card=Card.NONE, superior=501)
    up = replace(chief(1, 0, "1621", command=0), fate=Fate.MAP if there else Fate.AWAY)
    first = state(man(0, 0, INF, "line", 5, "1618"), leaders=(minor, up))
    assert bool(rides(first, first.leaders[0])) is there


@rule("FV-17", "F-10.4")
@pytest.mark.parametrize(("steps", "extra"), [(3, 0), (4, 0), (5, 1), (6, 2), (8, 2)])
def test_what_an_extended_line_brings_to_bear_beyond_four_steps(steps: int, extra: int) -> None:
    assert extra_steps(man(0, 0, INF, "extended line", steps, "1618")) == extra


@rule("F-7.2")
def test_a_bridge_costs_one() -> None:
    field = country(h1617="~")
    bridged = replace(field, bridges=(at("1617"),))
    costs = [price(each, INF, F.COLUMN, at("1618"), at("1617")) for each in (field, bridged)]
    assert costs == [4, 2]


@rule("F-10.5")
@pytest.mark.parametrize(("parent", "open_"), [(0, False), (-1, True)])
def test_a_screen_stays_one_also_if_its_battalion_is_the_first_of_all(parent: int, open_: bool) -> None:
    """A step sent out by unit 0; a Screen that is nobody's may form up."""
    screen = man(1, 0, CAV, "skirmish screen", 2, "1617", parent=parent)
    first = state(man(0, 0, CAV, "line", 5, "1620"), screen)
    assert bool(changes(first, (screen,), 24, 24, True)) is open_


@rule("F-18.3", "RET-05")
def test_a_retreat_goes_nowhere_twice_and_through_friends_however_many() -> None:
    running = man(0, 0, INF, "routed", 6, "1618")
    crowd = man(1, 0, INF, "column", 12, "1619")
    first = state(running, crowd)
    fresh = candidates(first, Flight((0,), 4))
    assert fresh[at("1619")] == 5, "there is no room, but they may run through"
    assert at("1618") not in candidates(first, Flight((0,), 3, used=(at("1518"),)))
    assert at("1518") not in candidates(first, Flight((0,), 2, used=(at("1518"), at("1517"))))


@rule("F-19.2", "TEM-01")
@pytest.mark.parametrize(("lost", "level"), [(199, 0), (200, 1), (299, 1), (300, 2), (449, 2), (450, 3)])
def test_cohesion_falls_at_a_fifth_three_tenths_and_nine_twentieths(lost: int, level: int) -> None:
    assert level_of(Fraction(lost, 1000)) == level


@rule("F-19.2")
@pytest.mark.parametrize(("form", "level"), [("column", 0), ("routed", 1)])
def test_only_the_routed_on_the_map_count_towards_cohesion(form: str, level: int) -> None:
    """Forty of a hundred half steps stand on the map; routed, they count half."""
    first = state(man(0, 0, INF, form, 20, "1618"), man(1, 1, INF, "column", 5, "1610"))
    assert cohesion(first, 0) == level


@rule("F-18.5", "F-18.3")
@pytest.mark.parametrize(
    ("arm", "form", "half"), [(INF, "column", 2), (ART, "limbered", 2), (CAV, "column", 3)]
)
def test_half_a_rout_is_rounded_up(arm: Arm, form: str, half: int) -> None:
    first = state(man(0, 0, arm, form, 1, "1618"))
    table = Desk(first, None)
    rout(table, first.at[at("1618")], "F-18.5", half=True)
    assert table.state.fleeing[0].left == half


@rule("F-6.4", "R-21", "WX-08a")
def test_needs_of_a_charge_at_their_edges() -> None:
    assert CHARGE.refusal(Gallop(formation=F.OPEN, steps=4)) is None
    assert CHARGE.refusal(Gallop(formation=F.OPEN, steps=5)) is not None
    refusal = CHARGE.refusal(Gallop(weather_bars=True))
    assert refusal is not None
    assert refusal.cite == "R-21"


@rule("F-17.3")
def test_the_first_unit_of_all_may_charge_back() -> None:
    boss = chief(0, 0, "1624", command=0, card=Card.STACK, cr=12, om=OM(at("1610")))
    first = state(
        man(0, 1, CAV, "column", 4, "1815"),
        man(1, 0, CAV, "column", 4, "1619"),
        man(2, 1, INF, "line", 5, "1615", facing=7),
        leaders=(boss,),
        active=(500,),
    )
    drill = Drill(first, "charge", Charging(0)).do("charge", (1, 2))
    for _ in range(12):
        if "charge_back" in drill.verbs:
            break
        ways = drill.verbs
        verb = next(each for each in ("declared", "wait", "hold_fire", "gallop") if each in ways)
        drill.do(verb, min(drill.nouns("gallop")) if verb == "gallop" else None)
    drill.do("charge_back", 0)
    assert drill.waits.what == "reaction charge"
    drill.fall(0)
    assert any(one.unit == 0 and one.reaction for one in drill.position.agenda[-1].env.riders)


@rule("F-6.1", "OPS-05")
@pytest.mark.parametrize(("label", "parts"), [("1619", set()), ("1618", {0, 1})])
def test_only_units_of_a_stack_leave_it(label: str, parts: set[int]) -> None:
    first = state(
        man(0, 0, INF, "column", 4, "1618"),
        man(1, 0, INF, "column", 4, label, seat=1 if label == "1618" else 0),
        leaders=(chief(0, 0, "1620", command=0, card=Card.STACK),),
        active=(500,),
    )
    drill = Drill(first, "formation", Formed(500, (500,)))
    assert (drill.nouns("act_alone") if "act_alone" in drill.verbs else set()) == parts


@rule("FIRE-06", "R-63")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("die", "checks"), [(0, True), (9, False)])
def test_a_leader_of_either_side_in_the_hit_hex_checks(side: int, die: int, checks: bool) -> None:
    first = state(
        man(0, 1 - side, INF, "line", 5, "1617", facing=1),
        man(1, side, INF, "line", 5, "1616", facing=7, tem=20),
        leaders=(chief(0, side, "1616"),),
    )
    drill = Drill(first, "shot", Shooting(0, at("1616"), Kind.ACTIVE)).fall(die)
    for _ in range(2):
        if drill.waits is not None and drill.waits.what == "check":
            drill.fall(0)
    assert (drill.waits is not None and drill.waits.what == "casualty") is checks


@rule("R-73")
def test_routed_troops_that_are_assaulted_lose_half_a_step_and_run() -> None:
    first = state(man(0, 0, INF, "column", 5, "1617", fb=True), man(1, 1, INF, "routed", 4, "1616"))
    drill = Drill(first, "assaults", Assaults(0)).do("assault_target", 1).do("send", 0).do("charge_home")
    assert drill.unit(1).halves == 7


@rule("SEQ-03", "F-18.5")
@pytest.mark.parametrize("initiative", [0, 1])
@pytest.mark.parametrize("shaken", [0, 1])
def test_whoever_has_troops_to_rally_is_asked_whoever_has_the_initiative(
    initiative: int, shaken: int
) -> None:
    first = state(
        man(0, shaken, INF, "disordered", 4, "1620"),
        man(1, 1 - shaken, INF, "column", 4, "1610"),
        initiative=initiative,
    )
    game = Engine({"rally": (RallyUnits(),)}, Desk)
    waiting = game.pending(game.start(first, "rally", Turn()))
    assert isinstance(waiting, Ask)
    assert waiting.who == (shaken,)


@rule("SEQ-04", "F-21.5")
@pytest.mark.parametrize(("arrives", "stands"), [(2, True), (3, False)])
def test_the_order_of_a_leader_who_is_to_come_stands_when_he_comes(arrives: int, stands: bool) -> None:
    late = replace(
        chief(0, 0, "1620", command=0, card=Card.NONE),
        fate=Fate.WAITING,
        arrives=arrives,
        pending=OM(at("1610")),
    )
    first = state(man(0, 0, INF, "column", 4, "1620"), leaders=(late,))
    after = Engine({"come": (Reinforce(),)}, Desk).start(first, "come", Turn()).state
    assert (after.leaders[0].om is not None) is stands
    assert (after.leaders[0].card is Card.HAND) is stands
