"""The page on which a question is answered: plain HTML without scripts. What agents said is shown as text. Pure."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from ..core.secrets.redact_shapes import without_shapes
from ..records.approvals import Approval

STYLE = (
    "body{font:16px/1.45 system-ui,sans-serif;max-width:34em;margin:0 auto;padding:1em;color:#1a1a1a;background:#fff}"
    "h1{font-size:1.25em}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f2f2f2;padding:.7em;"
    "border-radius:6px}"
    "button{font:inherit;padding:.75em 1.2em;margin:.3em .5em .3em 0;border:1px solid #555;border-radius:6px;"
    "background:#fff;color:inherit}button.yes{background:#1d5fb4;border-color:#1d5fb4;color:#fff}"
    "input{font:inherit;width:100%;padding:.5em;box-sizing:border-box}p.warn{border-left:4px solid #b45309;"
    "padding-left:.7em}@media(prefers-color-scheme:dark){body{background:#16181c;color:#eee}pre{background:#262a31}"
    "button{background:#262a31}}"
)
_STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; form-action 'self'; frame-ancestors 'none';"
        " base-uri 'none'"
    ),
    # Without a referrer a browser also hides the origin of the form, which would then be refused as another site's.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
    "Connection": "close",
}
STATES = {
    "approved": "It was approved.",
    "approved_run": "It was approved for the whole run.",
    "refused": "It was refused.",
    "timed_out": "Nobody answered in time, which counts as no.",
    "withdrawn": "It was withdrawn: nobody waits for the answer any more.",
}
LONGEST_SHOWN = 8000


def question_page(approval: Approval, *, path: str, confirmation: str = "") -> str:
    """The question with its buttons; with a ``confirmation`` code the second step, which approves for good."""
    title = f"May the run go up to tier {approval.tier}?" if approval.kind == "tier" else "May the agent do this?"
    parts = [f"<h1>{escape(title)}</h1>", *_about(approval)]
    if confirmation:
        parts.append('<p class="warn">This cannot be taken back. Look at it once more.</p>')
    parts.append(f'<form method="post" action="{escape(path, quote=True)}">')
    if confirmation:
        parts.append(f'<input type="hidden" name="confirmation" value="{escape(confirmation, quote=True)}">')
    yes = "Yes, approve" if confirmation else "Approve"
    parts.append(f'<button class="yes" name="answer" value="approved">{yes}</button>')
    parts.append('<button name="answer" value="refused">Refuse</button></form>')
    return _page(title, parts)


def outcome_page(title: str, sentence: str, approval: Approval | None = None) -> str:
    """What became of it, or why nothing can be done here."""
    return _page(
        title, [f"<h1>{escape(title)}</h1>", f"<p>{escape(sentence)}</p>", *(_about(approval) if approval else ())]
    )


def _about(approval: Approval) -> list[str]:
    lines = []
    if approval.kind == "action":
        lines.append(f"<p>Kind of action: <strong>{escape(approval.action or 'not known')}</strong></p>")
    if approval.services:
        lines.append(f"<p>Services: {escape(', '.join(approval.services))}</p>")
    if approval.command:
        lines.append(f"<p>Command:</p><pre>{_shown(approval.command)}</pre>")
    if approval.files:
        lines.append(f"<p>Files of the session that it uses:</p><pre>{_shown(approval.files)}</pre>")
    if approval.reason:
        lines.append(f"<p>The agent says why:</p><pre>{_shown(approval.reason)}</pre>")
    if approval.may:
        lines.append(f"<p>{escape(approval.may)}</p>")
    if approval.kind == "tier":
        cost = "no cap" if approval.cost_usd is None else f"at most ${approval.cost_usd:.2f}"
        lines.append(f"<p>Cost: {cost}</p>")
    return lines


def _shown(text: str) -> str:
    """An agent's words as text, without secrets, control characters and marks that turn its direction."""
    clean = "".join(c if c.isprintable() or c == "\n" else "�" for c in without_shapes(text))
    return escape(clean if len(clean) <= LONGEST_SHOWN else f"{clean[:LONGEST_SHOWN]}… (cut off)")


def _page(title: str, parts: list[str]) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{''.join(parts)}</body></html>"
    )
