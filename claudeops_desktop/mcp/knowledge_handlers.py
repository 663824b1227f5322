"""What an agent reads of the knowledge folder and adds to it while it works (C6, C12, C13).

Decisions and the log are read; a line is added to the log, by us, with the session that says it; an entry for a
notebook becomes a proposal that the operator decides on. Answers say what can be asked for next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..core.clock import Clock
from ..core.errors import OperatorError
from ..core.paths import DataFolder
from ..core.principals import acting_as
from ..core.secrets.redact_shapes import without_shapes
from ..core.settings import Settings
from ..knowledge import (
    DecisionLine,
    KnowledgeService,
    LoggedOperation,
    find_operations,
    new_operation,
    open_knowledge,
)
from ..knowledge.federated_recall import passage_of_note
from ..knowledge.proposals.tables import ProposalRecords
from ..knowledge.role_notebooks import propose_notebook_entry
from ..knowledge.withheld_text import why_withheld
from ..language.prompt_echo import DECISIONS_SENTENCE, NOTES_SENTENCE, OPERATIONS_SENTENCE, PASSAGES_SENTENCE
from ..learning import TIER_ROLES
from ..learning.verification import verified_session
from ..memory import quotable
from ..records.record_books import RecordRepositories
from ..records.sessions import Session
from ..storage import DataStore
from ..stream.provenance import ClaimOrigin, ClaimProvenance
from .knowledge_schemas import DECISIONS, LOG_OPERATION, MOST_LISTED, OPERATIONS
from .tool_answers import passage_line, passage_row
from .tool_schemas import RECALL
from .tool_types import ToolAnswer, failed_answer

LONGEST_RECORD = 8_000
Link = dict[str, Any]


class KnowledgeToolHandlers:
    """Serves the tools of the knowledge folder. Each call opens the folder and lets go of it."""

    def __init__(self, folder: DataFolder, settings: Callable[[], Settings], clock: Clock) -> None:
        self._folder = folder
        self._settings = settings
        self._clock = clock

    def decisions(self, given: Mapping[str, Any]) -> ToolAnswer:
        """One record whole, or those that answer a question."""
        folder = self._open()
        try:
            if "number" in given:
                return self._one_decision(folder, given["number"])
            question = str(given.get("question", ""))
            found = folder.decisions.find(question) if question.strip() else folder.decisions.list()
        finally:
            folder.close()
        rows = [_decision_row(one) for one in found[:MOST_LISTED]]
        links = [_call("read", DECISIONS, number=one.number) for one in found[:3]]
        if not rows:
            said = "No decision is recorded about that."
            return ToolAnswer(said, {"message": said, "decisions": [], "links": [_call("all", DECISIONS)]})
        lines = [DECISIONS_SENTENCE, *(_decision_line(one) for one in found[:MOST_LISTED])]
        return ToolAnswer("\n".join(lines), {"message": DECISIONS_SENTENCE, "decisions": rows, "links": links})

    def note(self, path: str, role: str) -> ToolAnswer:
        """One note whole, of everybody or of the notebook of ``role``, "" for no role. What no agent may be given is
        left out, line by line."""
        folder = self._open()
        try:
            every = [*folder.notes.list(), *(folder.notes.list(role) if role else ())]
            line = next((one for one in every if one.path == path), None)
            if line is None or why_withheld(f"{line.title}: {line.description}"):
                return failed_answer(
                    f"There is no note “{quotable(path)}”. Ask {RECALL} a question for those there are."
                )
            text = _body(folder, path)
        except OperatorError as error:
            return failed_answer(str(error))
        finally:
            folder.close()
        row = passage_row(passage_of_note(line, text))
        said = passage_line(row | {"text": quotable(line.description)})
        message = f"{NOTES_SENTENCE} {PASSAGES_SENTENCE}"
        document = {"message": message, "memories": [], "note": "", "passages": [row]}
        return ToolAnswer(f"{message}\n{said}\n\n{text}", document)

    def operations(self, given: Mapping[str, Any]) -> ToolAnswer:
        """The latest lines of the log with this verb, tool and words."""
        folder = self._open()
        try:
            every, _ = folder.operations()
        finally:
            folder.close()
        found = find_operations(
            every,
            action=str(given.get("action", "")),
            tool=str(given.get("tool", "")),
            text=str(given.get("text", "")),
            limit=int(given.get("limit", MOST_LISTED)),
        )
        links = [_call("add", LOG_OPERATION, action="VERB", tool="NOUN", detail="TEXT")]
        links += [_call("same-tool", OPERATIONS, tool=one.tool) for one in found[:1]]
        if not found:
            said = "Nothing of the kind was logged."
            return ToolAnswer(said, {"message": said, "operations": [], "links": links})
        rows = [_operation_row(one) for one in found]
        lines = [OPERATIONS_SENTENCE, *map(_operation_line, rows)]
        return ToolAnswer("\n".join(lines), {"message": OPERATIONS_SENTENCE, "operations": rows, "links": links})

    def log_operation(self, given: Mapping[str, Any], session: Session | None) -> ToolAnswer:
        """Add a line to the log. Raises UsageError for what is no verb, no tool, or says nothing."""
        operation = new_operation(
            self._clock(),
            given["action"],
            given["tool"],
            given["detail"],
            reason=given.get("reason", ""),
            target=given.get("target", ""),
            outcome=given.get("outcome", "done"),
            session_id=session.id if session else None,
        )
        folder = self._open()
        try:
            with acting_as(None):  # a commit writes index and log whole
                line = folder.log_operation(operation, f"process:session-{session.id}" if session else "process:mcp")
        finally:
            folder.close()
        said = f"Logged as line {line}."
        links = [
            _call("same-tool", OPERATIONS, tool=operation.tool),
            _call("same-action", OPERATIONS, action=operation.action),
        ]
        return ToolAnswer(said, {"message": said, "line": line, "links": links})

    def propose_note(
        self,
        given: Mapping[str, Any],
        store: DataStore,
        book: RecordRepositories,
        session: Session | None,
        provenance: ClaimProvenance,
    ) -> ToolAnswer:
        """Make an entry for the notebook of the session's role a proposal; what others wrote can never become one that
        is trusted. Raises UsageError where it says nothing."""
        if session is None:
            return failed_answer("Only a session of Claude Ops has a role, and so a notebook.")
        role = role_of(store, session)
        draft = propose_notebook_entry(
            role,
            without_shapes(given["title"]),
            without_shapes(given["text"]),
            self._clock(),
            session_id=session.id,
            trusted=provenance.origin in (ClaimOrigin.UNSEEN, ClaimOrigin.MEASURED) and not provenance.heard_others,
        )
        number, new = store.write(lambda: ProposalRecords(store, book.clock).add(draft)).result()
        said = (
            f"Proposed for the notebook of the {role}. The operator decides; until then nobody reads it."
            if new
            else "It was proposed before; nothing was changed."
        )
        return ToolAnswer(said, {"message": said, "action": "proposed" if new else "unchanged", "id": number})

    def _one_decision(self, folder: KnowledgeService, number: int) -> ToolAnswer:
        line = next((one for one in folder.decisions.list() if one.number == number), None)
        if line is None:
            return failed_answer(
                f"There is no decision {number}. Ask {DECISIONS} without a number for those there are."
            )
        try:
            text = _body(folder, line.path)
        except OperatorError as error:
            return failed_answer(str(error))
        links = [_call("superseded-by", DECISIONS, number=newer) for newer in line.superseded_by]
        row = _decision_row(line) | {"text": text}
        said = f"{DECISIONS_SENTENCE}\n{_decision_line(line)}\n\n{text}"
        return ToolAnswer(said, {"message": DECISIONS_SENTENCE, "decisions": [row], "links": links})

    def _open(self) -> KnowledgeService:
        return open_knowledge(self._folder, self._settings(), self._clock)


def role_of(store: DataStore, session: Session) -> str:
    """The role that a session has: that of its tier, or verifier where it checks another one's claims."""
    if store.read(lambda: verified_session(session.id)).result() is not None:
        return "verifier"
    return TIER_ROLES[min(max(session.tier, 1), len(TIER_ROLES)) - 1]


def _body(folder: KnowledgeService, path: str) -> str:
    """The text of an entry, line by line as an agent may be given it. Raises OperatorError."""
    lines = folder.read(path).entry.body[:LONGEST_RECORD].splitlines()
    return "\n".join(quotable(one) for one in lines if not why_withheld(one)).strip()


def _call(rel: str, called: str, /, **arguments: Any) -> Link:
    return {"rel": rel, "tool": called, "arguments": arguments}


def _decision_row(one: DecisionLine) -> dict[str, Any]:
    return {
        "number": one.number,
        "title": quotable(one.title),
        "status": quotable(one.status),
        "date": quotable(one.date),
        "tags": [quotable(tag) for tag in one.tags],
        "superseded_by": list(one.superseded_by),
    }


def _decision_line(one: DecisionLine) -> str:
    newer = f" by {', '.join(f'{number:04d}' for number in one.superseded_by)}" if one.superseded_by else ""
    return f"- {one.number:04d} {quotable(one.title)} ({quotable(one.status)}{newer}, {quotable(one.date)})"


def _operation_row(one: LoggedOperation) -> dict[str, Any]:
    return {key: quotable(value) if isinstance(value, str) else value for key, value in one.as_json().items()}


def _operation_line(row: Mapping[str, Any]) -> str:
    target = f" on {row['target']}" if row["target"] else ""
    reason = f" ({row['reason']})" if row["reason"] else ""
    return (
        f"- {row['timestamp'][:16]} {row['action']} {row['tool']}{target}: {row['detail']}{reason} [{row['outcome']}]"
    )
