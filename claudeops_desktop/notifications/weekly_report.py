"""The weekly report by mail, or to whichever addresses the operator added. Waits for the network."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ..routine.weekly.render import render_markdown
from .rules import NoticeUrgency

if TYPE_CHECKING:
    from ..core.settings.groups import NotificationSettings
    from ..records.record_books import RecordRepositories
    from ..routine import WeeklyReport
    from .send_queue import SendOutward

log = logging.getLogger(__name__)


def send_weekly_report(
    book: RecordRepositories, settings: NotificationSettings, report: WeeklyReport, send: SendOutward
) -> bool:
    """Send a report where the settings want it; whether it was sent. An address that does not work becomes an event."""
    if not (settings.weekly_report and settings.outward):
        return False
    sent = send(f"Claude Ops: week {report.span.week}", render_markdown(report), NoticeUrgency.NORMAL)
    now = book.clock()
    for each in sent:
        if each.why:
            message = f"The weekly report did not reach {each.label}. {each.why}"
            log.warning("%s", message)
            book.store.write(
                lambda said=message: book.events.add(  # type: ignore[misc]
                    level="warning", message=said, service=None, session_id=None, now=now
                )
            ).result()
    return any(not each.why for each in sent)
