"""Forget everything about something: what would go is shown first, then it goes for good (E19)."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....memory import SHORTEST_SUBJECT, PurgePreview, PurgeReport, PurgeRequest, UnreachableCopy
from ... import theme
from ...app_context import AppContext
from ...background_task import BackgroundTask, TaskProgressBar
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.growing_dialog import GrowingDialog
from ...widgets.vertical_scroll import VerticalScroll

if TYPE_CHECKING:
    from ....runs.purge_everywhere import PurgeRunner

INTRO = tr(
    "A name or words, in upper or lower case and in any spelling. Everything that "
    "contains them is deleted: memories and their history, passages, logs, "
    "transcripts of sessions that Claude Ops started, indexes, and the free space of "
    "the database. This cannot be undone."
)
KINDS = {
    "memories": tr("Memories, with history and passages"),
    "resources": tr("Passages"),
    "memory_versions": tr("Lines of history"),
    "markers": tr("Markers"),
    "sessions": tr("Sessions"),
    "events": tr("Events"),
    "recalls": tr("Questions to memory"),
    "lessons": tr("Lessons"),
    "forward_triggers": tr("Reminders"),
    "gate_log": tr("Words of the gate"),
    "checkpoints": tr("Checkpoints of turns"),
    "approvals": tr("Questions to you"),
}


class PurgeDialog(GrowingDialog):
    """Look first, then forget. ``purge_finished`` carries the PurgeReport."""

    purge_finished = Signal(object)

    def __init__(self, desk: AppContext, subject: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Forget everything about something"))
        self.resize(620, 420)
        self._desk = desk
        self.seen: PurgePreview | None = None
        self.report: PurgeReport | None = None
        self._rows: list[QWidget] = []
        self.near: dict[int, QCheckBox] = {}
        self._work = BackgroundTask(self, desk.bridge.acting)
        self._work.progress_changed.connect(self._moved)
        self._work.succeeded.connect(self._have)
        self._work.failed.connect(self._failed)
        self.subject = QLineEdit(subject)
        self.subject.setPlaceholderText(tr("What to forget"))
        self.subject.setAccessibleName(tr("What to forget"))
        self.subject.textChanged.connect(self._typed)
        self.whole = QCheckBox(tr("Whole words only"))
        self.keep = QCheckBox(tr("Keep saved prompts, schedules, mutes and service limits unchanged"))
        for box in (self.whole, self.keep):
            box.toggled.connect(self._typed)
        self.preview_button = QPushButton(tr("Preview"))
        self.preview_button.setDefault(True)
        self.preview_button.clicked.connect(self.preview)
        self.purge_button = QPushButton(tr("Forget"))
        self.purge_button.setAutoDefault(False)
        theme.set_role(self.purge_button, "danger")
        self.purge_button.clicked.connect(self.purge)
        self.leave = QPushButton(tr("Cancel"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.reject)
        self.bar = TaskProgressBar(self)
        self.bar.cancel.hide()  # looking is quick, and forgetting is not left half done
        self.status_label = theme.plain_label(role="strong", wrap=True)
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self._lay_out()
        self._typed()
        QTimer.singleShot(0, self, self._look_for_unfinished)

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(theme.GAP_S)
        line.addWidget(self.subject, 1)
        line.addWidget(self.preview_button)
        self._inner = QWidget()
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, theme.GAP_S, 0)
        self._column.setSpacing(theme.GAP_XS)
        self._column.addStretch()
        self.area = VerticalScroll(self._inner, name=tr("What would be deleted"))
        self.area.setMinimumHeight(7 * theme.ROW)
        self.area.hide()
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addStretch()
        buttons.addWidget(self.leave)
        buttons.addWidget(self.purge_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addWidget(theme.plain_label(INTRO, "muted", wrap=True))
        column.addLayout(line)
        for part in (self.whole, self.keep, self.bar, self.status_label, self.wrong):
            column.addWidget(part)
        column.addWidget(self.area, 1)
        column.addStretch()
        column.addLayout(buttons)
        self.status_label.hide()
        self.wrong.hide()

    # --- what the operator does --------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether it looks or forgets."""
        return self._work.busy

    @property
    def request(self) -> PurgeRequest:
        """What is asked for now; memories that were ticked go as well."""
        also = tuple(number for number, box in self.near.items() if box.isChecked())
        subject = " ".join(self.subject.text().split())
        return PurgeRequest(subject, self.whole.isChecked(), also, self.keep.isChecked())

    def preview(self) -> None:
        """Look, and show it."""
        if len(self.request.subject) >= SHORTEST_SUBJECT and not self.busy:
            self._begin(tr("Searching"), partial(_preview_purge, self._purger, replace(self.request, also=())))

    def purge(self) -> None:
        """Forget what was shown."""
        if self.seen is not None and not self.busy:
            self._begin(tr("Forgetting"), partial(_run_purge, self._purger, self.request))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Not while it is forgetting."""
        if self.busy:
            event.ignore()
        else:
            super().closeEvent(event)

    def reject(self) -> None:
        """Escape and the button, likewise."""
        if not self.busy:
            super().reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return in the field looks; it never forgets."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.subject.hasFocus():
            self.preview()
            return
        super().keyPressEvent(event)

    def _typed(self) -> None:
        """Something else is meant than what was shown."""
        self.seen = None
        self.near = {}
        self._show_rows([])
        self.area.hide()
        self.status_label.hide()
        self._stand()

    def _stand(self) -> None:
        """The buttons fit how it stands."""
        over = self.report is not None
        for part in (self.subject, self.whole, self.keep):
            part.setEnabled(not self.busy and not over)
        self.preview_button.setEnabled(not self.busy and not over and len(self.request.subject) >= SHORTEST_SUBJECT)
        able = self.seen is not None and bool(self.seen.total or self.request.also) and not self.seen.refused
        self.purge_button.setVisible(not over)
        self.purge_button.setEnabled(able and not self.busy)
        number = self.seen.total + len(self.request.also) if self.seen is not None else 0
        self.purge_button.setText(
            tr_count("Forget %n item for good", "Forget %n items for good", number) if number else tr("Forget")
        )
        self.leave.setText(tr("Close") if over else tr("Cancel"))
        self.leave.setEnabled(not self.busy)

    # --- work ---------------------------------------------------------------------------------------------------------

    def _purger(self) -> PurgeRunner:
        from ....monitoring.results.purging import prepare_purge

        desk = self._desk
        return prepare_purge(desk.book, desk.memory, desk.folder, desk.settings.current, dict(os.environ))

    def _begin(self, what: str, work: Callable[..., Any]) -> None:
        self.wrong.hide()
        self.bar.start(what)
        self._work.start(work)
        self._stand()

    def _look_for_unfinished(self) -> None:
        self._desk.run_in_background(partial(_find_unfinished, self._purger), self._unfinished)

    def _unfinished(self, numbers: list[int]) -> None:
        if numbers and not self.busy:
            self.status_label.setText(tr("An earlier purge was interrupted. It is finished first."))
            self.status_label.show()
            self._begin(tr("Forgetting"), partial(_finish_purge, self._purger, numbers[0]))

    def _moved(self, progress: object) -> None:
        self.bar.show_progress(progress)  # type: ignore[arg-type]

    def _have(self, answer: PurgePreview | PurgeReport) -> None:
        self.bar.hide()
        if isinstance(answer, PurgePreview):
            self.seen = answer
            self._show_preview(answer)
        else:
            self.report = answer
            self._desk.undo.forget()  # what could be undone holds words of what is forgotten
            self._show_report(answer)
            self.purge_finished.emit(answer)
        self._stand()

    def _failed(self, sentence: str) -> None:
        self.bar.hide()
        self.wrong.setText(sentence)
        self.wrong.show()
        self._stand()

    # --- showing ------------------------------------------------------------------------------------------------------

    def _show_preview(self, seen: PurgePreview) -> None:
        subject = formatting.make_breakable(seen.subject, 80)
        self.status_label.setText(
            tr_count("%n item contains “{subject}”.", "%n items contain “{subject}”.", seen.total, subject=subject)
            if seen.total
            else tr("Nothing here contains “{subject}”.", subject=subject)
        )
        self.status_label.show()
        rows: list[QWidget] = []
        for one in seen.found:
            rows.append(_line(_kind(one.kind), formatting.format_number(one.count)))
            rows += [_sample(text) for text in one.samples]
        if seen.within_words:
            inside = tr_count(
                "%n memory contains it only inside a longer word",
                "%n of these memories contain it only inside a longer word",
                seen.within_words,
            )
            rows.append(_heading(inside))
            rows += [_sample(text) for text in seen.within_samples]
        if seen.near:
            rows.append(_heading(tr("Not named, but similar in meaning. Select what to delete as well")))
        for near in seen.near:
            box = QCheckBox()
            box.setAccessibleName(formatting.strip_direction_marks(near.text[:160]))
            box.toggled.connect(self._stand)
            self.near[near.id] = box
            row = QWidget()
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(theme.GAP_S)
            line.addWidget(box)
            line.addWidget(ElidedLabel(near.text, "muted"), 1)
            rows.append(row)
        rows += _unreachable(seen.unreachable)
        self._show_rows(rows)
        self.wrong.setText(
            tr("{refused} Wait until it is over, or stop it; then preview again.", refused=seen.refused)
            if seen.refused
            else ""
        )
        self.wrong.setVisible(bool(seen.refused))

    def _show_report(self, report: PurgeReport) -> None:
        gone = sum(report.counts.values())
        self.status_label.setText(
            tr_count("Forgotten: %n item.", "Forgotten: %n items.", gone)
            if gone
            else tr("There was nothing to forget.")
        )
        self.status_label.show()
        rows = [
            _line(KINDS.get(kind, kind.replace("_", " ").capitalize()), formatting.format_number(n))
            for kind, n in report.counts.items()
        ]
        if report.remains:
            self.wrong.setText(
                tr(
                    "It is still found in {remains}. Close other programs that use the data folder, "
                    "then preview again.",
                    remains=formatting.format_names(report.remains),
                )
            )
            self.wrong.show()
        elif report.searched:
            rows.append(_heading(tr("A search through every byte of the data folder finds nothing more")))
        rows += _unreachable(report.unreachable)
        self._show_rows(rows)

    def _show_rows(self, rows: list[QWidget]) -> None:
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = rows
        for at, row in enumerate(rows):
            self._column.insertWidget(at, row)
            row.show()
        self.area.setVisible(bool(rows))
        self.area.verticalScrollBar().setValue(0)


def _kind(kind: str) -> str:
    return KINDS.get(kind, kind.replace("_", " ").capitalize())


def _line(name: str, number: str) -> QWidget:
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, theme.GAP_XS, 0, 0)
    line.addWidget(theme.plain_label(name))
    line.addStretch()
    count = theme.plain_label(number)
    count.setFont(theme.number_font())
    line.addWidget(count)
    return row


def _sample(text: str) -> QWidget:
    label = theme.plain_label(formatting.make_breakable(text, 160), "muted", wrap=True)
    label.setIndent(theme.GAP_M)
    return label


def _heading(text: str) -> QWidget:
    label = theme.plain_label(text, "strong", wrap=True)
    label.setContentsMargins(0, theme.GAP_S, 0, 0)
    return label


def _unreachable(found: tuple[UnreachableCopy, ...]) -> list[QWidget]:
    if not found:
        return []
    told = [
        theme.plain_label(formatting.make_breakable(f"{one.where}: {one.remedy}", 400), "muted", wrap=True)
        for one in found
    ]
    return [_heading(tr("Cannot be reached")), *told]


def _preview_purge(
    purger: Callable[[], PurgeRunner],
    request: PurgeRequest,
    report: Callable[[Any], None],
    _stopped: Callable[[], bool],
) -> PurgePreview:
    return purger().preview(request, report)


def _run_purge(
    purger: Callable[[], PurgeRunner],
    request: PurgeRequest,
    report: Callable[[Any], None],
    _stopped: Callable[[], bool],
) -> PurgeReport:
    return purger().run(request, report)


def _finish_purge(
    purger: Callable[[], PurgeRunner], number: int, report: Callable[[Any], None], _stopped: Callable[[], bool]
) -> PurgeReport:
    return purger().finish(number, report)


def _find_unfinished(purger: Callable[[], PurgeRunner]) -> list[int]:
    return purger().unfinished()
