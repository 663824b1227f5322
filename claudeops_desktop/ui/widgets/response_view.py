"""What the agent answered, as markdown that can do nothing: no HTML, nothing loaded, no link opened unasked."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextCursor, QTextDocument
from PySide6.QtWidgets import QMessageBox, QPushButton, QTextBrowser, QWidget

from .. import theme
from ..text import formatting
from ..text.translation import tr
from .elided_label import escape_tool_tip
from .markdown_style import style_document

RENDERED_UP_TO = 60_000
SHOWN_UP_TO = 1_000_000
SHOWN_ADDRESS = 600
OPENED = ("http", "https", "mailto")


class ResponseView(QTextBrowser):
    """Agent text. ``link_requested`` carries the address of a link that the operator chose; nothing follows by
    itself."""

    link_requested = Signal(str)
    rendered_up_to = RENDERED_UP_TO  # characters; what is longer is shown as plain text
    shown_up_to = SHOWN_UP_TO
    link_title = tr("Link in an agent's answer")
    leads_to = tr("The agent wrote this link. It leads to\n\n{shown}")
    leads_nowhere = tr("The agent wrote this link. It does not lead to the web and is not opened:\n\n{shown}")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Response"))
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(theme.GAP_M)
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(self._hovered)
        self._text: str | None = None
        self._asking: QMessageBox | None = None
        self._open: QPushButton | None = None
        self._copy: QPushButton | None = None
        self._address = ""
        self.link_requested.connect(self._ask)
        theme.theme_changed.connect(self._again)

    def show_text(self, text: str) -> None:
        """Show an answer; the same one again changes nothing, not even the place."""
        if text == self._text:
            return
        self._text = text
        self._again()

    def loadResource(self, _kind: int, _name: QUrl | str) -> None:
        """Nothing is loaded, from nowhere."""

    def _again(self) -> None:
        text = formatting.strip_direction_marks(self._text or "")
        if len(text) <= self.rendered_up_to:
            kind = QTextDocument.MarkdownFeature
            self.document().setMarkdown(text, kind.MarkdownNoHTML | kind.MarkdownDialectGitHub)
            style_document(self.document())
        else:
            left_out = len(text) - self.shown_up_to
            more = (
                tr("\n\n… {left_out} more characters are in the log", left_out=formatting.format_number(left_out))
                if left_out > 0
                else ""
            )
            self.setPlainText(text[: self.shown_up_to] + more)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _clicked(self, url: QUrl) -> None:
        self.link_requested.emit(url.toString())

    def _hovered(self, url: QUrl) -> None:
        self.setToolTip(escape_tool_tip(url.toString()))

    def _ask(self, address: str) -> None:
        url = QUrl(address)
        box = QMessageBox(self)
        box.setWindowTitle(self.link_title)
        box.setTextFormat(Qt.TextFormat.PlainText)
        shown = address if len(address) <= SHOWN_ADDRESS else f"{address[:SHOWN_ADDRESS]}…"
        self._open = None
        if url.scheme().lower() in OPENED:
            box.setText(self.leads_to.format(shown=shown))
            self._open = box.addButton(tr("Open in the browser"), QMessageBox.ButtonRole.AcceptRole)
        else:
            box.setText(self.leads_nowhere.format(shown=shown))
        self._copy = box.addButton(tr("Copy the address"), QMessageBox.ButtonRole.ActionRole)
        cancel = box.addButton(tr("Leave it"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        self._asking, self._address = box, address
        box.finished.connect(self._answered)
        box.open()

    def _answered(self) -> None:
        box, self._asking = self._asking, None
        if box is None:
            return
        if box.clickedButton() is self._copy:
            QGuiApplication.clipboard().setText(self._address)
        elif self._open is not None and box.clickedButton() is self._open:
            QDesktopServices.openUrl(QUrl(self._address))
        box.deleteLater()
