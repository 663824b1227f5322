"""What a version changed: lines that came in green, lines that went in red."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from ... import theme
from ...text import formatting
from ...text.translation import tr

_COLOURS = {"+": "good", "-": "bad", "@": "muted"}


class DifferenceView(QPlainTextEdit):
    """Read-only, untrusted text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("What this version changed"))
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._colours = _LineColours(self.document())
        theme.theme_changed.connect(self._colours.rehighlight)

    def show_difference(self, text: str) -> None:
        """Show a unified difference without the names of the files."""
        lines = [line for line in text.splitlines() if not line.startswith(("--- ", "+++ "))]
        self.setPlainText(formatting.strip_direction_marks("\n".join(lines)))


class _LineColours(QSyntaxHighlighter):
    def highlightBlock(self, text: str) -> None:
        """The colour of a line by its first character."""
        token = _COLOURS.get(text[:1])
        if token:
            look = QTextCharFormat()
            look.setForeground(theme.current_tokens().colour(token))
            self.setFormat(0, len(text), look)
