"""What a book hides from somebody, and what the others are told of it.

A side knows what its redacted view tells it, and nothing else: an action that leaves that view as it was is not told
at all, not even that something happened; of any other it is told as much as the book says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine.choices import Action, Ask, Fall, Move, Waiting
from grognard.engine.dice import Rng
from grognard.engine.domains import Domain, Reach
from grognard.engine.log import Entry, visible

if TYPE_CHECKING:
    from grognard.engine.book import Book
    from grognard.engine.flow import Engine, Position


def _nothing(_state: Any) -> bool:
    return False


def _wholly(_state: Any) -> bool:
    return True


def _as_it_is(value: Any, _side: int | None) -> Any:
    return value


def _openly(_state: Any, move: Move) -> Move | None:
    return move


def _the_same(state: Any, _side: int, _rng: Rng) -> Any:
    return state


class Secrets(NamedTuple):
    """What a book hides beside the facts that its `redact` makes unknown."""

    may_be: Callable[[Any], bool] = _nothing
    """Whether this game may hide something from somebody, by what everybody knows of it."""
    env: Callable[[Any, int | None], Any] = _as_it_is
    """Whom an open sequence concerns, as one side (None: an onlooker) may know it."""
    told: Callable[[Any, Move], Move | None] = _openly
    """A choice made in a state as the others hear of it; None: only that something was chosen."""
    others: Callable[[Any, int, Rng], Any] = _the_same
    """A state with other secrets of one side that nobody else could tell from this one. The laws play both."""
    kept: Callable[[Any], bool] = _wholly
    """Whether nothing at all comes out in this game: a switch may trade some of it for quicker play."""


def was_sealed(engine: Engine, before: Position) -> bool:
    """Whether the choice made here is one that all make before any is shown."""
    waiting = engine.pending(before)
    return bool(before.agenda[-1].sealed) or (isinstance(waiting, Ask) and len(waiting.who) > 1)


def unnoticed(
    book: Book,
    engine: Engine,
    before: Position,
    action: Action,
    after: Position,
    entries: Sequence[Entry],
    side: int | None,
) -> bool:
    """Whether a choice changed nothing that a side may know: then it is not told of, and not counted."""
    if isinstance(action, Fall) or action.side == side or not book.secrets.may_be(before.state):
        return False
    if _asked(engine.pending(before)) != _asked(engine.pending(after)) or visible(list(entries), side):
        return False
    return book.view_of(before, side) == book.view_of(after, side)


def told(
    book: Book, engine: Engine, before: Position, move: Move, after: Position, side: int | None
) -> Move | None:
    """A choice as one side may know it; None if it may only know that there was one."""
    if move.side == side:
        return move
    if was_sealed(engine, before):
        return None
    found = book.secrets.told(before.state, move)
    if found is not move or not book.secrets.may_be(before.state) or after.reveals != before.reveals:
        return found
    return found if _could_expect(engine, book.view_of(before, side), move) else None


def seen(engine: Engine, view: Position) -> Waiting | None:
    """What a view waits for; None if the book cannot tell that to somebody who is not asked."""
    try:
        return engine.pending(view)
    except Exception:
        return None


def _asked(waiting: Waiting | None) -> Any:
    return waiting.who if isinstance(waiting, Ask) else waiting


def _could_expect(engine: Engine, view: Position, move: Move) -> bool:
    """Whether somebody who sees this view knows that the choice is there: else its name would tell him more."""
    ask = seen(engine, view)
    offers = ask.offers if isinstance(ask, Ask) else {}
    domain: Domain | None = offers.get(move.verb)
    # A manoeuvre takes long to judge, and shows at once where it leads.
    return domain is not None and (isinstance(domain, Reach) or move.noun in domain)
