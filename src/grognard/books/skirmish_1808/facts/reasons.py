"""Why verbs are missing from a menu. [T6]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping

from grognard.engine.tables import Refusal


class Reasons(MutableMapping[str, Refusal]):
    """A reason for each missing verb; one that takes looking is worked out only if it is asked for."""

    def __init__(self) -> None:
        self._of: dict[str, Refusal | Callable[[], Refusal]] = {}

    def later(self, verb: str, why: Callable[[], Refusal]) -> None:
        """The reason will be what this says."""
        self._of[verb] = why

    def __setitem__(self, verb: str, reason: Refusal) -> None:
        self._of[verb] = reason

    def __getitem__(self, verb: str) -> Refusal:
        reason = self._of[verb]
        if not isinstance(reason, Refusal):
            reason = self._of[verb] = reason()
        return reason

    def __delitem__(self, verb: str) -> None:
        del self._of[verb]

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)
