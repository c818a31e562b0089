"""What a list may hold and what it costs; a list of one's own is read from its text, never from a path. [15, 32, 33]"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from grognard.engine.book import BadInput
from grognard.engine.files import twice
from grognard.engine.lists import by_name_or_text
from grognard.engine.livery import cloth_faults, in_colours
from grognard.engine.measures import counted
from grognard.engine.tables import Refusal

from ..words import Arm, Special
from .files import (
    FORCES,
    ForceFile,
    ListedBrigade,
    ListedUnit,
    figure_limits,
    figures_of,
    profile_of,
    row_for,
    sheet,
)

SMALLEST, LARGEST = 2, 8
"""Units in a brigade. [32]"""


def total(listed: ForceFile) -> int:
    """What a list costs, as far as its sheets know its units; leaders are free. [F2.7]"""
    known = [u for b in listed.brigade for u in b.unit if unknown(u, listed.sheet) is None]
    return sum(profile_of(unit, listed.sheet).points for unit in known)


def unknown(unit: ListedUnit, of: str) -> Refusal | None:
    """Why a unit cannot be bought at all: its sheet is no guest of this army, or does not have it. [16, 33, F4.2]"""
    if unit.sheet and unit.sheet != of and unit.sheet not in sheet(of).guests:
        return Refusal(
            "F4.2", f"{unit.called}: units of “{unit.sheet}” do not stand in an army of {sheet(of).title}"
        )
    try:
        row_for(unit, of)
    except BadInput as fault:
        return Refusal("33", str(fault))
    return None


def unit_faults(unit: ListedUnit, of: str) -> list[Refusal]:
    """What is wrong with one unit of a list, a line for each fault."""
    stranger = unknown(unit, of)
    if stranger is not None:
        return [stranger]
    row = row_for(unit, of)
    faults = []
    low, high = figure_limits(unit, of)
    figures = figures_of(unit, of)
    if not low <= figures <= high:
        faults.append(Refusal("15", f"{unit.called} has {figures} figures; {row.name} has {low} to {high}"))
    if len(set(unit.elite)) != len(unit.elite):
        faults.append(Refusal("F2.4", f"{unit.called}: each elite option is taken once"))
    if "fire" in unit.elite and not row.fire:
        faults.append(Refusal("F2.1", f"{unit.called}: only units with a fire value are elite in fire"))
    if unit.understrength and (row.detachment or row.arm is Arm.ARTILLERY):
        faults.append(Refusal("F2.5", f"{unit.called}: a detachment or gun cannot be understrength"))
    return faults + _sheet_faults(unit, of)


def _sheet_faults(unit: ListedUnit, of: str) -> list[Refusal]:
    """Options its sheet does not have."""
    faults = []
    row, options = row_for(unit, of), sheet(unit.sheet or of).options
    if unit.unenthusiastic and (options.unenthusiastic is None or Special.MILITIA in row.specials):
        faults.append(Refusal("F2.6", f"{unit.called} cannot be unenthusiastic"))
    if unit.stoic and row.id not in options.stoics:
        faults.append(Refusal("F4.1", f"{unit.called} cannot be stoic"))
    return faults


def brigade_faults(brigade: ListedBrigade, of: str) -> list[Refusal]:
    """Two to eight units and a leader. [32]"""
    faults = []
    if not SMALLEST <= len(brigade.unit) <= LARGEST:
        faults.append(
            Refusal("32", f"{brigade.name} has {counted(len(brigade.unit), 'unit')}; a brigade has 2 to 8")
        )
    if not brigade.leader.strip():
        faults.append(Refusal("30", f"{brigade.name} has no leader"))
    return faults + [fault for unit in brigade.unit for fault in unit_faults(unit, of)]


def list_faults(listed: ForceFile) -> list[Refusal]:
    """Every fault of a list, one cited line each; empty if it is sound."""
    try:
        sheet(listed.sheet)
    except BadInput as fault:
        return [Refusal("33", str(fault))]
    faults = [fault for b in listed.brigade for fault in brigade_faults(b, listed.sheet)]
    ids = [u.id for b in listed.brigade for u in b.unit]
    faults += [Refusal("33a", f"{each} is listed twice") for each in twice(ids)]
    names = [b.name for b in listed.brigade]
    faults += [Refusal("33a", f"two brigades are called “{name}”") for name in twice(names)]
    if not listed.brigade:
        faults.append(Refusal("32", "an army has at least one brigade"))
    if not listed.commander.strip():
        faults.append(Refusal("30", "an army has an army leader"))
    faults += cloth_faults("33", listed, *(unit for brigade in listed.brigade for unit in brigade.unit))
    if total(listed) > listed.limit:
        faults.append(Refusal("F2.7", f"the list costs {total(listed)} points; its limit is {listed.limit}"))
    return faults


@lru_cache(maxsize=256)
def army(name: str) -> ForceFile:
    """One of the book's own lists by its name, or a player's own by its text: never a file. [33]"""
    return by_name_or_text(name, FORCES, list_faults, _dressed)


def _dressed(listed: ForceFile) -> ForceFile:
    dressed = [msgspec.structs.replace(each, unit=in_colours(listed, each.unit)) for each in listed.brigade]
    return msgspec.structs.replace(listed, brigade=tuple(dressed))
