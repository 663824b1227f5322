"""What is said of a store whose server does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import formatting
from .translation import tr

if TYPE_CHECKING:
    from ...storage.postgres.absence import StoreAbsence


def describe_absence(absence: StoreAbsence) -> str:
    """What goes on and what waits, and of when what is shown is."""
    since = formatting.format_clock_time(absence.since)
    if absence.copy_at is None:
        return tr(
            "The server of the store ({place}) has not answered since {time}. Sessions that run go on, and what they"
            " say is stored when it is back. There is no copy on this machine, so that pages stay as they are.",
            place=absence.place,
            time=since,
        )
    return tr(
        "The server of the store ({place}) has not answered since {time}. You see a copy of {copied}. Sessions that run"
        " go on, and what they say is stored when it is back; until then nothing else can be changed or started.",
        place=absence.place,
        time=since,
        copied=formatting.format_clock_time(absence.copy_at),
    )
