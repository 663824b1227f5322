"""What the library says on a question, apart from what memory knows (C14, C15)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ....library import LibraryHit, LibraryService
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr

MOST_PLACES = 3


class LibraryAnswerSection(QWidget):
    """The heading and the places, each with what stands there. ``document_requested`` carries the number of a document
    and of its part."""

    document_requested = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.links: list[QPushButton] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.GAP_M, 0, 0)
        self._column.setSpacing(theme.GAP_XS)
        self.setVisible(False)

    def show_places(self, places: Sequence[LibraryHit]) -> None:
        """Show these places, or nothing."""
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.links = []
        if places:
            self._column.addWidget(theme.plain_label(tr("Found in the library"), "section"))
            self._column.addWidget(
                theme.plain_label(tr("Words of others, which nobody has checked."), "muted", wrap=True)
            )
        for hit in places:
            citation = formatting.strip_direction_marks(hit.citation)
            link = QPushButton(citation.replace("&", "&&"))
            theme.set_role(link, "link")
            link.setToolTip(formatting.strip_direction_marks(hit.source))
            link.setProperty("place", (hit.document_id, hit.chunk))
            link.clicked.connect(self._open)
            self.links.append(link)
            self._column.addWidget(link)
            said = formatting.make_breakable(formatting.strip_direction_marks(hit.excerpt))
            self._column.addWidget(theme.plain_label(said, wrap=True, select=True))
        self.setVisible(bool(places))

    def _open(self) -> None:
        link = self.sender()
        if isinstance(link, QPushButton):
            document, part = link.property("place")
            self.document_requested.emit(document, part)


def find_in_library(desk: AppContext, question: str) -> list[LibraryHit]:
    """The places of the library that answer a question; on a thread of its own."""
    library = LibraryService(desk.book)
    if not desk.book.store.read(library.documents.status).result().chunks:
        return []
    return library.find(question, MOST_PLACES, desk.memory.recall.load_embedder())
