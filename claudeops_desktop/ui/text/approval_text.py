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

REQUEST_TEXTS = {
    "disclose": "run a command that shows secrets or sends data out",
    "restart": "restart something",
    "redeploy": "install or redeploy something",
    "stop": "switch off, kill or cut off something",
    "host": "reach into the host",
    "destructive": "run a command that deletes, overwrites or disables",
    "unknown": "run a command that the guard could not analyse",
}
KINDS = {
    "tier": "a higher tier",
    "disclose": "a disclosure",
    "restart": "a restart",
    "redeploy": "a redeployment",
    "stop": "a stop",
    "host": "access to the host",
    "destructive": "a deletion",
    "unknown": "an unknown command",
}
EFFECTS = {
    "disclose": "discloses: prints secrets or sends data out",
    "restart": "restarts something",
    "redeploy": "installs or redeploys something",
    "stop": "stops: switches off, kills or cuts the network",
    "host": "reaches into the host: its files, processes or privileges",
    "destructive": "destroys: deletes, overwrites or disables",
    "unknown": "unknown: the guard could not analyse it",
}
STATES = {
    "waiting": "waiting",
    "approved": "approved",
    "approved_run": "approved for the run",
    "refused": "refused",
    "timed_out": "no answer in time",
    "withdrawn": "withdrawn",
}
ANSWERED_BY = {
    "window": "in the window",
    "tray": "from the tray",
    "notification": "in a notification",
    "terminal": "in the terminal",
    "command line": "on the command line",
    "emergency stop": "by the emergency stop",
}
SHORT_LENGTH = 90


def approval_kind(approval: Approval) -> str:
    """What sort of question it is, as a key of KINDS: ``tier``, or the class of the action."""
    return "tier" if approval.kind == "tier" else approval.action or "unknown"


def approval_title(approval: Approval) -> str:
    """The head of its card: ``A run asks for tier 3 (remediate)``."""
    if approval.kind == "tier":
        return f"A run asks for tier {approval.tier} ({formatting.tier_name(approval.tier)})"
    return (
        f"A run of tier {approval.tier} asks to {REQUEST_TEXTS.get(approval_kind(approval), REQUEST_TEXTS['unknown'])}"
    )


def effect_text(approval: Approval) -> str:
    """What it would do, by its class, and in which tier: ``Destroys: deletes, overwrites or disables · tier 2``."""
    if approval.kind == "tier":
        return f"Starts a session of tier {approval.tier} ({formatting.tier_name(approval.tier)})"
    said = EFFECTS.get(approval_kind(approval), EFFECTS["unknown"])
    return f"{said[:1].upper()}{said[1:]} · tier {approval.tier} ({formatting.tier_name(approval.tier)})"


def delayed_text(approval: Approval, seconds: int) -> str:
    """A yes that can still be undone: ``Approved: a deletion of smbd. It takes effect in 4 s.``"""
    return f"Approved: {approval_subject(approval)}. It takes effect in {max(1, seconds)} s."


def approval_line(approval: Approval) -> str:
    """The whole question in one line: ``A run asks for tier 3: jellyfin answers 503``."""
    if approval.kind == "tier":
        said = approval.reason or "it gave no reason"
        return f"A run asks for tier {approval.tier}: {shorten_text(said)}"
    return f"A run asks to run: {shorten_text(escape_command(approval.command))}"


def approval_subject(approval: Approval) -> str:
    """What the answer was about, for a sentence in passing: ``tier 3 for jellyfin``."""
    what = f"tier {approval.tier}" if approval.kind == "tier" else KINDS.get(approval_kind(approval), KINDS["unknown"])
    of = (
        f" {'for' if approval.kind == 'tier' else 'of'} {formatting.format_names(approval.services)}"
        if approval.services
        else ""
    )
    return formatting.strip_direction_marks(f"{what}{of}")


def cost_text(approval: Approval) -> str:
    """What a yes may cost at most."""
    if approval.cost_usd is not None:
        return f"At most {money(approval.cost_usd)}"
    return "No cap is set" if approval.kind == "tier" else "Nothing beyond the cap of the session"


def time_left(approval: Approval, now: datetime, *, coarse: bool = False) -> str:
    """How long it still waits: ``12 min 4 s left``; coarse, for where nothing may tick: ``until 14:32``."""
    seconds = (from_text(approval.expires_at) - now).total_seconds()
    if seconds <= 0:
        return "time is up"
    if coarse:
        return f"waits until {formatting.format_clock_time(approval.expires_at, now)}"
    return f"{formatting.format_duration(float(int(seconds)))} left"


def share_left(approval: Approval, now: datetime) -> float:
    """How much of its time is left, from 1 to 0."""
    asked, ends = from_text(approval.asked_at), from_text(approval.expires_at)
    whole = (ends - asked).total_seconds()
    return min(1.0, max(0.0, (ends - now).total_seconds() / whole)) if whole > 0 else 0.0


def answer_text(approval: Approval) -> str:
    """How it was answered: ``refused in the window``."""
    state = STATES.get(approval.state, approval.state)
    by = ANSWERED_BY.get(approval.answered_by, f"by {approval.answered_by}" if approval.answered_by else "")
    return f"{state} {by}".strip() if approval.state in ("approved", "approved_run", "refused") else state


def closed_text(approval: Approval) -> str:
    """What became of a question that was answered elsewhere, or by the time, in one sentence."""
    what = approval_subject(approval)
    match approval.state:
        case "timed_out":
            return f"Nobody answered in time, so {what} was refused."
        case "withdrawn":
            why = f": {shorten_text(approval.note).rstrip('.')}" if approval.note else ""
            return f"{what[:1].upper()}{what[1:]} is no longer asked for{why}."
        case "waiting":
            return f"{what[:1].upper()}{what[1:]} no longer waits."
        case _:
            return f"{what[:1].upper()}{what[1:]} was {answer_text(approval)}."


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
