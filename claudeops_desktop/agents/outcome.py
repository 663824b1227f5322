"""What a session said and how its process ended → its status, and the reason in words (PRODUCT S5).

    how it ended                                                        status
    our stop · our time limit, before it gave its result                stopped · timed_out
    our spend cap · it repeated itself without progress                 failed
    the last ``result`` has ``is_error`` false                          completed
    a result that was aborted, by nobody of ours                        interrupted
    ``is_error`` true: turns, budget, an API error, no login            failed, with the reason
    a result that is a message of the CLI about a limit or the login    failed, with its words
    no ``result`` when the process ends or the recording stops          failed: ended without a result

Whether a completed session is ``escalated`` depends on whether a next tier follows: the run decides that.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..core.money import money, money_cap
from ..stream.events import (
    STRUCTURED_OUTPUT,
    ApiError,
    ApiRetry,
    AssistantText,
    InitEvent,
    RateLimitEvent,
    ResultEvent,
    StreamEvent,
    ThinkingBlock,
    ToolUse,
    UnparsedLine,
    UserText,
)
from ..stream.markers import shorten_text
from .cli_messages import MessageKind, UsageLimit, kind_of_message, readable_words
from .outcome_schema import escalate_of, read_handoff, report_of, services_of, summary_of
from .types import ProcessEnding, SessionOutcome, SessionReport

COMPLETED, FAILED, TIMED_OUT = "completed", "failed", "timed_out"
STOPPED, INTERRUPTED = "stopped", "interrupted"
NO_RESULT = "The agent ended without a result."
_STDERR_LINES = 20
_INTERRUPTED_NOTE = "[Request interrupted by user"
_LOG_IN = "Log in with `claude`, or set ANTHROPIC_API_KEY."
_MARKER = re.compile(r"\[(?:MEMORY|EVENT|COOLDOWN):[^\]]*\]")


class OutcomeReader:
    """Sees every event of a session and says how it ended.

    ``handoff`` is the file the agent may have left its structured outcome in; ``spend_cap_usd`` (0: none) and
    ``time_limit_s`` are named in reasons only; ``redact`` takes secrets out of the hand-off file, as the log did with
    what came by the stream. Calls may come from any thread, one at a time.
    """

    def __init__(
        self,
        *,
        handoff: Path | None = None,
        spend_cap_usd: float = 0.0,
        time_limit_s: float = 0.0,
        redact: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self._handoff = handoff
        self._redact = redact
        self._cap = spend_cap_usd
        self._limit = time_limit_s
        self._init: InitEvent | None = None
        self._result: ResultEvent | None = None
        self._results = 0
        self._gave_result = False  # and has done nothing since
        self._cost: float | None = None
        self._turns: int | None = None
        self._duration: int | None = None
        self._structured: dict[str, Any] | None = None
        self._said = ""
        self._overspent = False
        self._retry: ApiRetry | None = None
        self._unanswered: ApiRetry | None = None
        self._retries = 0
        self._api_error: ApiError | None = None
        self._window: RateLimitEvent | None = None
        self._cut_short = False
        self._refusal = ""
        self._stall = ""
        self._garbage = 0
        self._stderr: list[str] = []

    @property
    def cost_usd(self) -> float:
        """Dollars spent so far, as far as results told."""
        return self._cost or 0.0

    @property
    def overspent(self) -> bool:
        """Tell whether it goes on after a result that told of more than the cap.

        The CLI holds its own cap within one turn of ours; a session that wakes again begins another.
        """
        return self._overspent

    @property
    def gave_result(self) -> bool:
        """Tell whether a result is the last that it did: what is still to come is its end."""
        return self._gave_result

    def read_event(self, event: StreamEvent) -> None:
        """Take one event, in the order of the stream."""
        if isinstance(event, AssistantText | ToolUse | ThinkingBlock) and event.main:
            self._unanswered = None
            self._gave_result = False
        if isinstance(event, AssistantText | ToolUse | ThinkingBlock | ResultEvent) and 0 < self._cap < self.cost_usd:
            self._overspent = True
        match event:
            case InitEvent():
                self._init = self._init or event
            case AssistantText(main=True) if event.text.strip():
                self._said = event.text
            case ToolUse(main=True, name=name) if name == STRUCTURED_OUTPUT:
                self._structured = event.input or self._structured
            case ApiRetry():
                self._retry = self._unanswered = event
                self._retries += 1
            case ApiError():
                self._api_error = event
            case RateLimitEvent():
                self._window = event
            case UserText(main=True) if event.text.startswith(_INTERRUPTED_NOTE):
                self._cut_short = True
            case UnparsedLine():
                self._garbage += 1
            case ResultEvent():
                self._take_result(event)

    def stopped_at(self, refusal: str) -> None:
        """The session is stopped because of this refused tool call: the reason, in one sentence."""
        self._refusal = self._refusal or refusal

    def stalled(self, reason: str) -> None:
        """The session is stopped because it repeats itself without progress: the reason, in one sentence."""
        self._stall = self._stall or reason

    def see_stderr(self, line: str) -> None:
        """Take one line of stderr: the last ones are the reason where no result says it."""
        if line.strip():
            self._stderr = [*self._stderr[-_STDERR_LINES + 1 :], line.strip()]

    def outcome(self, ending: ProcessEnding | None, recording: bool = False) -> SessionOutcome:
        """How the session ended. ``ending`` None: our own process died, or (``recording``) the recording stopped."""
        status, reason = self._status(ending, recording)
        structured = self._structured or (read_handoff(self._handoff, self._redact) if self._handoff else None)
        result = self._result
        response = self._response()
        return SessionOutcome(
            status=status,
            reason=reason,
            cost_usd=self._cost,
            num_turns=self._turns,
            duration_ms=self._duration,
            response=response,
            summary=(summary_of(structured) if structured else "") or first_sentences(response) or reason,
            structured=structured,
            escalate=escalate_of(structured) if structured and status == COMPLETED else None,
            services_checked=services_of(structured) if structured else (),
            agent_session_id=(self._init.session_id if self._init else "") or (result.session_id if result else ""),
            model=self._init.model if self._init else "",
            exit_code=ending.exit_code if ending else None,
            warnings=self._warnings(ending),
            overloaded=status == FAILED and self._is_overload(ending),
            limit=self._limit_reached() if status == FAILED and not (ending and ending.stop) else None,
            window=self._window,
            report=report_of(structured) if structured else SessionReport(),
        )

    def _take_result(self, result: ResultEvent) -> None:
        aborted = result.terminal_reason.startswith("aborted")
        if self._gave_result and aborted:  # its end, which takes no result away
            return
        self._result = result
        self._unanswered = None
        self._gave_result = not aborted  # what it prints when it is stopped is none
        self._results += 1
        if result.cost_usd is not None:  # a running sum: never less than before
            self._cost = max(self._cost or 0.0, result.cost_usd)
        if result.num_turns is not None:
            self._turns = (self._turns or 0) + result.num_turns
        if result.duration_ms is not None:
            self._duration = (self._duration or 0) + result.duration_ms
        self._structured = result.structured or self._structured

    def _status(self, ending: ProcessEnding | None, recording: bool) -> tuple[str, str]:
        if ending is not None:
            if ending.how == "failed_to_start":
                return FAILED, ending.error or "The agent could not be started."
            if ending.stop == "stopped":
                return STOPPED, "You stopped it."
            if ending.stop == "timed_out" and not self._gave_result:
                return TIMED_OUT, f"It was stopped at the time limit{_minutes(self._limit)}{self._waiting()}."
            if ending.stop == "spend":
                return FAILED, self._over_budget()
            if ending.stop == "stalled":
                return FAILED, self._stall or "It repeated itself without progress."
        if self._refusal:  # seen, though it may have ended before it could be stopped
            return STOPPED, self._refusal
        if self._result is None:
            return self._without_result(ending, recording)
        if not self._result.is_error and self._kind_of_result() is None:
            return (FAILED, ending.error) if ending and ending.error else (COMPLETED, "")
        if self._result.terminal_reason.startswith("aborted") or (
            self._cut_short and self._result.subtype == "error_during_execution"
        ):
            return INTERRUPTED, "The agent was interrupted from outside."
        return FAILED, self._failure(self._result)

    def _without_result(self, ending: ProcessEnding | None, recording: bool) -> tuple[str, str]:
        if ending is None and not recording:
            return INTERRUPTED, "The application ended while the session was running."
        if ending is None:
            return FAILED, f"{NO_RESULT[:-1]}{self._waiting()}."
        if self._api_error is not None:
            return FAILED, self._api_reason(self._api_error.status, self._api_error.kind, self._api_error.text)
        if ending.how == "signalled" and ending.exit_code:
            return FAILED, f"{NO_RESULT[:-1]}: it was ended by {_signal_name(-ending.exit_code)}."
        if self._stderr and ending.exit_code:
            return FAILED, f"{NO_RESULT[:-1]}: {_sentence(shorten_text('; '.join(self._stderr[-3:]), 300))}"
        if ending.exit_code:
            return FAILED, f"{NO_RESULT[:-1]} (exit code {ending.exit_code}){self._waiting()}."
        return FAILED, f"{NO_RESULT[:-1]}{self._waiting()}."

    def _waiting(self) -> str:
        """What it was waiting for at its end, where the API had not answered since it was last asked again."""
        if self._unanswered is None:
            return ""
        status = f" ({self._unanswered.status})" if self._unanswered.status else ""
        if self._unanswered.status is None:
            return ", while the API could not be reached"
        busy = {529: "was overloaded", 429: "limited the rate", 401: "refused the key"}
        return f", while the API {busy.get(self._unanswered.status, 'did not answer')}{status}"

    def _failure(self, result: ResultEvent) -> str:
        if result.subtype == "error_max_turns" or result.terminal_reason == "max_turns":
            return "It stopped at the turn limit."
        if result.subtype == "error_max_budget_usd":
            return self._over_budget()
        words = result.text.strip() or "; ".join(result.errors)
        if result.terminal_reason == "prompt_too_long" or words.lower().startswith("prompt is too long"):
            return "The prompt is too long for the model. Shorten it, or choose a model with a larger context."
        if result.stop_reason == "refusal":
            return "The model refused to go on with this request."
        kind = self._api_error.kind if self._api_error else ""
        status = result.api_error_status
        status = status or (self._api_error.status if self._api_error else None)
        return self._api_reason(status, kind or result.api_error_type, words)

    def _api_reason(self, status: int | None, kind: str, words: str) -> str:
        tried = (
            f"; gave up after {self._retries} {'retry' if self._retries == 1 else 'retries'}" if self._retries else ""
        )
        told = _sentence(shorten_text(readable_words(" ".join(words.split())), 300))
        code = f" ({status})" if status else ""
        match "limit" if self._is_rejected else kind_of_message(words):
            case "limit":
                return f"The usage limit of the subscription is reached. The Claude CLI said: {told}"
            case "extra_usage":
                return f"The subscription does not cover this model. Choose another one, or turn on extra usage. {told}"
            case "organisation":
                return f"The organisation refuses this login. Ask its administrator, or use another login. {told}"
            case "login" if "expired" in words.lower() or "revoked" in words.lower():
                return f"The login of the Claude CLI has expired. {_LOG_IN} It said: {told}"
            case _:
                pass
        if status == 529 or "overloaded" in kind:
            return f"The API was overloaded{code}{tried}. Try again later."
        if status == 429 or "rate_limit" in kind:
            when = f" {told}" if "reset" in told.lower() else ""  # a subscription's limit says when it ends
            return f"The API's rate limit was reached{code}{tried}.{when} Try again later."
        if status == 403 or "permission" in kind:
            return f"The API refused access{code}. {told}".strip()
        if status == 401 or "authentication" in kind:
            if status is None and "not logged in" in words.lower():
                return f"The Claude CLI is not logged in. {_LOG_IN}"
            return f"The API refused the key{code}. {_LOG_IN}"
        if status == 404 or "not_found" in kind:
            model = f" {self._init.model}" if self._init and self._init.model else ""
            return f"The model{model} was not found{code}. Choose another one in the settings."
        if "credit balance" in words.lower() or "billing" in kind:
            return f"The API account has no credit left{code}. Add credit to it."
        if kind == "max_output_tokens":
            return "The answer was longer than the model may write at once."
        if status is not None and status >= 500:
            return f"The API failed{code}{tried}. Try again later."
        if status is not None:
            return f"The API refused the request{code}. {told}".strip()
        if self._retry is not None and self._retry.status is None and "connect" in words.lower():
            return f"The API could not be reached{tried}. {told}".strip()
        return told or "The agent ended with an error."

    def _is_overload(self, ending: ProcessEnding | None) -> bool:
        """Tell whether the service was too busy, or failed itself: 429, 5xx, by number or by name."""
        if ending is not None and ending.stop:
            return False
        result, error = self._result, self._api_error
        if self._is_rejected or self._said_by_cli() is not None:
            return False
        status = (result.api_error_status if result else None) or (error.status if error else None)
        if status is not None:
            return status == 429 or status >= 500
        kind = (error.kind if error else "") or (result.api_error_type if result else "")
        return any(name in kind for name in ("overloaded", "rate_limit", "server_error"))

    def _said_by_cli(self) -> MessageKind | None:
        """Return the kind of message that the CLI gave instead of an answer."""
        return self._kind_of_result() or (kind_of_message(self._api_error.text) if self._api_error else None)

    def _kind_of_result(self) -> MessageKind | None:
        """Return the kind of message that the result is. What the agent itself said is none, whatever its words are."""
        if self._result is None or self._result.text.strip() == self._said.strip():
            return None
        return kind_of_message(self._result.text)

    def _limit_reached(self) -> UsageLimit | None:
        """The limit of the subscription that ended it: by the service's event, or by the CLI's sentence."""
        if not self._is_rejected and self._said_by_cli() != "limit":
            return None
        words = (self._result.text if self._result else "") or (self._api_error.text if self._api_error else "")
        resets_at = self._window.resets_at if self._window is not None and self._is_rejected else None
        return UsageLimit(" ".join(words.split())[:400], resets_at)

    @property
    def _is_rejected(self) -> bool:
        """Tell whether the service said last that the subscription's window is used up."""
        return self._window is not None and self._window.status == "rejected"

    def _over_budget(self) -> str:
        spent = money(self.cost_usd) if self.cost_usd else ""
        cap = money_cap(self._cap) if self._cap else ""
        if spent and cap:
            return f"It spent {spent}, more than the cap of {cap}."
        return f"It stopped at the spend cap{f' of {cap}' if cap else ''}."

    def _response(self) -> str:
        """What the operator reads: the last words of the main agent, else what the result says."""
        result = self._result
        if result is None or result.structured is not None or not result.text.strip():
            return self._said or (result.text if result else "")
        return result.text

    def _warnings(self, ending: ProcessEnding | None) -> tuple[str, ...]:
        found = []
        if self._gave_result and ending is not None and ending.stop in ("hung", "timed_out"):
            found.append("The agent did not end after it had given its result, so it was ended. The result counts.")
        if self._garbage:
            lines = "1 line was" if self._garbage == 1 else f"{self._garbage:,} lines were"
            found.append(f"{lines} not understood and left out; the log has {'it' if self._garbage == 1 else 'them'}.")
        for denial in self._result.permission_denials[:10] if self._result else ():
            what = denial.input.get("command") or denial.input.get("file_path") or ""
            told = f": {shorten_text(' '.join(str(what).split()), 120)}" if what else ""
            found.append(f"{denial.tool} was refused, since this tier may not do it{told}.")
        return tuple(found)


def first_sentences(text: str, limit: int = 240) -> str:
    """The beginning of a text as a summary: its first paragraph that is no marker, heading or rule; whole sentences."""
    for line in text.splitlines():
        plain = line.strip().strip("#*_>-=`| ").strip()
        if not plain or _MARKER.search(line):
            continue
        if len(plain) <= limit:
            return plain
        cut = max(plain.rfind(end, 0, limit) for end in (". ", "! ", "? "))
        return plain[: cut + 1] if cut >= limit // 6 else shorten_text(plain, limit)
    return ""


def _sentence(text: str) -> str:
    text = text.strip()
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


def _minutes(seconds: float) -> str:
    if seconds <= 0:
        return ""
    if seconds < 90:
        return f" of {seconds:g} s"
    return f" of {seconds / 60:g} min"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
