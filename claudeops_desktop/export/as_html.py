"""A session for people: one page that needs nothing else. No script, nothing loaded, every word escaped.

The page forbids itself all that (Content-Security-Policy), should an escape ever be missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from ..agents.turns import LoggedCall
from ..stream.display import display, lines
from ..stream.events import events_of
from ..stream.turns import Turn, subject
from . import prose
from .gather_session import SessionExport

_STYLE = """
:root{color-scheme:light dark;--w:#f6f7f9;--s:#fff;--l:#dde1e6;--t:#1b2026;--m:#56616e;--a:#2a66d0;--b:#c73529}
@media(prefers-color-scheme:dark){:root{--w:#15181c;--s:#1c2026;--l:#323942;--t:#e7ebf0;--m:#a3adb8;--a:#6ea1ff;--b:#ff7a6e}}
body{background:var(--w);color:var(--t);font:14px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1000px;padding:24px}
h1{font-size:22px}h2{font-size:17px;margin:32px 0 8px}h3{font-size:14px;margin:0}
table{background:var(--s);border-collapse:collapse;width:100%}th,td{border:1px solid var(--l);padding:4px 8px;
text-align:left;vertical-align:top;overflow-wrap:anywhere}th{font-weight:600;white-space:nowrap}
pre{background:var(--s);border:1px solid var(--l);margin:4px 0;padding:8px;white-space:pre-wrap;overflow-wrap:anywhere;
font:12px/1.5 ui-monospace,monospace}section{border-left:2px solid var(--l);margin:16px 0;padding-left:12px}
.m{color:var(--m)}.b{color:var(--b)}details{margin:4px 0}summary{cursor:pointer}
""".replace("\n", "")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def write_page(export: SessionExport) -> Iterator[str]:
    """The page, piece by piece."""
    session = export.records.session
    title = escape(export.title)
    yield (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><meta name="referrer" content="no-referrer">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style></head>'
        f"<body>\n<h1>{title}</h1>\n"
    )
    yield _table(("", ""), prose.session_facts(export))
    if session["response"]:
        yield _part("Answer", session["response"])
    if export.records.events:
        rows = [
            (prose.format_moment(e["created_at"]), e["level"], e["service"], e["message"])
            for e in export.records.events
        ]
        yield "<h2>Events</h2>" + _table(("Time", "Level", "Service", "Event"), rows)
    if export.records.markers:
        yield "<h2>Learned</h2>"
        rows = [(m["log_line"], m["action"], m["said"] or m["line"], m["why"]) for m in export.records.markers]
        yield _table(("Line", "Outcome", "Said", "Why"), rows)
    if export.records.health_checks:
        yield "<h2>Checked</h2>"
        checked = [(h["service"], h["status"], h["detail"]) for h in export.records.health_checks]
        yield _table(("Service", "State", "Found"), checked)
    if export.calls:
        yield "<h2>Tool calls</h2>" + _calls(export.calls)
    if export.turns:
        yield "<h2>Turn by turn</h2>"
        by_id = {call.tool_use_id: call for call in export.calls}
        for turn in export.turns:
            yield from _turn(turn, by_id)
    yield _part("What it was asked", session["prompt_text"])
    if session["appended_prompt"]:
        yield _part("Added to its system prompt", session["appended_prompt"])
    yield "<h2>Log</h2>"
    if export.log_gone:
        yield '<p class="m">The log of this session is gone: old logs are removed by age and size.</p>'
    else:
        yield "<details><summary>All lines</summary><pre>"
        yield from _log(export)
        yield "</pre></details>"
    yield "</body></html>\n"


def _turn(turn: Turn, calls: dict[str, LoggedCall]) -> Iterator[str]:
    yield f'<section><h3>Turn {turn.number} <span class="m">{escape(prose.turn_facts(turn))}</span></h3>'
    for note in turn.notes:
        yield f'<p class="m">{_safe(note)}</p>'
    if turn.thinking:
        yield f"<details><summary>Thoughts</summary><pre>{_safe(turn.thinking)}</pre></details>"
    if turn.text:
        yield f"<pre>{_safe(turn.text)}</pre>"
    for step in turn.tools:
        call = calls.get(step.id)
        said = prose.format_verdict(call) if call else ""
        bad = ' class="b"' if step.denied or step.is_error or (call and call.outcome == "denied") else ""
        yield f"<details><summary><b>{_safe(step.name)}</b> {_safe(subject(step))} <span{bad}>{_safe(said)}</span>"
        given, result = prose.format_tool_input(step), prose.format_result(step)
        yield f"</summary><pre>{_safe(given)}</pre>"
        yield f"<pre{bad}>{_safe(result)}</pre></details>"
    yield "</section>\n"


def _calls(calls: Sequence[LoggedCall]) -> str:
    rows = [
        (
            call.line or "",
            prose.format_moment(call.at)[11:19],
            call.name if call.main else f"{call.name} (sub-agent)",
            call.subject,
            call.kind,
            call.outcome,
            prose.format_verdict(call),
            prose.format_seconds(call.seconds),
        )
        for call in calls
    ]
    return _table(("Line", "Time", "Tool", "Asked for", "Class", "Outcome", "Verdict", "Took"), rows)


def _log(export: SessionExport) -> Iterator[str]:
    for line in export.log:
        if "event" in line:
            shown = [part.text for event in events_of(line["event"]) for part in display(event)]
        else:
            shown = [part.text for part in lines("stderr", line["text"])]
        for text in shown:
            yield f"{line['line']:>6} {escape(line['at'][11:19]):8} {_safe(text)}\n"


def _part(title: str, text: str) -> str:
    return f"<h2>{escape(title)}</h2><pre>{_safe(text)}</pre>\n"


def _table(names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names) if any(names) else ""
    body = "".join(
        "<tr>" + "".join(f"<td>{_safe('' if cell is None else cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table>{f'<tr>{head}</tr>' if head else ''}{body}</table>\n"


def _safe(text: object) -> str:
    return escape(prose.clean_text(text))
