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
    if words and words[-1] in ("list", "get") and _all_seen(call):
        return call.part(READ, verb=" ".join(words))
    if words[-1:] == ["kill"] or words[:2] == ["system", "shutdown"] or words[-1:] == ["down"]:
        return call.part(STOP, verb=" ".join(words))
    return call.part(DESTRUCTIVE, verb=" ".join(words), why="“esxcli” changes a host of virtual machines.")


def _govc(call: ProgramCall) -> list[CommandEffect]:
    words = _plain_words(call)
    verb = words[0] if words else ""
    if (verb in ("about", "ls", "tree", "version") or verb.endswith((".info", ".ls"))) and _all_seen(call):
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
    if words and words[0] in _OVS_LOOKS and not chained and _all_seen(call):
        return call.part(READ, verb=words[0])
    return call.part(DESTRUCTIVE, why=f"“{call.name}” changes the network of this machine.")


def _first_word_reads(*reads: str, otherwise: str = DESTRUCTIVE) -> Understand:
    """For a program whose first word says what it does."""

    def understand(call: ProgramCall) -> list[CommandEffect]:
        first = call.arguments[0].text if call.arguments else ""
        if first in reads and _all_seen(call):
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
        "-t: --timeout: --out: --output: -G -L -C -E -N -S -I -l: --log-level: --static --no-color --local -b: --batch-size: -c?: --config-dir?: "
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
* -r: --root: -l: --uri: -y -v --format: --fields: --field:
read status st core:status core-status pm:list pm-list pml watchdog:show ws user:information state:get-h version updatedb:status updbst core:requirements rq config:status
restart cache:rebuild cr cron
redeploy updatedb updb config:import cim deploy locale:update
destructive sql:drop sql:sync site:install pm:uninstall user:cancel config:delete config:set cset cex state:set sset
unknown php:eval ev php:script scr sql:query sqlq ssh
"""
_GLAB = """
* -R: --repo: -g: --group: -F: --output: -P: --per-page: -p: --page:
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
"""
_VBOX = """
* -q --nologo
read list showvminfo showmediuminfo showhdinfo bandwidthctl.list snapshot.-h guestproperty.get guestproperty.enumerate debugvm.-h --version -v
restart startvm
stop controlvm
redeploy createvm clonevm import clonemedium export
destructive unregistervm modifyvm snapshot closemedium modifymedium storageattach storagectl setproperty hostonlyif natnetwork guestproperty.set
unknown guestcontrol
"""
_RACADM = """
* -r: -u: -p: -i --nocertwarn
read getsysinfo getsel getsensorinfo getversion getraclog getsvctag getniccfg getled hwinventory swinventory lclog.view serveraction.powerstatus raid.get vflashsd.status jobqueue.view getractime getsystemid
restart serveraction.powerup racreset jobqueue.delete
stop serveraction.powerdown serveraction.powercycle serveraction.hardreset serveraction.graceshutdown serveraction.nmi
redeploy update fwupdate
destructive set config clrsel clrraclog racresetcfg systemerase storage jobqueue.create
disclose get getconfig
"""
_CSCLI = """
* -c?: --config?: -o: --output: --color:
read decisions.list alerts.list alerts.inspect metrics metrics.show metrics.list bouncers.list machines.list collections.list collections.inspect parsers.list scenarios.list hub.list postoverflows.list lapi.status capi.status console.status version explain-h
redeploy hub.update hub.upgrade collections.install collections.upgrade scenarios.install parsers.install
destructive decisions.delete decisions.add alerts.delete bouncers.add bouncers.delete machines.add machines.delete collections.remove scenarios.remove parsers.remove simulation.enable simulation.disable
"""
_KAFKA_LOOKS = """only --delete! --alter! --execute! --add! --remove! --create! --reset-offsets! --generate~ --verify --list --describe --bootstrap-server: --broker-list: --topic:
--topics: --group: --zookeeper: --command-config?: --entity-type: --entity-name: --entity-default --all --version --time: --partitions: --topic-list: --principal: --resource-pattern-type:
--replication --status --reassignment-json-file: --broker: --brokers: --topic-partitions: --bootstrap-controller: --under-replicated-partitions most0"""
_KAFKA_NAMES = ("broker-api-versions", "log-dirs", "acls", "configs", "get-offsets", "reassign-partitions", "features")


def _kafka(call: ProgramCall) -> list[CommandEffect]:
    """Kafka's tools: what is set for a user holds the hash of the user's password."""
    kinds = {after.text for word, after in pairwise(call.arguments) if word.text == "--entity-type"}
    if kinds & {"users", "user"} or any(word.text.startswith("--entity-type=user") for word in call.arguments):
        return [*harmless(call, _KAFKA_LOOKS), *call.part(DISCLOSE)]
    return harmless(call, _KAFKA_LOOKS)


PROGRAMS: dict[str, Understand] = {
    "esxcli": _esxcli,
    "govc": _govc,
    "vim-cmd": _vim_cmd,
    "xl": by_verb(_XL),
    **dict.fromkeys(("VBoxManage", "vboxmanage"), by_verb(_VBOX)),
    "pveperf": partial(harmless, known=""),
    "drbdadm": by_verb(
        "read status role cstate dstate\nrestart up connect adjust attach resume-sync resume-io\nstop down secondary disconnect detach "
        "pause-sync suspend-io\ndestructive create-md wipe-md primary invalidate invalidate-remote resize new-current-uuid outdate",
        lambda _verb: (),
    ),
    **dict.fromkeys(("ovs-vsctl", "ovs-ofctl", "ovs-dpctl"), _ovs),
    **dict.fromkeys(("lldpctl", "mysqlshow", "check_mk_agent", "kubeconform", "tfsec", "nut-scanner"), partial(harmless, known="")),
    "lldpcli": by_verb("read show\ndestructive configure unconfigure"),
    "cscli": by_verb(_CSCLI, lambda _verb: ()),
    "csf": _first_word_reads("-l", "-l6", "-g", "-t", "-v", "-c", "-h", "--status", "--list", "--grep", "--temp", "--version"),
    "salt": _salt,
    "salt-call": _salt,
    "salt-key": partial(harmless, known="only! operands -L --list-all -l: --list: -F --finger-all -f: --finger: --out: --no-color"),
    "salt-run": _first_word_reads("manage.up", "manage.down", "manage.status", "jobs.active", "jobs.list_jobs", otherwise="unknown"),
    "tflint": partial(harmless, known="--fix! --init+ --langserver? --config?: -c?: --chdir?: -f: --format:"),
    "glab": by_verb(_GLAB, lambda _verb: ()),
    "racadm": by_verb(_RACADM, lambda _verb: ()),
    "duplicity": by_verb(
        "* --archive-dir: --name: --no-encryption --encrypt-key: -v: --rsh?: --ssh-options?: --gpg-binary?: --gpg-options?: --log-file!:\n"
        "read collection-status list-current-files\nredeploy full incremental incr backup\n"
        "destructive cleanup remove-older-than remove-all-but-n-full remove-all-inc-of-but-n-full restore replicate",
        lambda _verb: (),
    ),
    "rsnapshot": lambda call: call.part(
        READ
        if ([word.text for word in call.arguments][-1:] == ["configtest"] and len(call.arguments) == 1)
        or ([word.text for word in call.arguments[:1]] == ["-t"] and _all_seen(call))
        else DESTRUCTIVE,
        why="“rsnapshot” turns copies over.",
    ),
    "pgbackrest": by_verb(
        "* --stanza: --repo: --set: --output: --log-level-console: --config?:\nread info version check verify help\nrestart start\nstop stop\n"
        "redeploy backup\ndestructive restore expire stanza-create stanza-delete stanza-upgrade archive-push archive-get repo-rm repo-put annotate",
        lambda _verb: (),
    ),
    "barman": by_verb(
        "* -c?: --config?: -q -d -f: --format:\nread list-backup list-backups list-server list-servers show-server show-servers show-backup show-backups "
        "check check-backup status diagnose list-files replication-status list-processes\nrestart switch-wal switch-xlog\nredeploy backup cron\n"
        "destructive delete recover archive-wal receive-wal get-wal put-wal sync-backup keep terminate-process config-switch",
        lambda _verb: (),
    ),
    "wal-g": by_verb(
        "* --config?:\nread backup-list wal-show wal-verify st.ls\nredeploy backup-push\n"
        "destructive delete backup-fetch wal-push wal-fetch backup-mark copy st.rm st.put",
        lambda _verb: (),
    ),
    **{
        f"check_{name}": partial(harmless, known="")
        for name in ("disk", "load", "procs", "swap", "users", "ping", "tcp", "ssh", "dns", "ntp_time", "icmp", "uptime", "apt", "mailq")
    },
    "netdata": partial(harmless, known="only -v -V -h"),
    "grafana-cli": by_verb("read plugins.ls plugins.list-remote plugins.list-versions\nredeploy plugins.install plugins.update "
                           "plugins.update-all\ndestructive plugins.remove plugins.uninstall admin"),
    "testparm": partial(harmless, known="-s -v -l --section-name: --parameter-name:"),
    "smbstatus": partial(harmless, known=""),
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
        and not any(word.text in ("-rfc", "-J", "-providerclass", "-providerpath", "-addprovider", "-conf") for word in call.arguments)
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
