"""The inbox: approvals of runs, and all that is to be reviewed, as cards of one kind, most urgent first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from ....language.types import CATEGORIES
from ....routine.waiting_types import WaitingKind
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.card_page import CardPage
from ...kit.cards import CardKind, CardNotice, CardPageSpec
from ...kit.columns import ColumnSpec, time_column
from ...kit.detail import EmptyText
from ...kit.filters import FilterSpec
from ...text import approval_text, formatting
from ...text.translation import tr, tr_count
from ..base_page import PageLocation
from ..memories.text import shorten_to_line
from .approval_cards import APPROVAL
from .commands import put_all_back
from .memory_cards import CONFLICT, EXPIRING, HELD
from .proposal_cards import PROPOSAL
from .queries import ASKED, DECIDED, KINDS, InboxKey, InboxListing, InboxQuery, InboxRow, list_inbox, load_rows
from .question_cards import PATTERN, QUESTION, UPGRADE

CARD_KINDS: dict[str, CardKind[InboxRow, Any]] = {
    WaitingKind.APPROVAL: APPROVAL,
    WaitingKind.UPGRADE: UPGRADE,
    WaitingKind.HELD: HELD,
    WaitingKind.CONFLICT: CONFLICT,
    WaitingKind.PROPOSAL: PROPOSAL,
    WaitingKind.QUESTION: QUESTION,
    WaitingKind.PATTERN: PATTERN,
    WaitingKind.EXPIRING: EXPIRING,
}
DECIDED_STATES = ("approved", "approved_run", "refused", "timed_out", "withdrawn")
STATES = {
    ASKED: tr("A check is asked for"),
    DECIDED: tr("Decided approvals"),
    **{state: approval_text.STATES[state] for state in DECIDED_STATES},
}
KEYS = {
    "A": tr("Approve what waits"),
    "Shift+A": tr("Approve it for the whole run"),
    "E": tr("Edit what waits"),
    "R": tr("Refuse or reject what waits"),
    "B": tr("Possible conflict: Both hold"),
    "N": tr("Possible conflict: The new one replaces"),
    "S": tr("Possible conflict: They are the same"),
    "T": tr("About to expire: Still true"),
    "C": tr("About to expire: Check"),
    "L": tr("Drop what is about to expire, or decide later"),
    "D": tr("Question: Dismiss"),
    "M": tr("Move facts of an earlier version here"),
    "Ctrl+Return": tr("Save the answer"),
}


def list_text(row: InboxRow) -> str:
    """Return what the list says of a card."""
    if row.kind == WaitingKind.UPGRADE:
        return tr_count(
            "Rules of an earlier version drew %n fact", "Rules of an earlier version drew %n facts", row.subject.to_move
        )
    return shorten_to_line(row.text, 300)


def category_text(category: str) -> str:
    """Return the name of a category of facts, or of what an approval is for."""
    return approval_text.KINDS.get(category, category)


def category_values(_value: str | None, counts: Mapping[str, int]) -> Sequence[str]:
    """Return the categories of facts, and the others that there are."""
    return [*CATEGORIES, *sorted(set(counts) - {*CATEGORIES, None, ""})]


def service_values(_value: str | None, counts: Mapping[str, int]) -> Sequence[str]:
    """Return the services that there are."""
    return sorted(name for name in counts if name)


def count_all(counts: Mapping[Any, int]) -> int:
    """Return how many cards an open filter leaves: one card may be about several services, or have no category."""
    return counts.get(None, 0)


def inbox_fact(found: InboxListing) -> str:
    """Return the line under the title."""
    reviews = found.total - found.approvals
    parts = []
    if found.approvals:
        parts.append(
            tr_count("%n question waits for your answer", "%n questions wait for your answer", found.approvals)
        )
    if reviews:
        parts.append(tr_count("%n item needs review", "%n items need review", reviews))
    if found.matching != found.total:
        parts.append(tr("{shown} shown", shown=formatting.format_number(found.matching)))
    return " · ".join(parts) or tr("Nothing waits for your answer")


def moved_text(found: InboxListing) -> str:
    """Return what is said of facts that were moved here on an upgrade; "" for none."""
    if not found.moved:
        return ""
    return tr_count(
        "%n fact that rules of an earlier version drew was moved here.",
        "%n facts that rules of an earlier version drew were moved here.",
        found.moved,
    )


def location_key(place: PageLocation) -> InboxKey | None:
    """Return the card that a location leads to: an approval, unless it names another kind."""
    kind = (place.filters or {}).get("kind", WaitingKind.APPROVAL)
    return InboxKey(kind, place.id) if place.id is not None and kind in CARD_KINDS else None


def open_settings(page: CardPage[InboxRow, InboxQuery]) -> None:
    """Show the settings of what needs approval."""
    page.navigation_requested.emit(PageLocation("settings", filters={"group": "approvals"}))


def show_decided(page: CardPage[InboxRow, InboxQuery]) -> None:
    """Show the approvals that were decided."""
    page.activate(PageLocation("inbox", filters={"state": DECIDED}))


COLUMNS: tuple[ColumnSpec[InboxRow], ...] = (
    ColumnSpec(
        "kind",
        tr("What"),
        150,
        text=lambda row: CARD_KINDS[row.kind].text,
        state=lambda row: row.state if row.kind == WaitingKind.APPROVAL else "",
    ),
    ColumnSpec("text", tr("About"), 200, text=list_text, tip=lambda row: row.text[:1200], stretch=True),
    ColumnSpec("service", tr("Service"), 100, text=lambda row: formatting.format_names(row.services)),
    time_column("at", tr("When"), 90, lambda row: row.at),
)
FILTERS: tuple[FilterSpec[Any], ...] = (
    FilterSpec(
        "kind", tr("Kind"), tr("Anything"), lambda kind: CARD_KINDS[kind].text, lambda _v, _c: KINDS, total=count_all
    ),
    FilterSpec("service", tr("Service"), tr("Any service"), values=service_values, total=count_all),
    FilterSpec("category", tr("Category"), tr("Any category"), category_text, category_values, total=count_all),
    FilterSpec(
        "state", tr("State"), tr("Waiting"), lambda state: STATES[state], lambda _v, _c: tuple(STATES), counted=False
    ),
)


class InboxPage(CardPage[InboxRow, InboxQuery]):
    """What waits for the operator, one card at a time beside the list of all. An approval that was answered here has
    left before the database knows."""

    title = tr("Inbox")
    spec = CardPageSpec(
        title=title,
        look="inbox",
        query=InboxQuery(),
        search=tr("Search in what waits"),
        filters=FILTERS,
        columns=COLUMNS,
        kinds=CARD_KINDS,
        kind=lambda key: key.kind,
        key=location_key,
        list=list_inbox,
        rows=load_rows,
        tables=frozenset(("approvals", "memories", "proposals", "settings", "operator_questions", "patterns")),
        fact=inbox_fact,
        empty=EmptyText(
            "inbox",
            tr("Nothing waits for you"),
            tr(
                "What an agent may not do on its own waits here for your answer, and so does what needs your review: "
                "uncertain facts, possible conflicts, proposed changes of your files, questions, and facts about to "
                "expire."
            ),
        ),
        empty_action="settings",
        no_match=tr("Nothing matches"),
        not_found=tr("That is no longer waiting."),
        keys=KEYS,
        actions=(
            ActionSpec("settings", tr("Choose what needs approval"), open_settings),
            ActionSpec("decided", tr("Show decided approvals"), show_decided),
        ),
        extra=("service", "at"),
        notices=(CardNotice(moved_text, tr("Put all back"), put_all_back),),
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        context.approvals.changed.connect(self._approvals_changed)
        context.approvals.held.changed.connect(self.card.show_pending)

    def still_waits(self, key: InboxKey) -> bool:
        """Tell whether a card still waits: the window knows of approvals before the database does. What does not wait
        is listed as it is stored."""
        if self._query.state is not None:
            return True
        if key.kind != WaitingKind.APPROVAL:
            return super().still_waits(key)
        return any(one.id == key.id for one in self.context.approvals.waiting)

    def wish_missed(self, key: InboxKey) -> bool:
        """Look for an approval among the decided ones."""
        if key.kind != WaitingKind.APPROVAL or self._query.state is not None:
            return False
        self._set_filters(InboxQuery(state=DECIDED))
        return True

    def _approvals_changed(self) -> None:
        """Take away at once what waits no longer; the list follows."""
        waiting = {InboxKey(WaitingKind.APPROVAL, one.id) for one in self.context.approvals.waiting}
        self._gone -= waiting
        here = [key for key in self.model.keys if self.still_waits(key)]
        if len(here) != self.model.rowCount():
            self._fill_list(here)
        if self._shown:
            self.refresh()
