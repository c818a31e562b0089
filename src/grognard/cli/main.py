"""The command line: one app, and one place where faults become a line and an exit status.

0: done. 1: the run worked and found faults. 2: something given was wrong; one line on standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from grognard.cli.console import complain

BAD_INPUT = 2


class OneLine(TyperGroup):
    """A command group that answers every wrong input with one line and status 2, never a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            status = super().main(
                args, prog_name, complete_var, standalone_mode=False, windows_expand_args=windows_expand_args
            )
            sys.stdout.flush()
        except BrokenPipeError:
            # Whoever read us has gone (`| head`): close quietly, as other tools do.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except Exception as fault:
            line = in_one_line(fault)
            if line is None:
                raise
            complain(f"grognard: {line}")
            sys.exit(BAD_INPUT)
        sys.exit(status if isinstance(status, int) else 0)


def in_one_line(fault: Exception) -> str | None:
    """What a fault says to whoever gave the input; None if it is a fault of ours."""
    from grognard.engine.book import BadInput
    from grognard.engine.flow import IllegalAction
    from grognard.engine.replay import Divergence

    if isinstance(fault, BadInput | IllegalAction | Divergence):
        return str(fault)
    if isinstance(fault, OSError) and fault.filename is not None:
        return f"{fault.filename}: {fault.strerror}"
    # Usage faults of the parser: its classes are not public in every version, their voice is.
    voice = getattr(fault, "format_message", None)
    return str(voice()) if callable(voice) else None


app = typer.Typer(
    name="grognard",
    cls=OneLine,
    help="Horse-and-musket tabletop wargames with the rules fully enforced.",
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,  # plain help: a quarter of a second sooner
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def whole(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
    books: Annotated[
        list[Path] | None,
        typer.Option(
            "--books",
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="A folder with books of your own, for any command; may be given again. Or set GROGNARD_BOOKS.",
        ),
    ] = None,
) -> None:
    """Horse-and-musket tabletop wargames with the rules fully enforced."""
    for folder in books or ():
        _add_books(folder)
    if version:
        from grognard import __version__
        from grognard.engine import memo
        from grognard.geometry import twins

        typer.echo(f"grognard {__version__} (kernel: {twins.WHICH}, memory: {memo.WHICH})")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _add_books(folder: Path) -> None:
    """Look for books in a folder too; worker processes are told by the same variable."""
    from grognard.books import look_again
    from grognard.books.places import VARIABLE

    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = os.pathsep.join(filter(None, (before, str(folder.resolve()))))
    look_again()


def register() -> None:
    """Hang every command into the app; what they need is imported when they run."""
    from grognard.cli import (
        army,
        balance,
        battle,
        books,
        fit,
        foresight,
        games,
        ladder,
        muster,
        mutants,
        new_book,
        odds,
        paper,
        play,
        puzzles,
        records,
        serve,
        soundness,
        thinking,
    )

    app.command("books")(books.books)
    app.command("play")(play.play)
    app.command("serve")(serve.serve)
    app.command("odds", context_settings={"help_option_names": []})(odds.odds)
    app.command("simulate")(games.simulate)
    app.command("balance")(balance.balance)
    app.command("battle")(battle.battle)
    app.command("ladder")(ladder.ladder)
    app.command("puzzles")(puzzles.puzzles)
    app.command("fit")(fit.fit)
    app.command("foresight")(foresight.foresight)
    app.command("fuzz")(games.fuzz)
    app.command("soundness")(soundness.soundness)
    app.command("muster")(muster.muster)
    app.command("thinking")(thinking.thinking)
    app.command("replay")(records.replay)
    app.command("mutants")(mutants.mutants)
    app.command("matrix")(records.matrix)
    app.command("quickref")(books.quickref)
    app.command("army")(army.army)
    app.command("print")(paper.print_)
    app.command("perft")(games.perft)
    app.command("new-book")(new_book.new_book)


register()


def main() -> None:
    """Run the command line."""
    app(prog_name="grognard")
