"""Texts of the page."""

from __future__ import annotations

from ....core.messages import UserMessage
from ....library import HEADING_MARK, LibraryChange, LibraryHit, LibraryStatus, StoredDocument, TextChunk
from ...text import formatting
from ...text.translation import tr, tr_count, tr_message

FORMATS = {
    "markdown": tr("Markdown"), "text": tr("Text"), "html": tr("Web page"), "pdf": tr("PDF"), "epub": tr("EPUB"),
    "docx": tr("Word"),
}  # fmt: skip
STATES = {
    "ready": tr("ready"),
    "unread": tr("unread"),
    "fault": tr("not readable"),
    "missing": tr("file is gone"),
}
SHAPES = {"ready": "good", "unread": "new", "fault": "warning", "missing": "unknown"}
RELEVANCE = {"high": tr("high"), "medium": tr("medium"), "low": tr("low")}
EMPTY_TITLE = tr("The library is empty")
EMPTY = tr(
    "Add manuals, books, notes or web pages. You and your agents find passages in them, with the place where they "
    "stand. Nothing of it is put into a prompt by itself."
)
NOTHING_FOUND = tr("Nothing in the library has to do with that")
NOTHING_FOUND_MORE = tr("Use other words, or add a document that says it.")
NO_STATE = tr("No document is in that state")
INTERVALS = ((1.0, tr("Every hour")), (6.0, tr("Every 6 hours")), (24.0, tr("Every day")), (168.0, tr("Every week")))


def plain(text: str) -> str:
    """Words of others on one line, without marks that turn the direction of reading."""
    return formatting.strip_direction_marks(" ".join(text.split()))


def fact_line(status: LibraryStatus) -> str:
    """The line under the title."""
    if not status.documents:
        return tr("No documents")
    said = [
        tr_count("%n document", "%n documents", status.documents),
        tr_count("%n part", "%n parts", status.chunks),
    ]
    if status.unread:
        said.append(tr_count("%n unread", "%n unread", status.unread))
    if status.faults:
        said.append(tr_count("%n not readable", "%n not readable", status.faults))
    if status.missing:
        said.append(tr_count("%n file is gone", "%n files are gone", status.missing))
    if status.suggestions:
        said.append(tr_count("%n suggested address", "%n suggested addresses", status.suggestions))
    return " · ".join(said)


def passage_place(hit: LibraryHit) -> str:
    """Where in its document a passage stands: its last heading, and its page or lines."""
    path = hit.headings.split(HEADING_MARK) if hit.headings else []
    last = path[-1] if path and path[-1] != hit.title else ""
    return " · ".join(filter(None, (plain(last), place_text(hit.page, hit.first_line, hit.last_line))))


def place_text(page: int | None, first: int, last: int) -> str:
    """The page where there is one, else the lines."""
    if page is not None:
        return tr("page {page}", page=page)
    return tr("line {line}", line=first) if first == last else tr("lines {first}–{last}", first=first, last=last)


def part_title(chunk: TextChunk) -> str:
    """A part in the list: its last heading, and its page where it has one."""
    heading = plain(chunk.headings[-1]) if chunk.headings else tr("Part {number}", number=chunk.index + 1)
    return heading if chunk.page is None else f"{heading} · {tr('page {page}', page=chunk.page)}"


def document_line(document: StoredDocument) -> str:
    """What a document is, below its title."""
    said = [FORMATS.get(document.format, document.format), tr_count("%n part", "%n parts", document.chunks)]
    said.append(tr("read {when}", when=formatting.format_relative_time(document.read_at)))
    if document.tags:
        said.append(plain(", ".join(document.tags)))
    return " · ".join(said)


def judgement_text(document: StoredDocument) -> str:
    """Whether it is relevant, why, and who says so; and why it was added."""
    said = []
    if document.context:
        said.append(tr("Why it is kept: {why}", why=plain(document.context)))
    if document.relevance:
        level = RELEVANCE.get(document.relevance, document.relevance)
        why = plain(tr_message(document.judgement))
        if document.judged_by == "rules":
            said.append(tr("Relevance {level}, by rules: {why}", level=level, why=why))
        else:
            who = plain(document.judged_by)
            said.append(tr("Relevance {level}, by {model}: {why}", level=level, model=who, why=why))
    return "\n".join(said)


def state_text(document: StoredDocument) -> str:
    """What is wrong with a document; "" for nothing."""
    if document.missing_at is not None:
        when = formatting.format_exact_time(document.missing_at)
        return tr("The file was gone on {when}. It is not searched until it is back.", when=when)
    if document.fault:
        return tr("Its latest version cannot be read: {why}", why=plain(tr_message(document.fault)))
    return ""


def change_text(change: LibraryChange) -> str:
    """What adding or updating did, in one sentence."""
    said = []
    if change.added:
        said.append(tr_count("%n document added.", "%n documents added.", len(change.added)))
    if change.changed:
        said.append(tr_count("%n document changed.", "%n documents changed.", len(change.changed)))
    if change.missing:
        said.append(tr_count("%n file is gone.", "%n files are gone.", len(change.missing)))
    if change.skipped:
        said.append(plain(tr_message(change.skipped[0])))
        if (more := len(change.skipped) - 1) > 0:
            said.append(tr_count("%n more could not be read.", "%n more could not be read.", more))
    if not said:
        return tr("It is in the library already, and says the same.") if change.unchanged else tr("Nothing is new.")
    return " ".join(said)


def fault_text(fault: str) -> str:
    """A fault that was kept, in the language of the window."""
    return plain(tr_message(fault)) if isinstance(fault, UserMessage) else plain(fault)


def interval_text(hours: float) -> str:
    """How often a feed is polled."""
    known = dict(INTERVALS).get(hours)
    return known or tr("Every {hours} hours", hours=formatting.format_number(hours))
