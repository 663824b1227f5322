"""An answer that an endpoint sent in pieces (server-sent events) though it was asked for it whole. Pure."""

from __future__ import annotations

from typing import Any

import orjson

_LINE = b"data:"
_END = b"[DONE]"


def is_streamed(body: bytes) -> bool:
    """Tell whether a body is a stream of events rather than a document."""
    return body.lstrip()[: len(_LINE)] == _LINE or body.lstrip().startswith((b"event:", b": "))


def join_message(body: bytes) -> dict[str, Any]:
    """The message that the pieces make, as an endpoint would have sent it whole; one that breaks off is as one that was
    cut for its length.

    Raises JSONDecodeError, KeyError, IndexError, TypeError or AttributeError for what is no such stream.
    """
    text: list[str] = []
    finish, usage, ended = None, None, False
    for line in body.splitlines():
        said = line.strip().removeprefix(_LINE).strip()
        if not line.strip().startswith(_LINE) or not said:
            continue
        if said == _END:
            ended = True
            break
        piece = orjson.loads(said)
        usage = piece.get("usage") or usage
        for choice in piece["choices"][:1]:
            text.append((choice.get("delta") or {}).get("content") or "")
            finish = choice.get("finish_reason") or finish
    finish = finish or ("stop" if ended else "length")
    return {"choices": [{"message": {"content": "".join(text)}, "finish_reason": finish}], "usage": usage}
