"""What is known of the services: one truth by name, from services.toml, the checks, the events and the actions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from ....core.clock import from_text, utc_now
from ....core.service_checks import check_keys
from ....guard.cooldown import limits_of, longest_window
from ....monitoring.results.store import CheckResultStore
from ....monitoring.results.types import UptimeSummary
from ....monitoring.trends import RANGE_DAYS
from ....records.health import STATES
from ....records.service_rules import ServiceRule
from ....runs.service_states import UNSEEN, NewestState, read_states
from ...kit.list_page import RowListing
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.state_dot import state_word
from .limit_slots import ServiceLimits, list_limits

if TYPE_CHECKING:
    from ....agents.watch.services import ServicesFile
    from ...app_context import AppContext

RANK = {state: place for place, state in enumerate(reversed(STATES))}


@dataclass(frozen=True, slots=True)
class ServiceLine:
    """One service and its newest state.

    ``keys`` name its checks, ``own`` those of them that stand in services.toml and can be edited; ``resting_until`` is
    "" unless it is in maintenance ("-": no end). ``uptime`` is that of the range that the page shows, ``found`` what
    checking it from the page has found.
    """

    name: str
    newest: NewestState = UNSEEN
    keys: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    resting_until: str = ""
    limits: ServiceLimits | None = None
    uptime: UptimeSummary | None = None
    found: str = ""

    @property
    def status(self) -> str:
        """Return the newest status; "" where it was never checked."""
        return self.newest.status

    @property
    def state(self) -> str:
        """Return the look of its state."""
        return "paused" if self.resting_until else self.status or "unknown"

    @property
    def state_text(self) -> str:
        """Return its state in words."""
        if self.resting_until:
            return tr("in maintenance")
        return state_word(self.status) if self.status else tr("never checked")

    @property
    def state_since(self) -> str:
        """Return such as ``down for 2 h``, ``in maintenance until Mon 08:00``, ``never checked``."""
        if self.resting_until == "-":
            return tr("in maintenance until you end it")
        if self.resting_until:
            return tr("in maintenance until {time}", time=formatting.format_clock_time(self.resting_until))
        since = self.newest.since
        if not self.status or not since:
            return self.state_text
        span = formatting.format_lasted((utc_now() - from_text(since)).total_seconds())
        return tr("{state} for {span}", state=self.state_text, span=span)

    @property
    def checked_text(self) -> str:
        """Return when it was checked last, by whom, and what was found."""
        seen = self.newest
        if not seen.status:
            if self.keys:
                return tr("Check it now, or wait for the next run.")
            return tr("Nothing checks it yet: add a check under Edit.")
        by = tr("measured") if seen.said_by is None else tr("according to the agent")
        said = tr("Checked {checked_at}, {by}", checked_at=formatting.format_relative_time(seen.checked_at), by=by)
        return f"{said}: {seen.detail}" if seen.detail else said


Signature = tuple[int, ...]  # when the file was written and how long it is; () where there is none


@dataclass(frozen=True, slots=True)
class CheckedServicesFile:
    """What services.toml says, or this machine's own checks: their keys; a sentence where it cannot be used."""

    signature: Signature
    keys: tuple[str, ...]
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class MentionedName:
    """A name that an agent used, and when it was last measured or said to stand somehow ("" for never)."""

    name: str
    checked_at: str = ""


@dataclass(frozen=True)
class ServicesData(RowListing[ServiceLine]):
    """All services by name, what is wrong first. ``wrong`` is a sentence where services.toml cannot be used;
    ``mentioned`` are names that only agents and records know. ``limits`` has those of both."""

    wrong: str = ""
    there: bool = False
    signature: Signature = ()
    mentioned: tuple[MentionedName, ...] = ()
    limits: Mapping[str, ServiceLimits] = field(default_factory=dict)

    def find_line(self, name: Hashable) -> ServiceLine | None:
        """Return a service, or what is known of a name that is only mentioned."""
        if name in self:
            return self[name]
        if isinstance(name, str) and any(one.name == name for one in self.mentioned):
            return ServiceLine(name, limits=self.limits.get(name))
        return None


def load_services(
    context: AppContext, judged: CheckedServicesFile | None = None, now: datetime | None = None
) -> ServicesData:
    """Return all services, on a reader thread. ``judged`` is what ``check_services_file`` found."""
    book, path, now = context.book, context.folder.services_file, now or utc_now()
    signature = file_signature(path)
    known = judged if judged is not None and judged.signature == signature else None
    keys: dict[str, list[str]] = {}
    for key in known.keys if known else check_keys(path):
        keys.setdefault(key.partition(":")[0], []).append(key)
    states, there = read_states(book, context.folder), bool(signature)
    rules = {rule.service: rule for rule in book.rules.all()}
    names = book.service_names.split(path)
    limits = _load_limits(context, list(rules.values()), (*names.services, *names.mentioned), now)
    lines = [
        ServiceLine(
            name,
            states.get(name, UNSEEN),
            tuple(keys.get(name, ())),
            tuple(keys.get(name, ())) if there else (),
            _resting_until(rules.get(name), now),
            limits.get(name),
        )
        for name in names.services
    ]
    lines.sort(key=lambda line: (RANK.get(line.status, len(RANK)), line.name))
    mentioned = [MentionedName(name, states[name].checked_at if name in states else "") for name in names.mentioned]
    rows: dict[Hashable, ServiceLine] = {line.name: line for line in lines}
    return ServicesData(rows, known.wrong if known else "", there, signature, tuple(mentioned), limits)


def _load_limits(
    context: AppContext, rules: Sequence[ServiceRule], services: Sequence[str], now: datetime
) -> dict[str, ServiceLimits]:
    usual = limits_of(context.settings.current.cooldowns)
    counting = context.book.cooldowns.counting(now - longest_window(usual, rules))
    return list_limits(counting, now, usual, rules, services)


def load_uptimes(context: AppContext, chosen: str) -> dict[str, UptimeSummary]:
    """Return uptime and response times by service over a range, on a reader thread. Raises EnvironmentFault."""
    now = utc_now()
    with CheckResultStore(context.folder.check_results) as results:
        return results.uptime(now - timedelta(days=RANGE_DAYS[chosen]), now)


def fact_line(lines: Sequence[ServiceLine]) -> str:
    """Return how many services there are, and how many of them are not well."""
    parts = [tr_count("%n service", "%n services", len(lines))]
    for status, said in (("down", tr("down")), ("degraded", tr("degraded")), ("unknown", tr("not known"))):
        number = sum(line.status == status for line in lines)
        if number:
            parts.append(f"{formatting.format_number(number)} {said}")
    resting = sum(bool(line.resting_until) for line in lines)
    if resting:
        parts.append(tr("{resting} in maintenance", resting=formatting.format_number(resting)))
    return " · ".join(parts) if lines else tr("No service yet")


def uptime_tip(line: ServiceLine) -> str:
    """Return such as ``down in 3, degraded in 1 of 12 results, 4 in maintenance``."""
    summary = line.uptime
    if summary is None:
        return ""
    worse = [
        tr("{status} in {counts}", status=state_word(status), counts=formatting.format_number(summary.counts[status]))
        for status in ("down", "degraded", "unknown")
        if status in summary.counts
    ]
    counted = tr_count("%n result", "%n results", summary.total - summary.maintenance)
    said = (
        tr("{join} of {counted}", join=", ".join(worse), counted=counted)
        if worse
        else tr("healthy in all of {counted}", counted=counted)
    )
    if not summary.maintenance:
        return said
    number = formatting.format_number(summary.maintenance)
    return tr("{said}, {maintenance} in maintenance", said=said, maintenance=number)


def response_tip(line: ServiceLine) -> str:
    """Return within which times half, nearly all and all but the slowest answers came."""
    summary = line.uptime
    if summary is None or summary.p50_ms is None:
        return ""
    half, most, nearly_all = map(formatting.format_duration_ms, (summary.p50_ms, summary.p95_ms, summary.p99_ms))
    return tr(
        "half of them within {half}, 95 % within {most}, 99 % within {nearly_all}",
        half=half,
        most=most,
        nearly_all=nearly_all,
    )


def check_services_file(context: AppContext) -> CheckedServicesFile:
    """Read services.toml and judge it, on a thread: that loads the models of all checks, which takes time."""
    signature = file_signature(context.folder.services_file)
    services, wrong, _ = load_services_file(context)
    return CheckedServicesFile(signature, tuple(check.key for check in services.checks) if services else (), wrong)


def file_signature(path: Path) -> Signature:
    """Return what tells whether a file has changed."""
    try:
        about = path.stat()
    except OSError:
        return ()
    return about.st_mtime_ns, about.st_size


def load_services_file(context: AppContext) -> tuple[ServicesFile | None, str, bool]:
    """Return what services.toml says, what is wrong with it, and whether it is there. On a thread."""
    from ....agents.watch.services import ServicesError, default_services, load_usable_services

    path = context.folder.services_file
    if not path.exists():
        return default_services(), "", False
    try:
        found = load_usable_services(path)
        return found, " ".join(entry.problem for entry in found.invalid), True
    except ServicesError as error:
        return None, error_text(error), True


def _resting_until(rule: ServiceRule | None, now: datetime) -> str:
    maintenance = rule.current_maintenance(now) if rule is not None else None
    return (maintenance.until or "-") if maintenance is not None else ""
