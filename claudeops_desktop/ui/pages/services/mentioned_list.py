"""Names that agents speak of and nobody watches: folded below the services, each to be watched or dismissed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.fold_button import FoldButton
from .queries import MentionedName

LINES = 6


class MentionedNames(QWidget):
    """``watch_requested``, ``dismiss_requested`` and ``name_picked`` carry the name. Hidden while there is none."""

    watch_requested = Signal(str)
    dismiss_requested = Signal(str)
    name_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[MentionedName, ...] = ()
        self.fold = FoldButton()
        self.fold.setAccessibleName(tr("Mentioned by the agent"))
        self.names = QListWidget()
        self.names.setAccessibleName(tr("Names that only agents mention"))
        self.names.setFixedHeight(LINES * self.names.fontMetrics().lineSpacing() + theme.GAP_XL)
        self.watch = QPushButton(tr("Watch it…"))
        icons.set_themed_icon(self.watch, "add")
        self.watch.setToolTip(tr("Add a check: it becomes a service"))
        self.dismiss = QPushButton(tr("Not a service"))
        self.dismiss.setToolTip(tr("Take it off this list"))
        self._content = QWidget()
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(self.watch)
        buttons.addWidget(self.dismiss)
        buttons.addStretch()
        inner = QVBoxLayout(self._content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(theme.GAP_S)
        inner.addWidget(self.names)
        inner.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.fold)
        column.addWidget(self._content)
        self._content.hide()
        self.hide()
        self.fold.toggled.connect(self._content.setVisible)
        self.names.currentRowChanged.connect(self._picked)
        self.watch.clicked.connect(self._ask_watch)
        self.dismiss.clicked.connect(self._ask_dismiss)

    @property
    def chosen(self) -> str:
        """The name that is chosen, or nothing."""
        at = self.names.currentRow()
        return self._shown[at].name if 0 <= at < len(self._shown) else ""

    def show_names(self, names: Sequence[MentionedName]) -> None:
        """These; the chosen one stays chosen."""
        if tuple(names) == self._shown:
            return
        before, self._shown = self.chosen, tuple(names)
        self.names.blockSignals(True)
        self.names.clear()
        self.names.addItems([formatting.make_breakable(one.name) for one in self._shown])
        place = next((at for at, one in enumerate(self._shown) if one.name == before), -1)
        self.names.setCurrentRow(place)
        self.names.blockSignals(False)
        self.fold.setText(tr("Mentioned by the agent ({shown})", shown=formatting.format_number(len(self._shown))))
        self.setVisible(bool(self._shown))
        self._enable()

    def choose(self, name: str) -> bool:
        """Unfold it and choose a name; False where it is not among them."""
        at = next((at for at, one in enumerate(self._shown) if one.name == name), -1)
        if at >= 0:
            self.fold.setChecked(True)
            self.names.setCurrentRow(at)
        return at >= 0

    def _picked(self, _at: int) -> None:
        self._enable()
        if self.chosen:
            self.name_picked.emit(self.chosen)

    def _enable(self) -> None:
        for button in (self.watch, self.dismiss):
            button.setEnabled(bool(self.chosen))

    def _ask_watch(self) -> None:
        self.watch_requested.emit(self.chosen)

    def _ask_dismiss(self) -> None:
        self.dismiss_requested.emit(self.chosen)
