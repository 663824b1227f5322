"""Versions as packages, images and programs write them: whether one has a fix that another has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.learning.findings.versions import has_fix


@pytest.mark.parametrize(
    ("version", "fixed", "expected"),
    [
        ("1.10", "1.9", True),
        ("1.2", "1.10", False),
        ("1.0", "1.0.0", True),
        ("1.0.0", "1.0", True),
        ("1.0", "1.0.1", False),
        ("v1.2", "1.2", True),
        ("1.2", "v1.2", True),
        ("1.0rc1", "1.0", False),
        ("1.0", "1.0rc1", True),
        ("1.0-rc.2", "1.0-rc.10", False),
        ("3.1-dev", "3.1", False),
        ("1.18.0~beta", "1.18.0", False),
        ("2:1.0", "1:9.0", True),
        ("1:1.0", "2:0.1", False),
        ("1.1.1k", "1.1.1j", True),
        ("1.1.1", "1.1.1a", False),
        ("1.18.0-6ubuntu14.3", "1.18.0-6ubuntu14.4", False),
        ("1.27.3-r1", "1.27.3-r2", False),
        ("1.2.0-alpine", "1.2.0", True),
        ("2024.10.1", "2024.9.9", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, fixed: str, expected: bool):
    assert has_fix(version, fixed) is expected


@pytest.mark.parametrize(("version", "fixed"), [("", "1"), ("1", ""), ("latest", "1.2"), ("a1b2c3d4", "1.2")])
def test_what_cannot_be_compared_counts_as_one_that_has_the_fix(version: str, fixed: str):
    assert has_fix(version, fixed)


@given(st.text(), st.text())
def test_of_two_versions_one_at_least_has_what_the_other_has(one: str, other: str):
    assert has_fix(one, other) or has_fix(other, one)
