"""One document: what it is, what was thought of it, and its parts, each to be read under its heading."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QSplitter, QVBoxLayout, QWidget

from ....library import HEADING_MARK
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.response_view import ResponseView
from . import text
from .queries import OpenDocument

PARTS_WIDTH, READER_WIDTH = 150, 520


class LibraryDocumentPane(QWidget):
    """Shows a document. Nothing in it is loaded from anywhere; a link is asked about before it is opened."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.opened: OpenDocument | None = None
        self.heading = ElidedLabel("")
        theme.set_role(self.heading, "title")
        self.about = theme.plain_label(role="muted", wrap=True, select=True)
        self.source = theme.plain_label(role="muted", wrap=True, select=True)
        self.problem = theme.plain_label(role="warn", wrap=True)
        self.judgement = theme.plain_label(wrap=True, select=True)
        self.parts = QListWidget(self)
        self.parts.setAccessibleName(tr("Parts of the document"))
        self.parts.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # long headings are elided
        self.parts.setStyleSheet("QListWidget::item { padding: 4px 6px; }")
        self.parts.currentRowChanged.connect(self._part_chosen)
        self.place = theme.plain_label(role="muted", wrap=True, select=True)
        self.reader = ResponseView(self)
        self.reader.setAccessibleName(tr("Text of the part"))
        self._lay_out()

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.setSpacing(theme.GAP_S)
        self._head.addWidget(self.heading, 1)
        reading = QWidget(self)
        below = QVBoxLayout(reading)
        below.setContentsMargins(theme.GAP_S, 0, 0, 0)
        below.setSpacing(theme.GAP_XS)
        below.addWidget(self.place)
        below.addWidget(self.reader, 1)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.parts)
        self.split.addWidget(reading)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([PARTS_WIDTH, READER_WIDTH])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(self._head)
        for part in (self.about, self.source, self.problem, self.judgement):
            part.setVisible(False)
            column.addWidget(part)
        column.addWidget(self.split, 1)

    def add_buttons(self, buttons: Sequence[QPushButton]) -> None:
        """Put buttons beside the heading."""
        for button in buttons:
            self._head.addWidget(button)

    def show_document(self, opened: OpenDocument, part: int | None = None) -> None:
        """Show a document, and a part of it: the one that was shown stays in view where none is named."""
        document = opened.document
        same = self.opened is not None and self.opened.document.id == document.id
        row = part if part is not None else self.parts.currentRow() if same else 0
        self.opened = opened
        self.heading.setText(text.plain(document.title))
        for label, said in (
            (self.about, text.document_line(document)),
            (self.source, text.plain(document.source)),
            (self.problem, text.state_text(document)),
            (self.judgement, text.judgement_text(document)),
        ):
            label.setText(formatting.make_breakable(said))
            label.setVisible(bool(said))
        self._show_parts(opened, row)
        self.show()

    def _show_parts(self, opened: OpenDocument, row: int) -> None:
        self.parts.blockSignals(True)
        self.parts.clear()
        for chunk in opened.chunks:
            item = QListWidgetItem(text.part_title(chunk))
            item.setToolTip(text.plain(HEADING_MARK.join(chunk.headings)))
            self.parts.addItem(item)
        self.parts.blockSignals(False)
        self.split.setVisible(bool(opened.chunks))
        self.parts.setVisible(len(opened.chunks) > 1)
        if opened.chunks:
            self.parts.setCurrentRow(min(max(row, 0), len(opened.chunks) - 1))
            self._part_chosen(self.parts.currentRow())

    def clear(self) -> None:
        """Show nothing."""
        self.opened = None
        self.hide()

    def _part_chosen(self, row: int) -> None:
        if self.opened is None or not 0 <= row < len(self.opened.chunks):
            return
        chunk = self.opened.chunks[row]
        said = [text.plain(HEADING_MARK.join(chunk.headings))]
        said.append(text.place_text(chunk.page, chunk.first_line, chunk.last_line))
        self.place.setText(formatting.make_breakable(" · ".join(filter(None, said))))
        self.reader.show_text(chunk.text)
