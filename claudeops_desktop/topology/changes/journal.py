"""The journal of changes: asks every source for what is new, and writes it down once."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from ...agents.watch.models import ContainerCheck, UnitCheck
from ...agents.watch.programs import CannotRunError
from ...agents.watch.services import ServicesError, load_usable_services
from ...core.errors import ClaudeOpsError
from ...core.paths import DataFolder
from ...core.settings.file import load
from ...core.trusted_time import is_time_trusted
from ...records.changes import ChangeKind, ChangeSource
from ...records.record_books import RecordRepositories
from .container_images import read_container_changes
from .file_edits import read_file_edits
from .package_logs import read_package_changes
from .reading import SourceReading, SourceUnreadableError
from .repository_commits import read_commit_changes
from .service_names import ServiceNameIndex
from .unit_restarts import read_unit_changes

log = logging.getLogger(__name__)

KEPT = timedelta(days=366)
Reader = Callable[[Mapping[str, Any], datetime], SourceReading]


class ChangeJournal:
    """Collects changes into ``book.changes``. ``package_logs`` is the folder of the package managers' logs.

    It starts programs and reads files: not for a thread that must not wait, and not inside a write.
    """

    def __init__(self, book: RecordRepositories, folder: DataFolder, package_logs: Path | None = None) -> None:
        self._book = book
        self._folder = folder
        self._package_logs = package_logs
        self._alone = threading.Lock()

    def collect(self, now: datetime) -> int:
        """Write down what changed since the last time; how many changes that were. What cannot be read is logged when
        it begins, and stands in ``book.changes.problems()``. Raises what a write raises, nothing else.
        """
        with self._alone:
            known = self._book.store.read(self._book.changes.sources).result()
            readings = {source: _read(source, reader, known, now) for source, reader in self._readers()}
            return self._book.store.write(lambda: self._write(readings, known, now)).result()

    def _write(self, readings: Mapping[str, SourceReading], known: Mapping[str, ChangeSource], now: datetime) -> int:
        changes = self._book.changes
        if is_time_trusted():
            changes.prune(now - KEPT)
        added = 0
        for source, reading in readings.items():
            added += changes.add(change for change in reading.changes if change.at >= now - KEPT)
            before = known.get(source)
            state = dict(reading.state) or (before.state if before else {})
            changes.put_source(source, state, reading.problem, now)
        return added

    def _readers(self) -> Iterator[tuple[str, Reader]]:
        """Each source with what reads it. Where services.toml cannot be read its units and containers are not asked
        for; the source of that file says so."""
        services_file = self._folder.services_file
        checks = _load_checks(services_file)
        names = ServiceNameIndex(checks or (), _own_addresses() if checks else ())
        yield "packages", partial(read_package_changes, names=names, folder=self._package_logs)
        if checks is not None:
            units = [check for check in checks if isinstance(check, UnitCheck)]
            containers = [check for check in checks if isinstance(check, ContainerCheck)]
            yield "units", partial(read_unit_changes, checks=units)
            yield "containers", partial(read_container_changes, checks=containers)
        yield "commits", partial(self._read_commits, names=names)
        yield "services", partial(read_file_edits, path=services_file, kind=ChangeKind.SERVICES)
        yield "settings", partial(read_file_edits, path=self._folder.settings_file, kind=ChangeKind.SETTINGS)

    def _read_commits(self, state: Mapping[str, Any], now: datetime, names: ServiceNameIndex) -> SourceReading:
        try:
            folders = load(self._folder.settings_file).repositories.folders
        except ClaudeOpsError as error:
            raise SourceUnreadableError(f"The repositories are not known: {error}") from error
        return read_commit_changes(state, now, folders, names)


def _read(source: str, reader: Reader, known: Mapping[str, ChangeSource], now: datetime) -> SourceReading:
    """One source. What cannot be read keeps its state, and is logged once, not every time."""
    before = known.get(source)
    try:
        reading = reader(before.state if before else {}, now)
    except (SourceUnreadableError, CannotRunError, OSError) as error:
        reading = SourceReading(problem=str(error) or "It cannot be read.")
    if reading.problem and (before is None or before.problem != reading.problem):
        log.warning("Changes (%s): %s", source, reading.problem)
    return reading


def _load_checks(path: Path) -> Sequence[Any] | None:
    """The checks of services.toml, () without the file, None where it cannot be read."""
    if not path.exists():
        return ()
    try:
        return load_usable_services(path).checks
    except ServicesError:
        return None


def _own_addresses() -> frozenset[str]:
    """The names and addresses of this machine."""
    found = {socket.gethostname(), socket.gethostname().partition(".")[0]}
    for addresses in psutil.net_if_addrs().values():
        found |= {address.address.partition("%")[0] for address in addresses}
    return frozenset(found)
