"""What the import dialog says of an answer. Pure."""

from __future__ import annotations

from collections.abc import Callable

from ...text import formatting
from ...text.translation import tr, tr_count
from .import_runner import ADDED, CONFLICT, HELD, KNOWN, MERGED, REJECTED, UNREADABLE, ImportAnswer, ImportRow

WORDS = {
    HELD: tr("Needs review"),
    CONFLICT: tr("In conflict"),
    MERGED: tr("Confirms a known one"),
    UNREADABLE: tr("Cannot be read"),
    REJECTED: tr("Not imported"),
    ADDED: tr("New"),
    KNOWN: tr("Imported before"),
}
STATES = {
    HELD: "waiting",
    CONFLICT: "warning",
    MERGED: "good",
    UNREADABLE: "failed",
    REJECTED: "skipped",
    ADDED: "new",
    KNOWN: "idle",
}
_SAID = (ADDED, MERGED, CONFLICT, HELD, REJECTED, UNREADABLE, KNOWN)
_BESIDE: dict[str, Callable[[int], str]] = {
    "sessions": lambda number: tr_count("%n session", "%n sessions", number),
    "events": lambda number: tr_count("%n event", "%n events", number),
    "cooldown_actions": lambda number: tr_count("%n action", "%n actions", number),
    "memory_versions": lambda number: tr_count("%n change of a memory", "%n changes of memories", number),
    "memory_links": lambda number: tr_count("%n link", "%n links", number),
    "resources": lambda number: tr_count("%n passage", "%n passages", number),
}


def describe_preview(answer: ImportAnswer) -> str:
    """What the import would do."""
    said = [_counts(answer)]
    if not answer.complete:
        said.insert(0, tr("Stopped before the end."))
    elif not answer.changes:
        said.append(tr("There is nothing new in it."))
    if answer.counts.get(KNOWN) and answer.changes:
        said.append(tr("What is here already is not imported again: an import that was stopped goes on from there."))
    return " ".join([*filter(None, said), tr("Nothing was changed.")])


def describe_import(answer: ImportAnswer) -> str:
    """What the import did."""
    if not answer.complete:
        before = tr("Stopped. What was imported stays; press Import to go on from there.")
    else:
        before = tr("Imported.")
    return " ".join(filter(None, (before, _counts(answer))))


def _counts(answer: ImportAnswer) -> str:
    parts = [
        f"{WORDS[name]}: {formatting.format_number(answer.counts[name])}" for name in _SAID if answer.counts.get(name)
    ]
    sentences = []
    if parts:
        facts = tr_count("%n fact.", "%n facts.", answer.read)
        sentences.append(f"{facts} {' · '.join(parts)}." if answer.read else f"{' · '.join(parts)}.")
    beside = [_BESIDE[name](number) for name, number in answer.beside if name in _BESIDE]
    if beside:
        sentences.append(tr("With them: {rows}.", rows=formatting.format_names(beside, 6)))
    return " ".join(sentences)


def detail_of(row: ImportRow) -> str:
    """One row whole, as plain text."""
    known = tr("Known so far, and closed by it") if row.closes else tr("Known so far")
    lines = [(tr("Fact"), row.text), (known, row.known_text), (tr("Why"), row.why), (tr("Where"), row.place)]
    text = "\n".join(f"{name}: {said}" for name, said in lines if said)
    return formatting.strip_direction_marks(text)
