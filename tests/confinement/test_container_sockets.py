"""Where a container engine answers is found in the places that its clients look at."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from claudeops_desktop.confinement.container_sockets import find_upstreams


def listening(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    with socket.socket(socket.AF_UNIX) as made:  # the file stays
        made.bind(str(path))
    return str(path)


def found(environ: dict[str, str]) -> list[str]:
    return [each.path for each in find_upstreams(environ) if not each.path.startswith(("/run/docker", "/run/podman"))]


@pytest.mark.parametrize("variable", ["DOCKER_HOST", "CONTAINER_HOST"])
def test_a_variable_names_it(variable: str, tmp_path: Path) -> None:
    path = listening(tmp_path / "engine.sock")
    assert found({variable: f"unix://{path}"}) == [path]


@pytest.mark.parametrize("name", ["docker.sock", "podman/podman.sock"])
def test_it_is_the_users_own(name: str, tmp_path: Path) -> None:
    path = listening(tmp_path / name)
    assert found({"XDG_RUNTIME_DIR": str(tmp_path)}) == [path]


@pytest.mark.parametrize("variable", ["HOME", "DOCKER_CONFIG"])
def test_a_context_of_docker_names_it(variable: str, tmp_path: Path) -> None:
    path = listening(tmp_path / "engine.sock")
    folder = tmp_path / (".docker/contexts/meta" if variable == "HOME" else "contexts/meta")
    for name, text in {
        "one": json.dumps({"Name": "one", "Endpoints": {"docker": {"Host": f"unix://{path}"}}}),
        "remote": json.dumps({"Name": "remote", "Endpoints": {"docker": {"Host": "ssh://web"}}}),
        "broken": "{",
        "odd": "[]",
    }.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "meta.json").write_text(text)
    (folder / "empty").mkdir()
    assert found({variable: str(tmp_path)}) == [path]


def test_what_is_named_twice_is_found_once(tmp_path: Path) -> None:
    path = listening(tmp_path / "docker.sock")
    (tmp_path / "link.sock").symlink_to(path)
    environ = {"DOCKER_HOST": f"unix://{tmp_path}/link.sock", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert found(environ) == [path]


@pytest.mark.parametrize(
    "host", ["tcp://127.0.0.1:2375", "ssh://web", "unix://docker.sock", "unix://", "/plain.sock", "unix:///\0", ""]
)
def test_what_is_no_socket_of_this_machine_is_not(host: str) -> None:
    assert found({"DOCKER_HOST": host}) == []


def test_a_file_or_nothing_at_the_place_is_not(tmp_path: Path) -> None:
    (tmp_path / "docker.sock").write_text("")
    assert found({"XDG_RUNTIME_DIR": str(tmp_path), "DOCKER_HOST": f"unix://{tmp_path}/none"}) == []


def test_each_has_a_door_of_its_own(tmp_path: Path) -> None:
    listening(tmp_path / "docker.sock")
    listening(tmp_path / "podman" / "podman.sock")
    one, two = (
        each for each in find_upstreams({"XDG_RUNTIME_DIR": str(tmp_path)}) if each.path.startswith(str(tmp_path))
    )
    assert one.door != two.door
    assert len(one.door) < 40
