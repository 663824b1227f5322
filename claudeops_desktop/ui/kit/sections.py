"""Parts of a detail, declared: texts, facts, tables and parts of a page's own, one under another, each under a head
that folds it.

A folded section asks for nothing: it loads its record when it is unfolded.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QPushButton, QVBoxLayout, QWidget

from .. import theme
from ..latest_query import LatestQuery
from ..pages.base_page import PageLocation
from ..text import formatting
from ..text.formatting import format_number
from ..widgets.flow_layout import FlowLayout
from ..widgets.fold_button import FoldButton
from ..widgets.vertical_scroll import VerticalScroll
from .columns import ColumnModel, ColumnSpec, make_table, show_rows

if TYPE_CHECKING:
    from ..app_context import AppContext

Record = TypeVar("Record")
Row = TypeVar("Row")
MOST_ROWS = 8  # that a table among other sections shows without a scroll bar of its own


class SectionBody(QWidget, Generic[Record]):
    """A part of a detail: it shows a record each time it is handed one.

    ``buttons``, or what else is small, stand in its head. ``count_changed`` carries how many rows it has, for its head.
    """

    navigation_requested = Signal(object)
    message_posted = Signal(str, object)
    count_changed = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.context = context
        self.buttons: list[QWidget] = []

    @abstractmethod
    def show_record(self, record: Record) -> None:
        """Show a record, the same one or another."""

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""

    def take_focus(self) -> None:
        """Put the cursor into the section."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keep_short(self) -> None:
        """Be as high as the content within reason: the section shares its height with others."""


@dataclass(frozen=True, kw_only=True)
class SectionSpec(Generic[Record]):
    """What all sections declare. ``name`` is what its fold is kept under, ``summary`` what its head says of a record
    before the section has loaded anything, ``shown`` whether there is such a section for a record. One that is
    ``folded`` starts so until the operator unfolds it; one that ``fills`` gets the height that is left."""

    name: str
    title: str
    summary: Callable[[Record], str] | None = None
    shown: Callable[[Record], bool] | None = None
    folded: bool = False
    fills: bool = False

    @abstractmethod
    def make(self, context: AppContext, parent: QWidget) -> SectionBody[Record]:
        """Return the widget of the section."""


@dataclass(frozen=True, kw_only=True)
class TableSection(SectionSpec[Record], Generic[Record, Row]):
    """A table of what belongs to the record shown. ``load`` runs on a reader thread.

    ``link`` is where a row leads: by Return, by a double click, and by a button that says ``link_text``; ``no_link``
    says why a row leads nowhere. ``look`` is the name under which the operator's choices about the table are kept.
    Texts are ``wrapped`` until the operator says otherwise.
    """

    look: str
    columns: Sequence[ColumnSpec[Row]]
    load: Callable[[AppContext, Record], Mapping[Hashable, Row]]
    link: Callable[[Row], PageLocation | None] | None = None
    link_text: str = ""
    no_link: str = ""
    wrapped: bool = False

    def make(self, context: AppContext, parent: QWidget) -> SectionTable[Record, Row]:
        """Return the table."""
        return SectionTable(context, self, parent)


@dataclass(frozen=True, kw_only=True)
class TextSection(SectionSpec[Record]):
    """A text of the record, as plain text. A record without it has no such section."""

    text: Callable[[Record], str]
    role: str = "body"

    def make(self, context: AppContext, parent: QWidget) -> SectionText[Record]:
        """Return the text."""
        return SectionText(context, self, parent)


@dataclass(frozen=True, kw_only=True)
class FactsSection(SectionSpec[Record]):
    """Facts of the record, each a name and a text; empty ones are left out."""

    facts: Callable[[Record], Sequence[tuple[str, str]]]

    def make(self, context: AppContext, parent: QWidget) -> SectionFacts[Record]:
        """Return the facts."""
        return SectionFacts(context, self, parent)


@dataclass(frozen=True, kw_only=True)
class WidgetSection(SectionSpec[Record]):
    """A section that the page makes itself."""

    widget: Callable[[AppContext, QWidget], SectionBody[Record]]

    def make(self, context: AppContext, parent: QWidget) -> SectionBody[Record]:
        """Return the page's own section."""
        return self.widget(context, parent)


class SectionTable(SectionBody[Record], Generic[Record, Row]):
    """The table of a section. Rows of the record before stay until those of the new one are there."""

    def __init__(self, context: AppContext, section: TableSection[Record, Row], parent: QWidget) -> None:
        super().__init__(context, parent)
        self.section = section
        self._most_rows = 0
        self.model: ColumnModel[Row] = ColumnModel(section.columns, section.look, self)
        self.table = make_table(self.model, section.title, self)
        self.table.verticalHeader().sectionResized.connect(self._fit_height)
        if section.wrapped:
            self.table.set_wrapped(True)
        self._latest = LatestQuery(context.bridge, self._loaded, self._post, self)
        self.button = QPushButton(section.link_text)
        self.button.clicked.connect(self._follow)
        if section.link is not None:
            self.buttons.append(self.button)
        self.table.row_opened.connect(self._follow)
        self.table.row_picked.connect(self._update)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)
        self._update()

    @property
    def target(self) -> PageLocation | None:
        """Return where the current row leads."""
        row = self.model.known_row(self.table.current)
        return self.section.link(row) if row is not None and self.section.link is not None else None

    def show_record(self, record: Record) -> None:
        """Ask for the rows of a record."""
        self._latest.ask(partial(self.section.load, self.context, record))

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        self.model.refresh_ages()

    def take_focus(self) -> None:
        """Put the cursor into the table."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def keep_short(self) -> None:
        """Be as high as the rows, up to a few of them."""
        self._most_rows = MOST_ROWS
        self._fit_height()

    def _loaded(self, rows: Mapping[Hashable, Row]) -> None:
        show_rows(self.table, self.model, rows)
        self._fit_height()
        self._update()
        self.count_changed.emit(len(rows))

    def _fit_height(self, *_: object) -> None:
        if self._most_rows:
            header, rows = self.table.verticalHeader(), min(self.model.rowCount(), self._most_rows)
            high = sum(header.sectionSize(row) for row in range(rows)) if rows else self.table.row_height()
            self.table.setFixedHeight(theme.ROW + high + 2)

    def _update(self, _key: object = None) -> None:
        leads = self.target is not None
        self.button.setEnabled(leads)
        self.button.setToolTip(self.section.no_link if self.table.current is not None and not leads else "")

    def _follow(self, _key: object = None) -> None:
        if self.target is not None:
            self.navigation_requested.emit(self.target)

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


class SectionText(SectionBody[Record]):
    """The text of a section."""

    def __init__(self, context: AppContext, section: TextSection[Record], parent: QWidget) -> None:
        super().__init__(context, parent)
        self._section = section
        self._record: Record | None = None
        self.label = theme.plain_label(role=section.role, wrap=True, select=True)
        self.label.setAccessibleName(section.title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.label)

    def show_record(self, record: Record) -> None:
        """Show the text of a record."""
        self._record = record
        self.label.setText(formatting.make_breakable(self._section.text(record)))

    def refresh_ages(self) -> None:
        """Write the text anew."""
        if self._record is not None:
            self.show_record(self._record)


class SectionFacts(SectionBody[Record]):
    """The facts of a section, a line each."""

    def __init__(self, context: AppContext, section: FactsSection[Record], parent: QWidget) -> None:
        super().__init__(context, parent)
        self._section = section
        self._record: Record | None = None
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(theme.GAP_L)
        self.form.setVerticalSpacing(theme.GAP_XS)

    def show_record(self, record: Record) -> None:
        """Show the facts of a record."""
        self._record = record
        while self.form.rowCount():
            self.form.removeRow(0)
        for name, text in self._section.facts(record):
            if text:
                value = theme.plain_label(formatting.make_breakable(text), wrap=True, select=True)
                value.setAccessibleName(name)
                self.form.addRow(theme.plain_label(name, "muted"), value)

    def refresh_ages(self) -> None:
        """Write the facts anew."""
        if self._record is not None:
            self.show_record(self._record)


class FoldedSection(QWidget, Generic[Record]):
    """A section under its head, with what unfolds it and the section's buttons."""

    def __init__(self, context: AppContext, spec: SectionSpec[Record], parent: QWidget) -> None:
        super().__init__(parent)
        self.spec = spec
        self._record: Record | None = None
        self._stale = False
        self._count: int | None = None
        holder = QWidget(self)
        head = FlowLayout(theme.GAP_S, holder)  # in a narrow detail the buttons stand below the head
        self.fold = FoldButton(spec.title)
        self.fold.toggled.connect(self._turned)
        self.body = spec.make(context, self)
        self.body.count_changed.connect(self._counted)
        head.addWidget(self.fold)
        head.push_to_end()
        for button in self.body.buttons:
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(holder)
        column.addWidget(self.body, 1)
        if not spec.fills:
            self.body.keep_short()
        self.fold.setChecked(not spec.folded)
        self._turned(self.fold.isChecked())

    def show_record(self, record: Record) -> None:
        """Show a record now, or when the section is unfolded."""
        self._record, self._stale = record, True
        if not self.fold.isChecked():
            self._count = None  # that of another record
        spec = self.spec
        there = spec.shown(record) if spec.shown is not None else True
        if isinstance(spec, TextSection):
            there = there and bool(spec.text(record))
        self.setVisible(there)
        self._name_head()
        if there:
            self._load()

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        if self.fold.isChecked() and not self.isHidden():
            self.body.refresh_ages()
        self._name_head()

    def _turned(self, unfolded: bool) -> None:
        self.body.setVisible(unfolded)
        for button in self.body.buttons:
            button.setVisible(unfolded)
        self._load()

    def _load(self) -> None:
        if self._stale and self.fold.isChecked() and self._record is not None:
            self._stale = False
            self.body.show_record(self._record)

    def _counted(self, count: int) -> None:
        self._count = count
        self._name_head()

    def _name_head(self) -> None:
        summary = self.spec.summary(self._record) if self.spec.summary is not None and self._record is not None else ""
        count = format_number(self._count) if self._count is not None else ""
        self.fold.setText(" · ".join(filter(None, (self.spec.title, summary or count))))


class SectionColumn(VerticalScroll, Generic[Record]):
    """Sections one under another. What does not fit is scrolled to; which are folded is kept between starts."""

    navigation_requested = Signal(object)
    message_posted = Signal(str, object)

    def __init__(self, context: AppContext, specs: Sequence[SectionSpec[Record]], parent: QWidget) -> None:
        inner = QWidget()
        super().__init__(inner, parent)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        self.sections: dict[str, FoldedSection[Record]] = {}
        for spec in specs:
            made = FoldedSection(context, spec, inner)
            made.body.navigation_requested.connect(self.navigation_requested)
            made.body.message_posted.connect(self.message_posted)
            column.addWidget(made)
            made.fold.toggled.connect(self._share_height)
            self.sections[spec.name] = made
        column.addStretch(0)
        self._column = column
        self._share_height()

    def _share_height(self, _unfolded: bool = False) -> None:
        """Give what height is left to sections that fill it, while they are unfolded; else leave it empty."""
        filling = [one for one in self.sections.values() if one.spec.fills and one.fold.isChecked()]
        for section in self.sections.values():
            self._column.setStretchFactor(section, int(section in filling))
        self._column.setStretch(self._column.count() - 1, int(not filling))

    def show_record(self, record: Record) -> None:
        """Show a record in every section that is unfolded."""
        for section in self.sections.values():
            section.show_record(record)

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        for section in self.sections.values():
            section.refresh_ages()

    def take_focus(self) -> None:
        """Put the cursor into the first section that is unfolded."""
        shown = [one for one in self.sections.values() if one.fold.isChecked() and not one.isHidden()]
        if shown:
            shown[0].body.take_focus()

    def unfold(self, name: str) -> SectionBody[Record]:
        """Unfold a section, scroll to it and put the cursor there."""
        section = self.sections[name]
        section.fold.setChecked(True)
        self.ensureWidgetVisible(section)
        section.body.take_focus()
        return section.body

    def save_state(self) -> dict[str, bool]:
        """Return which sections are unfolded, as plain JSON values."""
        return {name: section.fold.isChecked() for name, section in self.sections.items()}

    def restore_state(self, state: Any) -> None:
        """Take up what ``save_state`` gave. What is damaged or unknown is left aside."""
        for name, unfolded in state.items() if isinstance(state, dict) else ():
            if name in self.sections and isinstance(unfolded, bool):
                self.sections[name].fold.setChecked(unfolded)
