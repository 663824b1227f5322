"""The places of the side bar and their tabs, the pages. A page's module is imported when it is first opened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import Struct

from ..text.translation import tr

if TYPE_CHECKING:
    from .base_page import PageLocation


class PageEntry(Struct, frozen=True):
    """Where a page is found: its name in a PageLocation, its title on its tab, its icon, its module and class."""

    name: str
    title: str
    icon: str
    module: str
    class_name: str


class PlaceEntry(Struct, frozen=True):
    """One entry of the side bar: its name, title and icon, the keys that lead there, and its pages in order.

    A place with one page has no tabs.
    """

    name: str
    title: str
    icon: str
    keys: str
    pages: tuple[str, ...]


_IN = "claudeops_desktop.ui.pages"
PAGES = (
    PageEntry("overview", tr("Overview"), "overview", f"{_IN}.overview.page", "OverviewPage"),
    PageEntry("services", tr("Services"), "services", f"{_IN}.services.page", "ServicesPage"),
    PageEntry("map", tr("Map"), "graph", f"{_IN}.service_map.page", "ServiceMapPage"),
    PageEntry("history", tr("History"), "clock", f"{_IN}.history.page", "HistoryPage"),
    PageEntry("sessions", tr("Runs"), "sessions", f"{_IN}.sessions.page", "SessionsPage"),
    PageEntry("incidents", tr("Incidents"), "alert", f"{_IN}.incidents.page", "IncidentsPage"),
    PageEntry("events", tr("Log"), "events", f"{_IN}.events.page", "EventsPage"),
    PageEntry("schedule", tr("Schedule"), "clock", f"{_IN}.schedule.page", "SchedulePage"),
    PageEntry("memories", tr("Memories"), "memories", f"{_IN}.memories.page", "MemoriesPage"),
    PageEntry("ask", tr("Ask"), "recall", f"{_IN}.ask.page", "AskPage"),
    PageEntry("cases", tr("Cases"), "memories", f"{_IN}.cases.page", "CasesPage"),
    PageEntry("knowledge", tr("Files"), "knowledge", f"{_IN}.knowledge.page", "KnowledgePage"),
    PageEntry("library", tr("Library"), "file", f"{_IN}.library.page", "LibraryPage"),
    PageEntry("inbox", tr("Inbox"), "inbox", f"{_IN}.inbox.page", "InboxPage"),
    PageEntry("settings", tr("Settings"), "settings", f"{_IN}.settings.page", "SettingsPage"),
)
PLACES = (
    PlaceEntry("overview", tr("Overview"), "overview", "Ctrl+1", ("overview",)),
    PlaceEntry("services", tr("Services"), "services", "Ctrl+2", ("services", "map", "history")),
    PlaceEntry("activity", tr("Activity"), "activity", "Ctrl+3", ("sessions", "incidents", "events", "schedule")),
    PlaceEntry("memories", tr("Memory"), "memories", "Ctrl+4", ("memories", "ask", "cases")),
    PlaceEntry("knowledge", tr("Knowledge"), "knowledge", "Ctrl+5", ("knowledge", "library")),
    PlaceEntry("inbox", tr("Inbox"), "inbox", "Ctrl+6", ("inbox",)),
    PlaceEntry("settings", tr("Settings"), "settings", "Ctrl+7", ("settings",)),
)
ENTRIES = {entry.name: entry for entry in PAGES}
PLACE_OF = {page: place for place in PLACES for page in place.pages}

# Keys that led to a page before there were places; they go on doing so.
FORMER_KEYS = {"Ctrl+8": "inbox", "Ctrl+9": "services", "Ctrl+0": "schedule", "Ctrl+,": "settings"}

# What pages were called earlier, where that is shown today, and the filters that lead to it there.
_FORMER_PAGES: dict[str, tuple[str, dict[str, str]]] = {
    "activity": ("sessions", {}),
    "agent-folders": ("knowledge", {"source": "agent-folders"}),
    "alerts": ("events", {"kind": "alert"}),
    "diagnostics": ("ask", {"view": "why"}),
    "findings": ("events", {"kind": "finding"}),
    "lessons": ("memories", {"kind": "lesson"}),
    "over-time": ("history", {}),
    "patterns": ("cases", {"view": "patterns"}),
    "recall": ("ask", {}),
    "reminders": ("memories", {"kind": "reminder"}),
    "repositories": ("settings", {"group": "repositories"}),
    "routine": ("schedule", {"kind": "routine"}),
    "trends": ("history", {}),
}
# Views of a page, by the name of the page that such a view became later.
_FORMER_VIEWS = {
    **{("services", view): view for view in ("incidents", "over-time", "map", "trends", "alerts", "repositories")},
    ("recall", "lessons"): "lessons",
    ("recall", "coming"): "reminders",
    ("recall", "reminders"): "reminders",
}


def resolve_location(location: PageLocation) -> PageLocation:
    """Return a location as it is named today; one of a page that there never was comes back as it is."""
    page, filters = location.page, location.filters or {}
    incident = filters.get("incident", location.id)
    if page == "services" and isinstance(incident, int):
        return replace(location, page="incidents", id=incident, filters=None)
    if page == "cooldowns":
        return _resolve_cooldowns(location)
    if page in ("approvals", "review"):
        return _resolve_inbox(location)
    former = _FORMER_VIEWS.get((page, filters.get("view", "")), page)
    now, shown = _FORMER_PAGES.get(former, (former, {}))
    return replace(location, page=now, filters={**filters, **shown} or None) if now != page else location


def _resolve_cooldowns(location: PageLocation) -> PageLocation:
    """Return where an action, the limits of a service, or those of all are shown: on the page of services."""
    filters = location.filters or {}
    wanted: dict[str, object] = {"service": filters["service"]} if filters.get("service") else {"cooldowns": True}
    if location.id is not None:
        wanted = {"action": location.id}
    return replace(location, page="services", id=None, filters=wanted)


def _resolve_inbox(location: PageLocation) -> PageLocation:
    """Return where a question, or what is to be reviewed, stands in the inbox; without an id or a filter, all of it."""
    filters = dict(location.filters or {})
    if location.page == "approvals":
        if "kind" in filters:
            filters["category"] = filters.pop("kind")
        if location.id is not None or filters:
            filters["kind"] = "approval"
    elif location.id is not None:
        filters.setdefault("kind", "held")
    return replace(location, page="inbox", filters=filters)
