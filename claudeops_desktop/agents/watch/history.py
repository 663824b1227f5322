"""The watcher's own memory of its measurements: one small JSON file, replaced whole or not at all.

One watcher writes it at a time: whoever comes second measures and tells, but keeps nothing.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson

from ...core.atomic_write import write_whole
from .check_tracks import CheckOutage, CheckOutcome, CheckTrack, MeasuredStart, ReportedMemory, add
from .measurement import CheckMeasurement, ServedCertificate, ServiceStatus

VERSION = 1
FORGET_AFTER = timedelta(days=180)
_WAIT_S = 2.0


class HistoryError(Exception):
    """The file cannot be used; one sentence that says why and what was done about it.

    ``may_save`` is False where the file must be left as it is.
    """

    def __init__(self, sentence: str, *, may_save: bool = False) -> None:
        super().__init__(sentence)
        self.may_save = may_save


@dataclass(slots=True)
class CheckHistory:
    """All tracks by the key of their check. Nothing is on disk until ``save``."""

    tracks: dict[str, CheckTrack] = field(default_factory=dict)

    def track_for(self, seen: CheckMeasurement) -> CheckTrack:
        """What is known of this check; nothing yet for a new one."""
        return self.tracks.get(seen.key) or CheckTrack(seen.service, seen.check)

    def add(self, seen: CheckMeasurement, *, planned: bool = False) -> CheckTrack:
        """Take one measurement in and return the new track; ``planned``: the operator works on the service."""
        self.tracks[seen.key] = track = add(self.track_for(seen), seen, planned=planned)
        return track

    def save(self, path: Path, now: datetime) -> None:
        """Replace the file. Checks that have not been made for half a year are forgotten. Raises HistoryError."""
        kept = {k: t for k, t in self.tracks.items() if t.last is not None and now - t.last.at < FORGET_AFTER}
        raw = orjson.dumps({"version": VERSION, "checks": {key: _write(track) for key, track in kept.items()}})
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, raw)
        except OSError as error:
            raise HistoryError(f"What was measured cannot be kept in {path}: {error.strerror}.") from error


def load(path: Path) -> CheckHistory:
    """The history of a file; an empty one where there is none. Raises HistoryError after moving a broken one aside."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return CheckHistory()
    except OSError as error:
        raise HistoryError(
            f"{path} cannot be read: {error.strerror}. What was measured before is not known."
        ) from error
    try:
        table = orjson.loads(raw)
        if table["version"] != VERSION:
            raise HistoryError(f"{path} was written by another version of the watcher; it is left as it is.")
        return CheckHistory({key: _read(row) for key, row in table["checks"].items()})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        aside = path.with_name(path.name + ".broken")
        with contextlib.suppress(OSError):
            path.replace(aside)
        raise HistoryError(
            f"{path} was damaged. It is now {aside.name}, and measuring begins anew.", may_save=True
        ) from error


@contextlib.contextmanager
def lock_history(path: Path) -> Iterator[bool]:
    """Hold the history for one run; False where another watcher holds it, or nothing can be written there."""
    if sys.platform == "win32":  # no fcntl there
        yield True
        return
    import fcntl

    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        yield False
        return
    try:
        deadline = time.monotonic() + _WAIT_S
        mine = False
        while not mine:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                mine = True
            except OSError:
                if time.monotonic() > deadline:
                    break
                time.sleep(0.05)
        yield mine
    finally:
        os.close(descriptor)


def _text(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _maybe(text: str | None) -> datetime | None:
    return None if text is None else _moment(text)


def _write(track: CheckTrack) -> dict[str, Any]:
    return {
        "service": track.service,
        "check": track.check,
        "results": [_outcome_row(o) for o in track.results],
        "outage": _outage_row(track.outage) if track.outage else None,
        "outages": [_outage_row(o) for o in track.outages],
        "certificates": [[_text(c.not_before), _text(c.not_after)] for c in track.certificates],
        "starts": [[s.seconds, _text(s.at)] for s in track.starts],
        "started_at": _text(track.started_at),
        "restarts": track.restarts,
        "told_at": _text(track.told_at),
        "starts_by_hand": [_text(moment) for moment in track.starts_by_hand],
        "orders": [_text(moment) for moment in track.orders],
        "said": {key: [said.text, _text(said.at), said.value] for key, said in track.said.items()},
    }


def _read(row: Mapping[str, Any]) -> CheckTrack:
    return CheckTrack(
        service=row["service"],
        check=row["check"],
        results=tuple(_outcome(one) for one in row["results"]),
        outage=_outage(row["outage"]) if row["outage"] else None,
        outages=tuple(_outage(one) for one in row["outages"]),
        certificates=tuple(ServedCertificate(_moment(a), _moment(b)) for a, b in row["certificates"]),
        starts=tuple(MeasuredStart(seconds, _moment(at)) for seconds, at in row["starts"]),
        started_at=_maybe(row["started_at"]),
        restarts=row["restarts"],
        told_at=_maybe(row["told_at"]),
        said={key: ReportedMemory(text, _moment(at), value) for key, (text, at, value) in row["said"].items()},
        starts_by_hand=tuple(_moment(moment) for moment in row.get("starts_by_hand", ())),
        orders=tuple(_moment(moment) for moment in row.get("orders", ())),
    )


def _outcome_row(one: CheckOutcome) -> list[Any]:
    """Return a row that the version before reads too: that it was planned is said only where it was."""
    return [_text(one.at), one.status, int(one.urgent), one.code, one.ms, *([1] if one.planned else [])]


def _outcome(row: list[Any]) -> CheckOutcome:
    at, status, urgent, code, ms, *planned = row
    return CheckOutcome(_moment(at), ServiceStatus(status), bool(urgent), code, ms, any(planned))


def _outage_row(outage: CheckOutage) -> list[str | None]:
    times = [_text(t) for t in (outage.last_good, outage.first_bad, outage.last_bad, outage.first_good)]
    return [*times, *(["planned"] if outage.planned else [])]


def _outage(row: list[str | None]) -> CheckOutage:
    last_good, first_bad, last_bad, first_good, *planned = row
    if first_bad is None or last_bad is None:
        raise ValueError("an outage needs its bad checks")
    return CheckOutage(_maybe(last_good), _moment(first_bad), _moment(last_bad), _maybe(first_good), any(planned))
