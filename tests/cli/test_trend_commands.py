"""``claudeops services trends`` and what ``claudeops health`` says of continuous checks."""

from __future__ import annotations

import csv
from datetime import datetime, timedelta

import pytest
from support.check_result_rows import result

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.monitoring.results.store import CheckResultStore

MINUTE = timedelta(minutes=1)
WATCHED = '[[service]]\nname = "web"\ncheck = "http"\nurl = "http://127.0.0.1:9/"\n'


@pytest.fixture
def measured(written, data_dir):
    """Two services, checked a hundred times until now; web was down three times. One recorded change each."""
    (data_dir / "services.toml").write_text(WATCHED, encoding="utf-8")
    now = utc_now().replace(microsecond=0)
    with written() as books:

        def write():
            for service in ("web", "=cmd"):
                books.book.health.add(
                    service=service,
                    status="healthy",
                    session_id=None,
                    check_type="http",
                    detail="at first",
                    measured=True,
                    now=now - MINUTE * 100,
                )
            for _ in range(2):
                one = books.book.incidents.open(
                    service="web", source="check", started_at=now, worst="down", cause="refused", now=now
                )
                books.book.incidents.resolve(one.id, "measurement", now)

        books.write(write)
    with CheckResultStore(data_dir / "checks.db") as store:
        for n in range(100):
            at = now - MINUTE * (100 - n) + timedelta(seconds=1)
            store.add(
                [result(at, "down" if n in (5, 6, 7) else "healthy", ms=float(n + 1)), result(at, service="=cmd")]
            )
    return now


def test_health_gives_uptime_and_response_times_beside_what_it_gave(claudeops, measured):
    rows = {row["service"]: row for row in claudeops("health", "--json").json}
    web = rows["web"]
    assert web["counts"] == {"healthy": 1}
    assert web["uptime"] == 0.97
    assert abs(web["response"]["p50_ms"] - 52) < 4
    assert (web["detail"], web["response_ms"], web["status"]) == ("HTTP 200 in 20 ms", 100.0, "healthy")
    assert web["checked_at"] == to_text(measured - timedelta(seconds=59))
    assert "97.00 %" in claudeops("health").out


def test_health_of_one_service_lists_its_last_results(claudeops, measured):
    one = claudeops("health", "web", "--json").json
    assert [row["status"] for row in one["results"]] == ["healthy"] * 30
    assert one["checks"][0]["detail"] == "at first"
    assert "Continuous checks, newest first" in claudeops("health", "web").out


def test_uptime_is_told_of_what_was_measured_alone(claudeops, written, data_dir):
    (data_dir / "services.toml").write_text(WATCHED, encoding="utf-8")
    with written() as books:
        books.write(
            lambda: books.book.health.add(
                service="web", status="healthy", session_id=None, measured=False, now=utc_now()
            )
        )
    (row,) = claudeops("health", "--json").json
    assert row["uptime"] is None and row["response"] == {"p50_ms": None, "p95_ms": None, "p99_ms": None}
    assert "not measured" in claudeops("health").out


def test_a_damaged_file_of_results_is_a_warning(claudeops, measured, data_dir):
    (data_dir / "checks.db").write_bytes(b"no database" * 2000)
    answer = claudeops("health")
    assert answer.code == 0
    assert "cannot be read" in answer.err and "web" in answer.out


def test_trends_of_all(claudeops, measured):
    found = claudeops("services", "trends", "--days", "7", "--json").json
    web = next(one for one in found["services"] if one["service"] == "web")
    assert web["uptime"] == 0.97 and web["incidents"] == 2
    assert sum(one["incidents"] for one in found["incidents"]) == 2
    assert 1.9 < found["incidents_a_week"] < 2.4
    assert sum(sum(point["counts"].values()) for point in web["points"]) == 100
    shown = claudeops("services", "trends").out
    assert "97.00 %" in shown and "2 incidents in 30 days" in shown


def test_trends_of_one_and_of_nobody(claudeops, measured):
    shown = claudeops("services", "trends", "--service", "Web", "--days", "1").out
    assert "2 incidents of web in 1 day" in shown and "=cmd" not in shown
    answer = claudeops("services", "trends", "--service", "nobody")
    assert answer.code == 1 and "no check results of nobody" in answer.err


def test_trends_as_csv_hold_no_formula(claudeops, measured, tmp_path):
    target = tmp_path / "trends.csv"
    assert claudeops("services", "trends", "--days", "7", "--csv", target).code == 0
    with target.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["series"] for row in rows} == {"uptime", "response p50", "response p95", "incidents"}
    assert {row["name"] for row in rows} == {"web", "'=cmd", "all"}
    assert all(datetime.fromisoformat(row["start"]) < datetime.fromisoformat(row["end"]) for row in rows)
    assert claudeops("services", "trends", "--csv", target, "--json").code == 2
    assert claudeops("services", "trends", "--csv", tmp_path / "no" / "folder.csv").code == 1


def test_nothing_checked_is_a_sentence(claudeops):
    assert "No service was checked continuously in the last 30 days." in claudeops("services", "trends").out
    assert claudeops("services", "trends", "--json").json["services"] == []
