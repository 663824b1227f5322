"""What the dialog asks of a consolidation: work with files and the database, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ....knowledge import open_knowledge
from ....knowledge.consolidation.types import ConsolidationMerge, ConsolidationResult
from ...app_context import AppContext

if TYPE_CHECKING:
    from ....knowledge.consolidation.service import ConsolidationService

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WaitingConsolidation:
    """The branch that waits for an answer, "" for none: its changes as pairs of title and reason, and what approving it
    would change in the files as they are now."""

    branch: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    diff: str = ""


def _with_service(desk: AppContext, work: Callable[[ConsolidationService], T]) -> T:
    from ....knowledge.consolidation.service import ConsolidationService
    from ....knowledge.proposals.service import ProposalService
    from ....learning import LearningService
    from ....models.choose import choose_model

    settings = desk.settings.current
    with closing(open_knowledge(desk.folder, settings)) as folder:
        proposals = ProposalService(desk.book, folder, desk.memory, lambda: settings)
        return work(
            ConsolidationService(
                desk.book, folder, desk.memory, LearningService(desk.book), proposals,
                model=choose_model(settings, desk.folder), excluded=settings.second_look.exclude_services,
                services_file=desk.folder.services_file,
            )
        )  # fmt: skip


def load_waiting(desk: AppContext) -> WaitingConsolidation:
    """What waits."""

    def work(service: ConsolidationService) -> WaitingConsolidation:
        names = service.branches()
        if not names:
            return WaitingConsolidation()
        messages = [one.message.split("\n\n") for one in service.changes(names[0])]
        changes = tuple((one[0], one[1] if len(one) > 2 else "") for one in messages)
        return WaitingConsolidation(names[0], changes, service.difference(names[0]))

    return _with_service(desk, work)


def find_changes(desk: AppContext, stopped: Callable[[], bool]) -> ConsolidationResult:
    """Look for changes and put the best of them on a branch."""
    return _with_service(desk, lambda service: service.consolidate(stopped))


def approve(desk: AppContext, branch: str) -> ConsolidationMerge:
    """Make its changes in the files."""
    return _with_service(desk, lambda service: service.approve(branch))


def discard(desk: AppContext, branch: str) -> ConsolidationMerge:
    """Throw it away."""
    return _with_service(desk, lambda service: service.discard(branch))


def undo(desk: AppContext) -> ConsolidationMerge:
    """Take the last one that was approved back."""
    return _with_service(desk, lambda service: service.undo())
