"""What is wrong in the folder, file by file: what `claudeops knowledge check` says. A click opens the line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from ....knowledge import EntryProblem
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr, tr_count, tr_message
from ...widgets.fold_button import FoldButton

_MOST = 200
_ROWS = 6


class ProblemList(QWidget):
    """Hidden while nothing is wrong. ``problem_chosen`` carries a path and a line."""

    problem_chosen = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[EntryProblem, ...] = ()
        self.fold = FoldButton("", self)
        self.fold.toggled.connect(self._unfold)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Problems in the files"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.list.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.list)
        self.hide()

    def show_problems(self, problems: Sequence[EntryProblem]) -> None:
        """List them, errors first."""
        found = tuple(sorted(problems, key=lambda one: (one.level != "error", one.path, one.line)))
        if found == self._shown:
            return
        self._shown = found
        errors = sum(one.level == "error" for one in found)
        said = [tr_count("%n error", "%n errors", errors)] if errors else []
        if len(found) > errors:
            said.append(tr_count("%n warning", "%n warnings", len(found) - errors))
        self.fold.setText(" · ".join(said))
        self.list.clear()
        for one in found[:_MOST]:
            sentence = formatting.strip_direction_marks(tr_message(one.sentence))
            text = tr("{path}, line {line}: {sentence}", path=one.path, line=one.line, sentence=sentence)
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, (one.path, one.line))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, text)
            bad = one.level == "error"
            item.setIcon(icons.themed_icon("critical" if bad else "warning", "bad" if bad else "warn"))
            item.setToolTip(text)
            self.list.addItem(item)
        self.list.setFixedHeight(min(len(found), _ROWS) * theme.ROW_COMPACT + theme.GAP_S)
        self.setVisible(bool(found))

    def _unfold(self, on: bool) -> None:
        self.list.setVisible(on)

    def _choose(self, item: QListWidgetItem) -> None:
        path, line = item.data(Qt.ItemDataRole.UserRole)
        self.problem_chosen.emit(path, line)
