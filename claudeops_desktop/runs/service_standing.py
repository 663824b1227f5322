"""The operator's services as a model is told of them: states, checks, neighbours, cooldowns and maintenance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ..agents.watch.models import Service
from ..agents.watch.services import ServicesError, ServicesFile, default_services, load_usable_services
from ..core.clock import from_text
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
from ..records.health import STATES
from ..records.record_books import RecordRepositories
from ..topology.dependencies import load_graph
from ..topology.graph import ServiceGraph
from .service_states import NEVER_CHECKED, UNSEEN, read_states

_RANK = {state: place for place, state in enumerate(reversed(STATES))}


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
    response_ms: float | None = None
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
        """Tell whether there is nothing to say of it but that it is healthy."""
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
        """Tell whether a text names one of them."""
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
    states = read_states(book, folder)
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
        state = states.get(name, UNSEEN)
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


def utc_text(stored: str, now: datetime) -> str:
    """A stored moment as a session reads it, in UTC: ``11:52`` of today, else ``2026-03-01 11:52``."""
    moment = from_text(stored)
    return f"{moment:%H:%M}" if moment.date() == now.date() else f"{moment:%Y-%m-%d %H:%M}"
