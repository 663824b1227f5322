"""Add or edit a schedule. The rule is checked as it is typed, and says in words when it would run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....agents.registry import added_agents, capabilities_of
from ....core.clock import to_text, utc_now
from ....core.errors import UsageError
from ....records.health import HealthCheck
from ....records.occurrences import Schedule
from ....records.saved_prompts import SavedPrompt
from ....scheduler import edit, rules
from ....scheduler.text import PRESETS
from ....scheduler.zone import LocalZone
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import error_text, tr, tr_message
from ...widgets.growing_dialog import GrowingDialog
from ...widgets.services_field import ServicesField
from ...widgets.vertical_scroll import VerticalScroll
from .policy_fields import PolicyFields
from .queries import next_times

TIERS = ((1, tr("1  Observe")), (2, tr("2  Investigate")), (3, tr("3  Remediate")))
AGENTS = (("", tr("As in the settings")), ("claude", tr("Claude CLI")), ("watch", tr("Built-in watcher")))
WIDE = 600


class ScheduleDialog(GrowingDialog):
    """It changes nothing itself: ``schedule_submitted`` carries the schedule as it is to be stored (id 0: a new
    one)."""

    schedule_submitted = Signal(object)

    def __init__(self, desk: AppContext, schedule: Schedule | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._zone = LocalZone()()
        self._old = schedule
        self._saved: tuple[SavedPrompt, ...] = ()
        start = schedule or edit.new_schedule("", "interval", "1800")
        self.setWindowTitle(tr("Edit the schedule") if schedule else tr("Add a schedule"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(WIDE)
        self._make_rule(start)
        self._make_what(start)
        self._name_fields()
        self._lay_out()
        self._check()
        self.name.setFocus()
        desk.bridge.ask(desk.book.health.latest, self._services_known)
        desk.bridge.ask(desk.book.prompts.list, self._prompts_known)

    @property
    def schedule(self) -> Schedule:
        """What the fields say. Raises UsageError naming the field and the fix."""
        try:
            jitter = int(self.jitter.text().strip() or "0")
        except ValueError:
            raise UsageError(tr("The delay needs a whole number of seconds."), tr("0 for none.")) from None
        made = replace(
            edit.new_schedule(self.name.text(), self.kind.currentData(), self.rule.text()),
            tier=self.tier.currentData(),
            agent=self.agent.currentData(),
            prompt=self.prompt.toPlainText().strip(),
            services=self.services.chosen_services,
            jitter_s=jitter,
            enabled=int(self.on.isChecked()),
            **self.policies.values,
        )
        if self._old is not None:
            old = self._old
            made = replace(
                made, id=old.id, anchor_at=old.anchor_at, watched_from=old.watched_from, created_at=old.created_at
            )
        return edit.prepare_schedule(made, self._old, utc_now())

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_rule(self, start: Schedule) -> None:
        self.name = QLineEdit(start.name)
        self.name.setPlaceholderText(tr("What it does, such as Observe"))
        self.preset = QComboBox()
        self.preset.addItem(tr("Choose a rhythm…"), None)
        for text, kind, rule in PRESETS:
            self.preset.addItem(tr_message(text), (kind, rule))
        self.preset.activated.connect(self._preset_chosen)
        self.kind = QComboBox()
        self.kind.addItem(tr("Every"), "interval")
        self.kind.addItem(tr("Cron"), "cron")
        self.kind.setCurrentIndex(0 if start.kind == "interval" else 1)
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        shown = (
            formatting.format_duration(int(start.rule))
            if start.kind == "interval" and start.rule.isdecimal()
            else start.rule
        )
        self.rule = QLineEdit(shown if _reads("interval", shown) or start.kind == "cron" else start.rule)
        self._say_placeholder()
        self.status_label = theme.plain_label(role="muted", wrap=True)
        self.status_label.setMinimumHeight(2 * self.status_label.fontMetrics().lineSpacing() + theme.GAP_XS)
        self.status_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.jitter = QLineEdit(str(start.jitter_s))
        self.jitter.setFixedWidth(72)
        self.policies = PolicyFields(start, self._desk.settings.current.schedule)
        self.policies.changed.connect(self._check)
        self.on = QCheckBox(tr("Switched on"))
        self.on.setChecked(bool(start.enabled))
        for field in (self.name, self.rule, self.jitter):
            field.textChanged.connect(self._check)

    def _make_what(self, start: Schedule) -> None:
        self.tier = QComboBox()
        for number, text in TIERS:
            self.tier.addItem(text, number)
        self.tier.setCurrentIndex(start.tier - 1)
        self.agent = QComboBox()
        for value, text in (*AGENTS, *((agent.name, agent.title) for agent in added_agents())):
            self.agent.addItem(text, value)
        if self.agent.findData(start.agent) < 0:
            self.agent.addItem(start.agent, start.agent)
        self.agent.setCurrentIndex(self.agent.findData(start.agent))
        self.agent.currentIndexChanged.connect(self._check)
        self.prompt = QPlainTextEdit(start.prompt)
        self.prompt.setPlaceholderText(tr("Leave empty for the tier's own prompt."))
        self.prompt.setTabChangesFocus(True)
        self.prompt.setFixedHeight(64)
        self.saved = QComboBox()
        self.saved.addItem(tr("Take a saved prompt…"))
        self.saved.activated.connect(self._saved_chosen)
        self.saved.hide()
        self.services = ServicesField(start.services)
        self.tier.currentIndexChanged.connect(self._check)

    def _name_fields(self) -> None:
        for widget, name in (
            (self.name, tr("Name")),
            (self.preset, tr("Common rhythms")),
            (self.kind, tr("Kind of rule")),
            (self.rule, tr("Rule")),
            (self.jitter, tr("Random delay, in seconds")),
            (self.tier, tr("Tier")),
            (self.agent, tr("Agent")),
            (self.prompt, tr("Prompt")),
            (self.saved, tr("Saved prompts")),
        ):
            theme.set_accessible_name(widget, name)

    def _lay_out(self) -> None:
        agent = _row(self.agent, theme.plain_label(tr("at tier")), self.tier)
        agent.setStretch(0, 1)
        agent.setStretch(2, 1)
        rule = _row(self.kind, self.rule, self.preset)
        rule.setStretch(1, 1)
        late = theme.plain_label(tr("seconds, so that not all start at once"), "muted")
        jitter = _row(theme.plain_label(tr("up to")), self.jitter, late)
        jitter.setStretch(2, 1)
        prompt = QVBoxLayout()
        prompt.setSpacing(theme.GAP_XS)
        prompt.addWidget(self.prompt)
        prompt.addWidget(self.saved)
        inner = QWidget()
        form = QFormLayout(inner)
        form.setContentsMargins(0, 0, theme.GAP_S, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setHorizontalSpacing(theme.GAP_L)
        form.setVerticalSpacing(theme.GAP_M)
        form.addRow(tr("Name"), self.name)
        form.addRow(tr("When"), rule)
        form.addRow("", self.status_label)
        form.addRow(tr("Delay"), jitter)
        form.addRow(tr("If missed"), self.policies)
        form.addRow(tr("Agent"), agent)
        form.addRow(tr("Prompt"), prompt)
        form.addRow(tr("Services"), self.services)
        form.addRow("", self.on)
        for layout in (jitter, self.services):
            label = form.labelForField(layout)
            label.setMinimumHeight(theme.TARGET)  # on a line with its field
        area = VerticalScroll(inner)  # a small screen shows it all the same
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addWidget(area, 1)
        column.addLayout(self._buttons())
        self.resize(WIDE, self.sizeHint().height())

    def _buttons(self) -> QHBoxLayout:
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self.save = QPushButton(tr("Save changes") if self._old else tr("Add the schedule"))
        theme.set_role(self.save, "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        leave = QPushButton(tr("Cancel"))
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        buttons = _row(self.wrong, leave, self.save)
        buttons.setStretch(0, 1)
        return buttons

    # --- what is chosen and typed ------------------------------------------------------------------------------------

    def _preset_chosen(self) -> None:
        chosen = self.preset.currentData()
        if chosen:
            kind, rule = chosen
            self.kind.setCurrentIndex(self.kind.findData(kind))
            self.rule.setText(formatting.format_duration(int(rule)) if kind == "interval" else rule)
            if not self.name.text().strip():
                self.name.setText(tr("Observe"))
        self.preset.setCurrentIndex(0)

    def _kind_chosen(self) -> None:
        self._say_placeholder()
        self.rule.clear()
        self.rule.setFocus()

    def _say_placeholder(self) -> None:
        interval = self.kind.currentData() == "interval"
        self.rule.setPlaceholderText(
            tr("30 min, 2 h, 1 day") if interval else tr("minute hour day month weekday: 0 9 * * 1-5")
        )

    def _services_known(self, latest: Sequence[HealthCheck]) -> None:
        self.services.set_choices([check.service for check in latest])

    def _prompts_known(self, prompts: Sequence[SavedPrompt]) -> None:
        self._saved = tuple(prompts)
        for prompt in prompts:
            self.saved.addItem(prompt.name)
        self.saved.setVisible(bool(prompts))

    def _saved_chosen(self, at: int) -> None:
        if at > 0:
            taken = self._saved[at - 1]
            self.prompt.setPlainText(taken.prompt)
            self.tier.setCurrentIndex(taken.tier - 1)
            self.services.set_services(taken.services)
            self.saved.setCurrentIndex(0)

    def _check(self) -> None:
        kind = self.kind.currentData()
        wrong = ""
        agent = str(self.agent.currentData() or "")
        self.tier.setEnabled(capabilities_of(agent).can_escalate or not agent)
        try:
            rule = rules.check_rule(kind, self.rule.text())
            self.status_label.setText(self._when(kind, rule))
            theme.set_role(self.status_label, "muted")
        except UsageError as error:
            self.status_label.setText(error_text(error) if self.rule.text().strip() else "")
            theme.set_role(self.status_label, "wrong")
            wrong = " "
        if not wrong:
            try:
                _ = self.schedule
            except UsageError as error:
                wrong = error_text(error) if self.name.text().strip() else " "
        self.wrong.setText(wrong.strip())
        self.save.setEnabled(not wrong)

    def _when(self, kind: str, rule: str) -> str:
        now = utc_now()
        trial = replace(edit.new_schedule("x", kind, rule), anchor_at=to_text(now), watched_from=to_text(now))
        old = self._old
        if old is not None and (old.kind, old.rule) == (kind, rule):
            trial = replace(trial, anchor_at=old.anchor_at)
        times = next_times(trial, now, self._zone)
        return tr(
            "{rule}. Next: {join}.",
            rule=tr_message(rules.describe_rule(trial)),
            join=", ".join(rules.next_words(at, now, self._zone) for at in times),
        )

    def _save(self) -> None:
        try:
            schedule = self.schedule
        except UsageError as error:
            self.wrong.setText(error_text(error))
            return
        self.schedule_submitted.emit(schedule)
        self.accept()


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(theme.GAP_S)
    for part in parts:
        row.addWidget(part)
    return row


def _reads(kind: str, text: str) -> bool:
    try:
        rules.check_rule(kind, text)
    except UsageError:
        return False
    return True
