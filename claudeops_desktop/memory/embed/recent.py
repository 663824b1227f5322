"""Vectors of the texts that were asked for last: a fact is compared, and then kept, in the same words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .types import Vectors

__all__ = ["MOST", "RecentVectors"]

MOST = 512  # half a megabyte for the built-in model


class RecentVectors:
    """Asks a model for what it was not asked for lately. Any thread: what is remembered is replaced as a whole."""

    def __init__(self, make: Callable[[Sequence[str]], Vectors]) -> None:
        self._make = make
        self._recent: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text. Raises what the model raises."""
        recent = self._recent
        missing = [text for text in dict.fromkeys(texts) if text not in recent]
        if len(missing) == len(texts) > MOST // 2:  # an index that is being made: nobody asks for these again
            return self._make(texts)
        if missing:
            if len(recent) + len(missing) > MOST:
                recent = {text: recent[text] for text in texts if text in recent}
            self._recent = recent = recent | dict(zip(missing, self._make(missing), strict=True))
        if not texts:
            return self._make(texts)
        import numpy as np

        return np.stack([recent[text] for text in texts])
