"""What this machine shows of a process or a compose project, without running anything: for telling what is meant."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .lazy_regex import LazyRegex
from .service_names import plain_unit

MOST_BYTES = 256_000
MOST_PROCESSES = 5_000
_COMPOSE_FILES = ("compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml")
_CONTAINED = LazyRegex(r"docker|containerd|libpod|kubepods|crio|lxc|machine\.slice|[0-9a-f]{64}")
_UNIT = LazyRegex(r"([^/]+\.service)(?:/|\Z)")
_TOP_NAME = LazyRegex(r"^name:\s*[\"']?([A-Za-z0-9][\w-]*)", re.MULTILINE)
_CONTAINER_NAME = LazyRegex(r"\s+container_name:\s*[\"']?([\w.-]+)")
_PROJECT_VARIABLE = LazyRegex(r"^\s*(?:export\s+)?COMPOSE_PROJECT_NAME\s*=\s*[\"']?([\w-]+)", re.MULTILINE)


class ObservedProcess(NamedTuple):
    """A process: the units and names that it goes by, its command line, whether it runs in a container that this
    program does not run in."""

    names: tuple[str, ...]
    command: str
    contained: bool


class ComposeFile(NamedTuple):
    """What a compose file says: the project, its services, and those that have a container's name of their own."""

    project: str
    services: tuple[str, ...]
    container_names: tuple[tuple[str, str], ...]

    @property
    def containers(self) -> tuple[str, ...]:
        """The names that containers are given."""
        return tuple(name for _, name in self.container_names)

    def container_of(self, service: str) -> str:
        """The container's name of a service, "" where it has none of its own."""
        return dict(self.container_names).get(service, "")


class LocalMachine:
    """Reads ``/proc`` and compose files. Never raises: what cannot be read is not known. What runs is read once."""

    def __init__(self) -> None:
        self._seen: dict[bool, dict[str, tuple[str, str]]] = {}

    def process_name(self, pid: str) -> str:
        """The name of the process under that number, "" where nothing runs under it."""
        return _read(f"/proc/{pid}/comm").strip()

    def process(self, pid: str) -> ObservedProcess | None:
        """What runs under that number; None where nothing does, or it is not to be seen."""
        name, groups = self.process_name(pid), _read(f"/proc/{pid}/cgroup")
        if not name:
            return None
        words = [word for word in _read(f"/proc/{pid}/cmdline").split("\0") if word]
        units = [plain_unit(unit) for unit in _UNIT.findall(groups) if not unit.startswith("user@")]
        title = re.match(r"([\w.-]+):", words[0]) if words else None  # “nginx: master process”
        program = title[1] if title else (os.path.basename(words[0].partition(" ")[0]) if words else "")
        names = (*reversed(units), name.lower(), program.lower())
        contained = bool(_CONTAINED.search(groups)) and groups != _read("/proc/self/cgroup")
        return ObservedProcess(tuple(dict.fromkeys(each for each in names if each)), " ".join(words), contained)

    def processes(self, matches: Callable[[str], bool], *, whole: bool) -> Iterator[ObservedProcess]:
        """The processes whose name, or ``whole`` command line, matches, without this program."""
        for number, (name, command) in self._running(whole).items():
            if matches(command if whole else name) and (seen := self.process(number)) is not None:
                yield seen

    def _running(self, whole: bool) -> dict[str, tuple[str, str]]:
        """Names and command lines by number, read once; only what is asked for is read."""
        if whole not in self._seen:
            try:
                numbers = [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
            except OSError:
                numbers = []
            file = "cmdline" if whole else "comm"
            texts = {number: _read(f"/proc/{number}/{file}") for number in numbers[:MOST_PROCESSES]}
            self._seen[whole] = {
                number: ("" if whole else text.strip(), text.replace("\0", " ").strip() if whole else "")
                for number, text in texts.items()
            }
        return self._seen[whole]

    def compose_project(self, place: str, *, above: bool) -> ComposeFile | None:
        """The project that compose finds in a folder, or in one ``above`` it; None where there is none."""
        folder = os.path.expanduser(place)
        while os.path.isabs(folder):
            for name in _COMPOSE_FILES:
                if os.path.isfile(os.path.join(folder, name)):
                    return _compose_file(os.path.join(folder, name), folder)
            if not above or folder == os.path.dirname(folder):
                break
            folder = os.path.dirname(folder)
        return None


def _compose_file(path: str, folder: str) -> ComposeFile | None:
    text = _read(path)
    if not text or len(text) >= MOST_BYTES or re.search(r"^\s*(?:include|extends):", text, re.MULTILINE):
        return None  # other files take part in it
    services, named = _services(text)
    if not services:
        return None
    variable = _PROJECT_VARIABLE.search(_read(os.path.join(folder, ".env")))
    name = _TOP_NAME.search(text)
    project = variable[1] if variable else (name[1] if name else os.path.basename(folder.rstrip("/")))
    return ComposeFile(re.sub(r"[^a-z0-9_-]", "", project.lower()).lstrip("_-"), tuple(services), tuple(named))


def _services(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The services that a file names, by their indentation: reading all of YAML would take too long."""
    services: list[str] = []
    named: list[tuple[str, str]] = []
    inside, indent = False, ""
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line[0].isspace():
            inside = bool(re.match(r"[\"']?services[\"']?\s*:\s*(?:#.*)?\Z", line))
            continue
        if not inside:
            continue
        blank = line[: len(line) - len(line.lstrip())]
        indent = indent or blank
        if blank == indent and (found := re.match(r"[\"']?([\w.-]+)[\"']?\s*:", line.strip())):
            services.append(found[1].lower())
        elif services and (container := _CONTAINER_NAME.match(line)):
            named.append((services[-1], container[1].lower()))
    return services, named


def _read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):  # a name that no file can have
        return ""
