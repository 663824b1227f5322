"""What the kernel says of its clock (adjtimex, read only)."""

from __future__ import annotations

import ctypes
import sys
from datetime import UTC, datetime, timedelta

TIME_ERROR = 5
_UNSYNCHRONISED = 0x0040  # STA_UNSYNC
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Timex(ctypes.Structure):
    """``struct timex`` of <sys/timex.h> as far as its time, and room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("constant", ctypes.c_long),
        ("precision", ctypes.c_long),
        ("tolerance", ctypes.c_long),
        ("seconds", ctypes.c_long),
        ("microseconds", ctypes.c_long),
        ("room", ctypes.c_char * 512),
    )


def is_synchronised() -> bool | None:
    """Tell whether a time service keeps the kernel's clock; None where the kernel does not say."""
    found = _ask()
    return None if found is None else found[0]


def synchronised_time() -> datetime | None:
    """Return what the kernel's clock shows while a time service keeps it, else None."""
    found = _ask()
    return found[1] if found is not None and found[0] else None


def _ask() -> tuple[bool, datetime] | None:
    if not sys.platform.startswith("linux"):
        return None
    answer = _Timex()  # modes 0: nothing is changed
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.byref(answer))
    except (AttributeError, OSError):
        return None
    if state < 0:
        return None
    kept = state != TIME_ERROR and not answer.status & _UNSYNCHRONISED
    return kept, _EPOCH + timedelta(seconds=answer.seconds)
