"""What turns a text into numbers, to the rest of memory (E8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from ...core.errors import EnvironmentFault, OperatorError
from ...core.messages import UserMessage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]


BUILT_IN = "wordllama-l2-256"  # the static model that is shipped: microseconds a text
SENTENCES = "all-MiniLM-L6-v2-int8"  # the sentence model that is shipped: milliseconds a text


class EmbeddingFault(EnvironmentFault):
    """The model did not load, or its endpoint did not answer as asked: search goes on by keywords and graph."""


def load_fault(model: str, error: Exception, remedy: str) -> EmbeddingFault:
    """Return the fault of a model that did not load."""
    kind = type(error).__name__
    said = UserMessage(
        "The embedding model {model} did not load ({name}: {error}).", model=model, name=kind, error=error
    )
    return EmbeddingFault(said, remedy)


class EmbeddingMissing(OperatorError):
    """The model that the settings name is not there; the remedy says how to get it."""


class TextEmbedder(Protocol):
    """One model. Waits where ``local`` is False: never on the GUI thread, never inside ``store.write`` then."""

    @property
    def name(self) -> str:
        """How the model is called beside each vector: another name means that they cannot be compared."""

    @property
    def size(self) -> int:
        """Numbers in a vector; 0 where it is known only after the first answer."""

    @property
    def local(self) -> bool:
        """Tell whether it answers within a millisecond or so, without a network."""

    @property
    def reads(self) -> bool:
        """Tell whether it reads whole sentences, so that it may see an answer that shares no word with the question."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of float32 for each text, of length 1; zeros where a text says nothing. Raises EmbeddingFault."""

    def question(self, text: str, weights: Mapping[str, float]) -> Vectors:
        """A question as one vector of length 1. ``weights`` are its words with how telling each is among what is known;
        a model that reads whole sentences need not heed them. Raises EmbeddingFault.
        """
