"""What the REST interface changes in the database: memories, answers, tokens. Each inside one transaction."""

from __future__ import annotations

from msgspec import UNSET

from ...core.errors import OperatorError
from ...core.principals import acting_as, private_audience, project_of
from ...core.secrets.redact_shapes import without_shapes
from ...memory import (
    DEFAULT_CONFIDENCE,
    Memory,
    MemoryAction,
    MemoryCandidate,
    MemoryEdit,
    VisibilityChange,
    one_line,
)
from ...operations.agent_memories import RememberFact, describe_action, remember_fact
from ...operations.approvals import AnswerApproval, AnswerTooLate, ConfirmationNeeded, answer_approval
from ..confirmations import ConfirmationCodes
from ..token_store import TokenStore
from . import answer_types
from .operation_types import ApiCall, ApiReply, etag_of
from .problems import RequestError, not_found
from .readings import approval_out, out, require_meaning, require_memory

CONFIRM = "urn:claudeops:confirmation-required"


def add_memory(call: ApiCall) -> ApiReply:
    """Remember a fact. A person's is kept as the operator's own; an agent's passes gate and judge (decision 62)."""
    require_meaning(call.body.text, "text")
    with acting_as(call.caller.principal.writing_to(_audience_of(call))):
        return _add_own(call) if call.caller.kind == "person" else _add_of_agent(call)


def _audience_of(call: ApiCall) -> str:
    """Who is to see a new memory. Raises RequestError for a project that is none of the caller's."""
    principal, said = call.caller.principal, call.body.visibility
    audience = private_audience(principal.name) if said == "private" else said
    if not principal.may_see(audience):
        raise RequestError(
            403,
            f"This token does not belong to the project {project_of(audience)}.",
            field="visibility",
            fix="Use a token that is bound to it.",
        )
    return str(audience)


def share_memory(call: ApiCall) -> ApiReply:
    """Show a memory to a project or everyone. Only its owner may."""
    _require_match(call, require_memory(call))
    return _visibility(call, call.parts.memory().visibility.share(call.row_id, call.body.project or ""))


def unshare_memory(call: ApiCall) -> ApiReply:
    """Take a memory back. Only its owner may."""
    _require_match(call, require_memory(call))
    return _visibility(call, call.parts.memory().visibility.unshare(call.row_id))


def _visibility(call: ApiCall, done: VisibilityChange) -> ApiReply:
    shown = out(answer_types.MemoryOut, done.memory)
    outcome = answer_types.MemoryOutcomeOut(action=done.action, why=one_line(done.why), memory=shown)
    return ApiReply(outcome, 200, f"memories/{call.row_id}", done.action, {"ETag": etag_of(shown)})


def _add_own(call: ApiCall) -> ApiReply:
    body = call.body
    value = DEFAULT_CONFIDENCE if body.confidence is None else body.confidence
    candidate = MemoryCandidate(body.category, body.service, body.text, value, domain=call.caller.domain)
    change = call.parts.memory().edits.add_judged(candidate)
    is_new = change.label == "Add a memory"
    memory = change.after[-1].memory if is_new else _strongest(change.after)
    return _outcome(call, "inserted" if is_new else "reinforced", " ".join(change.notes), memory, is_new=is_new)


def _strongest(after: tuple[object, ...]) -> Memory | None:
    found = [snapshot.memory for snapshot in after]  # type: ignore[attr-defined]
    return max(found, key=lambda memory: (memory.active, memory.confidence, memory.updated_at), default=None)


def _add_of_agent(call: ApiCall) -> ApiReply:
    body = call.body
    request = RememberFact(
        text=body.text,
        category=body.category,
        service=body.service,
        strength=body.strength,
        confidence=1.0 if body.confidence is None else body.confidence,
    )
    outcome = remember_fact(call.parts.memory(), request, call.now)
    memory = outcome.memory
    is_new = outcome.action in (MemoryAction.INSERTED, MemoryAction.CONTRADICTED, MemoryAction.HELD) and bool(memory)
    return _outcome(call, describe_action(outcome), one_line(outcome.why), memory, is_new=is_new)


def _outcome(call: ApiCall, action: str, why: str, memory: Memory | None, *, is_new: bool) -> ApiReply:
    shown = out(answer_types.MemoryOut, memory) if memory is not None else None
    target = f"memories/{memory.id}" if memory is not None else "memories"
    headers = {"Location": f"/api/v1/{target}"} if is_new and memory is not None else {}
    return ApiReply(
        answer_types.MemoryOutcomeOut(action=action, why=why, memory=shown),
        201 if is_new else 200,
        target,
        f"{action}: {call.body.category}",
        headers,
    )


def edit_memory(call: ApiCall) -> ApiReply:
    """Change a memory that is as the sender knows it. Only a person may."""
    if call.caller.kind != "person":
        raise RequestError(
            403, "An agent's token may not edit memories.", fix="Add the value that holds now: it closes the older one."
        )
    _require_match(call, require_memory(call))
    body = call.body
    named = [name for name in body.__struct_fields__ if getattr(body, name) is not UNSET]
    if not named:
        raise RequestError(422, "Nothing to change was named.", fix=f"Send one of {', '.join(body.__struct_fields__)}.")
    values = {name: getattr(body, name) for name in named}
    if "text" in values:
        values["observation"] = require_meaning(values.pop("text"), "text")
    if "service" in values:
        values["service"] = values["service"] or "general"
    memory = call.parts.memory()
    memory.edits.edit([call.row_id], MemoryEdit(**values))
    shown = out(answer_types.MemoryOut, require_memory(call))
    return ApiReply(shown, 200, f"memories/{call.row_id}", ", ".join(named), {"ETag": etag_of(shown)})


def forget_memory(call: ApiCall) -> ApiReply:
    """Forget a memory: a person's wish puts it into the trash, an agent's is proposed to the operator."""
    found = require_memory(call)
    _require_match(call, found)
    memory, target = call.parts.memory(), f"memories/{call.row_id}"
    if call.caller.kind == "person":
        memory.trash.trash_memories([call.row_id])
        why = "It stays in the trash for 30 days."
        return ApiReply(answer_types.MemoryOutcomeOut(action="trashed", why=why, memory=None), 200, target, "trashed")
    reason = without_shapes(call.query.reason.strip()) or "No reason was given."
    done = memory.review.retract(call.row_id, reason, None, 1)
    shown = out(answer_types.MemoryOut, done.memory) if done.memory is not None else None
    outcome = answer_types.MemoryOutcomeOut(action=done.action, why=one_line(done.why), memory=shown)
    return ApiReply(outcome, 200, target, done.action)


def _require_match(call: ApiCall, memory: Memory) -> None:
    """Refuse a change of what somebody else has changed since it was read."""
    now = etag_of(out(answer_types.MemoryOut, memory))
    if call.if_match not in ("*", now):
        raise RequestError(
            412,
            "The memory was changed since you read it.",
            field="If-Match",
            fix="Read it again, and decide anew.",
            headers={"ETag": now},
        )


class ApprovalAnswers:
    """Answers questions. What the window holds back needs a second answer with the code that the first one gave."""

    def __init__(self) -> None:
        self._codes = ConfirmationCodes()

    def answer(self, call: ApiCall) -> ApiReply:
        """Answer a question. Raises RequestError where it waits no longer or must be confirmed."""
        body, number = call.body, call.row_id
        subject = (number, call.caller.token_id, body.answer)
        confirmed = bool(body.confirmation) and self._codes.use_code(body.confirmation, subject)
        by, note = f"token {call.caller.name}", without_shapes(body.note)
        try:
            done = answer_approval(call.parts.book, AnswerApproval(number, body.answer, by, note, confirmed), call.now)
        except AnswerTooLate as late:
            raise RequestError(409, f"Question {number} waits no longer: it is {late.approval.state}.") from None
        except ConfirmationNeeded as needed:
            found = needed.approval
            raise RequestError(
                409,
                f"Question {number} must be confirmed: {found.may or found.action or found.kind}",
                field="confirmation",
                fix="Look at it once more, and send the same answer with this confirmation within two minutes.",
                kind=CONFIRM,
                confirmation=self._codes.make_code(subject),
            ) from None
        return ApiReply(approval_out(done), 200, f"approvals/{number}", body.answer)


def revoke_token(call: ApiCall) -> ApiReply:
    """Revoke a token. It stops working at once."""
    name = call.path["name"]
    try:
        found = TokenStore(call.parts.book.store).revoke(name, call.now)
    except OperatorError as error:
        raise not_found("token", name[:60]) from error
    from msgspec import convert

    return ApiReply(convert(found.as_json(call.now), answer_types.TokenOut), 200, f"tokens/{found.name}", "revoked")
