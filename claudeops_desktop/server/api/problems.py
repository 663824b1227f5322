"""Errors of the REST interface as problem documents (RFC 9457): what is wrong, in which field, and what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus

import msgspec

from ...core.errors import ClaudeOpsError, EnvironmentFault, PolicyRefusal, UsageError
from ...operations.operation_types import MissingRow
from .answer_types import ProblemOut, WrongField

PROBLEM_JSON = "application/problem+json"
_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<place>[^`]*)`)?$", re.DOTALL)


class RequestError(Exception):
    """A request that is refused: the status, one sentence, the field where there is one, and what to do."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        field: str = "",
        fix: str = "",
        kind: str = "about:blank",
        headers: Mapping[str, str] | None = None,
        confirmation: str = "",
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.field = field
        self.fix = fix
        self.kind = kind
        self.headers = dict(headers or {})
        self.confirmation = confirmation

    def as_problem(self) -> ProblemOut:
        """The document."""
        wrong = [WrongField(field=self.field, detail=self.detail, fix=self.fix)] if self.field or self.fix else []
        return ProblemOut(
            type=self.kind,
            title=HTTPStatus(self.status).phrase,
            status=self.status,
            detail=" ".join(part for part in (self.detail, self.fix) if part),
            errors=wrong,
            confirmation=self.confirmation,
        )


def not_found(what: str, number: object) -> RequestError:
    """There is no such row."""
    return RequestError(404, f"There is no {what} {number}.")


def from_application(error: ClaudeOpsError) -> RequestError:
    """The application's own sentence, under the status that fits."""
    if isinstance(error, MissingRow):
        return RequestError(404, str(error))
    if isinstance(error, PolicyRefusal):
        status = 403
    elif isinstance(error, UsageError):
        status = 422
    elif isinstance(error, EnvironmentFault):
        status = 503
    else:
        status = 409
    return RequestError(status, str(error), fix=str(error.remedy or ""))


def from_validation(error: msgspec.ValidationError, where: str = "") -> RequestError:
    """What a body or a parameter has wrong, from msgspec's "… - at `$.field`"."""
    found = _PLACE.match(str(error))
    what, place = (found["what"], found["place"] or "") if found else (str(error), "")
    if named := re.search(r"(?:unknown|required) field `([^`]*)`", what):
        place = f"{place}.{named[1]}"
    field = place.lstrip(".") or where or "body"
    fixes = {"unknown field": "Leave it out.", "required field": "Send it."}
    fix = next((said for sign, said in fixes.items() if sign in what), "Send what the OpenAPI document asks for.")
    return RequestError(400, f"{field}: {what}.", field=field, fix=fix)
