"""Backups that are made without being asked for: when one is due, and which of the old ones go."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.settings import BackupSettings
from ..core.trusted_time import is_time_trusted
from ..storage.archive import Stopped
from ..storage.backup import back_up, default_name
from ..storage.store_place import server_of

log = logging.getLogger(__name__)

KIND = "auto"
STAMP = "%Y%m%dT%H%M%SZ"
Tell = Callable[[str], None]


def list_backups(folder: DataFolder) -> list[tuple[datetime, Path]]:
    """The backups of this kind that are there, oldest first; their names say when they were made."""
    found = []
    for path in folder.backups.glob(f"claudeops-{KIND}-*.zip"):
        try:
            at = datetime.strptime(f"{path.stem.rpartition('-')[2]}+0000", f"{STAMP}%z")
        except ValueError:  # somebody gave it a name of their own: it is theirs
            continue
        found.append((at, path))
    return sorted(found)


def is_due(last: datetime | None, settings: BackupSettings, now: datetime) -> bool:
    """Tell whether one is due. A last one in the future was made before the clock was set back, and counts as now."""
    if not settings.every_days:
        return False
    return last is None or now - last >= timedelta(days=settings.every_days)


def back_up_if_due(
    folder: DataFolder,
    settings: BackupSettings,
    tell: Tell,
    clock: Clock = utc_now,
    stopped: Stopped = lambda: False,
) -> Path | None:
    """Make the backup that is due, and let the oldest go. ``tell`` hears a sentence where it could not be made.

    Takes as long as the data is large: not for the main thread.
    """
    now = clock()
    there = list_backups(folder)
    if (not folder.database.exists() and server_of(folder) is None) or not is_due(
        there[-1][0] if there else None, settings, now
    ):
        return None
    target = folder.backups / default_name(now, KIND)
    try:
        back_up(folder, target, logs=settings.logs, stopped=stopped)
    except ClaudeOpsError as error:
        log.warning("the backup that was due could not be made: %s", error.full_text)
        if not stopped():
            tell(f"The backup that was due could not be made. {error.full_text}")
        return None
    for _, old in [*there, (now, target)][: -settings.keep] if is_time_trusted() else ():
        old.unlink(missing_ok=True)
    log.info("backed up into %s", target)
    return target
