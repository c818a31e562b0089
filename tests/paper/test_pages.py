"""What is printed: nothing off the page, nothing left out, everything at its size, the same sheet every time."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard import books
from grognard.engine.book import BadInput, Book
from grognard.engine.printing import Brief, Special, Stick, Told
from grognard.engine.toml import written
from grognard.paper import letters, maps
from grognard.paper.canvas import PAPERS, Leaves, Shape, Text, clipped, stroke_in
from grognard.paper.maps import UNIT_MM
from grognard.paper.pdf import as_pdf
from grognard.paper.press import Wish, pages, size_of, wishes
from grognard.paper.rosters import special_rules
from grognard.paper.scenarios import scene_of
from grognard.paper.wording import with_lead

A4 = PAPERS["a4"]
SLACK = 0.26
"""Half the thickness of the thickest line that runs along the edge, in millimetres."""


def words_on(leaves: Leaves) -> str:
    """All that is written, line after line."""
    return " ".join(one.words for page in leaves.pages for one in page.drawn if isinstance(one, Text))


def titles(leaves: Leaves) -> list[Text]:
    """What the pages are headed."""
    return [
        one for page in leaves.pages for one in page.drawn if isinstance(one, Text) and one.face == "title"
    ]


def off_the_page(leaves: Leaves) -> list[Any]:
    """What does not lie where printers print."""
    found = []
    for page in leaves.pages:
        left, top, right, bottom = page.size.printable
        for one in page.drawn:
            x, y, x2, y2 = one.box
            if x < left - SLACK or y < top - SLACK or x2 > right + SLACK or y2 > bottom + SLACK:
                found.append(one)
    return found


def forsaken(leaves: Leaves) -> list[str]:
    """Headings with neither words nor a drawing below them on their page; its foot and the line under a heading are none."""
    found = []
    for page in leaves.pages:
        foot = page.size.printable[3] - 4
        boxes = [(one, one.box) for one in page.drawn]
        seen = [box for one, box in boxes if box[3] < foot and (isinstance(one, Text) or box[3] - box[1] > 2)]
        for head in (one for one in page.drawn if isinstance(one, Text) and one.face == "title"):
            left, below = head.x - 1, head.y + 1
            if not any(
                x < left + 110 and x2 > left and below < y2 and y < below + 14
                for x, y, x2, y2 in seen
                if y > head.y - 3
            ):
                found.append(head.words)
    return found


def too_small(leaves: Leaves) -> list[Text]:
    """Letters that nobody can read without a glass."""
    return [
        one
        for page in leaves.pages
        for one in page.drawn
        if isinstance(one, Text) and one.size < maps.LEAST - 0.01 and not one.words.startswith("[")
    ]


# ---------------------------------------------------------------- laws


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("book", books.names())
def test_nothing_is_drawn_off_the_page(book: str, paper: str) -> None:
    ruleset, kinds = books.load(book), set()
    for wish in wishes(ruleset):
        leaves = pages(ruleset, wish, size_of(paper))
        kinds.add(wish.what)
        assert leaves.pages, wish
        assert off_the_page(leaves) == [], wish
        assert forsaken(leaves) == [], wish
        assert not any(one.words.endswith(letters.CUT) for one in titles(leaves)), wish
        assert all(page.drawn for page in leaves.pages), wish
        assert too_small(leaves) == [], wish
    assert {"quickref", "templates", "record", "roster", "cards", "leaders", "scenario"} <= kinds


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("book", books.names())
def test_the_quick_reference_has_two_pages_that_can_be_read(book: str, paper: str) -> None:
    leaves = pages(books.load(book), Wish("quickref"), size_of(paper))
    assert len(leaves.pages) == 2
    body = [one for page in leaves.pages for one in page.drawn if isinstance(one, Text)]
    assert min(one.size for one in body if not one.words.startswith("[")) >= 6.5
    said = words_on(leaves)
    for table in books.load(book).tables:
        for row in table.rows:
            assert row.cite in said, (table.title, row.cite)


@pytest.mark.parametrize("book", books.names())
def test_a_roster_names_everybody_and_tells_every_special_rule(book: str) -> None:
    ruleset = books.load(book)
    assert ruleset.printing is not None
    for name in ruleset.army.names():
        roster = ruleset.printing.roster(ruleset.army.load(name))
        whole = words_on(pages(ruleset, Wish("roster", name), A4))
        said = whole.replace(" ", "")
        for part in roster.parts:
            for row in part.rows:
                untorn = letters.clean(row.name).replace("-", " ").split()
                assert set(untorn) <= set(whole.replace("-", " ").split()), (name, row.name)
                assert letters.clean(row.name).replace(" ", "") in said, (name, row.name)
                assert row.points is None or str(row.points) in said
        for special in special_rules(ruleset.rulebook, roster):
            for cite in special.cites:
                assert f"[{cite}" in said, (name, special)


def lines_of(ruleset: Book) -> Iterator[Told | Special]:
    """Every line and special rule that the book's room gives."""
    printing = ruleset.printing
    assert printing is not None
    for name in ruleset.army.names():
        roster = printing.roster(ruleset.army.load(name))
        yield from roster.lines
        for part in roster.parts:
            for row in part.rows:
                yield from row.specials
                assert len(row.cells) == len(part.heads), row
    for name in ruleset.scenarios:
        brief: Brief = printing.brief(scene_of(ruleset, name).state)
        assert brief.setup, name
        assert brief.victory, name
        yield from (*brief.setup, *brief.victory, *brief.special)
    for deck in printing.decks():
        for card in deck.cards:
            yield from card.lines


@pytest.mark.parametrize("book", books.names())
def test_what_is_cited_is_in_the_book(book: str) -> None:
    ruleset = books.load(book)
    for line in lines_of(ruleset):
        cites = line.cites if isinstance(line, Special) else (line.cite,)
        for cite in cites:
            assert cite in ruleset.rulebook.rules or (not cite and isinstance(line, Told) and line.words), (
                line
            )
    for template in ruleset.printing.templates if ruleset.printing else ():
        assert template.cite in ruleset.rulebook.rules, template


# ---------------------------------------------------------------- sizes


@pytest.mark.parametrize("book", [name for name in books.names() if books.load(name).printing.unit != "hex"])  # type: ignore[union-attr]
def test_maps_are_to_scale_and_sticks_at_their_length(book: str) -> None:
    ruleset = books.load(book)
    assert ruleset.printing is not None
    unit = ruleset.printing.unit
    for name in list(ruleset.scenarios)[:2]:
        board = ruleset.sheet.board(scene_of(ruleset, name).state)
        leaves = pages(ruleset, Wish("scenario", name), A4)
        frame = next(
            one for one in leaves.pages[0].drawn if isinstance(one, Shape) and one.pen == 0.4 and one.closed
        )
        said = re.search(r"Scale 1 : (\d+)", words_on(leaves))
        assert said, name
        on_paper = frame.spots[1][0] - frame.spots[0][0]
        assert on_paper * int(said[1]) == pytest.approx(board.width / 100 * UNIT_MM[unit], rel=1e-3)
    stick = next(one for one in ruleset.printing.templates if isinstance(one, Stick))
    first = pages(ruleset, Wish("templates"), A4).pages[0]
    body = next(one for one in first.drawn if isinstance(one, Shape) and one.pen == 0.3 and one.closed)
    longest = max(at for at, _ in stick.marks)
    piece = min(longest, int((A4.width - 2 * A4.rim - 4) / UNIT_MM[unit])) * UNIT_MM[unit]
    assert body.spots[1][0] - body.spots[0][0] == pytest.approx(piece, abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_templates_of_valour_and_fortitude_fill_two_pages_on_either_paper(paper: str) -> None:
    ruleset = books.load("valour_and_fortitude")
    leaves = pages(ruleset, Wish("templates"), PAPERS[paper])
    assert len(leaves.pages) == 2
    assert off_the_page(leaves) == []
    assert ruleset.printing is not None
    assert all(one.title in words_on(leaves) for one in ruleset.printing.templates)


def test_hexes_have_their_numbers() -> None:
    ruleset = books.load("fix_bayonets")
    said = words_on(pages(ruleset, Wish("scenario", "albuera"), A4)).split()
    assert {"0101", "0907", "2016"} <= set(said)


def test_a_card_read_from_a_hand_has_large_letters() -> None:
    ruleset = books.load("valour_and_fortitude")
    for page in pages(ruleset, Wish("deck", "british"), PAPERS["letter"]).pages:
        told = [one.size for one in page.drawn if isinstance(one, Text) and "one unit acts" in one.words]
        assert not told or min(told) >= 11


def test_numbers_of_a_unit_stand_in_one_row_if_they_fit() -> None:
    ruleset = books.load("valour_and_fortitude")
    first = pages(ruleset, Wish("cards", "austrian_300"), A4).pages[0]
    heads = [one.y for one in first.drawn if isinstance(one, Text) and one.words in ("Figures", "Range")]
    assert heads[0] == heads[1]


def test_hidden_units_are_named_but_not_shown() -> None:
    ruleset = books.load("skirmish_1808")
    said = words_on(pages(ruleset, Wish("scenario", "ambush"), A4))
    assert "– Guerrilleros foot, 10, hidden" in said
    assert "B1" not in said.split()


def test_no_rule_names_a_switch_by_its_key() -> None:
    ruleset = books.load("men_who_would_be_kings")
    said = words_on(pages(ruleset, Wish("roster", "frontier_column"), A4))
    assert "unless a switch has them fire to the front only" in said
    said = words_on(pages(books.load("ever_victorious_armies"), Wish("quickref"), A4))
    assert not re.search(r"[a-z]_[a-z]", said)


def test_shapes_are_cut_at_the_edge_of_a_map() -> None:
    box = (0.0, 0.0, 10.0, 10.0)
    assert clipped([(-5, 2), (5, 2), (5, 4), (-5, 4)], box) == [(0, 2), (5, 2), (5, 4), (0, 4)]
    assert clipped([(20, 20), (30, 20), (30, 30)], box) == []
    assert stroke_in([(-5, 5), (15, 5)], box) == [((0, 5), (10, 5))]
    assert stroke_in([(-5, -5), (15, -5)], box) == []


# ---------------------------------------------------------------- lists and files of one's own

HOSTILE = (
    "<script>alert(1)</script>",
    "W" * 60,
    "x" * 60,
    "將軍 Сорокин 🐎 א" * 3,
    "a\u0301\u202e\u200fb",
    "%PDF-1.7 ) Tj (",
)
REFUSED = dict.fromkeys(map(ord, "<>\u202e\u200f"))
"""What no list may have in its names comes to no page."""


@pytest.mark.parametrize("book", books.names())
def test_hostile_names_stay_on_their_page(book: str) -> None:
    ruleset = books.load(book)
    plain = ruleset.army.plain(ruleset.army.names()[0])
    rows = plain.get("unit") or [unit for brigade in plain["brigade"] for unit in brigade["unit"]]
    plain["title"] = HOSTILE[1].translate(REFUSED)
    for row, name in zip(rows, HOSTILE):
        row["name"] = name.translate(REFUSED)
    for what in ("roster", "cards"):
        leaves = pages(ruleset, Wish(what, text=written(plain)), A4)
        assert off_the_page(leaves) == []
        assert letters.MISSING in words_on(leaves)
    assert as_pdf(leaves).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("Graham\n  of  Lynedoch", "Graham of Lynedoch"),
        ("a\u202eb\u200fc\x07", "abc"),
        ("e\u0301", "é"),
        ("將", letters.MISSING),
        ("", ""),
    ],
)
def test_only_what_can_be_printed_is_printed(words: str, printed: str) -> None:
    assert letters.clean(words) == printed


def test_words_are_wrapped_broken_and_cut() -> None:
    lines = letters.wrap("Baluchistan " + "x" * 80, 20, "plain", 9)
    assert lines[0] == "Baluchistan"
    assert all(letters.wide(line, "plain", 9) <= 20 for line in lines)
    assert "".join(lines) == "Baluchistan" + "x" * 80
    assert letters.cut("Baluchistan", 10, "plain", 9).endswith(letters.CUT)
    assert letters.cut("Baluchistan", 0.1, "plain", 9) == ""
    assert letters.face_for("ᶠ", "title") == "bold"


def test_a_long_name_is_broken_after_its_hyphen() -> None:
    lines = letters.wrap("Twelve-pounder", letters.wide("Twelve-poun", "plain", 9), "plain", 9)
    assert lines == ["Twelve-", "pounder"]


@pytest.mark.parametrize("name", books.names())
def test_a_scenario_sheet_calls_units_by_their_names(name: str) -> None:
    """Nobody at a table knows a unit by its number in a file."""
    book = books.load(name)
    assert book.printing is not None
    for scenario in book.scenarios:
        state = book.start(scenario).state
        everybody = (*state.units, *getattr(state, "hidden", ()))
        keys = {str(getattr(unit, "key", "")) for unit in everybody} - {unit.name for unit in everybody}
        told = book.printing.brief(state)
        for line in (*told.setup, *told.victory, *told.special):
            assert not keys & set(re.findall(r"[A-Za-z]+\d+", line.words)), line.words


def test_a_list_of_ones_own_is_printed_and_a_faulty_one_refused(tmp_path: Path) -> None:
    ruleset = books.load("skirmish_1808")
    plain = ruleset.army.plain(ruleset.army.names()[0])
    mine = tmp_path / "mine.toml"
    mine.write_text(written(plain | {"title": "Mine"}), "utf-8")
    assert "Mine" in words_on(pages(ruleset, Wish("roster", str(mine)), A4))
    for leader in plain["leader"]:
        leader["escorts"] = 999
    mine.write_text(written(plain), "utf-8")
    with pytest.raises(BadInput, match=r"^mine\.toml: .*\[[A-Z]\d"):
        pages(ruleset, Wish("roster", str(mine)), A4)


@pytest.mark.parametrize("book", books.names())
def test_a_scenario_is_printed_from_a_file(book: str, tmp_path: Path) -> None:
    ruleset = books.load(book)
    info = next(iter(ruleset.scenarios.values()))
    mine = tmp_path / "mine.toml"
    shutil.copy(info.path, mine)
    assert words_on(pages(ruleset, Wish("scenario", str(mine)), A4)) == words_on(
        pages(ruleset, Wish("scenario", info.name), A4)
    )


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish("poster"), "nothing is called 'poster'"),
        (Wish("quickref", "taiping"), "wants no name"),
        (Wish("roster"), "say which army"),
        (Wish("roster", "nobody"), "there is no army 'nobody'"),
        (Wish("roster", "nowhere.toml"), "nowhere.toml cannot be read"),
        (Wish("roster", text="[["), "neither TOML nor JSON"),
        (Wish("scenario", "nowhere"), "has no scenario 'nowhere'"),
        (Wish("deck"), "has no cards of its own"),
    ],
)
def test_wrong_wishes_are_told(wish: Wish, said: str) -> None:
    with pytest.raises(BadInput, match=said.replace("[", r"\[")):
        pages(books.load("ever_victorious_armies"), wish, A4)


def test_decks_are_found_by_name() -> None:
    ruleset = books.load("valour_and_fortitude")
    assert "Vive l'Empereur" in words_on(pages(ruleset, Wish("deck", "french"), A4))
    with pytest.raises(BadInput, match="has no deck 'martian'; it has: french"):
        pages(ruleset, Wish("deck", "martian"), A4)
    with pytest.raises(BadInput, match="no paper is called 'a3'"):
        size_of("a3")


@pytest.mark.parametrize(
    ("name", "words", "first", "told"),
    [
        ("Elan", "Elan: as main attacker, reroll.", True, ("Elan.", "As main attacker, reroll.")),
        ("Elan", "Elan: as main attacker, reroll.", False, ("", "As main attacker, reroll.")),
        ("Square", "Squares are small.", True, ("Square.", "Squares are small.")),
        ("Rockets", "Rockets need not aim.", True, ("Rockets", "need not aim.")),
        ("Skirmishers", "Skirmishers, if wished: halved.", True, ("Skirmishers,", "if wished: halved.")),
    ],
)
def test_a_special_rule_says_its_name_once(name: str, words: str, first: bool, told: tuple[str, str]) -> None:
    assert with_lead(name, words, first) == told


# ---------------------------------------------------------------- the file


def test_the_same_sheet_is_the_same_file_and_shows_something() -> None:
    import pypdfium2

    ruleset = books.load("men_who_would_be_kings")
    data = as_pdf(pages(ruleset, Wish("scenario", "the_ford"), PAPERS["letter"]))
    assert data == as_pdf(pages(ruleset, Wish("scenario", "the_ford"), PAPERS["letter"]))
    page = pypdfium2.PdfDocument(data)[0]
    assert [round(side) for side in page.get_size()] == [612, 792]
    shades = page.render(scale=0.5).to_pil().convert("L").getextrema()
    assert shades[0] < 80
    assert shades[1] > 240


def test_without_the_library_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(BadInput, match="needs the package fpdf2"):
        as_pdf(pages(books.load("ever_victorious_armies"), Wish("record"), A4))


def test_fonts_come_with_their_licences() -> None:
    folder = resources.files("grognard.paper").joinpath("fonts")
    for face in letters.FILES.values():
        family = face.partition("-")[0]
        assert folder.joinpath(face).is_file()
        assert "SIL OPEN FONT LICENSE" in folder.joinpath(f"{family}-OFL.txt").read_text("utf-8").upper()


def test_the_sides_of_a_map_go_by_the_colours_of_their_armies() -> None:
    """British red and French blue on paper too; what is too bright for letters is printed darker."""
    book = books.load("valour_and_fortitude")
    chart = maps.fitted(book.sheet.board(book.start("barrosa").state), "inch", 0, 0, 180, 120)
    assert [chart.ink(side) for side in (0, 1)] == ["#b3232b", "#294b98"]
    assert maps.inked("#dfb23c") != "#dfb23c"
    plain = chart._replace(board=msgspec.structs.replace(chart.board, armies=()))
    assert plain.ink(0) != plain.ink(1)


def test_a_roster_has_no_page_for_two_lines() -> None:
    """Victor's at Barrosa left two lines of special rules over on Letter."""
    book = books.load("valour_and_fortitude")
    assert len(pages(book, Wish("roster", "barrosa_french", None, {}), size_of("letter")).pages) == 1


@pytest.mark.parametrize(
    ("book", "what", "name", "paper"),
    [
        ("men_who_would_be_kings", "scenario", "get_off_my_land", "letter"),
        ("fix_bayonets", "scenario", "bucaco", "letter"),
        ("valour_and_fortitude", "roster", "spanish_300", "letter"),
        ("valour_and_fortitude", "scenario", "barrosa", "a4"),
    ],
)
def test_the_last_page_is_no_scrap(book: str, what: str, name: str, paper: str) -> None:
    """Each of these had a few lines on a second page; what does not fit on one is set larger and fills two better."""
    leaves = pages(books.load(book), Wish(what, name, None, {}), size_of(paper))
    page = leaves.pages[-1]
    _, top, _, bottom = page.size.printable
    lowest = max(one.box[3] for one in page.drawn if isinstance(one, Text) and one.box[3] < bottom - 6)
    assert len(leaves.pages) == 1 or lowest - top > 0.25 * (bottom - top)
