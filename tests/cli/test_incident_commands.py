"""``claudeops incidents``: lists, one whole, what the operator says to it, and the report."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import from_text, to_text, utc_now
from claudeops_desktop.records.changes import ChangeKind, NewChange
from claudeops_desktop.records.incidents import BY_MEASUREMENT

KEYS = {
    "id",
    "service",
    "state",
    "opened_at",
    "acknowledged_at",
    "resolved_at",
    "worst",
    "cause",
    "folded",
    "run_ids",
}


@pytest.fixture
def known(written):
    """postgres explains gitea; caddy was down an hour ago and is well again."""
    now = utc_now()

    def fill(book):
        incidents = book.incidents
        caddy = incidents.open(
            service="caddy", source="check", started_at=now - timedelta(hours=3), worst="down",
            cause="refused", now=now - timedelta(hours=3),
        )  # fmt: skip
        incidents.resolve(caddy.id, BY_MEASUREMENT, now - timedelta(hours=1))
        postgres = incidents.open(
            service="postgres", source="check", started_at=now - timedelta(minutes=21), worst="down",
            cause="postgres refuses connections", now=now - timedelta(minutes=20),
        )  # fmt: skip
        gitea = incidents.open(
            service="gitea", source="check", started_at=now - timedelta(minutes=19), worst="down",
            cause="answers 500", now=now - timedelta(minutes=18),
        )  # fmt: skip
        incidents.fold(gitea.id, postgres.id, now)
        book.events.add(
            level="critical", message="postgres is down", service="postgres", session_id=None,
            now=now - timedelta(minutes=20),
        )  # fmt: skip
        book.changes.add(
            [
                NewChange(
                    at=now - timedelta(minutes=61),
                    kind=ChangeKind.PACKAGE,
                    subject="postgresql-15",
                    before="15.6",
                    after="15.7",
                    text="postgresql-15 15.6 → 15.7",
                    services=("postgres",),
                )
            ]
        )
        run = book.sessions.begin_run(
            trigger="manual", agent="watch", max_tier=3, dry_run=False, services=("postgres",), now=now
        )
        session = book.sessions.begin(
            now=now,
            run_id=run,
            agent="watch",
            tier=2,
            model="",
            trigger="manual",
            prompt_text="",
            log_file="",
            cost_usd=0.25,
        )
        book.sessions.update(session, status="completed", ended_at=to_text(now))
        book.sessions.end_run(run, "completed", now)
        book.cooldowns.add(
            service="postgres", action_type="restart", success=True, message="restarted", session_id=session,
            tier=2, now=now,
        )  # fmt: skip
        incidents.link_run(postgres.id, run, now)
        book.alerts.add(
            source="grafana", key="k", title="DatabaseDown", services=("postgres",), payload="", state="started",
            why="", now=now,
        )  # fmt: skip
        book.notifications.add(
            kind="critical", key=f"incident:{postgres.id}:opened", title="postgres is down", body="and gitea",
            place="{}", desktop="", now=now,
        )  # fmt: skip

    with written() as books:
        books.write(lambda: fill(books.book))


def listed(claudeops, *options):
    return [row["service"] for row in claudeops("incidents", "list", "--json", *options).json]


def test_the_list_is_newest_first_with_the_keys_of_an_incident(claudeops, known):
    rows = claudeops("incidents", "list", "--json").json
    assert [row["service"] for row in rows] == ["gitea", "postgres", "caddy"]
    assert all(row.keys() >= KEYS for row in rows)
    assert (rows[1]["folded"], rows[1]["run_ids"], rows[0]["folded_into"]) == (["gitea"], [1], rows[1]["id"])
    assert (rows[2]["state"], rows[2]["resolved_by"]) == ("resolved", "measurement")


def test_the_list_is_filtered(claudeops, known):
    assert listed(claudeops, "--open") == ["gitea", "postgres"]
    assert listed(claudeops, "--service", "Caddy") == ["caddy"]
    assert listed(claudeops, "--since", "30min") == ["gitea", "postgres"]
    assert listed(claudeops, "--limit", "1") == ["gitea"]
    assert claudeops("incidents", "list", "--since", "soon").code == 2


def test_the_list_for_people(claudeops, known):
    said = claudeops("incidents", "list").out
    assert "postgres refuses connections" in said
    assert "under 2" in said
    assert "The newest 1; --limit 0 shows all." in claudeops("incidents", "list", "--limit", "1").out
    assert claudeops("incidents", "list", "--service", "nobody").out == "No incident matches.\n"


def test_an_empty_list(claudeops, written):
    with written():
        pass
    assert claudeops("incidents", "list").out == "No incident.\n"
    assert claudeops("incidents", "list", "--json").json == []


def test_one_incident_with_all_that_belongs_to_it(claudeops, known):
    found = claudeops("incidents", "show", 2, "--json").json
    assert found.keys() >= KEYS
    assert [entry["kind"] for entry in found["entries"]] == ["started", "opened", "run"]
    assert found["folded_incidents"][0]["service"] == "gitea"
    assert found["runs"][0] | {"id": 1, "tier": 2, "agent": "watch", "cost_usd": 0.25} == found["runs"][0]
    assert [event["message"] for event in found["events"]] == ["postgres is down"]
    assert [alert["title"] for alert in found["alerts"]] == ["DatabaseDown"]
    assert [action["action_type"] for action in found["actions"]] == ["restart"]
    assert [change["after"] for change in found["changes"]] == ["15.7"]
    assert [notice["title"] for notice in found["notices"]] == ["postgres is down"]
    assert claudeops("incidents", "show", 3, "--json").json["explained_by"] == {"id": 2, "service": "postgres"}


def test_one_incident_for_people(claudeops, known):
    said = claudeops("incidents", "show", 2).out
    for words in (
        "Incident 2: postgres open",
        "Explains gitea (incident 3).",
        "Runs",
        "DatabaseDown",
        "$0.25",
        "40 min before: postgres",
    ):
        assert words in said
    missing = claudeops("incidents", "show", 99)
    assert (missing.code, "There is no incident 99." in missing.err) == (1, True)


def test_incidents_are_acknowledged_all_or_none(claudeops, known):
    refused = claudeops("incidents", "acknowledge", 2, 99)
    assert refused.code == 1
    assert "There is no incident 99. Nothing was changed." in " ".join(refused.err.split())
    assert claudeops("incidents", "show", 2, "--json").json["state"] == "open"
    assert claudeops("incidents", "acknowledge", 2, 3).out == (
        "Acknowledged incident 2 (postgres), incident 3 (gitea).\n"
    )
    row = claudeops("incidents", "acknowledge", 2, "--json").json[0]
    assert (row["state"], row["folded"]) == ("acknowledged", ["gitea"])


def test_one_resolved_among_them_leaves_the_others_as_they_were(claudeops, known):
    refused = claudeops("incidents", "acknowledge", 2, 1)
    assert refused.code == 1
    assert "Incident 1 is resolved already." in refused.err
    assert claudeops("incidents", "show", 2, "--json").json["state"] == "open"


def test_an_incident_is_snoozed_for_a_while(claudeops, known):
    row = claudeops("incidents", "snooze", 2, "--for", "2h", "--json").json[0]
    left = from_text(row["snoozed_until"]) - utc_now()
    assert timedelta(minutes=110) < left <= timedelta(hours=2)
    assert "snoozed until" in claudeops("incidents", "list").out
    assert claudeops("incidents", "snooze", 2, "--end", "--json").json[0]["snoozed_until"] is None
    assert claudeops("incidents", "snooze", 2).code == 2
    assert claudeops("incidents", "snooze", 2, "--for", "2h", "--end").code == 2
    past = claudeops("incidents", "snooze", 2, "--until", "2020-01-01")
    assert (past.code, "That moment has passed already." in past.err) == (1, True)


@pytest.mark.slow
def test_an_incident_is_closed_and_reopened(claudeops, known):
    row = claudeops("incidents", "close", 2, "--json").json[0]
    assert (row["state"], row["resolved_by"]) == ("resolved", "operator")
    assert claudeops("incidents", "show", 3, "--json").json["folded_into"] is None
    again = claudeops("incidents", "close", 2)
    assert "Incident 2 is resolved already." in again.err
    assert claudeops("incidents", "reopen", 2).out == "Reopened incident 2 (postgres).\n"
    assert "Incident 2 is not resolved." in claudeops("incidents", "reopen", 2).err


def test_a_note_stands_in_the_time_line(claudeops, known):
    assert claudeops("incidents", "note", 1, "a cable was loose").out == "Noted on incident 1.\n"
    assert claudeops("incidents", "note", 1, "again", "--json").json["text"] == "again"
    assert claudeops("incidents", "show", 1, "--json").json["entries"][-2]["text"] == "a cable was loose"
    empty = claudeops("incidents", "note", 1, "  ")
    assert (empty.code, "The note is empty." in empty.err) == (1, True)


def test_an_agents_session_may_look_and_change_nothing(claudeops, known, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "x")
    assert claudeops("incidents", "list", "--json").code == 0
    assert claudeops("incidents", "show", 2, "--json").code == 0
    for words in (("close", 2), ("acknowledge", 2), ("note", 2, "x"), ("export", 2, "-")):
        assert claudeops("incidents", *words).code == 3


def test_the_report_reads_as_a_draft(claudeops, known, tmp_path):
    path = tmp_path / "report.md"
    assert str(path) in claudeops("incidents", "export", 2, path).out
    text = path.read_text()
    assert text.startswith("# Incident 2: postgres was down\n")
    assert "| 40 min before | postgres | package | postgresql\\-15 15.6 → 15.7 |" in text
    for heading in ("What was seen", "Time line", "Runs", "Actions", "Alerts", "Events", "Impact, cause and follow"):
        assert f"## {heading}" in text
    assert "gitea" in text
    refused = claudeops("incidents", "export", 2, path)
    assert (refused.code, "is there already" in refused.err) == (2, True)
    assert claudeops("incidents", "export", 2, path, "--force").code == 0
    assert path.stat().st_mode & 0o077 == 0


def test_the_report_as_json_says_what_show_says(claudeops, known, tmp_path):
    path = tmp_path / "report.json"
    told = claudeops("incidents", "export", 2, path, "--json").json
    assert (told["id"], told["format"]) == (2, "json")
    assert json.loads(path.read_text()) == claudeops("incidents", "show", 2, "--json").json
    assert json.loads(claudeops("incidents", "export", 2, "-", "--format", "json").out)["id"] == 2


def test_what_others_said_neither_formats_nor_breaks_the_report(claudeops, written):
    evil = "down | <script>x</script>\n# Owned\n[click](http://x) `a` **b** \u202etxt.exe"
    now = utc_now()

    def fill(book):
        made = book.incidents.open(service="web", source="check", started_at=now, worst="down", cause=evil, now=now)
        book.incidents.note(made.id, evil, now)
        book.events.add(level="critical", message=evil, service="web", session_id=None, now=now)

    with written() as books:
        books.write(lambda: fill(books.book))
    text = claudeops("incidents", "export", 1, "-").out
    assert "<script>" not in text
    assert "\n# Owned" not in text
    assert "[click](" not in text
    assert "\u202e" not in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.count("|") - line.count("\\|") in (3, 4, 5) for line in rows)


def test_a_secret_is_taken_out_of_the_report(claudeops, written, monkeypatch):
    monkeypatch.setenv("DEPLOY_TOKEN", "s3cr3t-value-0123456789")
    now = utc_now()
    with written() as books:
        books.write(
            lambda: books.book.incidents.open(
                service="web", source="check", started_at=now, worst="down", now=now,
                cause="used s3cr3t-value-0123456789",
            )
        )  # fmt: skip
    for kind in ("md", "json"):
        said = claudeops("incidents", "export", 1, "-", "--format", kind).out
        assert "s3cr3t" not in said


@pytest.mark.slow
def test_the_list_of_a_thousand(claudeops, written):
    now = utc_now()

    def fill(book):
        for number in range(1000):
            book.incidents.open(service=f"s{number}", source="check", started_at=now, worst="down", cause="", now=now)

    with written() as books:
        books.write(lambda: fill(books.book))
    assert len(claudeops("incidents", "list", "--json").json) == 1000
    assert "The newest 50; --limit 0 shows all." in claudeops("incidents", "list").out


def test_changes_of_what_a_service_needs_are_shown_too(claudeops, known, data_dir):
    assert claudeops("incidents", "show", 3, "--json").json["changes"] == []
    (data_dir / "services.toml").write_text(
        "[[service]]\nname = 'postgres'\ncheck = 'tcp'\naddress = '127.0.0.1'\nport = 9\n"
        "[[service]]\nname = 'gitea'\ncheck = 'tcp'\naddress = '127.0.0.1'\nport = 9\ndepends_on = ['postgres']\n"
    )
    found = claudeops("incidents", "show", 3, "--json").json["changes"]
    assert [(change["service"], change["after"]) for change in found] == [("postgres", "15.7")]


def test_since_takes_a_moment(claudeops, known):
    assert listed(claudeops, "--since", to_text(utc_now() - timedelta(hours=4))) == ["gitea", "postgres", "caddy"]


@pytest.mark.slow
def test_an_investigation_runs_here_with_the_incident_as_its_context(program, claudeops, known, data_dir):
    (data_dir / "services.toml").write_text(
        "[watch]\nrecovery_wait = 0\n"
        '[[service]]\nname = "postgres"\ncheck = "command"\ncommand = ["/bin/false"]\n'
        '[[service]]\nname = "gitea"\ncheck = "command"\ncommand = ["/bin/false"]\ndepends_on = ["postgres"]\n'
    )
    claudeops("settings", "set", "agent.preferred", "watch")
    rows = claudeops("incidents", "list", "--open", "--json").json
    number = next(row["id"] for row in rows if row["service"] == "postgres")
    found = program("incidents", "investigate", str(number), "--json").json
    session = found["session"]
    assert (session["trigger"], session["status"]) == ("incident", "completed")
    assert "postgres has been down since" in session["prompt_text"]
    assert "postgresql-15" in session["prompt_text"]
    shown = claudeops("incidents", "show", str(number), "--json").json
    assert shown["investigation"] == "started"
    assert session["run_id"] in shown["run_ids"]


def test_an_investigation_can_be_declined_and_a_resolved_one_needs_none(claudeops, known):
    rows = claudeops("incidents", "list", "--json").json
    ids = {row["service"]: str(row["id"]) for row in rows}
    assert claudeops("incidents", "investigate", ids["postgres"], "--decline", "--json").json[0]["investigation"] == (
        "declined"
    )
    assert "is resolved" in claudeops("incidents", "investigate", ids["caddy"]).err
    assert "There is no incident 99" in claudeops("incidents", "investigate", "99", "--decline").err
