"""Check results are written, read back as they were, and survive what a machine does to a file."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from support.check_result_rows import DAY, HOUR, MONDAY, result, simulated

from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.monitoring.results.writing import join_detail, split_detail

MINUTE = timedelta(minutes=1)


@pytest.fixture
def store(tmp_path):
    store = CheckResultStore(tmp_path / "checks.db", clock=lambda: MONDAY)
    yield store
    store.close()


def test_results_come_back_as_they_were_newest_first(store):
    rows = [result(MONDAY + MINUTE * n, "down" if n == 2 else "healthy", ms=n + 0.125) for n in range(5)]
    rows += [result(MONDAY, "unknown", "db", ms=None, detail="", maintenance=True)]
    store.add(rows)
    assert store.of_service("web") == rows[4::-1]
    assert store.of_service("db") == rows[5:]
    assert store.of_service("web", since=MONDAY + MINUTE * 3) == [rows[4], rows[3]]
    assert store.of_service("web", limit=2) == [rows[4], rows[3]]
    assert store.of_service("nobody") == []


def test_the_last_result_of_each_check(store):
    store.add([result(MONDAY), result(MONDAY, "down", check="tls"), result(MONDAY, "degraded", "db")])
    store.add([result(MONDAY + MINUTE, "degraded")])
    assert [(one.key, one.status) for one in store.latest()] == [
        ("db:http", "degraded"),
        ("web:http", "degraded"),
        ("web:tls", "down"),
    ]
    assert [one.key for one in store.latest("db")] == ["db:http"]


def test_results_of_rolled_up_hours_are_still_read_whole(store):
    batches = list(simulated(["web", "db"], MONDAY, MONDAY + HOUR * 30, MINUTE * 20))
    for batch in batches:
        store.add(batch)
    store.roll_up(MONDAY + HOUR * 30)
    expected = [one for batch in reversed(batches) for one in batch if one.service == "db"]
    read = store.of_service("db", limit=1000)
    assert [(one.at, one.status, one.detail, one.maintenance) for one in read] == [
        (one.at, one.status, one.detail, one.maintenance) for one in expected
    ]


def test_when_the_clock_goes_back_the_last_result_written_is_the_last(store):
    store.add([result(MONDAY + DAY, "down")])
    store.add([result(MONDAY, "healthy")])
    assert [one.status for one in store.latest()] == ["healthy"]


def test_before_the_first_result_there_is_no_file_and_every_answer_is_empty(store):
    assert store.latest() == [] and store.uptime(MONDAY, MONDAY + DAY) == {} and store.cells([MONDAY]) == []
    store.roll_up(MONDAY)
    assert store.rename("a", "b") == 0
    assert not store.path.exists()


def test_the_file_is_for_the_operator_alone(store):
    store.add([result(MONDAY)])
    for path in store.path.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


@pytest.mark.parametrize(
    "text", ["", "HTTP 200 in 34 ms", "0", "007 of 1e9", "no number", "10.0.0.5:8080", "½ ٣ of 3", "ends with 9"]
)
def test_a_text_comes_back_with_its_numbers(text):
    assert join_detail(*split_detail(text)) == text


def test_names_of_200_characters_and_any_letters(store):
    name = "ü" * 199 + "'"
    store.add([result(MONDAY, service=name, detail="x" * 5000)])
    (read,) = store.of_service(name)
    assert (read.service, read.key, len(read.detail)) == (name, f"{name}:http", 5000)


def test_a_thousand_similar_texts_are_kept_once(store):
    store.add([result(MONDAY + MINUTE * n, detail=f"HTTP 200 in {n} ms") for n in range(1000)])
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("SELECT count(*) FROM details").fetchone() == (1,)


def test_a_damaged_file_is_set_aside_with_a_sentence_and_new_results_are_kept(tmp_path):
    path = tmp_path / "checks.db"
    path.write_bytes(b"this is no database" * 1000)
    store = CheckResultStore(path, clock=lambda: MONDAY)
    store.add([result(MONDAY)])
    assert store.opened_note == (
        "The check results were damaged. It was set aside as checks.db.aside-20260302-000000,"
        " and new ones are kept from now on."
    )
    assert (tmp_path / "checks.db.aside-20260302-000000").read_bytes().startswith(b"this is no")
    assert len(store.latest()) == 1
    store.close()


def test_a_file_of_another_version_is_set_aside(tmp_path, store):
    store.add([result(MONDAY)])
    store.close()
    with closing(sqlite3.connect(store.path)) as database:
        database.execute("PRAGMA user_version = 99")
    reader = CheckResultStore(store.path)
    with pytest.raises(EnvironmentFault, match="another version"):
        reader.latest()
    store.add([result(MONDAY + MINUTE)])
    assert "another version" in store.opened_note
    assert len(store.latest()) == len(reader.latest()) == 1
    assert list(tmp_path.glob("checks.db.aside-*"))
    reader.close()


def test_damage_that_a_reader_meets_is_mended_by_the_next_who_writes(tmp_path, store):
    store.add([result(MONDAY + MINUTE * n, detail=f"{'abcdefgh'[n % 8] * 900}") for n in range(500)])
    store.close()
    with store.path.open("r+b") as file:  # the header and the schema stay as they are
        file.seek(8192)
        file.write(b"\xff" * (store.path.stat().st_size - 8192))
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        store.uptime(MONDAY, MONDAY + DAY)
    store.add([result(MONDAY)])
    assert "damaged" in store.opened_note
    assert len(store.of_service("web")) == 1


def test_what_cannot_be_written_waits_and_is_written_with_the_next(store, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.monitoring.results.database.BUSY_MS", 50)
    store.add([result(MONDAY)])
    store.close()
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for n in (1, 2):
            with pytest.raises(EnvironmentFault, match=f"locked. {n} results? waits? to be written"):
                store.add([result(MONDAY + MINUTE * n)])
        other.execute("ROLLBACK")
    store.add([result(MONDAY + MINUTE * 3)])
    assert store.unsaved == 0
    assert len(store.of_service("web")) == 4


def test_a_disk_that_is_full_is_an_error_that_names_the_file(store):
    store.add([result(MONDAY)])
    database = store._writing[0]
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    many = [result(MONDAY + MINUTE * n, detail=chr(97 + n % 26) * (n + 1)) for n in range(1, 500)]
    with pytest.raises(EnvironmentFault, match=r"checks\.db cannot be written: .*full") as caught:
        store.add(many)
    assert "Make room" in caught.value.remedy
    store.add([])  # the limit went with the connection
    assert len(store.of_service("web", limit=1000)) == 500


def test_two_readers_see_whole_batches_while_one_writes(store, tmp_path):
    store.add([result(MONDAY, service=f"s{n}") for n in range(20)])
    stop, wrong = threading.Event(), []

    def read() -> None:
        reader = CheckResultStore(store.path)
        while not stop.is_set():
            counts = {one.total for one in reader.uptime(MONDAY, MONDAY + DAY).values()}
            if len(counts) != 1:
                wrong.append(counts)
        reader.close()

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for n in range(1, 60):
        store.add([result(MONDAY + MINUTE * n, service=f"s{m}") for m in range(20)])
        if n % 20 == 0:
            store.roll_up(MONDAY + HOUR * n)
    stop.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert {one.total for one in store.uptime(MONDAY, MONDAY + DAY).values()} == {60}


@pytest.mark.slow
def test_another_process_reads_while_this_one_writes(store):
    store.add([result(MONDAY), result(MONDAY, "down", "db")])
    program = (
        "import sys; from pathlib import Path; from claudeops_desktop.monitoring.results.store import CheckResultStore;"
        "print([one.service for one in CheckResultStore(Path(sys.argv[1])).latest()])"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program, str(store.path)], capture_output=True, text=True, check=True, cwd=root
    )
    assert done.stdout.strip() == "['db', 'web']"
    store.add([result(MONDAY + MINUTE)])
    assert len(store.of_service("web")) == 2


def test_a_second_store_that_renames_does_not_confuse_the_one_that_writes(store):
    store.add([result(MONDAY)])
    other = CheckResultStore(store.path)
    assert other.rename("web", "site") == 1
    store.add([result(MONDAY + MINUTE), result(MONDAY + MINUTE, service="site")])
    assert [one.service for one in store.latest()] == ["site", "web"]
    assert len(store.of_service("site")) == 2
    other.close()
