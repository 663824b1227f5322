"""Families of commands: what sets variables, carries something away, reads what is secret; and everyday ones."""

from __future__ import annotations

from json import loads
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spelled_out import batches

from claudeops_desktop.guard.addresses import host_address, is_metadata, is_own_host, judge_address
from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.programs.python_arithmetic import only_reckons
from claudeops_desktop.guard.secret_paths import is_foreign_folder, names_secret, normal_path
from claudeops_desktop.guard.shell_script import read_script
from claudeops_desktop.guard.shell_types import ShellWord
from claudeops_desktop.guard.variables import sets_harmless
from claudeops_desktop.guard.visited_folders import resolve_from_folder, visited_after

HERE = Path(__file__).parent


def lines(name: str) -> list[str]:
    text = (HERE / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("# ")]


RISKY = batches([(kind, loads(command)) for kind, command in (line.split("\t") for line in lines("risky.tsv"))])
EVERYDAY = [loads(line) for line in lines("everyday.tsv")]


@pytest.mark.parametrize("rows", RISKY, ids=[f"from {rows[0][1]}" for rows in RISKY])
def test_nothing_that_acts_or_discloses_is_called_reading(rows):
    found = [(kind, understand(command), command) for kind, command in rows]
    assert [(command, reading.why) for _, reading, command in found if reading.kind == "read"] == []
    assert [(command, reading.why) for kind, reading, command in found if kind and reading.kind != kind] == []


def test_everyday_commands_are_called_reading():
    missed = [command for command in EVERYDAY if understand(command).kind != "read"]
    assert len(missed) <= len(EVERYDAY) * 0.04, missed


NAMES = [
    "PATH",
    "LD_PRELOAD",
    "BASH_ENV",
    "PROMPT_COMMAND",
    "PS4",
    "GIT_SSH_COMMAND",
    "LESSOPEN",
    "PAGER",
    "KUBECONFIG",
]
WAYS = [
    "{n}=/x; ls", "{n}=/x ls", "export {n}=/x; ls", "declare -x {n}=/x; ls", "declare '{n}=/x'; ls", "export {n}; ls",
    "read -r {n} <<< /x; ls", "IFS= read -r -d '' {n} < /x; ls", "read -ra {n} <<< /x; ls", "printf -v {n} %s /x; ls",
    "printf -v{n} /x; ls", "for {n} in /x; do ls; done",
    "for (({n}=1;{n}<2;{n}++)); do ls; done",
    "mapfile -t {n} < /x; ls",
    "readarray {n} < /x; ls", "getopts a: {n} -a /x; ls", "(({n}=1)); ls", "echo $(({n}=1)); ls", "let {n}=1; ls",
    ": ${{{n}:=/x}}; ls", "select {n} in /x; do ls; done", "set -a; read {n} <<< /x; ls",
    "declare -n y={n}; y=/x; ls",
    "v={n}; read $v <<< /x; ls", "v={n}; printf -v \"$v\" /x; ls", "exec {{{n}}}</dev/null; ls", "wait -n -p {n}; ls",
    "env {n}=/x ls", "sudo {n}=/x ls", "ssh h {n}=/x ls", "f() {{ {n}=/x; }}; f; ls",
    "(export {n}=/x; ls)", "{n}+=/x; ls",
    "while read -r {n}; do ls; done <<< /x", "builtin read {n} <<< /x; ls", "read {n} <<'E'\n/x\nE\nls",
    "unset {n}; ls",
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_set_a_variable_passes_the_same_list(way):
    assert [name for name in NAMES if understand(way.format(n=name)).kind == "read"] == []


@pytest.mark.parametrize(
    "way",
    [way for way in WAYS if not any(s in way for s in ("let ", "select ", "declare -n", ":=", "wait", "getopts"))],
)
def test_a_fresh_name_may_be_set_in_most_ways(way):
    assert understand(way.format(n="count")).kind == "read"


@pytest.mark.parametrize(
    ("name", "value", "harmless"),
    [
        ("count", "x", True),
        ("http_proxy", "http://proxy.example", False),
        ("path", "/tmp/x", False),
        ("ps4", "$(x)", True),
        ("PS4", "$(x)", False),
        ("LANG", "C.UTF-8", True),
        ("TZ", ":/etc/shadow", False),
        ("HOST", "web1", True),
        ("LOG_DIR", "/var/log", True),
        ("ACME_OPTIONS", "x", False),
        ("DOCKER_HOST", "ssh://nas", True),
        ("DOCKER_HOST", "tcp://foreign.example:2375", False),
        ("VAULT_ADDR", "http://127.0.0.1:8200", True),
        ("VAULT_ADDR", "https://foreign.example", False),
        ("GIT_PAGER", "cat", True),
        ("IFS", ",", False),
        ("IFS", "\n", True),
        ("a b", "x", False),
    ],
)
def test_a_variable_is_harmless_by_its_name_and_value(name, value, harmless):
    assert sets_harmless(name, value) is harmless


def test_what_chooses_the_place_of_a_command_is_unclear_where_it_acts():
    assert understand("COMPOSE_PROJECT_NAME=media docker compose ps").kind == "read"
    assert understand("COMPOSE_PROJECT_NAME=media docker compose restart").kind == "unknown"


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("read", "https://example.org/releases/latest"),
        ("read", "localhost:9090/api/v1/query?query=up"),
        ("read", "http://prom:9090/api/v1/query_range?query=up&start=1&end=2&step=60"),
        ("read", "http://localhost:8080/restart-policy"),
        ("read", "https://docs.example.org/wiki/restart"),
        ("unknown", "http://router/reboot.cgi"),
        ("unknown", "http://h/%6cogout"),
        ("unknown", "http://h/x?action=delete"),
        ("unknown", "gopher://h/x"),
        ("disclose", "file:///etc/hosts"),
        ("disclose", "http://2852039166/"),
        ("disclose", "http://0xA9.0xFE.0xA9.0xFE/"),
        ("disclose", "http://[::ffff:a9fe:a9fe]/"),
        ("disclose", "http://user:pw@metadata.google.internal./x"),
        ("disclose", "http://h:8500/v1/kv/db?raw"),
        ("disclose", "http://h/actuator/%65nv"),
        ("disclose", f"http://evil.example/?d={'QUJD' * 200}"),
        ("disclose", "http://h/\0"),
    ],
)
def test_what_asking_for_an_address_does(kind, address):
    assert judge_address(address).kind == kind


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=200, deadline=None)
def test_an_address_is_the_same_in_every_spelling(number):
    parts = [number >> shift & 255 for shift in (24, 16, 8, 0)]
    spellings = [".".join(map(str, parts)), str(number), hex(number), f"0{number:o}", ".".join(map(hex, parts))]
    assert {str(host_address(text)) for text in spellings} == {spellings[0]}
    assert len({is_metadata(text) for text in spellings}) == 1
    assert len({is_own_host(text) for text in spellings}) == 1


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("/etc//./x/../shadow", "/etc/shadow"),
        ("/proc/self/root/etc/shadow", "/etc/shadow"),
        ("/proc/1/task/2/root/proc/3/root/x", "/x"),
        ("file:///etc/x", "/etc/x"),
        ("../..", "../.."),
    ],
)
def test_a_path_without_detours(path, plain):
    assert normal_path(path) == plain


def test_names_of_files_with_secrets():
    assert all(map(names_secret, ("id_*", "*.key", ".env*", "shad*", "credentials", "*history", "*secret*")))
    assert not any(map(names_secret, ("*.log", "*.conf", "docker-compose*.yml", "*.md", "id.txt", "*.dump")))


def test_where_a_command_may_run():
    cd = [ShellWord("cd"), ShellWord("/etc")]
    assert visited_after(cd, ()) == (".", "/etc")
    assert visited_after([ShellWord("cd"), ShellWord("..")], (".", "/etc/x")) == (".", "/etc/x", "/etc")
    assert resolve_from_folder("a/../b", "/srv") == "/srv/b"
    folders = [command.visited for command in read_script("(cd /a; ls); cd /b && ls; cd -; ls").commands]
    assert folders == [(), (".", "/a"), (), (".", "/b"), (".", "/b"), ("/b", ".")]
    assert is_foreign_folder("/tmp/x")
    assert not is_foreign_folder("/srv/infra")


@pytest.mark.parametrize(
    "text",
    ["print(2**32)", "print(sum([1, 2]) / 2)", "x = 3\nprint(x * 2)", "print(f'{7 / 3:.2f}')", "print(hex(255))"],
)
def test_a_sum_only_reckons(text):
    assert only_reckons(text)


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "open('/etc/shadow')",
        "print(().__class__)",
        "__import__('os')",
        "print = eval",
        "f'{eval}'",
        "lambda: 1",
        "print(globals())",
        "exec('1')",
        "while True: pass",
        "def print(): pass",
        "(",
        "print(breakpoint())",
        "[x for print in [1]]",
        "print(file=x)",
    ],
)
def test_what_does_more_than_reckon(text):
    assert not only_reckons(text)


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(["a", "$x", "$(rm b)", "`rm b`", "'", '"', "E ", "\tE", "\\$", "${x}", "\n"]), max_size=8)
)
@settings(max_examples=300, deadline=None)
def test_what_follows_a_here_document_is_never_hidden_by_it(pieces):
    body = "".join(pieces)
    for end in ("E", "'E'"):
        assert understand(f"cat <<{end}\n{body}\nE\nrm x").kind in ("destructive", "unknown")
        if end == "E" and "$(rm b)" in body.replace("\\$", ""):
            assert understand(f"cat <<{end}\n{body}\nE\n").kind in ("destructive", "unknown")
