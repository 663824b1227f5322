"""Dependencies that compose files state: ``depends_on``, ``links`` and ``network_mode: service:…``.

The files are looked for in the known repositories and where people keep them. What is read is data of a stranger:
bounded in number, size and depth, and a file that is none is left out.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..guard.compose_files import FILE_NAMES, ComposeService, read_services
from .graph import Edge

log = logging.getLogger(__name__)

COMMON_FOLDERS = ("~/docker", "~/compose", "~/containers", "~/services", "~/stacks", "/opt", "/srv", "/etc/compose")
MOST_FILES, MOST_FOLDERS, DEEPEST = 200, 4_000, 4
_SKIPPED = frozenset({"node_modules", "site-packages", "venv", "proc", "sys", "dev"})


@dataclass(frozen=True, slots=True)
class ComposeEdge:
    """An edge between two services that are watched, and the file that states it."""

    edge: Edge
    path: Path

    @property
    def evidence(self) -> str:
        """What speaks for it, as a sentence."""
        return f"{self.path} says so."


def propose_from_compose(
    folders: Iterable[Path], names: Sequence[str], containers: Mapping[str, str]
) -> tuple[ComposeEdge, ...]:
    """The edges of all compose files below these folders, each once. ``names`` are the services that are watched,
    ``containers`` the service by the name of the container that its check looks at. Reads files."""
    found: dict[Edge, ComposeEdge] = {}
    for path in find_compose_files(folders):
        services = {service.name: service for service in read_services(str(path))}
        watched = {name: _watched(service, names, containers) for name, service in services.items()}
        for service in services.values():
            for needed in service.needs:
                start, end = watched[service.name], watched.get(needed)
                if start and end and start != end:
                    found.setdefault((start, end), ComposeEdge((start, end), path))
    return tuple(found[edge] for edge in sorted(found))


def common_folders() -> tuple[Path, ...]:
    """Where people keep compose files, as far as it exists here."""
    every = (Path(name).expanduser() for name in COMMON_FOLDERS)
    return tuple(folder for folder in every if folder.is_dir())


def find_compose_files(folders: Iterable[Path]) -> Iterator[Path]:
    """The compose files below these folders, links to folders not followed; no more than MOST_FILES."""
    files = visited = 0
    for folder in dict.fromkeys(folders):
        base = len(folder.parts)
        for here, below, names in os.walk(folder):
            visited += 1
            deep = len(Path(here).parts) - base >= DEEPEST
            below[:] = [] if deep else sorted(b for b in below if not b.startswith(".") and b not in _SKIPPED)
            for name in sorted(set(FILE_NAMES).intersection(names)):
                yield Path(here) / name
                files += 1
            if files >= MOST_FILES or visited >= MOST_FOLDERS:
                log.info("looked at %d folders for compose files; the rest is left out", visited)
                return


def _watched(service: ComposeService, names: Sequence[str], containers: Mapping[str, str]) -> str | None:
    """The service that is watched under one of the names that compose gives it."""
    for called in (service.container, service.name):
        if called and called in containers:
            return containers[called]
    return next((called.lower() for called in (service.name, service.container) if called.lower() in names), None)
