"""The discoverer: reads what was said since it last looked, and proposes what is worth keeping (C9).

It remembers how far it has read and every signal, so that the third session that asks for the same is known as the
third. A second look with nothing new reads no log and proposes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ...core.principals import SHARED_ONLY, acting_as
from ...core.secrets.redact_shapes import without_shapes
from ...language.extraction.types import ConversationTurn
from ...learning import LearningService
from ...memory import MemoryService, given_in
from ...memory.extraction import TranscriptReader
from ...models.base import LanguageModel
from ...records.prompt_requests import wish_in
from ...records.record_books import RecordRepositories
from ..audits.statements import statements_of
from ..audits.tables import KnowledgePositions
from ..layout import DECISION
from ..proposals.types import ProposalDraft
from ..service import KnowledgeService
from .bar import cluster_signals, documented_index, passes_bar
from .proposed_entries import proposed_entry, proposed_procedure
from .signal_rules import find_signals, signal_of_answer
from .tables import MinedConversation, SignalRecords, last_answered_approval, new_conversations, refused_approvals
from .types import DiscoveryResult, DiscoverySignal, SignalCluster
from .wording_model import reword

POSITION = "discovery"
SERVICES = "services.toml"
AT_ONCE = 200  # conversations of one look
REMEMBERED = 5_000  # signals that are compared, the newest
LONGEST_LINE = 8_000_000
_FROM_OUTSIDE = ("alert", "incident", "api")
"""Triggers whose prompt somebody else may have written."""


def discover_signals(
    knowledge: KnowledgeService,
    book: RecordRepositories,
    memory: MemoryService,
    learning: LearningService,
    now: datetime,
    stopped: Callable[[], bool] = lambda: False,
    *,
    model: LanguageModel | None = None,
    redact: Callable[[str], str] = without_shapes,
    excluded: Sequence[str] = (),
) -> DiscoveryResult:
    """Read what was said since the last look. The changes that it proposes are in ``drafts``, for whoever offers them.
    Waits for the database, for logs and, where one is given, for a model: not on a GUI thread, nor inside a read or a
    write. ``redact`` takes secrets out of quotes; of the services ``excluded`` the model is told nothing."""
    store = book.store
    positions, records = KnowledgePositions(store, lambda: now), SignalRecords(store, lambda: now)
    position, before, approvals, versions = store.read(
        lambda: (positions.get(POSITION), records.last(), last_answered_approval(), memory.history.last_version())
    ).result()
    since = str(position.get("conversations", ""))
    waiting = store.read(lambda: new_conversations(since, AT_ONCE)).result()
    services = sorted(store.read(lambda: book.service_names.services(Path(store.path).with_name(SERVICES))).result())
    found, read, whole = list[DiscoverySignal](), 0, len(waiting) < AT_ONCE
    for conversation in waiting:
        if stopped():
            whole = False
            break
        found += _signals_in(conversation, services)
        since, read = max(since, conversation.moved_at), read + 1
    seen = dict(position)
    answers = list(_answers(book, memory, seen, services))
    found += answers
    seen |= {"conversations": since, "approvals": approvals, "versions": versions}
    if found or seen != position:
        said = [replace(one, quote=redact(one.quote), principle=redact(one.principle)) for one in found]
        added = store.write(lambda: _keep(positions, records, seen, said)).result()
    else:
        added = 0
    clusters = _touched(book, records, before) if added else []
    drafts, note = _drafts(knowledge, clusters, services, now, model, excluded)
    drafts += _procedures(knowledge, book, learning, position, positions)
    return DiscoveryResult(read + len(answers), added, tuple(drafts), whole, note)


def read_turns(path: Path) -> Iterator[tuple[int, ConversationTurn]]:
    """The turns of a log, each with the line that it stands in, counted from 1; none of one that is gone."""
    reader = TranscriptReader()
    try:
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(LONGEST_LINE + 1):
                number += 1
                whole = raw.endswith(b"\n") or len(raw) <= LONGEST_LINE
                while not raw.endswith(b"\n") and raw and len(raw) > LONGEST_LINE:
                    raw = file.readline(LONGEST_LINE + 1)
                for turn in reader.feed(raw.rstrip(b"\r\n") if whole else None):
                    yield number, turn
    except OSError:
        return


def _signals_in(conversation: MinedConversation, services: Collection[str]) -> list[DiscoverySignal]:
    turns = list(read_turns(Path(conversation.path)))
    if conversation.session_id is None:
        return find_signals(turns, conversation.name, None, services)
    # The replayed prompt is ours, or that of a schedule or an alert; what the operator asked for stands behind it.
    own = " ".join(conversation.prompt.split())
    turns = [(line, turn) for line, turn in turns if turn.role != "user" or not _repeats(turn.text, own)]
    if conversation.trigger in _FROM_OUTSIDE:
        turns = [(line, turn) for line, turn in turns if turn.role != "user"]
    elif wish := wish_in(conversation.prompt):
        turns.insert(0, (0, ConversationTurn(0, "user", wish)))
    given = [one.text for one in given_in(conversation.appended)]
    return find_signals(turns, conversation.name, conversation.session_id, services, given)


def _repeats(text: str, prompt: str) -> bool:
    said = " ".join(text.split())
    return bool(said) and (said in prompt or (len(prompt) > 40 and prompt in said))


def _answers(
    book: RecordRepositories, memory: MemoryService, position: dict[str, object], services: Collection[str]
) -> Iterator[DiscoverySignal]:
    """Refusals with a reason, facts that the operator reworded, answers on pairs, and lessons."""
    approvals, versions = (_number(position.get(name)) for name in ("approvals", "versions"))
    with acting_as(SHARED_ONLY):  # what is proposed of them is for everybody
        refused, edited, pairs, lessons = book.store.read(
            lambda: (
                refused_approvals(approvals), memory.history.corrected_since(versions), memory.review.answers(),
                memory.lessons.rows(everything=True),
            )
        ).result()  # fmt: skip
    prompts = book.store.read(book.prompts.list).result()
    for number, session, action, names, _command, note, at in refused:
        about = ", ".join(one for one in json.loads(names) if isinstance(one, str))
        yield from signal_of_answer(f"approval:{number}", note, services, session, at,
                                    f"Do not {action} {about}: {note}" if about else "")  # fmt: skip
    for one in edited:
        quote = f"“{one.before}” became “{one.after}”"
        yield DiscoverySignal(f"memory:{one.memory_id}", "correction", one.after, quote[:300], "operator", one.service,
                              said_at=one.at)  # fmt: skip
    answered, heard = str(position.get("answers", "")), str(position.get("lessons", ""))
    for pair in pairs:
        if pair.answer == "replaced" and pair.answered_at > answered:
            quote = f"“{pair.new_text}” holds."
            yield DiscoverySignal(f"answer:{pair.conflict_id}", "correction", pair.new_text, quote, "operator",
                                  pair.service or "", said_at=pair.answered_at)  # fmt: skip
    for lesson in lessons:
        if lesson.source != "agent" and lesson.gate == "allow" and lesson.active and lesson.updated_at > heard:
            said_by = "operator" if lesson.source == "operator" else "user"
            yield from (
                replace(one, said_by=said_by, times=lesson.times, quote=_unquoted(lesson.why or lesson.text))  # type: ignore[arg-type]
                for one in signal_of_answer(f"lesson:{lesson.id}", lesson.text, services, lesson.session_id,
                                            lesson.updated_at, lesson.text)
            )  # fmt: skip
    kept = str(position.get("prompts", ""))
    for prompt in prompts:
        if prompt.updated_at > kept:
            yield from signal_of_answer(f"prompt:{prompt.id}", prompt.prompt, services, None, prompt.updated_at)
    position |= {
        "answers": max([answered, *(pair.answered_at for pair in pairs)]),
        "lessons": max([heard, *(lesson.updated_at for lesson in lessons)]),
        "prompts": max([kept, *(prompt.updated_at for prompt in prompts)]),
    }


def _touched(book: RecordRepositories, records: SignalRecords, before: int) -> list[SignalCluster]:
    """The clusters that something new belongs to."""
    signals, new = book.store.read(lambda: (records.list(REMEMBERED), records.since(before))).result()
    return [one for one in cluster_signals(signals) if any(signal.place in new for signal in one.signals)]


def _drafts(
    knowledge: KnowledgeService, clusters: list[SignalCluster], services: Collection[str], now: datetime,
    model: LanguageModel | None, excluded: Sequence[str],
) -> tuple[list[ProposalDraft], str]:  # fmt: skip
    if not clusters:
        return [], ""
    texts = knowledge.texts()
    said = [one.text for path, text in texts.items() for one in statements_of(path, text)]
    index = documented_index(said)
    worthy = [one for one in clusters if passes_bar(one, index, said, services)]
    words, note = reword(worthy, model, excluded) if model is not None and worthy else ({}, "")
    taken = {path.casefold() for path in texts}
    number, drafts = _next_decision(knowledge, texts), list[ProposalDraft]()
    for at, cluster in enumerate(worthy):
        one = _reworded(cluster, words[at]) if at in words else cluster
        draft = proposed_entry(one, number, now, taken)
        number += draft.path.startswith(f"{DECISION.folder}/")
        taken.add(draft.path.casefold())
        drafts.append(draft)
    return drafts, note


def _reworded(cluster: SignalCluster, principle: str) -> SignalCluster:
    best = cluster.best
    return SignalCluster(tuple(replace(one, principle=principle) if one is best else one for one in cluster.signals))


def _procedures(
    knowledge: KnowledgeService, book: RecordRepositories, learning: LearningService, position: dict[str, object],
    positions: KnowledgePositions,
) -> list[ProposalDraft]:  # fmt: skip
    """Procedures of cases whose cure worked again since the last look."""
    before = position.get("cures")
    known = before if isinstance(before, dict) else {}
    cases = book.store.read(lambda: learning.cases.list(states=("cured",))).result()
    helped = {str(one.id): max((t.helped for t in one.treatments), default=0) for one in cases}
    new = [one for one in cases if helped[str(one.id)] > _number(known.get(str(one.id)))]
    if not new:
        return []
    taken = {path.casefold() for path in knowledge.texts()}
    drafts = [draft for case in new if (draft := proposed_procedure(case, taken)) is not None]
    book.store.write(lambda: positions.put(POSITION, positions.get(POSITION) | {"cures": helped})).result()
    return drafts


def _next_decision(knowledge: KnowledgeService, texts: Collection[str]) -> int:
    """One more than any number of a decision that was ever used."""
    ever = (
        [path for commit in knowledge.log(DECISION.folder, None) for path in commit.paths]
        if knowledge.root.is_dir()
        else []
    )
    names = [path.rpartition("/")[2] for path in (*ever, *texts) if path.startswith(f"{DECISION.folder}/")]
    return max((int(name[:4]) for name in names if name[:4].isdigit()), default=0) + 1


def _keep(
    positions: KnowledgePositions, records: SignalRecords, seen: dict[str, object], found: list[DiscoverySignal]
) -> int:
    positions.put(POSITION, seen)
    return records.add(one for one in found if one.principle)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


__all__ = ["DiscoveryResult", "discover_signals", "read_turns"]


def _unquoted(said: str) -> str:
    """Without the marks around it: the reasons of proposals put their own."""
    inner = said[1:-1]
    return inner if said[:1] == "“" and said[-1:] == "”" and not {*"“”"} & {*inner} else said
