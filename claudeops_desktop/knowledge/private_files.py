"""Files of the folder that are the operator's alone: those whose frontmatter says ``visibility: private`` (X2).

They are not shared with other workstations, and neither the server nor a prompt has them. The folder's own history
stays on this computer and holds them like any other file.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .entries import MARK, read_entry

KEY, PRIVATE = "visibility", "private"
_LONGEST_HEAD = 80 * 1024


def is_private_text(text: str) -> bool:
    """Tell whether a file is the operator's alone. Where its frontmatter names a visibility and cannot be read, it
    is."""
    entry = read_entry(text)
    if entry.fault:
        return KEY in text[:_LONGEST_HEAD]
    said = entry.meta.get(KEY)
    return said is not None and str(said).strip().lower() not in ("everyone", "shared", "public")


def private_files(root: Path, paths: Iterable[str]) -> set[str]:
    """Those of these files that are the operator's alone, as they stand on the disk. Only what begins with a
    frontmatter is read further."""
    found = set()
    for path in paths:
        if not path.endswith(".md"):
            continue
        try:
            with (root / path).open("rb") as stream:
                if stream.read(len(MARK) + 3).lstrip(b"\xef\xbb\xbf").startswith(MARK.encode()):
                    stream.seek(0)
                    if is_private_text(stream.read(_LONGEST_HEAD).decode(errors="replace")):
                        found.add(path)
        except OSError:
            continue  # it is gone, or a folder
    return found
