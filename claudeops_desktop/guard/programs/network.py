"""Network: interfaces, firewalls, tunnels, name servers."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, DISCLOSE, READ, REDEPLOY, RESTART, STOP, UNKNOWN, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless, names
from ..shell_types import UNSEEN, ShellWord, leaves_unseen
from ..subcommand_tables import by_verb, find_verb, tree, verb_effect

_IP_OBJECTS = """
address link route rule neighbor neighbour netns maddress mroute tunnel tuntap xfrm monitor token addrlabel l2tp
macsec vrf mptcp nexthop ntable netconf sr fou ila ioam stats tcp_metrics
""".split()


def _ip(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-n: --netns: -netns: -f: -family: -b?: -batch?: -force? -B? -N -s -d -o -r -4 -6 -j -p -br "
                         "-brief -c -color -h -human -human-readable -iec -t -ts -timestamp -tshort -resolve -M -I -D -Numeric -V -Version -a -all -stats -details -oneline -json -pretty -rc: -l:",
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


def _tcpdump(call: ProgramCall) -> list[CommandEffect]:
    """Heads of packets are a look at the network; what they carry may be a password."""
    if any(word.text in ("-w-", "--") or word.text == "-" for word in call.arguments):
        return call.discloses("“tcpdump” prints what passes over the network.")
    return harmless(
        call,
        "-[nvetqNlpSKLDOUbdfHh#] -nn -nnn -vv -vvv -tttt -ttt -tt -ttttt --immediate-mode --list-interfaces --number --time-stamp-precision: --micro --nano --count: --interface: --snapshot-length: --no-promiscuous-mode --direction: -A$ -X$ -XX$ -x$ -xx$ -w!: -z?: -F: -r: -i: -c: -s: -n -v -e -t -C: -G: -W: -Z: -E: -y: -T: -Q: -j: -B:",
    )


_OPENSSL_READS = ("version", "s_client", "x509", "verify", "crl", "ciphers", "dgst", "asn1parse", "list", "req",
                  "ocsp", "speed", "rand", "errstr", "prime", "crl2pkcs7", "pkcs7", "md5", "sha1", "sha256", "sha512", "help")  # fmt: skip


_OPENSSL = (
    "-out!: -in: -inform: -outform: -noout -text -dates -enddate -startdate -subject -issuer -serial -fingerprint -hash -subject_hash -issuer_hash "
    "-subject_hash_old -issuer_hash_old -email -purpose -modulus -pubkey -ext: -certopt: -nameopt: -checkend: -checkhost: -checkemail: -checkip: -md5 -sha1 "
    "-sha224 -sha256 -sha384 -sha512 -ocsp_uri -ocspid -alias -connect: -servername: -host: -port: -showcerts -brief -verify -verify_return_error "
    "-verify_hostname: -verify_ip: -verify_depth: -CAfile: -CApath: -no-CAfile -no-CApath -no-CAstore -starttls: -tls1 -tls1_1 -tls1_2 -tls1_3 -no_tls1 -no_tls1_1 "
    "-no_tls1_2 -no_tls1_3 -ssl3 -no_ssl3 -dtls -dtls1 -dtls1_2 -quiet -ign_eof -no_ign_eof -status -state -debug -msg -alpn: -nextprotoneg: -cipher: "
    "-ciphersuites: -groups: -curves: -sigalgs: -4 -6 -reconnect -prexit -crlf -name: -xmpphost: -timeout -noservername -nocommands -tlsextdebug "
    "-attime: -untrusted: -trusted: -partial_chain -crl_check -crl_check_all -CRLfile: -show_chain -no_check_time -x509_strict -v -V -s -stdname -a -b -d -f -o -p -r "
    "-m -e -hex -base64 -c -binary -hmac: -signature: -i -dump -strparse: -offset: -length: -lastupdate -nextupdate -crlnumber -print_certs -nocrl -certfile: -print -url: "
    "-cert: -resp_text -req_text -no_nonce -nonce -header: -host: -path: -seconds: -bytes: -elapsed -multi: -evp: -mr -mb -keyform: -certform: -verify_quiet "
    "-security_debug -bugs -comp -no_comp -legacy_server_connect -no_ticket -early -ct -noct -noverify -verify_other: -VAfile: -checks: -bits: -generate -safe "
    "-digest-commands -cipher-commands -public-key-algorithms -digest-algorithms -cipher-algorithms -disabled -commands -providers -verbose -1 -serial -sha3-256 -sha512-256 "
    "-dateopt: -trustout -ocsp -issuer_checks -policy_check -extended_crl -suiteb_128 -psk_identity -rev -build_chain -no_alt_chains -check_ss_sig -badsig -fips-fingerprint"
)


def _openssl(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments]
    verb = words[0] if words else ""
    if verb == "s_client" and call.feeds_data:
        return call.discloses("“openssl s_client” sends what it reads to another machine.")
    if any(w.splits for w in call.arguments) or verb not in _OPENSSL_READS:
        return call.unknown(f"What “openssl {verb}” does is not known.")
    found = call._replace(arguments=call.arguments[1:]).scanned(_OPENSSL, short=False)
    if found.kind == DESTRUCTIVE:
        return call.part(DESTRUCTIVE, why="“openssl -out” writes a file.")
    if found.kind != READ:
        return call.unknown(f"“openssl {verb} {found.option}” may sign, load or write something.")
    return call.part(READ)


_IW = LazyRegex(
    r"(?:dev|phy|list|commands|features|(?:(?:dev )?\S+ )?(?:info|link|scan dump|survey dump|station dump)|reg get)\Z"
)


def _iw(call: ProgramCall) -> list[CommandEffect]:
    text = " ".join(w.text for w in call.arguments if not w.text.startswith("-"))
    if _IW.match(text) and UNSEEN not in text and call.scanned("--debug").kind == READ:
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It may change a wireless network.")


def _nc(call: ProgramCall) -> list[CommandEffect]:
    if call.feeds_data:
        return call.discloses(f"“{call.name}” sends what it reads to another machine.")
    found = call.scanned(
        "only -z -v -vv -n -u -4 -6 -w: -W: -i: -q: -s: -p: -x: -X: -N -t -h -C -T: -d -r --wait: operands"
    )
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
* -s? --show-secrets? -t --terse -p -f: --fields: -c: --colors: -g: --get-values: -m: --mode: -e: --escape: -w: --wait: -o --overview --show-secrets? --terse --pretty --fields: --colors: --get-values: --mode: --escape: --wait: --overview -a --ask
read general general.status general.permissions g device device.status device.show device.wifi.list d d.s d.show d.status dev dev.status dev.show dev.wifi dev.wifi.list connection connection.show c c.show c.s con con.show networking networking.connectivity radio monitor agent.-h
stop device.disconnect dev.disconnect d.disconnect connection.down c.down con.down networking.off radio.wifi radio.all radio.wwan d.disc n.off
restart device.connect device.reapply dev.connect dev.reapply d.connect d.reapply connection.up c.up con.up networking.on general.reload connection.reload con.reload c.reload device.wifi.rescan
destructive connection.modify connection.delete connection.add connection.edit connection.clone con.modify con.mod con.delete con.del con.add con.edit c.modify c.mod c.m c.delete c.add device.set device.modify device.delete general.hostname general.logging device.wifi.connect
@connection.show,c.show,c.s,con.show,con.s --active --order: -a
@device.wifi.list,dev.wifi,device.show,d.show,device.status --rescan: --all ifname:
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
@status --json --active --peers --self --web? --browser? --listen?: -json -active -peers -self
@ip -4 -6 --assert: -1
@ping -c: --c: --timeout: --until-direct --tsmp --icmp --peerapi --verbose --size: -timeout: -until-direct
@netcheck,whois,version,dns.status,dns.query,exit-node.list,metrics.print,lock.status --format: --json --every: --verbose --upstream --daemon --all --country: --filter: --proto:
@up,set --accept-routes --accept-dns --advertise-routes: --advertise-exit-node --hostname: --ssh --exit-node: --operator: --reset --auth-key: --authkey: --login-server: --shields-up --advertise-tags: --timeout: --snat-subnet-routes --exit-node-allow-lan-access --force-reauth --netfilter-mode: --json --qr
@serve,funnel --bg --https: --http: --tcp: --set-path: --yes
@down,logout --accept-risk: --reason:
"""
_BIRD = """
* -s: -r -v
read show
restart configure restart reload enable graceful
stop disable down
"""
_CERTBOT = """
* -d: --domains: -m: --email: -w: --webroot-path: --cert-name: --config-dir?: --work-dir: --logs-dir: -c?: --config?: --server: --pre-hook?: --post-hook?: --deploy-hook?: --renew-hook?: --manual-auth-hook?: --manual-cleanup-hook?: -a: -i: --dry-run -n -n --non-interactive -q --quiet -v -vv --verbose --agree-tos --no-eff-email --eff-email --nginx --apache --standalone --webroot --manual --preferred-challenges: --dns-cloudflare --dns-cloudflare-credentials: --dns-route53 --key-type: --rsa-key-size: --force-renewal --force-interactive --keep-until-expiring --keep --expand --renew-by-default --no-random-sleep-on-renew --staging --test-cert --debug --debug-challenges --redirect --no-redirect --hsts --must-staple --preferred-chain: --elliptic-curve: --allow-subset-of-names --register-unsafely-without-email --max-log-backups: --http-01-port: --reuse-key --no-reuse-key --new-key --csr: --cert-path: --key-path: --fullchain-path: --reason: --delete-after-revoke --no-delete-after-revoke --dns-digitalocean --dns-google --dns-cloudflare-propagation-seconds: --user-agent: --account: --authenticator: --installer: --disable-hook-validation?
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
    known = (
        "-s -d -r -p -j -i -g -n: -N -c -o -t -iec -graph -nm -statistics -stats -details -raw -pretty -json -color -net: -netns: -oneline -timestamp -compressvlans "
        "-brief -br -h -V -echo -Numeric -ts -tshort -cf: -conf:"
    )
    if (call.piped and not words) or call.scanned(known, short=False).kind != READ:
        return call.part(DESTRUCTIVE, why="It may read its orders from elsewhere.")
    if len(words) == 1 or (len(words) > 1 and "show".startswith(words[1])) or words[1:2] in (["list"], ["ls"]):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It changes the network of this machine.")


PROGRAMS: dict[str, Understand] = {
    "ip": _ip,
    "iw": _iw,
    "tc": _tc,
    "bridge": _tc,
    "brctl": partial(harmless, known="only show most1"),
    "tcpdump": _tcpdump,
    "tshark": partial(
        harmless,
        known="-[nlqpSPgLDvQ] -[jJKNtuUR]: -G: --color --no-duplicate-keys -w!: -X?: -i: -c: -r: -Y: -f: -T$: -e: -F: -b!: -a: -s: -E: -z: -o: -O$: -d: -V$ -x$ -P$ "
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
    "speedtest": partial(
        harmless,
        known="-[Lvhb] -[sfpuoI]: --servers --server-id: --format: --progress: --unit: --accept-license --accept-gdpr --selection-details --interface: --precision:",
    ),
    "speedtest-cli": partial(
        harmless,
        known="--simple --json --csv --csv-header --bytes --list --server: --exclude: --secure --no-download --no-upload --single --timeout: --source:",
    ),
    "nmcli": by_verb(_NMCLI, lambda _verb: ()),
    "nm-online": partial(harmless, known="-[qxs] -t: --quiet --exit --wait-for-startup --timeout:"),
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
    "netplan": by_verb(
        "* -a --all --format: -f: --diff --verbose --no-legend --debug --root-dir?: --state:\nread get status info\ndestructive apply try set generate rebind"
    ),
    "wg": _wg,
    "tailscale": by_verb(_TAILSCALE, lambda _verb: ()),
    "zerotier-cli": by_verb(
        "* -j -p: -T: -D?:\nread info listpeers listnetworks peers status\ndestructive join leave set"
    ),
    "birdc": by_verb(_BIRD, lambda _verb: ()),
    "vtysh": lambda call: (
        call.discloses("“vtysh” shows a configuration, which may hold secrets.")
        if any(word.startswith("ru") for argument in call.arguments for word in argument.text.split()[1:2])
        else call.part(READ)
        if [w.text for w in call.arguments[:1]] == ["-c"]
        and len(call.arguments) == 2
        and call.arguments[1].text.startswith(("show ", "sh "))
        else call.unknown("“vtysh” may change anything.")
    ),
    "certbot": _certbot,
    "acme.sh": partial(
        harmless, known="only --list --info --version --listraw -d: --domain: --home: --config-home?:", kind=READ
    ),
    "step": by_verb(
        "* --format: --short --bundle --roots: --server-name: --insecure --host: --ca-url: --root: --verbose --expires-in: --force -f --not-after: --days: --issuer-certificate:\nread certificate.inspect certificate.verify certificate.lint version ca.health\nredeploy ca.certificate "
        "ca.renew\nunknown ca crypto"
    ),
    "grpcurl": lambda call: call.unknown("“grpcurl” may call anything."),
    "nsupdate": lambda call: call.part(DESTRUCTIVE, why="It changes names in the name server."),
    "conntrack": partial(
        harmless,
        known="-D! -F! -U! -I! -L -S -C -E -G --delete! --flush! --update! --create! -[psdformunqlgjti]: -[bnz] --dport: --sport: --src: --dst: --orig-src: --orig-dst: --reply-src: --reply-dst: --proto: --orig-port-src: --orig-port-dst: --state: --family: --output: --mark: --zone: --src-nat --dst-nat --any-nat --event-mask: --buffer-size: --status: --label: --timeout: --stats --list --dump --count --events",
    ),
    "ipmitool": by_verb(
        "* -[HUPILfACRNpdeokyKbBlTtmzScYM]: -[EavghVq] -vv -c\n"
        "read sdr sensor sel sel.list sel.elist sel.info sel.get fru mc.info bmc.info chassis.status "
        "chassis.power.status power.status lan.print user.list dcmi.power.reading sdr.list sdr.elist "
        "sdr.type sensor.list sensor.get fru.print session.info chassis.restart_cause chassis.policy.list\n"
        "restart chassis.power.on power.on chassis.identify\n"
        "stop mc.reset bmc.reset chassis.power.reset power.reset chassis.power.cycle power.cycle chassis.power.off chassis.power.soft chassis.power.diag power.off power.soft power.diag\n"
        "destructive sel.clear lan.set user.set user.disable chassis.bootdev raw chassis.bootparam\n"
        "unknown shell exec sol.activate"
    ),
    **dict.fromkeys(
        ("snmpget", "snmpwalk", "snmpbulkwalk", "snmpgetnext", "snmptable"),
        partial(harmless, known="-[vculaAxXOtrnmeEZIC]: -[dHqhV] -M?: -D:: -L!:"),
    ),
    "snmpset": lambda call: call.part(DESTRUCTIVE),
    "etherwake": lambda call: call.part(RESTART),
    "wakeonlan": lambda call: call.part(RESTART),
    "upsc": partial(harmless, known="-[lLcjVhS] --json"),
    "upscmd": lambda call: call.part(
        STOP if any("off" in w.text or "shutdown" in w.text for w in call.arguments) else RESTART
    ),
    "apcaccess": partial(harmless, known="-[uf]: -u -[hp]: -f?:"),
    "ntpdate": partial(harmless, known="-q -u -d -v", kind=DESTRUCTIVE),
    "chronyd": lambda call: call.part(UNKNOWN),
    "rfkill": by_verb("read list event\nrestart unblock\nstop block toggle", lambda _verb: ()),
    "apprise": lambda call: call.part(REDEPLOY, why="“apprise” sends a message to people."),
}
