"""Wrong date: a date that cannot be, or that git knows better (C8). Pure.

A date of an entry is the day on which it was written or last changed. Entries that came with many others at once were
brought from elsewhere, and keep the dates that they had there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from ...core.messages import UserMessage
from ..entries import instant, verifications
from ..memory_file import MemoryEntry
from ..proposals.types import ProposalEvidence
from .entry_history import FolderHistory
from .statements import place_of
from .types import AuditedFile, AuditFinding, CommitMoment, KnowledgeStatement

AHEAD = timedelta(days=1)  # of the reader's clock: zones differ
LATE = timedelta(days=7)  # how much later than its date an entry may have come into the folder
BROUGHT_AT_ONCE = 5  # entries of one commit that were brought from elsewhere
_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
           "december")  # fmt: skip
_DAY = r"(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_ISO = re.compile(rf"\b{_DAY}[,.]?\s+(?:the\s+)?\(?(\d{{4}})-(\d\d)-(\d\d)(?![\d-])", re.IGNORECASE)
_ISO_FIRST = re.compile(rf"(?<![\d-])(\d{{4}})-(\d\d)-(\d\d)\s*[(,]\s*(?:a\s+)?{_DAY}\b", re.IGNORECASE)
_DAY_MONTH = re.compile(
    rf"\b{_DAY}[,.]?\s+(?:the\s+)?(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+{_MONTH}\.?,?\s+(\d{{4}})\b", re.IGNORECASE
)
_MONTH_DAY = re.compile(rf"\b{_DAY}[,.]?\s+{_MONTH}\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b", re.IGNORECASE)


def find_wrong_entry_dates(
    entries: Iterable[tuple[MemoryEntry, KnowledgeStatement]], history: FolderHistory, now: datetime
) -> Iterator[AuditFinding]:
    """Entries of MEMORY.md with a date to come, or one that the commit which brought them does not bear out."""
    for entry, statement in entries:
        if entry.date is None:
            continue
        moments = history.of_entry(entry)
        wrong = _wrong_day(entry.date, moments[0] if moments else None, now)
        if wrong is None:
            continue
        right, reason, proof = wrong
        after = statement.raw.replace(entry.date.isoformat(), right.isoformat(), 1)
        said = ProposalEvidence("file", statement.ref, statement.raw[:300])
        yield AuditFinding("wrong date", statement.path, statement.line, statement.text, reason, (said, *proof),
                           statement.raw, after, statement.section, confidence=0.9)  # fmt: skip


def find_wrong_file_dates(files: Iterable[AuditedFile], now: datetime) -> Iterator[AuditFinding]:
    """Dates in the frontmatter that are to come, are not those of the commit that brought the file, or vouch for a
    content that is newer."""
    for file in files:
        if place_of(file.path) == "lesson":  # it shows the database, whose rows have dates of their own
            continue
        made = file.meta.get("generated")
        if isinstance(made, dict) and (at := instant(made.get("at"))) is not None:
            yield from _of_key(file, "generated", at, now)
        if (day := instant(file.meta.get("date"))) is not None:
            yield from _of_key(file, "date", day, now)
        yield from _of_verification(file, now)


def find_wrong_weekdays(statement: KnowledgeStatement) -> Iterator[AuditFinding]:
    """Dates in a text that are of another weekday than it says, at most one."""
    if not statement.raw:
        return
    for found in _weekdays(statement.text):
        day, name, words = found
        right = _NAMES[day.weekday()].capitalize()
        if day.weekday() == name:
            continue
        said = ProposalEvidence("file", statement.ref, f"“{words}”: {day.isoformat()} is a {right}.")
        before = statement.text if statement.place == "memory" else statement.raw
        fixed = words.replace(_written(words), right[:3] if len(_written(words)) <= 3 else right, 1)
        after = before.replace(words, fixed, 1)
        if after == before:
            continue
        yield AuditFinding(
            "wrong date", statement.path, statement.line, statement.text,
            UserMessage("{day} is a {weekday}.", day=day.isoformat(), weekday=right), (said,), before, after,
            statement.section, confidence=0.9,
        )  # fmt: skip
        return


def _wrong_day(
    day: date, brought: CommitMoment | None, now: datetime
) -> tuple[date, str, tuple[ProposalEvidence, ...]] | None:
    """The right day, why, and the proof; None where the day can be."""
    if brought is None:
        if day > (now + AHEAD).date():
            return now.date(), UserMessage("{day} is still to come.", day=day), ()
        return None
    proof = (
        ProposalEvidence("commit", brought.number, f"It came into the folder on {brought.at.date().isoformat()}."),
    )
    if day > (brought.at + AHEAD).date():
        sentence = UserMessage("{day} is later than the day on which it was written, {other}.", day=day,
                               other=brought.at.date())  # fmt: skip
        return brought.at.date(), sentence, proof
    if brought.added < BROUGHT_AT_ONCE and brought.at - LATE > _noon(day, brought.at):
        sentence = UserMessage("It says {day}; it was written on {other}.", day=day, other=brought.at.date())
        return brought.at.date(), sentence, proof
    return None


def _of_key(file: AuditedFile, key: str, at: datetime, now: datetime) -> Iterator[AuditFinding]:
    first, line = file.versions.first, file.keys.get(key, 1)
    right = first.at if first is not None else now
    proof = list[ProposalEvidence]()
    if first is not None:
        proof.append(
            ProposalEvidence("commit", first.number, f"It came into the folder on {first.at.date().isoformat()}.")
        )
    if at > right + AHEAD:
        reason = UserMessage(
            "{day} is later than the day on which it was written, {other}.", day=at.date(), other=right.date()
        )
    elif first is not None and _year_off(at.date(), first.at.date()):
        reason = UserMessage("It says {day}; it was written on {other}.", day=at.date(), other=first.at.date())
    else:
        return
    yield from _key_finding(file, line, at.date(), right.date(), reason, proof)


def _of_verification(file: AuditedFile, now: datetime) -> Iterator[AuditFinding]:
    """A verification that is older than the content counts for nothing, and says more than it should."""
    checked = verifications(file.meta)
    if not checked or "verified" not in file.keys:
        return
    line, latest = file.keys["verified"], max(at for _, at in checked)
    block, content = _key_block(file.text, line), file.versions.content or file.versions.last
    if latest > now + AHEAD:
        reason, proof = UserMessage("It was verified on {day}, which is still to come.", day=latest.date()), None
    elif content is not None and latest + AHEAD < content.at:
        reason = UserMessage(
            "It was verified on {day}, and changed on {other}.", day=latest.date(), other=content.at.date()
        )
        proof = ProposalEvidence("commit", content.number, f"The text was changed on {content.at.date().isoformat()}.")
    else:
        return
    said = ProposalEvidence("file", f"{file.path}:{line}", block.strip()[:300])
    yield AuditFinding("wrong date", file.path, line, str(file.meta.get("title") or file.path), reason,
                       (said, proof) if proof else (said,), block, "", confidence=0.9)  # fmt: skip


def _key_finding(
    file: AuditedFile, line: int, wrong: date, right: date, reason: str, proof: list[ProposalEvidence]
) -> Iterator[AuditFinding]:
    block = _key_block(file.text, line)
    after = block.replace(wrong.isoformat(), right.isoformat(), 1)
    if after == block:
        return
    said = ProposalEvidence("file", f"{file.path}:{line}", block.strip()[:300])
    yield AuditFinding("wrong date", file.path, line, str(file.meta.get("title") or file.path), reason, (said, *proof),
                       block.rstrip("\n"), after.rstrip("\n"), confidence=0.9)  # fmt: skip


def _key_block(text: str, line: int) -> str:
    """The lines of a key of the frontmatter: the key's own, and those that are indented under it or list its values."""
    lines = text.splitlines(keepends=True)
    end = line
    while end < len(lines) and re.match(r"[ \t]+\S|- ", lines[end]):
        end += 1
    return "".join(lines[line - 1 : end])


def _year_off(said: date, written: date) -> bool:
    """Tell whether a year was mistyped: the same days of another year."""
    try:
        moved = said.replace(year=written.year)
    except ValueError:
        return False
    return said.year != written.year and abs((moved - written).days) <= 3 and abs((said - written).days) > 300


def _weekdays(text: str) -> Iterator[tuple[date, int, str]]:
    """Each date with a weekday: the day, the number of the weekday that is named, and the words."""
    for match in _ISO.finditer(text):
        yield from _day_of(match[2], match[3], match[4], match[1], match[0])
    for match in _ISO_FIRST.finditer(text):
        yield from _day_of(match[1], match[2], match[3], match[4], match[0])
    for match in _DAY_MONTH.finditer(text):
        yield from _day_of(match[4], _month(match[3]), match[2], match[1], match[0])
    for match in _MONTH_DAY.finditer(text):
        yield from _day_of(match[4], _month(match[2]), match[3], match[1], match[0])


def _day_of(year: str, month: str | int, day: str, name: str, words: str) -> Iterator[tuple[date, int, str]]:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return
    yield found, next(at for at, one in enumerate(_NAMES) if one.startswith(name.lower()[:3])), words


def _month(name: str) -> int:
    return next(at for at, one in enumerate(_MONTHS, 1) if one.startswith(name.lower()[:3]))


def _written(words: str) -> str:
    match = re.search(rf"\b{_DAY}\b", words, re.IGNORECASE)
    return match[0] if match else ""


def _noon(day: date, like: datetime) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=like.tzinfo)
