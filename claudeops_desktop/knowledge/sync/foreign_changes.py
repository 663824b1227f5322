"""Changes of shared files by machines that are not trusted: each waits as a proposal, with its difference.

Until it is approved the file stays as it is on both sides: what the remote says is not brought in, and what is here is
not written over it. A change that was refused stays refused as long as the remote says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...core.machine_key import key_fingerprint
from ...core.messages import UserMessage
from ..proposals.types import MACHINES, ProposalDraft, ProposalEvidence, ProposalKind, StoredProposal
from ..repository import revision_of_text
from .shared_files import why_left_alone

if TYPE_CHECKING:
    from ..proposals.tables import ProposalRecords
    from .vouched_files import KnownMachine

MOST_MACHINES = 10
"""Machines that one sync asks about."""
_REASON = UserMessage("It came by sync, and no machine that you trust has signed it.")
_CHANGED_AGAIN = UserMessage("The remote says something else by now.")


@dataclass
class ForeignChanges:
    """What a sync found of them: ``base`` is what each file began with, ``held`` are the files that stay as they are,
    ``refused`` those of them that the operator has answered, ``drafts`` are new, ``over`` are the numbers of proposals
    that nothing waits for any more."""

    base: dict[str, str]
    held: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    drafts: list[ProposalDraft] = field(default_factory=list)
    over: list[int] = field(default_factory=list)


def find_foreign_changes(
    base: Mapping[str, str],
    ours: Mapping[str, str],
    theirs: Mapping[str, str],
    earlier: Mapping[str, StoredProposal],
    vouched: Callable[[str], bool],
    load: Callable[[str], bytes],
    tip: str,
) -> ForeignChanges:
    """What of the remote's changes waits. The first three map paths to revisions; ``earlier`` has the last proposal
    about each path that is open or was rejected. Pure but for ``load``."""
    found = ForeignChanges(dict(base))
    for path, said in earlier.items():
        if base.get(path, "") == _revision_of(said.draft.after):  # agreed upon, but never brought in
            _set(found.base, path, _revision_of(said.draft.before))
    for path in sorted(found.base.keys() | theirs.keys() | earlier.keys()):
        old, other, last = found.base.get(path, ""), theirs.get(path, ""), earlier.get(path)
        waits = last is not None and last.is_open
        if other in (old, ours.get(path, "")) or (other and why_left_alone(path, load(other))):
            found.over += [last.id] if last is not None and waits else []
            continue
        before, after = _text(load, old), _text(load, other)
        if before == after:  # an empty file says nothing
            continue
        same = last is not None and (last.draft.before, last.draft.after) == (before, after)
        if last is not None and same and not waits:
            found.held.add(path)
            found.refused.add(path)
        elif vouched(path):
            found.over += [last.id] if last is not None and waits else []
        else:
            found.held.add(path)
            if waits and same:
                continue
            found.over += [last.id] if last is not None and waits else []
            found.drafts.append(_draft(path, before, after, tip))
    return found


def machine_drafts(machines: Iterable[KnownMachine], trusted: Mapping[str, str]) -> list[ProposalDraft]:
    """The question whether a machine is the operator's own, for those whose key is not trusted. Asked once for each
    key of each machine, as proposals that say the same are."""
    found = []
    for one in machines:
        if not one.key or one.key in trusted:
            continue
        known = any(name.partition(" ")[0] == one.workstation for name in trusted.values())
        why = (
            UserMessage(
                "A machine of this name is trusted with another key. This one is {fingerprint}: compare it with what"
                " `claudeops knowledge machines list` shows there.", fingerprint=key_fingerprint(one.key),
            )
            if known
            else UserMessage(
                "Is this a machine of yours? Its files come in without review then. Its key is {fingerprint}: compare"
                " it with what `claudeops knowledge machines list` shows there.", fingerprint=key_fingerprint(one.key),
            )
        )  # fmt: skip
        name = f"{one.workstation} “{one.label}”" if one.label else one.workstation
        title = UserMessage("Trust the machine {name}?", name=name)
        said = f"{one.workstation} {one.key}"
        found.append(ProposalDraft("add", "sync", title, MACHINES, after=said, reason=why, trusted=False))
    return found[:MOST_MACHINES]


def propose_foreign(records: ProposalRecords, drafts: Iterable[ProposalDraft], over: Iterable[int]) -> None:
    """Put new ones before the operator, and close those that nothing waits for. Inside ``store.write``."""
    for number in over:
        records.decide(number, "outdated", "rule", _CHANGED_AGAIN)
    for draft in drafts:
        number, new = records.add(draft)
        if new or draft.path != MACHINES:
            records.ask_operator(number, "", draft.reason)


def revisions_held_back(theirs: Mapping[str, str], found: ForeignChanges) -> dict[str, str]:
    """Return what the remote has, as far as it may come in: files that wait are as they were."""
    allowed = dict(theirs)
    for path in found.held:
        _set(allowed, path, found.base.get(path, ""))
    return allowed


def _draft(path: str, before: str, after: str, tip: str) -> ProposalDraft:
    kind: ProposalKind = "edit" if before and after else "add" if after else "remove"
    title = UserMessage("From another machine: {path}", path=path)
    evidence = (ProposalEvidence("commit", tip),)
    return ProposalDraft(
        kind, "sync", title, path, before=before, after=after, revision=tip, reason=_REASON, evidence=evidence,
        confidence=0.5, trusted=False,
    )  # fmt: skip


def _set(files: dict[str, str], path: str, revision: str) -> None:
    if revision:
        files[path] = revision
    else:
        files.pop(path, None)


def _text(load: Callable[[str], bytes], revision: str) -> str:
    return load(revision).decode("utf-8", "replace") if revision else ""


def _revision_of(text: str) -> str:
    return revision_of_text(text) if text else ""
