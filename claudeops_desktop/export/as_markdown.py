"""A session as Markdown, for a ticket or a wiki. What the agent said stands in fences that it cannot close."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..agents.turns import LoggedCall
from ..stream.turns import Turn, subject
from . import prose
from .gather_session import SessionExport

_TICKS = re.compile(r"`+")
_MARKS = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$-])")


def write_text(export: SessionExport) -> Iterator[str]:
    """The document, piece by piece."""
    session, records = export.records.session, export.records
    yield f"# {export.title}\n\n"
    yield write_table(("", ""), prose.session_facts(export))
    if session["response"]:
        yield f"## Answer\n\n{_fenced(session['response'])}"
    if records.events:
        rows = [(prose.format_moment(e["created_at"]), e["level"], e["service"], e["message"]) for e in records.events]
        yield "## Events\n\n" + write_table(("Time", "Level", "Service", "Event"), rows)
    if records.markers:
        marked = [(m["log_line"], m["action"], m["said"] or m["line"], m["why"]) for m in records.markers]
        yield "## Learned\n\n" + write_table(("Line", "Outcome", "Said", "Why"), marked)
    if records.health_checks:
        checked = [(h["service"], h["status"], h["detail"]) for h in records.health_checks]
        yield "## Checked\n\n" + write_table(("Service", "State", "Found"), checked)
    if export.turns:
        yield "## Turn by turn\n\n"
        calls = {call.tool_use_id: call for call in export.calls}
        for turn in export.turns:
            yield from _turn(turn, calls)
    elif export.calls:
        yield "## Tool calls\n\n"
        yield write_table(
            ("Tool", "Asked for", "Verdict"), [(c.name, c.subject, prose.format_verdict(c)) for c in export.calls]
        )
    yield f"## What it was asked\n\n{_fenced(session['prompt_text'])}"
    if session["appended_prompt"]:
        yield f"## Added to its system prompt\n\n{_fenced(session['appended_prompt'])}"
    if export.log_gone:
        yield "The log of this session is gone: old logs are removed by age and size.\n"


def _turn(turn: Turn, calls: dict[str, LoggedCall]) -> Iterator[str]:
    yield f"### Turn {turn.number}\n\n{escape_markdown(prose.turn_facts(turn))}\n\n"
    for note in turn.notes:
        yield f"{escape_markdown(note)}\n\n"
    if turn.text:
        yield _fenced(turn.text)
    for step in turn.tools:
        call = calls.get(step.id)
        said = prose.format_verdict(call) if call else ""
        verdict = f" ({escape_markdown(said)})" if said else ""
        yield f"**{escape_markdown(step.name)}** {escape_markdown(subject(step))}{verdict}\n\n"
        yield _fenced(prose.format_tool_input(step)) + _fenced(prose.format_result(step))


def _fenced(text: str) -> str:
    """In a fence longer than any within."""
    shown = prose.clean_text(text)
    fence = "`" * max(3, max((len(found) for found in _TICKS.findall(shown)), default=0) + 1)
    return f"{fence}text\n{shown}\n{fence}\n\n"


def escape_markdown(text: object) -> str:
    """Words that Markdown takes as they are, on one line."""
    return _MARKS.sub(r"\\\1", " ".join(prose.clean_text(text).split()))


def write_table(names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of words that Markdown takes as they are."""
    found = [f"| {' | '.join(names)} |", "|" + " --- |" * len(names)]
    found += [f"| {' | '.join(escape_markdown('' if cell is None else cell) for cell in row)} |" for row in rows]
    return "\n".join(found) + "\n\n"
