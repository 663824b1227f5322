"""One-time links to a question: 256 random bits, of which only the hash is kept, bound to what was asked (X7)."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from ..core.clock import from_text, to_text
from ..core.trusted_time import is_time_trusted
from ..records.approvals import Approval
from ..storage import DataStore
from .tables import ApprovalLinkRow

LONGEST = 100


@dataclass(frozen=True, slots=True)
class ApprovalLink:
    """A row of ``approval_links``."""

    id: int
    approval_id: int
    question_hash: str
    expires_at: str
    used_at: str | None

    def holds_for(self, approval: Approval, now: datetime) -> bool:
        """Whether it answers this question at ``now``: once, in time, and only what was asked when it was made. While
        the clock is not trusted it counts as expired."""
        return (
            self.used_at is None
            and is_time_trusted()
            and from_text(self.expires_at) > now
            and self.approval_id == approval.id
            and self.question_hash == question_hash(approval)
        )


class ApprovalLinks:
    """The links. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def add(self, approval: Approval, now: datetime) -> str:
        """Make a link for a question; the part of the address that nobody can guess. Those of the past are dropped."""
        if is_time_trusted():
            ApprovalLinkRow.delete().where(ApprovalLinkRow.expires_at < to_text(now)).execute()
        value = secrets.token_urlsafe(32)
        ApprovalLinkRow.create(
            approval_id=approval.id,
            link_hash=_hashed(value),
            question_hash=question_hash(approval),
            made_at=to_text(now),
            expires_at=approval.expires_at,
        )
        return value

    def find(self, value: str) -> ApprovalLink | None:
        """A link, used or not; None for one that was never made, or is long over."""
        if not value or len(value) > LONGEST:
            return None
        row = ApprovalLinkRow.get_or_none(ApprovalLinkRow.link_hash == _hashed(value))
        if row is None:
            return None
        return ApprovalLink(row.id, row.approval_id, row.question_hash, row.expires_at, row.used_at)

    def use_link(self, link: ApprovalLink, now: datetime) -> bool:
        """Use a link up; False where somebody did before."""
        free = (ApprovalLinkRow.id == link.id) & ApprovalLinkRow.used_at.is_null()
        return bool(ApprovalLinkRow.update(used_at=to_text(now)).where(free).execute())


def question_hash(approval: Approval) -> str:
    """What a question asks: another hash as soon as anything of it is another."""
    said = (approval.id, approval.kind, approval.tier, approval.action, approval.services, approval.command)
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _hashed(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest()
