"""What is on this machine: files, systemd units and containers, as the auditor asks for them (C8). Reads the disk and
may start a program: not on a GUI thread.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

PathState = Literal["there", "missing", "unknown"]
UNIT_FOLDERS = ("etc/systemd/system", "run/systemd/system", "run/systemd/generator", "usr/local/lib/systemd/system",
                "lib/systemd/system", "usr/lib/systemd/system", "etc/systemd/user", "usr/lib/systemd/user")  # fmt: skip
LIST_S = 5.0
_DEEP = 2  # folders: that /etc is there says nothing of a file that another machine has in it


def _own_name() -> str:
    return socket.gethostname().split(".")[0].lower()


@dataclass
class MachineReader:
    """One machine, seen from ``root``. ``host`` is its name; ``containers`` are given where they are known already."""

    root: Path = Path("/")
    host: str = field(default_factory=_own_name)
    containers: Sequence[str] | None = None

    def path_state(self, path: str) -> PathState:
        """Tell whether a path is there. It is missing only where the folder that should hold it, or one above that is
        deep enough to be this machine's own, can be read; else nobody knows."""
        wanted = self.root / path.lstrip("/")
        try:
            wanted.lstat()
        except PermissionError:
            return "unknown"
        except (OSError, ValueError):
            return "missing" if self.nearest(path) else "unknown"
        return "there"

    def nearest(self, path: str) -> str:
        """The nearest folder above a missing path that is there and can be read; "" where it is too near to the root to
        say anything."""
        above = Path("/" + path.lstrip("/")).parent
        while len(above.parts) > _DEEP:
            place = self.root / str(above).lstrip("/")
            if place.is_dir() and os.access(place, os.R_OK | os.X_OK):
                return str(above)
            if place.exists():
                return ""
            above = above.parent
        return ""

    def unit_state(self, unit: str) -> PathState:
        """Tell whether systemd knows a unit by its file; a template serves for its instances."""
        if not self._units:
            return "unknown"
        stem, _, ending = unit.rpartition(".")
        template = f"{stem.partition('@')[0]}@.{ending}" if "@" in stem else unit
        return "there" if unit in self._units or template in self._units else "missing"

    def container_state(self, name: str) -> PathState:
        """Tell whether there is a container of that name, running or not."""
        known = self._containers
        if known is None:
            return "unknown"
        return "there" if any(name == one or one.strip("/") == name for one in known) else "missing"

    @cached_property
    def unit_folders(self) -> tuple[str, ...]:
        """The folders of units that are there."""
        return tuple(f"/{folder}" for folder in UNIT_FOLDERS if (self.root / folder).is_dir())

    @cached_property
    def _units(self) -> frozenset[str]:
        found = set[str]()
        for folder in self.unit_folders:
            try:
                found.update(one.name for one in (self.root / folder.lstrip("/")).iterdir() if "." in one.name)
            except OSError:
                continue
        return frozenset(found)

    @cached_property
    def _containers(self) -> tuple[str, ...] | None:
        """All containers; None where nobody can be asked, so that silence is never taken for an answer."""
        if self.containers is not None:
            return tuple(self.containers)
        found, asked = list[str](), False
        for program in ("docker", "podman"):
            path = shutil.which(program)
            if path is None:
                continue
            try:
                done = subprocess.run(
                    [path, "ps", "-a", "--format", "{{.Names}}"], capture_output=True, text=True, timeout=LIST_S,
                    check=False, stdin=subprocess.DEVNULL,
                )  # fmt: skip
            except (OSError, subprocess.TimeoutExpired):
                return None
            if done.returncode != 0:
                return None
            asked = True
            found += done.stdout.split()
        return tuple(found) if asked else None
