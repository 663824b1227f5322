"""What the tools of a conversation answered, read from its transcript: facts that repeat it are no finding of its own
(E4). Waits for files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...language.types import ExtractedFact
from ...stream.events import events_of, load
from ...stream.provenance import ClaimProvenance, ProvenanceReader
from ..tool_evidence import ShownOutput, shown_again
from .transcript_lines import lines

__all__ = ["TranscriptSources"]

_TOOLS = (b"tool_use", b"tool_result")


class TranscriptSources:
    """Reads on as the transcript grows. ``reader`` knows already what went before it."""

    def __init__(self, path: Path, reader: ProvenanceReader) -> None:
        self._path = path
        self._reader = reader
        self._end = 0

    def find_passage(self, fact: ExtractedFact) -> ClaimProvenance:
        """Where the words of a fact stood. Raises EnvironmentFault where the transcript cannot be read."""
        self._read_on()
        return self._reader.claim_provenance(fact.text, fact.service or "")

    def printed_output(self) -> list[ShownOutput]:
        """What the commands printed on the operator's own hosts, the latest first. Raises EnvironmentFault where the
        transcript cannot be read."""
        self._read_on()
        return [ShownOutput(command, text) for command, text in self._reader.printed_output()]

    def find_command(self, fact: ExtractedFact) -> str:
        """The latest command whose output shows the values of a fact; "" where none does, or where it states none.
        Raises EnvironmentFault where the transcript cannot be read."""
        if not any(char.isdigit() for char in fact.text):
            return ""
        shown = (one for one in self.printed_output() if shown_again(fact.text, fact.service, (one,)))
        return next((one.command for one in shown), "")

    def _read_on(self) -> None:
        try:
            if self._path.stat().st_size <= self._end:
                return
            for line in lines(self._path, self._end):
                if not line.ended:
                    break
                self._end = line.end
                if line.raw is None:
                    self._reader.unreadable(f"{self._path.name}, which has a line that is too long,")
                elif any(word in line.raw for word in _TOOLS) and (data := load(line.raw)) is not None:
                    self._reader.read_events(events_of(_event(data)))
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("{path} cannot be read: {strerror}.", path=self._path, strerror=error.strerror)
            ) from error


def _event(data: dict[str, Any]) -> dict[str, Any]:
    """The agent's line, where it stands in a line of a log of ours."""
    inner = data.get("event")
    return inner if isinstance(inner, dict) and "stream" in data else data
