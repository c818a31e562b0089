"""Starting a server, telling where it is, and ending it well."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette

from grognard import books
from grognard.engine.book import BadInput
from grognard.server.app import build
from grognard.server.calm import Calm
from grognard.server.config import ANY_ADDRESS, Config, Limits, broken_in, data_folder
from grognard.server.doors import Doors, protocols

FILES_KEPT = 128
"""Files that are not connections: databases, workers' pipes."""
HARDEST = 1024 * 1024
"""Bytes of one message after which the connection is cut without a word."""
WARM = 10.0
"""Seconds for which nobody is told where we are because those who reckon odds are still coming up."""
TICK = 1.0
"""Seconds from one date in our headers to the next."""
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


def names_of(host: str, allowed: Iterable[str] = ()) -> tuple[str, ...]:
    """The names a server answers to, or a page elsewhere could pose as it under a name of its own.

    On this machine alone it has only its own names; elsewhere any that is an address or that was allowed.
    """
    own = ("localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host)
    if is_local(host):
        return (*own, *allowed)
    return (*own, ANY_ADDRESS, socket.gethostname().lower(), *(name.lower() for name in allowed))


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
    """A server that tells when it is ready, and sleeps while there is nothing to do."""

    ready: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, config: uvicorn.Config):
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end = asyncio.Event()
        super().__init__(config)

    @property
    def should_exit(self) -> bool:
        """Whether it is to end; whoever says so, from any thread or on a signal, is heard at once."""
        return self._ending

    @should_exit.setter
    def should_exit(self, now: bool) -> None:
        self._ending = now
        if now and self._loop is not None:
            with suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._end.set)

    async def main_loop(self) -> None:
        """Wake up for the date in our headers only: uvicorn looks ten times a second whether it is to end."""
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._end.wait(), TICK)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def serve(
    config: Config, host: str, port: int, open_browser: bool = False, say: Callable[[str], None] = print
) -> None:
    """Serve until somebody ends us."""
    config = config._replace(limits=_within_files(config.limits))
    app = build(config)
    for line in broken_in(config.shelf):
        say(line)
    _settle_down()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(Calm())
    _end_well()
    try:
        with listen(host, port) as listening:
            address = address_of(listening)
            server = Server(settings(app, config))

            async def tell() -> None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(app.state.service.warm.wait(), WARM)
                say(f"Grognard is at {address}")
                if open_browser:
                    webbrowser.open(address)

            telling: list[asyncio.Task[None]] = []  # a task nobody holds may be lost
            server.ready = lambda: telling.append(asyncio.create_task(tell()))
            with suppress(KeyboardInterrupt):  # somebody's Ctrl-C, after everything was closed well
                server.run(sockets=[listening])
    finally:
        app.state.service.store.close()


def _settle_down() -> None:
    """Set the interpreter up for long running: what is loaded stays."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*books.SELDOM)


def address_of(listening: socket.socket) -> str:
    """Where a browser finds us."""
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _end_well() -> None:
    """Whoever asks us to stop is obeyed, and that is no failure: uvicorn would send itself the signal again."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda _number, _frame: None)


def _within_files(limits: Limits) -> Limits:
    """No more connections than this process may have files, with some left for games and workers."""
    if sys.platform == "win32":
        return limits
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + FILES_KEPT
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return limits._replace(connections=max(16, min(limits.connections, soft - FILES_KEPT)))


def settings(app: Starlette, config: Config) -> uvicorn.Config:
    """How the application is served."""
    http, sockets = protocols(Doors(config.limits, config.proxies))
    return uvicorn.Config(
        app,
        http=http,
        proxy_headers=bool(config.proxies),  # anybody may write them: only a proxy we know is believed
        forwarded_allow_ips=list(config.proxies),
        log_config=None,
        log_level="warning",
        access_log=False,  # addresses of games would stand in it
        ws=sockets,
        ws_max_size=HARDEST,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
