"""A shell command → what it does: the parts of it by kind, the worst one deciding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from posixpath import normpath

from .call import Call
from .parts import DESTRUCTIVE, DISCLOSE, READ, RESTART, UNKNOWN, Part, Reading, of, whole
from .patterns import Pattern
from .places import is_nowhere, is_raw, is_secret
from .programs import program
from .script import read_script
from .target_context import Context, inside_of, place_of, sets_of
from .words import PLAIN, UNSEEN, Redirect, Simple, Word

DEEPEST = 8
_FEEDS = ("<", "<<<", "<>", "<&")
_PLACES = Pattern(
    r"(?:/(?:usr/(?:local/)?)?s?bin|/snap/bin|/opt/homebrew/bin|/usr/lib/postgresql/\d+/bin)/([\w.+-]+)\Z"
)
_VERSIONED = Pattern(r"([a-zA-Z][\w+-]*?)-?\d+(?:\.\d+)*\Z")
_SCRIPTS = Pattern(r"/etc/(?:rc\.d/)?init\.d/([\w.+-]+)\Z")
_NAMES_ONLY = frozenset(
    """
ls dir stat test [ find echo printf which whereis realpath dirname basename readlink : cd du tree md5sum
sha256sum wc lsattr getfacl namei git true false type command pushd read export declare local unset pgrep
pkill systemctl docker kubectl helm ps ssh logger locate df curl wget lsblk blkid findmnt mount tee file ncdu
openssl
""".split()
)
"""Programs that tell names, sizes and health of what they are given, not what is in it."""
_SHOWS = frozenset("cat head tail strings xxd od hexdump grep egrep base64 dd tar nl tac cut awk sed less more".split())
"""Programs that show what is in a file, byte by byte."""
_DAEMONS = frozenset(
    "traefik monit vector filebeat telegraf zabbix_agentd asterisk php-fpm httpd nginx haproxy chronyd dnsmasq".split()
)
"""Programs that, called without a word, begin to serve."""
_SCREENS = frozenset({"aptitude", "fdisk", "gdisk", "parted", "lxc", "k9s"})
"""Programs that, called without a word, ask a person what to do."""


def understand(command: str, context: Context = Context()) -> Reading:  # noqa: B008 it is frozen
    """What a command does that is run in ``context``. Never raises: what cannot be read is unknown."""
    try:
        return whole(_text(command, 0, False, context))
    except Exception as error:
        return whole([Part(UNKNOWN, (), f"The command could not be looked through ({type(error).__name__}).")])


def _text(text: str, depth: int, piped: bool = False, context: Context = Context()) -> list[Part]:  # noqa: B008
    if depth > DEEPEST:
        return [Part(UNKNOWN, (), "The command is nested too deeply.")]
    script = read_script(text)
    parts = [Part(UNKNOWN, (), doubt) for doubt in script.doubts]
    seen: set[tuple[str, Simple]] = set()
    folder = ""
    for place, command in enumerate(script.commands):
        if len(command.words) == 2 and command.words[0].text in ("cd", "pushd"):
            folder = command.words[1].text.rstrip("/") or "/"
        if (folder, command) not in seen:
            fed = command._replace(piped=piped or command.piped or any(r.sign in _FEEDS for r in command.redirects))
            found = _simple(
                _inside(fed, folder) if folder else fed, script.functions, depth, place_of(context, command)
            )
            shown = _narrowed(found, command, script.commands[place + 1 :])
            parts += shown
            if shown is found:  # the same command may stand elsewhere with nothing after it
                seen.add((folder, command))
        context = context.with_variables(sets_of(command))
    return parts


def _narrowed(parts: list[Part], command: Simple, following: Sequence[Simple]) -> list[Part]:
    """What is shown once it went through the rest of the pipeline: ``docker inspect web | jq '.[0].State'``."""
    if {part.kind for part in parts} not in ({DISCLOSE}, {READ, DISCLOSE}):
        return parts
    from .environment_shown import can_be_narrowed, narrows

    consumers = list(takewhile(lambda each: each.piped, following))
    if not consumers or not narrows(command, consumers):
        return parts
    return [Part(READ, (), "", p.program) if p.kind == DISCLOSE and can_be_narrowed(p.program) else p for p in parts]


def _inside(command: Simple, folder: str) -> Simple:
    """Names of files as they are once the folder was changed: ``cd /etc; cat shadow``."""
    if not command.words or command.words[0].text in _NAMES_ONLY:
        return command
    moved = tuple(
        word._replace(text=f"{folder}/{word.text}") if is_secret(word._replace(text=f"{folder}/{word.text}")) else word
        for word in command.words[1:]
    )
    return command._replace(words=(command.words[0], *moved))


def _simple(command: Simple, functions: frozenset[str], depth: int, context: Context) -> list[Part]:
    parts = [part for redirect in command.redirects for part in _redirect(redirect, command)]
    reads = bool(command.words) and command.words[0].text in ("read", "mapfile", "readarray")
    for name, value in command.sets:
        if name == "IFS" and reads:  # it holds for that command alone
            continue
        from .variables import sets_harmless

        if not sets_harmless(name, value.text):
            parts.append(Part(UNKNOWN, (), f"The variable {name} may make a program do something else."))
    if command.words:
        parts += _words(command.words, depth, command.piped, functions, context)
    return parts


def _redirect(redirect: Redirect, command: Simple) -> list[Part]:
    sign, target = redirect.sign, redirect.target
    if sign == "<<<":
        return []
    if sign in ("<&", ">&") and re.fullmatch(r"\d+-?|-|\x01", target.text):
        return []
    if target.text.startswith(("/dev/tcp/", "/dev/udp/")):
        silent = sign != "<>" and (not command.words or [w.text for w in command.words] in (["echo"], [":"], ["true"]))
        return [] if sign == "<" or silent else [Part(UNKNOWN, (), "It sends something over the network.")]
    if sign in ("<", "<&"):
        secret = is_secret(target) or is_raw(target)
        return [Part(UNKNOWN, (), f"{target.text} may hold what is secret.")] if secret else []
    if is_nowhere(target.text):
        return []
    shown = "a file" if UNSEEN in target.text else target.text
    return [Part(DESTRUCTIVE, (), f"It writes into {shown}.", sign)]


def _words(
    words: Sequence[Word],
    depth: int,
    piped: bool = False,
    functions: frozenset[str] = frozenset(),
    context: Context = Context(),  # noqa: B008
) -> list[Part]:
    if depth > DEEPEST:
        return [Part(UNKNOWN, (), "The command is nested too deeply.")]
    first = words[0]
    if (
        not first.seen
        or first.splits
        or (first.pattern and first.text != "[")
        or UNSEEN in first.text
        or PLAIN in first.text
    ):
        return [Part(UNKNOWN, (), "Which program runs is known only when it runs.")]
    name = _program(first.text)
    arguments = tuple(words[1:])
    if first.text in functions:
        return [Part(READ, (), "", first.text)]
    inside = inside_of(context, name, arguments)
    call = Call(
        name,
        arguments,
        piped,
        partial(_inner_words, depth + 1, piped, inside),
        partial(_text, depth=depth + 1, piped=piped, context=inside),
        context,
    )
    script = _SCRIPTS.match(first.text)
    if script is not None:
        from .programs.services import init_script

        return init_script(call._replace(name=script[1]))
    understand_call = program(name)
    if understand_call is None:
        return [of(UNKNOWN, name, (), f"What “{first.text[:80]}” does is not known.")]
    if len(arguments) == 1 and arguments[0].text in ("--version", "--help"):
        return [of(READ, name)]
    if not arguments and name in _SCREENS:
        return [of(UNKNOWN, name, (), f"“{name}” is for a person at a screen.")]
    if not arguments and name in _DAEMONS:
        return [of(RESTART, name, (name,))]
    parts = [_placed(part, context.host) for part in understand_call(call)]
    own = all(part.kind == READ and part.program.partition(" ")[0] == name for part in parts)
    if own and (secret := _secret(name, arguments)):
        return [of(UNKNOWN, name, (), f"{secret} may hold what is secret.")]
    return parts


def _placed(part: Part, host: str) -> Part:
    """The part with the machine that its targets are on, where the call itself does not say another."""
    return part.acting_on(t if t.host else t._replace(host=host) for t in part.targets) if part.targets else part


def _inner_words(depth: int, piped: bool, context: Context, words: Sequence[Word]) -> list[Part]:
    return _words(words, depth, piped, context=context) if words else [Part(UNKNOWN, (), "What runs is not seen.")]


def _program(text: str) -> str:
    found = _PLACES.match(normpath(text) if text.startswith("/") else text)
    name = found[1] if found else text
    if program(name) is None and (versioned := _VERSIONED.match(name)) and program(versioned[1]) is not None:
        return versioned[1]  # php-fpm8.2, python3.12
    return name


def _secret(name: str, arguments: Sequence[Word]) -> str:
    """A file with secrets that a reader would show; programs that only tell names and sizes may name it."""
    if name in _SHOWS and (raw := next((w.text for w in arguments if is_raw(w)), "")):
        return raw
    if name in _NAMES_ONLY:
        arguments = [w for w in arguments if w.text.startswith(("@", "file:"))]
    return next((w.text.replace(UNSEEN, "…").replace(PLAIN, "…") for w in arguments if is_secret(w)), "")
