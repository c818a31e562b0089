"""What must hold: to fire, to declare an assault, to charge, to try for a Square. [F-13.1, F-16.1, F-17.1, F-17.4]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Need, Needs

from ..words import Formation


class Aim(NamedTuple):
    """What decides whether somebody may fire at all."""

    good: bool = True
    suppressed: bool = False
    reserve: bool = False
    weather_bars: bool = False
    fb: bool = False
    shot: bool = False
    moved_guns: bool = False
    able: bool = True


# fmt: off
FIRING: Needs[Aim] = Needs("Fire", "F-13.3", rows=(
    Need("F-13.1", "infantry or unlimbered guns shoot",           lambda a: a.able, "nobody here can shoot: it takes infantry or unlimbered guns"),
    Need("STA-01", "a Disordered or Routed unit does not fire",   lambda a: a.good, "it is Disordered or Routed, and so does not fire"),
    Need("STA-02", "a Suppressed battery does not fire",          lambda a: not a.suppressed, "it is a Suppressed battery, which does not fire"),
    Need("STA-06", "a unit in Reserve does not fire",             lambda a: not a.reserve, "it is in Reserve, and so does not fire"),
    Need("WX-06", "nobody fires in a Squall",                     lambda a: not a.weather_bars, "a Squall is on, and nobody fires in it"),
    Need("F-16.1", "a stack under FB! does not fire",             lambda a: not a.fb, "it is committed to an assault (FB!), and so does not fire"),
    Need("F-13.3", "one active shot an activation; foot guns that moved or changed have none", lambda a: not a.shot and not a.moved_guns, lambda a: "it has had its one shot of this activation" if a.shot else "they are foot guns that have moved or limbered, and so do not fire"),
))


class Onset(NamedTuple):
    """What decides whether an assault may be declared."""

    infantry: bool = True
    guns: bool = False
    """Guns stand with the infantry."""
    good: bool = True
    formation: Formation = Formation.LINE
    ooc: bool = False
    reserve: bool = False
    shot: bool = False
    halted: bool = False
    weather_bars: bool = False
    target: bool = True


DECLARE: Needs[Onset] = Needs("Assault", "F-16.1", rows=(
    Need("F-16.1", "infantry assaults",                              lambda o: o.infantry, "it is not infantry, and only infantry assaults"),
    Need("F-10.9", "infantry does not assault out of a stack with guns", lambda o: not o.guns, "guns stand in its stack, and infantry does not assault from among them"),
    Need("STA-01", "a Disordered unit does not assault",             lambda o: o.good, "it is Disordered, and so does not assault"),
    Need("STA-04", "a Square does not assault",                      lambda o: o.formation is not Formation.SQUARE, "it is in Square, and so does not assault"),
    Need("F-16.1", "in Line, Column, Masse Column or open order",    lambda o: o.formation not in (Formation.ROAD, Formation.EXT_LINE), lambda o: f"it is in {o.formation.value}: an assault takes Line, Column, Masse Column or open order"),
    Need("OOC-04", "an out-of-command unit does not assault",        lambda o: not o.ooc, "it is out of command, and so does not assault"),
    Need("STA-06", "a unit in Reserve does not assault",             lambda o: not o.reserve, "it is in Reserve, and so does not assault"),
    Need("F-8.3", "a stack that has shot does not assault",          lambda o: not o.shot, "it has shot, and so does not assault"),
    Need("F-14.2", "a halted stack does not assault",                lambda o: not o.halted, "it was halted, and so does not assault"),
    Need("R-21", "no assault at Night or in a Squall",               lambda o: not o.weather_bars, "it is Night or a Squall is on: nobody assaults"),
    Need("F-16.2", "an enemy stack within reach",                    lambda o: o.target, "no enemy stack is within reach"),
))


class Gallop(NamedTuple):
    """What decides whether cavalry may charge."""

    cavalry: bool = True
    good: bool = True
    spent: bool = False
    ooc: bool = False
    reserve: bool = False
    halted: bool = False
    formation: Formation = Formation.LINE
    steps: int = 4
    fresh: bool = True
    """At most half its MCF used."""
    failed: bool = False
    weather_bars: bool = False
    target: bool = True


CHARGE: Needs[Gallop] = Needs("Charge", "F-17.1", rows=(
    Need("SPR-09a", "cavalry charges",                               lambda g: g.cavalry, "it is not cavalry, and only cavalry charges"),
    Need("STA-01", "a Disordered unit does not charge",              lambda g: g.good, "it is Disordered, and so does not charge"),
    Need("STA-03", "Spent cavalry does not charge",                  lambda g: not g.spent, "it is Spent, and so does not charge"),
    Need("OOC-04", "an out-of-command unit does not charge",         lambda g: not g.ooc, "it is out of command, and so does not charge"),
    Need("STA-06", "a unit in Reserve does not charge",              lambda g: not g.reserve, "it is in Reserve, and so does not charge"),
    Need("F-14.2", "a halted stack does not charge",                 lambda g: not g.halted, "it was halted, and so does not charge"),
    Need("F-17.1", "in Line, Column or Open Column",                 lambda g: g.formation in (Formation.LINE, Formation.COLUMN, Formation.OPEN), lambda g: f"it is in {g.formation.value}: a charge takes Line, Column or Open Column"),
    Need("F-6.4", "an Open Column has at most 4 steps",              lambda g: g.formation is not Formation.OPEN or g.steps <= 4, lambda g: f"it has {g.steps} steps in Open Column, where 4 at most may charge"),
    Need("F-17.1", "at most half of its MCF used",                   lambda g: g.fresh, "it has used more than half of its movement"),
    Need("R-78", "a failed charge bars another in the segment",      lambda g: not g.failed, "it has failed in a charge in this segment already"),
    Need("R-21", "no charge at Night or in a Squall",                lambda g: not g.weather_bars, "it is Night or a Squall is on: nobody charges"),
    Need("F-17.1", "a target in sight and within reach, not in wood, orchard or farm", lambda g: g.target, "no enemy outside wood, orchard and farm is in sight and reach"),
))


class Form(NamedTuple):
    """What decides whether a stack may try for Square."""

    infantry: bool = True
    good: bool = True
    steps: int = 4
    poor: bool = False
    square: bool = False
    road: bool = False
    sees: bool = True
    distance: int = 3
    closed: bool = False
    """In wood, orchard or farm."""
    late: bool = False
    """Rain or rye hides the chargers until they are near."""
    reserve: bool = False
    room: bool = True
    """The hex has room for a Square of so many steps."""


SQUARE_NEEDS: Needs[Form] = Needs("Trying for Square", "F-17.4", rows=(
    Need("F-17.4", "good-order infantry not yet in Square",          lambda f: f.infantry and f.good and not f.square, lambda f: "it is in Square already" if f.square else "it is not infantry in good order"),
    Need("R-66", "two steps at least, and one hex only if formed",   lambda f: f.steps >= 2, lambda f: f"it has {f.steps} {'step' if f.steps == 1 else 'steps'}, and a Square takes 2"),
    Need("F-10.3", "no Square from Road Column",                     lambda f: not f.road, "it is in Road Column, out of which no Square is formed"),
    Need("STA-06", "a unit in Reserve does not react",               lambda f: not f.reserve, "it is in Reserve, and so does not react"),
    Need("PT-02", "poorly trained infantry forms no Square in reaction", lambda f: not f.poor, "it is poorly trained, and forms no Square in reaction"),
    Need("STK-06", "a Square holds 12 steps at most",                lambda f: f.room, "it has more steps than a Square may hold"),
    Need("F-17.4", "not in wood, orchard or farm",                   lambda f: not f.closed, "it is in wood, orchard or farm"),
    Need("F-17.4", "the chargers in sight",                          lambda f: f.sees, "it does not see the chargers"),
    Need("SQR-12a", "the Charge marker within 4 hexes",              lambda f: f.distance <= 4, lambda f: f"the chargers are {f.distance} hexes away, more than 4"),
    Need("F-21.2", "no farther off than rain or rye allow",          lambda f: f.distance <= 2 or not f.late, lambda f: f"the chargers are {f.distance} hexes away: rain or rye allow 2"),
))


class Team(NamedTuple):
    """What decides whether guns may move or change."""

    foot: bool = True
    """Foot guns."""
    shot: bool = False


SHIFT: Needs[Team] = Needs("Moving guns", "F-13.3", rows=(
    Need("F-13.3", "foot guns that have fired do not move, limber or unlimber", lambda g: not (g.foot and g.shot), "they are foot guns that have fired, and so do not move, limber or unlimber"),
))


class Along(NamedTuple):
    """What decides whether a leader may go along with a stack."""

    passive: bool = False
    active: bool = True
    """He, or who commands him, is activated; in the Assault Phase and in reaction everybody counts so."""
    free: bool = True
    """He has not ridden himself, nor gone along with others."""
    ordered: bool = True
    """He has an OM, or needs none."""
    shaken: bool = False
    """The stack has a Disordered or Stragglers unit of his Formation."""
    near: bool = True
    """A leader without a card: in the range of his superior."""


ALONG: Needs[Along] = Needs("Going along with a stack", "F-9.1a", rows=(
    Need("OPS-04a", "a Passive leader does not move",                lambda a: not a.passive, "he is Passive, and does not move"),
    Need("F-9.1a", "only a leader who is activated goes along",      lambda a: a.active, "he is not activated"),
    Need("F-9.1a", "a leader goes along instead of riding, and with one stack only", lambda a: a.free, "he has ridden or gone along with a stack already"),
    Need("OPS-04b", "without an OM he goes only with a Disordered or Stragglers unit of his own", lambda a: a.ordered or a.shaken, "he has no Objective marker, and none of his own is Disordered or straggling there"),
    Need("F-9.1a", "a leader without a card stays in the range of his superior", lambda a: a.near, "it leads out of the range of his superior, and he has no card of his own"),
))


class Homecoming(NamedTuple):
    """What decides whether a Screen may go back into its battalion."""

    alike: bool = True
    """Both are in good order, or both Disordered."""
    room: bool = True
    """The stacking chart lets its step into the hex."""


RETURN: Needs[Homecoming] = Needs("A Screen going back to its battalion", "F-10.5", rows=(
    Need("F-10.5", "a Screen and its battalion are in the same order",  lambda h: h.alike, "one of them is Disordered or Routed and the other is not"),
    Need("F-10.6", "the battalion's hex has room for the Screen's step", lambda h: h.room, "with its step the battalion's hex would hold more than the stacking chart lets it"),
))
# fmt: on
