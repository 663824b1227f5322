"""``claudeops knowledge remote``, ``sync`` and ``deletions``: sharing with other workstations through a git remote
(X6)."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table

if TYPE_CHECKING:
    from ..knowledge.sync.types import SyncResult, SyncStatus
    from ..knowledge.sync.vouched_files import KnownMachine

SETTING = "knowledge.remote"
MOST_SHOWN = 20


def register(group: typer.Typer) -> None:
    """Add the commands to the group ``knowledge``."""
    remote = typer.Typer(
        no_args_is_help=True, help="The git repository through which workstations share knowledge and facts."
    )
    remote.command("set")(set_remote)
    remote.command("show")(show_remote)
    remote.command("remove")(remove_remote)
    group.add_typer(remote, name="remote")
    group.command("sync")(sync)
    group.command("deletions")(deletions)
    machines = typer.Typer(
        no_args_is_help=True, help="The machines whose files come in without review, known by the keys they sign with."
    )
    machines.command("list")(list_known_machines)
    machines.command("trust")(trust)
    machines.command("distrust")(distrust)
    group.add_typer(machines, name="machines")


def set_remote(
    context: typer.Context,
    url: Annotated[
        str, typer.Argument(metavar="URL", help="https://…, ssh://…, user@host:path, or a folder. Without a password.")
    ],
    json: AsJson = False,
) -> None:
    """Share knowledge through this git repository. Nothing is sent yet: `claudeops knowledge sync` does."""
    from ..core.secrets.keyring_store import REMOTE_TOKEN
    from ..core.settings.file import change
    from ..knowledge.sync.remote_address import parse_address

    address = parse_address(url)
    change(get_cli_context(context).folder.create().settings_file, SETTING, address.text)
    if json:
        as_json({"remote": address.text, "kind": address.kind})
        return
    print_line(
        f"Knowledge is shared through {clean(address.text)}. `claudeops knowledge sync` does it for the first time."
    )
    if address.kind == "https":
        print_line(f"If it wants a sign-in, store its token with `claudeops secrets set {REMOTE_TOKEN}`.")


def show_remote(context: typer.Context, json: AsJson = False) -> None:
    """Show the remote, the last sync, and what waits."""
    from ..core.settings.file import load
    from ..knowledge import open_knowledge
    from ..knowledge.sync.opening import open_sync

    folder = get_cli_context(context).folder
    settings = load(folder.settings_file)
    with (
        get_cli_context(context).data() as data,
        closing(open_knowledge(folder, settings)) as knowledge,
        closing(open_sync(data.book, data.memory, knowledge, folder, settings)) as work,
    ):
        status = work.status()
    if json:
        as_json(status.as_json())
    else:
        _print_status(status)


def remove_remote(context: typer.Context, json: AsJson = False) -> None:
    """Share nothing any more. What was shared stays where it is, here and there."""
    from ..core.settings.file import change, load

    file = get_cli_context(context).folder.settings_file
    before = load(file).knowledge.remote
    if before:
        change(file, SETTING, "")
    if json:
        as_json({"removed": before})
    elif before:
        print_line(f"Knowledge is no longer shared through {clean(before)}.")
    else:
        print_line("No remote is set.")


def sync(
    context: typer.Context,
    accept_rewritten: Annotated[
        bool,
        typer.Option("--accept-rewritten", help="Take over a history of the remote that was rewritten or set back."),
    ] = False,
    rewrite_remote: Annotated[
        bool, typer.Option("--rewrite-remote", help="After a purge: replace the history of the remote by the one here.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Exchange files, facts, lessons and cases with the remote. Exit code 1 where something keeps the push back."""
    from ..core.settings.file import load
    from ..knowledge import open_knowledge
    from ..knowledge.sync.opening import open_sync

    if accept_rewritten and rewrite_remote:
        raise UsageError(
            UserMessage("Either the history of the remote is accepted, or it is replaced."),
            UserMessage("Give --accept-rewritten or --rewrite-remote."),
        )
    folder = get_cli_context(context).folder
    settings = load(folder.settings_file)
    with (
        get_cli_context(context).data() as data,
        closing(open_knowledge(folder, settings)) as knowledge,
        closing(open_sync(data.book, data.memory, knowledge, folder, settings)) as work,
    ):
        done = work.run(accept_rewritten=accept_rewritten, rewrite_remote=rewrite_remote)
    if json:
        as_json(done.as_json())
    else:
        _print_result(done)
    if done.kept_back:
        raise typer.Exit(1)


def deletions(
    context: typer.Context,
    delete: Annotated[int | None, typer.Option("--delete", metavar="ID", help="Delete it here as well.")] = None,
    keep: Annotated[int | None, typer.Option("--keep", metavar="ID", help="Keep it here.")] = None,
    json: AsJson = False,
) -> None:
    """List what was deleted at another workstation and still stands here, and delete or keep it. What is deleted lies
    in the trash for thirty days."""
    if delete is not None and keep is not None:
        raise UsageError(UserMessage("It is either deleted or kept."), UserMessage("Give --delete or --keep."))
    with get_cli_context(context).data() as data:
        sharing = data.memory.sharing
        number = delete if delete is not None else keep
        if number is not None:
            found = data.write(lambda: sharing.answer_deletion(number, delete is not None))
        else:
            listed = data.ask(sharing.deletions)
    if number is not None:
        if json:
            as_json(found.as_json())
        else:
            print_line(f"{'Deleted' if delete is not None else 'Kept'}: {clean(found.text)}")
    elif json:
        as_json([one.as_json() for one in listed])
    elif not listed:
        print_line("Nothing was deleted elsewhere that stands here.")
    else:
        rows = [
            (str(one.id), f"{one.kind} {one.entry_id}", clean(one.text), one.workstation, local(one.noted_at))
            for one in listed
        ]
        table(("id", "entry", "text", "deleted at", "when"), rows, right=("id",))


def list_known_machines(context: typer.Context, json: AsJson = False) -> None:
    """Show the public key of this machine, those that are trusted, and the other machines of the remote."""
    from ..core.machine_key import key_fingerprint

    own, trusted, others = _machines(context)
    known = {one.key: one for one in others if one.key}
    keys = dict.fromkeys([own, *trusted, *known])
    rows = [
        {
            "key": key,
            "fingerprint": key_fingerprint(key),
            "workstation": known[key].workstation if key in known else trusted.get(key, ""),
            "label": known[key].label if key in known else "",
            "state": "this machine" if key == own else "trusted" if key in trusted else "reviewed",
        }
        for key in keys
    ]
    unsigned = [one for one in others if not one.key]
    if json:
        as_json({"machines": rows, "unsigned": [one.workstation for one in unsigned]})
        return
    table(
        ("machine", "label", "its files", "fingerprint"),
        [(clean(one["workstation"]), clean(one["label"]), one["state"], one["fingerprint"]) for one in rows],
    )
    for one in unsigned:
        print_line(f"Workstation {one.workstation} signs nothing: it has an earlier version. Its files are reviewed.")
    print_line(f"The key of this machine: {own}")


def trust(
    context: typer.Context,
    machine: Annotated[
        str, typer.Argument(metavar="MACHINE", help="The number of a workstation, or a public key: ssh-ed25519 AAAA…")
    ],
    json: AsJson = False,
) -> None:
    """Trust a machine of your own: the files and exports that it signs come in without review."""
    from ..core.machine_key import key_fingerprint

    _, _, others = _machines(context)
    named = next((one for one in others if one.workstation == machine and one.key), None)
    key = named.key if named is not None else machine
    with get_cli_context(context).data() as data:
        sharing = data.memory.sharing
        data.write(lambda: sharing.trust_machine(key, named.workstation if named is not None else ""))
    if json:
        as_json({"trusted": key})
    else:
        print_line(f"Trusted: {key_fingerprint(key)}. What it signs comes in without review.")


def distrust(
    context: typer.Context,
    machine: Annotated[
        str, typer.Argument(metavar="MACHINE", help="The number of a workstation, a public key or its fingerprint.")
    ],
    json: AsJson = False,
) -> None:
    """Trust a machine no longer, as when its key was lost. What came in stays; later changes are reviewed."""
    from ..core.machine_key import key_fingerprint

    own, trusted, others = _machines(context)
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
    with get_cli_context(context).data() as data:
        for key in found:
            data.write(partial(data.memory.sharing.distrust_machine, key))
    if json:
        as_json({"distrusted": found})
    else:
        print_line(f"Trusted no longer: {', '.join(map(key_fingerprint, found))}.")


def _machines(context: typer.Context) -> tuple[str, dict[str, str], list[KnownMachine]]:
    """The public key of this machine, the keys that are trusted, and the other machines of the last sync."""
    from ..core.machine_key import MachineKey
    from ..knowledge.sync.progress import SyncProgress
    from ..knowledge.sync.shared_repository import SharedRepository
    from ..knowledge.sync.status import other_machines

    folder = get_cli_context(context).folder
    own = MachineKey.of_folder(folder.create()).public
    with get_cli_context(context).data() as data, closing(SharedRepository(folder.shared_knowledge)) as shared:
        sharing = data.memory.sharing
        rows, trusted = data.ask(lambda: (sharing.sync_state(), sharing.trusted_machines()))
        others = other_machines(shared, SyncProgress.from_rows(rows).base, rows.get("workstation", ""))
    return own, trusted, others


def _print_status(status: SyncStatus) -> None:
    if not status.remote:
        print_line("No remote is set. `claudeops knowledge remote set URL` sets one.")
        return
    print_line(status.remote)
    print_line(f"Last sync: {local(status.synced_at) if status.synced_at else 'never'}.")
    if status.error:
        print_line(f"Failed at {local(status.error_at)}: {clean(status.error)}")
    if status.withheld:
        print_line(clean(status.withheld))
    if status.workstation:
        given = format_count(status.records.get("own", 0), "entry", "entries")
        taken = status.records.get("theirs", 0)
        print_line(f"This is workstation {status.workstation}. It shares {given}, and has {taken} of others.")
    for name, label in status.others:
        print_line(f"Workstation {name}{f': {clean(label)}' if label else ''}")
    if status.pairs:
        print_line(f"{format_count(status.pairs, 'file')} with two texts: choose in the window, under Knowledge.")
    if status.deletions:
        print_line(f"Deleted elsewhere, still here: {status.deletions}. See `claudeops knowledge deletions`.")


def _print_result(done: SyncResult) -> None:
    records = done.records
    if done.backup:
        print_line(f"What was synced before is kept as {done.backup}.")
    if done.files:
        print_line(f"{format_count(len(done.files), 'file')} changed here: {clean(', '.join(done.files[:MOST_SHOWN]))}")
    came = (("new", records.added), ("known here already", records.same), ("needs review", records.held),
            ("in conflict", records.conflicts), ("refused", records.rejected), ("deleted", records.deleted),
            ("deleted elsewhere, your answer is needed", records.offered))  # fmt: skip
    told = ", ".join(f"{count} {word}" for word, count in came if count)
    if told:
        print_line(f"Facts, lessons and cases of others: {told}.")
    for sentence in done.sentences:
        print_line(clean(str(sentence)))
    if done.waiting_sentence is not None:
        print_line(f"{done.waiting_sentence} See `claudeops review list --kind proposal`.")
    for one in done.problems[:MOST_SHOWN]:
        print_line(f"{one.level}: {clean(one.path)}, line {one.line}: {clean(one.sentence)}")
    if len(done.problems) > MOST_SHOWN:
        print_line(f"… and {len(done.problems) - MOST_SHOWN} more.")
    if done.pushed:
        shared = (
            f"{format_count(done.shared_files, 'file')} and {format_count(done.shared_records, 'entry', 'entries')}"
        )
        print_line(f"Pushed. {shared} of this workstation are shared.")
    elif not done.kept_back:
        print_line("The remote has all that is here.")
