"""Carries a decision about one call out: cooldowns and maintenance, the operator's yes, the slots, the record."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from ..core.clock import Clock
from ..core.emergency_stop_marker import STOPPED, is_stopped
from ..core.process_identity import describe_process
from ..language.prompt_quoting import one_line
from .decide import ALLOW, ASK, DENY, GuardDecision
from .effects import KINDS, READ, EffectSummary
from .guard_store import CooldownRefusal, GuardStore, RecordedCall
from .handed_files import HandedFile, describe_handed
from .hook_answer import HookAnswer
from .known_services import KnownService
from .local_machine import LocalMachine
from .policy import GuardPolicy
from .process_targets import named_processes
from .slots import SlotUse, slot_uses
from .target_types import PROJECT
from .tool_judgement import WRITERS

STOPPED_BY_OPERATOR = f"{STOPPED}. Do nothing more: end your work now."
LOOK_AGAIN_S = 0.25
LONGEST_MEMORY = timedelta(days=7)
"""Time for which a service that no list names is known by what was done to it. Own limits may reach back further than
the usual ones."""


class CallCase:
    """One call that needs a decision. ``is_gone`` tells whether the agent that asks has ended; ``place`` says where a
    yes lets a command run, "" for what is no command; ``handed`` are the session's files that the command names."""

    def __init__(
        self,
        ledger: GuardStore,
        policy: GuardPolicy,
        call: RecordedCall,
        reading: EffectSummary,
        clock: Clock,
        sleep: Callable[[float], None],
        description: str,
        machine: LocalMachine,
        is_gone: Callable[[], bool],
        place: str,
        handed: tuple[HandedFile, ...] = (),
    ) -> None:
        self.ledger = ledger
        self.policy = policy
        self.call = call
        self.reading = reading
        self.clock = clock
        self.sleep = sleep
        self.description = description
        self.machine = machine
        self.is_gone = is_gone
        self.place = place
        self.handed = handed
        self._opened: frozenset[tuple[str, str, str]] = frozenset()  # by a person's answer
        self._note = ""

    def settle(self, decision: GuardDecision) -> HookAnswer:
        """Carry a decision out."""
        if decision.verdict == DENY:
            return self._deny(decision.by, decision.why)
        with self.ledger.step():
            held = self._find_refusals(self.clock())
            refused = next((each for each in held if not each.opens), None)
            if refused is not None:  # nobody is asked for what is refused anyway
                return self._refuse(refused, self.clock())
        approval: int | None = None
        if decision.verdict == ASK and not held:
            approval = self.ledger.covering_approval(self.policy.run_id, decision.asks)
        if held or (decision.verdict == ASK and approval is None):
            asks = decision.asks or (held[0].kind,)
            approval, why = self._ask(asks, held)
            if why:
                return self._deny("approval", why, approval)
            self._opened = frozenset(each.held for each in held)
            decision = decision._replace(by="approval")
        return self._act(decision, approval)

    def _act(self, decision: GuardDecision, approval: int | None) -> HookAnswer:
        """Take the slots and write it down, in one step."""
        now = self.clock()
        with self.ledger.step():
            held = self._find_held(now)
            if held is None:
                self._take_slots(now)
                why = "" if self.reading.kind == READ else self.reading.why
                self.ledger.record(self.call, ALLOW, decision.by, why, now, approval)
        return held or HookAnswer(ALLOW, self.reading.why, note=self._note)

    def _find_held(self, now: datetime) -> HookAnswer | None:
        """Return the refusal by a cooldown or by maintenance that no answer opened, written down; None where there is
        none. Inside a step."""
        held = next((each for each in self._find_refusals(now) if each.held not in self._opened), None)
        return self._refuse(held, now) if held is not None else None

    def _refuse(self, held: CooldownRefusal, now: datetime) -> HookAnswer:
        why = f"{held.sentence} {self._allowed_alone()}".rstrip()
        self.ledger.record(self.call, DENY, held.by, why, now)
        self.ledger.warn(self.policy.session_id, held.service, f"Refused by the guard: {held.sentence}", now)
        return HookAnswer(DENY, why)

    def _allowed_alone(self) -> str:
        """Tell which parts of a refused line the agent may still run."""
        if self.call.tool_name != "Bash":
            return ""
        from .refused_parts import tell_allowed

        return tell_allowed(self.call.input, self.policy.conceal)

    def _find_refusals(self, now: datetime) -> list[CooldownRefusal]:
        """Return what holds the call, each with whether the operator is asked about it. Inside a step."""
        found: list[CooldownRefusal] = []
        for use in self._uses(now):
            asks = any(self.policy.for_kind(kind) == "ask" for kind in use.kinds)
            refusals = self.ledger.find_refusals([use], self.policy.limits, now)
            found += [each._replace(opens=each.opens and asks) for each in refusals]
        return found

    def _take_slots(self, now: datetime) -> None:
        """Write down what is attempted. Inside a step."""
        services: dict[str, dict[str, None]] = {}
        for use in self._uses(now):
            if use.action:
                services.setdefault(use.action, {}).update((charge.service, None) for charge in use.charges)
        for action, names in services.items():
            self.ledger.charge_services(
                list(names),
                action,
                session_id=self.policy.session_id,
                tier=self.policy.tier,
                tool_use_id=self.call.tool_use_id,
                message=self.call.input[:500],
                now=now,
            )

    def _uses(self, now: datetime) -> tuple[SlotUse, ...]:
        """Return what the call counts against, by what is known of the services now. Inside a step."""
        if self.reading.kind == READ:
            return ()
        return slot_uses(self.reading, self._known(now), self.machine, self.ledger.began_before)

    def _ask(self, asks: Sequence[str], held: Sequence[CooldownRefusal]) -> tuple[int, str]:
        """Ask the operator and wait: the question, and why not, "" for a yes. ``held`` is what only his answer opens.

        Where the agent that asked is gone, nobody would act on an answer: the question is withdrawn.
        """
        now, policy = self.clock(), self.policy
        number, answered = 0, False
        try:
            with self.ledger.step():
                number = self.ledger.ask(
                    now,
                    policy.wait_minutes,
                    kind="action",
                    run_id=policy.run_id,
                    session_id=policy.session_id,
                    tier=policy.tier,
                    action=asks[0],
                    services=json.dumps(self.reading.services),
                    command=self.call.input,
                    reason=self.description[:1000],
                    context=self._context(held)[:2000],
                    may=_may(self.call.tool_name, policy.tier, self.place),
                    files=describe_handed(self.handed, policy.work),
                    cost_usd=policy.cost_usd,
                    asker=describe_process(os.getpid()),
                )
            state, note = self._wait(number)
            answered = True
        finally:
            if number and not answered:
                self.ledger.withdraw(number, "The session ended while it waited.", self.clock())
        said = f" The operator says: {note}" if note else ""
        if state == "stopped":
            return number, STOPPED_BY_OPERATOR
        if state in ("approved", "approved_run"):
            self._note = note
            return number, ""
        if state == "timed_out":
            silent = (
                f"The operator was asked and did not answer in {policy.wait_minutes:g} minutes, which counts as no."
            )
            told = (silent, *(each.sentence for each in held[:1]), self._allowed_alone())
        else:
            advice = "Do not try it in another way; report what you found."
            told = (f"The operator was asked and refused this.{said}", advice, self._allowed_alone())
        return number, " ".join(filter(None, told))

    def _context(self, held: Sequence[CooldownRefusal]) -> str:
        """Write what a question says of the call: the limits that hold it, what its parts do, which processes it
        ends."""
        said = [each.fact for each in held]
        if said:
            said.append("A yes runs it all the same, and it counts.")
        said += [part.why for part in self.reading.parts if part.why]
        named = named_processes(self.reading.targets_of(KINDS), self.machine)
        if named:
            shown = ", ".join(f"{number} ({one_line(name)})" for number, name in named.items())
            said.append(f"Processes by number: {shown}.")
        return " ".join(dict.fromkeys(said))

    def _wait(self, number: int) -> tuple[str, str]:
        """Wait for the answer to a question. Raises ValueError where the agent that asked has ended."""
        while True:
            if is_stopped(self.policy.data_folder):
                return "stopped", ""  # the refusal is written down by the stop
            state, note = self.ledger.answer(number, self.clock())
            if state != "waiting":
                return state, note
            if self.is_gone():
                raise ValueError("the agent that asked has ended")
            self.sleep(LOOK_AGAIN_S)

    def _deny(self, by: str, why: str, approval: int | None = None) -> HookAnswer:
        with self.ledger.step():
            now = self.clock()
            self.ledger.record(self.call, DENY, by, why, now, approval)
            if by == "guard" and self.call.kind != READ:
                service = self.reading.services[0] if self.reading.services else None
                self.ledger.warn(self.policy.session_id, service, f"Refused by the guard: {why}", now)
        return HookAnswer(DENY, why)

    def _known(self, now: datetime) -> tuple[KnownService, ...]:
        """Return the operator's services, and those that any session acted on."""
        listed = self.policy.listed_services
        names = {service.name for service in listed}
        by_project = any(target.kind == PROJECT for target in self.reading.targets_of(KINDS))
        acted = self.ledger.acted_on(now - max(self.policy.limits.longest_window, LONGEST_MEMORY))
        return (
            *listed,
            *(
                KnownService(name, listed=False, acts_as_project=by_project and _was_project(name, command))
                for name, command in acted
                if name not in names
            ),
        )


def _was_project(name: str, command: str) -> bool:
    """Tell whether a command acted on a compose project of that name."""
    from .classify import understand

    return any(t.kind == PROJECT and t.name in (name, "") for t in understand(command).targets_of(KINDS))


def _may(tool: str, tier: int, place: str) -> str:
    """Say what a yes allows, in a sentence."""
    if tool == "Bash":
        return f"Run this command once in tier {tier}, {place}."
    return "Write this file." if tool in WRITERS else f"Use the tool “{tool[:80]}” once in tier {tier}."
