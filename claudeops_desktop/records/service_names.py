"""Which names are services: one rule for every list and every count (D12).

A service is what the operator set up: it has a check, or limits or a maintenance window of its own. A name that only
agents, events or earlier measurements know is mentioned; it is no service before the operator says so, and is not
listed any more once it was dismissed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..core.clock import to_text
from ..core.service_checks import checked_service_names
from ..storage import DataStore
from .tables import DismissedServiceRow


@dataclass(frozen=True, slots=True)
class ServiceNameSplit:
    """``services`` are those of the operator, ``mentioned`` the other names that are known; both sorted."""

    services: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()


def split_names(
    checked: Iterable[str], ruled: Iterable[str], known: Iterable[str], dismissed: Iterable[str] = ()
) -> ServiceNameSplit:
    """The services and the names that are only mentioned (pure). ``checked`` have a check, ``ruled`` a rule of the
    operator's; ``known`` are all names in events, measurements and actions."""
    services = {*checked, *ruled}
    mentioned = set(known) - services - set(dismissed)
    return ServiceNameSplit(tuple(sorted(services)), tuple(sorted(mentioned)))


class ServiceNameRecords:
    """Asks the rule with what this store and services.toml hold; keeps what was dismissed. Writes must run inside
    ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def split(self, services_file: Path) -> ServiceNameSplit:
        """The services and the names that are only mentioned. Inside ``store.read``."""
        checked, ruled = self._checked(services_file), self._column("service_rules")
        return split_names(checked, ruled, self.names_in_records(), self.dismissed())

    def services(self, services_file: Path) -> frozenset[str]:
        """The operator's services. Inside ``store.read``."""
        return frozenset((*self._checked(services_file), *self._column("service_rules")))

    def names_in_records(self) -> set[str]:
        """Every name that events, measurements and actions speak of."""
        found: set[str] = set()
        for table in ("health_checks", "events", "cooldown_actions"):
            found |= self._column(table)
        return found

    def dismissed(self) -> frozenset[str]:
        """The names that are no services by the operator's word."""
        return frozenset(self._column("dismissed_services"))

    def dismiss(self, service: str, now: datetime) -> None:
        """This name is no service."""
        DismissedServiceRow.insert(service=service, dismissed_at=to_text(now)).on_conflict_replace().execute()
        self._store.changed("dismissed_services", what="inserted")

    def restore(self, service: str) -> bool:
        """Take that back; whether it was dismissed."""
        done = DismissedServiceRow.delete().where(DismissedServiceRow.service == service).execute()
        self._store.changed("dismissed_services", what="deleted")
        return bool(done)

    def _checked(self, services_file: Path) -> Iterable[str]:
        """Those with a check. Of a file in which no name can be read nothing is hidden: all that was measured."""
        return checked_service_names(services_file) or self._column("health_checks")

    def _column(self, table: str) -> set[str]:
        """The names in a table, by seeking from one to the next: a hundred thousand rows are not read for twenty."""
        sql = (
            f"WITH RECURSIVE names(service) AS (SELECT min(service) FROM {table} UNION ALL SELECT (SELECT min(service)"
            f" FROM {table} WHERE service > names.service) FROM names WHERE names.service IS NOT NULL)"
            " SELECT service FROM names WHERE service IS NOT NULL"
        )
        return {name for (name,) in self._store.database.execute_sql(sql)}
