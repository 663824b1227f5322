"""What ``claudeops library`` follows by itself: watched folders, feeds, and the addresses that agents suggest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .library_access import AllowPrivate, NoNote, Tags, index_meaning, open_discovery, open_library, report_change
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table

if TYPE_CHECKING:
    from ..library import FollowedFeed


def register(group: typer.Typer) -> None:
    """Add the commands to the group ``library``."""
    group.command("folders")(folders)
    group.command("feeds")(feeds)
    group.command("follow")(follow)
    group.command("unfollow")(unfollow)
    group.command("update")(update)
    group.command("suggestions")(suggestions)


def folders(context: typer.Context, json: AsJson = False) -> None:
    """List the folders that are watched. `library add FOLDER --watch` adds one, `library rm FOLDER` ends it."""
    with get_cli_context(context).data() as data:
        found = data.ask(open_library(data).folders.list)
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("No folder is watched. `claudeops library add FOLDER --watch` watches one.")
    else:
        table(
            ("folder", "updated", "tags", "problem"),
            [(one.path, local(one.updated_at), ", ".join(one.tags), one.fault) for one in found],
        )


def feeds(context: typer.Context, json: AsJson = False) -> None:
    """List the feeds that are followed."""
    with get_cli_context(context).data() as data:
        found = data.ask(open_library(data).feeds.list)
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("No feed is followed. `claudeops library follow URL` follows one.")
    else:
        table(
            ("feed", "title", "every", "polled", "next", "tags", "problem"),
            [
                (one.url, one.title, interval_text(one), local(one.polled_at), local(one.next_at), ", ".join(one.tags),
                 one.fault)
                for one in found
            ],
        )  # fmt: skip


def interval_text(feed: FollowedFeed) -> str:
    """How often a feed is polled: "6 h"."""
    return f"{feed.every_hours:g} h"


def follow(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL", help="An RSS or Atom feed.")],
    tag: Tags = None,
    every: Annotated[
        float | None,
        typer.Option("--every", help="Poll it every so many hours, while the application runs; 6 at first."),
    ] = None,
    allow_private: AllowPrivate = False,
    json: AsJson = False,
) -> None:
    """Follow a feed: read its new entries now, 20 at the most, and again and again."""
    with get_cli_context(context).data() as data:
        discovery = open_discovery(context, data)
        library = discovery.library
        change = library.web.poll_feed(url, tags=tag or (), allow_private=allow_private, every_hours=every)
        discovery.judge_new()
        index_meaning(data, library)
    report_change(change, json)


def unfollow(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL", help="A feed of `library feeds`.")],
    json: AsJson = False,
) -> None:
    """Follow a feed no longer. Its documents stay."""
    from ..library import require_url

    address = require_url(url)
    with get_cli_context(context).data() as data:
        library = open_library(data)
        gone = data.write(lambda: library.feeds.unfollow(address))
    if json:
        as_json(gone.as_json())
    else:
        print_line(f"The feed {clean(gone.url)} is followed no longer.")


def update(
    context: typer.Context,
    poll: Annotated[bool, typer.Option("--feeds", help="Poll all feeds that you follow, too.")] = False,
    json: AsJson = False,
) -> None:
    """Read what is new or changed in the watched folders, and mark documents whose file is gone. The application does
    this by itself while it runs."""
    with get_cli_context(context).data() as data:
        discovery = open_discovery(context, data)
        library = discovery.library
        change = library.update_folders()
        if poll:
            change = change.joined(library.web.poll_feeds())
            discovery.judge_new()
        index_meaning(data, library)
    report_change(change, json)


def suggestions(
    context: typer.Context,
    add: Annotated[int | None, typer.Option("--add", metavar="ID", help="Fetch this one and add it.")] = None,
    dismiss: Annotated[int | None, typer.Option("--dismiss", metavar="ID", help="Do not show this one again.")] = None,
    no_note: NoNote = False,
    allow_private: AllowPrivate = False,
    json: AsJson = False,
) -> None:
    """List the addresses that agents suggest, and add or dismiss one. Nothing is fetched before you add it."""
    if add is not None and dismiss is not None:
        raise UsageError("An address is either added or dismissed.", "Give --add or --dismiss.")
    with get_cli_context(context).data() as data:
        discovery = open_discovery(context, data)
        known = discovery.library.suggestions
        if add is not None:
            change = discovery.accept(add, allow_private=allow_private, note=not no_note)
            index_meaning(data, discovery.library)
        elif dismiss is not None:
            gone = data.write(lambda: known.settle(dismiss, "dismissed"))
        else:
            found = data.ask(known.list)
    if add is not None:
        report_change(change, json)
    elif dismiss is not None:
        if json:
            as_json(gone.as_json())
        else:
            print_line(f"Dismissed {clean(gone.address)}.")
    elif json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("No address is suggested.")
    else:
        table(
            ("id", "address", "why", "session", "suggested"),
            [(one.id, one.address, one.reason, one.session_id or "", local(one.suggested_at)) for one in found],
            right=("id", "session"),
        )
