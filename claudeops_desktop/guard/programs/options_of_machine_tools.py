"""Options of programs that show how a machine and its network are: those that are harmless, and what the others do."""

from __future__ import annotations

from ..options import table_of

_VOLUMES = (
    "--config?: --commandprofile: -[aAbcCDdhHmPqvxsS] -[oOS]: --all --aligned --binary --columns --configreport: --debug "
    "--driverloaded: --foreign --headings: --history --ignorelockingfailure --logonly --longhelp --maps --nameprefixes "
    "--noheadings --nolocking --nosuffix --options: --partial --quiet --readonly --reportformat: --rows --segments "
    "--pvsegments --select: --separator: --shared --short --sort: --unbuffered --units: --unquoted --verbose --yes --profile:"
)
_TRACE = (
    "-[46dFIbTenrUDAMRVvl] -[fgimNpqQstwzkhPO]: --resolve-hostnames --icmp --tcp --udp --max-hops: --queries: --wait: "
    "--port: --interface: --type: --first: --first-hop: --hops: --back --mtu --as-path-lookups"
)
_PING = "-[46aAbBdDhLnOqrRUvV] -[cwWiIstTQMmlpSFeN]: --count: --interval: --timeout: --size: --quiet --numeric"

MACHINE_TOOLS = table_of(
    f"""
whoami groups users logname arch tty runlevel hostid uptimed ruptime mdstat zpool-status mountstats lsmod
  ac acpi cpuid lsscsi sestatus getenforce ntpstat nvme-list |
id | -[aZgGnruz] --context --group --groups --name --real --user --zero
who | -[abdHlmpqrstTwu] --all --boot --dead --heading --ips --login --lookup --process --count --runlevel --short --time
  --mesg --users --message --writable
w | -[husfoi] --no-header --no-current --short --from --old-style --ip-addr
last lastb | -# -[adFiRwxo] -[fnstp]: --hostlast --dns --file: --fulltimes --ip --limit: --nohostname --since: --until:
  --present: --fullnames --system --time-format:
finger pinky | -[lmspbhfwiq]
uname | -[asnrvmpio] --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor
  --hardware-platform --operating-system
lsb_release | -[vidrcas] --id --description --release --codename --all --short
nproc | --all --ignore:
getconf | -[av]:
uptime | -[psh] --pretty --since
free | -[bkmghltvw] -[sc]: --bytes --kilo --mega --giga --tera --peta --kibi --mebi --gibi --tebi --pebi --human --si --lohi
  --line --total --committed --seconds: --count: --wide
vmstat | -[afmnsdDwty] -[pS]: --active --forks --slabs --one-header --stats --disk --disk-sum --partition: --unit: --wide
  --timestamp --no-first
mpstat | -[AHnTuV] -[IPNo]: --dec:
iostat | -[cdhkmNtVxyzsS] -[ogpjf+]: --human --pretty --dec: --compact
pidstat | -e?: -[CdDhIHlRrsUutVvw] -[CGpT]: -U:: --human --dec:
sar | -o!: -[ABbCDdFHhpqRrSStuVvWwyxzS] -[fseinPIjm]: -q:: -u:: -r:: --human --pretty --dec: --iface: --dev: --fs: --sadc
nfsiostat | -[adplsh] --attr --dir --page --list: --sort: -[l]:
ps | -# -[AaNdefFHjlLmMTVwyZcxrnS] -[CGgopqstuUOkD]: -ww --pid: --ppid: --sort: --forest --format: --headers --no-headers --no-heading
  --deselect --user: --User: --group: --Group: --tty: --sid: --cols: --columns: --width: --rows: --lines: --cumulative --context --info
  --quick-pid: --delimiter: --heading --signames
pstree | -[aAcgGlnpsStTuUVZh] -[CHN]: --arguments --ascii --compact-not --color: --show-pgids --vt100 --highlight-all
  --highlight-pid: --long --numeric-sort --ns-sort: --show-pids --show-parents --ns-changes --thread-names --hide-threads
  --uid-changes --unicode --security-context
pgrep | -[lavwcfinoxAq] -[dgGOPstuUFrK]: --delimiter: --list-name --list-full --inverse --lightweight --count --full --pgroup:
  --group: --ignore-case --newest --oldest --older: --parent: --session: --terminal: --euid: --uid: --exact --pidfile:
  --logpidfile --runstates: --ignore-ancestors --cgroup: --ns: --nslist: --env:
pidof | -[chnqsxzw] -[doS]:
pmap | -N?: -C?: -n? -c? --create-rc? --create-rc-to?: -[xXdqp] -A: --extended --device --quiet --show-path --range: -XX
pwdx |
lsof | -D?: -[abCEhKlnNoOPRtUvVVXi] -[cdgkmpsuTrSzeAxF]:: -i:: -L:: +L:: +D: +d: +c: +E +r:: +M +f:: +w -w -W
fuser | -k% --kill% -[alMmsuvV46wIi] -n: --all --inode --list-signals --mount --ismountpoint --namespace: --silent --user
  --verbose --writeonly --interactive
lsblk | -[ADJMNOPSabdfilmnprstvyzQ] -[EIeowx]: -T:: --noempty --discard --dedup: --include: --json --merge --output-all
  --pairs --scsi --tree --all --bytes --nodeps --exclude: --fs --ascii --list --perms --noheadings --output: --paths --raw
  --inverse --topology --width: --sort: --shell --zoned --sysroot: --nvme --virtio --list-columns --properties-by:
findmnt | -[smkAabCcDefiJlnPrRUuvyxIHqH] -[wdFNOoSTMtQ]: -p:: --fstab --mtab --kernel --poll --timeout: --all --ascii --bytes
  --nocanonicalize --canonicalize --df --direction: --evaluate --tab-file: --first-only --invert --json --list --task:
  --noheadings --options: --output: --output-all --pairs --pseudo --shadowed --submounts --raw --real --source: --target:
  --tree --mountpoint: --types: --uniq --notruncate --nofsroot --shell --verify --verbose --vfs-all --dfi
lsmem | -[JPabnr] -[oSs]: --json --pairs --all --bytes --noheadings --output: --output-all --raw --split: --sysroot: --summary
lscpu | -[abBcJxyr] -[s]: -[Cep]:: --all --online --bytes --caches --offline --json --extended --parse --sysroot: --hex
  --physical --output-all --raw --hierarchic
lspci | -[vkmnDbtPqFxM] -[dsipAOHG]: -nn -nnk -vv -vvv -mm -xxx -v -q
lsusb | -[vt] -[dsD]: -vv
modinfo | -[adlpn0] -[Fkb]: --author --description --license --parameters --filename --field: --set-version: --null --basedir:
lsns | -[JlnruWP] -[optTQH]: --json --list --noheadings --output: --output-all --persistent --task: --raw --notruncate
  --nowrap --type: --tree
lsipc | -[mqsgbceJnlPrty] -i: -o:: --shmems --queues --semaphores --global --id: --noheadings --notruncate --time-format:
  --bytes --creator --export --json --newline --list --output --numeric-perms --raw --time --shell
lslocks | -[bJinru] -[op]: --bytes --json --noinaccessible --noheadings --output: --output-all --pid: --raw --notruncate
lslogins | -[acefGLnprsuyZz] -[gl]: -o:: --acc-expiration --colon-separate --export --failed --supp-groups --groups: --last
  --logins: --newline --noheadings --notruncate --output --output-all --pwd --raw --system-accs --time-format: --user-accs
  --shell --context --print0 --wtmp-file: --btmp-file: --lastlog:
dmidecode | --dump-bin!: --from-dump: -[qud] -[sdtH]: --string: --type: --no-sysfs --quiet --handle: --dump
inxi | --upload? --ftp?: --host? --output-file!: --update! -U! -[AabBCcdDEFfGIiJjLlMmNnOoPpqRrSsTuwxyYz] -[tcyOW]:: -# -xx -xxx
  --recommends --output: --full --filter --no-host --color: --admin --audio --battery --cpu --disk --graphics --memory --network
  --partition --raid --sensors --system --usb --machine --info --swap --processes --width: --no-sudo
sensors | -s! --set! -c?: --config-file?: -[bjuAf] --bus-list --fahrenheit --no-adapter
hwinfo | --log!: --save-config!: --map! --short --disk --cpu --memory --network --block --netcard --gfxcard --bios --usb --pci
  --storage --sound --monitor --listmd --only: --partition
turbostat | only --out!: -o!: -q --quiet -S --Summary -[siCHn]: --show: --interval: --num_iterations: -l --list -v --cpu: -J
  --Joules -D --Dump -d --debug --hide:
lstopo | most0 -[vplisc] --of: --no-io --no-graphics -i: --export-xml-flags: --no-legend --no-caches --no-bridges
nvidia-smi | -pm!: -pl!: -r~ --gpu-reset~ -ac!: -rac! -lgc!: -c!: -e!: -mig!: -f!: --filename!: -[qLBx] -[idl]: -lms: -u
  --query --list-gpus --id: --display: --loop: --loop-ms: --query-gpu: --query-compute-apps: --query-accounted-apps:
  --query-supported-clocks: --query-retired-pages: --format: --xml-format --unit --power-limit!: --persistence-mode!:
  --compute-mode!: --applications-clocks!: -rgc! -am!: -caa! -p!: --ecc-config!: -lmc!: -rmc! -gtt!: dmon pmon topo nvlink
stty | only -[ag] --all --save -F: --file: size speed
lshw | -html -json -xml -short -class: -c: -C: -dump!: -businfo -numeric -quiet -sanitize -notime -disable: -enable: -q
getent | -[iA] -s: --no-idn --no-addrconfig --service:
hostname | most0 -F!: --file!: -b!: -[fisdAyaI] --fqdn --long --ip-address --short --domain --all-fqdns --all-ip-addresses --alias
lastlog | -C! --clear! -S! --set! -[but]: --before: --time: --user:
faillog | -r! --reset! -m!: --maximum!: -l!: --lock-secs!: -[ut]: -a --all --user: --time:
ss | -K% --kill% -D!: --diag!: -[nraloempTisbEZzN0460tMSudwxHOqBkQ] -[fAFN]: --numeric --resolve --all --listening --options
  --extended --memory --processes --threads --info --tipcinfo --summary --tos --cgroup --bpf --events --context --contexts
  --net: --ipv4 --ipv6 --packet --tcp --mptcp --sctp --udp --dccp --raw --unix --tipc --vsock --xdp --family: --no-header
  --oneline --inet-sockopt --query: --socket: --filter: --no-queues
netstat | -[rigsMvWnNepoclaFCZtuwxSUR46T] -[A]: --route --interfaces --groups --statistics --masquerade --verbose --wide
  --numeric --numeric-hosts --numeric-ports --numeric-users --symbolic --extend --programs --program --timers --continuous
  --listening --all --fib --cache --tcp --udp --raw --unix --inet --inet6
ping ping4 ping6 | {_PING}
arping | -U? -A? -P? -[Dbfqh0aruv] -[cIwsiStWC]:
fping | -[aAdDeghlmnNouqsvR46] -[cbBCfHiIpPrStTxO]: -g --alive --addr --count: --loop --generate --file: --period: --quiet --retry:
  --stats --timeout: --unreach --elapsed --vcount: --squiet: --interval: --ipv4 --ipv6 --json
mtr | -[46nbzwrlCjtgeuTxp] -[FcisaPGmfoQByZILU]: --filename: --report --report-wide --report-cycles: --no-dns --show-ips --aslookup
  --json --csv --xml --raw --split --tcp --udp --port: --interval: --gracetime: --max-ttl: --first-ttl: --psize: --address:
  --mpls --order: --ipinfo: --timeout: --interface: --curses --bitpattern: --tos: --sctp
traceroute traceroute6 tracepath tracepath6 tracert | {_TRACE}
host | -[aCdilrsTUvVw46N] -[tcWRmp]: -N:
nslookup | -type: -query: -q: -class: -port: -timeout: -retry: -debug -nodebug -d2 -sil -vc -novc -norecurse -recurse -norec
  -domain: -search -nosearch
dig | -[46imruvh] -[fkpqtxbcy]: +[no]aaflag +[no]aaonly +[no]additional +[no]adflag +[no]all +[no]answer +[no]authority
  +[no]badcookie +[no]besteffort +bufsize +[no]cdflag +[no]class +[no]cmd +[no]comments +[no]cookie +[no]crypto +[no]defname
  +[no]dns64prefix +[no]dnssec +[no]do +domain +[no]edns +[no]ednsflags +[no]expandaaaa +[no]fail +[no]header-only +[no]identify
  +[no]idnin +[no]idnout +[no]ignore +[no]multiline +[no]multi +[no]rec +ndots +[no]nsid +[no]nssearch +[no]onesoa +[no]opcode +[no]qr +[no]question
  +[no]raflag +[no]rdflag +[no]recurse +retry +[no]rrcomments +[no]search +[no]short +[no]showsearch +[no]split +[no]stats +[no]subnet
  +[no]tcflag +[no]tcp +time +timeout +[no]tls +[no]tls-ca +tls-hostname +[no]topdown +[no]trace +tries +[no]trusted-key +[no]ttlid
  +[no]ttlunits +[no]unknownformat +[no]vc +[no]yaml +[no]zflag +[no]https +[no]https-get +[no]https-plain +[no]keepopen +[no]zoneversion
kdig | -[46dhV] -[bcklpqtxyYE]: +[no]all +[no]short +[no]answer +[no]authority +[no]additional +[no]question +[no]header +[no]stats
  +[no]tcp +[no]tls +[no]tls-ca +tls-hostname +tls-pin +tls-sni +[no]https +[no]https-get +[no]quic +[no]dnssec +[no]multiline +[no]rdflag +[no]recurse
  +[no]cdflag +[no]adflag +[no]edns +[no]nsid +[no]subnet +bufsize +time +timeout +retry +tries +[no]class +[no]ttl +[no]crypto +[no]json
  +[no]ignore +[no]padding +[no]cookie +[no]aaflag +[no]tcflag +[no]qr +[no]comments +[no]noidn
drill | -[DTSV46afuhzs] -[ikbcdpvQy]: -[Q] -[x]
delv | -[46himvx] -[abcdpqt]: +[no]all +[no]class +[no]comments +[no]crypto +[no]dlv +[no]dnssec +[no]mtrace +[no]multiline
  +[no]rrcomments +[no]rtrace +[no]short +[no]split +[no]tcp +[no]ttl +[no]trust +[no]vtrace +[no]yaml +[no]root
whois | -[aBbcdGHIKlLmMQrRxvS] -[hpigstTV]:
ntpq | -c?: -[pn46wids]
chronyc | only tracking sources sourcestats activity clients ntpdata rtcdata serverstats selectdata authdata
  smoothing -[n46avcNmde] -[hpf]: -m
iotop | -[boPaktqqc] -[ndpu]: --only --batch --iter: --delay: --pid: --user: --processes --accumulated --kilobytes --time --quiet -qq -qqq
dstat | --output!: -[cdgilmnprstTvafyu] -[CDINS]: --cpu --disk --net --mem --load --swap --sys --proc --io --tcp --udp --unix
  --socket --vm --time --top-cpu --top-io --top-mem --top-bio --top-latency --nocolor --noheaders --noupdate --full --bits --vmstat --all
ifstat | -[aAbhlLnqrstTvwzSdepj] -[idpot]: -#
vnstat | only -[dhmwytslqbv5e] -hg -hs -tr -ru -u! --add! --remove! --rename!: -[i]: --iface: --json --oneline --days --hours --months
  --years --weeks --short --top --live --style: --fiveminutes --hoursgraph --limit: --begin: --end: --xml --query --dbdir: operands
ipcs | -[mqsatpclub] -i: --id: --shmems --queues --semaphores --all --time --pid --creator --limits --summary --human --bytes
quota repquota | -[AFafglmpqQrstuvwvcCnOi] -[F]: --all --group --user --human-readable --raw-grace --verbose --no-autofs
  --format: --hide-device --show-mntpoint --quiet --output:
nmap | only operands -[nvdFO6R] -A? -O? -sn -sP -sT -sV -sS -sU -sL -p: -Pn -vv -T0 -T1 -T2 -T3 -T4 -T5 --open --top-ports:
  --reason -oN!: -oX!: -oG!: -oA!: -oS!: -R --host-timeout: --max-retries: --min-rate: --max-rate: -e: -iL: --traceroute -PE -PS -PU
  --version-light --max-rtt-timeout: --exclude: --packet-trace --dns-servers: --system-dns -n -6
rpcinfo | -d! -[bpsml] -[tunT]:
showmount | -[ade] --all --directories --exports --no-headers
nfsstat | -z! -[csmrnlv234] -o: -Z:: --server --client --mounts --all --list --since: --verbose
numastat | -[cmnsvz] -p:: -s::
slabtop | -o -[ds]: --delay: --once --sort:
cpufreq-info | -[cedmrglopfyms] -n
iwgetid | -[afpcrsm] --raw --ap --freq --mode --channel
systemd-detect-virt | -[cvrq] --container --vm --chroot --quiet --private-users --list
systemd-cgls | -[kalu] -[uM]: --no-pager --user-unit: --unit: --xattr --cgroup-id --all --full --machine:
systemd-cgtop | -[Pk1ptcmirbM] -[dn]: -[M]: --cpu: --recursive: --depth: --raw --batch --delay: --iterations: --order: --machine: --percentage
systemd-delta | -t: --no-pager --diff --type:
systemd-id128 | only -[pau] show boot-id machine-id invocation-id var-partition-uuid --pretty --uuid --app-specific: --no-pager
systemd-path | --suffix: --no-pager
systemd-analyze | only blame critical-chain dump time security verify calendar timespan timestamp unit-paths plot dot cat-config condition
  exit-status unit-files syscall-filter capability filesystems inspect-elf srk pcrs architectures fdstore image-policy has-tpm2
  --user --system --global --no-pager --iterations: --fuzz: --order --require --json: --man --offline: --threshold: --from-pattern:
  --to-pattern: --base-time: --profile: --quiet -q -[HM]: --recursive-errors: --tldr --no-legend --scale-svg: --detailed --table -m
loginctl | only! list-sessions list-users list-seats show-session session-status user-status show-user show-seat seat-status
  --no-pager -[alHMpPno]: -a -l --property: --value --all --full --no-legend -[no]: --lines: --output: --json: -j
timedatectl | only! status show timesync-status show-timesync list-timezones --no-pager -a --all -[pPHM]: --property: --value --monitor
hostnamectl | only! status --static --pretty --transient --no-pager --json: -j -[HM]:
localectl | only! status list-locales list-keymaps list-x11-keymap-layouts --no-pager --full -l
resolvectl | only status query statistics dns domain service openpgp tlsa show-server-state show-cache default-route llmnr mdns
  dnsovertls dnssec nta -4 -6 -[ipctC]: --interface: --protocol: --type: --class: --no-pager --legend: --cache: --raw --json: --cname:
  --search: --validate: --synthesize: --zone: --trust-anchor: --network: --service-address: --service-txt: --no-legend -j
coredumpctl | only list info --no-pager -[nSUFDM]: -[1rq] --reverse --since: --until: --quiet --json: --field: --no-legend --directory: --all -A
networkctl | only list status lldp --no-pager -[asl] --all --no-legend --stats --json: --full -n: --lines: -j
bootctl | only status list --no-pager is-installed --print-esp-path --print-boot-path --print-root-device -[pxR] --esp-path: --json: --quiet
ausearch | -[ikrle] -[ampxcftugwoh]: -ts: -te: -ui: -sc: -sv: -if: -ua: -ue: -ga: -ul: -hn: -tm: -vm: -uu: -o: -se: -su: -n: -kz --raw --input:
  --input-logs --interpret --format: --just-one --checkpoint!: --key: --message: --event: --node: --pid: --ppid: --success: --syscall:
  --start: --end: --uid: --file: --comm: --executable: --word --debug --line-buffered --extra-keys --extra-time
aureport | -[abceEfhiklmnpPrsStTuxyz] -au -cr -ma -ts: -te: -if: -nc -mm --tty --auth --avc --config --failed --success --summary --input:
  --input-logs --interpret --start: --end: --file --host --login --mods --pid --syscall --terminal --user --executable --key --event
  --escape: --integrity --log --node: --crypto --anomaly --comm --virt
auditctl | only -l -s -v
ldconfig | only -p --print-cache -v
smartctl | -t~: -s!: --set!: -o!: -S!: -X~ --test~: --smart!: --offlineauto!: --saveauto!: --abort~ -[aHiAcxV] -[ldnrvFPBfgq]: -j:: -q:
  --all --xall --health --info --attributes --capabilities --json --scan --scan-open --log: --device: --format: --get: --identify
  --nocheck: --quietmode: --badsum: --report: --tolerance: --vendorattribute: --firmwarebug: --presets: --drivedb?: -B?: --showexports
hdparm | only! operands -[iIgCtTaqv] -tT -Tt --direct
ethtool | only! operands -[iSkagclmnTPdx] --driver --statistics --show-features --show-pause --show-ring --show-coalesce
  --show-channels --module-info --show-time-stamping --show-permaddr --show-eee --show-fec --show-priv-flags --show-module --json
iwconfig | most1
ifconfig | most1 -[asv]
arp | -s!: -d!: -f!: --set! --delete! --file!: -[naevD] -[iHA]: --numeric --device: --verbose --all --hw-type:
route | only -[nevFC46] -ee --numeric --extend --verbose --fib --cache -A: --inet --inet6
sysctl | only! operands -[anNebArdxV] --all --values --names --deprecated --ignore -r: --pattern: --binary
dmesg | -C! --clear! -c! --read-clear! -D! --console-off! -E! --console-on! -n!: --console-level!: -[deHJkPprSuwWxTt] -[FflsK]: -L::
  --file: --facility: --human --json --kernel --color --level: --nopager --force-prefix --raw --noescape --syslog --buffer-size:
  --userspace --follow --follow-new --decode --show-delta --reltime --ctime --notime --time-format: --since: --until:
journalctl | --vacuum-size!: --vacuum-time!: --vacuum-files!: --rotate~ --flush~ --relinquish-var~ --smart-relinquish-var~ --sync~
  --setup-keys! --force! --update-catalog! --cursor-file!: --image?: -[kfrxeaqlmN] -[uSUnptoTgFcDMi]: -b:: -# --interval: --verify
  --verify-key: --unit: --user-unit: --lines: --since: --until: --priority: --output: --identifier: --exclude-identifier: --boot --dmesg --follow
  --reverse --catalog --pager-end --no-pager --all --quiet --grep: --case-sensitive --field: --fields --cursor: --after-cursor:
  --directory: --machine: --file: --root: --namespace: --facility: --output-fields: --disk-usage --header --list-boots --utc
  --list-catalog --dump-catalog --show-cursor --no-hostname --no-full --full --no-tail --merge --system --user --truncate-newline
  --list-namespaces --invocation: --list-invocations -I -W --list-identifiers
blkid | -g! --garbage-collect! -w!: -c?: --cache-file?: -[pilkdDhV] -[ostLUnSOuH]: --output: --match-tag: --match-token: --label: --uuid:
  --probe --info --list-one --list-filesystems --no-encoding --usages: --match-types: --size: --offset: --no-part-details --hint:
pvs vgs lvs pvdisplay vgdisplay lvdisplay | {_VOLUMES}
stern | --kubeconfig?: --config?: --template-file?: -[AtiT] -[ncsloeiEH]: --namespace: --all-namespaces --container: --since:
  --timestamps --selector: --output: --tail: --context: --exclude: --include: --template: --color: --no-follow --only-log-lines
  --exclude-container: --exclude-pod: --init-containers --container-state: --field-selector: --highlight: --timezone: --max-log-requests:
dpkg-query | -[LScfWls] -f: --list --listfiles --status --print-avail --search --show --showformat: --control-list: --control-path:
  --load-avail --no-pager -p
watchgnupg | --verbose
tput | -x -[ST]:
ipcalc ip6calc sipcalc | -[4bcngihmnprsajJv6] --all-info --json --minaddr --maxaddr --network --netmask --broadcast --prefix --addresses
  --hostname --check --ipv4 --ipv6 --split: --class --reverse-dns -s
factor | words
aa-status | --enabled --profiled --enforced --complaining --kill --special-unconfined --process-mixed --json --pretty-json --verbose --count
  --show: --filter.mode: --filter.profiles: --filter.pid: --filter.exe: -v
umask | -[Sp]
jobs | only operands -[lprsn]
wait | -[nf] -p:
cd pushd popd dirs | -# -[LPe@clpvn] +#
times |
ldd | -[druv] --data-relocs --function-relocs --unused --verbose
"""
)
