"""``claudeops guard`` in this process: what each line is answered, and what the program is told."""

from __future__ import annotations

import io
import json

import pytest

from claudeops_desktop.guard.command_line import USAGE, classified, main
from claudeops_desktop.guard.known_services import KnownService

NO_REQUEST = 'This line is no JSON object with a "command".'
RESTARTS = "“docker restart” starts, restarts or reloads something."
SERVICES = '[[service]]\nname = "media"\ncheck = "container"\ncontainer = "jellyfin"\n'


@pytest.mark.parametrize("line", [b"nonsense", b"[]", b"5", b'{"cmd": "ls"}', b'{"command": null}', b'{"command": 5}',
                                  b'{"command": "ls", "cwd": 5}', b"[" * 3000])  # fmt: skip
def test_a_line_that_is_no_request_is_unknown_and_says_so(line):
    assert classified(line) == {"class": "unknown", "services": [], "why": NO_REQUEST, "error": NO_REQUEST}


def test_a_request_is_answered_with_the_services_as_the_operator_calls_them():
    line = b'{"command": "docker restart Jellyfin", "cwd": "/srv"}'
    assert classified(line) == {"class": "restart", "services": ["jellyfin"], "why": RESTARTS}
    known = (KnownService("media", containers=("jellyfin",)),)
    assert classified(line, known) == {"class": "restart", "services": ["media"], "why": RESTARTS}
    assert classified(b'{"command": "ls", "cwd": null}') == {"class": "read", "services": [], "why": "It only looks."}


def test_the_folder_of_a_request_is_where_compose_finds_its_project():
    line = json.dumps({"command": "docker compose restart", "cwd": "/srv/none/shop"}).encode()
    assert classified(line)["services"] == ["shop"]


@pytest.fixture
def told(monkeypatch, capsys):
    """What the program answers to some words and lines: its exit code, its lines, its errors."""

    def tell(words: list[str], lines: str = "") -> tuple[int, list[dict], str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        code = main(words)
        out, errors = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], errors

    return tell


@pytest.mark.parametrize(
    ("words", "code"),
    [([], 2), (["--help"], 0), (["-h"], 0), (["--help", "x"], 2), (["--hook"], 2), (["--broker"], 2),
     (["--broker", "a", "b"], 2), (["--client"], 2), (["--client", "a"], 2),
     (["--classify", "x"], 2), (["--classify", "--services"], 2),
     (["--classify", "--services", "a", "b"], 2)],
)  # fmt: skip
def test_other_words_are_answered_with_how_it_is_used(told, words, code):
    assert told(words) == (code, [], USAGE)


def test_each_line_that_is_not_empty_gets_an_answer(told, monkeypatch):
    monkeypatch.delenv("CLAUDEOPS_DATA_DIR", raising=False)
    code, answers, errors = told(["--classify"], '{"command": "ls"}\n\n  \n{"command": "rm x"}\nx\n')
    assert (code, [answer["class"] for answer in answers], errors) == (0, ["read", "destructive", "unknown"], "")


def test_services_come_from_the_file_that_is_named_or_that_of_the_data_folder(told, monkeypatch, tmp_path):
    (tmp_path / "services.toml").write_text(SERVICES)
    line = '{"command": "docker restart jellyfin"}\n'
    assert told(["--classify", "--services", str(tmp_path / "services.toml")], line)[1][0]["services"] == ["media"]
    monkeypatch.setenv("CLAUDEOPS_DATA_DIR", str(tmp_path))
    assert told(["--classify"], line)[1][0]["services"] == ["media"]
    (tmp_path / "services.toml").write_text("[[")
    code, answers, errors = told(["--classify"], line)
    assert (code, answers, errors.startswith(f"The services of {tmp_path}/services.toml cannot be read: ")) == (
        1, [], True,
    )  # fmt: skip
