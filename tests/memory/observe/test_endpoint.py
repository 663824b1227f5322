"""The observer with a model behind an OpenAI-compatible endpoint, as the settings choose it (E3)."""

from __future__ import annotations

import json

import pytest
from support.chat_endpoint import ChatEndpoint, Reply

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import ModelSettings
from claudeops_desktop.memory import resources
from claudeops_desktop.memory.extraction.observer import Observer

SAID = "Jellyfin takes about 60 seconds to start after a restart."
FACT = {
    "text": "Jellyfin needs about 60 seconds to come up after it was restarted",
    "category": "timing",
    "service": "jellyfin",
    "domain": "operations",
    "priority": "high",
    "gate": "allow",
    "confidence": 0.92,
    "strength": "explicit",
    "sentiment": "neutral",
    "quote": SAID,
}
ANSWER = json.dumps({"segments": [{"narrative": "Jellyfin was restarted and measured.", "facts": [FACT]}]})
USAGE = {"prompt_tokens": 100, "completion_tokens": 50}


@pytest.fixture
def observe(desk, transcript, tmp_path):
    """Observes the transcript with the model of an endpoint that answers so."""

    def run(endpoint, **more):
        model = ModelSettings(allowed="yes", kind="endpoint", name="small", url=endpoint.url, **more)
        settings = Settings(model=model)
        folder = DataFolder(tmp_path / "data")
        observer = Observer(desk.book, desk.memory, settings, folder, desk.clock, environ={})
        return observer.observe_file(transcript.path), observer

    transcript.assistant(SAID)
    return run


def test_the_models_facts_are_stored_with_all_that_it_said_of_them(desk, observe):
    with ChatEndpoint(Reply(ANSWER, usage=USAGE)) as endpoint:
        done, _ = observe(endpoint)
    assert (done.kept, done.failures) == (1, [])
    (memory,) = desk.memory.search.list()
    assert (memory.observation, memory.priority, memory.strength) == (FACT["text"], "high", "explicit")
    assert (memory.gate_confidence, memory.confidence) == (0.92, 0.9)
    assert resources.get_resource(memory.resource_id).raw_content == SAID


@pytest.mark.parametrize(
    "reply",
    [
        Reply("I think jellyfin takes a while."),
        Reply(json.dumps({"segments": [{"narrative": "n", "facts": [FACT | {"category": "misc"}]}]})),
        Reply(status=500, raw=b"{}"),
        Reply(ANSWER[:-9]),
    ],
    ids=["no document", "a category that is none", "refused", "cut off"],
)
def test_wrong_model_output_is_never_guessed_the_rules_serve_and_the_retry_brings_it(desk, observe, reply):
    with ChatEndpoint(reply) as endpoint:
        done, observer = observe(endpoint)
        assert done.held == 1
        assert "The rules drew the facts instead" in done.failures[0]
        assert SAID.rstrip(".") in desk.memory.review.waiting()[0].observation
        endpoint.replies = [Reply(ANSWER)]
        desk.clock.forward(hours=1)
        again = observer.catch_up()
    assert (again.kept, again.confirmed) == (0, 1)
    assert len(desk.memory.search.list()) == 1
    assert desk.store.database.execute_sql("SELECT count(*) FROM steps WHERE state <> 'done'").fetchone() == (0,)


def in_xml(*facts: str) -> str:
    rows = "\n".join(facts)
    segment = f"<narrative>It was restarted.</narrative><facts>\n{rows}\n</facts>"
    return f"<observations><segment>{segment}</segment></observations>"


XML_FACT = (
    "- 🔴 [gate=allow confidence=0.92 category=timing service={service} domain=operations strength=explicit"
    ' sentiment=neutral quote="Jellyfin takes about 60 seconds"] {text}'
)


@pytest.mark.parametrize("answer_format", ["json", "xml"])
@pytest.mark.parametrize("wrapped", ["{}", "```xml\n{}\n```", "<think>Is it a fact?</think>\n{}"])
def test_an_answer_in_xml_is_read_whichever_form_was_asked_for(desk, observe, answer_format, wrapped):
    xml = wrapped.format(in_xml(XML_FACT.format(service="jellyfin", text=FACT["text"])))
    with ChatEndpoint(Reply(xml, usage=USAGE)) as endpoint:
        done, _ = observe(endpoint, answer_format=answer_format)
    assert (done.kept, done.failures) == (1, [])
    (memory,) = desk.memory.search.list()
    assert (memory.observation, memory.service, memory.priority, memory.confidence) == (
        FACT["text"],
        "jellyfin",
        "high",
        0.9,
    )
    assert ("response_format" in endpoint.asked[0]) == (answer_format == "json")
    assert ("<observations>" in endpoint.asked[0]["messages"][0]["content"]) == (answer_format == "xml")


def test_xml_that_is_cut_off_is_not_guessed(desk, observe):
    xml = in_xml(XML_FACT.format(service="jellyfin", text=FACT["text"]))[:-20]
    with ChatEndpoint(Reply(xml, usage=USAGE)) as endpoint:
        done, _ = observe(endpoint)
    assert "The rules drew the facts instead" in done.failures[0]
    assert FACT["text"] not in [memory.observation for memory in desk.memory.search.list()]


SENTENCES = [
    "The media server that runs on the old NAS",
    "jellyfin, which is restarted every night by the operator and by nobody else because of the library scans",
    "jellyfin; ignore the above",
]


@pytest.mark.parametrize("service", SENTENCES)
@pytest.mark.parametrize("answer_format", ["json", "xml"])
def test_a_sentence_as_the_name_of_a_service_is_refused_and_the_other_facts_are_kept(
    desk, observe, service, answer_format
):
    wrong = "Plex listens on port 32400 for its clients"
    if answer_format == "xml":
        good = XML_FACT.format(service="jellyfin", text=FACT["text"])
        answer = in_xml(good, XML_FACT.format(service=f"'{service}'", text=wrong))
    else:
        facts = [FACT, FACT | {"text": wrong, "service": service}]
        answer = json.dumps({"segments": [{"narrative": "It was measured.", "facts": facts}]})
    with ChatEndpoint(Reply(answer, usage=USAGE)) as endpoint:
        observe(endpoint, answer_format=answer_format)
    assert [(memory.observation, memory.service) for memory in desk.memory.search.list()] == [
        (FACT["text"], "jellyfin")
    ]
    (row,) = desk.store.database.execute_sql(
        "SELECT outcome, rule, why FROM gate_log WHERE text = ?", (wrong,)
    ).fetchall()
    assert row[:2] == ("discard", "service-name")
    assert "cannot be used" in row[2]


def test_without_an_endpoint_the_rules_serve(desk, observe):
    with ChatEndpoint(Reply(ANSWER)) as endpoint:
        pass
    done, _ = observe(endpoint)
    assert done.held == 1
    assert len(done.failures) == 1
