"""``KnowledgeService``: the door to the knowledge folder (C1, C5, C7, C12, C13).

All of it reads and writes files and waits for a lock: never on a GUI thread. What is written is one commit with its
index and log; what was edited outside is committed first, as the operator's.
"""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError, OperatorError
from ..core.messages import UserMessage
from ..core.principals import is_operator_here
from .conflict_files import kept_beside_message
from .decisions import DecisionEntries
from .entries import conflict_line
from .entry_checks import CONFLICT, ERROR, EntryProblem, check_entry, check_folder
from .folder_files import faults_in, files_in, read_text, why_unreadable
from .index_file import add_to_log, change_index, is_listed, line_of, read_index, write_index
from .layout import INDEX, LOG, MEMORY_FILE, OPERATIONS_LOG, RESERVED, inside, kind_of, plain_path
from .memory_file import MemoryEntry, MemoryFile, add_entry, entry_in, read_memory_file, remove_entry
from .notes import NoteEntries
from .operations_log import LoggedOperation, operation_line, read_operations
from .private_files import is_private_text, private_files
from .procedures import ProcedureEntries
from .repository import OPERATOR, ChangedMeanwhile, KnowledgeCommit, KnowledgeRepository, revision_of_text
from .repository_state import RepositoryCondition, plain_git_faults
from .types import FolderStatus, SavedEntry, StoredEntry
from .withheld_text import SECRET, secret_line, why_withheld

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.paths import DataFolder
    from ..core.settings import Settings
    from .index_file import IndexLine

PROCESS = "process:claudeops"
Written = TypeVar("Written")
_TRIES = 5


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
            raise _missing(name)
        text = self._as_seen(name, read_text(file, name))
        if text is None:
            raise _missing(name)
        return StoredEntry(name, text, revision_of_text(text))

    def text_of(self, path: str) -> str:
        """What a file says now; "" where there is none."""
        file = inside(self.root, path)
        return (self._as_seen(path, read_text(file, path)) or "") if file.is_file() else ""

    def memory_file(self) -> MemoryFile:
        """MEMORY.md taken apart; empty where there is none."""
        return read_memory_file(self.text_of(MEMORY_FILE))

    def index(self) -> list[IndexLine]:
        """The entries as the index lists them."""
        lines = read_index(self._list_text(INDEX))
        if not is_operator_here():
            lines = {path: line for path, line in lines.items() if path not in private_files(self.root, [path])}
        return list(lines.values())

    def texts(self, start: str = "") -> dict[str, str]:
        """All Markdown files of the folder by their paths, or those in the part of it at ``start``, such as
        ``roles/observer/``; what is no text is passed over."""
        found, base = {}, start.strip("/")
        for name, file in files_in(inside(self.root, base) if base else self.root):
            path = f"{base}/{name}" if base else name
            if path.endswith(".md"):
                with contextlib.suppress(ClaudeOpsError):
                    text = self._as_seen(path, read_text(file, path))
                    if text is not None:
                        found[path] = text
        return found

    def _as_seen(self, path: str, text: str) -> str | None:
        """A file as whoever acts may see it; None where it is not there for it. The operator sees what is there. The
        index and the log name private files: for others those lines are left out."""
        if is_operator_here():
            return text
        if path not in (INDEX, LOG):
            return None if path.endswith(".md") and is_private_text(text) else text
        names = []
        for name in private_files(self.root, [name for name, _ in files_in(self.root)]):
            names += [name, name.replace(" ", "%20")]
            with contextlib.suppress(ClaudeOpsError):
                names.append(line_of(name, read_text(inside(self.root, name), name)).title)
        kept = [line for line in text.splitlines(keepends=True) if not any(name and name in line for name in names)]
        return "".join(kept)

    def check(self) -> list[EntryProblem]:
        """What is wrong in the folder, with what is no text and what the index does not list."""
        texts = self.texts()
        found = [one.as_problem() for one in self.conditions()]
        found += check_folder(texts)
        left_alone = faults_in(self.root)
        found += left_alone
        named = {one.path for one in left_alone}
        for path, file in files_in(self.root):
            if path.endswith(".md") and path not in texts and path not in named:
                found.append(EntryProblem(path, ERROR, why_unreadable(file, path)))
        listed = read_index(texts.get(INDEX, ""))
        wanted = {path: line_of(path, text) for path, text in texts.items() if is_listed(path)}
        if INDEX in texts and listed != wanted:
            sentence = UserMessage("It is not in step with the folder; `claudeops knowledge rebuild` writes it anew.")
            found.append(EntryProblem(INDEX, ERROR, sentence))
        return found

    def conditions(self) -> list[RepositoryCondition]:
        """What is to be known about folder and repository, such as a merge that is under way."""
        return self.repository.conditions()

    def status(self) -> FolderStatus:
        """How the folder stands. Changes nothing."""
        if not self.root.is_dir():
            return FolderStatus(str(self.root), {}, 0.0, (), (), (), "")
        edited, too_large, head = list[str](), list[str](), ""
        with contextlib.suppress(ClaudeOpsError), self._faults(reading=True):  # what is wrong is among the problems
            edited, too_large = self.repository.changed_files()
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
        if name == OPERATIONS_LOG and not text.startswith(self.text_of(name)):
            raise OperatorError(
                UserMessage("Lines of the operations log are only ever added."),
                UserMessage("Add one with `claudeops operations add`."),
            )
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

            def write() -> SavedEntry:
                self._commit_edits([name])
                current = self.repository.revision_of(name)
                target = name if revision is None or revision == current else self._free_name(name)
                beside = target if target != name else ""
                said = kept_beside_message(why, target, name) if beside else why
                self._write({target: text}, author, said)
                return SavedEntry(target, self.repository.revision_of(target), beside, tuple(problems))

            return self._while_others_edit(write)

    def change(self, files: Mapping[str, str | None], why: str, author: str) -> str:
        """Write several files, or delete those whose text is None, as one commit; its number."""
        with self.lock_folder():
            return self.change_locked(files, why, author)

    def change_locked(self, files: Mapping[str, str | None], why: str, author: str) -> str:
        """``change`` for who holds the folder already: inside ``lock_folder``."""
        for path, text in files.items():
            self._refuse_new_secret(plain_path(path), text or "")

        def write() -> str:
            self._commit_edits([*map(plain_path, files)])
            return self._write(files, author, why)

        return self._while_others_edit(write)

    def update(self, path: str, change: Callable[[str], str], why: str, author: str) -> SavedEntry:
        """Change a file by what it says at that moment, so that nothing of others is lost. Raises LookupError as
        ``change`` does."""
        name = plain_path(path)
        with self.lock_folder():

            def write() -> SavedEntry:
                before = self.text_of(name)
                _refuse_conflict(name, before)
                self._commit_edits([name])
                after = change(before)
                self._refuse_new_secret(name, after)
                if after != before:
                    self._write({name: after}, author, why)
                return SavedEntry(name, self.repository.revision_of(name))

            return self._while_others_edit(write)

    def note_in_log(self, said: str, author: str = OPERATOR) -> str:
        """Add a line to the log of the folder, as a commit; its number."""
        day = self.now.date()
        self.update(LOG, lambda text: add_to_log(text, day, f"{said} ({author})"), said, author)
        return self.repository.head()

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
        """Delete an entry; its versions stay in the history. Raises OperatorError where there is none, and for the
        operations log."""
        name = self.read(path).path
        if name == OPERATIONS_LOG:
            raise OperatorError(
                UserMessage("The operations log cannot be deleted."),
                UserMessage("What it says about a subject is taken out with `claudeops memory purge`."),
            )
        self.change({name: None}, why, author)

    def take_edits(self) -> list[str]:
        """Commit what was edited, added or deleted outside, as the operator's, and bring the index in step; the
        paths. Nothing is done while the repository must be left alone (``conditions`` says why), or where there is no
        folder yet."""
        if not self.root.is_dir() or any(one.stops_writing for one in self.repository.conditions(thorough=False)):
            return []
        with self.lock_folder():
            return self._while_others_edit(lambda: self._commit_edits(None))

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
        """The commits of the folder or of a path in it, the latest first; of a damaged history those that can be
        read."""
        with self._faults(reading=True):
            return self.repository.log(path, limit)

    def text_at(self, path: str, revision: str) -> str | None:
        """What a file said at a commit, which may be named by its first digits; None where it was not there."""
        with self._faults(reading=True):
            return self.repository.text_at(path, self.repository.resolve(revision))

    def diff(self, revision: str = "", path: str = "") -> str:
        """What a commit changed, or without one what was edited outside and is not committed, as a unified
        difference; of one path only where it is given."""
        wanted = plain_path(path) if path else ""
        with self._faults(reading=True):
            if revision:
                sides = self.repository.changes_in(self.repository.resolve(revision), wanted)
            else:
                edited = [name for name in self.repository.changed_files()[0] if not wanted or name == wanted]
                sides = [(name, self.repository.text_at(name) or "", self.text_of(name)) for name in edited]
        return "".join(unified(name, old, new) for name, old, new in sides)

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
        """Add an entry to MEMORY.md. Raises OperatorError where it would not be read whole any more, or agents are not
        given what it says."""
        day = self.now.date()
        if held := why_withheld(text):
            raise OperatorError(UserMessage("Nothing was saved. {why}", why=held))
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
        for path, text in files.items():
            _refuse_conflict(path, text or "")
        self._commit_edits([INDEX, LOG])
        told: dict[str, str | None] = {plain_path(path): text for path, text in files.items()}
        index = self._list_text(INDEX)
        if any(is_listed(path) for path in told):
            wanted = change_index(index, told)
            if wanted != index:
                told[INDEX] = wanted
        if any(path not in (OPERATIONS_LOG, LOG) for path in told):
            told[LOG] = add_to_log(self._list_text(LOG), self.now.date(), f"{why} ({author})")
        return self.repository.write(told, author, why)

    def _commit_edits(self, paths: list[str] | None) -> list[str]:
        """Inside ``lock_folder``. Of these paths, or of all."""
        if paths is None:
            edited = [path for path in self.repository.changed_files()[0] if not self._is_quarantined(path)]
        else:
            edited = [path for path in paths if self.repository.revision_of(path) != self.repository.blob_of(path)]
        edited = [path for path in edited if inside(self.root, path)]
        if not edited:
            return []
        self.repository.commit(edited, OPERATOR, f"Edited outside: {', '.join(edited[:5])}{' …' * (len(edited) > 5)}")
        index = self._list_text(INDEX)
        now = {path: self._list_text(path) or None for path in edited if path.endswith(".md")}
        wanted = change_index(index, now)
        if INDEX not in edited and wanted != index and any(is_listed(path) for path in now):
            self.repository.write({INDEX: wanted}, PROCESS, "The index follows an edit from outside")
        return edited

    def _is_quarantined(self, path: str) -> bool:
        """Tell whether a file that was changed outside waits until the operator has put it right: it is no text, or git
        could not merge it."""
        file = self.root / path
        if not path.endswith(".md") or not file.is_file():
            return False
        try:
            return conflict_line(read_text(file, path)) > 0
        except ClaudeOpsError:
            return True

    def _refuse_new_secret(self, path: str, text: str) -> None:
        """The application writes no secret. One that the operator has put there is named by ``check``, and keeps nobody
        from changing the rest of the file."""
        if (line := secret_line(text)) and not secret_line(self._list_text(path)):
            raise OperatorError(
                UserMessage("{path}, line {line}: {sentence}", path=path, line=line, sentence=SECRET),
                UserMessage("Nothing was saved. Correct it and save again."),
            )

    def _list_text(self, path: str) -> str:
        """What a list of the folder says; "" where it cannot be read, as it is written anew from the files."""
        try:
            return self.text_of(path)
        except ClaudeOpsError:
            return ""

    def _while_others_edit(self, write: Callable[[], Written]) -> Written:
        """Do it again where an editor, which holds no lock, has changed a file in between."""
        for _ in range(_TRIES):
            try:
                return write()
            except ChangedMeanwhile as error:
                path = str(error)
        raise OperatorError(
            UserMessage("{path} is being changed by another program again and again.", path=path),
            UserMessage("Nothing was saved. Save again when it is done."),
        )

    def _free_name(self, path: str) -> str:
        stem, dot, end = path.rpartition(".")
        for number in range(2, 1000):
            name = f"{stem}-{number}{dot}{end}"
            if not (self.root / name).exists():
                return name
        raise OperatorError(
            UserMessage("There are too many files called like {path}.", path=path), UserMessage("Remove some of them.")
        )

    def _faults(self, *, reading: bool = False) -> AbstractContextManager[None]:
        """What git or the disk say, in a plain sentence."""
        return plain_git_faults(self.root, reading=reading)


def open_knowledge(data: DataFolder, settings: Settings, clock: Clock = utc_now) -> KnowledgeService:
    """The folder that the settings name, else the one in the data folder. Nothing is made before it is written to."""
    named = settings.knowledge.folder.strip()
    if named:
        return KnowledgeService(Path(named).expanduser(), shared=True, clock=clock)
    return KnowledgeService(data.knowledge, clock=clock)


def folder_elsewhere(data: DataFolder, settings: Settings) -> Path | None:
    """The folder that the settings name, where it is not the one in the data folder: a backup does not hold it."""
    named = settings.knowledge.folder.strip()
    if not named:
        return None
    folder = Path(named).expanduser().absolute()
    return None if folder.resolve() == data.knowledge.resolve() else folder


def _refuse_conflict(path: str, text: str) -> None:
    if line := conflict_line(text):
        raise OperatorError(
            UserMessage("{path}, line {line}: {sentence}", path=path, line=line, sentence=CONFLICT),
            UserMessage("Nothing was saved. Choose what holds, and take the markers out."),
        )


def unified(path: str, old: str, new: str) -> str:
    """A unified difference of a file."""
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{path}", f"b/{path}", n=3
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _missing(path: str) -> OperatorError:
    return OperatorError(
        UserMessage("There is no {path} in the knowledge folder.", path=path),
        UserMessage("See `claudeops knowledge status`."),
    )
