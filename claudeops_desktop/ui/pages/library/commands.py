"""What the page changes. All but the plain writes wait for files, models or the network, on a thread of their own."""

from __future__ import annotations

import os
from pathlib import Path

from ....knowledge import DiscoveryService, open_discovery
from ....library import LibraryChange, LibraryService, WatchedFolder
from ...app_context import AppContext


def make_discovery(desk: AppContext) -> DiscoveryService:
    """Discovery, as the settings are now."""
    return open_discovery(desk.folder, desk.book, desk.settings.current, dict(os.environ))


def add_path(library: LibraryService, path: str, *, watch: bool = False) -> LibraryChange:
    """Read a file or a folder."""
    return library.add_path(Path(path), watch=watch)


def add_page(desk: AppContext, url: str, why: str, *, note: bool, own_network: bool) -> LibraryChange:
    """Fetch a page, judge it, and write its note."""
    return make_discovery(desk).add_page(url, why=why, note=note, allow_private=own_network)


def accept_suggestion(desk: AppContext, number: int) -> LibraryChange:
    """Add an address that an agent suggested."""
    return make_discovery(desk).accept(number)


def follow_feed(desk: AppContext, url: str, every_hours: float, *, own_network: bool) -> LibraryChange:
    """Follow a feed, and judge its entries."""
    discovery = make_discovery(desk)
    change = discovery.library.web.poll_feed(url, every_hours=every_hours, allow_private=own_network)
    discovery.judge_new()
    return change


def update_all(desk: AppContext) -> LibraryChange:
    """Look through the folders and poll the feeds now."""
    discovery = make_discovery(desk)
    change = discovery.library.update_folders().joined(discovery.library.web.poll_feeds())
    discovery.judge_new()
    return change


def write_note(desk: AppContext, document_id: int) -> str:
    """Judge a document, and write its note; the path of that."""
    discovery = make_discovery(desk)
    discovery.judge(document_id)
    return discovery.write_note(document_id).path


def unwatch(library: LibraryService, folder: WatchedFolder) -> WatchedFolder:
    """Watch a folder no longer, and remove its documents."""
    library.unwatch_folder(folder.path)
    return folder


def watch_again(library: LibraryService, folder: WatchedFolder) -> LibraryChange:
    """Watch a folder again, and read its documents."""
    return library.add_path(Path(folder.path), watch=True, tags=folder.tags)
