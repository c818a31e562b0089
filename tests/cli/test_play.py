"""A game in the terminal, driven through a pipe."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from examples.toy_brigade.toy import RULESET
from grognard.cli.terminal.keyboard import Keyboard, Quit
from grognard.cli.terminal.loop import Session
from grognard.cli.terminal.story import Story
from grognard.engine.replay import Game, read_save
from tests.cli.conftest import Run

SKIRMISH = ("play", "toy", "--scenario", "skirmish", "--seed", "4")
REDS = (*SKIRMISH, "--side", "1")


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def told(run: Run, *typed: str, words: tuple[str, ...] = REDS) -> str:
    """What the terminal shows; the game must end in peace."""
    result = run(*words, typed=lines(*typed))
    assert result.exit_code == 0
    assert result.stderr == ""
    return result.stdout


def test_scenario_and_side_are_asked_for(run: Run) -> None:
    text = told(run, "2", "Blues", words=("play", "--seed", "4"))
    assert "Toy Brigade: which scenario?" in text
    assert "2  A skirmish at the farm" in text
    assert "Which side do you take?" in text
    assert "Blues: Bid for the first turn" in text


def test_a_wrong_answer_is_asked_again(run: Run) -> None:
    text = told(run, "7", "", "skir", "9", "1", words=("play", "toy"))
    assert text.count("Type a number from 1 to 2.") == 3
    assert "Reds: Bid" in text


def test_the_end_of_the_input_leaves_without_saving(run: Run) -> None:
    assert "The input ended; nothing was saved." in told(run)
    assert "The input ended; nothing was saved." in told(run, words=("play", "toy"))


def test_the_screen_shows_table_forces_and_choices(run: Run) -> None:
    text = told(run, "1 2")
    assert "A skirmish at the farm · Turn 1 of 3, sun · Turn › turn" in text
    assert "→0" in text  # the Foot on the map, facing east
    assert "0 F Foot   4/4 loaded" in text
    assert "[TB 3.3ⁱ]" in text
    assert "1  Bid: a number from 0 to 2" in text
    assert "2  Hold back (go last, draw a card)" in text


def test_exact_odds_stand_beside_the_choices(run: Run) -> None:
    text = told(run, "1 2")
    assert "Fire: #0 Foot → #2 Militia, 2.95 paces   volley 3D6 at 5+: mean 1, 1+ 70 %" in text


def test_dice_are_shown_as_faces_with_their_tally(run: Run) -> None:
    text = told(run, "1 2", "fire 1 2")
    assert "Reds: Fire: #1 Guards → #2 Militia, 3.41 paces" in text
    assert re.search(r"volley \(Guards at Militia\): [⚀-⚅] [⚀-⚅] → \d \[TB 6.3ⁱ\]", text)
    assert "-1 target in cover [6.2c]" in text


def test_the_same_seed_gives_the_same_game(run: Run) -> None:
    assert told(run, "1 2", "1", "1", "1") == told(run, "1 2", "1", "1", "1")


def test_a_computer_opponent_is_narrated_and_keeps_its_sealed_choice(run: Run) -> None:
    text = told(run, "1 1", "1", "1", "1", "1", "1", "1")
    assert "Blues: has made a sealed choice" in text
    assert "Blues: " in text.replace("Blues: has made a sealed choice", "")


def test_why_not_cites_the_row_that_refuses(run: Run) -> None:
    text = told(run, "1 2", "w charge 1 2", "w fire 0 2", "w dance", "why charge 0 1", "w")
    assert "Not allowed: the target is " in text
    assert "That is allowed." in text
    assert "that is not among the choices now" in text
    assert "one of ours acts on one of theirs [TB 5.1ⁱ]" in text
    assert "say what, for instance" in text


def test_an_illegal_choice_is_refused_with_its_rule(run: Run) -> None:
    text = told(run, "1 2", "charge 1 2", "99", "0", "frolic", "1 9")
    assert "and a charge carries 300 [TB 7.1bⁱ]" in text
    assert text.count("No: choose a number from 1 to 9") == 2
    assert "No: 'frolic' is neither a number of the list nor a command" in text


def test_a_number_out_of_bounds_is_refused(run: Run) -> None:
    text = told(run, "1 7", "1 two", "1", "two", "b", "1", "1")
    assert "No: it is not among those who may be chosen now" in text
    assert "No: type a number from 0 to 2" in text
    assert "Reds: Bid: 1" in text


def test_undo_and_redo(run: Run) -> None:
    text = told(run, "1 2", "ride middle", "u", "r", "u", "u")
    assert text.count("Taken back.") == 2
    assert "Played again." in text
    assert "No: nothing to undo since the last dice, reveal or change of hands" in text


def test_a_manoeuvre_is_picked_typed_or_refused(run: Run) -> None:
    text = told(run, "1 2", "march foot", "go advance 9", "go 3", "go advance", "advance 0.5, advance 0.5")
    assert "1  advance 2 paces  ends at 6.5·0.2 paces, 2 of 2 paces" in text
    assert "is allowed [TB 5.2bⁱ] at 12·0.2 paces" in text
    assert "Foot marches to 550" in text


def test_the_end_of_each_listed_manoeuvre_is_marked_on_the_map(run: Run) -> None:
    text = told(run, "1 2", "march 0")
    ground = next(line for line in text.split("March Foot")[0].splitlines()[::-1] if "→0" in line)
    assert "1" in ground.split("→0")[1]


def test_a_unit_card_the_order_of_battle_and_the_rules(run: Run) -> None:
    text = told(run, "i 1", "i Rifles", "i 77", "o", "ref cover", "ref nonsense", "log", "m", "?")
    assert "1 Guards" in text
    assert "strength  3/3" in text
    assert "disorder 1 [TB 6.2bⁱ]" in text
    assert "No: no unit '77'" in text
    assert "TB 6.2c  cover costs the shooter a die  invented" in text
    assert "No: no rule of Toy Brigade speaks of 'nonsense'" in text
    assert "take back your last action" in text
    assert text.count("A skirmish at the farm · Turn 1") == 2


def test_auto_lets_the_computer_decide(run: Run) -> None:
    text = told(run, *["auto"] * 60)
    assert "are stronger [TB 9.2ⁱ]" in text or "A draw: both sides" in text
    assert "The dice" in text
    assert "expected" in text


def test_watching_two_computers(run: Run) -> None:
    text = told(run, words=(*SKIRMISH, "--side", "watch", "--opponent", "random"))
    assert "Scores: Reds" in text


def test_two_people_at_one_terminal(run: Run) -> None:
    text = told(run, "1 2", "1 1", words=(*SKIRMISH, "--opponent", "hotseat"))
    assert "Reds> 1 2" in text
    assert "Blues> 1 1" in text
    assert "bids: 2 against 1" in text


def test_typed_dice(run: Run) -> None:
    text = told(run, "1 2", "fire 1 2", "1 9", "5", "x y", "56", words=(*REDS, "--dice", "typed"))
    assert "Reds: volley: throw 2D6 at 5+ [TB 6.3ⁱ]" in text
    assert text.count("No: volley takes 2 faces from 1 to 6") == 2
    assert "No: type 2 faces from 1 to 6, for instance: 3 3" in text
    assert "volley (Guards at Militia): ⚄ ⚅ → 2" in text


def test_typed_cards_and_an_empty_line_for_the_computer(run: Run) -> None:
    typed = ("hold back", "bid 2", "go on", "end", "joker", "blank")
    text = told(run, *typed, words=(*SKIRMISH, "--opponent", "hotseat", "--dice", "typed"))
    assert "Reds: card: draw a card [TB 11.1ⁱ]" in text
    assert "No: there is no such card; there are: ambush, blank, cartridges" in text
    assert "card: blank [TB 11.1ⁱ]" in text
    assert "Reds: Act with a unit" in text


def test_saving_loading_and_leaving(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = told(run, "1 2", f"s {path}", "q")
    assert f"Saved to {path}." in text
    assert "Goodbye." in text
    assert len(read_save(path.read_bytes()).actions) == 2
    text = told(run, "q", "", words=("play", "--load", str(path), "--side", "Reds"))
    assert "Act with a unit" in text
    assert "Goodbye." in text


def test_a_loaded_game_goes_on_as_it_would_have_gone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    straight = told(run, "1 2", f"s {path}", "fire 1 2", "fire 0 2")
    resumed = told(
        run, "fire 1 2", "fire 0 2", words=("play", "--load", str(path), "--side", "1", "--seed", "4")
    )
    fell = [line for line in straight.splitlines() if line.startswith("volley (")]
    assert len(fell) == 2
    assert fell == [line for line in resumed.splitlines() if line.startswith("volley (")]


def test_loading_inside_a_game(run: Run, finished: tuple[Path, Game]) -> None:
    path, _ = finished
    text = told(run, "l nowhere.json", "l", "s", f"l {path}")
    assert "No: " in text
    assert f"Loaded {path}." in text
    assert "Scores: " in text


def test_leaving_offers_to_save(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "later.json"
    assert f"grognard play --load {path}" in told(run, "1 2", "q", str(path))
    assert json.loads(path.read_text())["book"] == "toy"
    assert "Left without saving." in told(run, "1 2", "q", "")


def test_a_loaded_game_of_another_book_is_refused(run: Run, finished: tuple[Path, Game]) -> None:
    path, _ = finished
    result = run("play", "--load", str(path), "--option", "nightfall=off")
    assert result.exit_code == 2
    assert "keeps its own options" in result.stderr


@pytest.mark.parametrize("side", ["2", "blues", "B"])
def test_a_side_by_number_or_name(run: Run, side: str) -> None:
    assert "Blues: Bid" in told(run, words=(*SKIRMISH, "--side", side))


def test_hidden_cards_stay_hidden(run: Run) -> None:
    text = told(run, "1 2", *["auto"] * 40)
    mine = {"ambush", "cartridges", "blank"}
    drawn = [line for line in text.splitlines() if line.startswith("card:")]
    assert all(any(card in line for card in mine) for line in drawn)
    assert "side Blues draws a card" in text
    assert not any(
        "you drew" in after for after in text.split("side Blues draws a card")[1:2][0].splitlines()[:2]
    )


def test_people_at_one_terminal_keep_their_secrets(run: Run) -> None:
    typed = ("hold back", "bid 2", "go on", "end")
    text = told(run, *typed, words=(*SKIRMISH, "--opponent", "hotseat"))
    assert "Reds: has made a sealed choice" in text
    assert "Blues: has made a sealed choice" in text
    drew = text.index("you drew")
    assert text.index("side Reds draws a card") < drew < text.index("Reds: Act with a unit")


class Typist(Keyboard):
    """Somebody at a terminal who types some lines and then leaves."""

    def __init__(self, *typed: str):
        self.is_person = True
        self.typed = list(typed)
        self.prompts: list[str] = []

    def read(self, prompt: str = "> ") -> str:
        self.prompts.append(prompt)
        if not self.typed:
            raise Quit("Gone.")
        return self.typed.pop(0)


def at_a_terminal(*typed: str, seats: dict[int, str | None]) -> tuple[str, Typist]:
    """What a terminal of 130 by 45 shows."""
    screen, typist = StringIO(), Typist(*typed)
    console = Console(
        file=screen, force_terminal=True, width=130, height=45, color_system=None, highlight=False
    )
    Session(Game(RULESET, "skirmish"), seats, console, typist, seed=4).run()
    return screen.getvalue(), typist


def test_a_terminal_is_cleared_and_the_story_told_again() -> None:
    text, _ = at_a_terminal("1 2", seats={0: None, 1: "greedy"})
    last = text.split("\x1b[2J")[-1]
    assert "bids: 2 against 0" in last
    assert "Fire: #0 Foot" in last
    assert "Gone." in last


def test_a_person_is_asked_again_before_what_cannot_be_undone() -> None:
    text, typist = at_a_terminal("1 2", "end", "n", "end", "", seats={0: None, 1: "greedy"})
    assert sum("cannot be undone" in prompt for prompt in typist.prompts) == 2
    assert text.count("Reds: End the turn") >= 1


def test_people_change_places_where_something_is_hidden() -> None:
    _, typist = at_a_terminal("1 2", "", "1 1", "", seats={0: None, 1: None})
    assert typist.prompts[1] == "Blues to choose: Enter when only you look> "
    assert typist.prompts[3] == "Reds to choose: Enter when only you look> "


def test_a_long_story_is_cut_short_on_the_screen() -> None:
    story = Story(Console(file=StringIO(), width=80))
    for n in range(15):
        story.tell(Text(f"line {n}"))
    story.console = Console(file=StringIO(), width=80)
    story.retell(0)
    shown = story.console.file.getvalue()  # type: ignore[attr-defined]
    assert "… 5 earlier lines" in shown
    assert "line 4\n" not in shown
    assert "line 14\n" in shown


def test_a_scenario_may_be_meant_for_an_opponent(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.cli.terminal.start import meant_for

    assert meant_for(Game(RULESET, "skirmish")) == "sergeant"
    meant = RULESET.scenarios["skirmish"]._replace(opponent="random")
    book = RULESET._replace(scenarios={**RULESET.scenarios, "skirmish": meant})
    assert meant_for(Game(book, "skirmish")) == "random"
