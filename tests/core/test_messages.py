"""Sentences that keep their template: text as ever for everybody, translatable for the window."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.messages import PluralMessage, UserMessage, join_messages

SENTENCE = UserMessage("Could not read {path}.", path="/etc/hosts")
PLURAL = PluralMessage("%n memory of {service}", "%n memories of {service}", 1200, service="caddy")


def test_a_message_is_its_english_text():
    assert SENTENCE == "Could not read /etc/hosts."
    assert json.dumps({"error": SENTENCE}) == '{"error": "Could not read /etc/hosts."}'
    assert f"{SENTENCE} Again." == "Could not read /etc/hosts. Again."


def test_a_message_without_values_keeps_its_braces():
    assert UserMessage("as {json}") == "as {json}"


def test_the_form_follows_the_number():
    assert PLURAL == "1,200 memories of caddy"
    assert PluralMessage("%n memory", "%n memories", 1) == "1 memory"


@pytest.mark.parametrize("message", [SENTENCE, PLURAL, join_messages(SENTENCE, PLURAL)], ids=type)
def test_copies_keep_what_a_message_was_made_of(message):
    for copied in (copy.copy(message), copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert copied == message
        assert type(copied) is type(message)
        assert copied.template == message.template
        assert dict(copied.values) == dict(message.values)


def test_an_error_keeps_its_sentence_and_remedy_apart():
    error = OperatorError(SENTENCE, UserMessage("Check its permissions."))
    assert error.full_text == "Could not read /etc/hosts. Check its permissions."
    assert error.full_text.parts == (SENTENCE, "Check its permissions.")
    assert OperatorError("Only this.").full_text == "Only this."
