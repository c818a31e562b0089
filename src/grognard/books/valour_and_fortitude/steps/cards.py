"""What fate cards do, each in its window; those of fire, actions and losses stand with their chapters. [43, FC0]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.choices import Ask
from grognard.engine.domains import Cards, Cells, Domain, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step, replace

from ..facts.bodies import form
from ..facts.contact import may_fight
from ..state import Desk, State, foe
from ..tables.fate import FATE, RANKS
from ..words import Form, Special, Where
from .env import Brigading
from .hands import (
    ANY,
    Offers,
    Window,
    brigades,
    only_held,
    own,
    play,
    play_on_brigade,
    play_on_unit,
    silence,
    silenced,
    throw_away,
)

TIDE = RANKS.index("2")


class StartOfEnemyTurn(Window):
    """Confusion: the enemy has no automatic activation, his reinforcements come a turn later. [FC3]"""

    cite = "FC3"
    card = "confusion"
    prompt = "The enemy's turn begins: play a card?"

    def who(self, t: Desk) -> int:
        return foe(t.state.side)

    def confusion(self, t: Desk) -> Flow:
        """Play it; reinforcements held up before this turn are due as well."""
        side = self.who(t)
        play(t, side, "confusion")
        t.cast("confusion", side, until="turn")
        for brigade in t.state.brigades:
            if brigade.side == t.state.side and 0 < brigade.arrives <= t.state.turn:
                t.put_brigade(brigade.id, arrives=t.state.turn + 1)
        return AGAIN


class OwnFatePhase(Window):
    """The fate phase, after the draw: cards of this phase, then on to fire. [43, 44]

    Whoever holds cards is always asked here, whatever they are: so the pause says nothing of the card just drawn.
    """

    prompt = "Fate phase: play a card, or go on"

    def ask(self, t: Desk) -> Ask | None:
        side = t.state.side
        hand = t.state.fates[side].hand
        if not hand:
            return None
        if TIDE in hand:
            return Ask(side, "You have drawn Tide of Battle", "FC2", {"tide_of_battle": None})
        offers = only_held(t.state, side, self.cards(t))
        return Ask(side, self.prompt, self.cite, {**offers, "go_on": None})

    def go_on(self, t: Desk) -> Flow:
        """On to the fire phase."""
        return NEXT

    def tide_of_battle(self, t: Desk) -> Flow:
        """It is played at once: the discards, it too, go back into the deck. [FC2]"""
        side = t.state.side
        play(t, side, "tide_of_battle")
        fate = t.state.fates[side]
        t.put_fate(side, deck=tuple(sorted((*fate.deck, *fate.discards))), discards=())
        return AGAIN

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
        play(t, t.state.side, "capture", t.state.field.objectives[objective].name)
        t.cast("capture", t.state.side, objective, "battle")
        return AGAIN

    def les_grognards(self, t: Desk, unit: int) -> Flow:
        """A unit that has taken losses."""
        return self._hardened(t, unit, "les_grognards")

    def old_soldiers(self, t: Desk, unit: int) -> Flow:
        """The same for other armies."""
        return self._hardened(t, unit, "old_soldiers")

    def _hardened(self, t: Desk, unit: int, card: str) -> Flow:
        play_on_unit(t, t.state.side, card, unit)
        each = t.unit(unit)
        t.put(unit, melee_plus=each.melee_plus + 1, tenacity_plus=each.tenacity_plus + 1)
        return AGAIN

    def landwehr_spirit(self, t: Desk, unit: int) -> Flow:
        """Landwehr is militia no more. [F5.21]"""
        play_on_unit(t, t.state.side, "landwehr_spirit", unit)
        t.put(unit, veteran=True, tenacity_plus=t.unit(unit).tenacity_plus + 1)
        return AGAIN

    def for_the_tsar(self, t: Desk, unit: int) -> Flow:
        """Tenacity +1."""
        play_on_unit(t, t.state.side, "for_the_tsar", unit)
        t.put(unit, tenacity_plus=t.unit(unit).tenacity_plus + 1)
        return AGAIN


class EnemyFirePhase(Window):
    """Masses: one brigade's attack columns are no dense target this turn. [FC12A]"""

    cite = "FC12A"

    prompt = "The enemy is about to fire: play a card?"

    def who(self, t: Desk) -> int:
        return foe(t.state.side)

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        side = self.who(t)
        columns = {u.brigade for u in own(t.state, side) if form(u) is Form.ATTACK}
        return {"masses": Cells(sorted(columns))}

    def masses(self, t: Desk, brigade: int) -> Flow:
        """Play it on a brigade."""
        side = self.who(t)
        play_on_brigade(t, side, "masses", brigade)
        t.cast("masses", side, brigade, "turn")
        return AGAIN


class MeleeCards(Window):
    """Cards of a melee phase: the active side first, then the other. [43]"""

    prompt = "The melee phase begins: play a card?"

    def __init__(self, active: bool):
        self.active = active

    def who(self, t: Desk) -> int:
        return t.state.side if self.active else foe(t.state.side)

    def open(self, t: Desk) -> bool:
        """Only if somebody fights or may: enemies in a connected section too. [99, 184]"""
        return any(may_fight(t.state, u) for u in t.state.of_side(t.state.side))

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        state, side = t.state, self.who(t)
        inside = [u.id for u in own(state, side) if u.in_feature]
        fighting = Cells(self._fighting(state, side))
        found: Offers = {
            "attaque_a_outrance": fighting,
            "attack_all": fighting,
            "scum_of_the_earth": None,
            "hold_the_village": Units(inside),
        }
        if self.active:
            leaders = [x.id for x in state.leaders if x.side == side and x.where is Where.TABLE]
            found["all_out_attack"] = Units(leaders)
            found["hurrah"] = Cells(sorted({u.brigade for u in own(state, side) if u.today.assaulted}))
        else:
            found["defensive_fire"] = fighting
        return found

    def _fighting(self, state: State, side: int) -> list[int]:
        return sorted({u.brigade for u in own(state, side) if may_fight(state, u)})

    def _on_brigade(self, t: Desk, card: str, brigade: int) -> Flow:
        side = self.who(t)
        play_on_brigade(t, side, card, brigade)
        t.cast(card, side, brigade)
        return AGAIN

    def all_out_attack(self, t: Desk, leader: int) -> Flow:
        """Units near a leader fight harder."""
        side = self.who(t)
        play(t, side, "all_out_attack", t.state.leader(leader).name, general=leader)
        t.cast("all_out_attack", side, leader)
        return AGAIN

    def attaque_a_outrance(self, t: Desk, brigade: int) -> Flow:
        """A brigade's attack columns fight harder."""
        return self._on_brigade(t, "attaque_a_outrance", brigade)

    def attack_all(self, t: Desk, brigade: int) -> Flow:
        """A brigade fights harder."""
        return self._on_brigade(t, "attack_all", brigade)

    def scum_of_the_earth(self, t: Desk) -> Flow:
        """Enemies touching our infantry are less steady."""
        side = self.who(t)
        play(t, side, "scum_of_the_earth")
        t.cast("scum_of_the_earth", side)
        return AGAIN

    def defensive_fire(self, t: Desk, brigade: int) -> Flow:
        """A brigade's infantry fights harder."""
        return self._on_brigade(t, "defensive_fire", brigade)

    def hold_the_village(self, t: Desk, unit: int) -> Flow:
        """A unit inside fights harder."""
        side = self.who(t)
        play_on_unit(t, side, "hold_the_village", unit)
        t.cast("hold_the_village", side, unit)
        return AGAIN

    def hurrah(self, t: Desk, brigade: int) -> Flow:
        """A brigade that assaulted fights harder."""
        return self._on_brigade(t, "hurrah", brigade)


class EndOfMelee(Window):
    """Breakthrough: each unit of one brigade may make one move. [FC4]"""

    cite = "FC4"

    prompt = "The melee phase ends: play a card?"

    def cards(self, t: Desk) -> Mapping[str, Domain | None]:
        return {"breakthrough": Cells(brigades(t.state, t.state.side))}

    def breakthrough(self, t: Desk, brigade: int) -> Call:
        """One brigade moves once more."""
        play_on_brigade(t, t.state.side, "breakthrough", brigade)
        for unit in t.state.of_brigade(brigade):
            t.today(unit.id, acted=False)
        return Call("breakthrough", Brigading(brigade, moves=True))


class BrigadeActivates(Window):
    """Vive l'Empereur, Vorwärts: the brigade moves 6 farther this phase. [43]"""

    often = FATE["forward"].rank

    def told(self, t: Desk) -> str:
        return f"{t.state.brigades[t.env.brigade].name} activates: play a card?"

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
        play_on_brigade(t, t.state.side, card, t.env.brigade)
        t.cast(card, t.state.side, t.env.brigade)
        return NEXT


class Deadly(Window):
    """Deadly Attack: failed hit tests not yet rerolled are rerolled. [FC6]"""

    cite = "FC6"
    card = "deadly_attack"
    often = FATE[card].rank

    def __init__(self, which: str):
        self.which = which

    def told(self, t: Desk) -> str:
        """What has been thrown, what could be thrown again."""
        attack = getattr(t.env, self.which)
        names = f"{t.unit(attack.attacker).name} against {t.unit(attack.target).name}"
        return f"{names}: {attack.hits} of {attack.dice} hit. Reroll the {attack.spare} that missed?"

    def who(self, t: Desk) -> int:
        attack = getattr(t.env, self.which)
        return t.unit(attack.attacker).side if attack else t.state.side

    def open(self, t: Desk) -> bool:
        attack = getattr(t.env, self.which)
        return attack is not None and attack.spare > 0

    def deadly_attack(self, t: Desk) -> Flow:
        """Roll the failed ones again."""
        attack = getattr(t.env, self.which)
        play_on_unit(t, self.who(t), "deadly_attack", attack.attacker)
        t.bind(**{self.which: replace(attack, again=attack.spare, spare=0)})
        return NEXT


class Inspiration(Window):
    """Inspiration: a failed valour or fortitude test counts as passed. [FC8]"""

    cite = "FC8"
    card = "inspiration"
    often = FATE[card].rank

    def told(self, t: Desk) -> str:
        """Who failed which test, and what follows."""
        if hasattr(t.env, "brigade"):
            return f"{t.state.brigades[t.env.brigade].name} fails its fortitude test and would waver: play a card?"
        return f"{t.unit(t.env.unit).name} fails its valour test and would rout: play a card?"

    def who(self, t: Desk) -> int:
        if hasattr(t.env, "brigade"):
            return int(t.state.brigades[t.env.brigade].side)
        return t.unit(t.env.unit).side

    def open(self, t: Desk) -> bool:
        return bool(t.env.failed)

    def inspiration(self, t: Desk) -> Flow:
        """It counts as passed."""
        if hasattr(t.env, "brigade"):
            play_on_brigade(t, self.who(t), "inspiration", t.env.brigade)
        else:
            play_on_unit(t, self.who(t), "inspiration", t.env.unit)
        t.bind(failed=False)
        return NEXT


class AnyCard(Step):
    """Any card may be thrown away to let one unit act although its messenger was lost. [FC0]"""

    cite = "FC0"

    def ask(self, t: Desk) -> Ask | None:
        side = t.state.side
        hand = t.state.fates[side].hand
        if not t.env.failed or not any(hand) or silenced(t.state, side, ANY):
            return None
        unit = t.unit(t.env.unit)
        prompt = f"The messenger to {unit.name} is lost: throw away a card to let it act?"
        offers = {"any_card": Cards(sorted(hand)), "decline": None, "not_this_phase": None}
        return Ask(side, prompt, self.cite, offers)

    def any_card(self, t: Desk, rank: int) -> Flow:
        """The unit acts."""
        throw_away(t, t.state.side, rank, t.env.unit)
        t.bind(failed=False)
        return NEXT

    def decline(self, t: Desk) -> Flow:
        """Keep the card."""
        return NEXT

    def not_this_phase(self, t: Desk) -> Flow:
        """Keep the cards, and do not ask again before the next phase."""
        silence(t, t.state.side, ANY)
        return NEXT
