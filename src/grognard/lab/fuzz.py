"""Games under the laws, for as long as somebody cares to wait.

Each fault leaves two files: the game so far, which can be loaded and looked at, and a text with the seed,
the law and the traceback.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from grognard.ai.agents import make
from grognard.engine.battles import file_name
from grognard.engine.book import Book, is_text
from grognard.engine.choices import Action, Ask, Throw
from grognard.engine.memo import Watch, watched
from grognard.engine.replay import Game, say
from grognard.lab import laws
from grognard.lab.own_battles import drawn, made
from grognard.lab.runner import game_seed
from grognard.lab.twins import glance

LIMIT = 20_000
THOROUGH = 0.05
MOST_FAULTS = 20
ENDLESS = 1 << 40
WILD = {"random": 1.0, "greedy": 0.0, "mixed": 0.2}
"""Who plays, and how often he does anything at all instead of what he thinks best."""
TWINS = 0.3
"""The part of the positions looked at closely from which a twin with other secrets is played on for a while."""


class Fault(msgspec.Struct, frozen=True):
    """One law broken, and where the game is kept."""

    law: str
    found: str
    scenario: str
    seed: int
    at: int
    """How many actions had been played."""
    file: str


class FuzzReport(msgspec.Struct, frozen=True):
    """What some seconds of fuzzing came to."""

    games: int
    actions: int
    seconds: float
    faults: tuple[Fault, ...]

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def fuzz(
    book: Book,
    seconds: float,
    *,
    seed: int = 0,
    scenarios: Iterable[str] = (),
    options: Any = None,
    folder: Path = Path("failures"),
    limit: int = LIMIT,
    share: float = THOROUGH,
    most_faults: int = MOST_FAULTS,
    agents: str = "random",
    most_games: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> FuzzReport:
    """Hold games to the laws until the time is up, or `most_games` are played.

    The seconds are the processor's, so that a crowded machine plays no fewer games than an idle one.
    All scenarios in turn, and from the second round on other battles between them (`AndOthers`); or those given. With `options`, or else the book's defaults in each scenario's first
    game and switches thrown at random in the rest. `share` is the part of positions at which the dear laws
    are held too; after `most_faults` it stops early. `agents` says who plays: `random`, `greedy`, or `mixed`, which
    is greedy but for a whim now and then.
    """
    until, began = process_time() + seconds, process_time()
    names = scenarios if isinstance(scenarios, ByChance) else tuple(scenarios) or _all(book, seed)
    first = len(names) if not isinstance(names, AndOthers) else len(book.scenarios)
    games = actions = 0
    faults: list[Fault] = []
    while (process_time() < until or games == 0) and len(faults) < most_faults and games != most_games:
        scenario = names[games % len(names)]
        trial = Trial(book, scenario, game_seed(seed, games), limit, share, until, agents)
        switches = options if options is not None else _switches(book, games < first, trial.rng)
        fault = trial.run(switches, folder)
        if fault is not None:
            faults.append(fault)
        games, actions = games + 1, actions + trial.played
        if progress is not None:
            progress(games, actions)
    return FuzzReport(games, actions, round(process_time() - began, 3), tuple(faults))


def _all(book: Book, seed: int) -> Sequence[str]:
    """Every battle there may be of a book; its own where it takes no others."""
    return AndOthers(book, seed, ENDLESS) if book.battles is not None else tuple(book.scenarios)


class ByChance(Sequence[str]):
    """So many battles drawn by numbers, every other one not mirrored; each is drawn when its turn comes."""

    def __init__(self, book: Book, seed: int, many: int):
        self.book, self.seed, self.many = book, seed, many

    def __len__(self) -> int:
        return self.many

    def __getitem__(self, at: Any) -> Any:
        return drawn(self.book, self.seed, at)


class AndOthers(ByChance):
    """The book's battles in turn, and after the first round two others for each: one drawn by a number, one of one's own making."""

    def __getitem__(self, at: Any) -> Any:
        names = tuple(self.book.scenarios)
        if at < len(names):
            return names[at]
        turn, kind = divmod(at - len(names), 3)
        if kind == 0:
            return drawn(self.book, self.seed, turn)
        return made(self.book, self.seed, turn) if kind == 1 else names[turn % len(names)]


def _switches(book: Book, plain: bool, rng: random.Random) -> Any:
    """The book's options: as they come, or with some yes-or-no switches thrown."""
    usual = book.options()
    if plain:
        return usual
    flags = [name for name in usual.__struct_fields__ if isinstance(getattr(usual, name), bool)]
    thrown = {name: not getattr(usual, name) for name in flags if rng.random() < 0.3}
    return msgspec.structs.replace(usual, **thrown)


class Trial:
    """One game held to the laws."""

    def __init__(
        self,
        book: Book,
        scenario: str,
        seed: int,
        limit: int,
        share: float,
        until: float,
        agents: str = "random",
    ):
        self.book, self.scenario, self.seed = book, scenario, seed
        self.limit, self.share, self.until = limit, share, until
        self.rng = random.Random(seed)
        self.wild = WILD[agents]
        self.sound = make("greedy", book, seed)
        self.game: Game | None = None
        self.next: Action | None = None
        self.watch = Watch(1)

    @property
    def played(self) -> int:
        """Actions played so far."""
        return len(self.game.actions) if self.game else 0

    def run(self, options: Any, folder: Path) -> Fault | None:
        """Play to the end, or until a law breaks or the time is up."""
        try:
            with watched() as self.watch:
                self.game = Game(self.book, self.scenario, options)
                self._play(self.game)
        except Exception as error:  # any error at all is a find
            law = error.law if isinstance(error, laws.Broken) else "no exceptions"
            found = error.found if isinstance(error, laws.Broken) else f"{type(error).__name__}: {error}"
            return self._keep(law, found, folder, traceback.format_exc())
        return None

    def _play(self, game: Game) -> None:
        census = dict(self.book.census(game.position.state))
        sides = len(self.book.sheet.view(game.position.state, None).sides)
        laws.cited_log(self.book, game.entries[0], game.position)
        self._hold(game, census, sides)
        while not game.position.over and len(game.actions) < self.limit:
            if process_time() > self.until:
                laws.replayed(game)  # broken off, but what there is must replay
                return
            self.next = self._choose(game)
            entries = game.apply(self.next)
            laws.cited_log(self.book, entries, game.position)
            self._hold(game, census, sides)
        laws.at_the_end(game)

    def _hold(self, game: Game, census: dict[str, int], sides: int) -> None:
        laws.always(self.book, game.engine, game.position, census)
        laws.kept_is_true(self.watch)
        if (deed := laws.last_deed(game)) is not None:
            laws.lawful_deed(self.book, deed)
        if self.rng.random() < self.share or game.position.over:
            laws.thorough(self.book, game.engine, game.position, sides, self.rng)
            laws.honest_undo(game)
            if self.rng.random() < TWINS:
                glance(self.book, game.position, sides, self.rng)

    def _choose(self, game: Game) -> Action:
        waiting = game.pending
        assert waiting is not None
        if isinstance(waiting, Throw):
            return waiting.roll(self.rng)
        side = self.rng.choice(waiting.who)
        if self.wild >= 1 or (self.wild and self.rng.random() < self.wild):
            return waiting.sample(self.rng, side)
        view = self.book.view_of(game.position, side)
        ask = game.engine.pending(view)
        assert isinstance(ask, Ask)
        return self.sound.choose(view, ask.for_side(side), side)

    def _called(self) -> str:
        known = is_text(self.scenario)
        return file_name(self.book.told(self.scenario).title) if known else Path(self.scenario).stem

    def _keep(self, law: str, found: str, folder: Path, trace: str) -> Fault:
        """Write the game so far and the story of its fault."""
        folder.mkdir(parents=True, exist_ok=True)
        stem = f"{self.book.name}-{self._called()}-{self.seed:016x}-{law.replace(' ', '-')}"
        file = folder / f"{stem}.json"
        if self.game is not None:
            file.write_bytes(self.game.save())
        last = "none" if self.next is None else say(self.next)
        (folder / f"{stem}.txt").write_text(
            f"book: {self.book.name}\nscenario: {self.scenario}\nseed: {self.seed}\nlaw: {law}\n"
            f"found: {found}\nafter: {self.played} actions\nlast action tried: {last}\n\n{trace}",
            encoding="utf-8",
        )
        return Fault(law, found, self.scenario, self.seed, self.played, str(file))
