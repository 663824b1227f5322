"""Vectors of length 1, so that a product of two is their cosine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .types import Vectors


def scale_to_unit_length(rows: Vectors) -> Vectors:
    """Each row divided by its length; a row of zeros stays."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Vectors = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32, copy=False)
    return found
