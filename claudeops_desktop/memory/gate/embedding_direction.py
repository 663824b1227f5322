"""The direction in which a text lies in the built-in word model, for the weights of ``gate.doubt`` (E4).

Words that mean nearly the same have nearly the same direction, so a weight that was learned from one of them serves the
others, too. The model ships with the application: nothing is fetched.
"""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import TYPE_CHECKING

from ..embed.types import EmbeddingFault
from .normalize import NormalizedText

if TYPE_CHECKING:
    from ..embed.built_in import BuiltInEmbedder
    from ..embed.types import Vectors

log = logging.getLogger(__name__)


def direction(read: NormalizedText) -> Vectors | None:
    """A row of length 1 for a text; None where the model did not load, which is logged once."""
    model = _model()
    return None if model is None else model.embed([read.text if read.native.isascii() else read.native])[0]


def load() -> None:
    """Load the word model now, so that no text has to wait for it: some tenths of a second."""
    _model()


@lru_cache(maxsize=1)
def _model() -> BuiltInEmbedder | None:
    from ..embed import built_in

    try:
        return built_in.load()
    except EmbeddingFault as fault:
        log.warning("The gate judges by words alone. %s", fault)
        return None
