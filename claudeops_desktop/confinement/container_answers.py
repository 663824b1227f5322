"""Takes variables and secrets out of what Docker and Podman answer. Pure.

The values of all variables of a container are masked: a name such as ``DATABASE`` or ``SALT`` does not tell whether
there is a secret behind it. Elsewhere what looks like a secret is masked, as everywhere in the application.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from ..core.secrets.redact_shapes import MASK, without_shapes

_STEPS = frozenset(("createdby", "created_by", "onbuild", "cmd", "entrypoint"))
"""Keys under which steps of a build stand: ``ENV NAME=value``, ``|1 NAME=value /bin/sh -c …``."""
_SET_IN_STEP = re.compile(r"\b((?:ENV|ARG)\s+[^\s=]+)[= ].*", re.S)
_BUILD_ARGUMENTS = re.compile(r"(\|\d+ ).*?( /\S+ -\w*c |\Z)", re.S)
_BARE_OPTION = re.compile(r"--env|-[A-Za-z]*e")
_OPTION = re.compile(r"--env=|-[A-Za-z]*e=?")
_RECORD_SEPARATOR = b"\x1e"


def mask_document(text: bytes) -> bytes:
    """Return a JSON text without variables and secrets. Raises ValueError where it is none."""
    return json.dumps(_masked(json.loads(text)), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def mask_line(line: bytes) -> bytes:
    """Return a line of a stream of JSON without variables and secrets. Raises ValueError where it is no JSON."""
    bare = line.strip().removeprefix(_RECORD_SEPARATOR)
    return mask_document(bare) if bare else b""


def mask_text(text: bytes) -> bytes:
    """Return a message of the engine without what looks like a secret."""
    return without_shapes(text.decode("utf-8", "replace")).encode()


def _masked(value: Any, key: str = "") -> Any:
    name = key.lower()
    if name.endswith(("env", "environ", "environment")):
        return _without_values(value)
    if name == "createcommand" and isinstance(value, list):
        return _masked_command(value)
    if isinstance(value, dict):
        return {each: _masked(inner, each) for each, inner in value.items()}
    if isinstance(value, list):
        return [_masked(inner, key if name in _STEPS else "") for inner in value]
    if isinstance(value, str):
        return _masked_text(value, key)
    return value


def _masked_text(text: str, key: str) -> str:
    if text[:1] in ("{", "["):  # a label or an event may hold JSON in its turn
        try:
            return json.dumps(_masked(json.loads(text)), ensure_ascii=False, separators=(",", ":"))
        except ValueError:
            pass
    if key.lower() in _STEPS:
        text = _BUILD_ARGUMENTS.sub(rf"\1{MASK}\2", _SET_IN_STEP.sub(rf"\1={MASK}", text))
    return _without_secrets(text, f"{key}=" if key else "")


@lru_cache(maxsize=4096)  # 100 containers have 2,500 texts, most of them the same each time
def _without_secrets(text: str, before: str) -> str:
    found = without_shapes(before + text)
    return found.removeprefix(before) if found.startswith(before) else MASK


def _without_values(value: Any) -> Any:
    """Return the names of variables, however they are written."""
    if isinstance(value, list):
        return [_without_values(each) for each in value]
    if isinstance(value, dict):
        named = {key.lower() for key in value} >= {"name", "value"}  # {"name": …, "value": …}
        return {key: inner if named and key.lower() == "name" else MASK for key, inner in value.items()}
    if isinstance(value, str):
        name, assigned, _ = value.partition("=")
        return f"{name}={MASK}" if assigned else MASK
    return value if value is None else MASK


def _masked_command(words: list[Any]) -> list[Any]:
    """Return the command that made a container, ``podman run -e NAME=value …``, without the values of its variables."""
    found: list[Any] = []
    for at, word in enumerate(words):
        option = _OPTION.match(word) if isinstance(word, str) else None
        if at and isinstance(words[at - 1], str) and _BARE_OPTION.fullmatch(words[at - 1]):
            found.append(_without_values(word))
        elif option and "=" in word[option.end() :]:
            found.append(option[0] + _without_values(word[option.end() :]))
        else:
            found.append(_masked(word))
    return found
