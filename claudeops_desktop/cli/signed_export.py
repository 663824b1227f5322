"""Exports and the signatures beside them: what a trusted machine has signed is taken over as it stands (X4)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..core.machine_key import MachineKey, sign_file
from ..core.text_format import format_count
from .command import CommandAnswer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.paths import DataFolder
    from ..memory import Memory
    from .cli_context import CliContext, OpenData


def sign_export(folder: DataFolder, target: Path) -> None:
    """Write the signature of this machine beside an export; nothing beside a pipe. Raises OSError."""
    if target.is_file():
        sign_file(MachineKey.of_folder(folder), target)


def trusted_keys(cli: CliContext) -> frozenset[str]:
    """The public keys whose exports come in as they stand: that of this machine, and those that it trusts."""
    own = MachineKey.of_folder(cli.folder.create()).public
    with cli.data() as data:
        return frozenset((own, *data.ask(data.memory.sharing.trusted_machines)))


def bring_in(
    data: OpenData, memories: Sequence[Memory], origin: str, *, trusted: bool, preview: bool = False
) -> CommandAnswer:
    """Import memories, through the gate where nobody vouches for them, and return what became of them."""
    change = data.write(lambda: data.memory.edits.bring_in(memories, origin, gated=not trusted))
    made = [snapshot.memory for snapshot in change.after]
    skipped, held = len(memories) - len(made), sum(memory.gate == "hold" for memory in made)
    added = len(made) - held
    there = f" {format_count(skipped, 'was', 'were')} here already." if skipped else ""
    lines = [f"{'Would add' if preview else 'Added'} {format_count(added, 'memory', 'memories')}.{there}"]
    if not trusted:
        lines.append(
            "No machine that you trust has signed this file: pins, confidences and history were not taken over."
            + (f" {format_count(held, 'memory needs', 'memories need')} review." if held else "")
        )
    told = {"added": added, "skipped": skipped, "memories": [memory.as_json() for memory in made]}
    return CommandAnswer({**({"preview": True} if preview else {}), **told, "held": held, "trusted": trusted}, lines)
