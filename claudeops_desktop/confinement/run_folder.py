"""Chooses what of ``/run`` a session sees: files and states of services, and no socket but those that are named.

A read-only view holds no ``connect()`` back, and the sockets there are those by which a machine is ruled. So the folder
is empty in a session, and what can be read without asking anybody is shown again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

RUN = Path("/run")
_WHOLE = (
    *("log", "udev/data", "udev/rules.d", "mount", "lock/lvm", "resolvconf", "initramfs", "motd.d", "blkid", "mdadm"),
    *("systemd/system", "systemd/transient", "systemd/generator", "systemd/generator.early", "systemd/generator.late"),
    *("systemd/units", "systemd/seats", "systemd/sessions", "systemd/users", "systemd/machines", "systemd/network"),
    *("systemd/netif", "systemd/timesync", "systemd/unit-root", "tmpfiles.d", "sysctl.d", "modprobe.d"),
)
_NEVER = ("credentials", "secrets", "secrets.d", "agenix", "agenix.d", "user", "keys", "keyring", "sudo", "claudeops")
MOST_FILES = 500
DATABASE_SOCKETS = ("postgresql", "mysqld", "mariadb", "redis", "valkey", "memcached", "nscd")
"""Folders of sockets of programs whose reading stays with the guard, and of the cache of names of users."""


def shown_of_run(run: Path = RUN) -> Iterator[Path]:
    """Name what is shown again of ``/run``: folders that hold no sockets, regular files down to the second level, and
    the sockets of databases."""
    whole = [run / name for name in _WHOLE if _is_folder(run / name)]
    yield from whole
    yield from (run / name for name in DATABASE_SOCKETS if _is_folder(run / name))
    left = MOST_FILES
    for path in _files(run):
        if left and not any(path.is_relative_to(folder) for folder in whole):
            left -= 1
            yield path


def _files(run: Path) -> Iterator[Path]:
    for entry in _entries(run):
        if entry.name in _NEVER or entry.name in DATABASE_SOCKETS:
            continue
        if _is_folder(Path(entry.path)):
            yield from (Path(inner.path) for inner in _entries(Path(entry.path)) if _is_file(Path(inner.path)))
        elif _is_file(Path(entry.path)):
            yield Path(entry.path)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:
        return []


def _is_folder(path: Path) -> bool:
    return _kind(path) == stat.S_IFDIR


def _is_file(path: Path) -> bool:
    return _kind(path) == stat.S_IFREG


def _kind(path: Path) -> int:
    """Return the kind of what lies at a path, links not followed; 0 where it is not to be seen."""
    try:
        return stat.S_IFMT(path.lstat().st_mode)
    except OSError:
        return 0
