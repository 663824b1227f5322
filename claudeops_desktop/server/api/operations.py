"""All operations of the REST interface: the table that requests are led by and the OpenAPI document is made of."""

from __future__ import annotations

from ..token_types import TokenScope
from . import readings, run_requests, schemas, writings
from .operation_types import ApiOperation
from .schemas import RowPage

READ, WRITE, RUN = TokenScope.READ.value, TokenScope.WRITE.value, TokenScope.RUN.value
APPROVE, ADMIN = TokenScope.APPROVE.value, TokenScope.ADMIN.value


def all_operations() -> tuple[ApiOperation, ...]:
    """A table of its own for each server: the codes of confirmations belong to it."""
    answers = writings.ApprovalAnswers()
    return (
        ApiOperation(
            "GET", "/memories", "listMemories", READ, "List memories, newest first.", RowPage[schemas.MemoryOut],
            readings.list_memories, schemas.MemoryListQuery,
        ),
        ApiOperation(
            "POST", "/memories", "addMemory", WRITE,
            "Remember a fact. An agent's passes the gate and may be held for the operator; a person's is kept as the"
            " operator's own. What says the same is confirmed, what says otherwise is closed.",
            schemas.MemoryOutcomeOut, writings.add_memory, body=schemas.NewMemoryBody, mode="write",
            statuses=(200, 201), errors=(409, 422),
        ),
        ApiOperation(
            "GET", "/memories/{id}", "getMemory", READ, "Get one memory; its ETag is needed to change it.",
            schemas.MemoryOut, readings.show_memory, errors=(404,),
        ),
        ApiOperation(
            "PATCH", "/memories/{id}", "editMemory", WRITE,
            "Change a memory, unless it was changed since it was read. Only with a person's token.",
            schemas.MemoryOut, writings.edit_memory, body=schemas.MemoryEditBody, mode="write",
            errors=(404, 409, 412, 422, 428), matches=True,
        ),
        ApiOperation(
            "DELETE", "/memories/{id}", "forgetMemory", WRITE,
            "Forget a memory. A person's wish puts it into the trash; an agent's is proposed to the operator.",
            schemas.MemoryOutcomeOut, writings.forget_memory, schemas.ForgetQuery, mode="write",
            errors=(404, 409, 412, 422, 428), matches=True,
        ),
        ApiOperation(
            "GET", "/memories/{id}/history", "listMemoryVersions", READ, "List every change of a memory.",
            RowPage[schemas.MemoryVersionOut], readings.list_memory_versions, errors=(404,),
        ),
        ApiOperation(
            "POST", "/recall", "recall", READ,
            "Ask memory. Facts of other domains than those named, or the token's own, count less.",
            schemas.RecallOut, readings.recall, body=schemas.RecallBody, mode="free", errors=(422,),
        ),
        ApiOperation(
            "GET", "/context", "getContext", READ, "Get the memory block of the next run's prompt.",
            schemas.ContextOut, readings.show_context, schemas.ContextQuery,
        ),
        ApiOperation(
            "GET", "/sessions", "listSessions", READ, "List sessions, newest first.", RowPage[schemas.SessionOut],
            readings.list_sessions, schemas.SessionQuery,
        ),
        ApiOperation(
            "GET", "/sessions/{id}", "getSession", READ, "Get one session.", schemas.SessionOut,
            readings.show_session, errors=(404,),
        ),
        ApiOperation(
            "GET", "/runs", "listRuns", READ, "List runs, newest first.", RowPage[schemas.RunOut], readings.list_runs,
            schemas.PageQuery,
        ),
        ApiOperation(
            "POST", "/runs", "startRun", RUN,
            "Start a run. It waits for its turn, and climbs to higher tiers as a scheduled one does.",
            schemas.QueuedOut, run_requests.start_run, body=schemas.RunBody, mode="free", statuses=(202,),
            errors=(409, 422),
        ),
        ApiOperation(
            "GET", "/runs/{id}", "getRun", READ, "Get one run with its sessions.", schemas.RunDetailOut,
            readings.show_run, errors=(404,),
        ),
        ApiOperation(
            "GET", "/queue", "getQueue", READ, "Get what runs, waits and is parked.", schemas.QueueOut,
            run_requests.show_queue, mode="free",
        ),
        ApiOperation(
            "GET", "/events", "listEvents", READ, "List events, newest first.", RowPage[schemas.EventOut],
            readings.list_events, schemas.EventListQuery,
        ),
        ApiOperation(
            "GET", "/incidents", "listIncidents", READ, "List incidents, newest first.", RowPage[schemas.IncidentOut],
            readings.list_incidents, schemas.IncidentListQuery,
        ),
        ApiOperation(
            "GET", "/incidents/{id}", "getIncident", READ, "Get one incident with its time line.",
            schemas.IncidentDetailOut, readings.show_incident, errors=(404,),
        ),
        ApiOperation(
            "GET", "/cases", "listCases", READ, "List cases, newest first.", RowPage[schemas.CaseOut],
            readings.list_cases, schemas.ServiceQuery,
        ),
        ApiOperation(
            "GET", "/cases/{id}", "getCase", READ, "Get one case.", schemas.CaseOut, readings.show_case, errors=(404,),
        ),
        ApiOperation(
            "GET", "/cooldowns", "listCooldowns", READ, "List actions on services, newest first.",
            RowPage[schemas.CooldownOut], readings.list_cooldowns, schemas.ServiceQuery,
        ),
        ApiOperation(
            "GET", "/health", "listHealth", READ, "List the last check of each service.", RowPage[schemas.HealthOut],
            readings.list_health,
        ),
        ApiOperation(
            "GET", "/knowledge", "listKnowledge", READ, "List the entries of the knowledge folder.",
            RowPage[schemas.KnowledgeFileOut], readings.list_knowledge, mode="free", errors=(409,),
        ),
        ApiOperation(
            "GET", "/knowledge/{path}", "getKnowledge", READ, "Get a file of the knowledge folder.",
            schemas.KnowledgeTextOut, readings.show_knowledge, mode="free", errors=(404,),
        ),
        ApiOperation(
            "GET", "/approvals", "listApprovals", READ, "List questions to the operator, newest first.",
            RowPage[schemas.ApprovalOut], readings.list_approvals, schemas.ApprovalQuery,
        ),
        ApiOperation(
            "GET", "/approvals/{id}", "getApproval", READ, "Get one question.", schemas.ApprovalOut,
            readings.show_approval, errors=(404,),
        ),
        ApiOperation(
            "POST", "/approvals/{id}/answer", "answerApproval", APPROVE,
            "Answer a question. What cannot be taken back must be confirmed: the first answer is refused with a code,"
            " which the second one carries.",
            schemas.ApprovalOut, answers.answer, body=schemas.ApprovalBody, mode="write", errors=(404, 409, 422),
        ),
        ApiOperation(
            "GET", "/audit", "listWrites", ADMIN, "List what was written over the server, newest first.",
            RowPage[schemas.AuditOut], readings.list_writes, schemas.AuditQuery,
        ),
        ApiOperation(
            "GET", "/tokens", "listTokens", ADMIN, "List the tokens, without their values.", RowPage[schemas.TokenOut],
            readings.list_tokens,
        ),
        ApiOperation(
            "DELETE", "/tokens/{name}", "revokeToken", ADMIN, "Revoke a token. It stops working at once.",
            schemas.TokenOut, writings.revoke_token, mode="write", errors=(404, 409),
        ),
    )  # fmt: skip
