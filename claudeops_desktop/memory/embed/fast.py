"""A fastembed model: better vectors, an extra of its own, and a download when a model is first used (E8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .words import EmbeddingFault, EmbeddingMissing

if TYPE_CHECKING:
    from .words import Vectors

DEFAULT_MODEL = "BAAI/bge-small-en-v1.5"


class FastEmbed:
    """A sentence model on the processor."""

    local = False  # some milliseconds a text: not inside a write
    reads = True

    def __init__(self, model: Any, name: str) -> None:
        self._model = model
        self.name = f"fastembed:{name}"
        self.size = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text, as a passage."""
        return self._rows(lambda: self._model.passage_embed(list(texts)), len(texts))

    def question(self, text: str, weights: Mapping[str, float]) -> Vectors:
        """The question as the model wants questions; it reads the sentence whole and needs no weights."""
        found: Vectors = self._rows(lambda: self._model.query_embed([text]), 1)[0]
        return found

    def _rows(self, ask: Any, number: int) -> Vectors:
        import numpy as np

        from .built_in import of_length_one

        try:
            rows = np.asarray(list(ask()), np.float32)
        except Exception as error:
            raise EmbeddingFault(f"The model {self.name} failed ({type(error).__name__}: {error}).") from error
        if number and (rows.ndim != 2 or len(rows) != number):
            raise EmbeddingFault(f"The model {self.name} gave {rows.shape} for {number} texts.")
        self.size = int(rows.shape[1]) if number else self.size
        return of_length_one(rows) if number else np.zeros((0, self.size), np.float32)


def load(name: str, cache_dir: Path | None = None) -> FastEmbed:
    """Load a model by its name; the first time it is downloaded. Raises EmbeddingMissing or EmbeddingFault."""
    try:
        from fastembed import TextEmbedding
    except ImportError as error:
        raise EmbeddingMissing(
            "Embeddings by fastembed need an extra that is not installed.",
            "Install it with `pip install 'claudeops-desktop[fastembed]'`, or set embedding.kind to wordllama.",
        ) from error
    name = name or DEFAULT_MODEL
    try:
        return FastEmbed(TextEmbedding(name, cache_dir=str(cache_dir) if cache_dir else None), name)
    except Exception as error:
        raise EmbeddingFault(
            f"The fastembed model {name} did not load ({type(error).__name__}: {error}).",
            "Check its name and the network: a model is downloaded when it is first used.",
        ) from error
