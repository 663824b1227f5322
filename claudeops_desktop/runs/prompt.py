"""What a session is told: the tier's prompt on stdin; the environment and the memory appended to the system prompt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import islice

from ..agents.types import EscalationRequest
from ..core.paths import bundled_path
from ..memory import INTRODUCTION, one_line
from ..records.prompt_requests import CAUSE, WISH
from ..records.sessions import RunTrigger
from ..stream.markers import shorten_text

TIER_FILES = {1: "tier1-observe.md", 2: "tier2-investigate.md", 3: "tier3-remediate.md"}
INCLUDES = ("memory-recording", "outcome")
LONGEST_NAME = 80
MOST_NAMES = 40
LONGEST_REASON = 500
LONGEST_SUMMARY = 2_000
LONGEST_CONTEXT = 20_000


@dataclass(frozen=True, slots=True)
class TierHandover:
    """What one tier hands to the next: the agent's own, untrusted text, up to ``summary``.

    ``approval`` is a sentence of ours on who agreed to the next tier, ``note`` what the operator added to that.
    """

    from_tier: int
    from_session: int
    reason: str
    services: tuple[str, ...]
    context: str
    summary: str
    approval: str = ""
    note: str = ""


@cache
def tier_prompt(tier: int) -> str:
    """The prompt of a tier with its Memory Recording section (M15; SPEC-0015, Prompt Integration)."""
    text = bundled_path("prompts", TIER_FILES[tier]).read_text(encoding="utf-8")
    for name in INCLUDES:
        text = text.replace(
            f"{{{{{name}}}}}", bundled_path("prompts", f"{name}.md").read_text(encoding="utf-8").strip()
        )
    return text.strip()


def build_prompt(
    tier: int, wish: str = "", hand_over: TierHandover | None = None, trigger: RunTrigger = RunTrigger.MANUAL
) -> str:
    """What goes to stdin: the tier's prompt, what the tier before handed over, and what the operator asked for, or the
    alert or incident that started the run."""
    parts = [tier_prompt(tier)]
    if hand_over is not None:
        parts.append(_handed_over(hand_over))
    if wish.strip():
        heading = CAUSE if trigger in (RunTrigger.ALERT, RunTrigger.INCIDENT) else WISH
        parts.append(f"{heading}\n\n{wish.strip()}")
    return "\n\n".join(parts)


def make_hand_over(wish: EscalationRequest, summary: str, tier: int, session_id: int) -> TierHandover:
    """What a session of ``tier`` hands on with its wish: as it said it, but no longer than a person would read."""
    return TierHandover(
        tier,
        session_id,
        shorten_text(one_line(wish.reason), LONGEST_REASON),
        service_names(wish.services),
        shorten_text(wish.context, LONGEST_CONTEXT),
        shorten_text(one_line(summary), LONGEST_SUMMARY),
    )


def service_names(names: Iterable[str]) -> tuple[str, ...]:
    """Names of services as they may stand in a prompt, whoever gave them: each one line and short, each once."""
    found = (one_line(name)[:LONGEST_NAME].strip() for name in names)
    return tuple(islice(dict.fromkeys(name for name in found if name), MOST_NAMES))


@dataclass(frozen=True, slots=True)
class EnvironmentContext:
    """The facts that a session is told about its environment.

    ``about`` says which services the run is about; ``asks`` are the tiers that need the operator's approval.
    ``hand_off_file`` is "" for a session that is asked for its outcome by a schema.
    """

    tier: int
    dry_run: bool
    about: str
    now: datetime
    machine: str
    data_folder: str
    hand_off_file: str
    max_tier: int
    asks: tuple[int, ...] = ()


def build_env_context(context: EnvironmentContext) -> str:
    """The environment of a session in a few lines (S2); its services and what is wrong with them have their own."""
    lines = [
        "## Environment",
        "",
        f"- Tier: {context.tier} of {context.max_tier} in this run{_asked_before(context.asks)}",
        f"- Dry run: {'yes: change nothing at all, only say what you would do' if context.dry_run else 'no'}",
        f"- Services this run is about: {one_line(context.about)}",
        f"- Now: {context.now:%Y-%m-%d %H:%M} UTC; all times here are UTC",
        f"- This machine: {context.machine}",
        f"- Data folder of this application: {context.data_folder}",
    ]
    if context.hand_off_file:
        lines.append(f"- Hand-off file: {context.hand_off_file}")
    return "\n".join(lines)


def appended_prompt(environment: str, memory_block: str, more: str = "", before: str = "") -> str:
    """What is appended to the system prompt: the environment, then one sentence of ours and the memory, if any.

    ``before`` and ``more`` are the other parts: lessons and known problems, then what the session is about and
    patterns; each with its own sentence.
    """
    block = f"{INTRODUCTION}\n\n{memory_block}" if memory_block else ""
    return "\n\n".join(part for part in (environment, before, block, more) if part)


def _asked_before(tiers: Iterable[int]) -> str:
    named = " and ".join(map(str, tiers))
    return f"; the operator is asked before tier {named}" if named else ""


def _handed_over(hand: TierHandover) -> str:
    lines = [
        f"## Handed over from tier {hand.from_tier}",
        "",
        "This is what the session before you reported. Verify it before you act on it.",
        "",
        f"- Reason: {one_line(hand.reason)}",
        f"- Services: {', '.join(service_names(hand.services)) or 'not named'}",
    ]
    if hand.summary:
        lines.append(f"- Summary: {one_line(hand.summary)}")
    if hand.context:
        lines += ["", *quote_lines(hand.context)]
    if hand.approval:
        lines += ["", "## The operator's approval", "", hand.approval]
    if hand.note:
        lines += ["", "The operator added:", "", *quote_lines(hand.note)]
    return "\n".join(lines)


def quote_lines(text: str) -> list[str]:
    """Each line behind a quotation mark of its own: none can pass for a heading or an instruction of ours."""
    return [f"> {one_line(line)}" for line in text.splitlines()]
