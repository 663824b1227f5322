"""tcp: a connection, and what the server says first."""

from __future__ import annotations

import socket
import time

from ..measurement import CheckFinding, ServiceStatus, degraded, down
from ..models import TcpCheck
from ..text import clean_line, milliseconds
from .network import connect, describe_connection_error

_READ_BYTES = 4096


def check_tcp(service: TcpCheck) -> CheckFinding:
    """Down: no connection. Degraded: another banner than expected, or slow."""
    start = time.perf_counter()
    try:
        with connect(service.address, service.port, service.timeout) as link:
            ms = (time.perf_counter() - start) * 1000
            if not service.expect_banner:
                return _answered(service, ms, "")
            banner = _banner(link, service.expect_banner.encode(), start + service.timeout)
    except (OSError, UnicodeError) as error:
        return down(f"{describe_connection_error(error)} at {service.target}")
    if service.expect_banner not in banner:
        said = f'it said "{clean_line(banner, 80)}"' if banner else "it said nothing"
        return degraded(f'connected, but without "{clean_line(service.expect_banner, 60)}": {said}')
    return _answered(service, ms, f', "{clean_line(banner, 80)}"')


def _answered(service: TcpCheck, ms: float, said: str) -> CheckFinding:
    slow = service.slow_ms is not None and ms > service.slow_ms
    detail = f"connected in {milliseconds(ms)}{said}" + (f", slower than {service.slow_ms:g} ms" if slow else "")
    return CheckFinding(ServiceStatus.DEGRADED if slow else ServiceStatus.HEALTHY, detail, response_ms=ms)


def _banner(link: socket.socket, wanted: bytes, deadline: float) -> str:
    said = bytearray()
    while wanted not in said and len(said) < _READ_BYTES:
        left = deadline - time.perf_counter()
        if left <= 0:
            break
        link.settimeout(left)
        try:
            chunk = link.recv(_READ_BYTES)
        except TimeoutError:
            break
        if not chunk:
            break
        said += chunk
    return said.decode(errors="replace")
