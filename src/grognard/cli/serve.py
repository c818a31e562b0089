"""`grognard serve`: games in the browser."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    port: Annotated[
        int,
        typer.Option(min=0, max=65535, envvar="GROGNARD_PORT", help="Where to listen; 0: anywhere free."),
    ] = 8000,
    host: Annotated[
        str,
        typer.Option(
            envvar="GROGNARD_HOST", help="Who may come: 127.0.0.1 is this machine alone, 0.0.0.0 everybody."
        ),
    ] = "127.0.0.1",
    db: Annotated[
        str | None,
        typer.Option(
            envvar="GROGNARD_DB",
            help="Where games are kept: sqlite:///FILE or postgresql://…; left out: your data folder.",
        ),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            envvar="GROGNARD_ALLOWED_HOST",
            help="A name this server answers to, besides its own and any address; may be given again.",
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            envvar="GROGNARD_TRUSTED_PROXY",
            help="The address of a proxy whose X-Forwarded-For is believed; may be given again. Left out: nobody's.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            envvar="GROGNARD_LIMIT",
            help="A limit, as NAME=NUMBER; may be given again. A wrong name lists all.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            min=0,
            max=64,
            envvar="GROGNARD_WORKERS",
            help="Processes for computer players; 0: by the number of processors.",
        ),
    ] = 0,
    reckoners: Annotated[
        int,
        typer.Option(
            min=0,
            max=64,
            envvar="GROGNARD_RECKONERS",
            help="Processes for odds, plans and overlays; 0: by the number of processors.",
        ),
    ] = 0,
    umpires: Annotated[
        int,
        typer.Option(
            min=0,
            max=64,
            envvar="GROGNARD_UMPIRES",
            help="Processes that play battles to see whether they are fair; 0: by the number of processors.",
        ),
    ] = 0,
    open_: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Show a browser; left out: if there is a screen.")
    ] = None,
) -> None:
    """Serve games to the browser, and keep them."""
    from grognard.server.config import Config, read_limits
    from grognard.server.run import default_database, has_screen, names_of
    from grognard.server.run import serve as run

    config = Config(
        database=db or default_database(),
        hosts=names_of(host, allowed_host or ()),
        proxies=tuple(trusted_proxy or ()),
        limits=read_limits(limit or ()),
        thinkers=workers,
        reckoners=reckoners,
        umpires=umpires,
    )
    run(config, host, port, has_screen() if open_ is None else open_, typer.echo)
