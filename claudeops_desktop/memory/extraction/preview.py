"""What observing a transcript would keep: nothing is written, no model is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...language.extraction.types import FactExtractor
from ...language.types import ExtractedFact
from ...stream.provenance import ProvenanceReader
from ..drawn_facts import DRAWN
from ..gate.gate import gate
from ..session_sources import own_hosts_in
from ..types import GateDecision
from .extract_facts import extraction_of, with_domains
from .store_facts import SOURCE
from .tool_answers import TranscriptSources
from .transcript_parts import conversation_in, read_part


@dataclass(frozen=True, slots=True)
class PreviewedFact:
    """One fact as the rules draw it, and what the gate says of it."""

    path: Path
    fact: ExtractedFact
    gated: GateDecision

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "path": str(self.path),
            "gate": self.gated.outcome,
            "why": self.gated.why,
            "category": self.fact.category,
            "service": self.fact.service,
            "domain": self.fact.domain,
            "confidence": self.fact.confidence,
            "observation": self.fact.text,
            "quote": self.fact.quote,
            "quote_at": self.fact.quote_at,
        }


def preview_facts(path: Path, extractor: FactExtractor, services_file: Path | None = None) -> Iterator[PreviewedFact]:
    """The facts of a whole transcript; ``services_file`` names the operator's hosts. Raises EnvironmentFault."""
    conversation, offset = f"cli:{conversation_in(path)}", 0
    sources = TranscriptSources(path, ProvenanceReader(own_hosts_in(services_file) if services_file else None))
    while True:
        part = read_part(path, offset, conversation)
        for passage in part.passages:
            for fact in with_domains(extraction_of([passage], extractor), {}).facts:
                gated = gate(fact, SOURCE, provenance=sources.find_passage(fact))
                yield PreviewedFact(path, fact, gated if fact.laid_down or gated.outcome != "allow" else DRAWN)
        if part.last or part.end == offset:
            return
        offset = part.end
