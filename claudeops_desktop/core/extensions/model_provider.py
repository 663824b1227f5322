"""What a model provider is: somebody that helps memory to draw facts and to word questions (``model.kind``)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """The settings of the model: its name and address ("" where none is set), and seconds to wait for an answer."""

    name: str
    url: str
    timeout_s: float
    environ: Mapping[str, str]


class ModelProvider(ABC):
    """One kind of model."""

    name: str
    """The value of ``model.kind``: lower-case letters, digits and ``-``."""
    title: str

    @abstractmethod
    def open_model(self, request: ModelRequest) -> Any:
        """A ``models.base.LanguageModel``: ``name``, and ``ask(prompt, system=, schema=, timeout_s=)`` that returns a
        ``ModelAnswer`` or raises ``ModelFault``. The cap of the day is kept by the application."""
