"""A round of melee and what comes of it. [26–28, K1–K14]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step, replace

from ..facts.bodies import body_of, nearest_pair
from ..facts.command import nerve, test_dice
from ..facts.fighting import comrades, due, melee_of, members, rounds, strokes
from ..facts.shifting import retreat
from ..state import Contact, Desk, State, Unit, centre
from .common import abandon, end_contacts, flee, gone_on, leave_house, lose, noted_half, remember, removed


class Strokes(Step):
    """Every figure has an opponent; contact by contact the dice fall, and nobody is removed yet. [26, K2–K6]"""

    cite = "K3"
    title = "Strokes"

    def begin(self, t: Desk) -> Flow | None:
        ready = due(t.state, melee_of(t.state, t.env.unit))
        if not ready:
            return DONE
        t.bind(storms=tuple((c.attacker, c.house) for c in melee_of(t.state, t.env.unit) if c.house))
        for unit in members(ready):
            if not t.unit(unit).today.acted:
                t.today(unit, acted=True)
                remember(t, unit)
        return None

    def ask(self, t: Desk) -> Throw | None:
        found = rounds(t.state, t.env.unit)
        if t.env.at >= len(found):
            return None
        pairing = found[t.env.at]
        made = strokes(t.state, pairing)
        contact = pairing.contact
        return Throw(
            "strokes",
            made.dice,
            "K4",
            (made.mine, made.theirs),
            side=t.unit(contact.attacker).side,
            unit=contact.attacker,
            target=contact.defender,
        )

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        contact = rounds(t.state, t.env.unit)[t.env.at].contact
        lost = dict(t.env.lost)
        for unit, count in zip((contact.attacker, contact.defender), reading):
            lost[unit] = lost.get(unit, 0) + count
        t.bind(at=t.env.at + 1, lost=tuple(sorted(lost.items())))
        return AGAIN


class StrokeLosses(Step):
    """All losses together; the side with more of them lost the round; a side wiped out has lost. [K6, K8a, K13]"""

    cite = "K6"
    title = "Losses"

    def begin(self, t: Desk) -> Flow:
        contacts = melee_of(t.state, t.env.unit)
        fought = due(t.state, contacts)
        everybody = members(contacts)
        leaders = [each.id for unit in everybody if (each := t.state.leader_with(unit)) is not None]
        lost = _shared_out(t.state, contacts, dict(t.env.lost))
        t.set(
            contacts=tuple(
                replace(c, round=c.round + 1, fought=t.state.turn) if c in fought else c
                for c in t.state.contacts
            )
        )
        total = [0, 0]
        for unit, count in sorted(lost.items()):
            each = t.unit(unit)
            foe = t.unit(t.state.foes(unit)[0]) if t.state.foes(unit) else None
            total[each.side] += count
            if count:
                lose_in_melee(t, unit, count, centre(foe) if foe is not None else None)
        alone = [each for each in leaders if t.state.engaged(each)]
        self._judge(t, (*everybody, *alone), (*members(fought), *alone), total)
        return NEXT

    def _judge(self, t: Desk, everybody: tuple[int, ...], fought: tuple[int, ...], total: list[int]) -> None:
        sides: list[list[int]] = [[], []]
        for unit in everybody:
            each = t.unit(unit)
            if each.on_table:
                sides[each.side].append(unit)
        alone = [side for side in (0, 1) if sides[side] and not sides[1 - side]]
        if alone:
            t.bind(winners=tuple(sides[alone[0]]), over=True)
            return
        if total[0] == total[1]:
            t.note("K8", "locked", unit=t.env.unit)
            t.bind(over=False)
            return
        loser = total.index(max(total))
        t.bind(
            beaten=tuple(u for u in sides[loser] if u in fought),
            winners=tuple(sides[1 - loser]),
            margin=abs(total[0] - total[1]),
            over=True,
        )


def _shared_out(state: State, contacts: tuple[Contact, ...], lost: dict[int, int]) -> dict[int, int]:
    """Nobody loses more than he has, and comrades fall for a command unit as long as there are any. [27, K6, K10]"""
    found = {unit: min(count, state.units[unit].size) for unit, count in lost.items()}
    for unit in [u for u in found if state.units[u].is_command]:
        for friend in comrades(state, contacts, unit):
            room = state.units[friend].size - found.get(friend, 0)
            taken = min(found[unit], room)
            found[friend] = found.get(friend, 0) + taken
            found[unit] -= taken
    return found


def lose_in_melee(t: Desk, unit: int, count: int, towards: tuple[int, int] | None) -> None:
    """Losses in melee cause no test but that of the loser; half strength counts as tested; command falls last. [K6, K10, K13, 27, 28]"""
    lose(t, unit, count, "K6", towards)
    noted_half(t, unit)


class BeatenTest(Step):
    """Each unit of the losing side tests: fail and it flees, pass and it goes back. [K8, G6, K12]"""

    cite = "K8"
    title = "The beaten side"

    def ask(self, t: Desk) -> Throw | None:
        if not t.env.beaten:
            return None
        each = t.unit(t.env.beaten[0])
        dice, tally = test_dice(each, nerve(t.state, each, beaten=t.env.margin))
        return Throw("morale", dice, "K8", tally, side=each.side, unit=each.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit, *rest = t.env.beaten
        # A friend's flight may have shaken it as well: one test an activation, however many causes. [M3]
        due = tuple(c for c in t.state.tests if c.unit != unit)
        t.set(tested=(*t.state.tested, unit), tests=due)
        each = t.unit(unit)
        foes = [t.unit(f) for f in t.state.foes(unit)]
        if reading:
            self._back(t, each, foes)
        else:
            flee(t, unit, "K8")
        t.bind(beaten=tuple(rest), left=(*t.env.left, unit))
        return AGAIN if rest else NEXT

    def _back(self, t: Desk, each: Unit, foes: list[Unit]) -> None:
        """Straight back a Normal move, loose; with no way open it surrenders. [K8, K12]"""
        if each.house:
            end_contacts(t, each.id)
            if leave_house(t, each.id) is not None:
                t.note("G6", "leaves_house", unit=each.id)
            return
        abandon(t, each.id)
        each = t.unit(each.id)
        # Whose own foes are gone goes back from those who won. [K8]
        near = min(
            foes or [t.unit(u) for u in t.env.winners],
            key=lambda f: nearest_pair(body_of(f).circles, body_of(each).circles)[0],
        )
        got = retreat(t.state, each, centre(near))
        end_contacts(t, each.id)
        if got is None:
            removed(t, each.id, "surrenders", "K12")
            return
        t.note("K8", "falls_back", unit=each.id)
        t.put_unit(got.unit)
        gone_on(t, each.id, got.ways)


class Aftermath(Step):
    """The winners, one after another. [K9]"""

    cite = "K9"
    title = "After the melee"

    def begin(self, t: Desk) -> Flow | Call:
        return Call("aftermath", t.env) if t.env.over and t.env.winners else DONE

    def resume(self, t: Desk) -> Flow:
        return NEXT
