"""What the REST interface reads: one function for each list and each row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import convert

from ...core.errors import OperatorError
from ...knowledge import AnswerPassage, FederatedRecall, open_knowledge
from ...language.prompt_echo import PASSAGES_SENTENCE
from ...language.types import service_name
from ...learning import StoredCase
from ...memory import INTRODUCTION, ContextRequest, Memory, MemoryQuery, RecalledItem, RecallRequest
from ...records.approvals import Approval, needs_confirmation
from ...records.incidents import Incident
from ...records.record_books import RecordRepositories
from ...records.sessions import Run
from ...routine.waiting import load_reviews, load_waiting
from ...runs.service_states import read_states
from ..token_store import TokenStore
from ..write_log import WriteLog
from . import answer_types
from .answer_types import RowPage
from .operation_types import ApiCall, ApiReply
from .problems import RequestError, not_found
from .request_types import PageQuery

T = TypeVar("T")


def out(kind: type[T], row: Any) -> T:
    """A row as it is answered: the fields that the answer has, by their names."""
    return convert(row, kind, from_attributes=True)


def page_of(kind: type[T], rows: Sequence[Any], query: PageQuery, make: Callable[[Any], T] | None = None) -> ApiReply:
    """A page of rows that are newest first, of which one more was asked for than the page holds."""
    shown = rows[: query.limit]
    items = [make(row) if make is not None else out(kind, row) for row in shown]
    following = shown[-1].id if len(rows) > len(shown) and shown else None
    return ApiReply(RowPage[kind](items=items, next=following))  # type: ignore[valid-type]


def run_detail(book: RecordRepositories, run: Run) -> answer_types.RunDetailOut:
    """A run with its sessions."""
    chain = [out(answer_types.SessionOut, one) for one in book.sessions.of_run(run.id)]
    return answer_types.RunDetailOut(**_fields(answer_types.RunOut, run), sessions=chain)


def incident_detail(book: RecordRepositories, incident: Incident) -> answer_types.IncidentDetailOut:
    """An incident with its time line."""
    lines = [out(answer_types.IncidentEntryOut, entry) for entry in book.incidents.entries(incident.id)]
    return answer_types.IncidentDetailOut(**_fields(answer_types.IncidentOut, incident), timeline=lines)


def _fields(kind: type[answer_types.ApiRow], row: Any) -> dict[str, Any]:
    shown = out(kind, row)
    return {name: getattr(shown, name) for name in kind.__struct_fields__}


def case_out(case: StoredCase) -> answer_types.CaseOut:
    """A case as it is answered."""
    return convert(case.as_json(), answer_types.CaseOut)


def list_memories(call: ApiCall) -> ApiReply:
    """Memories, newest first."""
    query, search = call.query, call.parts.memory().search
    wanted = MemoryQuery(
        service=query.service, category=query.category, state=query.state, text=query.text, sort="id",
        before=query.cursor,
    )  # fmt: skip
    ids = search.ids(wanted)[: query.limit + 1]
    rows = {memory.id: memory for memory in search.rows(ids)}
    return page_of(answer_types.MemoryOut, [rows[number] for number in ids if number in rows], query)


def require_memory(call: ApiCall) -> Memory:
    """The memory that the path names. Raises RequestError."""
    found = call.parts.memory().search.get(call.row_id)
    if found is None:
        raise not_found("memory", call.row_id)
    return found


def show_memory(call: ApiCall) -> ApiReply:
    """One memory."""
    return ApiReply(out(answer_types.MemoryOut, require_memory(call)))


def list_memory_versions(call: ApiCall) -> ApiReply:
    """Every change of a memory, the first one first."""
    require_memory(call)
    versions = call.parts.memory().history.versions(call.row_id)
    return ApiReply(
        RowPage[answer_types.MemoryVersionOut](items=[out(answer_types.MemoryVersionOut, one) for one in versions])
    )


def recall(call: ApiCall) -> ApiReply:
    """What is known about a question. Facts of other domains than the asker's count less."""
    body, parts = call.body, call.parts
    domains = body.domains or ((call.caller.domain,) if call.caller.domain else ())
    answer = FederatedRecall(parts.book, parts.memory(), parts.clock).ask(
        RecallRequest(
            question=body.question,
            now=call.now,
            profile=body.profile,
            limit=body.limit,
            services=tuple(filter(None, map(service_name, body.services))),
            asked_by="agent" if call.caller.kind == "agent" else "operator",
            domains=domains,
        )
    )
    found, ranked = answer.memory, tuple(enumerate(answer.results, 1))
    items = [
        answer_types.RecalledOut(
            memory=out(answer_types.MemoryOut, one.memory),
            score=round(one.score, 6),
            marks=list(one.marks),
            why=one.why,
            rank=rank,
        )
        for rank, one in ranked
        if isinstance(one, RecalledItem)
    ]
    passages = [
        convert(one.as_json() | {"rank": rank}, answer_types.PassageOut)
        for rank, one in ranked
        if isinstance(one, AnswerPassage)
    ]
    return ApiReply(
        answer_types.RecallOut(
            message=f"{INTRODUCTION} {PASSAGES_SENTENCE}" if passages else INTRODUCTION,
            question=found.question,
            profile=found.profile,
            note=found.note,
            nothing=found.nothing,
            items=items,
            passages=passages,
        )
    )


def show_context(call: ApiCall) -> ApiReply:
    """The memory block of the next run's prompt."""
    query = call.query
    budget = call.parts.settings.current.memory.budget if query.budget is None else query.budget
    services = tuple(filter(None, map(service_name, query.service)))
    block = call.parts.memory().prompt.block(ContextRequest(budget=budget, services=services, now=call.now))
    return ApiReply(
        answer_types.ContextOut(
            text=block.text,
            tokens=block.tokens,
            budget=block.budget,
            total=block.total,
            memory_ids=[entry.memory.id for entry in block.included],
            left_out_count=block.left_out_count,
        )
    )


def show_waiting(call: ApiCall) -> ApiReply:
    """Return what waits for the operator."""
    parts = call.parts
    found = load_waiting(parts.book, parts.folder.services_file, load_reviews(parts.memory(), parts.book), call.now)
    return ApiReply(convert(found.as_json(), answer_types.WaitingOut))


def list_health(call: ApiCall) -> ApiReply:
    """Return how each service stands, by name, as ``claudeops health`` says it."""
    recorded = {check.service: check for check in call.parts.book.health.latest()}
    rows = [
        answer_types.HealthOut(
            id=recorded[name].id if name in recorded else 0,
            service=name,
            check_type=recorded[name].check_type if name in recorded else "",
            status=state.status,
            detail=state.detail,
            response_ms=state.response_ms,
            measured=int(state.said_by is None),
            since=state.since or state.checked_at,
            checked_at=state.checked_at,
        )
        for name, state in read_states(call.parts.book, call.parts.folder).items()
    ]
    return ApiReply(RowPage[answer_types.HealthOut](items=rows))


def list_knowledge(call: ApiCall) -> ApiReply:
    """The entries of the knowledge folder."""
    folder = open_knowledge(call.parts.folder, call.parts.settings.current, call.parts.clock)
    try:
        rows = [out(answer_types.KnowledgeFileOut, line) for line in folder.index()]
    finally:
        folder.close()
    return ApiReply(RowPage[answer_types.KnowledgeFileOut](items=rows))


def show_knowledge(call: ApiCall) -> ApiReply:
    """One file of the knowledge folder. Only texts are: nothing of what git keeps there."""
    return ApiReply(read_knowledge(call, call.path["path"]))


def read_knowledge(call: ApiCall, path: str) -> answer_types.KnowledgeTextOut:
    """A Markdown file of the folder. Raises RequestError."""
    parts = path.split("/")
    if not path.endswith(".md") or "\0" in path or any(not part or part.startswith(".") for part in parts):
        raise not_found("file", path[:200])
    folder = open_knowledge(call.parts.folder, call.parts.settings.current, call.parts.clock)
    try:
        found = folder.read(path)
    except (OperatorError, OSError) as error:
        raise not_found("file", path[:200]) from error
    finally:
        folder.close()
    return answer_types.KnowledgeTextOut(path=found.path, text=found.text)


def approval_out(approval: Approval) -> answer_types.ApprovalOut:
    """A question as it is answered."""
    return convert(approval.as_json() | {"must_confirm": needs_confirmation(approval)}, answer_types.ApprovalOut)


def list_writes(call: ApiCall) -> ApiReply:
    """What was written over the server, newest first."""
    query = call.query
    rows = WriteLog(call.parts.book.store).list(token=query.token, before=query.cursor, limit=query.limit + 1)
    return page_of(answer_types.AuditOut, rows, query)


def list_tokens(call: ApiCall) -> ApiReply:
    """All tokens, without their values."""
    rows = [
        convert(token.as_json(call.now), answer_types.TokenOut) for token in TokenStore(call.parts.book.store).list()
    ]
    return ApiReply(RowPage[answer_types.TokenOut](items=rows))


def require_meaning(text: str, field: str) -> str:
    """A text that says something. Raises RequestError."""
    if not text.strip():
        raise RequestError(422, f"{field} is empty.", field=field, fix="Say it in one sentence.")
    return text
