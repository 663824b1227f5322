"""How all services stand, in one line: what is down is said first, and nothing is left out of the count. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ....core.clock import from_text
from ...text import formatting
from ...text.translation import tr, tr_count
from .queries import OverviewData

STALE_AFTER = timedelta(hours=24)  # older results are no longer called the state of today
_WORST_FIRST = ("down", "degraded", "unknown", "unchecked", "maintenance", "healthy")


@dataclass(frozen=True, slots=True)
class StandingLine:
    """The headline of the page: the state that it shows, its sentence, and remarks for the line below it."""

    state: str
    text: str
    notes: tuple[str, ...] = ()


def count_states(facts: OverviewData) -> Counter[str]:
    """How many services are ``down``, ``degraded``, ``unknown``, ``unchecked``, in ``maintenance`` or ``healthy``.

    A service with an open incident counts as bad as its incident says, even if its latest result is better: it is
    resolved only after two good results in a row. A service in maintenance counts as that and as nothing else.
    """
    states = dict.fromkeys(facts.unchecked, "unchecked")
    states.update((name, _known_state(one.status)) for name, one in facts.services.items())
    for line in facts.incidents:
        known = states.get(line.incident.service, "healthy")
        states[line.incident.service] = min(known, _known_state(line.incident.worst), key=_WORST_FIRST.index)
    states.update(dict.fromkeys(facts.maintenance, "maintenance"))
    return Counter(states.values())


def describe_standing(
    facts: OverviewData,
    now: datetime,
    remarks: Sequence[str] = (),
    *,
    paused: bool = False,
    stopped: bool = False,
    dry_run: bool = False,
) -> StandingLine:
    """The headline. ``remarks`` are further sentences for the line below it; ``paused``: scheduled runs are;
    ``stopped``: by the emergency stop; ``dry_run``: runs change nothing."""
    counts = count_states(facts)
    newest = max((one.checked_at for one in facts.services.values()), default="")
    stale = bool(newest) and now - from_text(newest) >= STALE_AFTER
    state, text = _sentence(counts, stale)
    notes = []
    if newest and stale:
        notes.append(tr("No check since {time}.", time=formatting.format_clock_time(newest, now)))
    elif newest:
        notes.append(tr("Last checked {time}.", time=formatting.format_relative_time(newest, now)))
    if stopped:
        notes.append(tr("The emergency stop is on: no run starts."))
    elif paused:
        notes.append(tr("Scheduled runs are paused."))
    if dry_run:
        notes.append(tr("Dry run is on: runs change nothing."))
    notes += remarks
    return StandingLine(state, text, tuple(notes))


def _known_state(status: str) -> str:
    return status if status in _WORST_FIRST else "unknown"


def _sentence(counts: Counter[str], stale: bool) -> tuple[str, str]:
    total = counts.total()
    if not total:
        return "unknown", tr("No services yet")
    worst = next(state for state in _WORST_FIRST if counts[state])
    if counts["unchecked"] == total:
        return "unknown", tr_count("%n service, not checked yet", "%n services, none checked yet", total)
    if counts["healthy"] == total:
        if stale:
            return "unknown", tr_count("The service was in order", "All %n services were in order", total)
        return "healthy", tr_count("The service is in order", "All %n services are in order", total)
    state = {"unchecked": "unknown", "healthy": "unknown" if stale else "healthy"}.get(worst, worst)
    return state, ", ".join(_parts(counts, worst))


def _parts(counts: Counter[str], worst: str) -> Iterable[str]:
    """``1 service down``, ``2 degraded``, ``14 in order``: the first part says what is counted."""
    first = {
        "down": lambda n: tr_count("%n service down", "%n services down", n),
        "degraded": lambda n: tr_count("%n service degraded", "%n services degraded", n),
        "unknown": lambda n: tr_count("State of %n service unknown", "State of %n services unknown", n),
        "unchecked": lambda n: tr_count("%n service not checked yet", "%n services not checked yet", n),
        "maintenance": lambda n: tr_count("%n service in maintenance", "%n services in maintenance", n),
    }
    further = {
        "degraded": lambda n: tr_count("%n degraded", "%n degraded", n),
        "unknown": lambda n: tr_count("%n unknown", "%n unknown", n),
        "unchecked": lambda n: tr_count("%n not checked yet", "%n not checked yet", n),
        "maintenance": lambda n: tr_count("%n in maintenance", "%n in maintenance", n),
        "healthy": lambda n: tr_count("%n in order", "%n in order", n),
    }
    for state in _WORST_FIRST:
        if counts[state]:
            yield (first if state == worst else further)[state](counts[state])
