"""Containers and virtual machines: docker, podman, compose, and what keeps machines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..addresses import is_own_host
from ..container_targets import (
    compose_place,
    compose_services,
    container_targets,
    engine_host,
    image_name,
    inside_container,
    on_host,
)
from ..effects import DISCLOSE, HOST, READ, REDEPLOY, RESTART, STOP, UNKNOWN, CommandEffect, make_effect, worse_kind
from ..environment_shown import template_shows_environment
from ..host_reach import FLAGS, is_foreign, reaches_host, scales_to_nothing
from ..options import ScannedOptions, options, scan
from ..program_call import ProgramCall, Understand
from ..shell_types import UNSEEN, ShellWord
from ..signals import ends_process
from ..subcommand_tables import SubcommandCall, by_verb, find_verb, tree, verb_effect
from ..target_types import CONTAINER, CommandTarget
from ..targets import program_targets, targets
from ..variables import sets_harmless
from .verbs_of_containers import COMPOSE, DOCKER, EXEC_OPTIONS, RUN_OPTIONS


def reaches_own_engine(address: str) -> bool:
    """Tell whether the address of an engine is that of a socket here, or of a host of one's own network."""
    return address.startswith(("unix:///run/", "unix:///var/run/")) or (
        address.startswith("tcp://") and is_own_host(address)
    )


def _docker(call: ProgramCall) -> list[CommandEffect]:
    words = call.arguments
    before = scan(words, tree(DOCKER).before, first_operand_ends=True)
    first = words[before.rest].text if before.rest < len(words) else ""
    host = engine_host(before, call.context)
    engine = before.value("-H", "--host")
    if engine and not engine.startswith("unix://") and not is_own_host(engine):
        return call.unknown("It asks an engine on a machine that is not of one's own network.")
    if first == "compose":
        context = call.context._replace(host=host or call.context.host)
        inner = call._replace(name=f"{call.name} compose", arguments=words[before.rest + 1 :], context=context)
        return [*([make_effect(UNKNOWN, call.name)] if before.kind != READ else []), *compose(inner)]
    named = before.value("-H", "--host", "--url")
    if "://" in named and not named.startswith("ssh://") and not reaches_own_engine(named):
        return call.unknown(f"“{call.name}” asks another machine, which is not known.")
    if not words or (not first and words[0].text in ("-v", "--version", "--help")):
        return call.part(READ)
    verb = find_verb(call, tree(DOCKER))
    name = verb.path[-1] if verb.path else ""
    if name == "exec" and verb.before.kind == READ:
        return exec_inside(call, verb.words, EXEC_OPTIONS, host)
    if name in ("run", "create") and verb.path[0] in ("run", "create", "container"):
        return _run(call, verb, name, host)
    return _docker_effect(call, verb, on_host(container_targets(verb), host) if verb.path else ())


def _docker_effect(call: ProgramCall, verb: SubcommandCall, services: tuple[CommandTarget, ...]) -> list[CommandEffect]:
    """What the table says of a verb, and what its options or operands make of it."""
    name = verb.path[-1] if verb.path else ""
    said = " ".join(verb.path)
    if name == "top" and any(re.fullmatch(r"[a-z]*e[a-z]*", word.text) for word in verb.words[1:]):
        return call.part(DISCLOSE, services, f"“{call.name} {said}” shows the variables of the processes.", said)
    if verb.kind == STOP and name == "kill" and not ends_process(verb.after.value("-s", "--signal") or "KILL"):
        return call.part(RESTART, services, verb=said)
    if verb.kind == READ and name == "inspect" and _inspect_shows(verb):
        return call.part(DISCLOSE, services, f"“{call.name} {said}” shows variables, which may hold secrets.", said)
    if verb.kind == REDEPLOY:
        why = reaches_host(verb.after.given) if verb.path[0] in ("service", "pod") else ""
        if verb.path == ("volume", "create") and verb.after.has("-o", "--opt"):
            why = "It makes a volume of a place that its options name."
        if verb.path[0] == "stack" and is_foreign(verb.after.value("-c", "--compose-file")):
            why = "What it runs is described where anybody may write."
        if name in ("build", "bake") and (
            verb.after.value("--network") == "host"
            or any(is_foreign(word.text) for word in verb.after.operands)
            or is_foreign(verb.after.value("-f", "--file"))
        ):
            why = "It builds what lies at an address or where anybody may write."
        if why:
            return call.part(HOST, services, why, said)
        if name == "scale" and scales_to_nothing(verb.words):
            return call.part(STOP, services, verb=said)
        if verb.path[0] in ("service", "node") and (
            verb.after.value("--replicas") == "0" or verb.after.value("--availability") in ("drain", "pause")
        ):
            return call.part(STOP, services, verb=said)
    return verb_effect(call, verb, services)


_ENVIRONMENT_OF = ("inspect", "container", "image", "service", "pod")


def _inspect_shows(verb: SubcommandCall) -> bool:
    """``docker inspect`` of what may be a container, unless a format leaves the variables out."""
    if verb.path[0] not in _ENVIRONMENT_OF or verb.after.value("--type") in ("network", "volume", "node", "secret"):
        return False
    return template_shows_environment(verb.after.value("-f", "--format"))


def _run(call: ProgramCall, verb: SubcommandCall, name: str, host: str) -> list[CommandEffect]:
    """``docker run``: the container itself, what of the host it reaches, and what runs inside as far as it is seen."""
    found = scan(verb.words, options(f"{RUN_OPTIONS} {FLAGS}"), first_operand_ends=True)
    image = verb.words[found.rest].text if found.rest < len(verb.words) else ""
    services = on_host(targets([ShellWord(found.value("--name") or image_name(image))]), host)
    parts = call.part(REDEPLOY, services, verb=name)
    return [*parts, *_run_parts(call, found, verb.words[found.rest + 1 :], services)]


def _run_parts(
    call: ProgramCall,
    found: ScannedOptions,
    command: Sequence[ShellWord],
    services: tuple[CommandTarget, ...],
    *,
    keeps: bool = False,
) -> list[CommandEffect]:
    """What the options reach, and what the command inside does; ``keeps``: on volumes that outlive the container."""
    parts: list[CommandEffect] = []
    if found.unsure or any(UNSEEN in name for name, _ in found.given):
        parts += call.unknown(f"“{call.name}” is given words that are not seen, which may be options.")
    if why := reaches_host(found.given):
        parts += call.part(HOST, services, why, "run")
    entry = found.value("--entrypoint")
    inside = [*([ShellWord(entry)] if entry else []), *command]
    keeps |= any(option in ("-v", "--volume", "--mount") for option, _ in found.given)
    if inside and not found.unsure:
        run = [part for part in call.words(inside) if part.kind != READ]
        parts += [part for part in run if keeps or part.kind != UNKNOWN or inside[0].text.endswith("sh")]
    return [part if part.targets else part.acting_on(program_targets(services, call.name)) for part in parts]


def exec_inside(
    call: ProgramCall, words: tuple[ShellWord, ...], known: str, host: str = "", place: CommandTarget | None = None
) -> list[CommandEffect]:
    """``docker exec web nginx -s reload``: what runs inside, done to the container. ``place`` is the compose project
    that it belongs to."""
    found = scan(words, options(known), first_operand_ends=True)
    inside = words[found.rest :]
    if not inside or (found.unsure and any(w.splits for w in words[: found.rest + 1])):
        return call.unknown(f"What “{call.name} exec” runs is not seen.")
    for option, value in found.given:
        name, equals, text = value.partition("=")
        if option in ("-e", "--env") and equals and not sets_harmless(name, text):
            return call.unknown(f"The variable {name} may make a program do something else.")
    command = inside[1:]
    if command and command[0].text == "--":
        command = command[1:]
    containers = compose_services(place, inside[:1]) if place else targets(inside[:1], CONTAINER)
    named = on_host(containers, host)
    reach = call.part(HOST, named, "It runs with all privileges of the host.") if found.has("--privileged") else []
    return [*reach, *inside_container(call.words(command), named)]


def compose(call: ProgramCall) -> list[CommandEffect]:
    """docker compose, docker-compose, podman-compose."""
    if not call.arguments or call.arguments[0].text in ("--version", "-v", "--help"):
        return call.part(READ)
    verb = find_verb(call, tree(COMPOSE))
    name = verb.path[0] if verb.path else ""
    place = compose_place(verb, call.context)
    if name == "exec" and verb.before.kind == READ:
        return exec_inside(call, verb.words, EXEC_OPTIONS, place=place)
    if verb.before.has("--dry-run") and verb.kind != UNKNOWN and verb.before.kind == READ:
        return call.part(READ)
    if name == "run":
        found = scan(verb.words, options(f"{RUN_OPTIONS} {FLAGS}"), first_operand_ends=True)
        services = compose_services(place, verb.words[found.rest : found.rest + 1])
        parts = call.part(REDEPLOY, services, verb=name)
        return [*parts, *_run_parts(call, found, verb.words[found.rest + 1 :], services, keeps=True)]
    operands = verb.after.operands
    if name == "scale":
        operands = tuple(word._replace(text=word.text.partition("=")[0]) for word in operands)
    services = compose_services(place, operands)
    if (kind := _compose_effect(verb)) != verb.kind:
        return call.part(kind, services, verb=name)
    return verb_effect(call, verb, services)


_NAMES_ONLY = "--services --images --volumes --profiles --networks --models -q --quiet --hash --variables".split()


def _compose_effect(verb: SubcommandCall) -> str:
    """The class of a compose verb with its options: a configuration shows variables, a foreign file may do anything."""
    name, kind = verb.path[0] if verb.path else "", verb.kind
    if name in ("config", "convert") and kind == READ and not verb.after.has(*_NAMES_ONLY):
        return DISCLOSE
    if name == "kill" and kind == STOP and not ends_process(verb.after.value("-s", "--signal") or "KILL"):
        return RESTART
    if kind == REDEPLOY and (name == "scale" or verb.after.has("--scale")):
        given = [ShellWord(value) for option, value in verb.after.given if option == "--scale"]
        if scales_to_nothing(given or verb.words):
            return STOP
    if kind in (RESTART, REDEPLOY):
        files = [value for option, value in verb.before.given if option in ("-f", "--file", "--project-directory")]
        if any(is_foreign(value) for value in files):
            return worse_kind(kind, HOST)
    return kind


PROGRAMS: dict[str, Understand] = {
    "docker": _docker,
    "podman": _docker,
    "nerdctl": _docker,
    "docker-compose": compose,
    "podman-compose": compose,
    "ctr": by_verb(
        "* -n: --namespace: -a: --address: --timeout: --connect-timeout: --debug -q --quiet\nread images.ls image.ls images.list containers.ls container.ls "
        "containers.info tasks.ls task.ls version namespaces.ls snapshots.ls plugins.ls\n"
        "destructive images.rm containers.rm snapshots.rm content.rm containers.delete\nstop tasks.kill tasks.pause t.kill task.kill\n"
        "restart tasks.resume tasks.start\nredeploy images.pull run\ndisclose images.push\nhost images.import image.import\n"
        "@run --mount^: --privileged^ --net-host^ --with-ns^: --device^: --cap-add^: --rootfs^: --runc-binary^: "
        "--seccomp-profile^: --allow-new-privs^ --env: --rm -t -d --cwd: --runtime^: --config^: --cgroup^:"
    ),
    "crictl": by_verb(
        "* -r: --runtime-endpoint: -i: --image-endpoint: -c?: --config?: -t: --timeout: -D --debug -o: --output: -a --all -q --quiet -v --verbose --no-trunc --name: --namespace: --label: --state: -s: --id: "
        "-l -n: --last: --image: -f --follow --tail: --since: -p --previous --timestamps --template: --pod: --digests --filter: --seconds: -w --watch -r: "
        "--timeout: -T --force --prune --creds: --auth: --limit-bytes: --runtime: -S: --no-stream\n"
        "read ps pods images img info inspecti logs stats statsp version imagefsinfo metricsp events port-forward.-h\n"
        "disclose inspect inspectp\nrestart start\nstop stop stopp\ndestructive rm rmi rmp\nredeploy pull update\n"
        "host run runp create checkpoint"
    ),
    "skopeo": by_verb(
        "* --tls-verify --authfile: --creds: --cert-dir: --raw --config --format: -f: --override-os: --override-arch: --override-variant: "
        "--no-tags -n --no-creds --retry-times: --insecure-policy --debug --command-timeout: --all -a --src-tls-verify --dest-tls-verify --policy?:\n"
        "read inspect list-tags --version\ndisclose copy sync\ndestructive delete"
    ),
    "buildah": by_verb(
        "* -a --all -q --quiet --json --format: -f: --filter: --no-trunc --noheading -n --digests -t: --type: --tag: --file: --build-arg: --layers --pull --tls-verify --name:\nread images containers ps inspect info version\ndisclose push\nredeploy bud build from pull commit\ndestructive rm rmi"
    ),
}
