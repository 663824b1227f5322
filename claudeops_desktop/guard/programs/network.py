"""Network: web clients, interfaces, firewalls, tunnels, name servers."""

from __future__ import annotations

import re
from functools import partial

from ..call import Call, Understand, harmless
from ..parts import DESTRUCTIVE, READ, REDEPLOY, RESTART, UNKNOWN, Part
from ..patterns import Pattern
from ..places import is_nowhere, is_secret
from ..tree import by_verb
from ..words import UNSEEN, Word

_CURL = (
    "only -s -S -f -L -k -v -i -I -g -G -n -4 -6 -0 -1 -2 -3 -N -q -# -a? -B -j -J? -l -p -R -Z -h -V -M -A: -b: -e: "
    "-H: -m: -r: -u: -w: -x: -y: -Y: -z: -E: -o: --output: -O! --remote-name! --remote-name-all! --output-dir!: "
    "-X: --request: -d?: --data?: --data-raw?: --data-binary?: --data-ascii?: --data-urlencode?: --json?: -F?: --form?: "
    "--form-string?: -T!: --upload-file!: -K?: --config?: -Q?: --quote?: -P?: --ftp-port?: -C: -D: --dump-header: -c: "
    "--cookie-jar: --trace!: --trace-ascii!: --stderr: --libcurl!: --etag-save!: --hsts!: --alt-svc!: -U: "
    "--silent --show-error --fail --fail-with-body --fail-early --location --insecure --verbose --include --head --get "
    "--ipv4 --ipv6 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http0.9 --tlsv1 --tlsv1.0 --tlsv1.1 "
    "--tlsv1.2 --tlsv1.3 --no-buffer --compressed --raw --globoff --no-progress-meter --progress-bar --path-as-is "
    "--location-trusted --anyauth --basic --digest --ntlm --negotiate --tcp-nodelay --tcp-fastopen --no-keepalive "
    "--disable --styled-output --no-styled-output --cert-status --retry-all-errors --retry-connrefused --parallel "
    "--haproxy-protocol --false-start --no-alpn --no-sessionid --version --help --manual --list-only --crlf --netrc "
    "--max-time: --connect-timeout: --retry: --retry-delay: --retry-max-time: --url: --user: --user-agent: --header: "
    "--write-out: --proxy: --resolve: --connect-to: --interface: --referer: --cookie: --cacert: --capath: --cert: --key: "
    "--pass: --max-redirs: --range: --limit-rate: --speed-limit: --speed-time: --dns-servers: --doh-url: --noproxy: "
    "--tls-max: --ciphers: --local-port: --keepalive-time: --unix-socket: --abstract-unix-socket: --proto: "
    "--proto-default: --proto-redir: --socks5: --socks5-hostname: --proxy-user: --time-cond: --continue-at: "
    "--max-filesize: --oauth2-bearer: --request-target: --etag-compare: --netrc-file: --ip-tos: --rate: --aws-sigv4: "
    "--pinnedpubkey: --cert-type: --key-type: --expect100-timeout: --happy-eyeballs-timeout-ms: --dns-interface: "
    "--parallel-max: --variable? --expand-url? --engine?: --ssl-reqd --ssl --tls13-ciphers: --curves: --url-query: -:"
)
_GET = ("GET", "HEAD", "OPTIONS", "get", "head", "options", "TRACE")
_CHANGES_BY_ADDRESS = Pattern(
    r"(?i)/(?:-/|api/|admin/|manage/|actuator/|v\d/|_)?[\w/-]*"
    r"(?:restart|reboot|shutdown|poweroff|delete|remove|destroy|purge|reload|stop|kill|quit|deploy|upgrade|flush|reset|apply)"
    r"(?:$|[/?&#])"
)


def _curl(call: Call) -> list[Part]:
    found = call.scanned(_CURL)
    if found.unsure:
        return call.unknown("“curl” is given words that are not seen.")
    if found.has("--version", "-V", "--help", "-h", "--manual"):
        return call.part(READ)
    if any(is_secret(Word(value)) for name, value in found.given if name not in ("-H", "--header", "-A", "-e", "-w")):
        return call.unknown("“curl” is given a file that may hold what is secret.")
    if any(name in ("-H", "--header") and value.startswith("@") for name, value in found.given):
        return call.unknown("“curl” sends what is in a file.")
    for option in ("-o", "--output", "-D", "--dump-header", "-c", "--cookie-jar", "--stderr"):
        if any(name == option and value not in ("-",) and not is_nowhere(value) for name, value in found.given):
            return call.part(DESTRUCTIVE, why="“curl” writes what it gets into a file.")
    if any(name in ("-w", "--write-out") and "%output{" in value for name, value in found.given):
        return call.part(DESTRUCTIVE, why="“curl -w” writes into a file.")
    if found.has("-T", "--upload-file"):
        return call.part(DESTRUCTIVE, why="“curl -T” writes at the other end.")
    methods = [value for name, value in found.given if name in ("-X", "--request")]
    if any(method not in _GET for method in methods):
        kind = DESTRUCTIVE if "DELETE" in (m.upper() for m in methods) else UNKNOWN
        return call.part(kind, why=f"“curl -X {methods[-1]}” changes something at the other end.")
    if found.kind != READ:
        if found.has("-G", "--get") and found.option in ("-d", "--data", "--data-urlencode", "--data-raw"):
            sent = [
                v for n, v in found.given if n in ("-d", "--data", "--data-urlencode", "--data-raw", "--data-binary")
            ]
            if not any("@" in value or UNSEEN in value for value in sent):
                return _by_address(call, found.operands)
        return call.part(found.kind, why=f"“curl {found.option}” sends or writes something.")
    return _by_address(call, found.operands)


def _by_address(call: Call, operands: tuple) -> list[Part]:  # type: ignore[type-arg]
    for word in operands:
        scheme = word.text.partition("://")[0].lower() if "://" in word.text else "http"
        if scheme not in ("http", "https", "ftp", "ws", "wss", "ftps") and UNSEEN not in scheme:
            return call.unknown(f"What “{call.name} {scheme}:” does is not known.")
        if _CHANGES_BY_ADDRESS.search(word.text.partition("://")[2] or word.text):
            return call.unknown("Asking for that address may change something.")
    return call.part(READ)


def _wget(call: Call) -> list[Part]:
    known = (
        "-O: --output-document: -o!: --output-file!: -a!: --append-output!: -e?: --execute?: -i?: --input-file?: "
        "--post-data?: --post-file?: --method: --body-data?: --body-file?: --save-cookies!: --use-askpass?: -T: --timeout: "
        "-t: --tries: -U: --user-agent: --header: -P!: --user: --password: --config?: --ca-certificate: -w: -Q: -q -S -v "
        "--spider --no-check-certificate --warc-file!: --rejected-log!: --load-cookies: --referer: --limit-rate: --max-redirect: -nv -b?"
    )
    found = call.scanned(known)
    if found.has("--version", "--help", "-V"):
        return call.part(READ)
    if found.unsure or found.kind == UNKNOWN or found.value("--method") not in ("", *_GET):
        return call.unknown("“wget” sends something, or is given words that are not seen.")
    target = found.value("-O", "--output-document")
    if found.kind == READ and (found.has("--spider") or target == "-" or is_nowhere(target)):
        return _by_address(call, found.operands)
    return call.part(DESTRUCTIVE, why="“wget” writes what it gets into a file.")


def _httpie(call: Call) -> list[Part]:
    words = [w.text for w in call.scanned("-a: --auth: --timeout: -p: --print: -A: --proxy: --verify: -o!: --output!: "
                                          "-d! --download! --session!: --check-status -b -h -v").operands]  # fmt: skip
    risky = call.scanned("-o!: --output!: -d! --download! --session!:").kind != READ
    if risky or not call.arguments or (words and words[0].isalpha() and words[0].isupper() and words[0] not in _GET):
        return call.unknown(f"“{call.name}” sends or writes something.")
    body = [w for w in words[1:] if re.search(r"(?<!=)(:=|=@|(?<![=:])=(?!=)|@)", w)]
    return call.unknown(f"“{call.name}” sends something.") if body else call.part(READ)


_IP_OBJECTS = """
address link route rule neighbor neighbour netns maddress mroute tunnel tuntap xfrm monitor token addrlabel l2tp
macsec vrf mptcp nexthop ntable netconf sr fou ila ioam stats tcp_metrics
""".split()


def _ip(call: Call) -> list[Part]:
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
    if thing == "netns" and verb in ("pids", "identify", "list-id", "monitor"):
        return call.part(READ)
    if thing == "monitor" or any(full.startswith(verb) for full in ("show", "list", "lst", "get", "help", "save")):
        return call.part(READ)
    if verb in ("dev", "up", "table", "to", "from", "scope", "type", "master", "via"):
        return call.part(READ)
    if thing == "link" and "up" in words:
        return call.part(RESTART)
    if thing == "link" and verb.startswith("s") and "down" in words:
        return call.part(RESTART)
    return call.part(DESTRUCTIVE, why=f"“ip {words[0]} {verb}” changes the network of this machine.")


def _iptables(call: Call) -> list[Part]:
    risky = any(w.text.startswith(("--modprobe", "-M")) for w in call.arguments)
    listing = any(re.match(r"-[a-zA-Z]*[LSC]|--list|--check|--version|-V", w.text) for w in call.arguments)
    writes = any(
        re.match(r"-[ADIRFZNXPE]\b|-[ADIRFZNXPE]|--(append|delete|insert|replace|flush|zero|new|policy|rename)", w.text)
        for w in call.arguments
    )
    if listing and not writes and not risky and not any(w.splits for w in call.arguments):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It changes the firewall.")


def _nft(call: Call) -> list[Part]:
    found = call.scanned("-f?: --file?: -i? -I: -D: -c -n -a -s -j -t -nn", first_operand_ends=True)
    words = [w.text for w in call.arguments[found.rest :]]
    if found.kind == READ and words[:1] in (["list"], ["describe"], ["monitor"]) and not any(";" in w for w in words):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It changes the firewall.")


def _firewall_cmd(call: Call) -> list[Part]:
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
        return call.part(RESTART, ["firewalld"])
    return call.part(DESTRUCTIVE, why="It changes the firewall.")


def _tcpdump(call: Call) -> list[Part]:
    return harmless(call, "-w!: -z?: -F: -r: -i: -c: -s: -n -v -A -X -e -t -C: -G: -W: -Z: -E: -y: -T: -Q: -j: -B:")


_OPENSSL_READS = ("version", "s_client", "x509", "verify", "crl", "ciphers", "dgst", "asn1parse", "list", "req",
                  "ocsp", "speed", "rand", "errstr", "prime", "crl2pkcs7", "pkcs7", "md5", "sha1", "sha256", "sha512", "help")  # fmt: skip


def _openssl(call: Call) -> list[Part]:
    words = [w.text for w in call.arguments]
    verb = words[0] if words else ""
    if any(w.splits for w in call.arguments) or verb not in _OPENSSL_READS:
        return call.unknown(f"What “openssl {verb}” does is not known.")
    names = {w.lstrip("-").lower() for w in words[1:] if w.startswith("-")}
    if names & {"engine", "provider", "provider-path", "provider_path", "config", "writerand", "sign", "signkey", "key",
                "cakey", "ca", "keylogfile", "sess_out", "msgfile", "propquery", "passin", "passout", "newkey", "new",
                "keyout", "signer", "prverify", "cert_chain", "early_data", "trace", "respout", "reqout"} - (
                    {"msgfile"} if False else set()):  # fmt: skip
        return call.unknown(f"“openssl {verb}” is told to sign, to load or to write something.")
    if "out" in names and not is_nowhere(words[words.index("-out") + 1] if "-out" in words[:-1] else "x"):
        return call.part(DESTRUCTIVE, why="“openssl -out” writes a file.")
    return call.part(READ)


_IW = Pattern(
    r"(?:dev|phy|list|commands|features|(?:(?:dev )?\S+ )?(?:info|link|scan dump|survey dump|station dump)|reg get)\Z"
)


def _iw(call: Call) -> list[Part]:
    text = " ".join(w.text for w in call.arguments if not w.text.startswith("-"))
    if _IW.match(text) and UNSEEN not in text:
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It may change a wireless network.")


def _nc(call: Call) -> list[Part]:
    found = call.scanned("only -z -v -vv -n -u -4 -6 -w: -W: -i: -q: -s: -p: -x: -X: -N -t -h -C -T:")
    if found.kind == READ and not found.unsure and (found.has("-z") or found.has("-h")):
        return call.part(READ)
    return call.unknown(f"“{call.name}” may send anything, or listen.")


_NMCLI = """
* -t --terse -p -f: --fields: -c: --colors: -g: --get-values: -m: --mode: -e: --escape: -w: --wait: -o --overview
read general general.status general.permissions g device device.status device.show device.wifi.list d d.s d.show d.status dev dev.status dev.show dev.wifi dev.wifi.list connection connection.show c c.show c.s con con.show networking networking.connectivity radio monitor agent.-h
restart device.connect device.disconnect device.reapply dev.connect dev.disconnect dev.reapply d.connect d.disconnect d.reapply connection.up connection.down c.up c.down con.up con.down networking.on networking.off radio.wifi radio.all general.reload connection.reload con.reload c.reload device.wifi.rescan
destructive connection.modify connection.delete connection.add connection.edit connection.clone con.modify con.mod con.delete con.del con.add con.edit c.modify c.mod c.m c.delete c.add device.set device.modify device.delete general.hostname general.logging device.wifi.connect
"""
_UFW = """
* --dry-run --force
read status version app.list app.info show
restart reload
destructive enable disable allow deny reject limit delete insert route reset default logging app.update prepend app.default
"""
_WG = """
read show
unknown showconf genkey genpsk pubkey
destructive set setconf addconf syncconf
"""
_TAILSCALE = """
* --socket:
read status ip ping netcheck version whois dns.status dns.query metrics exit-node.list licenses debug.-h lock.status
restart up down
redeploy update
destructive logout set login serve funnel switch cert lock file.cp drive
unknown ssh nc configure bugreport file.get
"""
_BIRD = """
* -s: -r -v
read show
restart configure restart reload enable disable down graceful
"""
_CERTBOT = """
* -d: --domains: -m: --email: -w: --webroot-path: --cert-name: --config-dir?: --work-dir: --logs-dir: -c?: --config?: --server: --pre-hook?: --post-hook?: --deploy-hook?: --renew-hook?: --manual-auth-hook?: --manual-cleanup-hook?: -a: -i: --dry-run -n
read certificates plugins show_account --version
redeploy renew certonly run install enhance reconfigure register update_account
destructive revoke delete rollback unregister
"""


def _wg(call: Call) -> list[Part]:
    if not call.arguments:
        return call.part(READ)
    if any(w.text in ("private-key", "preshared-keys", "dump") for w in call.arguments):
        return call.unknown("It shows private keys.")
    return by_verb(_WG)(call)


def _tc(call: Call) -> list[Part]:
    words = [w.text for w in call.arguments if not w.text.startswith("-")]
    if len(words) == 1 or (len(words) > 1 and "show".startswith(words[1])) or words[1:2] in (["list"], ["ls"]):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It changes the network of this machine.")


PROGRAMS: dict[str, Understand] = {
    "curl": _curl,
    "wget": _wget,
    "http": _httpie,
    "https": _httpie,
    "xh": _httpie,
    "ip": _ip,
    "iw": _iw,
    "tc": _tc,
    "bridge": _tc,
    "brctl": partial(harmless, known="only show most1"),
    **dict.fromkeys(("iptables", "ip6tables", "iptables-legacy", "iptables-nft", "ebtables", "arptables"), _iptables),
    **{name: lambda call: call.part(READ) for name in ("iptables-save", "ip6tables-save", "ipset-list")},
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
        harmless, known="-w!: -X?: -i: -c: -r: -Y: -f: -T: -e: -F: -b!: -a: -s: -E: -z: -o: -O: -d: --export-objects!:"
    ),
    "ngrep": partial(harmless, known="-O!: -K? -d: -n: -W: -I: -F: -q -t -x -i"),
    "openssl": _openssl,
    **dict.fromkeys(("nc", "ncat", "netcat", "nc.openbsd", "nc.traditional"), _nc),
    "telnet": lambda call: call.unknown("“telnet” may send anything."),
    "socat": lambda call: call.unknown("“socat” may run and send anything."),
    "iperf3": partial(
        harmless, known="--logfile!: -c: -p: -t: -s? -P: -R -J -D? --rsa-private-key-path?: -F?: -I!: -u -b: -i:"
    ),
    "speedtest": lambda call: call.part(READ),
    "speedtest-cli": lambda call: call.part(READ),
    "nmcli": by_verb(_NMCLI, lambda _verb: ()),
    "nm-online": lambda call: call.part(READ),
    **{
        name: lambda call: call.part(RESTART)
        for name in ("ifup", "ifdown", "ifreload", "dhclient", "dhcpcd", "wg-quick")
    },
    "netplan": by_verb("read get status info\nrestart apply try\ndestructive set generate rebind"),
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
    "certbot": by_verb(_CERTBOT, lambda verb: tuple(filter(None, (verb.before.value("-d", "--cert-name"),)))),
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
        "restart chassis.power power mc.reset bmc.reset chassis.identify\n"
        "destructive sel.clear lan.set user.set user.disable chassis.bootdev raw chassis.bootparam\n"
        "unknown shell exec sol.activate"
    ),
    "snmpget": partial(harmless, known="-v: -c: -u: -l: -a: -A: -x: -X: -O: -t: -r: -n: -m: -M?: -d -D -L!:"),
    "snmpwalk": partial(harmless, known="-v: -c: -u: -l: -a: -A: -x: -X: -O: -t: -r: -n: -m: -M?: -d -D -L!: -C:"),
    "snmpset": lambda call: call.part(DESTRUCTIVE),
    "etherwake": lambda call: call.part(RESTART),
    "wakeonlan": lambda call: call.part(RESTART),
    "upsc": lambda call: call.part(READ),
    "upscmd": lambda call: call.part(RESTART),
    "apcaccess": lambda call: call.part(READ),
    "ntpdate": partial(harmless, known="-q -u -d -v", kind=DESTRUCTIVE),
    "chronyd": lambda call: call.part(UNKNOWN),
    "rfkill": by_verb("read list event\ndestructive block unblock toggle", lambda _verb: ()),
    "apprise": lambda call: call.part(REDEPLOY, why="“apprise” sends a message to people."),
}
