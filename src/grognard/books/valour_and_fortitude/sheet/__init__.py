"""What players see: the table, the pieces, a unit's card, the hand of cards, labels and phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import isqrt
from typing import Any

from grognard.engine.flow import replace
from grognard.engine.livery import load_wardrobe
from grognard.engine.memo import kept
from grognard.engine.sheet import Sheet
from grognard.engine.verbs import labels_of
from grognard.engine.view import Area, Board, Look, Piece, Rail, RailLook, Row, Tag, View
from grognard.geometry.points import Bounds, Poly

from ..facts.bodies import form, leader_box, stand
from ..facts.command import move_distance
from ..facts.contact import in_contact
from ..facts.forming import form_words
from ..facts.ground import feature
from ..facts.morale import score
from ..state import HALF, Battlefield, Leader, State, Terrain, Unit
from ..steps.verbs import VERBS
from ..tables.fate import FATE, RANKS, verb_of
from ..tables.morale import SCORES
from ..tables.terrain import FEATURES
from ..words import Arm, Form, Order, Where
from .labels import PHRASES
from .overlays import OVERLAYS, sightline

WARDROBE = load_wardrobe("grognard.books.valour_and_fortitude")
LOOKS: Mapping[str, Look] = {
    "building": "village", "wood": "wood", "hill": "hill", "river": "water", "ford": "marsh", "mud": "marsh",
    "road": "road", "track": "road", "path": "road", "bridge": "bridge",
}  # fmt: skip
RAILS: Mapping[str, RailLook] = {
    "high_fence": "wall", "high_hedge": "hedge", "high_wall": "wall", "low_fence": "wall", "low_hedge": "hedge",
    "low_wall": "wall", "stream": "stream",
}  # fmt: skip
GLYPHS: Mapping[Arm, str] = {Arm.INFANTRY: "F", Arm.CAVALRY: "H", Arm.ARTILLERY: "A"}
OBJECTIVE = 150
DRAWN = 4096
"""How many units are remembered as they were drawn."""


def _tags(unit: Unit, inside: str | None, contact: bool, cards: tuple[str, ...] = ()) -> Iterator[Tag]:
    """What can be read off a unit at a glance, in the feature it holds or touching an enemy."""
    if unit.losses:
        yield Tag(f"{unit.losses} of {unit.tenacity} losses", "129", "bad")
    if unit.shaken:
        yield Tag("shaken", "130", "bad")
    if inside is not None:
        yield Tag(f"inside {inside}", "173", "good")
    else:
        yield Tag(formation(unit), formation_cite(unit))
    if contact:
        yield Tag("in contact", "14")
    for card in cards:
        yield Tag(FATE[card].name, FATE.row(card).cite)
    for done, words, cite in (
        (unit.today.shot, "shot", "49"),
        (unit.today.acted, "acted", "67"),
        (unit.today.assaulted, "assaulted", "87"),
        (unit.today.fought, "fought", "110"),
    ):
        if done:
            yield Tag(words, cite)


def _hand_rows(state: State, side: int) -> Iterator[Row]:
    """A side's cards on its army leader's card: how many, and those one may know. [44]"""
    if not state.options.fate_cards:
        return
    fate = state.fates[side]
    yield Row("Fate cards", f"{len(fate.hand)} in hand, {len(fate.deck)} in the deck", "44")
    nation = state.field.sides[side].nation
    for rank in sorted(rank for rank in fate.hand if rank):
        card = card_words(verb_of(nation, rank), rank)
        yield Row(f"{card['rank']}, {card['name']}", f"{card['when']}: {card['words']}", card["cite"])


FORMED: Mapping[Form, str] = {
    Form.MARCH: "22", Form.LINE: "23", Form.ATTACK: "24", Form.OPEN: "F5.13", Form.SQUARE: "F5.17a",
}  # fmt: skip
DRAWN_UP: Mapping[Order, str] = {Order.LIMBERED: "27", Order.UNLIMBERED: "28"}


def huddle(unit: Unit, pose: tuple[int, int, int]) -> tuple[Poly, ...]:
    """A garrison drawn in the middle of its feature, as square as it will go: it has no formation. [173]"""
    files = 1 if unit.arm is Arm.ARTILLERY else max(1, isqrt(unit.figures - 1) + 1)
    close = unit.order if unit.arm is Arm.ARTILLERY else Order.CLOSE
    x, y, facing = pose
    return stand(replace(unit, x=x, y=y, facing=facing, files=files, order=close, spread=(), inside=-1)).bases


def formation(unit: Unit) -> str:
    """What a unit's formation is called; a gun is limbered or not. [27, 28]"""
    return unit.order.value if unit.order in DRAWN_UP else form(unit).value


def formation_cite(unit: Unit) -> str:
    """The rule that makes a unit's formation what it is."""
    return DRAWN_UP.get(unit.order) or FORMED.get(form(unit), "21")


ON_UNITS = frozenset({"hold_the_village", "grand_battery", "directed_fire"})
ON_LEADERS = frozenset({"all_out_attack"})


def _cards_on(state: State, unit: Unit) -> tuple[str, ...]:
    """The cards at work on a unit or on its brigade, which everybody may see. [44]"""
    return tuple(
        [
            spell.card
            for spell in state.spells
            if (spell.card in ON_UNITS and spell.subject == unit.id)
            or (spell.card in BRIGADE_SPELLS and spell.subject == unit.brigade)
        ]
    )


def _cards_of(state: State, leader: Leader) -> tuple[str, ...]:
    """The cards at work round a leader. [44]"""
    return tuple([s.card for s in state.spells if s.card in ON_LEADERS and s.subject == leader.id])


@kept(of=("field", "units", "leaders", "brigades", "spells"))
def _pieces(state: State) -> tuple[Piece, ...]:
    """Everybody on the table, drawn once for all who see the same of it."""
    units = [_piece(state, unit) for unit in state.units if unit.where is not Where.ROUTED]
    leaders = [_leader(state, leader) for leader in state.leaders if leader.where is not Where.ROUTED]
    return (*units, *leaders)


def _piece(state: State, unit: Unit) -> Piece:
    group = state.brigades[unit.brigade].name
    if not unit.on_table:
        return _drawn(state.field, unit, None, group, (None, False, ()))
    around = feature(state, unit.inside).around if unit.inside >= 0 else None
    return _drawn(state.field, unit, around, group, _standing(state, unit))


Standing = tuple[str | None, bool, tuple[str, ...]]


def _standing(state: State, unit: Unit) -> Standing:
    """The feature a unit is in, whether it is in contact, and the cards at work on it. [14, 44, 173]"""
    inside = feature(state, unit.inside).name if unit.inside >= 0 else None
    cards = _cards_on(state, unit) if state.spells else ()
    return inside, unit.on_table and in_contact(state, unit), cards


@lru_cache(maxsize=DRAWN)
def _drawn(field: Battlefield, unit: Unit, around: Bounds | None, group: str, standing: Standing) -> Piece:
    """A unit for the table: drawn once as long as nothing of it changes."""
    at = stand(unit)
    pose = (unit.x, unit.y, unit.facing)
    footprint, bases = (at.body, at.bases) if unit.in_open else ((), ())
    if around is not None:
        # Ranges to and from it are measured from the feature, so that is its outline. [174]
        west, south, east, north = around
        pose = ((west + east) // 2, (south + north) // 2, 0)
        footprint, bases = field.terrain[unit.inside].poly, huddle(unit, pose)
    nation = unit.profile.guest or field.sides[unit.side].nation.value
    # A gun is two bases, not men to be counted. [25]
    figures = 0 if unit.arm is Arm.ARTILLERY else unit.figures
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        arm=unit.arm.value,
        glyph=GLYPHS[unit.arm],
        pose=pose,
        footprint=footprint,
        bases=bases,
        figures=figures,
        full=figures,
        group=group,
        tags=tuple(_tags(unit, *standing)) if unit.on_table else (),
        front=around is None,
        livery=WARDROBE.of(nation, unit.name, unit.profile.key, cloth=unit.cloth),
        status="to come" if unit.where is Where.LATER else "on table",
    )


def _leader(state: State, leader: Leader) -> Piece:
    word = "army leader" if leader.brigade < 0 else state.brigades[leader.brigade].name
    nation = state.field.sides[leader.side].nation.value
    return _drawn_leader(leader, word, nation, _cards_of(state, leader))


@lru_cache(maxsize=DRAWN)
def _drawn_leader(leader: Leader, word: str, nation: str, cards: tuple[str, ...]) -> Piece:
    """A leader for the table: drawn once as long as he stays where he is."""
    on_table = leader.where is Where.TABLE
    return Piece(
        id=leader.id,
        side=leader.side,
        name=leader.name,
        arm="leader",
        glyph="*",
        pose=(leader.x, leader.y, 0),
        footprint=leader_box(leader) if on_table else (),
        bases=(leader_box(leader),) if on_table else (),
        figures=1,
        full=1,
        front=False,
        tags=(Tag(word, "30"), *[Tag(FATE[card].name, FATE.row(card).cite) for card in cards]),
        leader=True,
        livery=WARDROBE.of(nation, leader.name),
        group="" if leader.brigade < 0 else word,
        status="on table" if on_table else "to come",
    )


@kept(of=("units", "leaders"))
def _names(state: State) -> dict[int, str]:
    """Of units and leaders; for many sentences of one moment."""
    return {**{u.id: u.name for u in state.units}, **{x.id: x.name for x in state.leaders}}


def _worth(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


@kept(of=("field", "holders", "defeats", "spells"))
def _points(state: State) -> tuple[Row, ...]:
    """The score and what it is made of. [146, 148]"""
    sides, totals = state.field.sides, score(state)
    return (
        *[Row(s.name, str(totals[i]), "148") for i, s in enumerate(sides)],
        *[
            Row(f"{s.name}: brigades defeated", _worth(state.defeats[1 - i] * SCORES["defeat"]), "146")
            for i, s in enumerate(sides)
        ],
        *_objectives(state),
    )


def _objectives(state: State) -> Iterator[Row]:
    """Who holds what, and what it counts: they add up to the score, Capture doubling one. [148, FC10]"""
    for number, (objective, holder) in enumerate(zip(state.field.objectives, state.holders)):
        held = "nobody" if holder < 0 else state.field.sides[holder].name
        if holder >= 0:
            named = state.spell("capture", holder, number)
            held = f"{held}, {_worth(SCORES['captured' if named else 'objective'])}"
        for side in (0, 1):
            if holder != side and state.spell("capture", side, number):
                held = (
                    f"{held}; {state.field.sides[side].name}: {_worth(SCORES['captured'])} if taken (Capture)"
                )
        yield Row(objective.name, held, "37" if objective.feature >= 0 else "35")


@kept(of=("field", "holders"))
def _flags(state: State) -> tuple[dict[str, Any], ...]:
    """A flag on each objective, in the colour of whoever controls it. [35, 36]"""
    found = []
    for objective, holder in zip(state.field.objectives, state.holders):
        at = objective.at
        if objective.feature >= 0:
            west, south, east, north = feature(state, objective.feature).around
            at = ((west + east) // 2, (south + north) // 2)
        held = "nobody" if holder < 0 else state.field.sides[holder].name
        note = f"{objective.name}: an objective, held by {held}"
        found.append({"at": at, "look": "flag", "note": note, "side": None if holder < 0 else holder})
    return tuple(found)


class VfSheet(Sheet[State]):
    """This book's sheet."""

    labels = labels_of(VERBS)
    phrases = PHRASES
    announces = ("shoots",)
    deeds = ("acted", "shot", "assaulted", "fought", "in contact")
    overlays = OVERLAYS
    sightline = staticmethod(sightline)

    def board(self, state: State) -> Board:
        """The table and everything on it that never moves."""
        field = state.field
        areas = [a for t in field.terrain if not FEATURES[t.kind].line for a in self._areas(t)]
        for objective in field.objectives:
            if objective.feature < 0:
                x, y = objective.at
                corners = ((x, y + OBJECTIVE), (x + OBJECTIVE, y), (x, y - OBJECTIVE), (x - OBJECTIVE, y))
                areas.append(Area("objective", "zone", corners, objective.name, "35"))
        rails = [Rail(t.kind, RAILS[t.kind], t.poly, t.name) for t in field.terrain if FEATURES[t.kind].line]
        rails += [Rail("crest", "edge", t.crest, t.name) for t in field.terrain if t.crest]
        nations = [side.nation.value for side in field.sides]
        guests = [unit.profile.guest for unit in state.units if unit.profile.guest]
        return Board(
            "table",
            field.width,
            field.height,
            "inch",
            tuple(areas),
            tuple(rails),
            tuple(WARDROBE.army(nation) for nation in nations),
            WARDROBE.closet(*nations, *guests),
            shrunk=HALF if state.options.scale == HALF else 1,
        )

    def _areas(self, terrain: Terrain) -> Iterator[Area]:
        cite = FEATURES.row(terrain.kind).cite
        yield Area(terrain.kind, LOOKS[terrain.kind], terrain.poly, terrain.name, cite)
        for contour in terrain.contours:
            yield Area(terrain.kind, LOOKS[terrain.kind], contour, "", cite)

    def view(self, state: State, side: int | None) -> View:
        """All that a side may know: its own cards, and how many the enemy has. [44]"""
        field = state.field
        turn = min(max(state.turn, 1), state.turns)
        who = field.sides[state.side].name
        last = ", time is up" if state.time_up else ""
        scale = " at half scale (1″ is ½″)" if state.options.scale == HALF else ""
        return View(
            "valour_and_fortitude",
            field.name,
            side,
            tuple([s.name for s in field.sides]),
            f"{field.title}{scale}, turn {turn} of {state.turns}{last}: {who}, {state.phase.value} phase",
            _pieces(state),
            _points(state),
            {"cards": self._cards(state, side), "marks": [*_flags(state)]},
        )

    def _cards(self, state: State, side: int | None) -> dict[str, Any]:
        """One's own hand in words; of the other only the number. [44]"""
        found: dict[str, Any] = {}
        for number, fate in enumerate(state.fates):
            nation = state.field.sides[number].nation
            hand: list[dict[str, str]] = []
            if number == side:
                hand = [card_words(verb_of(nation, rank), rank) for rank in sorted(fate.hand) if rank]
            found[str(number)] = {"in_hand": len(fate.hand), "in_deck": len(fate.deck), "hand": hand}
        return found

    def card(self, state: State, unit: int) -> tuple[Row, ...]:
        """A unit's profile and what now applies to it."""
        if unit >= len(state.units):
            leader = state.leader(unit)
            word = "whole army" if leader.brigade < 0 else state.brigades[leader.brigade].name
            rows = [Row("Leader", leader.name, "30"), Row("Commands", word), Row("Moves", "36″", "98")]
            return (*rows, *_hand_rows(state, leader.side)) if leader.brigade < 0 else tuple(rows)
        each = state.units[unit]
        profile = each.profile
        guns = each.arm is Arm.ARTILLERY
        fire = str(profile.fire) if profile.fire else "–"
        rows = [
            Row("Brigade", state.brigades[each.brigade].name, "32"),
            Row(
                "Type",
                "artillery, gun and limber" if guns else f"{each.arm.value}, {each.figures} figures",
                "33",
            ),
            Row("Fire / Melee / Tenacity", f"{fire} / {each.melee} / {each.tenacity}", "33"),
        ]
        if profile.range:
            rows.append(Row("Weapon", f"{profile.weapon}, {profile.range / 100:g}″", "55"))
        rows.append(Row("Special rules", ", ".join(s.value for s in profile.specials) or "none", "33"))
        rows.append(Row("Points", str(profile.points), "33"))
        if each.on_table:
            inside = each.inside >= 0
            cite = "173" if inside else formation_cite(each)
            rows.append(Row("Formation", "none: inside" if inside else form_words(each), cite))
            rows.append(Row("Moves", f"{move_distance(state, each).total / 100:g}″", "76"))
            rows += [Row("Now", tag.words, tag.cite) for tag in _tags(each, *_standing(state, each))]
        return tuple(rows)

    def names(self, state: State) -> dict[int, str]:
        """What to call each unit and leader in the log."""
        return _names(state)

    def sides(self, state: State) -> tuple[str, ...]:
        """What to call each side."""
        return tuple(s.name for s in state.field.sides)

    def noun_words(self, state: State, verb: str, noun: Any) -> str | None:
        """How to say a noun that is neither a unit nor a manoeuvre; None where the plain form will do."""
        if verb in BRIGADE_VERBS:
            return str(state.brigades[noun].name)
        if verb == "capture":
            return str(state.field.objectives[noun].name)
        if verb == "shelter":
            return str(state.field.terrain[noun].name)
        if verb in ("occupy", "step_across", "garrison"):
            return f"{state.units[noun[0]].name}: {state.field.terrain[noun[1]].name}"
        if verb == "any_card":
            return card_name(state, state.side, noun)
        if verb == "rouse":
            return f"{state.units[noun[0]].name}: {card_name(state, state.side, noun[1])}"
        return None

    def noun_units(self, state: State, verb: str, noun: Any) -> tuple[int, ...]:
        """The units a noun stands for: those of a brigade, and its leader. [32]"""
        if verb not in BRIGADE_VERBS:
            return ()
        leader = state.brigade_leader(noun)
        return (*[u.id for u in state.of_brigade(noun)], *([leader.id] if leader else []))


BRIGADE_VERBS = frozenset(
    {
        "brigade",
        "deploy",
        "archdukes_order",
        "breakthrough",
        "perfect_volleys",
        "masses",
        "attaque_a_outrance",
    }
    | {"attack_all", "defensive_fire", "hurrah"}
)


BRIGADE_SPELLS = (BRIGADE_VERBS - {"brigade", "deploy", "breakthrough"}) | {
    "vive_lempereur",
    "vorwaerts",
    "forward",
}
"""Cards at work on every unit of a brigade."""


def card_words(verb: str, rank: int) -> dict[str, str]:
    """A card as its owner reads it."""
    row = FATE.row(verb)
    card = row.value
    return {
        "rank": RANKS[rank],
        "verb": verb,
        "name": card.name,
        "words": row.words,
        "when": card.moment,
        "cite": row.cite,
    }


def card_name(state: State, side: int, rank: int) -> str:
    """A card of a side's fate table by rank and name."""
    verb = verb_of(state.field.sides[side].nation, rank)
    return f"{RANKS[rank]}, {FATE[verb].name}" if verb else RANKS[0]


SHEET = VfSheet()
