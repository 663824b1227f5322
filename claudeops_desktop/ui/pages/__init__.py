"""The places of the side bar and their tabs, the pages. A page's module is imported when it is first opened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..text.translation import tr

if TYPE_CHECKING:
    from .base_page import PageLocation


@dataclass(frozen=True, slots=True)
class PageEntry:
    """Where a page is found: its name in a PageLocation, its title on its tab, its icon, its module and class."""

    name: str
    title: str
    icon: str
    module: str
    class_name: str


@dataclass(frozen=True, slots=True)
class PlaceEntry:
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
    PageEntry("over-time", tr("Over time"), "services", f"{_IN}.over_time.page", "OverTimePage"),
    PageEntry("trends", tr("Trends"), "services", f"{_IN}.trends.page", "TrendsPage"),
    PageEntry("map", tr("Map"), "graph", f"{_IN}.service_map.page", "ServiceMapPage"),
    PageEntry("cooldowns", tr("Cooldowns"), "cooldowns", f"{_IN}.cooldowns.page", "CooldownsPage"),
    PageEntry("alerts", tr("Alerts"), "alert", f"{_IN}.alerts.page", "AlertsPage"),
    PageEntry("repositories", tr("Repositories"), "folder", f"{_IN}.repositories.page", "RepositoriesPage"),
    PageEntry("sessions", tr("Runs"), "sessions", f"{_IN}.sessions.page", "SessionsPage"),
    PageEntry("incidents", tr("Incidents"), "alert", f"{_IN}.incidents.page", "IncidentsPage"),
    PageEntry("events", tr("Events"), "events", f"{_IN}.events.page", "EventsPage"),
    PageEntry("findings", tr("Findings"), "events", f"{_IN}.findings.page", "FindingsPage"),
    PageEntry("schedule", tr("Schedule"), "clock", f"{_IN}.schedule.page", "SchedulePage"),
    PageEntry("routine", tr("Routine"), "clock", f"{_IN}.routine.page", "RoutinePage"),
    PageEntry("memories", tr("Memories"), "memories", f"{_IN}.memories.page", "MemoriesPage"),
    PageEntry("ask", tr("Ask"), "recall", f"{_IN}.ask.page", "AskPage"),
    PageEntry("cases", tr("Cases"), "memories", f"{_IN}.cases.page", "CasesPage"),
    PageEntry("patterns", tr("Patterns"), "memories", f"{_IN}.patterns.page", "PatternsPage"),
    PageEntry("lessons", tr("Lessons"), "memories", f"{_IN}.lessons.page", "LessonsPage"),
    PageEntry("reminders", tr("Reminders"), "clock", f"{_IN}.reminders.page", "RemindersPage"),
    PageEntry("diagnostics", tr("Diagnostics"), "question", f"{_IN}.diagnostics.page", "DiagnosticsPage"),
    PageEntry("knowledge", tr("Knowledge"), "knowledge", f"{_IN}.knowledge.page", "KnowledgePage"),
    PageEntry("library", tr("Library"), "file", f"{_IN}.library.page", "LibraryPage"),
    PageEntry("agent-folders", tr("Claude's folders"), "folder", f"{_IN}.agent_folders.page", "AgentFoldersPage"),
    PageEntry("inbox", tr("Inbox"), "inbox", f"{_IN}.inbox.page", "InboxPage"),
    PageEntry("settings", tr("Settings"), "settings", f"{_IN}.settings.page", "SettingsPage"),
)
_OF_SERVICES = ("services", "over-time", "trends", "map", "cooldowns", "alerts", "repositories")
PLACES = (
    PlaceEntry("overview", tr("Overview"), "overview", "Ctrl+1", ("overview",)),
    PlaceEntry("services", tr("Services"), "services", "Ctrl+2", _OF_SERVICES),
    PlaceEntry(
        "activity",
        tr("Activity"),
        "activity",
        "Ctrl+3",
        ("sessions", "incidents", "events", "findings", "schedule", "routine"),
    ),
    PlaceEntry(
        "memories",
        tr("Memories"),
        "memories",
        "Ctrl+4",
        ("memories", "ask", "cases", "lessons", "patterns", "reminders", "diagnostics"),
    ),
    PlaceEntry("knowledge", tr("Knowledge"), "knowledge", "Ctrl+5", ("knowledge", "library", "agent-folders")),
    PlaceEntry("inbox", tr("Inbox"), "inbox", "Ctrl+6", ("inbox",)),
    PlaceEntry("settings", tr("Settings"), "settings", "Ctrl+7", ("settings",)),
)
ENTRIES = {entry.name: entry for entry in PAGES}
PLACE_OF = {page: place for place in PLACES for page in place.pages}

# Keys that led to a page before there were places; they go on doing so.
FORMER_KEYS = {"Ctrl+8": "inbox", "Ctrl+9": "services", "Ctrl+0": "schedule", "Ctrl+,": "settings"}

# What pages and their views were called before there were places; PageLocations that name them may be older.
_FORMER_NAMES = {"activity": "sessions", "recall": "ask"}
_FORMER_VIEWS = {
    **{("services", view): view for view in ("incidents", "over-time", "map", "trends", "alerts", "repositories")},
    ("recall", "around"): "ask",
    ("recall", "lessons"): "lessons",
    ("recall", "coming"): "reminders",
    ("recall", "reminders"): "reminders",
    ("recall", "why"): "diagnostics",
    ("recall", "trace"): "diagnostics",
    ("recall", "telemetry"): "diagnostics",
}


def resolve_location(location: PageLocation) -> PageLocation:
    """A location as it is named today. A page that nothing bears comes back as it is."""
    page, filters = location.page, location.filters or {}
    incident = filters.get("incident", location.id)
    if page == "services" and isinstance(incident, int):
        return replace(location, page="incidents", id=incident, filters=None)
    if page in ("approvals", "review"):
        return _resolve_inbox(location)
    now = _FORMER_VIEWS.get((page, filters.get("view", "")), _FORMER_NAMES.get(page, page))
    return replace(location, page=now) if now != page else location


def _resolve_inbox(location: PageLocation) -> PageLocation:
    """A location of the pages that the inbox took the place of; without an id or a filter it shows all that waits."""
    filters = dict(location.filters or {})
    if location.page == "approvals":
        if "kind" in filters:
            filters["category"] = filters.pop("kind")
        if location.id is not None or filters:
            filters["kind"] = "approval"
    elif location.id is not None:
        filters.setdefault("kind", "held")
    return replace(location, page="inbox", filters=filters)
