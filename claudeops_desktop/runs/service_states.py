"""How each service stands, since when, and when it was checked last: one answer for pages, commands, prompts and REST.

What was measured comes from the health records, which hold the changes, and from the file of check results, which says
when a service was checked last.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from ..core.clock import to_text
from ..core.errors import EnvironmentFault
from ..core.paths import DataFolder
from ..core.service_checks import check_keys
from ..monitoring.results.store import CheckResultStore
from ..records.health import STATES, HealthCheck
from ..records.record_books import RecordRepositories

log = logging.getLogger(__name__)
NEVER_CHECKED = ""
LOOKED_BACK = timedelta(days=1)
MOST_RESULTS = 2_000


class NewestState(NamedTuple):
    """``status`` is NEVER_CHECKED where nothing was measured or said; ``since`` is when it began to stand so, "" where
    that is not known, ``checked_at`` when it was checked last (stored text). ``said_by`` is the session whose word that
    is, None where our own code measured it."""

    status: str = NEVER_CHECKED
    since: str = ""
    checked_at: str = ""
    detail: str = ""
    said_by: int | None = None
    response_ms: float | None = None


UNSEEN = NewestState()


class LastResult(NamedTuple):
    """What the continuous checks of a service found last: the worst of its checks, and when the newest was made."""

    status: str
    detail: str
    at: str
    response_ms: float | None = None


def read_states(book: RecordRepositories, folder: DataFolder) -> dict[str, NewestState]:
    """Return the state of every service that was ever measured or spoken of. Call inside ``store.read``."""
    since = book.health.current_states()
    last = {check.service: check for check in book.health.latest()}
    results = _last_results(folder.check_results, check_keys(folder.services_file))
    return {
        name: newest_state(last.get(name), since.get(name, ""), results.get(name)) for name in sorted({*last, *results})
    }


def newest_state(last: HealthCheck | None, since: str, result: LastResult | None) -> NewestState:
    """Return how a service stands, from the newest record and the last results of the continuous checks.

    The records hold a measurement where something changed, so a newer result only says that it was checked again. It
    stands for itself where there is no record, or where the record is an agent's word that it does not bear out.
    """
    if result is not None and (last is None or (result.at > last.checked_at and _contradicts(result, last))):
        return NewestState(result.status, "", result.at, result.detail, None, result.response_ms)
    if last is None:
        return UNSEEN
    since = since or last.checked_at
    if result is None or result.at <= last.checked_at:
        said_by = None if last.measured else last.session_id
        return NewestState(last.status, since, last.checked_at, last.detail, said_by, last.response_ms)
    if result.status == last.status:
        return NewestState(last.status, since, result.at, result.detail or last.detail, None, result.response_ms)
    return NewestState(last.status, since, result.at, last.detail, None, last.response_ms)


def last_good(path: Path, service: str, key: str, before: datetime) -> str:
    """Return when a check was healthy last before a moment (stored text), looking back a day; "" for not known."""
    try:
        with CheckResultStore(path) as results:
            found = results.of_service(service, since=before - LOOKED_BACK, limit=MOST_RESULTS)
    except EnvironmentFault as error:
        log.warning("%s", error.full_text)
        return ""
    good = [one.at for one in found if one.key == key and one.status == "healthy" and one.at < before]
    return to_text(max(good)) if good else ""


def _contradicts(result: LastResult, last: HealthCheck) -> bool:
    """Tell whether a measurement says otherwise than an agent's word. A measured change is recorded at once, so a
    result that differs from a measured record has yet to be confirmed."""
    return not last.measured and result.status != last.status


def _last_results(path: Path, keys: tuple[str, ...]) -> Mapping[str, LastResult]:
    """Return the last results of the continuous checks by service, of the checks in services.toml alone where any can
    be read; none where the file of results cannot be read."""
    found: dict[str, LastResult] = {}
    try:
        with CheckResultStore(path) as results:
            latest = results.latest()
    except EnvironmentFault as error:
        log.warning("%s", error.full_text)
        return found
    for one in latest:
        if keys and one.key not in keys and one.service not in keys:  # a file that is not TOML gives names alone
            continue
        new, old = LastResult(one.status, one.detail, to_text(one.at), one.response_ms), found.get(one.service)
        if old is not None:
            worst = max(old, new, key=lambda result: STATES.index(result.status))
            new = worst._replace(at=max(old.at, new.at))
        found[one.service] = new
    return found
