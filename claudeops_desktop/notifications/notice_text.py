"""Turns what happened into the title and text of a notification. Pure functions."""

from __future__ import annotations

import re

from ..core.messages import UserMessage, join_messages, mark_text
from ..records.approvals import Approval, is_held_back
from ..records.events import Event
from .rules import LONGEST_BODY, NoticeKind, NoticeTarget, OperatorNotice, fold_numbers, one_line

_NO_NETWORK = re.compile(r"\bservices? cannot be checked\b")
_NETWORK_BACK = "The network is back"
NETWORK_KEY = "network"
_SPENT = re.compile(r"\$[\d.,]+ of \$[\d.,]+ are spent ")
_ENDED = {
    "failed": UserMessage("A run failed"),
    "timed_out": UserMessage("A run was stopped: it took too long"),
    "interrupted": UserMessage("A run was interrupted"),
    "completed": UserMessage("A run is completed"),
}
LONGEST_COMMAND, LONGEST_NAMES = 160, 80
_MAY = {
    "disclose": mark_text("May the agent show secrets or send data of {services}?"),
    "restart": mark_text("May the agent restart {services}?"),
    "redeploy": mark_text("May the agent redeploy {services}?"),
    "stop": mark_text("May the agent stop or cut off {services}?"),
    "host": mark_text("May the agent reach into the host for {services}?"),
    "destructive": mark_text("May the agent delete, overwrite or disable something of {services}?"),
    "unknown": mark_text("May the agent run a command that the guard could not analyse, about {services}?"),
}
_DUE_BECAME = {
    "asked": mark_text("{schedule}: the run of {due} was missed"),
    "missed": mark_text("{schedule}: the run of {due} was missed"),
    "skipped": mark_text("{schedule}: the run of {due} was skipped"),
}


def of_approval(approval: Approval, answer_link: str = "") -> OperatorNotice:
    """A question that waits for the operator. ``answer_link`` goes to those who are elsewhere."""
    services = one_line(", ".join(approval.services), LONGEST_NAMES)
    if approval.kind == "tier":
        title = UserMessage("May the run go up to tier {tier}?", tier=approval.tier)
    elif services and approval.action in _MAY:
        title = UserMessage(_MAY[approval.action], services=services)
    else:
        action = one_line(approval.action, LONGEST_NAMES)
        title = UserMessage("May the agent do this ({action})?", action=action)
    body = approval.reason or approval.may
    if approval.command:
        body = f"{one_line(approval.command, LONGEST_COMMAND)}\n{one_line(body, 200)}"
    else:
        body = one_line(body, LONGEST_BODY)
    return OperatorNotice(
        NoticeKind.APPROVAL,
        f"approval:{approval.id}",
        title,
        body.strip(),
        NoticeTarget("inbox", approval.id),
        approval.id,
        # What takes effect after a moment of grace, or is not to be read whole here, is approved at its card alone.
        not is_held_back(approval) and one_line(approval.command, LONGEST_COMMAND) == approval.command,
        answer_link=answer_link,
    )


def of_hidden_approval(approval_id: int) -> OperatorNotice:
    """A question that waits, of which not everybody who reads notifications may know more."""
    return OperatorNotice(
        NoticeKind.APPROVAL,
        f"approval:{approval_id}",
        UserMessage("A private session asks a question"),
        UserMessage("Only who may read that session sees it: open the Inbox."),
        NoticeTarget("inbox", approval_id),
        approval_id,
    )


def of_run(
    status: str, reason: str, session_id: int | None, summary: str = "", *, begun: bool = True
) -> OperatorNotice | None:
    """A run that is over, or that could not begin; None for one that the operator ended."""
    title = _ENDED.get(status) if begun or status != "failed" else UserMessage("A run did not start")
    if title is None:
        return None
    kind = NoticeKind.COMPLETED if status == "completed" else NoticeKind.FAILED
    said = summary if kind is NoticeKind.COMPLETED else reason
    return OperatorNotice(
        kind, f"run:{status}:{fold_numbers(reason)}", title, one_line(said, LONGEST_BODY), _session(session_id)
    )


def of_event(event: Event) -> OperatorNotice:
    """An event that an agent or the application told; what the application says of spend is of that kind."""
    ours = event.session_id is None and event.service is None  # what an agent says belongs to its session
    if ours and _SPENT.match(event.message):
        reached = event.level == "critical"
        title = UserMessage("A spend cap is reached") if reached else UserMessage("A spend cap is near")
        spot = NoticeTarget("settings", None, {"group": "limits"})
        return OperatorNotice(
            NoticeKind.SPEND, f"spend:{event.message}", title, one_line(event.message, LONGEST_BODY), spot
        )
    if ours and event.level == "warning" and _NO_NETWORK.search(event.message):
        spot = NoticeTarget("events", event.id)
        title = UserMessage("Services cannot be checked")
        return OperatorNotice(NoticeKind.NETWORK, NETWORK_KEY, title, one_line(event.message, LONGEST_BODY), spot)
    kind = NoticeKind.CRITICAL if event.level == "critical" else NoticeKind.WARNING
    word = UserMessage("Critical") if kind is NoticeKind.CRITICAL else UserMessage("Warning")
    service = one_line(event.service or "", LONGEST_NAMES)
    known = service and service != "general"
    title = UserMessage("{level}: {service}", level=word, service=service) if known else word
    key = f"event:{event.level}:{event.service or ''}:{fold_numbers(event.message)}"
    return OperatorNotice(
        kind,
        key,
        title,
        one_line(event.message, LONGEST_BODY),
        NoticeTarget("events", event.id),
    )


def is_network_back(event: Event) -> bool:
    """Tell whether the application says that what it could not check can be checked again."""
    ours = event.session_id is None and event.service is None
    return ours and event.level == "info" and event.message.startswith(_NETWORK_BACK)


def of_missed(schedule: str, due: str, state: str, why: str) -> OperatorNotice:
    """A due time that did not become a run; ``asked`` waits for the operator's word."""
    named = {"schedule": one_line(schedule, LONGEST_NAMES), "due": due}
    title = UserMessage(_DUE_BECAME[state if state in _DUE_BECAME else "missed"], **named)
    said = one_line(why, LONGEST_BODY)
    body = join_messages(said, UserMessage("Run it now?")) if state == "asked" else said
    key = f"missed:{schedule}:{fold_numbers(why)}"
    return OperatorNotice(NoticeKind.MISSED, key, title, body, NoticeTarget("schedule"))


def of_test() -> OperatorNotice:
    """The notice that the test button sends."""
    return OperatorNotice(
        NoticeKind.TEST,
        "test",
        UserMessage("This is a test"),
        UserMessage("Notifications of Claude Ops arrive here."),
        NoticeTarget("settings", None, {"group": "notifications"}),
    )


def _session(session_id: int | None) -> NoticeTarget:
    return NoticeTarget("sessions", session_id)
