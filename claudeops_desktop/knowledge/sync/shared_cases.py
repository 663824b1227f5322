"""Cases as records that workstations share: each as the file that the folder shows of it (X6, L6).

A case from elsewhere passes the gate as a whole. Where the same problem is known here, the case of this database stays
as it is: it was measured here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.clock import Clock, from_text
from ...core.messages import UserMessage
from ...core.secrets.redact_shapes import without_shapes
from ...memory import CASE, REFUSED, SAME, THEIRS, SharedEntry, SharedRecord
from ..renderings.case_files import CaseFile, fingerprint_of, read_case, render_case
from ..renderings.rebuild import case_draft

if TYPE_CHECKING:
    from ...learning import LearningService
    from ...memory import MemoryService


def case_entries(learning: LearningService) -> list[SharedEntry]:
    """The cases that may be given out, without those that are retired. Inside a read or a write."""
    return [
        SharedEntry(
            CASE, one.id, render_case("", one, "", from_text(one.opened_at)), service=one.service, at=one.opened_at[:10]
        )
        for one in learning.cases.list()
        if not one.retired_at
    ]  # fmt: skip


def case_taker(
    memory: MemoryService, learning: LearningService, clock: Clock
) -> Callable[[SharedRecord], tuple[str, int | None, str]]:
    """What files a case inside ``store.write``: its relation to this database, its number, and why it was refused."""

    def take(record: SharedRecord) -> tuple[str, int | None, str]:
        found = read_case(without_shapes(record.text))
        if found.fault or not found.service or not found.symptom:
            return REFUSED, None, UserMessage("A case from elsewhere could not be read.")
        words = " ".join(filter(None, [found.symptom, found.shown, found.cause, found.cure]))
        if why := memory.folder.fault_of(words):
            return REFUSED, None, UserMessage("A case from elsewhere was not taken in: {why}", why=why)
        return _file(learning, found, record, clock)

    return take


def _file(
    learning: LearningService, found: CaseFile, record: SharedRecord, clock: Clock
) -> tuple[str, int | None, str]:
    cases = learning.cases
    host, project, trigger = found.key_text("host"), found.key_text("project"), found.key_text("trigger")
    signature = cases.signature_of(trigger, found.shown or found.symptom, found.symptom)
    wanted = fingerprint_of(found.service, host, project, signature, found.variant)
    for one in cases.list(service=found.service):
        if fingerprint_of(one.service, one.host, one.project, one.signature, one.variant) in (
            wanted, found.key_text("fingerprint"),
        ):  # fmt: skip
            return SAME, one.id, ""
    filed = cases.file(case_draft(found, host, project, trigger, clock, key=f"workstation:{record.uid}"))
    if found.cure:
        cases.edit(filed.case_id, cure=found.cure)
    return THEIRS, filed.case_id, ""
