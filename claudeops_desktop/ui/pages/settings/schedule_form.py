"""Add or edit a schedule. The rule is checked as it is typed, and says in words when it would run."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, tzinfo

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....clock import to_text, utc_now
from ....errors import UsageError
from ....records.due import Schedule
from ....schedule import edit, rules
from ....schedule.words import PRESETS
from ....schedule.zone import LocalZone
from ... import theme, words
from ...desk import Desk

TIMES = 3
TIERS = ((1, "1 observe"), (2, "2 investigate"), (3, "3 remediate"))
AGENTS = (("", "As in the settings"), ("claude", "Claude CLI"), ("watch", "Built-in watcher"))


class ScheduleForm(QDialog):
    """``saved`` carries the schedule as it was stored."""

    saved = Signal(object)

    def __init__(self, desk: Desk, schedule: Schedule | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._zone = LocalZone()()
        self._old = schedule
        start = schedule or edit.new_schedule("", "interval", "1800")
        self.setWindowTitle("Edit schedule" if schedule else "Add a schedule")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(520)
        self._make_fields(start)
        self._lay_out()
        self._check()
        self.name.setFocus()

    @property
    def schedule(self) -> Schedule:
        """What the fields say. Raises UsageError naming the field and the fix."""
        try:
            jitter = int(self.jitter.text().strip() or "0")
        except ValueError:
            raise UsageError("The delay needs a whole number of seconds.", "0 for none.") from None
        kind = self.kind.currentData()
        services = tuple(dict.fromkeys(s.strip().lower() for s in self.services.text().split(",") if s.strip()))
        made = edit.new_schedule(
            self.name.text(),
            kind,
            self.rule.text(),
            tier=self.tier.currentData(),
            agent=self.agent.currentData(),
            prompt=self.prompt.toPlainText().strip(),
            services=services,
            jitter_s=jitter,
            enabled=self.on.isChecked(),
        )
        if self._old is not None:
            old = self._old
            made = replace(
                made, id=old.id, anchor_at=old.anchor_at, watched_from=old.watched_from, created_at=old.created_at
            )
        return edit.prepared(made, self._old, utc_now())

    def _make_fields(self, start: Schedule) -> None:
        self.name = QLineEdit(start.name)
        self.name.setPlaceholderText("What it does, such as Observe")
        self.preset = QComboBox()
        self.preset.addItem("Choose a rhythm…", None)
        for text, kind, rule in PRESETS:
            self.preset.addItem(text, (kind, rule))
        self.preset.activated.connect(self._preset_chosen)
        self.kind = QComboBox()
        self.kind.addItem("Every", "interval")
        self.kind.addItem("Cron", "cron")
        self.kind.setCurrentIndex(0 if start.kind == "interval" else 1)
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        shown = words.duration(int(start.rule)) if start.kind == "interval" else start.rule
        self.rule = QLineEdit(shown if _reads("interval", shown) or start.kind == "cron" else start.rule)
        self._say_placeholder()
        self.said = theme.label(role="muted", wrap=True)
        self.jitter = QLineEdit(str(start.jitter_s))
        self.jitter.setFixedWidth(110)
        self.tier = QComboBox()
        for number, text in TIERS:
            self.tier.addItem(text, number)
        self.tier.setCurrentIndex(start.tier - 1)
        self.agent = QComboBox()
        for value, text in AGENTS:
            self.agent.addItem(text, value)
        if self.agent.findData(start.agent) < 0:
            self.agent.addItem(start.agent, start.agent)
        self.agent.setCurrentIndex(self.agent.findData(start.agent))
        self.prompt = QPlainTextEdit(start.prompt)
        self.prompt.setPlaceholderText("Leave empty for the tier's own prompt.")
        self.prompt.setTabChangesFocus(True)
        self.prompt.setFixedHeight(72)
        self.services = QLineEdit(", ".join(start.services))
        self.services.setPlaceholderText("All services")
        self.on = QCheckBox("On")
        self.on.setChecked(bool(start.enabled))
        for field in (self.name, self.rule, self.jitter):
            field.textChanged.connect(self._check)
        self.tier.currentIndexChanged.connect(self._check)
        for widget, name in (
            (self.name, "Name"),
            (self.preset, "Common rhythms"),
            (self.kind, "Kind of rule"),
            (self.rule, "Rule"),
            (self.jitter, "Delay at random, in seconds"),
            (self.tier, "Tier"),
            (self.agent, "Agent"),
            (self.prompt, "Prompt"),
            (self.services, "Services, separated by commas"),
        ):
            widget.setAccessibleName(name)

    def _lay_out(self) -> None:
        rule = QHBoxLayout()
        rule.setSpacing(theme.GAP_S)
        rule.addWidget(self.kind)
        rule.addWidget(self.rule, 1)
        rule.addWidget(self.preset)
        jitter = QHBoxLayout()
        jitter.setSpacing(theme.GAP_S)
        jitter.addWidget(theme.label("up to"))
        jitter.addWidget(self.jitter)
        jitter.addWidget(theme.label("seconds, so that not all start at once", "muted"), 1)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setHorizontalSpacing(theme.GAP_L)
        form.setVerticalSpacing(theme.GAP_M)
        form.addRow("Name", self.name)
        form.addRow("When", rule)
        form.addRow("", self.said)
        form.addRow("Delay", jitter)
        form.addRow("Agent", self.agent)
        form.addRow("Tier", self.tier)
        form.addRow("Prompt", self.prompt)
        form.addRow("Services", self.services)
        form.addRow("", self.on)
        self.wrong = theme.label(role="wrong", wrap=True)
        self.save = QPushButton("Save changes" if self._old else "Add the schedule")
        theme.set_role(self.save, "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        leave = QPushButton("Cancel")
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(self.wrong, 1)
        buttons.addWidget(leave)
        buttons.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addLayout(form)
        column.addStretch()
        column.addLayout(buttons)

    def _preset_chosen(self) -> None:
        chosen = self.preset.currentData()
        if chosen:
            kind, rule = chosen
            self.kind.setCurrentIndex(self.kind.findData(kind))
            self.rule.setText(words.duration(int(rule)) if kind == "interval" else rule)
            if not self.name.text().strip():
                self.name.setText("Observe")
        self.preset.setCurrentIndex(0)

    def _kind_chosen(self) -> None:
        self._say_placeholder()
        self.rule.clear()
        self.rule.setFocus()

    def _say_placeholder(self) -> None:
        interval = self.kind.currentData() == "interval"
        self.rule.setPlaceholderText("30 min, 2 h, 1 day" if interval else "minute hour day month weekday: 0 9 * * 1-5")

    def _check(self) -> None:
        kind = self.kind.currentData()
        wrong = ""
        try:
            rule = rules.check(kind, self.rule.text())
            self.said.setText(self._when(kind, rule))
            theme.set_role(self.said, "muted")
        except UsageError as error:
            self.said.setText(error.told if self.rule.text().strip() else "")
            theme.set_role(self.said, "wrong")
            wrong = " "
        if not wrong:
            try:
                _ = self.schedule
            except UsageError as error:
                wrong = error.told if self.name.text().strip() else " "
        self.wrong.setText(wrong.strip())
        self.save.setEnabled(not wrong)

    def _when(self, kind: str, rule: str) -> str:
        now = utc_now()
        trial = replace(edit.new_schedule("x", kind, rule), anchor_at=to_text(now), watched_from=to_text(now))
        old = self._old
        if old is not None and (old.kind, old.rule) == (kind, rule):
            trial = replace(trial, anchor_at=old.anchor_at)
        times = _next_times(trial, now, self._zone)
        return f"{rules.words(trial)}. Next: {', '.join(words.clock_time(at, now) for at in times)}."

    def _save(self) -> None:
        self.save.setEnabled(False)
        try:
            future = self._desk.schedule.save(self.schedule)
        except UsageError as error:
            self._failed(error)
            return
        self._desk.bridge.follow(future, self._done, self._failed)

    def _done(self, schedule: Schedule) -> None:
        self.saved.emit(schedule)
        self.accept()

    def _failed(self, error: Exception) -> None:
        self.save.setEnabled(True)
        self.wrong.setText(getattr(error, "told", str(error)))


def _next_times(schedule: Schedule, now: datetime, zone: tzinfo) -> list[datetime]:
    rule = rules.rule_of(schedule, zone)
    times = []
    at = now
    for _ in range(TIMES):
        at = rule.next_after(at)
        times.append(at)
    return times


def _reads(kind: str, text: str) -> bool:
    try:
        rules.check(kind, text)
    except UsageError:
        return False
    return True
