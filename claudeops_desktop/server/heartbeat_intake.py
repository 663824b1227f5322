"""A job calls in at ``/heartbeat/NAME`` or ``/heartbeat/NAME/LABEL``: what it says, and keeping it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..agents.watch.heartbeats import HeartbeatCall, HeartbeatError, UnknownHeartbeat, take_heartbeat
from ..core.clock import Clock, to_text, utc_now

FAILED_WORDS = ("fail", "failed", "failure", "error", "down")
GOOD_WORDS = ("", "ok", "success", "up")


class HeartbeatRefused(Exception):
    """The call is not taken: the HTTP status and one sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class HeartbeatIntake:
    """Keeps the calls of the jobs that ``services_file`` names."""

    services_file: Path
    clock: Clock = utc_now

    def keep_call(self, service: str, label: str, query: Mapping[str, str], body: bytes) -> dict[str, object]:
        """Keep one call; what is answered. ``status`` and ``text`` are in the query, the text may be the body instead.

        Raises HeartbeatRefused.
        """
        word = query.get("status", "").strip().lower()
        if word not in FAILED_WORDS + GOOD_WORDS:
            raise HeartbeatRefused(400, f"The status {word[:40]!r} is not known. Use ok or fail.")
        text = query.get("text", "") or body[:4000].decode(errors="replace")
        call = HeartbeatCall(self.clock(), word in FAILED_WORDS, text.strip())
        try:
            take_heartbeat(self.services_file, service, label, call)
        except UnknownHeartbeat as error:
            raise HeartbeatRefused(404, str(error)) from error
        except HeartbeatError as error:
            raise HeartbeatRefused(503, str(error)) from error
        return {"service": service.lower(), "label": label.lower(), "at": to_text(call.at), "failed": call.failed}
