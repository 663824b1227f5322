"""One incident: what, since when, what it explains, what can be done about it, and its time line."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....learning import StoredCase
from ....monitoring.incident_details import IncidentDetails
from ... import icons, theme
from ...text import formatting, incident_text
from ...text.translation import tr
from ...widgets.action_button import ActionButton
from ...widgets.empty_state import EmptyState
from ...widgets.fact_table import FactTable
from ...widgets.flow_layout import FlowLayout
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from ..cases.text import failed_text, helped_text
from .actions import IncidentActions
from .timeline import TIMELINE_COLUMNS, timeline_rows

if TYPE_CHECKING:
    from ...app_context import AppContext

QUESTION = tr("Start a run that investigates it? The run is given this incident as its context.")


class IncidentPane(QWidget):
    """``navigation_requested`` carries a PageLocation."""

    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, actions: IncidentActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._acts = actions
        self.details: IncidentDetails | None = None
        self._full = QWidget(self)
        self._dot = StateDot("unknown", theme.ICON_LARGE)
        self.title = theme.plain_label(role="section", select=True)
        self.facts = theme.plain_label(wrap=True)
        self.cause = theme.plain_label(role="muted", wrap=True, select=True)
        self.related = theme.plain_label(role="muted", wrap=True)
        self.learned = theme.plain_label(role="muted", wrap=True, select=True)
        self.learned.hide()
        self.question = theme.plain_label(QUESTION, "warn", wrap=True)
        self.service = QPushButton(tr("Show the service"))
        icons.set_themed_icon(self.service, "services", "muted")
        self.service.clicked.connect(self._show_service)
        self.case = QPushButton(tr("Show the case"))
        self.case.setToolTip(tr("What was learned from this incident"))
        self.case.clicked.connect(self._show_case)
        self.case.hide()
        self._case_id: int | None = None
        self.snooze = QPushButton(tr("Snooze"))
        icons.set_themed_icon(self.snooze, "mute", "muted")
        self.snooze.setMenu(actions.menu)
        self.timeline = FactTable(TIMELINE_COLUMNS, tr("Timeline"), "what", "detail", self._full)
        self.timeline.navigation_requested.connect(self.navigation_requested)
        self._buttons: list[tuple[QAction, ActionButton]] = []
        self._lay_out()

    def show_details(self, details: IncidentDetails | None) -> None:
        """Show an incident, or that none is chosen."""
        changed = details is None or self.details is None or details.incident.id != self.details.incident.id
        self.details = details
        self._acts.show_incident(details.incident if details is not None else None)
        if changed:
            self.show_learned(None)
        if details is None:
            self._stack.setCurrentWidget(self._none)
            return
        self._stack.setCurrentWidget(self._full)
        now = utc_now()
        self.refresh_times(now)
        incident = details.incident
        self.cause.setText(formatting.make_breakable(incident.cause))
        self.cause.setVisible(bool(incident.cause))
        self.related.setText(_related(details))
        self.related.setVisible(bool(self.related.text()))
        self.question.setVisible(self._acts.decline.isVisible())
        self.snooze.setEnabled(incident.is_live)
        for action, button in self._buttons:
            button.setVisible(action.isVisible())
        rows = timeline_rows(details, now)
        if changed or list(self.timeline.facts.keys) != [row.key for row in rows]:
            self.timeline.show_keys([row.key for row in rows])
        self.timeline.facts.set_rows({row.key: row for row in rows if self.timeline.facts.known_row(row.key) != row})

    def show_learned(self, case: StoredCase | None) -> None:
        """What was learned from the incident that is shown; None where there is nothing yet."""
        self._case_id = case.id if case is not None else None
        told = case is not None and bool(case.attempts or case.state == "went_away" or case.seen > 1)
        self.case.setVisible(told)
        self.learned.setVisible(told)
        if case is not None and told:
            parts = [tr("What helped: {helped}", helped=formatting.make_breakable(helped_text(case)))]
            if failed := failed_text(case):
                parts.append(tr("What did not help: {failed}", failed=formatting.make_breakable(failed)))
            self.learned.setText("\n".join(parts))

    def refresh_times(self, now: datetime) -> None:
        """How it stands, in words of now."""
        if self.details is None:
            return
        incident = self.details.incident
        self._dot.set_state(incident_text.incident_look(incident, now))
        self.title.setText(formatting.make_breakable(incident_text.incident_title(incident)))
        self.facts.setText(
            tr(
                "Incident {id} · {incident_facts}",
                id=incident.id,
                incident_facts=incident_text.incident_facts(incident, now),
            )
        )
        self.facts.setToolTip(tr("Since {started_at}", started_at=formatting.format_exact_time(incident.started_at)))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self.title, 1)
        acts = self._acts
        buttons = QWidget(self._full)
        flow = FlowLayout(theme.GAP_S, buttons)
        for action in (acts.acknowledge, acts.unacknowledge, None, acts.note, acts.close, acts.reopen):
            if action is None:
                flow.addWidget(self.snooze)
            else:
                flow.addWidget(self._button(action, buttons))
        for action in (acts.investigate, acts.decline, acts.export):
            flow.addWidget(self._button(action, buttons))
        flow.addWidget(self.service)
        flow.addWidget(self.case)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.facts)
        column.addWidget(self.cause)
        column.addWidget(self.related)
        column.addWidget(self.learned)
        column.addWidget(self.question)
        column.addWidget(buttons)
        column.addWidget(self.timeline, 1)
        self._none = EmptyState(
            "alert", tr("No incident chosen"), tr("Choose one to see what happened, in order."), parent=self
        )
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._none)
        self._stack.addWidget(self._full)

    def _button(self, action: QAction, parent: QWidget) -> ActionButton:
        made = ActionButton(action, parent)
        self._buttons.append((action, made))
        return made

    def _show_case(self) -> None:
        if self._case_id is not None:
            self.navigation_requested.emit(PageLocation("cases", id=self._case_id))

    def _show_service(self) -> None:
        if self.details is not None:
            name = self.details.incident.service
            self.navigation_requested.emit(PageLocation("services", filters={"service": name}))


def _related(details: IncidentDetails) -> str:
    """What explains it, or what it explains."""
    if details.root is not None:
        over = "" if details.root.is_live else tr(", which is over")
        return tr("Explained by the incident of {service}{over}.", service=details.root.service, over=over)
    live = [one.service for one in details.folded if one.is_live]
    well = [one.service for one in details.folded if not one.is_live]
    parts = [tr("Also down because of it: {live}.", live=formatting.format_names(live, 12)) if live else ""]
    parts.append(tr("Well again: {well}.", well=formatting.format_names(well, 12)) if well else "")
    return " ".join(part for part in parts if part)
