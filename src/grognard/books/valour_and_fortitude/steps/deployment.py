"""Free deployment: brigades by turns, units in their zone or inside features, leaders with them. [44a, 172, F7.1]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.domains import Cells, Domain, Pairs, Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step
from grognard.geometry.outlines import convex_parts, in_parts, tidy

from ..facts.arrange import behind
from ..facts.ground import feature, foes_inside, land_of, occupant
from ..facts.placing import Deployer
from ..facts.riding import poster
from ..state import Desk, Leader, State, foe
from .env import Placing


class Deploy(Step):
    """Free deployment, if it is switched on, each side in its zone. [44a]"""

    cite = "44a"
    title = "Deployment"

    def begin(self, t: Desk) -> Flow | Call:
        if not t.state.options.free_deployment:
            return NEXT
        return Call("deploy", Placing(foe(t.state.field.first)))

    def resume(self, t: Desk) -> Flow:
        return NEXT


class PickDeployment(Step):
    """Brigades deploy by turns, the side that moves second first. [F7.1]"""

    cite = "F7.1"
    title = "Deployment"

    def left(self, state: State, done: tuple[int, ...], side: int) -> list[int]:
        """A side's brigades that have not deployed."""
        return [
            b.id for b in state.brigades if b.side == side and b.id not in done and state.of_brigade(b.id)
        ]

    def ask(self, t: Desk) -> Ask | None:
        env: Placing = t.env
        left = self.left(t.state, env.done, env.side)
        if not left:
            return None
        return Ask(env.side, "Which brigade deploys next?", self.cite, {"deploy": Cells(left)})

    def deploy(self, t: Desk, brigade: int) -> Call:
        """This one."""
        t.bind(done=(*t.env.done, brigade))
        return Call("set up brigade", Placing(t.env.side, brigade=brigade))

    def resume(self, t: Desk) -> Flow:
        env: Placing = t.env
        if self.left(t.state, env.done, foe(env.side)):
            t.bind(side=foe(env.side))
        return AGAIN


class SetUp(Step):
    """A side sets up a brigade, or leaves it in the standard set-up. [44a, 172]"""

    cite = "44a"
    title = "Deployment"

    def ask(self, t: Desk) -> Ask:
        state, side = t.state, t.env.side
        units = state.of_brigade(t.env.brigade)
        offers: dict[str, Domain | None] = {"set_up": Units([u.id for u in units])} if units else {}
        cells = garrisons(state, side)
        if cells and units:
            offers["garrison"] = Pairs({u.id: cells for u in units})
        name = state.brigades[t.env.brigade].name
        leader = state.brigade_leader(t.env.brigade)
        if leader is not None:
            offers |= posts(state, leader)
        return Ask(side, f"Set up {name}", self.cite, {**offers, "ready": None})

    def post(self, t: Desk, legs: Any) -> Flow:
        """Its leader stands here."""
        leader = t.state.brigade_leader(t.env.brigade)
        assert leader is not None
        _, x, y = legs[0]
        t.put_leader(leader.id, x=x, y=y, inside=-1)
        t.bind(posted=True)
        return AGAIN

    def billet(self, t: Desk, number: int) -> Flow:
        """Its leader begins inside a feature. [172]"""
        leader = t.state.brigade_leader(t.env.brigade)
        assert leader is not None
        shelter(t, leader.id, number)
        t.bind(posted=True)
        return AGAIN

    def set_up(self, t: Desk, unit: int) -> Call:
        """Move this unit in the zone."""
        return Call("set up unit", Placing(t.env.side, unit=unit))

    def garrison(self, t: Desk, noun: tuple[int, int]) -> Flow:
        """A unit occupies a feature wholly in the zone. [172]"""
        t.put(noun[0], inside=noun[1])
        t.note("172", "occupies", unit=noun[0], feature=feature(t.state, noun[1]).name)
        return AGAIN

    def ready(self, t: Desk) -> Flow:
        """Done with this brigade; its leader, unless he was posted, takes his place behind it."""
        leader = t.state.brigade_leader(t.env.brigade)
        if leader is not None and not t.env.posted:
            follow(t, leader)
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


def zone_features(state: State, side: int) -> list[int]:
    """Features wholly in a side's zone. [172]"""
    zones = [convex_parts(tidy(z.poly)) for z in state.field.zones if z.side == side]
    return [
        n
        for n, area in land_of(state).features.items()
        if any(all(in_parts(zone, c) for part in area.parts for c in part) for zone in zones)
    ]


def garrisons(state: State, side: int) -> list[int]:
    """Empty features wholly in a side's zone. [172]"""
    return [n for n in zone_features(state, side) if occupant(state, n) is None]


def posts(state: State, leader: Leader) -> dict[str, Domain | None]:
    """Where a leader may be set up: in his side's zone, or in a feature wholly in it, empty of enemies. [172]"""
    found: dict[str, Domain | None] = {}
    mover = poster(state, leader)
    if next(iter(mover.candidates()), None) is not None:
        found["post"] = Reach(leader.id, mover)
    cells = [n for n in zone_features(state, leader.side) if not foes_inside(state, n, leader.side)]
    if cells:
        found["billet"] = Cells(cells)
    return found


def shelter(t: Desk, leader: int, number: int) -> None:
    """A leader is inside a feature as the battle begins. [172]"""
    area = feature(t.state, number)
    west, south, east, north = area.around
    t.put_leader(leader, x=(west + east) // 2, y=(south + north) // 2, inside=number)
    t.note("172", "shelters", general=leader, feature=area.name)


def follow(t: Desk, leader: Leader) -> None:
    """A leader stands behind his units."""
    units = t.state.of_side(leader.side)
    placed = behind(t.state, leader, units[0].facing if units else 0)
    t.put_leader(leader.id, x=placed.x, y=placed.y, inside=-1)


class PostArmyLeader(Step):
    """When all brigades stand, each commander-in-chief sets up his army leader. [39, 172]"""

    cite = "39"
    title = "Deployment"

    def __init__(self, first: bool):
        self.first = first

    def side(self, t: Desk) -> int:
        """Whose army leader: the side that deployed first comes first."""
        first = foe(t.state.field.first)
        return first if self.first else foe(first)

    def begin(self, t: Desk) -> Flow | None:
        leader = t.state.army_leader(self.side(t))
        if leader is None:
            return NEXT
        follow(t, leader)
        return None

    def ask(self, t: Desk) -> Ask | None:
        leader = t.state.army_leader(self.side(t))
        if leader is None:
            return None
        return Ask(leader.side, f"Set up {leader.name}", self.cite, {**posts(t.state, leader), "ready": None})

    def post(self, t: Desk, legs: Any) -> Flow:
        """He stands here."""
        leader = t.state.army_leader(self.side(t))
        assert leader is not None
        _, x, y = legs[0]
        t.put_leader(leader.id, x=x, y=y)
        return NEXT

    def billet(self, t: Desk, number: int) -> Flow:
        """He begins inside a feature."""
        leader = t.state.army_leader(self.side(t))
        assert leader is not None
        shelter(t, leader.id, number)
        return NEXT

    def ready(self, t: Desk) -> Flow:
        """He stays behind his army."""
        return NEXT


class SetUpUnit(Step):
    """One unit is set down in its zone. [44a]"""

    cite = "44a"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        return Ask(
            unit.side,
            f"Set up {unit.name}",
            self.cite,
            {"place": Reach(unit.id, Deployer(t.state, unit)), "leave_it": None},
        )

    def place(self, t: Desk, legs: Any) -> Flow:
        """Here."""
        unit = t.unit(t.env.unit)
        t.put_unit(Deployer(t.state, unit).set_down(legs))
        t.note(self.cite, "is set up", unit=unit.id)
        return NEXT

    def leave_it(self, t: Desk) -> Flow:
        """It stays where it is."""
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "deploy": (PickDeployment(), PostArmyLeader(first=True), PostArmyLeader(first=False)),
    "set up brigade": (SetUp(),),
    "set up unit": (SetUpUnit(),),
}
