"""Matrices of crashes, faults and random input: a few cases in every run, the further ones with `--thorough`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def few_of(cases: Iterable[Any], count: int) -> list[Any]:
    """Return the cases as parameters of a test; those after the first ``count`` run with `--thorough` only.

    A tuple is a case of several parameters.
    """
    rows = [case if isinstance(case, tuple) else (case,) for case in cases]
    further = [pytest.param(*row, marks=pytest.mark.thorough) for row in rows[count:]]
    return [pytest.param(*row) for row in rows[:count]] + further
