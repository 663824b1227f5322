"""Two small forms: a service under another name, and a service removed, with what there is of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QPushButton, QRadioButton, QVBoxLayout, QWidget

from ....monitoring.service_changes.types import ServiceUse
from ... import theme
from ...text.translation import tr
from ...widgets.fit_to_screen import fit_to_screen
from ...widgets.growing_dialog import GrowingDialog

SIZE = (460, 220)
KEEP_TEXT = tr("Keep its history")
KEEP_HELP = tr(
    "Events, incidents and measurements stay, its memories are archived. No list shows it any more. Can be undone."
)
DELETE_TEXT = tr("Delete everything about it")
DELETE_HELP = tr("Its memories, events, incidents, measurements and actions are deleted for good. Cannot be undone.")


class _NameDialog(GrowingDialog):
    """Base: what it is about, its own part, what is wrong, and two buttons."""

    def __init__(self, title: str, verb: str, use: ServiceUse, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.use = use
        about = theme.plain_label(f"{use.service}: {use.text or 'named in records'}", "body", wrap=True)
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self.wrong.hide()
        self.go = QPushButton(verb)
        self.go.setDefault(True)
        self.leave = QPushButton(tr("Cancel"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.reject)
        self.part = QVBoxLayout()
        self.part.setSpacing(theme.GAP_S)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addStretch()
        buttons.addWidget(self.leave)
        buttons.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(about)
        column.addLayout(self.part)
        column.addWidget(self.wrong)
        column.addStretch()
        column.addLayout(buttons)
        fit_to_screen(self, *SIZE)

    def show_problem(self, sentence: str) -> None:
        """What stands in the way; "" for nothing."""
        self.wrong.setText(sentence)
        self.wrong.setVisible(bool(sentence))


class RenameServiceDialog(_NameDialog):
    """``rename_requested`` carries the new name, and whether records of that name are merged. It stays open until it
    was done."""

    rename_requested = Signal(str, bool)

    def __init__(self, use: ServiceUse, parent: QWidget) -> None:
        super().__init__(tr("Rename {service}", service=use.service), tr("Rename"), use, parent)
        self._merge = ""
        theme.set_role(self.go, "primary")
        self.name = QLineEdit(use.service)
        self.name.setAccessibleName(tr("New name of the service"))
        self.name.selectAll()
        self.part.addWidget(self.name)
        self.part.addWidget(
            theme.plain_label(
                tr(
                    "Its checks, memories, events, incidents, limits, schedules and history move with it. "
                    "What an agent said in its own words stays unchanged."
                ),
                "muted",
                wrap=True,
            )
        )
        self.name.textChanged.connect(self._typed)
        self.go.clicked.connect(self._ask)
        self._typed()
        self.name.setFocus()

    @property
    def new_name(self) -> str:
        """What was typed."""
        return self.name.text().strip().lower()

    def offer_merge(self, name: str, sentence: str) -> None:
        """Records know the new name already: a second press puts both together."""
        self._merge = name
        self.show_problem(sentence)
        self.go.setText(tr("Merge both"))
        self.go.setEnabled(True)

    def show_failure(self, sentence: str) -> None:
        """It was refused."""
        self.show_problem(sentence)
        self.go.setEnabled(True)

    def _typed(self) -> None:
        from ....agents.watch.model_base import NAME

        name = self.new_name
        wrong = bool(name) and (NAME.fullmatch(name) is None or name == "general")
        self._merge = ""
        self.go.setText(tr("Rename"))
        self.show_problem(tr("Use letters, digits, - and _ only.") if wrong else "")
        self.go.setEnabled(bool(name) and not wrong and name != self.use.service)

    def _ask(self) -> None:
        self.go.setEnabled(False)
        self.rename_requested.emit(self.new_name, self._merge == self.new_name)


class RemoveServiceDialog(_NameDialog):
    """``remove_requested`` says whether its history is kept."""

    remove_requested = Signal(bool)

    def __init__(self, use: ServiceUse, parent: QWidget) -> None:
        super().__init__(tr("Remove {service}", service=use.service), tr("Remove the service"), use, parent)
        theme.set_role(self.go, "danger")
        self.keep, self.delete = QRadioButton(KEEP_TEXT), QRadioButton(DELETE_TEXT)
        self.choice = QButtonGroup(self)
        for button, help_text in ((self.keep, KEEP_HELP), (self.delete, DELETE_HELP)):
            self.choice.addButton(button)
            button.setAccessibleDescription(help_text)
            self.part.addWidget(button)
            self.part.addWidget(theme.plain_label(help_text, "muted", wrap=True))
        self.keep.setChecked(True)
        if use.running:
            self.show_problem(
                tr(
                    "Session {running} is running and may be about {service}. Wait until it is over, or stop it.",
                    running=use.running,
                    service=use.service,
                )
            )
            self.go.setEnabled(False)
        self.go.clicked.connect(self._ask)
        self.keep.setFocus()

    def _ask(self) -> None:
        self.remove_requested.emit(self.keep.isChecked())
        self.accept()
