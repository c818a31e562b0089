"""Fate cards: windows that open only for a side with a card that fits the moment. [43, 44]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.books.valour_and_fortitude.facts.bodies import form
from grognard.books.valour_and_fortitude.state import Desk, State, Unit, foe
from grognard.books.valour_and_fortitude.tables.fate import FATE, verb_of
from grognard.books.valour_and_fortitude.words import Form, Special
from grognard.engine.choices import Ask
from grognard.engine.domains import Cards, Cells, Domain, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step

Offers = dict[str, Domain | None]


def held(state: State, side: int) -> frozenset[str]:
    """The cards a side has in hand, by what they do."""
    nation = state.field.sides[side].nation
    return frozenset(verb_of(nation, rank) for rank in state.fates[side].hand if rank)


def holds(state: State, side: int, verb: str) -> bool:
    """Whether a side holds a card."""
    return bool(state.fates[side].hand) and verb in held(state, side)


def discard(t: Desk, side: int, rank: int) -> None:
    """A card is played or thrown away. [44]"""
    fate = t.state.fates[side]
    hand = list(fate.hand)
    hand.remove(rank)
    t.put_fate(side, hand=tuple(hand), discards=(*fate.discards, rank))
    t.reveal()


def play(t: Desk, side: int, verb: str) -> None:
    """A card is played: everybody sees it. [44]"""
    discard(t, side, FATE[verb].rank)
    t.note(FATE.row(verb).cite, "plays", side=side, card=verb)


def only_held(state: State, side: int, offers: Mapping[str, Domain | None]) -> Offers:
    """Those offers whose card a side holds and that have somebody to work on."""
    if not state.fates[side].hand:
        return {}
    mine = held(state, side)
    return {
        verb: domain
        for verb, domain in offers.items()
        if verb in mine and (domain is None or any(True for _ in domain))
    }


class Window(Step):
    """A moment for cards of one side. [43]"""

    cite = "43"
    prompt = "A fate card?"

    def who(self, t: Desk) -> int:
        """The side that may play."""
        return t.state.side

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        """Cards of this moment with what they may be played on."""
        raise NotImplementedError

    def ask(self, t: Desk) -> Ask | None:
        side = self.who(t)
        if not t.state.options.fate_cards:
            return None
        offers = only_held(t.state, side, self.cards(t)) if self.open(t) else {}
        if not offers and not (t.state.options.pause_at_windows and self.open(t)):
            return None
        return Ask(side, self.prompt, self.cite, {**offers, "decline": None})

    def open(self, t: Desk) -> bool:
        """Whether this is such a moment at all."""
        return True

    def decline(self, t: Desk) -> Flow:
        """Let the moment pass."""
        return NEXT

    def resume(self, t: Desk) -> Flow | Call | None:
        return AGAIN


def own(state: State, side: int) -> list[Unit]:
    """A side's units on the table."""
    return list(state.of_side(side))


def brigades(state: State, side: int) -> list[int]:
    """A side's brigades with units on the table."""
    return [b.id for b in state.brigades if b.side == side and state.of_brigade(b.id)]


class StartOfEnemyTurn(Window):
    """Confusion: the enemy has no automatic activation, his reinforcements come a turn later. [FC3]"""

    cite = "FC3"

    prompt = "The enemy's turn begins: a card?"

    def who(self, t: Desk) -> int:
        return foe(t.state.side)

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        return {"confusion": None}

    def confusion(self, t: Desk) -> Flow:
        """Play it."""
        side = self.who(t)
        play(t, side, "confusion")
        t.cast("confusion", side, until="turn")
        for brigade in t.state.brigades:
            if brigade.side == t.state.side and brigade.arrives == t.state.turn:
                t.put_brigade(brigade.id, arrives=brigade.arrives + 1)
        return AGAIN


class OwnFatePhase(Window):
    """Cards of one's own fate phase. [43]"""

    prompt = "Fate phase: a card?"

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        state, side = t.state, t.state.side
        enemy = [i for i, h in enumerate(state.holders) if h == foe(side)]
        return {
            "capture": Cells(enemy),
            "les_grognards": Units([u.id for u in own(state, side) if u.losses]),
            "old_soldiers": Units([u.id for u in own(state, side) if u.losses]),
            "landwehr_spirit": Units([u.id for u in own(state, side) if u.has(Special.MILITIA)]),
            "for_the_tsar": Units([u.id for u in own(state, side)]),
        }

    def capture(self, t: Desk, objective: int) -> Flow:
        """Name an enemy-held objective."""
        play(t, t.state.side, "capture")
        t.cast("capture", t.state.side, objective, "battle")
        return AGAIN

    def les_grognards(self, t: Desk, unit: int) -> Flow:
        """A unit that has taken losses."""
        return self._hardened(t, unit, "les_grognards")

    def old_soldiers(self, t: Desk, unit: int) -> Flow:
        """The same for other armies."""
        return self._hardened(t, unit, "old_soldiers")

    def _hardened(self, t: Desk, unit: int, card: str) -> Flow:
        play(t, t.state.side, card)
        each = t.unit(unit)
        t.put(unit, melee_plus=each.melee_plus + 1, tenacity_plus=each.tenacity_plus + 1)
        return AGAIN

    def landwehr_spirit(self, t: Desk, unit: int) -> Flow:
        """Militia no more."""
        play(t, t.state.side, "landwehr_spirit")
        t.put(unit, veteran=True, tenacity_plus=t.unit(unit).tenacity_plus + 1)
        return AGAIN

    def for_the_tsar(self, t: Desk, unit: int) -> Flow:
        """Tenacity +1."""
        play(t, t.state.side, "for_the_tsar")
        t.put(unit, tenacity_plus=t.unit(unit).tenacity_plus + 1)
        return AGAIN


class EnemyFirePhase(Window):
    """Masses: one brigade's attack columns are no dense target this turn. [FC12A]"""

    cite = "FC12A"

    prompt = "The enemy is about to fire: a card?"

    def who(self, t: Desk) -> int:
        return foe(t.state.side)

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        side = self.who(t)
        columns = {u.brigade for u in own(t.state, side) if form(u) is Form.ATTACK}
        return {"masses": Cells(sorted(columns))}

    def masses(self, t: Desk, brigade: int) -> Flow:
        """Play it on a brigade."""
        side = self.who(t)
        play(t, side, "masses")
        t.cast("masses", side, brigade, "turn")
        return AGAIN


class MeleeCards(Window):
    """Cards of a melee phase: the active side first, then the other. [43]"""

    prompt = "Melee phase: a card?"

    def __init__(self, active: bool):
        self.active = active

    def who(self, t: Desk) -> int:
        return t.state.side if self.active else foe(t.state.side)

    def open(self, t: Desk) -> bool:
        """Only if somebody fights."""
        from grognard.books.valour_and_fortitude.facts.contact import in_contact

        return any(in_contact(t.state, u) for u in t.state.of_side(t.state.side))

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        state, side = t.state, self.who(t)
        inside = [u.id for u in own(state, side) if u.inside >= 0]
        fighting = Cells(self._fighting(state, side))
        found: Offers = {
            "attaque_a_outrance": fighting,
            "attack_all": fighting,
            "scum_of_the_earth": None,
            "hold_the_village": Units(inside),
        }
        if self.active:
            leaders = [x.id for x in state.leaders if x.side == side and x.where.value == "table"]
            found["all_out_attack"] = Units(leaders)
            found["hurrah"] = Cells(sorted({u.brigade for u in own(state, side) if u.today.assaulted}))
        else:
            found["defensive_fire"] = fighting
        return found

    def _fighting(self, state: State, side: int) -> list[int]:
        from grognard.books.valour_and_fortitude.facts.contact import in_contact

        return sorted({u.brigade for u in own(state, side) if in_contact(state, u)})

    def _cast(self, t: Desk, card: str, subject: int = -1) -> Flow:
        side = self.who(t)
        play(t, side, card)
        t.cast(card, side, subject)
        return AGAIN

    def all_out_attack(self, t: Desk, leader: int) -> Flow:
        """Units near a leader fight harder."""
        return self._cast(t, "all_out_attack", leader)

    def attaque_a_outrance(self, t: Desk, brigade: int) -> Flow:
        """A brigade's attack columns fight harder."""
        return self._cast(t, "attaque_a_outrance", brigade)

    def attack_all(self, t: Desk, brigade: int) -> Flow:
        """A brigade fights harder."""
        return self._cast(t, "attack_all", brigade)

    def scum_of_the_earth(self, t: Desk) -> Flow:
        """Enemies touching our infantry are less steady."""
        return self._cast(t, "scum_of_the_earth")

    def defensive_fire(self, t: Desk, brigade: int) -> Flow:
        """A brigade's infantry fights harder."""
        return self._cast(t, "defensive_fire", brigade)

    def hold_the_village(self, t: Desk, unit: int) -> Flow:
        """A unit inside fights harder."""
        return self._cast(t, "hold_the_village", unit)

    def hurrah(self, t: Desk, brigade: int) -> Flow:
        """A brigade that assaulted fights harder."""
        return self._cast(t, "hurrah", brigade)


class EndOfMelee(Window):
    """Breakthrough: each unit of one brigade may make one move. [FC4]"""

    cite = "FC4"

    prompt = "The melee phase ends: a card?"

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        return {"breakthrough": Cells(brigades(t.state, t.state.side))}

    def breakthrough(self, t: Desk, brigade: int) -> Call:
        """One brigade moves once more."""
        from grognard.books.valour_and_fortitude.steps.env import Brigading

        play(t, t.state.side, "breakthrough")
        for unit in t.state.of_brigade(brigade):
            t.today(unit.id, acted=False)
        return Call("breakthrough", Brigading(brigade, moves=True))


class BrigadeActivates(Window):
    """Vive l'Empereur, Vorwärts: the brigade moves 6 farther this phase. [43]"""

    prompt = "The brigade activates: a card?"

    def open(self, t: Desk) -> bool:
        return bool(t.state.brigades[t.env.brigade].active)

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        return {"vive_lempereur": None, "vorwaerts": None, "forward": None}

    def vive_lempereur(self, t: Desk) -> Flow:
        """The French go faster."""
        return self._urge(t, "vive_lempereur")

    def vorwaerts(self, t: Desk) -> Flow:
        """The Prussians go faster."""
        return self._urge(t, "vorwaerts")

    def forward(self, t: Desk) -> Flow:
        """Others go faster."""
        return self._urge(t, "forward")

    def _urge(self, t: Desk, card: str) -> Flow:
        play(t, t.state.side, card)
        t.cast("vive_lempereur", t.state.side, t.env.brigade)
        return NEXT


class Deadly(Window):
    """Deadly Attack: failed hit tests not yet rerolled are rerolled. [FC6]"""

    cite = "FC6"

    prompt = "Hit tests have failed: a card?"

    def __init__(self, which: str):
        self.which = which

    def who(self, t: Desk) -> int:
        attack = getattr(t.env, self.which)
        return t.unit(attack.attacker).side if attack else t.state.side

    def open(self, t: Desk) -> bool:
        attack = getattr(t.env, self.which)
        return attack is not None and attack.spare > 0

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        return {"deadly_attack": None}

    def deadly_attack(self, t: Desk) -> Flow:
        """Roll the failed ones again."""
        from grognard.engine.flow import replace

        attack = getattr(t.env, self.which)
        play(t, self.who(t), "deadly_attack")
        t.bind(**{self.which: replace(attack, again=attack.spare, spare=0)})
        return NEXT


class Inspiration(Window):
    """Inspiration: a failed valour or fortitude test counts as passed. [FC8]"""

    cite = "FC8"

    prompt = "The test has failed: a card?"

    def who(self, t: Desk) -> int:
        if hasattr(t.env, "brigade"):
            return int(t.state.brigades[t.env.brigade].side)
        return t.unit(t.env.unit).side

    def open(self, t: Desk) -> bool:
        return bool(t.env.failed)

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        return {"inspiration": None}

    def inspiration(self, t: Desk) -> Flow:
        """It counts as passed."""
        play(t, self.who(t), "inspiration")
        t.bind(failed=False)
        return NEXT


class AnyCard(Step):
    """Any card may be thrown away to let one unit act after all. [FC0]"""

    cite = "FC0"

    def ask(self, t: Desk) -> Ask | None:
        hand = t.state.fates[t.state.side].hand
        if not t.env.failed or not any(hand):
            return None
        unit = t.unit(t.env.unit)
        return Ask(
            unit.side,
            f"The messenger to {unit.name} is lost: throw away a card to let it act?",
            self.cite,
            {"any_card": Cards(sorted(hand)), "decline": None},
        )

    def any_card(self, t: Desk, rank: int) -> Flow:
        """The unit acts."""
        discard(t, t.state.side, rank)
        t.note("FC0", "throws away a card", side=t.state.side, unit=t.env.unit)
        t.bind(failed=False)
        t.today(t.env.unit, freed=True)
        return NEXT

    def decline(self, t: Desk) -> Flow:
        """Keep the card."""
        return NEXT
