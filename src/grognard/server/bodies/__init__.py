"""What goes over HTTP, as types: bodies of requests, and answers."""

from __future__ import annotations

from grognard.engine.battlekit import BattleKit
from grognard.engine.workshop import Draft, Kit
from grognard.server.bodies.armies import ListWish
from grognard.server.bodies.balance import FairRun, FairWish
from grognard.server.bodies.battles import BattleLooked, BattleOf, BattleWish, RandomWish
from grognard.server.bodies.books import BookOf, Prospect, ReferenceOf, TableWish
from grognard.server.bodies.games import (
    Claimed,
    GameMade,
    Invitation,
    Invited,
    Listed,
    Moment,
    NewGame,
    SideNamed,
    Wanted,
)
from grognard.server.bodies.house import Health, ProblemBody
from grognard.server.bodies.printing import PrintWish
from grognard.server.bodies.summaries import Judgement, Summary

ASKED = (
    NewGame,
    ListWish,
    PrintWish,
    BattleWish,
    RandomWish,
    TableWish,
    FairWish,
    Wanted,
    Invitation,
    SideNamed,
)
GIVEN = (
    BookOf,
    ReferenceOf,
    Prospect,
    Kit,
    Draft,
    BattleKit,
    BattleLooked,
    FairRun,
    GameMade,
    Invited,
    Claimed,
    Listed,
    BattleOf,
    Moment,
    Summary,
    Judgement,
    Health,
    ProblemBody,
)
