"""The loop of a game in the terminal: people choose, computers choose, dice fall."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from rich.console import Console
from rich.text import Text

from grognard.ai.agents import Agent, make
from grognard.cli.terminal import commands, manoeuvres, panels
from grognard.cli.terminal.chances import Foresight
from grognard.cli.terminal.choices import Choice, Menu, Wording
from grognard.cli.terminal.desk import Desk
from grognard.cli.terminal.ending import ending
from grognard.cli.terminal.keyboard import Keyboard, Quit
from grognard.cli.terminal.screen import LEAST_TEXT, Layout, screen
from grognard.cli.terminal.story import Story
from grognard.cli.terminal.throwing import typed_fall
from grognard.cli.terminal.words import citation, colour
from grognard.engine.book import BadInput
from grognard.engine.choices import Action, Ask, Move, Throw
from grognard.engine.domains import Reach
from grognard.engine.flow import IllegalAction
from grognard.engine.log import Entry
from grognard.engine.replay import Game, read_save, restore
from grognard.engine.view import Point

LEAST_STORY = 4
"""Lines of the story that are kept on a screen however long the list of choices."""
RECENT = 6
"""Log entries told on sitting down to a game under way."""
HUMAN = None
SEALED = "has made a sealed choice"


class Session:
    """One game at one terminal."""

    def __init__(
        self,
        game: Game,
        seats: Mapping[int, str | None],
        console: Console,
        keyboard: Keyboard,
        seed: int = 0,
        typed_dice: bool = False,
    ):
        self.game, self.console, self.keyboard, self.typed_dice = game, console, keyboard, typed_dice
        self.seats, self.seed = dict(seats), seed
        self.agents: dict[int, Agent] = {}
        self.story = Story(console)
        self.saved = len(game.actions)
        """How many actions are safe in a file, or need not be saved because there are none."""
        self._drawn: object = None
        self._seated: int | None = None

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        self.tell_entries(self.game.log[-RECENT:])
        try:
            while (waiting := self.game.pending) is not None:
                if isinstance(waiting, Throw):
                    self._throw(waiting)
                elif self.seats.get(waiting.who[0]) is HUMAN:
                    self._person(waiting.who[0])
                else:
                    self._computer(waiting.who[0])
            ending(self)
        except Quit as leaving:
            self.console.print(str(leaving), markup=False, soft_wrap=True)

    def desk(self, side: int | None) -> Desk:
        """The game as one side sees it now."""
        return Desk(self.game.book, self.game.engine, self.game.position, side)

    def people(self) -> list[int]:
        """The sides that people play."""
        return [side for side, name in self.seats.items() if name is HUMAN]

    def onlooker(self) -> int | None:
        """For whose eyes the screen is: the only person playing, or whoever chooses now."""
        people = self.people()
        if len(people) == 1:
            return people[0]
        waiting = self.game.pending
        return waiting.who[0] if isinstance(waiting, Ask) and waiting.who[0] in people else None

    # --- what happens -------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Play one action and tell what it did."""
        self.tell_entries(self.game.apply(action))

    def tell_entries(self, entries: list[Entry]) -> None:
        """What people here may read: at once, or when the side it is for looks at the screen."""
        reader = self.onlooker()
        desk = self.desk(reader)
        for entry in entries:
            if entry.only is None or entry.only in self.people():
                for line in panels.entry_lines(desk, entry):
                    self.story.tell(line, entry.only, reader)

    def is_sealed(self) -> bool:
        """Whether the choice due is made in secret."""
        waiting = self.game.pending
        return isinstance(waiting, Ask) and (
            len(waiting.who) > 1 or bool(self.game.position.agenda[-1].sealed)
        )

    def dice(self) -> Random:
        """The generator for the throw due: from the seed and how far the game is, so that a loaded game goes on
        as it would have gone."""
        return Random(f"{self.seed}/{len(self.game.actions)}")

    def _throw(self, throw: Throw) -> None:
        if self.typed_dice:
            self.apply(typed_fall(self, throw))
        else:
            self.apply(throw.roll(self.dice()))

    def _computer(self, side: int) -> None:
        """A computer's choice, from its own view of the game, told in words."""
        desk = self.desk(side)
        move = self.advised(side)
        ask = self.game.engine.pending(desk.position)
        assert isinstance(ask, Ask)
        wording = Wording(self.desk(self.onlooker()), ask)
        said = SEALED if self.is_sealed() else wording.move_words(move)
        self.story.tell(side_line(desk, side, said))
        self.apply(move)

    def advised(self, side: int, name: str | None = None) -> Move:
        """What a computer player would do in this seat."""
        book = self.game.book
        wanted = name or self.seats.get(side) or "greedy"
        agent = self.agents.get(side) if name is None else None
        if agent is None:
            agent = make(wanted, book, self.seed + side)
            if name is None:
                self.agents[side] = agent
        view = book.view_of(self.game.position, side)
        ask = self.game.engine.pending(view)
        assert isinstance(ask, Ask)
        return agent.choose(view, ask.for_side(side), side)

    # --- a person's turn ----------------------------------------------------------------------

    def _person(self, side: int) -> None:
        """Show the table and the choices, and do as told until something is played."""
        self._hand_over(side)
        desk = self.desk(side)
        ask = self.game.engine.pending(desk.position)
        assert isinstance(ask, Ask)
        text = Layout(self.console, desk).text
        room = None if text is None else text - LEAST_STORY
        menu: Menu | None = Menu(desk, ask, side, room=room)
        shown: Menu | None = None
        while menu is not None:
            if menu is not shown:
                self.show(menu)
                shown = menu
            line = self.keyboard.read(f"{desk.view.sides[side]}> ")
            try:
                menu = self._obey(menu, line)
            except (BadInput, IllegalAction, ValueError, OSError) as fault:
                self.refuse(desk, fault)

    def _hand_over(self, side: int) -> None:
        """Let people change places where one of them knows what the other may not."""
        before, self._seated = self._seated, side
        if before is None or before == side or not self.keyboard.is_person:
            return
        book, position = self.game.book, self.game.position
        if self.is_sealed() or book.view_of(position, before) != book.view_of(position, side):
            self.console.clear()
            self.keyboard.read(f"{self.desk(side).view.sides[side]} to choose: Enter when only you look> ")

    def _obey(self, menu: Menu, line: str) -> Menu | None:
        """The menu to go on with; None when the game has moved."""
        words = line.split()
        if not words:
            return menu
        # A book may have a verb that reads like one of our longer words.
        command = None if words[0] in menu.ask.offers else commands.find(words[0])
        if command is not None:
            return command(self, menu, words[1:])
        picked = menu.picked(words)
        if isinstance(picked, Choice):
            return menu.with_list(picked)
        return self.play(menu, picked)

    def play(self, menu: Menu, move: Move, sure: bool = False) -> Menu | None:
        """Play a person's move, after a second thought where the book asks for one, unless he is sure."""
        if move not in menu.ask:
            raise IllegalAction(move, menu.ask.refusal(move))
        words = menu.move_words(move)
        if menu.label(move.verb).confirm and self.keyboard.is_person and not sure:
            answer = self.keyboard.read(f"{words}: it cannot be undone. Sure? [Y/n] ")
            if answer.lower().startswith("n"):
                return menu
        self.story.clear()
        shown = SEALED if self.is_sealed() and len(self.people()) > 1 else words
        self.story.tell(side_line(menu.desk, menu.side, shown))
        self.apply(move)
        return None

    def refuse(self, desk: Desk, fault: Exception) -> None:
        """Say why not, with the rule that forbids it."""
        if isinstance(fault, IllegalAction):
            self.console.print(panels.refused(desk, fault.refusal))
        else:
            self.console.print(Text().append("No", "bold red").append(f": {fault}"))

    # --- showing ------------------------------------------------------------------------------

    def show(self, menu: Menu) -> None:
        """The table if it has changed, what happened since, and the numbered choices."""
        marks = marks_of(menu)
        drawn = (menu.desk.view, tuple(marks.items()))
        if self.console.is_terminal:
            self.console.print("\n" * self.console.height)  # what was told stays to be scrolled back to
            self.console.clear()
            self.console.print(screen(self.console, menu.desk, marks))
            text = Layout(self.console, menu.desk).text or LEAST_TEXT
            self.story.retell(menu.side, max(LEAST_STORY, text - len(menu.choices)))
        else:
            if drawn != self._drawn:
                self.console.print(screen(self.console, menu.desk, marks))
            self.story.catch_up(menu.side)
        self._drawn = drawn
        self._choices(menu)

    def redraw(self) -> None:
        """Forget what was drawn, so that the next screen is complete."""
        self._drawn = None

    def _choices(self, menu: Menu) -> None:
        side = menu.desk.view.sides[menu.side]
        title = Text().append(f"{side}: {menu.ask.prompt} ", f"bold {colour(menu.side)}")
        title.append(citation(menu.desk.book, menu.ask.cite), "dim cyan")
        self.console.print(title)
        foresight = Foresight(menu.desk)
        for key, choice in menu.keys.items():
            self.console.print(choice_line(menu, key, choice, foresight))
        for verb, refusal in menu.ask.barred.items() if menu.opened is None else ():
            lead = f"  –  {menu.label(verb).words}, not now"
            self.console.print(panels.refused(menu.desk, refusal, lead, "dim"))
        self.console.print(Text(footer(menu), "dim"))

    # --- files --------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write the game to a file."""
        path.write_bytes(self.game.save())
        self.saved = len(self.game.actions)

    def load(self, path: Path) -> None:
        """Go on with a game from a file."""
        from grognard.books import load

        save = read_save(path.read_bytes(), path.name)
        self.game = restore(save, {save.book: load(save.book)})
        self.agents.clear()
        self.story.clear()
        self.saved = len(self.game.actions)
        self.redraw()


def choice_line(menu: Menu, key: str, choice: Choice, foresight: Foresight) -> Text:
    """A choice with the key to type and its exact odds."""
    line = Text().append(f"{key:>3}  ", "bold").append(choice.words)
    if choice.hint:
        line.append(f" ({choice.hint})", "dim")
    odds = foresight.words(menu.move(choice.verb, choice.noun)) if choice.ready else ""
    return line.append(f"   {odds}", "green") if odds else line


def side_line(desk: Desk, side: int, words: str) -> Text:
    """What a side says or does."""
    return Text().append(f"{desk.view.sides[side]}: ", f"bold {colour(side)}").append(words)


def marks_of(menu: Menu) -> dict[Point, str]:
    """Where the listed manoeuvres end, to be marked on the map with their numbers."""
    marks: dict[Point, str] = {}
    for key, choice in menu.keys.items():
        domain = menu.ask.offers[choice.verb]
        if choice.ready and isinstance(domain, Reach):
            piece = menu.desk.pieces.get(domain.unit)
            pose = manoeuvres.ending(domain.mover.preview(choice.noun))
            # A turn on the spot would only hide the unit.
            if pose is not None and (piece is None or piece.pose[:2] != pose[:2]):
                marks[pose[0], pose[1]] = key
    return marks


def footer(menu: Menu) -> str:
    """What may be typed here besides a number."""
    verbs = [menu.opened.verb] if menu.opened is not None else list(menu.ask.offers)
    words = []
    movers = [offer.mover for verb in verbs if isinstance(offer := menu.ask.offers[verb], Reach)]
    if movers:
        led = " by 20 15" if any(mover.bends() for mover in movers) else ""
        words.append(f"or `{manoeuvres.EXAMPLE}`, `to 24 18{led}`")
    if menu.is_cut:
        words.append("`more`")
    if menu.opened is not None:
        words.append("b goes back")
    words.append("? helps")
    return "     " + " · ".join(words)
