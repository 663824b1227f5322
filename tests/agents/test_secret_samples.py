"""Every form of secret of the samples goes, whole or cut; no ordinary text of them is touched (S4)."""

from __future__ import annotations

import importlib
import json
import random
import re
import string
import subprocess
import sys
from re import _parser as parser

import pytest

from claudeops_desktop.agents.redact import LineRedactor
from claudeops_desktop.core.secrets.redact_shapes import MASK, without_shapes
from claudeops_desktop.guard.redaction import LONGEST_TEXT, conceal, fingerprints
from claudeops_desktop.server.alert_payloads import parse_payload

from .ordinary_samples import ordinary_texts
from .secret_samples import prefixed_keys, secret_samples

KEY_SIGNS = string.ascii_letters + string.digits + "_-"
SAMPLES = {sample.name: sample for sample in secret_samples()}
ORDINARY = ordinary_texts()
REDACT = LineRedactor()
# A stream that is no JSON comes line by line: what tells that a line is secret stands in another one there.
OVER_LINES = re.compile("kubernetes env$|without its beginning$")


def test_there_are_enough_samples():
    assert len(SAMPLES) == len(secret_samples()) >= 60
    assert len(set(ORDINARY)) >= 150


@pytest.mark.parametrize("name", SAMPLES)
def test_a_secret_goes_from_a_text_a_line_json_and_json_inside_json(name):
    text, secrets = SAMPLES[name].text, SAMPLES[name].secrets
    shown = [
        without_shapes(text),
        REDACT(json.dumps({"text": f"first\n{text}\nlast"}).encode()).decode(),
        REDACT(json.dumps({"text": json.dumps({"inner": f"first\n{text}\tlast"})}).encode()).decode(),
    ]
    if not OVER_LINES.search(name):
        shown.append("\n".join(REDACT(line.encode(), name).decode() for line in text.split("\n")))
    assert [secret for secret in secrets for each in shown if secret in each] == []
    assert all(MASK in each for each in shown)
    assert json.loads(shown[1]).keys() == json.loads(shown[2]).keys() == {"text"}


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_text_stays_as_it_is(text):
    once = json.dumps({"text": text})
    twice = json.dumps({"text": once})
    assert without_shapes(text) == text
    assert [REDACT(each.encode()).decode() for each in (text, once, twice)] == [text, once, twice]


@pytest.mark.parametrize("name", SAMPLES)
def test_what_was_taken_out_is_not_taken_out_again(name):
    once = without_shapes(SAMPLES[name].text)
    assert without_shapes(once) == once


@pytest.mark.parametrize("name", [name for name, sample in SAMPLES.items() if len(sample.secrets) == 1])
def test_no_part_of_a_secret_remains_where_a_limit_cuts_it(name):
    text, (secret,) = SAMPLES[name].text, SAMPLES[name].secrets
    start = text.index(secret)
    for limit in range(start + 1, start + len(secret) + 1, max(1, len(secret) // 6)):
        assert secret[:4] not in without_shapes(text, limit).removeprefix(text[:start])


@pytest.mark.parametrize(("name", "key"), prefixed_keys())
def test_a_key_that_another_program_cut_goes_by_its_mark(name, key):
    for length in range(len(key) // 2, len(key)):
        for end in ("", "…", "..."):
            assert key[:length] not in without_shapes(f"it printed {key[:length]}{end}")


def test_a_known_secret_that_reaches_over_the_limit_leaves_no_part():
    known = "an unusual known value"
    text = "x" * (LONGEST_TEXT - 10) + known
    assert known[:5] not in conceal(text, "salt", fingerprints([known], "salt"))


@pytest.mark.slow
def test_an_alert_is_masked_before_it_is_cut():
    key = SAMPLES["github classic"].secrets[0]
    for room in range(1, len(key)):
        title = "disk full " * 29 + "x" * (10 - room % 10) + " " + key
        (found,) = parse_payload(
            json.dumps({"title": title, "text": "y" * (3_990 + room % 10) + " " + key}).encode(), "application/json"
        )
        assert key[:8] not in found.title + found.text


# What detect-secrets knows of makers, as its own expressions say it. Left out: guesses by entropy and by a variable's
# name, which take ordinary words; public addresses, which are no secrets.
LIBRARY = (
    *(
        "artifactory",
        "aws",
        "azure_storage_key",
        "discord",
        "github_token",
        "gitlab_token",
        "mailchimp",
        "npm",
        "openai",
    ),
    *("pypi_token", "sendgrid", "slack", "square_oauth", "stripe", "telegram_token", "twilio"),
)


def expressions():
    for name in LIBRARY:
        module = importlib.import_module(f"detect_secrets.plugins.{name}")
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__:
                for place, expression in enumerate(kind.denylist):
                    yield pytest.param(expression, id=f"{name}-{place}")


# Forms so loose that ordinary words have them; ours ask for more, or for a name beside the value.
LOOSE = {"artifactory-1", "aws-1"}


def written(expression, chosen):
    """A text that an expression matches, as varied as a real key: what may repeat does so at least 24 times."""
    return "".join(_written(parser.parse(expression.pattern), chosen))


def _written(parts, chosen):
    for operation, value in parts:
        match str(operation):
            case "LITERAL":
                yield chr(value)
            case "IN":
                yield chosen.choice([sign for sign in KEY_SIGNS if re.match(_class_of(value), sign)] or [" "])
            case "MAX_REPEAT" | "MIN_REPEAT":
                least, most, inner = value
                for _ in range(min(int(most), max(least, 24)) if len(inner) == 1 and least else least):
                    yield from _written(inner, chosen)
            case "SUBPATTERN":
                yield from _written(value[3], chosen)
            case "BRANCH":
                yield from _written(chosen.choice(value[1]), chosen)
            case "ANY" | "NOT_LITERAL":
                yield chosen.choice(KEY_SIGNS)


def _class_of(parts):
    ranges = []
    for operation, value in parts:
        match str(operation):
            case "LITERAL":
                ranges.append(re.escape(chr(value)))
            case "RANGE":
                ranges.append(f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}")
            case "CATEGORY":
                ranges.append(r"\d" if "DIGIT" in str(value) else r"\s" if "SPACE" in str(value) else r"\w")
    return f"[{''.join(ranges)}]"


@pytest.mark.slow
@pytest.mark.parametrize("expression", [each for each in expressions() if each.id not in LOOSE])
def test_what_a_kept_library_knows_of_makers_is_known_here(expression):
    chosen = random.Random(expression.pattern)
    keys = [written(expression, chosen) for _ in range(50)]
    assert all(expression.search(key) for key in keys)
    assert [key for key in keys if MASK not in without_shapes(f"it says {key} today")] == []


def test_the_library_is_not_loaded_with_the_application():
    code = "import sys, claudeops_desktop.core.secrets.redact_shapes; sys.exit('detect_secrets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
