"""How many requests are taken in a minute: of everybody, of a token, and of an address that guesses tokens."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from threading import Lock

log = logging.getLogger(__name__)
WRONG_A_MINUTE = 20
MOST_ADDRESSES = 1000
MINUTE_S = 60.0


class RateLimit:
    """So many a minute."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._times: deque[float] = deque()

    def allows(self) -> bool:
        """Whether one more may be; it counts then."""
        now = time.monotonic()
        while self._times and self._times[0] < now - MINUTE_S:
            self._times.popleft()
        if len(self._times) >= self.number:
            return False
        self._times.append(now)
        return True


class KeyedRateLimit:
    """So many a minute for each key, such as a token's number. Remembers ``most`` keys: of more, the oldest goes."""

    def __init__(self, number: int, most: int = MOST_ADDRESSES) -> None:
        self.number = number
        self._most = most
        self._limits: OrderedDict[object, RateLimit] = OrderedDict()
        self._lock = Lock()

    def allows(self, key: object) -> bool:
        """Whether ``key`` may once more; it counts then."""
        with self._lock:
            limit = self._limits.setdefault(key, RateLimit(self.number))
            self._limits.move_to_end(key)
            if len(self._limits) > self._most:
                self._limits.popitem(last=False)
            return limit.allows()


class GuessLimit:
    """Requests with a wrong token: so many a minute from one address, and one line in the log for all of a minute.

    Addresses of one IPv6 network of 64 bits count as one: whoever has it has them all.
    """

    def __init__(self, number: int = WRONG_A_MINUTE) -> None:
        self._limit = KeyedRateLimit(number)
        self._lock = Lock()
        self._counted: dict[str, int] = {}
        self._since = 0.0

    def allows(self, address: str) -> bool:
        """Count one wrong token from ``address``; False where it is more than may be."""
        peer = network_of(address)
        with self._lock:
            now = time.monotonic()
            if now - self._since >= MINUTE_S:
                self._write_line()
                self._since = now
                log.warning("a request with a wrong token came from %s; more are counted for a minute", peer)
            else:
                known = peer if peer in self._counted or len(self._counted) < MOST_ADDRESSES else "others"
                self._counted[known] = self._counted.get(known, 0) + 1
        return self._limit.allows(peer)

    def close(self) -> None:
        """Write down what was counted last."""
        with self._lock:
            self._write_line()

    def _write_line(self) -> None:
        if self._counted:
            total = sum(self._counted.values())
            most = max(self._counted, key=lambda peer: self._counted[peer])
            log.warning(
                "%d more requests with a wrong token from %d addresses, most from %s (%d)",
                total, len(self._counted), most, self._counted[most],
            )  # fmt: skip
            self._counted.clear()


def network_of(address: str) -> str:
    """Return what counts as one sender: the address, or the first half of an IPv6 one."""
    from ipaddress import IPv6Address, IPv6Network

    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return address if found.is_loopback else str(IPv6Network((found, 64), strict=False))
