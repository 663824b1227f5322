"""What the operator changes about events, each with its way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....core.clock import utc_now
from ....core.errors import OperatorError
from ....records.event_groups import EventGroupKey
from ....records.mutes import MuteRule
from ...app_context import AppContext
from ...text import formatting
from .dialogs import MuteRequest
from .queries import UnacknowledgeEvents


def undo_acknowledge(desk: AppContext) -> Callable[[list[int]], object]:
    """The way back of an acknowledgement: handed the ids."""
    return desk.book.events.unacknowledge


def unacknowledge_groups(desk: AppContext, keys: Sequence[EventGroupKey]) -> None:
    """These are no longer acknowledged."""
    number = sum(key.number for key in keys)
    label = f"{formatting.format_count(number, 'event')} no longer acknowledged"
    desk.undo.perform(label, UnacknowledgeEvents(desk, tuple(keys)), _Again(desk))


def mute_events(desk: AppContext, wish: MuteRequest) -> None:
    """Mute; undone by ending it."""
    desk.undo.perform(wish.label, _Mute(desk, wish), _End(desk))


def end_mute(desk: AppContext, mute: MuteRule) -> None:
    """End a mute; undone by taking it up again."""
    desk.undo.perform(f"No longer muted: {mute.what}", _EndThis(desk, mute), desk.book.mutes.resume)


@dataclass(frozen=True, slots=True)
class _Again:
    desk: AppContext

    def __call__(self, ids: list[int]) -> object:
        return self.desk.book.events.acknowledge(ids, utc_now())


@dataclass(frozen=True, slots=True)
class _Mute:
    desk: AppContext
    wish: MuteRequest

    def __call__(self) -> int:
        wish = self.wish
        return self.desk.book.mutes.add(
            service=wish.service,
            level=wish.level,
            text=wish.text,
            until=wish.until,
            reason=wish.reason,
            now=utc_now(),
        )


@dataclass(frozen=True, slots=True)
class _End:
    desk: AppContext

    def __call__(self, number: int) -> object:
        return self.desk.book.mutes.end(number, utc_now())


@dataclass(frozen=True, slots=True)
class _EndThis:
    desk: AppContext
    mute: MuteRule

    def __call__(self) -> int:
        if not self.desk.book.mutes.end(self.mute.id, utc_now()):
            raise OperatorError("That mute has ended already.")
        return self.mute.id
