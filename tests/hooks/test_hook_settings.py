"""E18: hooks for the operator's own sessions go into the CLI's settings and out of them again, nothing else does."""

from __future__ import annotations

import json
import shlex

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.hooks import settings as hooks
from claudeops_desktop.hooks.answer import EVENTS

OWN = b"""{
    "model": "opus",
    "hooks": {
        "SessionStart": [{"matcher": "startup", "hooks": [{"type": "command", "command": "echo hi"}]}]
    },
    "permissions": {"allow": ["Bash(ls:*)"]}
}"""


@pytest.fixture
def folder(tmp_path):
    return DataFolder(tmp_path / "data").create()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "home" / ".claude" / "settings.json"


def given(file, data: bytes):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


@pytest.mark.parametrize(
    "before", [OWN, b"{}", b"", b'{"hooks": {}}\n', b'{"hooks": {"Stop": []}}', '{"a": "é"}'.encode()]
)
def test_installed_and_removed_the_file_is_what_it_was_to_the_byte(file, folder, before):
    given(file, before)
    assert hooks.install_hooks(file, folder).events == EVENTS
    assert hooks.remove_hooks(file, folder).events == ()
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["settings.json"]


def test_a_file_that_was_not_there_is_gone_again(file, folder):
    hooks.install_hooks(file, folder)
    assert file.stat().st_mode & 0o777 == 0o600
    hooks.remove_hooks(file, folder)
    assert not file.exists()


def test_everything_else_stays(file, folder):
    given(file, OWN)
    hooks.install_hooks(file, folder)
    found = json.loads(file.read_bytes())
    assert found["permissions"] == {"allow": ["Bash(ls:*)"]}
    assert found["hooks"]["SessionStart"][0] == json.loads(OWN)["hooks"]["SessionStart"][0]
    assert file.read_bytes().startswith(b'{\n    "model"'), "with its own indent"


def test_what_the_operator_changed_since_stays_when_they_are_removed(file, folder):
    given(file, OWN)
    hooks.install_hooks(file, folder)
    found = json.loads(file.read_bytes())
    found["model"] = "haiku"
    found["hooks"]["SessionEnd"][0]["hooks"].append({"type": "command", "command": "echo bye"})
    file.write_text(json.dumps(found))
    hooks.remove_hooks(file, folder)
    left = json.loads(file.read_bytes())
    assert left["model"] == "haiku"
    assert left["hooks"] == json.loads(OWN)["hooks"] | {
        "SessionEnd": [{"hooks": [{"type": "command", "command": "echo bye"}]}]
    }


def test_installing_again_changes_nothing_and_renews_what_is_old(file, folder, tmp_path):
    given(file, OWN)
    hooks.install_hooks(file, folder)
    first = file.read_bytes()
    assert hooks.install_hooks(file, folder).current
    assert file.read_bytes() == first
    moved = DataFolder(tmp_path / "moved")
    assert not hooks.hooks_state(file, moved).current
    assert hooks.install_hooks(file, moved).current
    hooks.remove_hooks(file, moved)
    assert file.read_bytes() == OWN


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (b'{\n  "a": 1,\n  "b" 2\n}', "line 3, column 7"),
        (b"[1]", "holds no settings"),
        (b'{"hooks": []}', "not what the CLI expects"),
        (b'{"hooks": {"Stop": {}}}', "not what the CLI expects"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b"\xff\xfe", "not a text file"),
    ],
)
def test_a_file_that_is_not_sound_is_left_alone(file, folder, broken, told):
    given(file, broken)
    for change in (hooks.install_hooks, hooks.remove_hooks):
        with pytest.raises(OperatorError, match=told):
            change(file, folder)
    assert file.read_bytes() == broken
    assert len(list(file.parent.iterdir())) == 1


def test_a_file_that_is_write_protected_is_left_alone(file, folder):
    given(file, OWN)
    file.chmod(0o444)
    with pytest.raises(OperatorError, match="write-protected"):
        hooks.install_hooks(file, folder)
    assert hooks.remove_hooks(file, folder).events == ()  # there is nothing to take out
    file.chmod(0o600)
    hooks.install_hooks(file, folder)
    held = file.read_bytes()
    file.chmod(0o400)
    with pytest.raises(OperatorError, match="write-protected"):
        hooks.remove_hooks(file, folder)
    assert file.read_bytes() == held


def test_a_link_stays_a_link(file, folder, tmp_path):
    real = tmp_path / "dotfiles" / "settings.json"
    given(real, OWN)
    file.parent.mkdir(parents=True)
    file.symlink_to(real)
    hooks.install_hooks(file, folder)
    assert file.is_symlink()
    assert hooks.hooks_state(real, folder).events == EVENTS
    hooks.remove_hooks(file, folder)
    assert real.read_bytes() == OWN


def test_where_the_settings_are(tmp_path):
    home = {"HOME": str(tmp_path)}
    assert hooks.settings_file("user", home, tmp_path) == tmp_path / ".claude" / "settings.json"
    moved = home | {"CLAUDE_CONFIG_DIR": str(tmp_path / "else")}
    assert hooks.settings_file("user", moved, tmp_path) == tmp_path / "else" / "settings.json"
    project = tmp_path / "project"
    assert hooks.settings_file("project", moved, project) == project / ".claude" / "settings.local.json"


def test_the_line_that_registers_the_server_names_this_data_folder(folder):
    line = hooks.server_line(folder)
    assert line.startswith("claude mcp add --scope user claudeops -- ")
    assert f"mcp --data-dir {shlex.quote(str(folder.root))}" in line


def test_the_command_line_installs_tells_and_removes(tmp_path, capsys, monkeypatch):
    from claudeops_desktop.__main__ import main

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    own = ["--data-dir", str(tmp_path / "data")]
    assert main([*own, "hooks", "install", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["events"] == list(EVENTS)
    assert main([*own, "hooks", "status", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["user"]["current"], told["project"]["events"]) == (True, [])
    assert main([*own, "hooks", "remove"]) == 0
    assert not (tmp_path / ".claude" / "settings.json").exists()
    assert list((tmp_path / ".claude").iterdir()) == []
