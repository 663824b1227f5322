"""The built-in sentence model for the search by meaning: loaded when first used, forgotten when nobody uses it.

It reads whole sentences, in milliseconds a text: too slow for a write, where the static model serves (``built_in``).
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from ...core.messages import UserMessage
from ...core.paths import bundled_path
from .blas_threads import one_blas_thread
from .types import SENTENCES, load_fault

if TYPE_CHECKING:
    from .sentence_model import SentenceModel
    from .types import Vectors

FILE = ("resources", "models", f"{SENTENCES}.npz")
SIZE = 384
IDLE_S = 300.0  # then its 76 MB are given back; loading it again takes a quarter of a second


class SentenceEmbedder:
    """The model behind its file. Any thread."""

    name, size = SENTENCES, SIZE
    local = False
    reads = True

    def __init__(self, file: Path | None = None, idle_s: float = IDLE_S) -> None:
        self._file, self._idle_s = file, idle_s
        self._lock = threading.Lock()
        self._model: SentenceModel | None = None
        self._used = 0.0
        self._timer: threading.Timer | None = None

    @property
    def is_loaded(self) -> bool:
        """Tell whether an answer would not have to wait for the model to load."""
        return self._model is not None

    def load(self) -> SentenceModel:
        """Return the model, loaded now where it is not. Raises EmbeddingFault."""
        with self._lock:
            if self._model is None:
                self._model = self._read()
            self._used = monotonic()
            if self._timer is None:
                self._watch()
            return self._model

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text. Raises EmbeddingFault."""
        model = self.load()
        with one_blas_thread():
            return model.embed(texts)

    def question(self, text: str, weights: Mapping[str, float]) -> Vectors:
        """Return the vector of a question: the model reads it whole and needs no weights. Raises EmbeddingFault."""
        found: Vectors = self.embed([text])[0]
        return found

    def _read(self) -> SentenceModel:
        try:
            from .sentence_model import SentenceModel

            return SentenceModel(self._file or bundled_path(*FILE))
        except Exception as error:
            remedy = UserMessage("Install the application again. Until then, words and graph serve.")
            raise load_fault(SENTENCES, error, remedy) from error

    def _watch(self) -> None:
        self._timer = threading.Timer(max(0.0, self._used + self._idle_s - monotonic()), self._forget_idle)
        self._timer.daemon = True
        self._timer.name = "sentence-model-idle"
        self._timer.start()

    def _forget_idle(self) -> None:
        with self._lock:
            if monotonic() - self._used < self._idle_s:
                self._watch()
            else:
                self._model = self._timer = None
                _return_memory()


def _return_memory() -> None:
    """Have the C library give freed memory back to the system: by itself, glibc keeps all of the model's."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


@cache
def sentence_embedder() -> SentenceEmbedder:
    """Return the one of this process. Nothing is loaded for it."""
    return SentenceEmbedder()
