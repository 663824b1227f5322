"""A shell command → what it does: the parts of it by kind, the worst one deciding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from posixpath import normpath
from typing import NamedTuple

from .effects import (
    DESTRUCTIVE,
    DISCLOSE,
    READ,
    REDEPLOY,
    RESTART,
    UNKNOWN,
    CommandEffect,
    EffectSummary,
    combine_effects,
    make_effect,
)
from .exposure import CommandContext, find_exposure, sends_away, surroundings_of
from .lazy_regex import LazyRegex
from .listed_files import shows_unseen_names
from .new_files import creates
from .program_call import ProgramCall
from .programs import program
from .secret_paths import is_nowhere, is_raw, is_secret
from .shell_script import read_script
from .shell_types import (
    MARKS,
    PLAIN,
    SECRET,
    UNSEEN,
    ShellRedirect,
    ShellWord,
    SimpleCommand,
    leaves_unseen,
    readable_text,
)
from .target_context import TargetContext, inside_of, place_of, sets_of
from .variables import chooses_target, sets_harmless
from .visited_folders import resolve_from_folder

DEEPEST = 8
_PLACES = LazyRegex(
    r"(?:/(?:usr/(?:local/)?)?s?bin|/snap/bin|/opt/homebrew/bin|/usr/lib/postgresql/\d+/bin|/usr/lib(?:64)?/(?:nagios|monitoring)[/-]plugins"
    r"|/opt/(?:kafka|zookeeper)/bin)/([\w.+-]+)\Z"
)
_VERSIONED = LazyRegex(r"([a-zA-Z][\w+-]*?)-?\d+(?:\.\d+)*\Z")
_SCRIPTS = LazyRegex(r"/etc/(?:rc\.d/)?init\.d/([\w.+-]+)\Z")
_DAEMONS = frozenset(
    "traefik monit vector filebeat telegraf zabbix_agentd asterisk php-fpm httpd nginx haproxy chronyd dnsmasq".split()
)
"""Programs that, called without a word, begin to serve."""
_ENVIRONMENTS = frozenset({"env", "printenv", "set", "export", "declare", "typeset"})
_SCREENS = frozenset({"aptitude", "fdisk", "gdisk", "parted", "lxc", "k9s"})
"""Programs that, called without a word, ask a person what to do."""


class _State(NamedTuple):
    """What stands around a command: how deeply it is nested, where it runs, and what the text as a whole does."""

    depth: int = 0
    piped: bool = False
    visited: tuple[str, ...] = ()
    input: str | None = None
    into: tuple[ShellWord, ...] = ()
    around: CommandContext = CommandContext()
    context: TargetContext = TargetContext()

    def deeper(self, inside_it: TargetContext) -> _State:
        """Of what a command runs."""
        return self._replace(depth=self.depth + 1, context=inside_it)


def understand(command: str, context: TargetContext = TargetContext()) -> EffectSummary:  # noqa: B008 it is frozen
    """What a command does that is run in ``context``. Never raises: what cannot be read is unknown."""
    try:
        if any(mark in command for mark in MARKS):
            return combine_effects([CommandEffect(UNKNOWN, (), "The command holds control characters.")])
        return combine_effects(_text(command, _State(context=context)))
    except Exception as error:
        return combine_effects(
            [CommandEffect(UNKNOWN, (), f"The command could not be looked through ({type(error).__name__}).")]
        )


def _text(text: str, state: _State) -> list[CommandEffect]:
    if state.depth > DEEPEST:
        return [CommandEffect(UNKNOWN, (), "The command is nested too deeply.")]
    script = read_script(text, state.visited, dict(state.context.known))
    parts = [CommandEffect(UNKNOWN, (), doubt) for doubt in script.doubts]
    state = state._replace(around=surroundings_of(script.commands, state.around))
    if len(script.commands) != 1:  # each reads only what the one before it left
        state = state._replace(input=None)
    seen: set[tuple[TargetContext, SimpleCommand]] = set()
    for place, command in enumerate(script.commands):
        here = place_of(state.context, command)
        alike = command._replace(span=None)
        if (here, alike) not in seen:
            found = _simple(command, state._replace(context=here))
            if state.depth:
                found = _elsewhere(found)
            told = _narrowed(found, command, script.commands[place + 1 :])
            parts += told
            if told is found:  # the same command may stand elsewhere with nothing after it
                seen.add((here, alike))
        state = state._replace(context=state.context.with_variables(sets_of(command)))
    steering = next((name for command in script.commands for name, _ in command.sets if chooses_target(name)), "")
    if steering and any(part.kind not in (READ, DISCLOSE) for part in parts):
        parts.append(CommandEffect(UNKNOWN, (), f"The variable {steering} chooses what the command is about."))
    return parts


def _narrowed(
    parts: list[CommandEffect], command: SimpleCommand, following: Sequence[SimpleCommand]
) -> list[CommandEffect]:
    """What is shown once it went through the rest of the pipeline: ``docker inspect web | jq '.[0].State'``."""
    if {part.kind for part in parts} not in ({DISCLOSE}, {READ, DISCLOSE}):
        return parts
    if any(part.program in _ENVIRONMENTS for part in parts if part.kind == DISCLOSE):  # a value has no name in it
        return parts
    from .environment_shown import can_be_narrowed, filters_out_variables

    consumers = list(takewhile(lambda each: each.piped, following))
    if not consumers or not filters_out_variables(command, consumers):
        return parts
    return [
        CommandEffect(READ, (), "", p.program) if p.kind == DISCLOSE and can_be_narrowed(p.program) else p
        for p in parts
    ]


def _simple(command: SimpleCommand, state: _State) -> list[CommandEffect]:
    parts = [part for redirect in command.redirects for part in _redirect(redirect, command, state.around)]
    for name, value in command.sets:
        if not sets_harmless(name, value.text):
            parts.append(CommandEffect(UNKNOWN, (), f"The variable {name} may make a program do something else."))
    if command.words and not command.function:
        piped = state.piped or command.piped
        given = command.input if command.piped else state.input
        parts += _words(
            command.words, state._replace(piped=piped, visited=command.visited, input=given, into=command.into)
        )
    return parts


def _redirect(redirect: ShellRedirect, command: SimpleCommand, around: CommandContext) -> list[CommandEffect]:
    sign, target = redirect.sign, redirect.target
    if sign in ("<<<", "<<"):
        shows = SECRET in target.text
        return [CommandEffect(DISCLOSE, (), "A variable that is secret is handed to a command.")] if shows else []
    if sign in ("<&", ">&") and re.fullmatch(r"\d+-?|-|\x01", target.text):
        return []
    if target.text.startswith(("/dev/tcp/", "/dev/udp/")):
        silent = sign != "<>" and (not command.words or [w.text for w in command.words] in (["echo"], [":"], ["true"]))
        if not leaves_unseen(target.text) and (sign == "<" or silent):
            return []
        return [CommandEffect(DISCLOSE, (), "It sends something over the network.")]
    if sign in ("<", "<&"):
        secret = any(is_secret(each) for each in _seen_from(target, command.visited)) or is_raw(target)
        secret = (
            secret
            or shows_unseen_names([target], "cat", around.listing)
            or (around.lists_secrets and UNSEEN in target.text)
        )
        return [CommandEffect(DISCLOSE, (), f"{readable_text(target.text)} may hold what is secret.")] if secret else []
    if is_nowhere(target.text):
        return []
    place = "a file" if UNSEEN in target.text else readable_text(target.text)
    return [CommandEffect(DESTRUCTIVE, (), f"It writes into {place}.", sign, creates=creates([target]))]


def _seen_from(word: ShellWord, folders: Sequence[str]) -> list[ShellWord]:
    """A file's name as it is in each folder where the command may run."""
    return [word, *(word._replace(text=resolve_from_folder(word.text, folder)) for folder in folders)]


def _words(words: Sequence[ShellWord], state: _State) -> list[CommandEffect]:
    if state.depth > DEEPEST:
        return [CommandEffect(UNKNOWN, (), "The command is nested too deeply.")]
    first = words[0]
    if (
        not first.seen
        or first.splits
        or (first.pattern and first.text != "[")
        or any(sign in first.text for sign in (UNSEEN, PLAIN, *MARKS))
    ):
        return [CommandEffect(UNKNOWN, (), "Which program runs is known only when it runs.")]
    name = _program(first.text)
    arguments = tuple(words[1:])
    within = state.deeper(inside_of(state.context, name, arguments))
    call = ProgramCall(
        name,
        arguments,
        state.piped,
        partial(_inner_words, within),
        partial(_text, state=within._replace(into=())),
        state.context,
        state.input,
        state.into,
        state.visited,
    )
    script = _SCRIPTS.match(first.text)
    if script is not None:
        from .programs.services import init_script

        return init_script(call._replace(name=script[1]))
    understand_call = program(name)
    if understand_call is None:
        return [make_effect(UNKNOWN, name, (), f"What “{first.text[:80]}” does is not known.")]
    if len(arguments) == 1 and arguments[0].text in ("--version", "--help"):
        return [make_effect(READ, name)]
    if not arguments and name in _SCREENS:
        return [make_effect(UNKNOWN, name, (), f"“{name}” is for a person at a screen.")]
    if not arguments and name in _DAEMONS:
        return [make_effect(RESTART, name, (name,))]
    parts = [_placed(part, state.context.host) for part in understand_call(call)]
    own = all(part.kind == READ and part.program.partition(" ")[0] == name for part in parts)
    if own and (why := find_exposure(call, state.around)):
        return [make_effect(DISCLOSE, name, (), why)]
    if not own and all(part.kind in (READ, RESTART, REDEPLOY) for part in parts) and (why := sends_away(call)):
        return [*parts, make_effect(DISCLOSE, name, (), why)]
    return parts


def _placed(part: CommandEffect, host: str) -> CommandEffect:
    """The part with the machine that its targets are on, where the call itself does not say another."""
    return part.acting_on(t if t.host else t._replace(host=host) for t in part.targets) if part.targets else part


def _inner_words(state: _State, words: Sequence[ShellWord]) -> list[CommandEffect]:
    return _elsewhere(_words(words, state)) if words else [CommandEffect(UNKNOWN, (), "What runs is not seen.")]


def _elsewhere(parts: list[CommandEffect]) -> list[CommandEffect]:
    """What a program hands on may run on another machine, or as somebody else: which places are free is not seen."""
    return [part._replace(creates=()) if part.creates else part for part in parts]


def _program(text: str) -> str:
    found = _PLACES.match(normpath(text) if text.startswith("/") else text)
    name = found[1] if found else text
    if program(name) is None and (versioned := _VERSIONED.match(name)) and program(versioned[1]) is not None:
        return versioned[1]  # php-fpm8.2, python3.12
    return name
