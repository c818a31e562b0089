"""Faults that the soundness laws found: each from its smallest position, beside one where nothing was wrong."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.stacks import layout
from grognard.books.fix_bayonets.state import Desk
from grognard.books.fix_bayonets.steps.common import rout
from grognard.books.fix_bayonets.steps.env import Act, Formed, Turn
from grognard.books.fix_bayonets.steps.ops import Tidy
from grognard.books.fix_bayonets.steps.rally import RallyUnits
from grognard.books.fix_bayonets.words import Card, Formation, Order, Where
from grognard.engine.flow import Engine, replace
from tests.books.fix_bayonets.drill import ART, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation
TIDY = Engine({"tidy": (Tidy(),)}, Desk)


def formation(*units: Any, **more: Any) -> Drill:
    """A leader's Formation, asked which stack acts."""
    first = state(*units, leaders=(chief(0, 0, "1620", command=0, card=Card.STACK),), active=(500,), **more)
    drill = Drill(first, "formation", Formed(500, (500,)))
    return drill


@rule("F-8.3", "F-8.4")
@pytest.mark.parametrize(("acted", "acting"), [(False, (0, 1)), (True, (0,))])
def test_who_has_acted_does_not_act_again_with_those_it_joined(acted: bool, acting: tuple[int, ...]) -> None:
    """The first battalion has marched into the hex of the second, which has not acted yet."""
    drill = formation(
        man(0, 0, INF, "column", 5, "1618"), man(1, 0, INF, "column", 5, "1618", seat=1, acted=acted)
    )
    drill.do("act", 0)
    assert drill.position.agenda[-1].env.units == acting


@rule("F-8.3", "SEQ-08")
def test_what_others_of_a_stack_have_used_is_forgotten_with_the_activation() -> None:
    """They keep that they have acted: it was their action of this turn."""
    mine = man(0, 0, INF, "column", 5, "1618", acted=True, used=4, shot=True)
    theirs = man(1, 0, INF, "column", 5, "1618", seat=1, command=2, acted=True, used=4, shot=True)
    first = state(mine, theirs, leaders=(chief(0, 0, "1620", command=0, card=Card.STACK),), active=(500,))
    commands = (*first.commands, replace(first.commands[0], key="other"))
    after = TIDY.start(replace(first, commands=commands, stack=(500,)), "tidy", None).state
    assert [(unit.acted, unit.used, unit.shot) for unit in after.units] == [
        (False, 0, False),
        (True, 0, False),
    ]


@rule("STA-06", "F-10.11")
@pytest.mark.parametrize("reserve", [False, True])
def test_nobody_arrives_for_a_formation_in_reserve(reserve: bool) -> None:
    late = man(0, 0, INF, "column", 5, "1631", where=Where.WAITING, arrives=1)
    first = state(late, leaders=(chief(0, 0, "1620", command=0, card=Card.STACK),), active=(500,))
    commands = (replace(first.commands[0], reserve=reserve), first.commands[1])
    drill = Drill(replace(first, commands=commands), "formation", Formed(500, (500,)))
    assert ("enter" in drill.verbs) is not reserve


def extended(steps: int) -> Drill:
    """A battalion in Extended Line with its Screen still at home."""
    wide = man(0, 0, INF, "extended line", steps, "1618", sv=1, hex2=at("1718"))
    screen = man(1, 0, INF, "skirmish screen", 1, "1618", parent=0, where=Where.ATTACHED, halves=0, hex=-1)
    first = state(wide, screen, leaders=(chief(0, 0, "1620", command=0, card=Card.STACK),), active=(500,))
    return Drill(first, "act", Act((0,), 16, 16))


@rule("F-10.4", "F-10.5")
@pytest.mark.parametrize(("steps", "form"), [(6, F.EXT_LINE), (5, F.LINE)])
def test_a_line_too_short_contracts_when_it_sends_out_its_screen(steps: int, form: Formation) -> None:
    drill = extended(steps)
    drill.do("detach", sorted(drill.nouns("detach"))[0])
    assert drill.unit(0).formation is form
    assert (drill.unit(0).hex2 >= 0) is (form is F.EXT_LINE)


@rule("F-10.5")
def test_a_screen_comes_home_to_an_extended_line() -> None:
    wide = man(0, 0, INF, "extended line", 6, "1618", sv=1, hex2=at("1718"), halves=10)
    screen = man(1, 0, INF, "skirmish screen", 1, "1617", parent=0)
    other = man(2, 0, INF, "skirmish screen", 1, "1817", parent=9)
    first = state(
        wide, screen, other, leaders=(chief(0, 0, "1620", command=0, card=Card.STACK),), active=(500,)
    )
    assert at("1618") in Drill(first, "act", Act((1,), 16, 16)).nouns("march")
    assert not {at("1618"), at("1718")} & Drill(first, "act", Act((2,), 16, 16)).nouns("march")
    drill = Drill(first, "act", Act((1,), 16, 16)).do("march", at("1618"))
    assert drill.unit(1).where is Where.ATTACHED
    assert drill.unit(0).halves == 12


@rule("F-6.1", "F-7.3")
@pytest.mark.parametrize(("letter", "joins"), [(".", True), ("f", False)])
def test_a_line_does_not_join_guns_where_it_would_lose_its_line(letter: str, joins: bool) -> None:
    """Guns may unlimber in a farm; foot is in General Order there, and that stands with no guns."""
    first = state(
        man(0, 0, INF, "line", 4, "1618", facing=1),
        man(1, 0, ART, "unlimbered", 1, "1617"),
        leaders=(chief(0, 0, "1620", command=0, card=Card.STACK),),
        active=(500,),
        field=country(h1617=letter),
    )
    assert (at("1617") in Drill(first, "act", Act((0,), 16, 16)).nouns("march")) is joins


@rule("F-5.2", "F-16.9", "F-18.5")
@pytest.mark.parametrize(("facing", "then"), [(5, 4), (4, 4)])
def test_guns_of_a_line_that_rout_and_rally_look_at_a_side(facing: int, then: int) -> None:
    """Beside a Line they looked at its corner; limbered, they have one hexside before them."""
    table = Desk(state(man(0, 0, ART, "unlimbered", 1, "1616", facing=facing)), Turn(now=0))
    rout(table, table.stack(0), "F-15.2")
    RallyUnits().fell(table, 0)
    gun = table.unit(0)
    assert (gun.order, gun.formation, gun.facing) == (Order.DISORDERED, F.LIMBERED, then)
    assert layout(gun).front == (0, 1, 2, 3, 4, 5), "Disordered"
    assert layout(replace(gun, order=Order.GOOD)).front == (then // 2,)


@rule("F-5.2", "F-18.5")
@pytest.mark.parametrize(("facing", "then"), [(5, 4), (4, 4)])
def test_a_line_that_rallies_into_column_has_a_front_before_it_is_told_where_to_look(
    facing: int, then: int
) -> None:
    table = Desk(state(man(0, 0, INF, "disordered", 4, "1616", facing=facing)), Turn(now=0))
    RallyUnits().fell(table, 0)
    foot = table.unit(0)
    assert (foot.order, foot.formation, foot.facing) == (Order.GOOD, F.COLUMN, then)
