"""The application: routes, limits, headers, the built client."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from grognard.engine.book import BadInput
from grognard.server.api import ROUTES
from grognard.server.api.asking import address_of
from grognard.server.bodies.house import Problem, ProblemBody
from grognard.server.config import ANY_ADDRESS, Config
from grognard.server.faults import ApiError, place_of
from grognard.server.service import Service
from grognard.server.socket import CROWDED, Session

_log = logging.getLogger("grognard.server")

STATUS = {
    "bad_request": 400, "bad_message": 400, "unknown_seat": 401, "forbidden": 403, "not_found": 404, "method": 405,
    "hidden": 409, "outdated": 409, "damaged": 409, "claimed": 409, "too_slow": 408, "too_large": 413, "media_type": 415, "bad_input": 422, "slow_down": 429,
    "internal": 500, "busy": 503,
}  # fmt: skip
BY_STATUS = {404: "not_found", 405: "method"}

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # where things stand on the table; no script can come of it
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def wrong(code: str, message: str, cite: str | None = None) -> Response:
    """An answer that is not a success."""
    body = msgspec.json.encode(ProblemBody(Problem(code, message, cite)))
    headers = {"Retry-After": "5"} if code in ("slow_down", "busy") else None
    return Response(body, STATUS.get(code, 400), headers, media_type="application/json")


class Guard:
    """In front of everything: whom we answer, how often, and with which headers."""

    def __init__(self, app: ASGIApp, service: Service):
        self.app, self.service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        twofold = _twofold(scope)
        if scope["type"] == "websocket":
            if refusal is not None:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.message})
                return
            await self.app(scope, receive, send)
            return

        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store")
                if twofold:
                    headers["Connection"] = "close"
            await send(message)

        if refusal is not None:
            await wrong(refusal.code, refusal.message)(scope, receive, with_headers)
            return
        try:
            await self.app(scope, receive, with_headers)
        except ClientDisconnect:
            return  # they hung up; nobody is left to be answered, and nothing is wrong here
        except Exception as fault:
            # Not further up: the server would write the whole traceback down, with values that may be secret.
            _log.error("%s failed: %s", _route(scope), place_of(fault))
            if not started:
                await wrong("internal", "something went wrong here")(scope, receive, with_headers)

    def _is_ours(self, host: str) -> bool:
        """Whether we answer to a name."""
        hosts = self.service.config.hosts
        if not hosts:
            return True
        found = HOST.fullmatch(host)
        return found is not None and (found[1] in hosts or (ANY_ADDRESS in hosts and _is_address(found[1])))

    def _refusal(self, scope: Scope) -> ApiError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if _twofold(scope):
            return ApiError("bad_request", "a body has a length or comes in chunks, not both")
        if not self._is_ours(host):
            return ApiError("forbidden", "this server is not called that")
        if scope.get("method") not in ("GET", "HEAD") and _elsewhere(headers, host):
            return ApiError("forbidden", "other sites may not ask on your behalf")
        limited = scope["type"] == "websocket" or scope["path"].startswith("/api/")
        client = scope.get("client")
        if limited and not self.service.requests.of(client[0] if client else "nowhere").take():
            return ApiError("slow_down", "too many requests; try again in a moment")
        return None


HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")
"""A name or a number, and perhaps a port."""


def _twofold(scope: Scope) -> bool:
    """Whether a request says in two ways where it ends: a proxy before us may have believed the other one."""
    named = {name for name, _ in scope["headers"]}
    return b"content-length" in named and b"transfer-encoding" in named


def _elsewhere(headers: Headers, host: str) -> bool:
    """Whether a page of another site has sent this; a browser that names no site says at least that it is another."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.lower() != host
    return headers.get("sec-fetch-site", "") in ("cross-site", "same-site")


def _is_address(name: str) -> bool:
    """Whether a host is told by its number."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _route(scope: Scope) -> str:
    """What was asked for, without the names in it."""
    return str(scope["route"].path) if "route" in scope else "a request"


class Client(StaticFiles):
    """The built client. Addresses the client knows and the disk does not lead to its first page."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            found = await super().get_response(path, scope)
        except HTTPException as fault:
            if fault.status_code != 404 or "." in path.rsplit("/", 1)[-1] or path.startswith("assets/"):
                raise
            found = await super().get_response("index.html", scope)
        # Built files carry a hash of what is in them; the page that names them does not.
        lasting = path.startswith("assets/") and found.status_code in (200, 304)
        found.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return found


async def not_built(scope: Scope, receive: Receive, send: Send) -> None:
    """Where the client should be."""
    words = (
        "The client is not built yet: `make play` builds it. The games are served all the same, under /api.\n"
    )
    await PlainTextResponse(words, 503)(scope, receive, send)


async def refuse(socket: WebSocket) -> None:
    """A socket where there is none."""
    await socket.close(1008, "there is nothing at this address")


async def talk(socket: WebSocket) -> None:
    """A game's socket."""
    service: Service = socket.app.state.service
    address = address_of(socket)
    await socket.accept()
    if service.sockets[address] >= service.config.limits.sockets_per_address:
        await socket.close(CROWDED, "too many connections from this address")
        return
    service.sockets[address] += 1
    try:
        await Session(socket, service, address).serve(socket.path_params["game"])
    finally:
        service.sockets[address] -= 1
        if not service.sockets[address]:
            del service.sockets[address]


async def _on_fault(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, ApiError)
    return wrong(fault.code, fault.message, fault.cite)


async def _on_bad_input(request: Request, fault: Exception) -> Response:
    return wrong("bad_input", str(fault))


async def _on_http(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    if request.url.path.startswith("/api"):
        return wrong(BY_STATUS.get(fault.status_code, "bad_request"), fault.detail)
    return PlainTextResponse(f"{fault.detail}\n", fault.status_code)


def build(config: Config) -> Starlette:
    """A server's application."""
    service = Service(config)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await service.open()
        try:
            yield
        finally:
            await service.close()

    built = (config.static / "index.html").is_file()
    client: Any = Client(directory=config.static, html=True) if built else not_built
    app = Starlette(
        routes=[
            WebSocketRoute("/api/games/{game}/socket", talk),
            WebSocketRoute("/{rest:path}", refuse),
            *ROUTES,
            Mount("/", client),
        ],
        exception_handlers={
            ApiError: _on_fault,
            BadInput: _on_bad_input,
            HTTPException: _on_http,
        },
        lifespan=lifespan,
    )
    app.add_middleware(Guard, service=service)
    app.state.service = service
    return app
