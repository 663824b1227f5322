"""``/answer/LINK``: a question is shown and answered by whoever has the link. Opening it changes nothing (X7).

Mail scanners and previews open links: GET only reads. POST answers; what the window holds back is shown once more,
with a code that belongs to this question and link.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ..core.errors import ClaudeOpsError, PolicyRefusal
from ..operations.approvals import AnswerApproval, AnswerTooLate, ApprovalAnswer, ConfirmationNeeded, answer_approval
from ..records.approvals import Approval, state_at
from .answer_page import HEADERS, STATES, outcome_page, question_page
from .approval_links import ApprovalLink, ApprovalLinks
from .confirmations import ConfirmationCodes
from .rate_limits import GuessLimit, KeyedRateLimit, network_of
from .request_gate import BODY_S, RequestGate, read_body
from .token_types import TokenCaller
from .write_log import WriteLog

if TYPE_CHECKING:
    from .routes import ServerParts

LARGEST_FORM = 4096
A_MINUTE = 60  # pages that one address may open of one link
PATH = "/answer/"
ANSWERS: dict[str, ApprovalAnswer] = {"approved": "approved", "refused": "refused"}
NOT_THERE = ("This link is not valid", "It was not made here, or is long over. Answer in Claude Ops itself.")


@dataclass(frozen=True, slots=True)
class _Shown:
    status: int
    html: str


_MISSING = _Shown(404, outcome_page(*NOT_THERE))


class AnswerRoutes:
    """Serves the pages. Links are guessed at as seldom as tokens; whoever guesses takes nothing from a valid one."""

    def __init__(self, parts: ServerParts, gate: RequestGate, guesses: GuessLimit) -> None:
        self._parts = parts
        self._gate = gate
        self._guesses = guesses
        self._opened = KeyedRateLimit(A_MINUTE)
        self._codes = ConfirmationCodes()
        self._links, self._log = ApprovalLinks(parts.book.store), WriteLog(parts.book.store)

    def routes(self) -> list[Route]:
        """What is served."""
        return [
            Route(f"{PATH}{{link}}", self._show, methods=["GET"]),
            Route(f"{PATH}{{link}}", self._answer, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        if (refused := self._refuse_origin(request)) is not None:
            return refused
        value = request.path_params["link"]
        if (refused := await self._refuse_link(request, value)) is not None:
            return refused
        found = await asyncio.to_thread(lambda: self._parts.book.store.read(lambda: self._look(value)).result())
        return _html(found or _MISSING)

    async def _answer(self, request: Request) -> Response:
        if (refused := self._refuse_origin(request)) is not None:
            return refused
        try:
            async with asyncio.timeout(BODY_S):
                body = await read_body(request, LARGEST_FORM)
        except (TimeoutError, ClientDisconnect):
            body = None
        if body is None:
            return _html(_Shown(400, outcome_page("Not understood", "The form did not arrive.")))
        form = parse_qs(body.decode("ascii", "replace"), max_num_fields=10)
        answer, code = ANSWERS.get(form.get("answer", [""])[-1]), form.get("confirmation", [""])[-1]
        if answer is None:
            return _html(
                _Shown(400, outcome_page("Not understood", "Approve or refuse: nothing else can be done here."))
            )
        value, peer = request.path_params["link"], _peer(request)
        if (refused := await self._refuse_link(request, value)) is not None:
            return refused
        store = self._parts.book.store
        try:
            found = await asyncio.to_thread(
                lambda: store.write(lambda: self._take_answer(value, answer, code, peer)).result()
            )
        except ClaudeOpsError as error:
            return _html(_Shown(503, outcome_page("Not now", error.full_text)))
        return _html(found or _MISSING)

    def _refuse_origin(self, request: Request) -> Response | None:
        refused = self._gate.check_origin(request)
        return None if refused is None else _html(_Shown(refused.status, outcome_page("Not here", refused.sentence)))

    async def _refuse_link(self, request: Request, value: str) -> Response | None:
        """Count the request: of a valid link for this link and address, of another one as a guess of the address."""
        peer, store = _peer(request), self._parts.book.store
        link = await asyncio.to_thread(lambda: store.read(lambda: self._links.find(value)).result())
        if link is None:
            return _html(_MISSING) if self._guesses.allows(peer) else _too_often()
        return None if self._opened.allows((link.id, network_of(peer))) else _too_often()

    def _look(self, value: str) -> _Shown | None:
        """The page of a link; None for one that is not there. Reads alone."""
        link, approval, now = self._found(value)
        if link is None or approval is None:
            return None
        if (over := _over(link, approval, now)) is not None:
            return over
        return _Shown(200, question_page(approval, path=f"{PATH}{value}"))

    def _take_answer(self, value: str, answer: ApprovalAnswer, code: str, peer: str) -> _Shown | None:
        """Inside ``store.write``: answer by the rules of the window, and use the link up with it."""
        self._parts.book.approvals.expire(self._parts.clock())
        link, approval, now = self._found(value)
        if link is None or approval is None:
            return None
        if (over := _over(link, approval, now)) is not None:
            return over
        subject = ("link", link.id, approval.id)
        confirmed = bool(code) and self._codes.use_code(code, subject)
        try:
            answer_approval(self._parts.book, AnswerApproval(approval.id, answer, "link", confirmed=confirmed), now)
            took = self._links.use_link(link, now)
        except PolicyRefusal:
            return _Shown(409, outcome_page("Everything is stopped", "Nothing can be approved until it goes on."))
        except ConfirmationNeeded:
            made = self._codes.make_code(subject)
            return _Shown(200, question_page(approval, path=f"{PATH}{value}", confirmation=made))
        except AnswerTooLate:
            took = False
        caller = TokenCaller(0, "link", frozenset(), peer)
        status = 200 if took else 409
        self._log.add(caller, "link", "answerApproval", f"approvals/{approval.id}", status, answer, now)
        if not took:
            return _Shown(410, outcome_page("Answered already", "Somebody was faster."))
        said = "Thank you. The run goes on." if answer == "approved" else "Thank you. It is not done."
        return _Shown(200, outcome_page(STATES[answer], said, approval))

    def _found(self, value: str) -> tuple[ApprovalLink | None, Approval | None, datetime]:
        link, now = self._links.find(value), self._parts.clock()
        approval = self._parts.book.approvals.get(link.approval_id) if link is not None else None
        return link, state_at(approval, now) if approval is not None else None, now


def _peer(request: Request) -> str:
    return request.client.host if request.client else ""


def _too_often() -> Response:
    return _html(_Shown(429, outcome_page("Too often", "Wait a minute.")), {"Retry-After": "60"})


def _over(link: ApprovalLink, approval: Approval, now: datetime) -> _Shown | None:
    """The page of a link that answers nothing any more."""
    if not approval.is_waiting:
        by = f" Answered by: {approval.answered_by}." if approval.answered_by else ""
        return _Shown(410, outcome_page("Answered already", f"{STATES.get(approval.state, '')}{by}".strip(), approval))
    if not link.holds_for(approval, now):
        return _Shown(410, outcome_page("This link is over", "Answer in Claude Ops itself."))
    return None


def _html(shown: _Shown, headers: dict[str, str] | None = None) -> Response:
    return HTMLResponse(shown.html, shown.status, {**HEADERS, **(headers or {})})
