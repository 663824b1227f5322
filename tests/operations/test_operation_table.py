"""The table of operations: each has one name, and a scope that a token can have."""

from __future__ import annotations

import inspect

import pytest
from msgspec import Struct

from claudeops_desktop.operations.operation_table import OPERATIONS
from claudeops_desktop.operations.operation_types import OperationSpec
from claudeops_desktop.server.token_types import TokenScope

SPECS = pytest.mark.parametrize("spec", OPERATIONS.values(), ids=OPERATIONS)


@SPECS
def test_its_scope_is_one_of_a_token(spec: OperationSpec) -> None:
    assert spec.scope in {scope.value for scope in TokenScope}


@SPECS
def test_what_only_reads_needs_no_more_than_reading(spec: OperationSpec) -> None:
    assert (spec.kind == "read") == (spec.scope == "read")


@SPECS
def test_it_is_asked_by_a_typed_request(spec: OperationSpec) -> None:
    assert issubclass(spec.request, Struct)
    assert inspect.signature(spec.run).parameters["request"].annotation == spec.request.__name__


@SPECS
def test_what_reads_has_nothing_to_undo(spec: OperationSpec) -> None:
    assert spec.kind != "read" or spec.undo is None
