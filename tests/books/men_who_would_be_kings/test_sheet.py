"""What players see: pieces, cards, overlays. [TMWWBK T103, R-37]"""

from __future__ import annotations

import msgspec

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.words import Trait, Where
from tests.books.men_who_would_be_kings.scenes import area, regular, scene, tribal, unit

SHEET = RULESET.sheet


def test_a_status_is_read_at_a_glance() -> None:
    state = scene(
        unit("A", regular, at=(36, 10), close_order=True),
        unit("B", regular, at=(50, 10), pins=2, leader=None),
        unit("b", tribal, at=(36, 30), to_ground=True),
    )
    words = {piece.name: [tag.words for tag in piece.tags] for piece in SHEET.view(state, None).pieces}
    assert words == {"A": ["Close Order"], "B": ["Pinned ×2", "Leaderless"], "b": ["Gone to Ground"]}
    assert len(SHEET.view(state, None).pieces[0].bases) == 12


def test_the_card_gives_the_unit_a_face() -> None:
    state = scene(unit("A", regular, at=(36, 10), captain="Captain Pym", trait=Trait.HERO))
    rows = {row.label: row.value for row in SHEET.card(state, 0)}
    assert rows["Leader"] == "Captain Pym, 4+, Hero of the Empire"
    assert rows["Weapon"] == "Modern Rifle, 12″ / 24″"
    assert "Fire" in rows["Free"]


def test_overlays() -> None:
    wall = (area("building", 20, 18, 50, 20),)
    state = scene(
        unit("A", regular, at=(36, 10)),
        unit("b", regular, at=(36, 30)),
        unit("c", tribal, at=(36, 15.5)),
        terrain=wall,
    )
    ranges = SHEET.overlay(state, "range", 0)  # type: ignore[attr-defined]
    assert [shape.label for shape in ranges.shapes] == ["Long 24″", "Short 12″"]
    sight = {line.unit: line.clear for line in SHEET.overlay(state, "sight", 0).lines}  # type: ignore[attr-defined]
    assert sight == {1: False, 2: True}
    threats = SHEET.overlay(state, "threat", 0).notes  # type: ignore[attr-defined]
    assert [note.unit for note in threats] == [2, 2]
    msgspec.json.encode((ranges, threats))
    assert not SHEET.overlay(state, "nonsense", 0).notes  # type: ignore[attr-defined]


def test_hidden_units_are_shown_as_to_come_without_a_place() -> None:
    state = RULESET.start("get_off_my_land").state
    shown = [piece for piece in SHEET.view(state, 1).pieces if piece.status == "to come"]
    assert len(shown) == sum(u.where is Where.HIDDEN for u in state.units)
    assert all(not piece.footprint for piece in shown)


def test_words_for_places() -> None:
    state = RULESET.start("seek_and_destroy").state
    assert SHEET.noun_words(state, "hide", 4) == "centre middle"  # type: ignore[attr-defined]
    assert SHEET.noun_words(state, "level", 0) == "building 1"  # type: ignore[attr-defined]
    assert SHEET.noun_words(state, "fire", 0) is None  # type: ignore[attr-defined]
