"""What the operator changes about events, each with its way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ....core.clock import utc_now
from ....core.errors import OperatorError
from ....records.event_groups import EventGroupKey
from ....records.mutes import MuteRule
from ...app_context import AppContext
from ...text.translation import tr, tr_count
from .dialogs import MuteRequest
from .queries import unacknowledge_events


def undo_acknowledge(desk: AppContext) -> Callable[[list[int]], object]:
    """The way back of an acknowledgement: handed the ids."""
    return desk.book.events.unacknowledge


def unacknowledge_groups(desk: AppContext, keys: Sequence[EventGroupKey]) -> None:
    """These are no longer acknowledged."""
    number = sum(key.number for key in keys)
    label = tr_count("%n event no longer acknowledged", "%n events no longer acknowledged", number)
    desk.undo.perform(label, partial(unacknowledge_events, desk, tuple(keys)), partial(_acknowledge_again, desk))


def mute_events(desk: AppContext, wish: MuteRequest) -> None:
    """Mute; undone by ending it."""
    desk.undo.perform(wish.label, partial(_add_mute, desk, wish), partial(_end_mute_by_id, desk))


def end_mute(desk: AppContext, mute: MuteRule) -> None:
    """End a mute; undone by taking it up again."""
    desk.undo.perform(
        tr("No longer muted: {what}", what=mute.what), partial(_end_open_mute, desk, mute), desk.book.mutes.resume
    )


def _acknowledge_again(desk: AppContext, ids: list[int]) -> object:
    return desk.book.events.acknowledge(ids, utc_now())


def _add_mute(desk: AppContext, wish: MuteRequest) -> int:
    return desk.book.mutes.add(
        service=wish.service,
        level=wish.level,
        text=wish.text,
        until=wish.until,
        reason=wish.reason,
        now=utc_now(),
    )


def _end_mute_by_id(desk: AppContext, number: int) -> object:
    return desk.book.mutes.end(number, utc_now())


def _end_open_mute(desk: AppContext, mute: MuteRule) -> int:
    if not desk.book.mutes.end(mute.id, utc_now()):
        raise OperatorError(tr("That mute has ended already."))
    return mute.id
