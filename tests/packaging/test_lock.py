"""What scripts/setup installs is locked: every dependency and build tool by name, version and hash."""

from __future__ import annotations

import re
import tomllib

import pytest

NAME = re.compile(r"^[A-Za-z0-9._-]+")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text())


def locked(root, name):
    text = (root / "lock" / f"{name}.txt").read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def names(root, name):
    return {normal(NAME.match(line)[0]) for line in locked(root, name)}


def test_every_dependency_of_the_project_and_of_its_extras_is_locked(root, project):
    run = names(root, "run")
    assert {normal(NAME.match(one)[0]) for one in project["project"]["dependencies"]} <= run
    for extra, needs in project["project"]["optional-dependencies"].items():
        assert {normal(NAME.match(one)[0]) for one in needs} <= run | names(root, extra), extra
    assert {normal(NAME.match(one)[0]) for one in project["build-system"]["requires"]} <= names(root, "build")


def test_every_entry_has_one_version_and_a_hash_and_no_address(root, project):
    for name in ("build", "run", *project["project"]["optional-dependencies"]):
        for line in locked(root, name):
            assert re.match(r"[a-z0-9-]+(\[[a-z,]+\])?==[^\s;]+ .*--hash=sha256:[0-9a-f]{64}", line), line
            assert "://" not in line
