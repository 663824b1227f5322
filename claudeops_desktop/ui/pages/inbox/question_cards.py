"""The cards of questions about services, of proven patterns, and of what becomes of an earlier version's facts."""

from __future__ import annotations

from functools import partial

from ....learning import StoredPattern
from ....memory import LONGEST_OBSERVATION, EarlierRuleCounts
from ....routine.questions.types import CATEGORIES, OperatorQuestion
from ...kit.card_body import CardFact, FactsPart, TextPart
from ...kit.cards import CardContent, CardKind, DecisionSpec, NoteSpec
from ...text import formatting
from ...text.translation import tr, tr_count, tr_message
from . import commands
from .memory_cards import SPOKEN_UP_TO, why_part
from .queries import InboxRow


def question_content(one: OperatorQuestion) -> CardContent:
    """Return what the card of a question says."""
    question = tr_message(one.gap.question)
    return CardContent(
        title=one.gap.service,
        about=tr("{category} · question", category=CATEGORIES[one.gap.kind]),
        spoken=tr("A question about {service}: {question}", service=one.gap.service, question=question),
        must=(
            TextPart(tr("Question"), question),
            why_part(tr("Why it is asked"), tr_message(one.gap.reason)),
        ),
    )


def answer_field(one: OperatorQuestion) -> NoteSpec:
    """Return the field for the answer to a question."""
    return NoteSpec(tr("Your answer, in one sentence"), tr_message(one.gap.question), 3, LONGEST_OBSERVATION)


QUESTION: CardKind[InboxRow, OperatorQuestion] = CardKind(
    text=tr("Question"),
    content=question_content,
    item=lambda row: row.subject,
    note=answer_field,
    decisions=(
        DecisionSpec(
            "save",
            tr("Save the answer"),
            "Ctrl+Return",
            tr("It becomes a fact of yours"),
            commands.answer_question,
            "primary",
            needs_note=True,
        ),
        DecisionSpec(
            "dismiss",
            tr("Dismiss"),
            "D",
            tr("It need not be known; it is not asked again"),
            commands.dismiss_question,
        ),
    ),
)


def pattern_content(pattern: StoredPattern) -> CardContent:
    """Return what the card of a pattern says."""
    held_on = [name for kind, name in pattern.contexts if kind == "service"]
    facts = (
        CardFact(tr("Held"), tr_count("%n time", "%n times", pattern.success)),
        CardFact(tr("Services"), formatting.format_names(held_on, 12)),
        CardFact(tr("Last seen"), formatting.format_relative_time(pattern.last_seen_at)),
    )
    return CardContent(
        title=tr("A proven pattern needs your approval"),
        about=formatting.format_names(pattern.services),
        spoken=tr("A pattern waits for your approval: {text}", text=pattern.text[:SPOKEN_UP_TO]),
        must=(
            TextPart(tr("The pattern"), pattern.text),
            FactsPart(tuple(fact for fact in facts if fact.text)),
            why_part(tr("Why it waits"), pattern.why or tr("It held often enough to be told to runs.")),
        ),
    )


PATTERN: CardKind[InboxRow, StoredPattern] = CardKind(
    text=tr("Proven pattern"),
    content=pattern_content,
    item=lambda row: row.subject,
    decisions=(
        DecisionSpec(
            "approve",
            tr("Approve"),
            "A",
            tr("Prompts hold it from the next run on"),
            partial(commands.decide_on_pattern, approve=True),
            "primary",
        ),
        DecisionSpec(
            "reject",
            tr("Take out of use"),
            "R",
            tr("No prompt holds it, and it is not asked about again"),
            partial(commands.decide_on_pattern, approve=False),
            "danger",
            read=False,
        ),
    ),
)


def upgrade_content(counts: EarlierRuleCounts) -> CardContent:
    """Return what the card about facts of an earlier version's rules says."""
    text = tr_count(
        "Rules of an earlier version drew %n fact from sessions that nothing has confirmed since.",
        "Rules of an earlier version drew %n facts from sessions that nothing has confirmed since.",
        counts.to_move,
    )
    stay = tr_count("%n other was confirmed and stays.", "%n others were confirmed and stay.", counts.stay)
    return CardContent(
        title=tr("Facts of an earlier version"),
        about="",
        spoken=text,
        must=(TextPart(tr("The question"), f"{text} {stay}" if counts.stay else text),),
    )


UPGRADE: CardKind[InboxRow, EarlierRuleCounts] = CardKind(
    text=tr("Upgrade"),
    content=upgrade_content,
    item=lambda row: row.subject,
    decisions=(
        DecisionSpec(
            "move",
            tr("Move them here"),
            "M",
            tr("No run reads them until you have approved them"),
            commands.move_earlier_facts,
            "primary",
        ),
        DecisionSpec(
            "leave", tr("Leave them"), "L", tr("They stay as they are"), commands.leave_earlier_facts, read=False
        ),
    ),
)
