"""Reference documents that are searched when somebody asks (C14, C15): ``LibraryService`` is the door.

Nothing of it is put into a prompt by itself, and nothing is loaded before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import export_lazily

if TYPE_CHECKING:
    from .discovery.addresses import is_url as is_url
    from .discovery.addresses import require_url as require_url
    from .service import LibraryService as LibraryService
    from .types import HEADING_MARK as HEADING_MARK
    from .types import DocumentJudgement as DocumentJudgement
    from .types import FollowedFeed as FollowedFeed
    from .types import LibraryChange as LibraryChange
    from .types import LibraryHit as LibraryHit
    from .types import LibraryStatus as LibraryStatus
    from .types import RemovedDocument as RemovedDocument
    from .types import SourceSuggestion as SourceSuggestion
    from .types import StoredDocument as StoredDocument
    from .types import TextChunk as TextChunk
    from .types import WatchedFolder as WatchedFolder

_EXPORTS = {
    "DocumentJudgement": "types",
    "FollowedFeed": "types",
    "HEADING_MARK": "types",
    "LibraryChange": "types",
    "LibraryHit": "types",
    "LibraryService": "service",
    "LibraryStatus": "types",
    "RemovedDocument": "types",
    "SourceSuggestion": "types",
    "StoredDocument": "types",
    "TextChunk": "types",
    "WatchedFolder": "types",
    "is_url": "discovery.addresses",
    "require_url": "discovery.addresses",
}
__all__ = list(_EXPORTS)
__getattr__ = export_lazily(__name__, _EXPORTS)
