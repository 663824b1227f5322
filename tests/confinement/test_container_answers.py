"""What a container engine answers is handed on without variables and secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from claudeops_desktop.confinement.container_answers import mask_document, mask_line


def masked(value: Any) -> Any:
    return json.loads(mask_document(json.dumps(value).encode()))


@pytest.mark.parametrize(
    "value",
    [
        {"Config": {"Env": ["DB_PASSWORD=hunter2xyz", "SALT=hunter2xyz", "EMPTY=", "BARE"]}},
        {"Spec": {"TaskTemplate": {"ContainerSpec": {"Env": ["PLAIN=hunter2xyz"]}}}},
        {"PreviousSpec": {"TaskTemplate": {"ContainerSpec": {"Env": ["PLAIN=hunter2xyz"]}}}},
        [{"ContainerConfig": {"env": {"PLAIN": "hunter2xyz", "name": "hunter2xyz"}}}],
        {"spec": {"env": [{"name": "PLAIN", "value": "hunter2xyz"}]}},
        {"Env": "PLAIN=hunter2xyz"},
        {"Env": [["hunter2xyz"], {"deep": ["hunter2xyz"]}]},
        {"ProcessEnvironment": "hunter2xyz"},
        {"Labels": {"devcontainer.metadata": '[{"containerEnv":{"PLAIN":"hunter2xyz"}}]'}},
        {"Attributes": {"containerInspectData": '{"Config":{"Env":["PLAIN=hunter2xyz"]}}'}},
        {"Config": {"CreateCommand": ["podman", "run", "-e", "PLAIN=hunter2xyz", "web"]}},
        {"Config": {"CreateCommand": ["podman", "run", "--env", "PLAIN=hunter2xyz", "web"]}},
        {"Config": {"CreateCommand": ["podman", "run", "--env=PLAIN=hunter2xyz", "web"]}},
        {"Config": {"CreateCommand": ["podman", "run", "-ePLAIN=hunter2xyz", "web"]}},
        {"Config": {"CreateCommand": ["podman", "run", "-dePLAIN=hunter2xyz", "web"]}},
        {"Config": {"CreateCommand": ["podman", "run", "-de", "PLAIN=hunter2xyz", "web"]}},
        [{"CreatedBy": "/bin/sh -c #(nop)  ENV PLAIN=hunter2xyz OTHER=hunter2xyz"}],
        [{"CreatedBy": "ENV PLAIN=hunter2xyz # buildkit"}],
        [{"CreatedBy": "ARG PLAIN=hunter2xyz"}],
        [{"CreatedBy": "RUN |2 PLAIN=hunter2xyz OTHER=hunter2xyz /bin/sh -c make # buildkit"}],
        {"history": [{"created_by": "/bin/sh -c #(nop) ENV PLAIN hunter2xyz"}]},
        {"Config": {"Cmd": ["/bin/sh", "-c", "#(nop) ", "ENV PLAIN=hunter2xyz"], "OnBuild": ["ENV A=hunter2xyz"]}},
        {"HostConfig": {"LogConfig": {"Config": {"splunk-token": "hunter2xyz"}}}},
        {"Options": {"o": "addr=nas,username=app,password=hunter2xyz"}},
        {"HttpProxy": "http://app:hunter2xyz@proxy.example:3128"},
        {"Config": {"Cmd": ["server", "--password=hunter2xyz"]}},
    ],
)
def test_no_value_of_a_variable_and_no_secret_is_left(value: Any) -> None:
    assert "hunter2xyz" in json.dumps(value)
    assert "hunter2xyz" not in json.dumps(masked(value))


def test_the_names_of_variables_stay() -> None:
    found = masked({"Env": ["DB_PASSWORD=a=b", "BARE"], "Name": "/web"})
    assert found == {"Env": ["DB_PASSWORD=[redacted]", "[redacted]"], "Name": "/web"}


@pytest.mark.parametrize(
    "value",
    [
        {"Id": "af5c703a2a4443633bd43a777e79aa599e2d2edf06757bff98aca72e7d79ffd1", "Image": "sha256:c396bc8ba75ecea1"},
        {
            "Labels": {
                "com.docker.compose.config-hash": "c396bc8ba75ecea16ff41753b2205af27076949bb2e13081",
                "team": "ops",
            }
        },
        {"Labels": {"traefik.http.routers.web.rule": "Host(`web.example`)", "note": '{"a": 1'}},
        {"State": {"Status": "running", "Pid": 3805, "ExitCode": 0, "StartedAt": "2026-11-28T15:15:58.349041719Z"}},
        {"NetworkSettings": {"SandboxKey": "/var/run/docker/netns/af5c703a2a44", "Ports": {"80/tcp": None}}},
        {"Memory": 18446744073709551615, "Cpu": 0.25, "Privileged": False, "Cmd": ["/bin/busybox", "sleep", "100000"]},
        {"Config": {"Env": None}, "Names": ["/größe"], "CreateCommand": None},
    ],
)
def test_everything_else_stays_as_it_is(value: Any) -> None:
    assert masked(value) == value


def test_a_line_of_a_stream_is_masked_and_ends_as_a_line() -> None:
    assert mask_line(b'\x1e{"Env":["A=b"]}\r') == b'{"Env":["A=[redacted]"]}\n'
    assert mask_line(b"  ") == b""


@pytest.mark.parametrize("text", [b"", b"{", b"plain", b"\xff\xfe"])
def test_what_is_no_json_is_not_handed_on(text: bytes) -> None:
    with pytest.raises(ValueError):
        mask_document(text)
