"""What ``claudeops library`` follows by itself: watched folders, feeds, and the addresses that agents suggest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .library_access import AllowPrivate, NoNote, Tags, index_meaning, open_discovery, open_library, report_change
from .output import clean, local

if TYPE_CHECKING:
    from ..library import FollowedFeed
    from ..library.types import SourceSuggestion, WatchedFolder

COMMANDS = CommandGroup("", "")
register = COMMANDS.register
FOLDER_TABLE: RowTable[WatchedFolder] = RowTable(
    ("folder", "updated", "tags", "problem"),
    lambda one: (one.path, local(one.updated_at), ", ".join(one.tags), one.fault),
)
FEED_TABLE: RowTable[FollowedFeed] = RowTable(
    ("feed", "title", "every", "polled", "next", "tags", "problem"),
    lambda one: (
        one.url,
        one.title,
        f"{one.every_hours:g} h",
        local(one.polled_at),
        local(one.next_at),
        ", ".join(one.tags),
        one.fault,
    ),
)
SUGGESTION_TABLE: RowTable[SourceSuggestion] = RowTable(
    ("id", "address", "why", "session", "suggested"),
    lambda one: (one.id, one.address, one.reason, one.session_id, local(one.suggested_at)),
    right=("id", "session"),
)


@COMMANDS.command("folders")
def folders(data: OpenData) -> ListedRows[WatchedFolder]:
    """List the folders that are watched. `library add FOLDER --watch` adds one, `library rm FOLDER` ends it."""
    found = data.ask(open_library(data).folders.list)
    return FOLDER_TABLE.list(found, "No folder is watched. `claudeops library add FOLDER --watch` watches one.")


@COMMANDS.command("feeds")
def feeds(data: OpenData) -> ListedRows[FollowedFeed]:
    """List the feeds that are followed."""
    found = data.ask(open_library(data).feeds.list)
    return FEED_TABLE.list(found, "No feed is followed. `claudeops library follow URL` follows one.")


@COMMANDS.command("follow")
def follow(
    data: OpenData,
    cli: CliContext,
    url: Annotated[str, typer.Argument(metavar="URL", help="An RSS or Atom feed.")],
    tag: Tags = None,
    every: Annotated[
        float | None,
        typer.Option("--every", help="Poll it every so many hours, while the application runs; 6 at first."),
    ] = None,
    allow_private: AllowPrivate = False,
) -> CommandAnswer:
    """Follow a feed: read its new entries now, 20 at the most, and again and again."""
    discovery = open_discovery(cli, data)
    library = discovery.library
    change = library.web.poll_feed(url, tags=tag or (), allow_private=allow_private, every_hours=every)
    discovery.judge_new()
    index_meaning(data, library)
    return report_change(change)


@COMMANDS.command("unfollow")
def unfollow(
    data: OpenData, url: Annotated[str, typer.Argument(metavar="URL", help="A feed of `library feeds`.")]
) -> CommandAnswer:
    """Follow a feed no longer. Its documents stay."""
    from ..library import require_url

    address = require_url(url)
    library = open_library(data)
    gone = data.write(lambda: library.feeds.unfollow(address))
    return CommandAnswer(gone.as_json(), f"The feed {clean(gone.url)} is followed no longer.")


@COMMANDS.command("update")
def update(
    data: OpenData,
    cli: CliContext,
    poll: Annotated[bool, typer.Option("--feeds", help="Poll all feeds that you follow, too.")] = False,
) -> CommandAnswer:
    """Read what is new or changed in the watched folders, and mark documents whose file is gone. The application does
    this by itself while it runs."""
    discovery = open_discovery(cli, data)
    library = discovery.library
    change = library.update_folders()
    if poll:
        change = change.joined(library.web.poll_feeds())
        discovery.judge_new()
    index_meaning(data, library)
    return report_change(change)


@COMMANDS.command("suggestions")
def suggestions(
    data: OpenData,
    cli: CliContext,
    add: Annotated[int | None, typer.Option("--add", metavar="ID", help="Fetch this one and add it.")] = None,
    dismiss: Annotated[int | None, typer.Option("--dismiss", metavar="ID", help="Do not show this one again.")] = None,
    no_note: NoNote = False,
    allow_private: AllowPrivate = False,
) -> CommandAnswer | ListedRows[SourceSuggestion]:
    """List the addresses that agents suggest, and add or dismiss one. Nothing is fetched before you add it."""
    if add is not None and dismiss is not None:
        raise UsageError("An address is either added or dismissed.", "Give --add or --dismiss.")
    discovery = open_discovery(cli, data)
    known = discovery.library.suggestions
    if add is not None:
        change = discovery.accept(add, allow_private=allow_private, note=not no_note)
        index_meaning(data, discovery.library)
        return report_change(change)
    if dismiss is not None:
        gone = data.write(lambda: known.settle(dismiss, "dismissed"))
        return CommandAnswer(gone.as_json(), f"Dismissed {clean(gone.address)}.")
    return SUGGESTION_TABLE.list(data.ask(known.list), "No address is suggested.")
