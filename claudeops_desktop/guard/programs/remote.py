"""Commands that are run on another machine."""

from __future__ import annotations

from ..addresses import is_own_host
from ..effects import READ, CommandEffect
from ..lazy_regex import LazyRegex
from ..options import options, scan
from ..program_call import ProgramCall, Understand
from ..shell_types import UNSEEN, ShellWord, joined, leaves_unseen

_SSH = (
    "-B: -b: -c: -D: -E!: -e: -F?: -I?: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -S: -W: -w: -4 -6 -A -a -C -f -G -g -K -k "
    "-M -N -n -q -s -T -t -V -v -X -x -Y -y -P:"
)
_SSH_HARMLESS = LazyRegex(
    r"(?i)(?:ConnectTimeout|BatchMode|StrictHostKeyChecking|UserKnownHostsFile=/dev/null|LogLevel|ServerAlive\w+|Port|User|"
    r"IdentityFile|IdentitiesOnly|ConnectionAttempts|PasswordAuthentication|PreferredAuthentications|RequestTTY|Compression|"
    r"ControlMaster=no|ControlPersist=no|GlobalKnownHostsFile=/dev/null|HostKeyAlgorithms|PubkeyAuthentication|AddressFamily|"
    r"KbdInteractiveAuthentication|NumberOfPasswordPrompts|ForwardAgent=no|CheckHostIP|TCPKeepAlive|ControlPath|ProxyJump|"
    r"PubkeyAcceptedKeyTypes|PubkeyAcceptedAlgorithms|KexAlgorithms|Ciphers|MACs|HostName|IdentityAgent=none)(?:[= ]|\Z)"
)


def _ssh(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_SSH, first_operand_ends=True)
    if found.has("-V", "-Q"):
        return call.part(READ)
    rest = list(call.arguments[found.rest :])
    more = scan(rest[1:], options(_SSH), first_operand_ends=True) if rest else found
    given = (*found.given, *more.given)
    bad = [value for name, value in given if name == "-o" and not _SSH_HARMLESS.match(value)]
    names_given = {name for name, _ in given}
    if (
        bad
        or names_given & {"-F", "-I", "-E", "-L", "-R", "-D", "-W", "-w", "-M", "-O", "-N", "-X", "-Y"}
        or not rest
        or ("-G" in names_given and bad)
    ):
        return call.unknown(
            f"“ssh” is told to forward, to run something here, or to use another file ({(bad or ['options'])[0]})."
        )
    if not rest[0].seen and UNSEEN in rest[0].text and (rest[0].splits or rest[0].text.startswith(UNSEEN)):
        return call.unknown("Where “ssh” goes is not seen.")
    if any(leaves_unseen(value) for _, value in given):
        return call.discloses("What a command printed would reach another machine.")
    if "-A" in names_given and not is_own_host(rest[0].text.rpartition("@")[2]):
        return call.unknown("“ssh -A” lends the keys of this machine to another one.")
    if leaves_unseen(rest[0].text):
        return call.discloses("What a command printed becomes part of an address.")
    if found.has("-G") or "-G" in names_given:
        return call.part(READ)
    command = rest[1 + more.rest :]
    if command and command[0].text == "--":
        command = command[1:]
    silent = bool(names_given & {"-n", "-f"})
    if call.feeds_data and not silent:
        return [*call.discloses("“ssh” hands what it reads here to another machine."), *_remote(call, command)]
    if not command:
        if call.piped and call.input and not silent:
            return call._replace(piped=False, input=None).script(ShellWord(call.input))
        return call.unknown("“ssh” opens a shell, or runs what is piped into it.")
    return _remote(call, command)


def _remote(call: ProgramCall, command: list[ShellWord]) -> list[CommandEffect]:
    """What the other machine runs. What a command printed here would reach it with the text."""
    if any(leaves_unseen(word.text) for word in command):
        carried = call.discloses("What a command printed here, or what is not seen, would reach another machine.")
        if any(UNSEEN in word.text for word in command):
            carried += call.unknown("“ssh” runs a text that is not all seen.")
        return carried + ([] if any(UNSEEN in word.text for word in command) else call.script(joined(command)))
    return call.script(joined(command)) if command else []


def _sshpass(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-p: -f: -d: -e -P: -v", first_operand_ends=True)
    rest = call.arguments[found.rest :]
    return call.words(rest) if rest else call.unknown("“sshpass” runs nothing that is seen.")


PROGRAMS: dict[str, Understand] = {"ssh": _ssh, "sshpass": _sshpass}
