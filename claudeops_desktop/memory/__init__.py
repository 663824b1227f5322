"""All that is remembered (E17): ``MemoryService`` is the one door, and what goes in and out of it.

Nothing is loaded before it is asked for: ``import claudeops_desktop.memory`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import export_lazily

if TYPE_CHECKING:
    from .agent_retraction import RETRACTS as RETRACTS
    from .closed_facts import MemoryClosing as MemoryClosing
    from .conflict_answers import LabelledPair as LabelledPair
    from .conflicts import AnsweredPair as AnsweredPair
    from .conflicts import ConflictKind as ConflictKind
    from .conflicts import ConflictState as ConflictState
    from .conflicts import MemoryConflict as MemoryConflict
    from .context import INTRODUCTION as INTRODUCTION
    from .context import TITLE as TITLE
    from .context import ContextRequest as ContextRequest
    from .context import MemoryContext as MemoryContext
    from .context import one_line as one_line
    from .context import quotable as quotable
    from .context import shown_confidence as shown_confidence
    from .context import tokens_of as tokens_of
    from .curation import CuratedFact as CuratedFact
    from .curation import TextVerdict as TextVerdict
    from .earlier_rules import EarlierRuleCounts as EarlierRuleCounts
    from .embed.provider import embedder as embedder
    from .expiring import ExpiringFact as ExpiringFact
    from .explain.types import FactExplanation as FactExplanation
    from .explain.types import StageEvidence as StageEvidence
    from .folder.service import FolderOutcome as FolderOutcome
    from .folder.service import GivenFact as GivenFact
    from .folder.tables import DueSummary as DueSummary
    from .folder.tables import ShownFact as ShownFact
    from .foreign_facts import as_foreign as as_foreign
    from .gate.permission_changes import danger as danger
    from .imports.types import MOST_LISTED as MOST_LISTED
    from .imports.types import FactFate as FactFate
    from .imports.types import ImportTotals as ImportTotals
    from .injected import InjectedComparison as InjectedComparison
    from .injected import given_in as given_in
    from .injected import services_in as services_in
    from .lessons.lessons import LONGEST_LESSON as LONGEST_LESSON
    from .lessons.lessons import StoredLesson as StoredLesson
    from .lifecycle import clamp_confidence as clamp_confidence
    from .lifecycle import is_active_confidence as is_active_confidence
    from .maintenance.archived_clusters import ArchivedCluster as ArchivedCluster
    from .maintenance.statistics import MemoryStatistics as MemoryStatistics
    from .period_summary import LearnedFact as LearnedFact
    from .period_summary import PeriodSummary as PeriodSummary
    from .prompt_memory.records import InjectionHistory as InjectionHistory
    from .prompt_memory.records import InjectionRow as InjectionRow
    from .purging.types import SHORTEST_SUBJECT as SHORTEST_SUBJECT
    from .purging.types import PurgePreview as PurgePreview
    from .purging.types import PurgeReport as PurgeReport
    from .purging.types import PurgeRequest as PurgeRequest
    from .purging.types import UnreachableCopy as UnreachableCopy
    from .recall.graph import EntityGraph as EntityGraph
    from .recall.indexer import IndexerProgress as IndexerProgress
    from .recall.recall_log import RecallRecord as RecallRecord
    from .recall.types import ARCHIVED as ARCHIVED
    from .recall.types import CONFLICT as CONFLICT
    from .recall.types import HELD as HELD
    from .recall.types import MODEL_WAIT_S as MODEL_WAIT_S
    from .recall.types import OLDER as OLDER
    from .recall.types import PROFILES as PROFILES
    from .recall.types import STALE as STALE
    from .recall.types import SUPERSEDED as SUPERSEDED
    from .recall.types import UNCERTAIN as UNCERTAIN
    from .recall.types import WEAK as WEAK
    from .recall.types import RecalledItem as RecalledItem
    from .recall.types import RecallRequest as RecallRequest
    from .recall.types import RecallResult as RecallResult
    from .recall.types import RecallStage as RecallStage
    from .reminders.triggers import FutureTrigger as FutureTrigger
    from .search import FilterCounts as FilterCounts
    from .search import MemoryQuery as MemoryQuery
    from .second_look.queue import may_send as may_send
    from .second_look.types import Due as Due
    from .second_look.types import ExaminedPair as ExaminedPair
    from .second_look.types import SecondLookState as SecondLookState
    from .second_look.types import SecondLookStatus as SecondLookStatus
    from .service import MemoryService as MemoryService
    from .sharing.records import read_shared_file as read_shared_file
    from .sharing.records import write_shared_files as write_shared_files
    from .sharing.types import CASE as CASE
    from .sharing.types import REFUSED as REFUSED
    from .sharing.types import SAME as SAME
    from .sharing.types import THEIRS as THEIRS
    from .sharing.types import GivenOut as GivenOut
    from .sharing.types import IntakeTotals as IntakeTotals
    from .sharing.types import SharedDeletion as SharedDeletion
    from .sharing.types import SharedEntry as SharedEntry
    from .sharing.types import SharedRecord as SharedRecord
    from .summary_names import name_of_summary as name_of_summary
    from .transfer.read_array import read_exported_array as read_exported_array
    from .transfer.types import SECTIONS as SECTIONS
    from .transfer.types import TransferCounts as TransferCounts
    from .trash import TrashedMemory as TrashedMemory
    from .types import ACTIVE_FROM as ACTIVE_FROM
    from .types import DEFAULT_CONFIDENCE as DEFAULT_CONFIDENCE
    from .types import LONGEST_OBSERVATION as LONGEST_OBSERVATION
    from .types import MarkerOutcome as MarkerOutcome
    from .types import MarkerPosition as MarkerPosition
    from .types import Memory as Memory
    from .types import MemoryAction as MemoryAction
    from .types import MemoryCandidate as MemoryCandidate
    from .types import MemoryChange as MemoryChange
    from .types import MemoryEdit as MemoryEdit
    from .types import MemoryLink as MemoryLink
    from .types import MemoryResource as MemoryResource
    from .types import MemorySnapshot as MemorySnapshot
    from .types import MemoryVersion as MemoryVersion
    from .types import counted as counted
    from .types import service_fault as service_fault
    from .types import shown_service as shown_service
    from .visibility import VisibilityChange as VisibilityChange
    from .visibility import audience_words as audience_words

_EXPORTS = {
    "VisibilityChange": "visibility",
    "audience_words": "visibility",
    "ArchivedCluster": "maintenance.archived_clusters",
    "MemoryStatistics": "maintenance.statistics",
    "read_shared_file": "sharing.records",
    "write_shared_files": "sharing.records",
    "CASE": "sharing.types",
    "REFUSED": "sharing.types",
    "SAME": "sharing.types",
    "THEIRS": "sharing.types",
    "GivenOut": "sharing.types",
    "IntakeTotals": "sharing.types",
    "SharedDeletion": "sharing.types",
    "SharedEntry": "sharing.types",
    "SharedRecord": "sharing.types",
    "ACTIVE_FROM": "types",
    "ARCHIVED": "recall.types",
    "AnsweredPair": "conflicts",
    "CONFLICT": "recall.types",
    "danger": "gate.permission_changes",
    "ConflictKind": "conflicts",
    "ConflictState": "conflicts",
    "ContextRequest": "context",
    "CuratedFact": "curation",
    "DEFAULT_CONFIDENCE": "types",
    "Due": "second_look.types",
    "may_send": "second_look.queue",
    "name_of_summary": "summary_names",
    "EntityGraph": "recall.graph",
    "ExaminedPair": "second_look.types",
    "EarlierRuleCounts": "earlier_rules",
    "ExpiringFact": "expiring",
    "FactExplanation": "explain.types",
    "FilterCounts": "search",
    "FutureTrigger": "reminders.triggers",
    "HELD": "recall.types",
    "INTRODUCTION": "context",
    "IndexerProgress": "recall.indexer",
    "FolderOutcome": "folder.service",
    "GivenFact": "folder.service",
    "as_foreign": "foreign_facts",
    "FactFate": "imports.types",
    "ImportTotals": "imports.types",
    "LabelledPair": "conflict_answers",
    "read_exported_array": "transfer.read_array",
    "SECTIONS": "transfer.types",
    "TransferCounts": "transfer.types",
    "MOST_LISTED": "imports.types",
    "DueSummary": "folder.tables",
    "ShownFact": "folder.tables",
    "InjectedComparison": "injected",
    "InjectionHistory": "prompt_memory.records",
    "InjectionRow": "prompt_memory.records",
    "LONGEST_LESSON": "lessons.lessons",
    "LearnedFact": "period_summary",
    "PeriodSummary": "period_summary",
    "LONGEST_OBSERVATION": "types",
    "MODEL_WAIT_S": "recall.types",
    "MarkerOutcome": "types",
    "MarkerPosition": "types",
    "Memory": "types",
    "MemoryAction": "types",
    "MemoryCandidate": "types",
    "MemoryChange": "types",
    "MemoryClosing": "closed_facts",
    "MemoryConflict": "conflicts",
    "MemoryContext": "context",
    "MemoryEdit": "types",
    "MemoryLink": "types",
    "MemoryQuery": "search",
    "MemoryResource": "types",
    "MemoryService": "service",
    "MemorySnapshot": "types",
    "MemoryVersion": "types",
    "PROFILES": "recall.types",
    "PurgePreview": "purging.types",
    "PurgeReport": "purging.types",
    "PurgeRequest": "purging.types",
    "RETRACTS": "agent_retraction",
    "RecallRecord": "recall.recall_log",
    "RecallRequest": "recall.types",
    "RecallResult": "recall.types",
    "RecallStage": "recall.types",
    "RecalledItem": "recall.types",
    "SHORTEST_SUBJECT": "purging.types",
    "OLDER": "recall.types",
    "STALE": "recall.types",
    "SUPERSEDED": "recall.types",
    "SecondLookState": "second_look.types",
    "SecondLookStatus": "second_look.types",
    "StageEvidence": "explain.types",
    "StoredLesson": "lessons.lessons",
    "TITLE": "context",
    "TextVerdict": "curation",
    "TrashedMemory": "trash",
    "UNCERTAIN": "recall.types",
    "UnreachableCopy": "purging.types",
    "WEAK": "recall.types",
    "clamp_confidence": "lifecycle",
    "counted": "types",
    "embedder": "embed.provider",
    "given_in": "injected",
    "is_active_confidence": "lifecycle",
    "one_line": "context",
    "quotable": "context",
    "service_fault": "types",
    "services_in": "injected",
    "shown_confidence": "context",
    "shown_service": "types",
    "tokens_of": "context",
}
__all__ = list(_EXPORTS)
__getattr__ = export_lazily(__name__, _EXPORTS)
