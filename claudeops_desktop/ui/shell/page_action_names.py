"""What can be done on each page, by the words of its actions, for the palette: pages are made when they are first
opened, and what they can do is to be found before. Pure: no Qt here.
"""

from __future__ import annotations

# A page that was opened says itself what it can do; these stand for it until then.
ACTIONS_BEFORE_OPENED: dict[str, tuple[str, ...]] = {
    "overview": ("Overview: mark all as read",),
    "sessions": (
        "Show the log of this run",
        "Show failed runs",
        "Search in all logs",
        "Export this session",
        "Choose columns of runs",
    ),
    "events": (
        "Acknowledge the chosen events",
        "Acknowledge all events shown",
        "Mute events like this",
        "Show what is muted",
        "Show critical events",
        "Show events that are not acknowledged",
    ),
    "memories": (
        "Add a memory",
        "Preview what the next run will read",
        "Edit text",
        "Edit with domain",
        "Edit service",
        "Edit category",
        "Edit confidence",
        "Adjust confidence",
        "Pin",
        "Open the session's line",
        "Copy text",
        "Delete",
        "Forget everything about something",
        "Clear filters",
        "See all memories",
        "See what was closed lately",
        "See the trash",
    ),
    "review": (
        "Approve what waits",
        "Edit what waits",
        "Reject what waits",
        "Undo the last answer",
        "Possible conflict: Both hold",
        "Possible conflict: The new one replaces",
        "Possible conflict: They are the same",
        "About to expire: Still true",
        "About to expire: Let go",
        "About to expire: Check",
        "Approve with your words",
    ),
    "recall": (
        "Ask memory",
        "See what is known around a service",
        "Why was it not remembered?",
        "See the reminders",
        "See the lessons",
    ),
    "cooldowns": (
        "Leave a service alone (maintenance)",
        "Set the limits of a service",
        "Clear the cooldown of the chosen service",
    ),
    "approvals": (
        "Approve what waits",
        "Approve it for the whole run",
        "Refuse what waits",
        "Undo an approval that has not taken effect",
    ),
    "services": (
        "Check the chosen service now",
        "Run about the chosen service",
        "Maintenance of the chosen service",
        "Add a check of a service",
        "Show incidents",
        "Show services over time",
        "Show alerts",
        "Show repositories",
        "Show the map of services",
        "Open services.toml",
    ),
    "schedule": (
        "Add a schedule",
        "Run it now",
        "Edit",
        "Switch off",
        "Copy",
        "Delete",
    ),
}
# What the settings can do besides settings: the words to find it by, the group, and the button there.
BUTTONS: tuple[tuple[str, str, str], ...] = (
    ("Back up everything into one file", "data", "Back up now…"),
    ("Restore a backup", "data", "Restore…"),
    ("Import from claude-ops", "data", "Import from claude-ops…"),
    ("Check the database", "data", "Check"),
    ("Compact the database", "data", "Compact"),
    ("Open the data folder", "data", "Open the folder"),
    ("Send a test notification", "notifications", "Send a test"),
    ("Add an address for notifications", "notifications", "Add an address…"),
    ("Send a test alert", "alerts", "Send a test alert"),
    ("Test the agent", "agent", "Test the agent"),
    ("Open the folder of crash reports", "desktop", "Open the folder of crash reports"),
)
