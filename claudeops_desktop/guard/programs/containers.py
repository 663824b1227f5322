"""Containers and virtual machines: docker, podman, compose, and what keeps machines."""

from __future__ import annotations

from ..call import Call, Understand
from ..container_targets import (
    compose_place,
    compose_services,
    container_targets,
    engine_host,
    image_name,
    inside_container,
    on_host,
)
from ..options import options, scan
from ..parts import READ, REDEPLOY, UNKNOWN, Part, of
from ..targets import CONTAINER, Target, targets
from ..tree import by_verb, find_verb, told, tree
from ..words import Word

_BEFORE = "-H: --host: -c: --context: --config?: -l: --log-level: --url: --connection: --root?: --runroot?: --tlscacert: --tlscert: --tlskey: --storage-opt?: --hooks-dir?: --conmon?: --runtime?: --cgroup-manager: --events-backend: --module?:"
_DOCKER = f"""
* {_BEFORE}
read ps images inspect logs top stats port version info diff events history search wait ls context.ls context.show context.inspect
read container.ls container.list container.ps container.inspect container.logs container.top container.stats container.port container.diff container.wait
read image.ls image.list image.inspect image.history image.tree volume.ls volume.list volume.inspect network.ls network.list network.inspect system.df system.info system.events
read node.ls node.ps node.inspect service.ls service.ps service.inspect service.logs stack.ls stack.ps stack.services stack.config secret.ls config.ls config.inspect
read manifest.inspect buildx.ls buildx.inspect buildx.du buildx.version plugin.ls plugin.inspect pod.ps pod.ls pod.inspect pod.logs pod.top pod.stats builder.du trust.inspect healthcheck.run scout.version model.ls model.ps
read container.exists image.exists volume.exists network.exists pod.exists secret.inspect system.connection.ls machine.ls machine.info machine.inspect
restart restart start stop kill pause unpause container.restart container.start container.stop container.kill container.pause container.unpause pod.restart pod.start pod.stop pod.kill pod.pause pod.unpause machine.start machine.stop
redeploy run create pull build load import update rename commit container.run container.create container.update container.rename container.commit image.pull image.build image.load image.import buildx.build buildx.bake buildx.create buildx.use builder.build
redeploy volume.create network.create network.connect network.disconnect service.create service.update service.scale service.rollback stack.deploy stack.up swarm.init swarm.join swarm.update node.update node.promote node.demote config.create secret.create plugin.install plugin.upgrade plugin.enable tag image.tag
redeploy pod.create play.kube kube.play generate.systemd auto-update container.clone push image.push manifest.create manifest.push plugin.set quadlet.install container.checkpoint container.restore
destructive rm rmi container.rm container.remove container.prune image.rm image.remove image.prune volume.rm volume.remove volume.prune network.rm network.remove network.prune system.prune builder.prune buildx.rm buildx.prune service.rm stack.rm stack.down
destructive swarm.leave swarm.ca swarm.unlock-key node.rm secret.rm config.rm plugin.rm plugin.disable context.rm context.use context.create context.update pod.rm pod.prune system.reset volume.import machine.rm machine.set manifest.rm cp container.cp export save image.save container.export system.migrate system.renumber kube.down play.down logout untag
unknown exec container.exec attach container.attach login unshare mount machine.ssh
@ps,container.ls,container.list,container.ps -f: --filter: --format: -n: --last:
@logs,container.logs,service.logs -n: --tail: --since: --until:
@stop,restart,container.stop,container.restart,pod.stop,pod.restart -t: --time: --timeout: -s: --signal:
@kill,container.kill,pod.kill -s: --signal:
@start,container.start -a -i --attach --interactive --detach-keys: --checkpoint: --checkpoint-dir:
@rm,container.rm -f -v -l
@scale,service.scale -d
@service.update --image: --env-add: --env-rm: --limit-cpu: --limit-memory: --replicas: --update-delay: --mount-add: --constraint-add: --args: --publish-add: --label-add: --secret-add: --config-add: --network-add: --reserve-memory:
@stack.deploy,stack.up -c: --compose-file: --orchestrator: --resolve-image:
@update,container.update --memory: -m: --cpus: --restart: --memory-swap: -c: --cpu-shares: --pids-limit: --cpuset-cpus:
@pull,image.pull --platform:
@load,image.load -i: --input: -q --quiet
@node.update --availability: --role: --label-add: --label-rm:
@secret.inspect --showsecret? -f: --format: --pretty
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
%auto-update --dry-run
"""
_COMPOSE = """
* -f: --file: -p: --project-name: --project-directory: --env-file: --profile: --ansi: --progress: --parallel: -H: --host: --context: -c: --log-level: --dry-run
read ps logs images ls top port version config events convert stats volumes wait
restart restart start stop kill pause unpause
redeploy up pull build create scale run push watch publish
destructive down rm cp export commit
unknown exec attach alpha bridge
@ps --format: --filter: --status: --orphans
@logs -n: --tail: --since: --until: --index:
@config,convert -o!: --output!: --format: --hash: --lock-image-digests
@restart,stop -t: --timeout:
@kill -s: --signal:
@up -t: --timeout: --scale: --exit-code-from: --attach: --no-attach: --pull: --wait-timeout: --menu:
@down -t: --timeout: --rmi:
@port --protocol: --index:
@top,images,ls --format: --filter:
@pull --policy: --ignore-pull-failures
@build --build-arg: --builder: -m: --memory: --ssh:
"""
_RUN = (
    "-a: -c: -e: -h: -l: -m: -p: -u: -v: -w: --add-host: --annotation: --attach: --blkio-weight: --cap-add: --cap-drop: "
    "--cgroup-parent: --cgroupns: --cidfile: --cpu-period: --cpu-quota: --cpu-shares: --cpus: --cpuset-cpus: "
    "--cpuset-mems: --detach-keys: --device: --dns: --dns-search: --domainname: --entrypoint: --env: --env-file: "
    "--expose: --gpus: --group-add: --health-cmd: --health-interval: --health-retries: --health-timeout: --hostname: "
    "--ip: --ipc: --isolation: --label: --label-file: --link: --log-driver: --log-opt: --mac-address: --memory: "
    "--memory-swap: --mount: --name: --network: --network-alias: --net: --oom-score-adj: --pid: --pids-limit: "
    "--platform: --publish: --pull: --restart: --runtime: --security-opt: --shm-size: --stop-signal: --stop-timeout: "
    "--storage-opt: --sysctl: --tmpfs: --ulimit: --user: --userns: --uts: --volume: --volume-driver: --volumes-from: "
    "--workdir: --pod: --secret: --systemd: --arch: --os: --requires: --sdnotify: --tz: --umask: --authfile:"
)
_EXEC = "-d --detach --detach-keys: -e: --env: --env-file: -i -t -u: --user: -w: --workdir: --index: --privileged -T"


def _docker(call: Call) -> list[Part]:
    words = call.arguments
    before = scan(words, tree(_DOCKER).before, first_operand_ends=True)
    first = words[before.rest].text if before.rest < len(words) else ""
    host = engine_host(before, call.context)
    if first == "compose":
        context = call.context._replace(host=host or call.context.host)
        inner = call._replace(name=f"{call.name} compose", arguments=words[before.rest + 1 :], context=context)
        return [*([of(UNKNOWN, call.name)] if before.kind != READ else []), *compose(inner)]
    if not words or (not first and words[0].text in ("-v", "--version", "--help")):
        return call.part(READ)
    verb = find_verb(call, tree(_DOCKER))
    name = verb.path[-1] if verb.path else ""
    if name == "exec" and verb.before.kind == READ:
        return exec_inside(call, verb.words, _EXEC, host)
    if name in ("run", "create") and verb.path[0] in ("run", "create", "container"):
        found = scan(verb.words, options(_RUN), first_operand_ends=True)
        image = verb.words[found.rest].text if found.rest < len(verb.words) else ""
        named = targets([Word(found.value("--name") or image_name(image))])
        return call.part(REDEPLOY, on_host(named, host), verb=name)
    return told(call, verb, on_host(container_targets(verb), host) if verb.path else ())


def exec_inside(
    call: Call, words: tuple[Word, ...], known: str, host: str = "", place: Target | None = None
) -> list[Part]:
    """``docker exec web nginx -s reload``: what runs inside, done to the container. ``place`` is the compose project
    that it belongs to."""
    found = scan(words, options(known), first_operand_ends=True)
    inside = words[found.rest :]
    if not inside or (found.unsure and any(w.splits for w in words[: found.rest + 1])):
        return call.unknown(f"What “{call.name} exec” runs is not seen.")
    command = inside[1:]
    if command and command[0].text == "--":
        command = command[1:]
    containers = compose_services(place, inside[:1]) if place else targets(inside[:1], CONTAINER)
    return inside_container(call.words(command), on_host(containers, host))


def compose(call: Call) -> list[Part]:
    """docker compose, docker-compose, podman-compose."""
    if not call.arguments or call.arguments[0].text in ("--version", "-v", "--help"):
        return call.part(READ)
    verb = find_verb(call, tree(_COMPOSE))
    name = verb.path[0] if verb.path else ""
    place = compose_place(verb, call.context)
    if name == "exec" and verb.before.kind == READ:
        return exec_inside(call, verb.words, _EXEC, place=place)
    if verb.before.has("--dry-run") and verb.kind != UNKNOWN and verb.before.kind == READ:
        return call.part(READ)
    if name == "run":
        found = scan(verb.words, options(_RUN), first_operand_ends=True)
        return call.part(REDEPLOY, compose_services(place, verb.words[found.rest : found.rest + 1]), verb=name)
    operands = verb.after.operands
    if name == "scale":
        operands = tuple(word._replace(text=word.text.partition("=")[0]) for word in operands)
    return told(call, verb, compose_services(place, operands))


_LXC = """
* --project: -q --debug -v
read list ls info version config.show config.get profile.list profile.show network.list network.show storage.list storage.info image.list image.info snapshot.list cluster.list operation.list remote.list warning.list top monitor
restart start stop restart pause resume
redeploy launch init create copy move rename publish image.copy image.refresh snapshot.create snapshot restore rebuild
destructive delete config.set config.unset config.edit config.device.add config.device.remove profile.edit profile.delete image.delete network.delete storage.delete file.push file.delete snapshot.delete
unknown exec shell console file.edit query
"""
_VIRSH = """
* -c: --connect: -k: -K: -q -r -l: --log!: -d:
read list dominfo domstate domstats dumpxml domblklist domiflist domifaddr vcpuinfo nodeinfo net-list net-info net-dumpxml pool-list pool-info vol-list vol-info snapshot-list snapshot-info capabilities version hostname uri dommemstat domblkstat domdisplay schedinfo net-dhcp-leases nodememstats nodecpustats domtime domuuid domid domname
restart start shutdown reboot reset destroy suspend resume managedsave net-start net-destroy pool-start pool-destroy save restore
redeploy define create migrate snapshot-create snapshot-create-as attach-device attach-disk attach-interface setvcpus setmem setmaxmem net-define pool-define vol-create vol-create-as vol-clone domrename blockcommit blockcopy blockresize
destructive undefine autostart vol-delete vol-wipe snapshot-delete snapshot-revert detach-device detach-disk detach-interface net-undefine pool-undefine pool-delete edit net-edit managedsave-remove
@dumpxml,snapshot-dumpxml --security-info?
@domdisplay --include-password? --type:
@schedinfo --set!: --weight!: --cap!: --config! --live!
@domtime --set!: --now! --sync!
@dommemstat --period!: --config! --live!
unknown console qemu-monitor-command qemu-agent-command send-key inject-nmi vol-upload vol-download
"""
_PCT = """
read list status config df cpusets pending listsnapshot help
restart start stop reboot shutdown suspend resume reset
redeploy create clone migrate restore resize snapshot template move-volume move-disk move_disk importdisk disk.import cloudinit.update remote-migrate
destructive destroy set rollback delsnapshot fsck fstrim unlock unlink rescan disk.rescan disk.unlink
unknown enter push pull console monitor terminal guest.passwd sendkey mtunnel vncproxy cleanup
"""


def _proxmox(call: Call) -> list[Part]:
    words = call.arguments
    for verb in (("exec",), ("guest", "exec")):
        if tuple(w.text for w in words[: len(verb)]) == verb:
            return exec_inside(call, words[len(verb) :], "--keep-env: --timeout: --synchronous:")
    return by_verb(_PCT, lambda verb: targets(verb.after.operands[:1]))(call)


def _lxc(call: Call) -> list[Part]:
    if call.arguments and call.arguments[0].text == "exec":
        return exec_inside(call, call.arguments[1:], "--env: --cwd: --user: --group: --mode: -t -T -n --project:")
    return by_verb(_LXC)(call)


def _pvesh(call: Call) -> list[Part]:
    verb = call.arguments[0].text if call.arguments else ""
    return call.part(READ) if verb in ("get", "ls", "usage", "help") else call.part(
        "destructive" if verb == "delete" else UNKNOWN, why=f"What “pvesh {verb}” does is not known.")  # fmt: skip


PROGRAMS: dict[str, Understand] = {
    "docker": _docker,
    "podman": _docker,
    "nerdctl": _docker,
    "docker-compose": compose,
    "podman-compose": compose,
    "ctr": by_verb(
        "* -n: --namespace: -a: --address:\nread images.ls image.ls images.list containers.ls container.ls "
        "containers.info tasks.ls task.ls version namespaces.ls snapshots.ls plugins.ls\n"
        "destructive images.rm containers.rm snapshots.rm content.rm\nrestart tasks.kill tasks.pause "
        "tasks.resume\nredeploy images.pull run images.import"
    ),
    "crictl": by_verb(
        "* -r: --runtime-endpoint: -i: --image-endpoint: -c?: --config?: -t: --timeout:\n"
        "read ps pods images info inspect inspecti inspectp logs stats statsp version imagefsinfo "
        "metricsp events\nrestart start stop stopp\ndestructive rm rmi rmp\n"
        "redeploy pull run runp create update"
    ),
    "skopeo": by_verb("read inspect list-tags --version\nredeploy copy sync\ndestructive delete"),
    "buildah": by_verb(
        "read images containers ps inspect info version\nredeploy bud build from pull push commit\ndestructive rm rmi"
    ),
    "lxc": _lxc,
    "incus": _lxc,
    "lxc-ls": lambda call: call.part(READ),
    "lxc-info": lambda call: call.part(READ),
    **{
        f"lxc-{verb}": lambda call: call.part(
            "restart", targets([Word(call.scanned("-n: --name:").value("-n", "--name"))])
        )
        for verb in ("start", "stop", "freeze", "unfreeze")
    },
    "lxc-destroy": lambda call: call.part("destructive"),
    "virsh": by_verb(_VIRSH, lambda verb: targets(verb.after.operands[:1])),
    "pct": _proxmox,
    "qm": _proxmox,
    "pvesh": _pvesh,
    "pvecm": by_verb(
        "read status nodes\ndestructive delnode expected\nredeploy add addnode create updatecerts qdevice"
    ),
    "pvesm": by_verb("read status list path scan\nredeploy add alloc\ndestructive remove free set"),
    "ha-manager": by_verb("read status config\nrestart migrate relocate\ndestructive add remove set"),
    "pveversion": lambda call: call.part(READ),
    "vzdump": lambda call: call.part("redeploy"),
    "multipass": by_verb(
        "read list info version find networks get\nrestart start stop restart suspend\n"
        "redeploy launch\ndestructive delete purge set umount"
    ),
    "vagrant": by_verb(
        "read status global-status version ssh-config port box.list\nrestart halt suspend resume\n"
        "redeploy up reload provision box.add box.update\ndestructive destroy box.remove"
    ),
    "machinectl": by_verb(
        "read list status show list-images image-status show-image\nrestart start stop reboot "
        "poweroff kill terminate\nredeploy pull-tar pull-raw clone\ndestructive enable disable "
        "remove rename read-only clean copy-to bind set-limit"
    ),
}
