"""resolution: whether this machine can turn names into addresses, and whether its resolvers answer at all."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

from ....core.text_format import format_count
from ..measurement import CheckFinding, degraded, down, healthy
from ..models import ResolutionCheck
from ..text import milliseconds

RESOLV_CONF = Path("/etc/resolv.conf")


def check_resolution(service: ResolutionCheck) -> CheckFinding:
    """Down: none of the names resolves. Degraded: one does not, or no configured resolver answers.

    A machine without network keeps its own names and loses its resolvers: degraded, and the words say which.
    """
    start = time.perf_counter()
    failed = [name for name in service.names if not _resolves(name)]
    resolved = f"{', '.join(n for n in service.names if n not in failed)} resolved in {_since(start)}"
    if len(failed) == len(service.names):
        return down(f"{', '.join(failed)} cannot be resolved")
    if failed:
        return degraded(f"{', '.join(failed)} cannot be resolved; {resolved}")
    if not service.resolvers:
        return healthy(resolved)
    servers = _configured()
    if not servers:
        return healthy(f"{resolved}; no resolver is configured")
    start = time.perf_counter()
    answering = [server for server in servers if _answers(server, service.timeout / (len(servers) + 1))]
    if not answering:
        return degraded(f"{resolved}, but no resolver answers ({', '.join(servers)})")
    silent = [server for server in servers if server not in answering]
    if silent:
        return degraded(f"{resolved}; no answer from the resolver {', '.join(silent)}")
    return healthy(f"{resolved}; {format_count(len(servers), 'resolver')} answering in {_since(start)}")


def is_resolver_working() -> bool:
    """Tell whether a configured resolver finds the root's name servers, within about a second."""
    return any(_answers(server, 1.0, needs_success=True) for server in _configured()[:1])


def _since(start: float) -> str:
    return milliseconds((time.perf_counter() - start) * 1000)


def _resolves(name: str) -> bool:
    try:
        return bool(socket.getaddrinfo(name, None))
    except (OSError, UnicodeError):
        return False


def _configured() -> list[str]:
    """The name servers of resolv.conf, in order, without repetition."""
    try:
        lines = RESOLV_CONF.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    words = [line.split() for line in lines]
    return list(dict.fromkeys(row[1] for row in words if len(row) > 1 and row[0] == "nameserver"))


def _answers(server: str, timeout: float, port: int = 53, *, needs_success: bool = False) -> bool:
    """Tell whether a resolver says anything at all when asked for the root's name servers. Even a refusal
    will do, unless the question ``needs_success``."""
    number = os.urandom(2)
    question = number + b"\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00" + b"\x00\x00\x02\x00\x01"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(server, port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind, protocol) as link:
            link.settimeout(timeout)
            link.connect(address)
            link.send(question)
            answer = link.recv(4096)
            return answer[:2] == number and not (needs_success and (len(answer) < 4 or answer[3] & 0x0F))
    except OSError:
        return False
