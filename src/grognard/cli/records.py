"""`grognard replay` and `grognard matrix`: what a game file tells, and what holds each rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import complain, emit, output

if TYPE_CHECKING:
    from grognard.engine.replay import Game, Save


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
    verify: Annotated[bool, typer.Option("--verify", help="Replay, check, and tell the final hash.")] = False,
    expect: Annotated[str | None, typer.Option(help="With --verify: the hash the game must end in.")] = None,
    seed: Annotated[
        str | None,
        typer.Option(help="With --verify: the seed a server revealed; all dice must follow from it."),
    ] = None,
    seed_hash: Annotated[
        str | None, typer.Option(help="With --seed: the hash the server told before the first move.")
    ] = None,
    dice_from: Annotated[
        int, typer.Option(help="With --seed: actions before it were played elsewhere, by other dice.")
    ] = 0,
    any_version: Annotated[bool, typer.Option("--any-version", help="Also a game of older rules.")] = False,
    to: Annotated[int | None, typer.Option(help="Stop after so many actions and show the table.")] = None,
    json: Json = False,
) -> None:
    """Replay a game file: its story line by line, with the rules."""
    from grognard.books import load
    from grognard.cli import given
    from grognard.engine.replay import read_save, restore

    save = shortened(read_save(given.file_bytes(file), file.name), to)
    game = restore(save, {save.book: load(save.book)}, any_version=any_version)
    if verify or expect is not None or seed is not None:
        _verify(game, file, faults(game, expect) + unfair(game, seed, seed_hash, dice_from), json)
    elif json:
        emit({**summary(game), "log": story(game)})
    else:
        _tell(game, to is not None)


def shortened(save: Save, to: int | None) -> Save:
    """The game up to an action."""
    from msgspec.structs import replace

    from grognard.cli import given
    from grognard.engine.book import BadInput

    if to is None:
        return save
    if given.whole(to, 0, "--to") > len(save.actions):
        raise BadInput(f"--to {to} is beyond the end: the game has {len(save.actions)} actions")
    ended = save.ended if to == len(save.actions) else None
    return replace(save, actions=save.actions[:to], ended=ended)


def summary(game: Game) -> dict[str, Any]:
    """What the game was and how it stands."""
    import msgspec

    from grognard.engine.replay import state_hash

    outcome = game.book.ending(game.position.state) if game.position.over else None
    if game.ended is not None:
        outcome = game.ended.outcome(game.book.sheet.sides(game.position.state))
    return {
        "book": game.book.name,
        "version": game.book.rulebook.version,
        "scenario": game.scenario,
        "options": msgspec.to_builtins(game.options),
        "actions": len(game.actions),
        "state_hash": state_hash(game.book, game.position),
        "over": game.position.over or game.ended is not None,
        "winner": outcome.winner if outcome else None,
        "outcome": msgspec.to_builtins(outcome) if outcome else None,
    }


def story(game: Game) -> list[dict[str, Any]]:
    """Every log entry with the action it belongs to (0: the opening) and as a line of text."""
    from grognard.cli.terminal.words import entry_line

    lines = []
    sides = game.book.sheet.view(game.position.state, None).sides
    for at, entries in enumerate(game.entries):
        names = game.book.sheet.names(game.positions[at].state)
        for entry in entries:
            cite = f"{game.book.key} {entry.cite}"
            line = entry_line(game.book, entry, names, sides)
            lines.append({"action": at, "cite": cite, "what": entry.what, "line": line, "facts": entry.facts})
    return lines


def faults(game: Game, expect: str | None) -> list[str]:
    """What does not agree: a second replay, the position written down and read back, the hash expected."""
    from grognard.engine.replay import read_save, restore, state_hash

    book = game.book
    reached = state_hash(book, game.position)
    again = restore(read_save(game.save()), {book.name: book})
    found = []
    if state_hash(book, again.position) != reached:
        found.append("a second replay ends elsewhere")
    if book.decode(book.encode(game.position)) != game.position:
        found.append("the last position does not survive being written down")
    if expect is not None and expect != reached:
        found.append(f"the game ends in {reached}, not in {expect}")
    return found


def unfair(game: Game, seed: str | None, seed_hash: str | None, dice_from: int) -> list[str]:
    """What speaks against the dice: a seed that is not the promised one, falls that do not follow from it."""
    from grognard.engine.book import BadInput
    from grognard.server import dice

    if seed is None:
        return []
    try:
        revealed = dice.read_seed(seed)
    except ValueError as fault:
        raise BadInput(f"--seed: {fault}") from None
    found = []
    if seed_hash is not None and dice.commitment(revealed) != seed_hash.strip().lower():
        found.append("the seed is not the one the server promised: its hash is another")
    return found + [str(one) for one in dice.unfair_falls(game, revealed, dice_from)]


def _verify(game: Game, file: Path, found: list[str], json: bool) -> None:
    report = {**summary(game), "sound": not found, "faults": found}
    if json:
        emit(report)
    else:
        words = report["outcome"]["words"] if report["outcome"] else "not finished"
        typer.echo(f"{file.name}: {report['actions']} actions, {words}, hash {report['state_hash']}")
        for fault in found:
            complain(fault)
    if found:
        raise typer.Exit(1)


def _tell(game: Game, with_table: bool) -> None:
    from grognard.cli.terminal.desk import Desk
    from grognard.cli.terminal.screen import screen

    console = output()
    for line in story(game):
        console.print(f"{line['action']:>4}  {line['line']}", markup=False)
        for tally in line["facts"].get("tally", ()) if line["what"] == "dice" else ():
            console.print(f"          {tally}", markup=False)
    if with_table:
        console.print(screen(console, Desk(game.book, game.engine, game.position, None), {}))
    told = summary(game)
    end = told["outcome"]["words"] if told["outcome"] else "The game is not finished."
    console.print(f"{told['actions']} actions. {end}", markup=False)


def matrix(
    book: BookName,
    json: Json = False,
    report: Annotated[
        Path | None, typer.Option(help="What `pytest --rule-report` wrote; left out: the tests are run.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")] = False,
    met: Annotated[
        float, typer.Option(help="The share of rules that recorded games must meet, or the exit status is 1.")
    ] = 0.0,
) -> None:
    """Each rule with its code, its tests and how often recorded games meet it."""
    from grognard.cli import given
    from grognard.cli.console import progress
    from grognard.lab.matrix import matrix as join

    ruleset = given.book(book)
    if report is not None:
        given.file_bytes(report)
    with progress(f"the tests of {ruleset.name}" if report is None else "reading"):
        found = join(ruleset, report)
    if json:
        emit(found.as_json())
    elif markdown:
        typer.echo(matrix_markdown(found))
    else:
        output().print(found.table())
        told = found.as_json()
        typer.echo(
            f"{told['rules']} rules: {told['coded']} coded, {told['tested']} tested, "
            f"{len(told['left_out'])} left out, {len(told['missing'])} missing, {len(told['unknown'])} unknown; "
            f"{told['met']} met in recorded games ({found.share_met:.1%} of those that can occur), "
            f"{told['cited']} cited there"
        )
    if not found.sound or found.share_met < met:
        raise typer.Exit(1)


def matrix_markdown(found: Any) -> str:
    """The matrix as a Markdown table."""
    lines = ["| rule | in our words | source | code | tests | seen |", "|---|---|---|---|---|---|"]
    for row in found.rows:
        tests = f"{row.passed}/{row.passed + row.failed}" if row.passed + row.failed else "**none**"
        words = f"{row.words} (left out: {row.left_out})" if row.left_out else row.words
        code = ", ".join(row.code) or ("" if row.left_out else "**none**")
        cells = (row.number, words, row.source, code, "" if row.left_out else tests, str(row.seen or "–"))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)
