"""`grognard serve`: games in the browser."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where to listen; 0: anywhere free.")] = 8000,
    host: Annotated[
        str, typer.Option(help="Who may come: 127.0.0.1 is this machine alone, 0.0.0.0 everybody.")
    ] = "127.0.0.1",
    db: Annotated[
        str | None,
        typer.Option(
            help="Where games are kept: sqlite:///FILE or postgresql://…; left out: your data folder."
        ),
    ] = None,
    open_: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Show a browser; left out: if there is a screen.")
    ] = None,
) -> None:
    """Serve games to the browser, and keep them."""
    from grognard.server.config import Config
    from grognard.server.run import default_database, has_screen, names_of
    from grognard.server.run import serve as run

    config = Config(database=db or default_database(), hosts=names_of(host))
    run(config, host, port, has_screen() if open_ is None else open_, typer.echo)
