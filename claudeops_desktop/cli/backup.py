"""``claudeops backup`` and ``restore``: everything of the data folder in one file, and back (X4)."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import ClaudeOpsError, UsageError
from ..core.text_format import format_count
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup
from .options import AsJson
from .output import clean, local, warn
from .progress import ProgressLine

if TYPE_CHECKING:
    from ..core.paths import DataFolder
    from ..storage.archive import BackupManifest
    from ..storage.restore_changes import RestoreChanges

LEFT_OUT = (
    "Left out: the keyring; passwords, tokens and headers in settings.toml and services.toml, which a restore takes"
    " from the files that are there or asks for; check results (checks.db). Notes, memories, prompts and logs are in it"
    " as they are."
)


BACKUP = CommandGroup("")
register = BACKUP.register


@BACKUP.command("backup")
def backup(
    cli: CliContext,
    target: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Where to write: a file or folder; by default, the backups folder."),
    ] = None,
    no_logs: Annotated[bool, typer.Option("--no-logs", help="Leave the session logs out.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only read FILE to the end and say whether it is intact.")] = (
        False
    ),
    verify: Annotated[
        bool, typer.Option("--verify", help="Only restore FILE into a folder of its own, and say whether it can be.")
    ] = False,
) -> CommandAnswer:
    """Back up everything to one file: database, settings, services, knowledge folder, logs. Works while the application
    runs."""
    from ..core.clock import utc_now
    from ..storage import backup as work
    from ..storage.backup_reader import check_backup

    folder = cli.folder
    if (check or verify) and target is None:
        raise UsageError("No file was named.", "Name the backup to check.")
    if verify and target is not None:
        return _verify(target)
    if check and target is not None:
        with ProgressLine() as line:
            manifest = check_backup(target, report=line)
        return _report(manifest, target, "Whole")
    if target is None:
        folder.create()
        target = folder.backups / work.default_name(utc_now())
    elif target.is_dir():
        target = target / work.default_name(utc_now())
    with ProgressLine() as line:
        manifest = work.back_up(folder, target, logs=not no_logs, report=line)
    return _report(manifest, target, "Wrote", _knowledge_elsewhere(folder))


def _knowledge_elsewhere(folder: DataFolder) -> Path | None:
    """The knowledge folder, where it is not in the backup."""
    from ..core.settings.file import load

    try:
        settings = load(folder.settings_file)
    except ClaudeOpsError:  # a backup is made all the same, of the settings as they are
        return None
    if not settings.knowledge.folder:
        return None
    from ..knowledge import folder_elsewhere

    return folder_elsewhere(folder, settings)


def _verify(source: Path) -> CommandAnswer:
    """Say whether a backup can be restored."""
    from ..storage.verify_backup import verify_backup

    with ProgressLine() as line:
        found = verify_backup(source, report=line)
    lines = [f"It can be restored: {source} ({_contents(found.manifest)})."]
    if found.schema < found.upgraded_to:
        lines.append(f"Its database was brought from schema {found.schema} to {found.upgraded_to} on a copy.")
    return CommandAnswer({"file": str(source), "bytes": source.stat().st_size, **found.as_json()}, lines)


@BACKUP.command("restore")
def restore(
    cli: CliContext,
    source: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A backup that `claudeops backup` made, or a copy of a database."),
    ] = None,
    before_upgrade: Annotated[
        bool,
        typer.Option(
            "--before-upgrade", help="Go back to the copy of before the last upgrade, to install the older version."
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Only show what it contains and what would change; change nothing.")
    ] = False,
    max_size: Annotated[
        str, typer.Option("--max-size", metavar="SIZE", help="The most that the unpacked files may take, such as 20GB.")
    ] = "",
    json: AsJson = False,
) -> CommandAnswer:
    """Replace the data folder with a backup. The current contents are backed up first.

    What would change in the agent, approvals, checks and addresses is named before anything is done.
    """
    from ..storage import restore as work
    from ..storage.restore_changes import changes_of_restore, missing_secrets
    from ..storage.restore_source import MAX_BYTES, refuse_too_large
    from ..storage.store_place import require_file

    folder = cli.folder
    source = _source(folder, source, before_upgrade)
    limit = _bytes(max_size) if max_size else MAX_BYTES
    if not show:
        require_file(folder)
    manifest = work.inspect_backup(source)
    found = changes_of_restore(folder, source)
    shown = _describe(source, manifest, found)
    if show:
        return shown
    if not yes and (json or not sys.stdin.isatty()):
        raise UsageError(
            "Restoring replaces what is in the data folder.", "See what would change with --show; say --yes if meant."
        )
    if manifest.bytes > limit and (yes or max_size):
        refuse_too_large(manifest, source, limit)
    if not json:
        shown.write(json)
    if not yes:
        typer.confirm(f"Replace everything in {folder.root} by it?", abort=True)
        limit = max(limit, manifest.bytes)  # its size was named
    answers = {}
    for place in missing_secrets(folder, source) if not yes else ():
        answers[place] = typer.prompt(
            clean(f"What was left out of {place} (empty to put it in later)"), default="", show_default=False,
            hide_input=True,
        )  # fmt: skip
    with ProgressLine() as line:
        done = work.restore_backup(folder, source, max_bytes=limit, secrets=answers, report=line)
    lines = [f"Restored {_contents(manifest)} from {source}."]
    for place in done.left_out if not json else ():
        warn(clean(f"The secret in {place} was left out of the backup: put it in again."))
    if done.safety:
        lines.append(f"What was there before is in {done.safety}, with the secrets of its settings and services.")
    if done.old_logs:
        lines.append(f"The logs that were there are in {done.old_logs}.")
    if done.old_knowledge:
        lines.append(f"The knowledge folder that was there is in {done.old_knowledge}.")
    if before_upgrade:
        lines.append("Install the version of before now: this one would bring the folder up to date again.")
    document = {
        "restored": str(source),
        "safety": str(done.safety) if done.safety else None,
        "old_logs": str(done.old_logs) if done.old_logs else None,
        "old_knowledge": str(done.old_knowledge) if done.old_knowledge else None,
        "manifest": manifest.as_json(),
        "secrets_left_out": list(done.left_out),
    }
    return CommandAnswer(document | found.as_json(), lines)


def _source(folder: DataFolder, named: Path | None, before_upgrade: bool) -> Path:
    from ..storage.upgrade_copies import newest_copy

    if (named is not None) == before_upgrade:
        raise UsageError("Which backup is meant is not clear.", "Name its file, or say --before-upgrade.")
    found = named or newest_copy(folder.backups)
    if found is None:
        raise UsageError(f"No copy of before an upgrade is in {folder.backups}.", "Name the file of a backup.")
    return found


def _describe(source: Path, manifest: BackupManifest, found: RestoreChanges) -> CommandAnswer:
    """Return what a backup holds, how large it becomes, and what it would change."""
    from ..core.text_format import format_bytes

    lines = [
        f"{source}: {_contents(manifest)}, made {local(manifest.made_at)} by {manifest.version}.",
        f"Unpacked it takes {format_bytes(manifest.bytes)}.",
    ]
    if not found.changes:
        lines.append("It changes no settings and no checks.")
    for heading, changes in (
        ("It would change what runs, what is allowed or where data goes:", found.important),
        ("It would also change:", tuple(c for c in found.changes if not c.matters)),
    ):
        if changes:
            lines.append(heading)
        lines += [clean(f"  {change.topic}: {change.sentence}") for change in changes]
    return CommandAnswer({"file": str(source), "manifest": manifest.as_json(), **found.as_json()}, lines)


_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kKmMgGtT]?)[bB]?\s*")
_FACTORS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def _bytes(text: str) -> int:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise UsageError(f"“{text}” is not a size.", "Write it as 500MB or 20GB.")
    return int(float(found[1]) * _FACTORS[found[2].lower()])


def _report(manifest: BackupManifest, path: Path, verb: str, knowledge_elsewhere: Path | None = None) -> CommandAnswer:
    size, number = path.stat().st_size, len(manifest.left_out)
    document = {"file": str(path), "bytes": size, "manifest": manifest.as_json()}
    lines = [f"{verb}: {path} ({size / 1e6:,.1f} MB; {_contents(manifest)})."]
    if number:
        missing = "is not in it" if number == 1 else "are not in it"
        lines.append(f"{format_count(number, 'file')} could not be read and {missing}.")
    if verb == "Wrote":
        lines.append(LEFT_OUT)
    if knowledge_elsewhere:
        document["knowledge_elsewhere"] = str(knowledge_elsewhere)
        lines.append(clean(f"The knowledge folder {knowledge_elsewhere} is not in it either: back it up by itself."))
    return CommandAnswer(document, lines)


def _contents(manifest: BackupManifest) -> str:
    counts = manifest.counts
    parts = [
        format_count(counts.get("sessions", 0), "session"),
        format_count(counts.get("events", 0), "event"),
        format_count(counts.get("memories", 0), "memory", "memories"),
    ]
    if any(file.name == "knowledge.tar" for file in manifest.files):
        parts.append("the knowledge folder")
    logs = sum(file.name.startswith("logs/") for file in manifest.files)
    if not manifest.database_only:
        parts.append(format_count(logs, "log") if manifest.with_logs else "no logs")
    return ", ".join(parts)
