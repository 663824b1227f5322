"""Progress of long work: one line on stderr that rewrites itself, and only where somebody looks."""

from __future__ import annotations

import sys
from typing import Protocol


class WorkProgress(Protocol):
    """How far something is."""

    @property
    def what(self) -> str:
        """Reads as "Packing logs"."""

    @property
    def done(self) -> int:
        """Of ``total``, which is 0 where nobody knows."""

    @property
    def total(self) -> int:
        """All of it."""


class ProgressLine:
    """Call it with each step; leave it (``with``) to clear the line."""

    def __init__(self) -> None:
        self._said = ""
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._said:
            print("\r" + " " * len(self._said) + "\r", end="", file=sys.stderr, flush=True)

    def __call__(self, progress: WorkProgress) -> None:
        """Say how far it is, where that reads differently from before."""
        if not self._shown:
            return
        percent = f" {100 * progress.done // progress.total} %" if progress.total else " …"
        line = f"{progress.what}{percent}"
        if line != self._said:
            print(f"\r{line:<{len(self._said)}}", end="", file=sys.stderr, flush=True)
            self._said = line
