"""Two texts of one file that were both kept because somebody had changed it meanwhile, for the operator to choose
(C7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from .layout import LOG
from .repository import OPERATOR

if TYPE_CHECKING:
    from .service import KnowledgeService

ConflictChoice = Literal["first", "second", "both"]
"""first: what stood there stays; second: the text that was kept beside takes its place; both: two entries."""
_KEPT = re.compile(r"\(kept as (.+?) beside (.+?), which was changed meanwhile\)")
_DECIDED = re.compile(r"\(of (.+?) and (.+?)\)")


@dataclass(frozen=True, slots=True)
class KeptPair:
    """The file at ``path`` and, beside it, the other text."""

    path: str
    beside: str


def kept_beside_message(why: str, beside: str, path: str) -> str:
    """The reason of a commit that keeps a text beside another one."""
    return f"{why} (kept as {beside} beside {path}, which was changed meanwhile)"


def read_kept_pairs(log: str) -> list[KeptPair]:
    """The pairs in the text of the folder's log that nobody has decided yet, the newest first. Pure."""
    decided, found = set[KeptPair](), list[KeptPair]()
    for line in log.splitlines():
        if match := _DECIDED.search(line):
            decided.add(KeptPair(match[1], match[2]))
        elif match := _KEPT.search(line):
            pair = KeptPair(match[2], match[1])
            if pair not in decided and pair not in found:
                found.append(pair)
    return found


def list_kept_pairs(folder: KnowledgeService) -> list[KeptPair]:
    """The pairs of which both files are still there."""
    pairs = read_kept_pairs(folder.text_of(LOG))
    return [pair for pair in pairs if (folder.root / pair.path).is_file() and (folder.root / pair.beside).is_file()]


def decide_kept_pair(folder: KnowledgeService, pair: KeptPair, choice: ConflictChoice) -> str:
    """Keep one of the two, or both, as one commit; its number, to undo it by ``restore``. Raises OperatorError where
    the pair is not there any more."""
    if pair not in list_kept_pairs(folder):
        raise OperatorError(
            UserMessage("There is nothing to choose between {path} and {beside}.", path=pair.path, beside=pair.beside),
            UserMessage("See `claudeops knowledge status`."),
        )
    said = f"(of {pair.path} and {pair.beside})"
    if choice == "first":
        return folder.change({pair.beside: None}, f"Kept what stood there {said}", OPERATOR)
    if choice == "second":
        text = folder.read(pair.beside).text
        return folder.change({pair.path: text, pair.beside: None}, f"Took the other text {said}", OPERATOR)
    return folder.note_in_log(f"Kept both {said}")
