"""The doctor's look at the desktop: keyring, notifications, start at login, service, alerts, crashes, log index."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core.errors import ClaudeOpsError
from .finding import Finding, Verdict
from .output import plural

if TYPE_CHECKING:
    from ..core.paths import DataFolder
    from ..core.settings import Settings


def desktop(folder: DataFolder, settings: Settings | None) -> Iterator[Finding]:
    """Everything that makes it a desktop application. None of it keeps runs from working."""
    yield _keyring()
    yield from _notifications(settings)
    yield _autostart()
    yield _service()
    if settings is not None and settings.alerts.enabled:
        yield _alerts(settings.alerts.port)
    yield _index(folder)
    yield _crashes(folder)


def _keyring() -> Finding:
    from ..core.secrets import keyring_store

    found = keyring_store.status()
    kept = sum(each.where == "keyring" for each in found.kept)
    if found.keyring:
        return Finding("keyring", Verdict.OK, f"{found.keyring}: {plural(kept, 'secret')} of ours")
    return Finding("keyring", Verdict.WARN, found.problem, found.remedy)


def _notifications(settings: Settings | None) -> Iterator[Finding]:
    from ..notifications.apprise_backend import labels
    from ..notifications.desktop_bus import NotificationBus

    bus = NotificationBus(lambda _number, _key: None)
    try:
        yield Finding("notify", Verdict.OK, f"shown by {bus.server()}")
    except ClaudeOpsError as error:
        wanted = settings is None or settings.notifications.desktop
        yield Finding("notify", Verdict.WARN if wanted else Verdict.OK, str(error), error.remedy if wanted else "")
    finally:
        bus.close()
    if found := labels():
        yield Finding(
            "addresses", Verdict.OK, f"{', '.join(found)}.", "`claudeops notify test` tries whether they arrive."
        )


def _autostart() -> Finding:
    from ..desktop import autostart

    found = autostart.status()
    if found.problem:
        return Finding("autostart", Verdict.WARN, found.problem, "`claudeops desktop autostart on` sets it right.")
    return Finding("autostart", Verdict.OK, "on" if found.on else "off")


def _service() -> Finding:
    from ..desktop import user_unit

    found = user_unit.status()
    if not found.installed:
        return Finding("service", Verdict.OK, "not installed")
    if found.problem:
        return Finding("service", Verdict.WARN, found.problem, found.remedy)
    well = found.active == "active"
    remedy = "" if well else "`journalctl --user -u claudeops` says why."
    return Finding("service", Verdict.OK if well else Verdict.WARN, f"{found.active}, {found.enabled}", remedy)


def _alerts(port: int) -> Finding:
    from ..core.secrets import keyring_store

    if keyring_store.ALERT_TOKEN not in keyring_store.names():
        return Finding("alerts", Verdict.WARN, "There is no token yet.", "`claudeops alerts token` makes one.")
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2):
            return Finding("alerts", Verdict.OK, f"somebody listens on 127.0.0.1:{port}")
    except OSError:
        return Finding(
            "alerts",
            Verdict.WARN,
            f"Nobody listens on 127.0.0.1:{port}.",
            "Start Claude Ops or its daemon; or choose another port.",
        )


def _index(folder: DataFolder) -> Finding:
    from ..log_index.database import index_file

    path = index_file(folder)
    try:
        size = path.stat().st_size
    except OSError:
        return Finding("log index", Verdict.OK, "not made yet: the window makes it, and `claudeops sessions search`")
    return Finding("log index", Verdict.OK, f"{size / 1_000_000:,.1f} MB")


def _crashes(folder: DataFolder) -> Finding:
    from ..desktop import crash

    place = crash.folder_of(folder)
    found = sorted(place.glob("*.txt"))
    if not found:
        return Finding("crashes", Verdict.OK, "none")
    new = len(crash.waiting(folder))
    said = f"{plural(len(found), 'report')} in {place}, {new} not seen yet."
    return Finding("crashes", Verdict.WARN if new else Verdict.OK, said, "Nothing was sent." if new else "")
