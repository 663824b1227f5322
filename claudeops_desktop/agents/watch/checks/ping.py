"""ping: echoes of a host, by a datagram socket that needs no privilege, or else by the ``ping`` program.

Linux lets a user send echoes where net.ipv4.ping_group_range holds one of their groups (icmp(7)).
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import struct
import sys
import time
from dataclasses import dataclass, field
from statistics import median

from ..measurement import CheckFinding, ServiceStatus, down
from ..models import PingCheck
from ..programs import CannotRunError, ProgramHost
from ..text import milliseconds
from .network import ResolvedAddress, describe_address_error, describe_connection_error, resolve_addresses

SPACING_S = 0.2
_REST_S = 1.0  # once an echo has come, the others are waited for this long at least
_FAMILIES = {"auto": socket.AF_UNSPEC, "ipv4": socket.AF_INET, "ipv6": socket.AF_INET6}
_COUNTS = re.compile(r"(\d+) packets transmitted, (\d+) (?:packets )?received")
_TIMES = re.compile(r"min/avg/max\S* = [\d.]+/([\d.]+)/")
_NOT_ALLOWED = (
    'this user may not send pings; run sysctl -w net.ipv4.ping_group_range="0 2147483647" as root,'
    " or install the program ping"
)


@dataclass(slots=True)
class EchoCount:
    """How many echoes were asked for, and the times (ms) of those that came."""

    sent: int = 0
    times: list[float] = field(default_factory=list)

    @property
    def lost(self) -> float:
        """The share that did not come, in percent."""
        return 100 * (1 - len(self.times) / self.sent) if self.sent else 100.0


def check_ping(service: PingCheck) -> CheckFinding:
    """Down: no echo from any address. Degraded: more lost than ``warn_loss`` percent, or slow. Unknown: not allowed."""
    try:
        found = resolve_addresses(service.address, 0, socket.SOCK_DGRAM, _FAMILIES[service.family])
    except (OSError, UnicodeError) as error:
        return down(f"{describe_connection_error(error)} at {service.target}")
    deadline = time.monotonic() + service.timeout
    failed: dict[str, str] = {}
    for number, one in enumerate(found):
        share = max(0.1, (deadline - time.monotonic()) / (len(found) - number))
        try:
            echoes = ask_for_echoes(one, service.count, share)
        except OSError as error:
            failed[one.host] = describe_address_error(error)
            continue
        if echoes.times:
            return _judge(service, echoes, one.host if len(found) > 1 else "")
        failed[one.host] = "no answer"
    if len(failed) == 1:
        return down(f"{next(iter(failed.values()))} from {service.target}")
    return down(f"none of {len(failed)} addresses answers ({', '.join(f'{h}: {why}' for h, why in failed.items())})")


def ask_for_echoes(one: ResolvedAddress, count: int, timeout: float) -> EchoCount:
    """Echoes of one address, within ``timeout`` seconds. Raises OSError, CannotRunError where it is not allowed."""
    protocol = socket.IPPROTO_ICMP if one.family == socket.AF_INET else socket.IPPROTO_ICMPV6
    try:
        link = socket.socket(one.family, socket.SOCK_DGRAM, protocol)
    except PermissionError:
        return _by_program(one, count, timeout)
    with link:
        link.connect(one.address)
        return exchange_echoes(link, one.family, count, timeout)


def exchange_echoes(link: socket.socket, family: int, count: int, timeout: float) -> EchoCount:
    """Send echo requests a moment apart, and take in the replies until all came or the time is over."""
    echoes = EchoCount()
    begun = time.monotonic()
    deadline = begun + timeout
    sent_at: dict[int, float] = {}
    cookie = os.urandom(8)
    while True:
        now = time.monotonic()
        next_at = begun + echoes.sent * SPACING_S
        if echoes.sent < count and now >= next_at:
            link.send(build_request(family, echoes.sent, cookie))
            sent_at[echoes.sent] = time.monotonic()
            echoes.sent += 1
            continue
        until = next_at if echoes.sent < count else deadline
        if echoes.sent >= count:
            if not sent_at:
                return echoes
            if echoes.times:
                until = min(until, max(sent_at.values()) + max(_REST_S, 4 * max(echoes.times) / 1000))
        until = min(until, deadline)
        if now >= until:
            return echoes
        link.settimeout(until - now)
        try:
            number = read_reply(family, link.recv(2048), cookie)
        except TimeoutError:
            continue
        if number in sent_at:
            echoes.times.append((time.monotonic() - sent_at.pop(number)) * 1000)


def build_request(family: int, number: int, cookie: bytes) -> bytes:
    """An echo request (RFC 792, RFC 4443). The kernel fills in the identifier, and the checksum of ICMPv6."""
    kind = 8 if family == socket.AF_INET else 128
    packet = struct.pack("!BBHHH", kind, 0, 0, 0, number) + cookie
    words = struct.unpack(f"!{len(packet) // 2}H", packet)
    total = sum(words)
    total = (total >> 16) + (total & 0xFFFF)
    return packet[:2] + struct.pack("!H", ~(total + (total >> 16)) & 0xFFFF) + packet[4:]


def read_reply(family: int, packet: bytes, cookie: bytes) -> int:
    """The number of the request that a reply answers; -1 for what is no reply to one of ours."""
    if family == socket.AF_INET and sys.platform == "darwin":
        packet = packet[(packet[0] & 15) * 4 :]  # the IP header comes along there
    kind = 0 if family == socket.AF_INET else 129
    if len(packet) < 8 + len(cookie) or packet[0] != kind or packet[8 : 8 + len(cookie)] != cookie:
        return -1
    return int(struct.unpack("!H", packet[6:8])[0])


def _by_program(one: ResolvedAddress, count: int, timeout: float) -> EchoCount:
    if shutil.which("ping") is None:
        raise CannotRunError(_NOT_ALLOWED)
    limit = max(1, round(timeout))
    argv = ["ping", "-n", "-c", str(count), "-i", str(SPACING_S), "-w", str(limit), one.host]
    done = ProgramHost(timeout=timeout + 2).run(argv)
    counts, times = _COUNTS.search(done.out), _TIMES.search(done.out)
    if counts is None:
        words = done.err.lower()
        if "not permitted" in words or "permission" in words or "lacking privilege" in words:
            raise CannotRunError(_NOT_ALLOWED)
        if "unreachable" in words:
            raise OSError("no network leads there")
        raise CannotRunError(f"ping cannot be used: {done.first_output_line}")
    sent, came = int(counts[1]), int(counts[2])
    return EchoCount(sent, [float(times[1]) if times else 0.0] * min(sent, came))


def _judge(service: PingCheck, echoes: EchoCount, host: str) -> CheckFinding:
    ms = median(echoes.times)
    detail = f"answered in {milliseconds(ms) if ms >= 1 else f'{ms:.2f} ms'}" + (f" by {host}" if host else "")
    if len(echoes.times) < echoes.sent:
        lost = echoes.sent - len(echoes.times)
        detail += f", {lost} of {echoes.sent} packets lost ({echoes.lost:.0f}%)"
    status = ServiceStatus.HEALTHY
    if echoes.lost > service.warn_loss:
        status, detail = ServiceStatus.DEGRADED, f"{detail}, more than {service.warn_loss:g}%"
    if service.slow_ms is not None and ms > service.slow_ms:
        status, detail = ServiceStatus.DEGRADED, f"{detail}, slower than {service.slow_ms:g} ms"
    return CheckFinding(status, detail, response_ms=ms)
