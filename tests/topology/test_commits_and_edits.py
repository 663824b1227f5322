"""Commits of real repositories; edits of services.toml and settings.toml without a secret."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.agents.watch.models import TcpCheck
from claudeops_desktop.records.changes import ChangeKind
from claudeops_desktop.topology.changes.file_edits import MOST_ROWS, read_file_edits
from claudeops_desktop.topology.changes.reading import SourceUnreadableError
from claudeops_desktop.topology.changes.repository_commits import read_commit_changes
from claudeops_desktop.topology.changes.service_names import ServiceNameIndex

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
NAMES = ServiceNameIndex([TcpCheck(name=name, address="127.0.0.1", port=80) for name in ("postgres", "nginx", "web")])


def git(folder, *words, at=NOW):
    moment = f"{int(at.timestamp())} +0000"
    environ = os.environ | {
        "GIT_AUTHOR_DATE": moment,
        "GIT_COMMITTER_DATE": moment,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
    }
    identity = ("-c", "user.name=Alex", "-c", "user.email=alex@example.com")
    subprocess.run(["git", *identity, "-C", str(folder), *words], check=True, capture_output=True, env=environ)


def commit(folder, path, summary, at=NOW):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(summary)
    git(folder, "add", "-A", at=at)
    git(folder, "commit", "-q", "-m", summary, at=at)


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "infra"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    return folder


class TestCommits:
    def read(self, folder, state=None, now=NOW):
        return read_commit_changes(state or {}, now, [str(folder)], NAMES)

    def test_the_first_reading_tells_a_week_and_the_next_what_came_since(self, repository):
        commit(repository, "readme", "Old", NOW - timedelta(days=40))
        commit(repository, "compose/postgres/compose.yaml", "Raise the pool size", NOW - timedelta(days=1))
        first = self.read(repository)
        (change,) = first.changes
        assert change.text.startswith("infra: Raise the pool size (") and change.text.endswith(", Alex)")
        assert (change.services, change.at) == (("postgres",), NOW - timedelta(days=1))
        assert self.read(repository, first.state).changes == ()
        commit(repository, "nginx.conf", "Longer time-outs", NOW + timedelta(minutes=1))
        (change,) = self.read(repository, first.state, NOW + timedelta(minutes=2)).changes
        assert (change.services, change.at) == (("nginx",), NOW + timedelta(minutes=1))

    def test_a_pulled_commit_changed_this_machine_when_it_was_pulled(self, repository, tmp_path):
        commit(repository, "readme", "Begin", NOW - timedelta(days=60))
        here = tmp_path / "here"
        git(tmp_path, "clone", "-q", str(repository), str(here), at=NOW - timedelta(days=50))
        state = self.read(here).state
        commit(repository, "web/a", "One for web", NOW - timedelta(days=30))
        commit(repository, "web/b", "Two for web", NOW - timedelta(days=29))
        git(here, "pull", "-q", at=NOW - timedelta(minutes=40))
        changes = self.read(here, state).changes
        assert [(change.at, change.services) for change in changes] == [(NOW - timedelta(minutes=40), ("web",))] * 2

    def test_a_history_that_was_written_anew(self, repository):
        commit(repository, "a", "One")
        state = {"heads": {str(repository): {"head": "0" * 40}}}
        assert [change.subject for change in self.read(repository, state).changes] == ["infra"]

    def test_nothing_in_the_repository_is_started(self, repository, tmp_path):
        commit(repository, "a", "One")
        mark = tmp_path / "started"
        script = tmp_path / "monitor"
        script.write_text(f"#!/bin/sh\ntouch {mark}\n")
        script.chmod(0o755)
        for name in ("core.fsmonitor", "core.pager", "gpg.program", "diff.external"):
            git(repository, "config", name, str(script))
        git(repository, "config", "log.showSignature", "true")
        assert len(self.read(repository).changes) == 1
        assert not mark.exists()

    def test_no_repository_an_empty_one_and_a_damaged_one(self, repository, tmp_path):
        plain = tmp_path / "plain"
        plain.mkdir()
        found = read_commit_changes({}, NOW, [str(plain), str(tmp_path / "gone"), str(repository)], NAMES)
        assert (found.changes, found.problem) == ((), "")
        (repository / ".git/HEAD").write_text("\x00")
        assert f"The commits of {repository} cannot be read" in self.read(repository).problem

    def test_without_git_it_is_said(self, repository, monkeypatch, tmp_path):
        monkeypatch.setenv("PATH", str(tmp_path))
        assert "git is not installed here" in self.read(repository).problem


SERVICES = """\
[[service]]
name = "web"
check = "http"
url = "https://alex:{password}@127.0.0.1/"
headers = {{ Authorization = "Bearer {password}" }}
interval = {interval}
"""


class TestEdits:
    def edited(self, path, first, second, kind=ChangeKind.SERVICES):
        path.write_text(first)
        before = read_file_edits({}, NOW, path, kind)
        assert before.changes == ()
        path.write_text(second)
        return read_file_edits(before.state, NOW + timedelta(minutes=5), path, kind)

    def test_fields_are_named_and_a_secret_is_in_nothing(self, tmp_path):
        path = tmp_path / "services.toml"
        found = self.edited(
            path,
            SERVICES.format(password="first-hunter2", interval=60),
            SERVICES.format(password="second-hunter2", interval=30),
        )
        (change,) = found.changes
        assert change.text == "services.toml: web:http: headers was changed, interval 60 → 30, url was changed"
        assert (change.services, change.before) == (("web",), "headers=…, interval=60, url=…")
        assert "hunter2" not in json.dumps([change.text, change.before, change.after, dict(found.state)])

    def test_a_check_that_came_or_went(self, tmp_path):
        path = tmp_path / "services.toml"
        one = '[[service]]\nname = "web"\ncheck = "load"\n'
        two = '[[service]]\nname = "db"\ncheck = "load"\nlabel = "x"\n'
        assert [change.text for change in self.edited(path, one, two).changes] == [
            "services.toml: the check db:load:x was added",
            "services.toml: the check web:load was removed",
        ]

    def test_dependencies_are_shown(self, tmp_path):
        text = '[[service]]\nname = "web"\ncheck = "load"\n'
        found = self.edited(tmp_path / "services.toml", text, text + 'depends_on = ["db", "cache"]\n')
        assert [change.text for change in found.changes] == ["services.toml: web:load: depends_on was set to db cache"]

    def test_settings_show_numbers_and_switches_only(self, tmp_path):
        first = '[spend]\nday_usd = 5.0\n[alerts]\nenabled = false\ntoken = "abc-hunter2"\n'
        second = '[spend]\nday_usd = 8.0\n[alerts]\nenabled = true\ntoken = "def-hunter2"\n'
        found = self.edited(tmp_path / "settings.toml", first, second, ChangeKind.SETTINGS)
        assert [(change.text, change.services) for change in found.changes] == [
            ("settings.toml: alerts: enabled false → true, token was changed", ()),
            ("settings.toml: spend: day_usd 5.0 → 8.0", ()),
        ]
        assert "hunter2" not in json.dumps(dict(found.state))

    def test_a_file_that_cannot_be_parsed_keeps_what_was_known(self, tmp_path):
        path = tmp_path / "services.toml"
        path.write_text('[[service]]\nname = "web"\ncheck = "load"\n')
        state = read_file_edits({}, NOW, path, ChangeKind.SERVICES).state
        path.write_text("[[service\n")
        with pytest.raises(SourceUnreadableError, match=r"services\.toml cannot be read"):
            read_file_edits(state, NOW, path, ChangeKind.SERVICES)
        path.write_text('[[service]]\nname = "web"\ncheck = "load"\nminutes = 15\n')
        (change,) = read_file_edits(state, NOW, path, ChangeKind.SERVICES).changes
        assert change.text == "services.toml: web:load: minutes was set to 15"

    def test_a_file_that_comes_and_goes(self, tmp_path):
        path = tmp_path / "services.toml"
        empty = read_file_edits({}, NOW, path, ChangeKind.SERVICES)
        assert empty.changes == ()
        path.write_text('[[service]]\nname = "web"\ncheck = "load"\n')
        there = read_file_edits(empty.state, NOW, path, ChangeKind.SERVICES)
        assert len(there.changes) == 1
        path.unlink()
        (change,) = read_file_edits(there.state, NOW, path, ChangeKind.SERVICES).changes
        assert change.text == "services.toml: the check web:load was removed"

    def test_thousands_of_entries_are_one_row(self, tmp_path):
        many = "".join(f'[[service]]\nname = "s{n}"\ncheck = "load"\n' for n in range(MOST_ROWS + 1))
        (change,) = self.edited(tmp_path / "services.toml", "", many).changes
        assert change.text == f"services.toml: {MOST_ROWS + 1} entries were changed"
