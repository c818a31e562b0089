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
    Need("F-13.1", "infantry or unlimbered guns shoot",           lambda a: a.able),
    Need("STA-01", "a Disordered or Routed unit does not fire",   lambda a: a.good),
    Need("STA-02", "a Suppressed battery does not fire",          lambda a: not a.suppressed),
    Need("STA-06", "a unit in Reserve does not fire",             lambda a: not a.reserve),
    Need("WX-06", "nobody fires in a Squall",                     lambda a: not a.weather_bars),
    Need("F-16.1", "a stack under FB! does not fire",             lambda a: not a.fb),
    Need("F-13.3", "one active shot an activation; foot guns that moved or changed have none", lambda a: not a.shot and not a.moved_guns),
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
    Need("F-16.1", "infantry assaults",                              lambda o: o.infantry),
    Need("F-10.9", "infantry does not assault out of a stack with guns", lambda o: not o.guns),
    Need("STA-01", "a Disordered unit does not assault",             lambda o: o.good),
    Need("STA-04", "a Square does not assault",                      lambda o: o.formation is not Formation.SQUARE),
    Need("F-16.1", "in Line, Column, Masse Column or open order",    lambda o: o.formation not in (Formation.ROAD, Formation.EXT_LINE)),
    Need("OOC-04", "an out-of-command unit does not assault",        lambda o: not o.ooc),
    Need("STA-06", "a unit in Reserve does not assault",             lambda o: not o.reserve),
    Need("F-8.3", "a stack that has shot does not assault",          lambda o: not o.shot),
    Need("F-14.2", "a halted stack does not assault",                lambda o: not o.halted),
    Need("R-21", "no assault at Night or in a Squall",               lambda o: not o.weather_bars),
    Need("F-16.2", "an enemy stack within reach",                    lambda o: o.target),
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
    Need("SPR-09a", "cavalry charges",                               lambda g: g.cavalry),
    Need("STA-01", "a Disordered unit does not charge",              lambda g: g.good),
    Need("STA-03", "Spent cavalry does not charge",                  lambda g: not g.spent),
    Need("OOC-04", "an out-of-command unit does not charge",         lambda g: not g.ooc),
    Need("STA-06", "a unit in Reserve does not charge",              lambda g: not g.reserve),
    Need("F-14.2", "a halted stack does not charge",                 lambda g: not g.halted),
    Need("F-17.1", "in Line, Column or Open Column",                 lambda g: g.formation in (Formation.LINE, Formation.COLUMN, Formation.OPEN)),
    Need("F-6.4", "an Open Column has at most 4 steps",              lambda g: g.formation is not Formation.OPEN or g.steps <= 4),
    Need("F-17.1", "at most half of its MCF used",                   lambda g: g.fresh),
    Need("R-78", "a failed charge bars another in the segment",      lambda g: not g.failed),
    Need("R-21", "no charge at Night or in a Squall",                lambda g: not g.weather_bars),
    Need("F-17.1", "a target in sight and within reach, not in wood, orchard or farm", lambda g: g.target),
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
    most: int = 4
    reserve: bool = False


SQUARE_NEEDS: Needs[Form] = Needs("Trying for Square", "F-17.4", rows=(
    Need("F-17.4", "good-order infantry not yet in Square",          lambda f: f.infantry and f.good and not f.square),
    Need("R-66", "two steps at least, and one hex only if formed",   lambda f: f.steps >= 2),
    Need("F-10.3", "no Square from Road Column",                     lambda f: not f.road),
    Need("STA-06", "a unit in Reserve does not react",               lambda f: not f.reserve),
    Need("PT-02", "poorly trained infantry forms no Square in reaction", lambda f: not f.poor),
    Need("F-17.4", "not in wood, orchard or farm",                   lambda f: not f.closed),
    Need("F-17.4", "the chargers in sight",                          lambda f: f.sees),
    Need("SQR-12a", "the Charge marker within 4 hexes",              lambda f: f.distance <= 4),
    Need("F-21.2", "no farther off than rain or rye allow",          lambda f: f.distance <= f.most),
))


class Team(NamedTuple):
    """What decides whether guns may move or change."""

    foot: bool = True
    """Foot guns."""
    shot: bool = False


SHIFT: Needs[Team] = Needs("Moving guns", "F-13.3", rows=(
    Need("F-13.3", "foot guns that have fired do not move, limber or unlimber", lambda g: not (g.foot and g.shot)),
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
    Need("OPS-04a", "a Passive leader does not move",                lambda a: not a.passive),
    Need("F-9.1a", "only a leader who is activated goes along",      lambda a: a.active),
    Need("F-9.1a", "a leader goes along instead of riding, and with one stack only", lambda a: a.free),
    Need("OPS-04b", "without an OM he goes only with a Disordered or Stragglers unit of his own", lambda a: a.ordered or a.shaken),
    Need("F-9.1a", "a leader without a card stays in the range of his superior", lambda a: a.near),
))
# fmt: on
