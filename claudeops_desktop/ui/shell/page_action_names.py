"""What can be done on each page, for the command palette: the texts of the actions of pages not opened yet."""

from __future__ import annotations

from ..text.translation import tr

# A page that was opened says itself what it can do; these stand for it until then.
ACTIONS_BEFORE_OPENED: dict[str, tuple[str, ...]] = {
    "overview": (tr("Overview: mark all as read"),),
    "sessions": (
        tr("Show the log of this run"),
        tr("Open this run in a window"),
        tr("Show failed runs"),
        tr("Search in all logs"),
        tr("Export this session"),
        tr("Choose columns of runs"),
    ),
    "events": (
        tr("Acknowledge the chosen events"),
        tr("Acknowledge all events shown"),
        tr("Mute events like this"),
        tr("Show what is muted"),
        tr("Show critical events"),
        tr("Show events that are not acknowledged"),
    ),
    "memories": (
        tr("Add a memory"),
        tr("Preview what the next run will read"),
        tr("Edit text"),
        tr("Edit with domain"),
        tr("Edit service"),
        tr("Edit category"),
        tr("Edit confidence"),
        tr("Adjust confidence"),
        tr("Pin"),
        tr("Open the session's line"),
        tr("Copy text"),
        tr("Delete"),
        tr("Forget everything about something"),
        tr("Clear filters"),
        tr("Show all memories"),
        tr("Show recently closed memories"),
        tr("Show the trash"),
    ),
    "review": (
        tr("Approve what waits"),
        tr("Edit what waits"),
        tr("Reject what waits"),
        tr("Undo the last answer"),
        tr("Possible conflict: Both hold"),
        tr("Possible conflict: The new one replaces"),
        tr("Possible conflict: They are the same"),
        tr("About to expire: Still true"),
        tr("About to expire: Drop"),
        tr("About to expire: Check"),
        tr("Approve with your words"),
    ),
    "ask": (
        tr("Ask memory"),
        tr("Show what is related to a service"),
    ),
    "library": (tr("Show the documents of the library"), tr("Show the folders and feeds of the library")),
    "knowledge": (
        tr("Entry in the memory file"),
        tr("Note"),
        tr("Decision"),
        tr("Procedure"),
    ),
    "cooldowns": (
        tr("Leave a service alone (maintenance)"),
        tr("Set the limits of a service"),
        tr("Clear the cooldown of the chosen service"),
    ),
    "approvals": (
        tr("Approve what waits"),
        tr("Approve it for the whole run"),
        tr("Refuse what waits"),
        tr("Undo an approval that has not taken effect"),
    ),
    "services": (
        tr("Check the chosen service now"),
        tr("Run about the chosen service"),
        tr("Maintenance of the chosen service"),
        tr("Add a check of a service"),
        tr("Discover services"),
        tr("Rename the chosen service"),
        tr("Remove the chosen service"),
        tr("Open services.toml"),
    ),
    "routine": (tr("Show the jobs of the routine"), tr("Show the weekly report")),
    "schedule": (
        tr("Add a schedule"),
        tr("Run it now"),
        tr("Edit"),
        tr("Switch off"),
        tr("Copy"),
        tr("Delete"),
    ),
}
# What the settings can do besides settings: the words to find it by, the group, and the button there.
BUTTONS: tuple[tuple[str, str, str], ...] = (
    (tr("Back up everything into one file"), "data", tr("Back up now…")),
    (tr("Restore a backup"), "data", tr("Restore…")),
    (tr("Import from claude-ops"), "data", tr("Import from claude-ops…")),
    (tr("Check the database"), "data", tr("Check")),
    (tr("Compact the database"), "data", tr("Compact")),
    (tr("Open the data folder"), "data", tr("Open the folder")),
    (tr("Send a test notification"), "notifications", tr("Send a test")),
    (tr("Add an address for notifications"), "notifications", tr("Add an address…")),
    (tr("Send a test alert"), "alerts", tr("Send a test alert")),
    (tr("Test the agent"), "agent", tr("Test the agent")),
    (tr("Open the folder of crash reports"), "desktop", tr("Open the folder of crash reports")),
    (tr("About Claude Ops: version and licences"), "desktop", tr("About Claude Ops…")),
)
