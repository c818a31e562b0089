"""Leaders: moving them, sheltering in features, putting back those that were moved over. [79, 97, 98, 170]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.domains import Cells, Domain, Reach
from grognard.engine.flow import AGAIN, NEXT, Flow, Step
from grognard.geometry.gaps import nearer_than

from ..facts.bodies import leader_box
from ..facts.ground import foes_inside, land_of
from ..facts.riding import displaced, mover_for_leader
from ..state import Desk, Leader, State
from ..words import Where


def shelters(state: State, leader: Leader) -> list[int]:
    """The features a leader may occupy: less than 3 away or next door, no enemy unit or leader inside. [170, 171, 183]"""
    if leader.in_feature:
        near = () if leader.entered else land_of(state).connected[leader.inside]
        return [number for number in near if not foes_inside(state, number, leader.side)]
    base = leader_box(leader)
    return [
        number
        for number, area in land_of(state).features.items()
        if not foes_inside(state, number, leader.side)
        and any(nearer_than(base, part, 300) for part in area.parts)
    ]


class MoveLeader(Step):
    """A leader is set up within 36 of where he was, more than 6 from enemies; or enters or leaves a feature; enemies coming near later do not matter. [98, B44]"""

    cite = "98"

    def ask(self, t: Desk) -> Ask | None:
        leader = t.state.leader(t.env.leader)
        if leader.where is not Where.TABLE:
            return None
        offers: dict[str, Domain | None] = {}
        mover = mover_for_leader(t.state, leader)
        if not leader.entered and next(iter(mover.candidates()), None) is not None:
            offers["ride"] = Reach(leader.id, mover)
        cells = shelters(t.state, leader)
        if cells:
            offers["shelter"] = Cells(cells)
        if not offers:
            return None
        return Ask(leader.side, f"Move {leader.name}", self.cite, {**offers, "stay_put": None})

    def ride(self, t: Desk, legs: Any) -> Flow:
        """He goes there."""
        _, x, y = legs[0]
        t.put_leader(t.env.leader, x=x, y=y, inside=-1)
        t.note(self.cite, "rides", general=t.env.leader)
        return NEXT

    def shelter(self, t: Desk, number: int) -> Flow:
        """He enters a feature. [B81]"""
        area = land_of(t.state).features[number]
        west, south, east, north = area.around
        t.put_leader(t.env.leader, x=(west + east) // 2, y=(south + north) // 2, inside=number, entered=True)
        t.note("171", "shelters", general=t.env.leader, feature=area.name)
        return NEXT

    def stay_put(self, t: Desk) -> Flow:
        """He stays."""
        return NEXT


class PutBack(Step):
    """A leader that was moved over is put within 6 of the nearest unit of his side, by his owner. [79]"""

    cite = "79"

    def ask(self, t: Desk) -> Ask | None:
        waiting = self._waiting(t)
        if not waiting:
            return None
        leader = t.state.leader(waiting[0])
        offers = {"put_back": Reach(leader.id, displaced(t.state, leader))}
        return Ask(leader.side, f"{leader.name} was ridden over: where does he go?", self.cite, offers)

    def _waiting(self, t: Desk) -> list[int]:
        """Those still to be put back; one for whom there is no room at all stays where he is."""
        found = [t.state.leader(x) for x in t.env.leaders]
        return [
            x.id
            for x in found
            if x.where is Where.TABLE and next(iter(displaced(t.state, x).candidates()), None) is not None
        ]

    def put_back(self, t: Desk, legs: Any) -> Flow:
        """There."""
        waiting = self._waiting(t)
        _, x, y = legs[0]
        t.put_leader(waiting[0], x=x, y=y, inside=-1)
        t.note(self.cite, "put back", general=waiting[0])
        t.bind(leaders=tuple(waiting[1:]))
        return AGAIN


SEQUENCES: dict[str, tuple[Step, ...]] = {"leader": (MoveLeader(),), "displace": (PutBack(),)}
