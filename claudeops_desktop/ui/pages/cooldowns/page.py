"""The page of cooldowns: the slots of each service with their countdowns, what is left alone, and the history below."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMessageBox,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ....core.clock import utc_now
from ....guard.cooldown import CooldownLimits, limits_of
from ....records.cooldowns import CooldownAction
from ....records.service_rules import ServiceRule
from ....storage.change_events import CommittedChange
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from .model import CooldownHistoryModel, CooldownHistoryRow, CooldownServiceModel, SlotCell, hint_text
from .queries import CooldownData, load_cooldowns
from .rule_editor import CooldownRuleEditor
from .service_slots import ServiceSlots, group_by_service

if TYPE_CHECKING:
    from ...app_context import AppContext

TICK_MS = 1000
CLEARED = "Cleared by the operator."  # stored with the records, hence English
HISTORY = 500


class CooldownsPage(BasePage):
    """What may not be done to a service again yet."""

    title = tr("Cooldowns")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._counting: tuple[CooldownAction, ...] = ()
        self._rules: tuple[ServiceRule, ...] = ()
        self._known_services: tuple[str, ...] = ()
        self._history: list[CooldownHistoryRow] = []
        self._services: list[ServiceSlots] = []
        self._service: str | None = None
        self._wish: int | None = None
        self._shown = False
        self._asking_box: QMessageBox | None = None
        self._to_clear = ""
        self._ruling = CooldownRuleEditor(desk, self)
        self._ruling.rule_changed.connect(self._was_ruled)
        self._make_services()
        self._make_history()
        self._make_actions()
        self._lay_out()
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._reckon)
        desk.bridge.changed.connect(self._on_change)

    def _make_services(self) -> None:
        self.model = CooldownServiceModel(self)
        self.table = RecordTable(self.model, tr("Services in cooldown"))
        self.table.setItemDelegate(RecordCell(self.table))
        for column in (2, 3):
            self.table.setItemDelegateForColumn(column, SlotCell(self.table))
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._show_history_of)
        self.table.stretch_columns(4)
        self.clear = QPushButton(tr("Clear the cooldown"))
        theme.set_role(self.clear, "danger")
        self.clear.clicked.connect(self._ask_to_clear)
        self.leave_alone = QPushButton(tr("Leave alone…"))
        self.leave_alone.clicked.connect(self._toggle_maintenance)
        self.cancel_planned = QPushButton(tr("Cancel planned maintenance"))
        self.cancel_planned.clicked.connect(self._cancel_planned)
        self.limits = QPushButton(tr("Set limits…"))
        self.limits.clicked.connect(self._set_limits)
        self.other = QPushButton(tr("Other service…"))
        self.other.setToolTip(tr("Leave a service alone that is not in this list"))
        self.other.clicked.connect(self._maintain_another)
        self._hint = ElidedLabel(role="muted")
        self._none = EmptyState(
            "cooldowns",
            tr("Nothing is in cooldown"),
            tr(
                "A service that an agent restarts or redeploys appears here until it may be done again, "
                "and one that you have put in maintenance until that ends."
            ),
            tr("Leave a service alone"),
            tr("Set the limits of a service"),
        )
        self._none.action_triggered.connect(self._maintain_another)
        self._none.other_action_triggered.connect(self._limit_another)

    def _make_history(self) -> None:
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("Any service"), None)])
        self.service.value_chosen.connect(self._service_chosen)
        self.history_model = CooldownHistoryModel(self)
        self.history = RecordTable(self.history_model, tr("What was done"))
        self.history.setItemDelegate(RecordCell(self.history))
        self.history.stretch_columns(6)
        self.history.row_opened.connect(self._open_session)
        self.history.row_picked.connect(self._history_picked)
        self.go = QPushButton(tr("Show the source"))
        self.go.clicked.connect(self._open_current_session)

    def _make_actions(self) -> None:
        self._actions = []
        for text, slot in (
            (tr("Leave a service alone (maintenance)…"), self._maintain_another),
            (tr("Set the limits of a service…"), self._limit_another),
            (tr("Clear the cooldown of the chosen service…"), self._ask_to_clear),
        ):
            action = QAction(text, self)
            action.triggered.connect(slot)
            self._actions.append(action)

    def activate(self, place: PageLocation | None = None) -> None:
        """In view: the countdowns run."""
        self._shown = True
        if place is not None:
            self._wish = place.id
            wanted = (place.filters or {}).get("service")
            if isinstance(wanted, str):
                self._choose_service(wanted)
            elif place.id is not None:
                self._choose_service(None)
        self.refresh()

    def deactivate(self) -> None:
        """Out of view: nothing ticks."""
        self._shown = False
        self._tick.stop()

    def focus_search(self) -> None:
        """There is little to search in: the filter of the history."""
        self.service.setFocus()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        return list(self._actions)

    def refresh(self) -> None:
        """Ask for what counts and what was done."""
        self.desk.bridge.ask(partial(load_cooldowns, self.desk, self._usual, utc_now()), self._have)

    def save_state(self) -> dict[str, Any]:
        """The splitter."""
        return {"splitter": self.splitter.sizes()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up."""
        sizes = state.get("splitter")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) for n in sizes):
            self.splitter.setSizes(sizes)

    def _lay_out(self) -> None:
        under = FlowLayout(theme.GAP_S, fill=True)
        for button in (self.leave_alone, self.cancel_planned, self.limits, self.clear):
            under.addWidget(button)
        under.push_to_end()
        under.addWidget(self.other)
        full = QWidget()
        upper = QVBoxLayout(full)
        upper.setContentsMargins(0, 0, 0, theme.GAP_M)
        upper.setSpacing(theme.GAP_S)
        upper.addWidget(self.table, 1)
        upper.addWidget(self._hint)
        upper.addLayout(under)
        self._full = full
        self._upper = QStackedWidget()
        self._upper.addWidget(self._none)
        self._upper.addWidget(full)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(theme.plain_label(tr("What was done"), "section"), 1)
        head.addWidget(self.service)
        head.addWidget(self.go)
        self._lower = QWidget()
        lower = QVBoxLayout(self._lower)
        lower.setContentsMargins(0, theme.GAP_M, 0, 0)
        lower.setSpacing(theme.GAP_S)
        lower.addLayout(head)
        lower.addWidget(self.history, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._upper)
        self.splitter.addWidget(self._lower)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.setSizes([450, 550])
        self.table.setMinimumHeight(4 * theme.ROW)
        self.history.setMinimumHeight(4 * theme.ROW)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(VerticalScroll(self.splitter))  # in a low window all of it scrolls: neither half is squeezed

    # --- what is known ---------------------------------------------------------------------------------------------

    def _have(self, answer: CooldownData) -> None:
        self._counting, self._rules = answer.counting, answer.rules
        self._history, self._known_services = answer.history, answer.services
        self._reckon()
        self._tell_history()
        if self.hasFocus() and self._services:  # the page was turned to: the arrow keys move in its rows
            self.table.setFocus()

    def _reckon(self) -> None:
        """The pure rule again, at this moment: slots come back while one looks."""
        now = utc_now()
        self._services = group_by_service(self._counting, now, self._usual, self._rules)
        names = [one.service for one in self._services]
        if list(self.model.keys) != names:
            self.table.show_keys(names)
        self.model.set_rows({one.service: one for one in self._services})
        if names and self.table.current is None:
            self.table.select_key(names[0])
        self.history_model.refresh_times("when", "counts")
        self._upper.setCurrentWidget(self._full if names else self._none)
        self._tell_clear()
        self._tell_fact()
        if self._shown and names:
            if not self._tick.isActive():
                self._tick.start()
        else:
            self._tick.stop()

    def _tell_fact(self) -> None:
        shut = [one.service for one in self._services if one.shut and one.counts and not one.maintenance]
        left = [one.service for one in self._services if one.maintenance]
        if left:
            said = tr_count(
                "{names} is in maintenance (set by hand)",
                "{names} are in maintenance (set by hand)",
                len(left),
                names=formatting.format_names(left),
            )
            said += tr(" · {shut} in cooldown", shut=formatting.format_names(shut)) if shut else ""
        elif shut:
            said = tr("{shut} must be left alone for now", shut=formatting.format_names(shut))
        elif any(one.counts for one in self._services):
            said = tr("Everything is allowed; recent actions still count")
        else:
            said = tr("Nothing is in cooldown")
        self.fact_changed.emit(said)

    def _tell_clear(self) -> None:
        service = self._current()
        self.clear.setEnabled(service is not None and service.counts)
        self.limits.setEnabled(service is not None)
        self.leave_alone.setEnabled(service is not None)
        self.leave_alone.setText(tr("End maintenance") if service and service.maintenance else tr("Leave alone…"))
        for button, verb in (
            (self.clear, tr("Clear the cooldown of")),
            (self.limits, tr("Set the limits of")),
            (self.leave_alone, tr("End the maintenance of") if service and service.maintenance else tr("Leave alone:")),
            (self.cancel_planned, tr("Cancel the next planned maintenance of")),
        ):
            button.setAccessibleName(f"{verb} {service.service}" if service else button.text())
            button.setToolTip(button.accessibleName() if service else "")
        self.cancel_planned.setVisible(service is not None and bool(service.planned))
        self._hint.setText(hint_text(service, utc_now()) if service is not None else "")

    def _tell_history(self) -> None:
        shown = [row for row in self._history if self._service in (None, row.action.service)]
        keys = [row.action.id for row in shown]
        if list(self.history_model.keys) != keys:
            self.history.show_keys(keys)
        self.history_model.set_rows({row.action.id: row for row in shown})
        counts: dict[str, int] = {}
        for row in self._history:
            counts[row.action.service] = counts.get(row.action.service, 0) + 1
        services = [FilterChoice(name, name, count) for name, count in sorted(counts.items())]
        self.service.set_choices([FilterChoice(tr("Any service"), None, len(self._history)), *services])
        self._lower.setVisible(bool(self._history))
        if self._wish is not None and self.history_model.place(self._wish) >= 0:
            self.history.select_key(self._wish)
            self._wish = None
        elif self.history.current is None and keys:
            self.history.select_key(keys[0])
        self._history_picked(self.history.current)

    def _current(self) -> ServiceSlots | None:
        found: ServiceSlots | None = self.model.row(self.table.currentIndex().row())
        return found

    def _on_change(self, change: CommittedChange) -> None:
        if self._shown and change.table in ("cooldown_actions", "service_rules", "*"):
            self.refresh()
        elif self._shown and change.table == "settings":
            self._reckon()

    # --- what the operator does ------------------------------------------------------------------------------------

    def _picked(self, _service: object) -> None:
        self._tell_clear()

    def _show_history_of(self, service: str) -> None:
        self._choose_service(service)
        self._tell_history()
        self.history.setFocus()

    def _service_chosen(self, service: str | None) -> None:
        self._service = service
        self._tell_history()

    def _choose_service(self, service: str | None) -> None:
        self._service = service
        self.service.set_value(service)

    def _history_picked(self, _key: object) -> None:
        row: CooldownHistoryRow | None = self.history_model.row(self.history.currentIndex().row())
        self.go.setEnabled(row is not None and row.action.session_id is not None)

    def _open_current_session(self) -> None:
        self._open_session(self.history.current)

    def _open_session(self, key: object) -> None:
        for row in self._history:
            if row.action.id == key and row.action.session_id is not None:
                self.navigation_requested.emit(
                    PageLocation("sessions", id=row.action.session_id, line=row.line or None)
                )

    def _ask_to_clear(self) -> None:
        service = self._current()
        if service is None or self._asking_box is not None:
            return
        self._to_clear = service.service
        parts = [
            formatting.format_count(slots.used, kind)
            for kind, slots in (("restart", service.restarts), ("redeployment", service.redeployments))
            if slots.used
        ]
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(tr("Clear a cooldown"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Clear the cooldown of {service}?", service=service.service))
        box.setInformativeText(
            tr(
                "{join} will count no longer, so an agent may do it again at once. The history stays.",
                join=tr(" and ").join(parts),
            )
        )
        yes = box.addButton(
            tr("Clear the cooldown of {service}", service=service.service), QMessageBox.ButtonRole.DestructiveRole
        )
        theme.set_role(yes, "danger")
        keep = box.addButton(tr("Keep it"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        yes.clicked.connect(self._clear)
        box.finished.connect(self._asked)
        self._asking_box = box
        box.open()

    def _asked(self) -> None:
        if self._asking_box is not None:
            self._asking_box.deleteLater()
            self._asking_box = None

    def _clear(self) -> None:
        clear = partial(self.desk.book.cooldowns.clear_service, self._to_clear, CLEARED, utc_now())
        self.desk.bridge.write(clear, self._cleared)

    def _cleared(self, number: int) -> None:
        actions = tr_count("%n action counts no longer", "%n actions count no longer", number)
        self.message_posted.emit(
            tr("The cooldown of {to_clear} is cleared: {actions}.", to_clear=self._to_clear, actions=actions), None
        )
        self.refresh()

    # --- limits and maintenance ----------------------------------------------------------------------------------

    @property
    def _usual(self) -> CooldownLimits:
        return limits_of(self.desk.settings.current.cooldowns)

    def _set_limits(self) -> None:
        service = self._current()
        if service is not None:
            self._ruling.edit_limits(service.service, self._known_services, self._rules)

    def _limit_another(self) -> None:
        self._ruling.edit_limits(None, self._known_services, self._rules)

    def _toggle_maintenance(self) -> None:
        service = self._current()
        if service is not None and service.maintenance:
            self._ruling.end_maintenance(service.service)
        elif service is not None:
            self._ruling.start_maintenance(service.service, self._known_services)

    def _cancel_planned(self) -> None:
        service = self._current()
        if service is not None and service.planned:
            self._ruling.cancel_planned(service.planned[0])

    def _maintain_another(self) -> None:
        self._ruling.start_maintenance(None, self._known_services)

    def _was_ruled(self, service: str) -> None:
        self.table.select_key(service)
