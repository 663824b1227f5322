"""Writes a proposed change into the knowledge folder, and takes one back (C3, C7). Waits for the folder's lock: never
on a GUI thread, never inside a write to the database."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ..entry_checks import ERROR, check_entry
from ..layout import MEMORY_FILE, plain_path
from ..memory_file import MemoryEntry, read_memory_file
from ..service import unified
from .apply import ProposalOutdated, apply_draft, inverse_of
from .types import ProposalDraft, StoredProposal

if TYPE_CHECKING:
    from ..service import KnowledgeService

TRIAGE = "process:triage"
_LOOKED_BACK = 50  # commits of a file in which a change that was made before a crash is looked for


class MemoryFileFull(OperatorError):
    """MEMORY.md has no room for an entry; ``demote`` is the one to take out first, None where it has none."""

    def __init__(self, demote: MemoryEntry | None) -> None:
        remedy = UserMessage("Take out what is not needed any more with `claudeops knowledge forget`.")
        if demote is not None:
            remedy = UserMessage("Move this one to a note, or take it out first: “{text}”.", text=demote.text)
        super().__init__(UserMessage("MEMORY.md is full: agents would not read all of it."), remedy)
        self.demote = demote


class ProposalWriter:
    """Makes changes in one folder."""

    def __init__(self, folder: KnowledgeService) -> None:
        self._folder = folder

    def difference(self, draft: ProposalDraft) -> str:
        """What the change would do to the file as it is now, as a unified difference. Raises ProposalOutdated."""
        path = plain_path(draft.path)
        now = self._folder.text_of(path)
        return unified(path, now, apply_draft(now, draft, self._today))

    def write(self, number: int, draft: ProposalDraft, author: str) -> str:
        """Make the change; the number of its commit. Raises ProposalOutdated, MemoryFileFull, and OperatorError for a
        text that the format of the file does not allow. Nothing is written then."""
        path = plain_path(draft.path)
        why = f"{_mark(number)} {draft.title}"[:200]
        if draft.kind == "add" and not draft.revision and self._is_whole(draft):
            if self._folder.text_of(path).strip() == draft.after.strip():
                raise ProposalOutdated(UserMessage("{path} says this already.", path=path), done=True)
            path = self._folder.save(path, draft.after, why, revision="", author=author).path
        else:
            after = self._checked(path, draft, self._folder.text_of(path))
            if after:
                self._folder.update(path, lambda text: self._checked(path, draft, text), why, author)
            else:
                self._folder.change({path: None}, why, author)
        return self._folder.log(path, limit=1)[0].number

    def commit_of(self, number: int, path: str) -> str:
        """The commit that made a proposal's change; "" where there is none. After a crash between the file and the
        database the file says already what the proposal wants."""
        found = self._folder.log(plain_path(path), limit=_LOOKED_BACK)
        return next((one.number for one in found if one.message.startswith(_mark(number))), "")

    def take_back(self, proposal: StoredProposal, author: str) -> None:
        """Write the file as it was before the change, as a new version; what was changed in it since stays. Raises
        OperatorError where the change cannot be found in the file any more."""
        commits = self._folder.log()
        at = next((place for place, one in enumerate(commits) if one.number == proposal.commit), None)
        draft, why = proposal.change, f"Taken back: {_mark(proposal.id)} {proposal.draft.title}"[:200]
        if at is None:
            raise OperatorError(
                UserMessage("The version that this change became is not in the history."),
                UserMessage("Change the file by hand: see `claudeops knowledge log {path}`.", path=draft.path),
            )
        path = self.path_of(draft, commits[at].paths)
        before = self._folder.text_at(path, commits[at + 1].number) if at + 1 < len(commits) else None
        now = self._folder.text_of(path)
        if now == (self._folder.text_at(path, commits[at].number) or ""):
            self._folder.change({path: before}, why, author)
            return
        try:
            after = apply_draft(now, inverse_of(draft), self._today)
        except ProposalOutdated as outdated:
            if outdated.done:
                return
            raise OperatorError(
                UserMessage("{path} was changed since, and the change cannot be found in it any more.", path=path),
                UserMessage("See `claudeops knowledge log {path}`.", path=path),
            ) from outdated
        self._folder.change({path: after or None}, why, author)

    @property
    def _today(self) -> date:
        return self._folder.now.date()

    @staticmethod
    def _is_whole(draft: ProposalDraft) -> bool:
        """Tell whether the draft is a new file: one with frontmatter."""
        return draft.path != MEMORY_FILE and not draft.section and draft.after.lstrip().startswith("---")

    def _checked(self, path: str, draft: ProposalDraft, text: str) -> str:
        after = apply_draft(text, draft, self._today)
        if (
            draft.source == "sync"
        ):  # others have it so already: what is wrong with it is named by the check of the folder
            return after
        if path == MEMORY_FILE:
            found, before = read_memory_file(after), read_memory_file(text)
            if found.fills > 1 and found.fills > before.fills:
                raise MemoryFileFull(entry_to_demote(before.entries))
        faults = {str(one.sentence) for one in check_entry(path, text) if one.level == ERROR} if text else set()
        for problem in check_entry(path, after) if after else ():
            if problem.level == ERROR and str(problem.sentence) not in faults:
                raise OperatorError(
                    UserMessage("{path} would not fit its format: {sentence}", path=path, sentence=problem.sentence),
                    UserMessage("Nothing was written. Approve it with other words, or change the file yourself."),
                )
        return after

    @staticmethod
    def path_of(draft: ProposalDraft, paths: tuple[str, ...]) -> str:
        """Which of the paths of a commit is the file of a change: a new one may stand beside the name proposed."""
        path = plain_path(draft.path)
        if path in paths:
            return path
        stem = path.rpartition(".")[0]
        return next((one for one in paths if one.startswith(f"{stem}-")), path)


def entry_to_demote(entries: tuple[MemoryEntry, ...]) -> MemoryEntry | None:
    """The entry that a full MEMORY.md can best do without: the oldest one outside of rules, preferences and people."""
    lasting = ("Rules and conventions", "Preferences", "People")
    order = sorted(entries, key=lambda one: (one.section in lasting, one.date or date.min, one.line))
    return order[0] if order else None


def _mark(number: int) -> str:
    return f"Proposal {number}:"
