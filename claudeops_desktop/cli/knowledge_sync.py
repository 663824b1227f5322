"""``claudeops knowledge remote``, ``sync`` and ``deletions``: sharing with other workstations through a git remote
(X6)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from ..core.text_format import format_count
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .output import clean, local

if TYPE_CHECKING:
    from ..knowledge.sync.service import KnowledgeSync
    from ..knowledge.sync.types import SyncResult, SyncStatus
    from ..knowledge.sync.vouched_files import KnownMachine
    from ..memory import SharedDeletion

SETTING = "knowledge.remote"
MOST_SHOWN = 20


REMOTE = CommandGroup("remote", "The git repository through which workstations share knowledge and facts.")
SYNC = CommandGroup("")
MACHINES = CommandGroup(
    "machines", "The machines whose files come in without review, known by the keys they sign with."
)
DELETION_TABLE: RowTable[SharedDeletion] = RowTable(
    ("id", "entry", "text", "deleted at", "when"),
    lambda one: (one.id, f"{one.kind} {one.entry_id}", one.text, one.workstation, local(one.noted_at)),
)


def register(group: typer.Typer) -> None:
    """Add the commands to the group ``knowledge``."""
    REMOTE.register(group)
    SYNC.register(group)
    MACHINES.register(group)


@REMOTE.command("set")
def set_remote(
    cli: CliContext,
    url: Annotated[
        str, typer.Argument(metavar="URL", help="https://…, ssh://…, user@host:path, or a folder. Without a password.")
    ],
) -> CommandAnswer:
    """Share knowledge through this git repository. Nothing is sent yet: `claudeops knowledge sync` does."""
    from ..core.secrets.keyring_store import REMOTE_TOKEN
    from ..core.settings.file import change
    from ..knowledge.sync.remote_address import parse_address

    address = parse_address(url)
    change(cli.folder.create().settings_file, SETTING, address.text)
    lines = [
        f"Knowledge is shared through {clean(address.text)}. `claudeops knowledge sync` does it for the first time."
    ]
    if address.kind == "https":
        lines.append(f"If it wants a sign-in, store its token with `claudeops secrets set {REMOTE_TOKEN}`.")
    return CommandAnswer({"remote": address.text, "kind": address.kind}, lines)


@REMOTE.command("show")
def show_remote(cli: CliContext, data: OpenData) -> CommandAnswer:
    """Show the remote, the last sync, and what waits."""
    with _sync(cli, data) as work:
        status = work.status()
    return CommandAnswer(status.as_json(), _describe_status(status))


@REMOTE.command("remove")
def remove_remote(cli: CliContext) -> CommandAnswer:
    """Share nothing any more. What was shared stays where it is, here and there."""
    from ..core.settings.file import change

    before = cli.settings().knowledge.remote
    if before:
        change(cli.folder.settings_file, SETTING, "")
    said = f"Knowledge is no longer shared through {clean(before)}." if before else "No remote is set."
    return CommandAnswer({"removed": before}, said)


@SYNC.command("sync")
def sync(
    cli: CliContext,
    data: OpenData,
    accept_rewritten: Annotated[
        bool,
        typer.Option("--accept-rewritten", help="Take over a history of the remote that was rewritten or set back."),
    ] = False,
    rewrite_remote: Annotated[
        bool, typer.Option("--rewrite-remote", help="After a purge: replace the history of the remote by the one here.")
    ] = False,
) -> CommandAnswer:
    """Exchange files, facts, lessons and cases with the remote. Exit code 1 where something keeps the push back."""
    if accept_rewritten and rewrite_remote:
        raise UsageError(
            UserMessage("Either the history of the remote is accepted, or it is replaced."),
            UserMessage("Give --accept-rewritten or --rewrite-remote."),
        )
    with _sync(cli, data) as work:
        done = work.run(accept_rewritten=accept_rewritten, rewrite_remote=rewrite_remote)
    return CommandAnswer(done.as_json(), _describe_result(done), exit_code=int(bool(done.kept_back)))


@contextmanager
def _sync(cli: CliContext, data: OpenData) -> Iterator[KnowledgeSync]:
    from ..knowledge import open_knowledge
    from ..knowledge.sync.opening import open_sync

    settings = cli.settings()
    with (
        closing(open_knowledge(cli.folder, settings)) as knowledge,
        closing(open_sync(data.book, data.memory, knowledge, cli.folder, settings)) as work,
    ):
        yield work


@SYNC.command("deletions")
def deletions(
    data: OpenData,
    delete: Annotated[int | None, typer.Option("--delete", metavar="ID", help="Delete it here as well.")] = None,
    keep: Annotated[int | None, typer.Option("--keep", metavar="ID", help="Keep it here.")] = None,
) -> CommandAnswer | ListedRows[SharedDeletion]:
    """List what was deleted at another workstation and still stands here, and delete or keep it. What is deleted lies
    in the trash for thirty days."""
    if delete is not None and keep is not None:
        raise UsageError(UserMessage("It is either deleted or kept."), UserMessage("Give --delete or --keep."))
    sharing = data.memory.sharing
    number = delete if delete is not None else keep
    if number is None:
        return DELETION_TABLE.list(data.ask(sharing.deletions), "Nothing was deleted elsewhere that stands here.")
    found = data.write(lambda: sharing.answer_deletion(number, delete is not None))
    return CommandAnswer(found.as_json(), f"{'Deleted' if delete is not None else 'Kept'}: {clean(found.text)}")


@MACHINES.command("list")
def list_known_machines(cli: CliContext, data: OpenData) -> CommandAnswer:
    """Show the public key of this machine, those that are trusted, and the other machines of the remote."""
    from ..core.machine_key import key_fingerprint

    own, trusted, others = _machines(cli, data)
    known = {one.key: one for one in others if one.key}
    rows = [
        {
            "key": key,
            "fingerprint": key_fingerprint(key),
            "workstation": known[key].workstation if key in known else trusted.get(key, ""),
            "label": known[key].label if key in known else "",
            "state": "this machine" if key == own else "trusted" if key in trusted else "reviewed",
        }
        for key in dict.fromkeys([own, *trusted, *known])
    ]
    unsigned = [one.workstation for one in others if not one.key]
    table = TextTable(
        ("machine", "label", "its files", "fingerprint"),
        [(one["workstation"], one["label"], one["state"], one["fingerprint"]) for one in rows],
    )
    lines = [f"Workstation {one} signs nothing: it has an earlier version. Its files are reviewed." for one in unsigned]
    return CommandAnswer({"machines": rows, "unsigned": unsigned}, (table, *lines, f"The key of this machine: {own}"))


@MACHINES.command("trust")
def trust(
    cli: CliContext,
    data: OpenData,
    machine: Annotated[
        str, typer.Argument(metavar="MACHINE", help="The number of a workstation, or a public key: ssh-ed25519 AAAA…")
    ],
) -> CommandAnswer:
    """Trust a machine of your own: the files and exports that it signs come in without review."""
    from ..core.machine_key import key_fingerprint

    _, _, others = _machines(cli, data)
    named = next((one for one in others if one.workstation == machine and one.key), None)
    key = named.key if named is not None else machine
    data.write(lambda: data.memory.sharing.trust_machine(key, named.workstation if named is not None else ""))
    said = f"Trusted: {key_fingerprint(key)}. What it signs comes in without review."
    return CommandAnswer({"trusted": key}, said)


@MACHINES.command("distrust")
def distrust(
    cli: CliContext,
    data: OpenData,
    machine: Annotated[
        str, typer.Argument(metavar="MACHINE", help="The number of a workstation, a public key or its fingerprint.")
    ],
) -> CommandAnswer:
    """Trust a machine no longer, as when its key was lost. What came in stays; later changes are reviewed."""
    from ..core.machine_key import key_fingerprint

    own, trusted, others = _machines(cli, data)
    of_machine = {one.key for one in others if one.workstation == machine}
    wanted = machine.split()[:2]
    found = [
        key
        for key, name in trusted.items()
        if key != own and (key in of_machine or machine in (name, key_fingerprint(key)) or key.split() == wanted)
    ]
    if not found:
        raise OperatorError(
            UserMessage("No other machine of that name or key is trusted."),
            UserMessage("See `claudeops knowledge machines list`."),
        )
    for key in found:
        data.write(partial(data.memory.sharing.distrust_machine, key))
    return CommandAnswer({"distrusted": found}, f"Trusted no longer: {', '.join(map(key_fingerprint, found))}.")


def _machines(cli: CliContext, data: OpenData) -> tuple[str, dict[str, str], list[KnownMachine]]:
    """The public key of this machine, the keys that are trusted, and the other machines of the last sync."""
    from ..core.machine_key import MachineKey
    from ..knowledge.sync.progress import SyncProgress
    from ..knowledge.sync.shared_repository import SharedRepository
    from ..knowledge.sync.status import other_machines

    own = MachineKey.of_folder(cli.folder.create()).public
    with closing(SharedRepository(cli.folder.shared_knowledge)) as shared:
        sharing = data.memory.sharing
        rows, trusted = data.ask(lambda: (sharing.sync_state(), sharing.trusted_machines()))
        others = other_machines(shared, SyncProgress.from_rows(rows).base, rows.get("workstation", ""))
    return own, trusted, others


def _describe_status(status: SyncStatus) -> Iterator[str]:
    if not status.remote:
        yield "No remote is set. `claudeops knowledge remote set URL` sets one."
        return
    yield status.remote
    yield f"Last sync: {local(status.synced_at) if status.synced_at else 'never'}."
    if status.error:
        yield f"Failed at {local(status.error_at)}: {clean(status.error)}"
    if status.withheld:
        yield clean(status.withheld)
    if status.workstation:
        given = format_count(status.records.get("own", 0), "entry", "entries")
        taken = status.records.get("theirs", 0)
        yield f"This is workstation {status.workstation}. It shares {given}, and has {taken} of others."
    for name, label in status.others:
        yield f"Workstation {name}{f': {clean(label)}' if label else ''}"
    if status.pairs:
        yield f"{format_count(status.pairs, 'file')} with two texts: choose in the window, under Knowledge."
    if status.deletions:
        yield f"Deleted elsewhere, still here: {status.deletions}. See `claudeops knowledge deletions`."


def _describe_result(done: SyncResult) -> Iterator[str]:
    records = done.records
    if done.backup:
        yield f"What was synced before is kept as {done.backup}."
    if done.files:
        yield f"{format_count(len(done.files), 'file')} changed here: {clean(', '.join(done.files[:MOST_SHOWN]))}"
    came = (("new", records.added), ("known here already", records.same), ("needs review", records.held),
            ("in conflict", records.conflicts), ("refused", records.rejected), ("deleted", records.deleted),
            ("deleted elsewhere, your answer is needed", records.offered))  # fmt: skip
    told = ", ".join(f"{count} {word}" for word, count in came if count)
    if told:
        yield f"Facts, lessons and cases of others: {told}."
    for sentence in done.sentences:
        yield clean(str(sentence))
    if done.waiting_sentence is not None:
        yield f"{done.waiting_sentence} See `claudeops review list --kind proposal`."
    for one in done.problems[:MOST_SHOWN]:
        yield f"{one.level}: {clean(one.path)}, line {one.line}: {clean(one.sentence)}"
    if len(done.problems) > MOST_SHOWN:
        yield f"… and {len(done.problems) - MOST_SHOWN} more."
    if done.pushed:
        shared = (
            f"{format_count(done.shared_files, 'file')} and {format_count(done.shared_records, 'entry', 'entries')}"
        )
        yield f"Pushed. {shared} of this workstation are shared."
    elif not done.kept_back:
        yield "The remote has all that is here."
