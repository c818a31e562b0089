"""Counts that add up: markers, brigades, cards, objectives, the score. [40, 62, 130, 140, 146, 148]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.soundness import Law

from ..state import State
from ..words import Arm, Phase, Special, Where

PACK = 13
"""Cards a side has. [40]"""


def markers_within_tenacity(state: State) -> Iterator[str]:
    """A unit bears as many markers as its tenacity and no more; as many make it shaken. [130, B28]"""
    for unit in state.units:
        if not 0 <= unit.losses <= unit.tenacity:
            yield f"{unit.key} has {unit.losses} losses and tenacity {unit.tenacity}"
        if unit.shaken is not (unit.losses == unit.tenacity):
            yield f"{unit.key}, {unit.losses} of {unit.tenacity}, is told shaken or not wrongly"


def brigades_shatter_with_their_last(state: State) -> Iterator[str]:
    """A brigade is shattered if all its units have routed, and then only; its leader goes with it. [140]"""
    for brigade in state.brigades:
        gone = all(unit.where is Where.ROUTED for unit in state.units if unit.brigade == brigade.id)
        if gone is not brigade.shattered:
            yield f"{brigade.name} is shattered: {brigade.shattered}, its units are gone: {gone}"
        if brigade.shattered and state.leader(brigade.leader).where is Where.TABLE:
            yield f"{brigade.name} is shattered and its leader still there"


def defeats_for_the_shattered(state: State) -> Iterator[str]:
    """Every shattered brigade is a defeat of its army, at least. [140, 146]"""
    for side in (0, 1):
        shattered = sum(brigade.shattered for brigade in state.brigades if brigade.side == side)
        if state.defeats[side] < shattered:
            yield f"side {side} has {shattered} shattered brigades and {state.defeats[side]} defeats"


def routed_for_good(state: State) -> Iterator[str]:
    """Whoever is not on the table is in no feature and holds nobody up. [138]"""
    for unit in state.units:
        if unit.where is not Where.TABLE and (unit.inside >= 0 or unit.on_table):
            yield f"{unit.key} is {unit.where.value} and inside a feature"


def packs_whole(state: State) -> Iterator[str]:
    """Deck, hand and discards of a side are its thirteen cards, each once. [40, 44]"""
    for side, fate in enumerate(state.fates):
        cards = (*fate.deck, *fate.hand, *fate.discards)
        known = [card for card in cards if card]
        if not cards:
            continue
        if len(cards) > PACK or len(set(known)) != len(known) or any(not 0 <= card <= PACK for card in cards):
            yield f"side {side} has the cards {sorted(cards)}"


def active_means_tested(state: State) -> Iterator[str]:
    """Only brigades of the active side that have been picked this turn are active. [62, 63]"""
    for brigade in state.brigades:
        if brigade.active and not brigade.tested:
            yield f"{brigade.name} is active and was not picked"


def shooters_do_not_act(state: State) -> Iterator[str]:
    """Who shot or lent fire support has not acted, but horse artillery and skirmishers. [49, 187, 190]"""
    if state.phase in (Phase.DEPLOYMENT, Phase.MELEE):
        return  # as the melee phase ends a card may let a whole brigade move once more, whatever it did
    for unit in state.units:
        both = unit.today.shot and unit.today.acted
        if both and not unit.today.skirmished and not unit.has(Special.HORSE_ARTILLERY):
            yield f"{unit.key} shot and acted"
        if unit.today.skirmished and unit.today.assaulted:
            yield f"{unit.key} skirmished and assaulted"


def guns_and_squares_do_not_assault(state: State) -> Iterator[str]:
    """Artillery never assaults. [92]"""
    for unit in state.units:
        if unit.today.assaulted and unit.arm is Arm.ARTILLERY:
            yield f"{unit.key} is artillery and assaulted"


def shot_at_once(state: State) -> Iterator[str]:
    """Nobody is shot at twice in a phase, and only in the fire phase. [47]"""
    if len(set(state.shot_at)) != len(state.shot_at):
        yield f"shot at twice: {state.shot_at}"
    if state.shot_at and state.phase is not Phase.FIRE:
        yield f"shot at in the {state.phase.value} phase"


def holders_sound(state: State) -> Iterator[str]:
    """Every objective is held by one side or nobody. [36]"""
    if len(state.holders) != len(state.field.objectives):
        yield "an objective is nobody's business"
    if any(holder not in (-1, 0, 1) for holder in state.holders):
        yield f"objectives are held by {state.holders}"


def tests_for_the_lost(state: State) -> Iterator[str]:
    """Brigades test only for units that have routed. [141]"""
    for number in state.routed:
        if state.units[number].where is not Where.ROUTED:
            yield f"a test is due for {state.units[number].key}, who has not routed"


def score_adds_up(state: State) -> Iterator[str]:
    """Whoever has more objectives held and defeats inflicted has won; or an army is gone. [148, B66]"""
    told = state.outcome
    if told is None:
        return
    mine = [
        state.defeats[1 - side]
        + sum(
            1 + state.spell("capture", side, number)
            for number, holder in enumerate(state.holders)
            if holder == side
        )
        for side in (0, 1)
    ]
    gone = [all(u.where is Where.ROUTED for u in state.units if u.side == side) for side in (0, 1)]
    best = None if mine[0] == mine[1] else mine.index(max(mine))
    if state.options.wipeout_wins and gone[0] != gone[1]:
        best = gone.index(False)
    if told.winner != best:
        yield f"{told.words}, but it stands {mine[0]} to {mine[1]}"


LAWS = (
    Law(
        "a unit has no more markers than tenacity, and as many make it shaken",
        ("130", "B28", "B29"),
        at=markers_within_tenacity,
    ),
    Law(
        "a brigade is shattered when its last unit has routed", ("140",), at=brigades_shatter_with_their_last
    ),
    Law("each shattered brigade is a defeat", ("140", "146"), at=defeats_for_the_shattered),
    Law("whoever has routed or is still to come is nowhere on the table", ("138", "149"), at=routed_for_good),
    Law("deck, hand and discards are the side's thirteen cards", ("40", "44"), at=packs_whole),
    Law("only picked brigades are active", ("62", "63"), at=active_means_tested),
    Law(
        "who shot does not act, and who skirmished does not assault",
        ("49", "187", "190"),
        at=shooters_do_not_act,
    ),
    Law("artillery does not assault", ("92",), at=guns_and_squares_do_not_assault),
    Law("nobody is shot at twice in a phase", ("47",), at=shot_at_once),
    Law("each objective is held by one side or nobody", ("36",), at=holders_sound),
    Law("fortitude is tested for routed units only", ("141",), at=tests_for_the_lost),
    Law("the score decides, or an army is gone", ("148", "B66"), at=score_adds_up),
)
