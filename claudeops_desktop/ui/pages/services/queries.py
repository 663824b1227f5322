"""What is known of the services: one truth by name, from services.toml, the checks, the events and the actions."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ....core.clock import to_text
from ....core.errors import EnvironmentFault
from ....core.service_checks import check_keys
from ....learning import StoredCase
from ....memory import Memory, MemoryQuery
from ....monitoring.results.store import CheckResultStore
from ....monitoring.results.types import CheckResult
from ....records.cooldowns import CooldownAction
from ....records.events import Event
from ....records.health import STATES, HealthCheck
from ....records.incident_list import IncidentLine
from ....records.run_list import RunLine, RunList
from ....records.service_rules import ServiceRule
from ....records.service_runs import runs_about
from ....runs.service_states import UNSEEN, NewestState, read_states
from ...app_context import AppContext
from ...text.translation import error_text, tr
from ...widgets.state_dot import state_word
from ..cases.queries import load_cases_of_service
from ..incidents.queries import load_lines_of

if TYPE_CHECKING:
    from ....agents.watch.services import ServicesFile

log = logging.getLogger(__name__)
CHECKS, ROWS = 240, 100
RANK = {state: place for place, state in enumerate(reversed(STATES))}


@dataclass(frozen=True, slots=True)
class ServiceLine:
    """One service and its newest state.

    ``keys`` name its checks, ``own`` those of them that stand in services.toml and can be edited; ``resting_until`` is
    "" unless it is in maintenance ("-": no end).
    """

    name: str
    newest: NewestState = UNSEEN
    keys: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    resting_until: str = ""

    @property
    def status(self) -> str:
        """Return how it stands; "" where it was never checked."""
        return self.newest.status

    @property
    def state(self) -> str:
        """The look of its state."""
        return "paused" if self.resting_until else self.status or "unknown"

    @property
    def state_text(self) -> str:
        """Its state as it is said."""
        if self.resting_until:
            return tr("in maintenance")
        return state_word(self.status) if self.status else tr("never checked")


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


@dataclass(frozen=True, slots=True)
class ServicesData:
    """All services, what is wrong first. ``wrong`` is a sentence where services.toml cannot be used; ``origin`` is
    "this machine" where there is none. ``mentioned`` are names that only agents and records know."""

    lines: tuple[ServiceLine, ...] = ()
    wrong: str = ""
    there: bool = False
    signature: Signature = ()
    mentioned: tuple[MentionedName, ...] = ()

    def line(self, name: str) -> ServiceLine | None:
        """One by name."""
        return next((line for line in self.lines if line.name == name), None)


def load_services(desk: AppContext, now: datetime, judged: CheckedServicesFile | None = None) -> ServicesData:
    """On a reader thread."""
    book, path = desk.book, desk.folder.services_file
    signature = file_signature(path)
    known = judged if judged is not None and judged.signature == signature else None
    wrong, there = (known.wrong if known else ""), bool(signature)
    keys: dict[str, list[str]] = {}
    for key in known.keys if known else check_keys(path):
        keys.setdefault(key.partition(":")[0], []).append(key)
    states = read_states(book, desk.folder)
    rules = {rule.service: rule for rule in book.rules.all()}
    names = book.service_names.split(path)
    lines = [
        ServiceLine(
            name,
            states.get(name, UNSEEN),
            tuple(keys.get(name, ())),
            tuple(keys.get(name, ())) if there else (),
            _resting_until(rules.get(name), now),
        )
        for name in names.services
    ]
    lines.sort(key=lambda line: (RANK.get(line.status, len(RANK)), line.name))
    mentioned = tuple(
        MentionedName(name, states[name].checked_at if name in states else "") for name in names.mentioned
    )
    return ServicesData(tuple(lines), wrong, there, signature, mentioned)


@dataclass(frozen=True, slots=True)
class ServiceFacts:
    """All that is known of one service, newest first. ``lines`` are log lines of events and actions, by id."""

    name: str
    checks: tuple[HealthCheck, ...]
    events: tuple[Event, ...]
    memories: tuple[Memory, ...]
    actions: tuple[CooldownAction, ...]
    runs: tuple[RunLine, ...]
    note: str = ""
    incidents: tuple[IncidentLine, ...] = ()
    cases: tuple[StoredCase, ...] = ()


def load_service_facts(desk: AppContext, name: str) -> ServiceFacts:
    """On a reader thread."""
    book, memory = desk.book, desk.memory
    runs = RunList(book.store)
    rule = book.rules.get(name)
    query = MemoryQuery(service=name, sort="confidence")
    return ServiceFacts(
        name,
        load_checks(desk, name),
        tuple(book.events.list(service=name, limit=ROWS)),
        tuple(memory.search.rows(memory.search.ids(query)[:ROWS])),
        tuple(book.cooldowns.list(service=name, limit=ROWS)),
        tuple(runs.lines(runs_about(book.store, name))),
        rule.note if rule is not None else "",
        tuple(load_lines_of(desk, name)),
        tuple(load_cases_of_service(desk, name)),
    )


def load_checks(desk: AppContext, name: str) -> tuple[HealthCheck, ...]:
    """The last checks of a service, newest first: those of runs, and those between runs.

    Continuous checks record a change of status as a health check too; it is told once. On a reader thread.
    """
    recorded = desk.book.health.of_service(name, limit=CHECKS)
    with CheckResultStore(desk.folder.check_results) as store:
        try:
            results = store.of_service(name, limit=CHECKS)
        except EnvironmentFault as error:  # what runs found is still true; the tab of trends says what is wrong
            log.warning("%s", error.full_text)
            results = []
    times = {(to_text(one.at), one.status) for one in results}
    checks = [one for one in recorded if one.session_id is not None or (one.checked_at, one.status) not in times]
    used: set[int] = set()
    for one in results:
        number = -round(one.at.timestamp() * 1000)  # stays the same from one answer to the next
        while number in used:
            number -= 1
        used.add(number)
        checks.append(_as_check(number, one))
    return tuple(sorted(checks, key=lambda one: one.checked_at, reverse=True)[:CHECKS])


def _as_check(number: int, one: CheckResult) -> HealthCheck:
    """A result of a continuous check, which has no row of its own: its number is below zero."""
    detail = tr("{detail} (in maintenance)", detail=one.detail) if one.maintenance else one.detail
    return HealthCheck(number, None, one.service, one.check, one.status, detail, one.response_ms, 1, to_text(one.at))


def check_services_file(desk: AppContext) -> CheckedServicesFile:
    """Read services.toml and judge it, on a thread: that loads the models of all checks, which takes its time."""
    signature = file_signature(desk.folder.services_file)
    services, wrong, _ = load_services_file(desk)
    return CheckedServicesFile(signature, tuple(check.key for check in services.checks) if services else (), wrong)


def file_signature(path: Path) -> Signature:
    """Whether a file is what it was."""
    try:
        about = path.stat()
    except OSError:
        return ()
    return about.st_mtime_ns, about.st_size


def load_services_file(desk: AppContext) -> tuple[ServicesFile | None, str, bool]:
    """What services.toml says, what is wrong with it, and whether it is there. On a thread."""
    from ....agents.watch.services import ServicesError, default_services, load_usable_services

    path = desk.folder.services_file
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
