"""Making an army: kits, drafts, prices, and what cannot be a list."""

from __future__ import annotations

import json
import random
import tomllib
from typing import Any

import pytest

from grognard.books import load
from grognard.engine.book import BadInput
from grognard.engine.replay import Game
from grognard.engine.toml import written
from grognard.engine.workshop import Draft, Kit, KitField, KitOffer, from_text, look_at
from grognard.testing.complete.test_open_battles import OPEN, some_actions
from tests.tools.shelf import BOOKS

EVIL = "<script>alert(1)</script>"


def desk(book: str) -> Any:
    return load(book).army.workshop


def taken(kit: Kit, offer: KitOffer, listed: dict[str, Any], rng: random.Random) -> None:
    """An offer put into a list as the page does it: with an id, in a place that is there, some switches thrown."""
    section = next(s for s in kit.sections if s.key == offer.section)
    home = listed
    if section.within:
        home = rng.choice(listed[section.within])
    row = json.loads(json.dumps(offer.row))
    count = sum(len(str(part)) for part in listed.values())
    if section.numbered:
        row["id"] = f"{section.numbered}{count}.{len(home.get(section.key, ()))}"
    for field in section.fields:
        if field.kind == "words" and field.name == "name":
            row["name"] = f"{row['name'][:30]} {count}"
        if field.kind == "row" and field.name == "formation":
            row["formation"] = rng.choice(listed["formation"])["key"]
        fancy(field, offer, row, rng)
    home.setdefault(section.key, []).append(row)


def fancy(field: KitField, offer: KitOffer, row: dict[str, Any], rng: random.Random) -> None:
    """Now and then a choice of what the offer has for a field."""
    offered = offer.choices.get(field.name)
    if offered and field.kind == "many" and rng.random() < 0.3:
        row[field.name] = [rng.choice(offered).value]
    if field.kind == "whole" and field.name in offer.limits and rng.random() < 0.3 and row.get(field.name):
        row[field.name] = rng.randint(*offer.limits[field.name])


def random_list(book: str, seed: int, units: int = 6) -> Draft:
    """A list put together at random out of what the kit offers; a row that makes it worse is left out again."""
    rng, shop = random.Random(f"{book} {seed}"), desk(book)
    kit = shop.kit()
    blank = rng.choice(kit.blanks)
    listed = json.loads(json.dumps(blank.list))
    groups = [o.group for o in kit.offers if o.section == "unit"]
    group = blank.title if blank.title in groups else rng.choice(groups)
    offers = [o for o in kit.offers if o.section == "unit" and (o.group == group or rng.random() < 0.2)]
    best = look_at(shop, listed)
    for _ in range(8 * units):
        tried = json.loads(json.dumps(best.list))
        taken(kit, rng.choice(offers), tried, rng)
        found = look_at(shop, tried)
        if {fault.cite for fault in found.faults} <= {fault.cite for fault in best.faults}:
            best = found
        if sum(key.rpartition("/")[0].endswith("unit") for key in best.prices) >= units and not best.faults:
            break
    return best


@pytest.mark.parametrize("book", BOOKS)
def test_a_kit_has_offers_blanks_and_all_the_lists_of_its_book(book: str) -> None:
    ruleset, kit = load(book), desk(book).kit()
    assert [one.name for one in kit.lists] == list(ruleset.army.names())
    assert kit.battle == OPEN[book]
    keys = {section.key for section in kit.sections}
    assert {offer.section for offer in kit.offers} <= keys
    assert kit.blanks
    for offer in kit.offers:
        assert all(head and isinstance(cell, str) for head, cell in offer.cells)


@pytest.mark.parametrize("book", BOOKS)
def test_the_books_own_lists_are_sound_and_written_out_as_they_are(book: str) -> None:
    ruleset = load(book)
    for name in ruleset.army.names():
        plain = ruleset.army.plain(name)
        found = look_at(desk(book), plain)
        assert found.faults == (), name
        assert tomllib.loads(found.text) == found.list
        assert found.points == sum(points for _, points in found.shares)
        assert {key: part for key, part in found.list.items() if key in plain} == plain


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("book", BOOKS)
def test_random_lists_within_the_limits_are_played(book: str, seed: int) -> None:
    """Two of them meet on a table drawn by a number, in a game that goes on without a fault."""
    ruleset = load(book)
    lists = [random_list(book, 2 * seed + side) for side in (0, 1)]
    assert [one.faults for one in lists] == [(), ()]
    chosen = {"ground": 10 + seed, **ruleset.fielding({"1": lists[0].text, "2": lists[1].text})}
    game = Game(ruleset, OPEN[book], ruleset.read_options(chosen))
    some_actions(game, random.Random(seed))
    assert ruleset.decode(ruleset.encode(game.position)) == game.position


@pytest.mark.parametrize("book", BOOKS)
def test_an_army_of_ones_own_has_coats_and_facings_of_its_choice_and_a_unit_its_own(book: str) -> None:
    """They are kept in the text of the list, and change nothing but what is seen."""
    ruleset, plain = load(book), random_list(book, 3)
    listed = json.loads(json.dumps(plain.list))
    rows = listed["unit"] if "unit" in listed else listed["brigade"][0]["unit"]
    rows[0]["coat"] = "rifle"
    dyed = look_at(desk(book), {**listed, "coat": "teal", "facings": "yellow"})
    assert not dyed.faults
    assert tomllib.loads(dyed.text) == dyed.list
    first, second = (
        Game(ruleset, OPEN[book], ruleset.read_options(ruleset.fielding({"1": one.text, "2": plain.text})))
        for one in (plain, dyed)
    )
    worn = [
        {piece.id: piece.livery for piece in ruleset.sheet.view(game.position.state, None).pieces}
        for game in (first, second)
    ]
    changed = {worn[1][at].removeprefix(worn[0][at]) for at in worn[0]}
    army, own = "/#1f6a70/#dfb23c", "/#2d5940/#dfb23c"
    assert {army, own} <= changed <= {army, own, ""}
    sides = {piece.id: piece.side for piece in ruleset.sheet.view(first.position.state, None).pieces}
    assert all(worn[0][at] == worn[1][at] for at, side in sides.items() if side == 1)
    assert ruleset.sheet.board(first.position.state) == ruleset.sheet.board(second.position.state)


@pytest.mark.parametrize("book", BOOKS)
def test_cloth_is_dyed_in_no_other_colours(book: str) -> None:
    good = random_list(book, 3)
    (fault,) = look_at(desk(book), {**good.list, "coat": "puce"}).faults
    assert fault.words.startswith("no cloth is dyed 'puce'; there is: scarlet, ")
    assert fault.cite
    head = [field for field in desk(book).kit().head if field.kind == "colour"]
    assert [field.name for field in head] == ["coat", "facings"]
    assert all(one.colour.startswith("#") for field in head for one in field.choices if one.value)


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_no_list_is_refused_or_named_and_never_a_crash(book: str) -> None:
    shop = desk(book)
    blank = shop.kit().blanks[0].list
    for absurd in ([], "x", 7, None):
        with pytest.raises(BadInput):
            look_at(shop, absurd)
    for key, value in {
        "title": "x" * 3000,
        "notes": "\x00",
        "unit": [{"figures": 10**12}],
        "deep": [[[[[[[[1]]]]]]]],
        "many": list(range(300)),
        "half": 0.5,
    }.items():
        with pytest.raises(BadInput):
            look_at(shop, {**blank, key: value})
    for key, value in {"title": 7, "unit": "x", "nothing": 1, "brigade": [1]}.items():
        assert look_at(shop, {**blank, key: value}).faults
    assert look_at(shop, {}).faults


@pytest.mark.parametrize("book", BOOKS)
def test_script_in_a_name_is_refused_and_quotes_are_kept(book: str) -> None:
    blank = desk(book).kit().blanks[0].list
    with pytest.raises(BadInput, match="words with < or >"):
        look_at(desk(book), {**blank, "title": EVIL})
    found = look_at(desk(book), {**blank, "notes": 'a "b" \\ c\nd'})
    assert tomllib.loads(found.text)["notes"] == 'a "b" \\ c\nd'


def test_text_is_read_as_toml_or_json_and_nothing_else() -> None:
    assert from_text('{"title": "x"}') == {"title": "x"}
    assert from_text('title = "x"\n') == {"title": "x"}
    for wrong in ("{", "title = ", "x" * 50_000, "[" * 3000, '{"a":' * 3000):
        with pytest.raises(BadInput):
            from_text(wrong)


def test_toml_keeps_what_it_is_given() -> None:
    data = {
        "a": 1,
        "b c": [1, 2],
        "d": [{"e": True, "f": [{"g": "h\x7f"}]}, {"e": False}],
        "i": [],
        "j": {"k": "l"},
    }
    assert tomllib.loads(written(data)) == data
