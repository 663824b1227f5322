"""Secrets in settings and services: known by where they stand, left out, and put in again."""

from __future__ import annotations

import tomllib

import pytest

from claudeops_desktop.core.secrets.toml_secrets import (
    LEFT_OUT,
    fill_in,
    is_left_out,
    mask_values,
    own_secrets,
    without_secrets,
)

ROW = '[[service]]\nname = "web"\ncheck = "http"\n'


@pytest.mark.parametrize(
    ("line", "without"),
    [
        ('url = "https://me:pw@h/a"', 'url = "https://me:{}@h/a"'),
        ('url = "https://token@h/a"', 'url = "https://{}@h/a"'),
        ('url = "https://h/a?key=ab=="', 'url = "https://h/a?key={}"'),
        ('url = "https://h/a?key=a&t=b#c"', 'url = "https://h/a?key={}&t={}#c"'),
        ('url = "https://h/a?abc"', 'url = "https://h/a?{}"'),
        ('proxy = "http://me:pw@h:1"', 'proxy = "http://me:{}@h:1"'),
        ('headers = { Authorization = "Bearer x" }', 'headers = { Authorization = "Bearer {}" }'),
        ('headers = { X-Api-Key = "x" }', 'headers = { X-Api-Key = "{}" }'),
        ('password = "x"', 'password = "{}"'),
        ('api_token = "x"', 'api_token = "{}"'),
        ('command = ["a", "--password", "x"]', 'command = ["a", "--password", "{}"]'),
        ('command = ["a", "-u", "me:x"]', 'command = ["a", "-u", "me:{}"]'),
        ("a = 'ghp_0123456789abcdefghij0123456789abcdef'", 'a = "{}"'),
    ],
)
def test_a_secret_is_left_out_and_comes_back_from_the_file_that_is_there(line: str, without: str) -> None:
    text = f"{ROW}{line}\n"
    packed = without_secrets(text)
    assert tomllib.loads(packed) == tomllib.loads(f"{ROW}{without.replace('{}', LEFT_OUT)}\n")
    assert is_left_out(tomllib.loads(packed)["service"][0])
    filled, missing = fill_in(packed, text, {})
    assert (tomllib.loads(filled), missing) == (tomllib.loads(text), [])


@pytest.mark.parametrize(
    "line",
    [
        'url = "https://h:1/a"',
        'url = "https://${USER}:${PASSWORD}@h/?t=${TOKEN}"',
        'host = "admin@nas"',
        'url = "ssh://git@h/repo"',
        'headers = { Accept = "text/html", Authorization = "Bearer ${TOKEN}", X-Key = "${KEY}" }',
        'private_key = "/etc/ssl/key.pem"',
        'command = ["a", "--hours", "26"]',
        'secret_variables = ["TOKEN"]',
    ],
)
def test_what_is_no_secret_stays(line: str) -> None:
    text = f"# why\n{ROW}{line}   # as it is\n"
    assert without_secrets(text) == text
    assert own_secrets(tomllib.loads(text)) == []


def test_secrets_in_comments_are_left_out() -> None:
    assert "hunter2secret99" not in without_secrets("# password: hunter2secret99\na = 1\n")


def test_a_check_that_asks_elsewhere_gets_no_secret_of_the_one_that_is_there() -> None:
    ours = f'{ROW}url = "https://nas/"\nheaders = {{ Authorization = "Bearer x" }}\n'
    theirs = without_secrets(ours.replace("nas", "elsewhere.example"))
    filled, missing = fill_in(theirs, ours, {})
    assert (filled, missing) == (theirs, ["headers.Authorization of web:http"])


def test_what_was_answered_is_put_in_and_the_rest_is_named() -> None:
    packed = without_secrets(f'{ROW}url = "https://me:pw@h/?t=x"\n[model]\nurl = "https://a:b@c/"\n')
    filled, missing = fill_in(packed, "", {"url of web:http (1 of 2)": "new"})
    assert tomllib.loads(filled)["service"][0]["url"] == f"https://me:new@h/?t={LEFT_OUT}"
    assert missing == ["url of web:http (2 of 2)", "model.url"]


def test_what_is_no_toml_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1"):
        without_secrets("[")


def test_a_table_is_shown_without_its_secrets_and_stays_as_it_is() -> None:
    table = {"url": "https://me:pw@h/?t=secret", "headers": {"Cookie": "long"}, "port": 1}
    assert mask_values(table) == {
        "url": "https://me:[redacted]@h/?t=[redacted]",
        "headers": {"Cookie": "[redacted]"},
        "port": 1,
    }
    assert table["headers"] == {"Cookie": "long"}
    assert own_secrets(table) == ["secret", "long", "pw"]
