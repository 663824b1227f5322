"""How the operator's services stand: read alike for prompts, the tool ``list_services`` and ``claudeops health``.

What was measured comes from the health records, which hold the changes, and from the file of check results, which says
when a service was checked last.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from ..agents.watch.models import Service
from ..agents.watch.services import ServicesError, ServicesFile, default_services, load_usable_services
from ..core.clock import from_text, to_text
from ..core.errors import EnvironmentFault
from ..core.maintenance_time import CurrentMaintenance, find_maintenance
from ..core.paths import DataFolder
from ..core.settings import Settings
from ..guard.cooldown import (
    CooldownLimits,
    ServiceCooldown,
    limits_of,
    list_service_cooldowns,
    longest_window,
    with_rule,
)
from ..guard.known_services import UNRESOLVED
from ..monitoring.results.store import CheckResultStore
from ..records.health import STATES, HealthCheck
from ..records.record_books import RecordRepositories
from ..topology.dependencies import load_graph
from ..topology.graph import ServiceGraph

log = logging.getLogger(__name__)
_RANK = {state: place for place, state in enumerate(reversed(STATES))}
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


@dataclass(frozen=True, slots=True)
class ServiceStanding:
    """One service, its state as in NewestState. ``checks`` are kind and target of each, ``places`` its compose projects
    and their folders. ``needs`` and ``needed_by`` are its direct neighbours; ``own_limits`` are None where those of all
    services hold. ``is_set_up``: the operator named it, in services.toml or by a rule."""

    name: str
    status: str = NEVER_CHECKED
    since: str = ""
    checked_at: str = ""
    detail: str = ""
    said_by: int | None = None
    checks: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    needed_by: tuple[str, ...] = ()
    maintenance: CurrentMaintenance | None = None
    cooldown: ServiceCooldown | None = None
    own_limits: CooldownLimits | None = None
    is_set_up: bool = False

    @property
    def is_well(self) -> bool:
        """Whether there is nothing to say of it but that it is healthy."""
        return self.status == "healthy" and self.maintenance is None


@dataclass(frozen=True, slots=True)
class ServicePicture:
    """All services that a model may be told of, what is wrong first. ``has_file``: there is a services.toml;
    ``problem`` is a sentence where it cannot be used as a whole. ``limits`` hold for every service without its own."""

    services: tuple[ServiceStanding, ...]
    graph: ServiceGraph
    limits: CooldownLimits
    has_file: bool
    problem: str = ""
    excluded: ExcludedServices = field(default_factory=lambda: ExcludedServices(()))

    def get(self, name: str) -> ServiceStanding | None:
        """One by name."""
        return next((one for one in self.services if one.name == name), None)

    def around(self, names: Sequence[str]) -> tuple[ServiceStanding, ...]:
        """These, what they need and what needs them, what is wrong first; all of them where none is named."""
        if not names:
            return self.services
        wanted = {*names}
        for name in names:
            wanted.update(self.graph.dependencies(name), self.graph.dependents(name))
        unknown = [ServiceStanding(name) for name in names if self.get(name) is None]
        return (*(one for one in self.services if one.name in wanted), *unknown)


class ExcludedServices:
    """The services of ``second_look.exclude_services``: no model is told of them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(name.strip().casefold() for name in names if name.strip())
        words = "|".join(re.escape(name) for name in sorted(self._names, key=len, reverse=True))
        self._word = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE) if words else None

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._names

    def without(self, names: Iterable[str]) -> tuple[str, ...]:
        """The names that may be told."""
        return tuple(name for name in names if name not in self)

    def mentioned_in(self, text: str) -> bool:
        """Whether a text names one of them."""
        return self._word is not None and self._word.search(text) is not None


def read_services(folder: DataFolder) -> tuple[ServicesFile, str]:
    """What is checked (this machine itself where there is no services.toml), and why it cannot be used, else ""."""
    if not folder.services_file.exists():
        return default_services(), ""
    try:
        return load_usable_services(folder.services_file), ""
    except ServicesError as error:
        return ServicesFile((), default_services().watch, str(folder.services_file)), str(error)


def picture_services(book: RecordRepositories, folder: DataFolder, settings: Settings, now: datetime) -> ServicePicture:
    """How everything stands at ``now``. Reads records and files: call it inside ``store.read``."""
    excluded = ExcludedServices(settings.second_look.exclude_services)
    found, problem = read_services(folder)
    graph = load_graph(found.checks, book.service_edges.list("confirmed"))
    limits, rules = limits_of(settings.cooldowns), {rule.service: rule for rule in book.rules.all()}
    actions = book.cooldowns.counting(now - longest_window(limits, rules.values()))
    cooldowns = {one.service: one for one in list_service_cooldowns(actions, now, limits, rules.values())}
    last, since = {check.service: check for check in book.health.latest()}, book.health.current_states()
    results = last_results(folder.check_results, {check.key for check in found.checks})
    acted_on = [name for name, one in cooldowns.items() if name != UNRESOLVED or one.in_force]
    checks: dict[str, dict[str, None]] = {name: {} for name in (*found.names, *rules, *acted_on)}
    places: dict[str, dict[str, None]] = {name: {} for name in checks}
    for check in found.checks:
        checks[check.name][_named_check(check)] = None
        for label, field_name in (("Compose project", "compose_project"), ("Compose folder", "compose_folder")):
            if named := getattr(check, field_name, ""):
                places[check.name][f"{label} {named}"] = None
    standings = []
    for name in excluded.without(checks):
        own = with_rule(limits, rules.get(name))
        state = newest_state(last.get(name), since.get(name, ""), results.get(name))
        standings.append(
            ServiceStanding(
                name,
                *state._replace(detail="" if excluded.mentioned_in(state.detail) else state.detail),
                tuple(checks[name]),
                tuple(places[name]),
                excluded.without(graph.direct_dependencies(name)),
                excluded.without(graph.direct_dependents(name)),
                find_maintenance(rules.get(name), now),
                cooldowns.get(name),
                own if own != limits else None,
                name in found.names or name in rules,
            )
        )
    standings.sort(key=lambda one: (one.is_well, _RANK.get(one.status, len(_RANK)), one.name))
    return ServicePicture(tuple(standings), graph, limits, folder.services_file.exists(), problem, excluded)


def _named_check(check: Service) -> str:
    """Kind and target, as in ``tcp 127.0.0.1:5432``, the kind once."""
    if check.target == check.name or check.target.split(" ")[0] == check.check:
        return check.target if check.target != check.name else check.check
    return f"{check.check} {check.target}"


class LastResult(NamedTuple):
    """What the continuous checks of a service found last: the worst of its checks, and when the newest was made."""

    status: str
    detail: str
    at: str
    response_ms: float | None = None


def newest_state(last: HealthCheck | None, since: str, result: LastResult | None) -> NewestState:
    """How a service stands, from the newest record and the last results of the continuous checks.

    The records hold a measurement where something changed, so a newer result only says that it was checked again. It
    stands for itself where there is no record, or where the record is an agent's word that it does not bear out.
    """
    if last is None:
        return NewestState() if result is None else NewestState(result.status, "", result.at, result.detail)
    if result is None or result.at <= last.checked_at:
        said_by = None if last.measured else last.session_id
        return NewestState(last.status, since or last.checked_at, last.checked_at, last.detail, said_by)
    if result.status == last.status:
        return NewestState(last.status, since or last.checked_at, result.at, result.detail or last.detail)
    if last.measured:
        return NewestState(last.status, since or last.checked_at, result.at, last.detail)
    return NewestState(result.status, "", result.at, result.detail)


def last_results(path: Path, keys: Collection[str] | None = None) -> Mapping[str, LastResult]:
    """The last results of the continuous checks, by service, of these checks alone where ``keys`` names some; none
    where the file cannot be read."""
    found: dict[str, LastResult] = {}
    try:
        with CheckResultStore(path) as results:
            latest = results.latest()
    except EnvironmentFault as error:
        log.warning("%s", error.full_text)
        return found
    for one in latest:
        if keys is not None and one.key not in keys:
            continue
        new, old = LastResult(one.status, one.detail, to_text(one.at), one.response_ms), found.get(one.service)
        if old is not None:
            worst = max(old, new, key=lambda result: STATES.index(result.status))
            new = worst._replace(at=max(old.at, new.at))
        found[one.service] = new
    return found


def last_good(path: Path, service: str, key: str, before: datetime) -> str:
    """When a check was healthy last before a moment (stored text), looking back a day; "" for not known."""
    try:
        with CheckResultStore(path) as results:
            found = results.of_service(service, since=before - LOOKED_BACK, limit=MOST_RESULTS)
    except EnvironmentFault as error:
        log.warning("%s", error.full_text)
        return ""
    good = [one.at for one in found if one.key == key and one.status == "healthy" and one.at < before]
    return to_text(max(good)) if good else ""


def utc_text(stored: str, now: datetime) -> str:
    """A stored moment as a session reads it, in UTC: ``11:52`` of today, else ``2026-03-01 11:52``."""
    moment = from_text(stored)
    return f"{moment:%H:%M}" if moment.date() == now.date() else f"{moment:%Y-%m-%d %H:%M}"
