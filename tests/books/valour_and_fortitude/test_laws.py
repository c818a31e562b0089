"""Each law of the book bites: a position or an action that breaks it is found out, a sound one is not."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.laws import LAWS, foretelling, seeking, standing
from grognard.books.valour_and_fortitude.state import Fate, Objective, State
from grognard.books.valour_and_fortitude.steps.env import Brigading, Fight, Melee
from grognard.books.valour_and_fortitude.steps.melee import PickFights
from grognard.books.valour_and_fortitude.words import Form, Order, Phase, Special, Where
from grognard.engine.book import Outcome
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.engine.log import Entry
from grognard.engine.soundness import Deed, Law
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    brigaded,
    foot,
    gun,
    horse,
    lead,
    put,
    scene,
    unit,
)
from tests.rules import rule

BY_WORDS = {law.words: law for law in LAWS}
VILLAGE = area("building", 30, 20, 36, 26, "village")
RIVER = area("river", 0, 0, 20, 20, "river")


def sound(**more: Any) -> State:
    """Two brigades of foot, one of them with horse and a gun, an enemy line."""
    return scene(
        unit("A", files=6, front=(30, 12)),
        unit("B", horse, front=(45, 12)),
        unit("G", gun, front=(58, 12), brigade="II"),
        unit("z", files=12, front=(30, 40), facing=180),
        unit("y", files=12, front=(50, 40), facing=180),
        **{"terrain": (VILLAGE, RIVER), "objectives": (Objective("hill", (3600, 3000)),), **more},
    )


def _cards(*deck: int) -> State:
    state = sound()
    return replace(state, fates=(Fate(deck=deck), state.fates[1]))


AT: dict[str, Callable[[], State]] = {
    "units and leaders stand on the table": lambda: put(sound(), "A", y=20),
    "nobody stands on impassable ground": lambda: lead(sound(), "I", at=(10, 10)),
    "nobody's figures stand in a building or wood: one is inside or out": lambda: put(
        sound(), "A", x=3300, y=2300
    ),
    "no two units stand on each other": lambda: put(sound(), "A", x=3000, y=4050),
    "no two units of one side touch": lambda: put(sound(), "A", x=4500 - 250 - 240, y=1100),
    "ranks and files are such as the unit may form": lambda: put(sound(), "A", files=24),
    "limbers, open order and squares belong to those who have them": lambda: put(
        sound(), "A", order=Order.SQUARE
    ),
    "ranks and files make the formation": lambda: sound(),
    "gun and limber stand within 1 of each other": lambda: put(sound(), "G", spread=(900, 0, 0)),
    "a feature holds one unit at most": lambda: put(put(sound(), "A", inside=0), "z", inside=0),
    "no leader is where an enemy unit is inside": lambda: lead(
        put(sound(), "z", inside=0), "I", inside="village"
    ),
    "a unit has no more markers than tenacity, and as many make it shaken": lambda: put(
        sound(), "A", losses=5
    ),
    "a brigade is shattered when its last unit has routed": lambda: put(sound(), "G", where=Where.ROUTED),
    "each shattered brigade is a defeat": lambda: brigaded(sound(), "II", shattered=True),
    "whoever has routed or is still to come is nowhere on the table": lambda: put(
        sound(), "G", where=Where.LATER, inside=0
    ),
    "deck, hand and discards are the side's thirteen cards": lambda: _cards(1, 2, 2),
    "only picked brigades are active": lambda: brigaded(sound(), "I", active=True),
    "who shot does not act, and who skirmished does not assault": lambda: put(
        sound(), "A", today=replace(sound().units[0].today, shot=True, acted=True)
    ),
    "artillery does not assault": lambda: put(
        sound(), "G", today=replace(sound().units[2].today, assaulted=True)
    ),
    "nobody is shot at twice in a phase": lambda: sound(shot_at=(3, 3), phase=Phase.FIRE),
    "each objective is held by one side or nobody": lambda: sound(holders=(2,)),
    "fortitude is tested for routed units only": lambda: sound(routed=(0,)),
    "the score decides, or an army is gone": lambda: sound(
        outcome=Outcome(1, "South wins", "148", (0, 0)), defeats=(0, 1)
    ),
}


def entry(what: str, **facts: Any) -> Entry:
    """A line of the journal."""
    return Entry("67", what, facts)


def deed(before: State, after: State, *entries: Entry, action: Any = None) -> Deed:
    """An action that led from one state to another."""
    places: Any = SimpleNamespace(state=before, agenda=()), SimpleNamespace(state=after, agenda=())
    return Deed(places[0], action or Move(0, "finish"), places[1], entries)


def _near(y: float) -> State:
    """A with an enemy in front of it."""
    return put(sound(), "z", y=round(y * 100))


TOUCH = 12.8
"""Where z's centre is when it touches A head on."""


def _acted(state: State, key: str) -> State:
    one = next(u for u in state.units if u.key == key)
    return put(state, key, today=replace(one.today, acted=True))


def _fates(state: State, **more: Any) -> State:
    return replace(state, fates=(Fate(**more), state.fates[1]))


OVER: dict[str, Callable[[], Deed]] = {
    "no leader stands under enemy units": lambda: deed(sound(), lead(sound(), "I", at=(30, 41))),
    "whoever stands elsewhere is told of in the journal": lambda: deed(sound(), put(sound(), "A", x=3100)),
    "who touches an enemy leaves only by a retreat": lambda: deed(
        _near(TOUCH), put(_near(TOUCH), "A", y=700), entry("moves", unit=0)
    ),
    "a unit acts once a turn": lambda: deed(
        _acted(sound(), "A"), _acted(sound(), "A"), action=Move(0, "move", 0)
    ),
    "messengers ride to units that have not acted": lambda: deed(
        _acted(sound(), "A"), _acted(sound(), "A"), entry("messenger arrives", unit=0)
    ),
    "a brigade is picked once a turn": lambda: deed(
        brigaded(sound(), "I", tested=True), sound(), action=Move(0, "brigade", 0)
    ),
    "nobody goes farther than its move distance": lambda: deed(
        sound(), put(sound(), "A", y=1040 + 1210), entry("moves", unit=0)
    ),
    "a way is as long as the journal says": lambda: deed(
        sound(),
        put(sound(), "A", y=1040 + 610),
        entry("moves", unit=0, inches=6.0),
        action=Move(0, "go", (("forward", 610),)),
    ),
    "formations change only by a reform": lambda: deed(
        sound(), put(sound(), "A", files=8), entry("moves", unit=0)
    ),
    "moves, reforms, exits and arrivals end 3 from enemies": lambda: deed(
        _near(20), put(_near(20), "A", y=1540), entry("moves", unit=0)
    ),
    "doubles stay more than 18 from enemies": lambda: deed(
        sound(), put(sound(), "A", y=1040 + 1100), entry("doubles", unit=0)
    ),
    "retreats end 3 from all enemies, in the arcs of those that saw them": lambda: deed(
        _near(TOUCH), put(_near(TOUCH), "A", y=900), entry("retreats", unit=0)
    ),
    "assaults end on an enemy that was seen, with enough figures": lambda: deed(
        sound(), put(sound(), "A", y=1540), entry("assaults", unit=0, target=3)
    ),
    "markers come and go as the journal tells": lambda: deed(
        sound(), put(sound(), "A", losses=2), entry("loses", unit=0, losses=1)
    ),
    "routs and arrivals are told, and nobody comes back": lambda: deed(
        sound(), put(sound(), "A", where=Where.ROUTED)
    ),
    "each defeat is told": lambda: deed(sound(), sound(defeats=(1, 0))),
    "objectives change hands as a turn ends": lambda: deed(
        sound(), sound(holders=(1,)), entry("takes", side=1, objective="hill")
    ),
    "cards are drawn one at a time and stay discarded": lambda: deed(
        _fates(sound(), deck=(1, 2, 3)), _fates(sound(), deck=(1,), hand=(2, 3)), entry("draws", side=0)
    ),
    "shooter and target are such as may shoot and be shot at": lambda: deed(
        _near(TOUCH), _near(TOUCH), entry("shoots", unit=0, target=3, mode="volley")
    ),
    "fire, actions and fights belong to their phases": lambda: deed(
        sound(), sound(), entry("shoots", unit=0, target=3, mode="volley")
    ),
    "sides take turns": lambda: deed(sound(), sound(turn=5)),
}


@pytest.mark.parametrize("words", [law.words for law in LAWS if law.at is not None])
def test_a_law_about_positions_bites(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    law = BY_WORDS[words]
    assert law.at is not None
    assert not list(law.at(sound()))
    if words == "ranks and files make the formation":
        monkeypatch.setattr(standing, "form", lambda _: Form.MARCH)
    assert list(law.at(AT[words]()))


@pytest.mark.parametrize("words", [law.words for law in LAWS if law.over is not None])
def test_a_law_about_actions_bites(words: str) -> None:
    law = BY_WORDS[words]
    assert law.over is not None
    assert not list(law.over(deed(sound(), sound())))
    assert list(law.over(OVER[words]()))


# --- searches ------------------------------------------------------------------------------------------------------------


def groped(law: Law, game: Play, tries: int = 60) -> list[str]:
    """What a search finds at a position, with several seeds."""
    assert law.seek is not None
    for seed in range(tries):
        found = list(law.seek(game.position, game.ask, random.Random(seed)))
        if found:
            return found
    return []


def acting(*units: Any, **more: Any) -> Play:
    """The first brigade's actions."""
    return begin(scene(*units, **more), "brigade", env=Brigading(0))


def in_contact_() -> Play:
    return acting(
        unit("A", horse, front=(36, 20)),
        unit("B", files=6, front=(10, 10)),
        unit("z", files=12, front=(36, 20), facing=180),
    )


def before_him() -> Play:
    return acting(unit("A", files=6, front=(36, 20)), unit("z", files=12, front=(36, 27), facing=180))


def moving() -> Play:
    return before_him().play(("move", "A"))


def shooting() -> Play:
    state = scene(
        unit("A", files=12, front=(36, 20)),
        unit("z", files=12, front=(36, 27), facing=180),
        unit("y", files=12, front=(20, 30), facing=180),
        phase=Phase.FIRE,
    )
    return begin(state, "fire")


def fighting() -> Play:
    state = scene(
        unit("A", files=12, front=(36, 24)),
        unit("z", files=12, front=(34, 24), facing=180, figures=12),
        unit("y", files=12, front=(41, 24), facing=180, figures=6),
        phase=Phase.MELEE,
    )
    return begin(state, PickFights(), env=Melee())


def riding() -> Play:
    return before_him().play("finish")


def _nothing(*_: Any, **__: Any) -> None:
    return None


def shut_in() -> Play:
    return acting(
        unit("A", files=12, inside="village"),
        unit("z", files=12, front=(60, 40), facing=180),
        terrain=(VILLAGE,),
    )


def awaited() -> Play:
    state = scene(unit("A", files=3, brigade="R", where=Where.LATER), unit("z", front=(36, 46), facing=180))
    return begin(brigaded(state, "R", arrives=2, entry=(3600, 0)), "action")


def about_to_strike() -> Play:
    return before_him().play(("assault", ("A", "z")))


SEEK: dict[str, tuple[Callable[[], Play], str, Any]] = {
    "no way out of a feature is overlooked": (shut_in, "first_exit", _nothing),
    "no room for reinforcements is overlooked": (awaited, "first_arrival", _nothing),
    "odds of an assault are those of the fight it leads to": (
        about_to_strike,
        "foretelling.joined",
        lambda _state, unit, target: Fight(unit, target, chosen=(target,), bound=(7,)),
    ),
    "no retreat is overlooked": (in_contact_, "first_retreat", _nothing),
    "no assault is overlooked, and the duty is to the closest": (before_him, "first_onset", _nothing),
    "places offered are legal, places refused are not": (moving, "_trespasses", lambda *_: True),
    "a clear line makes visible": (before_him, "visible", lambda *_: False),
    "shots offered are at the closest in range and sight": (shooting, "reach_of", lambda *_: 1),
    "who is asked to fight touches whom he may name": (fighting, "touching", lambda *_: False),
    "leaders ride within 36 and stay more than 6 from enemies": (riding, "shapes", None),
    "open order is offered to those who have it": (moving, "has_open_order", lambda *_: False),
    "a verb that vanishes says why, and so does a unit left out": (before_him, "", None),
}


@pytest.mark.parametrize("words", [law.words for law in LAWS if law.seek is not None])
def test_a_search_beside_the_programs_bites(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is made to say otherwise; the search, which does not believe it, finds that out."""
    make, name, answer = SEEK[words]
    game = make()
    assert not groped(BY_WORDS[words], game, 15)
    if name == "shapes":
        leader = next(x for x in game.state.leaders if x.name == "I")
        spot = ((leader.x - 50, leader.y - 50), (leader.x + 50, leader.y + 50))
        monkeypatch.setattr(seeking, "shapes", lambda *_: [spot])
    elif name == "has_open_order":
        game = acting(
            unit("A", foot, Special.OPEN_ORDER, files=6, front=(36, 20)),
            unit("z", files=12, front=(36, 30), facing=180),
        ).play(("move", "A"))
        assert not groped(BY_WORDS[words], game, 3)
        monkeypatch.setattr(seeking, name, answer)
    elif not name:
        ask = game.ask
        mute: Any = SimpleNamespace(
            offers={verb: domain for verb, domain in ask.offers.items() if verb != "retreat"}, barred={}
        )
        law = BY_WORDS[words]
        assert law.seek is not None
        assert list(law.seek(game.position, mute, random.Random(1)))
        return
    elif name == "foretelling.joined":
        monkeypatch.setattr(foretelling, "joined", answer)
    else:
        monkeypatch.setattr(seeking, name, answer)
    assert groped(BY_WORDS[words], game)


def test_every_law_has_a_case() -> None:
    assert {law.words for law in LAWS} == {*AT, *OVER, *SEEK}
    assert len(LAWS) >= 20


@rule("173", "B49")
@pytest.mark.parametrize(("inside", "broken"), [(-1, True), (0, False)])
def test_a_limbered_gun_shoots_only_from_inside(inside: int, broken: bool) -> None:
    state = put(sound(), "G", order=Order.LIMBERED, inside=inside)
    over = BY_WORDS["shooter and target are such as may shoot and be shot at"].over
    assert over is not None
    told = list(over(deed(state, state, entry("shoots", unit=2, target=3, mode="volley"))))
    assert ("G may not shoot" in told) is broken
