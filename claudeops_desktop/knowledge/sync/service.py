"""``KnowledgeSync``: one sync from beginning to end (X6).

Fetch, merge files, take records in, give records and files out, push; where somebody else has pushed meanwhile, once
more. What is merged is committed in the folder's own history before anything is pushed. It waits for network, files and
database: never on a GUI thread, nor inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import orjson

from ...core.clock import Clock, to_text, utc_now
from ...core.errors import ClaudeOpsError, EnvironmentFault, OperatorError
from ...core.machine_key import GIT, MachineKey
from ...core.messages import UserMessage, pack_message
from ...core.principals import with_all_rows
from ...memory import SharedRecord, read_shared_file, write_shared_files
from ..entry_checks import WARNING, EntryProblem
from ..private_files import private_files
from ..renderings.render import render_knowledge
from ..withheld_text import secret_line
from .progress import SyncProgress, agreed_base
from .remote_address import RemoteAddress, parse_address
from .shared_cases import case_entries, case_taker
from .shared_files import (
    FORMAT_FILE,
    RECORDS,
    check_format,
    format_document,
    patterns_of,
    record_file,
    record_place,
    why_left_alone,
)
from .shared_repository import SharedRepository, changed_paths
from .status import ABOUT, read_status
from .take_files import TRIES, SharedFileIntake
from .transport import LIMIT_S, GitRemote, RemoteMoved
from .types import SyncResult, SyncStatus, WithheldLine
from .vouched_files import commit_message

if TYPE_CHECKING:
    from ...core.paths import DataFolder
    from ...core.settings.groups import Settings
    from ...learning import LearningService
    from ...memory import MemoryService
    from ...records.record_books import RecordRepositories
    from ..service import KnowledgeService


class KnowledgeSync:
    """Shares one folder and one database."""

    def __init__(
        self,
        book: RecordRepositories,
        memory: MemoryService,
        learning: LearningService,
        knowledge: KnowledgeService,
        folder: DataFolder,
        settings: Settings,
        clock: Clock = utc_now,
        *,
        token: Callable[[], str | None] = lambda: None,
        stopped: Callable[[], bool] = lambda: False,
        limit_s: float = LIMIT_S,
    ) -> None:
        self._book = book
        self._store = book.store
        self._memory = memory
        self._learning = learning
        self._knowledge = knowledge
        self._settings = settings.knowledge
        self._clock = clock
        self._stopped = stopped
        self._token = token
        self._limit_s = limit_s
        self._folder = folder
        self.shared = SharedRepository(folder.shared_knowledge)
        self._files = SharedFileIntake(
            self._store, memory, knowledge, self.shared, patterns_of(settings.knowledge.private), clock
        )
        self._progress = SyncProgress()

    @cached_property
    def _key(self) -> MachineKey:
        return MachineKey.of_folder(self._folder)

    def close(self) -> None:
        """Let go of the repository that is exchanged."""
        self.shared.close()

    # --- one sync ----------------------------------------------------------------------------------------------------

    @with_all_rows
    def run(self, *, accept_rewritten: bool = False, rewrite_remote: bool = False) -> SyncResult:
        """Sync once. ``accept_rewritten`` takes over a history of the remote that does not build upon what was synced
        before; ``rewrite_remote`` replaces that of the remote by ours, after a purge. Raises OperatorError and
        EnvironmentFault, after which the next sync goes on."""
        address = self._address()
        with self.shared.alone():
            self._progress = SyncProgress.from_rows(self._store.read(self._memory.sharing.sync_state).result())
            try:
                return self._run(address, accept_rewritten, rewrite_remote)
            except ClaudeOpsError as error:
                self._note(error=pack_message(error.full_text), error_at=to_text(self._clock()))
                raise

    def _run(self, address: RemoteAddress, accept_rewritten: bool, rewrite_remote: bool) -> SyncResult:
        self._knowledge.repository.open()
        render_knowledge(self._book, self._memory, self._learning, self._knowledge, self._clock)  # edits come first
        result = SyncResult()
        for _ in range(TRIES):
            try:
                self._sync_once(address, result, accept_rewritten, rewrite_remote)
                break
            except RemoteMoved:
                continue
        else:
            raise EnvironmentFault(
                UserMessage("Others push to {address} again and again.", address=address.text),
                UserMessage("What came in is kept. Sync again."),
            )
        if result.records.changed:
            render_knowledge(self._book, self._memory, self._learning, self._knowledge, self._clock)
        said = pack_message(result.sentences[0]) if result.kept_back else ""
        self._note(synced_at=to_text(self._clock()), error="", error_at="", withheld=said)
        return result

    def _sync_once(
        self, address: RemoteAddress, result: SyncResult, accept_rewritten: bool, rewrite_remote: bool
    ) -> None:
        remote = GitRemote(address, self._token, self._stopped, self._limit_s)
        tip = remote.fetch(self.shared.git)
        expected = tip
        if tip:
            files = self.shared.files(tip)
            data = self.shared.data(files[FORMAT_FILE]) if FORMAT_FILE in files else None
            check_format({FORMAT_FILE: data}, address.text)
        self._progress = agreed_base(self._progress, tip, self.shared, self._knowledge.repository)
        if rewrite_remote:
            tip = self._base_for_rewriting(address, tip)
        else:
            self._check_history(address, tip, accept_rewritten, result)
        theirs = self.shared.files(tip)
        base = self.shared.files(self._progress.base if self.shared.has(self._progress.base) else "")
        left = self._merge_files(base, theirs, tip, result)
        self._take_records(tip, theirs, result)
        number = self._give_out(tip, theirs, left, result)
        if number and number != expected:
            self._note(pushing=number)
            remote.push(self.shared.git, number, expected)
            result.pushed, result.commit = True, number
        else:
            number = tip
        if number:
            self.shared.set_head(number)
        self._note(
            base=number, tip=number, pending="", pushing="", imported=number if result.complete else tip, purged="",
            url=address.text,
        )  # fmt: skip

    # --- history -----------------------------------------------------------------------------------------------------

    def _check_history(self, address: RemoteAddress, tip: str, accepted: bool, result: SyncResult) -> None:
        base = self._progress.base
        if not base or (tip and (tip == base or self.shared.is_ancestor(base, tip))):
            return
        if self._progress.url != address.text:  # another remote: the two have nothing in common yet
            self._progress = replace(self._progress, base="", imported="")
            return
        if not accepted:
            raise self._rewritten(address)
        if self.shared.has(base):
            result.backup = self.shared.back_up(base, self._clock())
        common = self.shared.common_ancestor(base, tip) or base
        self._progress = replace(self._progress, base=common, imported="")

    def _rewritten(self, address: RemoteAddress) -> OperatorError:
        if self._progress.purged:
            return OperatorError(
                UserMessage(
                    "A purge has begun the history here anew; {address} has the old one.", address=address.text
                ),
                UserMessage(
                    "`claudeops knowledge sync --rewrite-remote` overwrites it there, `--accept-rewritten` takes it in"
                    " again. Copies that others have made are not reached by either."
                ),
            )
        return OperatorError(
            UserMessage(
                "The history of {address} was rewritten or set back: it does not hold what was synced last.",
                address=address.text,
            ),
            UserMessage(
                "Nothing was changed. If that is wanted: `claudeops knowledge sync --accept-rewritten`, which keeps"
                " what was synced before under a name of its own."
            ),
        )

    def _base_for_rewriting(self, address: RemoteAddress, tip: str) -> str:
        """The commit that takes the place of the remote's history."""
        base = self._progress.base
        if tip != self._progress.tip or not self.shared.has(base):
            raise OperatorError(
                UserMessage(
                    "{address} has changed since the last sync, so it is not overwritten.", address=address.text
                ),
                UserMessage("Sync with --accept-rewritten first, purge again, then use --rewrite-remote at once."),
            )
        return base

    # --- files -------------------------------------------------------------------------------------------------------

    def _merge_files(self, base: dict[str, str], theirs: dict[str, str], tip: str, result: SyncResult) -> set[str]:
        """Bring what the remote has changed into the folder; the paths that are left alone on both sides."""
        if not tip or self._stopped():
            return set()
        self._note(pending=tip)
        sharing = self._memory.sharing
        self._store.write(lambda: sharing.trust_machine(self._key.public, "")).result()  # what was pushed from here
        me = self._store.write(sharing.workstation).result()
        left = self._files.take_over(base, theirs, tip, me, result)
        self._progress = replace(self._progress, base=tip)
        self._note(base=tip)
        return left

    # --- records -----------------------------------------------------------------------------------------------------

    def _take_records(self, tip: str, theirs: dict[str, str], result: SyncResult) -> None:
        """Take in what other workstations say that was not taken in before."""
        known = self.shared.files(self._progress.imported if self.shared.has(self._progress.imported) else "")
        changed = changed_paths(_records_only(known), _records_only(theirs))
        me = self._store.write(self._memory.sharing.workstation).result()
        read: dict[str, list[SharedRecord]] = {}
        for path in changed:
            place = record_place(path)
            if place is None or path not in theirs:
                continue
            records, problems = read_shared_file(self.shared.data(theirs[path]), place[0])
            read.setdefault(place[0], []).extend(records)
            for line, why in problems[:3]:
                result.problems.append(EntryProblem(path, WARNING, UserMessage("{why}", why=why), line))
        mine = read.get(me, [])
        if mine and self._store.read(lambda: self._memory.sharing.uses_our_name(mine)).result():
            me = self._store.write(self._memory.sharing.rename_workstation).result()
        offered = [(place, one) for place, some in sorted(read.items()) if place != me for one in some]
        if not offered:
            self._note(imported=tip)
            return
        taker = case_taker(self._memory, self._learning, self._clock)
        totals = self._memory.sharing.take_in(offered, take_case=taker, stopped=self._stopped)
        for name, count in totals.as_json().items():
            setattr(result.records, name, getattr(result.records, name) + count)
        result.problems += [EntryProblem(RECORDS, WARNING, why) for why in totals.problems]
        result.complete = not self._stopped()
        if result.complete:
            self._note(imported=tip)

    # --- giving out --------------------------------------------------------------------------------------------------

    def _give_out(self, tip: str, theirs: dict[str, str], left: set[str], result: SyncResult) -> str:
        """The commit upon ``tip`` that has what is here; ``tip`` itself where nothing differs, "" where there is
        nothing yet."""
        if self._stopped():
            raise EnvironmentFault(UserMessage("The sync was stopped."), UserMessage("What came in is kept."))
        sharing = self._memory.sharing
        entries = self._store.read(lambda: [*sharing.entries(), *case_entries(self._learning)]).result()
        given = self._store.write(lambda: sharing.give_out(entries)).result()
        me = self._store.read(sharing.workstation).result()
        result.withheld = [
            WithheldLine("", 0, one.entry_id) for one in given.withheld if one.kind == "fact"
        ]  # fmt: skip
        changes: dict[str, bytes | None] = {FORMAT_FILE: format_document()} if FORMAT_FILE not in theirs else {}
        here = self._files.shared_only(self._knowledge.repository.blobs())
        alone = private_files(self._knowledge.root, here)  # one that was shared before is taken back
        ours = {path: revision for path, revision in here.items() if path not in alone}
        other = self._files.shared_only(theirs)
        own = write_shared_files(given.records)
        if own or ours:
            about = {"label": " ".join(self._settings.label.split()), "key": self._key.public}
            own[ABOUT] = orjson.dumps(about) + b"\n"
        for name, data in own.items():
            changes[record_file(me, name)] = data
        start = record_file(me, "")
        changes |= {path: None for path in theirs if path.startswith(start) and path.removeprefix(start) not in own}
        for path in changed_paths(other, ours):
            if path in left:
                continue
            if path not in ours:
                changes[path] = None
                continue
            data = self._files.load(ours[path])
            if why_left_alone(path, data):
                continue  # named by the check of the folder
            if line := secret_line(data.decode()):
                result.withheld.append(WithheldLine(path, line))
            changes[path] = data
        result.shared_files, result.shared_records = len(ours), len(given.records)
        if result.kept_back or (not tip and not own and not ours):
            return tip  # nothing is written, so that no secret lies in what is exchanged
        either = (path for path in {*theirs, *ours} if not path.startswith(f"{RECORDS}/") and path not in changes)
        not_ours = [path for path in either if theirs.get(path, "") != ours.get(path, "")]
        message = commit_message(f"Shared by {me}", not_ours)
        return self.shared.commit(
            tip, changes, f"workstation:{me}", message, self._clock(), lambda data: self._key.sign(data, GIT)
        )

    # --- state -------------------------------------------------------------------------------------------------------

    def _address(self) -> RemoteAddress:
        if not self._settings.remote.strip():
            raise OperatorError(
                UserMessage("No remote is set through which knowledge is shared."),
                UserMessage("Set one: `claudeops knowledge remote set URL`."),
            )
        return parse_address(self._settings.remote)

    def _note(self, **values: str) -> None:
        """Write down how far it got."""
        self._progress, rows = self._progress.changes(**values)
        self._store.write(lambda: self._memory.sharing.note_sync(rows)).result()

    def status(self) -> SyncStatus:
        """How sync stands. Reads the database and the folder, nothing of the network."""
        return read_status(self._store, self._memory, self._knowledge, self.shared, self._settings.remote.strip())


def _records_only(files: dict[str, str]) -> dict[str, str]:
    return {path: revision for path, revision in files.items() if record_place(path) is not None}
