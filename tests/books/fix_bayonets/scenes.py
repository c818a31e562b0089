"""Battles on open country, set up in a line each and played by hand: side 0 comes from the south and looks north."""

from __future__ import annotations

from typing import Any

from grognard.books.fix_bayonets.state import LEADERS, OM, Leader, State, Unit
from grognard.books.fix_bayonets.steps.env import Assaults, Charging, Formed
from grognard.books.fix_bayonets.words import Arm, Formation, Order, Trait, Where
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, Drill, at, chief, man, state

SPREAD = ("line", "skirmish screen", "extended line")
QUIET = ("wait", "stand_by", "hold_fire", "stand")
LIGHT = (Trait.LIGHT,)


def around(label: str) -> list[str]:
    """The hexes about one, by their numbers."""
    return [GRID.label(there) for there in GRID.neighbours(at(label)) if there is not None]


def foot(
    label: str = "1616", form: str = "line", number: int = 1, side: int = 1, steps: int = 4, **more: Any
) -> Unit:
    """Infantry that looks at the other side: Lines and Screens at a corner of their hex, the others at a side."""
    facing = more.pop("facing", (1 if form in SPREAD else 0) + (6 if side else 0))
    return replace(man(number, side, INF, form, steps, label, **{"fv": 7, **more}), facing=facing)


def horse(
    label: str = "1621", form: str = "column", number: int = 0, side: int = 0, steps: int = 4, **more: Any
) -> Unit:
    facing = more.pop("facing", 6 if side else 0)
    made = man(number, side, CAV, form, steps, label, **{"cv": steps, "traits": (Trait.SHOCK,), **more})
    return replace(made, facing=facing)


def guns(label: str, form: str = "unlimbered", number: int = 0, side: int = 0, **more: Any) -> Unit:
    facing = more.pop("facing", 6 if side else 0)
    return replace(man(number, side, ART, form, 1, label, **{"fv": 7, "mcf": 7, **more}), facing=facing)


def mixed(label: str = "1616", form: str = "line", side: int = 0, first: int = 0) -> tuple[Unit, Unit]:
    """Infantry with an unlimbered battery in its hex."""
    facing = (1 if form == "line" else 0) + (6 if side else 0)
    return (
        foot(label, form, first, side, mcf=8),
        guns(label, number=first + 1, side=side, facing=facing, seat=1),
    )


def shaken(unit: Unit, how: Order = Order.DISORDERED) -> Unit:
    """The same out of order."""
    return replace(unit, order=how, formation=unit.formation if unit.arm is Arm.ART else Formation.NONE)


def kept_screen(label: str, number: int, parent: int) -> Unit:
    """A Screen its battalion has not sent out."""
    made = foot(label, "skirmish screen", number, 0, 1, sv=1, parent=parent)
    return replace(made, where=Where.ATTACHED, halves=0, hex=-1)


def boss(label: str = "1625", **more: Any) -> Leader:
    """A leader of side 0's first command with orders far ahead."""
    made = chief(0, 0, label, cr=more.pop("cr", 30))
    return replace(made, **{"command": 0, "om": OM(at("1601")), **more})


def battle(*units: Unit, leaders: tuple[Leader, ...] | None = None, **more: Any) -> State:
    chiefs = leaders or (boss(),)
    ordered = sorted(units, key=lambda unit: unit.id)
    return replace(state(*ordered, **more), leaders=chiefs, active=(chiefs[0].id,), stack=(chiefs[0].id,))


def formation(here: State) -> Drill:
    """The first leader's Formation is up; he stays where he is, or rides as little as he must."""
    drill = Drill(here, "formation", Formed(LEADERS))
    if "stay" in drill.verbs:
        return drill.do("stay")
    if "ride" not in drill.verbs:
        return drill
    home = drill.state.leaders[0].hex
    return drill.do("ride", min(drill.nouns("ride"), key=lambda there: (GRID.distance(home, there), there)))


def acting(first: Unit, *units: Unit, **more: Any) -> Drill:
    """The first unit's stack acts."""
    return formation(battle(first, *units, **more)).do("act", first.id)


def segment(*units: Unit, **more: Any) -> Drill:
    """The charge segment."""
    return Drill(battle(*units, **more), "charge", Charging(0))


def charge(drill: Drill, who: int = 0, target: int = 1) -> Drill:
    drill.do("charge", (who, target))
    return drill.do("declared") if "declared" in drill.verbs else drill


def quiet(drill: Drill) -> Drill:
    """The enemy does nothing about it."""
    while drill.verbs & set(QUIET):
        drill.do(next(verb for verb in QUIET if verb in drill.verbs))
    return drill


def sent(here: State, target: int, *who: int) -> Drill:
    """An assault with several stacks, gone in; nothing answered yet."""
    drill = Drill(here, "assaults", Assaults(0)).do("assault_target", target)
    for one in who:
        drill.do("send", one)
        if "go_by" in drill.verbs:
            drill.do("go_by", min(drill.nouns("go_by")))
    return drill.do("charge_home")


def rows(drill: Drill) -> set[str]:
    """The rules of the rows of the throw now due."""
    return {each.cite for each in drill.waits.why.lines}


def hexes(drill: Drill, verb: str) -> set[str]:
    """The hexes a verb is offered for, by their numbers; nothing if it is not offered."""
    if not isinstance(drill.waits, Ask) or verb not in drill.verbs:
        return set()
    return {GRID.label(there) for there in drill.nouns(verb)}


def thrown(drill: Drill) -> str:
    """What is thrown now; nothing if a player is asked."""
    return str(drill.waits.what) if isinstance(drill.waits, Throw) else ""
