"""Control programs of many products whose everyday use is to look: hypervisors, switches, backups, checks of monitoring."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

from ..effects import DESTRUCTIVE, DISCLOSE, READ, REDEPLOY, RESTART, STOP, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless
from ..shell_types import UNSEEN
from ..subcommand_tables import by_verb
from ..targets import targets


def _plain_words(call: ProgramCall) -> list[str]:
    """The words before the first option: where a program names its object and its verb."""
    words: list[str] = []
    for word in call.arguments:
        if word.text.startswith("-"):
            break
        words.append(word.text)
    return words


def _all_seen(call: ProgramCall) -> bool:
    return not any(word.splits or UNSEEN in word.text for word in call.arguments)


def _esxcli(call: ProgramCall) -> list[CommandEffect]:
    """``esxcli network nic list``: the verb is the last word."""
    words = _plain_words(call)
    known = "-[dlmipntTsvcuEWVHGDaNkrSeo]: --formatter: --device: --name: --path: --all --vm-name: --world-id: --interface: --vswitch-name: --option: --sort: --server: --category: --debug"
    if words and words[-1] in ("list", "get") and _all_seen(call) and call.scanned(known).kind == READ:
        return call.part(READ, verb=" ".join(words))
    if words[-1:] == ["kill"] or words[:2] == ["system", "shutdown"] or words[-1:] == ["down"]:
        return call.part(STOP, verb=" ".join(words))
    return call.part(DESTRUCTIVE, verb=" ".join(words), why="“esxcli” changes a host of virtual machines.")


def _govc(call: ProgramCall) -> list[CommandEffect]:
    words = _plain_words(call)
    verb = words[0] if words else ""
    if (
        (verb in ("about", "ls", "tree", "version") or verb.endswith((".info", ".ls")))
        and _all_seen(call)
        and call.scanned(
            "-json -dump -xml -l -a -L -t: -k -u: -dc: -ds: -host: -vm: -r -e -g -n: -c -v -i -p -s -d: -m -vm.ipath: -vm.dns: -vm.ip: -vm.uuid: -host.ip: -f",
            short=False,
        ).kind
        == READ
    ):
        return call.part(READ, verb=verb)
    if verb == "vm.power":
        on = any(word.text.startswith(("-on", "-reset", "-r")) for word in call.arguments)
        return call.part(RESTART if on else STOP, targets(call.arguments[-1:]), verb=verb)
    if verb.endswith((".destroy", ".remove", ".rm")):
        return call.part(DESTRUCTIVE, targets(call.arguments[-1:]), verb=verb)
    return call.unknown(f"What “govc {verb}” does is not known.")


def _vim_cmd(call: ProgramCall) -> list[CommandEffect]:
    verb = call.arguments[0].text.rpartition("/")[2] if call.arguments else ""
    if verb.startswith(("getall", "get.", "power.getstate")):
        return call.part(READ, verb=verb)
    if verb.startswith("power."):
        return call.part(RESTART if verb in ("power.on", "power.reboot") else STOP, verb=verb)
    return call.unknown(f"What “vim-cmd {verb}” does is not known.")


_OVS_LOOKS = frozenset(
    "show list-br br-exists br-to-vlan br-to-parent list-ports port-to-br list-ifaces iface-to-br get-controller "
    "get-manager get-fail-mode get-ssl list find get dump dump-flows dump-ports dump-tables dump-desc dump-groups "
    "dump-meters dump-ports-desc queue-stats version".split()
)


def _ovs(call: ProgramCall) -> list[CommandEffect]:
    """Several commands may stand in one call, with ``--`` between them."""
    chained = any(word.text == "--" for word in call.arguments)
    words = [word.text for word in call.arguments if not word.text.startswith("-")]
    known = "-[OTtvmfd]: -s --format: --columns: --no-headings --timeout: --no-wait --db: --data: --bare --pretty --oneline --if-exists --names --no-names --stats --no-stats --read-only --color -m"
    if words and words[0] in _OVS_LOOKS and not chained and _all_seen(call) and call.scanned(known).kind == READ:
        return call.part(READ, verb=words[0])
    return call.part(DESTRUCTIVE, why=f"“{call.name}” changes the network of this machine.")


def _first_word_reads(*reads: str, otherwise: str = DESTRUCTIVE) -> Understand:
    """For a program whose first word says what it does."""

    def understand(call: ProgramCall) -> list[CommandEffect]:
        first = call.arguments[0].text if call.arguments else ""
        more = [word.text for word in call.arguments[1:] if word.text.startswith("-")]
        if first in reads and _all_seen(call) and all(word in (*reads, "--out=json", "--out=yaml") for word in more):
            return call.part(READ, verb=first)
        return call.part(otherwise, verb=first)

    return understand


_ASTERISK_LOOKS = LazyRegex(r"(?:[\w]+ )?show(?: [\w./-]+)*\Z|core ping\Z")
_VARNISH_LOOKS = ("status", "ping", "vcl.list", "backend.list", "param.show", "panic.show", "storage.list", "banner",
                  "ban.list", "pid", "help")  # fmt: skip
_VARNISH_LOADS = ("vcl.load", "vcl.use", "vcl.label", "vcl.inline")


def _asterisk(call: ProgramCall) -> list[CommandEffect]:
    words = [word.text for word in call.arguments]
    if words == ["-V"]:
        return call.part(READ)
    if len(words) == 2 and words[0] in ("-rx", "-x") and _ASTERISK_LOOKS.match(words[1]):
        return call.part(READ)
    if any(re.search(r"\b(?:stop|restart|halt|reboot)\b", word) for word in words):
        return call.part(STOP, ["asterisk"])
    return call.unknown("“asterisk” may be told anything.")


def _varnishadm(call: ProgramCall) -> list[CommandEffect]:
    """Its verbs have dots in them, which a table of verbs would take for nested ones."""
    found = call.scanned("-n: -T: -S: -t:", first_operand_ends=True)
    verb = call.arguments[found.rest].text if found.rest < len(call.arguments) else ""
    if found.kind != READ or not _all_seen(call):
        return call.unknown("What “varnishadm” is told is not seen.")
    if verb in _VARNISH_LOOKS:
        return call.part(READ, verb=verb)
    kind = (
        STOP if verb == "stop" else RESTART if verb == "start" else REDEPLOY if verb in _VARNISH_LOADS else DESTRUCTIVE
    )
    return call.part(kind, ["varnish"], verb=verb)


_SALT_LOOKS = LazyRegex(
    r"(?:test\.(?:ping|version|versions|versions_report)|grains\.(?:item|items|get|ls)|status\.\w+|disk\.(?:usage|inodeusage|percent)|"
    r"pkg\.(?:version|list_pkgs|list_upgrades|latest_version|upgrade_available)|service\.(?:status|get_all|available|enabled)|"
    r"network\.(?:ip_addrs|ip_addrs6|interfaces|get_hostname|netstat|active_tcp|ping|arp)|sys\.(?:doc|list_functions)|"
    r"saltutil\.running|system\.get_system_time|file\.(?:file_exists|directory_exists|stats)|uptime)\Z"
)
_SALT_STOPS = LazyRegex(
    r"(?:service\.(?:stop|disable|mask)|system\.(?:halt|poweroff|reboot|shutdown|init)|ps\.p?kill\w*)\Z"
)


def _salt(call: ProgramCall) -> list[CommandEffect]:
    """``salt MINIONS MODULE.FUNCTION [ARGUMENTS]``; ``salt-call`` has no minions."""
    found = call.scanned(
        "--hard-crash --retcode-passthrough --skip-grains --refresh-grains-cache -P --grain-pcre --list --compound --ipcidr --nodegroup --state-output: --state-verbose: --force-color --failhard --progress --verbose --hide-timeout -t: --timeout: --out: --output: -G -L -C -E -N -S -I -l: --log-level: --static --no-color --local -b: --batch-size: -c?: --config-dir?: "
        "--return?: --subset: --async --summary -v --show-timeout --out-file!: --output-file!: --file-root?: -m?: --module-dirs?: --metadata --id: "
        "--module-executors?: --args-separator: --no-parse: --out-indent:"
    )
    words = list(found.operands) if call.name == "salt-call" else list(found.operands[1:])
    function = words[0].text if words else ""
    if found.kind != READ or found.unsure or "," in function:
        return call.unknown(f"“{call.name}” is given what may run anything.")
    if _SALT_LOOKS.match(function):
        return call.part(READ, verb=function)
    if function.startswith("pillar."):
        return call.part(DISCLOSE, why="Pillars hold secrets.")
    if function in ("cmd.run", "cmd.shell", "cmd.run_all", "cmd.run_stdout") and len(words) == 2:
        return call.script(words[1])
    if _SALT_STOPS.match(function):
        return call.part(STOP, targets(words[1:]), verb=function)
    if function in ("service.restart", "service.reload", "service.start"):
        return call.part(RESTART, targets(words[1:]), verb=function)
    return call.unknown(f"“{call.name}” may run anything on its minions.")


_DRUSH = """
* -r: --root: -l: --uri: -y -v --format: --fields: --field: --uri: --root: -q --quiet --yes --no --no-ansi --ansi --type: --status: --no-core --core --package: --filter: --severity: --count: --extended --full --debug -d --simulate -s --include?: --require?: --alias-path?: --state: --no-interaction -n
read status st core:status core-status pm:list pm-list pml watchdog:show ws user:information state:get-h version updatedb:status updbst core:requirements rq config:status
restart cache:rebuild cr cron
redeploy updatedb updb config:import cim deploy locale:update
destructive sql:drop sql:sync site:install pm:uninstall user:cancel config:delete config:set cset cex state:set sset
unknown php:eval ev php:script scr sql:query sqlq ssh
"""
_GLAB = """
* -R: --repo: -g: --group: -F: --output: -P: --per-page: -p: --page: -[nlAamctsSwdy]: -w --web? --output: -n --all --closed --merged --opened --draft --assignee: --author: --label: --milestone: --reviewer: --search: --source-branch: --target-branch: --state: --sort: --order: --branch: -b: --comments -c --live --lint --with-job-details --pipeline-id: --username: --per-page: --page: --not-label: --epic: --issue-type: --in: --ref: --job: -j: --yes -d --description: --title: --message: --squash --remove-source-branch --rebase --sha: --fill -f --tag-name: --notes: --variables: --raw --color: --system-logs --unresolved --status: --scope: --created-after: --iteration: --confidential --created-before:
read mr.list mr.ls mr.view mr.show mr.diff issue.list issue.ls issue.view issue.show ci.list ci.ls ci.status ci.get ci.trace ci.lint pipeline.list pipeline.ls pipeline.status pipeline.get release.list release.view repo.list repo.view repo.search repo.contributors label.list milestone.list auth.status version user.events snippet.view incident.list incident.view iteration.list cluster.agent.list schedule.list job.trace check-update
disclose variable.get variable.list variable.export config.get
restart ci.retry pipeline.retry
stop ci.cancel pipeline.cancel
redeploy ci.run ci.trigger ci.run-trig pipeline.run mr.merge mr.create mr.update mr.note mr.approve mr.rebase mr.reopen issue.create issue.note issue.update issue.reopen release.create release.upload schedule.run repo.fork
destructive ci.delete pipeline.delete mr.close mr.delete issue.close issue.delete release.delete repo.delete repo.archive repo.create repo.clone repo.transfer variable.set variable.update variable.delete mr.checkout label.create schedule.create schedule.delete
unknown api alias ssh-key deploy-key token
@auth.status -t$ --show-token$
@mr.list,mr.view,issue.list,issue.view --web? -w?
"""
_XL = """
read list info top uptime dmesg vcpu-list network-list block-list domid domname sched-credit cpupool-list
restart unpause reboot create resume
stop shutdown destroy pause save migrate
destructive rename mem-set mem-max vcpu-set block-attach block-detach network-attach network-detach config-update
@list -[lvnZc] --long --verbose --context --numa --cpupool
@info,top,vcpu-list,uptime,dmesg -[nsLfc] --numa
@shutdown,destroy,reboot -[awFf]
"""
_VBOX = """
* -q --nologo
read list showvminfo showmediuminfo showhdinfo bandwidthctl.list snapshot.-h guestproperty.get guestproperty.enumerate debugvm.-h --version -v
restart startvm
stop controlvm
redeploy createvm clonevm import clonemedium export
destructive unregistervm modifyvm snapshot closemedium modifymedium storageattach storagectl setproperty hostonlyif natnetwork guestproperty.set
unknown guestcontrol
@list -l --long -s --sorted
@showvminfo,showmediuminfo,showhdinfo --details --machinereadable --log: disk dvd floppy
@guestproperty.enumerate --patterns: --relative
@startvm --type: --putenv:
"""
_RACADM = """
* -r: -u: -p: -i --nocertwarn -j: -k: -n: -o -l --nocertwarn -S -E -e -s: -f?: -g: -c: -a
read getsysinfo getsel getsensorinfo getversion getraclog getsvctag getniccfg getled hwinventory swinventory lclog.view serveraction.powerstatus raid.get vflashsd.status jobqueue.view getractime getsystemid
restart serveraction.powerup racreset jobqueue.delete
stop serveraction.powerdown serveraction.powercycle serveraction.hardreset serveraction.graceshutdown serveraction.nmi
redeploy update fwupdate
destructive set config clrsel clrraclog racresetcfg systemerase storage jobqueue.create
disclose get getconfig
"""
_CSCLI = """
* -c?: --config?: -o: --output: --color: -a --all -l: --limit: --since: --until: --ip: -i: --range: -r: --type: -t: --scope: --value: -v: --scenario: -s: --origin: --no-simu -m --machine --contained --kind: -d --details --url: -u: --error --debug --info --trace --warning --reason: --duration: --id: --force --ignore --no-metrics --password: --auto --key: --yes
read decisions.list alerts.list alerts.inspect metrics metrics.show metrics.list bouncers.list machines.list collections.list collections.inspect parsers.list scenarios.list hub.list postoverflows.list lapi.status capi.status console.status version explain-h
redeploy hub.update hub.upgrade collections.install collections.upgrade scenarios.install parsers.install
destructive decisions.delete decisions.add alerts.delete bouncers.add bouncers.delete machines.add machines.delete collections.remove scenarios.remove parsers.remove simulation.enable simulation.disable
"""
_KAFKA_LOOKS = """only --exclude-internal --offsets --timeout: --broker-defaults --client-defaults --ip: --include-documentation --preserve-throttles --disable-rack-aware --timestamp: --user-principal: --producer --consumer --cluster --allow-principal: --deny-principal: --transactional-id: --delegation-token: --exclude-internal-topics --topic-partitions --delete! --alter! --execute! --add! --remove! --create! --reset-offsets! --generate~ --verify --list --describe --bootstrap-server: --broker-list: --topic:
--topics: --group: --zookeeper: --command-config?: --entity-type: --entity-name: --entity-default --all --version --time: --partitions: --topic-list: --principal: --resource-pattern-type:
--replication --status --reassignment-json-file: --broker: --brokers: --topic-partitions: --bootstrap-controller: --under-replicated-partitions most0"""
_KAFKA_NAMES = ("broker-api-versions", "log-dirs", "acls", "configs", "get-offsets", "reassign-partitions", "features")


def _kafka(call: ProgramCall) -> list[CommandEffect]:
    """Kafka's tools: what is set for a user holds the hash of the user's password."""
    kinds = {after.text for word, after in pairwise(call.arguments) if word.text == "--entity-type"}
    if kinds & {"users", "user"} or any(word.text.startswith("--entity-type=user") for word in call.arguments):
        return [*harmless(call, _KAFKA_LOOKS), *call.part(DISCLOSE)]
    return harmless(call, _KAFKA_LOOKS)


_INSPECTS = (
    "-[vdatsLNCEeqTUSP] -[fhuPpH]: --verbose --count --status --keys -k --host: --port: --user: --summary --strict --output: --schema-location: "
    "--ignore-missing-schemas --kubernetes-version: --exit-on-error --skip: --reject: --n: --format: --no-color --no-colour --soft-fail --minimum-severity: "
    "--exclude: --include-passed --complete_scan --usb_scan --avahi_scan --disp_nut_conf --disp_parsable --quiet --hidden --show-table-type"
)
_PROBES = (
    "-[wcpHIPLtSvdKRXxuniAMErlNsCTeaqmkfoDFzZgUj46V]: -4 -6 -a -e -M -E -S -l -v -r --warning: --critical: --path: --partition: --iwarning: --icritical: "
    "--exclude_device: --exclude-type: --include-type: --units: --hostname: --port: --timeout: --packets: --verbose --percpu --ereg-argument-array: "
    "--command: --argument-array: --user: --state: --metric: --ppid: --pcpu: --rss: --vsz: --argument-array: --expect: --send: --quit: --all --jail "
    "--escape --refuse: --delay: --certificate: --ssl --server: --querytype: --expected-address: --expect-authority --swarn: --scrit: --offset: --quiet "
    "--remote-version: --remote-protocol: --local --errors-only --exact-match --megabytes --kilobytes --mountpoint --newlines --group: --ignore-eregi-path:"
)

PROGRAMS: dict[str, Understand] = {
    "esxcli": _esxcli,
    "govc": _govc,
    "vim-cmd": _vim_cmd,
    "xl": by_verb(_XL),
    **dict.fromkeys(("VBoxManage", "vboxmanage"), by_verb(_VBOX)),
    "pveperf": partial(harmless, known="-v"),
    "drbdadm": by_verb(
        "read status role cstate dstate\nrestart up connect adjust attach resume-sync resume-io\nstop down secondary disconnect detach "
        "pause-sync suspend-io\ndestructive create-md wipe-md primary invalidate invalidate-remote resize new-current-uuid outdate",
        lambda _verb: (),
    ),
    **dict.fromkeys(("ovs-vsctl", "ovs-ofctl", "ovs-dpctl"), _ovs),
    **dict.fromkeys(("lldpctl", "mysqlshow", "check_mk_agent", "kubeconform", "tfsec", "nut-scanner"), partial(harmless, known=_INSPECTS)),
    "lldpcli": by_verb("* -d -f: -v\nread show\ndestructive configure unconfigure"),
    "cscli": by_verb(_CSCLI, lambda _verb: ()),
    "csf": _first_word_reads("-l", "-l6", "-g", "-t", "-v", "-c", "-h", "--status", "--list", "--grep", "--temp", "--version"),
    "salt": _salt,
    "salt-call": _salt,
    "salt-key": partial(harmless, known="only! operands -q --no-color --out-indent: -L --list-all -l: --list: -F --finger-all -f: --finger: --out: --no-color"),
    "salt-run": _first_word_reads("manage.up", "manage.down", "manage.status", "jobs.active", "jobs.list_jobs", otherwise="unknown"),
    "tflint": partial(harmless, known="--fix! --init+ --langserver? --config?: -c?: --chdir?: -f: --format: --recursive --minimum-failure-severity: --force --no-color --color --enable-rule: --disable-rule: --only: --var: --var-file: --filter: --call-module-type: --no-parallel-runners --ignore-module: -v --module --no-module"),
    "glab": by_verb(_GLAB, lambda _verb: ()),
    "racadm": by_verb(_RACADM, lambda _verb: ()),
    "duplicity": by_verb(
        "* --archive-dir: --name: --no-encryption --encrypt-key: -v: --rsh?: --ssh-options?: --gpg-binary?: --gpg-options?: --log-file!: --verbosity: --time: -t: --file-changed: --num-retries: --timeout: --no-print-statistics --allow-source-mismatch --exclude: --include: --full-if-older-than: --volsize: --dry-run --force --progress --sign-key: --encrypt-sign-key: --tempdir: --show-changes-in-set: --jsonstat --file-prefix: --s3-use-new-style --ssl-cacert-file: --asynchronous-upload --exclude-filelist: --include-filelist: --exclude-other-filesystems --no-compression --full --metadata-sync-mode:\n"
        "read collection-status list-current-files\nredeploy full incremental incr backup\n"
        "destructive cleanup remove-older-than remove-all-but-n-full remove-all-inc-of-but-n-full restore replicate",
        lambda _verb: (),
    ),
    "rsnapshot": lambda call: call.part(
        READ
        if ([word.text for word in call.arguments][-1:] == ["configtest"] and len(call.arguments) == 1)
        or ([word.text for word in call.arguments[:1]] == ["-t"] and len(call.arguments) == 2 and _all_seen(call))
        else DESTRUCTIVE,
        why="“rsnapshot” turns copies over.",
    ),
    "pgbackrest": by_verb(
        "* --stanza: --repo: --set: --output: --log-level-console: --config?: --type: --log-level-file: --log-level-stderr: --process-max: --verbose --log-path: --repo1-path: --pg1-path: --lock-path: --archive-timeout: --online --no-online --dry-run --delta --target: --start-fast --recovery-option: --db-timeout: --compress-type: --expire-auto --level:\nread info version check verify help\nrestart start\nstop stop\n"
        "redeploy backup\ndestructive restore expire stanza-create stanza-delete stanza-upgrade archive-push archive-get repo-rm repo-put annotate",
        lambda _verb: (),
    ),
    "barman": by_verb(
        "* -c?: --config?: -q -d -f: --format: --quiet --debug --color: --minimal --nagios --target: --source: --wal-compress --all -a --force --archive --jobs: -j: --wait --archive-timeout: --reuse-link: --immediate-checkpoint --name: --bandwidth-limit:\nread list-backup list-backups list-server list-servers show-server show-servers show-backup show-backups "
        "check check-backup status diagnose list-files replication-status list-processes\nrestart switch-wal switch-xlog\nredeploy backup cron\n"
        "destructive delete recover archive-wal receive-wal get-wal put-wal sync-backup keep terminate-process config-switch",
        lambda _verb: (),
    ),
    "wal-g": by_verb(
        "* --config?: --pretty --detail --json --walg-download-concurrency: --turbo --confirm --use-sentinel-time --target-user-data: --add-user-data: --permanent --full --verify --delta-from-name: --backup-serial-number: --timeline: --lsn: --recursive -r\nread backup-list wal-show wal-verify st.ls\nredeploy backup-push\n"
        "destructive delete backup-fetch wal-push wal-fetch backup-mark copy st.rm st.put",
        lambda _verb: (),
    ),
    **{
        f"check_{name}": partial(harmless, known=_PROBES)
        for name in ("disk", "load", "procs", "swap", "users", "ping", "tcp", "ssh", "dns", "ntp_time", "icmp", "uptime", "apt", "mailq")
    },
    "netdata": partial(harmless, known="only -v -V -h"),
    "grafana-cli": by_verb("* --pluginsDir?: --repo?: --pluginUrl?: --insecure? --debug -d --homepath: --config:\nread plugins.ls plugins.list-remote plugins.list-versions\nredeploy plugins.install plugins.update "
                           "plugins.update-all\ndestructive plugins.remove plugins.uninstall admin"),
    "testparm": partial(harmless, known="-[svl] -d: --suppress-prompt --verbose --skip-logic-checks --show-all-parameters --section-name: --parameter-name: --debuglevel:"),
    "smbstatus": partial(harmless, known="-[bpvSnNBLRPfj] -[ud]: --brief --processes --shares --locks --notify --byterange --verbose --fast --numeric --json --user: --profile --profile-rates --resolve-uids"),
    "squid": lambda call: call.part(
        READ if [word.text for word in call.arguments] in (["-k", "parse"], ["-k", "check"], ["-kparse"], ["-kcheck"], ["-v"])
        else STOP if {"shutdown", "interrupt", "kill"} & {word.text.removeprefix("-k") for word in call.arguments}
        else RESTART,
        ["squid"],
    ),
    "asterisk": _asterisk,
    "varnishadm": _varnishadm,
    "drush": by_verb(_DRUSH, lambda _verb: ()),
    "keytool": lambda call: call.part(
        READ if [word.text for word in call.arguments[:1]] in (["-list"], ["-printcert"], ["-showinfo"])
        and call.scanned(
            "-list -printcert -showinfo -v -keystore: -storepass: -storetype: -alias: -cacerts -file: -sslserver: -tls -protected -noprompt -jarfile:", short=False
        ).kind == READ
        and _all_seen(call)
        else DESTRUCTIVE,
        why="“keytool” changes keys.",
    ),
    **{f"kafka-{name}{end}": _kafka for name in _KAFKA_NAMES for end in ("", ".sh")},
    **{
        f"{name}{end}": lambda call: call.part(STOP)
        for name in ("kafka-server-stop", "zookeeper-server-stop")
        for end in ("", ".sh")
    },
    **dict.fromkeys(
        ("zkCli.sh", "zkCli"),
        by_verb("* -server: -timeout: -r\nread ls ls2 stat getAcl listquota version\ndisclose get\n"
                "destructive create set delete deleteall rmr setAcl setquota delquota reconfig", lambda _verb: ()),
    ),
}  # fmt: skip
