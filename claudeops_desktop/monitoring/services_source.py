"""The services that are checked continuously: ``services.toml`` as it is now, or this machine where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..topology.graph import ServiceGraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..agents.watch.services import ServicesFile

MOST_TOLD = 3
_Stamp = tuple[int, int, int] | None


class ServicesSource:
    """Reads the file again when it has changed. One that cannot be used leaves what was read before.

    ``confirmed`` gives the edges that do not stand in the file, as (dependent, dependency).
    """

    def __init__(self, path: Path, confirmed: Callable[[], Iterable[tuple[str, str]]] = tuple) -> None:
        self._path = path
        self._confirmed = confirmed
        self._stamp: _Stamp = (-1, -1, -1)
        self._graph: ServiceGraph | None = None
        self.services: ServicesFile | None = None
        self.problem = ""

    def refresh(self) -> bool:
        """Whether the file has changed since the last call. ``problem`` says what in it cannot be used."""
        stamp = self._stamp_now()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        from ..agents.watch.services import ServicesError, default_services, load_usable_services

        try:
            found = default_services() if stamp is None else load_usable_services(self._path)
        except ServicesError as error:
            self.problem = f"{error} The services are checked as they were before."
            if self.services is None:
                self.services = default_services()
        else:
            self.problem = " ".join(entry.problem for entry in found.invalid[:MOST_TOLD])
            self.services = found
        self._graph = None
        return True

    def forget_edges(self) -> None:
        """The edges that were confirmed have changed."""
        self._graph = None

    def graph(self) -> ServiceGraph:
        """What depends on what, by the file and by what the operator confirmed."""
        if self.services is None:
            self.refresh()
        if self._graph is None:
            checks = self.services.checks if self.services is not None else ()
            edges = {(check.name, other) for check in checks for other in check.depends_on}
            self._graph = ServiceGraph.from_edges([*edges, *self._confirmed()], (check.name for check in checks))
        return self._graph

    def _stamp_now(self) -> _Stamp:
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino
