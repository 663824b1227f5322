"""The structured outcome of a session (S9), and its fallback, the hand-off file.

One shape serves both: what ``--json-schema`` asks of the model, and what the model may write into the file named by
``CLAUDEOPS_HANDOFF_FILE`` where there is no structured output. It is read leniently: a model that leaves a field out
or writes ``"escalate": "reason"`` is still understood.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..core.clock import from_text, to_text
from ..language.prompt_quoting import one_line
from ..stream.events import load
from ..stream.markers import shorten_text
from .types import EscalationRequest, ServiceChecked, SessionReport

STATUSES = ("healthy", "degraded", "down", "unknown")
_STATUS_OF = {
    "healthy": "healthy ok up running good pass passed green active online",
    "degraded": "degraded warning warn slow partial flapping yellow unhealthy",
    "down": "down critical failed failing error offline dead stopped unreachable red",
}
_HANDOFF_LIMIT = 1_000_000

OUTCOME_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "summary": {"type": "string", "description": "What was found and done, in one to three sentences."},
        "services_checked": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "service": {"type": "string", "description": "Name of the service, in lower case."},
                    "status": {"type": "string", "enum": list(STATUSES)},
                    "detail": {"type": "string", "description": "What was seen, in a few words."},
                },
                "required": ["service", "status"],
            },
        },
        "cause": {
            "type": "object",
            "description": "The cause of the problem, only where you established it.",
            "properties": {
                "text": {"type": "string", "description": "The cause in one sentence."},
                "evidence": {"type": "string", "description": "The output or the file and line that shows it."},
            },
            "required": ["text", "evidence"],
        },
        "cure": {
            "type": "string",
            "description": "What ended the problem in this session: the steps that were needed, in one sentence.",
        },
        "verified_by": {
            "type": "string",
            "description": "The check after the cure that showed the service well, with its result.",
        },
        "memories_used": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Numbers (#) of the notes in your prompt that you relied on.",
        },
        "memories_wrong": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Numbers (#) of the notes in your prompt that you found wrong.",
        },
        "escalation": {
            "type": "object",
            "description": "Only where the next tier is needed.",
            "properties": {
                "needed": {"type": "boolean"},
                "reason": {"type": "string", "description": "Why it is needed."},
                "services": {"type": "array", "items": {"type": "string"}},
                "context": {"type": "string", "description": "What the next tier must know to begin."},
            },
            "required": ["needed"],
        },
    },
    "required": ["summary", "services_checked"],
}
LONGEST_REPORT = 600  # characters of each text of a report
MOST_MEMORIES = 100


def read_handoff(path: Path, redact: Callable[[bytes], bytes] | None = None) -> dict[str, Any] | None:
    """The hand-off file as an object; None where there is none, or it is no JSON object, or is over a megabyte.

    The agent chose what lies there. A link to some other file is not followed, a pipe is not waited for, and a file
    that has a second name elsewhere is not read. ``redact`` takes secrets out of its bytes first.
    """
    if any(folder.is_symlink() for folder in (path.parent, path.parent.parent)):
        return None
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(number, "rb") as file:
            about = os.fstat(number)
            if not stat.S_ISREG(about.st_mode) or about.st_nlink > 1:
                return None
            data = file.read(_HANDOFF_LIMIT + 1)
    except OSError:
        return None
    if len(data) > _HANDOFF_LIMIT:
        return None
    return load(redact(data.strip()) if redact else data.strip())


def summary_of(data: Mapping[str, Any]) -> str:
    """The summary, or an empty string."""
    summary = data.get("summary")
    return summary.strip() if isinstance(summary, str) else ""


def report_of(data: Mapping[str, Any]) -> SessionReport:
    """What the session says of cause, cure and memories; what is missing or of another form is left out."""
    cause: Any = data.get("cause")
    told: Mapping[str, Any] = cause if isinstance(cause, Mapping) else {"text": cause}
    return SessionReport(
        cause=_short(_text(told.get("text"))),
        evidence=_short(_text(told.get("evidence"))),
        cure=_short(_text(data.get("cure"))),
        verified_by=_short(_text(data.get("verified_by"))),
        memories_used=_numbers(data.get("memories_used")),
        memories_wrong=_numbers(data.get("memories_wrong")),
    )


def services_of(data: Mapping[str, Any]) -> tuple[ServiceChecked, ...]:
    """The services checked; those without a name are left out.

    Of a service the last word counts. A measurement names its check, and of those each check is kept; the worst of a
    service comes last, so that whoever keeps one of them keeps that one.
    """
    listed = data.get("services_checked", data.get("services"))
    if isinstance(listed, Mapping):  # {"jellyfin": "healthy"} or {"jellyfin": {"status": …}}
        rows: list[Any] = [
            {"service": name, **(about if isinstance(about, Mapping) else {"status": about})}
            for name, about in listed.items()
        ]
    else:
        rows = listed if isinstance(listed, list) else []
    found: dict[tuple[str, str], ServiceChecked] = {}
    for row in rows:
        if not isinstance(row, Mapping):
            continue
        name = _text(row.get("service") or row.get("name")).lower()
        key = _text(row.get("key"))
        if name:
            found[name, key] = ServiceChecked(
                service=name,
                status=status_of(_text(row.get("status"))),
                detail=_text(row.get("detail") or row.get("details") or row.get("message")),
                check_type=_text(row.get("check_type")),
                response_ms=_number(row.get("response_ms")),
                attempts=max(1, int(_number(row.get("attempts")) or 1)),
                at=_moment(row.get("at")),
                key=key,
            )
    return _worst_last(tuple(found.values()))


def _worst_last(found: tuple[ServiceChecked, ...]) -> tuple[ServiceChecked, ...]:
    """The services in their order, the checks of each together, the worst of them last."""
    rank = ("unknown", "healthy", "degraded", "down").index
    place = {name: number for number, name in enumerate(dict.fromkeys(one.service for one in found))}
    return tuple(sorted(found, key=lambda one: (place[one.service], rank(one.status))))


def escalate_of(data: Mapping[str, Any]) -> EscalationRequest | None:
    """The wish for the next tier, or None where none is said or it is denied."""
    wish = data.get("escalation", data.get("escalate"))
    if isinstance(wish, str):
        denied = wish.strip().lower() in ("", "no", "none", "false", "not needed", "n/a")
        return None if denied else EscalationRequest(wish.strip())
    if wish is True:
        wish = data
    if not isinstance(wish, Mapping):
        return None
    needed = wish.get("needed", wish.get("escalate", wish.get("wanted")))
    reason = _text(wish.get("reason"))
    if needed is False or _text(needed).lower() in ("false", "no") or (needed is None and not reason):
        return None
    services = wish.get("services")
    names = services if isinstance(services, list) else []
    return EscalationRequest(
        reason=reason or "The agent asks for the next tier.",
        services=tuple(dict.fromkeys(_text(name).lower() for name in names if _text(name))),
        context=_text(wish.get("context")),
    )


def status_of(word: str) -> str:
    """A status in the agent's words as healthy, degraded, down or unknown."""
    word = word.strip().lower()
    return next((status for status, words in _STATUS_OF.items() if word in words.split()), "unknown")


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _short(text: str) -> str:
    return shorten_text(one_line(text), LONGEST_REPORT)


def _numbers(value: Any) -> tuple[int, ...]:
    """Numbers of memories; ``"#12"`` is understood too."""
    found = []
    for item in value if isinstance(value, list) else ():
        text = str(item).strip().removeprefix("#")
        if not isinstance(item, bool) and text.isascii() and text.isdigit() and len(text) < 19:
            found.append(int(text))
    return tuple(dict.fromkeys(found))[:MOST_MEMORIES]


def _moment(value: Any) -> str:
    """A stored moment, "" for what is none."""
    try:
        return to_text(from_text(_text(value))) if value else ""
    except ValueError:
        return ""


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
