"""Knowledge that people can read: files in a folder under git. ``KnowledgeService`` is the door.

Nothing is loaded before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import export_lazily

if TYPE_CHECKING:
    from .conflict_files import KeptPair as KeptPair
    from .conflict_files import decide_kept_pair as decide_kept_pair
    from .conflict_files import list_kept_pairs as list_kept_pairs
    from .decisions import DecisionLine as DecisionLine
    from .discovery.service import DiscoveryService as DiscoveryService
    from .discovery.service import open_discovery as open_discovery
    from .entries import EntryText as EntryText
    from .entries import read_entry as read_entry
    from .entry_checks import DECISION_STATES as DECISION_STATES
    from .entry_checks import EntryProblem as EntryProblem
    from .entry_checks import check_entry as check_entry
    from .federated_recall import AnswerPassage as AnswerPassage
    from .federated_recall import FederatedAnswer as FederatedAnswer
    from .federated_recall import FederatedRecall as FederatedRecall
    from .index_file import IndexLine as IndexLine
    from .layout import MEMORY_FILE as MEMORY_FILE
    from .layout import NOTE_TYPES as NOTE_TYPES
    from .memory_file import SECTIONS as SECTIONS
    from .memory_file import MemoryEntry as MemoryEntry
    from .memory_file import add_entry as add_entry
    from .memory_file import cut_for_prompt as cut_for_prompt
    from .memory_file import entry_in as entry_in
    from .memory_file import read_memory_file as read_memory_file
    from .memory_file import remove_entry as remove_entry
    from .notes import NoteLine as NoteLine
    from .operations_log import OUTCOMES as OUTCOMES
    from .operations_log import LoggedOperation as LoggedOperation
    from .operations_log import find_operations as find_operations
    from .operations_log import new_operation as new_operation
    from .procedures import ProcedureLine as ProcedureLine
    from .repository import KnowledgeCommit as KnowledgeCommit
    from .repository_state import RepositoryCondition as RepositoryCondition
    from .service import KnowledgeService as KnowledgeService
    from .service import folder_elsewhere as folder_elsewhere
    from .service import open_knowledge as open_knowledge
    from .types import FolderStatus as FolderStatus
    from .types import SavedEntry as SavedEntry
    from .types import StoredEntry as StoredEntry

_EXPORTS = {
    "KeptPair": "conflict_files",
    "decide_kept_pair": "conflict_files",
    "list_kept_pairs": "conflict_files",
    "DecisionLine": "decisions",
    "DiscoveryService": "discovery.service",
    "open_discovery": "discovery.service",
    "EntryText": "entries",
    "read_entry": "entries",
    "DECISION_STATES": "entry_checks",
    "EntryProblem": "entry_checks",
    "check_entry": "entry_checks",
    "AnswerPassage": "federated_recall",
    "FederatedAnswer": "federated_recall",
    "FederatedRecall": "federated_recall",
    "IndexLine": "index_file",
    "MEMORY_FILE": "layout",
    "NOTE_TYPES": "layout",
    "SECTIONS": "memory_file",
    "MemoryEntry": "memory_file",
    "add_entry": "memory_file",
    "cut_for_prompt": "memory_file",
    "entry_in": "memory_file",
    "read_memory_file": "memory_file",
    "remove_entry": "memory_file",
    "NoteLine": "notes",
    "OUTCOMES": "operations_log",
    "LoggedOperation": "operations_log",
    "find_operations": "operations_log",
    "new_operation": "operations_log",
    "ProcedureLine": "procedures",
    "KnowledgeCommit": "repository",
    "RepositoryCondition": "repository_state",
    "KnowledgeService": "service",
    "folder_elsewhere": "service",
    "open_knowledge": "service",
    "FolderStatus": "types",
    "SavedEntry": "types",
    "StoredEntry": "types",
}
__all__ = list(_EXPORTS)
__getattr__ = export_lazily(__name__, _EXPORTS)
