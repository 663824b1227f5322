"""Two small forms: a service under another name, and a service removed, with what there is of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from ....monitoring.service_changes.types import ServiceUse
from ... import theme
from ...kit.fields import ChoiceField, LineField, Values
from ...kit.forms import FormDialog, FormSpec
from ...text.translation import tr

if TYPE_CHECKING:
    from ...app_context import AppContext

KEEP_TEXT = tr("Keep its history")
KEEP_HELP = tr(
    "Events, incidents and measurements stay, its memories are archived. No list shows it any more. Can be undone."
)
DELETE_TEXT = tr("Delete everything about it")
DELETE_HELP = tr("Its memories, events, incidents, measurements and actions are deleted for good. Cannot be undone.")
MOVES = tr(
    "Its checks, memories, events, incidents, limits, schedules and history move with it. "
    "What an agent said in its own words stays unchanged."
)


class RenameServiceDialog(FormDialog[str]):
    """``rename_requested`` carries the new name, and whether records of that name are merged. It stays open until it
    was done."""

    rename_requested = Signal(str, bool)

    def __init__(self, context: AppContext, use: ServiceUse, parent: QWidget) -> None:
        self._merge = ""
        spec: FormSpec[str] = FormSpec(
            tr("Rename {service}", service=use.service),
            (LineField("name", tr("Name"), tr("New name of the service")),),
            tr("Rename"),
            new_name,
            partial(name_problem, use.service),
            intro=_about(use),
            preview=lambda _context, _values: MOVES,
            focus="name",
        )
        super().__init__(context, spec, {"name": use.service}, parent)
        for line in self.findChildren(QLineEdit):
            line.selectAll()

    def offer_merge(self, name: str, sentence: str) -> None:
        """Ask for a second press where records know the new name already: it puts both together."""
        self._merge = name
        self.show_failure(sentence)
        self.submit.setText(tr("Merge both"))

    def show_failure(self, sentence: str) -> None:
        """Say why it was refused."""
        theme.set_role(self.message, "wrong")
        self.message.setText(sentence)
        self.submit.setEnabled(True)

    def _edited(self, *changed: object) -> None:
        self._merge = ""
        self.submit.setText(tr("Rename"))
        super()._edited(*changed)

    def _submit(self) -> None:
        name = new_name(self.values)
        self.submit.setEnabled(False)
        self._pause.stop()  # the preview would take the place of what is wrong
        self._latest.discard()
        self.rename_requested.emit(name, self._merge == name)


def new_name(values: Values) -> str:
    """Return the name that was typed."""
    return str(values["name"]).lower()


def name_problem(service: str, values: Values) -> str:
    """Return why a service cannot be called so."""
    from ....agents.watch.model_base import NAME

    name = new_name(values)
    if not name or name == service:
        return tr("Type another name.")
    return "" if NAME.fullmatch(name) and name != "general" else tr("Use letters, digits, - and _ only.")


def make_removal_dialog(context: AppContext, use: ServiceUse, parent: QWidget) -> FormDialog[bool]:
    """Return the form that removes a service; it is submitted with whether its history is kept."""
    running = tr(
        "Session {running} is running and may be about {service}. Wait until it is over, or stop it.",
        running=use.running,
        service=use.service,
    )
    spec: FormSpec[bool] = FormSpec(
        tr("Remove {service}", service=use.service),
        (ChoiceField("keep", tr("Its records"), choices=((KEEP_TEXT, True), (DELETE_TEXT, False))),),
        tr("Remove the service"),
        lambda values: bool(values["keep"]),
        lambda _values: running if use.running else "",
        intro=_about(use),
        preview=lambda _context, values: KEEP_HELP if values["keep"] else DELETE_HELP,
        focus="keep",
    )
    dialog = FormDialog(context, spec, {"keep": True}, parent)
    theme.set_role(dialog.submit, "danger")
    return dialog


def _about(use: ServiceUse) -> str:
    return f"{use.service}: {use.text}" if use.text else tr("{service}: named in records", service=use.service)
