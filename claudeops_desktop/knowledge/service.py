"""``KnowledgeService``: the door to the knowledge folder (C1, C5, C7, C12, C13).

All of it reads and writes files and waits for a lock: never on a GUI thread. What is written is one commit with its
index and log; what was edited outside is committed first, as the operator's.
"""

from __future__ import annotations

import contextlib
import difflib
import zlib
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.clock import Clock, utc_now
from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from .decisions import DecisionEntries
from .entries import EntryText, read_entry
from .entry_checks import ERROR, EntryProblem, check_entry, check_folder
from .index_file import add_to_log, change_index, is_listed, line_of, read_index, write_index
from .layout import INDEX, LOG, MEMORY_FILE, OPERATIONS_LOG, RESERVED, inside, kind_of, plain_path
from .memory_file import MemoryEntry, MemoryFile, add_entry, entry_in, read_memory_file, remove_entry
from .notes import NoteEntries
from .operations_log import LoggedOperation, operation_line, read_operations
from .procedures import ProcedureEntries
from .repository import OPERATOR, KnowledgeCommit, KnowledgeRepository

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.paths import DataFolder
    from ..core.settings import Settings
    from .index_file import IndexLine

PROCESS = "process:claudeops"


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A file as it was read: hand its ``revision`` back when it is saved, so that nobody's change is lost."""

    path: str
    text: str
    revision: str

    @property
    def entry(self) -> EntryText:
        """The file taken apart."""
        return read_entry(self.text)


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """What became of a save. ``kept_beside`` is where the text was kept because somebody else had changed the file
    meanwhile; "" where it was not."""

    path: str
    revision: str
    kept_beside: str = ""
    problems: tuple[EntryProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class FolderStatus:
    """How the folder stands: files by kind, how full MEMORY.md is (1 is full), what was edited outside and is not
    committed yet, files that are too large, and problems."""

    root: str
    counts: Mapping[str, int]
    memory_fill: float
    edited: tuple[str, ...]
    too_large: tuple[str, ...]
    problems: tuple[EntryProblem, ...]
    head: str

    def as_json(self) -> dict[str, Any]:
        """The status for ``--json``."""
        return {**asdict(self), "problems": [one.as_json() for one in self.problems]}


class KnowledgeService:
    """The folder of one operator. ``root`` is where it stands; ``shared`` where he named it himself."""

    def __init__(self, root: Path, *, shared: bool = False, clock: Clock = utc_now) -> None:
        self.root = root
        self.repository = KnowledgeRepository(root, shared=shared, clock=clock)
        self._clock = clock
        self.notes = NoteEntries(self)
        self.decisions = DecisionEntries(self)
        self.procedures = ProcedureEntries(self)

    @property
    def now(self) -> datetime:
        """The time, in UTC."""
        return self._clock()

    def close(self) -> None:
        """Let go of the repository."""
        self.repository.close()

    # --- reading -----------------------------------------------------------------------------------------------------

    def read(self, path: str) -> StoredEntry:
        """A file as it is on the disk. Raises OperatorError where there is none, or it is no text."""
        name = plain_path(path)
        file = inside(self.root, name)
        if not file.is_file():
            raise OperatorError(
                UserMessage("There is no {path} in the knowledge folder.", path=name),
                UserMessage("See `claudeops knowledge status`."),
            )
        return StoredEntry(name, _text_of(file, name), self.repository.revision_of(name))

    def text_of(self, path: str) -> str:
        """What a file says now; "" where there is none."""
        file = inside(self.root, path)
        return _text_of(file, path) if file.is_file() else ""

    def memory_file(self) -> MemoryFile:
        """MEMORY.md taken apart; empty where there is none."""
        return read_memory_file(self.text_of(MEMORY_FILE))

    def index(self) -> list[IndexLine]:
        """The entries as the index lists them."""
        return list(read_index(self.text_of(INDEX)).values())

    def texts(self) -> dict[str, str]:
        """All Markdown files of the folder by their paths; what is no text is passed over."""
        from .repository import files_in

        found = {}
        for path, file in files_in(self.root):
            if path.endswith(".md"):
                try:
                    found[path] = _text_of(file, path)
                except OperatorError:
                    continue
        return found

    def check(self) -> list[EntryProblem]:
        """What is wrong in the folder, with what is no text and what the index does not list."""
        from .repository import files_in

        texts = self.texts()
        found = check_folder(texts)
        for path, _ in files_in(self.root):
            if path.endswith(".md") and path not in texts:
                found.append(EntryProblem(path, ERROR, UserMessage("It is not text in UTF-8.")))
        listed = read_index(texts.get(INDEX, ""))
        wanted = {path: line_of(path, text) for path, text in texts.items() if is_listed(path)}
        if INDEX in texts and listed != wanted:
            sentence = UserMessage("It is not in step with the folder; `claudeops knowledge rebuild` writes it anew.")
            found.append(EntryProblem(INDEX, ERROR, sentence))
        return found

    def status(self) -> FolderStatus:
        """How the folder stands. Changes nothing."""
        if not self.root.is_dir():
            return FolderStatus(str(self.root), {}, 0.0, (), (), (), "")
        with self._faults():
            edited, too_large = self.repository.open().changed_files()
            head = self.repository.head()
        counts: dict[str, int] = {}
        for path in self.texts():
            if path.rpartition("/")[2] not in RESERVED:
                kind = kind_of(path)
                name = kind.name if kind is not None else "memory" if path == MEMORY_FILE else "other"
                counts[name] = counts.get(name, 0) + 1
        return FolderStatus(
            str(self.root), counts, round(self.memory_file().fills, 3), tuple(edited), tuple(too_large),
            tuple(self.check()), head,
        )  # fmt: skip

    # --- writing -----------------------------------------------------------------------------------------------------

    def save(
        self, path: str, text: str, why: str, *, revision: str | None = None, author: str = OPERATOR
    ) -> SavedEntry:
        """Write an entry as one commit. ``revision`` is the one that was read, "" for a new file, None to write
        whatever stands there. Where somebody else has changed it since, his text stays, and this one is kept beside it
        under a name of its own, for the operator to choose. Raises OperatorError for a text that its format does not
        allow: nothing is written then."""
        name = plain_path(path)
        text = text if text.endswith("\n") else f"{text}\n"
        problems = check_entry(name, text)
        for problem in problems:
            if problem.level == ERROR:
                raise OperatorError(
                    UserMessage(
                        "{path}, line {line}: {sentence}", path=name, line=problem.line, sentence=problem.sentence
                    ),
                    UserMessage("Nothing was saved. Correct it and save again."),
                )
        with self.lock_folder():
            self._commit_edits([name])
            current = self.repository.revision_of(name)
            target = name if revision is None or revision == current else self._free_name(name)
            beside = target if target != name else ""
            said = f"{why} (kept beside {name}, which was changed meanwhile)" if beside else why
            self._write({target: text}, author, said)
            return SavedEntry(target, self.repository.revision_of(target), beside, tuple(problems))

    def change(self, files: Mapping[str, str | None], why: str, author: str) -> str:
        """Write several files, or delete those whose text is None, as one commit; its number."""
        with self.lock_folder():
            self._commit_edits([*map(plain_path, files)])
            return self._write(files, author, why)

    def update(self, path: str, change: Callable[[str], str], why: str, author: str) -> SavedEntry:
        """Change a file by what it says at that moment, so that nothing of others is lost. Raises LookupError as
        ``change`` does."""
        name = plain_path(path)
        with self.lock_folder():
            self._commit_edits([name])
            before = self.text_of(name)
            after = change(before)
            if after != before:
                self._write({name: after}, author, why)
            return SavedEntry(name, self.repository.revision_of(name))

    def rewrite(self, compute: Callable[[], Mapping[str, str | None]], why: Callable[[], str], author: str) -> str:
        """Change several files by what they say at that moment, as one commit; its number, "" where nothing is to be
        changed. ``compute`` and ``why`` run while the folder is held: nobody else writes between reading and
        writing."""
        with self.lock_folder():
            self._commit_edits(None)
            files = {path: text for path, text in compute().items() if text != (self.text_of(path) or None)}
            return self._write(files, author, why()) if files else ""

    def saved(self, path: str) -> SavedEntry:
        """A file as it was just saved."""
        return SavedEntry(path, self.repository.revision_of(path))

    def remove(self, path: str, why: str, author: str = OPERATOR) -> None:
        """Delete an entry; its versions stay in the history. Raises OperatorError where there is none."""
        name = self.read(path).path
        self.change({name: None}, why, author)

    def take_edits(self) -> list[str]:
        """Commit what was edited, added or deleted outside, as the operator's, and bring the index in step; the
        paths."""
        with self.lock_folder():
            return self._commit_edits(None)

    def rebuild(self) -> int:
        """Write the index anew from the files; how many entries it lists."""
        with self.lock_folder():
            self._commit_edits(None)
            lines = [line_of(path, text) for path, text in self.texts().items() if is_listed(path)]
            wanted = write_index(lines)
            if self.text_of(INDEX) != wanted:
                self.repository.write({INDEX: wanted}, PROCESS, "The index is written anew")
            return len(lines)

    # --- history -----------------------------------------------------------------------------------------------------

    def log(self, path: str = "", limit: int | None = 50) -> list[KnowledgeCommit]:
        """The commits of the folder or of a path in it, the latest first."""
        with self._faults():
            return self.repository.log(path, limit)

    def text_at(self, path: str, revision: str) -> str | None:
        """What a file said at a commit, which may be named by its first digits; None where it was not there."""
        with self._faults():
            return self.repository.text_at(path, self.repository.resolve(revision))

    def diff(self, revision: str = "", path: str = "") -> str:
        """What a commit changed, or without one what was edited outside and is not committed, as a unified
        difference; of one path only where it is given."""
        with self._faults():
            repository = self.repository.open()
            if revision:
                number = repository.resolve(revision)
                commits = repository.log()
                at = next(at for at, one in enumerate(commits) if one.number == number)
                before = commits[at + 1].number if at + 1 < len(commits) else ""
                names = commits[at].paths
                sides = [
                    (name, (repository.text_at(name, before) if before else None) or "",
                     repository.text_at(name, number) or "")
                    for name in names
                ]  # fmt: skip
            else:
                edited = repository.changed_files()[0]
                sides = [(name, repository.text_at(name) or "", self.text_of(name)) for name in edited]
        wanted = plain_path(path) if path else ""
        return "".join(unified(name, old, new) for name, old, new in sides if not wanted or name == wanted)

    def restore(self, path: str, revision: str, author: str = OPERATOR) -> SavedEntry:
        """Write what a file said at a commit as its newest version: the history grows, nothing is taken out of it.
        Raises OperatorError where it was not there then."""
        text = self.text_at(path, revision)
        if text is None:
            raise OperatorError(
                UserMessage("There was no {path} in version {revision}.", path=path, revision=revision),
                UserMessage("See `claudeops knowledge log {path}`.", path=path),
            )
        return self.save(path, text, f"Restored from {revision[:10]}", author=author)

    # --- MEMORY.md ---------------------------------------------------------------------------------------------------

    def remember(self, section: str, text: str, author: str = OPERATOR, why: str = "") -> SavedEntry:
        """Add an entry to MEMORY.md. Raises OperatorError where it would not be read whole any more."""
        day = self.now.date()
        if read_memory_file(add_entry(self.text_of(MEMORY_FILE), section, text, day)).fills > 1:
            raise OperatorError(
                UserMessage("MEMORY.md is full: agents would not read all of it."),
                UserMessage("Take out what is not needed any more with `claudeops knowledge forget`."),
            )
        said = why or f"Remembered under {section}: {text}"[:200]
        return self.update(MEMORY_FILE, lambda before: add_entry(before, section, text, day), said, author)

    def forget(self, text: str, author: str = OPERATOR) -> MemoryEntry:
        """Take an entry out of MEMORY.md. Raises OperatorError where none says this."""
        found = entry_in(self.memory_file().entries, text)
        if found is None:
            raise OperatorError(
                UserMessage("MEMORY.md has no entry that says this."),
                UserMessage("See `claudeops knowledge show MEMORY.md`."),
            )
        entry = found
        with contextlib.suppress(LookupError):  # somebody else has taken it out meanwhile
            self.update(MEMORY_FILE, lambda before: remove_entry(before, entry), f"Forgot: {entry.text}"[:200], author)
        return entry

    # --- operations log ----------------------------------------------------------------------------------------------

    def operations(self) -> tuple[list[LoggedOperation], list[int]]:
        """The operations log, and the lines of it that cannot be read."""
        return read_operations(self.text_of(OPERATIONS_LOG))

    def log_operation(self, operation: LoggedOperation, author: str = OPERATOR) -> int:
        """Append a line; its number in the file, from 1."""
        self.update(
            OPERATIONS_LOG,
            lambda text: (text if not text or text.endswith("\n") else f"{text}\n") + operation_line(operation),
            f"{operation.action} {operation.tool}: {operation.detail}"[:200],
            author,
        )
        return len(self.text_of(OPERATIONS_LOG).splitlines())

    # --- parts -------------------------------------------------------------------------------------------------------

    @contextmanager
    def lock_folder(self) -> Iterator[None]:
        """Hold the folder against other processes."""
        with self._faults(), self.repository.locked():
            yield

    def _write(self, files: Mapping[str, str | None], author: str, why: str) -> str:
        """Inside ``lock_folder``."""
        told: dict[str, str | None] = {plain_path(path): text for path, text in files.items()}
        index = self.text_of(INDEX)
        if any(is_listed(path) for path in told):
            wanted = change_index(index, told)
            if wanted != index:
                told[INDEX] = wanted
        if any(path not in (OPERATIONS_LOG, LOG) for path in told):
            told[LOG] = add_to_log(self.text_of(LOG), self.now.date(), f"{why} ({author})")
        return self.repository.write(told, author, why)

    def _commit_edits(self, paths: list[str] | None) -> list[str]:
        """Inside ``lock_folder``. Of these paths, or of all."""
        if paths is None:
            edited = self.repository.changed_files()[0]
        else:
            edited = [path for path in paths if self.repository.revision_of(path) != self.repository.blob_of(path)]
        edited = [path for path in edited if inside(self.root, path)]
        if not edited:
            return []
        self.repository.commit(edited, OPERATOR, f"Edited outside: {', '.join(edited[:5])}{' …' * (len(edited) > 5)}")
        index = self.text_of(INDEX)
        now = {path: self.text_of(path) or None for path in edited if path.endswith(".md")}
        wanted = change_index(index, now)
        if INDEX not in edited and wanted != index and any(is_listed(path) for path in now):
            self.repository.write({INDEX: wanted}, PROCESS, "The index follows an edit from outside")
        return edited

    def _free_name(self, path: str) -> str:
        stem, dot, end = path.rpartition(".")
        for number in range(2, 1000):
            name = f"{stem}-{number}{dot}{end}"
            if not (self.root / name).exists():
                return name
        raise OperatorError(
            UserMessage("There are too many files called like {path}.", path=path), UserMessage("Remove some of them.")
        )

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """What git or the disk say, in a plain sentence."""
        from dulwich.errors import ChecksumMismatch, FileFormatException, MissingCommitError, NotGitRepository

        try:
            yield
        except (ChecksumMismatch, FileFormatException, MissingCommitError, NotGitRepository, zlib.error) as error:
            raise OperatorError(
                UserMessage("The git repository of {root} is damaged: {error}.", root=self.root, error=error),
                UserMessage("Your files are not touched. Repair it with git, or move .git away: a new history begins."),
            ) from error
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("The knowledge folder {root} cannot be used: {error}.", root=self.root, error=error)
            ) from error


def open_knowledge(data: DataFolder, settings: Settings, clock: Clock = utc_now) -> KnowledgeService:
    """The folder that the settings name, else the one in the data folder. Nothing is made before it is written to."""
    named = settings.knowledge.folder.strip()
    if named:
        return KnowledgeService(Path(named).expanduser(), shared=True, clock=clock)
    return KnowledgeService(data.knowledge, clock=clock)


def unified(path: str, old: str, new: str) -> str:
    """A unified difference of a file."""
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{path}", f"b/{path}", n=3
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _text_of(file: Path, path: str) -> str:
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise OperatorError(
            UserMessage("{path} is not text in UTF-8.", path=path), UserMessage("Convert it, or move it away.")
        ) from error
    except OSError as error:
        raise EnvironmentFault(UserMessage("{path} cannot be read: {error}.", path=path, error=error)) from error
