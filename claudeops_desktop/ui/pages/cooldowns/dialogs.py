"""Two small forms: the limits of one service, and that it is left alone for a while."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import QDateTime, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ....guard.cooldown import CooldownLimits, with_rule
from ....records.service_rules import ServiceRule
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.growing_dialog import GrowingDialog
from ...widgets.spin_box import inset_text
from .service_slots import limit_text

LONGEST_NOTE = 300
CUSTOM, OPEN, MORNING = "custom", "open", "morning"
SPANS = (
    (tr("1 hour"), timedelta(hours=1)),
    (tr("4 hours"), timedelta(hours=4)),
    (tr("12 hours"), timedelta(hours=12)),
    (tr("Until the next day, 08:00"), MORNING),
    (tr("2 days"), timedelta(days=2)),
    (tr("1 week"), timedelta(days=7)),
    (tr("Until a time you choose"), CUSTOM),
    (tr("Until you end it"), OPEN),
)


class ServiceRuleDialog(GrowingDialog):
    """Base: the service, chosen or given, the fields of a form, one sentence on what it means, and two buttons."""

    def __init__(
        self, title: str, service: str | None, known: Sequence[str], verb: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumWidth(460)
        self._verb = verb
        self.service = QComboBox()
        self.service.setEditable(True)
        self.service.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        theme.set_accessible_name(self.service, tr("Service"))
        self.service.addItems(sorted({*known, *([service] if service else [])}))
        self.service.setCurrentText(service or "")
        self.service.setEnabled(service is None)
        self.fields = QFormLayout()
        self.fields.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.fields.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.fields.setHorizontalSpacing(theme.GAP_L)
        self.fields.setVerticalSpacing(theme.GAP_M)
        self.fields.addRow(tr("Service"), self.service)
        self.means = theme.plain_label(role="muted", wrap=True)
        self.go = QPushButton(verb)
        theme.set_role(self.go, "primary")
        self.go.setDefault(True)
        self.leave = QPushButton(tr("Cancel"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.reject)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(theme.GAP_S)
        self.buttons.addStretch()
        self.buttons.addWidget(self.leave)
        self.buttons.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addLayout(self.fields)
        column.addWidget(self.means)
        column.addStretch()
        column.addLayout(self.buttons)

    @property
    def name(self) -> str:
        """The service chosen, in lower case."""
        return " ".join(self.service.currentText().split()).lower()


class LimitsDialog(ServiceRuleDialog):
    """``limits_submitted`` carries a ServiceRule with the limits."""

    limits_submitted = Signal(object)

    def __init__(
        self,
        service: str | None,
        known: Sequence[str],
        rules: dict[str, ServiceRule],
        usual: CooldownLimits,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Limits of one service"), service, known, tr("Set the limits"), parent)
        self._rules = rules
        self._usual = usual
        self.restarts = _number(usual.restarts)
        self.restart_hours = _hours(usual.restart_hours)
        self.redeployments = _number(usual.redeployments)
        self.redeployment_hours = _hours(usual.redeployment_hours)
        for text, number, hours in (
            (tr("Restarts"), self.restarts, self.restart_hours),
            (tr("Redeployments"), self.redeployments, self.redeployment_hours),
        ):
            number.setAccessibleName(text)
            hours.setAccessibleName(tr("Hours that {lower} count", lower=text.lower()))
            number.setFixedWidth(160)  # both rows stand in the same columns
            row = QHBoxLayout()
            row.setSpacing(theme.GAP_S)
            row.addWidget(number)
            row.addWidget(theme.plain_label("within"))
            row.addWidget(hours, 1)
            self.fields.addRow(text, row)
            number.valueChanged.connect(self._explain)
            hours.valueChanged.connect(self._explain)
        self.usual = QPushButton(tr("Use the defaults"))
        self.usual.setAutoDefault(False)
        self.usual.clicked.connect(self._as_usual)
        self.buttons.insertWidget(0, self.usual)
        self.service.currentTextChanged.connect(self._service_typed)
        self.go.clicked.connect(self._set)
        self._service_typed()
        (self.restarts if service else self.service).setFocus()

    @property
    def rule(self) -> ServiceRule:
        """What the fields say."""
        return ServiceRule(
            self.name,
            None if self.restarts.value() < 0 else self.restarts.value(),
            self.restart_hours.value() or None,
            None if self.redeployments.value() < 0 else self.redeployments.value(),
            self.redeployment_hours.value() or None,
        )

    def _service_typed(self) -> None:
        rule = self._rules.get(self.name)
        if rule is not None or not self.service.isEnabled():
            self._show(rule)
        self._explain()

    def _show(self, rule: ServiceRule | None) -> None:
        own = rule or ServiceRule(self.name)
        for number, value in ((self.restarts, own.restarts), (self.redeployments, own.redeployments)):
            number.setValue(-1 if value is None else value)
        self.restart_hours.setValue(own.restart_hours or 0.0)
        self.redeployment_hours.setValue(own.redeployment_hours or 0.0)

    def _as_usual(self) -> None:
        self._show(None)

    def _explain(self) -> None:
        own = with_rule(self._usual, self.rule)
        said = [
            limit_text(own.restarts, own.restart_hours, "restart") if own.restarts else tr("no restart"),
            limit_text(own.redeployments, own.redeployment_hours, "redeployment")
            if own.redeployments
            else tr("no redeployment"),
        ]
        whose = "" if self.rule.has_limits else tr(" These are the defaults.")
        self.means.setText(
            tr(
                "Limits of {name}: {limits}.{whose}",
                name=self.name or tr("the service"),
                limits=tr(" and ").join(said),
                whose=whose,
            )
        )
        self.go.setEnabled(bool(self.name))

    def _set(self) -> None:
        self.limits_submitted.emit(self.rule)
        self.accept()


class MaintenanceDialog(ServiceRuleDialog):
    """``maintenance_submitted`` carries the service, from when it is left alone (None: from now on), until when (None:
    until further notice), and the note."""

    maintenance_submitted = Signal(str, object, object, str)

    def __init__(self, service: str | None, known: Sequence[str], now: datetime, parent: QWidget | None = None) -> None:
        super().__init__(tr("Leave a service alone"), service, known, tr("Leave it alone"), parent)
        self._now = now
        self.start = QComboBox()
        theme.set_accessible_name(self.start, tr("From when"))
        self.start.addItem(tr("Now"), None)
        self.start.addItem(tr("At a time you choose"), CUSTOM)
        self.begin = self._moment(tr("From"), now + timedelta(minutes=1), now + timedelta(hours=1))
        self.span = QComboBox()
        theme.set_accessible_name(self.span, tr("For how long"))
        for text, value in SPANS:
            self.span.addItem(text, value)
        self.span.setCurrentIndex(1)
        self.until = self._moment(tr("Until"), now + timedelta(minutes=1), now + timedelta(hours=4))
        self.note = QLineEdit()
        self.note.setMaxLength(LONGEST_NOTE)
        self.note.setPlaceholderText(tr("What is done to it; it is in every prompt"))
        self.note.setAccessibleName(tr("Note"))
        self.fields.addRow(tr("Start"), self.start)
        self.fields.addRow(tr("From"), self.begin)
        self.fields.addRow(tr("For"), self.span)
        self.fields.addRow(tr("Until"), self.until)
        self.fields.addRow(tr("Note"), self.note)
        self.start.currentIndexChanged.connect(self._explain)
        self.begin.dateTimeChanged.connect(self._explain)
        self.span.currentIndexChanged.connect(self._explain)
        self.until.dateTimeChanged.connect(self._explain)
        self.service.currentTextChanged.connect(self._explain)
        self.go.clicked.connect(self._ask)
        self._explain()
        (self.span if service else self.service).setFocus()

    @property
    def start_time(self) -> datetime | None:
        """When it begins; None: now."""
        return self._chosen(self.begin) if self.start.currentData() == CUSTOM else None

    @property
    def end_time(self) -> datetime | None:
        """When it ends; None: when the operator ends it."""
        chosen, start = self.span.currentData(), self.start_time or self._now
        if chosen == OPEN:
            return None
        if chosen == CUSTOM:
            return self._chosen(self.until)
        if chosen == MORNING:
            following = start.astimezone() + timedelta(days=1)
            return following.replace(hour=8, minute=0, second=0, microsecond=0)
        span: timedelta = chosen
        return start + span

    @property
    def problem(self) -> str:
        """Why what is chosen cannot be, "" where it can."""
        start, end = self.start_time, self.end_time
        if start is not None and end is None:
            return tr("A planned window needs an end: choose for how long.")
        return tr("The end must be after the start.") if end is not None and end <= (start or self._now) else ""

    def _moment(self, name: str, earliest: datetime, at: datetime) -> QDateTimeEdit:
        field = QDateTimeEdit()
        field.setAccessibleName(name)
        field.setCalendarPopup(True)
        field.setDisplayFormat(tr("ddd d MMM yyyy, HH:mm"))
        field.setMinimumDateTime(QDateTime.fromSecsSinceEpoch(int(earliest.timestamp())))
        field.setDateTime(QDateTime.fromSecsSinceEpoch(int(at.timestamp())))
        return field

    def _chosen(self, field: QDateTimeEdit) -> datetime:
        return datetime.fromtimestamp(field.dateTime().toSecsSinceEpoch(), tz=self._now.tzinfo)

    def _explain(self) -> None:
        self.fields.setRowVisible(self.begin, self.start.currentData() == CUSTOM)
        self.fields.setRowVisible(self.until, self.span.currentData() == CUSTOM)
        start, end = self.start_time, self.end_time
        since = tr("from {start} ", start=formatting.format_clock_time(start, self._now)) if start is not None else ""
        until = (
            tr("until {end}", end=formatting.format_clock_time(end, self._now))
            if end is not None
            else tr("until you end it")
        )
        self.means.setText(
            self.problem
            or tr(
                "No agent may restart, redeploy or change {value} {since}{until}, whatever its tier, "
                "and alerts about it start no run. It is still checked.",
                value=self.name or "it",
                since=since,
                until=until,
            )
        )
        if not self.name:
            self.go.setText(tr("Leave it alone"))
        elif start is not None:
            self.go.setText(tr("Plan it for {name}", name=self.name))
        else:
            self.go.setText(tr("Leave {name} alone", name=self.name))
        self.go.setEnabled(bool(self.name) and not self.problem)

    def _ask(self) -> None:
        self.maintenance_submitted.emit(self.name, self.start_time, self.end_time, self.note.text().strip())
        self.accept()


def _number(usual: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(-1, 100)
    field.setSpecialValueText(tr("Default ({usual})", usual=usual))
    field.setValue(-1)
    inset_text(field)
    return field


def _hours(usual: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(0.0, 8760.0)
    field.setDecimals(1)
    field.setSuffix(" h")
    field.setSpecialValueText(tr("Default ({usual} h)", usual=f"{usual:g}"))
    field.setValue(0.0)
    inset_text(field)
    return field
