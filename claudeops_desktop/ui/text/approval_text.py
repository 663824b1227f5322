"""What waits for the operator's yes, in words: the card, the bar over the pages, the tray and the table say the same.

Pure; what an agent wrote is made plain here (no turning of the reading direction, nothing invisible in a command).
"""

from __future__ import annotations

import unicodedata
from datetime import datetime

from ...core.clock import from_text
from ...core.money import money
from ...records.approvals import Approval
from . import formatting
from .translation import tr

REQUEST_TEXTS = {
    "disclose": tr("run a command that shows secrets or sends data out"),
    "restart": tr("restart something"),
    "redeploy": tr("install or redeploy something"),
    "stop": tr("shut down, kill or disconnect something"),
    "host": tr("access the host"),
    "destructive": tr("run a command that deletes, overwrites or disables"),
    "unknown": tr("run a command that the guard could not analyse"),
}
KINDS = {
    "tier": tr("a higher tier"),
    "disclose": tr("a disclosure"),
    "restart": tr("a restart"),
    "redeploy": tr("a redeployment"),
    "stop": tr("a stop"),
    "host": tr("access to the host"),
    "destructive": tr("a deletion"),
    "unknown": tr("an unknown command"),
}
EFFECTS = {
    "disclose": tr("discloses: prints secrets or sends data out"),
    "restart": tr("restarts something"),
    "redeploy": tr("installs or redeploys something"),
    "stop": tr("stops: shuts down, kills or cuts the network"),
    "host": tr("accesses the host: its files, processes or privileges"),
    "destructive": tr("destroys: deletes, overwrites or disables"),
    "unknown": tr("unknown: the guard could not analyse it"),
}
STATES = {
    "waiting": tr("waiting"),
    "approved": tr("approved"),
    "approved_run": tr("approved for the run"),
    "refused": tr("refused"),
    "timed_out": tr("no answer in time"),
    "withdrawn": tr("withdrawn"),
}
ANSWERED_BY = {
    "window": tr("in the window"),
    "tray": tr("from the tray"),
    "notification": tr("in a notification"),
    "terminal": tr("in the terminal"),
    "command line": tr("on the command line"),
    "emergency stop": tr("by the emergency stop"),
}
SHORT_LENGTH = 90


def approval_kind(approval: Approval) -> str:
    """What sort of question it is, as a key of KINDS: ``tier``, or the class of the action."""
    return "tier" if approval.kind == "tier" else approval.action or "unknown"


def approval_title(approval: Approval) -> str:
    """The head of its card: ``A run asks for tier 3 (remediate)``."""
    if approval.kind == "tier":
        return tr(
            "A run asks for tier {tier} ({tier_name})",
            tier=approval.tier,
            tier_name=formatting.tier_name(approval.tier),
        )
    return tr(
        "A run of tier {tier} asks to {get}",
        tier=approval.tier,
        get=REQUEST_TEXTS.get(approval_kind(approval), REQUEST_TEXTS["unknown"]),
    )


def effect_text(approval: Approval) -> str:
    """What it would do, by its class, and in which tier: ``Destroys: deletes, overwrites or disables · tier 2``."""
    if approval.kind == "tier":
        return tr(
            "Starts a session of tier {tier} ({tier_name})",
            tier=approval.tier,
            tier_name=formatting.tier_name(approval.tier),
        )
    said = EFFECTS.get(approval_kind(approval), EFFECTS["unknown"])
    return tr(
        "{upper}{said} · tier {tier} ({tier_name})",
        upper=said[:1].upper(),
        said=said[1:],
        tier=approval.tier,
        tier_name=formatting.tier_name(approval.tier),
    )


def delayed_text(approval: Approval, seconds: int) -> str:
    """A yes that can still be undone: ``Approved: a deletion of smbd. It takes effect in 4 s.``"""
    return tr(
        "Approved: {approval_subject}. It takes effect in {value} s.",
        approval_subject=approval_subject(approval),
        value=max(1, seconds),
    )


def approval_line(approval: Approval) -> str:
    """The whole question in one line: ``A run asks for tier 3: jellyfin answers 503``."""
    if approval.kind == "tier":
        said = approval.reason or tr("it gave no reason")
        return tr("A run asks for tier {tier}: {shorten_text}", tier=approval.tier, shorten_text=shorten_text(said))
    return tr("A run asks to run: {shorten_text}", shorten_text=shorten_text(escape_command(approval.command)))


def approval_subject(approval: Approval) -> str:
    """What the answer was about, for a sentence in passing: ``tier 3 for jellyfin``."""
    what = (
        tr("tier {tier}", tier=approval.tier)
        if approval.kind == "tier"
        else KINDS.get(approval_kind(approval), KINDS["unknown"])
    )
    of = (
        f" {'for' if approval.kind == 'tier' else 'of'} {formatting.format_names(approval.services)}"
        if approval.services
        else ""
    )
    return formatting.strip_direction_marks(f"{what}{of}")


def cost_text(approval: Approval) -> str:
    """What a yes may cost at most."""
    if approval.cost_usd is not None:
        return tr("At most {cost_usd}", cost_usd=money(approval.cost_usd))
    return tr("No cap is set") if approval.kind == "tier" else tr("Nothing beyond the cap of the session")


def time_left(approval: Approval, now: datetime, *, coarse: bool = False) -> str:
    """How long it still waits: ``12 min 4 s left``; coarse, for where nothing may tick: ``until 14:32``."""
    seconds = (from_text(approval.expires_at) - now).total_seconds()
    if seconds <= 0:
        return tr("time is up")
    if coarse:
        return tr("waits until {expires_at}", expires_at=formatting.format_clock_time(approval.expires_at, now))
    return tr("{float} left", float=formatting.format_duration(float(int(seconds))))


def share_left(approval: Approval, now: datetime) -> float:
    """How much of its time is left, from 1 to 0."""
    asked, ends = from_text(approval.asked_at), from_text(approval.expires_at)
    whole = (ends - asked).total_seconds()
    return min(1.0, max(0.0, (ends - now).total_seconds() / whole)) if whole > 0 else 0.0


def answer_text(approval: Approval) -> str:
    """How it was answered: ``refused in the window``."""
    state = STATES.get(approval.state, approval.state)
    by = ANSWERED_BY.get(
        approval.answered_by, tr("by {answered_by}", answered_by=approval.answered_by) if approval.answered_by else ""
    )
    return f"{state} {by}".strip() if approval.state in ("approved", "approved_run", "refused") else state


def closed_text(approval: Approval) -> str:
    """What became of a question that was answered elsewhere, or by the time, in one sentence."""
    what = approval_subject(approval)
    match approval.state:
        case "timed_out":
            return tr("Nobody answered in time, so {what} was refused.", what=what)
        case "withdrawn":
            why = f": {shorten_text(approval.note).rstrip('.')}" if approval.note else ""
            return tr("{upper}{what} is no longer asked for{why}.", upper=what[:1].upper(), what=what[1:], why=why)
        case "waiting":
            return tr("{upper}{what} no longer waits.", upper=what[:1].upper(), what=what[1:])
        case _:
            return tr(
                "{upper}{what} was {answer_text}.",
                upper=what[:1].upper(),
                what=what[1:],
                answer_text=answer_text(approval),
            )


def late_text(approval: Approval) -> str:
    """What a second answer meets: the answer that came first, where and when; or what ended the request."""
    said = closed_text(approval)
    if approval.state not in ("approved", "approved_run", "refused") or not approval.answered_at:
        return said
    return tr("{said} at {time}.", said=said.removesuffix("."), time=formatting.format_clock_time(approval.answered_at))


def shorten_text(text: str) -> str:
    """Untrusted text in one line that is not endless."""
    one = formatting.strip_direction_marks(" ".join(text.split()))
    return f"{one[:SHORT_LENGTH].rstrip()}…" if len(one) > SHORT_LENGTH else one


def escape_command(command: str) -> str:
    """The very command, with every character that would not show written out: what is approved is what is read."""
    return "".join(
        char if char in "\n\t " or not _hidden(char) else f"\\u{ord(char):04x}"
        for char in command.replace("\r\n", "\n")
    )


def _hidden(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp") or (
        unicodedata.category(char) == "Zs" and char != " "
    )
