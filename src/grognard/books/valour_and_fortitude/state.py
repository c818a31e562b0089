"""The state of a battle: frozen values of this book alone. Lengths in hundredths of an inch."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.engine.book import Outcome
from grognard.engine.desks import UnitTable
from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.engine.options import LEFT_OUT, Whole

from .words import Arm, Nation, Order, Phase, Special, Where

Point = tuple[int, int]


HALF = 2
"""The switch `scale` for half scale. [F7.8]"""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The book's switches, with the defaults of the rulings."""

    front_arc_half_angle: int = 450
    """How far a figure's front arc reaches to each side. [B2]"""
    shoot_past_engaged: bool = True
    """Enemies that may not be picked do not shield those behind them. [B10]"""
    fight_back_is_main: bool = True
    """A unit that fights back has the +1 without markers and the rerolls of a main attacker. [B18]"""
    fight_back_support: bool = True
    """The inactive side lends melee support to a unit that fights back. [B19]"""
    retreat_arc_touched_only: bool = False
    """Only enemies a retreat started touching bind where it ends. [B20]"""
    tie_needs_edge: bool = False
    """A defender wins ties only if the attacker is not also in cover or uphill. [B24]"""
    canister_fills_two: bool = True
    """Canister support counts two against the limit of supporters. [B45]"""
    open_order_min_one: bool = True
    """Halved losses of open order are never fewer than one. [B61]"""
    headstrong_fighting_back: bool = True
    """Headstrong also follows a fight in which the unit fought back. [B65]"""
    wipeout_wins: bool = True
    """A side with nobody left loses at the end of the turn. [B66]"""
    see_through_touched_feature: bool = False
    """A wood or building hides nobody who touches it from outside. [B74]"""
    feature_contact_always: bool = True
    """Three figures on an occupied feature are contact in every phase, not only in melee. [B76]"""
    shattered_brigades_test: bool = False
    """A brigade whose last unit has routed takes its fortitude test as well. [B31]"""
    flank_as_fits: bool = False
    """On a flank too short for three of its bases a unit assaults with as many as stand behind the front edge. [B41]"""
    square_dense_in_melee: bool = False
    """Artillery has its +1 against a square in melee too. [B59]"""
    cover_by_one_figure: bool = False
    """One front-rank figure that touches a barrier puts the whole unit in cover. [B85]"""
    reinforcements_may_wait: bool = False
    """Reinforcements that could come on may be held back. [B86]"""
    heavy_guns_in_melee: bool = False
    """Heavy Artillery has its +1 to hit in melee too. [B87]"""
    fresh_leaders_ride: bool = False
    """The leader of a brigade that has just arrived moves in that turn. [B88]"""
    pause_at_windows: bool = True
    """Ask at every window for cards the enemy must reckon with, held or not, so that a pause tells him nothing. [44]"""
    fate_cards: bool = True
    """Play with the fate decks. [40]"""
    free_deployment: bool = False
    """The players set up by themselves, brigade by brigade, instead of the standard set-up. [44a]"""
    turn_limit: int = 0
    """Turns for each side; 0: as the scenario says. [38]"""
    clock: bool = False
    """Played to a time of day: as a turn ends its side says whether the time is over. The turn limit holds too. [B68]"""
    first_army: str = ""
    """An army list for the first side, instead of the scenario's. [34]"""
    second_army: str = ""
    """An army list for the second side, instead of the scenario's. [34]"""
    ground: Whole = LEFT_OUT
    """An open battle's table is drawn by this number; 0: as it is written. [F7.7]"""
    size: Whole = LEFT_OUT
    """The most points either side may bring; 0: as many as it likes. [F7.7]"""
    scale: Whole = LEFT_OUT
    """Half scale for a small table: every inch is half an inch or a centimetre there, units have half the figures. [F7.8]"""

    def __post_init__(self) -> None:
        if not 100 <= self.front_arc_half_angle <= 900:
            raise ValueError("front_arc_half_angle must be from 100 to 900 tenths of a degree")
        if not 0 <= self.turn_limit <= 50:
            raise ValueError("turn_limit must be from 0 to 50")
        if (self.scale or 0) not in (0, 1, HALF):
            raise ValueError("scale must be 1, as written, or 2, half scale")


class Terrain(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of ground or a line across it. [153–158]"""

    kind: str
    name: str
    poly: tuple[Point, ...]
    crest: tuple[Point, ...] = ()
    """A hill's crest line. [B56]"""
    contours: tuple[tuple[Point, ...], ...] = ()
    """A hill's higher contours, from the lowest; its outline is level 1. [B56]"""
    group: str = ""
    """The large feature this is a section of. [183]"""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a side may deploy. [44a]"""

    side: int
    poly: tuple[Point, ...]


class Objective(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that counts at the end: a point, or a defendable feature. [35, 37]"""

    name: str
    at: Point
    feature: int = -1


class SideFacts(msgspec.Struct, frozen=True):
    """A side as the scenario names it."""

    key: str
    name: str
    nation: Nation
    commander: str


class Battlefield(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """What never changes during a game."""

    name: str
    title: str
    width: int
    height: int
    turns: int
    first: int
    sides: tuple[SideFacts, SideFacts]
    terrain: tuple[Terrain, ...]
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()


class Profile(msgspec.Struct, frozen=True, cache_hash=True):
    """What the army sheet says of a unit, list options included. [33]"""

    key: str
    arm: Arm
    fire: int
    """0: the unit has no fire value. [B16]"""
    range: int
    melee: int
    tenacity: int
    specials: tuple[Special, ...]
    points: int
    weapon: str = ""
    detachment: bool = False
    """The profile has Detachment in its name. [B67]"""
    guest: str = ""
    """The sheet it is bought from, if that is not its army's own. [F4.2]"""


class Today(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit has done or suffered this turn; wiped when a turn begins."""

    shot: bool = False
    """It shot or lent fire support. [49]"""
    skirmished: bool = False
    """It shot only by skirmishing, so it may still act. [190]"""
    acted: bool = False
    freed: bool = False
    """A card lets it act though its brigade or messenger failed. [43]"""
    entered: bool = False
    """It occupied a feature this turn. [176]"""
    assaulted: bool = False
    fought: bool = False
    """It attacked or lent support this melee phase. [110]"""
    won: bool = False
    """It won a fight this phase. [135]"""
    arrived: bool = False


class Unit(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, dict=True):
    """One unit. Its pose is the centre of its whole rectangle; a gun's that of gun and limber together."""

    id: int
    key: str
    name: str
    side: int
    brigade: int
    profile: Profile
    figures: int
    x: int = 0
    y: int = 0
    facing: int = 0
    files: int = 1
    order: Order = Order.CLOSE
    spread: tuple[int, ...] = ()
    """How loosely it stands, where that is a choice: in open order the gap between figures; of an unlimbered gun
    how far its limber is to the right of and behind the gun, and its turn against it. Nothing: as usual. [25, F5.13]"""
    inside: int = -1
    """The feature it occupies, by its number in the terrain list. [173]"""
    where: Where = Where.TABLE
    losses: int = 0
    melee_plus: int = 0
    """What cards and unpredictability have made of its melee value."""
    tenacity_plus: int = 0
    veteran: bool = False
    """It no longer counts as militia: a card's doing."""
    rolled: bool = False
    """Its unpredictability is settled."""
    today: Today = Today()
    twofold: bool = False
    """At half scale: half the figures, each with the room of two by two. [F7.8, B89]"""
    cloth: str = ""
    """Coat and facings of its list's own, over its livery; nothing to the rules."""

    @property
    def arm(self) -> Arm:
        """Its type."""
        return self.profile.arm

    @property
    def on_table(self) -> bool:
        """Whether it is in the battle, inside a feature or out."""
        return self.where is Where.TABLE

    @property
    def in_open(self) -> bool:
        """Whether its figures stand on the table."""
        return self.where is Where.TABLE and self.inside < 0

    @property
    def in_feature(self) -> bool:
        """Whether it occupies a feature. [173]"""
        return self.inside >= 0

    @property
    def tenacity(self) -> int:
        """How many losses it bears. [130]"""
        return max(1, self.profile.tenacity + self.tenacity_plus)

    @property
    def melee(self) -> int:
        """Its melee value, before any modifier of a fight."""
        return max(1, self.profile.melee + self.melee_plus)

    @property
    def shaken(self) -> bool:
        """As many losses as its tenacity; being shaken bars no action. [130, 146b, B27]"""
        return self.losses >= self.tenacity

    def has(self, special: Special) -> bool:
        """Whether a special rule applies to it."""
        if special is Special.MILITIA and self.veteran:
            return False
        return special in self.profile.specials

    def __repr__(self) -> str:
        place = f"({self.x / 100:g}, {self.y / 100:g}) facing {self.facing / 10:g}"
        return (
            f"<{self.key} {self.name}: {self.figures} in {self.files} {self.order} at {place} {self.where}>"
        )


class Leader(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """A brigade's leader, or the army leader. His id follows those of the units; he is no unit. [30, 31]"""

    id: int
    name: str
    side: int
    brigade: int = -1
    """-1: the army leader."""
    x: int = 0
    y: int = 0
    inside: int = -1
    where: Where = Where.TABLE
    entered: bool = False

    @property
    def in_open(self) -> bool:
        """Whether his base stands on the table."""
        return self.where is Where.TABLE and self.inside < 0

    @property
    def in_feature(self) -> bool:
        """Whether he has gone into a feature. [170]"""
        return self.inside >= 0


class Brigade(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """Some units under one leader. [32]"""

    id: int
    name: str
    side: int
    leader: int
    arrives: int = 0
    """The turn in which it comes as reinforcements; 0: it deploys. [149]"""
    entry: Point = (0, 0)
    tested: bool = False
    """It has been picked this turn. [62]"""
    active: bool = False
    """It was activated this turn. [63]"""
    shattered: bool = False


class Fate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's cards by rank, 1 to 13; 0 is a card one does not know. [40, 44]"""

    deck: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()


class Spell(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a card does for a while: to the end of the phase, of the turn, or of the battle."""

    card: str
    side: int
    subject: int = -1
    until: str = "phase"


class State(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A whole battle. What is worked out from it is kept beside it, on the frozen value."""

    field: Battlefield
    options: Options
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    brigades: tuple[Brigade, ...]
    fates: tuple[Fate, Fate]
    turn: int = 0
    """How many turns each side has begun, the active side counted."""
    side: int = 0
    """The active side. [44a]"""
    phase: Phase = Phase.DEPLOYMENT
    holders: tuple[int, ...] = ()
    """Who controls each objective; -1: nobody. [36]"""
    defeats: tuple[int, int] = (0, 0)
    """Defeats suffered by each army. [146]"""
    first_pick: bool = True
    """No brigade has been picked yet this turn. [66]"""
    shot_at: tuple[int, ...] = ()
    """Enemies already shot at this phase. [47]"""
    routed: tuple[int, ...] = ()
    """Units routed this phase that their brigade must test for. [141]"""
    spells: tuple[Spell, ...] = ()
    time_up: bool = False
    """Somebody has looked at the clock; the battle ends when both sides have had equally many turns. [38]"""
    outcome: Outcome | None = None

    @kept(of=("units",))
    def of_side(self, side: int) -> tuple[Unit, ...]:
        """A side's units in the battle."""
        return tuple([u for u in self.units if u.side == side and u.where is Where.TABLE])

    @kept(of=("units",))
    def of_brigade(self, brigade: int) -> tuple[Unit, ...]:
        """A brigade's units in the battle."""
        return tuple([u for u in self.units if u.brigade == brigade and u.where is Where.TABLE])

    def army_leader(self, side: int) -> Leader | None:
        """A side's army leader, while he is on the table."""
        for leader in self.leaders:
            if leader.side == side and leader.brigade < 0 and leader.where is Where.TABLE:
                return leader
        return None

    def leader(self, number: int) -> Leader:
        """A leader by his id."""
        return self.leaders[number - len(self.units)]

    def brigade_leader(self, brigade: int) -> Leader | None:
        """A brigade's leader, while he is on the table."""
        leader = self.leader(self.brigades[brigade].leader)
        return leader if leader.where is Where.TABLE else None

    def spell(self, card: str, side: int, subject: int = -1) -> bool:
        """Whether a card is at work for a side, on a subject."""
        return any(s.card == card and s.side == side and s.subject == subject for s in self.spells)

    @property
    def turns(self) -> int:
        """How many turns each side has. [38]"""
        return self.options.turn_limit or self.field.turns


class Desk(UnitTable[State, Unit]):
    """What this book's steps work on."""

    __slots__ = ()

    def put_leader(self, leader: int, **changes: Any) -> None:
        """Change fields of a leader."""
        at = leader - len(self.state.units)
        leaders = self.state.leaders
        changed = replace(leaders[at], **changes)
        self.state = replace(self.state, leaders=(*leaders[:at], changed, *leaders[at + 1 :]))

    def put_brigade(self, brigade: int, **changes: Any) -> None:
        """Change fields of a brigade."""
        brigades = self.state.brigades
        changed = replace(brigades[brigade], **changes)
        self.state = replace(self.state, brigades=(*brigades[:brigade], changed, *brigades[brigade + 1 :]))

    def put_fate(self, side: int, **changes: Any) -> None:
        """Change a side's cards."""
        changed = replace(self.state.fates[side], **changes)
        mine, theirs = (changed, self.state.fates[1]) if side == 0 else (self.state.fates[0], changed)
        self.set(fates=(mine, theirs))

    def cast(self, card: str, side: int, subject: int = -1, until: str = "phase") -> None:
        """A card begins to work."""
        self.set(spells=(*self.state.spells, Spell(card, side, subject, until)))

    def dispel(self, card: str) -> None:
        """A card's work is over."""
        self.set(spells=tuple(s for s in self.state.spells if s.card != card))


def foe(side: int) -> int:
    """The other side."""
    return 1 - side
