"""The sequence of play. [T1–T8]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.flow import Step

from .steps.activation import Action, CommandTest, Finish, Takings
from .steps.charge import AnswerTheCharge, ChargersHurt, ClosingTest, FirstStrokes, Home, RunDown
from .steps.deploy import Deploy
from .steps.fight import Fight
from .steps.gun import Accuracy, Blows, Collapse, Direction, Distance
from .steps.hide import Search, SecretMoves
from .steps.melee import Aftermath, BeatenTest, StrokeLosses, Strokes
from .steps.mining import Falling, Fuse
from .steps.morale import Rally, Tests
from .steps.turn import EndOfTurn, Entry, Initiative, Picks, Turns, WhoStarts
from .steps.volley import Evasions, Shots, VolleyLosses
from .steps.winners import Halting, NextWinner, RiddenDown, Winners

# fmt: off
SEQUENCES: Mapping[str, tuple[Step, ...]] = {
    "battle":     (Deploy(), Turns()),                                                    # H1, T4
    "turn":       (SecretMoves(), Initiative(), WhoStarts(), Picks(), EndOfTurn()),       # H2, T1, T2, T4
    "activation": (CommandTest(), Action(), Tests(), Takings(), Search(), Finish()),      # T5, T6, X12, H4
    "arrival":    (Entry(), Action(), Takings(), Search(), Finish()),                     # T8
    "rally":      (Rally(), Tests(), Takings(), Search(), Finish()),                      # M6
    "fight":      (Fight(), Tests(), Takings(), Search(), Finish()),                      # K1
    "nerve":      (Tests(),),                                                             # T6, M3
    "volley":     (Shots(), Evasions(), VolleyLosses()),                                  # 7a
    "charge":     (RunDown(), AnswerTheCharge(), ChargersHurt(), ClosingTest(), Home(), FirstStrokes()),  # N5, R1–R6
    "melee":      (Strokes(), StrokeLosses(), BeatenTest(), Aftermath()),                 # K1–K8
    "aftermath":  (Winners(), Halting(), RiddenDown(), NextWinner()),                     # K9
    "demolition": (Fuse(), Falling()),                                                    # D3, D5
    "gun shot":   (Accuracy(), Distance(), Direction(), Blows(), Collapse()),             # 77–94
}
# fmt: on
