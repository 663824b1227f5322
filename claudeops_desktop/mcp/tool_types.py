"""What a tool is to an MCP client, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

TEXT = {"type": "string"}
MESSAGE = {"type": "string", "description": "How to take this answer; read it first."}


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """One tool. Schemas are JSON Schema; ``writes`` is whether it changes anything."""

    name: str
    title: str
    description: str
    takes: Mapping[str, Any]
    gives: Mapping[str, Any]
    writes: bool


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool answers: words for the model, the same as data, and whether it failed.

    Newer versions of the CLI hand the model the data alone and drop the words (``structured_replaces_text`` in the
    table of versions), so whatever it must read stands in the data too, first, as ``message``.
    """

    text: str
    data: dict[str, Any] = field(default_factory=dict)
    failed: bool = False


def object_schema(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    """The JSON Schema of an object without other keys."""
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def failed_answer(text: str) -> ToolAnswer:
    """The answer of a tool that could not do what it was asked for."""
    return ToolAnswer(text, {}, failed=True)
