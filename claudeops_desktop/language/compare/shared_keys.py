"""How much a text shares with each of many others, by an index of the stems and meanings that they hold."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from claudeops_desktop.language.claims.sentence_reading import REMEMBERED, read
from claudeops_desktop.language.words.tokens import LONGEST


class SharedKeyIndex:
    """The keys of texts that a text was compared with, kept until there are ``REMEMBERED``."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._places: dict[str, int] = {}
        self._sizes = array("d")
        self._holding: dict[str | int, array[int]] = {}  # key → places of the texts that hold it

    def shares(self, new: str, olds: Sequence[str]) -> NDArray[np.float64]:
        """The number of keys that ``new`` shares with each of ``olds``, divided by those of both and one more."""
        keys = read(new[:LONGEST]).keys
        with self._lock:
            at = self._find(olds)
            sizes = np.array(self._sizes)
            shared = np.zeros(len(sizes))
            for key in keys & self._holding.keys():
                shared[np.array(self._holding[key], np.intp)] += 1
        found: NDArray[np.float64] = shared[at] / (len(keys) + 1 + sizes[at])
        return found

    def keep(self, texts: Sequence[str]) -> None:
        """Read texts now that others are compared with later."""
        with self._lock:
            self._find(texts)

    def _find(self, texts: Sequence[str]) -> NDArray[np.intp]:
        if len(self._places) > REMEMBERED:
            self._clear()
        known = self._places
        return np.array([known[text] if text in known else self._add(text) for text in texts], np.intp)

    def _add(self, text: str) -> int:
        place = self._places[text] = len(self._places)
        keys = read(text[:LONGEST]).keys
        self._sizes.append(len(keys))
        for key in keys:
            self._holding.setdefault(key, array("q")).append(place)
        return place
