"""The REST interface is what its OpenAPI document says: schemathesis tries it with good and bad requests."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from datetime import timedelta
from pathlib import Path

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.server.api.application import RestApplication
from claudeops_desktop.server.rate_limits import GuessLimit, KeyedRateLimit

PROGRAM = Path(sysconfig.get_path("scripts")) / "st"
CONFIG = Path(__file__).with_name("schemathesis.toml")
EXAMPLES = os.environ.get("CLAUDEOPS_TEST_API_EXAMPLES", "")
"""By hand: so many requests of each kind for each operation, and every phase. With 60 it takes three minutes."""
UNLIMITED = 10**9


@pytest.fixture
def patient(server):
    """The server without limits of requests: a trial sends thousands from one address."""
    rest: RestApplication = server.application._built.rest
    rest._requests, rest._writes = KeyedRateLimit(UNLIMITED), KeyedRateLimit(UNLIMITED)
    rest._gate._guesses = GuessLimit(UNLIMITED)
    client = server.client()
    for number in range(3):
        fact = {"text": f"Host h{number} has {number + 2} disks.", "category": "behavior", "service": f"h{number}"}
        client.post("/memories", json=fact)
        now = utc_now()
        question = ApprovalQuestion(kind="action", tier=2, action="restart", expires_at=now + timedelta(hours=1))
        server.write(lambda: server.book.approvals.ask_operator(question, now))  # noqa: B023
    return server


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "few"), [("person", "2"), ("agent", "1")])
def test_schemathesis_finds_nothing(patient, tmp_path, kind, few):
    scopes = f"read,write,run{',approve,admin' if kind == 'person' else ''}"
    phases, examples = ("coverage,fuzzing,stateful", EXAMPLES) if EXAMPLES else ("fuzzing", few)
    done = subprocess.run(
        [
            *(PROGRAM, "--config-file", CONFIG, "run", f"{patient.url}/api/v1/openapi.json"),
            *("--header", f"Authorization: Bearer {patient.token(scopes, kind=kind)}", "--seed", "1"),
            *("--phases", phases, "--max-examples", examples, "--suppress-health-check", "all", "--workers", "1"),
            *("--exclude-path", "/changes", "--generation-database", "none", "--no-color"),
        ],
        cwd=tmp_path,
        env=os.environ | {"NO_PROXY": "127.0.0.1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert "Traceback" not in done.stderr
