"""Tokens of the server: kept as hashes, found in constant time, rotated, expired, revoked, and not guessed."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.other_process import other_connection

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.errors import EnvironmentFault, OperatorError, UsageError
from claudeops_desktop.core.secrets.redact_shapes import without_shapes
from claudeops_desktop.server import rate_limits
from claudeops_desktop.server.rate_limits import GuessLimit
from claudeops_desktop.server.token_check import UNSET, TokenAuthenticator
from claudeops_desktop.server.token_store import TokenStore, make_token
from claudeops_desktop.server.token_types import TokenScope, parse_scopes
from claudeops_desktop.storage.own_tokens import keep_own_tokens

pytestmark = pytest.mark.both_stores

NOW = utc_now()


class Clock:
    """A clock that a test moves."""

    def __init__(self):
        self.at = NOW

    def __call__(self):
        return self.at


@pytest.fixture
def tokens(book):
    return TokenStore(book.store)


@pytest.fixture
def write(book):
    return lambda operation: book.store.write(operation).result()


def authenticator(book, clock=lambda: NOW, alert_token=lambda: ""):
    return TokenAuthenticator(book.store, alert_token, clock)


def test_a_token_is_found_by_its_value_and_stored_as_a_hash(book, tokens, write):
    made, value = write(lambda: tokens.add("Backup-Agent", ["read,write"], NOW))
    assert (made.name, made.scopes, made.state(NOW)) == ("backup-agent", ("read", "write"), "active")
    caller = authenticator(book).find_caller(value, "127.0.0.1")
    assert (caller.name, caller.scopes) == ("backup-agent", {"read", "write"})
    assert authenticator(book).find_caller(value[:-1], "127.0.0.1") is None
    book.store.drain()
    assert tokens.get("backup-agent").last_used_from == "127.0.0.1"
    stored = b"".join(path.read_bytes() for path in book.store.path.parent.glob("claudeops.db*"))
    assert value.encode() not in stored


@pytest.mark.parametrize("words", [["admin,read"], ["read", "admin"], ["ADMIN , read"]])
def test_scopes_come_in_one_order_however_they_are_written(words):
    assert parse_scopes(words) == ("read", "admin")


@pytest.mark.parametrize("words", [[], [""], ["read,everything"], ["read write"]])
def test_a_wrong_scope_is_refused_with_those_that_there_are(words):
    with pytest.raises(UsageError):
        parse_scopes(words)


@pytest.mark.parametrize("name", ["", "-x", "a b", "é", "a" * 41, "a/b"])
def test_a_wrong_name_is_refused(tokens, write, name):
    with pytest.raises(UsageError):
        write(lambda: tokens.add(name, ["read"], NOW))


def test_a_name_is_used_once_until_its_token_is_revoked(book, tokens, write):
    _, first = write(lambda: tokens.add("anna", ["read"], NOW))
    with pytest.raises(OperatorError, match="already"):
        write(lambda: tokens.add("anna", ["read"], NOW))
    write(lambda: tokens.revoke("anna", NOW))
    assert authenticator(book).find_caller(first, "") is None
    _, second = write(lambda: tokens.add("anna", ["write"], NOW))
    check = authenticator(book)
    assert check.find_caller(first, "") is None
    assert check.find_caller(second, "").scopes == {"write"}


def test_a_revocation_holds_at_once_for_who_read_the_tokens_before(book, tokens, write):
    _, value = write(lambda: tokens.add("anna", ["read"], NOW))
    check = authenticator(book)
    assert check.find_caller(value, "") is not None
    with other_connection(book.store) as other:  # another process
        other.execute("UPDATE server_tokens SET revoked_at = '2026-01-01T00:00:00.000Z'")
    assert check.find_caller(value, "") is None


def test_what_another_process_does_to_a_token_holds_at_once(book, tokens, write, monkeypatch):
    made, value = write(lambda: tokens.add("agent", ["read"], NOW))
    found = authenticator(book)
    assert found.find_caller(value, "")
    book.store.drain()
    if book.store.database.is_server:  # it tells of a write a moment after it, and a request may come in before
        monkeypatch.setattr(book.store, "mark", lambda: (0,))
    with other_connection(book.store) as other:
        other.execute("UPDATE server_tokens SET revoked_at = ? WHERE id = ?", (to_text(NOW), made.id))
    assert found.find_caller(value, "") is None


def test_a_token_expires_to_the_millisecond(book, tokens, write):
    clock = Clock()
    _, value = write(lambda: tokens.add("anna", ["read"], NOW, expires=timedelta(days=1)))
    check = authenticator(book, clock)
    clock.at = NOW + timedelta(days=1) - timedelta(milliseconds=1)
    assert check.find_caller(value, "") is not None
    clock.at = NOW + timedelta(days=1)
    assert check.find_caller(value, "") is None


def test_while_the_clock_is_doubted_a_token_that_expires_counts_as_expired(book, tokens, write, doubted_clock):
    _, ends = write(lambda: tokens.add("anna", ["read"], NOW, expires=timedelta(days=1)))
    _, stays = write(lambda: tokens.add("ben", ["read"], NOW))
    check = authenticator(book, Clock())
    assert check.find_caller(ends, "") is None
    assert check.find_caller(stays, "") is not None
    doubted_clock.confirm("operator")
    assert check.find_caller(ends, "") is not None


def test_after_a_rotation_the_old_value_holds_for_as_long_as_was_asked(book, tokens, write):
    clock = Clock()
    _, old = write(lambda: tokens.add("anna", ["read"], NOW))
    _, new = write(lambda: tokens.rotate("anna", NOW, timedelta(hours=1)))
    check = authenticator(book, clock)
    assert check.find_caller(old, "").token_id == check.find_caller(new, "").token_id
    clock.at += timedelta(hours=1)
    assert check.find_caller(old, "") is None
    _, newest = write(lambda: tokens.rotate("anna", NOW))
    assert check.find_caller(new, "") is None
    assert check.find_caller(newest, "") is not None


def test_the_alert_receivers_own_token_is_adopted_follows_the_keyring_and_goes_with_it(book, tokens, write):
    kept = ["first"]
    check = authenticator(book, alert_token=lambda: kept[0])
    assert check.alert_problem() == ""
    assert check.find_caller("first", "").scopes == {TokenScope.ALERT}
    assert [(one.name, one.origin) for one in tokens.list()] == [("alerts", "keyring")]
    kept[0] = "second"
    check.forget_keyring()
    assert check.find_caller("second", "") is not None
    assert check.find_caller("first", "") is None
    write(lambda: tokens.revoke("alerts", NOW))
    check.forget_keyring()
    assert check.find_caller("second", "") is None  # revoked, though the keyring still has it
    kept[0] = ""
    check.forget_keyring()
    assert check.alert_problem() == UNSET


def test_a_keyring_that_does_not_answer_is_told_and_known_tokens_hold(book):
    values = iter(["right"])

    def ask():
        value = next(values, None)
        if value is None:
            raise EnvironmentFault("The keyring is locked.")
        return value

    check = authenticator(book, alert_token=ask)
    assert check.find_caller("right", "") is not None
    check.forget_keyring()
    assert check.find_caller("wrong", "") is None
    assert check.find_caller("right", "") is not None
    empty = authenticator(book, alert_token=ask)
    write_nothing = empty.alert_problem()
    assert write_nothing == ""


def test_thousands_of_guesses_are_a_few_lines_in_the_log(caplog, monkeypatch):
    at = [1000.0]
    monkeypatch.setattr(rate_limits.time, "monotonic", lambda: at[0])
    guesses = GuessLimit(20)
    with caplog.at_level(logging.WARNING):
        allowed = sum(guesses.allows("203.0.113.9") for _ in range(5000))
        assert guesses.allows("203.0.113.10")
        at[0] += 61
        guesses.allows("203.0.113.9")
    assert allowed == 20
    assert [record.getMessage() for record in caplog.records] == [
        "a request with a wrong token came from 203.0.113.9; more are counted for a minute",
        "5000 more requests with a wrong token from 2 addresses, most from 203.0.113.9 (4999)",
        "a request with a wrong token came from 203.0.113.9; more are counted for a minute",
    ]


def test_addresses_of_one_ipv6_network_count_as_one():
    guesses = GuessLimit(20)
    allowed = sum(guesses.allows(f"2001:db8:0:1::{number:x}") for number in range(1, 200))
    assert allowed == 20


@given(st.integers(0, 3))
def test_a_token_is_taken_out_of_texts_as_a_secret(_seed):
    value = make_token()
    assert value not in without_shapes(f"curl -H 'Authorization: Bearer {value}' and again {value}.")


@pytest.mark.file_only("VACUUM INTO copies a file")
def test_a_backup_brings_no_token_along(book, tokens, write, tmp_path):
    write(lambda: tokens.add("stolen", ["admin"], NOW))
    copy = tmp_path / "copy.db"
    book.store.database.execute_sql("VACUUM INTO ?", (str(copy),))
    write(lambda: tokens.revoke("stolen", NOW))
    write(lambda: tokens.add("mine", ["read"], NOW))
    with other_connection(book.store) as present:
        keep_own_tokens(copy, present)
    with closing(sqlite3.connect(copy)) as restored:
        found = restored.execute("SELECT name, revoked_at IS NULL FROM server_tokens ORDER BY name").fetchall()
    assert found == [("mine", 1), ("stolen", 0)]
    keep_own_tokens(copy, None)
    with closing(sqlite3.connect(copy)) as restored:
        assert restored.execute("SELECT count(*) FROM server_tokens").fetchone() == (0,)
