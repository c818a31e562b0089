"""Whether every *no* of a book's searches is true, every *yes* legal, and every chance told the chance.

Crowded random positions are built, every question of kind *cannot* is asked in them, and what was refused is looked for by brute
force with the book's own judge and a seed that the program never uses. The exact odds of choices in live games are compared with
playouts of the live engine. A fault is written down as a position that can be loaded again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import as_completed
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard import books
from grognard.ai.agents import make
from grognard.engine.book import BadInput, Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Position
from grognard.engine.replay import say
from grognard.engine.soundness import Asked, Crowded
from grognard.lab.runner import Progress, game_seed, processes
from grognard.lab.stats import wilson
from grognard.odds.explore import TooWide, explore

BATCH = 10
LEAST_REFUSALS = 300
"""Fewer refusals of a kind bound its share only by an interval."""
UNTRUE_REFUSALS = 0.01
UNTRUE_QUESTIONS = 0.001
PLAYOUTS, MORE_PLAYOUTS = 2_000, 20_000
FAR_OFF = 4.5
"""So many standard deviations from the odds told are thrown again; if they are as far off once more, the odds are wrong."""
RARE = 10
"""Outcomes expected less often than this are counted together."""
LONGEST_GAME = 1_000


class Fault(msgspec.Struct, frozen=True):
    """One wrong answer, with the position it was given in."""

    kind: str
    about: str
    found: str
    position: bytes
    number: int
    """Of the crowded position or of the live scene, from 0."""


class Counted(msgspec.Struct, frozen=True):
    """What came of some positions: for each kind how many were offered and refused, and what was wrong."""

    offered: dict[str, int]
    refused: dict[str, int]
    untrue_no: dict[str, int]
    untrue_yes: dict[str, int]
    faults: tuple[Fault, ...]


class KindReport(msgspec.Struct, frozen=True):
    """One kind of question over all positions."""

    kind: str
    asked: int
    refused: int
    untrue_no: int
    untrue_yes: int

    @property
    def interval(self) -> tuple[float, float]:
        """The share of refusals that are untrue, with 95 % confidence."""
        return wilson(self.untrue_no, self.refused)

    @property
    def holds(self) -> bool:
        """Whether it keeps the bound; with few refusals an untrue one is judged by the interval."""
        if self.untrue_yes:
            return False
        if self.refused < LEAST_REFUSALS:
            return self.interval[0] <= UNTRUE_REFUSALS
        return self.untrue_no <= UNTRUE_REFUSALS * self.refused

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        low, high = self.interval
        return {
            **msgspec.to_builtins(self),
            "low": round(low, 5),
            "high": round(high, 5),
            "holds": self.holds,
        }


class SoundnessReport(msgspec.Struct, frozen=True):
    """A whole run."""

    book: str
    seed: int
    positions: int
    kinds: tuple[KindReport, ...]
    scenes: int
    """Choices of live games whose odds were compared."""
    off: int
    """Those whose odds do not hold."""
    faults: tuple[Fault, ...]

    @property
    def asked(self) -> int:
        """All questions together."""
        return sum(kind.asked for kind in self.kinds)

    @property
    def holds(self) -> bool:
        """Whether every bound is kept."""
        untrue = sum(kind.untrue_no for kind in self.kinds)
        kept = all(kind.holds for kind in self.kinds) and untrue <= max(1, UNTRUE_QUESTIONS * self.asked)
        return kept and not self.off

    def as_json(self) -> dict[str, Any]:
        """As plain data; the positions of faults are in their files."""
        told = {name: getattr(self, name) for name in ("book", "seed", "positions", "asked", "scenes", "off")}
        faults = [{"kind": f.kind, "about": f.about, "found": f.found, "at": f.number} for f in self.faults]
        return {**told, "kinds": [k.as_json() for k in self.kinds], "faults": faults, "holds": self.holds}


def soundness(
    book: Book,
    positions: int,
    scenes: int,
    seed: int,
    *,
    jobs: int = 1,
    playouts: int = PLAYOUTS,
    progress: Progress | None = None,
) -> SoundnessReport:
    """Ask every question in some crowded positions, and compare the odds of some live scenes; the same seed asks the same."""
    crowded_of(book)
    batches = [(start, min(start + BATCH, positions)) for start in range(0, positions, BATCH)]
    work: list[tuple[Callable[..., Any], tuple[Any, ...]]]
    work = [(look, (book.name, seed, start, end)) for start, end in batches]
    work += [(compare, (book.name, seed, number, playouts)) for number in range(scenes)]
    counted: list[Counted] = []
    compared: list[Compared] = []
    for done, found in enumerate(_results(work, jobs), 1):
        (counted if isinstance(found, Counted) else compared).append(found)
        if progress is not None:
            progress(done, len(work))
    return _report(book.name, seed, positions, counted, compared)


def crowded_of(book: Book) -> Crowded:
    """The book's crowded positions; BadInput if it has none."""
    if book.crowded is None:
        raise BadInput(f"{book.title} has no crowded positions to ask questions in")
    return book.crowded


def _results(work: Sequence[tuple[Callable[..., Any], tuple[Any, ...]]], jobs: int) -> Iterator[Any]:
    if jobs <= 1:
        yield from (call(*given) for call, given in work)
        return
    with processes(jobs) as pool:
        for future in as_completed([pool.submit(call, *given) for call, given in work]):
            yield future.result()


def _report(
    name: str, seed: int, positions: int, counted: Sequence[Counted], compared: Sequence[Compared]
) -> SoundnessReport:
    offered, refused, no, yes = (Counter[str]() for _ in range(4))
    for part in counted:
        offered.update(part.offered)
        refused.update(part.refused)
        no.update(part.untrue_no)
        yes.update(part.untrue_yes)
    kinds = tuple(
        KindReport(kind, offered[kind] + refused[kind], refused[kind], no[kind], yes[kind])
        for kind in sorted({*offered, *refused})
    )
    faults = [fault for part in counted for fault in part.faults] + [
        one.fault for one in compared if one.fault
    ]
    faults.sort(key=lambda fault: (fault.kind, fault.number, fault.about))
    off = sum(1 for one in compared if one.fault)
    return SoundnessReport(name, seed, positions, kinds, sum(one.met for one in compared), off, tuple(faults))


# ---- questions in crowded positions


def look(name: str, seed: int, start: int, end: int) -> Counted:
    """Ask every question in some of the crowded positions of a run."""
    book = books.load(name)
    crowded = crowded_of(book)
    offered, refused, no, yes = (Counter[str]() for _ in range(4))
    faults: list[Fault] = []
    for number in range(start, end):
        position = crowded.scene(random.Random(game_seed(seed, f"scene {number}")))
        for count, asked in enumerate(crowded.asked(position)):
            (offered if asked.offered else refused)[asked.kind] += 1
            wrong = answer_is_wrong(asked, random.Random(game_seed(seed, f"brute force {number} {count}")))
            if wrong is not None:
                (yes if asked.offered else no)[asked.kind] += 1
                faults.append(Fault(asked.kind, asked.about, wrong, book.encode(position), number))
    return Counted(dict(offered), dict(refused), dict(no), dict(yes), tuple(faults))


def answer_is_wrong(asked: Asked, rng: random.Random) -> str | None:
    """What is wrong with an answer; None if nothing was found."""
    return asked.fault() if asked.offered else asked.found(rng)


# ---- odds of live scenes


class Compared(NamedTuple):
    """One live scene: whether there was one to compare, and what was wrong."""

    met: int
    fault: Fault | None = None


def compare(name: str, seed: int, number: int, playouts: int = PLAYOUTS) -> Compared:
    """Compare the odds of one choice of a live game with playouts; beyond `FAR_OFF` they are thrown again with another seed."""
    book = books.load(name)
    played = crowded_of(book).played
    met = None if played is None else live_scene(book, random.Random(game_seed(seed, f"live {number}")))
    if played is None or met is None:
        return Compared(0)
    position, move = met
    scene = book.scene_for(position, move)
    assert scene is not None, "a live scene is one whose odds are told"
    if played(position, move, random.Random(game_seed(seed, f"one playout {number}"))) is None:
        return Compared(0)
    try:
        found = explore(book.engine(), scene).dist
    except TooWide:  # players are told that there are too many ways to count
        return Compared(0)
    told = {outcome: float(chance) for outcome, chance in found.fractions().items()}
    worst = ""
    for many, word in ((playouts, "first"), (MORE_PLAYOUTS, "second")):
        rng = random.Random(game_seed(seed, f"{word} playouts {number}"))
        seen = Counter(played(position, move, rng) for _ in range(many))
        if None in seen:
            return Compared(0)
        worst = furthest_off(told, seen, many)
        if not worst:
            return Compared(1)
    return Compared(1, Fault("odds", say(move), worst, book.encode(position), number))


def furthest_off(told: dict[Hashable, float], seen: Counter[Any], many: int) -> str:
    """The outcome whose frequency is too far from its chance, in words; empty if none is."""
    rare_chance, rare_seen = 0.0, 0
    for outcome in {**told, **seen}:
        chance, times = told.get(outcome, 0.0), seen[outcome]
        if chance == 0 and times:
            return f"{outcome}: told never, seen {times} times in {many}"
        if chance * many < RARE:
            rare_chance, rare_seen = rare_chance + chance, rare_seen + times
        elif _off(chance, times, many):
            return f"{outcome}: told {chance:.4f}, seen {times} times in {many}"
    if rare_chance * many >= RARE and _off(rare_chance, rare_seen, many):
        return f"rare outcomes: told {rare_chance:.4f}, seen {rare_seen} times in {many}"
    return ""


def _off(chance: float, times: int, many: int) -> bool:
    return abs(times - chance * many) > FAR_OFF * max(1.0, sqrt(many * chance * max(0.0, 1 - chance)))


def live_scene(book: Book, rng: random.Random) -> tuple[Position, Move] | None:
    """A choice, drawn from a game of the book's quick players, whose odds are told and more than one; None if the game has none."""
    engine, agent = book.engine(), make("greedy", book, rng.randrange(1 << 30))
    position, met = book.start(rng.choice(list(book.scenarios))), list[tuple[Position, Move]]()
    for _ in range(LONGEST_GAME):
        waiting = engine.pending(position)
        if waiting is None:
            break
        if isinstance(waiting, Throw):
            position = engine.follow(position, waiting.roll(rng))
            continue
        side = rng.choice(waiting.who)
        met += _told(book, position, waiting.for_side(side), side, rng)
        view = book.view_of(position, side)
        seen = engine.pending(view)
        assert isinstance(seen, Ask), "the side that is asked sees that it is"
        position = engine.follow(position, agent.choose(view, seen.for_side(side), side))
    return rng.choice(met) if met else None


def _told(
    book: Book, position: Position, ask: Ask, side: int, rng: random.Random
) -> list[tuple[Position, Move]]:
    """One move of each verb on offer whose odds can be told."""
    moves = [Move(side, verb, domain.sample(rng)) for verb, domain in ask.offers.items()]
    return [(position, move) for move in moves if book.scene_for(position, move) is not None]


# ---- files of faults


class Kept(msgspec.Struct, frozen=True):
    """A fault in a file: the position, and what was wrong there."""

    book: str
    kind: str
    about: str
    found: str
    position: msgspec.Raw


def write_faults(report: SoundnessReport, folder: Path) -> list[Path]:
    """A file for each fault of a run."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number, fault in enumerate(report.faults):
        kept = Kept(report.book, fault.kind, fault.about, fault.found, msgspec.Raw(fault.position))
        file = folder / f"{report.book}-soundness-{report.seed}-{number:04}.json"
        file.write_bytes(msgspec.json.format(msgspec.json.encode(kept)))
        files.append(file)
    return files


def ask_again(path: Path) -> tuple[Kept, list[tuple[Asked, str | None]]]:
    """Ask every question in the position of a file once more: each with what is wrong with its answer now."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise BadInput(f"{path} is no file of an untrue answer: {fault}") from None
    book = books.load(kept.book)
    position = book.decode(bytes(kept.position))
    rng = random.Random(game_seed(0, path.name))
    return kept, [(asked, answer_is_wrong(asked, rng)) for asked in crowded_of(book).asked(position)]


# ---- the page

OPENING = """# Is every *no* true?

Written by `grognard soundness BOOK --write docs/soundness.md`: crowded random positions, the questions that the book's searches answered in them, and what
brute force with another seed found against them. A refusal is untrue if the book's own judge allows what was refused; an offer is untrue if the judge
forbids it. The interval holds the share of refusals that are untrue with 95 % confidence. The odds of choices in live games were played out.
"""


def section(report: SoundnessReport) -> str:
    """A run as a section of the page."""
    command = f"grognard soundness {report.book} --positions {report.positions} --seed {report.seed}"
    lines = [
        f"`{command}`: {report.asked} questions; {report.scenes} choices of live games played out, {report.off} with wrong odds.",
        "",
        "| question | asked | refused | untrue no | 95 % interval | untrue yes |",
        "|---|--:|--:|--:|---|--:|",
    ]
    for kind in report.kinds:
        low, high = kind.interval
        cells = (kind.asked, kind.refused, kind.untrue_no, f"{low:.2%} to {high:.2%}", kind.untrue_yes)
        lines.append(f"| {kind.kind} | {' | '.join(map(str, cells))} |")
    return "\n".join((*lines, ""))


def write_page(path: Path, title: str, report: SoundnessReport) -> None:
    """Put a run into the page, in place of what stood there for its book."""
    text = path.read_text("utf-8") if path.exists() else OPENING
    begin, end = f"<!-- soundness {report.book} -->", f"<!-- end {report.book} -->"
    told = f"{begin}\n## {title}\n\n{section(report)}{end}"
    if begin in text and end in text:
        before, _, rest = text.partition(begin)
        text = before + told + rest.partition(end)[2]
    else:
        text = f"{text.rstrip()}\n\n{told}\n"
    path.write_text(text, "utf-8")
