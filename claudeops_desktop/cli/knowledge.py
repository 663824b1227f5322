"""``claudeops knowledge``: the folder of files that people can read, its history and what is wrong in it (C1, C7)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from ..core.text_format import format_count
from . import agent_folders, consolidation, knowledge_sync
from .agent_folders import answer_check, unreadable_text
from .cli_context import OpenData, OpenKnowledge
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import clean, local
from .review_proposals import explain

if TYPE_CHECKING:
    from ..knowledge import EntryProblem
    from ..knowledge.index_file import IndexLine
    from ..knowledge.repository import KnowledgeCommit

EntryPath = Annotated[str, typer.Argument(metavar="PATH", help="A file in the folder, such as notes/backups.md.")]

KNOWLEDGE = CommandGroup(
    "knowledge", "The knowledge folder: a memory file, notes, decisions and procedures, under version control."
)


ENTRY_TABLE: RowTable[IndexLine] = RowTable(
    ("path", "title", "description"),
    lambda line: (line.path, line.title, line.description),
    json=lambda line: {"path": line.path, "title": line.title, "description": line.description},
)
VERSION_TABLE: RowTable[KnowledgeCommit] = RowTable(
    ("version", "when", "who", "why"),
    lambda one: (one.number[:10], local(one.at.isoformat()), one.author, one.message),
)


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = KNOWLEDGE.register(app)
    agent_folders.register(group)
    consolidation.register(group)
    knowledge_sync.register(group)


@KNOWLEDGE.command("path")
def path(folder: OpenKnowledge) -> CommandAnswer:
    """Print where the folder is."""
    return CommandAnswer({"path": str(folder.root), "exists": folder.root.is_dir()}, str(folder.root))


@KNOWLEDGE.command("status")
def status(folder: OpenKnowledge) -> CommandAnswer:
    """Show what the folder holds, what was edited outside, and what is wrong."""
    found = folder.status()
    held = ", ".join(f"{name}: {number}" for name, number in sorted(found.counts.items()))
    lines = [found.root, held or "It is empty. Add a note with `claudeops notes add`."]
    if found.counts.get("memory"):
        lines.append(f"MEMORY.md uses {found.memory_fill:.0%} of what agents read of it.")
    lines += [f"Edited outside, not committed yet: {clean(name)}" for name in found.edited]
    lines += [f"Too large, left alone: {clean(name)}" for name in found.too_large]
    return CommandAnswer(found.as_json(), lines + _problems(found.problems))


@KNOWLEDGE.command("list")
def list_entries(
    folder: OpenKnowledge,
    search: Annotated[str, typer.Option("--search", help="Only entries that contain all of these words.")] = "",
) -> ListedRows[IndexLine]:
    """List all entries with their descriptions."""
    folder.take_edits()
    words = search.casefold().split()
    texts = folder.texts() if words else {}
    found = [line for line in folder.index() if all(word in texts.get(line.path, "").casefold() for word in words)]
    return ENTRY_TABLE.list(found, "There is no such entry." if words else "The folder is empty.")


@KNOWLEDGE.command("show")
def show(folder: OpenKnowledge, path: EntryPath) -> CommandAnswer:
    """Print a file."""
    found = folder.read(path)
    plain = (str, int, float, bool, list, dict)
    meta = {key: value if isinstance(value, plain) else str(value) for key, value in found.entry.meta.items()}
    document = {"path": found.path, "revision": found.revision, "meta": meta, "body": found.entry.body}
    return CommandAnswer(document, clean(found.text, lines=True))


@KNOWLEDGE.command("save")
def save(
    folder: OpenKnowledge,
    path: EntryPath,
    source: Annotated[
        Path | None, typer.Option("--from", help="A file with the new text; without it, standard input.")
    ] = None,
    revision: Annotated[
        str | None, typer.Option("--revision", help="The revision that you read; if it has changed, both are kept.")
    ] = None,
    why: Annotated[str, typer.Option("--why", help="A reason, for the history.")] = "",
) -> CommandAnswer:
    """Write a file, checked, as a new version."""
    try:
        text = source.read_text(encoding="utf-8") if source is not None else sys.stdin.read()
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable_text(error) from error
    found = folder.save(path, text, why or f"Saved {path}", revision=revision)
    said = f"Saved {clean(found.path)}."
    if found.kept_beside:
        said = f"{clean(path)} was changed meanwhile. Your text was kept as {clean(found.kept_beside)}."
    document = {"path": found.path, "revision": found.revision, "kept_beside": found.kept_beside}
    return CommandAnswer(document, [said, *_problems(found.problems)])


@KNOWLEDGE.command("check")
def check(folder: OpenKnowledge) -> CommandAnswer:
    """Check every file against its format. Exit code 1 where one is wrong."""
    found = folder.check()
    return answer_check(found, _problems(found))


@KNOWLEDGE.command("log")
def log(
    folder: OpenKnowledge,
    path: Annotated[str, typer.Argument(metavar="[PATH]", help="Only this file or folder.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 20,
) -> ListedRows[KnowledgeCommit]:
    """Show who changed what and why, the latest first."""
    found = folder.log(path, limit)
    return VERSION_TABLE.list(found, "Nothing was changed yet.")


@KNOWLEDGE.command("diff")
def diff(
    folder: OpenKnowledge,
    revision: Annotated[
        str, typer.Argument(metavar="[REV]", help="A version; without it, what was edited outside since the last one.")
    ] = "",
    path: Annotated[str, typer.Option("--path", help="Only this file.")] = "",
) -> CommandAnswer:
    """Show what a version changed."""
    found = folder.diff(revision, path)
    return CommandAnswer(
        {"revision": revision, "diff": found}, clean(found, lines=True).rstrip("\n") or "Nothing differs."
    )


@KNOWLEDGE.command("restore")
def restore(
    folder: OpenKnowledge,
    path: EntryPath,
    revision: Annotated[str, typer.Argument(metavar="REV", help="A version, as `knowledge log` shows it.")],
) -> CommandAnswer:
    """Make an earlier version of a file its newest one. The history keeps all of them."""
    found = folder.restore(path, revision)
    return CommandAnswer(
        {"path": found.path, "revision": found.revision}, f"{clean(found.path)} is as it was in {revision}."
    )


@KNOWLEDGE.command("render")
def render(
    data: OpenData,
    folder: OpenKnowledge,
    accept_deletions: Annotated[
        bool, typer.Option("--accept-deletions", help="Also carry out edits that delete most lines of a file.")
    ] = False,
) -> CommandAnswer:
    """Write facts, lessons and cases into their files, after edits of these files were carried out."""
    from ..knowledge.renderings.render import render_knowledge

    done = render_knowledge(data.book, data.memory, data.learning, folder, accept_deletions=accept_deletions)
    lines = [f"{format_count(done.count, 'file')} rendered, {done.changed} of them changed."]
    lines += [f"Edits {name}: {number}" for name, number in sorted(done.applied.items())]
    return CommandAnswer(done.as_json(), lines + _problems(done.problems))


@KNOWLEDGE.command("rebuild")
def rebuild(data: OpenData, folder: OpenKnowledge) -> CommandAnswer:
    """Write the index anew, and give the database back what the folder holds and the database has lost."""
    from ..knowledge.renderings.rebuild import rebuild_knowledge
    from ..knowledge.renderings.render import render_knowledge

    learning = data.learning
    done = rebuild_knowledge(data.book, data.memory, learning, folder)
    render_knowledge(data.book, data.memory, learning, folder)
    counts = (format_count(done.facts, "fact"), format_count(done.lessons, "lesson"), format_count(done.cases, "case"))
    lines = [
        f"The index lists {format_count(done.entries, 'entry', 'entries')}.",
        f"Given back: {', '.join(counts)}. {done.known} known already, {done.held} need your review.",
    ]
    return CommandAnswer(done.as_json(), lines + _problems(done.problems))


KNOWLEDGE.command("explain")(explain)


@KNOWLEDGE.command("remember")
def remember(
    folder: OpenKnowledge,
    text: Annotated[str, typer.Option("--text", help="What every session should know, in one line.")],
    section: Annotated[str, typer.Option("--section", help="The section of MEMORY.md.")] = "Operations",
) -> CommandAnswer:
    """Add an entry to MEMORY.md, which every session is given."""
    from ..knowledge import entry_in

    said = " ".join(text.split())
    if not said or not section.strip():
        raise UsageError(UserMessage("The text or the section is empty."), UserMessage("Give --text."))
    known = entry_in(folder.memory_file().entries, said)
    if known is not None:
        raise UsageError(
            UserMessage("MEMORY.md says that already, under {section}.", section=known.section),
            UserMessage("See `claudeops knowledge show MEMORY.md`."),
        )
    folder.remember(section.strip(), said)
    return CommandAnswer(
        {"section": section.strip(), "text": said, "fill": round(folder.memory_file().fills, 3)},
        f"Added to MEMORY.md under {clean(section)}.",
    )


@KNOWLEDGE.command("forget")
def forget(
    folder: OpenKnowledge, text: Annotated[str, typer.Option("--text", help="The words of the entry.")]
) -> CommandAnswer:
    """Take an entry out of MEMORY.md; the history keeps it."""
    found = folder.forget(text)
    return CommandAnswer({"section": found.section, "text": found.text}, f"Taken out of MEMORY.md: {clean(found.text)}")


def _problems(found: Iterable[EntryProblem]) -> list[str]:
    return [f"{one.level}: {clean(one.path)}, line {one.line}: {clean(one.sentence)}" for one in found]
