"""The services that are checked continuously: ``services.toml`` as it is now, or this machine where there is none."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.messages import UserMessage, join_messages, message_of
from ..records.service_edges import ServiceEdge
from ..topology.dependencies import dependency_warnings, load_graph
from ..topology.graph import ServiceGraph

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..agents.watch.services import ServicesFile

MOST_TOLD = 3
_Stamp = tuple[int, int, int] | None


class ServicesSource:
    """Reads the file again when it has changed. One that cannot be used leaves what was read before. Any thread.

    ``version`` counts the readings: whoever acts on changes compares it with the one that it acted on last, because the
    file may have been read again for somebody else.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._confirmed: tuple[ServiceEdge, ...] = ()
        self._stamp: _Stamp = (-1, -1, -1)
        self._graph: ServiceGraph | None = None
        self.services: ServicesFile | None = None
        self.problem = ""
        self.version = 0
        self._lock = threading.RLock()

    def refresh(self) -> int:
        """Read the file if it has changed. ``problem`` says what in it cannot be used. The version."""
        with self._lock:
            stamp = self._stamp_now()
            if stamp != self._stamp:
                self._read(stamp)
                self._stamp = stamp
                self.version += 1
            return self.version

    def _read(self, stamp: _Stamp) -> None:
        from ..agents.watch.services import ServicesError, default_services, load_usable_services

        try:
            found = default_services() if stamp is None else load_usable_services(self._path)
        except ServicesError as error:
            self.problem = join_messages(
                message_of(error), UserMessage("The services are checked as they were before.")
            )
            if self.services is None:
                self.services = default_services()
        else:
            said = [entry.problem for entry in found.invalid] + list(dependency_warnings(found.checks))
            self.problem = " ".join(said[:MOST_TOLD])
            self.services = found
        self._graph = None

    def take_edges(self, confirmed: Iterable[ServiceEdge]) -> None:
        """The dependencies that the operator confirmed."""
        found = tuple(confirmed)
        with self._lock:
            if found != self._confirmed:
                self._confirmed = found
                self._graph = None

    def graph(self) -> ServiceGraph:
        """What depends on what, by the file and by what the operator confirmed."""
        with self._lock:
            if self.services is None:
                self.refresh()
            if self._graph is None:
                self._graph = load_graph(self.services.checks if self.services is not None else (), self._confirmed)
            return self._graph

    def _stamp_now(self) -> _Stamp:
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino
