"""Programs that run a command for each thing that they read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..effects import READ, CommandEffect
from ..program_call import ProgramCall, Understand
from ..secret_paths import is_secret
from ..shell_types import OUTPUT, UNSEEN, ShellWord, leaves_unseen
from .wrappers import SHELLS

_XARGS = (
    "-a: --arg-file: -d: --delimiter: -E: -I: -i:: -L: -l -n: --max-args: --max-lines: -P: --max-procs: -s: -0 --null -r "
    "--no-run-if-empty -t --verbose -p -x --exit -o --open-tty --process-slot-var: -J: -R: --replace --max-chars: --eof --interactive --show-limits -e::"
)


def _xargs(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_XARGS, first_operand_ends=True)
    rest = call.arguments[found.rest :]
    if found.kind != READ:
        return [
            *call.beyond(found),
            *(call.words([*rest, ShellWord(UNSEEN + OUTPUT, seen=False, splits=True)]) if rest else []),
        ]
    if not rest:
        return call.part(READ)
    if any(is_secret(ShellWord(value)) for name, value in found.given if name in ("-a", "--arg-file")):
        return call.discloses("“xargs” is given a file that may hold what is secret.")
    if any(leaves_unseen(value) for name, value in found.given if name in ("-a", "--arg-file")):
        return call.unknown("What “xargs” is given is known only when it runs.")
    joined = [m[1] for w in call.arguments[: found.rest] if (m := re.match(r"-[0rtxpo]*i(.+)", w.text))]
    if joined:
        return call.unknown("“xargs” puts what it reads in a place that cannot be told for certain.")
    replaced = found.value("-I") or found.value("--replace") or ("{}" if found.has("-i", "--replace") else "")
    otherwise = ("-a", "--arg-file", "-d", "--delimiter", "-0", "--null", "-E", "-e", "--eof", "-L", "-l", "-J", "-R")
    typed = call.input if call.piped and not found.has(*otherwise) else None
    if typed is not None and not leaves_unseen(typed) and typed.split() and not re.search(r"[\\'\"]", typed):
        return _xargs_typed(call, rest, replaced, typed)
    fed_by = (call.context.fed_by,) if call.context.fed_by and not found.has("-a", "--arg-file") else ()
    if replaced:
        words = [
            w._replace(
                text=w.text.replace(replaced, UNSEEN + OUTPUT),
                seen=w.seen and replaced not in w.text,
                origins=fed_by if w.text == replaced else w.origins,
            )
            for w in rest
        ]
        if any(w.text in SHELLS for w in words) and any(UNSEEN in w.text for w in words):
            put_in = [w._replace(text=w.text.replace(replaced, '"$_"')) for w in rest]
            return [*call.unknown("A shell runs what xargs puts into its text."), *call.words(put_in)]
    else:
        words = [*rest, ShellWord(UNSEEN + OUTPUT, seen=False, splits=True, origins=fed_by)]
    return call.words(words)


def _xargs_typed(call: ProgramCall, rest: Sequence[ShellWord], replaced: str, typed: str) -> list[CommandEffect]:
    """What is piped into xargs was typed: each line, or each word, is looked at as it will stand."""
    if not replaced:
        given = [ShellWord(each) for each in re.split(r"[ \t\n]+", typed) if each]
        return call.words([*rest, *given]) + [part for each in given for part in call.words([*rest, each])]
    parts = []
    for line in dict.fromkeys(line.lstrip(" \t") for line in typed.split("\n") if line.strip()):
        parts += call.words([word._replace(text=word.text.replace(replaced, line)) for word in rest])
    return parts


def _parallel(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-j: --jobs: -k --keep-order -n: -N: -m -X --eta --bar --progress --tag --halt: --timeout: --dry-run "
                         "-a?: --arg-file?: -S?: --sshlogin?: --joblog!: --results!: -q --line-buffer --lb -u --will-cite "
                         "--env?: --tmpdir?: --pipe? -I: -C: --colsep: -d: --delimiter: -0 --null -r --retries: --delay:",
                         first_operand_ends=True)  # fmt: skip
    rest = list(call.arguments[found.rest :])
    if found.kind != READ or not rest or rest[0].text == ":::":
        return call.unknown("“parallel” runs what it reads.")
    place = next((at for at, word in enumerate(rest) if word.text.startswith(":::")), len(rest))
    values = [word for word in rest[place + 1 :] if not word.text.startswith(":::")]
    command, parts = " ".join(word.text for word in rest[:place]), []
    if place == len(rest) or len(values) > 50 or rest[place].text != ":::" or rest.count(rest[place]) > 1:
        return call.words([*rest[:place], ShellWord(UNSEEN, seen=False, splits=True)])
    for value in values:
        marked = re.search(r"\{[./#%]*\}", command)
        text = re.sub(r"\{[./#%]*\}", lambda _, v=value.text: v, command) if marked else f"{command} {value.text}"  # type: ignore[misc]
        parts += call.script(ShellWord(text))
    return parts or call.part(READ)


PROGRAMS: dict[str, Understand] = {"parallel": _parallel, "xargs": _xargs}
