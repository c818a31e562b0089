"""What a list costs, and whether it is sound. [E1–E7]"""

from __future__ import annotations

from grognard.engine.files import twice
from grognard.engine.livery import cloth_faults
from grognard.engine.measures import counted
from grognard.engine.tables import Refusal

from ..tables.guns import CREWS
from ..tables.points import COMMAND_GROUP, CREW, GUNS, LEADERS, figure_cost
from ..words import Calibre, Trait
from .files import ForceFile, LeaderFile, UnitFile, profile, profiles
from .musters import RANKS, has_group

SMALLEST, LARGEST, MOST_CREW = 4, 16, 6
PER_LEADER = 400
PER_GUN = 400
MOST_ESCORT = 3
MOST_UNITS = 24
"""What a table holds of one side."""
LONGEST_NAME = 60
HOWITZERS = (Calibre.III, Calibre.IV)
"""The types howitzers and mortars belong to. [73, 74]"""
CARRONADES = (Calibre.II, Calibre.III)
"""The types carronades belong to. [72, 73]"""


def unit_points(unit: UnitFile) -> int:
    """What a unit costs. [E1, E2]"""
    line = profile(unit.profile)
    return line.cost * unit.figures + (COMMAND_GROUP if has_group(line, unit.figures, unit.plain) else 0)


def leader_points(leader: LeaderFile) -> int:
    """What a command unit costs. [E3]"""
    escort = profile(leader.escort).cost * leader.escorts if leader.escorts else 0
    return LEADERS[RANKS[leader.rank], leader.mounted] + escort


def total(listed: ForceFile) -> int:
    """What a list costs."""
    return (
        sum(unit_points(unit) for unit in listed.unit)
        + sum(leader_points(leader) for leader in listed.leader)
        + sum(GUNS[gun.type] + CREW[gun.quality] * gun.crew for gun in listed.gun)
    )


def profile_faults() -> list[Refusal]:
    """Profiles whose price is not that of the formula. [E1]"""
    return [
        Refusal("E1", f"{p.code} is priced {p.cost}")
        for p in profiles().values()
        if p.cost != figure_cost(p.arm, p.class_, p.quality, p.combat, p.fire, p.weapon, p.traits)
    ]


def faults_of(listed: ForceFile) -> list[Refusal]:
    """Everything wrong with a list, a cited line each."""
    faults = []
    for unit in listed.unit:
        if unit.profile not in profiles():
            faults.append(Refusal("E1", f"{unit.called}: there is no profile “{unit.profile}”"))
            continue
        line = profile(unit.profile)
        if Trait.CREW in line.traits:
            faults.append(Refusal("E4", f"{unit.called}: gun crews come with their gun"))
        if not SMALLEST <= unit.figures <= LARGEST:
            faults.append(
                Refusal("E5", f"{unit.called} has {unit.figures} figures; units have {SMALLEST} to {LARGEST}")
            )
        if line.nation not in listed.nations:
            faults.append(
                Refusal("E7", f"{unit.called} is {line.nation}; the list is {' and '.join(listed.nations)}")
            )
    faults += [
        Refusal("E5", f"{gun.called} has a crew of {gun.crew}; its type has {CREWS[gun.type]} to {MOST_CREW}")
        for gun in listed.gun
        if not CREWS[gun.type] <= gun.crew <= MOST_CREW
    ]
    faults += [
        Refusal("C1", f"{leader.name} has {leader.escorts} escorts; {MOST_ESCORT} at most")
        for leader in listed.leader
        if not 0 <= leader.escorts <= MOST_ESCORT
    ]
    faults += [
        Refusal("C1", f"{leader.name}: there is no profile “{leader.escort}” for its escort")
        for leader in listed.leader
        if leader.escorts and leader.escort not in profiles()
    ]
    faults += [
        Refusal("73", f"{gun.called}: howitzers and mortars are of type III or IV")
        for gun in listed.gun
        if (gun.howitzer or gun.mortar) and gun.type not in HOWITZERS
    ]
    faults += [
        Refusal("72", f"{gun.called}: carronades are of type II or III")
        for gun in listed.gun
        if gun.carronade and gun.type not in CARRONADES
    ]
    faults += [
        Refusal("X13", f"{gun.called} is one thing: a cannon, a howitzer, a mortar or a carronade")
        for gun in listed.gun
        if gun.howitzer + gun.mortar + gun.carronade > 1
    ]
    ids = [leader.id for leader in listed.leader] + [unit.id for unit in listed.unit]
    ids += [gun.id for gun in listed.gun] + [convoy.id for convoy in listed.convoy]
    if not 0 < len(ids) <= MOST_UNITS:
        faults.append(
            Refusal("E5", f"the list has {counted(len(ids), 'unit')}; a side has 1 to {MOST_UNITS}")
        )
    names = [*ids, listed.title, *(leader.name for leader in listed.leader)]
    names += [*(unit.name for unit in listed.unit), *(gun.name for gun in listed.gun)]
    faults += [
        Refusal("E1", f"{name[:LONGEST_NAME]}: names have {LONGEST_NAME} letters at most")
        for name in (*names, *(convoy.name for convoy in listed.convoy))
        if len(name) > LONGEST_NAME
    ]
    faults += [Refusal("E1", f"{each} is listed twice") for each in twice(ids)]
    faults += cloth_faults("E1", listed, *listed.unit, *listed.gun)
    return faults + (_limits(listed) if not faults else [])


def _limits(listed: ForceFile) -> list[Refusal]:
    faults = []
    cost = total(listed)
    if cost != listed.points:
        faults.append(Refusal("E1", f"the list says {listed.points} points; it costs {cost}"))
    troops = cost - sum(leader_points(leader) for leader in listed.leader)
    needed = max(1, troops // PER_LEADER)
    led = sum(leader.rank != "sergeant" for leader in listed.leader)
    if led < needed:
        faults.append(
            Refusal(
                "E6",
                f"{troops} points of troops want {counted(needed, 'officer')}; the list has {led}",
            )
        )
    if len(listed.gun) * PER_GUN > cost:
        faults.append(
            Refusal(
                "E6",
                f"{counted(len(listed.gun), 'gun wants', 'guns want')} {len(listed.gun) * PER_GUN} points; the list has {cost}",
            )
        )
    if len(listed.nations) > 1:
        nations = {leader.nation for leader in listed.leader}
        faults += [
            Refusal("E7", f"the {nation} have no leader")
            for nation in listed.nations
            if nation not in nations
        ]
    return faults
