"""What a check says holds nothing of the secrets that it was given."""

from __future__ import annotations

import pytest

from claudeops_desktop.agents.watch.services import ServicesError, run_check, validate_check
from claudeops_desktop.agents.watch.shown_detail import mask_detail

HTTP = {
    "name": "web",
    "check": "http",
    "url": "https://me:s3cr3tpw@nas/?t=asked123",
    "headers": {"Authorization": "Bearer tok-1234", "X-Key": "${WEB_KEY}"},
}


@pytest.mark.parametrize("secret", ["s3cr3tpw", "asked123", "tok-1234", "from-the-environment"])
def test_a_secret_that_an_error_repeats_is_masked(monkeypatch, secret):
    monkeypatch.setenv("WEB_KEY", "from-the-environment")
    assert mask_detail(validate_check(HTTP), f"no answer: {secret} at nas") == "no answer: [redacted] at nas"


def test_what_a_program_prints_of_its_arguments_is_masked():
    row = {
        "name": "job", "check": "command", "retries": 0,
        "command": ["/bin/sh", "-c", "echo wrong token $1; exit 1", "--token", "hunter2hunter"],
    }  # fmt: skip
    assert run_check(validate_check(row)).found.detail == "exit code 1, not 0: wrong token [redacted]"


def test_a_mistake_in_the_file_is_named_without_its_secrets():
    for field, value in (("url", "ftp://me:s3cr3tpw@nas/"), ("headers", {"Authorization": ["s3cr3tpw"]})):
        with pytest.raises(ServicesError) as refused:
            validate_check(HTTP | {field: value})
        assert field in str(refused.value)
        assert "s3cr3tpw" not in str(refused.value)
