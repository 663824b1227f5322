"""Builds the folders of ``benchmarks/data/audits``: a real repository with a commit for each line, a database, and a
tree of files that stands for the machine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.audits.auditor import POSITION
from claudeops_desktop.knowledge.audits.machine import MachineReader
from claudeops_desktop.knowledge.audits.service_reader import read_service_rows
from claudeops_desktop.knowledge.audits.tables import KnowledgePositions
from claudeops_desktop.knowledge.entries import change_keys, read_entry, write_entry
from claudeops_desktop.knowledge.layout import MEMORY_FILE, slug_of
from claudeops_desktop.knowledge.memory_file import add_entry
from claudeops_desktop.memory import MemoryCandidate, MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store

DATA = Path(__file__).resolve().parent / "data" / "audits"
_AUTHORS = {"human": "human:operator", "process": "process:triage"}


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A line of an ``.entries`` or ``.plants`` file. ``kind`` and ``part`` are those of a fault, "" for none."""

    day: date
    author: str
    place: str
    text: str
    options: dict[str, str] = field(default_factory=dict)
    kind: str = ""
    part: str = ""

    @property
    def bullets(self) -> tuple[str, ...]:
        """What a file of several statements says."""
        return tuple(self.text.split(" / "))

    @property
    def path(self) -> str:
        """The file that the line is about; of a fault the file that is at fault."""
        what, *rest = self.place.split(":")
        if what == "memory":
            return MEMORY_FILE
        if what == "note":
            return f"notes/{rest[1]}.md"
        if what == "role":
            return f"roles/{rest[0]}/{rest[1]}.md"
        if what == "decision":
            return f"decisions/{rest[0]}-{slug_of(rest[2])}.md"
        return f"procedures/{rest[0]}/SKILL.md"


@dataclass
class AuditWorld:
    """A folder with all that an audit of it looks at."""

    knowledge: KnowledgeService
    store: DataStore
    book: RecordRepositories
    memory: MemoryService
    machine: MachineReader
    services: Path
    now: datetime


@dataclass
class WorldClock:
    """A clock that stands until it is moved."""

    now: datetime = datetime(2025, 9, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def read_lines(name: str) -> list[str]:
    """The lines of a data file."""
    return [line for line in (DATA / name).read_text(encoding="utf-8").splitlines() if line.strip()]


def entries_in(lines: Iterable[str]) -> list[EntryLine]:
    """The entries and faults among lines, by day."""
    found = [one for line in lines if (one := _entry(line)) is not None]
    return sorted(found, key=lambda one: one.day)


@contextmanager
def build_world(folder: Path, world: Iterable[str], entries: Iterable[EntryLine]) -> Iterator[AuditWorld]:
    """Build it in an empty folder."""
    clock, given = WorldClock(), [line.split(" ", 1) for line in world]
    told = [(name, rest) for name, rest in given if name.isupper()]
    now = datetime.combine(date.fromisoformat(_one(told, "NOW")), datetime.min.time(), UTC) + timedelta(hours=9)
    data = DataFolder(folder / "data")
    store = open_store(data)
    book = RecordRepositories(store, clock)
    memory = MemoryService(book, clock)
    knowledge = KnowledgeService(folder / "knowledge", clock=clock)
    try:
        machine = _machine(folder / "machine", told)
        data.services_file.write_text(_services([rest for name, rest in told if name == "SERVICE"]), encoding="utf-8")
        _fill(book, memory, clock, told, now, data.services_file)
        for line in _in_order(entries):
            clock.now = datetime.combine(line.day, datetime.min.time(), UTC) + timedelta(hours=12)
            _commit(knowledge, line)
        clock.now = now
        yield AuditWorld(knowledge, store, book, memory, machine, data.services_file, now)
    finally:
        knowledge.close()
        store.close()


def _entry(line: str) -> EntryLine | None:
    if line.split(" ", 1)[0].isupper():
        return None
    parts = [part.strip() for part in re.split(r"\|", line)]
    kind = part = ""
    if not parts[0][0].isdigit():
        kind, part, *parts = parts
    day, author, place, text, *options = parts
    told = dict(one.split("=", 1) for one in options[0].split(";")) if options else {}
    return EntryLine(date.fromisoformat(day), _AUTHORS[author], place, text, told, kind, part)


def _in_order(entries: Iterable[EntryLine]) -> list[EntryLine]:
    """All commits: the entries, what counters them, what changes them later, and what is taken away."""
    found = list[EntryLine]()
    for one in entries:
        found.append(one)
        if said := one.options.get("counter"):
            day, place, text = said.split("@", 2)
            found.append(EntryLine(date.fromisoformat(day), "human:operator", place, text))
        if said := one.options.get("edit"):
            day, text = said.split("@", 1)
            found.append(EntryLine(date.fromisoformat(day), one.author, f"edit:{one.path}", text))
        if said := one.options.get("removed"):
            place, came, went = said.rsplit("@", 2)
            found.append(EntryLine(date.fromisoformat(came), "human:operator", place, "Disks first."))
            path = EntryLine(one.day, "", place, "").path
            found.append(EntryLine(date.fromisoformat(went), "human:operator", f"remove:{path}", ""))
    return sorted(found, key=lambda one: one.day)


def _commit(knowledge: KnowledgeService, line: EntryLine) -> None:
    what, *rest = line.place.split(":")
    body = "\n".join(f"- {bullet}" for bullet in line.bullets)
    at = f"{line.options.get('generated', line.day.isoformat())}T12:00:00+00:00"
    made = {"by": line.author, "at": at}
    day = date.fromisoformat(line.options.get("date", line.day.isoformat()))
    if what == "memory":
        text = add_entry(knowledge.text_of(MEMORY_FILE), rest[0], line.text, day)
        knowledge.change({MEMORY_FILE: text}, f"Remembered: {line.text}", line.author)
    elif what in ("note", "role"):
        kind = {"type": "Note"} if what == "note" else {"type": "Role Note"}
        meta = kind | {"title": rest[2], "description": f"About {rest[2].lower()}.",
                       "note_type": rest[0] if what == "note" else "project", "generated": made}  # fmt: skip
        if until := line.options.get("stale_after"):
            meta["stale_after"] = until
        if checked := line.options.get("verified"):
            meta["verified"] = {"by": "human:operator", "at": f"{checked}T18:00:00+00:00"}
        knowledge.change({line.path: write_entry(meta, body)}, f"Note: {rest[2]}", line.author)
    elif what == "decision":
        meta = {"type": "Decision", "title": rest[2], "status": rest[1], "date": day, "deciders": line.author}
        for key in ("supersedes", "superseded-by"):
            if number := line.options.get(key):
                meta[key] = [int(number)]
        text = write_entry(meta, f"## Context\n\nIt came up in the work.\n\n## Decision\n\n{line.text}")
        knowledge.change({line.path: text}, f"Decision {rest[0]}", line.author)
    elif what == "procedure":
        meta = {"name": rest[0], "description": rest[1]}
        steps = "\n".join(line.bullets)
        text = write_entry(meta, f"# {rest[0].replace('-', ' ').capitalize()}\n\n{steps}")
        knowledge.change({line.path: text}, f"Procedure {rest[0]}", line.author)
    elif what == "remove":
        knowledge.change({rest[0]: None}, "It is done.", line.author)
    else:
        text = knowledge.text_of(rest[0])
        head = text[: len(text) - len(read_entry(text).body)]
        knowledge.change({rest[0]: f"{head}\n{body}\n"}, "Corrected", line.author)


def _machine(root: Path, told: Iterable[tuple[str, str]]) -> MachineReader:
    units = root / "etc/systemd/system"
    units.mkdir(parents=True)
    containers, host = list[str](), ""
    for name, rest in told:
        if name in ("PATH", "DIR"):
            place = root / rest.lstrip("/")
            is_folder = name == "DIR" or "." not in place.name
            (place if is_folder else place.parent).mkdir(parents=True, exist_ok=True)
            if not is_folder:
                place.write_text("", encoding="utf-8")
        elif name == "UNIT":
            (units / rest).write_text("", encoding="utf-8")
        elif name == "CONTAINER":
            containers.append(rest)
        elif name == "HOST":
            host = rest
    return MachineReader(root, host, containers)


def _services(rows: Iterable[str]) -> str:
    parts = []
    for row in rows:
        name, check, target = row.split(" ", 2)
        said = f'[[service]]\nname = "{name}"\ncheck = "{check}"\n'
        if check == "http":
            said += f'url = "{target}"\n'
        elif check == "tcp":
            address, _, port = target.rpartition(":")
            said += f'address = "{address}"\nport = {port}\n'
        else:
            said += f'{check} = "{target}"\n'
        parts.append(said)
    return "\n".join(parts)


def _fill(
    book: RecordRepositories, memory: MemoryService, clock: WorldClock, told: Iterable[tuple[str, str]],
    now: datetime, services: Path,
) -> None:  # fmt: skip
    rows = read_service_rows(services) or ()
    seen = {}
    for name, rest in told:
        if name == "GONE":
            service, day = rest.split()
            _measure(book, service, "http", _moment(day))
        elif name == "RENAMED":
            old, new, day = rest.split()
            seen[old] = {"targets": [row.target for row in rows if row.name == new], "at": to_text(_moment(day))}
        elif name == "FACT":
            service, rank, day, text = (part.strip() for part in rest.split("|", 3))
            clock.now = _moment(day)
            _remember(book, memory, None if service == "-" else service, int(rank), text)
    for row in rows:
        _measure(book, row.name, row.check, now - timedelta(hours=1))
    clock.now = now
    positions = KnowledgePositions(book.store, clock)
    book.store.write(lambda: positions.put(POSITION, {"services": seen})).result()


def _measure(book: RecordRepositories, service: str, check: str, at: datetime) -> None:
    book.store.write(
        lambda: book.health.add(
            service=service, status="healthy", session_id=None, now=at, check_type=check, measured=True
        )
    ).result()


def _remember(book: RecordRepositories, memory: MemoryService, service: str | None, rank: int, text: str) -> None:
    """A fact as it comes to stand: said by the operator (3), or by sessions that confirm each other (2)."""
    change = book.store.write(lambda: memory.edits.add(MemoryCandidate("behavior", service, text))).result()
    number = change.after[0].memory.id
    if rank < 3:
        times = max(0, rank - 1)
        sql = "UPDATE memories SET source = 'marker', merged_count = ?, confidence = 0.8 WHERE id = ?"
        book.store.write(lambda: book.store.database.execute_sql(sql, (times, number))).result()


def _one(told: Iterable[tuple[str, str]], wanted: str) -> str:
    return next(rest for name, rest in told if name == wanted)


def _moment(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) + timedelta(hours=12)


__all__ = ["AuditWorld", "EntryLine", "build_world", "change_keys", "entries_in", "read_lines"]
