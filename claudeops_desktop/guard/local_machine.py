"""What this machine shows of a process or a compose project, without running anything: for telling what is meant."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from .lazy_regex import LazyRegex
from .service_names import plain_unit

if TYPE_CHECKING:
    from .compose_files import ComposeProject

MOST_BYTES = 256_000
MOST_PROCESSES = 5_000
_CONTAINED = LazyRegex(r"docker|containerd|libpod|kubepods|crio|lxc|machine\.slice|[0-9a-f]{64}")
_UNIT = LazyRegex(r"([^/]+\.service)(?:/|\Z)")


class ObservedProcess(NamedTuple):
    """A process: the units and names that it goes by, its command line, whether it runs in a container that this
    program does not run in."""

    names: tuple[str, ...]
    command: str
    contained: bool


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

    def compose_project(self, place: str, files: Sequence[str], *, above: bool) -> ComposeProject | None:
        """The project of these compose files, or the one that compose finds in a folder or ``above`` it; None where
        there is none."""
        from .compose_files import read_project

        return read_project(os.path.expanduser(place), [os.path.expanduser(path) for path in files], above=above)


def _read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):  # a name that no file can have
        return ""
