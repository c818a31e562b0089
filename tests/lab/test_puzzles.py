"""Puzzles: how they are read and judged, and that none is lost that was once solved."""

from __future__ import annotations

import random
from collections.abc import Collection
from pathlib import Path

import pytest

from examples.toy_brigade.toy import RULESET
from grognard import books
from grognard.engine.book import BadInput
from grognard.engine.choices import Ask, Move, Throw
from grognard.lab.puzzles import Line, Told, load, right, solve, words

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
SOLVED = (PUZZLES / "solved.txt").read_text("utf-8").split()
"""What greedy solves, book/name. A line may be added, and is never taken away."""
NAMES = {3: "Old Guard", 4: "Young Guard"}

LINES = {
    "a verb": (Line("rally"), Move(0, "rally", 3), True),
    "another verb": (Line("rally"), Move(0, "march", 3), False),
    "a unit": (Line("rally", unit="Old Guard"), Move(0, "rally", 3), True),
    "another unit": (Line("rally", unit="Old Guard"), Move(0, "rally", 4), False),
    "a unit and its target": (
        Line("fire", unit="Old Guard", target="Young Guard"),
        Move(0, "fire", (3, 4)),
        True,
    ),
    "the other way round": (
        Line("fire", unit="Old Guard", target="Young Guard"),
        Move(0, "fire", (4, 3)),
        False,
    ),
    "no target at all": (Line("fire", target="Young Guard"), Move(0, "fire", 3), False),
    "a leg": (Line("go", leg="back"), Move(0, "go", (("turn", 30), ("back", 200))), True),
    "another leg": (Line("go", leg="back"), Move(0, "go", (("forward", 200),)), False),
    "a whole noun": (Line("go", noun=[["back", 200]]), Move(0, "go", (("back", 200),)), True),
    "another noun": (Line("march", noun=53), Move(0, "march", 52), False),
}


@pytest.mark.parametrize(("advanced", "fits"), [({3}, True), ({4}, False), ((), False)])
def test_a_line_may_mean_only_those_who_go_at_the_enemy(advanced: Collection[int], fits: bool) -> None:
    assert Line("march", ahead=True).fits(Move(0, "march", 3), NAMES, advanced) is fits


@pytest.mark.parametrize(("line", "move", "fits"), LINES.values(), ids=LINES)
def test_a_line_fits_moves(line: Line, move: Move, fits: bool) -> None:
    assert line.fits(move, NAMES) is fits


RALLY, MARCH, FIRE = Move(0, "rally", 3), Move(0, "march", 3), Move(0, "fire", (3, 4))
JUDGED = {
    "one of the good moves is enough": ((Line("rally"), Line("fire")), (), (RALLY, MARCH), True),
    "none of the good moves": ((Line("fire"),), (), (RALLY, MARCH), False),
    "no bad move": ((), (Line("fire"),), (RALLY, MARCH), True),
    "a bad move spoils all": ((Line("rally"),), (Line("march"),), (RALLY, MARCH), False),
}


@pytest.mark.parametrize(("good", "bad", "moves", "solved"), JUDGED.values(), ids=JUDGED)
def test_moves_are_judged(
    good: tuple[Line, ...], bad: tuple[Line, ...], moves: tuple[Move, ...], solved: bool
) -> None:
    assert right(Told("t", "w", "f", good, bad), moves, NAMES) is solved


def test_moves_read_well() -> None:
    assert [words(move, NAMES) for move in (FIRE, Move(0, "end"))] == ["fire Old Guard, Young Guard", "end"]


# ---- files


def told(folder: Path, lines: str, sealed: bool = False) -> Path:
    """A folder with one puzzle out of a game of Toy Brigade: a choice of one side, or one that both make."""
    engine, position, rng = RULESET.engine(), RULESET.start("battle"), random.Random(1)
    while not sealed:
        waiting = engine.pending(position)
        if isinstance(waiting, Ask) and waiting.cite == "5.1":
            break
        assert waiting is not None
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = engine.apply(position, action)
    (folder / "one.json").write_bytes(RULESET.encode(position))
    (folder / "one.toml").write_text(f'title = "t"\nwhy = "w"\nfrom = "f"\n{lines}', "utf-8")
    return folder


def test_an_agent_tries_a_puzzle_over_several_choices(tmp_path: Path) -> None:
    (puzzle,) = load(RULESET, told(tmp_path, 'good = [{verb = "end"}]\nchoices = 50'))
    tried = solve(RULESET, puzzle, "greedy")
    assert tried.solved
    assert tried.moves[-1] == "end"  # and nothing after it: the other side is asked
    (puzzle,) = load(
        RULESET, told(tmp_path, 'bad = [{verb = "march", unit = "Foot"}, {verb = "end"}]\nchoices = 50')
    )
    assert not solve(RULESET, puzzle, "greedy").solved


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("", "neither good nor bad"),
        ('good = [{verb = "march", unit = "Nobody"}]', "nobody is called 'Nobody'; there are: Battery"),
        ('good = [{unit = "Foot"}]', "verb"),
        ('good = [{verb = "march"}]\nbest = 3', "best"),
        ("good = [", "one.toml"),
        ('good = [{verb = "surrender"}]', "one.toml: no move is called 'surrender'; there are: allot, bid"),
        ('bad = [{verb = "surrender"}]', "one.toml: no move is called 'surrender'"),
        ('bad = [{verb = "end"}]\nchoices = 0', "one.toml: choices must be at least 1, not 0"),
        ('bad = [{verb = "end"}]\nchoices = -3', "one.toml: choices must be at least 1, not -3"),
        ('bad = [{verb = "go", noun = {to = 3}}]', "one.toml: the noun of 'go' cannot be one"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_named(tmp_path: Path, lines: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        load(RULESET, told(tmp_path, lines))


def test_one_side_must_be_asked(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="one side must be asked"):
        load(RULESET, told(tmp_path, 'good = [{verb = "bid"}]', sealed=True))


@pytest.mark.parametrize(
    ("file", "complaint"),
    [
        ("one.toml", r"one\.toml: line 3 is no text in UTF-8"),
        ("one.json", r"one\.json: not a position of toy"),
    ],
)
def test_a_file_that_is_no_text_is_named(tmp_path: Path, file: str, complaint: str) -> None:
    path = told(tmp_path, 'bad = [{verb = "end"}]') / file
    path.write_bytes(path.read_bytes().replace(b'"f"', b'"\xe4"').replace(b'"turn"', b'"\xe4"'))
    with pytest.raises(BadInput, match=complaint):
        load(RULESET, tmp_path)


def test_an_empty_folder_has_no_puzzles(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"there are no puzzles in {tmp_path}"):
        load(RULESET, tmp_path)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no puzzles in"):
        load(RULESET, tmp_path / "none")


# ---- the books' own


@pytest.mark.parametrize("name", books.names())
def test_none_is_lost_that_was_solved(name: str) -> None:
    book = books.load(name)
    found = load(book, PUZZLES / name)
    kept = {line.partition("/")[2] for line in SOLVED if line.startswith(f"{name}/")}
    assert len(found) >= 11
    assert kept <= {puzzle.name for puzzle in found}
    lost = [
        puzzle.name for puzzle in found if puzzle.name in kept and not solve(book, puzzle, "greedy").solved
    ]
    assert not lost


@pytest.mark.parametrize("name", books.names())
def test_every_puzzle_asks_for_something_that_is_on_offer(name: str) -> None:
    """Where one choice is looked at: a good move is listed, and there is a move beside the bad ones."""
    book = books.load(name)
    for puzzle in load(book, PUZZLES / name):
        names = book.sheet.names(puzzle.position.state)
        if puzzle.told.choices == 1:
            verbs = {line.verb for line in (*puzzle.told.good, *puzzle.told.bad)}
            assert verbs & set(puzzle.ask.offers), puzzle.name
            moves = list(puzzle.ask.moves(puzzle.side))
            assert any(right(puzzle.told, [move], names) for move in moves), puzzle.name
