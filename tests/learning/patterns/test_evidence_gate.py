"""L4: what counts as evidence of a session, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.learning.patterns.evidence import (
    ECHO,
    REASONING,
    TOO_SHORT,
    TYPED,
    SessionOutput,
    check_evidence,
)

RULE = "Renew the certificate before restarting the proxy."
NGINX = "nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\nnginx: test is successful"
READ = "    41\tserver {\n    42\t  listen 443 ssl;\n    43\t}"


@pytest.mark.parametrize(
    "claimed",
    ["it printed “test is successful”", 'it printed "syntax is ok"', "`nginx: test is successful`",
     "nginx: test is successful", "I ran it, and then:\nnginx: test is successful"],
)  # fmt: skip
def test_output_that_stands_in_the_session_is_of_level_one(claimed: str) -> None:
    assert check_evidence(claimed, [SessionOutput("nginx -t", NGINX)]).level == 1


@pytest.mark.parametrize(
    ("claimed", "why"),
    [
        ("The “certificate” must have expired.", TOO_SHORT),
        ("so the configuration is broken, as “the proxy is down” says", REASONING),
        ("It must be the certificate, since nothing else changed.", REASONING),
        ("“test is successfully done”", REASONING),
        ("", "No evidence is named."),
        ("  \n ", "No evidence is named."),
    ],
)
def test_reasoning_a_single_word_and_invented_output_do_not_count(claimed: str, why: str) -> None:
    outputs = [SessionOutput("nginx -t", NGINX), SessionOutput("openssl x509", "subject of the certificate: web")]
    verdict = check_evidence(claimed, outputs)
    assert (verdict.counts, verdict.why) == (False, why)


def test_words_beside_a_quotation_are_no_output() -> None:
    outputs = [SessionOutput("systemctl status web", "so the service web is up since Monday")]
    assert not check_evidence("so the service web is “broken for good”", outputs).counts


@pytest.mark.parametrize(
    "output",
    [
        SessionOutput("echo '12 passed in 3 s'", "12 passed in 3 s"),
        SessionOutput("printf '== 12 passed in 3 s ==\\n'", "== 12 passed in 3 s =="),
        SessionOutput("cat /tmp/r", "12 passed in 3 s", ("/tmp/r",), typed="12 passed in 3 s"),
    ],
)
def test_what_the_session_typed_itself_and_only_comes_back_is_no_evidence(output: SessionOutput) -> None:
    assert check_evidence("“12 passed in 3 s”", [output]).why == TYPED


def test_what_the_session_wrote_into_a_file_before_is_no_evidence_either() -> None:
    outputs = [SessionOutput("cat > r <<E\n12 passed in 3 s\nE", ""), SessionOutput("cat r", "12 passed in 3 s")]
    assert check_evidence("“12 passed in 3 s”", outputs).why == TYPED


def test_what_the_application_prints_of_its_own_notes_is_no_evidence() -> None:
    outputs = [SessionOutput("claudeops learn patterns --role verifier", "3 verifier Ask for the exit code.")]
    assert check_evidence("“Ask for the exit code.”", outputs).why == REASONING


@pytest.mark.parametrize(
    "claimed",
    [RULE, RULE.upper(), "Renew the certificate before restarting", f"it says “{RULE}”",
     "it says “Renew the certificate before restarting the proxy” and so I did"],
)  # fmt: skip
def test_a_pattern_that_was_injected_is_never_evidence_for_itself(claimed: str) -> None:
    verdict = check_evidence(claimed, [SessionOutput("cat prompt.txt", f"- {RULE}")], [RULE])
    assert (verdict.counts, verdict.why) == (False, ECHO)


def test_real_output_beside_an_echo_counts() -> None:
    outputs = [SessionOutput("nginx -t", NGINX)]
    assert check_evidence(f"“{RULE}” held: “test is successful”", outputs, [RULE]).level == 1


@pytest.mark.parametrize("claimed", ["/etc/nginx/nginx.conf:42", "nginx.conf:42 listens", "./nginx/nginx.conf:43"])
def test_a_file_and_line_that_was_read_is_of_level_two(claimed: str) -> None:
    assert check_evidence(claimed, [SessionOutput("", READ, ("/etc/nginx/nginx.conf",))]).level == 2


@pytest.mark.parametrize(
    ("claimed", "output", "why"),
    [
        ("haproxy.cfg:42", SessionOutput("", READ, ("/etc/nginx/nginx.conf",)), "neither read nor wrote"),
        ("nginx.conf:99", SessionOutput("", READ, ("/etc/nginx/nginx.conf",)), "was not shown line 99"),
        ("nginx.conf:0", SessionOutput("cat nginx.conf", "server {}", ("nginx.conf",)), "was not shown line 0"),
        ("a.conf:3", SessionOutput("cat a.conf", "cat: a.conf: No such file or directory", ("a.conf",)), "not read a"),
        ("a.conf:3", SessionOutput("", "The tool failed.", ("a.conf",), failed=True), "could not read a.conf"),
    ],
)
def test_a_file_that_was_not_read_or_a_line_that_was_not_shown_does_not_count(
    claimed: str, output: SessionOutput, why: str
) -> None:
    verdict = check_evidence(claimed, [output])
    assert not verdict.counts and why in verdict.why


def test_a_line_that_any_of_several_answers_shows_counts() -> None:
    files = ("/etc/nginx/nginx.conf",)
    outputs = [SessionOutput("", READ, files), SessionOutput("", "   99\t# end", files)]
    assert check_evidence("nginx.conf:99", outputs).level == 2


@given(st.text(max_size=120), st.text(max_size=200), st.text(max_size=200))
def test_nothing_is_evidence_where_a_session_did_nothing_and_nothing_raises(
    claim: str, text: str, command: str
) -> None:
    assert not check_evidence(claim, []).counts
    assert check_evidence(claim, [SessionOutput(command, text)], [claim]).level in (0, 1)


@given(st.text(min_size=1, max_size=120))
def test_an_echo_never_counts(text: str) -> None:
    assert check_evidence(text, [SessionOutput("cat prompt", text)], [text]).level == 0
