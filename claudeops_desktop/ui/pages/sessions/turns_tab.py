"""The Turns tab: the session replayed turn by turn, by hand or by itself (S4)."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from ....core.money import money
from ....export import prose
from ....stream.turns import SessionTotals, Turn, seconds_between
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.record_table import RecordTable
from .turn_loader import TurnLoader
from .turn_view import TurnView

SPEEDS = (
    FilterChoice(tr("Real time"), 1.0),
    FilterChoice(tr("5× speed"), 5.0),
    FilterChoice(tr("25× speed"), 25.0),
)
PUT_AT_ONCE = 1_000  # rows; of more those that are looked at
LONGEST_MS, SHORTEST_MS = 20_000, 250


class TurnModel(RecordModel):
    """Keys are turn numbers, rows are Turns; all known at once."""

    COLUMNS = (
        TableColumn("number", tr("Turn"), 54, number=True),
        TableColumn("at", tr("Time"), 84),
        TableColumn("said", tr("Said and did"), 260),
        TableColumn("cost", tr("Cost"), 74, number=True),
    )

    refused: frozenset[int] = frozenset()  # turns with a call that was refused

    def text(self, row: Turn, column: str) -> str:
        """What a cell shows."""
        match column:
            case "number":
                return formatting.format_number(row.number)
            case "at":
                return formatting.format_exact_time(row.at)[-8:]
            case "cost":
                return money(row.cost_usd or None)
            case _:
                return turn_summary(row)

    def tip(self, row: Turn, column: str) -> str:
        """More of it."""
        if column == "cost" and row.cost_usd is not None:
            return tr("Its share of the session's cost, by tokens")
        return {"at": formatting.format_exact_time(row.at), "said": row.text[:600]}.get(column, "")

    def state(self, row: Turn, column: str) -> str:
        """A turn in which something was refused or failed."""
        if column != "said":
            return ""
        return (
            "warning"
            if row.number in self.refused
            else "failed"
            if row.failed or any(step.is_error for step in row.tools)
            else ""
        )


class TurnsTab(QWidget):
    """``line_requested`` carries the log line of the turn shown; ``count_changed`` how many turns there are."""

    line_requested = Signal(int)
    count_changed = Signal(int)

    def __init__(self, story: TurnLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._story = story
        self.model = TurnModel(self)
        self.table = RecordTable(self.model, tr("Turns"))
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(2)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._go_to_line)
        self.model.rows_requested.connect(self._put)
        self.view = TurnView()
        self.back = _button("back", tr("The previous turn (Left)"), self.step_back)
        self.play = _button("play", tr("Play (Space)"), self.toggle)
        self.forward = _button("forward", tr("The next turn (Right)"), self.step_forward)
        self.speed = FilterBox(tr("Playback speed"), SPEEDS)
        self.speed.set_value(5.0)
        self._where = theme.plain_label(role="strong")
        self._stands = ElidedLabel(role="muted")
        self._line = _button("sessions", tr("Show it in the log (Return)"), self._go_to_line)
        self._first: Turn | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._play_on)
        self._full = QWidget()
        self._lay_out()
        self._empty = EmptyState("sessions", tr("No turn yet"))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        for part in (self.table, self.view):
            part.installEventFilter(self)
        story.turns_changed.connect(self._told)

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(theme.GAP_XS)
        for button in (self.back, self.play, self.forward):
            bar.addWidget(button)
        bar.addWidget(self.speed)
        bar.addSpacing(theme.GAP_S)
        bar.addWidget(self._where)
        bar.addSpacing(theme.GAP_S)
        bar.addWidget(self._stands, 1)
        bar.addWidget(self._line)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        holder = QWidget()
        theme.set_role(holder, "surface")
        inside = QVBoxLayout(holder)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.view)
        for part, share in ((self.table, 2), (holder, 3)):
            split.addWidget(part)
            split.setStretchFactor(split.count() - 1, share)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(bar)
        column.addWidget(split, 1)
        self.setFocusProxy(self.table)

    @property
    def number(self) -> int:
        """The turn shown; 0 for none."""
        current = self.table.current
        return current if isinstance(current, int) else 0

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer.isActive()

    def step_back(self) -> None:
        """One turn back."""
        self.stop()
        self._go(self.number - 1)

    def step_forward(self) -> None:
        """One turn on."""
        self.stop()
        self._go(self.number + 1)

    def toggle(self) -> None:
        """Play from here, or from the first where this is the last; or stop."""
        if self.playing:
            self.stop()
            return
        if self.number >= len(self._story.turns):
            self._go(1)
        self._timer.start(self._pause())
        self._tell_play()

    def stop(self) -> None:
        """Play no further."""
        self._timer.stop()
        self._tell_play()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Left and Right step, Space plays."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and not event.modifiers():
            done = {
                Qt.Key.Key_Left: self.step_back,
                Qt.Key.Key_Right: self.step_forward,
                Qt.Key.Key_Space: self.toggle,
            }.get(Qt.Key(event.key()))
            if done is not None:
                done()
                return True
        return super().eventFilter(watched, event)

    def _go(self, number: int) -> None:
        if 1 <= number <= len(self._story.turns):
            self.table.select_key(number)

    def _play_on(self) -> None:
        self._go(self.number + 1)
        if self.number < len(self._story.turns) or self._story.running:
            self._timer.start(self._pause())
        self._tell_play()

    def _pause(self) -> int:
        """Until the next turn, as it was, so many times as fast."""
        turns, number = self._story.turns, self.number
        seconds = seconds_between(turns[number - 1].at, turns[number].at) if 0 < number < len(turns) else 1.0
        return min(LONGEST_MS, max(SHORTEST_MS, round((seconds or 0) * 1000 / float(self.speed.value))))

    def _told(self) -> None:
        turns = self._story.turns
        self.model.refused = self._story.refused
        at_end = self.number == len(self.model.keys)
        if len(turns) != len(self.model.keys) or (self.model.rowCount() and self._first is not turns[0]):
            if self.model.rowCount() and turns and self._first is not turns[0]:
                self.stop()
                at_end = True
                self.table.clearSelection()
                self.model.set_keys(())
            self.table.show_keys([turn.number for turn in turns])
        if len(turns) <= PUT_AT_ONCE:
            self.model.set_rows({turn.number: turn for turn in turns})
        else:
            self.table.reload_visible()
        self.count_changed.emit(len(turns))
        self._stack.setCurrentWidget(self._full if turns else self._empty)
        self._first = turns[0] if turns else None
        if turns:
            if not self.number or (at_end and self._story.running):
                self._go(len(turns) if self._story.running else 1)
            self._picked(self.number)
            return
        self.stop()
        if self._story.log_missing and not self._story.running:
            self._empty.set_message(
                tr("The log of this session has been removed"), tr("Old logs are removed by age and size.")
            )
        elif self._story.running:
            self._empty.set_message(tr("No turn yet"), tr("Each answer of the agent appears here, with its calls."))
        else:
            self._empty.set_message(tr("No turn"), tr("The agent said nothing in this session."))

    def _picked(self, key: object) -> None:
        turns = self._story.turns
        turn = turns[key - 1] if isinstance(key, int) and 0 < key <= len(turns) else None
        self.view.show_turn(turn, self._story.by_id)
        self.back.setEnabled(turn is not None and turn.number > 1)
        self.forward.setEnabled(turn is not None and turn.number < len(turns))
        if turn is None:
            self._where.setText("")
            self._stands.setText("")
            return
        who = tr(" · sub-agent") if turn.agent else ""
        self._where.setText(
            tr(
                "Turn {number} of {turns}{who}",
                number=formatting.format_number(turn.number),
                turns=formatting.format_number(len(turns)),
                who=who,
            )
        )
        then = self._story.totals[turn.number - 1]
        self._stands.setText(totals_text(then.now, then.refused, then.failed))
        self._stands.set_tip(prose.turn_facts(turn))

    def _put(self, keys: list[int]) -> None:
        turns = self._story.turns
        self.model.set_rows({key: turns[key - 1] for key in keys if 0 < key <= len(turns)})

    def _go_to_line(self, _key: object = None) -> None:
        turns = self._story.turns
        if 0 < self.number <= len(turns):
            self.line_requested.emit(turns[self.number - 1].line)

    def _tell_play(self) -> None:
        icons.set_themed_icon(self.play, "pause" if self.playing else "play")
        name = tr("Stop playing") if self.playing else tr("Play")
        self.play.setAccessibleName(name)
        self.play.setToolTip(tr("{name} (Space)", name=name))

    def hideEvent(self, event: object) -> None:
        """Nobody looks: play no further."""
        self.stop()
        super().hideEvent(event)  # type: ignore[arg-type]


def turn_summary(turn: Turn) -> str:
    """A turn in one line: its first words, then what it called."""
    first = next((line.strip() for line in turn.text.split("\n") if line.strip()), "")
    calls = formatting.format_names([step.name for step in turn.tools], 2)
    said = prose.clean_text(" → ".join(part for part in (first[:300], calls) if part))
    return tr("(sub-agent) {said}", said=said) if turn.agent else said or "…"


def totals_text(now: SessionTotals, refused: int, failed: int) -> str:
    """How the session stood then: ``after 1 min 12 s · 4 calls, 1 refused · 12,400 tokens in, about 800 out · …``."""
    calls = tr_count("%n call", "%n calls", now.calls)
    calls += tr(", {refused} refused", refused=refused) if refused else ""
    calls += tr(", {failed} failed", failed=failed) if failed else ""
    tokens = now.tokens
    about = tr("about ") if tokens.estimated else ""
    parts = [
        tr("after {seconds}", seconds=formatting.format_duration(now.seconds)) if now.seconds is not None else "",
        calls,
        tr(
            "{context} tokens in, {about}{out} out",
            context=formatting.format_number(tokens.context),
            about=about,
            out=formatting.format_number(tokens.out),
        )
        if tokens.context
        else "",
        tr("about {cost_usd} so far", cost_usd=money(now.cost_usd)) if now.cost_usd else "",
    ]
    return " · ".join(part for part in parts if part)


def _button(icon: str, name: str, pressed: object) -> QToolButton:
    made = QToolButton()
    theme.set_role(made, "icon")
    icons.set_themed_icon(made, icon)
    made.setAccessibleName(name.partition(" (")[0])
    made.setToolTip(name)
    made.clicked.connect(pressed)
    return made
