"""Who moves, acts and fights is asked, counted and told as such: marches on the way, sums of checks, melees, markers. [F-13.4, F-14.1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.engine.soundness import Deed, Law

from ..state import State, Unit
from ..steps.env import Act, Charging, March, Melee
from . import ways
from .charts import ART, F, hexes, leading, where
from .deeds import ENGINE, acting, inner, stack_of
from .searching import nouns

LONGEST = 60


def _in_thought(position: Position, action: Move) -> tuple[list[int], dict[int, set[int]], set[int]]:
    """A march played on in thought, past every check and shot: the hexes entered, who was asked to shoot in each, and where a
    check was thrown."""
    mover = stack_of(position.state, acting(position))[0].id  # type: ignore[arg-type]
    start, entered = position.state.units[mover].hex, list[int]()
    asked: dict[int, set[int]] = {}
    checked: set[int] = set()
    position = ENGINE.apply(position, action)
    for _ in range(LONGEST):
        unit, march = position.state.units[mover], inner(position, March)
        if unit.on_map and unit.hex not in (start, *entered[-1:]) and march is not None:
            entered.append(unit.hex)
        waiting = ENGINE.pending(position)
        if waiting is None or march is None:
            break
        if isinstance(waiting, Throw):
            if waiting.what == "skirmish check":
                checked.add(unit.hex)
            position = ENGINE.apply(position, Fall(0))
        elif "shoot" in waiting.offers:
            asked.setdefault(unit.hex, set()).update(nouns(waiting, "shoot"))
            position = ENGINE.apply(position, Move(waiting.who[0], "hold_fire"))
        else:
            break
    return entered, asked, checked


def asked_on_the_way(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whoever covers a hex in which a march spends movement is asked to shoot there, and the first skirmishers met check it."""
    env = acting(position)
    if env is None or "march" not in ask.offers or "done" not in ask.offers:
        return
    state: State = position.state
    stack = stack_of(state, env)
    if not stack or stack[0].hex2 >= 0 or stack[0].parent >= 0:
        return
    goals = sorted(nouns(ask, "march"), key=lambda there: -state.field.grid.distance(stack[0].hex, there))
    for there in dict.fromkeys((goals[0], goals[rng.randint(0, len(goals) - 1)])):
        entered, asked, checked = _in_thought(position, Move(ask.who[0], "march", there))
        foes = state.stacks(1 - stack[0].side)
        for here in (stack[0].hex, *entered):
            for foe in foes:
                if here in ways.volleyed(state, foe) and leading(foe).id not in asked.get(here, set()):
                    yield f"{foe[0]!r} is not asked to shoot at {stack[0]!r} in {where(state, here)}"
        met = [here for here in entered if any(here in ways.skirmished_in(state, foe) for foe in foes)]
        if not env.checked and met and met[0] not in checked:
            yield f"{stack[0]!r} is not checked in {where(state, met[0])}"


def own_sum(deed: Deed) -> Iterator[str]:
    """A skirmish check counts the Skirmish Value and the steps of those who march, and takes its toll of them."""
    march = inner(deed.before, March)
    if march is None or not any(entry.facts.get("throw") == "skirmish check" for entry in deed.told("dice")):
        return
    before, units = deed.before.state, march.units
    alive = [before.units[one] for one in units if before.units[one].on_map]
    top = min(alive, key=lambda unit: (unit.arm is ART, unit.seat))
    for entry in deed.told("dice"):
        if entry.facts.get("throw") != "skirmish check":
            continue
        told = str(entry.facts.get("tally", ("",))[0])
        if (f"{-top.sv:+d} moving unit's SV" in told) is not (top.sv > 0):
            yield f"the check of {top!r} with SV {top.sv} says {told}"
        if ("[SKC-07]" in told) is not (sum(unit.steps for unit in alive) > 5):
            yield f"the check of {top!r} miscounts its steps: {told}"
    for entry in deed.told("loses"):
        if entry.cite == "F-14.2" and entry.facts["unit"] not in units:
            yield f"{before.units[entry.facts['unit']]!r} loses Stragglers for {top!r}"


def fought_by_a_die(deed: Deed) -> Iterator[str]:
    """A Formation has fought only when the die of a melee has fallen, or one of its units has routed."""
    old, new = deed.before.state, deed.after.state
    if old.commands is new.commands:
        return
    melee = any(entry.facts.get("throw") == "melee" for entry in deed.told("dice"))
    for number, (was, is_) in enumerate(zip(old.commands, new.commands)):
        if not is_.fought or was.fought or melee:
            continue
        if not any(unit.command == number and unit.routed_now for unit in new.units):
            yield f"{is_.key} has fought, and no melee was thrown"


def stopped_is_stopped(deed: Deed) -> Iterator[str]:
    """Whoever is ridden into counts as charging only while its own marker runs."""
    fray, env = inner(deed.after, Melee), inner(deed.after, Charging)
    if fray is None or env is None or not fray.reaction or inner(deed.before, Melee) is not None:
        return
    target = deed.after.state.units[fray.target]
    if not target.good or all(one.state == "stopped" for one in env.riders if one.unit == target.id):
        yield f"{target!r} counts as charging, and its charge has stopped"


def disordered_row(deed: Deed) -> Iterator[str]:
    """A Special result against a Disordered stack or a Screen is read off the first row, whatever its arm."""
    for entry in deed.told("special"):
        foe: Unit = deed.before.state.units[entry.facts["target"]]
        if (entry.cite == "SPR-01") is not (not foe.good or foe.formation is F.SCREEN):
            yield f"a Special result against {foe!r} is read off {entry.cite}"


def nobody_left_passing(deed: Deed) -> Iterator[str]:
    """Nobody is on its way through friends but in a march, or in flight from among them."""
    state: State = deed.after.state
    if inner(deed.after, March) is not None or state.fleeing or inner(deed.after, Act) is None:
        return
    for unit in state.units:
        if unit.passing and unit.on_map:
            yield f"{unit!r} is still passing through {', '.join(where(state, here) for here in hexes(unit))}"


# fmt: off
LAWS = (
    Law("whoever covers a hex in which a march spends movement is asked, among friends too", ("F-13.4", "F-14.1", "F-10.6"), seek=asked_on_the_way),
    Law("a skirmish check is that of those who march", ("SKC-01", "SKC-07", "F-14.2"), over=own_sum),
    Law("a melee is fought when its die has fallen", ("F-19.1", "F-16.5", "R-73"), over=fought_by_a_die),
    Law("a charge that has stopped is none", ("F-17.8", "R-78", "F-15.2"), over=stopped_is_stopped),
    Law("order comes before arm in the SPECIAL table", ("SPR-01", "R-45"), over=disordered_row),
    Law("nobody stays on his way through friends", ("F-10.6",), over=nobody_left_passing),
)
# fmt: on
