"""The detail beside or below a table, declared: a head, facts, paragraphs, buttons and sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from .. import theme
from ..text import formatting
from ..widgets.elided_label import ElidedLabel, escape_tool_tip
from ..widgets.empty_state import EmptyState
from ..widgets.flow_layout import FlowLayout
from ..widgets.state_dot import StateDot
from .sections import SectionBody, SectionColumn, SectionSpec

if TYPE_CHECKING:
    from ..app_context import AppContext

Record = TypeVar("Record")
TITLE_UP_TO, LONGEST_TIP = 300, 4000
BESIDE_FACTS = 3  # buttons; more of them have lines of their own


@dataclass(frozen=True)
class EmptyText:
    """Describes an empty state: an icon, a line and a sentence."""

    icon: str
    title: str
    text: str


@dataclass(frozen=True)
class ParagraphSpec(Generic[Record]):
    """A paragraph under the facts, left out where it is empty. ``role`` is that of its label."""

    text: Callable[[Record], str]
    role: str = "body"


@dataclass(frozen=True)
class DetailSpec(Generic[Record]):
    """What is shown of one record: ``state`` as a shape, ``title`` in full, ``facts``, of which empty ones are left
    out, ``paragraphs`` and ``sections``. One section has the whole height; several stand under heads that fold them.
    Among the page's actions those named ``actions`` have a button here."""

    state: Callable[[Record], str]
    title: Callable[[Record], str]
    facts: Callable[[Record], Sequence[str]]
    sections: Sequence[SectionSpec[Record]]
    empty: EmptyText
    actions: Sequence[str] = ()
    paragraphs: Sequence[ParagraphSpec[Record]] = ()


class DetailPane(QWidget, Generic[Record]):
    """Shows one record, or that none is chosen. ``buttons`` are those of the page's actions."""

    navigation_requested = Signal(object)
    message_posted = Signal(str, object)

    def __init__(
        self, context: AppContext, detail: DetailSpec[Record], buttons: Sequence[QWidget], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._detail = detail
        self.record: Record | None = None
        self.state = StateDot("info", theme.ICON_LARGE)
        self.title = theme.plain_label(role="section", wrap=True, select=True)
        self.facts = ElidedLabel(role="muted")
        self.paragraphs = [theme.plain_label(role=one.role, wrap=True, select=True) for one in detail.paragraphs]
        self._full = QWidget(self)
        self.single: SectionBody[Record] | None = None
        self.column: SectionColumn[Record] | None = None
        if len(detail.sections) == 1:
            self.single = detail.sections[0].make(context, self._full)
            buttons = (*self.single.buttons, *buttons)
        elif detail.sections:
            self.column = SectionColumn(context, detail.sections, self._full)
        self._body = self.single if self.single is not None else self.column
        if self._body is not None:
            self._body.navigation_requested.connect(self.navigation_requested)
            self._body.message_posted.connect(self.message_posted)
        self._none = EmptyState(detail.empty.icon, detail.empty.title, detail.empty.text)
        self._lay_out(buttons)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._none)
        self._stack.addWidget(self._full)

    def section(self, name: str) -> Any:
        """Return a section by its name."""
        if self.column is not None:
            return self.column.sections[name].body
        return self.single if self._detail.sections and self._detail.sections[0].name == name else None

    def _lay_out(self, buttons: Sequence[QWidget]) -> None:
        head, line = QHBoxLayout(), QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.state)
        head.addWidget(self.title, 1)
        line.setSpacing(theme.GAP_S)
        line.addWidget(self.facts, 1)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addLayout(line)
        for label in self.paragraphs:
            column.addWidget(label)
        if len(buttons) > BESIDE_FACTS:
            holder = QWidget(self._full)
            flow = FlowLayout(theme.GAP_S, holder)
            for button in buttons:
                flow.addWidget(button)
            column.addWidget(holder)
        else:
            for button in buttons:
                line.addWidget(button)
        if self._body is not None:
            column.addWidget(self._body, 1)
        else:
            column.addStretch(1)

    def show_record(self, record: Record | None) -> None:
        """Show a record, or that none is chosen."""
        self.record = record
        if record is None:
            self._stack.setCurrentWidget(self._none)
            return
        self._stack.setCurrentWidget(self._full)
        title = self._detail.title(record)
        self.state.set_state(self._detail.state(record))
        self.title.setText(formatting.make_breakable(title, TITLE_UP_TO))
        self.title.setToolTip(escape_tool_tip(title[:LONGEST_TIP]) if len(title) > TITLE_UP_TO else "")
        self._show_texts(record)
        if self._body is not None:
            self._body.show_record(record)

    def take_focus(self) -> None:
        """Put the cursor into the first section that is unfolded."""
        if self.column is not None:
            self.column.take_focus()
        elif self.single is not None:
            self.single.take_focus()

    def keep_low(self, low: bool) -> None:
        """Keep to the head, as in a window that is too low for more."""
        if self._body is not None:
            self._body.setVisible(not low)

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        if self.record is None:
            return
        self._show_texts(self.record)
        if self._body is not None:
            self._body.refresh_ages()

    def save_state(self) -> dict[str, bool]:
        """Return which sections are unfolded, as plain JSON values."""
        return self.column.save_state() if self.column is not None else {}

    def restore_state(self, state: object) -> None:
        """Take up what ``save_state`` gave."""
        if self.column is not None:
            self.column.restore_state(state)

    def _show_texts(self, record: Record) -> None:
        self.facts.setText(" · ".join(filter(None, self._detail.facts(record))))
        for label, paragraph in zip(self.paragraphs, self._detail.paragraphs, strict=True):
            text = formatting.make_breakable(paragraph.text(record))
            label.setText(text)
            label.setVisible(bool(text))
