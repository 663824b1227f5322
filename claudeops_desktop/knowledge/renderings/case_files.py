"""A case as a file in the fields and sections of RunLore, and such a file read back (L6, C2). Pure.

Symptom, cause and resolution may be edited: each is the first paragraph of its section. A case whose ``status`` is set
to deprecated is retired. All else says what was seen, and is written anew.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ...core.clock import from_text, to_text
from ...core.text_format import format_count
from ..entries import read_entry
from ..layout import CASE, slug_of
from .bullets import escape_paragraph, escape_text, unescape_paragraph, unescape_text
from .frontmatter import NOTES, compose_file, notes_of, with_notes

if TYPE_CHECKING:
    from ...learning import CaseAttempt, StoredCase

LONGEST_TITLE = 120  # bytes, by RunLore
MOST_ATTEMPTS = 50
UNKNOWN_CAUSE, UNKNOWN_CURE = "Not known.", "No cure is known."
SECTIONS = ("Symptom", "Cause", "Resolution", "Investigate")
_RESULTS = {
    "helped": "helped",
    "recovered_after": "it recovered after it",
    "did_not_help": "did not help",
    "unknown": "not known whether it helped",
}
_ATTEMPT = re.compile(
    r"- (?P<at>\d{4}-\d{2}-\d{2}T\S+Z) (?P<action>.*) \((?P<effect>[^();]*); (?P<by>[^();]*)\): "
    r"(?P<result>helped|it recovered after it|did not help|not known whether it helped)"
    r"(?: after (?P<seconds>\d+(?:\.\d+)?) s)?"
)


@dataclass(frozen=True, slots=True)
class ReadAttempt:
    """An attempt as a file tells it; ``at`` is stored text."""

    action: str
    effect: str
    by: str
    at: str
    result: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A file taken apart. ``cause`` and ``cure`` are "" where they are not known. ``fault`` says why it cannot be
    read, "" where it can; ``strays`` are lines that are none of ours with their numbers."""

    symptom: str = ""
    shown: str = ""
    cause: str = ""
    cure: str = ""
    service: str = ""
    retired: bool = False
    meta: tuple[tuple[str, Any], ...] = ()
    attempts: tuple[ReadAttempt, ...] = ()
    strays: tuple[tuple[int, str], ...] = ()
    notes: str = ""
    fault: str = ""

    def key_text(self, key: str) -> str:
        """A key of the frontmatter as text, "" where it is not there."""
        found = dict(self.meta).get(key)
        return found.strip() if isinstance(found, str) else ""

    @property
    def variant(self) -> int:
        """Which of the cases of one symptom it is, from 0."""
        found = dict(self.meta).get("variant")
        return found if isinstance(found, int) and found > 0 else 0


def fingerprint_of(service: str, host: str, project: str, signature: str, variant: int = 0) -> str:
    """What tells one problem from all others: 64 hexadecimal digits. ``variant`` counts the cases of one symptom."""
    words = (service, host, project, signature, *([str(variant)] if variant else ()))
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def path_of_case(case: StoredCase) -> str:
    """The path of a case that has none yet."""
    number = fingerprint_of(case.service, case.host, case.project, case.signature, case.variant)[:8]
    return f"{CASE.folder}/{slug_of(_title(case))[:48].strip('-')}-{number}.md"


def render_case(before: str, case: StoredCase, notes: str, now: datetime) -> str:
    """The file of a case; ``before`` is the file as it is."""
    title = _title(case)
    body = [f"# {escape_text(title)}", "", "## Symptom", "", escape_paragraph(case.symptom or case.shown)]
    if case.shown and case.shown != case.symptom:
        body += ["", f"> {escape_text(case.shown)}"]
    body += ["", "## Cause", "", escape_paragraph(case.cause) or UNKNOWN_CAUSE]
    body += ["", "## Resolution", "", escape_paragraph(case.cure) or UNKNOWN_CURE]
    told = [
        f"> After {escape_text(one.action)} it recovered {format_count(one.recovered, 'time')} of {one.known}."
        if one.recovered
        else f"> {escape_text(one.action)} helped {format_count(one.helped, 'time')} of {one.known}."
        for one in case.treatments
        if one.known
    ]
    if case.uncertain:
        told.append(f"> {escape_text(case.uncertain)}")
    body += ["", *told] if told else []
    body += ["", "## Investigate", ""]
    attempts = case.attempts[-MOST_ATTEMPTS:]
    body += [_line_of(one.attempt) for one in attempts] or ["> Nothing was tried."]
    fixed = {
        "type": CASE.type,
        "title": title,
        "description": _description(case),
        "resource": re.sub(r"\s+", "-", f"{case.host}/{case.service}" if case.host else case.service),
        "service": case.service,
        "status": "deprecated" if case.retired_at else "draft" if case.state == "open" else "stable",
        "state": case.state,
        "seen": case.seen,
        "opened_at": case.opened_at,
        "last_validated": case.closed_at or case.opened_at,
        "trigger": case.trigger or None,
        "host": case.host or None,
        "project": case.project or None,
        "variant": case.variant or None,
    }
    number = fingerprint_of(case.service, case.host, case.project, case.signature, case.variant)
    defaults = {"tags": ["case"], "fingerprint": number}
    given = {key: value for key, value in fixed.items() if value is not None or key in read_entry(before).meta}
    return compose_file(before, given, defaults, with_notes("\n".join(body), notes), now)


def read_case(text: str) -> CaseFile:
    """Take a file apart. Never raises."""
    entry = read_entry(text)
    if entry.fault:
        return CaseFile(fault=entry.fault)
    first = text[: len(text) - len(entry.body)].count("\n") + 1
    section, found = "", dict.fromkeys(SECTIONS, "")
    shown, attempts = "", list[ReadAttempt]()
    strays: list[tuple[int, str]] = []
    open_paragraph = False
    for number, given in enumerate(entry.body.split("\n"), first):
        line = given.rstrip()
        if line == NOTES:
            break
        if line.startswith("## "):
            section, open_paragraph = line[3:].strip(), False
            if section not in SECTIONS:
                strays.append((number, line))
        elif not line:
            open_paragraph = False
        elif match := _ATTEMPT.fullmatch(line):
            attempts.append(_attempt_of(match))
        elif line.startswith("> "):
            shown = unescape_text(line[2:]) if section == "Symptom" and not shown else shown
            open_paragraph = False
        elif section in SECTIONS[:3] and (open_paragraph or not found[section]):
            found[section] = f"{found[section]} {line}".strip()
            open_paragraph = True
        elif not line.startswith("# "):
            strays.append((number, line))
    said = {name: unescape_paragraph(text) for name, text in found.items()}
    service = entry.meta.get("service")
    return CaseFile(
        said["Symptom"],
        shown,
        "" if said["Cause"] == UNKNOWN_CAUSE else said["Cause"],
        "" if said["Resolution"] == UNKNOWN_CURE else said["Resolution"],
        service.strip() if isinstance(service, str) else "",
        entry.meta.get("status") == "deprecated",
        tuple(entry.meta.items()),
        tuple(attempts),
        tuple(strays),
        notes_of(entry.body),
    )


def _line_of(one: CaseAttempt) -> str:
    seconds = f" after {one.seconds_to_recovery:g} s" if one.seconds_to_recovery is not None else ""
    effect, by = (re.sub(r"[();]", " ", word).strip() for word in (one.effect, one.by))
    return f"- {to_text(one.at)} {escape_text(one.action)} ({effect}; {by}): {_RESULTS[one.result]}{seconds}"


def _attempt_of(match: re.Match[str]) -> ReadAttempt:
    results = {said: name for name, said in _RESULTS.items()}
    try:
        at = to_text(from_text(match["at"]))
    except ValueError:
        at = ""
    seconds = float(match["seconds"]) if match["seconds"] else None
    return ReadAttempt(
        unescape_text(match["action"]), match["effect"], match["by"], at, results[match["result"]], seconds
    )


def _title(case: StoredCase) -> str:
    said = f"{case.service}: {case.symptom or case.shown or case.trigger or 'a problem'}"
    said = "".join(char if char.isprintable() else " " for char in said)
    if len(said.encode()) <= LONGEST_TITLE:
        return said.strip()
    return said.encode()[: LONGEST_TITLE - 3].decode("utf-8", "ignore").rstrip() + "…"


def _description(case: StoredCase) -> str:
    ends = {
        "open": "It is open",
        "cured": "It was cured",
        "recovered": "It recovered after what was done",
        "recovered_later": "It recovered, after nothing that was done then",
        "went_away": "It ended, and nothing that was done is on record",
        "given_up": "It was given up",
    }
    said = ends.get(case.state, "It is not known what ended it")
    return f"{said}; seen {'once' if case.seen == 1 else f'{case.seen} times'}."
