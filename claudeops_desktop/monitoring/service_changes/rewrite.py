"""A service's name taken out of lists, documents and sentences, or put in. Pure.

``new`` None takes the name out. Only what names the service is touched: the value of a field such as ``service``, an
entry of a list of services, the first part of a check's key, the subject of a sentence that Claude Ops wrote itself.
"""

from __future__ import annotations

import re
from typing import Any

SERVICE_FIELDS = frozenset(("service", "from_service", "to_service", "depends_on", "services"))


def rename_in_list(names: list[Any], old: str, new: str | None) -> list[Any]:
    """A list of names with the new one in the old one's place, each once."""
    found: list[Any] = []
    for name in names:
        kept = new if isinstance(name, str) and name.lower() == old else name
        if kept is not None and kept not in found:
            found.append(kept)
    return found


def rename_in_document(value: Any, old: str, new: str | None) -> Any:
    """A JSON document with the new name in each field that holds names of services."""
    if isinstance(value, dict):
        return {name: _rename_field(name, each, old, new) for name, each in value.items()}
    if isinstance(value, list):
        return [rename_in_document(each, old, new) for each in value]
    return value


def rename_in_key(key: str, old: str, new: str) -> str:
    """``event:critical:web:…`` with the new name in each part that is the old one."""
    return ":".join(new if part == old else part for part in key.split(":"))


def rename_subject(sentence: str, old: str, new: str) -> str:
    """A sentence of Claude Ops' own with the new name where it begins with the old one: ``web is down: …``."""
    return re.sub(rf"\A{re.escape(old)}(?=[\s:,.]|\Z)(?!\.\w)", lambda _: new, sentence)


def rename_mentions(sentence: str, old: str, new: str) -> str:
    """A sentence of Claude Ops' own with the new name wherever the old one stands as a word by itself: not within
    ``web.service``, ``/srv/web`` or ``web-2``."""
    return re.sub(rf"(?<![\w./:@-]){re.escape(old)}(?![\w/@-]|[.:]\w)", lambda _: new, sentence)


def _rename_field(name: str, value: Any, old: str, new: str | None) -> Any:
    if name in SERVICE_FIELDS:
        if isinstance(value, str):
            return new if value.lower() == old else value
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return rename_in_list(value, old, new)
    return rename_in_document(value, old, new)
