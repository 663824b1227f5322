"""Notifications that leave this machine: sent on a thread of their own, and what became of each is written down."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ..core.clock import Clock
from ..core.errors import ClaudeOpsError
from .apprise_backend import SendResult
from .rules import NoticeUrgency, OperatorNotice

if TYPE_CHECKING:
    from ..records.record_books import RecordRepositories

log = logging.getLogger(__name__)
OURS = "Notifications to"
SendOutward = Callable[[str, str, NoticeUrgency], tuple[SendResult, ...]]
"""Sends a title and a body to every address, and answers how each went."""


class NotificationSendQueue:
    """``send`` takes a title, a body and an urgency and answers for each address. A way that does not work becomes one
    event, until it works again.
    """

    def __init__(self, book: RecordRepositories, send: SendOutward, clock: Clock) -> None:
        self._book = book
        self._send = send
        self._clock = clock
        self._failing: set[str] = set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="notify-outward")

    def submit(self, notice: OperatorNotice, row: int) -> None:
        """Send it soon; the next one does not wait for the network."""
        self._thread.submit(self._go, notice, row)

    def drain(self) -> None:
        """Wait until all that was submitted has gone."""
        self._thread.submit(_nothing).result()

    def close(self) -> None:
        """Finish the one under way; what waits behind it stays."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _go(self, notice: OperatorNotice, row: int) -> None:
        try:
            sent = self._send(notice.title, notice.outward_body, notice.urgency)
            if sent:
                said = "; ".join(f"{each.label}: {each.why or 'sent'}" for each in sent)
                self._book.store.write(lambda: self._book.notifications.note_delivery(row, outward=said)).result()
        except ClaudeOpsError as error:
            log.warning("nothing was sent: %s", error.full_text)
            return
        except Exception:
            log.exception("nothing was sent")
            return
        for each in sent:
            if not each.why:
                self._failing.discard(each.label)
            elif each.label not in self._failing:
                self._failing.add(each.label)
                self._complain(each)

    def _complain(self, sent: SendResult) -> None:
        by = f" ({sent.service})" if sent.service else ""
        message = f"{OURS} {sent.label}{by} do not arrive. {sent.why}"
        now = self._clock()
        self._book.store.write(
            lambda: self._book.events.add(level="warning", message=message, service=None, session_id=None, now=now)
        )


def _nothing() -> None:
    """Done when all before it is done."""
