"""Which module of ``programs`` knows a program: only that one is loaded. ``tests/guard/test_index.py`` holds it true."""

from __future__ import annotations

_OF_MODULE = {
    "read_only": """
: aa-status ac acpi apropos arch arp arping auditctl aureport ausearch b2sum b3sum base32 basename bc blkid
bootctl break bzcat bzcmp bzdiff bzegrep bzfgrep bzgrep cal caller cat cd chronyc cksum cmp colordiff column
comm continue coredumpctl cpufreq-info cpuid crc32 cut date delv df diff diff3 dig dir dirname dirs dmesg
dmidecode dpkg-query drill dstat du duf dust echo egrep ethtool exa exit expand expr eza factor faillog false
fgrep file findmnt finger fmt fold fping free fuser getcap getconf getenforce getent getfacl getfattr grep
groups hd hdparm head hexdump host hostid hostname hostnamectl hwinfo id ifconfig ifstat inxi iostat iotop
ip6calc ipcalc ipcs iwconfig iwgetid jobs join journalctl jq kdig last lastb lastlog ldconfig ldd less locale
localectl locate loginctl logname look ls lsattr lsb_release lsblk lscpu lsd lshw lsinitramfs lsipc lslocks
lslogins lsmem lsmod lsns lsof lspci lsscsi lstopo lsusb lvdisplay lvs lz4cat lzcat md5sum mdstat mlocate
modinfo more mountstats mpstat mtr namei ncal ncdu netstat networkctl nfsiostat nfsstat nl nmap nproc nslookup
ntpq ntpstat numastat numfmt nvidia-smi nvme-list od paste pathchk pgrep pidof pidstat ping ping4 ping6 pinky
plocate pmap popd pr ps pstree pushd pvdisplay pvs pwd pwdx quota readlink realpath repquota resolvectl return
rev rgrep route rpcinfo runlevel ruptime sar sdiff sensors seq sestatus sha1sum sha224sum sha256sum sha384sum
sha512sum shift showmount sipcalc slabtop sleep smartctl sort ss sshd stat stern strings stty sum sysctl
systemd-analyze systemd-cgls systemd-cgtop systemd-delta systemd-detect-virt systemd-id128 systemd-path tac tail
timedatectl times tput tr tracepath tracepath6 traceroute traceroute6 tracert tree true tsort tty turbostat
umask uname unexpand uniq uptime uptimed users vdir vgdisplay vgs vmstat vnstat w wait watchgnupg wc whatis
whereis which who whoami whois xxd xzcat xzcmp xzdiff xzegrep xzfgrep xzgrep yes zcat zcmp zdiff zegrep zfgrep
zgrep zipinfo zpool-status zstdcat zstdgrep
""",
    "interpreters": """
R Rscript ant awk bpftrace bun busybox-sh cargo cc clang cmake code crontab-e dc deno ed elixir emacs
emacsclient erl g++ gawk gcc gcore gdb ghc gjs go gradle groovy gsed guile helix hx info ipython java jcmd jinfo
jmap joe jshell jstack julia just lua luajit m4 make man mawk mcedit micro mvn nano nawk ne ninja node nodejs
npx nvim osascript perl php pico pipx pnpx powershell pwsh python python2 python3 python3.10 python3.11
python3.12 python3.13 python3.9 racket rake ruby rustc rvim sbcl scala sed stap sudoedit systemtap task tcc
tclsh uvx vi view vigr vim vimdiff xdotool xmllint yq
""",
    "files": """
7z 7za 7zr ack ag ar base64 bat batcat bleachbit bsdtar bunzip2 bzip2 chattr chcon chgrp chmod chown compress cp
cpio cronolog csplit dd dd_rescue ddrescue dos2unix ex fallocate fd fdfind fdupes find gfind gtar gunzip gzexe
gzip iconv install link ln lsyncd lz4 lzma mkdir mkfifo mknod mktemp mmv msgfmt mv patch pax pbzip2 pigz ptx rar
rclone-purge rdfind rename rename.ul restic-forget restorecon rg rm rmdir rmlint rsync savelog scp semanage
setcap setfacl setfattr setsebool sftp shred split sponge srm ssh-copy-id stow tar tee tic tmpreaper tmpwatch
touch trash trash-put truncate uncompress unison unix2dos unlink unlz4 unlzma unrar unxz unzip unzstd updatedb
wipe xz zip zstd
""",
    "services": """
apache2ctl apachectl caddy chkconfig crm_mon cupsctl dinitctl doveadm exim fail2ban-client gitlab-ctl halt
haproxy httpd init initctl invoke-rc.d kexec kill killall killall5 lpstat mailq monit named-checkconf
named-checkzone newaliases nginx openresty pcs php-fpm pihole pkill pm-suspend pm2 postconf postfix postqueue
postsuper poweroff rc-service rc-status rc-update reboot rndc rtcwake s6-svc s6-svstat service shutdown skill
start-stop-daemon supervisorctl sv svstat systemctl telinit traefik unbound-checkconf unbound-control
update-rc.d varnishstat wall xkill
""",
    "containers": """
buildah crictl ctr docker docker-compose nerdctl podman podman-compose skopeo
""",
    "kubernetes": """
argocd calicoctl cilium cmctl flux helm helmfile istioctl k3s k9s kn kops kube-capacity kubeadm kubectl kubectx
kubens kubent kustomize linkerd microk8s minikube oc pluto popeye rke2 talosctl tkn velero
""",
    "rollouts": """
ansible ansible-doc ansible-galaxy ansible-inventory ansible-lint ansible-playbook ansible-pull chef-client
nomad packer pulumi puppet terraform terragrunt tofu
""",
    "virtual_machines": """
ha-manager incus k3d kind lxc lxc-destroy lxc-freeze lxc-info lxc-ls lxc-start lxc-stop lxc-unfreeze multipass
pct proxmox-backup-client proxmox-backup-manager pveceph pvecm pvesh pvesm pveversion qm vagrant virsh vzdump
""",
    "brokers": """
amtool consul etcdctl kafka-consumer-groups kafka-consumer-groups.sh kafka-topics kafka-topics.sh ldapadd
ldapdelete ldapmodify ldappasswd ldapsearch logcli memcached-tool memcstat mosquitto_sub nats promtool
rabbitmq-diagnostics rabbitmq-plugins rabbitmqadmin rabbitmqctl vault
""",
    "packages": """
add-apt-repository apk apt apt-cache apt-config apt-file apt-get apt-key apt-mark aptitude brew checkrestart
checkupdates composer deborphan debsecan debsums dkms dnf dnf5 do-release-upgrade dpkg dpkg-reconfigure dracut
emerge flatpak fwupdate fwupdmgr gem grub-install grub2-install microdnf mkinitcpio mkinitramfs nala npm opkg
pacman paru pip pip2 pip3 pkg pnpm rpm snap tdnf unattended-upgrade unattended-upgrades update-grub update-grub2
update-initramfs uv yarn yay yum zypper
""",
    "network": """
acme.sh apcaccess apprise birdc brctl bridge certbot chronyd conntrack dhclient dhcpcd etherwake grpcurl ifdown
ifreload ifup ip iperf3 ipmitool iw nc nc.openbsd nc.traditional ncat netcat netplan ngrep nm-online nmcli
nsupdate ntpdate openssl rfkill snmpbulkwalk snmpget snmpgetnext snmpset snmptable snmpwalk socat speedtest
speedtest-cli step tailscale tc tcpdump telnet tshark upsc upscmd vtysh wakeonlan wg wg-quick zerotier-cli
""",
    "storage": """
arc_summary arcstat badblocks blkdiscard borg borgmatic btrfs btrfstune ceph cfdisk cgdisk cryptsetup debugfs
dmsetup dumpe2fs e2fsck e2label e4defrag eject exportfs fdformat fdisk fsck fsck.ext3 fsck.ext4 fsck.vfat
fsck.xfs fstrim fusermount fusermount3 gdisk gluster growpart hdparm-set iscsiadm kpartx losetup lvchange
lvconvert lvcreate lvextend lvreduce lvremove lvrename lvresize mdadm megacli mke2fs mkfs mkfs.btrfs mkfs.ext2
mkfs.ext3 mkfs.ext4 mkfs.f2fs mkfs.fat mkfs.ntfs mkfs.vfat mkfs.xfs mkswap mount multipath nbd-client nvme
parted partprobe photorec pvcreate pvmove pvremove pvresize quotaoff quotaon rados rbd rclone resize2fs restic
sanoid setquota sfdisk sg_format sgdisk snapper snapraid storcli swapoff swapon sync syncoid targetcli testdisk
tune2fs umount vgchange vgcreate vgextend vgreduce vgremove vgrename wipefs xfs_admin xfs_growfs xfs_info
xfs_repair zdb zfs zpool
""",
    "system": """
aa-complain aa-disable aa-enforce aa-remove-unknown addgroup adduser alternatives apparmor_parser at atq atrm
auditd authselect batch cgcreate cgdelete cgset chage chfn chntpw chpasswd chsh claudeops cpupower crontab
debconf-set-selections delgroup deluser depmod dpkg-divert dpkg-statoverride edquota efibootmgr faillock gpasswd
gpg gpg2 groupadd groupdel groupmod grpconv grub-mkconfig grub2-mkconfig grub2-set-default grubby hwclock insmod
ionice-set kdumpctl loadkeys localedef logger logrotate mesg modprobe newgrp newusers pam-auth-update pam_tally2
passwd pwconv pwunconv renice rmmod setenforce setfont setterm ssh-add ssh-keygen ssh-keyscan swaplabel
systemd-cat systemd-firstboot systemd-machine-id-setup systemd-resolve systemd-sysusers systemd-tmpfiles
sysusers timedatectl-set tuned-adm tzselect update-alternatives update-ca-certificates update-ca-trust
update-locale update-motd update-rc useradd userdel usermod vipw visudo
""",
    "databases": """
clickhouse clickhouse-client clusterdb cockroach cqlsh createdb createuser dropdb dropuser influx initdb
keydb-cli mariadb mariadb-admin mariadb-dump mongo mongodump mongoimport mongorestore mongosh mongostat mongotop
mysql mysqladmin mysqlcheck mysqldump mysqlimport nodetool patronictl pg_config pg_controldata pg_ctl
pg_ctlcluster pg_dump pg_dumpall pg_isready pg_lsclusters pg_resetwal pg_restore pg_rewind pg_upgrade pgbench
psql redis-cli reindexdb repmgr sqlite3 vacuumdb valkey-cli
""",
    "clouds": """
age aws az bw chamber civo cloud-init doctl doppler eb eksctl exo fly flyctl gcloud gh gopass gsutil hcloud
heroku ibmcloud infisical keyctl kubeseal linode-cli lpass mc oci op openstack pass railway rbw s3cmd scw
secret-tool security sops upcloud vercel vultr-cli wrangler yc
""",
    "firewalls": """
arptables arptables-save ebtables ebtables-save firewall-cmd ip6tables ip6tables-restore ip6tables-save ipset
iptables iptables-legacy iptables-legacy-save iptables-nft iptables-nft-save iptables-restore iptables-save nft
ufw
""",
    "remote": """
ssh sshpass
""",
    "builtins": """
[ alias bind compgen complete declare disown enable export fc getopts hash help history let local mapfile
printenv printf read readarray readonly set shopt test trap type typeset ulimit unalias unset
""",
    "web": """
curl http https wget xh
""",
    "developer_tools": """
aide btop cf clamscan ctop exiftool ffmpeg ffprobe filebeat git glances goaccess grype ha hadolint hg htop
htpasswd intel_gpu_top jc jsonlint lazydocker lnav lynis mail mailx mediainfo mutt occ qrencode radeontop
rkhunter rocm-smi screen sendmail shellcheck svn syft tdarr telegraf tmux top trivy vector wp yamllint
zabbix_agentd zabbix_get zellij
""",
    "system_inspection": """
ansible-config hddtemp kcat multitail needrestart needs-restarting nm objdump openvpn readelf size
""",
    "xargs_and_find": """
parallel xargs
""",
    "wrappers": """
. arch-chroot ash at-now autossh aws-vault bash builtin busctl busybox bwrap capsh catchsegv cgexec chronic
chroot chrt clush command csh dash dbus-run-session dbus-send doas dsh eatmydata entr env eval exec expect fab
fakeroot faketime firejail fish flock gdbus gosu incrontab inotifywait-exec ionice ksh linux64 ltrace machinectl
mksh mosh nice nohup nsenter numactl pdsh pkexec prlimit proxychains proxychains4 pssh qemu-system-x86_64 rbash
run-parts runuser rush script sem setarch setpriv setsid sh source start stdbuf strace su su-exec sudo
systemd-inhibit systemd-run taskset tcsh time timeout torsocks toybox ts unbuffer unshare watch xvfb-run yash
zsh
""",
    "product_inspection": """
VBoxManage asterisk barman check_apt check_disk check_dns check_icmp check_load check_mailq check_mk_agent
check_ntp_time check_ping check_procs check_ssh check_swap check_tcp check_uptime check_users cscli csf drbdadm
drush duplicity esxcli glab govc grafana-cli kafka-acls kafka-acls.sh kafka-broker-api-versions
kafka-broker-api-versions.sh kafka-configs kafka-configs.sh kafka-features kafka-features.sh kafka-get-offsets
kafka-get-offsets.sh kafka-log-dirs kafka-log-dirs.sh kafka-reassign-partitions kafka-reassign-partitions.sh
kafka-server-stop kafka-server-stop.sh keytool kubeconform lldpcli lldpctl mysqlshow netdata nut-scanner
ovs-dpctl ovs-ofctl ovs-vsctl pgbackrest pveperf racadm rsnapshot salt salt-call salt-key salt-run smbstatus
squid testparm tflint tfsec varnishadm vboxmanage vim-cmd wal-g xl zkCli zkCli.sh zookeeper-server-stop
zookeeper-server-stop.sh
""",
}
MODULE_OF = {name: module for module, names in _OF_MODULE.items() for name in names.split()}
