"""What a pipeline prints that lists containers or processes: ``$(docker ps -q --filter name=web)``, ``$(pidof nginx)``.

A listing that is not understood may print anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from .lazy_regex import LazyRegex
from .shell_types import Pipeline
from .target_types import (
    ANY,
    COMMAND,
    CONTAINER,
    EXACT,
    GLOB,
    LITERAL,
    PROCESS,
    PROJECT,
    REGEX,
    UNIT,
    WORKLOAD,
    CommandTarget,
    is_hidden,
)

_KEEPERS = frozenset({"head", "tail", "sort", "uniq", "tr", "cut", "awk", "sed", "tee", "column", "xargs"})
"""Programs that keep some of what they read, or some of each line, and add nothing."""
_PID_FILE = LazyRegex(r"(?:/var)?/run/(?:[\w.@-]+/)*?([\w.@-]+?)(?:/(?:master\.)?pid|\.pid)\Z")
_LABEL_KEYS = ("app", "app.kubernetes.io/name", "k8s-app", "name", "app.kubernetes.io/instance", "component", "service")


def printed_targets(commands: Pipeline, kind: str) -> tuple[CommandTarget, ...]:
    """The targets that a pipeline prints. ``kind`` is what they are taken for where the listing does not say."""
    anything = (CommandTarget(kind, "", ANY),)
    if not commands or any(is_hidden(word) for words in commands for word in words):
        return anything
    found = _listed(_plain(commands[0]))
    literal = ""
    for words in commands[1:]:
        program, *rest = _plain(words) or ("",)
        if program in ("grep", "egrep", "fgrep", "rg"):
            operands = [word for word in rest if not word.startswith("-")]
            if any(re.match(r"-[a-zA-Z]*[vfe]|--(?:inv|file|reg)", word) for word in rest) or len(operands) != 1:
                if any(re.match(r"-[a-zA-Z]*f|--(?:file|reg)|-[a-zA-Z]*e", word) for word in rest):
                    return anything
                continue  # it takes lines away
            literal = literal or operands[0]
        elif (
            program == "awk" and rest and (lines := re.match(r"/([^/]+)/", rest[-1])) and not _adds_text(program, rest)
        ):
            literal = literal or lines[1]
        elif program not in _KEEPERS or _adds_text(program, rest):
            return anything
    if found is None:
        return anything
    if literal and all(target.match == ANY for target in found):
        plain = re.sub(r"\[(.)\]", r"\1", literal)
        return (CommandTarget(found[0].kind or kind, plain, LITERAL),)
    return tuple(target._replace(kind=target.kind or kind) for target in found)


def _listed(words: Sequence[str]) -> tuple[CommandTarget, ...] | None:
    """What one command lists; None where it may print anything."""
    program, rest = (words[0], list(words[1:])) if words else ("", [])
    if program in ("docker", "podman", "nerdctl") and rest[:1] == ["compose"]:
        return _compose(rest[1:])
    if program in ("docker-compose", "podman-compose"):
        return _compose(rest)
    if program in ("docker", "podman", "nerdctl", "sudo"):
        return _containers(rest)
    if program == "pidof":
        return tuple(CommandTarget(PROCESS, word) for word in rest if not word.startswith("-")) or None
    if program == "pgrep":
        return _by_pattern(rest)
    if program in ("cat", "head", "tail", "<"):
        files = [word for word in rest if not word.startswith("-") and word != "<" and not word.isdigit()]
        found = [_PID_FILE.match(file) for file in files]
        return tuple(CommandTarget(PROCESS, match[1]) for match in found if match) if files and all(found) else None
    if program == "systemctl":
        return _units(rest)
    if program == "ps":
        names = list(_values(rest, ("-C",)))
        return tuple(CommandTarget(PROCESS, name) for value in names for name in value.split(",")) or (
            CommandTarget(PROCESS, "", ANY),
        )
    if program in ("kubectl", "oc", "k3s"):
        return labelled_workloads(_values(rest, ("-l", "--selector"))) or (CommandTarget(WORKLOAD, "", ANY),)
    if program in ("echo", "printf") and rest and not any(re.search(r"[\\%]", word) for word in rest):
        return tuple(
            CommandTarget("", word, GLOB if re.search(r"[*?\[]", word) else EXACT) for word in rest if word[:1] != "-"
        )
    return None


def _containers(rest: list[str]) -> tuple[CommandTarget, ...] | None:
    verbs = [word for word in rest if not word.startswith("-")]
    if "inspect" in verbs[:2]:
        names = [w for w in verbs if w not in ("inspect", "container") and "{{" not in w]
        return tuple(CommandTarget(CONTAINER, name) for name in names) or None
    if not set(verbs[:2]) & {"ps", "ls", "list"}:
        return None
    found: list[CommandTarget] = []
    for value in _values(rest, ("-f", "--filter")):
        key, _, text = value.partition("=")
        if key == "name" and text:
            found.append(CommandTarget(CONTAINER, text, REGEX))
        elif key == "label":
            found += _compose_label(text)
    return tuple(found) or (CommandTarget(CONTAINER, "", ANY),)


def _compose_label(text: str) -> list[CommandTarget]:
    label, _, value = text.partition("=")
    if label == "com.docker.compose.project" and value:
        return [CommandTarget(PROJECT, "", EXACT, projects=(value.lower(),))]
    if label in ("com.docker.compose.service", "com.docker.swarm.service.name") and value:
        return [CommandTarget(CONTAINER, value)]
    return []


def _compose(rest: list[str]) -> tuple[CommandTarget, ...] | None:
    from .compose_targets import compose_place

    place = compose_place(rest)
    at = next((i for i, word in enumerate(rest) if word == "ps"), None)
    if at is None or place is None:
        return None
    named = [word for word in rest[at + 1 :] if not word.startswith("-")]
    return tuple(place._replace(text=word) for word in named) or (place,)


def _by_pattern(rest: list[str]) -> tuple[CommandTarget, ...] | None:
    patterns, skip = [], False
    for word in rest:
        if skip:
            skip = False
        elif re.fullmatch(
            r"-[a-zA-Z]*[uUgGPtsdF]|--(?:user|euid|group|parent|terminal|session|delimiter|pidfile)", word
        ):
            skip = True
        elif not word.startswith("-"):
            patterns.append(word)
    if any(re.match(r"-[a-zA-Z]*v|--inv|-F|--pidf", word) for word in rest) or len(patterns) != 1:
        return None
    full = any(re.match(r"-[a-zA-Z]*f|--full", word) for word in rest)
    return (CommandTarget(COMMAND if full else PROCESS, patterns[0], REGEX),)


def _units(rest: list[str]) -> tuple[CommandTarget, ...] | None:
    operands = [word for word in rest if not word.startswith("-") and "=" not in word]
    if "show" in operands[:1]:
        names = [w for w in operands[1:] if w not in ("MainPID", "ControlPID", "Id", "Names")]
        return tuple(CommandTarget(UNIT, name) for name in names) or None
    if operands[:1] in (["list-units"], ["list-unit-files"]):
        return tuple(CommandTarget(UNIT, text, GLOB) for text in operands[1:]) or (CommandTarget(UNIT, "", ANY),)
    return None


def labelled_workloads(selectors: Iterable[str]) -> tuple[CommandTarget, ...]:
    """The workloads of a label selector such as ``app=web``, where it names them."""
    found, asked = [], list(selectors)
    for selector in asked:
        for term in selector.split(","):
            key, _, value = term.partition("=")
            if key in _LABEL_KEYS and value.strip("="):
                found.append(CommandTarget(WORKLOAD, value.strip("=")))
                break
    return tuple(found) if len(found) == len(asked) else ()


def _values(words: Sequence[str], names: tuple[str, ...]) -> Iterator[str]:
    for at, word in enumerate(words):
        for name in names:
            if word == name and at + 1 < len(words):
                yield words[at + 1]
            elif word.startswith(f"{name}="):
                yield word[len(name) + 1 :]
            elif len(name) == 2 and (found := re.fullmatch(rf"-[a-zA-Z]*{name[1]}(.*)", word)) and word != name:
                yield (found[1] or "".join(words[at + 1 : at + 2])).removeprefix("=")


def _adds_text(program: str, rest: Sequence[str]) -> bool:
    """Tell whether a filter may print words of its own: an awk with a text in it, a sed that inserts, xargs."""
    script = " ".join(word for word in rest if not word.startswith("-"))
    if program == "awk":
        return not re.fullmatch(
            r"(?:NR\s*[><=!]+\s*\d+\s*)?(?:/[^/]*/\s*)?(?:\{\s*print(?:\s+\$\w+)?\s*;?\s*\})?", script
        )
    if program == "sed":
        return not re.fullmatch(r"\d*(?:,\d+|,\$)?[dpq]|s([/|#,])[\^$/\w .*\\-]*\1\1g?", script)
    return (
        program in ("xargs", "tee", "tr", "tail", "head", "sort", "cut", "uniq")
        and bool(script)
        and (program in ("xargs", "tee") or bool(re.search(r"/", script)))
    )


def _plain(words: Sequence[str]) -> tuple[str, ...]:
    """A command without sudo and its kind, by its bare name."""
    rest = list(words)
    while rest and (
        rest[0] in ("sudo", "command", "exec", "doas", "nice", "env")
        or (len(rest) < len(words) and re.match(r"-[nEH]\Z|\w+=", rest[0]))
    ):
        rest = rest[1:]
    return (rest[0].rpartition("/")[2], *rest[1:]) if rest else ()
