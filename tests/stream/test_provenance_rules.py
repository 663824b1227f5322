"""Where the words of a claim stood before it was made: in what others wrote, on the operator's own hosts, nowhere."""

from __future__ import annotations

import json

import pytest

from claudeops_desktop.stream import provenance
from claudeops_desktop.stream.events import AssistantText, ToolResult, ToolUse
from claudeops_desktop.stream.own_hosts import OperatorHosts
from claudeops_desktop.stream.provenance import NOWHERE, ClaimOrigin, ClaimProvenance, ProvenanceReader

FACT = "Listener threads settle 75s after the broker handshake"
OTHER = "Bridges reconnect through gateway kestrel whenever their lease moves"
TOO_MUCH = "more of what others wrote than can be compared"
PAGE = ("WebFetch", {"url": "https://notes.example.org/mqtt"})
LOG = ("Bash", {"command": "journalctl -u mosquitto"})
FETCH = ("Bash", {"command": "curl -so /tmp/notes.md https://notes.example.org/n"})
FETCHED = "what “curl -so /tmp/notes.md https://notes.example.org/n” printed, which comes from notes.example.org"


class Session:
    """What the tools of one session answered."""

    def __init__(self, own: OperatorHosts | None = None) -> None:
        self.reader = ProvenanceReader(own)
        self._calls = 0

    def call(self, tool: str, given: dict, parent: str = "") -> str:
        self._calls += 1
        number = f"toolu_{self._calls}"
        self.reader.read_events([ToolUse(tool, number, given, 0, main=not parent, parent=parent)])
        return number

    def answer(self, number: str, text: str) -> None:
        self.reader.read_events([ToolResult(number, text, is_error=False, main=True)])

    def tool(self, call: tuple[str, dict], text: str, parent: str = "") -> None:
        self.answer(self.call(*call, parent=parent), text)

    def origin(self, claim: str = FACT) -> tuple[ClaimOrigin, str]:
        found = self.reader.claim_provenance(claim)
        return found.origin, found.place


def of_others(place: str) -> tuple[ClaimOrigin, str]:
    return ClaimOrigin.FOREIGN, place


def own(place: str) -> tuple[ClaimOrigin, str]:
    return ClaimOrigin.OWN, place


UNSEEN = (ClaimOrigin.UNSEEN, "")


@pytest.mark.parametrize(
    ("tool", "given", "place", "kind"),
    [
        ("WebFetch", {"url": "https://notes.example.org/mqtt"}, "a page from notes.example.org", "WebFetch"),
        ("WebFetch", {"url": "notes.example.org/mqtt"}, "a page from notes.example.org", "WebFetch"),
        ("WebFetch", {"url": "https://notes.example.org/?u=http://nas/"}, "a page from notes.example.org", "WebFetch"),
        ("WebFetch", {"url": 3}, "the results of a search on the web", "WebFetch"),
        ("WebSearch", {"query": "mqtt slow"}, "the results of a search on the web", "WebSearch"),
        ("mcp__tickets__get", {"id": 3}, "the tool mcp__tickets__get", "mcp__tickets__get"),
        ("mcp__" + "x" * 60, {}, "the tool mcp__" + "x" * 55, "mcp__" + "x" * 60),
        ("PowerShell", {}, "the tool PowerShell", "PowerShell"),
        (
            "mcp__claudeops__search_library",
            {"query": "mqtt"},
            "a document of the library",
            "mcp__claudeops__search_library",
        ),
        (
            "Bash",
            {"command": "curl -s \n https://notes.example.org/mqtt"},
            "what “curl -s https://notes.example.org/mqtt” printed, which comes from notes.example.org",
            "command",
        ),
        (
            "Bash",
            {"command": "curl -s https://notes.example.org/" + "x" * 60},
            "what “curl -s https://notes.example.org/" + "x" * 26 + "” printed, which comes from notes.example.org",
            "command",
        ),
        (
            "Read",
            {"file_path": "/srv/node_modules/broker/README.md"},
            "/srv/node_modules/broker/README.md, which holds what others wrote",
            "file",
        ),
        (
            "Grep",
            {"path": "/srv", "pattern": "/var/mail/root"},
            "/srv, which holds what others wrote",
            "file",
        ),
    ],
)
def test_what_others_write(tool, given, place, kind):
    session = Session()
    session.tool((tool, given), f"Notes. {FACT}. More notes.")
    found = session.reader.claim_provenance(FACT)
    assert (found.origin, found.place, found.key.partition(":")[0]) == (ClaimOrigin.FOREIGN, place, kind)
    assert session.reader.heard_others is True


@pytest.mark.parametrize(
    ("tool", "given", "place", "kind"),
    [
        ("WebFetch", {"url": "http://nas:9000/status"}, "a page of nas", "page"),
        ("WebFetch", {"url": "https://cloud.example.org/"}, "a page of cloud.example.org", "page"),
        ("Bash", {"command": "journalctl  -u mosquitto"}, "what “journalctl -u mosquitto” printed", "command"),
        ("Bash", {"command": "cat " + "x" * 60}, "what “cat " + "x" * 56 + "” printed", "command"),
        ("PowerShell", {"command": "Get-Service"}, "what “Get-Service” printed", "command"),
        ("Monitor", {"command": "tail -f /var/log/x"}, "what “tail -f /var/log/x” printed", "command"),
        ("Bash", {"command": 3}, "what Bash answered", "file"),
        ("BashOutput", {"bash_id": "1"}, "what BashOutput answered", "file"),
        ("Read", {"file_path": "/var/log/mosquitto.log"}, "/var/log/mosquitto.log", "file"),
        ("Grep", {"pattern": "settle", "path": ""}, "settle", "file"),
        ("NotebookRead", {"notebook_path": "/srv/a.ipynb"}, "/srv/a.ipynb", "file"),
        ("LS", {}, "what LS answered", "file"),
    ],
)
def test_what_the_operators_own_hosts_say(tool, given, place, kind):
    session = Session(OperatorHosts(["cloud.example.org"]))
    session.tool((tool, given), f"12:00 {FACT}\n12:01 ready")
    found = session.reader.claim_provenance(FACT)
    assert found == ClaimProvenance(ClaimOrigin.OWN, place, found.key)
    assert found.key.partition(":")[0] == kind
    assert session.reader.heard_others is False


@pytest.mark.parametrize(
    "tool", ["Write", "Edit", "TodoWrite", "Skill", "mcp__claudeops__remember", "mcp__claudeops__search_memories"]
)
def test_tools_that_repeat_what_they_were_given_say_nothing(tool):
    session = Session()
    session.tool((tool, {"content": FACT}), FACT)
    assert session.reader.claim_provenance(FACT) == NOWHERE == ClaimProvenance(ClaimOrigin.UNSEEN, "", "", False, False)


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_answer_is_none(text):
    session = Session()
    session.tool(PAGE, text)
    session.tool(LOG, text)
    session.reader.add_text(text, "the alert")
    assert session.reader.claim_provenance(FACT) == NOWHERE
    assert list(session.reader.printed_output()) == []


def test_what_the_agent_says_itself_is_nothing_that_it_was_told():
    session = Session()
    session.reader.read_events([AssistantText(FACT, 0, "m", main=True)])
    assert session.reader.claim_provenance(FACT) == NOWHERE


def test_the_answer_to_a_call_that_was_not_seen_is_foreign():
    session = Session()
    session.answer("toolu_9", FACT)
    session.reader.read_events([ToolUse("Read", "", {"file_path": "/etc/x"}, 0, main=True)])
    session.answer("", OTHER)
    assert session.reader.claim_provenance(FACT).key == "unseen"
    assert session.origin() == session.origin(OTHER) == of_others("a tool that was not seen to be called")


def test_an_alerts_text_is_foreign_from_where_it_came():
    session = Session()
    session.reader.add_text(FACT, "the alert")
    assert session.origin() == of_others("the alert")
    assert session.reader.claim_provenance(FACT).key.startswith("told:")


@pytest.mark.parametrize(("first", "second"), [(PAGE, LOG), (LOG, PAGE)])
def test_what_stands_in_both_is_foreign(first, second):
    session = Session()
    session.tool(first, FACT)
    session.tool(second, FACT)
    assert session.origin() == of_others("a page from notes.example.org")


def test_of_others_the_first_counts_and_of_the_operators_own_hosts_the_latest():
    session = Session()
    session.tool(LOG, FACT)
    session.tool(("Read", {"file_path": "/srv/NOTES"}), FACT)
    assert session.origin() == own("/srv/NOTES")
    session.tool(PAGE, FACT)
    session.tool(("mcp__tickets__get", {}), FACT)
    assert session.origin() == of_others("a page from notes.example.org")


@pytest.mark.parametrize(
    ("call", "text", "told"),
    [
        (PAGE, "cedar daisy elder", of_others("a page from notes.example.org")),
        (PAGE, "daisy elder", UNSEEN),
        (LOG, "cedar daisy elder", UNSEEN),
        (LOG, "birch cedar daisy elder", own("what “journalctl -u mosquitto” printed")),
    ],
)
def test_a_log_must_hold_more_of_a_claim_than_a_page(call, text, told):
    session = Session()
    session.tool(call, text)
    assert session.origin("amber birch cedar daisy elder") == told


def test_the_name_of_the_service_is_none_of_the_words():
    session = Session()
    session.tool(PAGE, "jellyfin amber")
    assert session.reader.claim_provenance("jellyfin amber birch").origin == ClaimOrigin.FOREIGN
    assert session.reader.claim_provenance("jellyfin amber birch", "jellyfin").origin == ClaimOrigin.UNSEEN


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ([(LOG, "503 at 12:00")], ClaimProvenance(shown=True)),
        ([(LOG, "504 at 12:00")], ClaimProvenance()),
        ([(LOG, "503 at 12:00"), (LOG, "nothing")], ClaimProvenance(shown=True)),
        ([(PAGE, "503 at 12:00")], ClaimProvenance(heard_others=True)),
        ([(LOG, "503 at 12:00"), (PAGE, "nothing")], ClaimProvenance(shown=True, heard_others=True)),
        (
            [(PAGE, "nothing"), (("Read", {"file_path": "/srv/NOTES"}), "503 is its usual answer")],
            ClaimProvenance(ClaimOrigin.OWN, "/srv/NOTES", "file:1c1285395ff4a566", heard_others=True),
        ),
    ],
)
def test_of_a_claim_that_stands_nowhere_it_is_told_whether_its_numbers_were_shown(calls, told):
    session = Session()
    for call, text in calls:
        session.tool(call, text)
    assert session.reader.claim_provenance("503 is its usual answer") == told


def test_a_key_tells_sources_apart_without_their_words():
    def key(tool, given):
        session = Session()
        session.tool((tool, given), FACT)
        return session.reader.claim_provenance(FACT).key

    read = key("Read", {"file_path": "/var/log/mosquitto.log"})
    assert read == key("Read", {"file_path": "/var/log/mosquitto.log"}) == "file:1ec0b452713b2478"
    sources = [
        ("Read", {"file_path": "/var/log/other.log"}),
        ("Bash", {"command": "/var/log/mosquitto.log"}),
        ("WebFetch", {"url": "https://notes.example.org/"}),
        ("WebFetch", {"url": "https://notes.example.org/2"}),
        ("WebFetch", {"url": "http://nas/"}),
        ("WebSearch", {"query": "mqtt"}),
        ("WebSearch", {"query": "mqtt slow"}),
        ("Read", {"file_path": "\ud800"}),
    ]
    assert len({read, *(key(*source) for source in sources)}) == 1 + len(sources)


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (("Read", {"file_path": "/tmp/notes.md"}), "/tmp/notes.md, which holds what others wrote"),
        (("Grep", {"pattern": "x", "path": "/tmp/notes.md"}), "/tmp/notes.md, which holds what others wrote"),
        (("Glob", {"path": "/srv", "pattern": "/tmp/notes.md"}), "/srv, which holds what others wrote"),
        (("Bash", {"command": "head /tmp/notes.md"}), f"what “head /tmp/notes.md” printed, which comes from {FETCHED}"),
        (("Read", {"file_path": "/tmp/notes.mdx"}), None),
        (("Bash", {"command": "head /tmp/other.md"}), None),
    ],
)
def test_a_file_that_was_fetched_stays_foreign(call, place):
    session = Session()
    session.tool(FETCH, "saved")
    session.tool(call, FACT)
    assert session.origin()[0] == (ClaimOrigin.FOREIGN if place else ClaimOrigin.OWN)
    assert place is None or session.origin() == of_others(place)


def test_what_a_command_of_the_operators_own_hosts_writes_is_the_operators():
    session = Session()
    session.tool(("Bash", {"command": "curl -so /tmp/notes.md http://nas/"}), "saved")
    session.tool(("Read", {"file_path": "/tmp/notes.md"}), FACT)
    assert session.origin() == own("/tmp/notes.md")


CLONE = ("Bash", {"command": "git clone https://github.com/someone/broker /srv/broker"})
CLONED = "what “git clone https://github.com/someone/broker /srv/broker” printed, which comes from github.com"


@pytest.mark.parametrize(
    ("commands", "foreign"),
    [
        (["cd /srv/broker", "cat NOTES"], True),
        (["cd /srv/broker", "ls", "cat NOTES"], True),
        (["pushd /srv/broker/docs", "cat NOTES"], True),
        (["cd /srv/broker && cat NOTES"], True),
        (["cd /srv/broker", "cd /srv/other", "cat NOTES"], False),
        (["cd /srv/broker", "cd /srv/other && cat NOTES"], False),
        (["cat NOTES"], False),
    ],
)
def test_in_a_folder_of_others_every_command_shows_what_they_wrote(commands, foreign):
    session = Session()
    session.tool(CLONE, "Cloning")
    for command in commands:
        session.tool(("Bash", {"command": command}), FACT if "cat" in command else "-")
    said = f"what “{commands[-1]}” printed"
    assert session.origin() == (of_others(f"{said}, which comes from {CLONED}") if foreign else own(said))


KEPT = [
    ("BashOutput", {"bash_id": "1"}, "BashOutput"),
    ("TaskOutput", {}, "TaskOutput"),
    ("Read", {"file_path": "/home/a/tool-results/1.txt"}, "/home/a/tool-results/1.txt"),
    ("Read", {"file_path": "/tmp/tasks/b1.output"}, "/tmp/tasks/b1.output"),
]


@pytest.mark.parametrize(("tool", "given", "name"), KEPT, ids=[name for _, _, name in KEPT])
def test_the_kept_output_of_an_earlier_call_is_foreign_where_anything_of_others_was_read(tool, given, name):
    before, after = Session(), Session()
    before.tool((tool, given), FACT)
    assert before.origin()[0] == ClaimOrigin.OWN
    after.tool(PAGE, "short")
    after.tool((tool, given), FACT)
    assert after.origin() == of_others(f"{name}, which holds what others wrote")


@pytest.mark.parametrize("tool", ["Task", "Agent"])
@pytest.mark.parametrize(
    ("its_calls", "foreign"),
    [([LOG], False), ([LOG, PAGE], True), ([PAGE, LOG], True), ([], True), ([("Write", {})], False)],
)
def test_the_report_of_a_sub_agent_is_foreign_where_it_read_what_others_wrote_or_nobody_saw_what(
    tool, its_calls, foreign
):
    session = Session()
    number = session.call(tool, {"prompt": "look it up"})
    for call in its_calls:
        session.tool(call, "short", parent=number)
    session.answer(number, FACT)
    told = (
        of_others("the report of a sub-agent that read what others wrote")
        if foreign
        else own("the report of a sub-agent")
    )
    assert session.origin() == told


def test_what_another_sub_agent_read_does_not_make_a_report_foreign():
    session = Session()
    first, second = session.call("Task", {}), session.call("Task", {})
    session.tool(PAGE, "short", parent=first)
    session.tool(LOG, "short", parent=second)
    session.answer(second, FACT)
    session.answer(first, OTHER)
    assert session.origin() == own("the report of a sub-agent")
    assert session.origin(OTHER) == of_others("the report of a sub-agent that read what others wrote")


@pytest.mark.parametrize(
    ("answers", "too_much"),
    [
        ([(PAGE, 2_000_000)], False),
        ([(PAGE, 2_000_001)], True),
        ([(PAGE, 2_000_000)] * 4, False),
        ([*[(PAGE, 2_000_000)] * 4, (PAGE, 1)], True),
        ([(LOG, 2_000_001)] * 5, False),
    ],
)
def test_a_session_that_read_too_much_of_others_is_believed_nothing(answers, too_much):
    session = Session()
    for call, size in answers:
        session.tool(call, "x" * size)
    session.tool(LOG, FACT)
    told = session.reader.claim_provenance(FACT)
    assert (told.origin, told.place) == (
        of_others(TOO_MUCH) if too_much else own("what “journalctl -u mosquitto” printed")
    )
    assert told.key.startswith("foreign:" if too_much else "command:")
    assert session.reader.heard_others is (answers[0][0] is PAGE)


def test_of_a_long_answer_the_beginning_is_read():
    session = Session()
    session.tool(LOG, FACT + "." * (2_000_000 - len(FACT) - len(OTHER)) + OTHER + " too late")
    assert session.origin()[0] == session.origin(OTHER)[0] == ClaimOrigin.OWN
    session.tool(LOG, FACT + "." * (2_000_001 - len(FACT) - len(OTHER)) + OTHER[:-5])
    assert [text[-5:] for _, text in session.reader.printed_output()] == [OTHER[-10:-5]]


@pytest.mark.parametrize(
    ("sizes", "kept"),
    [
        ([1_000_000, 1_000_000], [1_000_000, 1_000_000]),
        ([1_000_000, 1_000_001], [1_000_001]),
        ([500_000, 600_000, 900_000, 500_000], [500_000, 900_000, 600_000]),
        ([1_000_000, 1_000_000, 2_000_000], [2_000_000]),
    ],
)
def test_of_the_operators_own_hosts_the_latest_two_million_characters_are_kept(sizes, kept):
    session = Session()
    for size in sizes:
        session.tool(LOG, "x" * size)
    assert [len(text) for _, text in session.reader.printed_output()] == kept


def test_calls_beyond_the_bound_are_not_known(monkeypatch):
    monkeypatch.setattr(provenance, "MOST_CALLS", 2)
    session = Session()
    session.tool(LOG, "first")
    session.tool(LOG, FACT)
    session.tool(LOG, OTHER)
    assert session.origin() == own("what “journalctl -u mosquitto” printed")
    assert session.origin(OTHER) == of_others("a tool that was not seen to be called")


def test_nothing_is_believed_after_a_log_that_cannot_be_read():
    session = Session()
    session.reader.unreadable("first.ndjson")
    session.tool(LOG, FACT)
    assert session.origin() == of_others(TOO_MUCH)
    assert session.reader.heard_others is True


def test_what_commands_printed_is_told_from_the_latest_to_the_first():
    session = Session()
    session.tool(LOG, "first")
    session.tool(("Bash", {"command": "uptime"}), "second")
    session.tool(FETCH, "of others")
    session.tool(("Read", {"file_path": "/etc/hosts"}), "no command")
    assert list(session.reader.printed_output()) == [("uptime", "second"), ("journalctl -u mosquitto", "first")]


ANSWER = {
    "library": f"~ [library] Manual, line 3: {FACT} (/srv/manual.md, 2026-03-02)",
    "note by others": f"~ [note by others] Notes: {FACT} (notes/x.md)",
    "cut off": '{"message": "x", "memories": [], "passages": [{"text": "' + FACT,
    "JSON": json.dumps({"message": "x", "passages": [{"by": "others", "text": FACT}]}),
}


@pytest.mark.parametrize("form", ANSWER)
def test_what_recall_brings_of_others_counts_as_theirs(form):
    session = Session()
    session.tool(("mcp__claudeops__recall", {"question": "mqtt"}), ANSWER[form])
    assert session.origin() == of_others("a note or a document of others")


@pytest.mark.parametrize(
    "answer",
    [
        f"~ #12 mqtt: {FACT} (confidence: 0.8; age: 3d; operations)",
        f"~ [note] Notes: {FACT} (notes/x.md, 2026-03-02)",
        json.dumps({"memories": [{"text": FACT}], "passages": [{"by": "operator", "text": FACT}]}),
    ],
)
def test_what_recall_repeats_of_the_operators_own_is_no_source(answer):
    session = Session()
    session.tool(("mcp__claudeops__recall", {"question": "mqtt"}), answer)
    assert session.reader.claim_provenance(FACT) == NOWHERE


def test_a_note_of_others_that_is_read_whole_is_theirs_to_the_last_line():
    session = Session()
    answer = f"~ [note by others] Notes: mqtt (notes/x.md)\n\nFirst.\n{FACT}"
    session.tool(("mcp__claudeops__recall", {"note": "notes/x.md"}), answer)
    assert session.origin() == of_others("a note or a document of others")
