"""What is decided in the inbox: written in the background, told in one sentence, and undone by the one undo stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from shiboken6 import isValid

from ....knowledge.proposals.service import ProposalService
from ....knowledge.proposals.types import StoredProposal
from ....learning import LearningService, StoredPattern
from ....memory import ConflictState, MemoryChange, MemoryEdit, MemorySnapshot
from ....records.approvals import YES, Approval, is_held_back
from ....routine.questions.service import QuestionService
from ...kit.card_page import CardPage
from ...text.translation import error_text, tr, tr_message
from ...undo_stack import ignore_answer
from ..memories.commands import undo_memory_change
from ..memories.text import change_text
from .queries import InboxKey, InboxQuery, InboxRow, with_proposals

if TYPE_CHECKING:
    from ...app_context import AppContext

InboxCards: TypeAlias = "CardPage[InboxRow, InboxQuery]"
Keys: TypeAlias = Sequence[InboxKey]
PAIR_ANSWERED = {
    ConflictState.BOTH: tr("Kept both facts"),
    ConflictState.REPLACED: tr("Replaced the older fact"),
    ConflictState.SAME: tr("Confirmed the older fact"),
}
ANSWERED_ELSEWHERE = tr("It was answered elsewhere: nothing was changed.")


# --- approvals -------------------------------------------------------------------------------------------------------


def answer_approval(page: InboxCards, keys: Keys, note: str, *, state: str) -> None:
    """Answer the question of a run. A yes that is held back stays in the list and counts down."""
    one: Approval = page.card.item
    if state not in YES or not is_held_back(one):
        page.leave(keys)
    page.context.approvals.answer(one, state, note)


# --- facts -----------------------------------------------------------------------------------------------------------


def approve_facts(page: InboxCards, keys: Keys, _note: str) -> None:
    """Approve facts that the gate held."""
    _change(page, keys, partial(page.context.memory.review.approve, _ids(keys)))


def reject_facts(page: InboxCards, keys: Keys, _note: str) -> None:
    """Reject facts that the gate held."""
    _change(page, keys, partial(page.context.memory.review.reject, _ids(keys)))


def put_facts_back(page: InboxCards, keys: Keys, _note: str) -> None:
    """Put facts back as they were before they were moved here on an upgrade."""
    _change(page, keys, partial(page.context.memory.earlier_rules.put_back, _ids(keys)))


def keep_facts(page: InboxCards, keys: Keys, _note: str) -> None:
    """Confirm facts that are about to expire."""
    _change(page, keys, partial(page.context.memory.aging.keep_true, _ids(keys)))


def drop_facts(page: InboxCards, keys: Keys, _note: str) -> None:
    """Archive facts that are about to expire."""
    _change(page, keys, partial(page.context.memory.aging.let_go, _ids(keys)))


def check_fact(page: InboxCards, keys: Keys, _note: str) -> None:
    """Have a fact checked: by what the watcher measured, else by the next session about it."""
    aging = page.context.memory.aging
    _perform(page, keys, tr("Checked a fact"), partial(aging.check_judged, _ids(keys)), aging.undo_check)


def edit_fact(page: InboxCards, key: InboxKey, edit: MemoryEdit, *, approve: bool) -> None:
    """Give a held fact other words, and approve it where that is wanted: both together are one change."""
    memory, ids = page.context.memory, (key.id,)

    def write() -> MemoryChange:
        edited = memory.edits.edit(ids, edit)
        return join_changes(edited, memory.review.approve(ids)) if approve else edited

    if approve:
        page.leave([key])
    page.context.bridge.write(write, partial(_changed, page), partial(_failed, page))


def answer_pair(page: InboxCards, keys: Keys, _note: str, *, state: ConflictState) -> None:
    """Answer a pair in conflict; undoing it makes the pair wait again."""
    review, (key,) = page.context.memory.review, keys
    _perform(page, keys, PAIR_ANSWERED[state], partial(review.answer_pair, key.id, state), review.undo_answer)


def move_earlier_facts(page: InboxCards, keys: Keys, _note: str) -> None:
    """Move the facts of an earlier version's rules here."""
    memory = page.context.memory
    _perform(page, keys, tr("Moved the facts to Review"), memory.earlier_rules.move, memory.edits.undo)


def leave_earlier_facts(page: InboxCards, keys: Keys, _note: str) -> None:
    """Leave the facts of an earlier version's rules where they are."""
    page.leave(keys)
    page.context.bridge.write(page.context.memory.earlier_rules.leave, None, partial(_failed, page))


def put_all_back(page: InboxCards) -> None:
    """Put all facts back that were moved here on an upgrade."""
    memory = page.context.memory
    page.context.undo.perform(tr("Put the facts back"), memory.earlier_rules.put_back, memory.edits.undo)


def join_changes(first: MemoryChange, second: MemoryChange) -> MemoryChange:
    """Return two changes, one after the other, as one: from before the first to after the second."""
    before = {snapshot.memory.id: snapshot for snapshot in second.before}
    after = {snapshot.memory.id: snapshot for snapshot in first.after}
    before.update((snapshot.memory.id, snapshot) for snapshot in first.before)
    after.update((snapshot.memory.id, snapshot) for snapshot in second.after)
    gone = {s.memory.id for s in second.before} - {s.memory.id for s in second.after}
    return replace(
        second,
        before=_ordered(before.values()),
        after=_ordered(snapshot for number, snapshot in after.items() if number not in gone),
        notes=(*first.notes, *second.notes),
    )


def _ordered(snapshots: Iterable[MemorySnapshot]) -> tuple[MemorySnapshot, ...]:
    return tuple(sorted(snapshots, key=lambda snapshot: snapshot.memory.id))


# --- questions, patterns and proposals -------------------------------------------------------------------------------


def answer_question(page: InboxCards, keys: Keys, note: str) -> None:
    """Store the answer to a question as a fact; undoing it asks again."""
    questions, (key,) = _questions(page.context), keys
    _perform(page, keys, tr("Answered a question"), partial(questions.answer, key.id, note), questions.undo)


def dismiss_question(page: InboxCards, keys: Keys, _note: str) -> None:
    """Have a question not asked again, unless this is undone."""
    questions, (key,) = _questions(page.context), keys
    _perform(page, keys, tr("Dismissed a question"), partial(questions.dismiss, key.id), questions.undo)


def _questions(context: AppContext) -> QuestionService:
    return QuestionService(context.book.store, context.memory, context.book.clock)


def decide_on_pattern(page: InboxCards, keys: Keys, _note: str, *, approve: bool) -> None:
    """Approve a pattern or take it out of use; undone by putting it back as it stood."""
    label = tr("Approved a pattern") if approve else tr("Took a pattern out of use")
    pattern: StoredPattern = page.card.item
    patterns = LearningService(page.context.book).patterns
    write = patterns.approve if approve else patterns.deprecate
    _perform(page, keys, label, partial(write, pattern.id), lambda _answer: patterns.restore(pattern))


def approve_proposal(page: InboxCards, keys: Keys, _note: str, *, text: str | None = None) -> None:
    """Have a proposed change made, in other words where the operator wrote them. Undoing it takes the change back as a
    new version."""
    (key,) = keys

    def approve(proposals: ProposalService) -> StoredProposal:
        return proposals.approve(key.id, text)

    _decide_on_proposal(page, key, tr("Made the change"), approve)


def reject_proposal(page: InboxCards, keys: Keys, note: str) -> None:
    """Turn a proposed change down, for the reason that the note gives; undoing it puts it here again."""
    (key,) = keys

    def reject(proposals: ProposalService) -> StoredProposal:
        return proposals.reject(key.id, note)

    _decide_on_proposal(page, key, tr("Rejected the proposal"), reject)


def _decide_on_proposal(
    page: InboxCards, key: InboxKey, label: str, decide: Callable[[ProposalService], StoredProposal]
) -> None:
    context = page.context

    def done(proposal: StoredProposal) -> None:
        if proposal.state == "outdated":
            _post(page, tr_message(proposal.why))

    undo = ignore_answer(partial(with_proposals, context, lambda proposals: proposals.reopen(key.id)))
    page.leave([key])
    work = partial(with_proposals, context, decide)
    context.undo.perform(label, work, undo, aside=True, done=done, failed=partial(_failed, page))


def show_later(page: InboxCards, keys: Keys, _note: str) -> None:
    """Leave a card where it is and show the next one."""
    page.show_next(keys[-1])


# --- how it is written -----------------------------------------------------------------------------------------------


def _ids(keys: Keys) -> tuple[int, ...]:
    return tuple(key.id for key in keys)


def _change(page: InboxCards, keys: Keys, write: Callable[[], MemoryChange]) -> None:
    page.leave(keys)
    page.context.bridge.write(write, partial(_changed, page), partial(_failed, page))


def _changed(page: InboxCards, change: MemoryChange) -> None:
    if not change.before and not change.after:
        _post(page, ANSWERED_ELSEWHERE)
        return
    undo = page.context.undo
    undo.push_change(change, tell=False)
    if isValid(page):
        page.message_posted.emit(change_text(change), partial(undo_memory_change, undo, change))


def _perform(page: InboxCards, keys: Keys, label: str, do: Callable[[], Any], undo: Callable[[Any], object]) -> None:
    page.leave(keys)
    page.context.undo.perform(label, do, undo, failed=partial(_failed, page))


def _failed(page: InboxCards, error: Exception) -> None:
    if isValid(page):
        _post(page, error_text(error))
        page.put_back()


def _post(page: InboxCards, sentence: str) -> None:
    if isValid(page):
        page.message_posted.emit(sentence, None)
