"""Whether a document fits a schema: the part of JSON Schema that our own schemas use. Pure.

Known are type, enum, const, properties, required, additionalProperties, items, minItems, maxItems, minLength,
maxLength, pattern, minimum, maximum and anyOf; other words are passed over, as the standard asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}


def misfit(data: Any, schema: Mapping[str, Any], at: str = "the answer") -> str:
    """What is wrong with a document, as one sentence without a full stop; "" where it fits."""
    kinds = schema.get("type")
    if kinds is not None and not any(_is(data, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return f"{at} is not {_article(kinds)}"
    if "enum" in schema and data not in schema["enum"]:
        return f"{at} is none of {', '.join(map(str, schema['enum']))}"
    if "const" in schema and data != schema["const"]:
        return f"{at} is not {schema['const']}"
    if "anyOf" in schema:
        found = [misfit(data, one, at) for one in schema["anyOf"]]
        if all(found):
            return found[0]
    if isinstance(data, dict):
        return _object(data, schema, at)
    if isinstance(data, list):
        return _array(data, schema, at)
    if isinstance(data, str):
        return _string(data, schema, at)
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        return _number(data, schema, at)
    return ""


def _is(data: Any, kind: str) -> bool:
    if isinstance(data, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(data, float):
        return data.is_integer()
    return isinstance(data, _TYPES.get(kind, (object,)))


def _article(kinds: str | list[str]) -> str:
    kind = kinds if isinstance(kinds, str) else " or ".join(kinds)
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _object(data: dict[str, Any], schema: Mapping[str, Any], at: str) -> str:
    missing = [name for name in schema.get("required", ()) if name not in data]
    if missing:
        return f"{at} has no “{missing[0]}”"
    known = schema.get("properties", {})
    more = schema.get("additionalProperties", True)
    for name, value in data.items():
        place = f"“{str(name)[:60]}” of {at}" if at == "the answer" else f"{at}, “{str(name)[:60]}”"
        if name in known:
            wrong = misfit(value, known[name], place)
        elif more is False:
            wrong = f"{at} has a “{str(name)[:60]}”, which nobody asked for"
        else:
            wrong = misfit(value, more, place) if isinstance(more, Mapping) else ""
        if wrong:
            return wrong
    return ""


def _array(data: list[Any], schema: Mapping[str, Any], at: str) -> str:
    if len(data) < schema.get("minItems", 0):
        return f"{at} has too few entries"
    if len(data) > schema.get("maxItems", len(data)):
        return f"{at} has too many entries"
    each = schema.get("items")
    if isinstance(each, Mapping):
        for place, value in enumerate(data, start=1):
            if wrong := misfit(value, each, f"entry {place} of {at}"):
                return wrong
    return ""


def _string(data: str, schema: Mapping[str, Any], at: str) -> str:
    if len(data) < schema.get("minLength", 0):
        return f"{at} is too short"
    if len(data) > schema.get("maxLength", len(data)):
        return f"{at} is too long"
    if "pattern" in schema and not re.search(schema["pattern"], data):
        return f"{at} is not written as asked"
    return ""


def _number(data: float, schema: Mapping[str, Any], at: str) -> str:
    if data != data or data < schema.get("minimum", data) or data > schema.get("maximum", data):  # noqa: PLR0124 — NaN
        return f"{at} is out of bounds"
    return ""
