"""services.toml changed check by check: comments stay, and nothing wrong is ever written."""

from __future__ import annotations

import re
import stat
import tomllib
from pathlib import Path

import pytest

from claudeops_desktop.agents.watch.edit import add, change, checked, problem_of, read, remove, rows, save
from claudeops_desktop.agents.watch.fields import HELP, KINDS, CheckField, fields_of, from_text, to_text
from claudeops_desktop.agents.watch.models import MODELS
from claudeops_desktop.agents.watch.services import ServicesError

SAMPLE = (Path(__file__).parents[2] / "resources" / "services.toml").read_text()
FILE = """# mine
[watch]
timeout = 5 # short

# the proxy
[[service]]
name = "caddy"      # front door
check = "http"
url = "https://caddy.lan/"
headers = { Accept = "text/html" }
# slow on Mondays
slow_ms = 900

# the media server
[[service]]
name = "jellyfin"
check = "tcp"
address = "jellyfin.lan"
port = 8096

# the end
"""


def test_a_check_is_added_at_the_end():
    new = add(FILE, {"name": "nas", "check": "disk", "path": "/srv"})
    assert new.startswith(FILE.rstrip())
    assert rows(new)[-1] == {"name": "nas", "check": "disk", "path": "/srv"}


def test_a_file_without_checks_is_begun():
    assert rows(add("", {"name": "memory", "check": "memory"})) == [{"name": "memory", "check": "memory"}]


def test_the_sample_takes_another_check():
    new = add(SAMPLE, {"name": "web", "check": "http", "url": "http://a/", "headers": {"A": "b"}})
    assert rows(new)[:-1] == rows(SAMPLE)
    assert SAMPLE.rstrip() in new


def test_a_change_leaves_all_else_as_it_was():
    row = rows(FILE)[0] | {"slow_ms": 1200, "expect_status": "2xx"}
    new = change(FILE, 0, row)
    assert rows(new)[0] == row
    assert new.replace("slow_ms = 1200", "slow_ms = 900").replace('expect_status = "2xx"\n', "") == FILE


def test_a_change_may_take_fields_away():
    row = {"name": "caddy", "check": "http", "url": "https://caddy.lan/"}
    new = change(FILE, 0, row)
    assert rows(new)[0] == row
    assert "# front door" in new
    assert "# the media server" in new


def test_another_kind_of_check_takes_the_place():
    row = {"name": "caddy", "check": "tls", "address": "caddy.lan"}
    assert rows(change(FILE, 0, row)) == [row, rows(FILE)[1]]


@pytest.mark.parametrize("place", [0, 1])
def test_a_check_is_removed_and_comments_around_it_stay(place):
    new = remove(FILE, place)
    assert rows(new) == [rows(FILE)[1 - place]]
    for comment in ("# mine", "# short", "# the media server", "# the end"):
        assert comment in new


def test_what_follows_a_check_of_the_sample_outlives_it():
    last = len(rows(SAMPLE)) - 1
    new = remove(SAMPLE, last)
    assert "#url = " in new
    assert rows(new) == rows(SAMPLE)[:-1]


def test_a_text_that_looks_like_a_header_is_no_header():
    text = FILE.replace('headers = { Accept = "text/html" }', 'body = """\n[[service]]\n"""')
    assert rows(remove(text, 1)) == [rows(text)[0]]
    assert rows(remove(text, 0)) == [rows(text)[1]]


def test_the_only_check_is_not_removed():
    with pytest.raises(ServicesError, match="only check"):
        remove(remove(FILE, 0), 0)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"name": "caddy", "check": "http", "url": "https://x/"}, "cannot be told apart"),
        ({"name": "x", "check": "http"}, "url is missing"),
        ({"name": "x", "check": "http", "url": "https://x/", "colour": "red"}, "no field 'colour'"),
    ],
)
def test_what_would_make_the_file_wrong_is_refused(row, why):
    with pytest.raises(ServicesError, match=why):
        add(FILE, row)


def test_a_place_that_is_gone_is_said():
    with pytest.raises(ServicesError, match="no such check any more"):
        change(FILE, 5, {"name": "x", "check": "memory"})


def test_a_file_that_is_broken_is_not_touched():
    with pytest.raises(ServicesError, match="line 1"):
        add("[[service", {"name": "x", "check": "memory"})


@pytest.mark.parametrize(
    ("row", "field", "sentence"),
    [
        ({"name": "", "check": "http"}, "name", "name is missing"),
        ({"name": "a b", "check": "memory"}, "name", "letters, digits"),
        ({"name": "x", "check": "http", "url": "ftp://x"}, "url", "must be an address"),
        ({"name": "x", "check": "tcp", "address": "a", "port": 99999}, "port", "less than or equal to 65535"),
        ({"name": "x", "check": "tls", "address": "a", "critical_days": 99}, "critical_days", "not be more than"),
        ({"name": "x", "check": "process"}, "", "Needs either process"),
        ({"name": "x", "check": "tcp", "address": "a", "port": "no"}, "port", "integer"),
    ],
)
def test_what_is_wrong_with_a_check_names_the_field(row, field, sentence):
    found = problem_of(row)
    assert found.field == field
    assert sentence in found.sentence


def test_nothing_is_wrong_with_a_right_check():
    assert problem_of({"name": "x", "check": "memory"}) is None
    assert checked({"name": "X", "check": "memory"}).key == "x:memory"


# --- the file ------------------------------------------------------------------------------------------------------


def test_the_file_is_replaced_in_one_step_and_keeps_its_rights(tmp_path):
    path = tmp_path / "services.toml"
    path.write_text(FILE)
    path.chmod(0o640)
    save(path, FILE + "# more\n", FILE)
    assert path.read_text() == FILE + "# more\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [file.name for file in tmp_path.iterdir()] == ["services.toml"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.toml").write_text(FILE)
    path = tmp_path / "services.toml"
    path.symlink_to("real.toml")
    save(path, "new", FILE)
    assert path.is_symlink()
    assert (tmp_path / "real.toml").read_text() == "new"


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(tmp_path):
    path = tmp_path / "services.toml"
    path.write_text("theirs")
    with pytest.raises(ServicesError, match="by another program meanwhile"):
        save(path, "mine", FILE)
    assert path.read_text() == "theirs"


def test_a_file_may_be_made_and_taken_back(tmp_path):
    path = tmp_path / "services.toml"
    assert read(path) is None
    save(path, FILE, None)
    save(path, None, FILE)
    assert not path.exists()


# --- fields of a form ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MODELS)
def test_every_field_of_every_kind_has_a_help_line(kind):
    assert KINDS[kind]
    assert [field.name for field in fields_of(kind) if not field.help] == []
    assert {field.name for field in fields_of(kind)} <= set(HELP)


@pytest.mark.parametrize("row", rows(re.sub(r"(?m)^#(?=\[\[|\[watch|\w+ = )", "", SAMPLE)), ids=lambda row: row["name"])
def test_what_a_file_holds_goes_through_a_form_unharmed(row):
    before = checked(row)
    typed = {name: to_text(field, row.get(name)) for field in fields_of(row["check"]) for name in [field.name]}
    again = {name: row[name] for name in ("name", "check", "label") if name in row}
    for field in fields_of(row["check"]):
        value = from_text(field, typed[field.name])
        if value is not None:
            again[field.name] = value
    assert checked(again) == before


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("codes", "200", 200),
        ("codes", "2xx, 302", ["2xx", 302]),
        ("words", "pg_isready -h 'my host'", ["pg_isready", "-h", "my host"]),
        ("pairs", "Accept: a\n\nX: b:c", {"Accept": "a", "X": "b:c"}),
        ("list", "a, b ,", ["a", "b"]),
        ("number", "1,5", 1.5),
        ("number", "2.0", 2),
        ("yes_no", "true", True),
        ("text", "  ", None),
    ],
)
def test_what_is_typed_becomes_what_the_file_holds(kind, text, value):
    assert from_text(CheckField("x", kind, ""), text) == value


@pytest.mark.parametrize(
    ("kind", "text"), [("whole", "1.5"), ("number", "ten"), ("number", "nan"), ("words", "'x"), ("pairs", "no colon")]
)
def test_what_cannot_be_read_says_why(kind, text):
    with pytest.raises(ValueError, match=r"must be|quotation|Name: value"):
        from_text(CheckField("x", kind, ""), text)


def test_the_default_is_not_written():
    port = next(field for field in fields_of("tls") if field.name == "port")
    assert (port.default, from_text(port, "443"), from_text(port, "993")) == ("443", None, 993)


def test_the_file_stays_toml(tmp_path):
    assert tomllib.loads(add(FILE, {"name": "n", "check": "dns", "query": 'a"b'}))["service"][-1]["query"] == 'a"b'
