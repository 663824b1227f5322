"""What a tool call does and what the rules say of it, before cooldowns and the operator are asked.

Every tool gets a verdict of its own. What only reads is judged by where it reads: a file as ``cat`` would be, a search
as ``grep``, a page as ``curl``. A tool that nobody here knows is of the class unknown.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..core.work_folder import WORK_VARIABLE
from .decide import ALLOW, DENY, GuardDecision, decide, refused_kinds
from .effects import DESTRUCTIVE, DISCLOSE, READ, UNKNOWN, CommandEffect, EffectSummary, combine_effects
from .local_machine import LocalMachine
from .policy import GuardPolicy
from .real_path import UnresolvablePathError, real_place
from .secret_paths import is_secret
from .shell_types import ShellWord
from .target_context import TargetContext, starting_context

OUR_TOOLS = {
    "mcp__claudeops__recall": False,
    "mcp__claudeops__list_services": False,
    "mcp__claudeops__decisions": False,
    "mcp__claudeops__operations": False,
    "mcp__claudeops__search_library": False,
    "mcp__claudeops__remember": True,
    "mcp__claudeops__forget": True,
    "mcp__claudeops__log_operation": True,
    "mcp__claudeops__propose_note": True,
    "mcp__claudeops__suggest_source": True,
}
"""The tools of ours that a session is handed (``agents/claude_cli/memory_tools.py``), and whether they write."""
WRITERS = {"Edit": "file_path", "Write": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path"}
RESULT_TOOL = "StructuredOutput"
"""By it the agent hands its result over: it reads nothing and changes nothing, and is allowed in any case."""
_FILE_READERS = {"Read": "file_path", "NotebookRead": "notebook_path"}
_LISTS = {"Glob": "path", "LS": "path"}
_HARMLESS = frozenset({RESULT_TOOL, "WebSearch", "Task", "Agent", "TodoWrite", "TodoRead", "BashOutput"})
"""Tools that read and change nothing themselves; what a sub-agent does is judged call by call."""
_OF_THE_CLI = frozenset(
    """
ToolSearch ListAgents Monitor ReportFindings Skill ExitPlanMode EnterPlanMode AskUserQuestion TaskList TaskGet
TaskCreate TaskUpdate TaskOutput TaskStop KillShell KillBash SlashCommand ListMcpResources ListMcpResourcesTool
ReadMcpResource ReadMcpResourceTool CronCreate CronDelete CronList EnterWorktree ExitWorktree ScheduleWakeup
SendMessage Workflow LSP
""".split()
)
"""Tools of the CLI that are on no tier's list. The operator is not asked about them: a session does without."""


CONFINED = (
    "No tool of this session can write there. Where the file must change, write the new one into the folder that "
    "CLAUDEOPS_WORK_DIR names and call Bash with a command that puts it in its place: an allowed command runs outside."
)


def _quoted(text: str) -> str:
    """A text as one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


class ToolRequest(NamedTuple):
    """A tool call as the CLI hands it over."""

    tool: str
    tool_use_id: str
    given: Mapping[str, Any]
    folder: str = ""

    @property
    def apart(self) -> bool:
        """Tell whether it sends a sub-agent into a place of its own, for which the CLI writes into the repository."""
        return self.tool in ("Agent", "Task") and bool(self.given.get("isolation"))

    def path(self, *names: str) -> str:
        """The first of these arguments that is given, as a path from the folder that the session works in."""
        given = self.text(*names)
        return os.path.join(self.folder, os.path.expanduser(given)) if given else ""

    def text(self, *names: str) -> str:
        """The first of these arguments that is given, as text."""
        return next((str(self.given[name]) for name in names if self.given.get(name)), "")


def judge(asked: ToolRequest, policy: GuardPolicy, machine: LocalMachine) -> tuple[EffectSummary, GuardDecision]:
    """Return what a call does, and what the rules say of it. Raises ValueError for a call that cannot be read."""
    if asked.apart:
        return _one(READ, asked), GuardDecision(
            DENY, "guard", "A sub-agent gets no worktree of its own. Start it without “isolation”."
        )
    if asked.tool == "Bash":
        return _judge_command(asked, policy, machine)
    if asked.tool in WRITERS:
        return _judge_writer(asked, policy)
    if asked.tool in OUR_TOOLS:
        if OUR_TOOLS[asked.tool] and policy.dry_run:
            why = "This is a dry run: nothing is remembered, forgotten or written down."
            return _one(READ, asked), GuardDecision(DENY, "dry_run", why)
        return _one(READ, asked), GuardDecision(ALLOW, "guard")
    if asked.tool == "Skill":
        return _judge_skill(asked, policy)
    try:
        reading = _read(asked, policy)
    except UnresolvablePathError as unseen:
        return _one(UNKNOWN, asked, str(unseen)), GuardDecision(DENY, "guard", str(unseen))
    decision = decide(reading, policy)
    if decision.verdict != ALLOW and listed(asked, policy.allowed) and reading.kind == UNKNOWN and not policy.dry_run:
        return reading, GuardDecision(ALLOW, "list", reading.why)
    if decision.verdict != ALLOW and asked.tool in _OF_THE_CLI and policy.unknown != "automatic":
        return reading, GuardDecision(
            DENY, "guard", f"“{asked.tool}” is not among the tools of this session. Go on without it."
        )
    return reading, decision


def _judge_command(
    asked: ToolRequest, policy: GuardPolicy, machine: LocalMachine
) -> tuple[EffectSummary, GuardDecision]:
    command = asked.given.get("command")
    if not isinstance(command, str):
        raise ValueError("the command cannot be read")
    from .classify import understand

    context = starting_context(asked.folder, _declared_addresses(policy), ((WORK_VARIABLE, policy.work),))
    reading = understand(command, context)
    makes_files = any(part.creates for part in reading.parts) and not policy.dry_run
    if makes_files and policy.confined:
        from .new_files import without_own_files

        reading = without_own_files(reading, asked.folder, policy.work)
    reading = _with_links_followed(reading, asked, context)
    if reading.kind != READ:
        from .resolve import named_services

        reading = named_services(reading, policy.listed_services, machine)
    if reading.kind != READ and _touches_us(command, policy, reading, asked.folder):
        return reading, GuardDecision(DENY, "guard", _why_not_us(command))
    if makes_files and reading.kind != READ:
        from .new_files import without_new_files

        reading = without_new_files(reading, asked.folder)
        reading = _with_links_followed(reading, asked, context)
    decision = decide(reading, policy)
    if decision.by in ("tier", "policy", "approval") and allowed_by_rule(command, policy.allowed):
        decision = GuardDecision(ALLOW, "list", reading.why)
    if decision.verdict == DENY:
        decision = decision._replace(why=_with_parts(command, decision.why, refused_kinds(reading, policy), policy))
    return reading, decision


def _with_links_followed(reading: EffectSummary, asked: ToolRequest, context: TargetContext) -> EffectSummary:
    """Add the secrets that a command shows where the links in it lead."""
    from .classify import understand
    from .followed_links import follow_links
    from .linked_folders import UnseenFilesError

    command = asked.text("command")
    try:
        followed = follow_links(command, asked.folder)
    except UnseenFilesError as unseen:
        return combine_effects([*reading.parts, CommandEffect(UNKNOWN, (), str(unseen))])
    if followed == command or any(part.kind == DISCLOSE for part in reading.parts):
        return reading
    shown = [part for part in understand(followed, context).parts if part.kind == DISCLOSE]
    return combine_effects([*reading.parts, *shown]) if shown else reading


def _with_parts(command: str, why: str, kinds: tuple[str, ...], policy: GuardPolicy) -> str:
    """A refusal that says which commands of a line are meant, and which are allowed alone."""
    from .refused_parts import tell_allowed, tell_refused  # what is allowed needs none of it

    told = (tell_refused(command, kinds, policy.conceal), why, tell_allowed(command, policy.conceal))
    return " ".join(filter(None, told))


def _why_not_us(command: str) -> str:
    from .self_protection import looks_for_parents

    if looks_for_parents(command):
        return (
            "This asks for the parent of a process (`ppid`) and ends something in one command, which might end Claude "
            "Ops. Look in a call of its own, then end the process by its name or number."
        )
    return "Claude Ops, its settings and its data may not be changed by a session. Report it instead."


def _touches_us(command: str, policy: GuardPolicy, reading: EffectSummary, folder: str) -> bool:
    from .self_protection import touches_us  # nine of ten commands only read, and need none of it

    return touches_us(command, policy, reading, folder)


def _judge_writer(asked: ToolRequest, policy: GuardPolicy) -> tuple[EffectSummary, GuardDecision]:
    from .self_protection import is_inside, is_under

    path = asked.path(WRITERS[asked.tool])
    if path and is_under(os.path.realpath(path), os.path.realpath(policy.work)):
        return _one(READ, asked), GuardDecision(ALLOW, "guard")
    reading = _one(DESTRUCTIVE, asked, f"“{asked.tool}” writes {path or 'a file'}.")
    try:
        place = real_place(path) if path else ""
    except UnresolvablePathError as unseen:
        return reading, GuardDecision(DENY, "guard", str(unseen))
    if not place or is_inside(place, policy):
        return reading, GuardDecision(DENY, "guard", "Claude Ops' own data may not be changed by a session.")
    if policy.confined and not any(is_under(place, os.path.realpath(folder)) for folder in policy.writable):
        return reading, GuardDecision(DENY, "guard", CONFINED)
    return reading, decide(reading, policy)


def _judge_skill(asked: ToolRequest, policy: GuardPolicy) -> tuple[EffectSummary, GuardDecision]:
    """A skill that we hand to the session is read; no other one, unless the operator's list names it. What a skill says
    is then judged call by call."""
    names = {str(asked.given[key]) for key in ("skill", "command") if asked.given.get(key)}
    more = [str(value) for key, value in asked.given.items() if key not in ("skill", "command")]
    if any("@" in text for text in more):  # the CLI would read that file in, and ask nobody
        why = "A skill gets no file by “@”: read it with the tool “Read”."
        return _one(UNKNOWN, asked, why), GuardDecision(DENY, "guard", why)
    if len(names) == 1 and names.issubset(policy.skills):
        return _one(READ, asked), GuardDecision(ALLOW, "guard")
    reading = _one(UNKNOWN, asked, "What this skill does is not known.")
    if listed(asked, policy.allowed) and not policy.dry_run:
        return reading, GuardDecision(ALLOW, "list", reading.why)
    offered = ", ".join(policy.skills) or "none"
    why = f"The skill “{', '.join(sorted(names))[:80]}” is not one of this session. Its skills: {offered}."
    return reading, GuardDecision(DENY, "guard", why)


def _read(asked: ToolRequest, policy: GuardPolicy) -> EffectSummary:
    """The class of a call of a tool that reads, or that is not known. Raises UnresolvablePathError."""
    tool = asked.tool
    if tool in _FILE_READERS:
        path = asked.path(_FILE_READERS[tool], "file_path", "path")
        return _read_places(asked, path, f"cat {_quoted(path)}", policy)
    if tool in _LISTS:
        pattern = asked.text("pattern") if tool == "Glob" else ""
        base = re.split(r"[*?\[{]", pattern)[0].rpartition("/")[0] if pattern.startswith(("/", "~")) else ""
        for path in filter(None, (asked.path(_LISTS[tool]), base)):
            real_place(path)
        return _one(READ, asked)
    if tool == "Grep":
        return _read_search(asked)
    if tool == "WebFetch":
        return _judge_fetch(asked, policy)
    if tool in _HARMLESS:
        return _one(READ, asked)
    if tool == "ToolSearch" and _asks_for_known_tools(asked.text("query")):
        return _one(READ, asked)
    return _one(UNKNOWN, asked, f"What the tool “{tool[:80]}” does is not known.")


def _judge_fetch(asked: ToolRequest, policy: GuardPolicy) -> EffectSummary:
    """Judge the fetching of a page as curl's asking for it."""
    from .addresses import judge_request

    url = asked.text("url")
    if not url.startswith(("http://", "https://")):
        return _one(UNKNOWN, asked, "It fetches from an address that cannot be read.")
    found = judge_request([url], _declared_addresses(policy))
    return _one(found.kind, asked, found.why)


def _declared_addresses(policy: GuardPolicy) -> tuple[str, ...]:
    """Return the addresses that the checks of the operator's services ask."""
    return tuple(address for service in policy.listed_services for address in service.addresses)


def _read_places(asked: ToolRequest, path: str, command: str, policy: GuardPolicy) -> EffectSummary:
    """Reading a file by its name and by where it really lies, judged as the command that shows it."""
    if not path:
        return _one(UNKNOWN, asked, "Which file is read is not given.")
    place = real_place(path)
    if _is_of_a_skill(place, policy):
        return _one(READ, asked)
    if is_secret(ShellWord(path)) or is_secret(ShellWord(place)):
        return _one(DISCLOSE, asked, f"{path[:200]} may hold what is secret.")
    from .classify import understand

    for each in (command, f"cat {_quoted(place)}"):
        found = understand(each)
        if found.kind != READ:
            return _one(found.kind, asked, f"{path[:200]} may hold what is secret.")
    return _one(READ, asked)


def _is_of_a_skill(place: str, policy: GuardPolicy) -> bool:
    """Tell whether a real path lies among the files of the skills that the session was handed, whatever they are
    called."""
    if not policy.skills_folder:
        return False
    from .self_protection import is_under

    return is_under(place, os.path.realpath(policy.skills_folder))


def _read_search(asked: ToolRequest) -> EffectSummary:
    """A search shows lines only where it is told to; else names of files, or how often."""
    path, chosen = asked.path("path") or asked.folder or ".", asked.text("glob")
    place = real_place(path)
    named = f"{path.rstrip('/')}/{chosen}" if chosen else path
    if any(is_secret(ShellWord(each, pattern="*" in each)) for each in (path, place, named)):
        return _one(DISCLOSE, asked, f"{named[:200]} may hold what is secret.")
    if asked.text("output_mode") != "content":
        return _one(READ, asked)
    from .classify import understand

    only = f"--include={_quoted(chosen)} " if chosen else ""
    found = understand(f"grep -r {only}-e {_quoted(asked.text('pattern'))} {_quoted(place)}")
    return _one(found.kind, asked, found.why if found.kind != READ else "")


def _asks_for_known_tools(query: str) -> bool:
    """Tell whether a search for tools names only those that a session has: it then shows how they are called."""
    names = query.removeprefix("select:").split(",") if query.startswith("select:") else []
    known = {*OUR_TOOLS, *WRITERS, *_FILE_READERS, *_LISTS, *_HARMLESS, "Grep", "WebFetch", "Bash", "Skill"}
    return bool(names) and all(name.strip() in known for name in names)


def listed(asked: ToolRequest, rules: tuple[str, ...]) -> bool:
    """Tell whether a rule of the operator's for tools, in the CLI's words, names this call: a tool, a server of tools,
    or a tool with what it is given (``Skill(report)``)."""
    for rule in rules:
        name, bracket, inner = rule.partition("(")
        if not bracket:
            whole_server = name.startswith("mcp__") and name.count("__") == 1 and asked.tool.startswith(f"{name}__")
            if name == asked.tool or whole_server or (name.endswith("__*") and asked.tool.startswith(name[:-1])):
                return True
        elif name == asked.tool:
            wanted = inner.removesuffix(")")
            values = [str(value) for value in asked.given.values()]
            if wanted in values or (wanted.endswith(":*") and any(v.startswith(wanted[:-2]) for v in values)):
                return True
    return False


def allowed_by_rule(command: str, rules: tuple[str, ...]) -> bool:
    """Tell whether a rule of the operator's, such as ``Bash(./check.sh:*)``, names this command and nothing beside
    it."""
    from .shell_script import read_script

    given = [rule[5:-1] for rule in rules if rule.startswith("Bash(") and rule.endswith(")")]
    if not given:
        return "Bash" in rules
    script, text = read_script(command), command.strip()
    if script.doubts or len(script.commands) != 1 or script.commands[0].redirects or "\n" in text:
        return False
    return any(
        text == rule or (rule.endswith(":*") and (text == rule[:-2] or text.startswith(f"{rule[:-2]} ")))
        for rule in given
    )


def forbidden_by_rule(command: str, rules: tuple[str, ...]) -> str:
    """The rule of the operator's, such as ``Bash(docker restart:*)``, that forbids a command or a part of it; "" for
    none.

    The words of a rule anywhere in the command count, so that no quoting or wrapping hides them.
    """
    text = " ".join(command.split())
    for rule in rules:
        words = " ".join(rule.removeprefix("Bash").removeprefix("(").removesuffix(")").removesuffix(":*").split())
        if rule == "Bash" or (rule.startswith("Bash(") and (words in text or words == "*")):
            return rule
    return ""


def _one(kind: str, asked: ToolRequest, why: str = "") -> EffectSummary:
    return combine_effects([CommandEffect(kind, (), why, asked.tool)])
