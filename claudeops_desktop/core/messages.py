"""Sentences for people that keep what they were made of, so that the window can show them in another language.

A message is a ``str`` in English: the command line, logs, JSON and the database use it as it is. The window, which
alone knows the operator's language, looks its template up and fills in the values (``tr_message`` of ``ui.text``).
``pyside6-lupdate`` finds the templates by the names ``UserMessage``, ``PluralMessage`` and ``mark_text``; they must be
literals.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self

_NOTHING: Mapping[str, object] = MappingProxyType({})


def mark_text(text: str) -> str:
    """The text as it is. Marks a literal for the catalogues where a plain ``str`` has to stand, such as the description
    of a field; the window shows it with ``tr_message(UserMessage(text))``.
    """
    return text


class UserMessage(str):
    """``UserMessage("Could not read {path}.", path=path)``: the English sentence, with its template and values."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Fill the values into the template, as ``str.format`` does."""
        made = super().__new__(cls, template.format(**values) if values else template)
        made.template = template
        made.values = values or _NOTHING
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.template, dict(self.values))


class PluralMessage(UserMessage):
    """``PluralMessage("%n memory", "%n memories", 3)``: the English form for a number, which stands for ``%n``."""

    __slots__ = ("many", "number")
    many: str
    number: int

    def __new__(cls, one: str, many: str, count: int, /, **values: object) -> Self:
        """Choose the form and fill in the number and the values."""
        form = one if count == 1 else many
        said = (form.format(**values) if values else form).replace("%n", f"{count:,}")
        made = str.__new__(cls, said)
        made.template, made.many, made.number = one, many, count
        made.values = values or _NOTHING
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_plural, (self.template, self.many, self.number, dict(self.values))


class JoinedMessage(UserMessage):
    """Several sentences with spaces or line breaks between them, each still a message of its own; ``join_messages`` and
    ``join_lines`` make it."""

    __slots__ = ("between", "parts")
    parts: tuple[str, ...]
    between: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _joined, (self.between, self.parts)


def join_messages(*parts: str) -> JoinedMessage:
    """One text of all parts that are not empty."""
    return _joined(" ", parts)


def join_lines(*parts: str) -> JoinedMessage:
    """One text with a line for each part that is not empty."""
    return _joined("\n", parts)


def _joined(between: str, parts: tuple[str, ...]) -> JoinedMessage:
    kept = tuple(part for part in parts if part)
    made = str.__new__(JoinedMessage, between.join(kept))
    made.template, made.values, made.parts, made.between = str(made), _NOTHING, kept, between
    return made


def message_of(error: BaseException) -> str:
    """What an error says; where it was raised with a message, that message with its template."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, UserMessage) else str(error)


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
        return _unpacked(json.loads(text)) if text else ""
    except (ValueError, TypeError, KeyError, IndexError):
        return text


def _unpacked(found: object) -> str:
    if isinstance(found, str):
        return found
    if isinstance(found, list):
        return join_messages(*map(_unpacked, found))
    if not isinstance(found, dict):
        raise ValueError("no message")
    values = {str(name): value for name, value in dict(found["values"]).items()}
    if "many" in found:
        return PluralMessage(str(found["template"]), str(found["many"]), int(found["number"]), **values)
    return UserMessage(str(found["template"]), **values)


def _rebuild(template: str, values: dict[str, object]) -> UserMessage:
    return UserMessage(template, **values)


def _rebuild_plural(one: str, many: str, count: int, values: dict[str, object]) -> PluralMessage:
    return PluralMessage(one, many, count, **values)
