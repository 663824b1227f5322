"""A line that unfolds what stands below it."""

from __future__ import annotations

from PySide6.QtWidgets import QToolButton, QWidget

from .. import icons, theme


class FoldButton(QToolButton):
    """Checked is unfolded; ``toggled`` says so. Space and Return turn it, the chevron shows which way."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setToolButtonStyle(theme.text_beside_icon())
        theme.set_role(self, "quiet")
        self.toggled.connect(self._dress)
        self._dress(False)

    def _dress(self, on: bool) -> None:
        icons.set_themed_icon(self, "chevron_up" if on else "chevron", "muted")
