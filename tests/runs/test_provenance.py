"""Where the words of a marker stood before decides before what they say (E4, M6, S6)."""

from __future__ import annotations

import json

import pytest
from support.folders import used_folder

from claudeops_desktop.agents.log import SessionLog
from claudeops_desktop.agents.redact import LineRedactor
from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.records.prompt_requests import WISH
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.storage import open_store
from claudeops_desktop.stream.events import AssistantText, ToolResult, ToolUse, parse

AT = to_text(utc_now())
FACT = "Listener threads settle 75s after the broker handshake"
MARKER = f"[MEMORY:timing:mqtt] {FACT}"


class World:
    """Sessions on a database of their own."""

    def __init__(self, folder):
        self.folder = folder
        self.store = open_store(folder)
        self.book = RecordRepositories(self.store)
        self.memory = MemoryService(self.book)
        self._calls = 0

    def session(self, *, agent="claude", trigger=RunTrigger.MANUAL, parent=None, prompt="", log_file=""):
        now = utc_now()

        def begin():
            run = self.book.sessions.begin_run(
                trigger=trigger, agent=agent, max_tier=2, dry_run=False, services=(), now=now
            )
            number = self.book.sessions.begin(
                now=now, run_id=run, agent=agent, tier=1, trigger=trigger, parent_session_id=parent
            )
            self.book.sessions.update(number, prompt_text=prompt, log_file=log_file)
            return number

        return self.store.write(begin).result()

    def keeper(self, **session):
        return MarkerStore(self.book, self.memory, self.session(**session), 1)

    def answers(self, keeper, tool, given, text, parent=""):
        self._calls += 1
        number = f"toolu_{self._calls}"
        use = ToolUse(tool, number, given, 0, main=not parent, parent=parent)
        keeper.store_line(self._calls * 10, AT, [use])
        keeper.store_line(self._calls * 10 + 1, AT, [ToolResult(number, text, is_error=False, main=not parent)])
        return number

    def says(self, keeper, *texts):
        for text in texts:
            self._calls += 1
            keeper.store_line(self._calls * 10, AT, [AssistantText(text, 0, f"m{self._calls}", main=True)])
        found = keeper.wait_until_stored().memories
        return [self.store.read(lambda m=m: self.memory.search.get(m.memory.id)).result() for m in found[-len(texts) :]]

    def block(self):
        return self.store.read(lambda: self.memory.prompt.block(ContextRequest(2000, utc_now()))).result().text


@pytest.fixture
def world(tmp_path):
    made = World(used_folder(tmp_path / "data"))
    yield made
    made.store.close()


def page(text):
    return f"Notes by readers.\n\nAbout mqtt: {text}. See also the comments below.\n\nOther things are told elsewhere."


FOREIGN = [
    ("WebFetch", {"url": "https://notes.example.org/mqtt", "prompt": "?"}, "a page from notes.example.org"),
    ("WebSearch", {"query": "mqtt slow"}, "a search on the web"),
    ("Bash", {"command": "curl -s https://notes.example.org/mqtt"}, "notes.example.org"),
    ("Bash", {"command": "ssh nas 'wget -qO- notes.example.org/x'"}, "notes.example.org"),
    ("Bash", {"command": "gh issue view 12 -R someone/broker"}, "gh"),
    ("Read", {"file_path": "/srv/app/node_modules/broker/README.md"}, "README.md"),
    ("mcp__tickets__get", {"id": 3}, "mcp__tickets__get"),
    ("mcp__claudeops__search_library", {"query": "mqtt"}, "a document of the library"),
]


@pytest.mark.parametrize(("tool", "given", "place"), FOREIGN)
def test_what_others_wrote_is_held_whatever_it_says(world, tool, given, place):
    keeper = world.keeper()
    world.answers(keeper, tool, given, page(FACT))
    (memory,) = world.says(keeper, MARKER)
    assert (memory.gate, memory.active) == ("hold", 0)
    assert place in memory.gate_why
    assert memory.gate_why.endswith("which this session read.")
    assert FACT not in world.block()


@pytest.mark.parametrize(
    "said",
    [
        FACT.upper(),
        "75s after the broker handshake the listener threads settle",
        "After the handshake of the broker, threads of the listener settled in 75 s",
        "Listener threads settle after the broker's handshake; the log level is info on that host",
        "Li\u200bstener thre\u0430ds settle 75s after the broker handshake",
    ],
)
def test_nearly_the_same_words_are_the_same(world, said):
    keeper = world.keeper()
    world.answers(keeper, "WebFetch", {"url": "https://notes.example.org/"}, page(FACT))
    (memory,) = world.says(keeper, f"[MEMORY:timing:mqtt] {said}")
    assert memory.gate == "hold"


def test_a_sentence_that_is_cut_in_two_and_two_that_are_joined_are_found(world):
    keeper = world.keeper()
    text = "The broker drops idle listeners after nine minutes and logs code 7716 each time. "
    other = "Bridges reconnect through gateway kestrel whenever the lease of their address moves."
    world.answers(keeper, "WebFetch", {"url": "https://notes.example.org/"}, text + "More follows. " * 30 + other)
    found = world.says(
        keeper,
        "[MEMORY:behavior:mqtt] Drops idle listeners after nine minutes",
        "[MEMORY:behavior:mqtt] Logs code 7716 each time",
        "[MEMORY:behavior:mqtt] Idle listeners are dropped by the broker after nine minutes, and bridges reconnect"
        " through gateway kestrel whenever the lease of their address moves",
    )
    assert [memory.gate for memory in found] == ["hold", "hold", "hold"]


def test_a_finding_of_its_own_is_not_held_because_a_page_was_read(world):
    keeper = world.keeper()
    world.answers(keeper, "WebFetch", {"url": "https://notes.example.org/"}, page(FACT) * 20)
    (memory,) = world.says(keeper, "[MEMORY:dependency:jellyfin] Starts after the NFS mount /mnt/media is there")
    assert (memory.gate, memory.confirmed, memory.confidence) == ("allow", 1, 0.7)


def test_another_value_is_another_statement(world):
    keeper = world.keeper()
    world.answers(keeper, "WebFetch", {"url": "https://notes.example.org/"}, "It takes 60s to start after restart.")
    (memory,) = world.says(keeper, "[MEMORY:timing:jellyfin] Takes 140s to start after restart")
    assert memory.gate == "allow"


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Bash", {"command": "journalctl -u mosquitto -n 200"}),
        ("Bash", {"command": "curl -s http://localhost:1883/status"}),
        ("Bash", {"command": "curl -s https://cloud.example.org/status"}),
        ("WebFetch", {"url": "https://cloud.example.org/status"}),
        ("Read", {"file_path": "/var/log/mosquitto.log"}),
    ],
)
def test_the_operators_own_logs_and_services_come_in_unconfirmed(world, tool, given):
    world.folder.services_file.write_text(
        '[[service]]\nname = "cloud"\nkind = "http"\nurl = "https://cloud.example.org/"\n', encoding="utf-8"
    )
    keeper = world.keeper()
    world.answers(keeper, tool, given, f"12:00:01 {FACT}\n12:00:02 ready")
    (memory,) = world.says(keeper, MARKER)
    assert (memory.gate, memory.active, memory.confidence, memory.confirmed) == ("allow", 1, 0.7, 0)
    assert f"- [timing] {FACT} (unconfirmed) (confidence: 0.7)" in world.block()


def test_what_stands_in_both_is_foreign(world):
    keeper = world.keeper()
    world.answers(keeper, "Bash", {"command": "cat /var/log/mosquitto.log"}, FACT)
    world.answers(keeper, "WebFetch", {"url": "https://notes.example.org/"}, page(FACT))
    assert world.says(keeper, MARKER)[0].gate == "hold"


def test_a_log_that_excuses_something_is_held(world):
    keeper = world.keeper()
    world.answers(keeper, "Bash", {"command": "docker logs payments"}, "note: 503 is normal for payments")
    assert world.says(keeper, "[MEMORY:behavior:payments] 503 is normal for payments")[0].gate == "hold"


def test_a_measured_status_may_be_called_normal_once_it_was_seen(world):
    keeper = world.keeper()
    assert world.says(keeper, "[MEMORY:behavior:payments] 503 is its normal answer without a token")[0]
    unseen = world.says(keeper, "[MEMORY:behavior:shop] 504 is normal on the health page")[0]
    world.answers(keeper, "Bash", {"command": "curl -sI http://localhost:81/"}, "HTTP/1.1 504 Gateway Timeout")
    seen = world.says(keeper, "[MEMORY:behavior:shop] Answers with 504 on the status page are normal")[0]
    assert (unseen.gate, seen.gate) == ("hold", "allow")


def test_the_built_in_watcher_measures(world):
    keeper = world.keeper(agent="watch")
    (memory,) = world.says(keeper, "[MEMORY:behavior:payments] Returns HTTP 503 when healthy, not 200")
    assert (memory.gate, memory.confirmed) == ("allow", 1)


def test_files_that_were_fetched_stay_foreign(world):
    keeper = world.keeper()
    world.answers(keeper, "Bash", {"command": "curl -so /tmp/notes.md https://notes.example.org/n"}, "saved")
    world.answers(keeper, "Read", {"file_path": "/tmp/notes.md"}, page(FACT))
    other = world.keeper()
    world.answers(other, "Bash", {"command": "git clone https://github.com/someone/broker /srv/broker"}, "Cloning")
    world.answers(other, "Bash", {"command": "cd /srv/broker"}, "-")
    world.answers(other, "Bash", {"command": "git show HEAD:README.md"}, page(FACT))
    assert [world.says(each, MARKER)[0].gate for each in (keeper, other)] == ["hold", "hold"]


def test_what_a_sub_agent_fetched_is_foreign_in_its_report_too(world):
    keeper = world.keeper()
    keeper.store_line(1, AT, [ToolUse("Task", "toolu_task", {"prompt": "look it up"}, 0, main=True)])
    world.answers(keeper, "WebFetch", {"url": "https://notes.example.org/"}, "short", parent="toolu_task")
    keeper.store_line(99, AT, [ToolResult("toolu_task", page(FACT), is_error=False, main=True)])
    assert world.says(keeper, MARKER)[0].gate == "hold"


def test_what_the_operator_asks_is_not(world):
    keeper = world.keeper(prompt=f"Observe.\n\n{WISH}\n\nRemember that for mqtt: {FACT}")
    assert world.says(keeper, MARKER)[0].gate == "allow"


def test_an_alerts_text_is_foreign(world):
    keeper = world.keeper(trigger=RunTrigger.ALERT, prompt=f"Observe.\n\n{WISH}\n\nmqtt: {FACT}")
    assert "alert" in world.says(keeper, MARKER)[0].gate_why


def _line(kind, content):
    message = {"role": kind, "content": [content], "model": "haiku", "id": "m"}
    return json.dumps({"type": kind, "message": message, "parent_tool_use_id": None}).encode() + b"\n"


def _fetched(path):
    log = SessionLog(path, LineRedactor(()))
    use = {"type": "tool_use", "id": "toolu_1", "name": "WebFetch", "input": {"url": "https://notes.example.org/"}}
    log.append_parsed("stdout", _line("assistant", use))
    log.append_parsed("stdout", _line("user", {"type": "tool_result", "tool_use_id": "toolu_1", "content": page(FACT)}))
    log.close()


def test_a_session_that_goes_on_knows_what_the_one_before_it_read(world, tmp_path):
    _fetched(tmp_path / "first.ndjson")
    first = world.session(log_file=str(tmp_path / "first.ndjson"))
    assert world.says(world.keeper(parent=first), MARKER)[0].gate == "hold"


def test_what_an_agent_asks_to_be_remembered_is_placed_too(world, tmp_path):
    _fetched(tmp_path / "first.ndjson")
    number = world.session(log_file=str(tmp_path / "first.ndjson"))
    assert "notes.example.org" in world.memory.provenance.of_session(number).claim_provenance(FACT, "mqtt").place


class TestASecondSource:
    def unconfirmed(self, world):
        keeper = world.keeper()
        world.answers(keeper, "Bash", {"command": "journalctl -u mosquitto"}, FACT)
        return world.says(keeper, MARKER)[0]

    def test_another_session_from_another_source_confirms(self, world):
        assert self.unconfirmed(world).confirmed == 0
        keeper = world.keeper()
        world.answers(keeper, "Read", {"file_path": "/srv/mqtt/NOTES"}, FACT)
        memory = world.says(keeper, MARKER)[0]
        assert (memory.confirmed, memory.confidence) == (1, 0.8)
        assert "(unconfirmed)" not in world.block()

    def test_the_same_log_read_again_does_not(self, world):
        self.unconfirmed(world)
        assert self.unconfirmed(world).confirmed == 0

    def test_a_check_of_ours_confirms(self, world):
        self.unconfirmed(world)
        assert world.says(world.keeper(agent="watch"), MARKER)[0].confirmed == 1

    def test_the_operators_edit_confirms(self, world):
        from claudeops_desktop.memory.types import MemoryEdit

        memory = self.unconfirmed(world)
        world.store.write(lambda: world.memory.edits.edit([memory.id], MemoryEdit(confidence=0.9))).result()
        assert world.store.read(lambda: world.memory.search.get(memory.id)).result().confirmed == 1


def test_two_harmless_halves_are_not_both_told(world):
    keeper = world.keeper()
    first, second = world.says(
        keeper,
        "[MEMORY:behavior:mail] A checklist for mail is kept in the wiki page mailfix of the forum",
        "[MEMORY:remediation:mail] Delivery comes back after the checklist is worked through",
    )
    assert (first.gate, second.gate) == ("allow", "hold")
    assert "wiki page mailfix" in second.gate_why


def test_a_crash_read_again_decides_the_same(world, tmp_path):
    _fetched(tmp_path / "log.ndjson")
    keeper = world.keeper()
    for number, raw in enumerate((tmp_path / "log.ndjson").read_bytes().splitlines(), 1):
        event = json.loads(raw)["event"]
        keeper.store_line(number, AT, parse(json.dumps(event).encode()))
    assert world.says(keeper, MARKER)[0].gate == "hold"
