"""Brings what the remote has changed into the folder, and puts before the operator what nobody vouches for (X6)."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ..conflict_files import kept_beside_message
from ..entry_checks import WARNING, EntryProblem
from ..private_files import private_files
from ..proposals.tables import ProposalRecords
from ..repository import ChangedMeanwhile
from .foreign_changes import (
    ForeignChanges,
    find_foreign_changes,
    machine_drafts,
    propose_foreign,
    revisions_held_back,
)
from .merge_folders import FolderMerge, merge_folders
from .progress import SYNCED_BY, sync_message
from .shared_files import is_shared
from .shared_repository import changed_paths
from .status import list_machines
from .vouched_files import VouchedFiles

if TYPE_CHECKING:
    from ...core.clock import Clock
    from ...memory import MemoryService
    from ...storage import DataStore
    from ..service import KnowledgeService
    from .shared_repository import SharedRepository
    from .types import SyncResult

TRIES = 5


class SharedFileIntake:
    """Takes the files of one remote over."""

    def __init__(
        self,
        store: DataStore,
        memory: MemoryService,
        knowledge: KnowledgeService,
        shared: SharedRepository,
        private: tuple[str, ...],
        clock: Clock,
    ) -> None:
        self._store = store
        self._memory = memory
        self._knowledge = knowledge
        self._shared = shared
        self._private = private
        self._proposals = ProposalRecords(store, clock)

    def take_over(
        self, base: dict[str, str], theirs: dict[str, str], tip: str, me: str, result: SyncResult
    ) -> set[str]:
        """Bring in what trusted machines have changed; the paths that are left alone on both sides."""
        found = self._hold_foreign(base, theirs, tip, me)
        result.waiting = len(found.held - found.refused)
        allowed = revisions_held_back(self.shared_only(theirs), found)
        while (merged := self._write(found.base, allowed, tip)).pairs:  # a commit each, as each is a line of the log
            result.pairs.append(merged.pairs[0])
            result.files += merged.files
        result.files = sorted({*result.files, *merged.files})
        result.problems += [one for one in merged.problems if one not in result.problems]
        here = self._knowledge.repository.blobs()
        mine = {path for path in found.refused if here.get(path, "") != found.base.get(path, "")}
        return merged.left | (found.held - mine)

    def shared_only(self, files: dict[str, str]) -> dict[str, str]:
        """Those that are shared, by their paths."""
        return {path: revision for path, revision in files.items() if is_shared(path, self._private)}

    def load(self, revision: str) -> bytes:
        """Return what a revision says, of either side."""
        if revision.encode() in self._shared.git.object_store:
            return self._shared.data(revision)
        return bytes(self._knowledge.repository.git[revision.encode()].data)

    # --- what waits --------------------------------------------------------------------------------------------------

    def _hold_foreign(self, base: dict[str, str], theirs: dict[str, str], tip: str, me: str) -> ForeignChanges:
        trusted, earlier = self._store.read(
            lambda: (self._memory.sharing.trusted_machines(), self._proposals.last_from_sync())
        ).result()
        here = self._knowledge.repository.blobs()
        alone = private_files(self._knowledge.root, here)
        sides = [_without(self.shared_only(files), alone) for files in (base, here, theirs)]
        shared = {path: one for path, one in earlier.items() if is_shared(path, self._private) and path not in alone}
        asked = {*changed_paths(sides[0], sides[2]), *shared}
        vouched = VouchedFiles(self._shared, tip, trusted, asked)
        found = find_foreign_changes(sides[0], sides[1], sides[2], shared, vouched.vouches_for, self.load, tip)
        questions = machine_drafts(list_machines(self._shared, theirs, me), trusted)
        self._store.write(lambda: propose_foreign(self._proposals, [*questions, *found.drafts], found.over)).result()
        return found

    # --- what comes in -----------------------------------------------------------------------------------------------

    def _write(self, base: dict[str, str], theirs: dict[str, str], tip: str) -> FolderMerge:
        """Merge the folder as it is at that moment, and write the first pair of texts; all other files, where there is
        no pair. What was merged, with the files that were written."""
        found = FolderMerge()

        def compute() -> dict[str, str | None]:
            nonlocal found
            here = self._knowledge.repository.blobs()
            alone = private_files(self._knowledge.root, here)  # what others have under its name is not brought in
            sides = [_without(self.shared_only(files), alone) for files in (base, here, theirs)]
            found = merge_folders(sides[0], sides[1], sides[2], self.load)
            self._leave_what_does_not_fit(found)
            if found.pairs:
                both = (found.pairs[0].path, found.pairs[0].beside)
                found.files = {path: found.files[path] for path in both if path in found.files}
            return found.files

        def why() -> str:
            if found.pairs:
                return kept_beside_message("Synced", found.pairs[0].beside, found.pairs[0].path)
            return sync_message(len(found.files), tip)

        for attempt in range(TRIES):
            try:
                self._knowledge.rewrite(compute, why, SYNCED_BY)
                break
            except ChangedMeanwhile as error:
                if attempt + 1 == TRIES:
                    raise OperatorError(
                        UserMessage("{path} is being changed by another program again and again.", path=str(error)),
                        UserMessage("Sync again when it is done."),
                    ) from error
        return found

    def _leave_what_does_not_fit(self, found: FolderMerge) -> None:
        """A file that stands where the folder has a folder, or the other way round."""
        root = self._knowledge.root
        for path in list(found.files):
            above = [root / part for part in _folders_of(path)]
            if found.files[path] is not None and ((root / path).is_dir() or any(place.is_file() for place in above)):
                del found.files[path]
                found.pairs = [pair for pair in found.pairs if path not in (pair.path, pair.beside)]
                found.left.add(path)
                why = UserMessage("There is a folder of this name here, or a file where it needs a folder.")
                found.problems.append(EntryProblem(path, WARNING, why))


def _without(files: dict[str, str], paths: Set[str]) -> dict[str, str]:
    return {path: revision for path, revision in files.items() if path not in paths}


def _folders_of(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
