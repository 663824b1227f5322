"""Since when the process that listens on a port of this machine runs: whether an outage ended by a new start.

Asked once an outage is over, never at every check: all sockets of the machine are read for it.
"""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime
from urllib.parse import urlsplit

from .models import HttpCheck, Service, TcpCheck, TlsCheck


def listener_started_at(check: Service) -> datetime | None:
    """When the process behind a check of a loopback port was started; None where that cannot be told."""
    place = _place(check)
    if place is None or not _is_loopback(place[0]):
        return None
    import psutil

    try:
        listening = [one for one in psutil.net_connections("tcp") if one.status == psutil.CONN_LISTEN and one.laddr]
        pids = {one.pid for one in listening if one.pid and tuple(one.laddr)[1] == place[1]}
        return min((datetime.fromtimestamp(psutil.Process(pid).create_time(), UTC) for pid in pids), default=None)
    except (psutil.Error, OSError):
        return None


def _place(check: Service) -> tuple[str, int] | None:
    if isinstance(check, TcpCheck | TlsCheck):
        return check.address, check.port
    if isinstance(check, HttpCheck):
        url = urlsplit(check.url)
        return url.hostname or "", url.port or (443 if url.scheme == "https" else 80)
    return None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
