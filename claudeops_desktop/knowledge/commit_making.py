"""Commits as git itself would store them. Not by dulwich's ``WorkTree``, which would run the hooks of the repository,
take the heads of a merge of the operator's, convert files by his configuration, and clean up now and then while
somebody waits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any


def make_commit(repository: Any, tree: Any, author: str, message: str, at: datetime) -> str:
    """Make a commit of a tree, dated ``at``, the newest of the branch; its number. Raises CommitError where somebody
    else was quicker."""
    from dulwich.errors import CommitError
    from dulwich.objects import Commit

    try:
        head = repository.head()
    except KeyError:
        head = None
    who = re.sub(r"[<>\n\x00]", "", author)
    made = Commit()
    made.tree, made.parents = tree, [head] if head else []
    made.author = made.committer = f"{who} <{who.partition(':')[2] or who}@claudeops.invalid>".encode()
    made.author_time = made.commit_time = int(at.timestamp())
    made.author_timezone = made.commit_timezone = 0
    made.encoding, made.message = b"UTF-8", message.encode("utf-8", "replace")
    store_object(repository, made)
    refs, said = repository.refs, b"commit: " + made.message.split(b"\n")[0]
    if head:
        done = refs.set_if_equals(b"HEAD", head, made.id, committer=made.committer, message=said)
    else:
        done = refs.add_if_new(b"HEAD", made.id, committer=made.committer, message=said)
    if not done:
        raise CommitError("the branch was changed meanwhile")
    return str(made.id.decode())


def stage_blobs(repository: Any, blobs: Mapping[bytes, Any]) -> None:
    """Bring git's index in step with what was committed; None for a file that was deleted."""
    from dulwich.index import index_entry_from_stat

    index = repository.open_index()
    top = Path(os.fsdecode(repository.path))
    for name, blob in blobs.items():
        if blob is not None:
            index[name] = index_entry_from_stat((top / os.fsdecode(name)).lstat(), blob)
        elif name in index:
            del index[name]
    index.write()


def store_object(repository: Any, made: Any) -> Any:
    """Store an object; its number."""
    repository.object_store.add_object(made)
    return made.id
