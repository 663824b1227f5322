"""udp: a datagram to a port, and what comes back.

UDP has no connection, so that silence says little: a port where nobody listens is told by ICMP, unless a firewall drops
it; a service that listens need not answer what it does not understand.
"""

from __future__ import annotations

import socket
import time

from ..measurement import CheckFinding, ServiceStatus, degraded, down
from ..models import UdpCheck
from ..text import clean_line, milliseconds
from .network import ResolvedAddress, describe_address_error, describe_connection_error, resolve_addresses

_QUIET_S = 2.0  # where no answer is needed, a refusal is waited for this long


def check_udp(service: UdpCheck) -> CheckFinding:
    """Down: the port is closed (ICMP), or no answer where one is expected. Degraded: another answer, or slow.

    Silence where no answer is expected is what ``silence`` says: unknown, healthy or down.
    """
    try:
        found = resolve_addresses(service.address, service.port, socket.SOCK_DGRAM)
    except (OSError, UnicodeError) as error:
        return down(f"{describe_connection_error(error)} at {service.target}")
    deadline = time.monotonic() + service.timeout
    failed: dict[str, str] = {}
    silent = False
    for number, one in enumerate(found):
        share = max(0.05, (deadline - time.monotonic()) / (len(found) - number))
        if not service.wanted and service.silence != "down":
            share = min(share, _QUIET_S)
        try:
            answer, ms = _ask(one, service.payload, share)
        except TimeoutError:
            silent = True
            failed[one.host] = "no answer"
        except OSError as error:
            closed = isinstance(error, ConnectionRefusedError)
            failed[one.host] = "the port is closed" if closed else describe_address_error(error)
        else:
            return _judge(service, answer, ms)
    return _without_answer(service, failed, silent=silent)


def _ask(one: ResolvedAddress, payload: bytes, timeout: float) -> tuple[bytes, float]:
    with socket.socket(one.family, socket.SOCK_DGRAM) as link:
        link.settimeout(timeout)
        link.connect(one.address)  # so that only its answers are heard, and its ICMP too
        start = time.perf_counter()
        link.send(payload)
        return link.recv(65535), (time.perf_counter() - start) * 1000


def _judge(service: UdpCheck, answer: bytes, ms: float) -> CheckFinding:
    if service.wanted and service.wanted not in answer:
        wanted = service.expect_hex or f'"{clean_line(service.expect, 60)}"'
        return degraded(f"answered in {milliseconds(ms)}, but without {wanted}: {_shown(answer)}")
    detail = f"answered in {milliseconds(ms)}: {_shown(answer)}"
    if service.slow_ms is not None and ms > service.slow_ms:
        return CheckFinding(ServiceStatus.DEGRADED, f"{detail}, slower than {service.slow_ms:g} ms", response_ms=ms)
    return CheckFinding(ServiceStatus.HEALTHY, detail, response_ms=ms)


def _without_answer(service: UdpCheck, failed: dict[str, str], *, silent: bool) -> CheckFinding:
    if len(failed) == 1:
        said = f"{next(iter(failed.values()))} at {service.target}"
    else:
        each = ", ".join(f"{host}: {why}" for host, why in failed.items())
        said = f"none of {len(failed)} addresses answers at {service.target} ({each})"
    if service.wanted or not silent:
        return down(said)
    status = ServiceStatus(service.silence)
    hint = "; set expect to need an answer, or silence to say what none means" if service.silence == "unknown" else ""
    return CheckFinding(status, said + hint)


def _shown(answer: bytes) -> str:
    """An answer for reading: as text where it is text, else its first bytes."""
    try:
        text = answer.decode()
    except UnicodeDecodeError:
        text = ""
    if text and text.isprintable():
        return f'"{clean_line(text, 60)}"'
    return f"{len(answer)} bytes ({answer[:12].hex(' ')}{' …' if len(answer) > 12 else ''})"
