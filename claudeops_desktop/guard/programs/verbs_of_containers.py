"""The verbs of docker, podman and compose with their effects, and which of their options are harmless (``subcommand_tables``)."""

from __future__ import annotations

_BEFORE = "-H: --host: -c: --context: --config?: -l: --log-level: --url: --connection: --root?: --runroot?: --tlscacert: --tlscert: --tlskey: --storage-opt?: --hooks-dir?: --conmon?: --runtime?: --cgroup-manager: --events-backend: --module?:"

DOCKER = f"""
* {_BEFORE} -D --debug --tls --tlsverify --remote -r --syslog --noout --transient-store --events-backend: --volumepath: --imagestore: --out?: --identity: --ssh: --address: -a: --data-root: -n: --snapshotter: --cni-path: --insecure-registry --hosts-dir:
read ps images inspect logs top stats port version info diff events history search wait ls context.ls context.show context.inspect
read container.ls container.list container.ps container.inspect container.logs container.top container.stats container.port container.diff container.wait
read image.ls image.list image.inspect image.history image.tree volume.ls volume.list volume.inspect network.ls network.list network.inspect system.df system.info system.events
read node.ls node.ps node.inspect service.ls service.ps service.inspect service.logs stack.ls stack.ps stack.services secret.ls config.ls
read manifest.inspect buildx.ls buildx.inspect buildx.du buildx.version plugin.ls plugin.inspect pod.ps pod.ls pod.inspect pod.logs pod.top pod.stats builder.du trust.inspect healthcheck.run scout.version model.ls model.ps
read container.exists image.exists volume.exists network.exists pod.exists secret.inspect system.connection.ls machine.ls machine.info machine.inspect
restart restart start unpause container.restart container.start container.unpause pod.restart pod.start pod.unpause machine.start container.restore
stop stop kill pause container.stop container.kill container.pause pod.stop pod.kill pod.pause machine.stop network.disconnect container.checkpoint
host load import image.load image.import plugin.install plugin.upgrade plugin.enable swarm.init swarm.join play.kube kube.play quadlet.install pod.clone
disclose push image.push manifest.push swarm.join-token config.inspect stack.config generate.systemd generate.kube kube.generate swarm.unlock-key context.export
redeploy run create pull build update rename commit container.run container.create container.update container.rename container.commit image.pull image.build buildx.build buildx.bake buildx.create buildx.use builder.build
redeploy volume.create network.create network.connect service.create service.update service.scale service.rollback stack.deploy stack.up swarm.update node.update node.promote node.demote config.create secret.create tag image.tag
redeploy pod.create auto-update container.clone manifest.create plugin.set
destructive rm rmi container.rm container.remove container.prune image.rm image.remove image.prune volume.rm volume.remove volume.prune network.rm network.remove network.prune system.prune builder.prune buildx.rm buildx.prune service.rm stack.rm stack.down
destructive swarm.leave swarm.ca node.rm secret.rm config.rm plugin.rm plugin.disable context.rm context.use context.create context.update pod.rm pod.prune system.reset volume.import machine.rm machine.set manifest.rm cp container.cp export save image.save container.export system.migrate system.renumber kube.down play.down logout untag
unknown exec container.exec attach container.attach login unshare mount machine.ssh
@ps,container.ls,container.list,container.ps -f: --filter: --format: -n: --last:
@history,image.history --no-trunc$ --format: -q -H
@logs,container.logs,service.logs -n: --tail: --since: --until:
@stop,restart,container.stop,container.restart,pod.stop,pod.restart -t: --time: --timeout: -s: --signal:
@kill,container.kill,pod.kill -s: --signal: -a --all
@start,container.start -a -i --attach --interactive --detach-keys: --checkpoint: --checkpoint-dir:
@rm,container.rm -f -v -l
@scale,service.scale -d
@service.create,service.update --name: --env: -e: --publish: -p: --mount: --network: --mode: --image: --cap-add: --host-add: --user: --env-add: --env-rm: --limit-cpu: --limit-memory: --replicas: --update-delay: --mount-add: --constraint-add: --args: --publish-add: --label-add: --secret-add: --config-add: --network-add: --reserve-memory: --force -d --detach --with-registry-auth
@stack.deploy,stack.up -c: --compose-file: --orchestrator: --resolve-image:
@build,image.build,buildx.build,builder.build -t: --tag: -f: --file: -o!: --output!: --build-arg: --network: --allow^: --target: --platform: --secret$: --ssh$: --build-context: --iidfile!: --metadata-file!: --label: --cache-from: --cache-to: --progress: --builder: --add-host: --security-opt^: -v^: --volume^: --device^: --cap-add^:
@volume.create -o: --opt: -d: --driver: --label: --name:
@update,container.update --memory: -m: --cpus: --restart: --memory-swap: -c: --cpu-shares: --pids-limit: --cpuset-cpus:
@pull,image.pull --platform:
@load,image.load -i: --input: -q --quiet
@node.update --availability: --role: --label-add: --label-rm:
@secret.inspect --showsecret$ -f: --format: --pretty
@save,image.save,export,container.export -o!: --output!:
@inspect,container.inspect,image.inspect,volume.inspect,network.inspect,service.inspect,node.inspect,pod.inspect -f: --format: --type:
@stats,container.stats --format: --no-stream -a
@images,image.ls -f: --filter: --format:
@events,system.events -f: --filter: --format: --since: --until:
@info,system.info,version -f: --format:
@search -f: --filter: --format: --limit:
@manifest.inspect -v --insecure
@generate.systemd -n -f! --files!
@buildx.inspect --bootstrap~ --builder:
@pod.create --name: --network: --pid: --ipc: --userns: -v: --volume: --device: --security-opt: -p: --publish: --share:
%auto-update --dry-run
@ps,container.ls,container.list,container.ps -[aqlsn] --all --quiet --latest --size --no-trunc --noheading --sort: --pod -p --sync --namespace --ns -w: --watch: --external
@images,image.ls,image.list -[aqns] --all --quiet --no-trunc --digests --digest --noheading --sort: --history --tree --names -n
@history,image.history --human --quiet --no-trunc$ --platform:
@logs,container.logs,service.logs,pod.logs -[ft] --follow --timestamps --details --no-trunc --no-task-ids --no-resolve --raw --latest -l --names --color -c:
@stats,container.stats,pod.stats --all --no-stream --no-trunc --interval: -i: --no-reset --latest -l --format:
@top,container.top,pod.top -[AaNdefFHjlLmMTVwyZcxrnS] -[CGgopqstuUk]: --latest --sort: --no-headers
@events,system.events --stream --no-trunc
@inspect,container.inspect,image.inspect,volume.inspect,network.inspect,service.inspect,node.inspect,pod.inspect,buildx.inspect,context.inspect,plugin.inspect,system.connection.ls -s --size --pretty -v --verbose -l --latest -a --all
@volume.ls,volume.list,network.ls,network.list,secret.ls,config.ls,node.ls,service.ls,stack.ls,context.ls,plugin.ls,pod.ps,pod.ls,machine.ls,buildx.ls,model.ls -[qn] --quiet --no-trunc -f: --filter: --format: --noheading --sort: --all -a --ctr-names --ctr-ids --ctr-status --ns --latest
@node.ps,service.ps,stack.ps,stack.services -[q] --quiet --no-trunc --no-resolve -f: --filter: --format:
@system.df,builder.du,buildx.du -v --verbose --format: --filter:
@search --no-trunc --automated --stars: --list-tags --compatible
@diff,container.diff --format:
@port,container.port -a --all -l --latest
@wait,container.wait --condition: -i: --interval: --ignore -l
@container.exists --external
@manifest.inspect --tls-verify --authfile: --cert-dir:
@version --format: -f:
@restart,container.restart,pod.restart -a --all -l --latest --running -f: --filter: --cidfile: --time:
@start,container.start,unpause,container.unpause,pod.start,pod.unpause --all -l --latest -f: --filter: --sig-proxy --cidfile:
@stop,kill,pause,container.stop,container.kill,container.pause,pod.stop,pod.kill,pod.pause -a --all -l --latest -f: --filter: --cidfile: -i --ignore
@rm,container.rm,rmi,image.rm,volume.rm,network.rm,pod.rm,system.prune,image.prune,container.prune,volume.prune,network.prune,builder.prune,buildx.prune,container.remove,image.remove,pod.prune -[fvlai] --force --volumes --link --all --filter: --no-prune --ignore --time: -t: --cidfile: --depend --keep-storage: --external --no-trunc --max-used-space:
@update,container.update --cpuset-mems: --memory-reservation: --blkio-weight: --cpu-period: --cpu-quota: --kernel-memory: --health-cmd: --log-driver: --cpu-rt-period: --cpu-rt-runtime:
@commit,container.commit -a: --author: -m: --message: -p --pause --change: -c:
@pull,image.pull -[aq] --all-tags --quiet --disable-content-trust --tls-verify --authfile: --policy: --retry: --arch: --os:
@push,image.push -[aq] --all-tags --quiet --disable-content-trust --platform: --tls-verify --authfile: --creds: --format:
@build,image.build,buildx.build,builder.build -[q] --no-cache --pull --quiet --rm --force-rm --squash --compress --load --push --no-cache-filter: --shm-size: --memory: -m: --ulimit: --isolation: --annotation: --attest: --provenance: --sbom: --format: --layers --check --debug --call: --cpuset-cpus: --add-host: --tls-verify --jobs: --arch: --os: --ignorefile: --pull: --memory-swap: --disable-content-trust --no-hosts
@buildx.bake -f: --file: --set: --push --load --no-cache --print --pull --progress: --call: --check
@buildx.create,buildx.use --name: --use --driver: --driver-opt: --platform: --bootstrap --node: --default --global
@volume.create,network.create --subnet: --gateway: --ip-range: --attachable --internal --ipv6 --scope: --aux-address: --ipam-driver: --ipam-opt: -o: --opt: -d: --driver: --label: --ingress --config-only --config-from: --disable-dns --dns: --interface-name: --ignore
@network.connect --alias: --ip: --ip6: --link: --driver-opt:
@network.disconnect -f --force
@service.create,service.update --replicas-max-per-node: --restart-condition: --restart-delay: --update-parallelism: --update-order: --update-failure-action: --rollback --label: -l: --hostname: --constraint: --secret: --config: --limit-pids: --log-driver: --log-opt: --health-cmd: --stop-grace-period: --endpoint-mode: --dns: --quiet -q --no-resolve-image --network-rm: --publish-rm: --mount-rm: --label-rm: --secret-rm: --config-rm: --update-monitor: --workdir: -w: --entrypoint: --restart-max-attempts: --placement-pref: --group: --constraint-rm: --reserve-cpu: -t --tty --init --read-only
@service.rollback,service.scale -d --detach -q --quiet
@stack.deploy,stack.up --prune --with-registry-auth -d --detach -q --quiet
@stack.rm,stack.down -d --detach
@service.rm -f
@swarm.update,swarm.join-token,swarm.unlock-key --autolock --task-history-limit: --cert-expiry: --rotate? -q --quiet
@swarm.leave -f --force
@config.create,secret.create -l: --label: -d: --driver: --template-driver:
@tag,image.tag --tls
@load,image.load --platform:
@save,image.save --format: -m --multi-image-archive --platform: -q
@cp,container.cp -a --archive -L --follow-link -q --quiet --overwrite
@auto-update --dry-run --rollback --format: --authfile:
@pod.create --infra --label: -l: --hostname: --share: --infra-image: --replace --memory: --cpus: --restart: --add-host: --dns: --ip: --subuidname:
@kube.play,play.kube --network: --replace --start --down --configmap: --log-driver: --build
@generate.systemd,generate.kube,kube.generate -n --name --new --restart-policy: -t: --time: --container-prefix: --pod-prefix: --after: --wants: --requires: --no-header --format: --stop-timeout: --start-timeout: -s --service
@login,logout -u: --username: --password-stdin -a --all
@context.use,context.create,context.update,context.rm --docker: --description: -f --force
@plugin.install,plugin.enable,plugin.upgrade,plugin.disable,plugin.rm --grant-all-permissions --alias: --disable -f --force --timeout:
@rename,container.rename --tls
"""

COMPOSE = """
* -f: --file: -p: --project-name: --project-directory: --env-file: --profile: --ansi: --progress: --parallel: -H: --host: --context: -c: --log-level: --dry-run --compatibility --all-resources --no-ansi --verbose -v --tls --tlscacert: --tlscert: --tlskey: --tlsverify --skip-hostname-check --podman-args?: --no-pod --in-pod: -t:
read ps logs images ls top port version config events convert stats volumes wait
restart restart start unpause
stop stop kill pause
disclose push publish
redeploy up pull build create scale run watch
destructive down rm cp export commit
unknown exec attach alpha bridge
@ps --format: --filter: --status: --orphans
@logs -n: --tail: --since: --until: --index:
@config,convert -o!: --output!: --format: --hash: --lock-image-digests --environment$ --services --images --volumes --profiles --networks --models -q --quiet --variables
@restart,stop -t: --timeout:
@kill -s: --signal:
@up -t: --timeout: --scale: --exit-code-from: --attach: --no-attach: --pull: --wait-timeout: --menu:
@down -t: --timeout: --rmi:
@port --protocol: --index:
@top,images,ls --format: --filter:
@pull --policy: --ignore-pull-failures
@build --build-arg: --builder: -m: --memory: --ssh:
@ps -[aq] --all --quiet --services --no-trunc --orphans
@logs -[ft] --follow --timestamps --no-color --no-log-prefix
@ls -[aq] --all --quiet --format: --filter:
@images,volumes -q --quiet --format:
@stats -a --all --no-stream --no-trunc --format:
@events --json --since: --until:
@version -f: --format: --short
@config,convert --no-interpolate --no-normalize --no-path-resolution --no-consistency --resolve-image-digests --no-env-resolution --locked
@restart --no-deps
@wait --down-project
@up -[dVym] --detach --build --no-build --force-recreate --no-recreate --no-deps --remove-orphans --wait --always-recreate-deps --renew-anon-volumes --abort-on-container-exit --abort-on-container-failure --attach-dependencies --no-color --no-log-prefix --no-start --quiet-pull --quiet-build --timestamps --watch -w -y --yes
@down -v --volumes --remove-orphans
@pull -q --quiet --include-deps --parallel --no-parallel
@build --no-cache --pull -q --quiet --force-rm --with-dependencies --push --compress --print --check --progress: --provenance: --sbom: --parallel --no-rm
@create --build --no-build --force-recreate --no-recreate --remove-orphans --pull: --quiet-pull --scale: -y
@scale --no-deps
@rm -[fsva] --force --stop --volumes
@kill --remove-orphans
@push -q --quiet --include-deps --ignore-push-failures
@watch --no-up --quiet --prune
@top,port --tls
@run -[d] --rm
@cp -a --archive -L --follow-link --index: --all
@start --wait --wait-timeout:
@export -o!: --output!: --index:
@commit -a: --author: -m: --message: -c: --change: -p --pause --index:
"""

RUN_OPTIONS = (
    "-a: -c: -e: -h: -l: -m: -p: -u: -v: -w: --add-host: --annotation: --attach: --blkio-weight: --cap-add: --cap-drop: "
    "--cgroup-parent: --cgroupns: --cidfile: --cpu-period: --cpu-quota: --cpu-shares: --cpus: --cpuset-cpus: "
    "--cpuset-mems: --detach-keys: --device: --dns: --dns-search: --domainname: --entrypoint: --env: --env-file: "
    "--expose: --gpus: --group-add: --health-cmd: --health-interval: --health-retries: --health-timeout: --hostname: "
    "--ip: --ipc: --isolation: --label: --label-file: --link: --log-driver: --log-opt: --mac-address: --memory: "
    "--memory-swap: --mount: --name: --network: --network-alias: --net: --oom-score-adj: --pid: --pids-limit: "
    "--platform: --publish: --pull: --restart: --runtime: --security-opt: --shm-size: --stop-signal: --stop-timeout: "
    "--storage-opt: --sysctl: --tmpfs: --ulimit: --user: --userns: --uts: --volume: --volume-driver: --volumes-from: "
    "--workdir: --pod: --secret: --systemd: --arch: --os: --requires: --sdnotify: --tz: --umask: --authfile: -[ditPqVTQ] --detach "
    "--init --interactive --no-healthcheck --oom-kill-disable --privileged --publish-all --quiet --read-only --rm --sig-proxy --tty "
    "--replace --no-hosts --rmi --tls-verify --passwd --http-proxy --ip6: --link-local-ip: --health-start-period: --health-start-interval: "
    "--health-on-failure: --device-read-bps: --device-write-bps: --memory-reservation: --memory-swappiness: --kernel-memory: --dns-option: "
    "--dns-opt: --disable-content-trust --cpu-rt-period: --cpu-rt-runtime: --blkio-weight-device: --device-cgroup-rule: --uidmap: --gidmap: "
    "--no-deps --no-TTY --service-ports --use-aliases --build --remove-orphans --quiet-pull --quiet-build --env-from-file: -y --yes --pull: "
    "--timeout: --label-file: --log-opt: --oom-score-adj: --hostuser: --group-entry: --passwd-entry: --subuidname: --subgidname: --unsetenv: "
    "--unsetenv-all --rootfs --image-volume: --pidfile: --stop-timeout: --cgroups: --cgroup-conf: --conmon-pidfile: --env-host --env-merge: "
    "--init-path: --chrootdirs: --decryption-key: --rdt-class: --shm-size-systemd: --preserve-fds: --preserve-fd: --personality: --variant:"
)

EXEC_OPTIONS = (
    "-[ditTl] --detach --detach-keys: -e: --env: --env-file: -u: --user: -w: --workdir: --index: --privileged --interactive --tty "
    "--no-TTY --no-tty --latest --preserve-fds: --cidfile:"
)
