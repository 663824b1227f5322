"""What is asked about memories: the form that adds and edits, the form for several, and whether to delete (M14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....core.settings.groups import DomainLifetime, LifetimeSettings
from ....language.types import CATEGORIES, GENERAL, PairJudgement, Verdict, service_name
from ....memory import (
    DEFAULT_CONFIDENCE,
    LONGEST_LESSON,
    LONGEST_OBSERVATION,
    Memory,
    MemoryCandidate,
    MemoryEdit,
    MemoryService,
    clamp_confidence,
    is_active_confidence,
    shown_service,
)
from ... import theme
from ...app_context import AppContext
from ...kit.fields import ChoiceField, ExplainedField, FieldInput, InputField, TextField, TickField, Values
from ...kit.forms import FormDialog, FormSpec
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from .cells import make_service_field
from .confidence_widgets import ConfidenceSpin, StepSpin
from .rows import FACT, LESSON, MemoryTableRow
from .text import deletion_question, observation_fault, plain_tip, service_fault, shorten_to_line

PAUSE_MS = 200
SHOWN_AT_MOST = 3
MEANT = {
    "timing": tr("how long things take, and when they happen"),
    "dependency": tr("what needs what, and in which order"),
    "behavior": tr("how a service behaves, and what is normal for it"),
    "remediation": tr("what helps when something is wrong"),
    "maintenance": tr("what has to be done regularly"),
}
KINDS = ((tr("Fact"), FACT), (tr("Lesson"), LESSON))
KINDS_MEANT = {FACT: tr("what is true of a service"), LESSON: tr("a short rule that is in every prompt")}


# --- fields ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ServiceField(InputField):
    """A line that completes the names of known services."""

    services: Sequence[str] = ()

    def _make_control(self) -> FieldInput:
        line = make_service_field(self.services)
        line.setPlaceholderText(tr("general: not about one service"))
        return FieldInput(line, line.text, line.setText, line.textChanged)


@dataclass(frozen=True)
class ConfidenceField(InputField):
    """A spin box from 0 to 1; with ``step`` one from -1 to 1, by which confidences are raised or lowered."""

    step: bool = False

    def _make_control(self) -> FieldInput:
        spin = StepSpin() if self.step else ConfidenceSpin()
        return FieldInput(spin, lambda: round(spin.value(), 4), spin.setValue, spin.valueChanged)


def _fields(
    context: AppContext, services: Sequence[str], shown: Callable[[Values], bool], *more_domains: tuple[str, str]
) -> dict[str, InputField]:
    """Return the fields that the forms have in common, by name. ``more_domains`` come before those that are set up."""
    lifetimes = context.memory.aging.lifetimes()
    domains = dict([*more_domains, *((name, name) for name in lifetimes.all_lifetimes())])
    category = ChoiceField("", "", choices=[(name, name) for name in CATEGORIES])
    domain = ChoiceField("", "", choices=list(domains.items()))
    return {
        "service": ServiceField("service", tr("&Service"), services=services, shown=shown),
        "category": ExplainedField(
            "category", tr("&Category"), field=category, meaning=lambda name: MEANT.get(name, ""), shown=shown
        ),
        "domain": ExplainedField(
            "domain", tr("&Domain"), field=domain, meaning=partial(domain_meaning, lifetimes), shown=shown
        ),
        "confidence": ExplainedField(
            "confidence", tr("Con&fidence"), field=ConfidenceField("", ""), meaning=confidence_meaning, shown=shown
        ),
    }


def confidence_meaning(value: float) -> str:
    """Return what a confidence means for the next run."""
    if value > 1:
        return tr("the range is 0 to 1: stored as 1.00")
    if value < 0:
        return tr("the range is 0 to 1: stored as 0.00")
    return tr("inactive: no run reads it") if value < 0.3 else tr("runs read it")


def domain_meaning(lifetimes: LifetimeSettings, name: str | None) -> str:
    """Return how long facts of a domain are trusted."""
    if not name:
        return tr("decides how long it is trusted")
    lifetime = lifetimes.all_lifetimes().get(name)
    return tr("no longer configured: treated like “operations”") if lifetime is None else lifetime_text(lifetime)


def lifetime_text(lifetime: DomainLifetime) -> str:
    """Return how long facts are trusted: ``stale after 90 days, archived after 180 days``."""
    if not lifetime.stale_days and not lifetime.archive_days:
        return tr("does not fade")
    stale = (
        tr_count("stale after %n day", "stale after %n days", lifetime.stale_days)
        if lifetime.stale_days
        else tr("never stale")
    )
    if not lifetime.archive_days:
        return tr("{stale}, never archived", stale=stale)
    return tr_count(
        "{stale}, archived after %n day", "{stale}, archived after %n days", lifetime.archive_days, stale=stale
    )


# --- one memory ------------------------------------------------------------------------------------------------------


def is_fact(values: Values) -> bool:
    """Tell whether the form is about a fact."""
    return str(values.get("kind", FACT)) == FACT


def check_values(values: Values) -> str:
    """Return what is wrong with the values of the form, or nothing."""
    fact = is_fact(values)
    text = observation_fault(values["observation"], LONGEST_OBSERVATION if fact else LONGEST_LESSON)
    return (service_fault(values["service"]) if fact else "") or text


def candidate_from(values: Values) -> MemoryCandidate:
    """Return what is filled in, as an operator's memory: no session."""
    return MemoryCandidate(
        category=values["category"],
        service=service_name(values["service"]),
        observation=values["observation"],
        confidence=values["confidence"],
        domain=values["domain"],
    )


def changes_of(memory: Memory, values: Values) -> MemoryEdit:
    """Return the edit of what was changed alone."""
    found: dict[str, Any] = {}
    if values["observation"] != formatting.strip_direction_marks(memory.observation).strip():
        found["observation"] = values["observation"]
    if service_name(values["service"]) != memory.service:
        found["service"] = service_name(values["service"]) or GENERAL
    if values["category"] != memory.category:
        found["category"] = values["category"]
    if values["domain"] and values["domain"] != memory.domain:
        found["domain"] = values["domain"]
    if values["confidence"] != round(memory.confidence, 2):
        found["confidence"] = values["confidence"]
    if values["pinned"] != bool(memory.pinned):
        found["pinned"] = values["pinned"]
    return MemoryEdit(**found)


def adding_form(context: AppContext, services: Sequence[str]) -> FormSpec[Any]:
    """Return the form that adds a fact or a lesson: it makes a MemoryCandidate, or the lesson's text."""
    kind = ExplainedField(
        "kind", tr("&Kind"), field=ChoiceField("", "", choices=KINDS), meaning=lambda name: KINDS_MEANT.get(name, "")
    )
    text = TextField(
        "observation",
        tr("&Observation"),
        hint=tr("One fact in one sentence, as you would tell a colleague on call"),
    )
    return FormSpec(
        tr("Add a memory"),
        [kind, text, *_fields(context, services, is_fact, (tr("chosen from the text"), "")).values()],
        tr("Add the memory"),
        lambda values: candidate_from(values) if is_fact(values) else values["observation"],
        check_values,
        focus="observation",
        width=640,
    )


def editing_form(context: AppContext, services: Sequence[str], row: MemoryTableRow) -> FormSpec[Any]:
    """Return the form that edits a row: of a fact it makes a MemoryEdit, of a lesson its new text."""
    memory = row.fact
    text = TextField("observation", tr("&Observation"))
    if memory is None:
        return FormSpec(
            tr("Edit the lesson"),
            [text],
            tr("Save the changes"),
            lambda values: values["observation"],
            lambda values: observation_fault(values["observation"], LONGEST_LESSON),
            focus="observation",
            width=640,
        )
    pinned = TickField("pinned", "", tr("Pinned"), text=tr("Pinned: it goes first in every prompt and does not fade"))
    return FormSpec(
        tr("Edit the memory"),
        [text, *_fields(context, services, is_fact, (memory.domain, memory.domain)).values(), pinned],
        tr("Save the changes"),
        partial(changes_of, memory),
        check_values,
        focus="observation",
        width=640,
    )


class MemoryForm(FormDialog[Any]):
    """The form of one row, or of a new one. While a fact is added, what is known already is in view: what it would
    confirm or close is shown before it is saved. ``show_requested`` carries the id of a known memory to look at
    instead."""

    show_requested = Signal(int)

    def __init__(
        self, context: AppContext, services: Sequence[str], parent: QWidget, row: MemoryTableRow | None = None
    ) -> None:
        self._touched = self._wanted = False
        self._compared: MemoryCandidate | None = None
        self._adding = row is None
        form = adding_form(context, services) if row is None else editing_form(context, services, row)
        self.alike = SimilarList()
        super().__init__(context, form, _values_of(row), parent)
        self._similar = LatestQuery(context.bridge, self._have_compared, self._not_compared, self)
        self._rest = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._rest.timeout.connect(self._compare)
        self.alike.show_requested.connect(self._show)
        column = self.layout()
        assert isinstance(column, QBoxLayout)  # noqa: S101 — made by the form
        column.insertWidget(column.count() - 1, self.alike)
        column.insertStretch(column.count() - 1)
        self._touched = True
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.submit.click)

    def _edited(self, *_: object) -> None:
        super()._edited()
        if not self._touched:
            self.message.setText("")  # nothing was typed yet that could be wrong
        elif self._adding:
            self._rest.start()

    def _compare(self) -> None:
        values = self.values
        if is_fact(values) and values["observation"] and not service_fault(values["service"]):
            candidate = replace(candidate_from(values), observation=values["observation"][:LONGEST_OBSERVATION])
            self._similar.ask(partial(_find_similar, self._context.memory, candidate))
        else:
            self._similar.discard()
            self.alike.show_all([])

    def _have_compared(self, answer: tuple[MemoryCandidate, list[SimilarMemory]]) -> None:
        """Show what it would do to what is known. Where that was not in view when the button was pressed, it is shown
        first."""
        self._compared, alike = answer
        self.alike.show_all(alike)
        wanted, self._wanted = self._wanted, False
        if wanted and all(one.judgement.verdict is Verdict.SAME for one in alike):
            self._submit()

    def _not_compared(self, sentence: str) -> None:
        self._wanted = False
        self.message.setText(tr("It could not be compared with what is known. {sentence}", sentence=sentence))

    def _submit(self) -> None:
        if self._adding and is_fact(self.values) and self._compared != candidate_from(self.values):
            self._wanted = True
            self._rest.stop()
            self._compare()
            return
        super()._submit()

    def _show(self, memory_id: int) -> None:
        self.show_requested.emit(memory_id)
        self.reject()


def _values_of(row: MemoryTableRow | None) -> Values:
    if row is None:
        return {"confidence": DEFAULT_CONFIDENCE}
    values: Values = {"observation": formatting.strip_direction_marks(row.text)}
    if row.fact is not None:
        memory = row.fact
        values |= {"service": memory.service or "", "category": memory.category, "domain": memory.domain}
        values |= {"confidence": memory.confidence, "pinned": bool(memory.pinned)}
    return values


# --- what is known already -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SimilarMemory:
    """A known memory that says the same as a new text, or the opposite."""

    memory: Memory
    judgement: PairJudgement


def _find_similar(memory: MemoryService, candidate: MemoryCandidate) -> tuple[MemoryCandidate, list[SimilarMemory]]:
    return candidate, [SimilarMemory(*pair) for pair in memory.edits.bearing(candidate)]


class SimilarList(QFrame):
    """The known memories that say the same as a new text, or the opposite."""

    show_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "card")
        self._title = theme.plain_label(role="strong", wrap=True)
        self._rows: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_M, theme.GAP_S)
        self._column.setSpacing(theme.GAP_S)
        self._column.addWidget(self._title)
        self.hide()

    def show_all(self, alike: Sequence[SimilarMemory]) -> None:
        """Show these; nothing where there are none."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.deleteLater()
        more = len(alike) - SHOWN_AT_MOST
        self._title.setText(
            tr("Already known, and {more} more like it", more=format_number(more)) if more > 0 else tr("Already known")
        )
        self._rows = [self._row(found) for found in alike[:SHOWN_AT_MOST]]
        for row in self._rows:
            self._column.addWidget(row)
        self.setVisible(bool(alike))

    def _row(self, found: SimilarMemory) -> QWidget:
        same = found.judgement.verdict is Verdict.SAME
        word = theme.plain_label(
            tr("will be confirmed instead") if same else tr("contradicted: will be closed"), "muted" if same else "warn"
        )
        text = theme.plain_label(shorten_to_line(found.memory.observation, 120), wrap=True)
        text.setToolTip(plain_tip(found.judgement.why))
        show = QPushButton(tr("Show"))
        theme.set_role(show, "link")
        show.setAccessibleName(tr("Show the memory about {service}", service=shown_service(found.memory.service)))
        show.clicked.connect(partial(self.show_requested.emit, found.memory.id))
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_M)
        row.addWidget(word)
        row.addWidget(text, 1)
        row.addWidget(theme.plain_label(f"{found.memory.confidence:.2f}", "muted"))
        row.addWidget(show)
        return whole


# --- several memories ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BulkChange:
    """What becomes of several memories: an edit, and by how much their confidence is raised or lowered."""

    edit: MemoryEdit
    by: float = 0.0


def bulk_form(context: AppContext, services: Sequence[str], ids: Sequence[int]) -> FormSpec[BulkChange]:
    """Return the form that changes several memories at once. Only what is ticked is changed."""
    number = len(ids)
    common = _fields(context, services, lambda values: True)
    fields = [
        ConfidenceField("by", tr("Raise or lower the confidence by"), step=True, optional=True),
        replace(common["confidence"], label=tr("Set the confidence to"), optional=True),
        replace(common["service"], label=tr("Set the service to"), optional=True),
        replace(common["category"], label=tr("Set the category to"), optional=True),
        replace(common["domain"], label=tr("Set the domain to"), optional=True),
    ]
    return FormSpec(
        tr_count("Edit %n memory", "Edit %n memories", number),
        fields,
        tr_count("Change %n memory", "Change %n memories", number),
        bulk_change,
        check_bulk,
        preview=partial(preview_bulk, tuple(ids)),
        width=720,
    )


def check_bulk(values: Values) -> str:
    """Return what is wrong with the values of the form for several, or nothing."""
    if all(value is None for value in values.values()):
        return tr("Tick what should change.")
    if values["by"] is not None and values["confidence"] is not None:
        return tr("Either raise or lower the confidence, or set it.")
    return service_fault(values["service"] or "")


def bulk_change(values: Values) -> BulkChange:
    """Return what the form for several asks for."""
    service = None if values["service"] is None else service_name(values["service"]) or GENERAL
    edit = MemoryEdit(
        service=service, category=values["category"], confidence=values["confidence"], domain=values["domain"]
    )
    return BulkChange(edit, values["by"] or 0.0)


def preview_bulk(ids: Sequence[int], context: AppContext, values: Values) -> str:
    """Return how many become inactive, or active again. Runs on a reader thread."""
    memories = context.memory.search.rows(ids)
    to, by, number = values["confidence"], values["by"] or 0.0, format_number(len(ids))
    after = [clamp_confidence(one.confidence + by if to is None else to) for one in memories]
    fall = sum(one.active and not is_active_confidence(new) for one, new in zip(memories, after, strict=True))
    rise = sum(not one.active and is_active_confidence(new) for one, new in zip(memories, after, strict=True))
    words = []
    if to is not None or by:
        words.append(tr("From 0 to 1; below 0.3 a memory is inactive."))
        if fall:
            words.append(tr_count("%n of {all} becomes inactive.", "%n of {all} become inactive.", fall, all=number))
        if rise:
            said = tr_count("%n of {all} becomes active again.", "%n of {all} become active again.", rise, all=number)
            words.append(said)
    return " ".join(words) or tr_count("%n memory is changed.", "%n memories are changed.", len(ids))


# --- deleting ---------------------------------------------------------------------------------------------------------


class DeleteQuestion(QMessageBox):
    """Asks before deleting (M14), with ``for_good`` from the trash. ``delete_confirmed`` carries the ids; Escape and
    the first button keep them."""

    delete_confirmed = Signal(object)

    def __init__(
        self, ids: Sequence[int], known: Sequence[Memory], parent: QWidget | None = None, *, for_good: bool = False
    ) -> None:
        super().__init__(parent)
        self._ids = tuple(ids)
        question, meaning = deletion_question(known, len(ids), for_good=for_good)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(question)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(question)
        self.setInformativeText(meaning)
        for shown in self.findChildren(QLabel):  # the second text has no format of its own
            shown.setTextFormat(Qt.TextFormat.PlainText)
        self._delete = self.addButton(
            tr("Delete for good") if for_good else tr_count("Delete %n memory", "Delete %n memories", len(ids)),
            QMessageBox.ButtonRole.DestructiveRole,
        )
        theme.set_role(self._delete, "danger")
        keep = self.addButton(tr("Keep it") if len(ids) == 1 else tr("Keep them"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(keep)
        self.setEscapeButton(keep)
        self._delete.clicked.connect(self._agree)

    @property
    def delete_button(self) -> QWidget:
        """The button that deletes."""
        return self._delete

    @Slot()
    def _agree(self) -> None:
        self.delete_confirmed.emit(self._ids)
