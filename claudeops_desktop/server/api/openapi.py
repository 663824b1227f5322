"""The OpenAPI 3.1 document, made of the table of operations and the types of what goes in and out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from ... import __version__
from ..token_types import SCOPE_MEANINGS, TokenScope
from .answer_types import ProblemOut
from .operation_types import ETAG_FORM, ApiOperation
from .problems import PROBLEM_JSON
from .request_types import LARGEST_ID, MemoryEditBody

PREFIX = "/api/v1"
REFERENCE = "#/components/schemas/{name}"
ALWAYS = (400, 401, 403, 408, 413, 421, 429, 500, 503)
MEANINGS = {
    400: "The request is not what this document asks for.",
    401: "The token is missing or wrong.",
    403: "The token may not do this, or a rule of the operator forbids it.",
    404: "There is no such row.",
    408: "The body did not arrive in time.",
    409: "It cannot be done as things stand, or a request with this key is being carried out.",
    412: "It was changed since it was read.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    421: "The server is not known by this host name.",
    422: "The values cannot be used.",
    428: "If-Match is missing.",
    429: "Too many requests.",
    500: "A mistake of the application.",
    503: "The application cannot do it now.",
}
CHANGES = {
    "operationId": "listenToChanges",
    "summary": "Listen to changes as server-sent events.",
    "description": 'Each event `change` has data `{"table", "ids", "what"}`; the table `*` means any of them. Needs the'
    " scope read.",
    "tags": ["changes"],
}


def openapi_document(operations: Sequence[ApiOperation], url: str) -> dict[str, Any]:
    """The document for these operations, served at ``url``, "" where it is served from."""
    types = [one.query for one in operations] + [one.body for one in operations if one.body is not None]
    types += [one.result for one in operations] + [ProblemOut]
    _, components = msgspec.json.schema_components(_unique(types), ref_template=REFERENCE)
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, components)
    components[_name(MemoryEditBody)]["minProperties"] = 1
    shown = {_name(kind) for kind in (one.query for one in operations)}
    paths["/changes"] = {"get": _changes()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Claude Ops",
            "version": __version__,
            "summary": "What an operator's AI agent remembers and does.",
            "description": "Every request carries a token with the scope that the operation names: "
            + "; ".join(f"`{scope}`: {SCOPE_MEANINGS[scope]}" for scope in TokenScope)
            + ".",
        },
        "servers": [{"url": f"{url}{PREFIX}"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": {name: schema for name, schema in components.items() if name not in shown},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(one: ApiOperation, components: dict[str, Any]) -> dict[str, Any]:
    parameters = [_path_parameter(name) for name in re.findall(r"\{(\w+)\}", one.path)]
    parameters += _query_parameters(components[_name(one.query)])
    if one.matches:
        parameters.append(
            _header("If-Match", "The ETag of the memory as it was read, or `*`.", ETAG_FORM, required=True)
        )
    if one.method == "GET":
        parameters.append(_header("If-None-Match", "Answered with 304 where nothing has changed."))
    elif one.writes:
        parameters.append(
            _header("Idempotency-Key", "The same key within a day gets the same answer again.", r"^[!-~]{1,200}$")
        )
    document: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.summary.partition(". ")[0].rstrip(".") + ".",
        "description": f"{one.summary} Needs the scope {one.scope}.",
        "tags": [one.path.split("/")[1]],
        "responses": _responses(one, components),
    }
    if parameters:
        document["parameters"] = parameters
    if one.body is not None:
        document["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": REFERENCE.format(name=_name(one.body))}}},
        }
    return document


def _responses(one: ApiOperation, components: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for status in one.statuses:
        found[str(status)] = {
            "description": {200: "Done.", 201: "A memory was made.", 202: "It waits for its turn."}[status],
            "content": {"application/json": {"schema": {"$ref": REFERENCE.format(name=_name(one.result))}}},
        }
        if one.method == "GET":
            found[str(status)]["headers"] = {"ETag": {"schema": {"type": "string"}}}
    if one.method == "GET":
        found["304"] = {"description": "Nothing has changed."}
    errors = {*ALWAYS, *one.errors}
    if one.writes:
        errors |= {409, 422}
    if one.body is not None:
        errors |= {415}
    for status in sorted(errors):
        found[str(status)] = {"description": MEANINGS[status], "content": _problem_content()}
    return found


def _problem_content() -> dict[str, Any]:
    return {PROBLEM_JSON: {"schema": {"$ref": REFERENCE.format(name="ProblemOut")}}}


def _changes() -> dict[str, Any]:
    errors = {str(status): {"description": MEANINGS[status], "content": _problem_content()} for status in ALWAYS}
    stream = {"description": "A stream without end.", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    last = _header("Last-Event-ID", "The id of the last event that arrived.", r"^[0-9a-f]{8}-[0-9a-f]{1,12}$")
    return CHANGES | {"parameters": [last], "responses": {"200": stream} | errors}


def _path_parameter(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 200}
    if name == "id":
        schema = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _query_parameters(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "query",
            "required": name in schema["required"],
            "schema": _without_null(one),
        }
        for name, one in schema["properties"].items()
    ]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be left out, but cannot be null: there is no such thing in an address."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    found = dict(kinds[0]) if len(kinds) == 1 else dict(schema)
    default = schema.get("default")
    return found | {"default": default} if default not in (None, ()) and "default" in schema else found


def _header(name: str, description: str, pattern: str = "", *, required: bool = False) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "required": required,
        "description": description,
        "schema": {"type": "string", "pattern": pattern} if pattern else {"type": "string"},
    }


def _name(kind: Any) -> str:
    """The name of a type among the components."""
    (reference,), _ = msgspec.json.schema_components([kind], ref_template="{name}")
    return str(reference["$ref"])


def _unique(types: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    for kind in types:
        if kind not in found:
            found.append(kind)
    return found
