"""The second step: two or three services to watch, proposed from what runs here, each tested as chosen."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ...agents.watch.discovery import discover as discovery
from ...agents.watch.discovery.add_checks import add_rows, read_rows
from ...agents.watch.discovery.address import AddressError, check_of_address, provisional_check
from ...agents.watch.discovery.types import DiscoveredService
from .. import icons, theme
from ..app_context import AppContext
from ..text.translation import error_text, tr
from ..widgets.discovered_row import DiscoveredRow, find_problems
from ..widgets.vertical_scroll import VerticalScroll
from .base_step import FirstRunStep

CHOSEN_AT_FIRST = 3


@dataclass(frozen=True, slots=True)
class ServiceProposals:
    """What is there to choose from, and the checks that were written before."""

    proposals: tuple[DiscoveredService, ...]
    rows: tuple[dict[str, Any], ...]


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

    title = tr("What should be looked after?")
    text = tr(
        "Choose two or three to begin with; others, on other hosts too, come later under "
        "Services. Disk, memory, load, clock and name lookups of this machine are watched in any case."
    )

    def __init__(self, desk: AppContext) -> None:
        super().__init__(desk)
        self.rows: list[DiscoveredRow] = []
        self._pending: dict[DiscoveredRow, str] = {}
        self.own: list[str] = []
        self._typed_before: tuple[str, ...] = ()
        self._looked = False
        self.state = theme.plain_label(tr("Looking at containers, services and open ports…"), "muted", wrap=True)
        self.list = QVBoxLayout()
        self.list.setSpacing(0)
        self.list.addStretch()
        inner = QWidget()
        inner.setLayout(self.list)
        self.list.setContentsMargins(0, 0, theme.GAP_S, 0)
        area = VerticalScroll(inner)
        self.field = AddressField()
        self.field.setPlaceholderText(tr("https://cloud.example.net/status, or host:port"))
        self.field.setAccessibleName(tr("Address of another service"))
        self.field.address_entered.connect(self._add)
        self.add = QPushButton(tr("Add"))
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
        chosen = [row.row for row in self.rows if row.is_chosen and row not in self._pending]
        pending = [(self._pending[row], row.row["name"]) for row in self.rows if row.is_chosen and row in self._pending]
        self.desk.run_in_background(partial(write_checks, self.desk, chosen, pending), self._wrote, self._failed)

    def may_leave(self) -> bool:
        """An address that was typed and not added yet is added first."""
        if self.field.text().strip():
            self._add()
        return not self.field.text() and find_problems(self.rows)

    def first_focus(self) -> QWidget | None:
        """The first proposal."""
        return self.rows[0].box if self.rows else self.field

    def _begun(self, begun: ServiceProposals) -> None:
        new = 0
        for proposal in begun.proposals:
            row = self._put(proposal)
            if proposal.defined:
                row.box.setChecked(True)
            elif new < CHOSEN_AT_FIRST and not begun.rows and proposal.can_be_added and proposal.status == "healthy":
                row.box.setChecked(True)
                new += 1
        self.state.setText(
            "" if begun.proposals else tr("Nothing listens on this machine. Name an address below, or go on.")
        )
        self.state.setVisible(not begun.proposals)
        written = {str(row.get("url") or f"{row.get('address')}:{row.get('port')}") for row in begun.rows}
        for address in self._typed_before:
            if address not in written:
                with contextlib.suppress(AddressError):
                    self._put_own(address)

    def _put(self, proposal: DiscoveredService) -> DiscoveredRow:
        row = DiscoveredRow(self.desk, proposal)
        self.rows.append(row)
        self.list.insertWidget(self.list.count() - 1, row)
        return row

    def _add(self) -> None:
        if not self.field.text().strip():
            return
        try:
            self._put_own(self.field.text())
        except AddressError as error:
            self.wrong.setText(error_text(error))
            self.wrong.show()
            return
        self.wrong.hide()
        self.own.append(self.field.text().strip())
        self.own_changed.emit()
        self.field.clear()

    def _put_own(self, address: str) -> None:
        """A row for an address, which is asked what it speaks. Raises AddressError."""
        address = address.strip()
        taken = {row.row["name"] for row in self.rows if row.box.isEnabled()}
        check = provisional_check(address, taken)
        row = self._put(DiscoveredService(check, address, protocol="tcp", why=tr("your own")))
        row.box.setChecked(True)
        self._pending[row] = address
        row.status_label.setText(tr("Finding out which protocol it speaks…"))
        self.desk.run_in_background(
            partial(check_of_address, address, taken, ""), partial(self._found_out, row), partial(self._not_found, row)
        )

    def _found_out(self, row: DiscoveredRow, check: dict[str, Any]) -> None:
        """It was asked; a name that was typed meanwhile stays."""
        if self._pending.pop(row, None) is None:
            return
        if row.name.text() == row.proposed_name:
            row.name.setText(str(check["name"]))
        row.set_row(check)
        row.measure()

    def _not_found(self, row: DiscoveredRow, error: Exception) -> None:
        self._pending.pop(row, None)
        row.status_label.setText(error_text(error))

    def _wrote(self, _names: int) -> None:
        self.written.emit()

    def _failed(self, error: Exception) -> None:
        self.state.setText(error_text(error))
        self.state.show()


def write_checks(desk: AppContext, chosen: list[dict[str, Any]], pending: list[tuple[str, str]]) -> int:
    """Put what is chosen into services.toml, beside what is there; how many were new. Runs on a thread.

    ``pending`` are addresses, with names, that were not yet found out about.
    """
    rows = [*chosen, *(check_of_address(address, (), name) for address, name in pending)]
    return add_rows(desk.folder.services_file, rows) if rows else 0


def _begin(desk: AppContext) -> ServiceProposals:
    rows = read_rows(desk.folder.services_file)
    return ServiceProposals(discovery.discover(rows), tuple(rows))
