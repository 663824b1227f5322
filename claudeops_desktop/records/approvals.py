"""Approvals (S10): what waits for the operator's yes, and how it was answered.

Several processes ask and answer here at once: the application, the guard of a running session, the command line. So an
answer takes only where the question still waits, and time alone decides when it no longer does: a question past its
``expires_at`` counts as no, whether or not anybody has written that down yet.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from ..core.clock import from_text, to_text
from ..core.process_identity import still_runs
from ..storage import DataStore
from .tables import ApprovalRow

Kind = Literal["tier", "action"]
LONGEST_NOTE = 2000
BY_TIME = "time"
ASKER_GONE = "The process that asked has ended."


class ApprovalState(StrEnum):
    """The state of a question to the operator."""

    WAITING = "waiting"
    APPROVED = "approved"
    APPROVED_RUN = "approved_run"
    REFUSED = "refused"
    TIMED_OUT = "timed_out"
    WITHDRAWN = "withdrawn"


YES = (ApprovalState.APPROVED, ApprovalState.APPROVED_RUN)
ANSWERS = (*YES, ApprovalState.REFUSED, ApprovalState.WITHDRAWN)


class Approval(Struct, frozen=True):
    """A row of ``approvals``.

    ``kind`` tier: a run wants to go up to ``tier``; action: a session of that tier wants to run ``command``, of class
    ``action``. ``reason``, ``context`` and ``command`` are the agent's own, untrusted words; ``may`` says in ours what
    a yes allows, ``cost_usd`` what it may cost (None: no cap). ``note`` is what the operator added, or why the question
    was withdrawn. ``asker`` is the process that waits for the answer (``running_process``), "" for the application.
    ``files`` shows what the session's own files held that the command names: untrusted too, and a yes covers them.
    """

    id: int
    kind: str
    run_id: int | None
    session_id: int | None
    tier: int
    action: str
    services: tuple[str, ...]
    command: str
    reason: str
    context: str
    may: str
    cost_usd: float | None
    asked_at: str
    expires_at: str
    state: str
    answered_at: str | None
    answered_by: str
    note: str
    asker: str = ""
    files: str = ""

    @property
    def is_approved(self) -> bool:
        """Tell whether it was approved, once or for the whole run."""
        return self.state in YES

    @property
    def is_waiting(self) -> bool:
        """Tell whether nobody has answered, as far as the row knows; ``standing`` reckons with the time."""
        return self.state == ApprovalState.WAITING

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        row = asdict(self)
        del row["asker"]
        return row


def state_at(approval: Approval, now: datetime) -> Approval:
    """How it stands at ``now``: a question that nobody answered in time was refused by that (pure)."""
    if not approval.is_waiting or from_text(approval.expires_at) > now:
        return approval
    return replace(approval, state=ApprovalState.TIMED_OUT, answered_at=approval.expires_at, answered_by=BY_TIME)


HELD_BACK_S = 5.0
"""How long a yes to what cannot be taken back waits before it takes effect, so that a slip can be undone."""
_HELD_BACK = frozenset({"stop", "host", "destructive"})


_CONFIRMED_TWICE = _HELD_BACK | {"disclose", "unknown"}


def needs_confirmation(approval: Approval) -> bool:
    """Tell whether a yes from afar must be confirmed once more: what is held back in the window, and what would
    disclose something or could not be analysed (pure)."""
    return is_held_back(approval) or approval.action in _CONFIRMED_TWICE


def is_held_back(approval: Approval) -> bool:
    """Tell whether a yes waits HELD_BACK_S before it takes effect: tier 3, and what stops, destroys or reaches into the
    host (pure)."""
    return approval.tier >= 3 or approval.action in _HELD_BACK


class ApprovalQuestion(Struct, frozen=True):
    """A question to the operator: whether a session may go on to ``tier``, or may take ``action`` by ``command``.

    ``may`` is a sentence on what a yes allows, ``cost_usd`` what the next session may cost. Nobody's answer by
    ``expires_at`` (UTC) counts as a no.
    """

    kind: Kind
    tier: int
    expires_at: datetime
    run_id: int | None = None
    session_id: int | None = None
    action: str = ""
    services: Sequence[str] = ()
    command: str = ""
    reason: str = ""
    context: str = ""
    may: str = ""
    cost_usd: float | None = None


_FIELDS = [getattr(ApprovalRow, name) for name in Approval.__struct_fields__]
_SERVICES = list(Approval.__struct_fields__).index("services")


class ApprovalRecords:
    """The questions and the writes on approvals. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def ask_operator(self, question: ApprovalQuestion, now: datetime) -> int:
        """Put a question to the operator, asked at ``now``; the id of its row."""
        columns = asdict(question) | {"services": json.dumps(list(question.services))}
        columns |= {"asked_at": to_text(now), "expires_at": to_text(question.expires_at)}
        row = ApprovalRow.create(**columns, state=ApprovalState.WAITING)
        self._store.changed("approvals", row.id, what="inserted")
        return int(row.id)

    def answer(self, approval_id: int, state: str, by: str, now: datetime, note: str = "") -> bool:
        """Answer a question; False where it waits no longer, by then or by an earlier answer.

        Raises ValueError for a state that is no answer.
        """
        if state not in ANSWERS:
            raise ValueError(f"{state} is no answer")
        self.expire(now)
        found = (
            ApprovalRow.update(state=state, answered_at=to_text(now), answered_by=by, note=note.strip()[:LONGEST_NOTE])
            .where((ApprovalRow.id == approval_id) & (ApprovalRow.state == ApprovalState.WAITING))
            .execute()
        )
        if found:
            self._store.changed("approvals", approval_id)
        return bool(found)

    def withdraw(
        self, why: str, now: datetime, *, run_id: int | None = None, session_id: int | None = None
    ) -> builtins.list[int]:
        """Take back what a run (or one session) still asks: nobody is left who would act on the answer. The ids."""
        self.expire(now)
        where = ApprovalRow.state == ApprovalState.WAITING
        if run_id is not None:
            where &= ApprovalRow.run_id == run_id
        if session_id is not None:
            where &= ApprovalRow.session_id == session_id
        return self._close(
            where, state=ApprovalState.WITHDRAWN, answered_at=to_text(now), answered_by="application", note=why
        )

    def refuse_all(self, why: str, by: str, now: datetime) -> builtins.list[int]:
        """Refuse every question that waits, also where the process that asked is gone already; the ids."""
        return self._close(
            (ApprovalRow.state == ApprovalState.WAITING) & (ApprovalRow.expires_at > to_text(now)),
            state=ApprovalState.REFUSED,
            answered_at=to_text(now),
            answered_by=by,
            note=why,
        )

    def expire(self, now: datetime) -> builtins.list[int]:
        """Write down which questions nobody answered in time, and withdraw those whose asker is gone; their ids.

        A second time changes nothing.
        """
        orphans = self.orphans()
        withdrawn = self._close(
            (ApprovalRow.state == ApprovalState.WAITING) & ApprovalRow.id.in_(orphans),
            state=ApprovalState.WITHDRAWN,
            answered_at=to_text(now),
            answered_by="application",
            note=ASKER_GONE,
        ) if orphans else []  # fmt: skip
        return withdrawn + self._close(
            (ApprovalRow.state == ApprovalState.WAITING) & (ApprovalRow.expires_at <= to_text(now)),
            state=ApprovalState.TIMED_OUT,
            answered_at=ApprovalRow.expires_at,
            answered_by=BY_TIME,
        )

    def waiting(self, now: datetime) -> builtins.list[Approval]:
        """The questions that can still be answered at ``now``, oldest first."""
        query = self._select().where(
            (ApprovalRow.state == ApprovalState.WAITING) & (ApprovalRow.expires_at > to_text(now))
        )
        found = [_approval(row) for row in query.order_by(ApprovalRow.id).tuples()]
        return [approval for approval in found if still_runs(approval.asker)]

    def orphans(self) -> builtins.list[int]:
        """Questions that say waiting although the process that asked was killed: nobody would act on an answer."""
        return [approval.id for approval in self.unanswered() if not still_runs(approval.asker)]

    def unanswered(self) -> builtins.list[Approval]:
        """Rows that say waiting, whatever the time: what a crash may have left behind."""
        query = self._select().where(ApprovalRow.state == ApprovalState.WAITING)
        return [_approval(row) for row in query.order_by(ApprovalRow.id).tuples()]

    def list(
        self, *, limit: int | None = None, state: str | None = None, before: int | None = None
    ) -> builtins.list[Approval]:
        """Questions, newest first; with ``before`` those of smaller ids."""
        query = self._select().order_by(ApprovalRow.id.desc())
        if before is not None:
            query = query.where(ApprovalRow.id < before)
        if state is not None:
            query = query.where(ApprovalRow.state == state)
        if limit is not None:
            query = query.limit(limit)
        return [_approval(row) for row in query.tuples()]

    def of_run(self, run_id: int) -> builtins.list[Approval]:
        """All questions of one run, oldest first."""
        query = self._select().where(ApprovalRow.run_id == run_id).order_by(ApprovalRow.id)
        return [_approval(row) for row in query.tuples()]

    def get(self, approval_id: int) -> Approval | None:
        """One question."""
        for row in self._select().where(ApprovalRow.id == approval_id).tuples():
            return _approval(row)
        return None

    def of_session(self, session_id: int) -> builtins.list[Approval]:
        """The questions of a session, in order."""
        query = ApprovalRow.select(*_FIELDS).where(ApprovalRow.session_id == session_id).order_by(ApprovalRow.id)
        return [_approval(row) for row in query.tuples()]

    def find_covering(self, run_id: int, kind: Kind, action: str = "") -> Approval | None:
        """The yes for a whole run that covers a further question of the same kind (and class of action), if any."""
        query = self._select().where(
            (ApprovalRow.run_id == run_id)
            & (ApprovalRow.kind == kind)
            & (ApprovalRow.action == action)
            & (ApprovalRow.state == ApprovalState.APPROVED_RUN)
        )
        for row in query.order_by(ApprovalRow.id.desc()).limit(1).tuples():
            return _approval(row)
        return None

    def _close(self, where: Any, **columns: Any) -> builtins.list[int]:
        found = ApprovalRow.update(**columns).where(where).returning(ApprovalRow.id).tuples().execute()
        ids = sorted(int(number) for (number,) in found)
        if ids:
            self._store.changed("approvals", *ids)
        return ids

    @staticmethod
    def _select() -> Any:
        return ApprovalRow.select(*_FIELDS)


def _approval(row: Sequence[Any]) -> Approval:
    values = builtins.list(row)
    values[_SERVICES] = tuple(json.loads(values[_SERVICES]))
    return Approval(*values)
