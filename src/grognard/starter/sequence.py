"""The sequence of play."""

from .steps import NewTurn, Use, Volley

SEQUENCES = {
    "battle": (NewTurn(),),  # 1.1, 4.1
    "turn": (Use(),),  # 1.2
    "fire": (Volley(),),  # 3.2
}
