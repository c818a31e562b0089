"""`grognard mutants`: whether a book's tests notice when its code is changed a little."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, progress

if TYPE_CHECKING:
    from grognard.lab.mutation.mutants import Report, Tried


def mutants(
    book: BookName,
    count: Annotated[int, typer.Option(help="How many mutants to draw.")] = 150,
    seed: Annotated[int, typer.Option(help="The same seed draws the same mutants.")] = 0,
    least: Annotated[
        float, typer.Option(help="The share that must be killed, or the exit status is 1.")
    ] = 0.98,
    jobs: Annotated[int, typer.Option(help="Processes at once.")] = 2,
    file: Annotated[
        str, typer.Option(help="Try everything in one file of the book instead: facts/zones.py.")
    ] = "",
    line: Annotated[int, typer.Option(help="With --file: only this line.")] = 0,
    records: Annotated[
        bool, typer.Option(help="Try survivors on recorded games, perft counts and laws as well.")
    ] = True,
    json: Json = False,
) -> None:
    """Change a book's code a little, and see whether its tests notice.

    Rows of tables are dropped, comparisons turned, and/or exchanged, nots left out, True and False exchanged, numbers
    moved by one; in tables, facts and steps. Each mutant is tried on the tests that run its line. Which those are is
    found out by running the tests once, and kept under build/. Survivors that change nothing are explained in
    tests/mutants/BOOK.toml and do not count. Nothing is written to the sources.
    """
    from grognard.cli import given
    from grognard.lab.mutation.mutants import mutants as try_all

    name = given.book_name(book)
    given.whole(count, 1, "--count")
    given.whole(jobs, 1, "--jobs")
    given.at_least(least, 0, "--least")
    with progress(f"mutants of {name}") as tick:
        found = try_all(name, count, seed, file=file, line=line, at_once=jobs, records=records, progress=tick)
    if json:
        emit({**found.as_json(), "least": least})
    else:
        _tell(found)
    if found.score < least:
        raise typer.Exit(1)


def _tell(found: Report) -> None:
    for fate, words in (
        ("survived", "survived"),
        ("golden_only", "noticed by recorded games or laws alone"),
        ("equivalent", "explained"),
    ):
        some = found.of(fate)
        if some:
            typer.echo(f"{words}:")
        for each in some:
            typer.echo(f"  {_line(each)}")
    kinds = Counter(each.site.kind for each in found.tried)
    fates = Counter(each.fate for each in found.tried)
    typer.echo(", ".join(f"{number} {kind}" for kind, number in kinds.items()))
    typer.echo(
        f"{found.book}: {len(found.tried)} mutants, {fates['killed'] + fates['golden_only']} killed "
        f"({fates['golden_only']} by recorded games or laws alone), {fates['survived']} survived, "
        f"{fates['equivalent']} explained; score {found.score:.1%}"
    )


def _line(one: Tried) -> str:
    site = one.site
    reason = f" ({one.by})" if one.by else f" (run by {one.reached} tests)"
    return f"{site.where} in {site.within or 'the file'}: {site.change}{reason}"
