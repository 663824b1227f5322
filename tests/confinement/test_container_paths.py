"""Which requests to a container engine reach it, and in which spelling."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.confinement.container_paths import EngineRefusal, read_request

READ_TABLE = """
/_ping
/v1.43/_ping
/version
/v1.43/info
/v1.43/containers/json?all=1&filters=%7B%22status%22%3A%7B%22exited%22%3Atrue%7D%7D
/v1.43/containers/json?limit=-1&all=1&size=0&trunc_cmd=0
/v1.43/containers/web/json?size=1
/containers/af5c703a2a4443633bd43a777e79aa599e2d2edf06757bff98aca72e7d79ffd1/json
/v1.43/containers/web/logs?follow=1&stderr=1&stdout=1&tail=50&timestamps=1
/v1.43/containers/web/top
/v1.43/containers/web/top?ps_args=aux
/v1.43/containers/web/top?ps_args=-o+pid%2Ccomm%2C%25cpu
/v1.43/containers/web/stats?one-shot=1&stream=0
/v1.43/containers/web/changes
/v1.43/images/json?all=1&digests=1
/v1.43/images/registry.example:5000/team/web:1/json
/v1.43/images/team/web@sha256:af5c703a2a4443633bd43a777e79aa599e2d2edf06757bff98aca72e7d79ffd1/history
/v1.43/networks
/v1.43/networks/bridge?scope=local&verbose=false
/v1.43/volumes
/v1.43/volumes/data_1
/v1.43/events?since=1700000000&until=1700000100
/v1.43/system/df?type=container
/v1.43/services
/v1.43/services/web?insertDefaults=false
/v1.43/services/web/logs?stdout=1
/v1.43/tasks?filters=%7B%7D
/v1.43/nodes
/v4.3.1/libpod/_ping
/v4.3.1/libpod/containers/json?all=true&external=false&filters=%7B%7D&last=-1&namespace=false&size=false&sync=false
/v4.3.1/libpod/containers/web/exists?external=false
/v4.3.1/libpod/containers/stats?interval=5&stream=false
/v4.3.1/libpod/containers/web/top?ps_args=pid&ps_args=huser
/v4.3.1/libpod/images/quay.io/team/web:1/tree?whatrequires=false
/v4.3.1/libpod/networks/podman/json
/v4.3.1/libpod/pods/web/top
/v4.3.1/libpod/volumes/json
"""

REFUSED_TABLE = """
/v1.43/containers/web/archive?path=/etc/shadow
/v1.43/containers/web/export
/v1.43/containers/web/attach/ws
/v1.43/containers/web/exec
/v1.43/exec/0123456789/json
/v1.43/images/web/get
/v1.43/images/get?names=web
/v1.43/images/search?term=secret.attacker.example
/v1.43/distribution/attacker.example/web/json
/v1.43/secrets
/v1.43/secrets/password
/v1.43/configs
/v1.43/configs/web
/v1.43/swarm
/v1.43/swarm/unlockkey
/v1.43/plugins
/v1.43/plugins/web/json
/v1.43/session
/v1.43/grpc
/v1.43/build/prune
/v1.43/debug/pprof/heap
/debug/vars
/metrics
/v4.3.1/libpod/containers/web/healthcheck
/v4.3.1/libpod/containers/web/archive?path=/
/v4.3.1/libpod/containers/web/export
/v4.3.1/libpod/containers/web/attach
/v4.3.1/libpod/generate/web/systemd
/v4.3.1/libpod/generate/kube?names=web
/v4.3.1/libpod/images/export?references=web
/v4.3.1/libpod/images/web/get
/v4.3.1/libpod/images/search?term=x
/v4.3.1/libpod/manifests/attacker.example/web/json
/v4.3.1/libpod/secrets/json
/v4.3.1/libpod/secrets/password/json?showsecret=true
/v4.3.1/libpod/exec/0123456789/json
/v4.3.1/libpod/system/dial
/containers/web/logs?details=1
/containers/web/json?size=1&unknown=1
/containers/web/top?ps_args=auxe
/containers/web/top?ps_args=-auxe
/containers/web/top?ps_args=e
/containers/web/top?ps_args=-o+pid%2Cenviron
/containers/web/top?ps_args=-o+pid+e
/containers/web/top?ps_args=aux%00e
/containers/web/archive/json
/containers/../secrets
/containers/./json
/containers/%2e%2e/secrets
/containers/web/..%2f..%2fsecrets
/containers/web/json/
//containers/json
/containers//json
/v1.43/v1.43/containers/json
/v1.43
/v1/containers/json
/v1.43%2Fcontainers/json
/images/../containers/web/export/json
/images/%2e%2e%2fcontainers%2fweb%2fexport/json
/images/web%3F/json
/images/web%0d%0aX:/json
/images//json
/images/web%2Fget
/images/web/get%3F/json
/containers/web%2Fexport
/containers/web%2farchive%3fpath=%2f/json
/containers/web%252farchive/json
/containers/web;archive/json
/containers/web\\archive/json
/containers/web#/json
/containers/json?&&&
/
/%5fping/..
http://localhost/containers/json
localhost:80
*
containers/json
/containers/w\xe9b/json
"""


@pytest.mark.parametrize("target", READ_TABLE.split())
def test_what_only_reads_is_passed_on_as_it_is(target: str) -> None:
    assert read_request("GET", target).target == target
    assert read_request("HEAD", target).method == "HEAD"


@pytest.mark.parametrize("target", REFUSED_TABLE.split())
def test_what_is_not_listed_is_refused(target: str) -> None:
    with pytest.raises(EngineRefusal):
        read_request("GET", target)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "PRI", ""])
def test_a_method_that_may_change_something_is_refused(method: str) -> None:
    with pytest.raises(EngineRefusal, match="may change something"):
        read_request(method, "/containers/json")


def test_a_target_that_is_too_long_is_refused() -> None:
    with pytest.raises(EngineRefusal, match="not understood"):
        read_request("GET", "/containers/json?filters=" + "x" * 10_000)


def test_the_name_of_an_image_is_written_without_the_slashes_that_podman_encodes() -> None:
    asked = "/v4.3.1/libpod/images/localhost%2Fteam%2Fweb:1/json?size=false"
    assert read_request("GET", asked).target == "/v4.3.1/libpod/images/localhost/team/web:1/json?size=false"


def test_a_name_with_slashes_is_no_container_so_that_a_client_goes_on_to_images() -> None:
    with pytest.raises(EngineRefusal, match="there is no container team/web") as refused:
        read_request("GET", "/v4.3.1/libpod/containers/team%2Fweb/json")
    assert refused.value.status == 404


@pytest.mark.parametrize("target", ["/v1.43/plugins/web/json", "/secrets/web", "/v1.43/configs/web"])
def test_a_client_that_looks_for_an_object_of_any_kind_goes_on(target: str) -> None:
    with pytest.raises(EngineRefusal, match="not on the list") as refused:
        read_request("GET", target)
    assert refused.value.status == 404


def test_parameters_are_written_anew() -> None:
    asked = read_request("GET", "/events?filters=%7b%22a%22:1%7d;until=3&since=1+2")
    assert asked.target == "/events?filters=%7B%22a%22%3A1%7D%3Buntil%3D3&since=1+2"


PIECES = [
    "/",
    "..",
    ".",
    "%2F",
    "%2f",
    "%2e",
    "%25",
    "%00",
    "%0d%0a",
    "?",
    "#",
    ";",
    "&",
    "=",
    "\\",
    " ",
    "\r\n",
    "v1.43",
]
WORDS = ["containers", "images", "web", "json", "archive", "export", "libpod", "logs", "secrets", "size", "top", "get"]


@pytest.mark.slow
@given(st.lists(st.one_of(st.sampled_from(PIECES + WORDS + WORDS), st.text(max_size=3)), max_size=12).map("".join))
def test_whatever_is_passed_is_in_one_spelling_that_means_the_same_again(tail: str) -> None:
    with suppress(EngineRefusal):
        passed = read_request("GET", f"/{tail}")
        path, _, query = passed.target.partition("?")
        assert re.fullmatch(r"(?:/[A-Za-z0-9_][A-Za-z0-9_.:@+-]*)+", path)
        assert re.fullmatch(r"[A-Za-z0-9_.~%=&+*-]*", query)
        assert read_request("GET", passed.target) == passed
