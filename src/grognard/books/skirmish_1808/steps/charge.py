"""A charge, from the answer to the first strokes. [N5–N7, R1–R6, W4]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Sum
from grognard.engine.domains import Cells, Domain, Number
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading, norm
from grognard.geometry.points import Point

from ..facts.answering import answers, why_not_answer
from ..facts.bodies import KEEP, body_of, outdoors, shortest_way
from ..facts.charging import (
    Onset,
    counter_needs_test,
    needs_closing_test,
    on_flank,
    onset,
)
from ..facts.command import led_by, nerve, test_dice
from ..facts.ground import ignored
from ..facts.gunnery import Aim, aim, ammunition
from ..facts.layout import placed
from ..facts.moving import banned, loses_formation, rate
from ..facts.onrush import FREE, Coming, Stops, block_at, coming, stops_at, wheeled
from ..facts.shifting import Run, away, farthest, limit_along, open_to_charges, settle
from ..facts.shooting import volley
from ..facts.takings import TAKING
from ..state import Contact, Desk, State, Unit, centre
from ..words import Answer, Arm, Fire, Pace
from .common import flee, gone_on, remember, ridden_down
from .env import Bang, Round, Rush, Shot
from .gun import traverse
from .hide import Scouting
from .verbs import SCOUTING

EVADE_SWING = 45


def onset_of(t: Desk) -> Onset:
    """The charge this sequence is about."""
    e = t.env
    return Onset(e.unit, e.target, e.start, e.end, e.bearing, e.gap, e.reach, e.closing, e.wall, e.house)


def rush(made: Onset, unit: Unit, target: Unit, led: bool, surprise: bool = False) -> Rush:
    """A charge set going; by surprise the charged unit does no more than stand. [H3, H6]"""
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
        surprise=surprise,
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
        come_up(t, t.env.unit, t.env.start, t.env.bearing, max(0, t.env.gap - 100))
        ridden_down(t, t.env.target, reading, "M5", centre(t.unit(t.env.unit)))
        if t.unit(t.env.target).on_table:
            flee(t, t.env.target, "M5")
        return DONE


class AnswerTheCharge(Scouting):
    """The target stands, stands and fires, counter-charges or evades. [R1–R5]"""

    cite = "R1"
    title = "Answer the charge"
    scouts = SCOUTING

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
        open_ = answers(t.state, made, t.env.surprise)
        target = t.unit(t.env.target)
        offers: dict[str, Domain | None] = {}
        for answer in open_:
            if answer is Answer.EVADE:
                offers["evade"] = Number(
                    -EVADE_SWING, EVADE_SWING, 5, "°", marks=(0, -EVADE_SWING, EVADE_SWING)
                )
            elif answer is Answer.FIRE and target.arm is Arm.GUN:
                if rounds := tuple(gun_answers(t)):
                    offers[answer.value] = Cells(rounds)
            elif answer is not Answer.FIRE or _has_fire(t, made):
                offers[answer.value] = None
        if list(offers) == ["stand"]:
            return None
        words = "closes in on" if t.env.closing else "charges"
        prompt = f"{t.unit(t.env.unit).name} {words} {target.name}"
        return Ask(target.side, prompt, self.cite, offers, self._barred(t, made, offers), about=target.id)

    def _barred(self, t: Desk, made: Onset, offers: Mapping[str, Domain | None]) -> dict[str, Refusal]:
        """Why the other answers are not open."""
        found = {}
        for answer in Answer:
            if answer.value not in offers:
                reason = why_not_answer(t.state, made, answer, t.env.surprise)
                found[answer.value] = reason or Refusal("R2", "nobody of it has a shot at the charger")
        return found

    def stand(self, t: Desk) -> Flow:
        """It stands, and does not fire. [R5]"""
        return NEXT

    def stand_and_fire(self, t: Desk, ammo: str | None = None) -> Flow | Call:
        """It holds its fire until the enemy is close: short range from wherever they began; gunners choose their round. [R2a, X11, A-40]"""
        t.bind(answer=Answer.FIRE)
        target = react(t, t.env.target)
        if target.arm is Arm.GUN:
            made = gun_answers(t)[str(ammo)]
            traverse(t, target, made)
            return Call("gun shot", Bang(made.gun, made.ammo, made.point, made.origin, made.reach))
        return Call("volley", Shot(target.id, t.env.unit, Fire.STAND))

    def resume(self, t: Desk) -> Flow:
        remember(t, t.env.target)
        return NEXT

    def counter_charge(self, t: Desk) -> Flow:
        """The units meet half-way, both charging. [R3]"""
        t.bind(answer=Answer.COUNTER)
        react(t, t.env.target, moved=True)
        t.note("R3", "counter_charges", unit=t.env.target, target=t.env.unit)
        return NEXT

    def evade(self, t: Desk, swing: int) -> Flow:
        """A Normal move straight away, or up to 45° aside, ending loose. [R4]"""
        t.bind(answer=Answer.EVADE)
        target = react(t, t.env.target, moved=True)
        if target.gun is not None:
            target = t.put(target.id, gun=replace(target.gun, abandoned=True))
        bearing = t.env.bearing + 10 * swing
        moved = away(t.state, target, bearing, rate(target, Pace.NORMAL))
        t.put_unit(moved.unit)
        t.note("R4", "evades", unit=target.id, by=t.env.unit)
        gone_on(t, target.id, moved.ways)
        return NEXT


def react(t: Desk, unit: int, moved: bool = False) -> Unit:
    """Reacting uses the activation of a unit that had not acted, and is what it remembers. [T3, T7]"""
    if not t.unit(unit).today.acted:
        t.today(unit, acted=True, moved=moved)
        if moved:
            remember(t, unit)
    return t.unit(unit)


def _has_fire(t: Desk, made: Onset) -> bool:
    return volley(t.state, t.unit(made.target), t.unit(made.unit), Fire.STAND) is not None


def gun_answers(t: Desk) -> dict[str, Aim]:
    """The rounds a charged gun may fire at the charger's nearest figure where it started. [X11]"""
    gun = t.unit(t.env.target)
    found = {ammo.value: aim(t.state, gun, ammo, t.env.start) for ammo in ammunition(gun)}
    return {ammo: made for ammo, made in found.items() if isinstance(made, Aim)}


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
    """Horse that charges or counter-charges the front of formed foot tests at −2, or pulls up. [R6, A-41]"""

    cite = "R6"
    title = "Closing test"

    def _who(self, t: Desk) -> int | None:
        unit, target, answer = t.unit(t.env.unit), t.unit(t.env.target), t.env.answer
        if counter_needs_test(unit, target, answer):
            return target.id
        charges = needs_closing_test(unit, target, onset_of(t), t.env.flank)
        return unit.id if charges and answer is not Answer.EVADE else None

    def begin(self, t: Desk) -> Flow | None:
        return NEXT if self._who(t) is None else None

    def ask(self, t: Desk) -> Throw:
        who = self._who(t)
        assert who is not None
        each = t.unit(who)
        foe = t.env.target if each.id == t.env.unit else t.env.unit
        dice, tally = test_dice(each, nerve(t.state, each, closing=True))
        return Throw("closing", dice, "R6", tally, side=each.side, unit=each.id, target=foe)

    def fell(self, t: Desk, reading: int) -> Flow:
        who = self._who(t)
        assert who is not None
        if reading:
            return NEXT
        t.put(who, formed=False)
        if who == t.env.target:
            # It stays where it is, and the foot it rode at comes on. [R3, R6]
            t.note("R6", "pulls_up", unit=who, target=t.env.unit)
            t.bind(answer=Answer.STAND)
            return NEXT
        t.note("R6", "pulls_up", unit=who, target=t.env.target)
        return DONE


class Home(Step):
    """The charge strikes home, or misses an enemy that got away. [N5, N6, R3, R4]"""

    cite = "N5"
    title = "Contact"

    def begin(self, t: Desk) -> Flow:
        e, unit, target = t.env, t.unit(t.env.unit), t.unit(t.env.target)
        if not target.on_table:
            return self._miss(t)
        if e.answer is Answer.EVADE:
            return self._chase(t, unit, target)
        if target.arm is Arm.WAGON:
            # Drivers neither fight nor run: who comes up unhindered takes the wagons. [S5]
            come_up(t, unit.id, e.start, e.bearing, max(0, e.gap - TAKING))
            return DONE
        if e.answer is Answer.COUNTER:
            self._meet(t, unit, target)
        else:
            stops = stops_at(t.state, target, e.wall)
            made = self._line(t, unit, target)
            if made is None:
                return self._miss(t)
            come_up(t, unit.id, made.start, made.bearing, made.gap, stops, loose=bool(e.house))
        return self._engage(t)

    def _line(self, t: Desk, unit: Unit, target: Unit) -> Onset | None:
        """The line of the charge; if fire took its nearest figure, that of the nearest left, or None if it does not reach. [N5a, F6]"""
        made = onset_of(t)
        if any((f.x, f.y) == made.start for f in unit.figures):
            return made
        again = onset(t.state, unit, target, made.closing)
        return again if isinstance(again, Onset) else None

    def _meet(self, t: Desk, unit: Unit, target: Unit) -> None:
        half = t.env.gap // 2
        come_up(t, target.id, t.env.end, t.env.bearing + 1800, half)
        start, end, gap = shortest_way(unit, t.unit(target.id))
        come_up(t, unit.id, start, heading(start, end), gap)

    def _chase(self, t: Desk, unit: Unit, target: Unit) -> Flow:
        """An evader is caught if the charge still reaches it: it fights loose and without cover. [R4a]"""
        made = onset(t.state, unit, target, t.env.closing)
        if isinstance(made, Refusal) and t.env.closing:
            made = onset(t.state, unit, target)
        if isinstance(made, Onset) and (made.closing == t.env.closing or made.gap <= t.env.reach):
            come_up(t, unit.id, made.start, made.bearing, made.gap, stops_at(t.state, target, made.wall))
            t.bind(caught=True)
            t.note("R4a", "caught", unit=target.id, by=unit.id)
            return self._engage(t)
        return self._miss(t)

    def _miss(self, t: Desk) -> Flow:
        """It goes its full allowance along the line, 1 short of any other unit, and keeps its ranks; ground that bars charges stops it. [N6, O3, 41, P3]"""
        unit, e = t.unit(t.env.unit), t.env
        others = tuple(body_of(u) for u in outdoors(t.state) if u.id != unit.id and u.attached != unit.id)
        base = rate(unit, Pace.NORMAL if e.closing else Pace.CHARGE)
        turned = (
            replace(unit, figures=placed(unit, wheeled(unit, e.start, e.bearing))) if unit.formed else unit
        )
        limit = limit_along(t.state, turned, e.bearing, base)
        far = farthest(t.state, turned, e.bearing, Run(others, KEEP), limit)
        if not e.closing:
            far = open_to_charges(t.state, unit, e.start, e.bearing, far)
        come_up(t, unit.id, e.start, e.bearing, far)
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
        led = ((e.unit,) if e.led else ()) + (
            (e.target,) if both and led_by(t.state, t.unit(e.target)) is not None else ()
        )
        contact = Contact(e.unit, e.target, 1, charged, led, loose, exposed, e.wall, e.house)
        t.set(contacts=(*t.state.contacts, contact))
        if e.house:
            t.put(e.unit, formed=False)  # [A-47, O3]
        t.note("N5", "contact", unit=e.unit, target=e.target)
        return NEXT


def come_up(
    t: Desk,
    unit: int,
    start: Point,
    bearing: int,
    distance: int,
    stops: Stops = FREE,
    loose: bool = False,
) -> None:
    """Bring a unit straight on, its figures along the enemy's near side; ground that breaks ranks breaks them. [N5c, O3]"""
    each = t.unit(unit)
    bearing = norm(bearing)
    run = coming(each, start, bearing, distance, stops, loose)
    places = block_at(t.state, each, start, bearing, distance, stops) if each.formed and not loose else None
    if places is not None and loses_formation(each, *run.ground(t.state)):
        places = None  # each figure comes up by itself, past neighbours who would have stopped a rank
        t.note("O3", "loses_formation", unit=unit)
    keep = places is not None
    if places is None:
        # Man by man each goes straight on; where that leads over ground that bars charges, and the wheel of the ranks does not, they wheel.
        runs = [coming(each, start, bearing, distance, stops, loose=True), run]
        charging = [one for one in runs if _charges_over(t.state, each, one)]
        run = charging[0] if charging else runs[0]
        places = settle(t.state, each, run.ends, charging=bool(charging))
    t.put_unit(replace(each, figures=placed(each, places), facing=bearing, formed=keep))
    t.today(unit, moved=True)
    gone_on(t, unit, run.ways)


def _charges_over(state: State, unit: Unit, run: Coming) -> bool:
    """Whether a way leads over no ground that bars charges, nor keeps to a road: then nobody is shifted onto such ground. [41, P3]"""
    found, road = run.ground(state)
    return not ignored(road, found) and banned(found, unit.mounted, Pace.CHARGE) is None


class FirstStrokes(Step):
    """Round one is fought at once. [K1, W4]"""

    cite = "K1"
    title = "First round"

    def begin(self, t: Desk) -> Call:
        return Call("melee", Round(t.env.unit))

    def resume(self, t: Desk) -> Flow:
        return NEXT
