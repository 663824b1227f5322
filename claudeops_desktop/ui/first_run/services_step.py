"""The second step: two or three services to watch, proposed from what runs here, each tested as chosen."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ...agents.watch import edit, proposals
from ...agents.watch.measurement import CheckMeasurement
from ...agents.watch.proposals import CheckProposal
from ...agents.watch.services import ServicesError, run_check
from ...core.errors import UsageError
from .. import icons, theme
from ..app_context import AppContext
from ..widgets.state_dot import StateDot
from ..widgets.vertical_scroll import VerticalScroll
from .base_step import FirstRunStep

CHOSEN_AT_FIRST = 3


class ServiceRow(QWidget):
    """One service: chosen or not, and what its test measured."""

    def __init__(self, desk: AppContext, proposal: CheckProposal) -> None:
        super().__init__()
        self._desk = desk
        self.row = proposal.row
        name = str(proposal.row["name"])
        self.box = QCheckBox(name)
        self.box.setAccessibleDescription(proposal.why)
        self.dot = StateDot("unknown")
        self.status_label = theme.plain_label(proposal.why, "muted", wrap=True)
        self.test = QPushButton("Test")
        self.test.setAccessibleName(f"Test {name}")
        self.test.clicked.connect(self.measure)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.box)
        row.addWidget(self.dot)
        row.addWidget(self.status_label, 1)
        row.addWidget(self.test)
        self.box.setMinimumWidth(190)

    def measure(self) -> None:
        """Check it now."""
        self.test.setEnabled(False)
        self.dot.set_state("running")
        self.status_label.setText("Looking…")
        self._desk.run_in_background(partial(_measure, self.row), self._measured, self._failed)

    def _measured(self, found: CheckMeasurement) -> None:
        self.test.setEnabled(True)
        self.dot.set_state(str(found.status))
        self.status_label.setText(f"{found.status}: {found.detail}" if found.detail else str(found.status))

    def _failed(self, error: Exception) -> None:
        self.test.setEnabled(True)
        self.dot.set_state("failed")
        self.status_label.setText(getattr(error, "full_text", str(error)))


@dataclass(frozen=True, slots=True)
class ServiceProposals:
    """What is there to choose from, and whether a list of services was written before."""

    proposals: tuple[CheckProposal, ...]
    names: tuple[str, ...]


class AddressField(QLineEdit):
    """Enter adds what is typed; it does not reach the dialog, which would go on."""

    address_entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is taken here."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.address_entered.emit()
            event.accept()
            return
        super().keyPressEvent(event)


class ServicesStep(FirstRunStep):
    """``written`` says that the chosen ones are in services.toml; ``own`` are the addresses that were typed, which a
    later start offers again.
    """

    written = Signal()
    own_changed = Signal()

    title = "What should be looked after?"
    text = (
        "Choose two or three to begin with; others, on other hosts too, come later under Services. Disk, memory, load "
        "and clock of this machine are watched in any case."
    )

    def __init__(self, desk: AppContext) -> None:
        super().__init__(desk)
        self.rows: list[ServiceRow] = []
        self.own: list[str] = []
        self._typed_before: tuple[str, ...] = ()
        self._looked = False
        self.state = theme.plain_label("Looking at containers, services and open ports…", "muted", wrap=True)
        self.list = QVBoxLayout()
        self.list.setSpacing(0)
        self.list.addStretch()
        inner = QWidget()
        inner.setLayout(self.list)
        self.list.setContentsMargins(0, 0, theme.GAP_S, 0)
        area = VerticalScroll(inner)
        self.field = AddressField()
        self.field.setPlaceholderText("https://cloud.example.net/status, or host:port")
        self.field.setAccessibleName("Address of another service")
        self.field.address_entered.connect(self._add)
        self.add = QPushButton("Add")
        self.add.setAutoDefault(False)
        icons.set_themed_icon(self.add, "add")
        self.add.clicked.connect(self._add)
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self.wrong.hide()
        more = QHBoxLayout()
        more.setSpacing(theme.GAP_S)
        more.addWidget(self.field, 1)
        more.addWidget(self.add)
        self.column.addWidget(self.state)
        self.column.addWidget(area, 1)
        self.column.addLayout(more)
        self.column.addWidget(self.wrong)

    def take_up(self, addresses: Iterable[str]) -> None:
        """Addresses that were typed at an earlier start; before it comes into view."""
        self._typed_before = tuple(addresses)
        self.own = list(self._typed_before)

    def activate(self) -> None:
        """Look once: what was chosen stays chosen."""
        if not self._looked:
            self._looked = True
            self.desk.run_in_background(partial(_begin, self.desk), self._begun, self._failed)

    def deactivate(self) -> None:
        """What is chosen is written, on a thread."""
        chosen = [row.row for row in self.rows if row.box.isChecked()]
        self.desk.run_in_background(partial(write_checks, self.desk, chosen), self._wrote, self._failed)

    def may_leave(self) -> bool:
        """An address that was typed and not added yet is added first."""
        if not self.field.text().strip():
            return True
        self._add()
        return not self.field.text()

    def first_focus(self) -> QWidget | None:
        """The first proposal."""
        return self.rows[0].box if self.rows else self.field

    def _begun(self, begun: ServiceProposals) -> None:
        for number, proposal in enumerate(begun.proposals):
            row = self._put(proposal)
            if begun.names:
                row.box.setChecked(proposal.row["name"] in begun.names)
            elif number < CHOSEN_AT_FIRST:
                row.box.setChecked(True)
                row.measure()
        self.state.setText(
            "" if begun.proposals else "No known service was found on this machine. Name an address below, or go on."
        )
        self.state.setVisible(not begun.proposals)
        for address in self._typed_before:
            with contextlib.suppress(UsageError, ServicesError):
                self._put_own(address)

    def _put(self, proposal: CheckProposal) -> ServiceRow:
        row = ServiceRow(self.desk, proposal)
        self.rows.append(row)
        self.list.insertWidget(self.list.count() - 1, row)
        return row

    def _add(self) -> None:
        if not self.field.text().strip():
            return
        try:
            self._put_own(self.field.text())
        except (UsageError, ServicesError) as error:
            self.wrong.setText(getattr(error, "full_text", str(error)))
            self.wrong.show()
            return
        self.wrong.hide()
        self.own.append(self.field.text().strip())
        self.own_changed.emit()
        self.field.clear()

    def _put_own(self, address: str) -> None:
        """A row for an address. Raises UsageError or ServicesError."""
        proposal = CheckProposal(parse_check_address(address, {str(row.row["name"]) for row in self.rows}), "your own")
        edit.checked(proposal.row)
        row = self._put(proposal)
        row.box.setChecked(True)
        row.measure()

    def _wrote(self, _names: int) -> None:
        self.written.emit()

    def _failed(self, error: Exception) -> None:
        self.state.setText(getattr(error, "full_text", str(error)))
        self.state.show()


def parse_check_address(text: str, taken: set[str]) -> dict[str, Any]:
    """The check that an address means: a URL, or host and port. Raises UsageError."""
    text = text.strip()
    if text.startswith(("http://", "https://")):
        name = text.partition("://")[2].partition("/")[0].partition(":")[0]
        row: dict[str, Any] = {"check": "http", "url": text}
    else:
        host, _, port = text.rpartition(":")
        if not host or not port.isdecimal():
            raise UsageError("That is not a valid URL.", "Write https://host/path, or host:port.")
        name, row = host, {"check": "tcp", "address": host, "port": int(port)}
    name = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in name.lower()).strip("-") or "service"
    number, own = 2, name
    if own in taken and "port" in row:
        own = f"{name}-{row['port']}"
    while own in taken:
        own, number = f"{name}-{number}", number + 1
    return {"name": own, **row}


def write_checks(desk: AppContext, chosen: list[dict[str, Any]]) -> int:
    """Put what is chosen into services.toml, beside what is there; how many were new. Runs on a thread."""
    path = desk.folder.services_file
    before = edit.read(path)
    known = {row.get("name") for row in edit.rows(before)} if before else set()
    new = [row for row in chosen if row["name"] not in known]
    if not new:
        return 0
    text = before or ""
    for row in [*(() if before else proposals.MACHINE), *new]:
        text = edit.add(text, dict(row))
    edit.save(path, text, before)
    return len(new)


def _begin(desk: AppContext) -> ServiceProposals:
    text = edit.read(desk.folder.services_file)
    return ServiceProposals(
        proposals.proposals(), tuple(str(row.get("name")) for row in edit.rows(text)) if text else ()
    )


def _measure(row: dict[str, Any]) -> CheckMeasurement:
    return run_check(edit.checked(row))
