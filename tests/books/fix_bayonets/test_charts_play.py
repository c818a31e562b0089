"""The charts that are procedures: sequences in order, what is forbidden to whom, retreats, orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.assault import why_not_assault
from grognard.books.fix_bayonets.facts.charging import reactors, why_not_charge
from grognard.books.fix_bayonets.facts.checks import why_not_square
from grognard.books.fix_bayonets.facts.command import initiative_hexes, sees
from grognard.books.fix_bayonets.facts.fire import why_not_fire
from grognard.books.fix_bayonets.facts.moving import change_price, changes, prolonge_hexes
from grognard.books.fix_bayonets.facts.moving import steps as ways
from grognard.books.fix_bayonets.facts.retreat import rank
from grognard.books.fix_bayonets.sequence import SEQUENCES
from grognard.books.fix_bayonets.state import OM, Leader, State, Unit
from grognard.books.fix_bayonets.steps.env import Charging, Turn
from grognard.books.fix_bayonets.tables.limits import RETREAT
from grognard.books.fix_bayonets.words import Formation, Kind, Trait, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.charts import CHARTS
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, Drill, at, chief, country, man, state
from tests.books.fix_bayonets.test_charts import READ_BACK
from tests.rules import rule

F = Formation
POOR = (Trait.POOR,)
FOOT = man(0, 0, INF, "column", 4, "1620")
HORSE = man(0, 0, CAV, "column", 4, "1620")
GUN = man(0, 0, ART, "unlimbered", 1, "1620")
FOE = man(1, 1, INF, "column", 4, "1619")
FAR = replace(FOE, hex=at("1610"))


def scene(unit: Unit, foe: Unit = FAR, **more: Any) -> State:
    boss = replace(chief(0, 0, "1622", cr=9, card=more.pop("card", None)), command=0)
    leaders = more.pop("leaders", (boss,))
    return replace(
        state(unit, foe, **more), leaders=leaders, active=tuple(one.id for one in leaders if one.side == 0)
    )


def reserve(base: State) -> State:
    return replace(base, commands=(replace(base.commands[0], reserve=True), base.commands[1]))


def may_fire(base: State) -> bool:
    return why_not_fire(base, base.units[0], Kind.ACTIVE) is None


def may_assault(base: State) -> bool:
    return why_not_assault(base, (base.units[0],)) is None


def may_charge(base: State) -> bool:
    return why_not_charge(base, (base.units[0],)) is None


def may_move(base: State) -> bool:
    return bool(ways(base, (base.units[0],), 20, True))


def may_react(base: State) -> bool:
    return bool(reactors(base, base.units[1], ()))


def may_prolonge(base: State) -> bool:
    return bool(prolonge_hexes(base, (base.units[0],)))


def may_become(base: State) -> set[Formation]:
    return set(changes(base, (base.units[0],), 20, 20, True))


def may_limber(base: State) -> bool:
    return F.LIMBERED in may_become(base)


def may_reform(base: State) -> bool:
    return bool(may_become(base))


Act = Callable[[State], bool]
STATUS_ACTS: dict[tuple[str, str], tuple[Act, Unit, Unit]] = {
    ("disordered", "charge"): (may_charge, HORSE, FAR),
    ("disordered", "assault"): (may_assault, FOOT, FOE),
    ("disordered", "fire"): (may_fire, FOOT, FOE),
    ("suppressed", "limber"): (may_limber, GUN, FAR),
    ("suppressed", "prolonge"): (may_prolonge, GUN, FAR),
    ("suppressed", "fire"): (may_fire, GUN, FAR),
    ("spent_cav", "charge"): (may_charge, HORSE, FAR),
    ("spent_cav", "reform"): (may_reform, HORSE, FAR),
    ("square", "assault"): (may_assault, FOOT, FOE),
    ("reserve", "charge"): (may_charge, HORSE, FAR),
    ("reserve", "assault"): (may_assault, FOOT, FOE),
    ("reserve", "fire"): (may_fire, FOOT, FOE),
    ("reserve", "move"): (may_move, FOOT, FAR),
    ("reserve", "reaction"): (may_react, HORSE, replace(FAR, hex=at("1617"))),
}
STATUS_ON: dict[str, Callable[[State], State]] = {
    "disordered": lambda base: remade(base, order="disordered"),
    "suppressed": lambda base: remade(base, suppressed=2),
    "spent_cav": lambda base: remade(base, spent=True),
    "square": lambda base: remade(base, formation=F.SQUARE),
    "reserve": reserve,
}


def remade(base: State, order: str = "", **changed: Any) -> State:
    unit = base.units[0]
    if order:
        unit = man(0, 0, unit.arm, order, unit.full, GRID.label(unit.hex))
    return replace(base, units=(replace(unit, **changed), *base.units[1:]))


@rule("STA-01", "STA-02", "STA-03", "STA-04", "STA-06", "R-60", "R-67")
@pytest.mark.parametrize(("status", "act"), list(STATUS_ACTS))
def test_what_a_status_forbids(status: str, act: str) -> None:
    allowed, unit, foe = STATUS_ACTS[status, act]
    ready = scene(unit, replace(foe, hex=at("1617")) if act == "charge" else foe)
    assert allowed(ready)
    assert not allowed(STATUS_ON[status](ready))


def test_no_status_is_left_out() -> None:
    chart = CHARTS["T18_status"]
    assert set(STATUS_ACTS) == {(key, act) for key, cells in chart.items() for act in cells.get("no", ())}


# ---- out of command, poorly trained


def out_of_command(base: State) -> State:
    return remade(base, ooc=True)


def t19() -> dict[str, Any]:
    ready = scene(FOOT)
    out = out_of_command(ready)
    leader = ready.leaders[0].hex
    nearer = set(ways(out, (out.units[0],), 20, True))
    moves = "only nearer to own formation leader"
    if not nearer or any(GRID.distance(there, leader) >= GRID.distance(FOOT.hex, leader) for there in nearer):
        moves = f"to {nearer}"
    beside = scene(
        FOOT, man(1, 1, INF, "column", 4, "1622"), leaders=(replace(chief(0, 0, "1623", cr=9), command=0),)
    )
    limbered = scene(replace(GUN, formation=F.LIMBERED))
    banned: dict[str, tuple[Act, State]] = {
        "unlimber": (lambda base: F.UNLIMBERED in may_become(base), limbered),
        "charge": (may_charge, scene(HORSE, replace(FOE, hex=at("1617")))),
        "assault": (may_assault, scene(FOOT, FOE)),
        "move_adjacent_to_enemy": (lambda base: at("1621") in ways(base, (base.units[0],), 20, True), beside),
    }  # fmt: skip
    never = [act for act, (may, base) in banned.items() if may(base) and not may(out_of_command(base))]
    into = {F.COLUMN: "column", F.ROAD: "road_column", F.GENERAL: "general_order"}
    line = scene(replace(FOOT, formation=F.LINE, facing=1))
    forms = may_become(line) & may_become(out_of_command(line))
    return {
        "move": moves,
        "never": never,
        "formation_change_to": [name for form, name in into.items() if form in forms] if len(forms) == 3 else sorted(forms),
    }  # fmt: skip


def t20() -> dict[str, Any]:
    square = scene(replace(FOOT, formation=F.SQUARE))
    charger = man(1, 1, CAV, "column", 4, "1617")
    acts: dict[str, Callable[[State], bool]] = {
        "move_in_square": lambda base: may_move(remade(base, formation=F.SQUARE)),
        "reaction_square": lambda base: why_not_square(base, (base.units[0],), base.units[1]) is None,
    }
    ready = scene(FOOT, charger)
    foot = [act for act, may in acts.items() if may(ready) and not may(remade(ready, traits=POOR))]
    assert may_move(square)
    guns = scene(GUN)
    poor_guns = remade(guns, traits=POOR)
    led = replace(poor_guns, leaders=(replace(poor_guns.leaders[0], hex=GUN.hex),))
    limbers = may_limber(guns) and not may_limber(poor_guns) and may_limber(led)
    prices = [change_price((replace(unit, traits=POOR),), form, 2 * unit.mcf) for unit, form in (
        (FOOT, F.LINE), (HORSE, F.LINE), (GUN, F.LIMBERED))]  # fmt: skip
    routed = replace(man(0, 0, INF, "routed", 4, "1620"), traits=POOR)
    drill = Drill(replace(scene(routed), initiative=0), "turn", Turn()).do("rally", 0).fall(9)
    return {
        "inf": {"no": foot},
        "cav": {"tem_check_to": ["charge"] if _checks_to_charge() else []},
        "art": {"needs_leader_to": ["limber"] if limbers else []},
        "all": {
            "failed_rally": "ELIM" if drill.unit(0).where is Where.DEAD else "stays",
            "formation_cost_row": "poor"
            if prices == [2 * FOOT.mcf, 2 * -(-HORSE.mcf // 2), 4]
            else f"{prices}",
        },
    }


def _checks_to_charge() -> bool:
    found = []
    for traits in ((), POOR):
        base = scene(replace(HORSE, traits=traits), replace(FOE, hex=at("1617")))
        drill = Drill(base, "charge", Charging(0)).do("charge", (0, 1))
        found.append(getattr(drill.waits, "cite", "") == "PT-03")
    return found == [False, True]


# ---- sequences

STEPS = {
    "ReturnLeaders": "leaders_return", "RallyUnits": "rally_units_and_trains", "Reinforce": "ready_reinforcements",
    "WeatherRoll": "weather_and_events", "CardsBack": "cards_to_hand", "FlipPassive": "flip_passive",
    "Recover": "spent_infantry_recovers", "Fatigue": "fatigue", "CohesionStep": "cohesion", "CompletedOMs": "completed_oms_off",
    "AutomaticVictory": "automatic_victory", "Clock": "clock",
}  # fmt: skip
ACTIVATION = {
    "Initiative": "a_initiative", "MarkOOC": "b_mark_ooc", "EachFormation": "c_leader_then_units_move_assault_declare_fire",
    "ChargeSegment": "d_charge_segment", "Tidy": "e_unmark_ooc",
}  # fmt: skip
ASSAULT = {
    "Withdraw": "defender_reaction_moves", "CloseUp": "attackers_advance", "Receive": "defender_receive_check",
    "Clash": "odds_and_melee", "Occupy": "advance_after_combat",
}  # fmt: skip
CHARGE = {
    "DeclareCharges": "declare_place_markers_remove_spent", "Gallop": "alternate_1_hex_charge_then_reaction",
    "Contacts": "receive_checks_defensive_fire_melee", "ForcedRegroup": "forced_regroup_retreat_pursuit",
    "FreeRegroup": "free_regroup_of_active_chargers", "EndCharge": "remove_charge_and_failed_markers",
}  # fmt: skip


def played(sequence: str, names: dict[str, str]) -> list[str]:
    """The named steps of a sequence, in the order they are played."""
    return [names[kind] for step in SEQUENCES[sequence] if (kind := type(step).__name__) in names]


def t21() -> dict[str, Any]:
    turn = [type(step).__name__ for step in SEQUENCES["turn"]]
    steps = played("turn", STEPS)
    first, second = turn.index("PlayOperations"), turn.index("PlayAssaults")
    before = [STEPS[name] for name in turn[:first] if name in STEPS]
    after = [STEPS[name] for name in turn[second:] if name in STEPS]
    assert steps == before + after
    operations = {"PlayCards": "card_starts_stack", "Interrupt": "interrupt_top", "Activate": "activate_top"}
    return {
        "order": ["rally", "operations", "assault", "cleanup"] if first < second else ["another order"],
        "rally": before,
        "operations": played("operations", operations),
        "activate_top": played("activation", ACTIVATION),
        "cleanup": after,
    }


# ---- retreats, flow, initiative


def retreat_hexes() -> list[dict[str, Any]]:
    """The class each kind of hex has for foot at 1616 with its depot to the south."""
    unit, foe = man(0, 0, INF, "disordered", 4, "1616"), man(1, 1, INF, "column", 4, "1612")
    field = country()

    def found(*others: Unit, there: str) -> int | None:
        return rank(state(unit, *others, field=field), unit, unit.hex, at(there))

    rear = replace(man(1, 1, INF, "column", 4, "1617"), facing=6)  # its back to 1616's neighbours
    friend = man(2, 0, INF, "column", 4, "1617")
    guns = man(1, 1, ART, "unlimbered", 1, "1619", facing=0)
    return [
        {"p": found(foe, there="1617"), "empty": True, "skirmish_or_opfire_zone": False, "nearer_depot": True},
        {"p": found(foe, there="1716"), "empty": True, "skirmish_or_opfire_zone": False},
        {"p": found(guns, there="1617"), "empty": True, "adjacent_enemy": False},
        {"p": found(replace(rear, hex=at("1618"), facing=0), there="1617"), "empty": True},
        {"p": found(foe, friend, there="1617"), "friendly_occupied": True, "then": "resolve_stacking",
         "always_selectable": "choice" in RETREAT.row(5).words},
    ]  # fmt: skip


FLOW = {
    "1": ("operations", "PlayCards"), "2": ("activation", "Bring"), "3": ("activation", "MarkOOC"), "4a": ("formation", "Ride"),
    "4b": ("formation", "Ride"), "4c": ("formation", "Ride"), "5": ("formation", "UnitsAct"), "6": ("activation", "EachFormation"),
    "7": ("activation", "ChargeSegment"), "8": ("operations", "Activate"),
}  # fmt: skip


def flow() -> dict[str, Any]:
    """Each line of the flow summary has its step in its sequence; what the step does is played in test_command."""
    words = CHARTS["T25_operations_flow"]
    found = {}
    for line, (sequence, name) in FLOW.items():
        steps = [step for step in SEQUENCES[sequence] if type(step).__name__ == name]
        cited = f"OPS-{line.zfill(2 + line[-1].isalpha())}"
        text = " ".join(f"{step.cite} {type(step).__doc__}" for step in steps)
        found[line] = words[line] if cited in text else f"{cited} is not in {name}"
    return found


def initiative() -> dict[str, Any]:
    plain, bold = (replace(chief(0, 0, "1620"), command=0, flexible=flexible) for flexible in (False, True))
    order = OM(at("1612"))
    other: set[int] = set()

    def far(one: Leader) -> int:
        base = scene(FOOT, leaders=(one,))
        origin = one.hex if one.om is None else one.om.hex
        found = set(initiative_hexes(base, one.id)) - (other if one.om is None else set())
        return max(GRID.distance(origin, there) for there in found)

    up, low = replace(chief(1, 0, "1206"), command=-1), replace(chief(2, 0, "2008"), command=1)
    base = scene(FOOT, leaders=(replace(plain, superior=up.id), up, replace(low, superior=plain.id)))
    hexes = set(initiative_hexes(base, plain.id))
    south = {
        here
        for here in range(GRID.size)
        if GRID.distance(here, at("1631")) < GRID.distance(plain.hex, at("1631"))
    }
    beside = {here for here in range(GRID.size) if GRID.distance(here, FAR.hex) <= 1}
    assert hexes == south | beside | {up.hex, low.hex}
    other |= south | beside
    screen = replace(man(2, 0, INF, "column", 4, "1617"), command=0)
    rise = replace(scene(FOOT, leaders=(plain,)), units=(FOOT, FAR, screen))
    return {
        "without_om": {"a": "in_or_adjacent_to_enemy_hex_in_los", "b": "hex_nearer_friendly_depot",
                       "c": "hex_of_subordinate_or_superior_leader", "d_flexible_radius": far(bold)},
        "with_non_dwelling_om_shift": {"normal": far(replace(plain, om=order)), "flexible": far(replace(bold, om=order))},
        "own_subordinates_never_block_los": sees(rise, plain, FAR.hex),
    }  # fmt: skip


PLAYED: dict[str, Callable[[], Any]] = {
    "T15_notes": lambda: {
        "poor_artillery_needs_stacked_leader_to_try_to_limber": t20()["art"]["needs_leader_to"] == ["limber"],
        "all_applies_to": "difficult_to_limber, limbering only" if _difficult() else "more",
    },
    "T19_out_of_command": t19,
    "T20_poorly_trained": t20,
    "T21_sequence": t21,
    "T22_assault_steps": lambda: ["pick_marked_stacks_and_target", *played("assault", ASSAULT)],
    "T23_charge_steps": lambda: played("charge", CHARGE),
    "T24_retreat": retreat_hexes,
    "T25_operations_flow": flow,
    "T26_initiative": initiative,
}


def _difficult() -> bool:
    hard = replace(GUN, traits=(Trait.DIFFICULT,))
    limber = change_price((hard,), F.LIMBERED, 14)
    unlimber = change_price((replace(hard, formation=F.LIMBERED),), F.UNLIMBERED, 14)
    return (limber, unlimber) == (14, 4)


MARKS = {
    "T15_notes": ("FCC-03", "FCC-03a", "FCC-07", "R-39", "R-80"), "T19_out_of_command": tuple(f"OOC-0{n}" for n in range(1, 6)),
    "T20_poorly_trained": tuple(f"PT-0{n}" for n in range(1, 7)), "T21_sequence": tuple(f"SEQ-{n:02}" for n in range(1, 18)),
    "T22_assault_steps": tuple(f"ASP-0{n}" for n in range(1, 7)), "T23_charge_steps": tuple(f"CHG-0{n}" for n in range(1, 7)),
    "T24_retreat": tuple(f"RET-0{n}" for n in range(1, 7)),
    "T25_operations_flow": ("OPS-01", "OPS-02", "OPS-03", "OPS-04a", "OPS-04b", "OPS-04c", "OPS-05", "OPS-06", "OPS-07", "OPS-08"),
    "T26_initiative": ("INI-01a", "INI-01b", "INI-01c", "INI-01d", "INI-02", "INI-03"),
}  # fmt: skip


@pytest.mark.parametrize("chart", [pytest.param(key, marks=rule(*MARKS[key])) for key in PLAYED])
def test_play_follows_its_chart(chart: str) -> None:
    assert PLAYED[chart]() == CHARTS[chart]


def test_no_chart_is_left_out() -> None:
    assert set(READ_BACK) | set(PLAYED) == set(CHARTS)
