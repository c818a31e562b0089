"""The sequence of play. [T1–T8]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.books.skirmish_1808.steps.activation import Action, CommandTest, Finish, Takings
from grognard.books.skirmish_1808.steps.charge import (
    AnswerTheCharge,
    ChargersHurt,
    ClosingTest,
    FirstStrokes,
    Home,
    RunDown,
)
from grognard.books.skirmish_1808.steps.deploy import Deploy
from grognard.books.skirmish_1808.steps.fight import Fight
from grognard.books.skirmish_1808.steps.gun import Accuracy, Blows, Collapse, Direction, Distance
from grognard.books.skirmish_1808.steps.hide import Search, SecretMoves
from grognard.books.skirmish_1808.steps.melee import Aftermath, BeatenTest, StrokeLosses, Strokes
from grognard.books.skirmish_1808.steps.morale import Rally, Tests
from grognard.books.skirmish_1808.steps.turn import EndOfTurn, Entry, Initiative, Picks, Turns, WhoStarts
from grognard.books.skirmish_1808.steps.volley import Evasions, Shots, VolleyLosses
from grognard.books.skirmish_1808.steps.winners import Halting, NextWinner, RiddenDown, Winners
from grognard.engine.flow import Step

# fmt: off
SEQUENCES: Mapping[str, tuple[Step, ...]] = {
    "battle":     (Deploy(), Turns()),                                                    # H1, T4
    "turn":       (SecretMoves(), Initiative(), WhoStarts(), Picks(), EndOfTurn()),       # H2, T1, T2, T4
    "activation": (CommandTest(), Action(), Tests(), Takings(), Search(), Finish()),      # T5, T6, X12, H4
    "arrival":    (Entry(), Action(), Takings(), Search(), Finish()),                     # T8
    "rally":      (Rally(), Tests(), Finish()),                                           # M6
    "fight":      (Fight(), Tests(), Takings(), Finish()),                                # K1
    "nerve":      (Tests(),),                                                             # T6, M3
    "volley":     (Shots(), Evasions(), VolleyLosses()),                                  # 7a
    "charge":     (RunDown(), AnswerTheCharge(), ChargersHurt(), ClosingTest(), Home(), FirstStrokes()),  # N5, R1–R6
    "melee":      (Strokes(), StrokeLosses(), BeatenTest(), Aftermath()),                 # K1–K8
    "aftermath":  (Winners(), Halting(), RiddenDown(), NextWinner()),                     # K9
    "gun shot":   (Accuracy(), Distance(), Direction(), Blows(), Collapse()),             # 77–94
}
# fmt: on
