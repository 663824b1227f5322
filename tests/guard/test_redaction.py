"""What the guard writes down holds no secret, though its rules hold none either."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.guard.redaction import conceal, fingerprints, of_environment

SECRET = "hunter2-is-not-safe"


def test_a_secret_that_only_the_keyring_knows_is_not_written_down(guarded):
    guarded.rules(salt="s", secrets=fingerprints([SECRET], "s"))
    guarded.bash(f"echo before{SECRET}after")
    guarded.bash(f"docker restart {SECRET}")
    assert SECRET not in guarded.file.read_text()
    assert [call.input for call in guarded.book.tool_calls.of_session(guarded.session_id)] == [
        "echo before[redacted]after",
        "docker restart [redacted]",
    ]
    kept = guarded.book.store.database.execute_sql("SELECT message FROM cooldown_actions").fetchall()
    assert kept == [("docker restart [redacted]",)]


def test_a_question_to_the_operator_holds_no_secret(guarded):
    guarded.rules(tier=3, salt="s", secrets=fingerprints([SECRET], "s"), wait_minutes=0.01)
    guarded.bash(f"rm -rf /srv/{SECRET}", description=f"uses {SECRET}")
    (asked,) = guarded.book.approvals.list()
    assert SECRET not in "".join((asked.command, asked.reason, asked.context))
    assert "[redacted]" in asked.command


def test_a_refusal_that_quotes_the_command_holds_no_secret(guarded):
    guarded.rules(salt="s", secrets=fingerprints([SECRET], "s"))
    guarded.ask("Write", file_path=f"{guarded.folder.root}/{SECRET}", content="x")
    assert all(SECRET not in event.message for event in guarded.book.events.list())
    assert all(SECRET not in call.why for call in guarded.book.tool_calls.of_session(guarded.session_id))


def test_a_variable_named_like_a_secret_is_taken_out():
    assert of_environment("echo abcdefgh", {"DB_PASSWORD": "abcdefgh"}, ()) == "echo [redacted]"
    assert of_environment("echo abcdefgh", {"PLACE": "abcdefgh"}, ("PLACE",)) == "echo [redacted]"
    assert of_environment("echo abcdefgh", {"PLACE": "abcdefgh"}, ()) == "echo abcdefgh"


@pytest.mark.slow
@given(st.text(max_size=40), st.text(min_size=6, max_size=12), st.text(max_size=40))
def test_a_secret_is_found_wherever_it_stands(before, secret, after):
    assert secret not in conceal(before + secret + after, "salt", fingerprints([secret], "salt")).replace(
        "[redacted]", ""
    ) or secret in (before + after)


def test_another_salt_gives_other_fingerprints():
    assert fingerprints([SECRET], "a") != fingerprints([SECRET], "b")


@pytest.mark.parametrize(
    ("secrets", "text", "written"),
    [
        (["secret"], "a secret here", "a [redacted] here"),
        (["secre"], "a secre here", "a secre here"),
        (["secret"], "secretsecret", "[redacted][redacted]"),
        (["secret", "secretive"], "a secretive secret", "a [redacted] [redacted]"),
        (["secret"], "secret", "[redacted]"),
        (["secret"], "x" * 7_994 + "secret", ("x" * 7_994 + "[redacted]")[:8_000]),
        (["secret"], "x" * 7_996 + "secret and more", "x" * 7_996 + "[red"),
        (["secret"], "x" * 8_001, "x" * 8_000),
        ([], "x" * 8_001, "x" * 8_000),
        ([], "secret", "secret"),
        (["geheimnis-ä"], "das geheimnis-ä", "das [redacted]"),
    ],
    ids=range(11),
)
def test_each_secret_is_taken_out_and_the_text_is_cut(secrets, text, written):
    assert conceal(text, "salt", fingerprints(secrets, "salt")) == written


def test_fingerprints_are_in_order_without_doubles_and_short_ones():
    found = fingerprints(["longer-one", "secret", "secret", "short"], "salt")
    assert [length for length, _ in found] == [6, 10]
    assert all(len(digest) == 24 for _, digest in found)


@pytest.mark.parametrize(
    ("name", "value", "named", "hidden"),
    [
        ("API_KEY", "12345678", (), True),
        ("API_KEY", "1234567", (), False),
        ("my_token", "12345678", (), True),
        ("PASSWD", "12345678", (), True),
        ("CREDENTIALS", "12345678", (), True),
        ("SECRET", "12345678", (), True),
        ("PLACE", "12345678", (), False),
        ("PLACE", "12345678", ("PLACE",), True),
        ("PLACE", "12345678", ("OTHER",), False),
    ],
)
def test_a_variable_is_hidden_by_its_name_or_because_the_operator_named_it(name, value, named, hidden):
    assert of_environment(f"a {value} b", {name: value}, named) == (f"a {'[redacted]' if hidden else value} b")
    assert of_environment("a b", {name: value}, named) == "a b"
