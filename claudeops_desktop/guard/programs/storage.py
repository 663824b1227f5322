"""Disks, file systems, volumes, backups."""

from __future__ import annotations

from functools import partial

from ..effects import DESTRUCTIVE, READ, REDEPLOY, STOP, CommandEffect
from ..program_call import ProgramCall, Understand, harmless
from ..subcommand_tables import by_verb

_ZFS = """
read list get diff version userspace groupspace holds projectspace allow
restart mount share
stop unmount umount unshare unload-key
redeploy create snapshot snap clone send hold bookmark
destructive destroy rollback set inherit rename promote receive recv upgrade release unallow change-key load-key redact project wait.-h
@list,get -o: -s: -S: -t: -d:
@allow most1
@mount -a -O
%destroy,send,receive,recv -n
"""
_ZPOOL = """
read list status iostat history get events version wait
restart online resilver import
redeploy scrub trim create add attach replace upgrade checkpoint initialize
stop offline export
destructive destroy clear labelclear remove detach reguid split set reopen sync prefetch
@status,list,iostat -c?: -T: -o: -n:
@events -c!
"""
_BTRFS = """
read filesystem.show filesystem.df filesystem.usage filesystem.du fi.show fi.df fi.usage fi.du f.show subvolume.list subvolume.show sub.list sub.show su.list subvolume.get-default device.stats device.usage dev.stats dev.usage scrub.status scrub.st balance.status qgroup.show property.get property.list inspect-internal.dump-tree version quota.status
redeploy scrub.start scrub.cancel scrub.resume balance.start balance.cancel balance.pause balance.resume subvolume.create subvolume.snapshot sub.snapshot send quota.rescan device.scan
destructive subvolume.delete sub.delete filesystem.resize filesystem.defragment filesystem.label device.add device.delete device.remove replace.start replace.cancel check restore receive rescue property.set quota.enable quota.disable qgroup.create qgroup.limit subvolume.set-default
@device.stats,dev.stats -z! --reset!
@scrub.status -d -R
"""
_CEPH = """
* --cluster: -c: --conf: -n: --name: --id: -i?: -k: --keyring: -f: --format: -s -w --connect-timeout: -o!:
read status health health.detail df osd.tree osd.df osd.stat osd.status osd.dump osd.pool.ls osd.pool.get osd.pool.stats osd.perf osd.crush.tree osd.crush.rule.ls osd.blocked-by mon.stat mon.dump mds.stat pg.stat pg.dump pg.ls pg.dump_stuck quorum_status versions version fs.ls fs.status fs.dump orch.ls orch.ps orch.host.ls orch.device.ls orch.status config.get config.dump config.show mgr.module.ls mgr.services time-sync-status crash.ls crash.info log.last features report telemetry.status osd.find osd.metadata device.ls node.ls
restart orch.restart orch.start orch.stop orch.daemon.restart orch.daemon.start orch.daemon.stop osd.set osd.unset osd.in osd.out osd.down
stop osd.out osd.down osd.stop mds.fail mgr.fail orch.stop orch.daemon.stop orch.pause osd.pause osd.set fs.fail orch.host.drain orch.host.maintenance.enter
restart orch.start orch.restart orch.daemon.start orch.daemon.restart orch.resume osd.in osd.unpause osd.unset
redeploy orch.apply orch.upgrade.start orch.daemon.redeploy orch.daemon.add orch.redeploy osd.reweight osd.reweight-by-utilization pg.repair pg.scrub pg.deep-scrub osd.scrub osd.deep-scrub osd.pool.create
destructive health.mute health.unmute osd.rm osd.purge osd.destroy osd.pool.delete osd.pool.rm osd.pool.set osd.crush.remove orch.rm orch.daemon.rm orch.host.rm fs.rm auth.del config.set config.rm mon.remove osd.lost crash.archive crash.archive-all crash.rm mgr.module.enable mgr.module.disable osd.crush.reweight
disclose auth.get auth.print-key auth.get-key auth.ls auth.list config-key.get config-key.dump auth.export
unknown tell daemon
"""
_RESTIC = """
* -r: --repo: --repository-file: -p: --password-file: --password-command?: -o?: --cache-dir: -q -v --no-lock --json --host: -H: --tag: --path:
read snapshots ls stats diff find version check list
redeploy backup init copy
destructive forget prune restore unlock tag rewrite migrate recover repair dump
disclose cat
unknown mount key self-update
@forget,prune,backup,restore,rewrite,tag -n --dry-run -q -v -l: -d: -w: -m: -y: -H: --host: --tag: --path: --keep-daily: --keep-last: --keep-hourly: --keep-weekly: --keep-monthly: --keep-yearly: --keep-within: --keep-tag: --target: -t: --include: --exclude: --exclude-file: --iexclude: --files-from: -e: --group-by: -g:
%forget,prune,backup,restore,rewrite --dry-run -n
"""
_BORG = """
* --remote-path?: --rsh?: -v -q --info --lock-wait: --log-json
read list info diff check
redeploy create init
destructive delete prune compact extract rename recreate break-lock upgrade config
unknown mount umount key export-tar serve with-lock
@create,delete,prune,extract,recreate,compact -n --dry-run -s -p -a: --glob-archives: -P: --prefix: -d: -w: -m: -y: --keep-daily: --keep-weekly: --keep-monthly: --keep-hourly: --keep-last: --keep-within: --keep-yearly: -e: --exclude: -C: --compression:
%create,delete,prune,extract,recreate --dry-run -n
"""
_RCLONE = """
* --config?: -v -q --bwlimit: --transfers: --include: --exclude: --password-command?: --log-file!: --dry-run -n
read ls lsl lsd lsf lsjson size about check md5sum sha1sum version listremotes tree cryptcheck hashsum ncdu
redeploy copyto.-h
destructive copy sync move delete purge rmdir rmdirs mkdir copyto moveto bisync dedupe cleanup touch settier copyurl rcat deletefile
%copy,sync,move,delete,purge,rmdir,rmdirs,mkdir,copyto,moveto,bisync,dedupe,cleanup,touch,deletefile --dry-run -n
unknown cat mount serve config rc rcd obscure authorize backend selfupdate
"""


def _mount(call: ProgramCall) -> list[CommandEffect]:
    if not call.arguments or all(
        w.text in ("-l", "-v", "--show-labels", "-t", "-V", "--version") for w in call.arguments[:1]
    ):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="“mount” changes what lies where.")


def _swap(call: ProgramCall) -> list[CommandEffect]:
    if call.name == "swapoff" and [w.text for w in call.arguments] not in (["--version"], ["-V"], ["--help"]):
        return call.part(STOP, why="“swapoff” takes memory away from this machine.")
    if [w.text for w in call.arguments][:1] in (["--show"], ["-s"], ["--summary"], ["-V"]):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why=f"“{call.name}” changes the memory of this machine.")


def _list_only(*reads: str, beside: tuple[str, ...] = ()) -> Understand:
    """Reads with one of these options, where no other stands beside it but those that say how it is shown."""

    def understand(call: ProgramCall) -> list[CommandEffect]:
        given = [w.text.partition("=")[0] for w in call.arguments if w.text.startswith("-")]
        plain = all(word in (*reads, *beside) for word in given) and not any(w.splits for w in call.arguments)
        if plain and any(word in reads for word in given):
            return call.part(READ)
        return call.part(DESTRUCTIVE, why=f"“{call.name}” changes disks.")

    return understand


def _parted(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments if not w.text.startswith("-")]
    if (
        words[-1:] in (["print"], ["free"], ["p"])
        and not any(
            w
            in (
                "mkpart",
                "rm",
                "mklabel",
                "resizepart",
                "set",
                "name",
                "mktable",
                "toggle",
                "rescue",
                "disk_set",
                "disk_toggle",
                "type",
                "resize",
                "mkpartfs",
                "mkfs",
                "cp",
                "move",
            )
            for w in words
        )
    ) or [w.text for w in call.arguments] in (["-l"], ["--list"]):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="“parted” changes disks.")


def _fsck(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-n -N -M -T -V -t: -C -b: -B:")
    if found.has("-n", "-N") and not found.has("-y", "-a", "-p", "-f"):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="It changes a file system.")


def _mdadm(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments]
    reads = ("--detail", "-D", "--examine", "-E", "--query", "-Q", "--version", "-V", "--detail-platform",
             "--examine-bitmap", "-X", "--examine-badblocks")  # fmt: skip
    beside = ("--scan", "-s", "--brief", "-b", "--verbose", "-v", "-vv", "--misc", "--test", "-t", "--export", "-Y",
              "--no-devices", "--prefer")  # fmt: skip
    given = [w.partition("=")[0] for w in words if w.startswith("-")]
    grouped = (*reads, *beside, "-Ds", "-Es", "-Db", "-Dsv", "-Esv", "-Dv", "-Ev")
    if any(w in grouped and w not in beside for w in given) and all(w in grouped for w in given):
        return call.part(READ)
    if any(w in ("--stop", "-S") for w in given) and all(
        w in ("--stop", "-S", "--scan", "-s", "--verbose", "-v") for w in given
    ):
        return call.part(STOP, why="“mdadm --stop” switches an array of disks off.")
    return call.part(DESTRUCTIVE, why="“mdadm” changes an array of disks.")


def _lets_go(*flags: str) -> Understand:
    """Programs that change disks, and with one of these options only let go of them."""

    def understand(call: ProgramCall) -> list[CommandEffect]:
        texts = [w.text for w in call.arguments]
        seen = not any(w.splits for w in call.arguments)
        if seen and any(text in flags or text.startswith(tuple(f"{flag}=" for flag in flags)) for text in texts):
            return call.part(STOP, why=f"“{call.name}” switches a disk or a file system off.")
        return call.part(DESTRUCTIVE, why=f"“{call.name}” changes disks or file systems.")

    return understand


_CHANGES = """
mkfs mke2fs mkswap mkfs.ext4 mkfs.ext3 mkfs.ext2 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.f2fs
resize2fs xfs_growfs xfs_repair fdformat tune2fs debugfs e2label blkdiscard pvcreate pvremove pvmove vgcreate
vgremove vgextend vgreduce lvcreate lvremove lvextend lvreduce lvresize lvconvert lvrename
vgrename pvresize sgdisk gdisk cgdisk cfdisk sfdisk cryptsetup fstrim quotaon quotaoff
edquota setquota badblocks hdparm-set sg_format partprobe kpartx dmsetup multipath exportfs iscsiadm targetcli
growpart xfs_admin btrfstune e4defrag photorec testdisk
""".split()

PROGRAMS: dict[str, Understand] = {
    **{
        name: lambda call: call.part(DESTRUCTIVE, why=f"“{call.name}” changes disks or file systems.")
        for name in _CHANGES
    },
    "zfs": by_verb(_ZFS, lambda _verb: ()),
    "zpool": by_verb(_ZPOOL, lambda _verb: ()),
    "zdb": partial(harmless, known="-x!: -U?: -o?: -t: -I: -p: -e"),
    "arc_summary": lambda call: call.part(READ),
    "arcstat": lambda call: call.part(READ),
    "btrfs": by_verb(_BTRFS, lambda _verb: ()),
    "mount": _mount,
    "vgchange": _lets_go("-an", "-aln", "-aen", "--activate=n"),
    "lvchange": _lets_go("-an", "-aln", "-aen", "--activate=n"),
    "umount": lambda call: call.part(STOP, why="“umount” takes a file system away."),
    "fusermount": _lets_go("-u", "-uz", "-z"),
    "fusermount3": _lets_go("-u", "-uz", "-z"),
    "nbd-client": _lets_go("-d"),
    "swapon": _swap,
    "swapoff": _swap,
    "fdisk": _list_only("-l", "--list", "-lu", "-x", beside=("-o", "-u", "--bytes", "-b", "-L", "-t", "--output")),
    "sfdisk": _list_only(
        "-l", "--list", "-d", "--dump", "-V", "-J", "--json", beside=("-o", "-q", "--quiet", "--bytes")
    ),
    "sgdisk": _list_only("-p", "-i", "--print", "-v", "--info", beside=("-P", "--pretend")),
    "gdisk": _list_only("-l"),
    "parted": _parted,
    "losetup": lambda call: call.part(
        READ
        if not call.arguments or call.arguments[0].text in ("-a", "-l", "--list", "--all")
        else STOP
        if call.arguments[0].text in ("-d", "-D", "--detach", "--detach-all")
        else DESTRUCTIVE
    ),
    "dmsetup": by_verb(
        "read ls info table status deps version targets\nstop suspend\nrestart resume\n"
        "destructive remove create wipe_table\n@ls --exec?: --target: -o: --tree\n@table --showkeys$ --target:"
    ),
    "cryptsetup": by_verb(
        "read status luksDump isLuks --version\nstop close luksClose luksSuspend\ndestructive luksFormat open luksOpen "
        "erase luksAddKey luksRemoveKey luksKillSlot resize reencrypt\n"
        "@luksDump --dump-master-key$ --dump-volume-key$ --volume-key-file!: --master-key-file!: --dump-json-metadata"
    ),
    "multipath": lambda call: (
        harmless(call, "only! operands -l -ll -v: -t")
        if any(w.text in ("-l", "-ll", "-t") for w in call.arguments)
        else call.part(DESTRUCTIVE)
    ),
    "exportfs": partial(harmless, known="only! -v -s -r~ -a -u% -ua% -f~ most0"),
    "tune2fs": partial(harmless, known="only! operands -l"),
    "wipefs": lambda call: call.part(
        READ
        if call.arguments
        and all(not w.text.startswith("-") or w.text in ("-n", "--no-act", "-J", "-p", "-i") for w in call.arguments)
        and not any(w.splits for w in call.arguments)
        else DESTRUCTIVE
    ),
    "iscsiadm": lambda call: call.part(
        READ
        if [w.text for w in call.arguments[:1]] in (["-m"], ["--mode"])
        and [w.text for w in call.arguments[1:2]] in (["session"], ["node"], ["iface"])
        and all(w.text in ("-P", "0", "1", "2", "3") for w in call.arguments[2:])
        else STOP
        if any(w.text in ("-u", "--logout") for w in call.arguments)
        else DESTRUCTIVE
    ),
    "nvme": by_verb(
        "read list list-subsys smart-log error-log id-ctrl id-ns fw-log get-feature show-regs version endurance-log\n"
        "restart reset subsystem-reset\nstop disconnect disconnect-all\nredeploy fw-download fw-activate fw-commit connect connect-all\n"
        "destructive format sanitize delete-ns create-ns attach-ns detach-ns set-feature write\n"
        "@smart-log,id-ctrl,id-ns,error-log,fw-log,get-feature -o: -n: -f: -e: -H -v -b"
    ),
    "dumpe2fs": partial(harmless, known="-i?: -h -o: -x"),
    "xfs_info": lambda call: call.part(READ),
    **dict.fromkeys(("fsck", "e2fsck", "fsck.ext4", "fsck.xfs", "fsck.vfat", "fsck.ext3"), _fsck),
    "mdadm": _mdadm,
    "ceph": lambda call: (
        call.part(READ) if [w.text for w in call.arguments] in (["-s"], ["-w"]) else by_verb(_CEPH)(call)
    ),
    "rbd": by_verb(
        "* -p: --pool: -c: --id: -n:\nread ls list info du status snap.ls showmapped perf lock.ls\n"
        "stop unmap\ndestructive rm snap.rm snap.purge map resize rename trash snap.rollback remove"
    ),
    "rados": by_verb("* -p: --pool:\nread ls df lspools stat\ndestructive rm purge cleanup put"),
    "gluster": by_verb(
        "* --mode:\nread peer.status pool.list volume.info volume.status volume.heal.info volume.list "
        "snapshot.list snapshot.status\nrestart volume.start\nstop volume.stop\ndestructive volume.delete "
        "peer.detach volume.set volume.reset volume.remove-brick\nredeploy volume.create volume.heal "
        "volume.rebalance volume.add-brick peer.probe"
    ),
    "restic": by_verb(_RESTIC, lambda _verb: ()),
    "borg": by_verb(_BORG, lambda _verb: ()),
    "borgmatic": by_verb(
        "read list info rlist rinfo config.validate\nredeploy create check\ndestructive prune compact extract\n"
        "%create,prune,compact,extract --dry-run -n"
    ),
    "rclone": by_verb(_RCLONE, lambda _verb: ()),
    "sanoid": lambda call: call.part(REDEPLOY),
    "syncoid": lambda call: call.part(DESTRUCTIVE),
    "snapper": by_verb(
        "* -c: --config:\nread list list-configs status diff get-config\nredeploy create\n"
        "destructive delete undochange rollback modify set-config"
    ),
    "snapraid": by_verb("read status diff list smart\nredeploy sync scrub\ndestructive fix"),
    "megacli": lambda call: call.unknown("What it does to disks is not known."),
    "storcli": by_verb("read show /c0.show /call.show"),
    "eject": lambda call: call.part(STOP),
    "sync": lambda call: call.part(READ),
}
