"""The section that shows what a session did: turns and tool calls in one list, and the step that is chosen in full."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....agents.turns import DENIED, FAILED, OK, OPEN
from ....core.money import money
from ....export import prose
from ....stream.turns import TokenCount
from ... import theme
from ...kit.columns import ColumnModel, ColumnSpec, make_table, text_column
from ...kit.sections import SectionBody
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.filter_box import FilterBox, FilterChoice
from .queries import ShownSession
from .step_view import StepView
from .steps_query import (
    RUNNING,
    STEP_FILTERS,
    SessionStepRow,
    StepKey,
    StepList,
    StepReader,
    TurnTotals,
    format_judgement,
)

if TYPE_CHECKING:
    from ...app_context import AppContext

LOOKS = {OK: "completed", FAILED: "failed", DENIED: "warning", OPEN: "unknown", RUNNING: "running", "": ""}
OUTCOMES = {
    OK: tr("ok"),
    FAILED: tr("failed"),
    DENIED: tr("refused"),
    OPEN: tr("no answer"),
    RUNNING: tr("under way"),
    "": "",
}
FILTERS = {
    "all": tr("Turns and tool calls"),
    "calls": tr("Tool calls"),
    "problems": tr("Failed or refused"),
    "refused": tr("Refused calls"),
}
MOST_ROWS, DOCUMENT_ROWS = 9, 6
PUT_AT_ONCE = 1_000  # rows; of more those that are looked at

# --- words -----------------------------------------------------------------------------------------------------------


def step_name(step: SessionStepRow) -> str:
    """Return ``Turn 3``, or the tool, and whether a sub-agent did it."""
    if step.call is not None:
        return step.call.name if step.call.main else tr("{name} (sub-agent)", name=step.call.name)
    if step.turn is None:
        return ""
    number = formatting.format_number(step.turn.number)
    return tr("Turn {number} (sub-agent)", number=number) if step.turn.agent else tr("Turn {number}", number=number)


def kind_tip(step: SessionStepRow) -> str:
    """Return the class of a call, the services it is about and who judged it."""
    if step.call is None or not step.call.kind:
        return ""
    about = tr("About {list}", list=formatting.format_names(list(step.call.services))) if step.call.services else ""
    return "\n".join(filter(None, (step.call.kind, about, format_judgement(step.call))))


def turn_tokens(step: SessionStepRow) -> TokenCount | None:
    """Return the tokens of a turn; None for a call, and where they are not known."""
    return step.turn.tokens if step.turn is not None and step.call is None and step.turn.tokens.out else None


def turn_cost(step: SessionStepRow) -> float | None:
    """Return what a turn cost; None for a call, and where it is not known."""
    return step.turn.cost_usd or None if step.turn is not None and step.call is None else None


def tokens_text(step: SessionStepRow) -> str:
    """Return the tokens of a turn, in and out together."""
    tokens = turn_tokens(step)
    return formatting.format_number(tokens.context + tokens.out) if tokens is not None else ""


def tokens_tip(step: SessionStepRow) -> str:
    """Return how many tokens went in and came out."""
    tokens = turn_tokens(step)
    return tr("This turn: {tokens}", tokens=in_and_out(tokens)) if tokens is not None else ""


def in_and_out(tokens: TokenCount) -> str:
    """Return ``12,400 tokens in, about 800 out``."""
    return tr(
        "{context} tokens in, {about}{out} out",
        context=formatting.format_number(tokens.context),
        about=tr("about ") if tokens.estimated else "",
        out=formatting.format_number(tokens.out),
    )


def totals_text(then: TurnTotals) -> str:
    """Return how the session stood: ``after 1 min 12 s · 4 calls, 1 refused · 12,400 tokens in, about 800 out · …``."""
    now = then.now
    calls = tr_count("%n call", "%n calls", now.calls)
    calls += tr(", {refused} refused", refused=then.refused) if then.refused else ""
    calls += tr(", {failed} failed", failed=then.failed) if then.failed else ""
    parts = [
        tr("after {seconds}", seconds=formatting.format_duration(now.seconds)) if now.seconds is not None else "",
        calls,
        in_and_out(now.tokens) if now.tokens.context else "",
        tr("about {cost_usd} so far", cost_usd=money(now.cost_usd)) if now.cost_usd else "",
    ]
    return " · ".join(part for part in parts if part)


def nothing_text(steps: StepList, chosen: str) -> str:
    """Return why the list is empty."""
    if steps.steps and chosen == "refused":
        return tr("No call was refused")
    if steps.steps:
        return tr("Nothing failed or was refused") if chosen == "problems" else tr("No tool call")
    if steps.running:
        return tr("Each answer of the agent appears here, with its calls.")
    if steps.log_missing:
        return tr("There is no log of this session. Old logs are removed by age and size.")
    return tr("The agent said nothing in this session.")


COLUMNS: tuple[ColumnSpec[SessionStepRow], ...] = (
    ColumnSpec("step", tr("Step"), 104, text=lambda step: ("" if step.call is None else "   ") + step_name(step)),
    ColumnSpec(
        "outcome",
        tr("Outcome"),
        92,
        text=lambda step: OUTCOMES[step.outcome],
        state=lambda step: LOOKS[step.outcome],
        tip=kind_tip,
    ),
    text_column("said", tr("Said or asked"), 200, lambda step: step.said, stretch=True),
    text_column("result", tr("Result"), 130, lambda step: step.result, stretch=True),
    ColumnSpec("kind", tr("Class"), 84, text=lambda step: step.call.kind if step.call else "", tip=kind_tip, minor=1),
    ColumnSpec(
        "at",
        tr("Time"),
        80,
        minor=1,
        text=lambda step: formatting.format_exact_time(step.at)[-8:],
        tip=lambda step: formatting.format_exact_time(step.at),
    ),
    ColumnSpec(
        "took", tr("Took"), 70, number=True, minor=1, text=lambda step: formatting.format_duration(step.seconds)
    ),
    ColumnSpec("tokens", tr("Tokens"), 74, number=True, minor=1, text=tokens_text, tip=tokens_tip),
    ColumnSpec(
        "cost",
        tr("Cost"),
        68,
        number=True,
        minor=1,
        text=lambda step: money(turn_cost(step)),
        tip=lambda step: tr("Its share of the session's cost, by tokens") if turn_cost(step) else "",
    ),
)

# --- the section -----------------------------------------------------------------------------------------------------


class StepsSection(SectionBody[ShownSession]):
    """Turns and tool calls in order, read on while the session runs. Left and Right go from turn to turn.
    ``line_requested`` carries a log line."""

    line_requested = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self._shown: ShownSession | None = None
        self._reader: StepReader | None = None
        self._busy = self._again = False
        self.steps: StepList | None = None
        self._listed: dict[StepKey, SessionStepRow] = {}
        self.model: ColumnModel[SessionStepRow] = ColumnModel(COLUMNS, "SessionStepModel", self)
        self.model.rows_requested.connect(self._put)
        self.table = make_table(self.model, tr("What it did"), self)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._show_line)
        self.table.installEventFilter(self)
        self.filter = FilterBox(tr("Which steps"), [FilterChoice(text, name) for name, text in FILTERS.items()])
        self.filter.value_chosen.connect(self._list)
        self.log_button = QPushButton(tr("Show in the log"))
        self.log_button.clicked.connect(self._show_line)
        self.buttons.append(self.log_button)
        self.totals = ElidedLabel(role="muted")
        self.document = StepView(self)
        self.nothing = theme.plain_label(role="muted", wrap=True)
        self._lay_out()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(theme.GAP_M)
        bar.addWidget(self.filter)
        bar.addWidget(self.totals, 1)
        self.document.setFixedHeight(DOCUMENT_ROWS * theme.ROW)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(bar)
        for part in (self.nothing, self.table, self.document):
            column.addWidget(part)

    # --- what is shown -----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Return the number of the turn that is looked at; 0 for none."""
        current = self.table.current
        return current[0] if isinstance(current, tuple) else 0

    def show_record(self, record: ShownSession) -> None:
        """Show a session: read its log, or read on."""
        if self._shown is None or self._shown.session.id != record.session.id:
            self._reader = StepReader(self.context, record.session)
            self.steps = None
            self.model.set_keys(())
            self.document.show_step(None, None)
        self._shown = record
        self.refresh()

    def refresh(self) -> None:
        """Read on."""
        if self._shown is None or self._reader is None:
            return
        self._again = self._busy
        if not self._busy:
            self._busy = True
            work = partial(self._reader.read, self._shown.session)
            self.context.run_in_background(work, self._read, self._failed)

    def take_focus(self) -> None:
        """Put the cursor into the list."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _read(self, steps: StepList) -> None:
        self._busy = False
        if self._shown is not None and steps.session.id == self._shown.session.id:
            first = self.steps is None
            at_end = self.table.current is not None and self.table.current == self.model.key(self.model.rowCount() - 1)
            self.steps = steps
            self._list()
            self.count_changed.emit(len(steps.steps))
            if self._listed and (first or (at_end and steps.running)):
                keys = list(self._listed)
                self.table.select_key(keys[-1] if steps.running else keys[0])
            if not self._again:
                return
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self._busy = False
        self.message_posted.emit(error_text(error), None)

    def _list(self, _value: object = None) -> None:
        """Show the steps that the filter leaves; the chosen one stays chosen."""
        steps = self.steps
        if steps is None:
            return
        chosen = str(self.filter.value)
        self._listed = {key: step for key, step in steps.steps.items() if STEP_FILTERS[chosen](step)}
        if list(self.model.keys) != list(self._listed):
            self.table.show_keys(list(self._listed))
        if len(self._listed) <= PUT_AT_ONCE:
            self.model.set_rows(self._listed)
        else:
            self.table.reload_visible()
        self.filter.set_choices(
            [
                FilterChoice(text, name, sum(map(STEP_FILTERS[name], steps.steps.values())))
                for name, text in FILTERS.items()
            ]
        )
        self.filter.setVisible(bool(steps.steps))
        self.nothing.setText("" if self._listed else nothing_text(steps, chosen))
        self.nothing.setVisible(not self._listed)
        rows = min(len(self._listed), MOST_ROWS)
        self.table.setFixedHeight(theme.ROW + rows * self.table.row_height() + 2)
        for part in (self.table, self.totals, self.document):
            part.setVisible(bool(self._listed))
        if self._listed and self.table.current is None:
            self.table.select_key(next(iter(self._listed)))
        self._picked()

    def _put(self, keys: list[StepKey]) -> None:
        self.model.set_rows({key: self._listed[key] for key in keys if key in self._listed})

    def _picked(self, _key: object = None) -> None:
        step = self._listed.get(self.table.current)
        self.log_button.setEnabled(step is not None and bool(step.line))
        self.document.show_step(step, self.steps)
        there = self.steps is not None and 0 < self.turn <= len(self.steps.totals)
        then = self.steps.totals[self.turn - 1] if there and self.steps is not None else None
        self.totals.setText(totals_text(then) if then is not None else "")
        self.totals.set_tip(prose.turn_facts(step.turn) if step is not None and step.turn is not None else "")

    def _show_line(self, _key: object = None) -> None:
        step = self._listed.get(self.table.current)
        if step is not None and step.line:
            self.line_requested.emit(step.line)

    # --- from turn to turn -------------------------------------------------------------------------------------------

    def step_turn(self, way: int) -> bool:
        """Go to the next turn that is listed (1) or the one before (-1); tell whether there is one."""
        turns = [key for key in self._listed if (key[0] > self.turn if way > 0 else key[0] < self.turn)]
        found = min(turns, default=None) if way > 0 else max((key for key in turns if key[0]), default=None)
        if found is None:
            return False
        self.table.select_key(next(key for key in self._listed if key[0] == found[0]))
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from turn to turn with Left and Right."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and not event.modifiers():
            way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
            if way:
                self.step_turn(way)
                return True
        return super().eventFilter(watched, event)
