"""The operator's own domains: a line for each with its lifetime, and one to add another (Lifetimes)."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from ....core.errors import UsageError
from ....core.settings.groups import OWN_DOMAIN, LifetimeSettings
from ... import icons, theme
from ...text import formatting
from ...text.translation import error_text, tr
from .field_specs import check_value
from .setting_row import SettingRow

NEW = ("0.01", "90", "180")  # as operations have it
MOST_DAYS = 36_500
HEADS = (tr("λ a day"), tr("Stale after, days"), tr("Archived after, days"))
CELL = 84
NAME = 190


class CustomDomains(SettingRow):
    """A change is taken when its field is left or Return is pressed; a wrong one is said below and not taken."""

    def _make_editor(self) -> None:
        self.editor = QWidget()
        self._lines: list[_Line] = []
        self._new = _Line("", NEW, self)
        self._new.name.setPlaceholderText(tr("Name, such as customers"))
        self._new.taken.connect(self._add)
        self.add = QPushButton(tr("Add a domain"))
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self._add)
        self._none = theme.plain_label(tr("None yet."), "muted")
        self.editor.setFocusProxy(self._new.name)

    def _lay_out(self) -> None:
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.GAP_M)
        self._grid.setVerticalSpacing(theme.GAP_XS)
        for at, head in enumerate((tr("Domain"), *HEADS)):
            self._grid.addWidget(
                theme.plain_label(head.replace(", ", ",\n"), "muted"), 0, at, Qt.AlignmentFlag.AlignBottom
            )
        self._grid.setColumnStretch(len(HEADS) + 1, 1)
        inside = QVBoxLayout(self.editor)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addLayout(self._grid)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GAP_M, 0, theme.GAP_S)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(theme.plain_label(self.spec.title, "strong"))
        about = tr(
            "Areas of your own, which you can choose when you add or edit a memory. 0 days: never. λ 0: no decay."
        )
        column.addWidget(theme.plain_label(about, "muted", wrap=True))
        column.addWidget(self.editor)
        column.addWidget(self._wrong)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addStretch()
        column.addLayout(row)
        for hidden in (self._note, self._reset):
            hidden.setParent(self)
            hidden.hide()
        self._place()

    @property
    def lines(self) -> list[_Line]:
        """The lines of the domains that are set up."""
        return self._lines

    @property
    def new_line(self) -> _Line:
        """The line that adds another."""
        return self._new

    def show_value(self, value: Any) -> None:
        """Show the domains in force; what is being typed into a line that stays is left alone."""
        self._value = value
        if [line.domain for line in self._lines] != list(value):
            for line in self._lines:
                line.discard()
            self._lines = [_Line(name, tuple(told.split()), self) for name, told in value.items()]
            for line in self._lines:
                line.taken.connect(self._change)
                line.removed.connect(self._remove)
            self._place()
        for line in self._lines:
            line.show_numbers(tuple(value[line.domain].split()))
        if not self._typing():
            self.show_error("")

    def _typing(self) -> bool:
        return bool(self.wrong) and any(line.has_focus for line in (*self._lines, self._new))

    def _place(self) -> None:
        for at, line in enumerate([*self._lines, self._new], 1):
            for column, part in enumerate(line.parts):
                self._grid.addWidget(part, at, column)

    def _change(self) -> None:
        if not self._says_fault():
            changed = {line.domain: line.lifetime() for line in self._lines if line.is_modified}
            self._offer({**self._value, **changed})

    def _remove(self, name: str) -> None:
        self._offer({domain: told for domain, told in self._value.items() if domain != name})

    def _add(self) -> None:
        name = self._new.name.text().strip()
        if not name and not self.add.hasFocus():
            return
        fault = _name_fault(name, self._value)
        if fault:
            self.show_error(fault)
            self._new.name.setFocus()
        elif not self._says_fault() and self._offer({**self._value, name: self._new.lifetime()}):
            self._new.name.clear()
            self._new.show_numbers(NEW)

    def _says_fault(self) -> bool:
        """Say what is wrong with the first line that cannot be read; whether there is one."""
        fault = next((fault for line in (*self._lines, self._new) if (fault := line.fault())), "")
        self.show_error(fault)
        return bool(fault)

    def _offer(self, value: dict[str, str]) -> bool:
        """Have it saved where it may be; else say what is wrong."""
        try:
            check_value(self.spec, value)
        except UsageError as error:
            self.show_error(error_text(error))
            return False
        self.show_error("")
        self._tell(value)
        return True


class _Line(QWidget):
    """One domain. ``taken`` says that a field was left or entered, ``removed`` carries its name."""

    taken = Signal()
    removed = Signal(str)

    def __init__(self, domain: str, numbers: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()  # its parts stand in the grid of the row
        self.domain = domain
        self.name = QLineEdit(domain)
        self.name.setFixedWidth(NAME)
        self.name.setReadOnly(bool(domain))
        self.name.setAccessibleName(tr("Domain {domain}", domain=domain) if domain else tr("Name of a new domain"))
        self.numbers = [QLineEdit(text) for text in numbers]
        for field, head in zip(self.numbers, HEADS, strict=True):
            field.setFixedWidth(CELL)
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.setAccessibleName(f"{domain or 'New domain'}: {head}")
            if domain:
                field.editingFinished.connect(self.taken)
            else:
                field.returnPressed.connect(self.taken)
        if not domain:
            self.name.returnPressed.connect(self.taken)
        self.remove = QToolButton()
        theme.set_role(self.remove, "icon")
        icons.set_themed_icon(self.remove, "trash", "muted")
        self.remove.setAccessibleName(tr("Remove the domain {domain}", domain=domain))
        self.remove.setToolTip(
            tr("Remove it. Memories in it keep its name, and their lifetime becomes that of operations")
        )
        self.remove.clicked.connect(self._remove)
        self._shown = numbers

    @property
    def parts(self) -> list[QWidget]:
        """What stands in the grid, from the left."""
        return [self.name, *self.numbers, *([self.remove] if self.domain else [])]

    @property
    def has_focus(self) -> bool:
        """Whether one of its fields has the keys."""
        return any(part.hasFocus() for part in self.parts)

    @property
    def is_modified(self) -> bool:
        """Whether its fields say something else than the settings."""
        return tuple(field.text().strip() for field in self.numbers) != self._shown

    def show_numbers(self, numbers: tuple[str, ...]) -> None:
        """Show these, but for a field with the keys."""
        self._shown = numbers
        for field, text in zip(self.numbers, numbers, strict=True):
            if not field.hasFocus() or not field.isModified():
                field.setText(text)

    def lifetime(self) -> str:
        """As the settings hold it: ``0.01 90 180``."""
        decay, stale, archived = (field.text().strip() for field in self.numbers)
        return f"{_plain(decay)} {stale} {archived}"

    def fault(self) -> str:
        """What is wrong with its numbers, in a sentence; "" where nothing is."""
        who = f"“{self.domain}”: " if self.domain else ""
        decay, *days = (field.text().strip() for field in self.numbers)
        try:
            if not 0 <= float(decay) <= 1:
                raise ValueError
        except ValueError:
            return tr("{who}λ goes from 0 to 1, such as 0.01.", who=who)
        if not all(day.isascii() and day.isdigit() and int(day) <= MOST_DAYS for day in days):
            return tr(
                "{who}days are whole numbers from 0 to {most_days}; 0 means never.",
                who=who,
                most_days=formatting.format_number(MOST_DAYS),
            )
        stale, archived = map(int, days)
        if stale and archived and archived < stale:
            return tr(
                "{who}a fact grows stale before it is archived: {archived} days come before {stale}.",
                who=who,
                archived=archived,
                stale=stale,
            )
        return ""

    def discard(self) -> None:
        """Take it out of the grid."""
        for part in self.parts:
            part.hide()
            part.deleteLater()
        self.deleteLater()

    def _remove(self) -> None:
        self.removed.emit(self.domain)


def _plain(decay: str) -> str:
    """A number from 0 to 1 as the settings write it, without an exponent."""
    return f"{float(decay):.6f}".rstrip("0").rstrip(".")


def _name_fault(name: str, known: dict[str, str]) -> str:
    if name in known or name in LifetimeSettings().built_in():
        return tr("There is a domain “{name}” already.", name=name)
    if not OWN_DOMAIN.fullmatch(name):
        return tr(
            "A name has lower-case letters, digits and single hyphens, and begins with a letter: customers, on-call."
        )
    return ""
