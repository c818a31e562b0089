"""Starting a server, telling where it is, and ending it well."""

from __future__ import annotations

import gc
import ipaddress
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette

from grognard.engine.book import BadInput
from grognard.server.app import build
from grognard.server.config import Config, data_folder

HARDEST = 1024 * 1024
"""Bytes of one message after which the connection is cut without a word."""
SWITCH = 0.001
"""Seconds a thread that replays a long game may keep the event loop waiting."""


def default_database() -> str:
    """The user's own database."""
    return f"sqlite:///{data_folder() / 'grognard.db'}"


def listen(host: str, port: int) -> socket.socket:
    """A socket to serve on; BadInput if that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named so that asyncio knows it for TCP and lets small messages go at once: without
    # it an answer that follows an update waits 40 ms for the other end to acknowledge the update.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except OSError as fault:
        listening.close()
        raise BadInput(f"cannot serve on {host}:{port}: {fault.strerror}; try another --port") from None
    return listening


def names_of(host: str) -> tuple[str, ...]:
    """The names a server answers to: on this machine alone only its own, or a page elsewhere could pose as it."""
    return ("localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host) if is_local(host) else ()


def is_local(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def has_screen() -> bool:
    """Whether a browser could be shown."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Server(uvicorn.Server):
    """A server that tells when it is ready."""

    ready: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def serve(
    config: Config, host: str, port: int, open_browser: bool = False, say: Callable[[str], None] = print
) -> None:
    """Serve until somebody ends us."""
    app = build(config)
    _settle_down()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        with listen(host, port) as listening:
            address = address_of(listening)
            server = Server(settings(app))

            def ready() -> None:
                say(f"Grognard is at {address}")
                if open_browser:
                    webbrowser.open(address)

            server.ready = ready
            with suppress(KeyboardInterrupt):  # somebody's Ctrl-C, after everything was closed well
                server.run(sockets=[listening])
    finally:
        app.state.house.store.close()


def _settle_down() -> None:
    """Set the interpreter up for long running: what is loaded stays, and games are trees without circles."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def address_of(listening: socket.socket) -> str:
    """Where a browser finds us."""
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def settings(app: Starlette) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses of games would stand in it
        ws="websockets-sansio",
        ws_max_size=HARDEST,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
