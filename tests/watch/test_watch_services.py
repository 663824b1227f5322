"""services.toml: what it may say, and what is said about it when it is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.agents.watch.models import MODELS, HttpCheck
from claudeops_desktop.agents.watch.services import ServicesError, default_services, load_services, read_services

SAMPLE = Path(__file__).parents[2] / "resources" / "services.toml"


def problem(text: str, tmp_path: Path) -> str:
    file = tmp_path / "services.toml"
    file.write_text(text)
    with pytest.raises(ServicesError) as caught:
        load_services(file)
    return str(caught.value).replace(str(tmp_path), "")


def test_the_sample_as_it_ships_is_valid():
    assert load_services(SAMPLE).names == ("disk", "memory", "load", "clock", "names")


def test_the_sample_with_every_example_turned_on_is_valid_and_shows_every_check(tmp_path: Path):
    file = tmp_path / "services.toml"
    file.write_text(re.sub(r"(?m)^#(?=\S)", "", SAMPLE.read_text()))
    services = load_services(file)
    assert {check.check for check in services.checks} == set(MODELS)
    assert services.watch.recovery_wait == 20
    assert services.checks[-1].host == "" and services.checks[-1].read_only


def test_without_a_file_this_machine_is_watched():
    kinds = {check.check for check in default_services().checks}
    assert kinds == {"disk", "memory", "load", "clock", "resolution"}


def test_defaults_of_the_watch_table_hold_for_checks_that_do_not_say_otherwise():
    table = {
        "watch": {"timeout": 3, "retries": 4},
        "service": [
            {"name": "a", "check": "http", "url": "http://localhost/"},
            {"name": "b", "check": "http", "url": "http://localhost/", "timeout": 1, "retries": 0},
        ],
    }
    a, b = read_services(table).checks
    assert (a.timeout, a.retries, b.timeout, b.retries) == (3, 4, 1, 0)


def test_names_are_kept_in_lower_case():
    (check,) = read_services({"service": [{"name": "Web-1", "check": "memory"}]}).checks
    assert (check.name, check.key) == ("web-1", "web-1:memory")


@pytest.mark.parametrize(
    ("written", "code", "well"),
    [(200, 200, True), ("2xx", 204, True), ("200-399", 302, True), ([200, 401], 401, True), ([200, "3xx"], 404, False)],
)
def test_expected_status_may_be_a_code_a_range_a_class_or_a_list(written: object, code: int, well: bool):
    check = HttpCheck.model_validate({"name": "web", "url": "http://localhost/", "expect_status": written})
    assert check.expects(code) is well


def test_an_address_is_shown_without_its_secrets():
    check = HttpCheck(name="web", url="https://me:secret@host:8443/path?token=secret")
    assert check.target == "https://host:8443/path"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[service", "/services.toml cannot be read"),
        ("", "/services.toml names no service. Add a [[service]] table, or remove the file."),
        ("[servise]\nname = 'a'", "there is no table 'servise'; did you mean 'service'?"),
        ("[service]\nname = 'a'", "write [[service]] with two brackets"),
        (
            "[watch]\nretrys = 1\n[[service]]\nname='a'\ncheck='load'",
            "[watch]: there is no field 'retrys'; did you mean",
        ),
        ("[[service]]\ncheck = 'http'", "service number 1: name is missing. Add name ="),
        ("[[service]]\nname = 'web'", "service 'web': check is missing. Say what kind it is, one of: http, tcp"),
        ("[[service]]\nname = 'web'\ncheck = 'htpp'", "there is no check 'htpp'; did you mean 'http'? Use one of:"),
        ("[[service]]\nname = 'web'\ncheck = 'http'", "service 'web': url is missing. Add url = …."),
        (
            "[[service]]\nname = 'web'\ncheck = 'http'\nurl = 'localhost'",
            "service 'web': url must be an address such as",
        ),
        (
            "[[service]]\nname = 'web'\ncheck = 'http'\nurl = 'http://a/'\ntimout = 3",
            "service 'web': there is no field 'timout'; did you mean 'timeout'?",
        ),
        (
            "[[service]]\nname = 'web'\ncheck = 'http'\nurl = 'http://a/'\nevery = 3",
            "service 'web': there is no field 'every'; did you mean 'interval'?",
        ),
        (
            "[[service]]\nname = 'web'\ncheck = 'http'\nurl = 'http://a/'\ntimeout = 'long'",
            "service 'web': timeout: input should be a valid number",
        ),
        (
            "[[service]]\nname = 'web'\ncheck = 'http'\nurl = 'http://a/'\nexpect_status = 99",
            "expect_status must be status codes",
        ),
        ("[[service]]\nname = 'we b'\ncheck = 'memory'", "name may have letters, digits, - and _ only"),
        ("[[service]]\nname = 'general'\ncheck = 'memory'", 'must not be "general"'),
        ("[[service]]\nname = 'm'\ncheck = 'memory'\nwarn_free = 'lots'", 'warn_free must be a share such as "10%"'),
        (
            "[[service]]\nname = 'm'\ncheck = 'memory'\nwarn_free = '5%'\ncritical_free = '10%'",
            "critical_free must not be more than warn_free",
        ),
        ("[[service]]\nname = 'p'\ncheck = 'process'", "needs either process ="),
        ("[[service]]\nname = 'p'\ncheck = 'process'\npattern = '('", "pattern is no regular expression"),
        ("[[service]]\nname = 'c'\ncheck = 'command'\ncommand = 'rm -rf /'", "command must be a list"),
        ("[[service]]\nname = 'l'\ncheck = 'load'\nhost = '-oProxyCommand=x'", "host must be a host as ssh takes it"),
        (
            "[[service]]\nname='a'\ncheck='load'\n[[service]]\nname='A'\ncheck='load'",
            "service 'a': it has two load checks that cannot be told apart. Give one of them a label",
        ),
    ],
)
def test_a_mistake_names_the_service_the_field_and_the_fix(text: str, said: str, tmp_path: Path):
    assert said in problem(text, tmp_path)


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path):
    with pytest.raises(ServicesError, match="cannot be read: No such file"):
        load_services(tmp_path / "none.toml")


def test_only_named_services_are_kept():
    table = {"service": [{"name": n, "check": "memory"} for n in ("a", "b", "c")]}
    assert read_services(table).only(["C", "a"]).names == ("a", "c")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
fields = st.sampled_from(sorted({field for model in MODELS.values() for field in model.model_fields}))
rows = st.dictionaries(fields, values, max_size=6).flatmap(
    lambda row: st.sampled_from(sorted(MODELS)).map(lambda kind: {"name": "web", **row, "check": kind})
)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(["watch", "service", "other"]), values) | st.lists(rows, max_size=3))
def test_whatever_a_file_says_is_either_used_or_refused_in_words(table: dict[str, object] | list[object]):
    try:
        found = read_services({"service": table} if isinstance(table, list) else table)
    except ServicesError as error:
        assert str(error)
    else:
        assert all(check.key and check.target and check.limit > 0 for check in found.checks)
