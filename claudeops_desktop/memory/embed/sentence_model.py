"""The sentence model all-MiniLM-L6-v2, computed with NumPy from one file: no download, no network.

A BERT encoder of six layers; a text's vector is the mean of those of its tokens. The file, which holds the tokenizer
too, is made by ``packaging/convert_sentence_model.py``. The matrices are stored in 8 bits: those of the layers become
float32 when the model is loaded, rows of the word table when they are used.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from .unit_length import scale_to_unit_length

Floats = NDArray[np.float32]
HEADS = 12
MOST_TOKENS = 256  # of a text; the model was not trained with more, and what follows is left out
BATCH_TOKENS = 512  # the widest matrix then takes 3 MB; larger batches were no faster
_EPSILON = np.float32(1e-12)  # added to a variance, as in BERT


class LinearLayer(NamedTuple):
    """A matrix (in, out), and what is added to the product (out)."""

    weight: Floats
    bias: Floats

    def apply(self, rows: Floats) -> Floats:
        """Multiply rows (tokens, in) to (tokens, out)."""
        product: Floats = rows @ self.weight
        return product + self.bias


class LayerNorm(NamedTuple):
    """What the numbers of a normalized row are multiplied by, and what is added to them."""

    scale: Floats
    shift: Floats

    def apply(self, rows: Floats) -> Floats:
        """Bring each row to mean 0 and variance 1, then scale and shift it."""
        centred: Floats = rows - rows.mean(axis=-1, keepdims=True)
        centred /= np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + _EPSILON)
        return centred * self.scale + self.shift


class EncoderLayer(NamedTuple):
    """Self-attention and a feed-forward network, each with a residual connection and a norm."""

    attention_input: LinearLayer  # queries, keys and values side by side
    attention_output: LinearLayer
    attention_norm: LayerNorm
    wider: LinearLayer
    narrower: LinearLayer
    output_norm: LayerNorm

    def apply(self, state: Floats, mask: Floats) -> Floats:
        """Pass (texts, tokens, size) through. ``mask`` (texts, 1, 1, tokens) is added to the scores of attention."""
        texts, tokens, size = state.shape
        rows = state.reshape(-1, size)
        split = self.attention_input.apply(rows).reshape(texts, tokens, 3, HEADS, size // HEADS)
        query, key, value = np.ascontiguousarray(split.transpose(2, 0, 3, 1, 4))  # each (texts, heads, tokens, numbers)
        shares = softmax(query @ key.swapaxes(2, 3) / np.float32(math.sqrt(size // HEADS)) + mask)
        attended = (shares @ value).swapaxes(1, 2).reshape(-1, size)
        rows = self.attention_norm.apply(rows + self.attention_output.apply(attended))
        return self.output_norm.apply(rows + self.narrower.apply(gelu(self.wider.apply(rows)))).reshape(state.shape)


class SentenceModel:
    """Turns texts into vectors of length 1. Any thread."""

    def __init__(self, file: Path) -> None:
        """Load weights and tokenizer. Raises OSError, and for a file that is damaged or another one ValueError,
        KeyError or BadZipFile."""
        with file.open("rb") as content, np.load(content, allow_pickle=False) as stored:
            found = {name: stored[name] for name in stored.files}
        self.name = str(found["name"])
        self._tokenizer = Tokenizer.from_str(found["tokenizer"].tobytes().decode())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._words, self._word_scales = found["words"], found["words.scale"]
        self._positions: Floats = found["positions"].astype(np.float32)
        self._start = LayerNorm(found["start.scale"], found["start.shift"])
        self._layers = [_read_layer(found, number) for number in range(len(found["attend"]))]
        self.size = int(self._words.shape[1])

    def embed(self, texts: Sequence[str]) -> Floats:
        """Return one row a text; texts of like length are computed together."""
        tokens = [self._tokenizer.encode(text).ids for text in texts]  # one by one: its threads do not survive a fork
        vectors = np.zeros((len(texts), self.size), np.float32)
        for numbers in batch_by_length([len(each) for each in tokens]):
            vectors[numbers] = self._encode([tokens[number] for number in numbers])
        return vectors

    def _encode(self, texts: Sequence[Sequence[int]]) -> Floats:
        lengths = np.array([[len(text)] for text in texts])
        present = np.arange(lengths.max()) < lengths
        tokens = np.zeros(present.shape, np.int64)
        tokens[present] = np.concatenate(texts)
        words = self._words[tokens].astype(np.float32) * self._word_scales[tokens, 0, None]
        state = self._start.apply(words + self._positions[: present.shape[1]])
        mask = np.where(present, np.float32(0), np.float32(-1e9))[:, None, None, :]
        for layer in self._layers:
            state = layer.apply(state, mask)
        total: Floats = np.einsum("btn,bt->bn", state, present.astype(np.float32))
        return scale_to_unit_length(total)  # the mean has the same direction


def batch_by_length(lengths: Sequence[int], most: int = BATCH_TOKENS) -> Iterator[list[int]]:
    """Yield the numbers of texts of like length, longest first: padded, a batch is ``most`` tokens or one text."""
    left = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)
    while left:
        size = max(1, most // max(1, lengths[left[0]]))
        yield left[:size]
        del left[:size]


def softmax(scores: Floats) -> Floats:
    """Return scores as shares of 1 along the last axis."""
    shares: Floats = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    return shares


def gelu(values: Floats) -> Floats:
    """Return x * Phi(x). The error function is Abramowitz and Stegun 7.1.26, off by less than 1e-6."""
    size = np.abs(values) * np.float32(math.sqrt(0.5))
    step = 1 / (1 + np.float32(0.3275911) * size)
    tail = np.full_like(step, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail *= step
        tail += np.float32(factor)
    tail *= step * np.exp(-size * size) * np.float32(0.5)  # the part of the normal distribution beyond |x|
    return values * np.where(values < 0, tail, 1 - tail)


def _read_layer(found: Mapping[str, NDArray[Any]], number: int) -> EncoderLayer:
    def linear(name: str) -> LinearLayer:
        weight = found[name][number].astype(np.float32) * found[f"{name}.scale"][number]
        return LinearLayer(weight, found[f"{name}.bias"][number])

    def norm(name: str) -> LayerNorm:
        return LayerNorm(found[f"{name}.scale"][number], found[f"{name}.shift"][number])

    attention = linear("attend"), linear("attended"), norm("after_attention")
    return EncoderLayer(*attention, linear("widen"), linear("narrow"), norm("after_widening"))
