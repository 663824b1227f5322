"""Plugins of installed packages and of the data folder: found, used, named where they fail, off where they change."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from claudeops_desktop.core.extensions.registry import current_registry, use_data_folder

CHECK = """
from typing import Literal
from claudeops_desktop.agents.watch.measurement import healthy
from claudeops_desktop.agents.watch.plugin_check import PluginCheck
from .words import WORD

class HelloCheck(PluginCheck):
    what = "A greeting"
    check: Literal["hello"] = "hello"
    def measure(self):
        return healthy(WORD)
"""
BROKEN = """
from claudeops_desktop.core.extensions.notifier import NotifierExtension

class Broken(NotifierExtension):
    name = "broken"
    title = "Broken"
    def send(self, title, body, urgency):
        raise RuntimeError("out of paper")
"""


def call(data_dir, *words, code=0):
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", *map(str, words)],
        env=os.environ | {"CLAUDEOPS_DATA_DIR": str(data_dir), "PATH": "/usr/bin:/bin", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def called_json(data_dir, *words, code=0):
    return json.loads(call(data_dir, *words, "--json", code=code).stdout)


@pytest.fixture
def hello(data_dir, put_plugin):
    folder = put_plugin("hello", CHECK, '[checks]\nhello = "code:HelloCheck"')
    (folder / "words.py").write_text('WORD = "hello there"\n')
    (data_dir / "services.toml").write_text('[[service]]\nname = "greeter"\ncheck = "hello"\n')
    return folder


@pytest.mark.slow
def test_an_installed_plugin_is_listed_and_in_doctor(installed, data_dir):
    (info,) = [one for one in called_json(data_dir, "plugins", "list") if one["name"] == "claudeops-example"]
    assert (info["state"], info["origin"], info["version"]) == ("on", "package", "1.0")
    assert set(info["adds"]) == {"agents:example", "checks:counter", "notifiers:notebook"}
    said = [row["said"] for row in called_json(data_dir, "doctor") if row["what"] in ("plugin", "notifiers")]
    assert any("claudeops-example" in one for one in said)
    assert "notebook, of plugins." in said


@pytest.mark.slow
def test_a_run_with_the_agent_of_a_plugin(installed, data_dir):
    done = called_json(data_dir, "run", "--agent", "example")
    assert done["session"]["agent"] == "example"
    assert done["session"]["status"] == "completed"
    assert [event["message"] for event in done["events"]] == ["The shop is open."]


@pytest.mark.slow
def test_its_agent_is_a_setting_that_is_kept_when_the_plugin_is_gone(installed, data_dir):
    call(data_dir, "settings", "set", "agent.preferred", "example")
    assert called_json(data_dir, "run")["session"]["agent"] == "example"
    call(data_dir, "plugins", "disable", "claudeops-example")
    refused = call(data_dir, "settings", "set", "agent.preferred", "nobody", code=2)
    assert "agent.preferred" in refused.stderr
    assert "plugins list" in refused.stderr
    done = called_json(data_dir, "run", "--service", "disk", code=0)
    assert done["session"]["agent"] == "watch"
    assert called_json(data_dir, "settings", "get", "agent.preferred")["value"] == "example"
    rows = called_json(data_dir, "doctor")
    assert any(row["verdict"] == "warn" and "names “example”" in row["said"] for row in rows)


@pytest.mark.slow
def test_its_check_is_measured_by_the_watcher(installed, data_dir, tmp_path):
    number = tmp_path / "number"
    number.write_text("99")
    assert "counter" in called_json(data_dir, "services", "kinds")
    call(data_dir, "services", "add", "stock", "counter", "--set", f"path={number}")
    wrong = call(data_dir, "services", "add", "more", "counter", "--set", "path=x", "--set", "mots=3", code=2)
    assert "mots" in wrong.stderr
    done = called_json(data_dir, "run", "--agent", "watch")
    assert any("99, over 10" in event["message"] for event in done["events"])


@pytest.mark.slow
def test_its_notifier_is_sent_to(installed, data_dir, tmp_path):
    sent = called_json(data_dir, "notify", "test", code=1)["outward"]  # 1: no notification server here
    assert sent == [{"label": "notebook", "service": "The notebook", "why": ""}]
    assert (tmp_path / "notebook").read_text().startswith("1 ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "said"),
    [("raise ValueError('no such library')", "ValueError: no such library"), ("Thing = 3", "is not a class")],
)
def test_a_package_that_fails_is_named_and_the_rest_goes_on(installed, data_dir, code, said):
    (installed / "claudeops_broken.py").write_text(code)
    info = installed / "claudeops_broken-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: claudeops-broken\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text("[claudeops.agents]\nbroken = claudeops_broken:Thing\n")
    found = {one["name"]: one for one in called_json(data_dir, "plugins", "list")}
    assert found["claudeops-broken"]["state"] == "failed"
    assert said in found["claudeops-broken"]["problem"]
    assert found["claudeops-example"]["state"] == "on"
    assert called_json(data_dir, "run", "--agent", "example")["session"]["status"] == "completed"
    assert any("claudeops-broken" in row["said"] for row in called_json(data_dir, "doctor"))


@pytest.mark.slow
def test_a_plugin_that_raises_in_use_is_switched_off(data_dir, put_plugin, monkeypatch):
    from claudeops_desktop.notifications.external_delivery import send_external_notice

    put_plugin("broken", BROKEN, '[notifiers]\nbroken = "code:Broken"')
    use_data_folder(data_dir)
    current_registry().enable("broken")
    (first,) = send_external_notice("title", "body")
    assert first.why == "The plugin “broken” failed and is off until the next start: RuntimeError: out of paper."
    assert send_external_notice("title", "body") == ()
    assert current_registry().plugin_named("broken").state == "failed"


@pytest.mark.slow
def test_a_folder_plugin_is_off_then_enabled_then_changed(hello, data_dir):
    assert called_json(data_dir, "plugins", "show", "hello")["state"] == "off"
    assert "there is no check 'hello'" in call(data_dir, "watch").stdout
    enabled = call(data_dir, "plugins", "enable", "hello")
    assert "with your rights" in enabled.stdout
    assert "hello there" in call(data_dir, "services", "test", "greeter").stdout
    assert list(hello.glob("**/__pycache__")) == []
    (hello / "words.py").write_text('WORD = "something else"\n')
    changed = called_json(data_dir, "plugins", "show", "hello")
    assert changed["state"] == "changed"
    assert "something else" not in call(data_dir, "watch").stdout
    call(data_dir, "plugins", "enable", "hello")
    assert "something else" in call(data_dir, "services", "test", "greeter").stdout
    call(data_dir, "plugins", "disable", "hello")
    assert called_json(data_dir, "plugins", "show", "hello")["state"] == "off"


@pytest.mark.slow
def test_links_and_files_that_others_may_write_are_refused(hello, data_dir, tmp_path):
    call(data_dir, "plugins", "enable", "hello")
    (hello / "words.py").chmod(0o666)
    assert called_json(data_dir, "plugins", "show", "hello")["state"] == "refused"
    (hello / "words.py").chmod(0o644)
    assert called_json(data_dir, "plugins", "show", "hello")["state"] == "on"
    (hello / "more.py").symlink_to(tmp_path / "elsewhere.py")
    shown = called_json(data_dir, "plugins", "show", "hello")
    assert (shown["state"], "is a link" in shown["problem"]) == ("refused", True)
    assert "is a link" in call(data_dir, "plugins", "enable", "hello", code=1).stderr


@pytest.mark.slow
def test_a_state_file_that_others_may_write_enables_nothing(hello, data_dir):
    call(data_dir, "plugins", "enable", "hello")
    (data_dir / "plugins.json").chmod(0o666)
    assert called_json(data_dir, "plugins", "show", "hello")["state"] == "refused"
    assert "there is no check 'hello'" in call(data_dir, "watch").stdout


@pytest.mark.slow
def test_an_unknown_plugin_and_a_session_of_ours(data_dir, monkeypatch):
    assert "no plugin" in call(data_dir, "plugins", "show", "nothing", code=2).stderr
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "of a session")
    call(data_dir, "plugins", "enable", "nothing", code=3)


@pytest.mark.slow
def test_the_guard_and_the_start_of_the_window_load_no_plugin(put_plugin, data_dir, tmp_path):
    trace = tmp_path / "trace"
    put_plugin("spy", f"open({str(trace)!r}, 'w').close()\nclass Spy: pass", '[agents]\nspy = "code:Spy"')
    call(data_dir, "plugins", "enable", "spy", code=1)
    assert trace.exists()
    (data_dir / "plugins.json").write_text(
        json.dumps({"enabled": {"spy": called_json(data_dir, "plugins", "show", "spy")["digest"]}, "disabled": []})
    )
    (data_dir / "plugins.json").chmod(0o600)
    trace.unlink()
    code = (
        "import sys\nfrom claudeops_desktop.core.paths import DataFolder\nfrom claudeops_desktop import app\n"
        "engine = app.open_engine(DataFolder(__import__('pathlib').Path(sys.argv[1])))\nengine.close()\n"
    )
    subprocess.run([sys.executable, "-c", code, str(data_dir)], check=True, timeout=200)
    payload = json.dumps({"tool_name": "Bash", "tool_input": {"command": "systemctl restart spy"}})
    subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "guard"], input=payload, text=True, capture_output=True, check=False
    )
    assert not trace.exists()


def test_a_window_shows_plugins_and_their_agents(installed, data_dir, qtbot):
    from support.desks import close_desk, make_desk

    from claudeops_desktop.agents.base import AgentProgram
    from claudeops_desktop.agents.registry import AgentRegistry
    from claudeops_desktop.ui.pages.settings.field_specs import setting_fields
    from claudeops_desktop.ui.pages.settings.plugins_group import PluginsGroup
    from claudeops_desktop.ui.runs.run_dialog import RunDialog
    from claudeops_desktop.ui.shell.window import MainWindow

    use_data_folder(data_dir)
    desk = make_desk(data_dir.parent / "desk")
    try:
        group = PluginsGroup(desk)
        qtbot.addWidget(group)
        group.refresh()
        qtbot.waitUntil(lambda: "claudeops-example" in group.list.rows)
        assert "Adds agents: example" in group.list.rows["claudeops-example"].text.text()
        (field,) = [one for one in setting_fields() if one.name == "agent.preferred"]
        assert "example" in dict(field.choices)
        window = MainWindow(desk)
        qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
        dialog = RunDialog(desk, AgentRegistry(AgentProgram(), "watch", "The built-in watcher runs."), 1, window)
        dialog.show()
        offered = [dialog.agent.itemData(row) for row in range(dialog.agent.count())]
        dialog.agent.setCurrentIndex(offered.index("example"))
        assert dialog.request.agent == "example"
    finally:
        close_desk(desk)
