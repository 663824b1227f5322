"""The cards of facts: those that the gate held, pairs in conflict, and facts about to expire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtGui import QKeySequence, QShortcut

from ....language.types import CATEGORIES, GENERAL, PairJudgement, Verdict, service_name
from ....memory import (
    LONGEST_OBSERVATION,
    ConflictKind,
    ConflictState,
    ExpiringFact,
    Memory,
    MemoryEdit,
    MemoryResource,
    shown_service,
)
from ...kit.card_body import CardFact, ColumnsPart, FactsPart, TextPart
from ...kit.cards import CardContent, CardKind, DecisionSpec
from ...kit.fields import ChoiceField, LineField, TextField, Values
from ...kit.forms import FormDialog, FormSpec
from ...text import formatting
from ...text.translation import tr, tr_message
from ..base_page import PageLocation
from . import commands
from .commands import InboxCards, Keys
from .queries import ConflictPair, ExpiringDetails, HeldFact, InboxRow, load_expiring, load_held

SOURCES = {
    "marker": tr("said by the agent in a marker"),
    "observed": tr("extracted from what the agent said"),
    "agent": tr("noted by the agent while it worked"),
    "operator": tr("added by hand"),
    "import": tr("taken in from an import"),
}
PASSAGES = {
    "marker": tr("The line that said it"),
    "operator": tr("What you wrote"),
    "passage": tr("The passage it was drawn from"),
    "agent": tr("What the agent noted"),
    "import": tr("What was imported"),
    "tombstone": tr("The passage was purged"),
}
WHERE_FROM = tr("Where it comes from")
SPOKEN_UP_TO = 300


# --- words about a memory --------------------------------------------------------------------------------------------


def memory_source_text(memory: Memory) -> str:
    """Return where it comes from and how sure it is: ``Added by hand 2 h ago · implied · confidence 0.80``."""
    said = SOURCES.get(memory.source, memory.source)
    parts = [f"{said[:1].upper()}{said[1:]} {formatting.format_relative_time(memory.created_at)}"]
    if memory.strength != "explicit":
        parts.append(memory.strength)
    parts.append(tr("confidence {confidence}", confidence=f"{memory.confidence:.2f}"))
    if memory.sentiment not in ("", "neutral"):
        parts.append(tr("tone: {sentiment}", sentiment=memory.sentiment))
    return " · ".join(parts)


def passage_parts(memory: Memory, passage: MemoryResource | None) -> list[TextPart | FactsPart]:
    """Return the passage that a memory was drawn from, and the session that it is of."""
    name = tr("The passage it was drawn from")
    if passage is None:
        parts: list[TextPart | FactsPart] = [TextPart(name, tr("No passage was kept for it."), WHERE_FROM)]
    else:
        text = passage.raw_content or tr("Its words were taken out by a purge.")
        parts = [TextPart(name, text, PASSAGES.get(passage.content_type, WHERE_FROM), look="mono")]
    if memory.session_id is not None:
        at = formatting.format_relative_time(passage.content_at) if passage is not None else ""
        link = PageLocation("sessions", id=memory.session_id)
        text = tr("Session {session_id}", session_id=memory.session_id)
        parts.append(FactsPart((CardFact("", text, at, link, tr("Open the session")),)))
    return parts


def why_part(title: str, text: str) -> FactsPart:
    """Return why something waits, with the mark of a question."""
    return FactsPart((CardFact("", text, icon="question", tone="warn"),), title)


def memory_link(memory: Memory, text: str, detail: str = "", icon: str = "", tone: str = "") -> CardFact:
    """Return a line that leads to a memory."""
    return CardFact("", text, detail, PageLocation("memories", id=memory.id), tr("Show it"), icon, tone)


# --- held facts ------------------------------------------------------------------------------------------------------


def held_content(held: HeldFact) -> CardContent:
    """Return what the card of a held fact says."""
    memory = held.memory
    service = shown_service(memory.service)
    return CardContent(
        title=service,
        about=tr("{kind} · {category} · {domain}", kind=HELD.text, category=memory.category, domain=memory.domain),
        spoken=tr(
            "A fact about {shown_service} waits: {observation}",
            shown_service=service,
            observation=memory.observation[:SPOKEN_UP_TO],
        ),
        must=(
            TextPart(tr("The fact that waits"), memory.observation),
            FactsPart((CardFact("", "", memory_source_text(memory)),)),
            why_part(tr("Why it waits"), memory.gate_why or tr("The gate was not sure of it.")),
            FactsPart(tuple(impact_lines(held)), tr("If you approve it")),
        ),
        more=passage_parts(memory, held.passage),
    )


def impact_lines(held: HeldFact) -> list[CardFact]:
    """Return what approving a fact does to others; that it is new, where it meets none."""
    lines = [impact_line(other, judgement) for other, judgement in held.affected]
    if held.retires is not None:
        text = tr("This one is archived: the agent asks to have it forgotten")
        lines.append(memory_link(held.retires, text, held.retires.observation, "trash", "warn"))
    new = tr(
        "It is new: nothing known about {shown_service} says the same or the opposite.",
        shown_service=shown_service(held.memory.service),
    )
    return lines or [CardFact("", new)]


def impact_line(other: Memory, judgement: PairJudgement) -> CardFact:
    """Return what approving a fact does to one other."""
    text, icon, tone = {
        Verdict.CONTRADICTION: (
            tr("It replaces this one, which loses 0.2 and leaves the prompts"),
            "redo",
            "warn",
        ),
        Verdict.SAME: (tr("It confirms this one"), "good", "good"),
    }.get(judgement.verdict, (tr("It stands beside this one"), "idle", "idle"))
    detail = " · ".join(filter(None, (other.observation, f"{other.confidence:.2f}", judgement.why)))
    return memory_link(other, text, detail, icon, tone)


def edit_held(page: InboxCards, keys: Keys, _note: str) -> None:
    """Ask for other words for a held fact."""
    held: HeldFact = page.card.item
    memory = held.memory
    values = {
        "text": memory.observation,
        "service": shown_service(memory.service),
        "category": memory.category,
        "approve": True,
    }
    open_form(page, EDIT_FORM, values, lambda answer: commands.edit_fact(page, keys[0], answer[0], approve=answer[1]))


def open_form(page: InboxCards, form: FormSpec[object], values: Values, done: object) -> None:
    """Open a dialog with words to write; Ctrl+Return submits it."""
    dialog = FormDialog(page.context, form, values, page)
    dialog.submitted.connect(done)
    QShortcut(QKeySequence("Ctrl+Return"), dialog, dialog.submit.click)
    dialog.open()


def check_words(values: Values) -> str:
    """Return what is wrong with the words of a fact; "" for nothing."""
    text = values["text"]
    if not text:
        return tr("Say in one sentence what is worth remembering.")
    if len(text) > LONGEST_OBSERVATION:
        return tr(
            "It has {words} characters; a memory holds {longest_observation} at most.",
            words=formatting.format_number(len(text)),
            longest_observation=formatting.format_number(LONGEST_OBSERVATION),
        )
    return ""


def make_edit(values: Values) -> tuple[MemoryEdit, bool]:
    """Return the edit, and whether the fact is approved with it."""
    service = service_name(values["service"]) or GENERAL
    return MemoryEdit(values["text"], values["category"], service), values["approve"]


EDIT_FORM: FormSpec[object] = FormSpec(
    title=tr("Edit a fact"),
    fields=(
        TextField("text", tr("Fact"), tr("The fact in your words")),
        LineField("service", tr("Service"), hint=tr("Service, or {general}", general=GENERAL)),
        ChoiceField("category", tr("Category"), choices=tuple((name, name) for name in CATEGORIES)),
        ChoiceField(
            "approve", tr("Then"), choices=((tr("Approve it with these words"), True), (tr("Keep it waiting"), False))
        ),
    ),
    submit=tr("Save"),
    result=make_edit,
    check=check_words,
    focus="text",
)


def is_moved(held: HeldFact) -> bool:
    """Tell whether a fact was moved here on an upgrade."""
    return held.moved


HELD: CardKind[InboxRow, HeldFact] = CardKind(
    text=tr("New fact"),
    content=held_content,
    load=load_held,
    decisions=(
        DecisionSpec(
            "approve",
            tr("Approve"),
            "A",
            tr("It becomes a memory that the next run may read"),
            commands.approve_facts,
            "primary",
            many=lambda number: tr("Approve {number}", number=formatting.format_number(number)),
        ),
        DecisionSpec("edit", tr("Edit"), "E", tr("Edit text first"), edit_held, read=False),
        DecisionSpec(
            "reject",
            tr("Reject"),
            "R",
            tr("It is not kept as a memory"),
            commands.reject_facts,
            "danger",
            read=False,
            many=lambda number: tr("Reject {number}", number=formatting.format_number(number)),
        ),
        DecisionSpec(
            "put back",
            tr("Put back"),
            "",
            tr("It stands as before the upgrade, and is not asked about again"),
            commands.put_facts_back,
            shown=is_moved,
        ),
    ),
)


# --- pairs in conflict -----------------------------------------------------------------------------------------------


def pair_content(pair: ConflictPair) -> CardContent:
    """Return what the card of a pair in conflict says."""
    service = shown_service(pair.new.service)
    return CardContent(
        title=service,
        about=tr("{category} · possible conflict", category=pair.new.category),
        spoken=tr(
            "Two facts about {service} may contradict one another. Older: {observation} Newer: {observation_2}",
            service=service,
            observation=pair.old.observation[:SPOKEN_UP_TO],
            observation_2=pair.new.observation[:SPOKEN_UP_TO],
        ),
        must=(
            ColumnsPart(
                _side(tr("Older"), tr("The older fact"), pair.old), _side(tr("Newer"), tr("The newer fact"), pair.new)
            ),
            why_part(tr("Why it waits"), conflict_reason(pair)),
        ),
    )


def _side(title: str, name: str, memory: Memory) -> Sequence[TextPart | FactsPart]:
    return (
        TextPart(name, memory.observation, title),
        FactsPart((memory_link(memory, "", memory_source_text(memory)),)),
    )


def conflict_reason(pair: ConflictPair) -> str:
    """Return what is in doubt, what was done about it so far, and the judge's reason."""
    found = pair.conflict
    if found.kind is ConflictKind.LIKELY:
        doubt = tr("The newer fact probably replaces the older one, whose confidence was lowered by 0.2.")
    else:
        doubt = tr("The newer fact may replace the older one, or both may hold.")
    return tr(
        "{doubt} Until you answer, prompts hold both, marked as in conflict. {why} Certainty: {sure}.",
        doubt=doubt,
        why=found.why,
        sure=formatting.format_percent(found.certainty),
    )


def _pair_decision(
    state: ConflictState, text: str, keys: str, tip: str, role: str = "", *, read: bool = True
) -> DecisionSpec[ConflictPair]:
    return DecisionSpec(str(state), text, keys, tip, partial(commands.answer_pair, state=state), role, read)


CONFLICT: CardKind[InboxRow, ConflictPair] = CardKind(
    text=tr("Possible conflict"),
    content=pair_content,
    item=lambda row: row.subject,
    decisions=(
        _pair_decision(ConflictState.BOTH, tr("Both hold"), "B", tr("They do not contradict one another"), read=False),
        _pair_decision(
            ConflictState.REPLACED, tr("The new one replaces"), "N", tr("The older one is closed"), "primary"
        ),
        _pair_decision(
            ConflictState.SAME, tr("They are the same"), "S", tr("The older one is confirmed, the newer one goes")
        ),
    ),
)


# --- facts about to expire -------------------------------------------------------------------------------------------


def expiring_content(found: ExpiringDetails) -> CardContent:
    """Return what the card of an expiring fact says."""
    memory = found.fact.memory
    service = shown_service(memory.service)
    return CardContent(
        title=service,
        about=tr("{category} · {domain} · about to expire", category=memory.category, domain=memory.domain),
        spoken=tr(
            "A fact about {service} is about to expire: {observation}",
            service=service,
            observation=memory.observation[:SPOKEN_UP_TO],
        ),
        must=(
            TextPart(tr("The fact that is about to expire"), memory.observation),
            FactsPart((memory_link(memory, "", memory_source_text(memory)),)),
            why_part(tr("Still true?"), tr_message(expiry_reason(found.fact))),
        ),
        more=passage_parts(memory, found.passage),
    )


def expiry_reason(one: ExpiringFact) -> str:
    """Return when it leaves the prompts and why; and whether a session was asked to check it."""
    if not one.asked:
        return one.why
    return tr(
        "{why} You asked for a check: the next session about {shown_service} makes it.",
        why=one.why,
        shown_service=shown_service(one.memory.service),
    )


EXPIRING: CardKind[InboxRow, ExpiringDetails] = CardKind(
    text=tr("Still true?"),
    content=expiring_content,
    load=load_expiring,
    decisions=(
        DecisionSpec(
            "keep",
            tr("Still true"),
            "T",
            tr("It is confirmed as of today and regains the confidence it lost with age"),
            commands.keep_facts,
            "primary",
            many=lambda number: tr("Keep {number}", number=formatting.format_number(number)),
        ),
        DecisionSpec(
            "let go",
            tr("Drop"),
            "L",
            tr("It is no longer in prompts; it is archived, not deleted"),
            commands.drop_facts,
            many=lambda number: tr("Drop {number}", number=formatting.format_number(number)),
        ),
        DecisionSpec(
            "check",
            tr("Check"),
            "C",
            tr(
                "Compare it with what the watcher measured; if that is not possible, the next session "
                "about it checks it"
            ),
            commands.check_fact,
            read=False,
            shown=lambda found: not found.fact.asked,
        ),
    ),
)
