"""The page of cases: what was out of order, what was tried and what helped, and the patterns drawn from it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from ....core.atomic_write import write_whole
from ....core.clock import to_text, utc_now
from ....learning import LearningService, StoredCase
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, number_column, text_column, time_column
from ...kit.detail import DetailSpec, EmptyText, ParagraphSpec
from ...kit.fields import ChoiceField, LineField, TextField
from ...kit.filters import FilterSpec
from ...kit.forms import FormDialog, FormSpec
from ...kit.list_dialog import ListDialog
from ...kit.record_page import RecordPage, RecordPageSpec
from ...kit.sections import TableSection, TextSection, WidgetSection
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ..base_page import PageLocation
from . import pattern_section
from .queries import EDITED, CaseListing, CaseQuery, edit_case, find_case, list_cases, render_postmortem
from .text import (
    LOOKS,
    MOMENTS,
    RESULT_LOOKS,
    RESULTS,
    STATES,
    case_facts,
    case_state,
    cause_text,
    failed_text,
    helped_text,
    symptom_text,
)

VOTER = "operator"
BESIDE_FROM = 1240  # px of the page: what was out of order and what helped are sentences, and need the width


@dataclass(frozen=True)
class MomentRow:
    """Something that happened in a case: a check, a report, or an attempt with its result."""

    at: str
    word: str
    look: str
    text: str
    evidence: str


def list_moments(_context: AppContext, case: StoredCase) -> dict[Hashable, MomentRow]:
    """Return what happened, in order; of two at one time the attempt comes first."""
    found: dict[Hashable, MomentRow] = {}
    for number, stored in enumerate(case.attempts):
        one = stored.attempt
        evidence = " · ".join(part for part in (one.by, one.evidence) if part)
        look = RESULT_LOOKS.get(one.result, "unknown")
        found["attempt", number] = MomentRow(to_text(one.at), tr("Attempt"), look, _attempt_text(one), evidence)
    for number, moment in enumerate(case.timeline):
        if moment.kind != "attempt":
            word, look = MOMENTS.get(moment.kind, (moment.kind, "info"))
            found["moment", number] = MomentRow(moment.at, word, look, moment.text, moment.evidence)
    return dict(sorted(found.items(), key=lambda each: each[1].at))


def _attempt_text(attempt: Any) -> str:
    result = RESULTS.get(attempt.result, attempt.result)
    if attempt.seconds_to_recovery is not None:
        took = formatting.format_duration(attempt.seconds_to_recovery)
        result = tr("{result}, after {took}", result=result, took=took)
    return tr("{action}: {result}", action=attempt.action, result=result)


# --- commands --------------------------------------------------------------------------------------------------------


def open_edit(page: CasesPage) -> None:
    """Open the form for the words of the current case."""
    case = page.current
    if case is None:
        return
    form = FormSpec(
        tr("Edit case {id}", id=case.id),
        fields=(
            LineField("service", tr("Service")),
            TextField("symptom", tr("What was out of order"), lines=2),
            TextField("cause", tr("Cause"), lines=2),
            TextField("cure", tr("What helped"), lines=2),
            ChoiceField("state", tr("State"), choices=[(word, name) for name, word in STATES.items()]),
        ),
        submit=tr("Save"),
        result=dict[str, str],
        check=lambda values: "" if values["service"] else tr("Enter a service."),
        intro=tr("What you write is not written over by what is seen later."),
        width=520,
    )
    values = {name: getattr(case, name) for name in EDITED}
    page.open_dialog(FormDialog(page.context, form, values, page), partial(_save_edit, page.context, case))


def _save_edit(context: AppContext, case: StoredCase, edited: dict[str, str]) -> None:
    cases = LearningService(context.book).cases
    context.undo.perform(
        tr("Changed a case"), partial(edit_case, context.book, case, edited), lambda _answer: cases.restore(case)
    )


def open_merge(page: CasesPage) -> None:
    """Open the choice of the case that the current one becomes part of: those of the same services come first."""
    case = page.current
    if case is None or page.listing is None:
        return
    others = [one for one in page.listing.cases.values() if one.id != case.id]
    others.sort(key=lambda one: not set(one.services) & set(case.services))
    choices = [
        (tr("{id}: {service}, {symptom}", id=one.id, service=one.service, symptom=symptom_text(one)), one.id)
        for one in others
    ]
    form = FormSpec(
        tr("Merge case {id}", id=case.id),
        fields=(ChoiceField("into", tr("The case that it becomes part of"), choices=choices),),
        submit=tr("Merge"),
        result=lambda values: int(values["into"]),
        check=lambda values: "" if values["into"] is not None else tr("There is no other case."),
        intro=tr("Choose the case that was the same problem. Its attempts are then counted together with these."),
    )
    page.open_dialog(FormDialog(page.context, form, {}, page), partial(_merge, page.context, case.id))


def _merge(context: AppContext, case_id: int, into: int) -> None:
    cases = LearningService(context.book).cases
    context.undo.perform(
        tr("Merged two cases"), lambda: cases.merge(into, case_id) and None, lambda _answer: cases.unmerge(case_id)
    )


def open_export(page: CasesPage) -> None:
    """Ask for the file of the draft of a postmortem."""
    case = page.current
    if case is None:
        return
    dialog = QFileDialog(page, tr("Export case {number}", number=case.id), str(Path.home()))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([tr("Markdown (*.md)"), tr("JSON (*.json)")])
    dialog.setDefaultSuffix("md")
    dialog.selectFile(f"case-{case.id:06d}.md")
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Export"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(partial(page.export_to, case.id))
    dialog.open()


def toggle_retired(page: CasesPage) -> None:
    """Offer the current case no longer, or again."""
    case, cases = page.current, LearningService(page.context.book).cases
    if case is not None:
        on = case.retired_at is None
        label = tr("The case is no longer offered") if on else tr("The case is offered again")
        page.context.undo.perform(
            label, partial(cases.retire, case.id, on), lambda _answer: cases.retire(case.id, not on)
        )


def vote(page: CasesPage, word: str) -> None:
    """Say that the current case was right (up) or wrong (down)."""
    case, cases = page.current, LearningService(page.context.book).cases
    if case is not None:
        label = tr("Noted that the case was right") if word == "up" else tr("Noted that the case was wrong")
        page.context.undo.perform(
            label, partial(cases.vote, case.id, VOTER, word), lambda _answer: cases.vote(case.id, VOTER, "")
        )


def show_last(page: CasesPage, name: str, numbers: Callable[[StoredCase], Sequence[int]]) -> None:
    """Show the latest incident or session of the current case."""
    found = numbers(page.current) if page.current is not None else ()
    if found:
        page.navigation_requested.emit(PageLocation(name, id=found[-1]))


def open_patterns(page: CasesPage) -> None:
    """Open the list of all patterns."""
    page.open_dialog(ListDialog(page.context, pattern_section.DIALOG, page))


# --- the page --------------------------------------------------------------------------------------------------------


def fact_line(listing: CaseListing) -> str:
    """Return how many cases there are, and how many of them are cured."""
    if not listing.total:
        return ""
    cured = sum(case.state == "cured" for case in listing.cases.values())
    found = tr_count("%n case", "%n cases", listing.total)
    return tr("{cases} · {cured} cured", cases=found, cured=formatting.format_number(cured))


def has_changed(before: CaseListing, now: CaseListing, key: Hashable) -> bool:
    """Tell whether a case must be shown anew: it has changed, or the patterns below it may have."""
    return before.cases.get(key) != now.cases.get(key) or before.patterns != now.patterns


COLUMNS: tuple[ColumnSpec[StoredCase], ...] = (
    ColumnSpec(
        "service",
        tr("Service"),
        130,
        sort="service",
        text=lambda case: case.service,
        tip=lambda case: ", ".join(case.services),
        state=lambda case: LOOKS.get(case.state, "unknown"),
    ),
    text_column("symptom", tr("What was out of order"), 260, symptom_text, stretch=True),
    text_column("helped", tr("What helped"), 240, helped_text, stretch=True),
    ColumnSpec("state", tr("State"), 120, sort="state", text=case_state),
    replace(number_column("seen", tr("Seen"), 60, lambda case: case.seen), sort="seen", falls=True),
    replace(time_column("when", tr("Latest"), 110, lambda case: case.opened_at), sort="when", falls=True),
)
MOMENT_COLUMNS: tuple[ColumnSpec[MomentRow], ...] = (
    ColumnSpec(
        "when",
        tr("When"),
        106,
        text=lambda moment: formatting.format_clock_time(moment.at, utc_now()),
        tip=lambda moment: formatting.format_exact_time(moment.at),
    ),
    ColumnSpec("what", tr("What"), 110, text=lambda moment: moment.word, state=lambda moment: moment.look),
    ColumnSpec(
        "detail",
        tr("Detail"),
        320,
        text=lambda moment: moment.text,
        tip=lambda moment: f"{moment.text}\n{moment.evidence}".strip(),
        stretch=True,
    ),
)

ACTIONS: tuple[ActionSpec[Any], ...] = (
    ActionSpec(
        "edit",
        tr("Edit the chosen case"),
        open_edit,
        "F2",
        label=lambda _page: tr("Edit…"),
        tip=lambda _page: tr("Correct the words of the case (F2)"),
        icon="edit",
    ),
    ActionSpec(
        "right",
        tr("Note that the case was right"),
        lambda page: vote(page, "up"),
        label=lambda _page: tr("It was right"),
        tip=lambda _page: tr("Offer it with more trust"),
    ),
    ActionSpec(
        "wrong",
        tr("Note that the case was wrong"),
        lambda page: vote(page, "down"),
        label=lambda _page: tr("It was wrong"),
        tip=lambda _page: tr("Offer it with less trust, or no longer"),
    ),
    ActionSpec(
        "retire",
        tr("Do not offer the case, or offer it again"),
        toggle_retired,
        label=lambda page: tr("Offer again") if page.current and page.current.retired_at else tr("Do not offer"),
        tip=lambda _page: tr("Keep the case, and offer it no longer"),
    ),
    ActionSpec(
        "merge",
        tr("Merge the case into another one"),
        open_merge,
        label=lambda _page: tr("Merge…"),
        tip=lambda _page: tr("It is the same problem as another case"),
    ),
    ActionSpec(
        "export",
        tr("Export the case"),
        open_export,
        label=lambda _page: tr("Export…"),
        tip=lambda _page: tr("Write it as the draft of a postmortem"),
        icon="external",
    ),
    ActionSpec(
        "incident",
        tr("Show the incident"),
        lambda page: show_last(page, "incidents", lambda case: case.incident_ids),
        shown=lambda page: page.current is not None and bool(page.current.incident_ids),
    ),
    ActionSpec(
        "session",
        tr("Show the run"),
        lambda page: show_last(page, "sessions", lambda case: case.session_ids),
        shown=lambda page: page.current is not None and bool(page.current.session_ids),
    ),
    ActionSpec("patterns", tr("Show the patterns"), open_patterns, label=lambda _page: tr("Patterns…")),
)

DETAIL: DetailSpec[StoredCase] = DetailSpec(
    state=lambda case: LOOKS.get(case.state, "unknown"),
    title=lambda case: f"{case.service}: {symptom_text(case)}",
    facts=lambda case: [case_facts(case, utc_now())],
    paragraphs=(ParagraphSpec(lambda case: case.uncertain, "warn"),),
    sections=(
        TextSection(name="helped", title=tr("What helped"), text=helped_text),
        TextSection(name="failed", title=tr("What did not help"), text=failed_text),
        TextSection(name="cause", title=tr("Cause and evidence"), text=cause_text),
        TableSection(
            name="moments",
            title=tr("What happened, in order"),
            look="FactTableModel",
            columns=MOMENT_COLUMNS,
            load=list_moments,
        ),
        WidgetSection(name="patterns", title=tr("Patterns"), widget=pattern_section.PatternSection),
    ),
    empty=EmptyText("memories", tr("No case chosen"), tr("Choose one to see what was tried and what helped.")),
    actions=("edit", "right", "wrong", "retire", "merge", "export", "incident", "session"),
)


class CasesPage(RecordPage[StoredCase, CaseQuery, CaseListing]):
    """A PageLocation with an id shows that case, ``{"service": name}`` those of a service, and ``{"view": "patterns"}``
    the list of patterns."""

    title = tr("Cases")
    beside_from = BESIDE_FROM
    spec = RecordPageSpec(
        title=title,
        look="CaseTableModel",
        query=CaseQuery(),
        search=tr("Search cases"),
        filters=(
            FilterSpec[str](
                "state",
                tr("State"),
                tr("Any state"),
                lambda state: STATES[state],
                values=lambda _state, _counts: list(STATES),
                valid=lambda state: state in STATES,
            ),
            FilterSpec[str]("service", tr("Service"), tr("Any service")),
        ),
        columns=COLUMNS,
        list=list_cases,
        rows=lambda _context, listing, keys: {key: listing.cases[key] for key in keys if key in listing.cases},
        tables=frozenset(("cases", "case_offers", "patterns")),
        changed=has_changed,
        find=find_case,
        not_found=tr("That case is no longer in the records."),
        fact=fact_line,
        summary=lambda listing: pattern_section.patterns_summary(listing.patterns),
        summary_actions=("patterns",),
        empty=EmptyText(
            "memories",
            tr("No case yet"),
            tr(
                "When an outage is over, what was tried and what helped is kept here, as the checks showed it. "
                "Sessions that are observed add theirs."
            ),
        ),
        no_match=tr("No case matches"),
        detail=DETAIL,
        shares=(1, 1),
        actions=ACTIONS,
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.dialog: QDialog | None = None
        self.table.sort_requested.connect(self._sort)

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view; a location may ask for the patterns."""
        wants_patterns = place is not None and (place.filters or {}).get("view") == "patterns"
        super().activate(None if wants_patterns else place)
        if wants_patterns:
            open_patterns(self)

    def open_dialog(self, dialog: QDialog, submitted: Callable[[Any], object] | None = None) -> None:
        """Open a dialog over the page, which has one at most."""
        if self.dialog is not None:
            dialog.deleteLater()
            return
        self.dialog = dialog
        if submitted is not None and isinstance(dialog, FormDialog):
            dialog.submitted.connect(submitted)
        dialog.destroyed.connect(self._dialog_closed)
        dialog.open()

    def export_to(self, case_id: int, name: str) -> None:
        """Write the draft of a postmortem; ``message_posted`` says when it is there, or why not."""
        path = Path(name)
        self.context.bridge.ask(
            partial(render_postmortem, self.context, case_id, path), partial(self._write, path), self._export_failed
        )

    def _write(self, path: Path, text: str) -> None:
        self.context.run_in_background(
            partial(write_whole, path, text), partial(self._exported, path), self._export_failed
        )

    def _exported(self, path: Path, _done: object) -> None:
        self._post(tr("Exported to {shorten_path}.", shorten_path=formatting.shorten_path(path)))

    def _export_failed(self, error: Exception) -> None:
        self._post(error_text(error))

    def _sort(self, column: str, descending: bool) -> None:
        self._change(sort=column, descending=descending)

    def _row_opened(self, _key: Hashable) -> None:
        open_edit(self)

    def _dialog_closed(self) -> None:
        self.dialog = None

    def _show_rows(self, matching: int, total: int, nothing: tuple[str, str], no_match: str) -> None:
        super()._show_rows(matching, total, nothing, no_match)
        if not total and self.listing is not None:
            self._none.set_message(*nothing, tr("Show the patterns") if self.listing.patterns else "")

    def _empty_acted(self) -> None:
        if self._total:
            super()._empty_acted()
        else:
            open_patterns(self)
