"""Crowded positions by chance, and what the program's searches answer in them: for `grognard soundness`.

What is refused is looked for hex by hex with the charts written down once more (`ways`), which knows nothing of the searches.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, lru_cache, partial

from grognard.engine.choices import Move, Throw
from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace
from grognard.engine.soundness import Asked, Crowded, broken_at
from grognard.geometry.hexes import disc
from grognard.tabletop.last_resort import Seeded

from ..facts import charging, moving
from ..facts.assault import approaches, reached, withdrawals
from ..facts.marching import allowed_there
from ..facts.retreat import candidates
from ..facts.stacks import allowance
from ..situations.live import scene_for
from ..state import LEADERS, OM, Battlefield, Command, Flight, Leader, Options, State, Unit
from ..steps.env import Formed
from ..words import BY_ARM, Arm, Card, Order, Rank, Trait, Where
from . import standing, ways
from .charts import ART, CAV, INF, F, Stack, front_sides, hexes, price, where
from .deeds import ENGINE

SIZE = 13
LAND = "........hhrrwfo~H"
"""What the ground is drawn from."""
MANY = 13
"""Stacks of a side that are tried to be placed."""
NEAR = 4
"""So far about a stack it is asked where it may go."""
CORNERED = frozenset({F.LINE, F.EXT_LINE, F.SCREEN})


STORMING = frozenset({F.LINE, F.COLUMN, F.MASSE, F.GENERAL, F.SCREEN})
"""What foot may stand in to assault. [F-16.1]"""


# ---- positions


def scene(rng: Rng) -> Position:
    """Two sides mixed up on broken ground, in all formations and orders, with Screens to send out and reinforcements due."""
    field = _ground(rng.randint(0, GROUNDS - 1))
    leaders = tuple(_leader(rng, side) for side in (0, 1))
    commands = tuple(Command(f"{side}", side, f"corps {side}", start=100) for side in (0, 1))
    state = State(field, Options(), (), leaders, commands, turn=2, active=(LEADERS,), stack=(LEADERS,))
    for number in range(2 * MANY):
        with_them = _placed(rng, state, number % 2)
        if not any(broken_at(standing.LAWS, with_them)):
            state = with_them
    for _ in range(3):
        state = _due(rng, state)
    return ENGINE.start(state, "formation", Formed(LEADERS))


GROUNDS = 16
"""So many grounds there are: what is worked out of one serves every position on it."""


@lru_cache(maxsize=GROUNDS)
def _ground(number: int) -> Battlefield:
    rng = Seeded(number)
    letters = "".join(LAND[rng.randint(0, len(LAND) - 1)] for _ in range(SIZE * SIZE))
    row, roads = rng.randint(2, SIZE - 3), list[tuple[int, int]]()
    for column in range(SIZE - 1):
        roads.append((row * SIZE + column, row * SIZE + column + 1))
    field = Battlefield("crowd", "A crowd", SIZE, SIZE, letters, 6, ("first", "second"),
                        (SIZE * SIZE - 1 - SIZE // 2, SIZE // 2), (SIZE - 1, 0))  # fmt: skip
    near = tuple(road for road in roads if field.grid.distance(*road) == 1)
    return replace(field, roads=near)


def _leader(rng: Rng, side: int) -> Leader:
    here = rng.randint(0, SIZE * SIZE - 1)
    reach = 30 if rng.randint(0, 2) else rng.randint(2, 8)
    return Leader(LEADERS + side, f"leader {side}", side, Rank.DIVISION, 6, reach, command=side, hex=here,
                  card=Card.STACK if side == 0 else Card.HAND, om=OM(0))  # fmt: skip


def _placed(rng: Rng, state: State, side: int) -> State:
    """The same with one more stack somewhere in the middle of it all; its battalion keeps a Screen."""
    here = rng.randint(2, SIZE - 3) * SIZE + rng.randint(2, SIZE - 3)
    if any(one.hex == here and one.side != side for one in state.leaders):
        return state
    arm = (INF, INF, INF, CAV, ART)[rng.randint(0, 4)]
    shapes = BY_ARM[arm]
    made = _unit(rng, len(state.units), side, arm, shapes[rng.randint(0, len(shapes) - 1)], here)
    made = _ordered(rng, state, made)
    found = [made]
    if arm is INF and made.good and made.sv and made.halves >= 6:
        screen = replace(made, id=made.id + 1, name=f"screen {made.id}", full=1, halves=0, lost=0, parent=made.id,
                         where=Where.ATTACHED, formation=F.SCREEN, facing=1, hex=-1, hex2=-1, fb=False)  # fmt: skip
        found.append(screen)
    if arm is not ART and made.hex2 < 0 and not rng.randint(0, 3):
        found.append(replace(made, id=made.id + len(found), name=f"unit {made.id} too", seat=1))
    return replace(state, units=(*state.units, *found))


def _unit(rng: Rng, number: int, side: int, arm: Arm, form: F, here: int) -> Unit:
    steps = 1 if arm is ART else rng.randint(1, 7)
    traits: tuple[Trait, ...] = ()
    if arm is CAV and rng.randint(0, 1):
        traits = (Trait.LIGHT,)
    if arm is ART and rng.randint(0, 1):
        traits = (Trait.HORSE,)
    facing = 2 * rng.randint(0, 5) + (form in CORNERED)
    return Unit(id=number, name=f"unit {number}", side=side, command=side, arm=arm, full=steps, fv=6, tem=6,
                sv=rng.randint(0, 2) if arm is INF else 0, mcf=(8, 9, 12, 14)[rng.randint(0, 3)], halves=2 * steps,
                cv=steps if arm is CAV else 0, range=8, traits=traits, hex=here, formation=form, facing=facing)  # fmt: skip


def _ordered(rng: Rng, state: State, unit: Unit) -> Unit:
    """In good order mostly, with what markers it may have; over two hexes where its formation asks for them."""
    luck = rng.randint(0, 9)
    if luck < 2:
        order = Order.ROUTED if luck == 0 else Order.DISORDERED
        gun = F.LIMBERED if order is Order.ROUTED else unit.formation
        formation = gun if unit.arm is ART else F.NONE
        facing = unit.facing // 2 * 2 if unit.arm is ART else unit.facing
        return replace(unit, order=order, formation=formation, facing=facing)
    wide = unit.formation is F.EXT_LINE or (
        unit.formation is F.SCREEN and unit.steps > (1 if unit.arm is INF else 2)
    )
    if wide:
        beside = [there for _, there in state.field.grid.steps(unit.hex)]
        unit = replace(unit, hex2=beside[rng.randint(0, len(beside) - 1)])
    marked = unit.arm is INF and unit.formation in (F.LINE, F.COLUMN, F.MASSE, F.GENERAL)
    return replace(unit, fb=marked and luck == 9, spent=luck == 8, ooc=luck == 7 and unit.side == 0)


def _due(rng: Rng, state: State) -> State:
    """The same with one more reinforcement that comes in at the first side's edge."""
    arm = (INF, CAV)[rng.randint(0, 1)]
    here = (SIZE - 1) * SIZE + rng.randint(0, SIZE - 1)
    made = _unit(rng, len(state.units), 0, arm, F.COLUMN, here)
    waiting = replace(made, where=Where.WAITING, arrives=2)
    friend = replace(made, id=made.id + 1, name=f"unit {made.id} there", facing=made.facing)
    both = replace(state, units=(*state.units, waiting, friend))
    alone = replace(state, units=(*state.units, waiting))
    return alone if rng.randint(0, 1) or any(broken_at(standing.LAWS, both)) else both


# ---- questions


def asked(position: Position) -> Iterator[Asked]:
    """Every question that a search of the program answers in a position."""
    state: State = position.state
    for stack in state.stacks(0):
        if stack[0].hex2 < 0:
            yield from _marches(state, stack)
            yield from _goes_back(state, stack)
            yield from _regroups(state, stack)
        yield from _fights(state, stack)
        yield from _sends_out(state, stack)
    for unit in state.units:
        if unit.where is Where.WAITING:
            yield from _arrives(state, unit)


Due = Callable[[], Iterable[int]]


def _each(
    state: State, kind: str, stack: Stack, offered: Iterable[int], due: Due, near: Iterable[int]
) -> Iterator[Asked]:
    """One question for each hex: the search by brute force is made once, when the first of them is doubted."""
    given, made = set(offered), list[set[int]]()

    def known() -> set[int]:
        if not made:
            made.append(set(due()))
        return made[0]

    def wrong(there: int) -> str | None:
        return None if there in known() else f"{stack[0]!r} may not go to {where(state, there)}"

    def missed(there: int, _rng: Rng) -> str | None:
        return f"{stack[0]!r} may go to {where(state, there)}" if there in known() else None

    for there in dict.fromkeys((*near, *sorted(given))):
        about = f"{stack[0].name} to {where(state, there)}"
        yield Asked(kind, about, there in given, partial(wrong, there), partial(missed, there))


def _about(state: State, stack: Stack, far: int = NEAR) -> tuple[int, ...]:
    return disc(state.field.grid, stack[0].hex, far)[1:]


def _marches(state: State, stack: Stack) -> Iterator[Asked]:
    """A first march, one with half of its MCF gone, and on a road alone. [F-10.1, F-10.6]"""
    whole = allowance(state, stack)
    for kind, left, first, road in (
        ("march", whole, True, False),
        ("march on", whole // 2, False, False),
        ("force march", whole, True, True),
    ):
        given = moving.steps(state, stack, left, first, road)
        due = cache(partial(ways.marches, state, stack, left, first, road))
        yield from _each(state, kind, stack, given, due, _about(state, stack, 3))
        yield from _prices(state, kind, stack, given, due)


def _prices(
    state: State, kind: str, stack: Stack, given: dict[int, int], due: Callable[[], dict[int, int]]
) -> Iterator[Asked]:
    """Whether what it pays for a hex is enough, and whether less would do: a yes and a no for each. [F-10.6]"""

    def off(there: int, least: bool, *_: Rng) -> str | None:
        told, found = given[there], due().get(there, given[there])
        wrong = found < told if least else found > told
        return f"{stack[0]!r} pays {told} to {where(state, there)}, and not {found}" if wrong else None

    for there in given:
        about = f"{stack[0].name} to {where(state, there)}"
        yield Asked(f"price of a {kind}", about, True, partial(off, there, False))
        yield Asked(f"price of a {kind}", f"{about} for less", False, found=partial(off, there, True))


def _goes_back(state: State, stack: Stack) -> Iterator[Asked]:
    """Withdrawals, and the next hex of a retreat. [F-16.3, F-18.3]"""
    given = withdrawals(state, stack)
    if given or stack[0].formation is F.SCREEN or stack[0].arm is CAV:
        due = partial(ways.withdraws, state, stack)
        yield from _each(state, "withdraw", stack, given, due, _about(state, stack))
    foot = tuple(unit for unit in stack if unit.arm is not ART) or stack
    flight = Flight(tuple(unit.id for unit in foot), 4)
    running = replace(state, fleeing=(flight,))

    def classes() -> set[int]:
        return ways.lowest(ways.retreats(running, foot, foot[0].hex, ()))

    yield from _each(state, "retreat", stack, candidates(running, flight), classes, _about(state, stack, 1))


def _regroups(state: State, stack: Stack) -> Iterator[Asked]:
    if stack[0].arm is not CAV or not stack[0].good or stack[0].formation is F.SCREEN:
        return
    beside = [
        foe[0].id
        for foe in state.stacks(1)
        if any(state.field.grid.distance(stack[0].hex, here) == 1 for here in hexes(foe[0]))
    ]
    fought = tuple(beside[:1])
    given = charging.regroup_hexes(state, stack, fought)
    yield from _each(
        state, "regroup", stack, given, partial(ways.regroups, state, stack, fought), _about(state, stack)
    )


def _fights(state: State, stack: Stack) -> Iterator[Asked]:
    """Whom it may charge, whom it may assault, and by which hex. [F-17.1, F-16.2]"""
    top = stack[0]
    if top.arm is CAV and top.good and top.formation in (F.LINE, F.COLUMN, F.OPEN):
        targets = charging.targets(state, top)
        for foe in state.stacks(1):
            may = ways.chargeable(state, top, foe[0])
            yield _one("charge", top, foe[0], foe[0].id in targets, may)
    if top.good and top.formation in STORMING and top.hex2 < 0 and {unit.arm for unit in stack} == {INF}:
        able = {foe[0].id for foe in reached(state, stack)}
        for foe in state.stacks(1):
            spots = ways.strikes(state, stack, foe)
            may = bool(spots) and ways.assaultable(stack, foe)
            yield _one("assault", top, foe[0], foe[0].id in able, may)
            found = approaches(state, stack, foe)
            if found or spots:
                about = (top.hex, *_about(state, stack, 1))
                yield from _each(state, "go in by a hex", stack, found, lambda s=spots: s, about)  # type: ignore[misc]


def _one(kind: str, top: Unit, foe: Unit, offered: bool, may: bool) -> Asked:
    words = f"{top!r} {'may' if may else 'may not'} {kind} {foe!r}"
    return Asked(
        kind,
        f"{top.name} at {foe.name}",
        offered,
        lambda: None if may else words,
        lambda _rng: words if may else None,
    )


def _sends_out(state: State, stack: Stack) -> Iterator[Asked]:
    """Where a battalion may send its Screen. [F-10.5]"""
    top = stack[0]
    if not any(unit.parent == top.id and unit.where is Where.ATTACHED for unit in state.units):
        return

    def due() -> list[int]:
        able = top.good and top.halves >= 6 and top.sv > 0 and not top.ooc and not top.halted
        screen = replace(top, formation=F.SCREEN)
        found = []
        for here in hexes(top) if able else ():
            for side, there in state.field.grid.steps(here):
                free = there not in state.at and side in front_sides(top)
                if (
                    free
                    and price(state, screen, top.hex, there) is not None
                    and allowed_there(state, top, top.hex, there)
                ):
                    found.append(there)
        return found

    given = moving.screen_hexes(state, top)
    yield from _each(state, "send out a Screen", stack, given, due, _about(state, stack, 1))


def _arrives(state: State, unit: Unit) -> Iterator[Asked]:
    """By which hex of its edge a reinforcement comes in. [F-10.11]"""
    grid, edge = state.field.grid, range((SIZE - 1) * SIZE, SIZE * SIZE)

    def enters(there: int) -> bool:
        cost = price(state, unit, there, there)
        whole = allowance(state, (unit,))
        clear = state.field.terrain[there] in ".hH"
        return cost is not None and (cost <= whole or clear) and ways.may_end(state, (unit,), there)

    def due() -> list[int]:
        able = [there for there in edge if grid.distance(unit.hex, there) <= 3 and enters(there)]
        nearest = min((grid.distance(unit.hex, there) for there in able), default=0)
        return [there for there in able if grid.distance(unit.hex, there) == nearest]

    yield from _each(state, "arrive", (unit,), moving.entry_hexes(state, unit), due, edge)


# ---- odds


LONGEST = 400


def played(position: Position, move: Move, rng: Rng) -> Hashable | None:
    """A shot, a check, an assault or an order played on in the game itself; charges are read off elsewhere, and not compared."""
    told = scene_for(position, move)
    if told is None or move.verb == "charge":
        return None
    now = ENGINE.apply(position, move)
    for _ in range(LONGEST):
        found = told.done(now)
        if found is not None:
            return found
        waiting = ENGINE.pending(now)
        if waiting is None:
            return None
        now = ENGINE.apply(
            now, waiting.roll(rng) if isinstance(waiting, Throw) else told.choose(now, waiting)
        )
    return None


CROWDED = Crowded(scene, asked, played)
