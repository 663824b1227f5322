"""What trusted machines vouch for: the files of the newest commit that each of them has signed, unless another commit
has changed them since.

Whoever may write to the remote can write any name into a commit and any history below it. A signature covers the files
and the commit below, and nobody else can make it; so names are never asked, and what was rewritten has no signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from ...core.machine_key import GIT, read_public_key, signer_of

if TYPE_CHECKING:
    from .shared_repository import SharedRepository

MOST_LOOKED_AT = 1_000  # commits
_LEFT_OUT = "Not reviewed: "


@dataclass(frozen=True, slots=True)
class _SignedState:
    """What one signed commit does not vouch for: files that others have changed since, and those that its machine had
    not taken over itself."""

    changed_since: frozenset[str]
    left_out: frozenset[str]


class VouchedFiles:
    """What of some files at ``tip`` stands as machines with one of ``keys`` have signed it. The line that workstations
    make has no merges: one that was made otherwise ends it."""

    def __init__(self, shared: SharedRepository, tip: str, keys: Iterable[str], paths: Iterable[str]) -> None:
        self._states: list[_SignedState] = []
        wanted, asked, number, changed = set(keys), set(paths), tip, set[str]()
        for _ in range(MOST_LOOKED_AT):
            if not number or not wanted or asked <= changed or not shared.has(number):
                return
            commit = shared.git[number.encode()]
            signer = commit_signer(commit)
            if signer in wanted:
                wanted.remove(signer)
                left_out = _left_out(commit.message.decode("utf-8", "replace"))
                self._states.append(_SignedState(frozenset(changed), left_out))
            changed |= shared.paths_changed_in(number)
            number = commit.parents[0].decode() if len(commit.parents) == 1 else ""

    def vouches_for(self, path: str) -> bool:
        """Tell whether a trusted machine has a file in its own folder as it is at the tip, or has none of that name."""
        return any(path not in one.changed_since and path not in one.left_out for one in self._states)


def commit_signer(commit: Any) -> str:
    """The public key that signed a commit; "" where none did."""
    signature = commit.gpgsig
    if not signature:
        return ""
    return signer_of(commit.raw_without_sig(), signature.decode("ascii", "replace"), GIT)


def commit_message(said: str, left_out: Sequence[str]) -> str:
    """A message that names the files of the commit that its machine does not vouch for."""
    return f"{said}\n\n{_LEFT_OUT}{orjson.dumps(sorted(left_out)).decode()}" if left_out else said


def _left_out(message: str) -> frozenset[str]:
    line = next((line for line in message.splitlines() if line.startswith(_LEFT_OUT)), "")
    try:
        found = orjson.loads(line.removeprefix(_LEFT_OUT)) if line else []
    except orjson.JSONDecodeError:
        return frozenset()
    return frozenset(one for one in found if isinstance(one, str)) if isinstance(found, list) else frozenset()


@dataclass(frozen=True, slots=True)
class KnownMachine:
    """A workstation as it says of itself at the remote: its name, its label, and the key that it signs with, "" where
    it has none."""

    workstation: str
    label: str = ""
    key: str = ""


def read_about(workstation: str, data: bytes) -> KnownMachine:
    """Return what a workstation says of itself."""
    try:
        said = orjson.loads(data)
    except orjson.JSONDecodeError:
        said = None
    if not isinstance(said, dict):
        return KnownMachine(workstation)
    label, key = said.get("label"), said.get("key")
    shown = "".join(sign for sign in label if sign.isprintable())[:40] if isinstance(label, str) else ""
    return KnownMachine(workstation, shown, read_public_key(key) if isinstance(key, str) else "")
