"""The card of a question of a run: what is asked in full, how long it still waits, and how it was decided."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from ....records.approvals import LONGEST_NOTE, Approval
from ... import theme
from ...app_context import AppContext
from ...kit.card_body import CardFact, FactsPart, TextPart
from ...kit.cards import CardContent, CardKind, DecisionSpec, NoteSpec
from ...text import approval_text, formatting
from ...text.translation import tr
from ..base_page import PageLocation
from .commands import answer_approval
from .queries import WAITING, InboxRow


def approval_content(one: Approval) -> CardContent:
    """Return what the card of a question says. A command is shown as it is, with what would not show written out."""
    texts = (
        TextPart(tr("The command"), approval_text.escape_command(one.command), tr("Command"), look="mono"),
        TextPart(tr("Files of the session that it uses"), one.files, tr("Its files"), look="mono"),
    )
    found = tr("What the agent found so far")
    return CardContent(
        title=approval_text.approval_title(one),
        about="",
        spoken=approval_text.approval_line(one),
        must=(*(part for part in texts if part.text), FactsPart(tuple(approval_facts(one)))),
        more=(TextPart(found, one.context, found, folded=True),) if one.context else (),
        state=one.state,
    )


def approval_facts(one: Approval) -> list[CardFact]:
    """Return what is known of a question besides its command."""
    facts = [
        CardFact(tr("Answer"), decided_text(one)),
        CardFact(tr("Effect"), approval_text.effect_text(one)),
        CardFact(tr("Services"), ", ".join(one.services)),
        CardFact(tr("If yes"), one.may),
        CardFact(tr("Reason"), one.reason),
        CardFact(tr("Cost"), approval_text.cost_text(one)),
        asked_line(one),
    ]
    return [fact for fact in facts if fact.text]


def decided_text(one: Approval) -> str:
    """Return how it was answered: ``Refused in the window, 14:32: Not on a Friday.``; "" while it waits."""
    if one.state == WAITING:
        return ""
    said = approval_text.answer_text(one)
    said = f"{said[:1].upper()}{said[1:]}"
    if one.answered_at:
        said = f"{said}, {formatting.format_clock_time(one.answered_at)}"
    return f"{said}: {one.note}" if one.note else said


def asked_line(one: Approval) -> CardFact:
    """Return when it was asked and by whom, with the session that asks."""
    by = tr("by tier {value}", value=one.tier - 1 if one.kind == "tier" else one.tier)
    of = tr(" of run {run_id}", run_id=one.run_id) if one.run_id is not None else ""
    link = PageLocation("sessions", id=one.session_id) if one.session_id is not None else None
    text = f"{formatting.format_relative_time(one.asked_at)} {by}{of}"
    return CardFact(tr("Asked"), text, link=link, link_text=tr("Show the session"))


def note_field(one: Approval) -> NoteSpec | None:
    """Return the field for a note, while the question waits."""
    return NoteSpec(tr("Optional note"), tr("A note on your answer"), 1, LONGEST_NOTE) if waits(one) else None


def waits(one: Approval) -> bool:
    """Tell whether a question waits for an answer."""
    return one.state == WAITING


def time_left(one: Approval, now: datetime) -> tuple[str, float]:
    """Return how long a question still waits, in words and as a share of its time."""
    if not waits(one):
        return "", 0.0
    return approval_text.time_left(one, now, coarse=theme.reduce_motion()), approval_text.share_left(one, now)


def pending_text(context: AppContext, one: Approval) -> str:
    """Return what is said of an approval that takes effect in a moment; "" where none does."""
    seconds = context.approvals.held.seconds_left(one.id)
    return approval_text.delayed_text(one, seconds) if seconds is not None else ""


def take_back(context: AppContext, one: Approval) -> None:
    """Undo an approval that has not taken effect."""
    context.approvals.undo(one.id)


def _decision(
    state: str, text: str, keys: str, tip: str, role: str = "", *, refuses: bool = False
) -> DecisionSpec[Approval]:
    return DecisionSpec(
        state,
        text,
        keys,
        tip,
        partial(answer_approval, state=state),
        role,
        read=not refuses,
        shown=waits,
        while_pending=refuses,
    )


APPROVAL: CardKind[InboxRow, Approval] = CardKind(
    text=tr("Approval"),
    content=approval_content,
    item=lambda row: row.subject,
    note=note_field,
    clock=time_left,
    pending=pending_text,
    take_back=take_back,
    decisions=(
        _decision(
            "approved", tr("Approve"), "A", tr("Allow this once. What cannot be undone takes effect after five seconds")
        ),
        _decision(
            "approved_run",
            tr("Approve for this run"),
            "Shift+A",
            tr("Allow this and everything of this kind that this run asks for later"),
        ),
        _decision("refused", tr("Refuse"), "R", tr("Do not allow this"), "danger", refuses=True),
    ),
)
