"""The PreToolUse hook: one tool call → allow or deny, with a sentence for the agent. Called in the broker.

Fails closed: where the database or the call itself cannot be read, the call is denied, whatever the tool.
"""

from __future__ import annotations

import json
import os
import pwd
import time
from collections.abc import Callable
from typing import Any

from ..core.clock import Clock, utc_now
from ..core.emergency_stop_marker import is_stopped
from ..core.trusted_time import use_time_of
from . import outbox
from .broker_words import act_command
from .call_case import STOPPED_BY_OPERATOR, CallCase
from .decide import ALLOW, DENY, GuardDecision
from .effects import KINDS, READ, CommandEffect, EffectSummary, combine_effects
from .guard_store import GuardStore, RecordedCall
from .handed_files import HandedFile, TooManyFiles, find_handed
from .hook_answer import HookAnswer
from .ledger_pool import LedgerPool
from .local_machine import LocalMachine
from .our_processes import ASKER
from .outside_reads import reads_outside
from .policy import NAMED, GuardPolicy
from .process_targets import named_processes
from .server_store import ServerSilent
from .tickets import OutsideTicket, TicketBook, lasts
from .tool_judgement import RESULT_TOOL, WRITERS, ToolRequest, forbidden_by_rule, judge

LONGEST_INPUT = 4_000


class SessionGuard:
    """Answers the calls of one session. ``door`` is the folder by which the session reaches its broker."""

    def __init__(
        self, policy: GuardPolicy, door: str, clock: Clock = utc_now, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.ledgers = LedgerPool(policy)
        self.tickets = TicketBook()
        self._policy = policy
        self._door = door
        self._clock = clock
        self._sleep = sleep

    def answer(self, payload: str, is_gone: Callable[[], bool] = lambda: False, asker: int = 0) -> dict[str, Any]:
        """The answer to a payload of the process ``asker``; ``is_gone`` tells whether it has ended. Never raises."""
        ASKER.set(asker)
        asked, stop = ToolRequest("", "", {}), False
        try:
            asked = read_asked(payload)
            use_time_of(self._policy.data_folder, keep=False)
            if is_stopped(self._policy.data_folder):
                return HookAnswer(DENY, STOPPED_BY_OPERATOR).as_json(stop=True)
            stop = self._policy.stop_at_refusal
            return self._decide(asked, is_gone).as_json(stop=stop)
        except Exception as error:  # whatever it is, it must not become a yes
            if asked.tool == RESULT_TOOL:
                return HookAnswer(ALLOW).as_json()
            why = f"The guard could not decide ({_in_words(error)}), so this is not done. Report that to the operator."
            return HookAnswer(DENY, why).as_json(stop=stop)

    def warm_up(self) -> None:
        """Load what the first call needs, before it comes."""
        judge(ToolRequest("Bash", "", {"command": "uptime"}), self._policy, LocalMachine())
        with self.ledgers.ledger():
            pass

    def _decide(self, asked: ToolRequest, is_gone: Callable[[], bool]) -> HookAnswer:
        """Decide on one call and write it down. Raises sqlite3.Error, OSError and ServerSilent.

        Of a store on a server that keeps silent, what only reads is allowed, and told to the server later.
        """
        now, policy = self._clock(), self._policy
        machine = LocalMachine()
        reading, decision = self._judge(asked, machine)
        handed: tuple[HandedFile, ...] = ()
        if decision.verdict != DENY and self._runs_outside(asked, reading):
            try:
                handed = find_handed(str(asked.given["command"]), asked.folder, policy.work)
            except TooManyFiles as error:
                decision = GuardDecision(DENY, "guard", f"This is not run, because {error}.")
        call = RecordedCall(
            policy.session_id,
            asked.tool_use_id or f"{asked.tool}-{now.timestamp():.6f}",
            asked.tool,
            _shown(asked, policy),
            reading.kind,
            reading.services,
            now,
            named_processes(reading.targets_of(KINDS), machine) if reading.kind != READ else {},
            {each.path: policy.conceal(each.text) for each in handed},
        )
        try:
            with self.ledgers.ledger() as ledger:
                return self._settle(asked, call, reading, decision, ledger, machine, is_gone, handed)
        except ServerSilent:
            if reading.kind != READ or decision.verdict != ALLOW:
                raise
            outbox.keep_call(policy.data_folder, call, decision.by, "")
            return HookAnswer(ALLOW, reading.why)

    def _judge(self, asked: ToolRequest, machine: LocalMachine) -> tuple[EffectSummary, GuardDecision]:
        """Return what a call does and what the rules say of it. Raises ValueError for a call that cannot be read."""
        command = asked.given.get("command")
        if asked.tool == "Bash" and isinstance(command, str) and self._is_named(command):
            return combine_effects([CommandEffect(READ)]), GuardDecision(ALLOW, "guard")
        reading, decision = judge(asked, self._policy, machine)
        if decision.verdict == DENY or not self._runs_outside(asked, reading):
            return reading, decision
        # The CLI holds these rules itself, but not for a command that it is given in another form.
        rule = forbidden_by_rule(str(command), self._policy.forbidden)
        why = f"The operator's settings forbid {rule} in this tier."
        return reading, GuardDecision(DENY, "list", why) if rule else decision

    def _runs_outside(self, asked: ToolRequest, reading: EffectSummary) -> bool:
        """Tell whether an allowed call runs outside of the session: what acts, and reading that a profile spoils."""
        if asked.tool != "Bash":
            return False
        command, is_root = str(asked.given["command"]), os.geteuid() == 0
        return reading.kind != READ or (self._policy.confined and reads_outside(command, is_root=is_root))

    def _is_named(self, command: str) -> bool:
        """Tell whether a command is one that the agent was told to run, which has a ticket that nobody took."""
        number = command.strip().rpartition(" ")[2]
        return self.tickets.is_open(number) and command.strip() == act_command(self._door, number)

    def _settle(
        self,
        asked: ToolRequest,
        call: RecordedCall,
        reading: EffectSummary,
        decision: GuardDecision,
        ledger: GuardStore,
        machine: LocalMachine,
        is_gone: Callable[[], bool],
        handed: tuple[HandedFile, ...],
    ) -> HookAnswer:
        """Write the call down with its answer. A command that acts is answered with one that has it run outside."""
        policy, clock = self._policy, ledger.shared_clock(self._clock)
        call = call._replace(asked_at=clock())
        if policy.store:
            outbox.deliver_calls(policy.data_folder, lambda kept, by, why, at: ledger.record(kept, ALLOW, by, why, at))
        before = ledger.answered(policy.session_id, call.tool_use_id)
        if before is not None:
            same = before[0] == call.input and before[1] in (ALLOW, DENY)
            answer = HookAnswer(before[1] if same else DENY, before[2] or "This call was answered before.")
        else:
            description = str(asked.given.get("description") or "")
            place = _run_place(asked.folder) if asked.tool == "Bash" else ""
            case = CallCase(
                ledger, policy, call, reading, clock, self._sleep, description, machine, is_gone, place, handed
            )
            answer = case.settle(decision)
        if answer.verdict != ALLOW or not self._runs_outside(asked, reading):
            return answer
        text = str(asked.given["command"])
        ticket = OutsideTicket(call.tool_use_id, text, asked.folder, lasts(reading, text), handed)
        command = act_command(self._door, self.tickets.write_ticket(ticket))
        if policy.form == NAMED:
            return answer._replace(named=command)
        return answer._replace(instead={**asked.given, "command": command})


def read_asked(payload: str) -> ToolRequest:
    """A PreToolUse payload. Raises ValueError for anything else."""
    data = json.loads(payload)
    if not isinstance(data, dict) or not isinstance(data.get("tool_name"), str) or not data["tool_name"]:
        raise ValueError("the tool call cannot be read")
    given = data.get("tool_input")
    if not isinstance(given, dict):
        raise ValueError("the tool call cannot be read")
    return ToolRequest(data["tool_name"], str(data.get("tool_use_id") or ""), given, str(data.get("cwd") or ""))


def _run_place(folder: str) -> str:
    """Say where an allowed command runs, in words for the operator."""
    try:
        user = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        user = str(os.geteuid())
    return f"outside of the session: on this machine, as {user}, in {folder or os.path.expanduser('~')}"


def _shown(asked: ToolRequest, policy: GuardPolicy) -> str:
    """The call as it is kept: the command, the path or the arguments, without secrets."""
    given = asked.given
    if asked.tool == "Bash":
        text = str(given.get("command"))
    elif asked.tool in WRITERS:
        text = str(given.get(WRITERS[asked.tool]) or "")
    else:
        text = json.dumps(given, ensure_ascii=False)
    text = policy.conceal(text)
    return text if len(text) <= LONGEST_INPUT else f"{text[:LONGEST_INPUT]}…"


def _in_words(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return f"{error.filename} is not there"
    said = str(error).strip().rstrip(".")
    return said[:200] or type(error).__name__
