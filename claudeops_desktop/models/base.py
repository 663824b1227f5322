"""What a model is to the rest of the application."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..core.errors import EnvironmentFault


class ModelFault(EnvironmentFault):
    """The model did not answer, or not as asked: a time-out, no endpoint, an answer that is not the schema's."""


class UnreadableAnswer(ModelFault):
    """An answer that is not the document that was asked for: ``text`` is what the model said, for who can read another
    form of it; ``cost_usd`` what it cost all the same."""

    def __init__(self, sentence: str, text: str, cost_usd: float = 0.0) -> None:
        super().__init__(sentence)
        self.text = text
        self.cost_usd = cost_usd


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What a model said. ``data`` is the parsed document where a schema was given, else None."""

    text: str
    data: Any
    model: str
    cost_usd: float = 0.0
    duration_ms: float = 0.0


class LanguageModel(Protocol):
    """Somebody to ask. Waits: never on the GUI thread, never inside ``store.write``."""

    @property
    def name(self) -> str:
        """How the model is called in records."""

    def ask(
        self, prompt: str, *, system: str = "", schema: Mapping[str, Any] | None = None, timeout_s: float | None = None
    ) -> ModelAnswer:
        """Ask once. With a schema, ``Answer.data`` holds a document that fits it. Raises ModelFault."""
