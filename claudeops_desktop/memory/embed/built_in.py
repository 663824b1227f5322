"""The built-in model: WordLlama, a static one that ships in its package (E8). No download, no network.

Its tokenizer lies beside it; the package's own default looks in another folder and would go to the network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .keeper import BUILT_IN
from .words import EmbeddingFault

if TYPE_CHECKING:
    from .words import Vectors


class BuiltIn:
    """A vector is the mean of the vectors of a text's tokens; a question weighs each word by how telling it is."""

    local = True

    def __init__(self, table: Any, tokenizer: Any, name: str = BUILT_IN) -> None:
        self._table = table
        self._tokenizer = tokenizer
        self.name = name
        self.size = int(table.shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text. One text after the other: the tokenizer's own threads do not survive a fork."""
        import numpy as np

        rows = np.zeros((len(texts), self.size), np.float32)
        for row, text in zip(rows, texts, strict=True):
            tokens = self._tokens(text)
            if tokens:
                self._table.take(tokens, axis=0).sum(axis=0, out=row)
        return of_length_one(rows)

    def question(self, text: str, weights: Mapping[str, float]) -> Vectors:
        """The weighted sum of its words; of the whole text where no word tells anything."""
        import numpy as np

        total = np.zeros((1, self.size), np.float32)
        for word, weight in weights.items():
            tokens = self._tokens(f" {word}")
            if tokens and weight > 0:
                total[0] += np.float32(weight) * self._table.take(tokens, axis=0).sum(axis=0)
        found: Vectors = of_length_one(total)[0] if total.any() else self.embed([text])[0]
        return found

    def _tokens(self, text: str) -> list[int]:
        last = self._table.shape[0] - 1
        return [min(token, last) for token in self._tokenizer.encode(text, add_special_tokens=False).ids]


@cache
def load() -> BuiltIn:
    """Load the model: about half a second, once a process. Raises EmbeddingFault."""
    try:
        import numpy as np
        import wordllama

        folder = Path(wordllama.__file__).parent
        model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
        return BuiltIn(np.ascontiguousarray(model.embedding, np.float32), model.tokenizer)
    except Exception as error:
        raise EmbeddingFault(
            f"The built-in embedding model did not load ({type(error).__name__}: {error}).",
            "Install the application again, or set embedding.kind to none: search then goes by keywords.",
        ) from error


def of_length_one(rows: Vectors) -> Vectors:
    """Each row divided by its length; a row of zeros stays."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Vectors = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32, copy=False)
    return found
