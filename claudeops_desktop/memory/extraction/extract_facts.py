"""Who draws the facts, and how an answer is kept in a step so that a model is paid once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import orjson

from ...core.paths import DataFolder
from ...core.settings import Settings
from ...language.extraction.later_statements import current
from ...language.extraction.types import ConversationPassage, ExtractionResult, FactExtractor, TopicSegment
from ...language.types import ExtractedFact
from ..domains import domain_of, is_open

if TYPE_CHECKING:
    from ...models.base import LanguageModel


def rules(services: Iterable[str] = ()) -> FactExtractor:
    """The extractor that needs no model and costs nothing; it knows these names of services."""
    from ...language.extraction.rule_extractor import RulesExtractor

    return RulesExtractor(services)


def chosen_model(settings: Settings, folder: DataFolder, environ: Mapping[str, str]) -> LanguageModel | None:
    """The model of the settings, None where none is allowed. May start the CLI once, to ask its version."""
    from ...models.choose import choose_model

    return choose_model(settings, folder, environ)


def by_model(model: LanguageModel | None, settings: Settings) -> FactExtractor | None:
    """The extractor that asks a model, None without one."""
    if model is None:
        return None
    from .model_extractor import ModelExtractor

    return ModelExtractor(model, as_xml=settings.model.answer_format == "xml")


def extraction_of(passages: Sequence[ConversationPassage], extractor: FactExtractor) -> ExtractionResult:
    """Join what an extractor draws from some passages; what is said later replaces what was said
    before. Raises what the extractor raises."""
    drawn = [_with_known_domains(extractor.extract(passage)) for passage in passages]
    return ExtractionResult(
        _current([segment for one in drawn for segment in one.segments]),
        drawn[0].by if drawn else "",
        round(sum(one.cost_usd for one in drawn), 6),
        tuple(dict.fromkeys(note for one in drawn for note in one.notes)),
    )


def _current(segments: Sequence[TopicSegment]) -> tuple[TopicSegment, ...]:
    """The segments without what later ones replaced; one of which nothing is left is dropped."""
    left = iter(current([fact for segment in segments for fact in segment.facts]))
    found = (replace(one, facts=tuple(fact for fact in islice(left, len(one.facts)) if fact)) for one in segments)
    return tuple(after for after, before in zip(found, segments, strict=True) if after.facts or not before.facts)


def _with_known_domains(extraction: ExtractionResult) -> ExtractionResult:
    """The same with the domain that the words of each fact say."""
    return replace(
        extraction,
        segments=tuple(
            replace(segment, facts=tuple(map(_with_domain, segment.facts))) for segment in extraction.segments
        ),
    )


def open_domains(extraction: ExtractionResult) -> list[str]:
    """Texts of facts whose words leave the domain open."""
    return [fact.text for fact in extraction.facts if fact.domain == "" and is_open(_domain(fact)[1])]


def with_domains(extraction: ExtractionResult, named: Mapping[str, str]) -> ExtractionResult:
    """The same with these domains, by the text of the fact; and with what the words say for the others."""

    def filled(fact: ExtractedFact) -> ExtractedFact:
        if fact.domain:
            return fact
        return replace(fact, domain=named.get(fact.text) or _domain(fact)[0])

    return replace(
        extraction,
        segments=tuple(replace(one, facts=tuple(map(filled, one.facts))) for one in extraction.segments),
    )


def _domain(fact: ExtractedFact) -> tuple[str, float]:
    return domain_of(fact.text, fact.service)


def _with_domain(fact: ExtractedFact) -> ExtractedFact:
    """What leaves it open stays so: a model may be asked."""
    if fact.domain:
        return fact
    name, sure = _domain(fact)
    return fact if is_open(sure) else replace(fact, domain=name)


def as_kept(extraction: ExtractionResult) -> dict[str, Any]:
    """An extraction as JSON, for the step's result."""
    kept: dict[str, Any] = orjson.loads(orjson.dumps(extraction))
    return kept


def from_kept(kept: Mapping[str, Any]) -> ExtractionResult:
    """The extraction that a step recorded."""
    return ExtractionResult(
        tuple(
            TopicSegment(segment["narrative"], tuple(ExtractedFact(**fact) for fact in segment["facts"]))
            for segment in kept["segments"]
        ),
        kept["by"],
        kept["cost_usd"],
        tuple(kept["notes"]),
    )
