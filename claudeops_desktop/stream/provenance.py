"""Where the words of a claim stood before the session made it: in what others wrote, on the operator's own hosts, or
nowhere that could be seen. Pure; feed it the events of a session in order.

What tools answered is kept as it came, bounded, and read only when a claim is to be placed. Foreign text counts before
the operator's own: what stands in both was perhaps only copied there.
"""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from .commands import is_foreign_path, names_path, source_of_command
from .events import StreamEvent, ToolResult, ToolUse
from .near_match import ClaimedStatement, SearchedText
from .own_hosts import OperatorHosts, hosts_in_text
from .recalled_passages import words_of_others

__all__ = ["NOWHERE", "ClaimOrigin", "ClaimProvenance", "ProvenanceReader", "answers_nothing"]

LONGEST = 2_000_000  # characters of one answer
MOST_FOREIGN = 8_000_000  # characters of all that others wrote; a session that fetched more is not believed at all
MOST_OWN = 2_000_000  # of what the operator's own hosts said, the latest
MOST_CALLS = 20_000
OWN_NEARLY = 0.75
"""As ``near_words.NEARLY``, for the operator's own logs and files: a match has less weight there, so it takes more."""

_READERS = frozenset(("Read", "Grep", "Glob", "LS", "NotebookRead", "Bash", "BashOutput", "TaskOutput", "Monitor"))
_SHELLS = frozenset(("Bash", "PowerShell", "Monitor"))
_SUB_AGENTS = frozenset(("Task", "Agent"))
_SILENT_WORDS = """
Write Edit MultiEdit NotebookEdit TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet TaskStop KillShell
KillBash ExitPlanMode EnterPlanMode AskUserQuestion StructuredOutput ToolSearch Skill SlashCommand ListAgents
ReportFindings
"""
_SILENT = frozenset(_SILENT_WORDS.split())
"""Tools that repeat what the agent gave them, and answer nothing of their own."""
_OUR_SERVER = "mcp__claudeops__"
_LIBRARY_SEARCH = f"{_OUR_SERVER}search_library"  # it answers with documents of others
_RECALL = f"{_OUR_SERVER}recall"  # some of its answer may be words of others
_KEPT_OUTPUT = re.compile(r"/tool-results/|/tasks/[\w-]+\.output")
_WEB = frozenset(("WebFetch", "WebSearch"))


class ClaimOrigin(StrEnum):
    """Who wrote the words of a claim first."""

    UNSEEN = ""  # the session's own conclusion, as far as could be seen
    OWN = "own"  # a log, a file or a service of the operator
    FOREIGN = "foreign"  # a page, a message, a repository of others
    MEASURED = "measured"  # a check of ours


@dataclass(frozen=True, slots=True)
class ClaimProvenance:
    """Where a claim's words stood. ``place`` reads in a sentence ("a page from notes.example.org"); ``key`` tells one
    source from another, "" for none; ``shown``: its numbers stand in an answer of the operator's own hosts, apart from
    its words; ``heard_others``: the session read what others wrote, whatever that was."""

    origin: ClaimOrigin = ClaimOrigin.UNSEEN
    place: str = ""
    key: str = ""
    shown: bool = False
    heard_others: bool = False


NOWHERE = ClaimProvenance()
"""Nothing is known of where the words stood."""


@dataclass(slots=True)
class _Call:
    """A tool call that was made: who writes its answer."""

    foreign: bool
    place: str
    key: str
    silent: bool = False
    parent: str = ""
    sub_agent: bool = False
    recall: bool = False
    whole_note: bool = False
    written: tuple[str, ...] = ()
    command: str = ""


@dataclass(slots=True)
class _Heard:
    """What one tool answered."""

    text: SearchedText
    call: _Call
    size: int = field(default=0)


class ProvenanceReader:
    """What one session, and those that it goes on from, were told by their tools."""

    def __init__(self, own: OperatorHosts | None = None) -> None:
        self._own = own or OperatorHosts()
        self._calls: dict[str, _Call] = {}
        self._foreign: list[_Heard] = []
        self._heard: deque[_Heard] = deque()
        self._foreign_size = self._own_size = 0
        self._too_much = False
        self._files: dict[str, str] = {}  # files that hold foreign text, and whose it is
        self._folder = ""
        self._foreign_parents: set[str] = set()
        self._seen_parents: set[str] = set()

    def add_text(self, text: str, place: str) -> None:
        """Take in foreign text that no tool fetched: an alert's."""
        if text.strip():
            self._add(text, _Call(True, place, _key("told", place)))

    def read_events(self, events: Iterable[StreamEvent]) -> None:
        """Take in the calls and answers of one line, those of sub-agents too."""
        for event in events:
            if isinstance(event, ToolUse):
                self._call(event)
            elif isinstance(event, ToolResult):
                self._answer(event)

    def unreadable(self, name: str) -> None:
        """What a session read cannot be read again: nothing that follows from it can be placed."""
        self._add(name, _Call(True, f"the log {name}, which cannot be read", _key("log", name)))
        self._too_much = True

    def claim_provenance(self, text: str, service: str = "") -> ClaimProvenance:
        """Where the words of a claim about ``service`` stood."""
        if self._too_much:
            return ClaimProvenance(
                ClaimOrigin.FOREIGN, "more of what others wrote than can be compared", _key("foreign", "")
            )
        if not self._foreign and not self._heard:
            return ClaimProvenance()
        claim = ClaimedStatement(text, service)
        for heard in self._foreign:
            if claim.stands_in(heard.text):
                return ClaimProvenance(ClaimOrigin.FOREIGN, heard.call.place, heard.call.key)
        for heard in reversed(self._heard):
            if claim.stands_in(heard.text, OWN_NEARLY):
                return ClaimProvenance(
                    ClaimOrigin.OWN, heard.call.place, heard.call.key, heard_others=self.heard_others
                )
        shown = any(claim.numbers_in(heard.text) for heard in self._heard)
        return ClaimProvenance(shown=shown, heard_others=self.heard_others)

    def printed_output(self) -> Iterator[tuple[str, str]]:
        """Each command on the operator's own hosts with what it printed, the latest first."""
        for heard in reversed(self._heard):
            if heard.call.command:
                yield heard.call.command, heard.text.words

    @property
    def heard_others(self) -> bool:
        """Tell whether anything that others wrote was read."""
        return bool(self._foreign) or self._too_much

    def _call(self, use: ToolUse) -> None:
        if not use.id or len(self._calls) >= MOST_CALLS:
            return
        call = self._source(use)
        call.parent = use.parent
        self._calls[use.id] = call
        if use.parent:
            self._seen_parents.add(use.parent)
            if call.foreign:
                self._foreign_parents.add(use.parent)

    def _answer(self, result: ToolResult) -> None:
        call = self._calls.get(result.tool_use_id) or _Call(True, "a tool that was not seen to be called", "unseen")
        if call.silent:
            return
        if call.recall:
            if text := words_of_others(result.text, whole_note=call.whole_note):
                call.foreign = True
                self._foreign_parents.update([call.parent] if call.parent else [])
                self._add(text, call)
            return
        if call.sub_agent:
            name = result.tool_use_id
            call.foreign = name in self._foreign_parents or name not in self._seen_parents
            call.place = "the report of a sub-agent that read what others wrote" if call.foreign else call.place
        if call.foreign:
            self._files.update(dict.fromkeys(call.written, call.place))
        self._add(result.text, call)

    def _add(self, text: str, call: _Call) -> None:
        if not text.strip():
            return
        self._too_much = self._too_much or (call.foreign and len(text) > LONGEST)
        text = text[:LONGEST]
        heard = _Heard(SearchedText(text), call, len(text))
        if call.foreign:
            self._foreign_size += len(text)
            self._too_much = self._too_much or self._foreign_size > MOST_FOREIGN
            if not self._too_much:
                self._foreign.append(heard)
            return
        self._heard.append(heard)
        self._own_size += len(text)
        while self._own_size > MOST_OWN and len(self._heard) > 1:
            self._own_size -= self._heard.popleft().size

    def _source(self, use: ToolUse) -> _Call:
        """Who writes the answer to a call; what is not known is written by others."""
        name, given = use.name, use.input
        if name == _LIBRARY_SEARCH:
            return _Call(True, "a document of the library", _key(name, ""))
        if name == _RECALL:
            place = "a note or a document of others"
            return _Call(False, place, _key(name, ""), recall=True, whole_note=bool(given.get("note")))
        if answers_nothing(name):
            return _Call(False, "", "", silent=True)
        if name in _SUB_AGENTS:
            return _Call(False, "the report of a sub-agent", _key(name, use.id), sub_agent=True)
        if name in _WEB:
            return self._web(name, given)
        if name in _SHELLS and isinstance(given.get("command"), str):
            return self._shell(given["command"])
        if name in _READERS:
            return self._file(name, given)
        return _Call(True, f"the tool {name[:60]}", _key(name, ""))

    def _web(self, name: str, given: dict[str, object]) -> _Call:
        url = given.get("url")
        hosts = hosts_in_text(url) if isinstance(url, str) else []
        if hosts and all(host in self._own for host in hosts):
            return _Call(False, f"a page of {hosts[0]}", _key("page", str(url)))
        place = f"a page from {hosts[0]}" if hosts else "the results of a search on the web"
        return _Call(True, place, _key(name, str(url or given.get("query") or "")))

    def _shell(self, command: str) -> _Call:
        files = self._files
        source = source_of_command(command, self._own, files)
        place = source.place
        if not place and self._folder and not source.folder:
            place = self._folder
        if source.folder:
            inside = [path for path in files if names_path(source.folder, path)]
            self._folder = inside[0] if inside else ""
        shown = " ".join(command.split())[:60]
        if place:
            said = f"what “{shown}” printed, which comes from {files.get(place, place)}"
            return _Call(True, said, _key("command", command), written=source.written)
        return _Call(False, f"what “{shown}” printed", _key("command", command), command=command)

    def _file(self, name: str, given: dict[str, object]) -> _Call:
        paths = [str(given[key]) for key in ("file_path", "path", "notebook_path", "pattern") if given.get(key)]
        path = paths[0] if paths else ""
        others = [whose for held, whose in self._files.items() if any(names_path(one, held) for one in paths)]
        if _KEPT_OUTPUT.search(path) or name in ("BashOutput", "TaskOutput"):
            others += ["the output of an earlier call"] if self.heard_others else []
        if others or any(map(is_foreign_path, paths)):
            return _Call(True, f"{path or name}, which holds what others wrote", _key("file", path))
        return _Call(False, path or f"what {name} answered", _key("file", path))


def answers_nothing(tool: str) -> bool:
    """Tell whether a tool only repeats what it was given, or what we know already."""
    return tool in _SILENT or (tool.startswith(_OUR_SERVER) and tool != _LIBRARY_SEARCH)


def _key(kind: str, what: str) -> str:
    """One source told from another without keeping its words, which may have to be purged."""
    return f"{kind}:{hashlib.sha256(what.encode('utf-8', 'replace')).hexdigest()[:16]}"
