"""Sentences in the database that keep their template and values, so that the window can translate them."""

from __future__ import annotations

import json

from ..core.messages import JoinedMessage, PluralMessage, UserMessage, join_messages


def pack_message(text: str) -> str:
    """A message as JSON. A plain ``str`` is kept as it is, in quotes."""
    if isinstance(text, JoinedMessage):
        return json.dumps([json.loads(pack_message(part)) for part in text.parts], ensure_ascii=False)
    if not isinstance(text, UserMessage):
        return json.dumps(str(text), ensure_ascii=False)
    values = {name: one if isinstance(one, int | float | str) else str(one) for name, one in text.values.items()}
    packed: dict[str, object] = {"template": text.template, "values": values}
    if isinstance(text, PluralMessage):
        packed |= {"many": text.many, "number": text.number}
    return json.dumps(packed, ensure_ascii=False)


def unpack_message(text: str) -> str:
    """The message again. What is no such JSON comes back as it is: a purge may have left other words."""
    try:
        return _read(json.loads(text)) if text else ""
    except (ValueError, TypeError, KeyError, IndexError):
        return text


def _read(found: object) -> str:
    if isinstance(found, str):
        return found
    if isinstance(found, list):
        return join_messages(*map(_read, found))
    if not isinstance(found, dict):
        raise ValueError("no message")
    values = {str(name): value for name, value in dict(found["values"]).items()}
    if "many" in found:
        return PluralMessage(str(found["template"]), str(found["many"]), int(found["number"]), **values)
    return UserMessage(str(found["template"]), **values)
