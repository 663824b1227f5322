"""Options of programs that run another command: those that are harmless, and what the others do (``options``)."""

from __future__ import annotations

WRAPPER_OPTIONS = {
    "doas": "-[ua]: -C?: -[nL] -s?",
    "nice": "-# -n: --adjustment:",
    "ionice": "-[cnpPu]: -t --class: --classdata: --pid: --pgid: --uid: --ignore",
    "nohup": "",
    "timeout": "-k: --kill-after: -s: --signal: --foreground --preserve-status -v --verbose",
    "time": "-[pvaq] -f: --format: -o!: --output!: --append --portability --quiet --verbose",
    "stdbuf": "-i: -o: -e: --input: --output: --error:",
    "setsid": "-[cfw] --fork --wait --ctty",
    "chrt": "-p? -[bforidamvR] -[TPD]: --max --batch --idle --other --fifo --rr --verbose --all-tasks",
    "taskset": "-p? -[ca] --cpu-list --all-tasks",
    "unbuffer": "-p",
    "chronic": "-v -e",
    "ts": "-[rism]",
    "faketime": "-f: -m",
    "torsocks": "",
    "proxychains": "-f?: -q",
    "proxychains4": "-f?: -q",
    "prlimit": "-p?: --pid?: --nofile: --nproc: --core: --as: -n: -u:",
    "numactl": "-[NmCipP]: -[HsalW] --hardware --show --membind: --physcpubind: --preferred: --localalloc --all --cpunodebind: --membind: --interleave: -l",
    "catchsegv": "",
    "eatmydata": "",
    "setarch": "-R -v",
    "linux64": "",
    "cgexec": "-g: --sticky",
    "runuser": "-[ugG]: --user: --group: --supp-group: --pty -P -[lmpf] --login -",
    "setpriv": "--keep-groups --reset-env --dump -d --ambient-caps: --selinux-label: --apparmor-profile: --pdeathsig: --rgid: --ruid: --egid: --euid: --securebits: --reuid: --regid: --groups: --init-groups --clear-groups --no-new-privs --inh-caps: --bounding-set:",
    "systemd-inhibit": "--what: --who: --why: --mode: --list --no-pager --no-legend",
    "aws-vault": "",
    "strace": "-[AdhVzZDn] -[UX]: -[DY] --seccomp-bpf --summary --summary-sort-by: --string-limit: --timestamps --absolute-timestamps --relative-timestamps --syscall-times --decode-fds --instruction-pointer --quiet --no-abbrev --status: --signal: --attach: -f -ff -c -C -t -tt -ttt -T -r -v -y -yy -k -q -x -xx -i -w -e: -s: -p: -P: -S: -a: -u: -b: -O: -o!: -E?: -I: "
    "--trace: --output!: --attach: --follow-forks --summary-only",
    "ltrace": "-f -c -t -tt -T -r -S -C -i -e: -s: -p: -l: -n: -o!: -u: -a: -x: -F?:",
    "fakeroot": "-u -l?: -s!: -i: -b:",
    "gosu": "",
    "su-exec": "",
    "pkexec": "--disable-internal-agent --user: -u:",
    "unshare": "-m -u -i -n -p -U -C -T -f -r -c --mount --uts --ipc --net --pid --user --cgroup --time --fork --map-root-user "
    "--kill-child --mount-proc --propagation: --setgroups: -S: -G: -R?: --root?: -w:",
}
SUDO_OPTIONS = (
    "-u: --user: -g: --group: -h: --host: -p: --prompt: -C: -c: -r: --role: -t: --type: -T: --command-timeout: -U: "
    "--other-user: -R?: --chroot?: -D: --chdir: -e! --edit! -n -E -H -k -K -l -v -V -b -A? -S -i -s -B -P --login --shell "
    "--non-interactive --preserve-env --set-home --list --validate --background --stdin --reset-timestamp --remove-timestamp --no-update -N --bell --close-from: --help"
)
