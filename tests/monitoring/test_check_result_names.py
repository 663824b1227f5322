"""Renaming, removing and forgetting leave nothing of the old in the file."""

from __future__ import annotations

from datetime import timedelta

import pytest
from support.check_result_rows import DAY, MONDAY, result, simulated

from claudeops_desktop.monitoring.results.store import CheckResultStore

MINUTE = timedelta(minutes=1)
OLD = "oldgateway"


@pytest.fixture
def store(tmp_path):
    store = CheckResultStore(tmp_path / "checks.db", clock=lambda: MONDAY)
    for batch in simulated([OLD, "db"], MONDAY, MONDAY + DAY * 2, MINUTE * 5):
        store.add(batch)
    store.roll_up(MONDAY + DAY * 2)
    store.add([result(MONDAY + DAY * 2 + MINUTE, "down", OLD, detail=f"{OLD}.example cannot be reached")])
    yield store
    store.close()


def _bytes(store: CheckResultStore) -> bytes:
    return b"".join(path.read_bytes() for path in store.path.parent.glob("checks.db*"))


def _totals(store: CheckResultStore, name: str) -> tuple[dict[str, int], float | None]:
    one = store.uptime(MONDAY, MONDAY + DAY * 3)[name]
    return one.counts, one.p95_ms


def test_a_renamed_service_keeps_its_history_and_nothing_of_its_old_name(store):
    before = _totals(store, OLD)
    rows = len(store.of_service(OLD, limit=1000))
    assert store.rename(OLD, "gateway-2") == 1
    assert _totals(store, "gateway-2") == before
    assert len(store.of_service("gateway-2", limit=1000)) == rows
    assert {one.key for one in store.latest("gateway-2")} == {"gateway-2:http"}
    assert store.of_service(OLD) == [] and store.services() == ["db", "gateway-2"]
    store.clean_details(lambda text: text.replace(OLD, "gateway-2"))
    assert OLD.encode() not in _bytes(store)


def test_a_rename_onto_a_service_with_results_makes_one_history(store):
    both = [_totals(store, OLD)[0], _totals(store, "db")[0]]
    store.rename(OLD, "db")
    merged = _totals(store, "db")[0]
    assert merged == {status: sum(one.get(status, 0) for one in both) for status in merged}
    assert [one.detail for one in store.latest("db")] == [f"{OLD}.example cannot be reached"]
    store.roll_up(MONDAY + DAY * 3)
    assert _totals(store, "db")[0] == merged


def test_a_removed_service_is_gone_from_the_file(store):
    db = _totals(store, "db")
    assert store.remove(OLD) == 1
    assert store.services() == ["db"] and _totals(store, "db") == db
    assert OLD.encode() not in _bytes(store)
    assert store.remove(OLD) == 0


def test_texts_are_looked_through_with_their_numbers_and_cleaned(store):
    at = MONDAY + DAY * 2 + MINUTE * 2
    store.add([result(at, "down", "db", detail="connection to 10.0.0.77:5432 refused")])
    touches = lambda text: "10.0.0.77" in text  # noqa: E731
    assert store.count_details(touches) == 1
    assert store.clean_details(lambda text: "(purged)" if touches(text) else text) == 1
    assert store.count_details(touches) == 0
    assert store.latest("db")[0].detail == "(purged)"
    assert b"connection to" not in _bytes(store)
    assert store.find_names(lambda text: "gateway" in text) == [OLD]
