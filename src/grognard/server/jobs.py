"""What workers work out. Each job gets a side's view of a position and never the position itself."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import count, islice
from time import monotonic
from typing import Any, TypeVar

import msgspec

from grognard.ai.agents import Agent, make
from grognard.ai.judge import Sample, samples_of
from grognard.ai.levels import OFFICER
from grognard.ai.playout import Watch
from grognard.ai.search import SearchAgent
from grognard.ai.why import Thought, Why
from grognard.engine.battlekit import BattleDraft
from grognard.engine.battles import from_text, random_battle, read_battle
from grognard.engine.book import BadInput, Book
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.domains import Mover, Reach
from grognard.engine.flow import Engine, Position, barrier
from grognard.engine.log import Entry, visible
from grognard.engine.replay import Save, read_save
from grognard.engine.tables import Refusal
from grognard.engine.workshop import from_text as list_from_text
from grognard.engine.workshop import look_at
from grognard.lab.balance import Balance
from grognard.lab.evening import Evening
from grognard.lab.play import LIMIT, GameResult
from grognard.lab.runner import Order, Terms, played, sides_of
from grognard.odds.explore import DeadEnd, Odds, TooWide, explore
from grognard.odds.graph import Endless
from grognard.odds.luck import Thrown, luck
from grognard.odds.report import marginal, solve
from grognard.odds.say import chances, parts, plain, say_fraction
from grognard.paper.pdf import as_pdf
from grognard.paper.press import Wish, pages, size_of
from grognard.server.bodies.battles import BattleLooked
from grognard.server.bodies.summaries import LuckLine
from grognard.server.catalogue import prospect
from grognard.server.faults import check_noun
from grognard.server.journeys import Journey, journeys
from grognard.server.parts import Chance, Marginal, OddsOf, TallyOf, Weighed
from grognard.server.plainly import in_words_of
from grognard.server.thoughts import weighed
from grognard.server.verdicts import verdict_of
from grognard.server.words import plain as plain_data
from grognard.server.words import reading_of, reason_of, tallies_of, tally_of, tell, unit_of

POSITIONS, AGENTS = 64, 256
ODDS_POSITIONS = 100_000
MEANINGS = 40
"""The most readings of a throw whose meaning is looked up one by one."""
MEANT = 2
"""So many lines of the journal tell what a reading does."""
OPTIONS = 64 * 1024
"""Bytes of a game file's options, at most."""
NOTHING_MORE = "nothing comes of it"
WAYS, WAYS_ALIKE, WAYS_TRIED = 16, 3, 120
_ENDS = {"start": "from", "end": "to"}
"""What the ends of a line of sight are called on the wire."""
T = TypeVar("T")


class OutOfPatience(TimeoutError):
    """The odds take longer than whoever asked will wait."""


class Bench:
    """A worker's bench: the books, the positions it has lately looked at, the agents it has lately been."""

    def __init__(self, books: Mapping[str, Book], watch: Watch = lambda _done, _most: True):
        self.books, self.watch = books, watch
        self._positions: OrderedDict[tuple[str, str], Position] = OrderedDict()
        self._agents: OrderedDict[tuple[str, str], Agent] = OrderedDict()

    def nothing(self) -> bool:
        """So that somebody can wait until we are ready."""
        return True

    def prospect(self, book: str, scenario: str, forces: dict[str, str]) -> bytes:
        """A scenario's table before the first move, with the armies chosen for it, as JSON."""
        return msgspec.json.encode(prospect(self.books[book], scenario, forces))

    def printed(
        self, book: str, what: str, name: str, text: str | None, options: dict[str, Any], paper: str
    ) -> bytes:
        """A sheet as PDF."""
        return as_pdf(pages(self.books[book], Wish(what, name, text, options), size_of(paper)))

    def battle(self, book: str, plain: Any, text: str | None) -> bytes:
        """A battle of somebody's own, as data or written out, looked at and laid out."""
        given = plain if text is None else from_text(text)
        return self._looked_at(book, read_battle(self.books[book], given))

    def plain_battle(self, book: str, text: str) -> dict[str, Any]:
        """A battle written out as data."""
        return from_text(text)

    def army(self, book: str, name: str | None, text: str | None, plain: Any) -> bytes:
        """A list priced and checked: one of the book's by its name, one written out, or one as data."""
        builder = self.books[book].army
        if name is not None:
            plain = builder.plain(name)
        elif text is not None:
            plain = list_from_text(text)
        return msgspec.json.encode(look_at(builder.workshop, plain))

    def save(self, data: bytes, parts: int) -> tuple[Save, tuple[bytes, ...]]:
        """A game file without its actions, and these one by one, so that no more than one need be read at once."""
        save = read_save(data, "the file")
        for action in save.actions:
            for name in (one for one in action.__struct_fields__ if one != "side"):
                check_noun(getattr(action, name), parts)
        if len(msgspec.json.encode(save.options)) > OPTIONS:
            raise BadInput("the file has too many options")
        rows = tuple(msgspec.json.encode(action) for action in save.actions)
        return msgspec.structs.replace(save, actions=()), rows

    def random_battle(self, book: str, seed: int, size: int, mirrored: bool) -> bytes:
        """A battle on a table drawn by a number."""
        return self._looked_at(book, random_battle(self.books[book], seed, size, mirrored=mirrored))

    def _looked_at(self, book: str, draft: BattleDraft) -> bytes:
        picture = None if draft.faults else prospect(self.books[book], draft.text)
        return msgspec.json.encode(BattleLooked(draft.battle, draft.text, draft.faults, picture=picture))

    # ---- is it fair?

    def sides(self, book: str, scenario: str, options: dict[str, Any]) -> tuple[str, ...]:
        """Who would fight in a battle, if it can be fought at all."""
        ruleset = self.books[book]
        with in_words_of(ruleset):
            return sides_of(ruleset, scenario, ruleset.read_options(options))

    def contest(self, book: str, order: dict[str, Any], options: dict[str, Any]) -> GameResult | None:
        """One game between computer players; None if whoever wanted it has had enough."""
        given, done = msgspec.convert(order, Order), count()
        result = played(
            self.books[book],
            Terms("", options, log=True),
            given,
            lambda: self.watch(next(done), LIMIT),
        ).result
        return result if result.ended or result.actions >= LIMIT else None

    def even_out(
        self, book: str, scenario: str, options: dict[str, Any], found: dict[str, Any], told: list[list[Any]]
    ) -> Any:
        """What to try next to even a battle out, after all that was tried; what is known so far; that trial in words."""
        before = msgspec.convert(found, Balance)
        search = Evening(self.books[book], scenario, options, before, before.games)
        wanted = search.wanted()
        for share, games in told:
            search.told(share, games)
            wanted = search.wanted()
        return [wanted, search.advice(), search.trying if wanted is not None else ""]

    # ---- computer players

    def choose(
        self,
        book: str,
        key: str,
        position: bytes,
        side: int,
        agent: str,
        game: str,
        seed: int,
        brisk: bool = False,
    ) -> Any:
        """A computer player's choice: verb, noun, and what it went by if it can say so; `brisk`: without playing it out."""
        ruleset, view, engine = self._at(book, key, position)
        ask = engine.pending(view)
        if not isinstance(ask, Ask):
            raise LookupError("a computer player was not asked")
        player = _kept(self._agents, (f"{game}/{side}", agent), AGENTS, lambda: make(agent, ruleset, seed))
        if isinstance(player, SearchAgent):
            player.watch = _no_more if brisk else self.watch
        move = player.choose(view, ask, side)
        why: Callable[[], Why] | None = getattr(player, "why", None)
        thoughts = None if why is None else weighed(ruleset, engine, view, why())
        return [move.verb, plain_data(move.noun), thoughts]

    def hint(self, book: str, key: str, position: bytes, side: int) -> Weighed:
        """What an officer would weigh in this side's place."""
        ruleset, view, engine = self._at(book, key, position)
        ask = _asked(engine, view, side)
        if not isinstance(ask, Ask) or side not in ask.who:
            raise BadInput("nothing is asked of this side now")
        officer = SearchAgent(ruleset, 0, OFFICER)
        officer.watch = self.watch
        move = officer.choose(view, ask, side)
        why = officer.why()
        return weighed(ruleset, engine, view, why if why.thoughts else Why((Thought(move, 0.0),)))

    # ---- questions

    def preview(
        self, book: str, key: str, position: bytes, side: int, verb: str, noun: Any, patience: float
    ) -> Any:
        """What an action leads to: the mover's preview, the odds of the whole sequence and of the next throw."""
        ruleset, view, engine = self._at(book, key, position)
        ask = _asked(engine, view, side)
        move = Move(side, verb, _noun(ask, verb, noun))
        if not isinstance(ask, Ask) or move not in ask:
            refusal = _refusal(ask, move)
            return {
                "refusal": reason_of(refusal),
                "preview": None,
                "odds": None,
                "throw": None,
                "whole": False,
                "final": False,
            }
        domain = ask.offers[verb]
        shown = plain_data(domain.mover.preview(move.noun)) if isinstance(domain, Reach) else None
        until = monotonic() + patience
        together = len(ask.who) > 1 or view.agenda[-1].sealed
        throw = None if together else _next_throw(ruleset, engine, view, move)
        whole = _whole(ruleset, engine, view, move, until)
        return {
            "refusal": None,
            "preview": shown,
            "odds": whole or throw,
            "throw": throw,
            "whole": whole is not None,
            "final": bool(together) or _lasting(engine, view, move),
        }

    def plan(
        self,
        book: str,
        key: str,
        position: bytes,
        side: int,
        verb: str,
        pose: list[Any],
        places: list[list[int]],
        by: Sequence[list[int]] = (),
    ) -> Any:
        """The manoeuvre that ends in a pose, single models perhaps elsewhere, by some way-points, or why there is none."""
        ask, domain = self._reach(book, key, position, side, verb)
        if domain is None:
            return {"legs": None, "preview": None, "refusal": reason_of(_refusal(ask, Move(side, verb, ())))}
        found = _planned(domain.mover, tuple(pose), places, by)
        if isinstance(found, Refusal):
            return {"legs": None, "preview": None, "refusal": reason_of(found)}
        preview, why = plain_data(domain.mover.preview(found)), domain.mover.turned_from
        return {"legs": found, "preview": preview, "refusal": None, "detour": why and reason_of(why)}

    def ways(self, book: str, key: str, position: bytes, side: int, verb: str) -> Any:
        """Some legal manoeuvres: a few of each kind the book itself proposes."""
        _, domain = self._reach(book, key, position, side, verb)
        if domain is None:
            return []
        kinds: dict[tuple[Any, ...], int] = {}
        found: list[Any] = []
        more: list[Any] = []
        for legs in islice(domain.mover.candidates(), WAYS_TRIED):
            kind = tuple(leg[0] for leg in legs)
            kinds[kind] = kinds.get(kind, 0) + 1
            (found if kinds[kind] <= WAYS_ALIKE else more).append(legs)
        # Where all are of one kind, as when only a front is chosen, there is room for them.
        told = (found if len(kinds) > 1 else [*found, *more])[:WAYS]
        return [{"legs": legs, "preview": plain_data(domain.mover.preview(legs))} for legs in told]

    def region(self, book: str, key: str, position: bytes, side: int, verb: str) -> Any:
        """The line round where a unit may go; nothing where the verb moves nobody."""
        _, domain = self._reach(book, key, position, side, verb)
        return [] if domain is None else domain.mover.region()

    def journeys(
        self, book: str, key: str, position: bytes, side: int, unit: int, patience: float
    ) -> list[Journey]:
        """Where a unit can be sent, place by place."""
        ruleset, view, engine = self._at(book, key, position)
        return journeys(ruleset, engine, view, side, unit, patience)

    def overlay(self, book: str, key: str, position: bytes, side: int | None, kind: str, unit: int) -> Any:
        """What to draw over the table for a unit; nothing where the book has nothing."""
        ruleset, view, engine = self._at(book, key, position)
        found: dict[str, Any] = {"shapes": [], "lines": [], "notes": []}
        if unit not in ruleset.sheet.names(view.state):
            raise BadInput(f"there is no unit {unit}")
        if kind == "reach":
            found["shapes"] = _regions(_asked(engine, view, side), side, unit)
        if not found["shapes"]:
            given = plain_data(ruleset.sheet.overlay(view.state, kind, unit))
            found |= {name: given.get(name) or [] for name in found}
            found["lines"] = [
                {_ENDS.get(name, name): value for name, value in line.items()} for line in found["lines"]
            ]
        return found

    def sightline(
        self, book: str, key: str, position: bytes, side: int | None, start: list[int], end: list[int]
    ) -> dict[str, Any] | None:
        """Whether one sees from a point to another; None where the book has no such lines."""
        ruleset, view, _ = self._at(book, key, position)
        if ruleset.sheet.sightline is None:
            return None
        found = ruleset.sheet.sightline(view.state, (start[0], start[1]), (end[0], end[1]))
        return {_ENDS.get(name, name): value for name, value in plain_data(found).items()}

    def odds(self, book: str, situation: str, fields: dict[str, Any]) -> Any:
        """The odds of a situation without a table, as `grognard odds --json`."""
        with in_words_of(self.books[book], situation):
            try:
                return solve(self.books[book], situation, fields).as_json()
            except TooWide as fault:
                raise BadInput(f"{situation}: {fault}") from None

    def judge(self, book: str, save: bytes) -> list[Sample]:
        """How a finished game stood in the computer's eyes, choice by choice."""
        return samples_of(self.books[book], read_save(save, "the game"))

    def luck(self, thrown: list[list[Any]]) -> list[LuckLine]:
        """Lines of luck, each from (side, what, [(kind of dice, reading), …])."""
        return [
            LuckLine(side, what, found.throws, found.read, float(found.expected), found.percentile)
            for side, what, throws in thrown
            for found in (luck([Thrown(*one) for one in throws]),)
        ]

    def _reach(
        self, book: str, key: str, position: bytes, side: int, verb: str
    ) -> tuple[Ask | Throw | None, Reach | None]:
        """What a side is asked, and where it could go by a verb, if that is offered to it."""
        _, view, engine = self._at(book, key, position)
        ask = _asked(engine, view, side)
        domain = ask.offers.get(verb) if isinstance(ask, Ask) and side in ask.who else None
        return ask, domain if isinstance(domain, Reach) else None

    def _at(self, book: str, key: str, position: bytes) -> tuple[Book, Position, Engine]:
        ruleset = self.books[book]
        view = _kept(self._positions, (book, key), POSITIONS, lambda: ruleset.decode(position))
        return ruleset, view, ruleset.engine()


def _no_more(_done: int, _most: int) -> bool:
    """Whoever is hurried thinks no further."""
    return False


def _kept(
    shelf: OrderedDict[tuple[str, str], T], key: tuple[str, str], most: int, make_one: Callable[[], T]
) -> T:
    """Something from a small shelf, made if it is not there; the longest unused makes room."""
    if key not in shelf:
        shelf[key] = make_one()
        if len(shelf) > most:
            shelf.popitem(last=False)
    shelf.move_to_end(key)
    return shelf[key]


def _asked(engine: Engine, view: Position, side: int | None) -> Ask | Throw | None:
    """What a view waits for, with the offers of one side."""
    waiting = engine.pending(view)
    return waiting.for_side(side) if isinstance(waiting, Ask) and side is not None else waiting


def _noun(ask: Any, verb: str, raw: Any) -> Any:
    """A noun as the offer reads it; what has not even the right shape is refused later."""
    try:
        return ask.offers[verb].parse(raw)
    except (AttributeError, KeyError):
        return raw
    except ValueError as fault:
        raise BadInput(str(fault)) from None


def _refusal(ask: Any, move: Move) -> Refusal:
    return Refusal("", "nothing is asked now") if ask is None else ask.refusal(move)


def _planned(
    mover: Mover, pose: tuple[Any, ...], places: list[list[int]], by: Sequence[list[int]] = ()
) -> Any:
    """The manoeuvre that gets there; single models count only where the book lets them go by themselves."""
    alone = tuple((model, x, y) for model, x, y in places) if mover.singles() else ()
    if by:
        return mover.arrange(pose, alone, tuple((x, y) for x, y in by))
    return mover.arrange(pose, alone) if alone else mover.plan(pose)


def _regions(ask: Any, side: int | None, unit: int) -> list[dict[str, Any]]:
    """Where a unit may go, if that is what is asked now."""
    if not isinstance(ask, Ask) or side not in ask.who:
        return []
    return [
        {"look": "reach", "poly": domain.mover.region(), "label": "", "cite": ask.cite}
        for domain in ask.offers.values()
        if isinstance(domain, Reach) and domain.unit == unit
    ]


def _lasting(engine: Engine, view: Position, move: Move) -> bool:
    """Whether a move cannot be taken back, as far as its side can know."""
    after = engine.follow(view, move)
    return isinstance(engine.pending(after), Throw) or barrier(view, move, after, engine)


def _next_throw(book: Book, engine: Engine, view: Position, move: Move) -> OddsOf | None:
    """The odds of the throw that follows a move at once, if one does and something may be known of it."""
    then = engine.follow(view, move)
    after = engine.pending(then)
    if not isinstance(after, Throw) or after.only not in (None, move.side):
        return None
    dist = after.dice.dist().reduced()
    tallies = tallies_of(after.why)
    cites = dict.fromkeys((after.cite, *(line.cite for tally in tallies for line in tally.lines)))
    # It may be somebody else's throw: say whose.
    unit = unit_of(after)
    name = "" if unit is None else book.sheet.names(then.state).get(unit, "")
    head = f"{after.what} ({name})" if name else after.what
    found = odds_of(Odds(dist, (head,), (), tuple(cites), 1, len(dist)), tallies)
    return _told(found, _meanings(book, engine, then, after, move.side))


def _told(odds: OddsOf, meanings: Mapping[str, str]) -> OddsOf:
    """The outcomes of one throw by what they mean; what means the same is one outcome."""

    def rows(chances: tuple[Chance, ...]) -> tuple[Chance, ...]:
        told: dict[str, Chance] = {}
        for chance in chances:
            words = meanings.get(str(chance.values[0]), "")
            found = msgspec.structs.replace(chance, values=(words or chance.values[0],))
            key = words or str(chance.values[0])
            told[key] = _together(told[key], found) if key in told else found
        return tuple(told.values())

    marginals = tuple(msgspec.structs.replace(part, outcomes=rows(part.outcomes)) for part in odds.marginals)
    return msgspec.structs.replace(odds, outcomes=rows(odds.outcomes), marginals=marginals)


def _meanings(book: Book, engine: Engine, position: Position, throw: Throw, side: int) -> dict[str, str]:
    """What each reading of a throw means: in the book's words for it, or else by what the journal would say then."""
    readings = list(throw.dice.dist())
    told = {str(plain(one)): reading_of(book, throw.what, one) for one in readings}
    if all(told.values()) or len(readings) > MEANINGS:
        return told
    names, sides = book.sheet.names(position.state), book.sheet.sides(position.state)
    for one in readings:
        entries: list[Entry] = []
        try:
            engine.follow(position, Fall(one), entries)
        except Exception:  # a view need not know what follows from what it cannot see
            return told
        lines = [tell(book, entry, names, sides) for entry in visible(entries, side) if entry.what != "dice"]
        told[str(plain(one))] = "; ".join(dict.fromkeys(lines[:MEANT])) or NOTHING_MORE
    return told


def _together(one: Chance, other: Chance) -> Chance:
    whole = Fraction(one.fraction) + Fraction(other.fraction)
    return Chance(one.values, say_fraction(whole), float(whole))


def _whole(book: Book, engine: Engine, view: Position, move: Move, until: float) -> OddsOf | None:
    """The odds of the whole sequence a move starts, where the book can tell it and time allows."""
    scene = book.scene_for(view, move)
    if scene is None:
        return None

    def ring() -> None:
        if monotonic() > until:
            raise OutOfPatience

    try:
        found = explore(engine, scene, ODDS_POSITIONS, ring)
    except (TooWide, OutOfPatience, DeadEnd, Endless):
        return None
    told = odds_of(found, tuple(tally_of(met.tally) for met in found.tallies))
    if len(told.outcomes) == 1 and not told.tallies:  # nothing is thrown yet: there is nothing to weigh
        return None
    if scene.verdict is None:
        return told
    return msgspec.structs.replace(told, verdict=verdict_of(told, scene.verdict))


def odds_of(found: Odds, tallies: tuple[TallyOf, ...]) -> OddsOf:
    """Odds as they go over the wire."""
    heads = found.heads or ("outcome",)
    single = len(heads) == 1

    def rows(dist: Any, alone: bool) -> tuple[Chance, ...]:
        told = chances(dist)
        return tuple(
            Chance(
                tuple(plain(part) for part in ((outcome,) if alone else parts(outcome, len(heads)))),
                chance["fraction"],
                chance["chance"],
            )
            for outcome, chance in told
        )

    marginals = []
    for at, head in enumerate(heads):
        dist = found.dist if single else marginal(found.dist, at, len(heads))
        whole = all(type(value) is int for value in dist)
        marginals.append(Marginal(head, rows(dist, True), say_fraction(dist.mean()) if whole else ""))
    return OddsOf(heads, rows(found.dist, single), tuple(marginals), tallies, found.cites)


__all__ = ["Bench"]
