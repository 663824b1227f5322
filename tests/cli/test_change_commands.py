"""``claudeops changes list``."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.records.changes import ChangeKind, NewChange
from claudeops_desktop.topology.changes import package_logs


@pytest.fixture(autouse=True)
def logs(tmp_path, monkeypatch):
    """This machine's own packages are not looked at."""
    folder = tmp_path / "log"
    folder.mkdir()
    monkeypatch.setattr(package_logs, "LOG_FOLDER", folder)
    return folder


@pytest.fixture
def recorded(written):
    now = utc_now()
    with written() as books:
        books.write(
            lambda: books.book.changes.add(
                [
                    NewChange(
                        now - timedelta(days=9), ChangeKind.UNIT, "nginx", "nginx was restarted", services=("web",)
                    ),
                    NewChange(
                        now - timedelta(hours=1), ChangeKind.PACKAGE, "postgres", "postgres 15.6 → 15.7", "15.6", "15.7"
                    ),
                ]
            )
        )
    return now


def test_the_list_has_the_columns_of_the_table(claudeops, recorded):
    newest, oldest = claudeops("changes", "list", "--json").json
    assert newest == {
        "id": newest["id"],
        "at": to_text(recorded - timedelta(hours=1)),
        "kind": "package",
        "service": "",
        "subject": "postgres",
        "before": "15.6",
        "after": "15.7",
        "text": "postgres 15.6 → 15.7",
    }
    assert oldest["service"] == "web"


@pytest.mark.slow
def test_the_list_is_narrowed(claudeops, recorded):
    def subjects(*options):
        return [row["subject"] for row in claudeops("changes", "list", "--json", *options).json]

    assert subjects("--since", "2h") == ["postgres"]
    assert subjects("--service", "WEB") == ["nginx"]
    assert subjects("--service", "host") == ["postgres"]
    assert subjects("--limit", "1") == ["postgres"]
    assert claudeops("changes", "list", "--since", "soon").code == 2
    assert "No change matches." in claudeops("changes", "list", "--service", "mail").out


def test_people_read_a_table(claudeops, recorded):
    out = claudeops("changes", "list").out
    assert "host" in out and "postgres 15.6 → 15.7" in out
    assert "The newest 1;" in claudeops("changes", "list", "--limit", "1").out


def test_it_looks_for_new_changes_first_unless_somebody_just_did(claudeops, logs):
    assert claudeops("changes", "list", "--no-collect", "--json").json == []
    (logs / "dpkg.log").write_text(f"{utc_now():%Y-%m-%d %H:%M:%S} upgrade nginx:amd64 1 2\n")
    assert claudeops("changes", "list", "--no-collect", "--json").json == []
    assert [row["text"] for row in claudeops("changes", "list", "--json").json] == ["nginx 1 → 2"]
    with (logs / "dpkg.log").open("a") as file:
        file.write(f"{utc_now():%Y-%m-%d %H:%M:%S} upgrade redis:amd64 1 2\n")
    assert len(claudeops("changes", "list", "--json").json) == 1  # it was looked for a moment ago


def test_an_agent_of_ours_reads_and_writes_nothing(claudeops, logs, monkeypatch):
    (logs / "dpkg.log").write_text(f"{utc_now():%Y-%m-%d %H:%M:%S} upgrade nginx:amd64 1 2\n")
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "a-token")
    assert claudeops("changes", "list", "--json").json == []


def test_what_could_not_be_read_is_said(claudeops, logs):
    (logs / "dpkg.log").mkdir()
    out = claudeops("changes", "list").out
    assert "No change is on record." in out
    assert "Not complete:" in out and "dpkg.log cannot be read" in out
