"""An activation: the command test, the action, and what it leads to. [T5, T5a, T6a, A-34]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import body_of, runs_into
from ..facts.charging import Onset, onset
from ..facts.command import in_command, led_by
from ..facts.driving import manned, placed_gun, rolled
from ..facts.garrisons import Sally, rooms
from ..facts.ground import along_road, house_named, met
from ..facts.hiding import STUMBLE, before_hidden
from ..facts.layout import placed
from ..facts.menu import broken_up, menu
from ..facts.mining import charges_in_reach
from ..facts.moving import loses_formation, moved, stirred
from ..facts.regrouping import Regrouping
from ..facts.takings import guns_in_reach, wagons_in_reach
from ..facts.walks import Walk, walk
from ..state import Desk, Unit
from ..tables.nerve import activation_need
from ..words import Arm, Fire, Role, Where
from .charge import come_up, rush
from .common import bring_leader, gone_on, pull_down, remember
from .env import Act, Mine, Shot
from .hide import Scouting, discover, reveal, stopped_short
from .mining import lay_charge, tear_out
from .verbs import ENDING, ROUNDS, SCOUTING


class CommandTest(Step):
    """Out of command a D10 decides whether a unit may do more than regroup. [T5]"""

    cite = "T5"
    title = "Command"

    def begin(self, t: Desk) -> Flow | None:
        each = t.unit(t.env.unit)
        # A state that stays the same still knows what was worked out of it.
        if t.state.tested or t.state.tests:
            t.set(tested=(), tests=())
        apart = broken_up(each)
        if apart:
            t.bind(only_regroup=True)
        free = t.env.commanded or t.env.sprung or t.env.tested or each.is_command or each.arm is Arm.WAGON
        return NEXT if free or in_command(t.state, each) or apart else None

    def ask(self, t: Desk) -> Throw:
        each = t.unit(t.env.unit)
        need = activation_need(each.quality, each.has(Role.MUSICIAN))
        return Throw("command", Pool.of(1, need, 10), "T5", side=each.side, unit=each.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        if not reading:
            t.bind(only_regroup=True)
            t.note("T5", "hesitates", unit=t.env.unit)
        return NEXT


class Action(Scouting):
    """One action: hold, advance, march, charge, regroup, and what guns and leaders do. [W1–W5, X1, C2]"""

    cite = "T6"
    title = "Action"
    scouts = SCOUTING
    rows = ROUNDS

    def ask(self, t: Desk) -> Ask | None:
        each = t.unit(t.env.unit)
        if not each.on_table or t.env.stage == "done":
            return None
        found = menu(t.state, each, t.env)
        if not found.offers.keys() - ENDING:
            return None
        return Ask(each.side, found.prompt, found.cite, found.offers, found.barred, about=each.id)

    # --- standing and shooting -----------------------------------------------------------------------------

    def hold(self, t: Desk) -> Flow:
        """Stay where it is, and do nothing. [W1, T2]"""
        t.note("W1", "holds", unit=t.env.unit)
        return self._done(t)

    def fire(self, t: Desk, target: int) -> Flow | Call:
        """All shooters fire, standing, regrouped or after an advance. [W1, W2, W5]"""
        occasion = {"moved": Fire.ADVANCE, "regrouped": Fire.REGROUP}.get(t.env.stage, Fire.HOLD)
        t.bind(stage="fired")
        return Call("volley", Shot(t.env.unit, target, occasion))

    def fire_first(self, t: Desk, target: int) -> Flow | Call:
        """Half the shooters fire before the advance. [W2, N3]"""
        t.bind(stage="firing_first")
        return Call("volley", Shot(t.env.unit, target, Fire.ADVANCE))

    def no_fire(self, t: Desk) -> Flow:
        """No shot. [W2, W5]"""
        return self._done(t)

    def resume(self, t: Desk) -> Flow | Call | None:
        if t.env.stage in ("fired", "charged") and t.unit(t.env.unit).is_command and t.state.tests:
            # What his own action caused is settled before he gives orders. [T6a, M3]
            t.bind(stage="testing")
            return Call("nerve", Act(t.env.unit))
        if t.env.stage == "firing_first":
            t.bind(stage="advance_now")
            return AGAIN
        if t.env.stage == "commanding":
            t.bind(stage="led" if t.env.acted else "")
            return AGAIN
        return self._done(t)

    # --- moving --------------------------------------------------------------------------------------------

    def advance(self, t: Desk, legs: Legs) -> Flow:
        """A Normal move. [W2]"""
        shot = t.env.stage in ("advance_now", "arriving")
        self._go(t, legs)
        if not t.unit(t.env.unit).on_table or shot:
            return self._done(t)
        return self._then(t, "moved")

    def march(self, t: Desk, legs: Legs) -> Flow:
        """A march, without fire. [W3]"""
        self._go(t, legs)
        return self._done(t)

    def _go(self, t: Desk, legs: Legs) -> None:
        each = t.unit(t.env.unit)
        if not legs:
            return
        walked = walk(each, legs)
        assert isinstance(walked, Walk)
        road, whole = along_road(t.state, walked.middle_ways()), walked
        walked = stopped_short(t, each, walked)
        if walked.leaves and walked is whole:
            discover(t, each.id, walked.ways())
            leave_table(t, each)
            return
        after = moved(each, walked)
        if loses_formation(each, met(t.state, walked.ways()), road):
            after = replace(after, formed=False)
            t.note("O3", "loses_formation", unit=each.id)
        t.put_unit(after)
        t.today(each.id, moved=each.today.moved or stirred(each, after))
        t.note("B6", "moves", unit=each.id)
        gone_on(t, each.id, walked.ways())

    def regroup(self, t: Desk, legs: Legs) -> Flow:
        """Dress, form, unform or change front. [W5]"""
        each = t.unit(t.env.unit)
        found = Regrouping(t.state, each).work_out(legs) if legs else None
        if isinstance(found, Walk):
            after = moved(each, found)
            t.put_unit(after)
            t.today(each.id, moved=each.today.moved or stirred(each, after))
            gone_on(t, each.id, found.ways())
        t.today(each.id, regrouped=True)
        t.note("W5", "regroups", unit=each.id)
        return self._then(t, "regrouped")

    def turn_gun(self, t: Desk, legs: Legs) -> Flow:
        """A gun's Regroup: it is turned on the spot, its crew about it. [W5, X1a]"""
        each = t.unit(t.env.unit)
        if legs:
            _, x, y, facing = legs[0]
            after = placed_gun(each, x, y, facing)
            t.put_unit(after)
            t.today(each.id, moved=each.today.moved or stirred(each, after))
        t.today(each.id, regrouped=True)
        t.note("W5", "regroups", unit=each.id)
        gone_on(t, each.id)
        return self._done(t)

    def enter(self, t: Desk, name: str) -> Flow:
        """Into a building. [G2]"""
        each = t.unit(t.env.unit)
        house = house_named(t.state, name)
        t.put_unit(replace(each, house=name, formed=False, figures=placed(each, rooms(each, house))))
        shot = t.env.stage == "advance_now"
        t.today(each.id, moved=True)
        t.note("G2", "goes_in", unit=each.id, house=name)
        pull_down(t, each, name)
        gone_on(t, each.id)
        return self._done(t) if shot else self._then(t, "moved")

    def sally(self, t: Desk, legs: Legs) -> Flow:
        """Out of a building by any side. [G2]"""
        each = t.unit(t.env.unit)
        shot = t.env.stage == "advance_now"
        if legs:
            out = Sally(t.state, each).work_out(legs)
            assert not isinstance(out, Refusal)
            figures = placed(each, out.places)
            t.put_unit(replace(each, house="", figures=figures, facing=out.facing, formed=False))
            t.today(each.id, moved=True)
            t.note("G2", "comes_out", unit=each.id)
            gone_on(t, each.id)
        return self._done(t) if shot else self._then(t, "moved")

    # --- engineers and barricades --------------------------------------------------------------------------

    def lay_charge(self, t: Desk, bridge: str) -> Flow:
        """A charge more at a bridge: the whole action. [D2]"""
        lay_charge(t, t.env.unit, bridge)
        return self._done(t)

    def blow(self, t: Desk, bridge: str) -> Flow | Call:
        """The charges at a bridge are fired: the whole action. [D3]"""
        t.bind(stage="fired")
        return Call("demolition", Mine(t.env.unit, bridge))

    def barricade(self, t: Desk) -> Flow:
        """The garrison barricades its house: the whole action. [D6]"""
        each = t.unit(t.env.unit)
        t.set(barricades=(*t.state.barricades, (each.house, each.side)))
        t.note("D6", "barricades", unit=each.id, house=each.house)
        return self._done(t)

    # --- charging ------------------------------------------------------------------------------------------

    def charge(self, t: Desk, target: int) -> Flow | Call:
        """Straight into contact. [W4, N5]"""
        return self._rush(t, target, closing=False)

    def close_in(self, t: Desk, target: int) -> Flow | Call:
        """Into contact at the Normal rate, where no charge is allowed. [N7]"""
        return self._rush(t, target, closing=True)

    def _rush(self, t: Desk, target: int, closing: bool) -> Flow | Call:
        each, enemy = t.unit(t.env.unit), t.unit(target)
        made = onset(t.state, each, enemy, closing)
        assert isinstance(made, Onset)
        if self._ambushed(t, each, made):
            return AGAIN
        surprise = t.env.sprung or t.env.prey == target
        t.bind(stage="charged")
        led = led_by(t.state, each) is not None
        t.today(each.id, moved=True)
        return Call("charge", rush(made, each, enemy, led, surprise))

    def _ambushed(self, t: Desk, each: Unit, made: Onset) -> bool:
        """A charge that would pass within 2 of hidden units stops at the first; it may be charged instead. [H5]"""
        lane = made.start, ahead(*made.start, made.bearing, made.gap)
        near = [
            (before_hidden(each, made, hidden), hidden)
            for hidden in t.state.hidden
            if hidden.side != each.side and runs_into(lane, each.radius, body_of(hidden), STUMBLE)
        ]
        if not near:
            return False
        gone, first = min(near, key=lambda one: (one[0], one[1].id))
        shown = reveal(t, first, True, "H5")
        t.note("H5", "runs_into", unit=each.id, target=shown.id)
        come_up(t, each.id, made.start, made.bearing, gone)
        t.bind(stage="ambushed", prey=shown.id, gone=gone, reach=made.reach)
        return True

    # --- guns ----------------------------------------------------------------------------------------------

    def manhandle(self, t: Desk, legs: Legs) -> Flow:
        """Push the gun, or drive it limbered. [76, X1]"""
        each = t.unit(t.env.unit)
        if legs:
            _, x, y, facing = legs[0]
            after = placed_gun(each, x, y, facing)
            t.put_unit(after)
            t.today(each.id, moved=True)
            t.note("76", "rolls", unit=each.id)
            gone_on(t, each.id, rolled(each, after))
        return self._done(t)

    def limber(self, t: Desk) -> Flow:
        """Limber or unlimber: the whole action. [X1]"""
        each = t.unit(t.env.unit)
        assert each.gun is not None
        t.put(each.id, gun=replace(each.gun, limbered=not each.gun.limbered))
        t.today(each.id, moved=True)
        t.note("X1", "limbers" if not each.gun.limbered else "unlimbers", unit=each.id)
        return self._done(t)

    def man_the_gun(self, t: Desk) -> Flow:
        """The crew come back to their gun. [X12]"""
        each = t.unit(t.env.unit)
        t.put_unit(manned(each))
        t.today(each.id, moved=True)
        t.note("X12a", "mans_gun", unit=each.id)
        gone_on(t, each.id)
        return self._done(t)

    # --- leaders -------------------------------------------------------------------------------------------

    def command(self, t: Desk, unit: int) -> Flow | Call:
        """A leader activates a unit in his range. [C2]"""
        t.bind(stage="commanding", given=t.env.given + 1)
        t.note("C2", "commands", unit=t.env.unit, target=unit)
        each = t.unit(unit)
        if each.fleeing:
            return Call("rally", Act(unit, commanded=True))
        if t.state.engaged(unit):
            return Call("fight", Act(unit))
        return Call("activation", Act(unit, commanded=True))

    def attach(self, t: Desk, unit: int) -> Flow:
        """He joins a unit he touches. [C4]"""
        t.put(t.env.unit, attached=unit)
        bring_leader(t, unit, carried=False)
        t.note("C4b", "joins", unit=t.env.unit, friend=unit)
        discover(t, t.env.unit)
        return self._led(t)

    def detach(self, t: Desk) -> Flow:
        """He leaves the unit he is with. [C4]"""
        t.put(t.env.unit, attached=None)
        t.note("C4b", "leaves_unit", unit=t.env.unit)
        return AGAIN

    def finish(self, t: Desk) -> Flow:
        """No more orders. [C2]"""
        t.bind(stage="done")
        return NEXT

    def _then(self, t: Desk, stage: str) -> Flow:
        """On to the shot that may follow, if there is anybody to shoot at. [W2, W5]"""
        t.bind(stage=stage)
        more = menu(t.state, t.unit(t.env.unit), t.env).offers.keys() - ENDING
        return AGAIN if more else self._done(t)

    def _done(self, t: Desk) -> Flow:
        """The action is over; a leader may still give orders. [C2]"""
        return self._led(t) if t.unit(t.env.unit).is_command else self._over(t)

    def _over(self, t: Desk) -> Flow:
        t.bind(stage="done")
        return NEXT

    def _led(self, t: Desk) -> Flow:
        t.bind(stage="led", acted=True)
        t.today(t.env.unit, acted=True)
        return AGAIN


def leave_table(t: Desk, each: Unit) -> None:
    """Off by a way the scenario names. [S6]"""
    if each.arm is Arm.WAGON:
        t.set(wagons_off=t.state.wagons_off + each.size)
    leader = t.state.leader_with(each.id)
    for unit in (each, *([leader] if leader is not None else [])):
        t.put(unit.id, where=Where.LEFT, attached=None, house="")
    t.note("S6", "leaves", unit=each.id)


class Takings(Step):
    """Guns without crews and wagons without escort are taken by who ends an action beside them. [X12, S5]"""

    cite = "X12"
    title = "Guns and wagons"

    def begin(self, t: Desk) -> Flow:
        each = t.unit(t.env.unit)
        if not each.on_table or each.arm not in (Arm.FOOT, Arm.HORSE):
            return NEXT
        for gun in guns_in_reach(t.state, each):
            found = t.unit(gun).gun
            assert found is not None
            t.put(gun, gun=replace(found, taken=True))
            t.note("X12", "takes_gun", unit=each.id, target=gun)
        for bridge in charges_in_reach(t.state, each):
            tear_out(t, each.id, bridge)
        for convoy in wagons_in_reach(t.state, each):
            other = t.unit(convoy.unit)
            left = tuple(f for i, f in enumerate(other.figures) if i not in convoy.wagons)
            wounds = tuple(w for i, w in enumerate(other.wounds) if i not in convoy.wagons)
            t.put(other.id, figures=left, wounds=wounds)
            t.set(wagons_lost=t.state.wagons_lost + len(convoy.wagons))
            t.note("S5", "takes_wagons", unit=each.id, target=other.id, count=len(convoy.wagons))
            if not left:
                t.put(other.id, where=Where.LOST)
        return NEXT


class Finish(Step):
    """The unit has acted, and remembers whether it moved and whom it shot at. [T3, T6, T7]"""

    cite = "T3"
    title = "End of the activation"

    def begin(self, t: Desk) -> Flow:
        each = t.unit(t.env.unit)
        t.today(each.id, acted=True)
        remember(t, each.id)
        t.set(tests=(), tested=())
        return DONE
