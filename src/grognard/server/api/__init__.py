"""What is served over HTTP, a module to a subject; this is the list of addresses."""

from __future__ import annotations

from grognard.server.api import (
    armies,
    balance,
    battles,
    books,
    games,
    house,
    invitations,
    printing,
    records,
)

ROUTES = [
    *books.ROUTES,
    *printing.ROUTES,
    *armies.ROUTES,
    *battles.ROUTES,
    *balance.ROUTES,
    *games.ROUTES,
    *invitations.ROUTES,
    *records.ROUTES,
    *house.ROUTES,  # the last: it answers at every other address
]
