"""Whether a failed check tells of the service or of this machine's own network. Pure.

A machine that has no way out, whose every other machine falls silent at once, or that can resolve no name says so once:
its checks of other machines measure nothing then.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

FEWEST_HOSTS = 3
"""So many other machines must be silent, and none answer, before the network of this one is thought to be down."""
_NO_ANSWER = ("no answer", "no route", "no network", "cannot be resolved", "cannot be reached", "did not end within")
_LOCAL_NAMES = ("localhost", "ip6-localhost", "")


def remote_host(check: Any) -> str:
    """The other machine that a check looks at; "" for one that looks at this machine only.

    ``resolution`` asks the network too: its host is the resolvers, "dns".
    """
    if check.check == "resolution":
        return "dns"
    for field in ("host", "address", "resolver"):
        if value := str(getattr(check, field, "") or ""):
            return "" if _is_local(value) else value.rpartition("@")[2].lower()
    url = str(getattr(check, "url", "") or "")
    host = urlsplit(url).hostname or "" if url else ""
    return "" if _is_local(host) else host.lower()


def is_silence(detail: str) -> bool:
    """Tell whether a failed check got no answer at all: a refusal comes from a machine that is there."""
    return any(sign in detail for sign in _NO_ANSWER)


def is_unresolved(detail: str) -> bool:
    """Tell whether a failed check found no address for the name of its host."""
    return "the name cannot be resolved" in detail


def is_name(host: str) -> bool:
    """Tell whether a host is given by a name, which has to be resolved. "dns" stands for the resolvers themselves."""
    return host != "dns" and not _is_address(host)


def _is_local(host: str) -> bool:
    if host.lower() in _LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0]).is_loopback
    except ValueError:
        return False


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return False
    return True


def all_silent(hosts: Mapping[str, bool]) -> bool:
    """Tell whether every other machine fell silent. ``hosts`` maps each to whether its last check got any answer."""
    return len(hosts) >= FEWEST_HOSTS and not any(hosts.values())
