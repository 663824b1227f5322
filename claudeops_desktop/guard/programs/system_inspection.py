"""Further programs that only look: at disks, shares, kernels, packages, binaries. See ``options`` for the tables."""

from __future__ import annotations

from functools import partial

from ..effects import READ, RESTART, CommandEffect
from ..program_call import ProgramCall, Understand, harmless
from ..subcommand_tables import by_verb

_BINARIES = (
    "-a -A -d -D -e -f -g -h -l -n -p -s -S -t -T -u -V -w -W -C --all --headers --file-header --private-headers "
    "--segments --sections --symbols --dyn-syms --dynamic --notes --relocs --version-info --wide --demangle "
    "--dynamic-syms --defined-only --undefined-only --extern-only --size-sort --numeric-sort --print-size --format: "
    "--radix: --totals only operands"
)


def _needrestart(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-[rmut]: -c?: -[bklwqnvpo]")
    mode = found.value("-r")
    if found.kind != READ:
        return call.part(found.kind)
    return call.part(READ if mode == "l" or (not mode and found.has("-b", "-p", "-o")) else RESTART)


PROGRAMS: dict[str, Understand] = {
    "hddtemp": partial(harmless, known="only operands -n -q -w -u: --numeric --quiet --unit: --wake-up"),
    "drbdadm": by_verb("*\nread status role cstate dstate sh-resources", lambda _verb: ()),
    "openvpn": partial(harmless, known="only --version --help --show-ciphers --show-digests --show-tls --show-engines"),
    "kcat": partial(harmless, known="only -L -J -b: -t: -m: -q -v -u"),
    "smbstatus": partial(harmless, known="only -b -S -p -L -B -N -v -d: -u: -P -R --brief --shares --processes --locks"),
    "testparm": partial(harmless, known="only operands -s -v -d: --verbose --suppress-prompt --section-name: --parameter-name:"),
    "needs-restarting": partial(harmless, known="only -r -s -u -v --reboothint --services --useronly"),
    "needrestart": _needrestart,
    "ansible-config": by_verb("* -c?: --config?: -v\nread dump list\n@dump --only-changed --format: -t:", lambda _verb: ()),
    "multitail": partial(harmless, known="only -V -h"),
    **dict.fromkeys(("readelf", "nm", "size", "objdump"), partial(harmless, known=_BINARIES)),
}  # fmt: skip
"""How each program of this group is understood."""
