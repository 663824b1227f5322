"""The observer, which draws facts from transcripts; a program that runs beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.lazy import export_lazily

if TYPE_CHECKING:
    from .expected_cost import ExpectedCost as ExpectedCost
    from .expected_cost import describe_cost as describe_cost
    from .expected_cost import expect_cost as expect_cost
    from .extract_facts import rules as rules
    from .find_transcripts import transcripts_in as transcripts_in
    from .noted_outbox import any_noted as any_noted
    from .observe_hook import run_hook as run_hook
    from .observer import Observer as Observer
    from .observer import ObserverCallbacks as ObserverCallbacks
    from .observer import ReadTranscript as ReadTranscript
    from .preview import preview_facts as preview_facts
    from .transcript_queue import anything_waits as anything_waits
    from .transcript_turns import TranscriptReader as TranscriptReader
    from .types import ObservationProgress as ObservationProgress
    from .types import ObservationResult as ObservationResult

_EXPORTS = {
    "ExpectedCost": "expected_cost",
    "ObservationProgress": "types",
    "ObservationResult": "types",
    "Observer": "observer",
    "ObserverCallbacks": "observer",
    "ReadTranscript": "observer",
    "TranscriptReader": "transcript_turns",
    "any_noted": "noted_outbox",
    "anything_waits": "transcript_queue",
    "describe_cost": "expected_cost",
    "expect_cost": "expected_cost",
    "preview_facts": "preview",
    "rules": "extract_facts",
    "run_hook": "observe_hook",
    "transcripts_in": "find_transcripts",
}
__all__ = list(_EXPORTS)
__getattr__ = export_lazily(__name__, _EXPORTS)
