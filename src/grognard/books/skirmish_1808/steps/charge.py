"""A charge, from the answer to the first strokes. [N5–N7, R1–R6, W4]"""

from __future__ import annotations

from grognard.books.skirmish_1808.facts.bodies import body_of, nearest_pair
from grognard.books.skirmish_1808.facts.charging import (
    Onset,
    answers,
    block_at_contact,
    needs_closing_test,
    on_flank,
    onset,
)
from grognard.books.skirmish_1808.facts.command import nerve, test_dice
from grognard.books.skirmish_1808.facts.gunnery import Aim, aim, ammunition
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.moving import rate
from grognard.books.skirmish_1808.facts.shifting import away, settle
from grognard.books.skirmish_1808.facts.shooting import volley
from grognard.books.skirmish_1808.facts.takings import TAKING
from grognard.books.skirmish_1808.state import Contact, Desk, Unit, centre
from grognard.books.skirmish_1808.steps.common import bring_leader, flee, lose
from grognard.books.skirmish_1808.steps.env import Bang, Round, Rush, Shot
from grognard.books.skirmish_1808.words import Ammo, Answer, Arm, Fire, Pace
from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Sum
from grognard.engine.domains import Number
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step, replace
from grognard.field.angles import COS, SIN, ahead, heading
from grognard.field.points import Point

EVADE_SWING = 45


def onset_of(t: Desk) -> Onset:
    """The charge this sequence is about."""
    e = t.env
    return Onset(e.unit, e.target, e.start, e.end, e.bearing, e.gap, e.reach, e.closing, e.wall, e.house)


def rush(made: Onset, unit: Unit, target: Unit, led: bool, found: bool = False) -> Rush:
    """A charge set going."""
    return Rush(
        made.unit,
        made.target,
        made.start,
        made.end,
        made.bearing,
        made.gap,
        made.reach,
        made.closing,
        made.wall,
        made.house,
        flank=on_flank(unit, target),
        led=led,
        found=found,
    )


class RunDown(Step):
    """A fleeing unit that is charged loses D6 figures and flees again; the charger stops where it touched it. [M5]"""

    cite = "M5"
    title = "Charging a fleeing unit"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.unit(t.env.target).fleeing else NEXT

    def ask(self, t: Desk) -> Throw:
        return Throw(
            "run_down", Sum(1), "M5", side=t.unit(t.env.unit).side, unit=t.env.unit, target=t.env.target
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        come_up(t, t.env.unit, t.env.bearing, max(0, t.env.gap - 100))
        lose(t, t.env.target, reading, "M5", centre(t.unit(t.env.unit)))
        if t.unit(t.env.target).on_table:
            flee(t, t.env.target, "M5")
        return DONE


class AnswerTheCharge(Step):
    """The target stands, stands and fires, counter-charges or evades. [R1–R5]"""

    cite = "R1"
    title = "Answer the charge"

    def begin(self, t: Desk) -> Flow | None:
        t.note(
            "N7" if t.env.closing else "N5",
            "closes_in" if t.env.closing else "charges",
            unit=t.env.unit,
            target=t.env.target,
        )
        return None

    def ask(self, t: Desk) -> Ask | None:
        made = onset_of(t)
        open_ = answers(t.state, made, t.env.found)
        target = t.unit(t.env.target)
        offers: dict[str, Number | None] = {}
        for answer in open_:
            if answer is Answer.EVADE:
                offers["evade"] = Number(
                    -EVADE_SWING, EVADE_SWING, 5, "°", marks=(0, -EVADE_SWING, EVADE_SWING)
                )
            elif answer is Answer.FIRE and not _has_fire(t, made):
                continue
            else:
                offers[answer.value] = None
        if list(offers) == ["stand"]:
            return None
        words = "closes in on" if t.env.closing else "charges"
        prompt = f"{t.unit(t.env.unit).name} {words} {target.name}"
        return Ask(target.side, prompt, self.cite, offers, about=target.id)

    def stand(self, t: Desk) -> Flow:
        """It stands, and does not fire. [R5]"""
        return NEXT

    def stand_and_fire(self, t: Desk) -> Flow | Call:
        """It holds its fire until the enemy is close: short range from wherever they began. [R2a, X11, A-40]"""
        t.bind(answer=Answer.FIRE)
        react(t, t.env.target)
        target = t.unit(t.env.target)
        if target.arm is Arm.GUN:
            made = _gun_shot(t)
            assert made is not None
            return Call("gun shot", Bang(made.gun, made.ammo, made.point, made.origin, made.reach))
        return Call("volley", Shot(target.id, t.env.unit, Fire.STAND))

    def resume(self, t: Desk) -> Flow:
        return NEXT

    def counter_charge(self, t: Desk) -> Flow:
        """The units meet half-way, both charging. [R3]"""
        t.bind(answer=Answer.COUNTER)
        react(t, t.env.target)
        t.note("R3", "counter_charges", unit=t.env.target, target=t.env.unit)
        return NEXT

    def evade(self, t: Desk, swing: int) -> Flow:
        """A Normal move straight away, or up to 45° aside, ending loose. [R4]"""
        t.bind(answer=Answer.EVADE)
        target = react(t, t.env.target)
        if target.gun is not None:
            target = t.put(target.id, gun=replace(target.gun, abandoned=True))
        bearing = t.env.bearing + 10 * swing
        moved = away(t.state, target, bearing, rate(target, Pace.NORMAL))
        t.put_unit(replace(moved.unit, today=target.today))
        bring_leader(t, target.id)
        t.note("R4", "evades", unit=target.id, by=t.env.unit)
        return NEXT


def react(t: Desk, unit: int) -> Unit:
    """Reacting uses the activation of a unit that had not acted. [T3, T7]"""
    each = t.unit(unit)
    return t.today(unit, acted=True) if not each.today.acted else each


def _has_fire(t: Desk, made: Onset) -> bool:
    target = t.unit(made.target)
    if target.arm is Arm.GUN:
        return _gun_shot(t) is not None
    found = volley(t.state, target, t.unit(made.unit), Fire.STAND)
    return found is not None and found.total > 0


def _gun_shot(t: Desk) -> Aim | None:
    """Canister at the charger's nearest figure where it started, else shot. [X11]"""
    gun = t.unit(t.env.target)
    for ammo in ammunition(gun):
        if ammo is Ammo.CANISTER or ammo in ammunition(gun):
            found = aim(t.state, gun, ammo, t.env.start)
            if isinstance(found, Aim):
                return found
    return None


class ChargersHurt(Step):
    """Chargers hurt enough test at once; on failure they flee from where they started. [R2b]"""

    cite = "R2"
    title = "Under fire"

    def _due(self, t: Desk) -> bool:
        return any(c.unit == t.env.unit for c in t.state.tests)

    def begin(self, t: Desk) -> Flow | None:
        if not t.unit(t.env.unit).on_table:
            return DONE
        return None if self._due(t) else NEXT

    def ask(self, t: Desk) -> Throw:
        each = t.unit(t.env.unit)
        dice, tally = test_dice(each, nerve(t.state, each))
        return Throw("morale", dice, "M1", tally, side=each.side, unit=each.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.env.unit
        t.set(tests=tuple(c for c in t.state.tests if c.unit != unit), tested=(*t.state.tested, unit))
        if reading:
            t.note("R2", "comes_on", unit=unit)
            return NEXT
        flee(t, unit, "R2")
        return DONE


class ClosingTest(Step):
    """Horse that charges the front of formed foot tests at −2, or pulls up. [R6, A-41]"""

    cite = "R6"
    title = "Closing test"

    def begin(self, t: Desk) -> Flow | None:
        unit, target = t.unit(t.env.unit), t.unit(t.env.target)
        needed = needs_closing_test(unit, target, onset_of(t)) and not t.env.flank
        return None if needed and t.env.answer is not Answer.EVADE else NEXT

    def ask(self, t: Desk) -> Throw:
        each = t.unit(t.env.unit)
        dice, tally = test_dice(each, nerve(t.state, each, closing=True))
        return Throw("closing", dice, "R6", tally, side=each.side, unit=each.id, target=t.env.target)

    def fell(self, t: Desk, reading: int) -> Flow:
        if reading:
            return NEXT
        t.put(t.env.unit, formed=False)
        t.note("R6", "pulls_up", unit=t.env.unit, target=t.env.target)
        return DONE


class Home(Step):
    """The charge strikes home, or misses an enemy that got away. [N5, N6, R3, R4]"""

    cite = "N5"
    title = "Contact"

    def begin(self, t: Desk) -> Flow:
        e, unit, target = t.env, t.unit(t.env.unit), t.unit(t.env.target)
        if not target.on_table or not target.figures:
            return self._miss(t)
        if e.answer is Answer.EVADE:
            return self._chase(t, unit, target)
        if target.arm is Arm.WAGON:
            # Drivers neither fight nor run: who comes up unhindered takes the wagons. [S5]
            come_up(t, unit.id, e.bearing, max(0, e.gap - TAKING))
            return DONE
        if e.answer is Answer.COUNTER:
            self._meet(t, unit, target)
        elif not e.house:
            distance = e.gap if not e.wall else max(0, e.gap - 50)
            come_up(t, unit.id, e.bearing, distance)
        else:
            come_up(t, unit.id, e.bearing, e.gap, loose=True)
        return self._engage(t)

    def _meet(self, t: Desk, unit: Unit, target: Unit) -> None:
        half = t.env.gap // 2
        come_up(t, target.id, t.env.bearing + 1800, half)
        gap, first, second = nearest_pair(body_of(unit).circles, body_of(t.unit(target.id)).circles)
        a, b = body_of(unit).circles[first], body_of(t.unit(target.id)).circles[second]
        come_up(t, unit.id, heading((a.x, a.y), (b.x, b.y)), gap)

    def _chase(self, t: Desk, unit: Unit, target: Unit) -> Flow:
        """An evader is caught if the charge still reaches it: it fights loose and without cover. [R4a]"""
        made = onset(t.state, unit, target)
        if isinstance(made, Onset) and made.gap <= t.env.reach:
            come_up(t, unit.id, made.bearing, made.gap)
            t.bind(caught=True)
            t.note("R4", "caught", unit=target.id, by=unit.id)
            return self._engage(t)
        return self._miss(t)

    def _miss(self, t: Desk) -> Flow:
        """It goes its full allowance along the line, 1 short of any other unit. [N6]"""
        unit = t.unit(t.env.unit)
        moved = away(t.state, unit, t.env.bearing, t.env.reach)
        t.put_unit(moved.unit)
        bring_leader(t, unit.id)
        t.note("N6", "misses", unit=unit.id)
        return DONE

    def _engage(self, t: Desk) -> Flow:
        """Who charged counts what is starred; who closed in does not. The garrison may do no more than fire. [N7b, G5a]"""
        e = t.env
        both = e.answer is Answer.COUNTER
        charged = (() if e.closing else (e.unit,)) + ((e.target,) if both else ())
        exposed = (e.target,) if both or e.caught else ()
        loose = tuple(
            unit for unit, when in ((e.target, e.flank or e.caught), (e.unit, bool(e.house))) if when
        )
        contact = Contact(
            e.unit, e.target, 1, charged, (e.unit,) if e.led else (), loose, exposed, e.wall, e.house
        )
        t.set(contacts=(*t.state.contacts, contact))
        if e.house:
            t.put(e.unit, formed=False)  # [A-47, O3]
        t.note("N5", "contact", unit=e.unit, target=e.target)
        return NEXT


def come_up(t: Desk, unit: int, bearing: int, distance: int, loose: bool = False) -> None:
    """Bring a unit straight on, its figures along the enemy's near side. [N5c]"""
    each = t.unit(unit)
    keep = each.formed and not loose
    places: tuple[Point, ...] | None = None
    if keep:
        start = min(each.figures, key=lambda f: -((f.x * SIN[bearing % 3600]) + (f.y * COS[bearing % 3600])))
        made = Onset(unit, unit, (start.x, start.y), (start.x, start.y), bearing % 3600, distance, 0)
        places = block_at_contact(t.state, each, made)
    if places is None:
        keep = False
        dx, dy = ahead(0, 0, bearing, distance)
        places = settle(t.state, each, [(f.x + dx, f.y + dy) for f in each.figures])
    t.put_unit(replace(each, figures=placed(each, places), facing=bearing % 3600, formed=keep))
    t.today(unit, moved=True)
    bring_leader(t, unit)


class FirstStrokes(Step):
    """Round one is fought at once. [K1, W4]"""

    cite = "K1"
    title = "First round"

    def begin(self, t: Desk) -> Call:
        return Call("melee", Round(t.env.unit))

    def resume(self, t: Desk) -> Flow:
        return NEXT
