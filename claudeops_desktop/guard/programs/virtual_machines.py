"""Virtual machines and system containers: lxc, incus, libvirt, Proxmox, Vagrant."""

from __future__ import annotations

from functools import partial

from ..effects import HOST, READ, REDEPLOY, RESTART, STOP, UNKNOWN, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless
from ..shell_types import UNSEEN, ShellWord
from ..subcommand_tables import by_verb
from ..targets import targets
from .containers import exec_inside

_LXC = """
* --project: -q --debug -v --quiet --verbose --force-local --help -q
read list ls info version config.show config.get profile.list profile.show network.list network.show storage.list storage.info image.list image.info snapshot.list cluster.list operation.list remote.list warning.list top monitor
restart start restart resume
stop stop pause
redeploy launch init create copy move rename publish image.copy image.refresh snapshot.create snapshot restore rebuild
destructive delete config.set config.unset config.edit config.device.add config.device.remove profile.edit profile.delete image.delete network.delete storage.delete file.push file.delete snapshot.delete
unknown exec shell console file.edit query
@list,ls,info,config.show,config.get,profile.list,profile.show,network.list,network.show,storage.list,storage.info,image.list,image.info,snapshot.list,cluster.list,operation.list,remote.list,warning.list,version -[fca]: -e --expanded --format: --columns: --fast --resources --show-log --target: --all-projects --verbose --all -p --property --bytes
@launch,init,create,copy,move -[cpnst]: --config: --profile: --network: --storage: --type: --vm --empty --ephemeral -e --device: -d: --target: --instance-only --refresh --stateless --mode: --no-profiles --console
@start,stop,restart,pause,resume,delete -[fa] --force --all --timeout: --stateful --stateless --console --force
@snapshot.create,snapshot --reuse --stateful --no-expiry
@top,monitor --type: --loglevel: --pretty --format:
"""

_VIRSH = """
* -c: --connect: -k: -K: -q -r -l: --log!: -d: --quiet --readonly --no-pkttyagent
read list dominfo domstate domstats dumpxml domblklist domiflist domifaddr vcpuinfo nodeinfo net-list net-info net-dumpxml pool-list pool-info vol-list vol-info snapshot-list snapshot-info capabilities version hostname uri dommemstat domblkstat domdisplay schedinfo net-dhcp-leases nodememstats nodecpustats domtime domuuid domid domname
restart start reboot reset resume net-start pool-start restore dompmwakeup
stop shutdown destroy suspend managedsave net-destroy pool-destroy save domif-setlink dompmsuspend nodesuspend
host define create attach-device attach-disk net-define pool-define pool-create-as
redeploy migrate snapshot-create snapshot-create-as attach-interface setvcpus setmem setmaxmem vol-create vol-create-as vol-clone domrename blockcommit blockcopy blockresize
destructive undefine autostart vol-delete vol-wipe snapshot-delete snapshot-revert detach-device detach-disk detach-interface net-undefine pool-undefine pool-delete edit net-edit managedsave-remove
@dumpxml,snapshot-dumpxml --security-info$
@domdisplay --include-password$ --type:
@schedinfo --set!: --weight!: --cap!: --config! --live!
@domtime --set!: --now! --sync!
@dommemstat --period!: --config! --live!
unknown console qemu-monitor-command qemu-agent-command send-key inject-nmi vol-upload vol-download
@list --all --inactive --name --uuid --title --id --table --state-running --state-paused --state-shutoff --state-other --persistent --transient --autostart --no-autostart --managed-save --without-managed-save --with-snapshot --without-snapshot
@domstats --balloon --state --cpu-total --vcpu --interface --block --perf --iothread --memory --dirtyrate --list-active --list-inactive --list-running --raw --enforce --backing --nowait --vm --list-paused --list-shutoff --list-persistent --list-transient
@domblklist,domiflist,domifaddr,domblkstat,domdisplay,dominfo,domstate,domtime,vcpuinfo,dommemstat,domid,domuuid,domname --details --inactive --full --source: --interface: --reason --human --pretty --domain: --all --device: --reachable
@net-list,pool-list,vol-list,snapshot-list,net-info,pool-info,vol-info,snapshot-info,net-dhcp-leases,net-dumpxml,dumpxml --all --inactive --active --name --uuid --persistent --transient --autostart --no-autostart --details --type: --pool: --physical --bytes --parent --roots --leaves --tree --current --snapshotname: --mac: --table --title --migratable --update-cpu --metadata --domain: --internal --external --spec
@nodeinfo,nodememstats,nodecpustats,capabilities,version,hostname --cpu: --percent --daemon --cell: --pretty
@start,reboot,shutdown,destroy,reset,suspend,resume,save,managedsave --mode: --graceful --paused --bypass-cache --force-boot --console --autodestroy --domain: --running --verbose --reset-nvram
@undefine,autostart,snapshot-create-as,snapshot-create,snapshot-delete,migrate,setvcpus,setmem,detach-disk,attach-interface --remove-all-storage --snapshots-metadata --nvram --managed-save --disable --name: --description: --disk-only --atomic --quiesce --live --persistent --config --current --undefinesource --unsafe --verbose --copy-storage-all --maximum --type: --source: --model: --children --memspec: --diskspec: --tunnelled --p2p --auto-converge
"""

_PCT = """
* --full --verbose --current --all --snapshot: --output-format: --human-readable --cores: --memory: --timeout: --forceStop: --skiplock: --name: --newid: --pool: --storage: --online --target: --restart: --description: --vmstate: --with-local-disks --targetstorage: --overrulelock: --purge: --destroy-unreferenced-disks: --force: --delete: --hostname: --rootfs: --net0: --ostype: --unprivileged: --password: --format: --target-storage: --migratedfrom: --machine: --stateuri: --clean --bwlimit: --unique: --start: --swap: --features: --onboot: --tags: --template: --autostart: -full -verbose
read list status config df cpusets pending listsnapshot help
restart start reboot resume reset
stop stop shutdown suspend
redeploy create clone migrate restore resize snapshot template move-volume move-disk move_disk importdisk disk.import cloudinit.update remote-migrate
destructive destroy set rollback delsnapshot fsck fstrim unlock unlink rescan disk.rescan disk.unlink
unknown enter push pull console monitor terminal guest.passwd sendkey mtunnel vncproxy cleanup
"""


_HYPERVISOR = LazyRegex(
    r"(?:qemu|lxc|xen|bhyve|vz|test)(?:\+(?:ssh|unix|tls|tcp))?://[\w.@:-]*/(?:system|session|default)?\Z"
)


def _virsh(call: ProgramCall) -> list[CommandEffect]:
    """``qemu+ext:///system?command=…`` runs a program to connect."""
    found = call.scanned("-c: --connect: -k: -K: -l: -d: -q -r", first_operand_ends=True)
    place = found.value("-c", "--connect")
    if place and not _HYPERVISOR.match(place):
        return call.unknown("Where “virsh” connects to, and how, is not known.")
    return by_verb(_VIRSH, lambda verb: targets(verb.after.operands[:1]))(call)


def _proxmox(call: ProgramCall) -> list[CommandEffect]:
    words = call.arguments
    for verb in (("exec",), ("guest", "exec")):
        if tuple(w.text for w in words[: len(verb)]) == verb:
            return exec_inside(call, words[len(verb) :], "--keep-env: --timeout: --synchronous:")
    return by_verb(_PCT, lambda verb: targets(verb.after.operands[:1]))(call)


def _lxc(call: ProgramCall) -> list[CommandEffect]:
    if call.arguments and call.arguments[0].text == "exec":
        return exec_inside(call, call.arguments[1:], "--env: --cwd: --user: --group: --mode: -t -T -n --project:")
    found = by_verb(_LXC)(call)
    if found[0].kind == REDEPLOY and any(w.text.startswith(("security.", "raw.")) or "=security." in w.text
                                         or UNSEEN in w.text for w in call.arguments):  # fmt: skip
        return call.part(HOST, found[0].targets, "It runs a container that is not kept apart from the host.")
    return found


def _pvesh(call: ProgramCall) -> list[CommandEffect]:
    verb = call.arguments[0].text if call.arguments else ""
    path = call.arguments[1].text.strip("/") if len(call.arguments) > 1 else ""
    if verb in ("create", "set") and path.endswith(
        ("status/stop", "status/shutdown", "status/suspend", "/status", "stopall")
    ):
        return call.part(STOP, targets([ShellWord(path.split("/")[-3])]) if path.count("/") > 3 else ())
    known = "--output-format: --noborder --noheader --human-readable --quiet -v --verbose --type: -type: --returns --resolve --command: --limit: --start: --node: --full --vmid: --since: --until: --source:"
    return call.part(READ) if verb in ("get", "ls", "usage", "help") and call.scanned(known).kind == READ else call.part(
        "destructive" if verb == "delete" else UNKNOWN, why=f"What “pvesh {verb}” does is not known.")  # fmt: skip


PROGRAMS: dict[str, Understand] = {
    "lxc": _lxc,
    "incus": _lxc,
    "lxc-ls": partial(
        harmless,
        known="-[1fgF]: -1 -f --fancy --fancy-format: --active --running --frozen --stopped --nesting:: --filter: --groups: --defined -[P]: --lxcpath:",
    ),
    "lxc-info": partial(
        harmless, known="-[niSspH] -n: --name: --config$: -c$: --ips --pid --stats --state --no-humanize -P: --lxcpath:"
    ),
    **{
        f"lxc-{verb}": lambda call: call.part(
            STOP if call.name in ("lxc-stop", "lxc-freeze") else RESTART,
            targets([ShellWord(call.scanned("-n: --name:").value("-n", "--name"))]),
        )
        for verb in ("start", "stop", "freeze", "unfreeze")
    },
    "lxc-destroy": lambda call: call.part("destructive"),
    "virsh": _virsh,
    "pct": _proxmox,
    "qm": _proxmox,
    "pvesh": _pvesh,
    "pvecm": by_verb(
        "* --verbose\nread status nodes\ndestructive delnode expected\nredeploy add addnode create updatecerts qdevice"
    ),
    "pvesm": by_verb(
        "* --storage: --content: --vmid: --enabled --target: --format: --type: --output-format: --node:\nread status list path scan\nredeploy add alloc\ndestructive remove free set"
    ),
    "ha-manager": by_verb(
        "* -v --verbose -verbose --type: --state: --max_restart: --group:\nread status config\nrestart migrate relocate\ndestructive add remove set"
    ),
    "pveversion": partial(harmless, known="-v --verbose -verbose"),
    "proxmox-backup-client": by_verb(
        "* --repository: --ns: --output-format: --keyfile: --crypt-mode: --all --limit: --userfilter: --running: --group: --chunk-size-limit:\nread list status version snapshot.list "
        "snapshot.files namespace.list task.list task.log benchmark.-h\nredeploy backup snapshot.protected.update\n"
        "destructive prune garbage-collect snapshot.forget restore namespace.delete logout\nunknown key login mount map",
        lambda _verb: (),
    ),
    "proxmox-backup-manager": by_verb(
        "* --output-format: --all --limit: --since: --until: --store: --typefilter: --statusfilter: --include-partitions\nread datastore.list datastore.show garbage-collection.status task.list task.log versions disk.list node.show "
        "verify-job.list sync-job.list prune-job.list network.list\nredeploy verify pull garbage-collection.start\n"
        "stop task.stop\ndestructive datastore.remove datastore.create datastore.update",
        lambda _verb: (),
    ),
    "pveceph": by_verb(
        "read status lspools\nrestart start\nstop stop\nredeploy install init\ndestructive purge destroyosd"
    ),
    "kind": by_verb(
        "* --name: -A --all-clusters -q --quiet -v: --verbosity: --config: --image: --wait: --retain\nread version get.clusters get.nodes\ndisclose get.kubeconfig\nredeploy create load\ndestructive delete"
    ),
    "k3d": by_verb(
        "* --no-headers -o: --output: --token --verbose --trace --timestamps -a --all -p: --port: --agents: --servers: --image: -i: -c: --cluster:\nread version cluster.list node.list registry.list\ndisclose kubeconfig.get\nrestart cluster.start node.start\n"
        "stop cluster.stop node.stop\nredeploy cluster.create node.create image.import\ndestructive cluster.delete node.delete"
    ),
    "vzdump": lambda call: call.part(STOP if call.scanned("--mode: -mode:").value("--mode") == "stop" else REDEPLOY),
    "multipass": by_verb(
        "* --format: --all --snapshots --show-unsupported --only-images --only-blueprints --raw --keys -v --verbose --name: -n: --cpus: -c: --memory: -m: --disk: -d: --network: --timeout: --purge -p\nread list info version find networks get\nrestart start restart\nstop stop suspend\n"
        "redeploy launch\ndestructive delete purge set umount"
    ),
    "vagrant": by_verb(
        "* --machine-readable --no-color --prune --host: --guest: --color --no-tty --provision --no-provision --force -f --provider: --box-version: -i\nread status global-status version ssh-config port box.list\nrestart resume\nstop halt suspend\n"
        "redeploy up reload provision box.add box.update\ndestructive destroy box.remove"
    ),
    "machinectl": by_verb(
        "* -H: --host: -M?: -[alq] --all --full --no-pager --no-legend -p: --property: --value -n: --lines: -o: --output: --max-addresses: -s: --signal: --kill-whom: --kill-who: --read-only --verify: --force --class:\nread list status show list-images image-status show-image\nrestart start reboot\n"
        "stop stop poweroff kill terminate\nredeploy pull-tar pull-raw clone\ndestructive enable disable "
        "remove rename read-only clean copy-to bind set-limit"
    ),
}
