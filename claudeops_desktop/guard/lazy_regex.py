"""Regular expressions that are compiled when they are first needed: compiling all of them would cost the hook 30 ms."""

from __future__ import annotations

import re
from collections.abc import Callable


class LazyRegex:
    """As ``re.compile`` gives, later."""

    __slots__ = ("_compiled", "_flags", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    def _made(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self._flags)
        return self._compiled

    def match(self, text: str, at: int = 0) -> re.Match[str] | None:
        """At that place."""
        return self._made().match(text, at)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The whole text."""
        return self._made().fullmatch(text)

    def search(self, text: str) -> re.Match[str] | None:
        """Anywhere."""
        return self._made().search(text)

    def findall(self, text: str) -> list[str]:
        """All of them."""
        return self._made().findall(text)

    def sub(self, put: str | Callable[[re.Match[str]], str], text: str) -> str:
        """All of them replaced."""
        return self._made().sub(put, text)
