"""What players see: pieces, cards, overlays. [TMWWBK T103, R-37]"""

from __future__ import annotations

import msgspec
import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.sight import look_between
from grognard.books.men_who_would_be_kings.facts.victory import SCORES
from grognard.books.men_who_would_be_kings.tables.leaders import TRAITS
from grognard.books.men_who_would_be_kings.words import Trait, Where
from grognard.engine.view import Face
from tests.books.men_who_would_be_kings.scenes import area, regular, scene, tribal, unit
from tests.rules import rule

SHEET = RULESET.sheet


def test_a_status_is_read_at_a_glance() -> None:
    state = scene(
        unit("A", regular, at=(36, 10), close_order=True),
        unit("B", regular, at=(50, 10), pins=2, leader=None),
        unit("b", tribal, at=(36, 30), to_ground=True),
    )
    pieces = SHEET.view(state, None).pieces
    words = {piece.name: [tag.words for tag in piece.tags] for piece in pieces}
    assert words == {"A": ["Close Order"], "B": ["Pinned ×2", "Leaderless"], "b": ["Gone to Ground"]}
    short = {piece.name: [tag.short for tag in piece.tags] for piece in pieces}
    assert short == {"A": ["CLOSE"], "B": ["PIN×2", "no Ldr"], "b": ["DOWN"]}
    assert len(pieces[0].bases) == 12


@rule("T149")
def test_only_whoever_plays_is_marked_as_having_acted() -> None:
    state = scene(unit("A", regular, at=(36, 10), acted=True), unit("b", tribal, at=(36, 30), acted=True))
    words = {piece.name: [tag.words for tag in piece.tags] for piece in SHEET.view(state, None).pieces}
    assert words == {"A": ["has acted"], "b": []}


@rule("T003", "F-L3")
def test_a_leader_is_known_by_name_and_trait_and_stands_on_a_base() -> None:
    state = scene(
        unit("A", regular, at=(36, 10), captain="Captain Pym", trait=Trait.HERO),
        unit("B", regular, at=(50, 10), leader=None),
    )
    led, leaderless = SHEET.view(state, None).pieces
    assert led.face == Face(
        "Captain Pym", "Leadership 4+, Hero of the Empire", TRAITS.row(Trait.HERO).cite, 0
    )
    assert leaderless.face is None


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
    ranges = SHEET.overlay(state, "range", 0)
    assert [shape.label for shape in ranges.shapes] == ["Long 24″", "Short 12″"]
    aims = [(note.unit, note.words) for note in ranges.notes]
    assert aims == [(2, "Short range"), (2, "12 dice at 5+, 1 hit a model")]
    sight = {line.unit: line.clear for line in SHEET.overlay(state, "sight", 0).lines}
    assert sight == {1: False, 2: True}
    threats = SHEET.overlay(state, "threat", 0).notes
    assert [note.unit for note in threats] == [2, 2]
    msgspec.json.encode((ranges, threats))
    assert not SHEET.overlay(state, "nonsense", 0).notes


def test_hidden_units_are_shown_as_to_come_without_a_place() -> None:
    state = RULESET.start("get_off_my_land").state
    shown = [piece for piece in SHEET.view(state, 1).pieces if piece.status == "to come"]
    assert len(shown) == sum(u.where is Where.HIDDEN for u in state.units)
    assert all(not piece.footprint for piece in shown)


def test_words_for_places() -> None:
    state = RULESET.start("seek_and_destroy").state
    assert SHEET.noun_words(state, "hide", 4) == "centre middle"  # type: ignore[attr-defined]
    assert SHEET.noun_words(state, "level", 0) == "the headman's house"  # type: ignore[attr-defined]
    assert SHEET.noun_words(state, "fire", 0) is None  # type: ignore[attr-defined]


@rule("T058", "T059", "T060")
def test_aiming_shows_band_and_cover_of_every_target() -> None:
    state = scene(
        unit("A", regular, at=(36, 10)),
        unit("b", tribal, at=(36, 30)),
        unit("c", tribal, at=(56, 12)),
        terrain=(area("wood", 30, 26, 42, 36),),
    )
    notes = SHEET.overlay(state, "range", 0).notes
    assert [(note.unit, note.words) for note in notes] == [
        (1, "Long range, Soft cover"),
        (1, "12 dice at 5+, 3 hits a model"),
        (2, "Long range"),
        (2, "12 dice at 5+, 2 hits a model"),
    ]
    assert RULESET.sheet.labels["fire"].shows == "range"
    assert not RULESET.sheet.labels["move"].shows


@rule("T140", "R-37")
@pytest.mark.parametrize(
    ("start", "end", "hides"),
    [
        ((30, 10), (30, 40), "F"),
        ((30, 24), (30, 40), ""),  # from among them
        ((30, 10), (30, 24), ""),
        ((50, 10), (50, 40), "the hut"),
        ((50, 24), (50, 40), ""),  # out of its door
        ((50, 10), (50, 24), ""),
        ((15, 5), (15, 45), "the wood"),
        ((15, 24), (15, 45), "the wood"),  # who stands in a wood looks through the rest of it
        ((40, 10), (40, 40), ""),
    ],
)
def test_the_tape_looks_past_what_stands_at_its_ends(
    start: tuple[int, int], end: tuple[int, int], hides: str
) -> None:
    state = scene(
        unit("F", regular, at=(30, 24)),
        unit("b", tribal, at=(66, 44)),
        terrain=(area("building", 48, 22, 52, 26, "the hut"), area("wood", 10, 14, 20, 34, "the wood")),
    )
    spots = [(100 * x, 100 * y) for x, y in (start, end)]
    assert look_between(state, *spots) == hides


@rule("F-S6")
def test_the_score_says_what_it_counts() -> None:
    for name in RULESET.scenarios:
        state = RULESET.start(name).state
        said = RULESET.sheet.view(state, 0).score
        assert (state.field.victory in SCORES) == bool(said), name
        assert not said or said[-1].label == "Counted"
