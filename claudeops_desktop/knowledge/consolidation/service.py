"""``ConsolidationService``: runs the auditor and the discoverer, and puts a handful of their changes on a branch (C10).

Nothing in the files changes before the operator approves. Then each change is made in the files as they are at that
moment: what somebody has edited meanwhile stays, and a change whose place he has edited is dropped with a sentence. All
of it waits for the database, git and the disk: never on a GUI thread, never inside a read or a write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ...core.clock import Clock, utc_now
from ...core.errors import ClaudeOpsError, OperatorError
from ...core.messages import UserMessage
from ...learning import LearningService
from ...memory import MemoryService
from ...models.base import LanguageModel
from ...records.record_books import RecordRepositories
from ..audits.auditor import audit_knowledge
from ..audits.entry_history import words_of
from ..audits.machine import MachineReader
from ..audits.statements import entry_count, place_of
from ..audits.tables import KnowledgePositions
from ..branches import BranchChange, KnowledgeBranches
from ..discoverer.discoverer import discover_signals
from ..entry_checks import ERROR, check_entry
from ..index_file import change_index
from ..layout import INDEX, LOG, MEMORY_FILE
from ..memory_file import read_memory_file
from ..proposals.apply import ProposalOutdated, apply_draft
from ..proposals.service import ProposalService
from ..proposals.types import OPEN_STATES, ProposalDraft, StoredProposal
from ..repository import OPERATOR, KnowledgeCommit
from ..service import KnowledgeService, unified
from .rules import choose, losses, merge_text, rank_of
from .types import FAMILY, ConsolidationMerge, ConsolidationResult, PlannedChange

AUTHOR = "process:consolidation"
POSITION = "consolidation"
_PROPOSAL = re.compile(r"^Proposal: (\d+)$", re.MULTILINE)
_MERGED = re.compile(r"Consolidation (\S+): .*\(proposals? ([\d, ]+)\)")
_UNDONE = re.compile(r"Undone: consolidation (\S+)")


class ConsolidationService:
    """Consolidates one folder."""

    def __init__(
        self,
        book: RecordRepositories,
        knowledge: KnowledgeService,
        memory: MemoryService,
        learning: LearningService,
        proposals: ProposalService,
        clock: Clock = utc_now,
        *,
        model: LanguageModel | None = None,
        excluded: Sequence[str] = (),
        services_file: Path | None = None,
        machine: MachineReader | None = None,
    ) -> None:
        self._book = book
        self._folder = knowledge
        self._memory = memory
        self._learning = learning
        self._proposals = proposals
        self._clock = clock
        self._model = model
        self._excluded = excluded
        self._services_file = services_file
        self._machine = machine
        self._branches = KnowledgeBranches(knowledge.repository, FAMILY)
        self._positions = KnowledgePositions(book.store, clock)

    # --- what waits --------------------------------------------------------------------------------------------------

    def branches(self) -> list[str]:
        """The branches that wait for the operator."""
        return self._branches.names() if self._folder.root.is_dir() else []

    def difference(self, branch: str) -> str:
        """What approving a branch would change in the files as they are now, as a unified difference."""
        files, _, _ = self._merged(self._branches.changes(branch))
        return "".join(unified(path, self._folder.text_of(path), text or "") for path, text in files.items())

    def changes(self, branch: str) -> list[BranchChange]:
        """The changes of a branch, one by one."""
        return self._branches.changes(branch)

    # --- making one --------------------------------------------------------------------------------------------------

    def consolidate(self, stopped: Callable[[], bool] = lambda: False, *, preview: bool = False) -> ConsolidationResult:
        """Look for what is wrong and for what is worth keeping, and put the best of it on a new branch; with
        ``preview`` only show it. What was found is kept as proposals either way. Raises OperatorError while another
        consolidation is at work, or where a branch waits already."""
        with self._branches.alone():
            self._finish()
            if not preview and (waiting := self.branches()):
                raise OperatorError(
                    UserMessage("The consolidation {branch} waits for an answer.", branch=waiting[0]),
                    UserMessage("Approve or discard it first."),
                )
            self._folder.take_edits()
            findings, signals = self._look(stopped)
            if stopped():
                return ConsolidationResult(findings=findings, signals=signals)
            return self._plan(findings, signals, preview)

    def _look(self, stopped: Callable[[], bool]) -> tuple[int, int]:
        """Run both at once, each with the folder opened for itself, and keep what they propose."""
        folder = self._folder
        apart = KnowledgeService(folder.root, shared=not folder.repository.open().own, clock=lambda: folder.now)
        now = self._clock()
        try:
            with ThreadPoolExecutor(2, thread_name_prefix=FAMILY) as pool:
                auditing = pool.submit(
                    audit_knowledge, folder, self._book, self._memory, now, stopped,
                    services_file=self._services_file, machine=self._machine,
                )  # fmt: skip
                mining = pool.submit(
                    discover_signals, apart, self._book, self._memory, self._learning, now, stopped,
                    model=self._model, excluded=self._excluded,
                )  # fmt: skip
                audited, mined = auditing.result(), mining.result()
        finally:
            apart.close()
        self._proposals.offer([*audited.drafts, *mined.drafts])
        return len(audited.findings), mined.signals

    def _plan(self, findings: int, signals: int, preview: bool) -> ConsolidationResult:
        before = self._folder.texts()
        kept = self._book.store.read(lambda: self._positions.get(POSITION)).result()
        apart = frozenset(one for one in kept.get("discarded", ()) if isinstance(one, int))
        chosen, left = choose(self._proposals.list(), entry_count(before), apart)
        texts, steps, planned = dict(before), list[tuple[str, Mapping[str, str | None]]](), list[PlannedChange]()
        for proposal in chosen:
            try:
                path, text = self._apply(texts, proposal.draft)
            except (ProposalOutdated, ClaudeOpsError) as reason:
                left.append(UserMessage("{title}: {why}", title=proposal.draft.title, why=str(reason)))
                continue
            if text is None:
                texts.pop(path, None)
            else:
                texts[path] = text
            steps.append((_message(proposal), {path: text}))
            planned.append(PlannedChange(proposal.id, proposal.draft.title, path, proposal.draft.reason,
                                         proposal.draft.source, rank_of(proposal)))  # fmt: skip
        refused = " ".join(losses(before, texts))
        changed = [path for path in {**before, **texts} if before.get(path) != texts.get(path)]
        diff = "".join(unified(path, before.get(path, ""), texts.get(path, "")) for path in sorted(changed))
        branch = ""
        if steps and not refused and not preview:
            branch = self._make_branch(steps)
        return ConsolidationResult(branch, tuple(planned), tuple(left), refused, diff, findings, signals)

    def _apply(self, texts: Mapping[str, str], draft: ProposalDraft) -> tuple[str, str | None]:
        """The file of a change and its text afterwards; None where it goes. Raises ProposalOutdated, and OperatorError
        for a text that its format does not allow, or an entry for which there is no room."""
        path, before = draft.path, texts.get(draft.path, "")
        if draft.kind == "add" and before and draft.after.lstrip().startswith("---"):
            raise ProposalOutdated(UserMessage("There is a file {path} already.", path=path))
        after = apply_draft(before, draft, self._clock().date())
        faults = {str(one.sentence) for one in check_entry(path, before)} if before else set()
        for problem in check_entry(path, after) if after else ():
            if problem.level == ERROR and str(problem.sentence) not in faults:
                raise OperatorError(problem.sentence)
        if path == MEMORY_FILE and read_memory_file(after).fills > max(1.0, read_memory_file(before).fills):
            raise OperatorError(UserMessage("MEMORY.md is full."))
        return path, after or None

    def _make_branch(self, steps: list[tuple[str, Mapping[str, str | None]]]) -> str:
        """A commit for each change, with the index in step. The reference is set last."""
        index, commits = self._folder.text_of(INDEX), list[tuple[str, Mapping[str, str | None]]]()
        for message, files in steps:
            changed = change_index(index, files)
            commits.append((message, {**files, INDEX: changed} if index and changed != index else files))
            index = changed if index else index
        with self._folder.lock_folder():
            used = [one for one, _, _ in self._merges()]
            name = self._branches.free_name(self._clock().date().isoformat(), used)
            self._branches.create(name, commits, AUTHOR, self._clock())
        return name

    # --- the operator's answer ---------------------------------------------------------------------------------------

    def approve(self, branch: str) -> ConsolidationMerge:
        """Make the changes of a branch in the files as they are now, as one commit of the operator's, and take the
        branch away. Raises OperatorError where there is no such branch, where another consolidation is at work, or
        where so much was edited meanwhile that the result would lose too much."""
        with self._branches.alone():
            changes = self._branches.changes(branch)
            if any(name == branch for name, _, _ in self._merges()):
                self._finish()
                return ConsolidationMerge(branch)
            numbers = [number for change in changes if (number := _number_of(change.message))]
            dropped, done = list[str](), list[int]()

            def compute() -> Mapping[str, str | None]:
                files, made, reasons = self._merged(changes)
                before = self._folder.texts()
                after = {path: text for path, text in {**before, **files}.items() if text is not None}
                if refused := losses(before, after):
                    raise OperatorError(" ".join(refused), UserMessage("Discard it, and consolidate again."))
                dropped.extend(reasons)
                done.extend(made)
                return files

            def why() -> str:
                return f"Consolidation {branch}: {len(done)} of {len(changes)} changes (proposals {_listed(done)})"

            commit = self._folder.rewrite(compute, why, OPERATOR)
            self._settle(done, [one for one in numbers if one not in done], commit)
            self._branches.delete(branch)
            paths = self._paths_of(commit)
            return ConsolidationMerge(branch, commit, paths, tuple(dropped))

    def discard(self, branch: str) -> ConsolidationMerge:
        """Throw a branch away. Its proposals stay where they were, to be answered one by one, but no consolidation
        takes them up again. Raises OperatorError where there is no such branch."""
        with self._branches.alone():
            numbers = [number for one in self._branches.changes(branch) if (number := _number_of(one.message))]

            def note() -> None:
                kept = self._positions.get(POSITION)
                kept["discarded"] = sorted({*kept.get("discarded", ()), *numbers})
                self._positions.put(POSITION, kept)

            self._book.store.write(note).result()
            self._branches.delete(branch)
            return ConsolidationMerge(branch)

    def undo(self) -> ConsolidationMerge:
        """Take the last consolidation that was approved back, as a new commit; what was edited since stays. Its
        proposals count as rejected, so that nobody is asked again. Raises OperatorError where there is none."""
        with self._branches.alone():
            self._finish()
            last = next(iter(self._merges()), None)
            if last is None:
                raise OperatorError(
                    UserMessage("There is no consolidation to undo."), UserMessage("See `claudeops knowledge log`.")
                )
            branch, numbers, commit = last
            dropped = list[str]()
            number = self._folder.rewrite(
                lambda: self._reverted(commit, dropped), lambda: f"Undone: consolidation {branch}", OPERATOR
            )
            for one in numbers:
                self._proposals.settle(one, "rejected", OPERATOR, f"The consolidation {branch} was undone.")
            self._branches.delete(branch)
            return ConsolidationMerge(branch, number, self._paths_of(number), tuple(dropped))

    # --- parts -------------------------------------------------------------------------------------------------------

    def _merged(self, changes: list[BranchChange]) -> tuple[dict[str, str | None], list[int], list[str]]:
        """The files after these changes as they are now, the proposals that were carried out, and a sentence for each
        change that cannot be made any more."""
        files, done, dropped = dict[str, str | None](), list[int](), list[str]()
        for change in changes:
            number = _number_of(change.message)
            draft = self._draft_of(number)
            title = change.message.partition("\n")[0]
            made = dict[str, str | None]()
            try:
                if draft is not None and draft.kind == "remove" and not self._still_said(draft, files):
                    raise LookupError(number)
                for path, (before, after) in change.files.items():
                    if path in (INDEX, LOG):
                        continue
                    now = files[path] if path in files else self._folder.text_of(path) or None
                    made[path] = self._changed(now, before, after, draft if draft and draft.path == path else None)
            except (LookupError, ProposalOutdated):
                dropped.append(UserMessage("Not made, because its place was changed meanwhile: {title}", title=title))
                continue
            files |= made
            done += [number] if number else []
        return files, done, dropped

    def _still_said(self, draft: ProposalDraft, files: Mapping[str, str | None]) -> bool:
        """Tell whether the entries of the folder that a removal rests on say still what they said: what repeats another
        entry must not go once that one is gone."""
        for one in draft.evidence:
            path, _, line = one.ref.rpartition(":")
            if one.kind != "file" or not line.isdigit() or path == draft.path or place_of(path) is None:
                continue
            now = files[path] if path in files else self._folder.text_of(path)
            if words_of(one.quote) not in words_of(now or ""):
                return False
        return True

    def _changed(
        self, now: str | None, before: str | None, after: str | None, draft: ProposalDraft | None
    ) -> str | None:
        """A file with one change made: as it stands on the branch where nobody has touched it, else by its own words,
        else line by line."""
        if now == before:
            return after
        if draft is not None and now is not None and not (draft.kind == "add" and before is None):
            try:
                return apply_draft(now, draft, self._clock().date()) or None
            except ProposalOutdated as outdated:
                if outdated.done:
                    return now
                raise
        return merge_text(before, after, now)

    def _draft_of(self, number: int) -> ProposalDraft | None:
        try:
            return self._proposals.get(number).change if number else None
        except OperatorError:
            return None

    def _reverted(self, commit: str, dropped: list[str]) -> Mapping[str, str | None]:
        log = self._folder.log(limit=None)
        at = next(place for place, one in enumerate(log) if one.number == commit)
        parent = log[at + 1].number if at + 1 < len(log) else ""
        files = dict[str, str | None]()
        for path in log[at].paths:
            if path in (INDEX, LOG):
                continue
            was = self._folder.text_at(path, parent) if parent else None
            became, now = self._folder.text_at(path, commit), self._folder.text_of(path) or None
            try:
                files[path] = merge_text(became, was, now)
            except LookupError:
                dropped.append(UserMessage("{path} stays as it is: it was edited in the same place since.", path=path))
        return files

    def _merges(self) -> list[tuple[str, list[int], str]]:
        """The consolidations that were approved and not undone, the latest first: branch, proposals, commit."""
        found, undone = list[tuple[str, list[int], str]](), set[str]()
        for one in self._folder.log(limit=None) if self._folder.root.is_dir() else ():
            if match := _UNDONE.match(one.message):
                undone.add(match[1])
            elif (match := _MERGED.match(one.message)) and match[1] not in undone and one.author == OPERATOR:
                found.append((match[1], [int(number) for number in match[2].split(", ")], one.number))
        return found

    def _finish(self) -> None:
        """Finish an approval that was cut off after its commit: its proposals are settled, its branch goes."""
        waiting = self._branches.names()
        for branch, numbers, commit in self._merges() if waiting else ():
            if branch in waiting:
                self._settle(numbers, [], commit)
                self._branches.delete(branch)

    def _settle(self, done: list[int], dropped: list[int], commit: str) -> None:
        for number in (*done, *dropped):
            try:
                proposal = self._proposals.get(number)
            except OperatorError:
                continue
            if proposal.state in OPEN_STATES:
                outdated = UserMessage("Its place was changed before it was approved.")
                state, why = ("promoted", proposal.draft.reason) if number in done else ("outdated", outdated)
                self._proposals.settle(number, state, OPERATOR, why, commit if number in done else "")  # type: ignore[arg-type]

    def _paths_of(self, commit: str) -> tuple[str, ...]:
        found: KnowledgeCommit | None = next((one for one in self._folder.log(limit=5) if one.number == commit), None)
        return tuple(path for path in found.paths if path not in (INDEX, LOG)) if found else ()


def _message(proposal: StoredProposal) -> str:
    title = " ".join(proposal.draft.title.split())
    return f"{title}\n\n{' '.join(proposal.draft.reason.split())}\n\nProposal: {proposal.id}"


def _number_of(message: str) -> int:
    found = _PROPOSAL.findall(message)
    return int(found[-1]) if found else 0


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or "0"
