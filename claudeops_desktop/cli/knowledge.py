"""``claudeops knowledge``: the folder of files that people can read, its history and what is wrong in it (C1, C7)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from ..core.text_format import format_count
from . import consolidation, knowledge_sync
from .agent_folders import register_agent_folders
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table
from .review_proposals import explain

if TYPE_CHECKING:
    from ..knowledge import EntryProblem, KnowledgeService

EntryPath = Annotated[str, typer.Argument(metavar="PATH", help="A file in the folder, such as notes/backups.md.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        no_args_is_help=True,
        help="The knowledge folder: a memory file, notes, decisions and procedures, under version control.",
    )
    group.command("path")(path)
    group.command("status")(status)
    group.command("list")(list_entries)
    group.command("show")(show)
    group.command("save")(save)
    group.command("check")(check)
    group.command("log")(log)
    group.command("diff")(diff)
    group.command("restore")(restore)
    group.command("render")(render)
    group.command("rebuild")(rebuild)
    group.command("explain")(explain)
    group.command("remember")(remember)
    group.command("forget")(forget)
    register_agent_folders(group)
    consolidation.register(group)
    knowledge_sync.register(group)
    app.add_typer(group, name="knowledge")


def path(context: typer.Context, json: AsJson = False) -> None:
    """Print where the folder is."""
    folder = knowledge_of(context)
    if json:
        as_json({"path": str(folder.root), "exists": folder.root.is_dir()})
    else:
        print_line(str(folder.root))


def status(context: typer.Context, json: AsJson = False) -> None:
    """Show what the folder holds, what was edited outside, and what is wrong."""
    found = knowledge_of(context).status()
    if json:
        as_json(found.as_json())
        return
    print_line(found.root)
    held = ", ".join(f"{name}: {number}" for name, number in sorted(found.counts.items()))
    print_line(held or "It is empty. Add a note with `claudeops notes add`.")
    if found.counts.get("memory"):
        print_line(f"MEMORY.md uses {found.memory_fill:.0%} of what agents read of it.")
    for name in found.edited:
        print_line(f"Edited outside, not committed yet: {clean(name)}")
    for name in found.too_large:
        print_line(f"Too large, left alone: {clean(name)}")
    _problems(found.problems)


def list_entries(
    context: typer.Context,
    search: Annotated[str, typer.Option("--search", help="Only entries that contain all of these words.")] = "",
    json: AsJson = False,
) -> None:
    """List all entries with their descriptions."""
    folder = knowledge_of(context)
    folder.take_edits()
    words = search.casefold().split()
    texts = folder.texts() if words else {}
    found = [line for line in folder.index() if all(word in texts.get(line.path, "").casefold() for word in words)]
    if json:
        as_json([{"path": line.path, "title": line.title, "description": line.description} for line in found])
    elif not found:
        print_line("There is no such entry." if words else "The folder is empty.")
    else:
        table(
            ("path", "title", "description"),
            [(line.path, clean(line.title), clean(line.description)) for line in found],
        )


def show(context: typer.Context, path: EntryPath, json: AsJson = False) -> None:
    """Print a file."""
    found = knowledge_of(context).read(path)
    if json:
        meta = {key: value if isinstance(value, (str, int, float, bool, list, dict)) else str(value)
                for key, value in found.entry.meta.items()}  # fmt: skip
        as_json({"path": found.path, "revision": found.revision, "meta": meta, "body": found.entry.body})
    else:
        print_line(clean(found.text, lines=True))


def save(
    context: typer.Context,
    path: EntryPath,
    source: Annotated[
        Path | None, typer.Option("--from", help="A file with the new text; without it, standard input.")
    ] = None,
    revision: Annotated[
        str | None, typer.Option("--revision", help="The revision that you read; if it has changed, both are kept.")
    ] = None,
    why: Annotated[str, typer.Option("--why", help="A reason, for the history.")] = "",
    json: AsJson = False,
) -> None:
    """Write a file, checked, as a new version."""
    try:
        text = source.read_text(encoding="utf-8") if source is not None else sys.stdin.read()
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(
            UserMessage("The text cannot be read: {error}.", error=error), UserMessage("Give a file in UTF-8.")
        ) from error
    found = knowledge_of(context).save(path, text, why or f"Saved {path}", revision=revision)
    if json:
        as_json({"path": found.path, "revision": found.revision, "kept_beside": found.kept_beside})
    elif found.kept_beside:
        print_line(f"{clean(path)} was changed meanwhile. Your text was kept as {clean(found.kept_beside)}.")
    else:
        print_line(f"Saved {clean(found.path)}.")
    if not json:
        _problems(found.problems)


def check(context: typer.Context, json: AsJson = False) -> None:
    """Check every file against its format. Exit code 1 where one is wrong."""
    found = knowledge_of(context).check()
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("Nothing is wrong.")
    else:
        _problems(found)
    if any(one.level == "error" for one in found):
        raise typer.Exit(1)


def log(
    context: typer.Context,
    path: Annotated[str, typer.Argument(metavar="[PATH]", help="Only this file or folder.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 20,
    json: AsJson = False,
) -> None:
    """Show who changed what and why, the latest first."""
    found = knowledge_of(context).log(path, limit)
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("Nothing was changed yet.")
    else:
        rows = [(one.number[:10], local(one.at.isoformat()), clean(one.author), clean(one.message)) for one in found]
        table(("version", "when", "who", "why"), rows)


def diff(
    context: typer.Context,
    revision: Annotated[
        str, typer.Argument(metavar="[REV]", help="A version; without it, what was edited outside since the last one.")
    ] = "",
    path: Annotated[str, typer.Option("--path", help="Only this file.")] = "",
    json: AsJson = False,
) -> None:
    """Show what a version changed."""
    found = knowledge_of(context).diff(revision, path)
    if json:
        as_json({"revision": revision, "diff": found})
    else:
        print_line(clean(found, lines=True).rstrip("\n") or "Nothing differs.")


def restore(
    context: typer.Context,
    path: EntryPath,
    revision: Annotated[str, typer.Argument(metavar="REV", help="A version, as `knowledge log` shows it.")],
    json: AsJson = False,
) -> None:
    """Make an earlier version of a file its newest one. The history keeps all of them."""
    found = knowledge_of(context).restore(path, revision)
    if json:
        as_json({"path": found.path, "revision": found.revision})
    else:
        print_line(f"{clean(found.path)} is as it was in {revision}.")


def render(
    context: typer.Context,
    accept_deletions: Annotated[
        bool, typer.Option("--accept-deletions", help="Also carry out edits that delete most lines of a file.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Write facts, lessons and cases into their files, after edits of these files were carried out."""
    from ..knowledge.renderings.render import render_knowledge
    from ..learning import LearningService

    folder = knowledge_of(context)
    with get_cli_context(context).data() as data:
        done = render_knowledge(
            data.book, data.memory, LearningService(data.book), folder, accept_deletions=accept_deletions
        )
    if json:
        as_json(done.as_json())
        return
    print_line(f"{format_count(done.count, 'file')} rendered, {done.changed} of them changed.")
    for name, number in sorted(done.applied.items()):
        print_line(f"Edits {name}: {number}")
    _problems(done.problems)


def rebuild(context: typer.Context, json: AsJson = False) -> None:
    """Write the index anew, and give the database back what the folder holds and the database has lost."""
    from ..knowledge.renderings.rebuild import rebuild_knowledge
    from ..knowledge.renderings.render import render_knowledge
    from ..learning import LearningService

    folder = knowledge_of(context)
    with get_cli_context(context).data() as data:
        learning = LearningService(data.book)
        done = rebuild_knowledge(data.book, data.memory, learning, folder)
        render_knowledge(data.book, data.memory, learning, folder)
    if json:
        as_json(done.as_json())
        return
    print_line(f"The index lists {format_count(done.entries, 'entry', 'entries')}.")
    given = ", ".join((format_count(done.facts, "fact"), format_count(done.lessons, "lesson"),
                       format_count(done.cases, "case")))  # fmt: skip
    print_line(f"Given back: {given}. {done.known} known already, {done.held} need your review.")
    _problems(done.problems)


def remember(
    context: typer.Context,
    text: Annotated[str, typer.Option("--text", help="What every session should know, in one line.")],
    section: Annotated[str, typer.Option("--section", help="The section of MEMORY.md.")] = "Operations",
    json: AsJson = False,
) -> None:
    """Add an entry to MEMORY.md, which every session is given."""
    from ..knowledge import entry_in

    folder, said = knowledge_of(context), " ".join(text.split())
    if not said or not section.strip():
        raise UsageError(UserMessage("The text or the section is empty."), UserMessage("Give --text."))
    known = entry_in(folder.memory_file().entries, said)
    if known is not None:
        raise UsageError(
            UserMessage("MEMORY.md says that already, under {section}.", section=known.section),
            UserMessage("See `claudeops knowledge show MEMORY.md`."),
        )
    folder.remember(section.strip(), said)
    if json:
        as_json({"section": section.strip(), "text": said, "fill": round(folder.memory_file().fills, 3)})
    else:
        print_line(f"Added to MEMORY.md under {clean(section)}.")


def forget(
    context: typer.Context,
    text: Annotated[str, typer.Option("--text", help="The words of the entry.")],
    json: AsJson = False,
) -> None:
    """Take an entry out of MEMORY.md; the history keeps it."""
    folder = knowledge_of(context)
    found = folder.forget(text)
    if json:
        as_json({"section": found.section, "text": found.text})
    else:
        print_line(f"Taken out of MEMORY.md: {clean(found.text)}")


def knowledge_of(context: typer.Context) -> KnowledgeService:
    """The folder of the operator whose data folder the command was given. The caller need not close it."""
    from ..core.settings.file import load
    from ..knowledge import open_knowledge

    data = get_cli_context(context).folder
    made = open_knowledge(data, load(data.settings_file))
    context.call_on_close(made.close)
    return made


def _problems(found: tuple[EntryProblem, ...] | list[EntryProblem]) -> None:
    for one in found:
        print_line(f"{one.level}: {clean(one.path)}, line {one.line}: {clean(one.sentence)}")
