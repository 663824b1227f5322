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
from typing import Any

from .graph import Edge

log = logging.getLogger(__name__)

FILE_NAMES = frozenset({"compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"})
COMMON_FOLDERS = ("~/docker", "~/compose", "~/containers", "~/services", "~/stacks", "/opt", "/srv", "/etc/compose")
MOST_FILES, MOST_FOLDERS, DEEPEST, LARGEST_BYTES = 200, 4_000, 4, 512_000
_SKIPPED = frozenset({"node_modules", "site-packages", "venv", "proc", "sys", "dev"})


@dataclass(frozen=True, slots=True)
class ComposeService:
    """A service of a compose file: its name there, the name of its container, and the names it needs."""

    name: str
    container: str
    needs: tuple[str, ...]


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
        services = {service.name: service for service in read_compose_file(path)}
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
            for name in sorted(FILE_NAMES.intersection(names)):
                yield Path(here) / name
                files += 1
            if files >= MOST_FILES or visited >= MOST_FOLDERS:
                log.info("looked at %d folders for compose files; the rest is left out", visited)
                return


def read_compose_file(path: Path) -> tuple[ComposeService, ...]:
    """The services of one file; none for one that cannot be read or is no compose file."""
    import yaml

    try:
        if path.stat().st_size > LARGEST_BYTES:
            return ()
        with path.open("rb") as file:
            table = yaml.load(file, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        log.info("%s is not read for dependencies: %s", path, error)
        return ()
    services = table.get("services") if isinstance(table, dict) else None
    if not isinstance(services, dict):
        return ()
    return tuple(_service(str(name), row) for name, row in services.items() if isinstance(row, dict))


def _service(name: str, row: dict[str, Any]) -> ComposeService:
    needs = [*_names(row.get("depends_on")), *(link.partition(":")[0] for link in _names(row.get("links")))]
    shared = row.get("network_mode")
    if isinstance(shared, str) and shared.startswith("service:"):
        needs.append(shared.removeprefix("service:"))
    return ComposeService(name, str(row.get("container_name") or ""), tuple(dict.fromkeys(needs)))


def _names(value: object) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list | dict) else []


def _watched(service: ComposeService, names: Sequence[str], containers: Mapping[str, str]) -> str | None:
    """The service that is watched under one of the names that compose gives it."""
    for called in (service.container, service.name):
        if called and called in containers:
            return containers[called]
    return next((called.lower() for called in (service.name, service.container) if called.lower() in names), None)
