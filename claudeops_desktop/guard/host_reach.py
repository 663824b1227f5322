"""What of the host a container or a description reaches: files, devices, processes, privileges (S14, class *host*)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .lazy_regex import LazyRegex
from .shell_types import PLAIN, UNSEEN, ShellWord

FLAGS = (
    "--privileged --rootfs --pid: --ipc: --net: --network: --userns: --uts: --cgroupns: --cap-add: --device: "
    "--device-cgroup-rule: --device-read-bps: --device-write-bps: --security-opt: --volumes-from: --cgroup-parent: "
    "--runtime: --sysctl: --rm --init -t -i -d --mount-add: --host-add: --use-api-socket"
)
"""Options of ``run`` that this module judges, beside those that only name the container."""
_ALWAYS = frozenset(
    "--privileged --rootfs --cap-add --device --device-cgroup-rule --volumes-from --cgroup-parent --runtime "
    "--sysctl --use-api-socket".split()
)
_NAMESPACES = frozenset("--pid --ipc --net --network --userns --uts --cgroupns".split())
_VOLUMES = frozenset(("-v", "--volume"))
_MOUNTS = frozenset(("--mount", "--mount-add"))
_SYSTEM = LazyRegex(
    r"/(?:\Z|(?:bin|boot|dev|etc|home|lib\w*|proc|root|run|s?bin|sys|usr|var|tmp|mnt|media|snap)(?:/|\Z)|srv\Z|opt\Z|data\Z)"
)
"""Folders that belong to the machine, or hold those of everybody."""
_FOREIGN = LazyRegex(
    r"(?:-\Z|/dev/(?:stdin|fd/)|(?:https?|ftp|git|ssh|oci|s3|file|gs)(?:\+\w+)?:|git@|github\.com/|(?:/var)?/tmp/|/dev/shm/)"
)
_PRIVILEGED = LazyRegex(
    r"privileged|hostPID|hostIPC|hostNetwork|hostPath|hostUsers|SYS_ADMIN|capabilities|serviceAccount|procMount|docker\.sock",
    re.I,
)


def reaches_host(given: Iterable[tuple[str, str]]) -> str:
    """Why the options of ``docker run`` or ``docker service create`` reach the host, "" where they do not."""
    for name, value in given:
        if value in ("false", "=false") and name.startswith("--"):
            continue
        if name in _ALWAYS:
            return f"It runs a container with {name}."
        if name in _NAMESPACES and (value == "host" or value.startswith(("container:", "ns:")) or UNSEEN in value):
            return f"It shares {name.removeprefix('--')} with the host or with another container."
        if name == "--security-opt" and not value.startswith("no-new-privileges"):
            return "It loosens what keeps a container apart."
        if name in _VOLUMES and _binds(value):
            return f"It puts {_shown(value.partition(':')[0])} of the host into a container."
        if name in _MOUNTS and _mounts(value):
            return "It puts a folder of the host into a container."
    return ""


def _binds(value: str) -> bool:
    """``/srv/media:/media:ro`` is a folder of data that is only read; anything else of the host counts."""
    source, colon, rest = value.partition(":")
    if UNSEEN in source or PLAIN in source:
        return True
    if not colon or source[:1] not in ("/", "~", "."):
        return False  # a volume by name, or one without a name
    return "ro" not in rest.rpartition(":")[2].split(",") or _is_system(source)


def _mounts(value: str) -> bool:
    fields = [field.partition("=") for field in value.split(",")]
    kind = next((text for name, _, text in fields if name == "type"), "volume")
    if UNSEEN in value or any(name in ("volume-opt", "bind-propagation") for name, _, _ in fields):
        return True
    source = next((text for name, _, text in fields if name in ("src", "source")), "")
    if kind in ("tmpfs", "image", "npipe") or (kind == "volume" and source[:1] not in ("/", "~", ".")):
        return False
    reads = any(name in ("readonly", "ro") and text in ("", "true", "1") for name, _, text in fields)
    return not reads or _is_system(source)


def _is_system(path: str) -> bool:
    return path[:1] != "/" or "/.." in path or bool(_SYSTEM.match(path)) or path.endswith(".sock")


def is_foreign(text: str) -> bool:
    """Tell whether a description comes from an address, from standard input or from a folder where anybody may
    write."""
    return UNSEEN in text or bool(_FOREIGN.match(text))


def asks_for_privileges(text: str) -> bool:
    """Tell whether a patch or an override in JSON or YAML asks for the host, or cannot be seen."""
    return UNSEEN in text or bool(_PRIVILEGED.search(text))


def scales_to_nothing(words: Sequence[ShellWord]) -> bool:
    """Tell whether a number of copies is set to 0: ``--replicas=0``, ``web=0``, ``count 0``."""
    texts = [word.text for word in words]
    if any(
        re.search(
            r"(?:\A--?[\w-]*(?:replicas|replicacount|count|capacity|size|instances|scale)|\A[\w.:/-]+)=0\Z", t, re.I
        )
        for t in texts
    ):
        return True
    return any(text == "0" for text in texts) or any('"replicas":0' in text.replace(" ", "") for text in texts)


def _shown(text: str) -> str:
    return "a folder" if UNSEEN in text or PLAIN in text else text
