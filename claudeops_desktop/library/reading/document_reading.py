"""Reads a document within limits of size and time (C15).

Raises OperatorError for one that cannot be read: one plain sentence and what to do.
"""

from __future__ import annotations

import codecs
import hashlib
import importlib.util
import os
import re
import stat
import threading
from pathlib import Path
from typing import Any

import orjson

from ...core.desktop.installation import advise_extra
from ...core.errors import ClaudeOpsError, OperatorError
from ...core.extensions.registry import current_registry
from ...core.messages import UserMessage
from ...core.paths import own_program
from ..types import DocumentText
from .converter_process import ConversionTimeout, run_converter
from .formats import CONVERTED, NEEDED_MODULES, SUFFIXES, format_of_name
from .program import COMMAND, LONGEST_TEXT

LARGEST = 50_000_000  # bytes
LARGEST_ANSWER = 4 * LONGEST_TEXT + 1_000_000  # bytes of a converter's answer
CONVERSION_S = 60.0
_TITLE = re.compile(r"^title:[ \t]*(\S.*)$", re.MULTILINE | re.IGNORECASE)
_FIRST_HEADING = re.compile(r"^#[ \t]+(\S.*?)[ \t#]*$", re.MULTILINE)


class MissingExtraError(OperatorError):
    """The library that reads a format is not installed; it may be later."""


def hash_content(content: bytes) -> str:
    """What tells whether a document changed."""
    return hashlib.sha256(content).hexdigest()


def can_read(name: str) -> bool:
    """Tell whether a file of that name is a document that is read, by us or by a converter of a plugin."""
    return bool(format_of_name(name)) or _plugin_converter(name) is not None


def has_extra(kind: str) -> bool:
    """Tell whether the library that reads a format is installed."""
    return all(importlib.util.find_spec(name) is not None for name in NEEDED_MODULES.get(kind, ()))


def load_file(path: Path) -> bytes:
    """The content of a file. Raises OperatorError where it is none, is too large, or may not be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a device or a pipe is not even opened
            raise _no_regular_file(path)
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise _no_regular_file(path)
            if about.st_size > LARGEST:
                raise too_large(str(path))
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise OperatorError(
            UserMessage("{path} cannot be read: {why}.", path=path, why=error.strerror or type(error).__name__),
            UserMessage("Check the name, and that you may read it."),
        ) from error
    if len(content) > LARGEST:
        raise too_large(str(path))
    return content


def _no_regular_file(path: Path) -> OperatorError:
    return OperatorError(
        UserMessage("{path} is not a regular file.", path=path), UserMessage("Add a document, or a folder.")
    )


def too_large(name: str) -> OperatorError:
    """The error for a document over the limit."""
    return OperatorError(
        UserMessage("{name} is larger than 50 MB.", name=name), UserMessage("Split it, or add the part that matters.")
    )


def read_file(path: Path, content: bytes, seconds: float = CONVERSION_S) -> DocumentText:
    """What a file says. ``content`` is what it holds; a converter of a plugin reads the file itself."""
    kind = format_of_name(path.name)
    if not kind and (converter := _plugin_converter(path.name)) is not None:
        return _read_with_plugin(converter, path, seconds)
    if not kind:
        raise OperatorError(
            UserMessage("{name} is no document that can be read.", name=path.name),
            UserMessage("Files that can be read end in {suffixes}.", suffixes=", ".join(SUFFIXES)),
        )
    return read_content(content, kind, path.name, seconds=seconds)


def read_content(
    content: bytes, kind: str, name: str, charset: str = "", seconds: float = CONVERSION_S
) -> DocumentText:
    """What bytes of a format say; ``name`` is shown in errors, and its stem is the title of what has none."""
    if kind in CONVERTED:
        found = _convert(content, kind, name, charset, seconds)
    else:
        text = decode_text(content, name, charset)
        found = DocumentText(_title_of(text) if kind == "markdown" else "", text, kind)
    if not found.text.strip():
        raise OperatorError(
            UserMessage("{name} holds no text.", name=name),
            UserMessage("A scanned document needs text recognition first."),
        )
    title = " ".join(found.title.split()) or Path(name).stem
    return DocumentText(title, found.text, kind, found.page_starts, found.feeds)


def decode_text(content: bytes, name: str, charset: str = "") -> str:
    """The text of a plain file: Unicode, else Western European. Raises OperatorError for what is no text."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    if b"\0" in content[:65_536]:
        raise _unreadable(name)
    for encoding in dict.fromkeys(("utf-8-sig", charset, "cp1252")):
        try:
            return content.decode(encoding)
        except (LookupError, UnicodeDecodeError):
            continue
    raise _unreadable(name)


def _title_of(text: str) -> str:
    head = text[:4_000]
    settings = head.split("\n---", 1)[0] if head.startswith("---\n") else ""
    found = _TITLE.search(settings) or _FIRST_HEADING.search(head)
    return found[1].strip().strip("\"'")[:300] if found else ""


def _convert(content: bytes, kind: str, name: str, charset: str, seconds: float) -> DocumentText:
    words = [COMMAND, kind, *([charset] if re.fullmatch(r"[A-Za-z0-9_.:-]{1,40}", charset) else [])]
    try:
        said = run_converter(own_program(*words), content, seconds, LARGEST_ANSWER, os.environ)
        answer = orjson.loads(said) if said else {}
    except ConversionTimeout as error:
        raise _too_slow(name, seconds) from error
    except orjson.JSONDecodeError as error:
        raise _unreadable(name) from error
    if not isinstance(answer, dict):
        raise _unreadable(name)
    if "missing" in answer:
        raise MissingExtraError(
            UserMessage("{name} needs the extra “library”, which is not installed.", name=name),
            advise_extra("library"),
        )
    try:
        return DocumentText(
            str(answer["title"]), str(answer["text"]), kind, tuple(map(int, answer["pages"])),
            tuple(map(str, answer["feeds"])),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable(name) from error


def _plugin_converter(name: str) -> Any:
    """The name and the converter of a plugin that reads such a file; None without one."""
    found = current_registry().extensions("converters")
    return next((pair for pair in found.items() if name.lower().endswith(tuple(pair[1].suffixes))), None)


def _read_with_plugin(converter: tuple[str, Any], path: Path, seconds: float) -> DocumentText:
    name, plugin = converter
    answer: list[Any] = []

    def convert() -> None:
        try:
            answer.append(plugin.convert(path))
        except BaseException as error:
            answer.append(error)

    worker = threading.Thread(target=convert, name="document-conversion", daemon=True)
    worker.start()
    worker.join(seconds)
    if not answer:
        raise _too_slow(path.name, seconds)
    (found,) = answer
    if isinstance(found, ClaudeOpsError):
        raise OperatorError(found.sentence, found.remedy) from found
    if isinstance(found, Exception):
        sentence = current_registry().switch_off("converters", name, found)
        raise OperatorError(sentence, UserMessage("See `claudeops plugins list`.")) from found
    if not isinstance(found, str) or not found.strip():
        raise _unreadable(path.name)
    return DocumentText(_title_of(found) or path.stem, found, "markdown")


def _too_slow(name: str, seconds: float) -> OperatorError:
    return OperatorError(
        UserMessage("{name} could not be read within {seconds} s.", name=name, seconds=f"{seconds:g}"),
        UserMessage("Split it, or save it as text."),
    )


def _unreadable(name: str) -> OperatorError:
    return OperatorError(
        UserMessage("{name} cannot be read: it is damaged, or not what its name says.", name=name),
        UserMessage("Open it in its own program and save it again, or save it as text."),
    )
