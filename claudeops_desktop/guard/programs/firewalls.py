"""Firewalls: what lists their rules, and what changes them."""

from __future__ import annotations

from functools import partial

from ..effects import DESTRUCTIVE, READ, RESTART, STOP, CommandEffect
from ..program_call import ProgramCall, Understand, harmless
from ..subcommand_tables import by_verb

_UFW = """
* --dry-run --force
read status version app.list app.info show
restart reload
stop enable deny reject limit
destructive disable allow delete insert route reset default logging app.update prepend app.default
%allow,deny,reject,limit,delete,insert,enable,disable,reset,default,route --dry-run
@status,app.list,show,version verbose numbered
"""


_IPTABLES = (
    "-[LSCnvxcV46fh] -[tpsdiojmgW]: -w:: --table: --list --list-rules --check --numeric --verbose --exact --line-numbers --wait:: --wait-interval: --ipv4 --ipv6 "
    "--protocol: --source: --destination: --in-interface: --out-interface: --jump: --match: --goto: --dport: --sport: --dports: --sports: --destination-port: "
    "--source-port: --state: --ctstate: --comment: --to-destination: --to-ports: --to-source: --icmp-type: --limit: --limit-burst: --mark: --uid-owner: --reject-with: "
    "--match-set: --set-mark: --tcp-flags: --syn --src-type: --dst-type: --name: --rcheck --seconds: --hitcount: --Ln --Lmac2 --Lc --Lx --log-prefix: --mac-source: --physdev-in:"
)


def _iptables(call: ProgramCall) -> list[CommandEffect]:
    risky = any(w.text.startswith(("--modprobe", "-M")) for w in call.arguments)
    found = call.scanned(_IPTABLES)
    if (
        found.kind == READ
        and not found.unsure
        and found.has("-L", "-S", "-C", "-V", "--list", "--list-rules", "--check", "--version")
    ):
        return call.part(READ)
    words = [w.text for w in call.arguments]
    cuts = any(w in ("DROP", "REJECT") for w in words) and not any(w in ("-D", "--delete", "-F", "-X") for w in words)
    return call.part(STOP if cuts and not risky else DESTRUCTIVE, why="It changes the firewall.")


def _nft(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(
        "-f: --file: -[ID]: -[cnasjtSNpyTeo] -nn --check --handle --json --numeric --stateless --terse --echo --numeric-priority --numeric-protocol --numeric-time --service --guid --reversedns",
        first_operand_ends=True,
    )
    words = [w.text for w in call.arguments[found.rest :]]
    if found.kind == READ and found.has("-c", "--check") and not found.unsure:
        return call.part(READ)
    if (
        found.kind == READ
        and not found.has("-f", "--file")
        and words[:1] in (["list"], ["describe"], ["monitor"])
        and not any(";" in w for w in words)
    ):
        return call.part(READ)
    cuts = words[:1] in (["add"], ["insert"]) and {"drop", "reject"}.intersection(
        " ".join(words).replace(";", " ").split()
    )
    return call.part(STOP if cuts and found.kind == READ else DESTRUCTIVE, why="It changes the firewall.")


def _firewall_cmd(call: ProgramCall) -> list[CommandEffect]:
    reads = (
        "--list",
        "--get",
        "--info",
        "--state",
        "--query",
        "--version",
        "--help",
        "--zone",
        "--permanent",
        "--path",
        "--check-config",
        "--direct",
    )
    if all(w.text.startswith(reads) for w in call.arguments) and any(w.text != "--permanent" for w in call.arguments):
        return call.part(READ)
    if [w.text for w in call.arguments] in (["--reload"], ["--complete-reload"]):
        return call.part(RESTART, ["firewalld"], verb="reload")
    return call.part(DESTRUCTIVE, why="It changes the firewall.")


PROGRAMS: dict[str, Understand] = {
    **dict.fromkeys(("iptables", "ip6tables", "iptables-legacy", "iptables-nft", "ebtables", "arptables"), _iptables),
    **dict.fromkeys(
        ("iptables-save", "ip6tables-save", "iptables-nft-save", "iptables-legacy-save"),
        partial(harmless, known="-f!: --file!: -M?: --modprobe?: -t: --table: -c --counters -V"),
    ),
    "arptables-save": partial(harmless, known="-[cV] --counters"),
    "ebtables-save": partial(harmless, known="-[cV] -t: --counters"),
    "iptables-restore": lambda call: call.part(DESTRUCTIVE),
    "ip6tables-restore": lambda call: call.part(DESTRUCTIVE),
    "ipset": by_verb(
        "* -o: -[ntsqrLS] --output: --name --terse --sorted --quiet --resolve -f?: -file?: -exist -!\nread list test save version -L\ndestructive create add del destroy flush rename swap restore"
    ),
    "nft": _nft,
    "firewall-cmd": _firewall_cmd,
    "ufw": by_verb(_UFW, lambda _verb: ()),
}
