"""Peers measured in the same run, on the same machine: python-chess at play, icepool at dice."""

from __future__ import annotations

import random
from time import process_time
from typing import Any

import chess
import icepool  # type: ignore[import-untyped]

from bench.clock import best_us
from grognard.engine import dice, dist
from grognard.engine.dice import Pool


def chess_play(seconds: float, seed: int = 1) -> dict[str, float]:
    """Uniformly random legal play with python-chess."""
    rng = random.Random(seed)
    actions = games = 0
    began = process_time()
    while process_time() - began < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            actions += 1
        games += 1
    spent = process_time() - began
    board = chess.Board()
    return {
        "actions_per_s": round(actions / spent),
        "games_per_s": round(games / spent, 1),
        "copy_us": round(best_us(board.copy, number=100), 3),
        "list_moves_ms": round(best_us(lambda: list(board.legal_moves), number=10) / 1000, 4),
    }


def pools(count: int = 12, hits_on: int = 4) -> dict[str, Any]:
    """Exact odds of a pool of dice, nothing remembered: icepool against ours."""
    theirs = best_us(lambda: count @ (icepool.d6 >= hits_on))
    ours = best_us(lambda: _fresh(count, hits_on))
    remembered = best_us(Pool.of(count, hits_on).dist, number=100)
    return {
        "what": f"{count}d6, count {hits_on}+",
        "icepool_us": round(theirs, 1),
        "ours_us": round(ours, 2),
        "ours_cached_us": round(remembered, 3),
        "ratio": round(theirs / ours, 1),
    }


def _fresh(count: int, hits_on: int) -> Any:
    dice._pool_dist.cache_clear()
    dist.binomial.cache_clear()
    return Pool.of(count, hits_on).dist()
