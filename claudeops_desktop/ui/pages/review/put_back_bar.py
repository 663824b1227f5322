"""Says that facts of an earlier version's rules were moved here, and puts all of them back."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ....memory import EarlierRuleCounts
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text.translation import tr, tr_count


class PutBackBar(QWidget):
    """Visible only while some wait here."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.label = theme.plain_label(role="muted", wrap=True)
        self.put_all_back = QPushButton(tr("Put all back"))
        theme.set_role(self.put_all_back, "link")
        self.put_all_back.clicked.connect(self._put_back)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.label)
        row.addWidget(self.put_all_back)
        row.addStretch()
        self.hide()
        desk.bridge.changed.connect(self._changed)

    def refresh(self) -> None:
        """Count them anew."""
        self._desk.bridge.ask(self._desk.memory.earlier_rules.counts, self._counted, newest=True)

    def _counted(self, counts: EarlierRuleCounts) -> None:
        said = tr_count(
            "%n fact that rules of an earlier version drew was moved here.",
            "%n facts that rules of an earlier version drew were moved here.",
            counts.moved,
        )
        self.label.setText(said)
        self.setVisible(counts.moved > 0)

    def _put_back(self) -> None:
        memory = self._desk.memory
        self._desk.undo.perform(tr("Put the facts back"), memory.earlier_rules.put_back, memory.edits.undo)

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("memories", "*"):
            self.refresh()
