"""Who may do what, free or by order, and what else each action asks for. [T007–T012d]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup, Need, Needs

from ..words import Action, Class, Upgrade

FREE, ORDER, NO = "free", "order", "no"
A = Action


PLACES: dict[Class, int] = {troops: at for at, troops in enumerate(Class)}


class Access(NamedTuple):
    """One action, class by class: free, by order, or not at all."""

    regular: str
    irregular: str
    tribal: str
    cavalry: str
    crewed: str

    def of(self, troops: Class) -> str:
        """What a class may."""
        return str(self[PLACES[troops]])


# fmt: off
# Tribal foot moves freely but attacks by order; all Cavalry and Tribal foot may charge so [T069a];
# a Volley is as free as Fire [T129].
ACCESS: Lookup[Action, Access] = Lookup("Actions", "T012d", columns=("regular foot", "irregular foot", "tribal foot", "cavalry", "crewed"), rows=(
    Item("T095",  A.STAND_TO,          "Stand To",                     Access(FREE,  FREE,  FREE,  FREE,  FREE)),
    Item("T012c", A.FIRE,              "Fire",                         Access(FREE,  FREE,  ORDER, ORDER, ORDER)),
    Item("T128",  A.VOLLEY,            "Volley Fire, in Close Order",  Access(FREE,  NO,    NO,    NO,    NO)),
    Item("T012a", A.MOVE,              "Move",                         Access(ORDER, ORDER, FREE,  ORDER, ORDER)),
    Item("T012b", A.ATTACK,            "Attack",                       Access(ORDER, ORDER, ORDER, FREE,  ORDER)),
    Item("T071",  A.DOUBLE,            "At the Double, no contact",    Access(ORDER, ORDER, ORDER, ORDER, NO)),
    Item("T069",  A.CHARGE,            "At the Double into contact",   Access(NO,    NO,    ORDER, ORDER, NO)),
    Item("T127",  A.SKIRMISH,          "Skirmish",                     Access(ORDER, ORDER, ORDER, ORDER, NO)),
    Item("T072a", A.FORM_CLOSE_ORDER,  "Form Close Order",             Access(ORDER, NO,    NO,    NO,    NO)),
    Item("T085",  A.BREAK_CLOSE_ORDER, "leave Close Order",            Access(ORDER, NO,    NO,    NO,    NO)),
    Item("T116",  A.GO_TO_GROUND,      "Go to Ground; all but tribal foot with Fieldcraft only", Access(ORDER, ORDER, ORDER, ORDER, ORDER)),
    Item("T117",  A.RALLY,             "Rally, only while Pinned",     Access(FREE,  FREE,  FREE,  FREE,  FREE)),
))

REFUSED: dict[tuple[Action, Class], str] = {
    (A.CHARGE, Class.REGULAR): "T070", (A.CHARGE, Class.IRREGULAR): "T070", (A.CHARGE, Class.CREWED): "T067",
    (A.DOUBLE, Class.CREWED): "T067", (A.SKIRMISH, Class.CREWED): "T123",
}  # fmt: skip
"""Lines that refuse an action by name; else the table itself does. [T067, T070, T123]"""

# [T007, T008, T009, T010, T011]
FREE_CITES: dict[Class, str] = {
    Class.REGULAR: "T007", Class.IRREGULAR: "T008", Class.TRIBAL: "T009", Class.CAVALRY: "T010", Class.CREWED: "T011",
}  # fmt: skip


class Ready(NamedTuple):
    """What the conditions of an action look at."""

    action: Action
    troops: Class
    upgrades: tuple[Upgrade, ...]
    models: int
    pinned: bool
    close_order: bool
    to_ground: bool
    mounted: bool
    rides: bool
    inside: bool
    acted: bool
    arrived: bool
    dry: bool
    jammed: bool
    coward: bool
    shirking: bool


SHOOTING = frozenset({A.FIRE, A.VOLLEY})
CHARGING = frozenset({A.ATTACK, A.CHARGE})
INDOORS = frozenset({A.FIRE, A.RALLY, A.STAND_TO, A.MOVE})

# A Pinned unit only Rallies [T006], Close Order fires volleys [T078] and does not Skirmish [T124].
ACTIVATE: Needs[Ready] = Needs("To act", "T001", rows=(
    Need("T149",  "the unit has not been activated this turn",            lambda r: not r.acted, "it has been activated already this turn"),
    Need("F-SC1", "the unit was not set up this very turn",               lambda r: not r.arrived, "it was set up only this turn"),
    Need("T103",  "a Pinned unit does nothing but Rally",                 lambda r: not r.pinned or r.action is A.RALLY, "it is Pinned, and may only Rally"),
    Need("T117a", "only a Pinned unit Rallies",                           lambda r: r.pinned or r.action is not A.RALLY, "it is not Pinned: there is nothing to Rally from"),
    Need("T128",  "a Volley is fired in Close Order",                     lambda r: r.action is not A.VOLLEY or r.close_order, "it is not in Close Order, which a Volley takes"),
    Need("T076",  "no At the Double in Close Order",                      lambda r: r.action not in (A.DOUBLE, A.CHARGE) or not r.close_order, "it is in Close Order, and so does not go At the Double"),
    Need("T087",  "a unit in Close Order does not Skirmish",              lambda r: r.action is not A.SKIRMISH or not r.close_order, "it is in Close Order, and so does not Skirmish"),
    Need("T073",  "Close Order needs six models",                         lambda r: r.action is not A.FORM_CLOSE_ORDER or r.models >= 6, lambda r: f"{'only one is' if r.models == 1 else f'only {r.models} are'} left, and Close Order takes 6"),
    Need("R-23",  "it is not in Close Order already",                     lambda r: r.action is not A.FORM_CLOSE_ORDER or not r.close_order, "it is in Close Order already"),
    Need("T085",  "it is in Close Order",                                 lambda r: r.action is not A.BREAK_CLOSE_ORDER or r.close_order, "it is not in Close Order"),
    Need("T107",  "only Tribal foot and Fieldcraft Go to Ground",         lambda r: r.action is not A.GO_TO_GROUND or r.troops is Class.TRIBAL or Upgrade.FIELDCRAFT in r.upgrades, "it is neither Tribal foot nor trained in Fieldcraft, and so does not Go to Ground"),
    Need("R-36",  "it is not Gone to Ground already",                     lambda r: r.action is not A.GO_TO_GROUND or not r.to_ground, "it has Gone to Ground already"),
    Need("R-60",  "a unit in Close Order may not Go to Ground",           lambda r: r.action is not A.GO_TO_GROUND or not r.close_order, "it is in Close Order, and so does not Go to Ground"),
    Need("F-M4",  "no Close Order and no Go to Ground in the saddle",     lambda r: not r.mounted or r.action not in (A.FORM_CLOSE_ORDER, A.GO_TO_GROUND), "it is in the saddle: no Close Order and no Go to Ground there"),
    Need("F-M1",  "mounted infantry does not Fire from the saddle",       lambda r: not r.mounted or r.action not in SHOOTING, "it is in the saddle, and mounted infantry does not Fire from there"),
    Need("R-62",  "a garrison may Fire, Rally, Stand To or come out", lambda r: not r.inside or r.action in INDOORS, "it is inside a building, and may only Fire, Rally, Stand To or come out"),
    Need("F-T7",  "the unit has ammunition",                              lambda r: not r.dry or r.action not in SHOOTING, "it is out of ammunition"),
    Need("R-19",  "the gun is not jammed",                                lambda r: not r.jammed or r.action not in SHOOTING, "its gun is jammed"),
    Need("F-T4",  "a Coward never attacks",                               lambda r: not r.coward or r.action not in CHARGING, "its Leader is a Coward, who never attacks"),
    Need("F-T6",  "a Shirker waits until he has been attacked or shot at", lambda r: not r.shirking or r.action not in CHARGING | SHOOTING, "its Leader is a Shirker, and nobody has attacked or shot at it yet"),
))
# fmt: on
