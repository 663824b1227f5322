"""The words of the command line before any library reads them: light, since the window passes here too."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import UsageError

DATA_DIR = "--data-dir"
JSON_LINES = "--jsonl"
VERBOSE = "--verbose"


def take_flag(words: Sequence[str], flag: str) -> tuple[list[str], bool]:
    """The words without a flag that every command knows, and whether it was among them before ``--``."""
    end = words.index("--") if "--" in words else len(words)
    left = [word for word in words[:end] if word != flag]
    return [*left, *words[end:]], len(left) < end


def take_data_dir(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words without ``--data-dir``, wherever it stands, and its value. Raises UsageError where that is missing."""
    left: list[str] = []
    value: str | None = None
    rest = iter(words)
    for word in rest:
        if word == "--":
            return [*left, word, *rest], value
        if word == DATA_DIR:
            value = next(rest, "")
        elif word.startswith(f"{DATA_DIR}="):
            value = word.partition("=")[2]
        else:
            left.append(word)
            continue
        if not value:
            raise UsageError("--data-dir needs a folder.", "Name one: --data-dir ~/claudeops-data")
    return left, value
