"""What players see."""

from __future__ import annotations

from grognard.engine.sheet import Label, Sheet
from grognard.engine.view import Area, Board, Piece, Row, Tag, View

from .facts import stand
from .state import State, Unit
from .tables import MOVES


class BookSheet(Sheet[State]):
    """Labels of verbs, phrases of the journal, the board, its pieces and their cards."""

    labels = {
        "move": Label("Move", drag=True),
        "go": Label("Go", drag=True),
        "halt": Label("Halt"),
        "fire": Label("Fire"),
        "hold": Label("Hold"),
    }
    phrases = {
        "turn": "turn {number}",
        "moves": "{unit} moves",
        "holds": "{unit} holds",
        "fires": "{unit} fires at {target}",
        "loses": "{unit} takes {hits:hit|hits}, {left:stand|stands} left",
        "ends": "the battle is over: {words}",
        "dice": "{throw}: {reading}",
        "dice fire": "{reading:hit|hits}",
    }

    def board(self, state: State) -> Board:
        areas = tuple(Area(t.kind, "wood", t.poly, t.name, "5.1") for t in state.field.terrain)
        return Board("table", state.field.width, state.field.height, "inch", areas, men="stands")

    def view(self, state: State, side: int | None) -> View:
        field = state.field
        pieces = tuple(_piece(unit) for unit in state.units if unit.on_table)
        left = (str(sum(unit.stands for unit in state.of(each))) for each in (0, 1))
        score = tuple(Row(name, stands, "4.1") for name, stands in zip(field.sides, left))
        title = f"{field.title}, turn {max(1, state.turn)} of {field.turns}"
        return View("starter", field.name, side, field.sides, title, pieces, score)

    def card(self, state: State, unit: int) -> tuple[Row, ...]:
        each = state.units[unit]
        return (
            Row("Troops", each.arm.value, "2.2"),
            Row("Stands", f"{each.stands} of {each.full}", "3.3"),
            Row("Moves", f"{MOVES[each.arm] / 100:g}″", MOVES.row(each.arm).cite),
        )

    def names(self, state: State) -> dict[int, str]:
        return {unit.id: unit.name for unit in state.units}

    def sides(self, state: State) -> tuple[str, ...]:
        return state.field.sides


def _piece(unit: Unit) -> Piece:
    there, arm = stand(unit), unit.arm.value
    return Piece(
        unit.id,
        unit.side,
        unit.name,
        arm,
        arm[0].upper(),
        (unit.x, unit.y, unit.facing),
        there.body,
        there.bases,
        unit.stands,
        unit.full,
        tags=(Tag("used", "1.1", "spent"),) if unit.acted else (),
    )


SHEET = BookSheet()
