"""Network: interfaces, firewalls, tunnels, name servers."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, DISCLOSE, READ, REDEPLOY, RESTART, STOP, UNKNOWN, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless, names
from ..secret_paths import is_nowhere
from ..shell_types import UNSEEN, ShellWord, leaves_unseen
from ..subcommand_tables import by_verb, find_verb, tree, verb_effect

_IP_OBJECTS = """
address link route rule neighbor neighbour netns maddress mroute tunnel tuntap xfrm monitor token addrlabel l2tp
macsec vrf mptcp nexthop ntable netconf sr fou ila ioam stats tcp_metrics
""".split()


def _ip(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-n: --netns: -netns: -f: -family: -b?: -batch?: -force? -B? -N -s -d -o -r -4 -6 -j -p -br "
                         "-brief -c -color -h -a -all -stats -details -oneline -json -pretty -rc: -l:",
                         first_operand_ends=True)  # fmt: skip
    words = [w.text for w in call.arguments[found.rest :]]
    if found.kind != READ or found.unsure or any(w.splits for w in call.arguments):
        return call.unknown("What this “ip” does is not known.")
    if not words:
        return call.part(READ)
    thing = next((each for each in _IP_OBJECTS if each.startswith(words[0])), words[0])
    verb = words[1] if len(words) > 1 else "show"
    if thing == "netns" and "exec".startswith(verb) and len(words) > 3:
        return call.words(call.arguments[found.rest + 3 :])
    if verb in ("s", "se") and thing not in ("address", "route", "neighbor", "neighbour", "rule"):
        verb = "set"  # where there is something to set, that is what the letter means
    if thing == "xfrm":
        return call.unknown("“ip xfrm” shows keys, or changes what is encrypted.")
    if thing == "netns" and verb in ("pids", "identify", "list-id", "monitor"):
        return call.part(READ)
    if thing == "monitor" or any(full.startswith(verb) for full in ("show", "list", "lst", "get", "help", "save")):
        return call.part(READ)
    if verb in ("dev", "up", "table", "to", "from", "scope", "type", "master", "via"):
        return call.part(READ)
    if thing == "link" and "up" in words:
        return call.part(RESTART)
    if (thing == "link" and verb.startswith("s") and "down" in words) or (
        thing in ("route", "address") and verb.startswith(("d", "f", "r"))
    ):
        return call.part(STOP, why=f"“ip {words[0]} {verb}” cuts the network of this machine.")
    return call.part(DESTRUCTIVE, why=f"“ip {words[0]} {verb}” changes the network of this machine.")


def _iptables(call: ProgramCall) -> list[CommandEffect]:
    risky = any(w.text.startswith(("--modprobe", "-M")) for w in call.arguments)
    listing = any(re.match(r"-[a-zA-Z]*[LSC]|--list|--check|--version|-V", w.text) for w in call.arguments)
    writes = any(
        re.match(r"-[ADIRFZNXPE]\b|-[ADIRFZNXPE]|--(append|delete|insert|replace|flush|zero|new|policy|rename)", w.text)
        for w in call.arguments
    )
    if listing and not writes and not risky and not any(w.splits for w in call.arguments):
        return call.part(READ)
    words = [w.text for w in call.arguments]
    cuts = any(w in ("DROP", "REJECT") for w in words) and not any(w in ("-D", "--delete", "-F", "-X") for w in words)
    return call.part(STOP if cuts and not risky else DESTRUCTIVE, why="It changes the firewall.")


def _nft(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-f?: --file?: -i? -I: -D: -c -n -a -s -j -t -nn --check", first_operand_ends=True)
    words = [w.text for w in call.arguments[found.rest :]]
    if found.has("-c", "--check") and not found.unsure and not any(name == "-i" for name, _ in found.given):
        return call.part(READ)
    if found.kind == READ and words[:1] in (["list"], ["describe"], ["monitor"]) and not any(";" in w for w in words):
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


def _tcpdump(call: ProgramCall) -> list[CommandEffect]:
    """Heads of packets are a look at the network; what they carry may be a password."""
    if any(word.text in ("-w-", "--") or word.text == "-" for word in call.arguments):
        return call.discloses("“tcpdump” prints what passes over the network.")
    return harmless(
        call, "-A$ -X$ -XX$ -x$ -xx$ -w!: -z?: -F: -r: -i: -c: -s: -n -v -e -t -C: -G: -W: -Z: -E: -y: -T: -Q: -j: -B:"
    )


_OPENSSL_READS = ("version", "s_client", "x509", "verify", "crl", "ciphers", "dgst", "asn1parse", "list", "req",
                  "ocsp", "speed", "rand", "errstr", "prime", "crl2pkcs7", "pkcs7", "md5", "sha1", "sha256", "sha512", "help")  # fmt: skip


def _openssl(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments]
    verb = words[0] if words else ""
    if verb == "s_client" and call.feeds_data:
        return call.discloses("“openssl s_client” sends what it reads to another machine.")
    if any(w.splits for w in call.arguments) or verb not in _OPENSSL_READS:
        return call.unknown(f"What “openssl {verb}” does is not known.")
    names = {w.lstrip("-").lower() for w in words[1:] if w.startswith("-")}
    if names & {"engine", "provider", "provider-path", "provider_path", "config", "writerand", "sign", "signkey", "key",
                "cakey", "ca", "keylogfile", "sess_out", "msgfile", "propquery", "passin", "passout", "newkey", "new",
                "keyout", "signer", "prverify", "cert_chain", "early_data", "proxy", "trace", "respout", "reqout"} - (
                    {"msgfile"} if False else set()):  # fmt: skip
        return call.unknown(f"“openssl {verb}” is told to sign, to load or to write something.")
    if "out" in names and not is_nowhere(words[words.index("-out") + 1] if "-out" in words[:-1] else "x"):
        return call.part(DESTRUCTIVE, why="“openssl -out” writes a file.")
    return call.part(READ)


_IW = LazyRegex(
    r"(?:dev|phy|list|commands|features|(?:(?:dev )?\S+ )?(?:info|link|scan dump|survey dump|station dump)|reg get)\Z"
)


def _iw(call: ProgramCall) -> list[CommandEffect]:
    text = " ".join(w.text for w in call.arguments if not w.text.startswith("-"))
    if _IW.match(text) and UNSEEN not in text:
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It may change a wireless network.")


def _nc(call: ProgramCall) -> list[CommandEffect]:
    if call.feeds_data:
        return call.discloses(f"“{call.name}” sends what it reads to another machine.")
    found = call.scanned("only -z -v -vv -n -u -4 -6 -w: -W: -i: -q: -s: -p: -x: -X: -N -t -h -C -T:")
    if found.kind == READ and not found.unsure and (found.has("-z") or found.has("-h")):
        return call.part(READ)
    return call.unknown(f"“{call.name}” may send anything, or listen.")


def _sends(call: ProgramCall, why: str) -> list[CommandEffect]:
    return call.discloses(why) if call.feeds_data else call.unknown(why)


_STATUS_SOCKET = LazyRegex(r"(?i)(?:unix(?:-connect)?:)?/(?:var/)?run/haproxy[\w./-]*\Z")
_STATUS_QUESTION = LazyRegex(
    r"show (?:info|stat|servers (?:state|conn)|backend|pools|activity|threads|sess|table|resolvers|version|"
    r"peers|health|cache|events)\b[^;]*|help|get weight \S+"
)


def _socat(call: ProgramCall) -> list[CommandEffect]:
    """Questions for HAProxy's status, by its socket, are the one harmless thing that is recognised."""
    ends = [word.text for word in call.arguments if not word.text.startswith("-") or word.text == "-"]
    asks = call.input is not None and not leaves_unseen(call.input)
    if (
        asks
        and len(ends) == len(call.arguments) == 2
        and ends[0].lower() in ("stdio", "-")
        and _STATUS_SOCKET.match(ends[1])
        and all(_STATUS_QUESTION.fullmatch(part.strip()) for part in re.split(r"[;\n]", (call.input or "").strip()))
    ):
        return call.part(READ)
    return _sends(call, "“socat” may run and send anything.")


_NMCLI = """
* -s? --show-secrets? -t --terse -p -f: --fields: -c: --colors: -g: --get-values: -m: --mode: -e: --escape: -w: --wait: -o --overview
read general general.status general.permissions g device device.status device.show device.wifi.list d d.s d.show d.status dev dev.status dev.show dev.wifi dev.wifi.list connection connection.show c c.show c.s con con.show networking networking.connectivity radio monitor agent.-h
stop device.disconnect dev.disconnect d.disconnect connection.down c.down con.down networking.off radio.wifi radio.all radio.wwan d.disc n.off
restart device.connect device.reapply dev.connect dev.reapply d.connect d.reapply connection.up c.up con.up networking.on general.reload connection.reload con.reload c.reload device.wifi.rescan
destructive connection.modify connection.delete connection.add connection.edit connection.clone con.modify con.mod con.delete con.del con.add con.edit c.modify c.mod c.m c.delete c.add device.set device.modify device.delete general.hostname general.logging device.wifi.connect
"""
_UFW = """
* --dry-run --force
read status version app.list app.info show
restart reload
stop enable deny reject limit
destructive disable allow delete insert route reset default logging app.update prepend app.default
%allow,deny,reject,limit,delete,insert,enable,disable,reset,default,route --dry-run
"""
_WG = """
read show
unknown showconf genkey genpsk pubkey
destructive set setconf addconf syncconf
"""
_TAILSCALE = """
* --socket:
read status ip ping netcheck version whois dns.status dns.query metrics.print exit-node.list licenses debug.-h lock.status
restart up
stop down
redeploy update
destructive logout set login serve funnel switch cert lock file.cp drive
unknown ssh nc configure bugreport file.get
"""
_BIRD = """
* -s: -r -v
read show
restart configure restart reload enable graceful
stop disable down
"""
_CERTBOT = """
* -d: --domains: -m: --email: -w: --webroot-path: --cert-name: --config-dir?: --work-dir: --logs-dir: -c?: --config?: --server: --pre-hook?: --post-hook?: --deploy-hook?: --renew-hook?: --manual-auth-hook?: --manual-cleanup-hook?: -a: -i: --dry-run -n
read certificates plugins show_account --version
redeploy renew certonly run install enhance reconfigure register update_account
destructive revoke delete rollback unregister
"""


def _wg(call: ProgramCall) -> list[CommandEffect]:
    if not call.arguments:
        return call.part(READ)
    if any(w.text in ("private-key", "preshared-keys", "dump") for w in call.arguments):
        return call.unknown("It shows private keys.")
    return by_verb(_WG, lambda verb: names(verb.after.operands[:1]))(call)


def _certbot(call: ProgramCall) -> list[CommandEffect]:
    """Without a verb it gets a certificate and puts it in."""
    verb = find_verb(call, tree(_CERTBOT))
    hooks = [value for option, value in (*verb.before.given, *verb.after.given) if option.endswith("-hook")]
    if hooks:
        run = [part for hook in hooks for part in call.script(ShellWord(hook))]
        return [*call.unknown("“certbot” runs a command of its own afterwards."), *run]
    services = tuple(filter(None, (verb.before.value("-d", "--cert-name"),)))
    if not verb.path and verb.before.kind == READ and not any(w.text.startswith("--h") for w in call.arguments):
        return call.part(REDEPLOY, services)
    return verb_effect(call, verb, services)


def _tc(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments if not w.text.startswith("-")]
    if (call.piped and not words) or any(w.text.startswith(("-b", "-force")) for w in call.arguments):
        return call.part(DESTRUCTIVE, why="It reads its orders from elsewhere.")
    if len(words) == 1 or (len(words) > 1 and "show".startswith(words[1])) or words[1:2] in (["list"], ["ls"]):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It changes the network of this machine.")


PROGRAMS: dict[str, Understand] = {
    "ip": _ip,
    "iw": _iw,
    "tc": _tc,
    "bridge": _tc,
    "brctl": partial(harmless, known="only show most1"),
    **dict.fromkeys(("iptables", "ip6tables", "iptables-legacy", "iptables-nft", "ebtables", "arptables"), _iptables),
    **dict.fromkeys(
        ("iptables-save", "ip6tables-save", "iptables-nft-save", "iptables-legacy-save"),
        partial(harmless, known="-f!: --file!: -M?: --modprobe?: -t: --table: -c --counters"),
    ),
    "arptables-save": lambda call: call.part(READ),
    "ebtables-save": lambda call: call.part(READ),
    "iptables-restore": lambda call: call.part(DESTRUCTIVE),
    "ip6tables-restore": lambda call: call.part(DESTRUCTIVE),
    "ipset": by_verb(
        "* -o: -n -t -f?:\nread list test save version -L\ndestructive create add del destroy flush rename swap restore"
    ),
    "nft": _nft,
    "firewall-cmd": _firewall_cmd,
    "ufw": by_verb(_UFW, lambda _verb: ()),
    "tcpdump": _tcpdump,
    "tshark": partial(
        harmless,
        known="-w!: -X?: -i: -c: -r: -Y: -f: -T$: -e: -F: -b!: -a: -s: -E: -z: -o: -O$: -d: -V$ -x$ -P$ "
        "--export-objects!:",
    ),
    "ngrep": lambda call: call.discloses("“ngrep” shows what passes over the network."),
    "openssl": _openssl,
    **dict.fromkeys(("nc", "ncat", "netcat", "nc.openbsd", "nc.traditional"), _nc),
    "telnet": partial(_sends, why="“telnet” may send anything."),
    "socat": _socat,
    "iperf3": partial(
        harmless, known="--logfile!: -c: -p: -t: -s? -P: -R -J -D? --rsa-private-key-path?: -F?: -I!: -u -b: -i:"
    ),
    "speedtest": lambda call: call.part(READ),
    "speedtest-cli": lambda call: call.part(READ),
    "nmcli": by_verb(_NMCLI, lambda _verb: ()),
    "nm-online": lambda call: call.part(READ),
    **{
        name: lambda call: call.part(
            DISCLOSE
            if call.name == "wg-quick" and any(w.text == "strip" for w in call.arguments)
            else STOP
            if call.name == "ifdown"
            or any(w.text in ("down", "-r", "-x", "-k", "--release", "--exit") for w in call.arguments)
            else RESTART
        )
        for name in ("ifup", "ifdown", "ifreload", "dhclient", "dhcpcd", "wg-quick")
    },
    "netplan": by_verb("read get status info\ndestructive apply try set generate rebind"),
    "wg": _wg,
    "tailscale": by_verb(_TAILSCALE, lambda _verb: ()),
    "zerotier-cli": by_verb("read info listpeers listnetworks peers status\ndestructive join leave set"),
    "birdc": by_verb(_BIRD, lambda _verb: ()),
    "vtysh": lambda call: (
        call.part(READ)
        if [w.text for w in call.arguments[:1]] == ["-c"]
        and len(call.arguments) == 2
        and call.arguments[1].text.startswith(("show ", "sh "))
        else call.unknown("“vtysh” may change anything.")
    ),
    "certbot": _certbot,
    "acme.sh": partial(harmless, known="only --list --info --version", kind=READ),
    "step": by_verb(
        "read certificate.inspect certificate.verify certificate.lint version ca.health\nredeploy ca.certificate "
        "ca.renew\nunknown ca crypto"
    ),
    "grpcurl": lambda call: call.unknown("“grpcurl” may call anything."),
    "nsupdate": lambda call: call.part(DESTRUCTIVE, why="It changes names in the name server."),
    "conntrack": partial(
        harmless,
        known="-D! -F! -U! -I! -L -S -C -E -G --delete! --flush! --update! --create! -p: -s: -d: --dport: --sport: -f: -o:",
    ),
    "ipmitool": by_verb(
        "* -H: -U: -P: -I: -L: -f: -E -A: -C: -R: -N: -p: -v\n"
        "read sdr sensor sel sel.list sel.elist sel.info sel.get fru mc.info bmc.info chassis.status "
        "chassis.power.status power.status lan.print user.list dcmi.power.reading sdr.list sdr.elist "
        "sdr.type sensor.list sensor.get fru.print session.info chassis.restart_cause chassis.policy.list\n"
        "restart chassis.power.on power.on chassis.identify\n"
        "stop mc.reset bmc.reset chassis.power.reset power.reset chassis.power.cycle power.cycle chassis.power.off chassis.power.soft chassis.power.diag power.off power.soft power.diag\n"
        "destructive sel.clear lan.set user.set user.disable chassis.bootdev raw chassis.bootparam\n"
        "unknown shell exec sol.activate"
    ),
    "snmpget": partial(harmless, known="-v: -c: -u: -l: -a: -A: -x: -X: -O: -t: -r: -n: -m: -M?: -d -D -L!:"),
    "snmpwalk": partial(harmless, known="-v: -c: -u: -l: -a: -A: -x: -X: -O: -t: -r: -n: -m: -M?: -d -D -L!: -C:"),
    "snmpset": lambda call: call.part(DESTRUCTIVE),
    "etherwake": lambda call: call.part(RESTART),
    "wakeonlan": lambda call: call.part(RESTART),
    "upsc": lambda call: call.part(READ),
    "upscmd": lambda call: call.part(
        STOP if any("off" in w.text or "shutdown" in w.text for w in call.arguments) else RESTART
    ),
    "apcaccess": lambda call: call.part(READ),
    "ntpdate": partial(harmless, known="-q -u -d -v", kind=DESTRUCTIVE),
    "chronyd": lambda call: call.part(UNKNOWN),
    "rfkill": by_verb("read list event\nrestart unblock\nstop block toggle", lambda _verb: ()),
    "apprise": lambda call: call.part(REDEPLOY, why="“apprise” sends a message to people."),
}
