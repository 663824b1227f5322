"""clock: how far this machine's clock is off, or whether anything keeps it in time."""

from __future__ import annotations

import socket
import struct
import time

from ....core.kernel_time import is_synchronised
from ..measurement import CheckFinding, degraded, healthy, unknown
from ..models import ClockCheck
from .network import describe_connection_error

_TO_UNIX = 2_208_988_800  # seconds from 1900, where NTP begins, to 1970


def check_clock(service: ClockCheck) -> CheckFinding:
    """Degraded: off by more than ``warn_seconds``, or not kept in time. Urgent: by more than ``critical_seconds``."""
    if not service.server:
        return _kept()
    try:
        offset = _offset(service.server, service.port, service.timeout)
    except (OSError, ValueError) as error:
        return unknown(f"{service.server} does not tell the time: {describe_connection_error(error)}")
    detail = f"{abs(offset):.3f} s {'behind' if offset > 0 else 'ahead of'} {service.server}"
    if abs(offset) >= service.critical_seconds:
        return degraded(f"{detail}, at least {service.critical_seconds:g} s", urgent=True)
    if abs(offset) >= service.warn_seconds:
        return degraded(f"{detail}, at least {service.warn_seconds:g} s")
    return healthy(detail)


def _offset(server: str, port: int, timeout: float) -> float:
    """Seconds to add to our clock to have the server's (RFC 4330, the four timestamps). Raises OSError, ValueError."""
    family, kind, protocol, _, address = socket.getaddrinfo(server, port, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, kind, protocol) as link:
        link.settimeout(timeout)
        link.connect(address)
        sent = time.time()
        begun = time.monotonic()
        stamp = struct.pack("!II", int(sent + _TO_UNIX), int((sent % 1) * 2**32))
        link.send(b"\x23" + bytes(39) + stamp)
        answer = link.recv(512)
        back = sent + (time.monotonic() - begun)
    if len(answer) < 48 or answer[0] & 7 != 4 or answer[24:32] != stamp or not 1 <= answer[1] <= 15:
        raise ValueError("the answer is not the time")
    received, transmitted = _seconds(answer[32:40]), _seconds(answer[40:48])
    return ((received - sent) + (transmitted - back)) / 2


def _seconds(stamp: bytes) -> float:
    whole, part = struct.unpack("!II", stamp)
    if whole < 2**31:  # NTP's second era begins in 2036
        whole += 2**32
    return float(whole - _TO_UNIX + part / 2**32)


def _kept() -> CheckFinding:
    """Tell whether the kernel's clock is kept in time by anything, asked of the kernel itself."""
    kept = is_synchronised()
    if kept is None:
        return unknown("the kernel does not say whether the clock is synchronised; set server")
    return healthy("the clock is synchronised") if kept else degraded("no time synchronisation service is running")
