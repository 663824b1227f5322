"""The REST form of operations of the table: address, parameters and answer; all else stands in the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import convert

from ...language.types import service_name
from ...operations.operation_table import OPERATIONS
from ...operations.operation_types import RowNumber
from ...records.record_books import RecordRepositories
from .answer_types import RowPage
from .operation_types import ApiCall, ApiOperation, ApiReply
from .readings import out, page_of
from .request_types import PageQuery

T = TypeVar("T")
_NAMES = {"cursor": "before", "open": "open_only", "session": "session_id"}
"""What the REST interface calls fields of requests."""
OF_NO_SERVICE = ("listEvents",)
"""Operations that list rows of no service for the name general, which else narrows nothing."""


def list_operation(
    name: str, path: str, answer: type[T], query: type[PageQuery], make: Callable[[Any], T] | None = None
) -> ApiOperation:
    """Return the operation that answers a page of rows; ``make`` makes a row's answer, where its fields do not."""
    spec = OPERATIONS[name]

    def handle(call: ApiCall) -> ApiReply:
        given = {_NAMES.get(one, one): getattr(call.query, one) for one in query.__struct_fields__}
        if "service" in given and name not in OF_NO_SERVICE:
            given["service"] = service_name(given["service"])
        request = convert(given | {"limit": call.query.limit + 1}, spec.request)
        return page_of(answer, spec.run(call.parts.book, request, call.now), call.query, make)

    page = RowPage[answer]  # type: ignore[valid-type]
    return ApiOperation("GET", path, name, spec.scope, spec.help, page, handle, query)


def row_operation(
    name: str, path: str, answer: type[T], make: Callable[[RecordRepositories, Any], T] | None = None
) -> ApiOperation:
    """Return the operation that answers one row, or with 404."""
    spec = OPERATIONS[name]

    def handle(call: ApiCall) -> ApiReply:
        book = call.parts.book
        row = spec.run(book, RowNumber(call.row_id), call.now)
        return ApiReply(make(book, row) if make is not None else out(answer, row))

    return ApiOperation("GET", path, name, spec.scope, spec.help, answer, handle, errors=(404,))


def write_operation(
    name: str, path: str, answer: type, body: type, handle: Callable[[ApiCall], ApiReply], errors: tuple[int, ...]
) -> ApiOperation:
    """Return the operation that changes something."""
    spec = OPERATIONS[name]
    return ApiOperation(
        "POST", path, name, spec.scope, spec.help, answer, handle, body=body, mode="write", errors=errors
    )
