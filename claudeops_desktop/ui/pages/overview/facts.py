"""What the overview shows, asked in one go on a reader thread, and put into words by pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from ....memory.search import MemoryQuery
from ....records.digest import Digest, digest
from ....records.health import HealthCheck
from ....records.run_list import RunLine, RunList, RunQuery
from ....settings import Settings
from ... import words
from ...desk import Desk
from ...page import Place

LATELY = 6
WORST_FIRST = {"down": 0, "degraded": 1, "unknown": 2, "healthy": 3}


@dataclass(frozen=True, slots=True)
class Facts:
    """``since`` says since when each service stands as it does; ``lately`` the newest runs, newest first."""

    services: tuple[HealthCheck, ...] = ()
    since: Mapping[str, str] = field(default_factory=dict)
    lately: tuple[RunLine, ...] = ()
    digest: Digest = field(default_factory=Digest)
    active_memories: int = 0
    spent_today: float = 0.0

    @property
    def anything(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.lately or self.services or self.active_memories)

    @property
    def last(self) -> RunLine | None:
        """The newest run that is over."""
        return next((run for run in self.lately if run.status != "running"), None)


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that needs the operator, and where to look. ``state`` names its look."""

    state: str
    text: str
    place: Place
    aside: str = ""


class Question:
    """Asks for the Facts. What is known of a service's standing is not asked again while its status stays."""

    def __init__(self, desk: Desk, known: Facts, now: datetime, midnight: datetime) -> None:
        self._desk = desk
        self._known = {check.service: (check.status, known.since.get(check.service)) for check in known.services}
        self._now = now
        self._midnight = midnight

    def __call__(self) -> Facts:
        """On a reader thread."""
        book = self._desk.book
        runs = RunList(book.store)
        latest = book.health.latest()
        return Facts(
            services=tuple(sorted(latest, key=lambda check: (WORST_FIRST.get(check.status, 2), check.service))),
            since={check.service: self._since(check) for check in latest},
            lately=tuple(runs.lines(runs.ids(RunQuery())[: LATELY + 1])),
            digest=digest(book.store, self._now - timedelta(hours=24)),
            active_memories=self._desk.memory.facets(MemoryQuery()).active,
            spent_today=book.sessions.spent_since(self._midnight),
        )

    def _since(self, check: HealthCheck) -> str:
        status, since = self._known.get(check.service, ("", None))
        if since and status == check.status:
            return since
        return self._desk.book.health.standing_since(check.service) or check.checked_at


def wellness(services: Sequence[HealthCheck]) -> tuple[str, str]:
    """The state and the words of the first card: ``("down", "1 of 8 services is down")``."""
    total = len(services)
    if not total:
        return "unknown", "Not checked yet"
    for status in ("down", "degraded", "unknown"):
        number = sum(check.status == status for check in services)
        if number:
            said = {"down": "down", "degraded": "degraded", "unknown": "not known"}[status]
            if number == total:
                return status, f"All {total} are {said}" if total > 1 else f"It is {said}"
            return status, f"{number} of {total} {'is' if number == 1 else 'are'} {said}"
    return "healthy", f"All {total} services are well" if total > 1 else "The service is well"


def needs(facts: Facts, settings: Settings, *, paused: bool, now: datetime) -> tuple[Need, ...]:
    """What needs the operator, the worst first."""
    found = []
    for check in facts.services:
        if check.status in ("down", "degraded"):
            since = facts.since.get(check.service, check.checked_at)
            place = Place("events", filters={"service": check.service})
            found.append(Need(check.status, f"{check.service} is {check.status}", place, _for(since, now)))
    last = facts.last
    if last is not None:
        place = Place("sessions", id=last.chain[-1].session_id if last.chain else None)
        if last.status in ("failed", "timed_out", "interrupted"):
            said = {"failed": "failed", "timed_out": "took too long", "interrupted": "was interrupted"}[last.status]
            why = f": {last.reason}" if last.reason else ""
            found.append(Need(last.status, f"The last run {said}{why}", place, words.when(last.started_at, now)))
        if last.near_misses:
            said = words.counted(last.near_misses, "note")
            verb = "was" if last.near_misses == 1 else "were"
            found.append(Need("warning", f"{said} of the last run {verb} not understood", place))
    cap = settings.limits.day_usd
    if cap and facts.spent_today >= cap:
        text = f"Today's cap of {words.money(cap)} is reached: no run starts"
        found.append(Need("warning", text, Place("settings", filters={"group": "limits"})))
    if paused:
        found.append(Need("paused", "Scheduled runs are paused", Place("settings", filters={"group": "run"})))
    return tuple(found)


def badge(found: Sequence[Need]) -> int:
    """How many of them the side bar counts: being paused is the operator's own wish."""
    return sum(need.state != "paused" for need in found)


def happened(facts: Facts) -> str:
    """The events of the last day in words."""
    levels = facts.digest.levels
    parts = [words.counted(levels[level], name) for level, name in _LEVELS if levels.get(level)]
    return ", ".join(parts) if parts else "Nothing unusual"


def learned(facts: Facts) -> tuple[str, str]:
    """What was learned in the last day in words: what matters most, and what besides ("" for nothing)."""
    actions = facts.digest.actions
    parts = [f"{actions[action]:,} {name}" for action, name in _ACTIONS if actions.get(action)]
    return (parts[0], ", ".join(parts[1:])) if parts else ("Nothing new", "")


def outcome(run: RunLine) -> str:
    """How a run ended, in one line: its summary, or why it has none."""
    if run.status == "running":
        return "Running"
    said = run.summary or run.reason or {"completed": "Completed"}.get(run.status, run.status.replace("_", " "))
    return said[:1].upper() + said[1:]


_LEVELS = (("critical", "critical event"), ("warning", "warning"), ("info", "note"))
_ACTIONS = (("inserted", "new"), ("contradicted", "corrected"), ("reinforced", "confirmed"))


def _for(since: str, now: datetime) -> str:
    said = words.when(since, now)
    if said in ("just now", "now"):
        return said
    return f"for {said.removesuffix(' ago')}" if said.endswith(" ago") else f"since {said}"
