"""Programs that only look, with the options that make them do more (see ``options`` for how they are written)."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, READ, RESTART, STOP, UNKNOWN, CommandEffect
from ..options import options
from ..program_call import ProgramCall, Understand, harmless
from ..secret_paths import is_foreign_folder

_ALWAYS = """
yes lsb_release ls dir vdir cat tac head tail wc nl od hexdump cut paste join comm cmp diff diff3 fold fmt expand unexpand
tr rev column pr grep egrep fgrep zgrep zcat zegrep zfgrep bzcat bzgrep xzcat xzgrep zstdgrep lz4cat zdiff
zcmp strings basename dirname realpath readlink stat file test [ true false : echo printf seq sleep expr factor
numfmt bc tsort pwd whoami id groups users who w last lastb lastlog finger logname tty uname arch nproc getconf
uptime free vmstat mpstat iostat pidstat sar ps pstree pgrep pidof pmap pwdx lsof fuser- df du lsblk blkid
findmnt lsmem lscpu lspci lsusb lshw lsmod modinfo lsscsi lsns lsipc lslocks lslogins dmidecode inxi
sensors acpi nvidia-smi getent locale md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum
xxd- base64 base32 which whereis hash- apropos whatis cal ncal look cd pushd popd dirs times wait exit
return break continue shift umask caller ping6 dig nslookup drill delv kdig tracepath tracepath6
traceroute traceroute6 whois ncdu dust duf exa eza lsd netstat ss- dstat vnstat ifstat numastat slabtop
cpupower- lsinitramfs dpkg-query aa-status sestatus getenforce getfacl getfattr lsattr namei pathchk
nvme-list iotop htop- btop- glances- cksum crc32 zipinfo zless- chronyc- runlevel systemd-detect-virt
systemd-cgls systemd-cgtop systemd-path systemd-delta systemd-id128 loginctl- hostid lnav- ipcs prlimit- chrt-
cpuid mokutil- efivar- tree pinky quota repquota exportfs- showmount rpcinfo nfsstat nfsiostat mountstats tput
stty- ruptime faillog uptimed ntpq ntpstat arping fping mdstat iperf- dirname ltrace- ip6calc ipcalc sipcalc
locate plocate mlocate egrep cpufreq-info iwgetid rfkill- pcp- pvs vgs lvs pvdisplay vgdisplay lvdisplay
""".split()

_WITH_OPTIONS = {
    "sort": "-o!: --output!: --compress-program?: -k: --key: -t: --field-separator: -S: -T: --parallel: --files0-from:",
    "uniq": "most1 -f: -s: -w: --skip-fields: --skip-chars: --check-chars: --group --all-repeated",
    "sdiff": "-o!: --output!: -w: -W -s",
    "hwinfo": "--log!: --save-config!: --map! --short --disk --cpu --memory --network --block",
    "zstdcat": "-o!: --rm! --output-dir-flat!: --output-dir-mirror!:",
    "turbostat": "only --out!: -o!: -q --quiet -S --Summary -s: --show: -i: --interval: -n: --num_iterations: -l --list -v "
    "-C: --cpu: -J --Joules -D --Dump -d --debug -H: --hide:",
    "lstopo": "most0 --of: --no-io --no-graphics -v -p -l -i: --export-xml-flags:",
    "nfsstat": "-z! -c -s -m -r -n -o: -l -v -2 -3 -4",
    "stern": "--kubeconfig?: --config?: -n: --namespace: -c: --container: -s: --since: -t -l: --selector: -o: --output: --tail: "
    "--context: -e: --exclude: -i: --include: --template: --template-file?:",
    "tree": "-R! -o! -L -P -I --filelimit: --timefmt: --charset: --sort: --fromfile --output!",
    "date": "-s!: --set!: -d: --date: -r: --reference: -f: --file: -u -R -I",
    "hostname": "most0 -F!: --file!: -b!: -f -i -I -s -d -A -y",
    "less": "-o!: -O!: --log-file!: --LOG-FILE!: -k?: --lesskey-file?: --lesskey-src?: --lesskey-content?: -t?: -T?: -p: -b: -x: -j: -P:",
    "more": "",
    "xxd": "most1 -r! -s: -l: -c: -g: -o:",
    "fuser": "-k% -i -M -n: -s --kill%",
    "ss": "-K% --kill% -D!: --diag!: -F: --filter: -f: --family: -A: -N: --net:",
    "lsof": "-D?: -F -i -p: -u: -c: -t -n -P",
    "ping": "-c: -w: -W: -i: -I: -s: -t: -Q: -M: -m: -l: -p: -T:",
    "mtr": "-F: --filename: -c: -i: -s: --report-cycles:",
    "host": "-t: -c: -W: -R: -N:",
    "watchgnupg": "",
    "lastlog": "-C! --clear! -S! --set! -u: -b: -t:",
    "faillog": "-r! --reset! -m!: --maximum!: -l!: --lock-secs!: -u: -t:",
    "sar": "-o!: -f: -s: -e: -i: -n: -P:",
    "iostat": "-o: -g: -p: -j:",
    "nvidia-smi": "-pm!: -pl!: -r~ --gpu-reset~ -ac!: -rac! -lgc!: -c!: -e!: -mig!: -f!: --filename!: -i: -q -L -l: "
    "--query-gpu: --format: -d: --power-limit!: --persistence-mode!: --compute-mode!: --applications-clocks!: -rgc! "
    "-am!: -caa! -p!: --ecc-config!: --drain? drain? mig? -lmc!: -rmc! -gtt!:",
    "sensors": "-s! --set! -c?: --config-file?: -b -j -u -A -f",
    "dmidecode": "--dump-bin!: --from-dump: -s: -t: --string: --type:",
    "stty": "only -a -g --all --save -F: --file:",
    "lshw": "-html -json -xml -short -class: -c: -C: -X? -dump!: -businfo -numeric -quiet -sanitize",
    "inxi": "--recommends --upload? --ftp?: --host? --output-file!: --output: -U! --update!",
    "lsns": "",
    "file": "-C! --compile! -m: --magic-file: -f: --files-from: -F: -P: -e:",
    "locate": "-d: --database: -l: -n:",
    "dig": "-f: -k: -p: -q: -t: -x: -b: -c: -y:",
    "ntpq": "-c?: -p -n -4 -6 -w",
    "chronyc": "only tracking sources sourcestats activity clients ntpdata rtcdata serverstats selectdata -n -4 -6 -a -v "
    "-c -h: -p:",
    "ncdu": "-o!: -f: -x -q -r -0 -1 -2 -e --exclude: -X: -L",
    "iotop": "-b -n: -d: -p: -u: -o -P -a -k -t -q",
    "dstat": "--output!: -c -d -n -m -s -t -l -p --top-cpu --top-io --top-mem -C: -D: -N:",
    "vnstat": "only -d -h -m -w -y -t -l -tr -s -q -u! --add! --remove! --rename!: -i: --iface: --json --oneline --days "
    "--hours --months --short --top --live --style: -5 --fiveminutes -hg --limit:",
    "ipcs": "",
    "quota": "",
    "plocate": "-d: -l: -i -c -r",
    "whois": "-h: -p: -H",
    "getent": "-s: -i",
    "finger": "",
    "jq": "-L?: --arg: --args --argjson: --slurpfile: --rawfile: -f?: --from-file?: --indent: --tab -r -c -e -s -n -S",
    "jobs": "only operands -l -p -r -s -n",
    "numfmt": "",
    "pgrep": "-u: -U: -P: -g: -G: -t: -s: --ns: -d: -F: --pidfile:",
    "pmap": "-N?: -C?: -x -d -q -p -A:",
    "sha256sum": "",
    "du": "",
    "blkid": "-g! --garbage-collect! -w!: -c?: --cache-file?: -s: -o: -t: -L: -U: -n: -p -i -l -k",
    "mpstat": "",
    "uptimed": "",
    "systemd-analyze": "only blame critical-chain time security verify calendar timespan timestamp unit-paths "
    "--user --system --no-pager --iterations: --fuzz: --order --require plot dot cat-config condition exit-status unit-files syscall-filter",
    "arping": "-c: -I: -w: -s: -i: -S: -t: -D -b -f -q -U? -A? -P?",
    "fping": "-c: -f: -t: -i: -p: -r: -g -a -u",
    "nmap": "only operands -sn -sP -sT -sV -sS -sU -p: -Pn -n -F -A? -O -v -vv -T0 -T1 -T2 -T3 -T4 -T5 -6 --open --top-ports: "
    "--reason --script?: -sC? -oN!: -oX!: -oG!: -oA!: -sL -R --host-timeout: --max-retries: -e: -iL: --traceroute",
    "pidstat": "-e?: -p: -u -r -d -C: -G: -T: -U -h",
    "column": "",
    "bc": "",
    **dict.fromkeys(
        ("pvs", "vgs", "lvs", "pvdisplay", "vgdisplay", "lvdisplay"),
        "--config?: --commandprofile: -o: -O: -S: --units: --profile:",
    ),
    "rpcinfo": "-d! -b -p -s -t: -u: -n: -T: -m -l",
    "ac": "",
    "zgrep": "",
    "lscpu": "",
    "loginctl": "only! list-sessions list-users list-seats show-session session-status user-status show-user show-seat "
    "seat-status --no-pager -p: --property: --value -a --all -l --full --no-legend -n: --lines: -o: --output:",
    "timedatectl": "only! status show timesync-status show-timesync list-timezones --no-pager -a --all -p: --property: "
    "--value --monitor",
    "hostnamectl": "only! status --static --pretty --transient --no-pager --json:",
    "localectl": "only! status list-locales list-keymaps list-x11-keymap-layouts --no-pager",
    "resolvectl": "only status query statistics dns domain service openpgp tlsa show-server-state show-cache -4 -6 -i: "
    "--interface: -p: -t: --type: --no-pager -c: --legend: --cache: --raw --json:",
    "coredumpctl": "only list info --no-pager -n: -r --reverse --since: -S: --until: -U: -q --quiet -1 --json: -F: "
    "--field: --no-legend",
    "networkctl": "only list status lldp --no-pager -a --all --no-legend -s --stats --json: -l --full -n: --lines:",
    "bootctl": "only status list --no-pager is-installed",
    "getcap": "",
    "aa-status": "",
    "ausearch": "--debug -m: -k: -ts: -te: -i -ui: -p: -x: -sc: -c: -f: -if: --input: -r -l --checkpoint!:",
    "aureport": "",
    "auditctl": "only -l -s",
    "ldconfig": "only -p --print-cache -v",
    "zpool-status": "",
    "mdstat": "",
    "smartctl": "-t~: -s!: --set!: -o!: -S!: -X~ --test~: --smart!: --offlineauto!: --saveauto!: --abort~ -a -H -i -A "
    "-l: -d: -x -c -q: -n: -r: -v: -F: -P: -j --json --scan --scan-open --log: --device: --format: -g:",
    "hdparm": "only! operands -i -I -g -C -t -T -tT -Tt -a -q -v",
    "ethtool": "only! operands -i -S -k -a -g -c -l -m -n -T -P -d -x --driver --statistics --show-features --show-pause "
    "--show-ring --show-coalesce --show-channels --module-info --show-time-stamping --show-permaddr --json",
    "iwconfig": "most1",
    "ifconfig": "most1 -a -s -v",
    "arp": "-s!: -d!: -f!: -n -a -e -v -i: -D",
    "route": "only -n -e -ee -v -4 -6 --numeric --extend",
    "sysctl": "only! operands -a -n -e -N --all --values -r: --pattern: -b",
    "dmesg": "-C! --clear! -c! --read-clear! -D! --console-off! -E! --console-on! -n!: --console-level!: -T -H -w -W -l: "
    "-f: -F: --level: --facility: --file: --since: --until: -k -x -t -r -u -e -L",
    "journalctl": "--vacuum-size!: --vacuum-time!: --vacuum-files!: --rotate~ --flush~ --relinquish-var~ "
    "--smart-relinquish-var~ --sync~ --setup-keys! --force! --update-catalog! --cursor-file!: --interval: --verify "
    "--verify-key: -u: --unit: --user-unit: -n: --lines: -S: --since: -U: --until: -p: --priority: -o: --output: "
    "-t: --identifier: -T: -b --boot -k --dmesg -f --follow -r --reverse -x --no-pager -e -a -q -g: --grep: -F: --field: "
    "-c: --cursor: --after-cursor: -D: --directory: -M: --machine: -i: --file: --root: --image?: --namespace: --facility: "
    "--output-fields: --case-sensitive: --disk-usage --header --list-boots --utc --list-catalog --dump-catalog",
}


def _always(call: ProgramCall) -> list[CommandEffect]:
    return call.part(READ)


def _with_options(known: str, call: ProgramCall) -> list[CommandEffect]:
    """A word that is in an ``only`` list is meant as a verb too."""
    if known.startswith("only"):
        allowed = known.split()
        verbs = {name for name in allowed[1:] if name[0] != "-" and name != "operands" and not name.startswith("most")}
        if verbs:
            first = next((word.text for word in call.arguments if not word.text.startswith("-")), "")
            if first and first not in verbs:
                kind = options(known).only
                return call.part(kind, verb=first) if kind != UNKNOWN else call.unknown(
                    f"What “{call.name} {first}” does is not known.")  # fmt: skip
            call = call._replace(arguments=tuple(w for w in call.arguments if w.text != first or not first))
            known = f"{known} operands"
    return harmless(call, known)


_ENDS_SESSIONS = tuple(
    """
terminate-session terminate-user terminate-seat kill-session kill-user activate lock-session lock-sessions
unlock-session unlock-sessions
""".split()
)


def _verbs(stops: tuple[str, ...], call: ProgramCall) -> list[CommandEffect]:
    """Control programs of systemd: what looks is named, what only stops or renews too, the rest changes the machine."""
    if any(word.text in stops for word in call.arguments) and not any(word.splits for word in call.arguments):
        ends = any(word.text.startswith(("terminate", "kill", "down", "lock")) for word in call.arguments)
        return call.part(STOP if ends else RESTART)
    return _with_options(_WITH_OPTIONS[call.name], call)


_SET_PER_LINK = ("dns", "domain", "default-route", "llmnr", "mdns", "dnsovertls", "dnssec", "nta", "log-level")


def _resolvectl(stops: tuple[str, ...], call: ProgramCall) -> list[CommandEffect]:
    """``dns eth0`` shows the servers of an interface, ``dns eth0 1.1.1.1`` sets them."""
    operands = call.scanned(_WITH_OPTIONS["resolvectl"].removeprefix("only ")).operands
    if len(operands) > 2 and operands[0].text in _SET_PER_LINK:
        return call.part(DESTRUCTIVE, why="“resolvectl” sets which name servers are asked.")
    return _verbs(stops, call)


def _date(call: ProgramCall) -> list[CommandEffect]:
    operands = call.scanned(_WITH_OPTIONS["date"]).operands
    if any(not word.text.startswith("+") for word in operands):
        return call.part(DESTRUCTIVE, why="“date” sets the clock.")
    return harmless(call, _WITH_OPTIONS["date"])


def _pager(call: ProgramCall) -> list[CommandEffect]:
    """``+`` stands before commands of its own, such as ``+!rm``."""
    typed = [word.text for word in call.arguments if word.text.startswith("+")]
    if any(not re.fullmatch(r"\+{1,2}(?:F|G|\d+g?|/[^|!]*)", text) for text in typed):
        return call.unknown(f"“{call.name}” is given a command of its own.")
    return harmless(call, _WITH_OPTIONS[call.name])


def _ps(call: ProgramCall) -> list[CommandEffect]:
    """Letters without a dash are options too; ``e`` shows the environment of each process."""
    valued, after = ("-o", "-O", "-p", "-C", "-u", "-U", "-g", "-G", "-t", "-s", "-q", "-k"), ""
    for word in (w.text for w in call.arguments):
        value = word.startswith(("-", "--")) or after[-2:] in valued or after.startswith("--")
        if not value and re.fullmatch(r"[aAcdfghjlmnrsSTuvwxX]*e[aAcdefghjlmnrsSTuvwxX]*[opkU]?", word):
            return call.discloses("“ps e” shows the variables of processes, which may hold secrets.")
        after = word
    return call.part(READ)


def _jq(call: ProgramCall) -> list[CommandEffect]:
    if any(re.search(r"\$ENV\b|(?<![.\w$\"-])env\b(?!\s*[:\"])", word.text) for word in call.arguments):
        return call.discloses("“jq” shows variables, which may hold secrets.")
    return harmless(call, _WITH_OPTIONS["jq"])


def _sshd(call: ProgramCall) -> list[CommandEffect]:
    words = [word.text for word in call.arguments]
    return call.part(READ) if words in (["-t"], ["-T"], ["-V"]) else call.part(RESTART, ["sshd"])


def _ldconfig(call: ProgramCall) -> list[CommandEffect]:
    shows = [word.text for word in call.arguments] in (["-p"], ["--print-cache"], ["-V"])
    return call.part(READ if shows else DESTRUCTIVE)


def _getent(call: ProgramCall) -> list[CommandEffect]:
    operands = call.scanned(_WITH_OPTIONS["getent"]).operands
    if any("shadow" in word.text or not word.seen for word in operands[:1]):
        return call.discloses("“getent” shows what is secret.")
    return harmless(call, _WITH_OPTIONS["getent"])


def _sysctl(call: ProgramCall) -> list[CommandEffect]:
    if any("=" in word.text for word in call.arguments):
        return call.part(DESTRUCTIVE, why="“sysctl” sets what the kernel goes by.")
    return harmless(call, _WITH_OPTIONS["sysctl"])


def _ldd(call: ProgramCall) -> list[CommandEffect]:
    if any(is_foreign_folder(word.text) for word in call.arguments):
        return call.unknown("“ldd” may run the program that it looks at.")
    return harmless(call, "")


PROGRAMS: dict[str, Understand] = {
    **{name: _always for name in _ALWAYS if not name.endswith("-")},
    **{name: partial(_with_options, known) for name, known in _WITH_OPTIONS.items()},
    "loginctl": partial(_verbs, _ENDS_SESSIONS),
    "resolvectl": partial(_resolvectl, ("flush-caches", "reset-statistics", "reset-server-features")),
    "networkctl": partial(_verbs, ("reconfigure", "reload", "renew", "forcerenew", "up", "down")),
    "sysctl": _sysctl,
    "ps": _ps,
    "jq": _jq,
    "date": _date,
    "getent": _getent,
    "ldd": _ldd,
    "less": _pager,
    "more": _pager,
    "sshd": _sshd,
    "ldconfig": _ldconfig,
}
