"""What can be done on the memories page: the same in the context menu, on the keyboard and in the command palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from ....memory import shown_service
from ...kit.actions import ActionSpec
from ...text.translation import tr, tr_count
from ..base_page import PageLocation
from .dialogs import DeleteQuestion
from .rows import LESSON, REMINDER, MemoryTableRow

if TYPE_CHECKING:
    from .page import MemoriesPage

LESSON_VERBS = {"in prompts": tr("Turn off"), "waits": tr("Approve"), "off": tr("Turn on")}


# --- what there is to do it with -------------------------------------------------------------------------------------


def has_rows(page: MemoriesPage) -> bool:
    """Tell whether a row is selected."""
    return bool(page.table.selected_count())


def has_facts(page: MemoriesPage) -> bool:
    """Tell whether a fact is selected that is not a deleted one."""
    return bool(page.fact_ids)


def is_open(row: MemoryTableRow | None) -> bool:
    """Tell whether a row can be edited: a fact, or a lesson."""
    return row is not None and (row.fact is not None or row.kind == LESSON)


def can_reopen(page: MemoriesPage) -> bool:
    """Tell whether there is something to make valid again, or to restore."""
    row = page.chosen
    if row is None or row.state == "waits":
        return False
    return row.trashed is not None or (row.fact is not None and (not row.in_prompts or page.was_lowered))


def can_toggle(page: MemoriesPage) -> bool:
    """Tell whether the current row is a lesson, or a reminder whose day is not over."""
    row = page.chosen
    return row is not None and (row.lesson is not None or (row.kind == REMINDER and row.state != "over"))


def has_session(page: MemoriesPage) -> bool:
    """Tell whether a session said the current row."""
    return page.chosen is not None and page.chosen.session_id is not None


# --- commands --------------------------------------------------------------------------------------------------------


def reopen(page: MemoriesPage) -> None:
    """Make what was closed valid again, and bring what was deleted back."""
    rows = page.table.selected_rows
    deleted = [row.id for row in rows if row.trashed is not None]
    closed = [row.id for row in rows if row.fact is not None and not row.in_prompts and row.state != "waits"]
    if page.chosen is not None and page.was_lowered and page.chosen.fact is not None:
        closed = [page.chosen.id]
    if deleted:
        page.commands.restore(*deleted)
    if closed:
        page.commands.reopen(*closed)


def reopen_label(page: MemoriesPage) -> str:
    """Return what the button does."""
    return tr("Restore") if page.chosen is not None and page.chosen.trashed is not None else tr("Reopen")


def toggle(page: MemoriesPage) -> None:
    """Turn lessons on or off, approve those that wait; cancel reminders, or include them again."""
    for row in page.table.selected_rows:
        if row.lesson is not None:
            page.commands.toggle_lesson(row.lesson)
        elif row.reminder is not None:
            page.commands.toggle_reminder(row.reminder)


def toggle_label(page: MemoriesPage) -> str:
    """Return what the button does."""
    row = page.chosen
    if row is not None and row.kind == REMINDER:
        return tr("Include in prompts again") if row.state == "cancelled" else tr("Cancel it")
    return LESSON_VERBS[row.state] if row is not None and row.state in LESSON_VERBS else LESSON_VERBS["in prompts"]


def delete(page: MemoriesPage) -> None:
    """Delete facts after a question, deleted ones for good after another; remove lessons and cancel reminders."""
    rows = page.table.selected_rows
    deleted = [row for row in rows if row.trashed is not None]
    if page.fact_ids:
        _ask(page, page.fact_ids, rows, for_good=False)
    elif deleted:
        _ask(page, [row.id for row in deleted], deleted, for_good=True)
    for row in rows:
        if row.lesson is not None:
            page.commands.remove_lesson(row.lesson)
        elif row.reminder is not None and row.state != "cancelled":
            page.commands.toggle_reminder(row.reminder)


def _ask(page: MemoriesPage, ids: list[int], rows: list[MemoryTableRow], *, for_good: bool) -> None:
    known = [row.memory for row in rows if row.memory is not None][:1]
    question = DeleteQuestion(ids, known, page, for_good=for_good)
    question.delete_confirmed.connect(page.commands.delete_for_good if for_good else page.commands.delete)
    question.open()


def delete_label(page: MemoriesPage) -> str:
    """Return what the button does."""
    number = len(page.fact_ids)
    if number > 1:
        return tr_count("Delete %n memory…", "Delete %n memories…", number)
    row = page.chosen
    if row is not None and row.trashed is not None:
        return tr("Delete for good…")
    if row is not None and row.kind == LESSON:
        return tr("Remove")
    return tr("Delete…")


def can_delete(page: MemoriesPage) -> bool:
    """Tell whether there is something to delete: a reminder is cancelled by a button of its own."""
    return page.chosen is None or page.chosen.kind != REMINDER


def pin(page: MemoriesPage) -> None:
    """Unpin the selected facts where all are pinned, else pin them."""
    if page.fact_ids:
        facts = [row for row in page.table.selected_rows if row.fact is not None]
        page.commands.pin(page.fact_ids, not all(row.pinned for row in facts))


def pin_label(page: MemoriesPage) -> str:
    """Return what the button does."""
    if len(page.fact_ids) > 1:
        return tr("Pin or unpin")
    return tr("Unpin") if page.chosen is not None and page.chosen.pinned else tr("Pin")


def edit_label(page: MemoriesPage) -> str:
    """Return what the form is about."""
    number = len(page.fact_ids)
    return tr_count("Edit %n memory…", "Edit %n memories…", number) if number > 1 else tr("Edit…")


def copy(page: MemoriesPage) -> None:
    """Put the texts of the selected rows on the clipboard, a line each."""
    QGuiApplication.clipboard().setText("\n".join(row.text for row in page.table.selected_rows))


def open_review(page: MemoriesPage) -> None:
    """Lead to the review of a fact that waits."""
    if page.chosen is not None:
        page.navigation_requested.emit(PageLocation("review", id=page.chosen.id))


def open_around(page: MemoriesPage) -> None:
    """Lead to what is related to the current row."""
    if page.chosen is not None:
        filters = {"view": "around", "service": shown_service(page.chosen.service)}
        page.navigation_requested.emit(PageLocation("ask", filters=filters))


def open_why(page: MemoriesPage) -> None:
    """Lead to why the next run reads the current fact, or why not."""
    if page.chosen is not None:
        page.navigation_requested.emit(PageLocation("ask", id=page.chosen.id, filters={"view": "why"}))


def _table(name: str, text: str, run: object, keys: str = "", **more: object) -> ActionSpec[MemoriesPage]:
    return ActionSpec(name, text, run, keys, for_table=True, **more)  # type: ignore[arg-type]


ACTIONS: tuple[ActionSpec[MemoriesPage], ...] = (
    ActionSpec("add", tr("Add a memory…"), lambda page: page.add(), "Ctrl+N", icon="add", label=lambda _page: tr("Add"),
               tip=lambda _page: tr("Add a memory by hand (Ctrl+N)")),
    ActionSpec("preview", tr("Preview what the next run will read"), lambda page: page.preview(), icon="preview",
               label=lambda _page: tr("Preview"),
               tip=lambda _page: tr("See what the next run will read (Ctrl+Shift+V)")),
    _table("open", tr("Show details"), lambda page: page.show_details(), enabled=lambda page: page.chosen is not None),
    _table("edit", tr("Edit text"), lambda page: page.table.edit_current(), "F2", icon="edit",
           shown=lambda page: is_open(page.chosen)),
    _table("edit_all", tr("Edit the memory, or all that are selected"), lambda page: page.edit_selected(), "Ctrl+E",
           label=edit_label, icon="edit",
           shown=lambda page: is_open(page.chosen) or len(page.fact_ids) > 1,
           tip=lambda _page: tr("Edit all of it (Ctrl+E), or its text in place (F2)")),
    _table("reopen", tr("Reopen or restore"), reopen, "R", label=reopen_label, shown=can_reopen,
           tip=lambda _page: tr("It is still true: include it in prompts again (R)")),
    _table("toggle", tr("Turn the lesson or the reminder on or off"), toggle, "Space", label=toggle_label,
           shown=can_toggle),
    _table("pin", tr("Pin"), pin, "P", label=pin_label, icon="pin", shown=has_facts,
           tip=lambda _page: tr("Pin it: it goes first and does not fade (P)")),
    _table("session", tr("Open the session's line"), lambda page: page.open_session(page.chosen), "O", icon="link",
           shown=has_session, label=lambda _page: tr("Open the session")),
    _table("review", tr("Review it"), open_review,
           shown=lambda page: len(page.fact_ids) == 1 and page.chosen is not None and page.chosen.state == "waits"),
    _table("around", tr("Show what is related to it"), open_around, icon="graph", label=lambda _page: tr("Around"),
           tip=lambda _page: tr("Show what is related to it"), shown=lambda page: len(page.fact_ids) == 1),
    _table("why", tr("See step by step why it is read or not"), open_why, label=lambda _page: tr("Why?"),
           tip=lambda _page: tr("See step by step why it is read or not"), shown=lambda page: len(page.fact_ids) == 1),
    _table("share", tr("Share with everyone"), lambda page: page.commands.share(page.fact_ids), shown=has_facts),
    _table("unshare", tr("Make private"), lambda page: page.commands.unshare(page.fact_ids), shown=has_facts),
    _table("copy", tr("Copy text"), copy, "Ctrl+C", icon="copy", enabled=has_rows),
    _table("delete", tr("Delete…"), delete, "Del", label=delete_label, icon="trash", shown=can_delete,
           enabled=has_rows),
    ActionSpec("purge", tr("Forget everything about something…"), lambda page: page.purge(), icon="trash"),
    ActionSpec("clear_filters", tr("Clear filters"), lambda page: page.clear_filters(), icon="filter"),
    _table("clear_selected", tr("Clear selection"), lambda page: page.clear_selected()),
)  # fmt: skip
HEAD = ("review", "reopen", "toggle", "session", "around", "why", "pin", "edit_all", "delete")
SEVERAL = ("edit_all", "pin", "reopen", "delete", "clear_selected")
MENU = ("open", "session", "", "edit", "edit_all", "reopen", "toggle", "review", "", "pin", "copy", "share")
MENU_END = ("unshare", "", "delete", "purge", "", "add")
