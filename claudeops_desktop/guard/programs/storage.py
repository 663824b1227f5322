"""Disks, file systems, volumes, backups."""

from __future__ import annotations

from functools import partial

from ..effects import DESTRUCTIVE, READ, REDEPLOY, STOP, CommandEffect
from ..lazy_regex import LazyRegex
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
@list,get -[rHpj] --json --json-int -d: -o: -s: -S: -t:
@diff -[FHth]
@userspace,groupspace,projectspace -[Hinp] -[osSt]:
@groupspace -H
@holds -[rHp]
@destroy -[rRfnpvd]
@snapshot,snap -r -o:
@create -[pusvPn] -[obV]:
@send -[DLPRVbcehnpvwXsi] -[iIt]:
@receive,recv -[FehMnsuvAd] -[ox]:
@rollback -[rRf]
@mount,unmount,umount,share,unshare -[aOvflu]
@rename -[pfru]
@clone -[pu] -o:
@inherit -[rS]
@promote,upgrade -[arv] -V:
@hold,release -[rn]
@set -u
"""
_ZPOOL = """
read list status iostat history get events version wait
restart online resilver import
redeploy scrub trim create add attach replace upgrade checkpoint initialize
stop offline export
destructive destroy clear labelclear remove detach reguid split set reopen sync prefetch
@status,list,iostat -c?: -T: -o: -n:
@events -c!
@status -[vLPxgitDsep] --json -j --json-int --json-flat-vdevs --power -d
@list -[HgLPpvj] --json
@iostat -[gLPpvHlqrwyn]
@history -[il]
@events -[vHf]
@get -[Hp] -o: --json
@version -j
@scrub -[sperwC]
@trim -[dscwar] -r:
@import -[aDdflmNnFXs] -[coRtT]:
@export -[af]
@online,offline,resilver -[eft] --power
@clear -[nF] --power
@add,attach,replace,create -[fgLnPswd] -[oOmtR]:
@wait -[Hp] -t: -T:
@destroy,remove,detach -[fnpsw]
@upgrade -[av] -V:
"""
_BTRFS = """
read filesystem.show filesystem.df filesystem.usage filesystem.du fi.show fi.df fi.usage fi.du f.show subvolume.list subvolume.show sub.list sub.show su.list subvolume.get-default device.stats device.usage dev.stats dev.usage scrub.status scrub.st balance.status qgroup.show property.get property.list inspect-internal.dump-tree version quota.status
redeploy scrub.start scrub.cancel scrub.resume balance.start balance.cancel balance.pause balance.resume subvolume.create subvolume.snapshot sub.snapshot send quota.rescan device.scan
destructive subvolume.delete sub.delete filesystem.resize filesystem.defragment filesystem.label device.add device.delete device.remove replace.start replace.cancel check restore receive rescue property.set quota.enable quota.disable qgroup.create qgroup.limit subvolume.set-default
@device.stats,dev.stats -z! --reset!
@scrub.status -d -R
@filesystem.show,filesystem.df,filesystem.usage,filesystem.du,fi.show,fi.df,fi.usage,fi.du,f.show -[TdmbhHkgtsi] --all-devices --mounted --raw --human-readable --iec --si --kbytes --mbytes --gbytes --tbytes --summarize --format:
@subvolume.list,sub.list,su.list,subvolume.show,sub.show -[pacgouqRsrdtG] --sort: --rootid: --uuid: -C: -r: -u: --format:
@device.stats,device.usage,dev.stats,dev.usage -[cTbhHkmgt] --check --format: --raw --human-readable --tabular
@scrub.status,scrub.st,balance.status,quota.status,qgroup.show -[dRvpcreFf] --raw --human-readable --iec --si --kbytes --mbytes --gbytes --sort: --sync -h
@property.get,property.list -t:
@scrub.start,scrub.resume -[BdqrRcnf] -c: -n:
@balance.start,balance.resume -[dmsvf]:: --full-balance --background --bg --enqueue
@subvolume.snapshot,sub.snapshot -[ri]
@subvolume.delete,sub.delete -[cCv] -i: --commit-after --commit-each
@send -[epcfvq]: --proto:
"""
_CEPH = """
* --cluster: -c: --conf: -n: --name: --id: -i?: -k: --keyring: -f: --format: -s -w --connect-timeout: -o!: -h --verbose --concise --watch --detail --show-shadow --states: --format: --status
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
* -r: --repo: --repository-file: -p: --password-file: --password-command?: -o?: --cache-dir: -q -v --no-lock --json --host: -H: --tag: --path: --quiet --verbose --no-cache --cacert: --tls-client-cert: --limit-upload: --limit-download: --retry-lock: --cleanup-cache --compression: --pack-size: --no-extra-verify --insecure-no-password --key-hint: --http-user-agent: --insecure-tls
read snapshots ls stats diff find version check list
redeploy backup init copy
destructive forget prune restore unlock tag rewrite migrate recover repair dump
disclose cat
unknown mount key self-update
@forget,prune,backup,restore,rewrite,tag -n --dry-run -q -v -l: -d: -w: -m: -y: -H: --host: --tag: --path: --keep-daily: --keep-last: --keep-hourly: --keep-weekly: --keep-monthly: --keep-yearly: --keep-within: --keep-tag: --target: -t: --include: --exclude: --exclude-file: --iexclude: --files-from: -e: --group-by: -g:
%forget,prune,backup,restore,rewrite --dry-run -n
@snapshots,ls,stats,diff,find,check,list --latest: -[clRnSi] --compact --group-by: -g: --long --recursive --human-readable --ncdu --sort: --reverse --mode: --read-data --read-data-subset: --with-cache --check-unused --metadata --blob --tree --pack --show-pack-id --snapshot: -s: --newest: -N: --oldest: -O: --ignore-case --path: --blob
@backup -[x] --one-file-system --exclude-caches --exclude-file: --exclude: -e: --iexclude: --exclude-if-present: --exclude-larger-than: --files-from: --files-from-verbatim: --files-from-raw: --force -f --parent: --skip-if-unchanged --stdin --stdin-filename: --time: --with-atime --ignore-ctime --ignore-inode --read-concurrency: --no-scan --group-by: -n --dry-run
@forget,prune --prune --max-unused: --max-repack-size: --repack-cacheable-only --repack-small --repack-uncompressed --keep-hourly: --compact --unsafe-allow-remove-all --keep-within-daily: -c
@init,copy --from-repo: --from-password-file: --copy-chunker-params --repository-version:
"""
_BORG = """
* --remote-path?: --rsh?: -v -q --info --lock-wait: --log-json --verbose --quiet --progress -p --warning --error --critical --debug --bypass-lock --show-version --show-rc --umask: --consider-part-files --log-level: --upload-ratelimit: --iec
read list info diff check
redeploy create init
destructive delete prune compact extract rename recreate break-lock upgrade config
unknown mount umount key export-tar serve with-lock
@create,delete,prune,extract,recreate,compact -n --dry-run -s -p -a: --glob-archives: -P: --prefix: -d: -w: -m: -y: --keep-daily: --keep-weekly: --keep-monthly: --keep-hourly: --keep-last: --keep-within: --keep-yearly: -e: --exclude: -C: --compression:
%create,delete,prune,extract,recreate --dry-run -n
@list,info,diff,check --last: --first: -a: --glob-archives: -P: --prefix: --format: --short --json --json-lines --sort-by: --consider-checkpoints -e: --exclude: --exclude-from: --pattern: --patterns-from: --repository-only --archives-only --verify-data --save-space --max-duration: --numeric-ids --same-chunker-params --sort --content-only --bypass-lock --oldest: --newest: --older: --newer:
@create,prune,compact,extract,delete,init --list --stats --json --progress --exclude-caches --exclude-from: --pattern: --patterns-from: --one-file-system -x --exclude-if-present: --files-cache: --comment: --timestamp: --checkpoint-interval: --chunker-params: --save-space --keep-secondly: --keep-13weekly: --keep-3monthly: --force --cleanup-commits --threshold: --strip-components: --numeric-ids --filter: --no-files-cache --encryption: --append-only --storage-quota: --make-parent-dirs --noatime --keep-exclude-tags --upload-ratelimit: --cache-only
"""
_RCLONE = """
* --config?: -v -q --bwlimit: --transfers: --include: --exclude: --password-command?: --log-file!: --dry-run -n --verbose --quiet --max-depth: --min-depth: --fast-list --progress -P --stats: --stats-one-line --min-age: --max-age: --min-size: --max-size: --filter: --filter-from: --include-from: --exclude-from: --files-from: --checkers: --tpslimit: --retries: --low-level-retries: --timeout: --contimeout: --human-readable --no-check-certificate? --use-json-log --log-level: --drive-shared-with-me --s3-region: --checksum --size-only --update -u --ignore-existing --ignore-times --delete-excluded --create-empty-src-dirs --track-renames --max-delete: --max-transfer: --backup-dir: --suffix: --immutable --inplace --metadata -M --order-by: --use-server-modtime --no-traverse --multi-thread-streams: --buffer-size: --links -l --copy-links -L --one-file-system -x --delete-after --delete-before --delete-during --max-duration: --drive-chunk-size: --b2-hard-delete --interactive -i --stats-log-level: --error-on-no-transfer --skip-links --cutoff-mode: --compare-dest: --copy-dest: --user-agent: -c --bind: --dump?: --rc? --rc-addr?:
read ls lsl lsd lsf lsjson size about check md5sum sha1sum version listremotes tree cryptcheck hashsum ncdu
redeploy copyto.-h
destructive copy sync move delete purge rmdir rmdirs mkdir copyto moveto bisync dedupe cleanup touch settier copyurl rcat deletefile
%copy,sync,move,delete,purge,rmdir,rmdirs,mkdir,copyto,moveto,bisync,dedupe,cleanup,touch,deletefile --dry-run -n
unknown cat mount serve config rc rcd obscure authorize backend selfupdate
@ls,lsl,lsd,lsf,lsjson,size,about,check,md5sum,sha1sum,tree,hashsum,listremotes,version -[RFcsp] --recursive --json --full --format: --separator: --files-only --dirs-only --absolute --csv --hash: --hash-type: --original --stat --no-modtime --no-mimetype --metadata --long --type: --description: --name: --filter: --one-way --download --size-only --all -a -d -C --noreport --check --level: -L: --human --full-path -D -U -t --dirsfirst --base64 --encrypted -M
"""


def _mount(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-[lv] -t: --show-labels --types: --verbose -V")
    if found.kind == READ and not found.operands and not found.unsure:
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="“mount” changes what lies where.")


def _swap(call: ProgramCall) -> list[CommandEffect]:
    if call.name == "swapoff" and [w.text for w in call.arguments] not in (["--version"], ["-V"], ["--help"]):
        return call.part(STOP, why="“swapoff” takes memory away from this machine.")
    found = call.scanned("-s -V --show --summary --noheadings --raw --bytes --verbose -v")
    if found.kind == READ and found.has("--show", "-s", "--summary", "-V") and not found.operands and not found.unsure:
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


_PARTED_LOOKS = LazyRegex(
    r"(?:(?:unit (?:s|B|[kMGT]i?B|%|chs|cyl|compact)|u \S+) ?)*(?:print|p)(?: (?:free|all|list|devices|\d+))*|align-check \w+ \d+"
)


def _parted(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments if not w.text.startswith("-")]
    found = call.scanned("-[lsmjfa] --list --script --machine --json --fix? --align:")
    told = " ".join(words if found.has("-l", "--list") else words[1:])
    if (
        found.kind == READ
        and not found.unsure
        and (_PARTED_LOOKS.fullmatch(told) or (found.has("-l", "--list") and not told))
    ):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="“parted” changes disks.")


def _fsck(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-[nNMTVvARdCft] -[bBP]: -t:")
    if found.kind == READ and not found.unsure and found.has("-n", "-N"):
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
    "zdb": partial(harmless, known="-x!: -U?: -o?: -[bcCdDGhilLmMPsSuvVXFAke] -[tIp]:"),
    "arc_summary": partial(harmless, known="-[adgr] -[sp]: --alternate --description --graph --raw --section: --page:"),
    "arcstat": partial(harmless, known="-o!: -[havxpn] -[fs]:"),
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
    "losetup": lambda call: (
        call.part(READ)
        if (
            found := call.scanned(
                "-[alnJLOv] -j: -O: --list --all --noheadings --raw --json --output: --output-all --associated:"
            )
        ).kind
        == READ
        and (not call.arguments or found.has("-a", "-l", "-j", "--list", "--all", "--associated"))
        and not found.unsure
        else call.part(STOP if call.arguments[0].text in ("-d", "-D", "--detach", "--detach-all") else DESTRUCTIVE)
    ),
    "dmsetup": by_verb(
        "* -[cCvy] --noheadings --columns --separator: -o: --options: --sort: -O: --select: --units: --nosuffix --noflush --nolockfs --inactive -u: --uuid: -j: -m: --major: --minor: --checks --nameprefixes\nread ls info table status deps version targets\nstop suspend\nrestart resume\n"
        "destructive remove create wipe_table\n@ls --exec?: --target: -o: --tree\n@table --showkeys$ --target:"
    ),
    "cryptsetup": by_verb(
        "* -[vq] --verbose --batch-mode --type: --header: --debug --timeout: -t: --disable-locks\nread status luksDump isLuks --version\nstop close luksClose luksSuspend\ndestructive luksFormat open luksOpen "
        "erase luksAddKey luksRemoveKey luksKillSlot resize reencrypt\n"
        "@luksDump --dump-master-key$ --dump-volume-key$ --volume-key-file!: --master-key-file!: --dump-json-metadata"
    ),
    "multipath": lambda call: (
        harmless(call, "only! operands -l -ll -v: -t -d")
        if any(w.text in ("-l", "-ll", "-t") for w in call.arguments)
        else call.part(DESTRUCTIVE)
    ),
    "exportfs": partial(harmless, known="only! -v -s -r~ -a -u% -ua% -f~ most0"),
    "tune2fs": partial(harmless, known="only! operands -l"),
    "wipefs": lambda call: call.part(
        READ
        if call.arguments
        and all(
            not w.text.startswith("-")
            or w.text in ("-n", "--no-act", "-J", "--json", "-p", "--parsable", "-i", "--noheadings")
            for w in call.arguments
        )
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
        "@smart-log,id-ctrl,id-ns,error-log,fw-log,get-feature -o: -n: -f: -e: -[Hvbw] --output-format: --namespace-id: --log-entries: --human-readable --verbose --feature-id: --vendor-specific --raw-binary"
        "\n@list,list-subsys -o: --output-format: -v --verbose"
    ),
    "dumpe2fs": partial(harmless, known="-i?: -[hfgbVx] -o:"),
    "xfs_info": partial(harmless, known="-t: -V"),
    **dict.fromkeys(("fsck", "e2fsck", "fsck.ext4", "fsck.xfs", "fsck.vfat", "fsck.ext3"), _fsck),
    "mdadm": _mdadm,
    "ceph": lambda call: (
        call.part(READ) if [w.text for w in call.arguments] in (["-s"], ["-w"]) else by_verb(_CEPH)(call)
    ),
    "rbd": by_verb(
        "* -p: --pool: -c: --id: -n: -l --long --format: --pretty-format --namespace: --all -a --cluster: --conf: --image: --snap: --size: -s: --no-progress --exact --from-snap: --whole-object\nread ls list info du status snap.ls showmapped perf lock.ls\n"
        "stop unmap\ndestructive rm snap.rm snap.purge map resize rename trash snap.rollback remove"
    ),
    "rados": by_verb(
        "* -p: --pool: -N: --namespace: --all -c: --id: --format: --cluster: --object_locator:\nread ls df lspools stat\ndestructive rm purge cleanup put"
    ),
    "gluster": by_verb(
        "* --mode:\nread peer.status pool.list volume.info volume.status volume.heal.info volume.list "
        "snapshot.list snapshot.status\nrestart volume.start\nstop volume.stop\ndestructive volume.delete "
        "peer.detach volume.set volume.reset volume.remove-brick\nredeploy volume.create volume.heal "
        "volume.rebalance volume.add-brick peer.probe"
    ),
    "restic": by_verb(_RESTIC, lambda _verb: ()),
    "borg": by_verb(_BORG, lambda _verb: ()),
    "borgmatic": by_verb(
        "* -c: --config: -v: --verbosity: --archive: -a: --glob-archives: --last: --first: --short --format: --sort-by: --json --repository: --match-archives: -P: --prefix: --list --stats --progress --no-color --syslog-verbosity: --log-file-verbosity: --monitoring-verbosity: --only: --force --files --show -s --no-environment-interpolation --config-paths\nread list info rlist rinfo config.validate\nredeploy create check\ndestructive prune compact extract\n"
        "%create,prune,compact,extract --dry-run -n"
    ),
    "rclone": by_verb(_RCLONE, lambda _verb: ()),
    "sanoid": lambda call: call.part(REDEPLOY),
    "syncoid": lambda call: call.part(DESTRUCTIVE),
    "snapper": by_verb(
        "* -c: --config: --no-dbus --root?: -q --quiet -v --verbose --utc --iso --table-style: --machine-readable: --csvout --jsonout --no-headers --separator: -t: --type: -a --all-configs --columns: --disable-used-space --no-abbreviate -d: --description: -p --print-number --cleanup-algorithm: --userdata: --read-only\nread list list-configs status diff get-config\nredeploy create\n"
        "destructive delete undochange rollback modify set-config"
    ),
    "snapraid": by_verb(
        "* -v --verbose -p: --plan: -o: --older-than: -d: --filter-disk: -f: --filter: -m -e -l?: --log?: -c?: --conf?: -q --quiet\nread status diff list smart\nredeploy sync scrub\ndestructive fix"
    ),
    "megacli": lambda call: call.unknown("What it does to disks is not known."),
    "storcli": by_verb("read show /c0.show /call.show"),
    "eject": lambda call: call.part(STOP),
    "sync": partial(harmless, known="-[df] --data --file-system"),
}
