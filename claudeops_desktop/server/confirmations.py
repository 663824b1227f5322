"""Codes for a second confirmation: for one answer to one question by one token, for two minutes, once."""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from threading import Lock

HOLDS_S = 120.0
MOST = 200

Subject = tuple[object, ...]


class ConfirmationCodes:
    """Codes that are out. They end with the process."""

    def __init__(self) -> None:
        self._out: OrderedDict[str, tuple[Subject, float]] = OrderedDict()
        self._lock = Lock()

    def make_code(self, subject: Subject) -> str:
        """A new code; an earlier one for the same is worth nothing."""
        with self._lock:
            for code in [code for code, (other, _) in self._out.items() if other == subject]:
                del self._out[code]
            made = secrets.token_urlsafe(16)
            self._out[made] = subject, time.monotonic() + HOLDS_S
            if len(self._out) > MOST:
                self._out.popitem(last=False)
            return made

    def use_code(self, code: str, subject: Subject) -> bool:
        """Whether a code is the one for this and still holds; it is worth nothing after."""
        with self._lock:
            known = next((each for each in self._out if hmac.compare_digest(each.encode(), code.encode())), None)
            if known is None:
                return False
            meant, until = self._out.pop(known)
            return meant == subject and time.monotonic() < until
