"""The observer, which draws facts from transcripts; a program that runs beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.lazy import export_lazily

if TYPE_CHECKING:
    from .extract_facts import rules as rules
    from .find_transcripts import transcripts_in as transcripts_in
    from .model_reading import ReadingCost as ReadingCost
    from .model_reading import cost_so_far as cost_so_far
    from .model_reading import describe_cost as describe_cost
    from .model_reading import is_reading as is_reading
    from .model_reading import switch_reading as switch_reading
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
    "ObservationProgress": "types",
    "ObservationResult": "types",
    "Observer": "observer",
    "ObserverCallbacks": "observer",
    "ReadTranscript": "observer",
    "ReadingCost": "model_reading",
    "TranscriptReader": "transcript_turns",
    "any_noted": "noted_outbox",
    "anything_waits": "transcript_queue",
    "cost_so_far": "model_reading",
    "describe_cost": "model_reading",
    "is_reading": "model_reading",
    "preview_facts": "preview",
    "rules": "extract_facts",
    "run_hook": "observe_hook",
    "switch_reading": "model_reading",
    "transcripts_in": "find_transcripts",
}
__all__ = list(_EXPORTS)
__getattr__ = export_lazily(__name__, _EXPORTS)
