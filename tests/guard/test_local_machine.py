"""What this machine shows of processes and compose projects, by reading alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from claudeops_desktop.guard.compose_files import LARGEST_BYTES, ComposeProject, ComposeService
from claudeops_desktop.guard.local_machine import LocalMachine

WEB = "services:\n  web:\n    image: x\n  db:\n    container_name: pg\n"


def made(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / {"env": ".env"}.get(name, f"{name}.yml")).write_text(text)
    return folder


@pytest.mark.parametrize(
    ("files", "project"),
    [
        ({"compose": WEB}, "mediaserver"),
        ({"docker-compose": WEB}, "mediaserver"),
        ({"compose": f"name: other\n{WEB}"}, "other"),
        ({"compose": f'name: "Other_1"\n{WEB}'}, "other_1"),
        ({"compose": WEB, "env": "A=b\nCOMPOSE_PROJECT_NAME=given\n"}, "given"),
        ({"compose": f"name: other\n{WEB}", "env": "export COMPOSE_PROJECT_NAME='given'\n"}, "given"),
        ({"compose": "volumes:\n  x:\n"}, None),
        ({"compose": ""}, None),
        ({"prod": WEB}, None),
    ],
)
def test_a_project_is_named_by_its_variable_its_file_or_its_folder(tmp_path, files, project):
    folder = made(tmp_path / "Media.Server", **files)
    found = LocalMachine().compose_project(str(folder), (), above=False)
    services = (ComposeService("web"), ComposeService("db", "pg"))
    assert found == (None if project is None else ComposeProject(project, services))


@pytest.mark.parametrize(
    "text",
    [
        f"include:\n  - x.yml\n{WEB}",
        f"include:\n  - ${{HERE}}/docker-compose.yml\n{WEB}",
        f"include:\n  - oci://example.org/web\n{WEB}",
        f"include:\n  - git@example.org:ops/web.git\n{WEB}",
        f"{WEB}    extends: {{file: y.yml, service: x}}\n",
        f"{WEB}    extends: missing\n",
    ],
)
def test_a_project_whose_other_files_are_not_here_is_incomplete(tmp_path, text):
    folder = made(tmp_path / "media", compose=text)
    found = LocalMachine().compose_project(str(folder), (), above=False)
    assert found is not None
    assert not found.complete


def test_the_project_of_a_folder_above_is_found_where_that_is_asked(tmp_path):
    folder = made(tmp_path / "media", compose=WEB) / "a" / "b"
    folder.mkdir(parents=True)
    found = LocalMachine().compose_project(str(folder), (), above=True)
    assert found is not None
    assert found == ComposeProject("media", (ComposeService("web"), ComposeService("db", "pg")))
    assert (found.service("DB"), found.service("none")) == (ComposeService("db", "pg"), None)
    assert LocalMachine().compose_project(str(folder), (), above=False) is None
    assert LocalMachine().compose_project("media", (), above=True) is None


def test_a_file_that_is_too_long_is_not_read(tmp_path):
    folder = made(tmp_path / "media", compose=WEB + "#" * (LARGEST_BYTES - len(WEB)))
    assert LocalMachine().compose_project(str(folder), (), above=False) is not None
    made(folder, compose=WEB + "#" * (LARGEST_BYTES - len(WEB) + 1))
    assert LocalMachine().compose_project(str(folder), (), above=False) is None


def test_a_process_is_known_by_its_name_and_program():
    seen = LocalMachine().process(str(os.getpid()))
    assert seen is not None
    assert seen.command == Path("/proc/self/cmdline").read_text().replace("\0", " ").strip()
    assert any("python" in name for name in seen.names)
    assert len(seen.names) == len(set(seen.names))
    assert not seen.contained, "it runs where this program runs"
    assert LocalMachine().process("99999999") is None
    assert LocalMachine().process("x\0") is None


def test_processes_are_looked_for_without_this_one():
    machine = LocalMachine()
    asked = []
    assert list(machine.processes(lambda text: bool(asked.append(text)), whole=False)) == []
    assert list(machine.processes(lambda text: bool(asked.append(text)), whole=True)) == []
    parent = Path(f"/proc/{os.getppid()}/comm").read_text().strip()
    if os.getppid() > 1:
        assert parent in asked
        assert any(seen.names for seen in machine.processes(parent.__eq__, whole=False))
