"""Profiles of sessions, as root and as an ordinary user. ``confined_world`` says what lies around them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from confined_world import Confined, make_confined, users

from claudeops_desktop.confinement.probe import probe_profile
from claudeops_desktop.core.paths import DataFolder


@pytest.fixture(scope="session")
def profile_works(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Without bubblewrap these tests fail, with what is to be done: the profile holds what no other test looks at."""
    found = probe_profile(DataFolder(tmp_path_factory.mktemp("probe")).create())
    assert found.works, f"{found.why_not} {found.remedy}"


@pytest.fixture(scope="module", params=users(), ids=lambda user: "root" if user == 0 else "ordinary")
def shared(request: pytest.FixtureRequest, profile_works: None) -> Iterator[Confined]:
    """One for all tests of a module that only look."""
    found = make_confined(request.param)
    yield found
    shutil.rmtree(found.base)


@pytest.fixture(params=users(), ids=lambda user: "root" if user == 0 else "ordinary")
def confined(request: pytest.FixtureRequest, profile_works: None) -> Iterator[Confined]:
    found = make_confined(request.param)
    yield found
    shutil.rmtree(found.base)
