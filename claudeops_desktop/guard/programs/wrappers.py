"""Programs that run another command: what they run decides."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..effects import DESTRUCTIVE, HOST, READ, RESTART, STOP, CommandEffect, make_effect
from ..lazy_regex import LazyRegex
from ..options import options, scan
from ..program_call import ProgramCall, Understand
from ..shell_types import UNSEEN, ShellWord, joined, leaves_unseen
from ..target_types import UNIT, any_of
from ..targets import targets
from ..variables import chooses_target, sets_harmless
from .builtins import shows_names_only
from .options_of_wrappers import SUDO_OPTIONS, WRAPPER_OPTIONS

_OPERANDS_BEFORE = {
    "timeout": 1,
    "chrt": 1,
    "taskset": 1,
    "faketime": 1,
    "setarch": 1,
    "aws-vault": 2,
    "gosu": 1,
    "su-exec": 1,
}
SHELLS = ("sh", "bash", "dash", "zsh", "ksh", "ash", "rbash", "mksh", "fish", "csh", "tcsh", "yash")
_SURROUNDS = ("strace", "ltrace", "fakeroot", "gosu", "su-exec", "pkexec", "unshare")
"""What runs inside may do worse than it does outside: it is never only read."""
_SHELL_ALONE = ("aws-vault", "fakeroot", "gosu", "su-exec", "pkexec", "unshare")


def _plain(call: ProgramCall) -> list[CommandEffect]:
    """nice, timeout and their kind: options, perhaps operands of their own, then the command."""
    found = call.scanned(WRAPPER_OPTIONS[call.name], first_operand_ends=True)
    own_words = call.arguments[: found.rest + _OPERANDS_BEFORE.get(call.name, 0)]
    rest = call.arguments[len(own_words) :]
    if any(word.splits for word in own_words):
        return call.unknown(f"“{call.name}” is given words that are not seen.")
    if rest and rest[0].text == "--":
        rest = rest[1:]
    if found.has("-o", "--output") and found.value("-o", "--output")[:1] in ("|", "!"):
        return call.unknown(f"“{call.name} -o” runs a text of its own.")
    own = call.beyond(found)
    if call.name == "strace" and found.has("-p", "--attach") and not found.has("-c", "--summary-only"):
        own += call.discloses("“strace -p” shows what another process reads and writes.")
    if (
        call.name == "ionice"
        and found.has("-p", "-P", "-u", "--pid")
        and found.has("-c", "-n", "--class", "--classdata")
    ):
        return call.part(RESTART, why="“ionice -p” changes how a process runs.")
    if call.name in ("strace", "ltrace") and found.has("-p", "--attach") and not found.has("-c", "--summary-only"):
        return [*own, *call.discloses(f"“{call.name} -p” shows what a program reads and writes.")]
    if not rest:
        return own or (call.unknown(f"“{call.name}” opens a shell.") if call.name in _SHELL_ALONE else call.part(READ))
    inside = call.words(rest)
    if call.name in _SURROUNDS and all(part.kind == READ for part in inside):
        return call.unknown(f"“{call.name}” runs something in another surrounding.")
    return [*own, *inside]


def _sudo(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(SUDO_OPTIONS, first_operand_ends=True)
    rest: Sequence[ShellWord] = call.arguments[found.rest :]
    if found.kind != READ:
        return [*call.part(found.kind), *(call.words(rest) if rest else [])]
    if found.has("-D", "--chdir"):
        return [*call.unknown("“sudo” runs a command in another folder."), *(call.words(rest) if rest else [])]
    if _splits_before(rest):
        return call.unknown("“sudo” is given words that are not seen.")
    rest, why = _settings_before(rest)
    if why:
        return [*call.unknown(why), *(call.words(rest) if rest else [])]
    if rest:
        return call.words(rest)
    if found.has("-l", "--list", "-v", "-k", "-K", "-V", "--validate") and not found.has(
        "-s", "-i", "--shell", "--login"
    ):
        return call.part(READ)
    return call.unknown("“sudo” opens a shell.")


def _settings_before(rest: Sequence[ShellWord]) -> tuple[Sequence[ShellWord], str]:
    """The command behind ``NAME=value``, and why one of these may make it do something else."""
    why = ""
    while rest and (found := re.match(r"([A-Za-z_]\w*)=", rest[0].text)):
        name, value = found[1], rest[0].text[found.end() :]
        if not sets_harmless(name, value) or chooses_target(name):
            why = f"The variable {name} may make a program do something else."
        rest = rest[1:]
    return rest, why


def _splits_before(rest: Sequence[ShellWord]) -> bool:
    """Tell whether a variable that is set before the command may be more words than one: ``env A=$X ls``."""
    sets = [word for word in rest if re.match(r"[A-Za-z_]\w*=", word.text)]
    return any(word.splits for word in sets)


def _env(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-i -0 -v -u: --unset: -C: --chdir: -S?: --split-string?: --ignore-environment --null --debug "
                         "--default-signal --block-signal --ignore-signal --argv0: -a: -", first_operand_ends=True)  # fmt: skip
    rest: Sequence[ShellWord] = call.arguments[found.rest :]
    if rest and rest[0].text == "-":
        rest = rest[1:]
    if found.kind != READ:
        return call.unknown("“env -S” makes words of a text.")
    if any(word.splits for word in call.arguments[: len(call.arguments) - len(rest)]) or _splits_before(rest):
        return call.unknown("“env” is given words that are not seen.")
    unset = [value for name, value in found.given if name in ("-u", "--unset")]
    if found.has("-C", "--chdir") or any(not sets_harmless(name, "") for name in unset):
        return [*call.unknown("“env” runs a command in other surroundings."), *(call.words(rest) if rest else [])]
    rest, why = _settings_before(rest)
    if why:
        return [*call.unknown(why), *(call.words(rest) if rest else [])]
    if rest:
        return call.words(rest)
    if found.has("-i", "--ignore-environment") or any(w.text == "-" for w in call.arguments) or shows_names_only(call):
        return call.part(READ)
    return call.discloses("“env” shows all variables, which may hold secrets.")


def _shell(call: ProgramCall) -> list[CommandEffect]:
    words = call.arguments
    at = 0
    while at < len(words):
        word = words[at].text
        if words[at].splits or word.startswith(UNSEEN):
            return call.unknown("A shell runs what is not seen.")
        if re.fullmatch(r"-[a-zA-Z]*c[a-zA-Z]*", word):
            if re.search(r"[oO]", word):
                return call.unknown("The options of a shell are written in a way that cannot be read.")
            if re.search(r"[isrdDO]", word.replace("c", "", 1)) and "i" in word:
                return call.unknown("A shell for a person reads files of its own first.")
            at += 1
            while at < len(words) and re.fullmatch(r"[-+][a-zA-Z]+", words[at].text):
                at += 2 if words[at].text in ("-o", "+o", "-O", "+O") else 1
            if at < len(words) and words[at].text == "--":
                at += 1
            if at >= len(words):
                return call.unknown("A shell is given nothing to run.")
            return call.script(words[at])
        if re.fullmatch(r"[-+][a-zA-Z]*[oO]", word):
            at += 2
        elif word == "-n" and all(each.text[:1] not in ("-", "+") for each in words[at + 1 :]):
            return call.part(READ)  # reads and runs nothing
        elif word in ("--version", "--help"):
            return call.part(READ)
        elif re.fullmatch(r"-[lexuv]+|--login|--norc|--noprofile|--posix", word) or (
            word in ("-s", "-") and at + 1 == len(words)
        ):
            at += 1
        else:
            break
    if at >= len(words) and call.piped and call.input is not None and not leaves_unseen(call.input):
        return call._replace(piped=False, input=None).script(ShellWord(call.input)) if call.input else call.part(READ)
    return call.unknown("A shell runs a script, or what is piped into it, which is not looked into.")


def _watch(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-[nqs]: -[dtbegcpwxCfr] --interval: --exec --differences --no-title --errexit --chgexit --color --no-color --beep --precise --no-wrap --no-linewrap --equexit: --no-rerun --follow --shotsdir?:",
                         first_operand_ends=True)  # fmt: skip
    rest = call.arguments[found.rest :]
    if not rest:
        return call.unknown("“watch” runs nothing that is seen.")
    inside = call.words(rest) if found.has("-x", "--exec") else call.script(joined(rest))
    return [*call.beyond(found), *inside]


def _su(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(
        "-c: --command: --session-command: -s?: --shell?: -g: -G: -w: -[lmpPf] --login --preserve-environment --fast --pty --group: --supp-group: --whitelist-environment: -"
    )
    text = found.value("-c", "--command", "--session-command")
    place = next((i for i, w in enumerate(call.arguments) if w.text in ("-c", "--command")), None)
    if not text or found.kind != READ or found.unsure:
        return call.unknown(f"“{call.name}” opens a shell.")
    return call.script(call.arguments[place + 1] if place is not None else ShellWord(text))


def _runuser(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(WRAPPER_OPTIONS["runuser"], first_operand_ends=True)
    return _plain(call) if found.has("-u", "--user") else _su(call)


def _script(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(
        "-c: --command: -[aefqt] -T!: -O!: -I!: -B!: --log-out!: --log-in!: --log-io!: --log-timing!: --timing!: -[Eom]: --append --return --flush --force --quiet --echo: --output-limit: --logging-format:"
    )
    text = found.value("-c", "--command")
    target = found.operands[-1].text if found.operands else "typescript"
    parts = call.script(ShellWord(text)) if text else call.unknown("“script” opens a shell.")
    return parts if target == "/dev/null" and found.kind == READ else [*parts, make_effect(DESTRUCTIVE, call.name)]


def _flock(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(
        "-w: --timeout: --wait: -E: --conflict-exit-code: -c: --command: -[nxsuoFev] --nonblock --nb --exclusive --shared --unlock --close --no-fork --verbose",
        first_operand_ends=True,
    )
    rest = call.arguments[found.rest + 1 :]
    if rest and rest[0].text in ("-c", "--command") and len(rest) > 1:
        return [*call.beyond(found), *call.script(rest[1])]
    if not rest:
        return call.unknown("“flock” waits for nothing that is seen.")
    place = call.arguments[found.rest].text
    lock = re.match(r"\d+\Z|/(?:var/)?(?:run|lock)/|.*\.lock\Z", place) and UNSEEN not in place
    made = [] if lock else call.part(DESTRUCTIVE, why="“flock” makes the file that it locks.")
    return [*call.beyond(found), *made, *call.words(rest)]


def _systemd_run(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-u: --unit: -p?: --property?: -t -P -G -q -d -S? --shell? --scope --user --wait --pty --pipe --collect -H: -M: "
                         "--uid: --gid: --nice: -E?: --setenv?: --working-directory: --description: --slice: --service-type: --same-dir --no-ask-password --no-block --remain-after-exit -r --send-sighup --slice-inherit --expand-environment: --quiet --host: --machine: --background: --json: -v --verbose --no-pager --ignore-failure "
                         "--on-active?: --on-boot?: --on-calendar?: --on-unit-active?: --timer-property?: --path-property?: --on-startup?:",
                         first_operand_ends=True)  # fmt: skip
    rest = call.arguments[found.rest :]
    if found.kind != READ or not rest:
        later = call.words(rest) if rest else []
        return [*call.unknown("“systemd-run” runs something later, or opens a shell."), *later]
    return call.words(rest)


_UNIT_WORD = LazyRegex(r"(?:string:|')?([\w@.:-]+\.(?:service|socket|target|timer))'?\Z")


def harmless_bus(call: ProgramCall) -> bool:
    """Tell whether busctl only lists what is on the bus."""
    found = call.scanned(
        "only -M: --machine: -H: --host: --user --system --no-pager --no-legend --acquired -l -q --json: operands"
    )
    verb = found.operands[0].text if found.operands else "list"
    return found.kind == READ and not found.unsure and verb in ("list", "status", "tree", "introspect")


def _bus(call: ProgramCall) -> list[CommandEffect]:
    """A call over the bus may do what ``systemctl`` does: the units that it names count as acted on."""
    looks = call.name == "busctl" and harmless_bus(call)
    if looks:
        return call.part(READ)
    unknown = call.unknown(f"“{call.name}” may call anything over the bus.")
    if not any(re.search(r"(?:Restart|Start|Stop|Reload|Kill|Try)\w*Unit", word.text) for word in call.arguments):
        return unknown
    named = [ShellWord(found[1]) for word in call.arguments if (found := _UNIT_WORD.match(word.text))]
    stops = any(re.search(r"(?:Stop|Kill)Unit", word.text) for word in call.arguments)
    return [*unknown, *call.part(STOP if stops else RESTART, targets(named, UNIT) if named else [any_of(UNIT)])]


def _eval(call: ProgramCall) -> list[CommandEffect]:
    """The words together are a command, which may be put together from anything."""
    looked_into = call.script(ShellWord(" ".join(word.text for word in call.arguments)))
    return [*call.unknown("“eval” runs a text that is put together."), *looked_into]


def _nsenter(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-t: --target: -m -u -i -n -p -U -C -T -a --mount --uts --ipc --net --pid --user --cgroup --all -S: -G: -r -w -F "
                         "--setuid: --setgid: --preserve-credentials --no-fork -Z", first_operand_ends=True)  # fmt: skip
    rest = call.arguments[found.rest :]
    if not rest or found.unsure or found.has("-m", "--mount", "-a", "--all", "-r", "-w"):
        inside = call.words(rest) if rest else []
        return [*call.part(HOST, why="“nsenter” runs a program in the place of another process."), *inside]
    return [*call.beyond(found), *call.words(rest)]


def _unshare(call: ProgramCall) -> list[CommandEffect]:
    return call.unknown(f"“{call.name}” runs something in another surrounding.")


def _machinectl_shell(call: ProgramCall) -> list[CommandEffect]:
    from .virtual_machines import PROGRAMS as MACHINES

    words = call.arguments
    if words and words[0].text == "shell":
        rest = scan(words[1:], options("-E: --setenv: --uid: -q"), first_operand_ends=True).rest + 2
        if len(words) > rest:
            return call.words([words[rest]._replace(text=words[rest].text), *words[rest + 1 :]])
        return call.unknown("“machinectl shell” opens a shell.")
    return MACHINES["machinectl"](call)


def _builtin(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-v -V -p -a: -c -l", first_operand_ends=True)
    if call.name == "command" and found.has("-v", "-V"):
        return call.part(READ)
    rest = call.arguments[found.rest :]
    return [*call.beyond(found), *(call.words(rest) if rest else call.part(READ))]


def _busybox(call: ProgramCall) -> list[CommandEffect]:
    if not call.arguments or call.arguments[0].text in ("--list", "--help"):
        return call.part(READ)
    return call.words(call.arguments)


def _opaque(call: ProgramCall) -> list[CommandEffect]:
    return call.unknown(f"“{call.name}” runs a text that is not looked into.")


def _chroot(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("--userspec: --groups: --skip-chdir", first_operand_ends=True)
    rest = call.arguments[found.rest + 1 :]
    return [
        *call.part(HOST, why="“chroot” runs a program that lies in another root."),
        *(call.words(rest) if rest else []),
    ]


PROGRAMS: dict[str, Understand] = {
    **dict.fromkeys(WRAPPER_OPTIONS, _plain),
    "runuser": _runuser,
    "sudo": _sudo,
    "env": _env,
    **dict.fromkeys(SHELLS, _shell),
    "autossh": _opaque,
    "mosh": _opaque,
    **dict.fromkeys(
        (
            "source",
            ".",
            "pssh",
            "pdsh",
            "clush",
            "dsh",
            "fab",
            "expect",
            "run-parts",
            "entr",
            "inotifywait-exec",
            "incrontab",
            "sem",
            "rush",
            "at-now",
            "start",
        ),
        _opaque,
    ),
    "watch": _watch,
    "su": _su,
    "script": _script,
    "flock": _flock,
    "systemd-run": _systemd_run,
    "eval": _eval,
    **dict.fromkeys(("dbus-send", "gdbus", "busctl"), _bus),
    "nsenter": _nsenter,
    **dict.fromkeys(
        (
            "bwrap",
            "firejail",
            "capsh",
            "qemu-system-x86_64",
            "dbus-run-session",
            "xvfb-run",
        ),
        _unshare,
    ),
    "machinectl": _machinectl_shell,
    "command": _builtin,
    "builtin": _builtin,
    "exec": _builtin,
    "busybox": _busybox,
    "toybox": _busybox,
    "chroot": _chroot,
    "arch-chroot": _chroot,
}
