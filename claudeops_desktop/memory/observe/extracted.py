"""Who draws the facts, and how an answer is kept in a step so that a model is paid once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import orjson

from ...paths import DataFolder
from ...settings import Settings
from ..extract.words import Extraction, Extractor, Segment
from ..fact import ExtractedFact

if TYPE_CHECKING:
    from ...llm.model import Model


def rules(services: Iterable[str] = ()) -> Extractor:
    """The extractor that needs no model and costs nothing; it knows these names of services."""
    from ..extract.rules import RulesExtractor

    return RulesExtractor(services)


def chosen_model(settings: Settings, folder: DataFolder, environ: Mapping[str, str]) -> Extractor | None:
    """The extractor that asks a model, None where the settings leave it to the rules or no model is set."""
    if settings.memory.extractor != "model":
        return None
    from ...llm.choose import choose_model
    from ..extract.by_model import ModelExtractor

    model: Model | None = choose_model(settings, folder, environ)
    return ModelExtractor(model) if model is not None else None


def as_kept(extraction: Extraction) -> dict[str, Any]:
    """An extraction as JSON, for the step's result."""
    kept: dict[str, Any] = orjson.loads(orjson.dumps(extraction))
    return kept


def from_kept(kept: Mapping[str, Any]) -> Extraction:
    """The extraction that a step recorded."""
    return Extraction(
        tuple(
            Segment(segment["narrative"], tuple(ExtractedFact(**fact) for fact in segment["facts"]))
            for segment in kept["segments"]
        ),
        kept["by"],
        kept["cost_usd"],
        tuple(kept["notes"]),
    )
