"""The time zone of this machine, read as it is now."""

from __future__ import annotations

import logging
import warnings
from datetime import tzinfo
from functools import cache

log = logging.getLogger(__name__)


def read_local_zone() -> tzinfo:
    """The operator's time zone; UTC on a machine that has none configured, as small containers have, which the log
    says once. No time is refused for it."""
    import tzlocal  # not before the first picture

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        zone: tzinfo = tzlocal.reload_localzone()
    if caught:
        note_missing_zone()
    return zone


@cache
def note_missing_zone() -> None:
    """Write down, once in a process, that times are shown in UTC and why."""
    log.info("No time zone is configured on this machine, so times are shown in UTC.")
