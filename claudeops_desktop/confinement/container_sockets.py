"""Finds the sockets at which Docker and Podman answer on this machine, where their clients look for them."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

_UNIX = "unix://"


class ContainerSocket(NamedTuple):
    """Names a socket of a container engine by the path that its clients use, in the host and in a session alike."""

    path: str

    @property
    def door(self) -> str:
        """Return the name of the file in the session's folder ``door`` that stands for it. It is short, as addresses of
        sockets are limited to 107 bytes."""
        return f"engine-{blake2b(os.fsencode(self.path), digest_size=6).hexdigest()}.sock"


def find_upstreams(environ: Mapping[str, str]) -> tuple[ContainerSocket, ...]:
    """Return the sockets that are there: those which variables and contexts of Docker name, and the usual places."""
    found = []
    for asked in _candidates(environ):
        folder, name = os.path.split(os.path.normpath(asked))
        real = os.path.realpath(asked)
        # A link in /run is missing in a session, whose /run is its own; one elsewhere leads to the real place there.
        linked = os.path.join(os.path.realpath(folder), name)
        for path in (real, linked) if linked.startswith("/run/") else (real,):
            if _is_socket(path) and path not in found:
                found.append(path)
    return tuple(map(ContainerSocket, found))


def _candidates(environ: Mapping[str, str]) -> Iterator[str]:
    for variable in ("DOCKER_HOST", "CONTAINER_HOST"):
        yield from _path_of(environ.get(variable, ""))
    if os.path.isabs(run := environ.get("XDG_RUNTIME_DIR", "")):
        yield from (f"{run}/docker.sock", f"{run}/podman/podman.sock")
    yield from ("/run/docker.sock", "/var/run/docker.sock", "/run/podman/podman.sock")
    home = environ.get("HOME", "")
    folder = environ.get("DOCKER_CONFIG") or os.path.join(home, ".docker")
    yield from _of_contexts(os.path.join(folder, "contexts", "meta"))


def _of_contexts(folder: str) -> Iterator[str]:
    try:
        entries = sorted(os.listdir(folder))
    except OSError:
        return
    for entry in entries:
        try:
            with open(os.path.join(folder, entry, "meta.json"), encoding="utf-8") as file:
                host = json.load(file)["Endpoints"]["docker"]["Host"]
        except (OSError, ValueError, KeyError, TypeError):
            continue  # its client says what is wrong with it
        if isinstance(host, str):
            yield from _path_of(host)


def _path_of(host: str) -> Iterator[str]:
    path = host.removeprefix(_UNIX)
    if host.startswith(_UNIX) and os.path.isabs(path) and "\0" not in path:
        yield path


def _is_socket(path: str) -> bool:
    try:
        return stat.S_ISSOCK(os.stat(path).st_mode)
    except OSError:
        return False
