"""The marks of slow tests follow the recorded durations in tests/durations.tsv; no clock runs here."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.durations import (
    QUICK_S,
    SLOW_S,
    Duration,
    functions_of,
    marked_modules,
    marks_by_function,
    read_list,
    update_marks,
    write_list,
)

REMEDY = "Run scripts/test --durations-update with the path of these tests."


@pytest.fixture(scope="module")
def marks() -> dict[str, bool]:
    return marks_by_function()


def test_what_takes_long_is_marked_slow(marks):
    unmarked = [name for name, row in read_list().items() if row.must_be_marked and not marks.get(name, True)]
    assert not unmarked, f"{REMEDY} These take long and are not marked: {unmarked}"


@pytest.mark.slow
def test_what_is_marked_slow_was_measured_to_take_long(marks):
    recorded, modules = read_list(), marked_modules()
    marked = [name for name, is_marked in marks.items() if is_marked and name.partition("::")[0] not in modules]
    unfounded = [name for name in marked if name not in recorded]
    assert not unfounded, f"{REMEDY} These are marked and have no duration in the list: {unfounded}"


def test_the_list_names_tests_that_exist(marks):
    missing = [name for name in read_list() if name not in marks]
    assert not missing, f"{REMEDY} These are listed and do not exist: {missing}"


def test_a_list_is_read_as_it_was_written(tmp_path):
    rows = {
        "tests/a/test_b.py::test_c": Duration("tests/a/test_b.py::test_c", 1.2),
        "tests/a/test_b.py::test_d": Duration("tests/a/test_b.py::test_d", 0.0, "tests/a::server"),
    }
    write_list(rows, tmp_path / "list.tsv")
    assert read_list(tmp_path / "list.tsv") == rows


def test_quick_tests_are_not_listed(tmp_path):
    write_list({"test": Duration("test", QUICK_S - 0.1)}, tmp_path / "list.tsv")
    assert read_list(tmp_path / "list.tsv") == {}


SOURCE = '''"""Tests."""

from __future__ import annotations


def test_one():
    pass


@decorated(
    "x",
)
def test_two(request):
    pass


def not_a_test():
    pass


class TestThree:
    @pytest.mark.slow
    def test_four(self):
        pass
'''


def test_functions_are_found_with_their_marks(tmp_path):
    (tmp_path / "test_x.py").write_text(SOURCE)
    found = functions_of(tmp_path / "test_x.py")
    assert [(one.name, one.line, one.marked) for one in found] == [
        ("test_one", 6, False),
        ("test_two", 10, False),
        ("TestThree::test_four", 22, True),
    ]


def test_a_mark_of_the_module_marks_each_of_its_functions(tmp_path):
    (tmp_path / "test_x.py").write_text("pytestmark = [pytest.mark.slow]\n\n\ndef test_one():\n    pass\n")
    assert [one.marked for one in functions_of(tmp_path / "test_x.py")] == [True]


def test_marks_are_set_and_removed_in_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("support.durations.TESTS", tmp_path / "tests")
    file = tmp_path / "tests" / "test_x.py"
    file.parent.mkdir()
    file.write_text(SOURCE)
    slow = "tests/test_x.py::test_two"
    names = {"tests/test_x.py::test_one", slow, "tests/test_x.py::TestThree::test_four"}
    assert update_marks({slow: Duration(slow, SLOW_S)}, names) == ["tests/test_x.py"]
    text = file.read_text()
    assert '@pytest.mark.slow\n@decorated(\n    "x",\n)\ndef test_two' in text
    assert "class TestThree:\n    def test_four" in text
    assert "import pytest\n" in text


def test_a_mark_stays_between_the_two_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("support.durations.TESTS", tmp_path / "tests")
    file = tmp_path / "tests" / "test_x.py"
    file.parent.mkdir()
    file.write_text(SOURCE)
    between = (QUICK_S + SLOW_S) / 2
    names = ["tests/test_x.py::test_one", "tests/test_x.py::TestThree::test_four"]
    assert update_marks({name: Duration(name, between) for name in names}, set(names)) == []
