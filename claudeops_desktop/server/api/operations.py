"""All operations of the REST interface: the table that requests are led by and the OpenAPI document is made of."""

from __future__ import annotations

from ..token_types import TokenScope
from . import answer_types, proposals, readings, request_types, run_requests, writings
from .answer_types import RowPage
from .operation_types import ApiOperation
from .table_operations import list_operation, row_operation, write_operation

READ, WRITE, RUN, ADMIN = (one.value for one in (TokenScope.READ, TokenScope.WRITE, TokenScope.RUN, TokenScope.ADMIN))


def all_operations() -> tuple[ApiOperation, ...]:
    """A table of its own for each server: the codes of confirmations belong to it."""
    answers = writings.ApprovalAnswers()
    # fmt: off
    return (
        ApiOperation("GET", "/memories", "listMemories", READ, "List memories, newest first.",
                     RowPage[answer_types.MemoryOut], readings.list_memories, request_types.MemoryListQuery),
        ApiOperation("POST", "/memories", "addMemory", WRITE,
                     "Remember a fact. An agent's passes the gate and may be held for the operator; a person's is "
                     "kept as the operator's own. What says the same is confirmed, what says otherwise is closed.",
                     answer_types.MemoryOutcomeOut, writings.add_memory, body=request_types.NewMemoryBody,
                     mode="write", statuses=(200, 201), errors=(409, 422)),
        ApiOperation("GET", "/memories/{id}", "getMemory", READ, "Get one memory; its ETag is needed to change it.",
                     answer_types.MemoryOut, readings.show_memory, errors=(404,)),
        ApiOperation("PATCH", "/memories/{id}", "editMemory", WRITE,
                     "Change a memory, unless it was changed since it was read. Only with a person's token.",
                     answer_types.MemoryOut, writings.edit_memory, body=request_types.MemoryEditBody, mode="write",
                     errors=(404, 409, 412, 422, 428), matches=True),
        ApiOperation("DELETE", "/memories/{id}", "forgetMemory", WRITE,
                     "Forget a memory. A person's wish puts it into the trash; an agent's is proposed to the "
                     "operator.",
                     answer_types.MemoryOutcomeOut, writings.forget_memory, request_types.ForgetQuery, mode="write",
                     errors=(404, 409, 412, 422, 428), matches=True),
        ApiOperation("GET", "/memories/{id}/history", "listMemoryVersions", READ, "List every change of a memory.",
                     RowPage[answer_types.MemoryVersionOut], readings.list_memory_versions, errors=(404,)),
        ApiOperation("POST", "/memories/{id}/share", "shareMemory", WRITE,
                     "Show a memory to a project, or to everyone. Only its owner may. It is unconfirmed at first.",
                     answer_types.MemoryOutcomeOut, writings.share_memory, body=request_types.ShareBody, mode="write",
                     errors=(404, 409, 412, 422, 428), matches=True),
        ApiOperation("DELETE", "/memories/{id}/share", "unshareMemory", WRITE,
                     "Take a memory back: only its owner sees it from now on. What others have read is not reached.",
                     answer_types.MemoryOutcomeOut, writings.unshare_memory, mode="write",
                     errors=(404, 409, 412, 422, 428), matches=True),
        ApiOperation("POST", "/recall", "recall", READ,
                     "Ask memory, notes and library. Facts of other domains than those named, or the token's own, "
                     "count less.",
                     answer_types.RecallOut, readings.recall, body=request_types.RecallBody, mode="free",
                     errors=(422,)),
        ApiOperation("GET", "/context", "getContext", READ, "Get the memory block of the next run's prompt.",
                     answer_types.ContextOut, readings.show_context, request_types.ContextQuery),
        list_operation("listSessions", "/sessions", answer_types.SessionOut, request_types.SessionQuery),
        row_operation("getSession", "/sessions/{id}", answer_types.SessionOut),
        list_operation("listRuns", "/runs", answer_types.RunOut, request_types.PageQuery),
        ApiOperation("POST", "/runs", "startRun", RUN,
                     "Start a run. It waits for its turn, and climbs to higher tiers as a scheduled one does.",
                     answer_types.QueuedOut, run_requests.start_run, body=request_types.RunBody, mode="free",
                     statuses=(202,), errors=(409, 422)),
        row_operation("getRun", "/runs/{id}", answer_types.RunDetailOut, readings.run_detail),
        ApiOperation("GET", "/queue", "getQueue", READ, "Get what runs, waits and is parked.", answer_types.QueueOut,
                     run_requests.show_queue, mode="free"),
        list_operation("listEvents", "/events", answer_types.EventOut, request_types.EventListQuery),
        list_operation("listIncidents", "/incidents", answer_types.IncidentOut, request_types.IncidentListQuery),
        ApiOperation("GET", "/waiting", "showWaiting", READ,
                     "Show what waits for the operator, by kind, as the window counts it.", answer_types.WaitingOut,
                     readings.show_waiting),
        row_operation("getIncident", "/incidents/{id}", answer_types.IncidentDetailOut, readings.incident_detail),
        list_operation("listCases", "/cases", answer_types.CaseOut, request_types.ServiceQuery, readings.case_out),
        row_operation("getCase", "/cases/{id}", answer_types.CaseOut, lambda _, one: readings.case_out(one)),
        list_operation("listCooldowns", "/cooldowns", answer_types.CooldownOut, request_types.ServiceQuery),
        ApiOperation("GET", "/health", "listHealth", READ, "List the last check of each service.",
                     RowPage[answer_types.HealthOut], readings.list_health),
        ApiOperation("GET", "/knowledge", "listKnowledge", READ, "List the entries of the knowledge folder.",
                     RowPage[answer_types.KnowledgeFileOut], readings.list_knowledge, mode="free", errors=(409,)),
        ApiOperation("GET", "/knowledge/{path}", "getKnowledge", READ, "Get a file of the knowledge folder.",
                     answer_types.KnowledgeTextOut, readings.show_knowledge, mode="free", errors=(404,)),
        ApiOperation("GET", "/proposals", "listProposals", READ,
                     "List proposed changes of the knowledge folder that wait for the operator, newest first. Only "
                     "with a person's token.",
                     RowPage[proposals.ProposalOut], proposals.list_proposals, request_types.PageQuery),
        ApiOperation("GET", "/proposals/{id}", "getProposal", READ,
                     "Get one proposal with what it would change. Only with a person's token.", proposals.ProposalOut,
                     proposals.show_proposal, mode="free", errors=(404,)),
        list_operation("listApprovals", "/approvals", answer_types.ApprovalOut, request_types.ApprovalQuery,
                       readings.approval_out),
        row_operation("getApproval", "/approvals/{id}", answer_types.ApprovalOut,
                      lambda _, one: readings.approval_out(one)),
        write_operation("answerApproval", "/approvals/{id}/answer", answer_types.ApprovalOut,
                        request_types.ApprovalBody, answers.answer, (404, 409, 422)),
        ApiOperation("GET", "/audit", "listWrites", ADMIN, "List what was written over the server, newest first.",
                     RowPage[answer_types.AuditOut], readings.list_writes, request_types.AuditQuery),
        ApiOperation("GET", "/tokens", "listTokens", ADMIN, "List the tokens, without their values.",
                     RowPage[answer_types.TokenOut], readings.list_tokens),
        ApiOperation("DELETE", "/tokens/{name}", "revokeToken", ADMIN, "Revoke a token. It stops working at once.",
                     answer_types.TokenOut, writings.revoke_token, mode="write", errors=(404, 409)),
    )
    # fmt: on
