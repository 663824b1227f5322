"""Commands that are run on another machine."""

from __future__ import annotations

from ..call import Call, Understand
from ..options import options, scan
from ..parts import READ, Part
from ..patterns import Pattern
from ..words import UNSEEN, joined

_SSH = (
    "-B: -b: -c: -D: -E!: -e: -F?: -I?: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -S: -W: -w: -4 -6 -A -a -C -f -G -g -K -k "
    "-M -N -n -q -s -T -t -V -v -X -x -Y -y"
)
_SSH_HARMLESS = Pattern(
    r"(?i)(?:ConnectTimeout|BatchMode|StrictHostKeyChecking|UserKnownHostsFile=/dev/null|LogLevel|ServerAlive\w+|Port|User|"
    r"IdentityFile|IdentitiesOnly|ConnectionAttempts|PasswordAuthentication|PreferredAuthentications|RequestTTY|Compression|"
    r"ControlMaster|ControlPersist|GlobalKnownHostsFile=/dev/null|HostKeyAlgorithms|PubkeyAuthentication|AddressFamily|"
    r"KbdInteractiveAuthentication|NumberOfPasswordPrompts|ForwardAgent=no|CheckHostIP|TCPKeepAlive|ControlPath|ProxyJump|"
    r"PubkeyAcceptedKeyTypes|PubkeyAcceptedAlgorithms|KexAlgorithms|Ciphers|MACs|HostName|IdentityAgent=none)(?:[= ]|\Z)"
)


def _ssh(call: Call) -> list[Part]:
    found = call.scanned(_SSH, first_operand_ends=True)
    if found.has("-V", "-Q", "-G"):
        return call.part(READ)
    rest = list(call.arguments[found.rest :])
    more = scan(rest[1:], options(_SSH), first_operand_ends=True) if rest else found
    given = (*found.given, *more.given)
    bad = [value for name, value in given if name == "-o" and not _SSH_HARMLESS.match(value)]
    names_given = {name for name, _ in given}
    if bad or names_given & {"-F", "-I", "-E", "-L", "-R", "-D", "-W", "-w", "-O", "-N", "-X", "-Y"} or not rest:
        return call.unknown(
            f"“ssh” is told to forward, to run something here, or to use another file ({(bad or ['options'])[0]})."
        )
    if not rest[0].seen and UNSEEN in rest[0].text and (rest[0].splits or rest[0].text.startswith(UNSEEN)):
        return call.unknown("Where “ssh” goes is not seen.")
    command = rest[1 + more.rest :]
    if command and command[0].text == "--":
        command = command[1:]
    if not command:
        return call.unknown("“ssh” opens a shell, or runs what is piped into it.")
    return call.script(joined(command))


def _sshpass(call: Call) -> list[Part]:
    found = call.scanned("-p: -f: -d: -e -P: -v", first_operand_ends=True)
    rest = call.arguments[found.rest :]
    return call.words(rest) if rest else call.unknown("“sshpass” runs nothing that is seen.")


PROGRAMS: dict[str, Understand] = {"ssh": _ssh, "sshpass": _sshpass}
