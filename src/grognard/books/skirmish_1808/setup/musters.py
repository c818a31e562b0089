"""A list's lines become units. [C1, E2, E8, S3, X1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.flow import replace
from grognard.engine.livery import cloth_of, in_colours

from ..state import Figure, Gun, Unit
from ..tables.points import CREW, GROUP_FROM, LEADERS
from ..words import Arm, Class, Quality, Rank, Role, Trait, Weapon
from .files import ConvoyFile, ForceFile, GunFile, LeaderFile, Profile, UnitFile, profile

RANKS = {"sergeant": Rank.SERGEANT, "officer": Rank.OFFICER, "staff": Rank.STAFF, "hq": Rank.HQ}


def muster(listed: ForceFile, side: int) -> Iterator[Unit]:
    """Every unit of a list, nowhere yet."""
    for leader in listed.leader:
        yield _command(leader, side)
    for unit in in_colours(listed, listed.unit):
        yield _troops(unit, side)
    for gun in in_colours(listed, listed.gun):
        yield _gun(gun, side)
    for convoy in listed.convoy:
        yield _convoy(convoy, side)


def has_group(line: Profile, figures: int, plain: bool = False) -> bool:
    """Whether a unit has a command group. [E2]"""
    return figures >= GROUP_FROM and not plain and Trait.CREW not in line.traits


def roles(line: Profile, figures: int, plain: bool = False) -> tuple[Role, ...]:
    """The figures of a unit, those who fall last standing last. [E2, B3]"""
    if not has_group(line, figures, plain):
        return (Role.RANKER,) * figures
    light = line.arm is Arm.FOOT and line.class_ is not Class.LINE
    group = (Role.GUIDE, Role.GUIDE, Role.MUSICIAN) if light else (Role.GUIDE, Role.MUSICIAN, Role.FLAG)
    return (Role.RANKER,) * (figures - 3) + group


def _unit(key: str, name: str, side: int, line: Profile, price: int, figures: tuple[Role, ...]) -> Unit:
    return Unit(
        id=0,
        key=key,
        name=name,
        side=side,
        code=line.code,
        arm=line.arm,
        class_=line.class_,
        quality=line.quality,
        combat=line.combat,
        fire=line.fire,
        ev=line.ev,
        weapon=line.weapon,
        traits=line.traits,
        price=price,
        full=len(figures),
        figures=tuple(Figure(role, 0, 0) for role in figures),
        files=max(1, -(-len(figures) // 2)),
    )


def _troops(listed: UnitFile, side: int) -> Unit:
    line = profile(listed.profile)
    unit = _unit(
        listed.id,
        listed.name or line.name,
        side,
        line,
        line.cost,
        roles(line, listed.figures, listed.plain),
    )
    return replace(unit, formed=listed.formed, cloth=cloth_of(listed))


def _command(listed: LeaderFile, side: int) -> Unit:
    """Leaders: combat D8, pistol D6, evade on 4, veterans; on foot they move as light foot, mounted as light horse. [C1, E8]"""
    rank = RANKS[listed.rank]
    line = Profile(
        code="LEADER",
        name=listed.name,
        nation=listed.nation,
        arm=Arm.HORSE if listed.mounted else Arm.FOOT,
        class_=Class.LIGHT,
        quality=Quality.VETERAN,
        combat=8,
        fire=6,
        ev=4,
        weapon=Weapon.PISTOL,
        cost=0,
        size=1,
        traits=(Trait.CANNOT_FORM,),
    )
    each = profile(listed.escort).cost if listed.escorts else 0
    cost = LEADERS[rank, listed.mounted] + each * listed.escorts
    figures = (Role.ESCORT,) * listed.escorts + (Role.OFFICER,)
    return replace(_unit(listed.id, listed.name, side, line, cost, figures), rank=rank, escort=each)


def _gun(listed: GunFile, side: int) -> Unit:
    """A gun with its crew. [X1]"""
    line = profile("AR-CREW")
    name = listed.name or f"Type {listed.type.value} gun"
    unit = _unit(listed.id, name, side, line, CREW[listed.quality], (Role.RANKER,) * listed.crew)
    gun = Gun(
        listed.type,
        howitzer=listed.howitzer,
        mortar=listed.mortar,
        carronade=listed.carronade,
        horse_team=listed.horse_team,
        limbered=True,
    )
    return replace(unit, arm=Arm.GUN, quality=listed.quality, gun=gun, cloth=cloth_of(listed))


def _convoy(listed: ConvoyFile, side: int) -> Unit:
    """Wagons: they throw D8 against 5. [S3, S4]"""
    line = Profile(
        code="WAGON",
        name=listed.name,
        nation="",
        arm=Arm.WAGON,
        class_=Class.LINE,
        quality=Quality.REGULAR,
        combat=8,
        fire=0,
        ev=5,
        weapon=Weapon.NONE,
        cost=0,
        size=listed.wagons,
        traits=(Trait.CANNOT_FORM,),
    )
    unit = _unit(listed.id, listed.name, side, line, 0, (Role.RANKER,) * listed.wagons)
    return replace(unit, wounds=(0,) * listed.wagons)
