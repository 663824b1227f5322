"""Secrets on the way in (PRODUCT S4)."""

from __future__ import annotations

import base64
import json
import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.agents import redact as redact_module
from claudeops_desktop.agents.redact import MASK, LineRedactor, secrets_of

SECRET = 'p@ss "wörd"/+&\\1'


@pytest.mark.parametrize(
    "shown",
    [
        SECRET,
        json.dumps(SECRET)[1:-1],
        json.dumps(SECRET, ensure_ascii=False)[1:-1],
        json.dumps(json.dumps(SECRET))[1:-1],
        urllib.parse.quote(SECRET, safe=""),
        urllib.parse.quote_plus(SECRET),
    ],
)
def test_a_secret_is_found_in_every_form(shown):
    line = f'{{"text":"before {shown} after"}}'.encode()
    redacted = LineRedactor([SECRET])(line)
    assert shown.encode() not in redacted
    assert MASK in redacted
    assert b"before " in redacted
    assert b" after" in redacted


@pytest.mark.parametrize("before", ["", "u:", "user:", "admin:x:"])
def test_a_secret_inside_base64_is_found_at_any_alignment(before):
    secret = "a-long-secret-value"
    encoded = base64.b64encode(f"{before}{secret}".encode())
    redacted = LineRedactor([secret])(b'{"h":"' + encoded + b'"}')
    assert MASK in redacted
    left = redacted.split(b'"')[3].replace(MASK, b"")
    assert len(left) <= len(encoded) - 4 * len(secret) // 3 + 6


@pytest.mark.parametrize(
    "key",
    [
        "sk-ant-api03-AbCdEf123456_-xyz",
        "ghp_0123456789abcdefghijABCDEFGHIJ012345",
        "github_pat_11ABCDEFG0123456789_abcdef",
        "AKIAIOSFODNN7EXAMPLE",
        "xoxb-123456789012-abcdefghij",
        "glpat-abcdefghij0123456789",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123456",
    ],
)
def test_texts_that_look_like_keys_go(key):
    assert LineRedactor()(f'{{"t":"use {key} now"}}'.encode()) == b'{"t":"use [redacted] now"}'


def test_what_stands_around_a_key_stays():
    redact = LineRedactor()
    assert redact(b"Authorization: Bearer abcdef1234567890") == b"Authorization: Bearer [redacted]"
    assert redact(b"authorization: Basic dXNlcjpwYXNz") == b"authorization: Basic [redacted]"
    assert redact(b"postgres://app:s3cret@db:5432/x") == b"postgres://app:[redacted]@db:5432/x"
    assert (
        redact(b"the bearer of news; https://host:8080/path?x=a@b")
        == b"the bearer of news; https://host:8080/path?x=a@b"
    )


KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\nAAAA\n-----END OPENSSH PRIVATE KEY-----"


def test_a_private_key_goes_whole_and_json_stays_json():
    line = json.dumps({"type": "user", "a": f"x {KEY} y", "b": "kept"}).encode()
    assert json.loads(LineRedactor()(line)) == {"type": "user", "a": "x [redacted] y", "b": "kept"}
    torn = json.dumps({"a": KEY[:60], "b": "kept"}).encode()
    assert json.loads(LineRedactor()(torn)) == {"a": "[redacted]", "b": "kept"}


def test_a_private_key_over_several_lines_of_stderr_goes_whole():
    redact = LineRedactor()
    lines = [redact(line.encode(), "stderr") for line in f"before\n{KEY}\nafter".split("\n")]
    assert lines == [b"before", MASK, MASK, MASK, MASK, b"after"]
    assert redact(b"plain", "stdout") == b"plain"


def test_a_private_key_that_never_ends_does_not_swallow_the_rest():
    redact = LineRedactor()
    redact(b"-----BEGIN RSA PRIVATE KEY-----", "stderr")
    assert redact(b"MIIEpAIBAAKCAQEA", "stderr") == MASK
    assert redact(b"error: that was all, sorry", "stderr") == b"error: that was all, sorry"
    assert redact(b"MIIEpAIBAAKCAQEA", "stderr") == b"MIIEpAIBAAKCAQEA"


def test_short_values_are_left_alone():
    """They stand in ordinary words too often."""
    assert LineRedactor(["dummy"])(b"a dummy") == b"a dummy"


def test_a_longer_secret_goes_before_one_inside_it():
    assert LineRedactor(["secret-one", "secret-one-and-more"])(b"secret-one-and-more") == MASK


_OUTSIDE = st.characters(codec="utf-8", exclude_characters="[]redact")


@pytest.mark.slow
@given(st.text(_OUTSIDE, min_size=6, max_size=40), st.text(max_size=40), st.text(max_size=40))
def test_any_secret_goes_from_any_json_and_it_stays_json(secret, before, after):
    for ascii_only in (True, False):
        line = json.dumps({"t": before + secret + after}, ensure_ascii=ascii_only).encode("utf-8", "replace")
        data = json.loads(LineRedactor([secret])(line))
        assert secret not in "".join(data.values())


def test_secrets_of_the_environment_are_known_by_name(tmp_path):
    key_file = tmp_path / "id"
    key_file.write_text("")
    environ = {
        "ANTHROPIC_API_KEY": "key-one-1",
        "ANTHROPIC_AUTH_TOKEN": "token-1",
        "DB_PASSWORD": "password1",
        "GITHUB_TOKEN": "ghtoken",
        "MY_SECRET_2": "second1",
        "SSH_KEY": str(key_file),
        "USE_TOKEN": "true",
        "SHORT_KEY": "abc",
        "PATH": "/usr/bin:/bin",
        "KEYBOARD": "qwerty-layout",
        "LISTED": "listed-value",
    }
    found = secrets_of(environ, ["listed"])
    assert found == ("key-one-1", "token-1", "password1", "ghtoken", "second1", "listed-value")


PIECE = 4_096


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(redact_module, "_PIECE", PIECE)


@pytest.mark.slow
@pytest.mark.parametrize("secret", ["a-long-secret-of-mine-42", "x" * 1_200 + "7"])
def test_a_secret_is_found_wherever_the_pieces_of_a_long_line_meet(secret, small_pieces):
    redact = LineRedactor([secret])
    for start in (0, *range(PIECE - len(secret) - 2, PIECE + 2, 97), PIECE, 2 * PIECE - 5):
        line = "y" * start + secret + "y" * 5_000
        assert secret.encode() not in redact(line.encode()), start


@pytest.mark.slow
def test_a_token_is_found_wherever_the_pieces_of_a_long_line_meet(small_pieces):
    redact, token = LineRedactor(), "ghp_" + "A1b2C3d4E5" * 3
    for start in range(PIECE - len(token) - 1, PIECE + 2):
        assert token.encode() not in redact(("." * start + token + "." * 5_000).encode()), start
