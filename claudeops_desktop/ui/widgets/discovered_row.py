"""One service that was found: chosen or not, its name and kind to be changed, and what its test measured."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QPushButton, QWidget

from .. import theme
from ..app_context import AppContext
from ..text.translation import error_text, tr, tr_message
from .elided_label import ElidedLabel
from .state_dot import StateDot, state_word
from .wheel_filter import leave_wheel_to_list

if TYPE_CHECKING:
    from ...agents.watch.discovery.types import DiscoveredService
    from ...agents.watch.measurement import CheckMeasurement

NAME_WIDTH, KIND_WIDTH = 150, 84


class DiscoveredRow(QWidget):
    """``changed`` says that something was chosen or typed. ``row`` is the check as it stands."""

    changed = Signal()

    def __init__(self, desk: AppContext, found: DiscoveredService, parent: QWidget | None = None) -> None:
        from ...agents.watch.discovery.propose import rows_by_kind

        super().__init__(parent)
        self._desk = desk
        self._rows = rows_by_kind(found)
        self._measuring = 0
        self.proposed_name = found.name
        self.box = QCheckBox()
        self.box.setAccessibleName(tr("Watch {name}", name=found.name))
        self.box.setAccessibleDescription(tr_message(found.why))
        self.box.setToolTip(tr_message(found.why))
        self.name = QLineEdit(found.name)
        self.name.setAccessibleName(tr("Name of what {why}", why=tr_message(found.why)))
        self.name.setFixedWidth(NAME_WIDTH)
        self.kind = QComboBox()
        theme.set_accessible_name(self.kind, tr("Kind of check of {name}", name=found.name))
        for kind in self._rows:
            self.kind.addItem(kind, kind)
        self.kind.setFixedWidth(KIND_WIDTH)
        leave_wheel_to_list(self.kind)
        self.target = ElidedLabel(role="body")
        self.target.setText(found.target)
        self.dot = StateDot(found.status if found.answer else "unknown")
        self.status_label = ElidedLabel(role="muted")
        self.status_label.setText(" · ".join(filter(None, (found.answer, tr_message(found.why)))))
        self.test = QPushButton(tr("Test"))
        self.test.setAutoDefault(False)
        self.test.setAccessibleName(tr("Test {name}", name=found.name))
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self.wrong.hide()
        if found.defined:
            self.box.setToolTip(tr("It is watched already"))
            self.status_label.setText(
                tr("watched already as {defined} · {answer}", defined=found.defined, answer=found.answer)
            )
        for part in (self.box, self.name, self.kind, self.test):
            part.setEnabled(found.can_be_added and bool(self._rows))
        self._lay_out()
        self.test.clicked.connect(self.measure)
        self.box.toggled.connect(self.changed)
        self.name.textChanged.connect(self.changed)
        self.kind.currentIndexChanged.connect(self._kind_changed)

    @property
    def row(self) -> dict[str, Any]:
        """The check, under the name and of the kind that are set."""
        chosen: dict[str, Any] = {**self._rows[self.kind.currentData()], "name": self.name.text().strip().lower()}
        return chosen

    @property
    def is_chosen(self) -> bool:
        """Tell whether it is to be watched."""
        return self.box.isEnabled() and self.box.isChecked()

    def set_row(self, row: dict[str, Any]) -> None:
        """It was found to be another kind of check; a name that was typed stays."""
        self._rows = {
            row["check"]: dict(row),
            **{kind: old for kind, old in self._rows.items() if kind != row["check"]},
        }
        at = self.kind.findData(row["check"])
        if at < 0:
            self.kind.addItem(row["check"], row["check"])
            at = self.kind.count() - 1
        self.kind.setCurrentIndex(at)
        self.target.setText(str(row.get("url") or f"{row.get('address', '')}:{row.get('port', '')}"))

    def show_problem(self, sentence: str) -> None:
        """What is wrong with it; "" for nothing."""
        self.wrong.setText(sentence)
        self.wrong.setVisible(bool(sentence))

    def measure(self) -> None:
        """Make the check now."""
        self._measuring += 1
        self.test.setEnabled(False)
        self.dot.set_state("running")
        self.status_label.setText(tr("Looking…"))
        number = self._measuring
        self._desk.run_in_background(
            partial(_measure, self.row), partial(self._measured, number), partial(self._failed, number)
        )

    def _kind_changed(self, _at: int) -> None:
        row = self.row
        self.target.setText(str(row.get("url") or row.get("process") or self.target.text()))
        self.changed.emit()
        self.measure()

    def _measured(self, number: int, found: CheckMeasurement) -> None:
        if number == self._measuring:
            self.test.setEnabled(True)
            self.dot.set_state(str(found.status))
            self.status_label.setText(": ".join(filter(None, (state_word(found.status), found.detail))))

    def _failed(self, number: int, error: Exception) -> None:
        if number == self._measuring:
            self.test.setEnabled(True)
            self.dot.set_state("failed")
            self.status_label.setText(error_text(error))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setHorizontalSpacing(theme.GAP_S)
        grid.setVerticalSpacing(2)
        for column, part in enumerate((self.box, self.name, self.kind, self.target)):
            grid.addWidget(part, 0, column)
        grid.addWidget(self.test, 0, 4)
        grid.addWidget(self.dot, 1, 0)
        grid.addWidget(self.status_label, 1, 1, 1, 4)
        grid.addWidget(self.wrong, 2, 1, 1, 4)
        grid.setColumnStretch(3, 1)


def find_problems(rows: list[DiscoveredRow], taken: frozenset[str] = frozenset()) -> bool:
    """Show at each chosen row what is wrong with it: a name that is none, or that stands there twice or is taken.

    Whether all of them can be written.
    """
    from ...agents.watch.edit import problem_of

    seen: set[str] = set(taken)
    right = True
    for one in rows:
        problem = ""
        if one.is_chosen:
            found = problem_of(one.row)
            name = one.row["name"]
            if found is not None:
                problem = found.sentence
            elif name in seen:
                problem = tr("Another service is called {name}. Choose another name.", name=name)
            seen.add(name)
        one.show_problem(problem)
        right = right and not problem
    return right


def _measure(row: dict[str, Any]) -> CheckMeasurement:
    from ...agents.watch.edit import checked
    from ...agents.watch.services import run_check

    return run_check(checked(row))
