"""The charge segment. [CHG-01, CHG-02, CHG-03, CHG-04, CHG-05, CHG-06]"""

from __future__ import annotations

from grognard.books.fix_bayonets.facts import charging
from grognard.books.fix_bayonets.facts.checks import horse_facts, tally, why_not_square
from grognard.books.fix_bayonets.facts.ground import distance
from grognard.books.fix_bayonets.facts.moving import new_facing
from grognard.books.fix_bayonets.facts.stacks import Stack, aspect, hexes, layout
from grognard.books.fix_bayonets.state import Desk
from grognard.books.fix_bayonets.steps.common import D10, Flee, contract, ids, join, lose, place
from grognard.books.fix_bayonets.steps.env import Melee, Rider
from grognard.books.fix_bayonets.steps.fire import provoked
from grognard.books.fix_bayonets.steps.ops import formations, rest
from grognard.books.fix_bayonets.words import Arm, Attack, Formation, Order, Trait, Trial, Where
from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, Domain, Pairs, Units
from grognard.engine.flow import AGAIN, LOOP, NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Tally
from grognard.field.hexarcs import field_of_fire

F = Formation
PURSUIT = 3


def rider(t: Desk) -> Rider:
    """The marker whose turn it is."""
    found: Rider = t.env.riders[t.env.at]
    return found


def put_rider(t: Desk, at: int, **changes: object) -> None:
    """Change a marker."""
    riders = list(t.env.riders)
    riders[at] = replace(riders[at], **changes)
    t.bind(riders=tuple(riders))


def riding(t: Desk, one: Rider) -> bool:
    """Whether a marker still runs."""
    unit = t.unit(one.unit)
    return one.state == "riding" and unit.on_map and unit.good


def stop(t: Desk, at: int, cite: str) -> None:
    """A marker stops short: a Failed Charge. [R-78]"""
    one = t.env.riders[at]
    put_rider(t, at, state="stopped")
    if t.unit(one.unit).on_map:
        t.put_all(ids(t.stack(one.unit)), failed_charge=True)
    t.note(cite, "charge stops", unit=one.unit)


class DeclareCharges(Step):
    """All charges are named; the poorly trained check first. [CHG-01, F-17.1, PT-03]"""

    cite = "CHG-01"
    title = "Declare charges"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.env.stage == 0 else NEXT

    def _pairs(self, t: Desk) -> dict[int, tuple[int, ...]]:
        numbers = formations(t)
        named = [one.target for one in t.env.riders]
        busy = {one.unit for one in t.env.riders}
        found = {}
        for stack in t.state.stacks(t.env.side):
            top = stack[0]
            if top.arm is not Arm.CAV or top.command not in numbers or top.id in busy:
                continue
            if charging.why_not_charge(t.state, stack) is None:
                aims = tuple(
                    one for one in charging.targets(t.state, top) if named.count(one) < charging.MOST_AT_ONE
                )
                if aims:
                    found[top.id] = aims
        return found

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.now >= 0:
            stack = t.stack(t.env.now)
            why = tally(t.state, stack, Trial.CHARGE)
            return Throw("charge check", D10, "PT-03", why, side=t.env.side, unit=t.env.now, tem=stack[0].tem)
        pairs = self._pairs(t)
        if not pairs:
            return None
        return Ask(t.env.side, "Declare charges", self.cite, {"charge": Pairs(pairs), "declared": None})

    def charge(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """Charge that stack."""
        unit, target = pair
        one = Rider(unit, target, charging.run(t.unit(unit)))
        t.bind(riders=(*t.env.riders, one))
        t.note(self.cite, "charges", unit=unit, target=target)
        for each in t.stack(unit):
            t.put_command(each.command, active=True)
        if any(each.poor for each in t.stack(unit)):
            t.bind(now=unit)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        stack = t.stack(t.env.now)
        if die + tally(t.state, stack, Trial.CHARGE).total > stack[0].tem:
            t.put_all(ids(stack), failed_charge=True)
            t.bind(riders=tuple(one for one in t.env.riders if one.unit != t.env.now))
            t.note("PT-03", "will not charge", unit=stack[0].id)
        t.bind(now=-1)
        return AGAIN

    def declared(self, t: Desk) -> Flow:
        """Nobody else charges."""
        return NEXT


class Sound(Step):
    """Markers placed; the rest of the cavalry is fresh again; is it a Grand Charge? [CHG-01, R-30, F-17.10]"""

    cite = "CHG-01"

    def begin(self, t: Desk) -> Flow:
        if t.env.stage > 0:
            return NEXT
        rest(t, formations(t), tuple(one.unit for one in t.env.riders))
        units = tuple(unit for one in t.env.riders for unit in t.stack(one.unit))
        grand = charging.is_grand(t.state, units)
        t.bind(stage=1 if t.env.riders else 2, grand=grand, at=0)
        if grand:
            t.note("F-17.10", "grand charge", side=t.env.side)
        for at, one in enumerate(t.env.riders):
            touch(t, at, one)
        return NEXT


def touch(t: Desk, at: int, one: Rider) -> bool:
    """Contact, if the target is next to the marker and in its front, a turn of 60 degrees allowed. [F-17.7]"""
    unit, target = t.unit(one.unit), t.unit(one.target)
    if not target.on_map or not riding(t, one):
        return False
    near = next((h for h in hexes(target) if distance(t.state.field, unit.hex, h) == 1), -1)
    if near < 0:
        return False
    direction = t.state.field.grid.direction_between(unit.hex, near)
    assert direction is not None
    way = charging.faced(unit, direction)
    if way is None:
        return False
    t.put_all(ids(t.stack(unit.id)), facing=way)
    count = charging.straight(one.path, direction)
    put_rider(t, at, state="contact", direction=aspect(t.state, target, unit.hex), spot=count)
    t.note("F-17.7", "contact", unit=one.unit, target=one.target)
    return True


class Gallop(Step):
    """One hex for each marker by turns; or a Recall, or another target. [CHG-02, F-17.2, F-17.6]"""

    cite = "CHG-02"
    title = "Charge"

    def begin(self, t: Desk) -> Flow | None:
        t.bind(now=-1)
        if t.env.stage != 1:
            return NEXT
        while True:
            at = self._turn(t)
            if at < 0:
                t.bind(stage=2)
                return NEXT
            t.bind(at=at)
            if self._ways(t) or self._others(t):
                return None
            stop(t, at, "R-78")

    def _turn(self, t: Desk) -> int:
        """The next marker that runs, from here on and round again. [CHG-02]"""
        count = len(t.env.riders)
        order = [*range(t.env.at, count), *range(t.env.at)]
        return next((at for at in order if riding(t, t.env.riders[at])), -1)

    def _ways(self, t: Desk) -> tuple[int, ...]:
        one = rider(t)
        target = t.unit(one.target)
        if not target.on_map:
            return ()
        return charging.next_hexes(t.state, t.unit(one.unit), target, one.left)

    def _others(self, t: Desk) -> tuple[int, ...]:
        """Another enemy in front within 2, if the target is gone or in Square. [F-17.2]"""
        one = rider(t)
        unit, target = t.unit(one.unit), t.unit(one.target)
        if one.reaction or (target.on_map and target.formation is not F.SQUARE):
            return ()
        seen = field_of_fire(t.state.field.grid, unit.hex, layout(unit).front, 2)
        return tuple(
            stack[0].id
            for stack in t.state.stacks(1 - unit.side)
            if stack[0].hex in seen
            and stack[0].id != target.id
            and t.state.field.terrain[stack[0].hex] not in "wof"
        )

    def ask(self, t: Desk) -> Ask | Throw:
        one = rider(t)
        unit = t.unit(one.unit)
        if t.env.now >= 0:
            why = tally(t.state, t.stack(unit.id), Trial.RECALL)
            return Throw("recall", D10, "F-17.6", why, side=unit.side, unit=unit.id, tem=unit.tem)
        offers: dict[str, Domain | None] = {}
        if ways := self._ways(t):
            offers["gallop"] = Cells(ways)
        if others := self._others(t):
            offers["switch"] = Units(others)
        if not one.recalled:
            offers["recall"] = None
        return Ask(unit.side, f"{unit.name} charges", self.cite, offers)

    def gallop(self, t: Desk, there: int) -> Flow:
        """One hex nearer."""
        one = rider(t)
        unit = t.unit(one.unit)
        direction = t.state.field.grid.direction_between(unit.hex, there)
        assert direction is not None
        t.put_all(ids(t.stack(unit.id)), facing=charging.toward(t.state, unit, there))
        left = one.left - charging.cost(t.state, unit.hex, there)
        if t.state.field.terrain[there] == "~":
            left = 0
        put_rider(t, t.env.at, left=left, path=(*one.path, direction))
        place(t, ids(t.stack(unit.id)), there)
        t.note(self.cite, "gallops", unit=unit.id, hex=t.state.field.grid.label(there))
        return NEXT

    def switch(self, t: Desk, target: int) -> Flow:
        """Name another target."""
        put_rider(t, t.env.at, target=target, left=max(1, rider(t).left))
        t.note("F-17.2", "charges", unit=rider(t).unit, target=target)
        touch(t, t.env.at, rider(t))
        return NEXT

    def recall(self, t: Desk) -> Flow:
        """Call them back: one try."""
        put_rider(t, t.env.at, recalled=True)
        t.bind(now=t.env.at)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        one = rider(t)
        unit = t.unit(one.unit)
        t.bind(now=-1)
        if die + tally(t.state, t.stack(unit.id), Trial.RECALL).total <= unit.tem:
            stop(t, t.env.at, "F-17.6")
            return NEXT
        t.note("F-15.4", "rides on", unit=unit.id)
        if self._ways(t) or self._others(t):
            return AGAIN
        stop(t, t.env.at, "R-78")
        return NEXT


class ChargeFire(Step):
    """Others than the target may shoot at a marker that has moved. [F-17.2, F-13.4]"""

    cite = "F-17.2"

    def begin(self, t: Desk) -> Flow | Call:
        if t.env.stage != 1 or not riding(t, rider(t)):
            return NEXT
        return provoked(t, ids(t.stack(rider(t).unit)), charge=True, but=rider(t).target) or NEXT

    def resume(self, t: Desk) -> Flow:
        if not riding(t, rider(t)) and rider(t).state == "riding":
            stop(t, t.env.at, "R-78")
        return NEXT


class SquareReaction(Step):
    """The target may try for Square, once. [F-17.4, SQR-12a, R-58]"""

    cite = "F-17.4"
    title = "Square reaction"

    def _target(self, t: Desk) -> Stack:
        one = rider(t)
        unit = t.unit(one.target)
        return t.stack(unit.id) if unit.on_map else ()

    def _why(self, t: Desk) -> Tally:
        unit = t.unit(rider(t).unit)
        stack = self._target(t)
        apart = min(distance(t.state.field, here, unit.hex) for here in hexes(stack[0]))
        return tally(
            t.state, stack, Trial.SQUARE, distance=apart, **horse_facts(t.stack(unit.id), t.env.grand)
        )

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.stage != 1 or t.unit(rider(t).unit).order is not Order.GOOD or rider(t).state == "stopped":
            return None
        stack = self._target(t)
        if not stack or stack[0].side == t.unit(rider(t).unit).side:
            return None
        if t.env.now >= 0:
            return Throw(
                "square", D10, "SQR-01", self._why(t), side=stack[0].side, unit=stack[0].id, tem=stack[0].tem
            )
        if stack[0].id in t.env.squares or why_not_square(t.state, stack, t.unit(rider(t).unit)) is not None:
            return None
        return Ask(
            stack[0].side, f"{stack[0].name}: form Square?", self.cite, {"try_square": None, "wait": None}
        )

    def try_square(self, t: Desk) -> Flow:
        """Try it now."""
        t.bind(now=rider(t).target, squares=(*t.env.squares, self._target(t)[0].id))
        return AGAIN

    def wait(self, t: Desk) -> Flow:
        """Not yet."""
        return NEXT

    def fell(self, t: Desk, die: int) -> Flow:
        stack = self._target(t)
        passed = die + self._why(t).total <= stack[0].tem
        t.bind(now=-1)
        if passed:
            for unit in stack:
                contract(t, unit.id)
                shape = unit.formation if unit.arm is Arm.ART else F.SQUARE
                t.put(unit.id, formation=shape, fb=False)
            t.note(self.cite, "forms square", unit=stack[0].id)
            if rider(t).state == "contact":
                put_rider(t, t.env.at, direction="front")
        else:
            t.note("F-15.4", "fails to form", unit=stack[0].id)
        return NEXT


class SlipAway(Step):
    """A charged Screen may slip back once. [F-17.5]"""

    cite = "F-17.5"
    title = "Screen withdraws"

    def _ways(self, t: Desk) -> tuple[int, ...]:
        if t.env.stage != 1 or not riding(t, rider(t)):
            return ()
        unit = t.unit(rider(t).target)
        if not unit.on_map or unit.id in t.env.slipped:
            return ()
        return charging.screen_exits(t.state, t.stack(unit.id))

    def ask(self, t: Desk) -> Ask | None:
        ways = self._ways(t)
        if not ways:
            return None
        return Ask(
            t.unit(rider(t).target).side,
            "Pull the Screen back?",
            self.cite,
            {"slip": Cells(ways), "stand": None},
        )

    def slip(self, t: Desk, there: int) -> Flow:
        """Back to friends or cover."""
        unit = rider(t).target
        t.bind(slipped=(*t.env.slipped, unit))
        place(t, (unit,), there)
        t.note(self.cite, "slips away", unit=unit)
        join(t, (unit,))
        return NEXT

    def stand(self, t: Desk) -> Flow:
        """Stay."""
        return NEXT


class CounterCharge(Step):
    """Enemy cavalry may charge back at a marker. [F-17.3, CHG-02]"""

    cite = "F-17.3"
    title = "Reaction charge"

    def _able(self, t: Desk) -> tuple[int, ...]:
        if t.env.stage != 1 or not riding(t, rider(t)) or rider(t).reaction:
            return ()
        return charging.reactors(t.state, t.unit(rider(t).unit), (*t.env.tried, *t.env.asked))

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.now >= 0:
            stack = t.stack(t.env.now)
            why = tally(t.state, stack, Trial.REACTION)
            return Throw(
                "reaction charge", D10, self.cite, why, side=stack[0].side, unit=stack[0].id, tem=stack[0].tem
            )
        able = self._able(t)
        if not able:
            return None
        side = t.unit(able[0]).side
        return Ask(side, "Charge back?", self.cite, {"charge_back": Units(able), "stand_by": None})

    def charge_back(self, t: Desk, unit: int) -> Flow:
        """Try to charge back."""
        t.bind(now=unit, tried=(*t.env.tried, unit))
        return AGAIN

    def stand_by(self, t: Desk) -> Flow:
        """Nobody charges back now."""
        t.bind(asked=(*t.env.asked, *self._able(t)))
        return NEXT

    def fell(self, t: Desk, die: int) -> Flow:
        stack = t.stack(t.env.now)
        t.bind(now=-1)
        if die + tally(t.state, stack, Trial.REACTION).total > stack[0].tem:
            t.note("F-15.4", "stands", unit=stack[0].id)
            return AGAIN
        foe = t.unit(rider(t).unit)
        t.put_all(ids(stack), facing=toward_far(t, stack[0].id, foe.hex))
        one = Rider(stack[0].id, foe.id, charging.run(stack[0]), reaction=True)
        t.bind(riders=(*t.env.riders, one))
        t.note(self.cite, "charges", unit=stack[0].id, target=foe.id)
        return AGAIN


def toward_far(t: Desk, unit: int, there: int) -> int:
    """The facing of a reaction charge: any way, so the one that looks at its target. [F-17.3]"""
    each = t.unit(unit)
    grid = t.state.field.grid
    ways = range(each.facing % 2, 12, 2)
    return next(
        (
            way
            for way in ways
            if there in field_of_fire(grid, each.hex, layout(replace(each, facing=way)).front, 8)
        ),
        each.facing,
    )


class SettleTick(Step):
    """Contact stops a marker, and the one it meets; then the next marker. [CHG-02, F-17.7]"""

    cite = "CHG-02"

    def begin(self, t: Desk) -> Flow:
        if t.env.stage != 1:
            return NEXT
        at, one = t.env.at, rider(t)
        if riding(t, one) and touch(t, at, one):
            for number, other in enumerate(t.env.riders):
                if other.unit == one.target and riding(t, other):
                    put_rider(t, number, state="met")
        t.bind(at=at + 1 if at + 1 < len(t.env.riders) else 0, asked=())
        return LOOP


class Contacts(Step):
    """Receive checks, Defensive fire and melee for each target, cavalry against cavalry first. [CHG-03, R-75, R-84]"""

    cite = "CHG-03"
    title = "Contacts"

    def _targets(self, t: Desk) -> list[int]:
        found = dict.fromkeys(one.target for one in t.env.riders if one.state == "contact")
        left = [one for one in found if one not in t.env.fought]
        return sorted(left, key=lambda one: t.unit(one).arm is not Arm.CAV)

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        self._collect(t)
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        for target in self._targets(t):
            t.bind(fought=(*t.env.fought, target))
            riders = [one for one in t.env.riders if one.state == "contact" and one.target == target]
            riders = [one for one in riders if t.unit(one.unit).on_map and t.unit(one.unit).good]
            if not riders or not t.unit(target).on_map:
                continue
            ways = [one.direction for one in riders]
            way = "rear" if "rear" in ways else "flank" if "flank" in ways else "front"
            meets = any(one.unit == target for one in t.env.riders)
            t.bind(now=target)
            return Call(
                "home",
                Melee(
                    tuple(one.unit for one in riders),
                    target,
                    Attack.CHARGE,
                    t.unit(riders[0].unit).side,
                    direction=way,
                    straight=tuple(one.spot for one in riders),
                    grand=t.env.grand and not riders[0].reaction,
                    reaction=meets,
                    hold=True,
                ),
            )
        t.bind(now=-1)
        return NEXT

    def _collect(self, t: Desk) -> None:
        target = t.env.now
        own = tuple(one.unit for one in t.env.riders if one.state == "contact" and one.target == target)
        verdict = t.state.verdict.rpartition(":")[2]
        if verdict in ("FORCED_REGROUP", "BOTH_REGROUP"):
            more = (*own, target) if verdict == "BOTH_REGROUP" else own
            t.bind(regroup=(*t.env.regroup, *more))
        gone = t.unit(target)
        routed = not gone.on_map or gone.order is Order.ROUTED
        if routed:
            for one in own:
                if t.unit(one).on_map and t.unit(one).good:
                    t.bind(victors=(*t.env.victors, (one, target)))
        elif verdict == "AR":
            for one in own:
                if gone.good and gone.arm is Arm.CAV and any(r.unit == target for r in t.env.riders):
                    t.bind(victors=(*t.env.victors, (target, one)))


def regrouped(t: Desk, unit: int, there: int) -> None:
    """Into Column, Spent. [F-17.11]"""
    stack = t.stack(unit)
    if there != stack[0].hex:
        place(t, ids(stack), there)
    for each in t.stack(unit):
        good = each.good and each.formation is not F.GENERAL
        facing = new_facing(each, F.COLUMN) if good else each.facing
        t.put(each.id, formation=F.COLUMN if good else each.formation, facing=facing, spent=True)
    t.note("F-17.11", "regroups", unit=unit)


class ForcedRegroup(Step):
    """Whoever must regroup does, before anybody runs. [CHG-04, F-17.11]"""

    cite = "CHG-04"
    title = "Forced regroup"

    def _who(self, t: Desk) -> int:
        return next((one for one in t.env.regroup if t.unit(one).on_map and t.unit(one).good), -1)

    def ask(self, t: Desk) -> Ask | None:
        one = self._who(t)
        if one < 0:
            return None
        cells = charging.regroup_hexes(t.state, t.stack(one))
        return Ask(t.unit(one).side, f"{t.unit(one).name} regroups", self.cite, {"regroup": Cells(cells)})

    def regroup(self, t: Desk, there: int) -> Flow:
        """Draw off there."""
        one = self._who(t)
        t.bind(regroup=tuple(each for each in t.env.regroup if each != one))
        regrouped(t, one, there)
        return AGAIN


class Pursuit(Step):
    """The victor over a routed stack checks: halt there or pursue, or must pursue. [CHG-04, F-17.11]"""

    cite = "F-17.11"
    title = "Pursuit"

    def _pairs(self, t: Desk) -> tuple[tuple[int, int], ...]:
        return tuple((one, foe) for one, foe in t.env.victors if t.unit(one).on_map and t.unit(one).good)

    def ask(self, t: Desk) -> Ask | Throw | None:
        pairs = self._pairs(t)
        if not pairs:
            return None
        side = t.unit(pairs[0][0]).side
        foe = pairs[0][1]
        if t.env.now >= 0:
            unit = t.unit(t.env.now)
            if t.env.stage == 3:
                return Ask(side, "Pursue?", self.cite, {"pursue": None, "halt": None})
            why = tally(t.state, t.stack(unit.id), Trial.PURSUIT)
            return Throw("pursuit", D10, self.cite, why, side=side, unit=unit.id, tem=unit.tem)
        able = tuple(one for one, beaten in pairs if beaten == foe)
        return Ask(side, "Who takes up the pursuit?", self.cite, {"follow": Units(able)})

    def follow(self, t: Desk, one: int) -> Flow:
        """This regiment."""
        t.bind(now=one)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow | Call:
        unit = t.unit(t.env.now)
        if die + tally(t.state, t.stack(unit.id), Trial.PURSUIT).total <= unit.tem:
            t.bind(stage=3)
            return AGAIN
        t.note("F-15.4", "must pursue", unit=unit.id)
        return self.pursue(t)

    def halt(self, t: Desk) -> Flow:
        """Stop in the hex they left."""
        one = t.env.now
        foe = next(foe for each, foe in self._pairs(t) if each == one)
        self._advance(t, one, foe, 1)
        self._close(t, foe)
        return AGAIN

    def pursue(self, t: Desk) -> Flow | Call:
        """Ride them down."""
        one = t.env.now
        foe = next(foe for each, foe in self._pairs(t) if each == one)
        unit, beaten = t.unit(one), t.unit(foe)
        if beaten.on_map:
            cv = sum(each.strength for each in t.stack(one))
            count = -(-cv // 2)
            if (unit.has(Trait.LANCE) or unit.has(Trait.SHOCK)) and beaten.arm is not Arm.CAV:
                count += 1
            for _ in range(int(count)):
                if t.unit(foe).on_map:
                    lose(t, foe, 1, "F-17.11")
            t.note(self.cite, "pursues", unit=one, target=foe)
        self._advance(t, one, foe, PURSUIT)
        self._close(t, foe)
        return provoked(t, (one,), charge=True) or AGAIN

    def resume(self, t: Desk) -> Flow:
        return AGAIN

    def _advance(self, t: Desk, one: int, foe: int, far: int) -> None:
        target = t.unit(foe)
        for _ in range(far):
            here = t.unit(one).hex
            if not target.on_map:
                return
            ways = [
                there
                for there in charging.next_hexes(t.state, t.unit(one), target, 9)
                if distance(t.state.field, there, target.hex) >= 1
            ]
            if not ways or distance(t.state.field, here, target.hex) <= 1:
                return
            t.put_all(ids(t.stack(one)), facing=charging.toward(t.state, t.unit(one), ways[0]))
            place(t, ids(t.stack(one)), ways[0])

    def _close(self, t: Desk, foe: int) -> None:
        t.bind(victors=tuple(pair for pair in t.env.victors if pair[1] != foe), now=-1, stage=2)


class FreeRegroup(Step):
    """Other active chargers in good order may regroup. [CHG-05]"""

    cite = "CHG-05"
    title = "Regroup"

    def _able(self, t: Desk) -> dict[int, tuple[int, ...]]:
        return {
            one.unit: charging.regroup_hexes(t.state, t.stack(one.unit))
            for one in t.env.riders
            if not one.reaction
            and t.unit(one.unit).on_map
            and t.unit(one.unit).good
            and not t.unit(one.unit).spent
        }

    def ask(self, t: Desk) -> Ask | None:
        able = self._able(t)
        if not able:
            return None
        return Ask(t.env.side, "Regroup?", self.cite, {"draw_off": Pairs(able, to="cell"), "stay_put": None})

    def draw_off(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """Regroup there."""
        regrouped(t, *pair)
        return AGAIN

    def stay_put(self, t: Desk) -> Flow:
        """Stay where you are."""
        return NEXT


class EndCharge(Step):
    """Markers off; everybody who charged is Spent. [CHG-06, F-17.12, R-78]"""

    cite = "CHG-06"

    def begin(self, t: Desk) -> Flow:
        for one in t.env.riders:
            unit = t.unit(one.unit)
            if unit.where is Where.MAP:
                t.put_all(ids(t.stack(unit.id)), spent=True, failed_charge=False)
                t.note("F-17.12", "is spent", unit=unit.id)
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "charge": (
        DeclareCharges(),  # CHG-01
        Sound(),
        Gallop(),  # CHG-02
        ChargeFire(),
        SquareReaction(),
        SlipAway(),
        CounterCharge(),
        SettleTick(),
        Contacts(),  # CHG-03
        ForcedRegroup(),  # CHG-04
        Flee(),
        Pursuit(),
        FreeRegroup(),  # CHG-05
        EndCharge(),  # CHG-06
    ),
}
