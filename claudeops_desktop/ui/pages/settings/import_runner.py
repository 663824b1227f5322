"""What an import from the window is and answers: the kinds there are, the preview, the import. No Qt.

Facts and our own exports are read by the command of the command line, in a program of its own: the preview works on a
copy of the database, and a program works on one database. Whole records come in in one transaction of this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....core.errors import OperatorError, UsageError
from ....core.extensions.importer import FactImporter, RecordImporter
from ....core.extensions.registry import extensions_of
from ....core.messages import UserMessage, unpack_message
from ....storage.archive import BackupProgress, Report, Stopped
from ...text.translation import tr, tr_count, tr_message
from .program_runner import ProgramEnded, run_command

if TYPE_CHECKING:
    from ....runs.import_claude_ops import ImportResult
    from ...app_context import AppContext

FACTS, RECORDS, OWN = "facts", "records", "own"
HELD, CONFLICT, MERGED, UNREADABLE, REJECTED, ADDED, KNOWN = (
    "held", "conflict", "merged", "unreadable", "rejected", "added", "known",
)  # fmt: skip
OUTCOMES = (HELD, CONFLICT, MERGED, UNREADABLE, REJECTED, ADDED, KNOWN)
"""What becomes of a fact, in the order in which it concerns the operator."""
_KEYS = {HELD: "held", CONFLICT: "conflicts", MERGED: "merged", ADDED: "added", KNOWN: "known", REJECTED: "rejected"}


@dataclass(frozen=True, slots=True)
class ImportKind:
    """Something to import from: the importer's name ("" for our own exports), its title, and what of it comes in."""

    name: str
    title: str
    form: str


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One fact, or a part that cannot be read. All of it untrusted. ``closes`` says that the known one is closed by
    it."""

    outcome: str
    text: str
    why: str
    place: str
    known_text: str = ""
    closes: bool = False


@dataclass(frozen=True, slots=True)
class ImportAnswer:
    """What an import did, or would do. ``counts`` by outcome; ``beside`` counts rows of other tables that are new;
    ``rows`` holds some hundred of each outcome. ``complete`` is False where it was stopped."""

    counts: dict[str, int]
    rows: tuple[ImportRow, ...] = ()
    beside: tuple[tuple[str, int], ...] = ()
    complete: bool = True

    @property
    def read(self) -> int:
        """How many facts were read."""
        return sum(number for outcome, number in self.counts.items() if outcome != UNREADABLE)

    @property
    def changes(self) -> int:
        """How many facts and rows change something."""
        changing = sum(self.counts.get(outcome, 0) for outcome in (ADDED, HELD, CONFLICT, MERGED))
        return changing + sum(number for _, number in self.beside)

    @property
    def for_review(self) -> int:
        """How many need the operator."""
        return self.counts.get(HELD, 0) + self.counts.get(CONFLICT, 0)


def list_kinds() -> tuple[ImportKind, ...]:
    """All that can be imported, our own exports first. Loads plugins: not for the GUI thread."""
    found = [ImportKind("", tr("An export of Claude Ops: JSON Lines, or a folder of Markdown"), OWN)]
    for name, work in extensions_of("importers").items():
        title = tr_message(UserMessage(work.title))
        both = isinstance(work, FactImporter) and isinstance(work, RecordImporter)
        if isinstance(work, RecordImporter):
            whole = tr("{title}: sessions, events and memories as they are", title=title)
            found.append(ImportKind(name, whole if both else title, RECORDS))
        if isinstance(work, FactImporter):
            found.append(ImportKind(name, tr("{title}: memories only", title=title) if both else title, FACTS))
    return tuple(found)


def run_import(
    desk: AppContext, kind: ImportKind, place: str, *, preview: bool, total: int, report: Report, stopped: Stopped
) -> ImportAnswer:
    """Import, or show what an import would do; ``total`` facts are expected, 0 where that is not known. Raises
    OperatorError or EnvironmentFault. Waits: on a thread."""
    source = _source(desk, place)
    if kind.form == RECORDS:
        return _run_records(desk, kind.name, source, preview=preview)
    words = ["memory", "import", str(source), "--json", "--progress"]
    words += ["--from", kind.name] if kind.name else []
    words += ["--preview"] if preview else []

    def said(line: dict[str, Any]) -> None:
        number = int(line.get("read", 0))
        done = tr_count("%n fact", "%n facts", number)
        what = tr("Looking at it: {facts}", facts=done) if preview else tr("Importing: {facts}", facts=done)
        report(BackupProgress(what, min(number, total), total))

    try:
        document = run_command(desk.folder, words, said, stopped)
    except ProgramEnded:
        return ImportAnswer({}, complete=False)
    return read_answer(document)


def read_answer(document: dict[str, Any]) -> ImportAnswer:
    """The document that ``memory import --json`` prints."""
    unreadable = document.get("unreadable") or []
    counts = {outcome: int(document.get(key, 0)) for outcome, key in _KEYS.items()}
    counts[KNOWN] += int(document.get("skipped", 0))
    counts[UNREADABLE] = int(document.get("unreadable_count", len(unreadable)))
    rows = [
        ImportRow(
            one["outcome"], one["text"], _why(one), _place(one), one.get("known_text", ""), bool(one.get("closes"))
        )
        for one in document.get("facts") or []
    ]
    rows += [ImportRow(UNREADABLE, "", _why(one), _place(one)) for one in unreadable]
    rows.sort(key=lambda row: OUTCOMES.index(row.outcome))
    beside = {name: int(number) for name, number in (document.get("rows") or {}).items()}
    return ImportAnswer(
        counts,
        tuple(rows),
        tuple((name, number) for name, number in beside.items() if number and name != "memories"),
        bool(document.get("complete", True)),
    )


def _why(one: dict[str, Any]) -> str:
    return tr_message(unpack_message(str(one["why"])))


def _place(one: dict[str, Any]) -> str:
    """Where it stands: ``notes/grafana.md:12``, ``line 12``, or the file alone."""
    file, line = str(one.get("file") or ""), int(one.get("line") or 0)
    if file and line:
        return f"{file}:{line}"
    return file or (tr("line {line}", line=str(line)) if line else "")


def _source(desk: AppContext, place: str) -> Path:
    source = Path(place.strip()).expanduser().absolute()
    if not source.exists():
        raise UsageError(
            UserMessage("There is no file or folder {source}.", source=source), UserMessage("Check its name.")
        )
    if source.is_file() and desk.folder.database.exists() and source.samefile(desk.folder.database):
        raise OperatorError(
            UserMessage("That is this application's own database."), UserMessage("Choose a file of another program.")
        )
    return source


def _run_records(desk: AppContext, name: str, source: Path, *, preview: bool) -> ImportAnswer:
    work = extensions_of("importers")[name]
    step: Callable[..., ImportResult] = work.preview_import if preview else work.take_over
    found = step(desk.book, desk.memory, work.read_source(source), source.name)
    new = {table.table: table.new for table in found.tables}
    known = sum(table.known_count for table in found.tables)
    counts = {ADDED: new.pop("memories", 0), KNOWN: known, UNREADABLE: sum(one.count for one in found.garbage)}
    return ImportAnswer(
        counts, tuple(_garbage(found)), tuple((table, number) for table, number in new.items() if number)
    )


def _garbage(found: ImportResult) -> Iterable[ImportRow]:
    for one in found.garbage:
        why = tr_count("%n row: {why}", "%n rows: {why}", one.count, why=one.why)
        yield ImportRow(UNREADABLE, ", ".join(one.examples), f"{why}.", one.table)
