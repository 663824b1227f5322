"""What the page of incidents asks in dialogs: until when to snooze, the words of a note, and where a report goes."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from ....core.clock import utc_now
from ...kit.fields import ChoiceField, TextField, Values
from ...kit.forms import FormSpec
from ...text import formatting
from ...text.translation import error_text, tr
from .queries import render_report

if TYPE_CHECKING:
    from .page import IncidentsPage

MORNING = 8
TOMORROW = "tomorrow"
SPANS = {
    "1h": (tr("For 1 hour"), timedelta(hours=1)),
    "4h": (tr("For 4 hours"), timedelta(hours=4)),
    "1d": (tr("For 1 day"), timedelta(days=1)),
    "1w": (tr("For 1 week"), timedelta(weeks=1)),
}
KINDS = {"Markdown, the draft of a report (*.md)": "md", "JSON with everything (*.json)": "json"}


def snooze_end(values: Values) -> datetime:
    """Return until when there are to be no notices."""
    if values["span"] in SPANS:
        return utc_now() + SPANS[values["span"]][1]
    day = datetime.now().astimezone().date() + timedelta(days=1)
    return datetime(day.year, day.month, day.day, MORNING).astimezone()


SNOOZE = FormSpec(
    title=tr("Snooze the incident"),
    intro=tr("There are no notices about it until then. It stays open."),
    fields=(
        ChoiceField(
            "span",
            tr("&Until"),
            tr("Until"),
            choices=[
                *((text, name) for name, (text, _) in SPANS.items()),
                (tr("Until tomorrow, {morning}:00", morning=f"{MORNING:02d}"), TOMORROW),
            ],
        ),
    ),
    submit=tr("Snooze"),
    result=snooze_end,
    check=lambda _values: "",
    focus="span",
    width=360,
)


def note_form(service: str) -> FormSpec[str]:
    """Return the form of a note on an incident."""
    return FormSpec(
        title=tr("Add a note on {service}", service=service),
        intro=tr("It appears in the timeline and in the report."),
        fields=(TextField("text", tr("&Note"), tr("Note")),),
        submit=tr("Add note"),
        result=lambda values: str(values["text"]),
        check=lambda values: "" if values["text"] else tr("Write something first."),
        focus="text",
    )


# --- the report ------------------------------------------------------------------------------------------------------


def open_export(page: IncidentsPage) -> None:
    """Ask where the report of the current incident goes, and in which form."""
    from ....export.incident_report import suggest_incident_name

    if page.current is None:
        return
    number = page.current.incident.id
    dialog = QFileDialog(page, tr("Export incident {number}", number=number), str(Path.home()))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(list(KINDS))
    dialog.setDefaultSuffix("md")
    dialog.selectFile(suggest_incident_name(number, "md"))
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Export"))
    dialog.filterSelected.connect(partial(_kind_chosen, dialog, number))
    dialog.fileSelected.connect(lambda name: export_report(page, number, Path(name)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _kind_chosen(dialog: QFileDialog, number: int, name: str) -> None:
    from ....export.incident_report import suggest_incident_name

    dialog.setDefaultSuffix(KINDS[name])
    dialog.selectFile(suggest_incident_name(number, KINDS[name]))


def export_report(page: IncidentsPage, incident_id: int, path: Path) -> None:
    """Write the report of an incident; the page says when it is there, or why not."""
    ask = partial(render_report, page.context, incident_id, path, utc_now())
    page.context.bridge.ask(ask, partial(_rendered, page), partial(_failed, page))


def _rendered(page: IncidentsPage, report: tuple[str, Path]) -> None:
    from ....export.incident_report import write_incident

    text, path = report
    done = partial(_exported, page, path)
    page.context.run_in_background(partial(write_incident, text, path), done, partial(_failed, page))


def _exported(page: IncidentsPage, path: Path, _done: None) -> None:
    page.message_posted.emit(tr("Exported to {shorten_path}.", shorten_path=formatting.shorten_path(path)), None)


def _failed(page: IncidentsPage, error: Exception) -> None:
    page.message_posted.emit(error_text(error), None)
