"""An `Ask` as a numbered list: each verb with its nouns in words, and what a player types read back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from grognard.cli.terminal import manoeuvres
from grognard.cli.terminal.desk import Desk
from grognard.cli.terminal.words import plural, said
from grognard.engine.book import BadInput, Label
from grognard.engine.choices import Ask, Move
from grognard.engine.domains import Button, Domain, Number, Pairs, Reach, Split, Units

SEPARATORS = re.compile(r"[>→,#]")
MANY = 14
"""Nouns of one verb that are still listed at once beside other verbs."""
SCREENFUL = 40
"""Nouns listed at most; the rest can be typed."""
WAYS, FEW_WAYS = 16, 6
"""Manoeuvres listed at most, unless more are asked for; and on the lowest screen."""


class Choice(NamedTuple):
    """One line of the list: an action, or a verb that still wants its noun."""

    verb: str
    words: str
    noun: Any = None
    ready: bool = True
    hint: str = ""
    of: Any = None
    """The first half of a pair, where the line opens a list of the second halves."""
    unit: int | None = None
    """The unit that tells this line from the others, in a list of units."""


class Wording:
    """How one moment's verbs and nouns read."""

    def __init__(self, desk: Desk, ask: Ask):
        self.desk, self.ask = desk, ask

    def label(self, verb: str) -> Label:
        """What a player reads for a verb."""
        return self.desk.book.sheet.labels.get(verb) or Label(verb.replace("_", " ").capitalize())

    def noun_words(self, verb: str, noun: Any) -> str:
        """A noun as a player reads it: by the book's sheet if it has words for it, else by its kind."""
        desk, domain = self.desk, self.ask.offers[verb]
        words = desk.book.sheet.noun_words(desk.position.state, verb, noun)
        if words is not None:
            return words
        if isinstance(domain, Reach):
            unit = desk.board.unit
            ends = manoeuvres.say_preview(domain.mover.preview(noun), unit)
            return f"{manoeuvres.say(noun, unit)}" + (f"  {ends}" if ends else "")
        if isinstance(domain, Pairs):
            apart = desk.gap(*noun)
            both = f"{desk.name(noun[0])} → {desk.name(noun[1])}"
            return f"{both}, {apart}" if apart else both
        if isinstance(domain, Split):
            return ", ".join(f"{share} to {desk.name(key)}" for key, share in noun)
        if isinstance(domain, Units) and desk.is_unit(noun):
            return " ".join(part for part in (desk.name(noun), desk.place(noun)) if part)
        return said(noun)

    def move_words(self, move: Move) -> str:
        """A move as one line: the verb's label and the noun."""
        domain = self.ask.offers.get(move.verb)
        label = self.label(move.verb).words
        if move.noun is None or domain is None:
            return label
        if isinstance(domain, Units):
            return f"{label} {self.desk.name(move.noun)}"
        return f"{label}: {self.noun_words(move.verb, move.noun)}"


class Menu(Wording):
    """The choices of one moment by the key a player types; may be opened further, verb by verb.

    `room` is how many lines there are for them; lists that do not fit are closed, or cut unless `full`.
    """

    def __init__(
        self,
        desk: Desk,
        ask: Ask,
        side: int,
        opened: Choice | None = None,
        full: bool = False,
        room: int | None = None,
    ):
        super().__init__(desk, ask)
        self.side, self.opened, self.full, self.room = side, opened, full, room
        self.is_cut = False
        """Whether some list was too long to be shown whole."""
        self.choices = list(self._top() if opened is None else self._inside(opened))
        # An opened list of units goes by the numbers on the map; a mixed list is simply numbered.
        by_unit = opened is not None and all(choice.unit is not None for choice in self.choices)
        self.keys = {
            str(choice.unit if by_unit else number): choice for number, choice in enumerate(self.choices, 1)
        }

    def move(self, verb: str, noun: Any = None) -> Move:
        """A choice as an action."""
        return Move(self.side, verb, noun)

    def with_list(self, opened: Choice | None = None, full: bool = False) -> Menu:
        """The same moment with another list open, or with all there is."""
        return Menu(self.desk, self.ask, self.side, opened, full, self.room)

    def _top(self) -> Iterator[Choice]:
        listed = self._listed_verbs()
        for verb, domain in self.ask.offers.items():
            label = self.label(verb)
            if isinstance(domain, Button):
                yield Choice(verb, label.words, hint=label.hint)
            elif isinstance(domain, Number):
                yield Choice(verb, f"{label.words}: {number_words(domain)}", ready=False, hint=label.hint)
            elif verb in listed:
                prefix = "" if isinstance(domain, Reach) else f"{label.words}: "
                yield from self._listed(verb, domain, prefix)
            else:
                words = f"{label.words} … {count_words(domain)}"
                yield Choice(verb, words, ready=False, hint=label.hint)

    def _listed_verbs(self) -> set[str]:
        """The verbs whose nouns are listed at once: as many as there is room for, the shortest lists first."""
        lines = {
            verb: _lines(domain)
            for verb, domain in self.ask.offers.items()
            if not isinstance(domain, Button | Number)
        }
        if len(lines) == 1:
            return {verb for verb in lines if _few(self.ask.offers[verb])}
        shown = {verb for verb, count in lines.items() if count <= MANY}
        while self.room is not None and shown:
            if (
                sum(lines[verb] if verb in shown else 1 for verb in self.ask.offers if verb in lines)
                <= self.room
            ):
                break
            shown.remove(max(shown, key=lambda verb: lines[verb]))
        return shown

    def _inside(self, opened: Choice) -> Iterator[Choice]:
        domain = self.ask.offers[opened.verb]
        if isinstance(domain, Number):
            return
        if isinstance(domain, Pairs) and opened.of is None and domain.size() > MANY:
            for first, seconds in domain.pairs.items():
                words = f"{self.desk.name(first)} … {plural(len(seconds), 'choice')}"
                yield Choice(opened.verb, words, ready=False, of=first, unit=self._unit(first))
        else:
            yield from self._listed(opened.verb, domain, "", opened.of)

    def _listed(self, verb: str, domain: Domain, prefix: str, of: Any = None) -> Iterator[Choice]:
        nouns: Iterable[Any] = domain
        if isinstance(domain, Reach) and not self.full:
            nouns = manoeuvres.varied(domain)
        elif of is not None and isinstance(domain, Pairs):
            nouns = ((of, second) for second in domain.pairs[of])
        for count, noun in enumerate(nouns):
            if not self.full and count == (self._ways() if isinstance(domain, Reach) else SCREENFUL):
                self.is_cut = True
                return
            unit = noun[1] if of is not None else noun if isinstance(domain, Units) else None
            yield Choice(verb, prefix + self.noun_words(verb, noun), noun, unit=self._unit(unit))
        self.is_cut = self.is_cut or (isinstance(domain, Reach) and not self.full)

    def _ways(self) -> int:
        """How many manoeuvres are listed."""
        return WAYS if self.room is None else min(WAYS, max(FEW_WAYS, self.room))

    def _unit(self, noun: Any) -> int | None:
        return noun if self.desk.is_unit(noun) else None

    def picked(self, words: list[str]) -> Choice | Move:
        """What `3`, `3 5` or `shoot 4 11` means here; BadInput or ValueError if nothing."""
        if self.opened is not None and (words[0] not in self.keys or not self.choices):
            verb = self.opened.verb
            if words[0].isdigit() and self.choices:
                raise BadInput(f"choose from the list, or type what you mean: {verb} …")
            rest = words[1:] if self.verb_of(words[0]) == verb else words
            return self.move(verb, self.noun(verb, rest))
        if words[0].isdigit():
            return self._numbered(words[0], words[1:])
        return self._spoken(words)

    def _spoken(self, words: list[str]) -> Move:
        verb = self.verb_of(words[0])
        if verb is not None:
            return self.move(verb, self.noun(verb, words[1:]))
        for reach_verb, domain in self.ask.offers.items():
            if isinstance(domain, Reach) and manoeuvres.is_leg(words[0], domain):
                return self.move(reach_verb, self.noun(reach_verb, words))
        raise BadInput(f"'{words[0]}' is neither a number of the list nor a command; ? helps")

    def _numbered(self, key: str, rest: list[str]) -> Choice | Move:
        choice = self.keys.get(key)
        if choice is None:
            raise BadInput(f"choose a number from 1 to {len(self.choices)}, or ? for help")
        if choice.ready:
            return self.move(choice.verb, choice.noun)
        return self.move(choice.verb, self.noun(choice.verb, rest)) if rest else choice

    def verb_of(self, word: str) -> str | None:
        """An offered verb by its name, its label or the beginning of either."""
        plain = word.casefold()
        names = {verb: (verb, self.label(verb).words) for verb in self.ask.offers}
        exact = [verb for verb, known in names.items() if plain in (name.casefold() for name in known)]
        if exact:
            return exact[0]
        near = [v for v, known in names.items() if any(name.casefold().startswith(plain) for name in known)]
        return near[0] if len(near) == 1 else None

    def noun(self, verb: str, words: list[str]) -> Any:
        """A typed noun for a verb, offered or not; ValueError if it has not even the right shape."""
        return read_noun(self.desk, self.ask.offers.get(verb), words)


def read_noun(desk: Desk, domain: Domain | None, words: list[str]) -> Any:
    """What typed words name: units by number or name, whole numbers, shares, a manoeuvre."""
    if isinstance(domain, Reach):
        piece = desk.pieces.get(domain.unit)
        return manoeuvres.read(" ".join(words), domain, piece.pose if piece else None)
    tokens = [token for word in words for token in SEPARATORS.sub(" ", word).split()]
    if isinstance(domain, Number):
        return one_number(tokens, domain)
    if isinstance(domain, Split):
        shares = [int(token) for token in tokens if token.isdigit()]
        if len(shares) != len(domain.limits):
            names = ", ".join(desk.name(key) for key in domain.limits)
            raise ValueError(
                f"give {plural(len(domain.limits), 'share')} adding up to {domain.total}: {names}"
            )
        return tuple(zip(domain.limits, shares))
    things = tuple(one_thing(desk, domain, token) for token in tokens)
    if not things or isinstance(domain, Button):
        return None
    return things[0] if len(things) == 1 else things


def one_number(tokens: list[str], domain: Number) -> int:
    """A typed whole number."""
    if len(tokens) != 1 or not tokens[0].lstrip("+-").isdigit():
        raise ValueError(f"type {number_words(domain)}")
    return int(tokens[0])


def one_thing(desk: Desk, domain: Domain | None, token: str) -> Any:
    """One noun: a whole number, a noun of the list by its words, or a unit by its name."""
    if token.lstrip("-").isdigit():
        return int(token)
    plain = token.casefold()
    for noun in _singles(domain):
        if isinstance(noun, str) and said(noun).casefold().replace(" ", "_") == plain.replace(" ", "_"):
            return noun
    found = [unit for unit, name in desk.names.items() if plain in name.casefold()]
    return found[0] if len(found) == 1 else token


def _singles(domain: Domain | None) -> Iterator[Any]:
    """The single things a domain's nouns are made of."""
    if domain is None or isinstance(domain, Number | Split | Reach | Button):
        return
    for noun in domain:
        yield from noun if isinstance(domain, Pairs) and isinstance(noun, tuple) else (noun,)


def _few(domain: Domain) -> bool:
    """Whether a domain that is alone can be listed at once."""
    return not isinstance(domain, Split) or _lines(domain) <= MANY


def _lines(domain: Domain) -> int:
    """How many lines a domain's nouns take beside others; manoeuvres are a list of their own."""
    if isinstance(domain, Reach) or (isinstance(domain, Split) and len(domain.limits) > 4):
        return SCREENFUL
    return domain.size()


def count_words(domain: Domain) -> str:
    """How much there is to choose from."""
    if isinstance(domain, Reach):
        return "pick or type a manoeuvre"
    if isinstance(domain, Split):
        return f"share out {domain.total}"
    return plural(domain.size(), "choice")


def number_words(domain: Number) -> str:
    """What a number may be."""
    step = "" if domain.step == 1 else f" in steps of {domain.step}"
    unit = f" {domain.unit}" if domain.unit else ""
    return f"a number from {domain.low} to {domain.high}{unit}{step}"
