"""The built-in model: WordLlama, a static one that ships in its package (E8). No download, no network.

Its weights and its tokenizer are read from where the package lies: its own loader looks for the tokenizer in another
folder and would go to the network.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.messages import UserMessage
from .recent import RecentVectors
from .types import BUILT_IN, load_fault
from .unit_length import scale_to_unit_length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .types import Vectors

WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")
_REMEMBERED = 8_192  # words with their vectors: 8 MB


class BuiltInEmbedder:
    """A vector is the mean of the vectors of a text's tokens; a question weighs each word by how telling it is."""

    local = True
    reads = False

    def __init__(self, table: Any, tokenizer: Any, name: str = BUILT_IN) -> None:
        self._table = table
        self._tokenizer = tokenizer
        self.name = name
        self.size = int(table.shape[1])
        self._words: dict[str, Vectors] = {}
        self._recent = RecentVectors(self._embed)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text. One text after the other: the tokenizer's own threads do not survive a fork."""
        return self._recent.embed(texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        rows = np.zeros((len(texts), self.size), np.float32)
        for row, text in zip(rows, texts, strict=True):
            tokens = self._tokens(text)
            if tokens:
                self._table.take(tokens, axis=0).sum(axis=0, out=row)
        return scale_to_unit_length(rows)

    def question(self, text: str, weights: Mapping[str, float]) -> Vectors:
        """The weighted sum of its words; of the whole text where no word tells anything."""
        import numpy as np

        total = np.zeros((1, self.size), np.float32)
        for word, weight in weights.items():
            tokens = self._tokens(f" {word}")
            if tokens and weight > 0:
                total[0] += np.float32(weight) * self._table.take(tokens, axis=0).sum(axis=0)
        found: Vectors = scale_to_unit_length(total)[0] if total.any() else self.embed([text])[0]
        return found

    def words(self, words: Sequence[str]) -> tuple[Vectors, Vectors]:
        """Each word's direction (one row of length 1 a word), and how much each says: the length of its vector."""
        import numpy as np

        rows = np.stack([self._word(word) for word in words]) if words else np.zeros((0, self.size), np.float32)
        return scale_to_unit_length(rows), np.linalg.norm(rows, axis=1)

    def _word(self, word: str) -> Vectors:
        found = self._words.get(word)
        if found is None:
            found = self._table.take(self._tokens(word), axis=0).sum(axis=0)
            if len(self._words) >= _REMEMBERED:
                self._words.clear()
            self._words[word] = found
        return found

    def _tokens(self, text: str) -> list[int]:
        last = self._table.shape[0] - 1
        return [min(token, last) for token in self._tokenizer.encode(text, add_special_tokens=False).ids]


@cache
def load() -> BuiltInEmbedder:
    """Load the model: about a tenth of a second, once a process. Raises EmbeddingFault."""
    try:
        import numpy as np
        from tokenizers import Tokenizer

        folder = _folder()
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return BuiltInEmbedder(_table((folder / WEIGHTS).read_bytes()).astype(np.float32), tokenizer)
    except Exception as error:
        remedy = UserMessage(
            "Install the application again, or set embedding.kind to none: search then goes by keywords."
        )
        raise load_fault(BUILT_IN, error, remedy) from error


def _folder() -> Path:
    """Where the package lies. It is not imported: that takes half a second, and it brings in what is imported on other
    threads at the same time, which Python then shows half made.
    """
    found = importlib.util.find_spec("wordllama")
    if found is not None and found.origin:
        return Path(found.origin).parent
    return Path(getattr(sys, "_MEIPASS", "")) / "wordllama"


def _table(content: bytes) -> NDArray[Any]:
    """The one matrix of a safetensors file: the length of its header, the header in JSON, the numbers."""
    import json

    import numpy as np

    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    (found,) = (tensor for name, tensor in header.items() if name != "__metadata__")
    start, end = found["data_offsets"]
    kind = {"F16": np.float16, "F32": np.float32}[found["dtype"]]
    return np.frombuffer(content[8 + length :][start:end], kind).reshape(found["shape"])
