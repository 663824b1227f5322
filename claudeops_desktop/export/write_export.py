"""An export → a file, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ..agents.redact import LineRedactor, secrets_of
from ..core.atomic_write import replacing
from ..core.errors import EnvironmentFault, UsageError
from ..core.messages import UserMessage
from ..core.secrets import keyring_store
from ..core.settings import Settings
from . import as_html, as_json, as_markdown
from .gather_session import SessionExport

FORMATS = {"html": ".html", "json": ".json", "md": ".md"}


def redactor_for(settings: Settings) -> LineRedactor:
    """What takes secrets out, once more: they may have come to be known since the log was written."""
    return LineRedactor((*secrets_of(os.environ, settings.logs.secret_variables), *keyring_store.known_values()))


def suggest_name(session_id: int, kind: str) -> str:
    """A file name: ``session-000123.html``."""
    return f"session-{session_id:06d}{FORMATS[kind]}"


def kind_of(path: Path) -> str:
    """The format that a file's name asks for. Raises UsageError."""
    for kind, ending in FORMATS.items():
        if path.suffix.lower() in (ending, f".{kind}") or (kind == "md" and path.suffix.lower() == ".markdown"):
            return kind
    raise UsageError(
        UserMessage("“{name}” does not say the format.", name=path.name),
        UserMessage("End it in .html, .md or .json, or give --format."),
    )


def render_export(export: SessionExport, kind: str) -> Iterable[bytes]:
    """The file's contents."""
    if kind == "json":
        yield from as_json.write_text(export)
    elif kind == "html":
        yield from (piece.encode("utf-8", "replace") for piece in as_html.write_page(export))
    else:
        yield from (piece.encode("utf-8", "replace") for piece in as_markdown.write_text(export))


def write_export(export: SessionExport, kind: str, path: Path) -> int:
    """Write the file, readable by its owner alone; its bytes. Raises EnvironmentFault where the disk fails."""
    size = 0
    try:
        with replacing(path, keep_rights=False) as file:
            for piece in render_export(export, kind):
                size += file.write(piece)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} could not be written: {value}.", path=path, value=error.strerror or error),
            UserMessage("Choose another place, or make room there."),
        ) from error
    return size
