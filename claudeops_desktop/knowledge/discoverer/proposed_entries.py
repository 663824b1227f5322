"""From clusters of signals, and cures that worked, to proposed entries of the folder (C9). Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any

from ...core.messages import UserMessage
from ...language.prompt_quoting import quotable
from ...learning import StoredCase, best_treatment
from ..entries import write_entry
from ..layout import DECISION, MEMORY_FILE, NOTE, PROCEDURE, slug_of
from ..memory_file import SECTIONS
from ..proposals.types import ProposalDraft, ProposalEvidence
from .bar import confidence_of
from .signal_rules import is_dangerous
from .types import DiscoverySignal, SignalCluster

DISCOVERER = "process:discoverer"
CURES = 2  # how often a treatment must have helped
IN_MEMORY_FILE = 160  # characters of an entry; what is longer becomes a note
MOST_QUOTES = 5
LONGEST_TITLE = 80


def proposed_entry(cluster: SignalCluster, number: int, now: datetime, taken: Collection[str]) -> ProposalDraft:
    """The entry that a cluster comes to. ``number`` is the next one of a decision, ``taken`` are paths in use."""
    best = cluster.best
    evidence = tuple(_evidence(one) for one in cluster.signals[-MOST_QUOTES:])
    reason = _reason(cluster)
    trusted = cluster.by_person and not any(is_dangerous(f"{one.principle} {one.quote}") for one in cluster.signals)
    title = best.principle.rstrip(".")[:LONGEST_TITLE]

    def draft(path: str, after: str, section: str = "") -> ProposalDraft:
        return ProposalDraft("add", "discoverer", title, path, section, "", after, "", reason, evidence,
                             confidence_of(cluster), trusted)  # fmt: skip

    if best.kind == "decision":
        path = f"{DECISION.folder}/{number:04d}-{slug_of(title)}.md"
        return draft(path, _decision_text(cluster, title, now))
    often = cluster.lasting or cluster.conversations >= 3
    if best.kind in ("correction", "preference") and often and len(best.principle) <= IN_MEMORY_FILE:
        section = SECTIONS["preferences" if best.kind == "preference" else "rules-conventions"]
        return draft(MEMORY_FILE, best.principle, section)
    about = {"correction": "feedback", "preference": "user", "pattern": "project"}[best.kind]
    if best.kind == "correction" and best.said_by == "operator":
        about = "reference"
    path = _free(f"{NOTE.folder}/{slug_of(title)}.md", taken)
    return draft(path, _note_text(cluster, title, about, now))


def proposed_procedure(case: StoredCase, taken: Collection[str]) -> ProposalDraft | None:
    """The procedure that a case comes to whose cure worked more than once; None for any other. Its words come from
    checks and commands: a person decides."""
    best = best_treatment(case.treatments)
    if best is None or best.helped < CURES or best.helped <= best.failed or case.retired_at or case.merged_into:
        return None
    steps = _steps(case, best.key)
    if not steps:
        return None
    service, symptom = case.faulty or case.service, quotable(case.symptom)[:160].rstrip(".")
    name = slug_of(f"Cure {service}: {symptom}")[:64].strip("-")
    path = f"{PROCEDURE.folder}/{name}/SKILL.md"
    if path.casefold() in taken:
        return None
    said = f"Cures {service} when this is seen: {symptom}. Use it when the same symptom comes back."
    lines = [
        f"{at}. {step}" for at, step in enumerate([f"Make sure that the symptom is the same: {symptom}.", *steps], 1)
    ]
    lines.append(f"{len(lines) + 1}. Wait for two good checks of {case.service} in a row.")
    text = write_entry({"name": name, "description": said[:1024]}, f"# Cure {service}\n\n" + "\n".join(lines))
    quote = f"{quotable(best.action)} helped {best.helped} of {best.tried} times."
    evidence = (
        ProposalEvidence("case", str(case.id), quote),
        *(ProposalEvidence("incident", str(one), symptom) for one in case.incident_ids[-MOST_QUOTES:]),
    )
    return ProposalDraft(
        "add", "discoverer", f"Cure {service}: {symptom}"[:LONGEST_TITLE], path, "", "", text, "",
        UserMessage("This cure helped {number} times against the same symptom.", number=best.helped), evidence,
        round(min(0.9, 0.6 + 0.1 * best.helped), 3), trusted=False,
    )  # fmt: skip


def _steps(case: StoredCase, key: str) -> list[str]:
    """What was done in the latest occurrence that this treatment cured, without what did not help."""
    from ...learning.cases.outcomes import RECOVERED
    from ...learning.cases.treatments import action_key

    helped = [
        one.occurrence
        for one in case.attempts
        if one.attempt.result in RECOVERED and action_key(one.attempt.action) == key
    ]
    if not helped:
        return []
    done = [
        one.attempt for one in case.attempts if one.occurrence == max(helped) and one.attempt.result != "did_not_help"
    ]
    end = next(at for at, one in enumerate(done) if one.result in RECOVERED and action_key(one.action) == key)
    steps = list(dict.fromkeys(quotable(one.action) for one in done[: end + 1]))
    return [f"{step[:1].upper()}{step[1:]}".rstrip(".") + "." for step in steps if step]


def _reason(cluster: SignalCluster) -> str:
    best, number = cluster.best, cluster.conversations
    if best.kind == "decision":
        return UserMessage("It was decided in a session: “{quote}”", quote=best.quote)
    if cluster.lasting:
        return UserMessage("You asked for it from now on: “{quote}”", quote=best.quote)
    if not cluster.by_person:
        return UserMessage("The agent said so in {number} sessions: “{quote}”", number=number, quote=best.quote)
    return UserMessage("You said so in {number} conversations: “{quote}”", number=number, quote=best.quote)


def _evidence(one: DiscoverySignal) -> ProposalEvidence:
    return ProposalEvidence(
        "memory" if one.place.startswith("memory:") else "session", one.place, one.quote, one.session_id
    )


def _decision_text(cluster: SignalCluster, title: str, now: datetime) -> str:
    best = cluster.best
    context = f"It came up in {_count(cluster.conversations)}: “{_in_body(best.quote)}”"
    meta: dict[str, Any] = {
        "type": DECISION.type, "title": title, "status": "proposed", "date": now.date(), "deciders": DISCOVERER,
        "sources": _sources(cluster),
    }  # fmt: skip
    return write_entry(meta, f"## Context\n\n{context}\n\n## Decision\n\n{_in_body(best.principle)}")


def _note_text(cluster: SignalCluster, title: str, about: str, now: datetime) -> str:
    best = cluster.best
    meta: dict[str, Any] = {
        "type": NOTE.type, "title": title, "description": best.principle[:160], "note_type": about,
        "sources": _sources(cluster), "generated": {"by": DISCOVERER, "at": now.isoformat(timespec="seconds")},
    }  # fmt: skip
    if best.kind == "pattern":
        body = f"Asked for again and again, in {_count(cluster.conversations)}: {_in_body(best.principle)}"
    else:
        body = _in_body(best.principle)
    quotes = "\n".join(f"- “{_in_body(one.quote)}”" for one in cluster.signals[-MOST_QUOTES:])
    return write_entry(meta, f"{body}\n\n## Said\n\n{quotes}")


def _sources(cluster: SignalCluster) -> list[dict[str, str]]:
    return [
        {"resource": f"claudeops:{one}"}
        for one in dict.fromkeys(s.conversation for s in cluster.signals[-MOST_QUOTES:])
    ]


def _count(number: int) -> str:
    return "one conversation" if number == 1 else f"{number} conversations"


def _in_body(text: str) -> str:
    """Untrusted words as they may stand in a file: on one line, without markup, and no link of theirs works."""
    return re.sub(r"\[\[|\]\(", lambda found: found[0][0] + " ", quotable(text))


def _free(path: str, taken: Collection[str]) -> str:
    stem, number = path.removesuffix(".md"), 2
    while path.casefold() in taken:
        path, number = f"{stem}-{number}.md", number + 1
    return path
