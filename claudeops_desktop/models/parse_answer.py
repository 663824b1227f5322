"""What a model said, read as the document it was asked for; strictly, never guessed. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from ..core.messages import UserMessage
from .base import ModelFault, UnreadableAnswer
from .schema_match import misfit

LONGEST_ANSWER = 4_000_000
_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>\s*", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"\A```[a-z]*[ \t]*\r?\n(.*?)\r?\n?```\Z", re.DOTALL | re.IGNORECASE)


def read_document(text: str, schema: Mapping[str, Any]) -> Any:
    """The document in an answer, which may stand in a fence and after the model's thoughts. Raises UnreadableAnswer."""
    bare = _THOUGHT.sub("", text, count=1).strip()
    if fenced := _FENCED.match(bare):
        bare = fenced[1].strip()
    try:
        data = orjson.loads(bare)
    except orjson.JSONDecodeError as error:
        began = " ".join(bare.split())[:80]
        raise UnreadableAnswer(
            UserMessage("The model answered with no JSON document: “{began}”.", began=began), bare
        ) from error
    try:
        return checked(data, schema)
    except ModelFault as fault:
        raise UnreadableAnswer(str(fault), bare) from fault


def checked(data: Any, schema: Mapping[str, Any]) -> Any:
    """The document itself where it fits. Raises ModelFault with what is wrong."""
    if wrong := misfit(data, schema):
        raise ModelFault(UserMessage("The model's answer does not fit: {wrong}.", wrong=wrong))
    return data


def in_words(schema: Mapping[str, Any]) -> str:
    """What to add to a prompt where a model cannot be held to a schema."""
    return (
        "Answer with one JSON document and nothing else: no words before or after it, no fence. It must fit this JSON"
        f" schema:\n{orjson.dumps(schema).decode()}"
    )
