"""What is kept of the past for so many days only: turns of sessions (E1), telemetry and done steps (R5, E20).

After each run some of what is too old goes, in short transactions, so that nobody waits for it. Memories never go by
age, nor does what the gate held, or what the operator rejected.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from ..agents.claude_cli.skill_folder import remove_skill_folder
from ..agents.log import prune_logs
from ..core.clock import to_text
from ..core.errors import EnvironmentFault
from ..core.settings.groups import LogSettings
from ..core.trusted_time import is_time_trusted
from ..records.record_books import RecordRepositories
from ..records.sessions import SessionStatus
from ..records.telemetry import search
from ..records.telemetry.steps import DurableSteps
from ..storage.database import proxy
from .run_context import RunContext

log = logging.getLogger(__name__)

MOST = 5_000  # rows at once


def remove_leftovers(around: RunContext, sessions: Iterable[int]) -> None:
    """After a run: the files that only its running sessions needed go; old logs too (S4), and old rows (R5)."""
    for number in sessions:
        remove_skill_folder(around.folder.sessions / str(number))
        shutil.rmtree(around.folder.sessions / str(number), ignore_errors=True)
    if not is_time_trusted():
        return
    kept, now = around.settings.current.logs, around.clock()
    known = around.book.sessions
    needed = (*known.list(status=SessionStatus.RUNNING), *known.with_waiting_markers())
    live = {Path(s.log_file) for s in needed if s.log_file}
    prune_logs(around.folder.logs, kept.keep_days, kept.keep_mb, now, live)
    try:
        prune_records(around.book, kept, now)
    except EnvironmentFault as fault:  # a full disk: the run is closed all the same
        log.warning("what is too old could not be removed: %s", fault)


@dataclass(frozen=True, slots=True)
class RemovedRows:
    """The number of rows that were removed."""

    checkpoints: int = 0
    telemetry: int = 0
    steps: int = 0
    rejections: int = 0
    recalls: int = 0

    @property
    def whole(self) -> int:
        """All of them."""
        return self.checkpoints + self.telemetry + self.steps + self.rejections + self.recalls


def prune_records(book: RecordRepositories, kept: LogSettings, now: datetime, most: int = MOST) -> RemovedRows:
    """Remove what is past the days that the settings keep it, of each kind at most ``most`` rows. Waits for the
    database: not for a GUI thread.

    Raises EnvironmentFault.
    """
    turns, traces = now - timedelta(days=kept.checkpoint_days), now - timedelta(days=kept.telemetry_days)
    steps = DurableSteps(book.store)

    def done(operation: Callable[[], int]) -> int:
        return book.store.write(operation).result()

    return RemovedRows(
        checkpoints=done(lambda: book.checkpoints.prune(turns)),
        telemetry=done(lambda: search.prune_events(traces, most)),
        steps=done(lambda: steps.prune(traces, most)),
        rejections=done(lambda: _rejections(traces, most)),
        recalls=done(lambda: _recalls(traces, most)),
    )


def _rejections(before: datetime, most: int) -> int:
    """What the gate discarded by its own rules; what the operator rejected is known for ever, and not asked again."""
    return int(
        proxy.execute_sql(
            "DELETE FROM gate_log WHERE id IN (SELECT id FROM gate_log WHERE created_at < ? AND outcome = 'discard'"
            " AND rule <> 'operator' ORDER BY created_at LIMIT ?)",
            (to_text(before), most),
        ).rowcount
    )


def _recalls(before: datetime, most: int) -> int:
    return int(
        proxy.execute_sql(
            "DELETE FROM recalls WHERE id IN (SELECT id FROM recalls WHERE at < ? ORDER BY at LIMIT ?)",
            (to_text(before), most),
        ).rowcount
    )
