"""Which services a package, a unit, a container or a path is about. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

_LOOPBACK = frozenset({"", "localhost", "127.0.0.1", "::1", "[::1]", "0.0.0.0"})  # noqa: S104 — compared, not bound
_WORD = re.compile(r"[a-z0-9][a-z0-9_.+-]*")
_VERSION = re.compile(r"[-_.]?\d[\d.]*$")
_PARTS = ("-common", "-server", "-core", "-bin", "-full", "-light", "-base", "-ce", "-daemon")
_MOST = 3  # a change that would concern more services than these concerns the machine
# Programs whose packages, processes and units have several names.
_FAMILIES = {
    "postgresql": ("postgres", "postgresql", "pgsql", "psql"),
    "redis": ("redis", "redis-server", "valkey", "valkey-server"),
    "apache": ("apache", "apache2", "httpd"),
    "mysql": ("mysql", "mysqld", "mariadb", "mariadbd"),
    "openssh": ("ssh", "sshd", "openssh"),
    "docker": ("docker", "dockerd", "docker.io", "moby-engine", "containerd", "containerd.io"),
    "bind": ("bind", "bind9", "named"),
    "samba": ("samba", "smbd", "nmbd"),
    "postfix": ("postfix",),
    "alertmanager": ("alertmanager", "prometheus-alertmanager"),
    "node-exporter": ("node-exporter", "node_exporter", "prometheus-node-exporter"),
}
_FAMILY = {word: family for family, words in _FAMILIES.items() for word in words}
_PORTS = {5432: "postgresql", 3306: "mysql", 6379: "redis", 1883: "mosquitto", 11211: "memcached", 27017: "mongodb"}


class ServiceNameIndex:
    """The services of ``services.toml`` by what they may be called.

    ``own_addresses`` are the names and addresses of this machine: what is checked elsewhere has nothing to do with the
    packages that are installed here.
    """

    def __init__(self, checks: Iterable[Any], own_addresses: Collection[str] = ()) -> None:
        here = _LOOPBACK | {address.lower() for address in own_addresses}
        self._names: set[str] = set()
        self._families: dict[str, set[str]] = {}
        for check in checks:
            self._names.add(check.name)
            if getattr(check, "host", "") or _address(check) not in here:
                continue
            for word in _words_of(check):
                self._families.setdefault(find_family(word), set()).add(check.name)

    @property
    def names(self) -> frozenset[str]:
        """The names of all services."""
        return frozenset(self._names)

    def of_package(self, package: str) -> tuple[str, ...]:
        """The services on this machine that are that program, () for none."""
        return _few(self._families.get(find_family(package), ()))

    def of_paths(self, paths: Iterable[str], words: str = "") -> tuple[str, ...]:
        """The services that folders, file names or the words of a sentence name outright, () for none."""
        said = {part for path in paths for part in _path_words(path)} | set(_WORD.findall(words.lower()))
        return _few(name for name in self._names if name in said)


def find_family(word: str) -> str:
    """The program behind a name: ``postgresql-15``, ``postgres`` and ``postgresql@15-main`` are postgresql."""
    text = word.strip().lower().partition("@")[0].removesuffix(".service")
    if text in _FAMILY:
        return _FAMILY[text]
    plain = _VERSION.sub("", text) or text
    for part in _PARTS:
        plain = plain.removesuffix(part)
    plain = _VERSION.sub("", plain) or plain
    return _FAMILY.get(plain, plain)


def _words_of(check: Any) -> set[str]:
    fields = ("name", "label", "unit", "container", "process")
    words = {str(getattr(check, field, "") or "") for field in fields}
    words |= {
        part for field in ("name", "container") for part in re.split(r"[-_]", str(getattr(check, field, "") or ""))
    }
    command = getattr(check, "command", ())
    port = getattr(check, "port", None)
    if port in _PORTS:
        words.add(_PORTS[port])
    if command:
        words.add(str(command[0]).rpartition("/")[2])
    return {word for word in words if len(word) > 1}


def _address(check: Any) -> str:
    from urllib.parse import urlsplit

    url = str(getattr(check, "url", "") or "")
    if not url:
        return str(getattr(check, "address", "") or "").lower()
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return url


def _path_words(path: str) -> set[str]:
    found: set[str] = set()
    for part in path.lower().split("/"):
        found |= {part, part.split(".")[0]}
    return found


def _few(names: Iterable[str]) -> tuple[str, ...]:
    found = tuple(sorted(set(names)))
    return found if len(found) <= _MOST else ()
