"""Whether the computer's clock may be trusted now, and the time to go by while it may not.

The time since the computer started cannot be set, and counts sleep. Once the clock was trusted, the present moment is
known from it: a clock that says something else was set, or lost its battery while the computer was off. Until somebody
vouches for such a clock the application goes on by the time since the start, so that schedules, cooldowns and limits
run on as they would have. What takes away by age asks ``is_time_trusted`` and leaves it.

What is known is kept in ``clock.json`` of the data folder, for all processes of this computer. The guard's hook reads
it at each call, so what is imported here is light.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from .clock import from_text, to_text, use_clock, wall_time
from .messages import UserMessage

FILE = "clock.json"
TOLERANCE = timedelta(minutes=2)
"""Time services step a clock by less than this all day, and no decision is about less."""
FAR = timedelta(days=3)
"""A computer that was off over a weekend is believed; one that says more than this passed must be vouched for."""
AHEAD, BEHIND = "ahead", "behind"
KERNEL, HTTPS, OPERATOR = "kernel", "https", "operator"
RENEW_EVERY_S = 60.0
LOOK_EVERY_S = 5.0


class ClockReading(NamedTuple):
    """The computer's clock, and the seconds since the start that ``boot`` names, sleep included."""

    wall: datetime
    uptime: float
    boot: str


class ClockState(NamedTuple):
    """What is known of the time: it was ``at`` (stored text) when the start ``boot`` was ``uptime`` seconds ago.

    ``doubt`` is AHEAD or BEHIND where the computer's clock is not trusted. ``restarted`` says that the computer was
    started since it last was: then ``at`` is the least that it can be. ``by`` names who vouched for the clock since the
    start, ``told`` says that an event tells of the doubt.
    """

    at: str
    uptime: float
    boot: str
    doubt: str = ""
    restarted: bool = False
    by: str = ""
    told: bool = False

    def time_at(self, reading: ClockReading) -> datetime:
        """Return the moment of a reading by the time that passed, whatever its clock says."""
        passed = reading.uptime - self.uptime if self.boot == reading.boot else 0.0
        return from_text(self.at) + timedelta(seconds=max(0.0, passed))


def judge_clock(
    reading: ClockReading, known: ClockState | None, vouched: Callable[[], str], newest: datetime | None = None
) -> ClockState:
    """Judge a reading by what is known: the time that passed, and the ``newest`` moment on record.

    ``vouched`` names who vouches for the clock, or is empty; it is only asked where there is doubt. Pure but for that.
    """
    at, restarted, by = reading.wall, False, ""
    if known is not None:
        at, by = known.time_at(reading), known.by if known.boot == reading.boot else ""
        restarted = known.restarted or known.boot != reading.boot
    if newest is not None and newest > at + TOLERANCE and not by:
        at, restarted = newest, True
    ahead = reading.wall - at
    doubt = BEHIND if ahead < -TOLERANCE else AHEAD if ahead > (FAR if restarted else TOLERANCE) else ""
    if doubt and (by := vouched()):
        doubt = ""
    if not doubt:
        return ClockState(to_text(reading.wall), reading.uptime, reading.boot, by=by)
    told = known is not None and known.told and known.doubt == doubt
    return ClockState(to_text(at), reading.uptime, reading.boot, doubt, restarted, told=told)


class TrustedClock:
    """The time of one data folder, in one process. Any thread.

    ``kernel`` says whether the kernel vouches for a moment that a clock shows. Where it does not ``keep``, what is
    known is only read.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        read: Callable[[], ClockReading] | None = None,
        kernel: Callable[[datetime], bool] | None = None,
        *,
        keep: bool = True,
    ) -> None:
        self._file = os.path.join(root, FILE)
        self._read = read or read_clocks
        self._kernel = kernel or _is_kept_by_kernel
        self._keeps = keep
        self._lock = threading.RLock()
        reading = self._read()
        self._state = judge_clock(reading, None, str)
        self._looked = reading.uptime
        self.judge_now()

    def now(self) -> datetime:
        """Return the present moment: the computer's where it is trusted."""
        reading, state = self._read(), self._state
        jumped = not state.doubt and abs(reading.wall - state.time_at(reading)) > TOLERANCE
        looked_s = abs(reading.uptime - self._looked)
        if jumped or looked_s >= (LOOK_EVERY_S if state.doubt else RENEW_EVERY_S):
            state = self._judge(reading, None, renew=False)
        return state.time_at(reading) if state.doubt else reading.wall

    def judge_now(self, newest: datetime | None = None) -> ClockState:
        """Judge the clock anew, also by what other processes know and by the ``newest`` moment on record. Writes a file
        once a minute."""
        return self._judge(self._read(), newest, renew=True)

    def is_trusted(self) -> bool:
        """Tell whether the computer's clock is trusted now."""
        self.now()
        return not self._state.doubt

    def _judge(self, reading: ClockReading, newest: datetime | None, *, renew: bool) -> ClockState:
        with self._lock:
            kept = self._kept()
            known = kept or self._state
            state = judge_clock(reading, known, lambda: KERNEL if self._kernel(reading.wall) else "", newest)
            is_news = kept is None or kept._replace(at=state.at, uptime=state.uptime) != state
            is_old = kept is not None and not 0 <= state.uptime - kept.uptime < RENEW_EVERY_S
            self._keep(state, write=is_news or (renew and is_old))
            return state

    def confirm(self, by: str) -> ClockState:
        """Trust what the computer's clock says now, as ``by`` vouches for it."""
        with self._lock:
            reading = self._read()
            state = ClockState(to_text(reading.wall), reading.uptime, reading.boot, by=by)
            self._keep(state)
            return state

    def hear_date(self, header: str) -> None:
        """End the doubt where the Date of an answer over HTTPS agrees with the clock."""
        state = self._state
        if not state.doubt:
            return
        from email.utils import parsedate_to_datetime

        try:
            said = parsedate_to_datetime(header)
        except (TypeError, ValueError, OverflowError):
            return
        if said.tzinfo is not None and abs(said - self._read().wall) <= TOLERANCE:
            self.confirm(HTTPS)

    def note_told(self) -> None:
        """Keep that an event tells of the doubt."""
        with self._lock:
            state = self.judge_now()
            self._keep(state._replace(told=bool(state.doubt)))

    def wall(self) -> datetime:
        """Return what the computer's clock says, trusted or not."""
        return self._read().wall

    def _kept(self) -> ClockState | None:
        """Return what was kept last, by whichever process; None where there is nothing that can be read."""
        try:
            with open(self._file, encoding="utf-8") as stream:
                found: Any = json.load(stream)
            state = ClockState(**{name: value for name, value in found.items() if name in ClockState._fields})
            from_text(state.at)
            return state._replace(uptime=float(state.uptime), boot=str(state.boot))
        except (OSError, AttributeError, TypeError, ValueError):
            return None

    def _keep(self, state: ClockState, *, write: bool = True) -> None:
        """Take ``state`` from now on, in this process and, where it is to be written, in the others."""
        self._state, self._looked = state, state.uptime
        if write and self._keeps and os.path.isdir(os.path.dirname(self._file)):
            from contextlib import suppress
            from pathlib import Path

            from .atomic_write import write_whole

            with suppress(OSError):  # a full or read-only disk: it is judged again by what was kept before
                write_whole(Path(self._file), json.dumps(state._asdict()))


_current: TrustedClock | None = None


def use_time_of(root: str | os.PathLike[str], *, keep: bool = True) -> TrustedClock:
    """Take the time of a data folder for that of this process."""
    global _current  # noqa: PLW0603 — one clock serves a process
    _current = made = TrustedClock(root, keep=keep)
    use_clock(made.now)
    return made


def current_clock() -> TrustedClock | None:
    """Return the clock that this process goes by; None where no data folder is used yet."""
    return _current


def is_time_trusted() -> bool:
    """Tell whether what ages may age, and what is kept long enough may go."""
    return _current is None or _current.is_trusted()


def hear_date(header: str | None) -> None:
    """Hear the Date of an answer whose sender was proved by TLS."""
    if _current is not None and header:
        _current.hear_date(header)


def describe_doubt(clock: TrustedClock) -> UserMessage:
    """Say that the clock is not trusted, and what that means."""
    return UserMessage(
        "This computer's clock says {wall}, and by all that is known it is {known}. Claude Ops goes on by {known}: "
        "runs start when they are due, nothing ages and nothing is deleted, until the clock is known to be right.",
        wall=_shown(clock.wall()),
        known=_shown(clock.now()),
    )


def doubt_remedy() -> UserMessage:
    """Say what ends the doubt."""
    return UserMessage(
        "That is when time synchronisation sets it, or a checked HTTPS service agrees. If the clock is right, "
        "`claudeops time confirm` says so; if it is wrong, set it."
    )


def untrusted_note() -> UserMessage:
    """Say why something that goes by age was left."""
    return UserMessage("Left as it is: this computer's clock is not trusted. See `claudeops time`.")


def _shown(moment: datetime) -> str:
    return f"{moment.astimezone():%d %b %Y %H:%M}"


def read_clocks() -> ClockReading:
    """Read the computer's clock and the time since its start."""
    return ClockReading(wall_time(), _boot_time() + _apart, _boot)


def _boot_time() -> float:
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)  # Linux only
    return time.monotonic() if boot is None else time.clock_gettime(boot)


def _time_apart() -> float:
    """Return the seconds from this process's stopwatch to the kernel's own, which all processes share: one in a time
    namespace, or under a program that shows it another time, has its own."""
    try:
        with open("/proc/uptime", encoding="ascii") as stream:
            return float(stream.read().split()[0]) - _boot_time()
    except (OSError, ValueError, IndexError):
        return 0.0


def _boot_name() -> str:
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as stream:
            return stream.read().strip()
    except OSError:
        return f"process {os.getpid()}"  # what another process kept is of another start, as far as can be known


_apart = _time_apart()
_boot = _boot_name()


def _is_kept_by_kernel(wall: datetime) -> bool:
    """Tell whether the kernel says that a time service keeps its clock, and that clock shows ``wall``."""
    from .kernel_time import synchronised_time

    found = synchronised_time()
    return found is not None and abs(found - wall) <= TOLERANCE
