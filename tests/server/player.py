"""Somebody at a socket: keeps every frame, follows the game, and can play at random from what is offered."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.running import PATIENCE, Running


class Player:
    """One socket of one game."""

    def __init__(
        self, server: Running, game: str, token: str | None = None, *, greet: bool = True, **hello: Any
    ):
        self._line = connect(
            f"{server.sockets}/api/games/{game}/socket", max_size=None, open_timeout=PATIENCE
        )
        self.socket: ClientConnection = self._line.__enter__()
        self.frames: list[str] = []
        """Everything that came over the socket, as it came."""
        self.state: dict[str, Any] = {}
        """The last frame of the game: what a client would show."""
        self.log: list[dict[str, Any]] = []
        self.actions: list[dict[str, Any]] = []
        self.answers: dict[Any, dict[str, Any]] = {}
        self.faults: list[dict[str, Any]] = []
        self._next = 0
        self.token = token
        if greet:
            self.hello(token, **hello)

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.__exit__(kind, fault, trace)

    # ---- talking

    def hello(self, token: str | None, **more: Any) -> dict[str, Any]:
        """Say hello and wait for the game."""
        self.state = {}
        self.say({"type": "hello", "token": token, **more})
        self.until(lambda: bool(self.state))
        return self.state

    def say(self, message: Any) -> None:
        """Send anything."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def post(self, kind: str, /, **fields: Any) -> int:
        """Send a question and do not wait."""
        self._next += 1
        self.say({"type": kind, "id": self._next, **fields})
        return self._next

    def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Send a question and wait for its answer, good or bad."""
        id = self.post(kind, **fields)
        self.until(lambda: id in self.answers)
        return self.answers[id]

    def act(self, verb: str, noun: Any = None) -> dict[str, Any]:
        """Make a choice at the present moment."""
        return self.ask("act", seq=self.state["seq"], verb=verb, noun=noun)

    # ---- hearing

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        self._note(message)
        return message

    def until(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Listen until something is true."""
        end = monotonic() + seconds
        while not holds():
            self.hear(max(0.01, end - monotonic()))

    def drain(self, seconds: float = 0.2) -> None:
        """Hear whatever comes soon."""
        try:
            while True:
                self.hear(seconds)
        except TimeoutError:
            pass

    def closed(self) -> int:
        """Listen until the server hangs up; the code it gives."""
        with pytest.raises(ConnectionClosed) as end:
            self.until(lambda: False)
        received = end.value.rcvd
        assert received is not None
        return int(received.code)

    def _note(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "sync":
                self.state = message
                kept = [entry for entry in self.log if entry["seq"] <= message["log_after"]]
                self.log = (kept if message["log_after"] else []) + message["log"]
            case "update":
                self.state = {**self.state, **message, "board": message["board"] or self.state["board"]}
                self.actions.append(message["action"])
                if message["action"].get("undone"):
                    self.log = [entry for entry in self.log if entry["seq"] <= message["seq"]]
                self.log += message["entries"]
            case "seats":
                self.state["seats"] = message["seats"]
            case "said":
                self.state["talk"] = [*self.state["talk"], message["line"]]
            case "parley":
                self.state |= {name: message[name] for name in ("draw", "again", "clock")}
            case "answer":
                self.answers[message["id"]] = message
            case "error":
                self.faults.append(message)
                if message["id"] is not None:
                    self.answers[message["id"]] = message

    # ---- playing

    @property
    def mine(self) -> bool:
        """Whether I am asked."""
        return bool(self.state["ask"] and self.state["ask"]["mine"])

    def play_one(self, rng: random.Random) -> None:
        """Choose something at random from what is offered."""
        offers = list(self.state["ask"]["offers"])
        rng.shuffle(offers)
        for offer in offers:
            found = self._noun(offer, rng)
            if found is not None:
                answer = self.act(offer["verb"], found[0])
                assert answer["type"] == "answer", answer
                return
        raise AssertionError(f"nothing of {offers} could be chosen")

    def _noun(self, offer: dict[str, Any], rng: random.Random) -> tuple[Any] | None:
        match offer["pick"]:
            case "button":
                return (None,)
            case "unit" | "cell" | "card":
                return (rng.choice(offer["ids"]),)
            case "pair":
                first, seconds = rng.choice(offer["from"])
                return ([first, rng.choice(seconds)],)
            case "number":
                return (rng.randrange(offer["low"], offer["high"] + 1, offer["step"]),)
            case "split":
                return (_share(offer["total"], offer["limits"]),)
            case "reach":
                return self._way(offer, rng)
        raise AssertionError(f"an offer of an unknown kind: {offer}")

    def _way(self, offer: dict[str, Any], rng: random.Random) -> tuple[Any] | None:
        xs, ys = zip(*self.ask("region", verb=offer["verb"])["region"])
        for _ in range(6):
            pose = [rng.randint(min(xs), max(xs)), rng.randint(min(ys), max(ys)), rng.randrange(3600), None]
            answer = self.ask("plan", verb=offer["verb"], pose=pose)
            if answer.get("legs") is not None:
                return (answer["legs"],)
        ways = self.ask("ways", verb=offer["verb"])["ways"]
        return (rng.choice(ways)["legs"],) if ways else None


def _share(total: int, limits: list[list[Any]]) -> list[list[Any]]:
    shares = []
    for key, limit in limits:
        share = min(limit, total)
        total -= share
        shares.append([key, share])
    return shares


def play_out(players: list[Player], rng: random.Random, most: int = 2000) -> None:
    """Everybody plays at random until the game is over."""
    for _ in range(most):
        level(players)
        if players[0].state["outcome"] is not None:
            return
        asked = next((one for one in players if one.mine), None)
        if asked is None:
            players[0].hear()  # a computer player is to act
        else:
            asked.play_one(rng)
    raise AssertionError("the game does not end")


def level(players: list[Player]) -> None:
    """Let everybody hear as much as the one who has heard most."""
    seq = max(one.state["seq"] for one in players)
    for one in players:
        one.until(lambda one=one: one.state["seq"] >= seq)  # type: ignore[misc]
