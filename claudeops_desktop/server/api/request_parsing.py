"""The parts of a request, checked: path, query, headers, and what makes two requests the same."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec
from starlette.requests import Request

from .operation_types import ETAG_FORM, ApiOperation
from .problems import RequestError, from_validation
from .request_types import LARGEST_ID

ROW_ID = re.compile(r"[1-9][0-9]{0,15}")
KEY = re.compile(r"[!-~]{1,200}")


def parse_path(request: Request) -> dict[str, Any]:
    """The parameters of the path; a number that cannot be a row's names none. Raises RequestError."""
    found = dict(request.path_params)
    if "id" in found:
        if ROW_ID.fullmatch(found["id"]) is None or int(found["id"]) > LARGEST_ID:
            raise RequestError(404, "There is no such row.", field="id", fix="Take a number that the lists show.")
        found["id"] = int(found["id"])
    return found


def parse_query(one: ApiOperation, request: Request) -> Any:
    """The query as the operation's own type. Raises RequestError."""
    lists = {field.name for field in msgspec.structs.fields(one.query) if isinstance(field.default, tuple)}
    nullable = {field.name for field in msgspec.structs.fields(one.query) if field.default is None}
    given: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name in lists:
            given.setdefault(name, []).append(value)
        elif name in nullable and value.lower() == "null":  # no value at all, as msgspec reads it
            raise RequestError(400, f"{name} has no value.", field=name, fix="Leave it out.")
        elif name in given:
            raise RequestError(400, f"{name} is given twice.", field=name[:100], fix="Send it once.")
        else:
            given[name] = value
    try:
        return msgspec.convert(given, one.query, strict=False)
    except msgspec.ValidationError as error:
        raise from_validation(error, "query") from None


def require_etag(if_match: str) -> None:
    """Refuse a change by somebody who does not say what they have read."""
    if not if_match:
        raise RequestError(
            428, "If-Match is missing.", field="If-Match", fix="Send the ETag of the row as you read it."
        )
    if re.fullmatch(ETAG_FORM, if_match) is None:
        raise RequestError(
            400, "If-Match is no ETag.", field="If-Match", fix="Send the header ETag as it came, with its quotes."
        )


def unify_numbers(value: Any) -> Any:
    """JSON has one kind of numbers: 3.0 is the integer 3."""
    if isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST_ID:
        return int(value)
    if isinstance(value, dict):
        return {name: unify_numbers(each) for name, each in value.items()}
    return [unify_numbers(each) for each in value] if isinstance(value, list) else value


def parse_key(request: Request) -> str:
    """The idempotency key of a request, "" for none. Raises RequestError."""
    key = request.headers.get("idempotency-key")
    if key is not None and KEY.fullmatch(key) is None:
        raise RequestError(
            400, "Idempotency-Key is not a key.", field="Idempotency-Key", fix="Use 1 to 200 visible ASCII characters."
        )
    return key or ""


def request_fingerprint(request: Request, body: bytes) -> str:
    """What makes two requests the same: another hash as soon as anything of them is another."""
    said = "\n".join((request.method, str(request.url.path), request.url.query, request.headers.get("if-match", "")))
    return hashlib.sha256(said.encode() + b"\n" + body).hexdigest()
