"""A charge is played on in thought: whoever may answer it is asked. [F-17.3, F-17.4, F-17.5]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.engine.soundness import Law

from ..state import State
from ..steps.env import Charging, Melee
from .charts import CAV, CLOSED, INF, F, crowded, leading
from .deeds import ENGINE, inner
from .searching import nouns

LONGEST = 60
MISS, PASS = 9, 0
IDLE = ("declared", "hold_fire", "wait", "stand", "stand_by")
"""What those say who let a charge come on."""


def _next(position: Position, waiting: Ask | Throw, target: int) -> Fall | Move | None:
    """What brings a charge home: nobody shoots straight, nobody answers, the marker rides on."""
    if isinstance(waiting, Throw):
        return Fall(MISS if waiting.what == "fire" else PASS)
    side = waiting.who[0]
    for verb in IDLE:
        if verb in waiting.offers:
            return Move(side, verb, None)
    ways = waiting.offers.get("gallop")
    if ways is None:
        return None
    goal, grid = position.state.units[target].hex, position.state.field.grid
    return Move(side, "gallop", min(ways, key=lambda there: (grid.distance(there, goal), there)))


def _ridden_home(position: Position, action: Move, target: int) -> tuple[Position, set[str]] | None:
    """The position in which a charge has come home, with what its enemies were asked on the way; None if it does not."""
    asked: set[str] = set()
    position = ENGINE.apply(position, action)
    for _ in range(LONGEST):
        fight = inner(position, Melee)
        if fight is not None and fight.target == target:
            return position, asked
        waiting = ENGINE.pending(position)
        if waiting is None or inner(position, Charging) is None or fight is not None:
            return None
        if isinstance(waiting, Ask) and action.side not in waiting.who:
            asked.update(waiting.offers)
        then = _next(position, waiting, target)
        if then is None:
            return None
        position = ENGINE.apply(position, then)
    return None


def _due(state: State, target: int) -> str:
    """The answer a charged stack has a right to, by its arm and formation; nothing if none."""
    stack = state.stack_of(state.units[target])
    lead = leading(stack)
    if not lead.good or state.commands[lead.command].reserve or state.field.terrain[lead.hex] in CLOSED:
        return ""
    foot = [unit for unit in stack if unit.arm is INF]
    if lead.formation is F.SCREEN:
        home = any(
            unit.id == lead.parent
            and unit.good
            and unit.formation is not F.SCREEN
            and not crowded(state, lead, state.at[there])
            for _, there in state.field.grid.steps(lead.hex)
            for unit in state.at.get(there, ())
        )
        return "slip" if home and lead.hex2 < 0 else ""
    if lead.arm is INF:
        steps, poor = sum(unit.halves for unit in foot) // 2, any(unit.poor for unit in foot)
        able = steps >= 2 and not poor and lead.formation not in (F.SQUARE, F.ROAD)
        return "try_square" if able else ""
    if lead.arm is CAV and not lead.spent and not lead.failed_charge:
        return "charge_back" if lead.formation in (F.LINE, F.COLUMN, F.OPEN) else ""
    return ""


def answers(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Foot may try for Square, a Screen slip back and horse charge back before any charge comes home, also from the next hex."""
    if "charge" not in ask.offers or "declared" not in ask.offers:
        return
    state: State = position.state
    pairs = sorted(
        nouns(ask, "charge"),
        key=lambda pair: state.field.grid.distance(state.units[pair[0]].hex, state.units[pair[1]].hex),
    )
    for pair in pairs[:1] + ([pairs[rng.randint(0, len(pairs) - 1)]] if len(pairs) > 1 else []):
        due = _due(state, pair[1])
        home = _ridden_home(position, Move(ask.who[0], "charge", pair), pair[1]) if due else None
        if home is not None and due not in home[1] and _due(home[0].state, pair[1]) == due:
            yield f"{state.units[pair[1]]!r} charged by {state.units[pair[0]]!r} is not asked to {due}"


LAWS = (
    Law(
        "whoever may form Square, slip away or charge back is asked before a charge comes home",
        ("F-17.3", "F-17.4", "F-17.5", "SQR-08"),
        seek=answers,
    ),
)
