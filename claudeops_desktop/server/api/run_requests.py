"""Runs over the REST interface: the queue, and a run that is asked for. The queue lives on the main thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TypeVar

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...language.types import service_name
from ...records.sessions import RunTrigger
from ...runs.escalation import policy_for
from ...runs.request import QueuedRun, QueueState, RunRequest
from . import answer_types
from .operation_types import ApiCall, ApiReply
from .problems import RequestError
from .readings import out

T = TypeVar("T")
MOST_WAITING = 5  # runs for programs in the queue: what pours in must not cost without end
ANSWER_S = 30.0


def show_queue(call: ApiCall) -> ApiReply:
    """What runs, waits and is parked in this process."""
    return ApiReply(_queue_out(_on_main(call, lambda: call.parts.runs.state)))


def start_run(call: ApiCall) -> ApiReply:
    """Ask for a run. It begins at a tier that needs no approval, and climbs as one of a schedule does."""
    body, settings = call.body, call.parts.settings.current
    if body.tier > 1 and policy_for(body.tier, settings.approvals, named=1) != "automatic":
        raise RequestError(
            403,
            f"Tier {body.tier} needs approval.",
            field="tier",
            fix="Start at tier 1: the run asks for more where it needs it.",
        )
    if body.tier > settings.limits.scheduled_max_tier:
        raise RequestError(
            403,
            f"Runs that programs start may go up to tier {settings.limits.scheduled_max_tier}.",
            field="tier",
            fix="Start at a lower tier.",
        )
    if settings.run.paused:
        raise RequestError(409, "Runs are paused.", fix="The operator resumes them.")
    request = RunRequest(
        trigger=RunTrigger.API,
        tier=body.tier,
        prompt=body.prompt.strip(),
        services=tuple(dict.fromkeys(filter(None, map(service_name, body.services)))),
        dry_run=body.dry_run or settings.run.dry_run,
    )

    def enqueue() -> QueuedRun:
        waiting = sum(queued.request.trigger is RunTrigger.API for queued in call.parts.runs.state.waiting)
        if waiting >= MOST_WAITING:
            raise RequestError(
                429, f"{waiting} runs for programs wait already.", fix="Try again later.", headers={"Retry-After": "60"}
            )
        return call.parts.runs.enqueue(request)

    queued = _on_main(call, enqueue)
    return ApiReply(
        _queued_out(queued), 202, f"queue/{queued.number}", f"tier {body.tier}", {"Location": "/api/v1/queue"}
    )


def _on_main(call: ApiCall, work: Callable[[], T]) -> T:
    """Do ``work`` on the main thread and wait for it. Raises EnvironmentFault where it does not answer."""
    done: Future[T] = Future()

    def carry_out() -> None:
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(work())
            except BaseException as error:
                done.set_exception(error)

    call.parts.loop.call(carry_out)
    try:
        return done.result(ANSWER_S)
    except FutureTimeout:
        if done.cancel():
            raise EnvironmentFault(
                UserMessage("The application does not answer."), UserMessage("Try again later.")
            ) from None
        return done.result(ANSWER_S)


def _queued_out(queued: QueuedRun) -> answer_types.QueuedOut:
    request = queued.request
    return answer_types.QueuedOut(
        number=queued.number,
        queued_at=queued.queued_at,
        tier=request.tier,
        trigger=str(request.trigger),
        services=list(request.services),
    )


def _queue_out(state: QueueState) -> answer_types.QueueOut:
    return answer_types.QueueOut(
        live=out(answer_types.LiveOut, state.live) if state.live is not None else None,
        waiting=[_queued_out(one) for one in state.waiting],
        parked=[out(answer_types.ParkedOut, one) for one in state.parked],
        paused=state.paused,
        stopped=state.stopped,
    )
