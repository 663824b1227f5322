"""Rules that need nothing but what they are given: each with its arguments and the exact answer, in ``rules.tsv``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from spelled_out import meant, spelled, table

from claudeops_desktop.guard import (
    addresses,
    assignments,
    compose_targets,
    container_targets,
    effects,
    environment_shown,
    exposure,
    host_reach,
    known_services,
    listed_files,
    listing_targets,
    name_patterns,
    options,
    path_patterns,
    program_call,
    resolve,
    secret_paths,
    service_names,
    shell_types,
    signals,
    sql,
    subcommand_tables,
    substitutions,
    target_context,
    target_types,
    targets,
    tool_judgement,
    variables,
    visited_folders,
    working_folders,
)
from claudeops_desktop.guard.exposure import CommandContext
from claudeops_desktop.guard.known_services import KnownService
from claudeops_desktop.guard.lazy_regex import LazyRegex
from claudeops_desktop.guard.listed_files import FileListing
from claudeops_desktop.guard.local_machine import LocalMachine
from claudeops_desktop.guard.program_call import ProgramCall
from claudeops_desktop.guard.programs import builtins, clouds, interpreters, python_arithmetic
from claudeops_desktop.guard.shell_script import read_script
from claudeops_desktop.guard.shell_types import ShellWord
from claudeops_desktop.guard.target_types import CommandTarget


def words(text: str) -> tuple[ShellWord, ...]:
    """The words of one command."""
    return read_script(text).commands[-1].words


def tried(test: Callable[[str], bool] | None, names: list[str]) -> list[str] | None:
    """The names that a pattern takes; None where it cannot be tried."""
    return None if test is None else [name for name in names if test(name)]


def pipeline(text: str) -> shell_types.Pipeline:
    return shell_types.pipeline_of(read_script(text).commands)


def filters_out(text: str) -> bool:
    first, *following = read_script(text).commands
    return environment_shown.filters_out_variables(first, following)


def call_of(text: str) -> ProgramCall:
    """The last command of a text as the tables see it; what it hands on is not looked into."""
    command = read_script(text).commands[-1]
    name, *arguments = command.words
    return ProgramCall(
        name.text, tuple(arguments), command.piped, lambda _: [], lambda _: [], input=command.input,
        into=command.into, visited=command.visited,
    )  # fmt: skip


def called(text: str, table: str) -> subcommand_tables.SubcommandCall:
    return subcommand_tables.find_verb(call_of(text), subcommand_tables.tree(table))


SERVICES = (
    KnownService("nginx", units=("nginx",), hosts=("",)),
    KnownService("proxy", units=("haproxy",), hosts=("edge",)),
    KnownService("jellyfin", containers=("media_jellyfin_1",), hosts=("nas",)),
    KnownService("photos", containers=("immich",), projects=("immich",), folders=("/srv/photos",)),
    KnownService("db", containers=("postgres",), units=("postgresql",)),
    KnownService("web", processes=("gunicorn",), patterns=("gunicorn.*wsgi",)),
    KnownService("plain"),
    KnownService("seen-before", listed=False),
    KnownService("media", listed=False, acts_as_project=True),
    KnownService("cache-*", listed=False),
)
"""The operator's services in the rule “counts against”, and three that are only known from what was done before."""


def target(fields: dict[str, Any]) -> CommandTarget:
    return CommandTarget(**{name: tuple(each) if isinstance(each, list) else each for name, each in fields.items()})


RULES: dict[str, Callable[..., Any]] = {
    "a path without detours": secret_paths.normal_path,
    "names a file with secrets": lambda text: secret_paths.is_secret(ShellWord(text)),
    "names settings with secrets": lambda text: secret_paths.mixes_secrets(ShellWord(text)),
    "a name of a file with secrets": secret_paths.names_secret,
    "a folder with secrets below": secret_paths.holds_secrets,
    "a folder of others": secret_paths.is_foreign_folder,
    "a disk or the memory": lambda text: secret_paths.is_raw(ShellWord(text)),
    "writes nowhere": secret_paths.is_nowhere,
    "hides its name": path_patterns.hides_its_name,
    "becomes these paths": path_patterns.paths_of,
    "may hold secrets": listed_files.may_hold_secrets,
    "lists files": lambda text: listed_files.listing_of(read_script(text).commands, FileListing()),
    "shows unseen names": lambda text, *listing: listed_files.shows_unseen_names(
        words(text)[1:], words(text)[0].text, FileListing(*listing)
    ),
    "shows every name": lambda text, folders: listed_files.shows_every_name(
        words(text)[1:], words(text)[0].text, folders
    ),
    "tells about files": lambda text: exposure.surroundings_of(read_script(text).commands, CommandContext()),
    "shows a file": lambda text: exposure.secret_file(call_of(text)),
    "exposes": lambda text, *around: exposure.find_exposure(call_of(text), CommandContext(*around)),
    "sends away": lambda text: exposure.sends_away(call_of(text)),
    "a template shows variables": environment_shown.template_shows_environment,
    "a path of JSON shows variables": environment_shown.path_shows_environment,
    "variables are filtered out": filters_out,
    "can be narrowed": environment_shown.can_be_narrowed,
    "asks for": lambda address, socket="": addresses.judge_address(address, unix_socket=socket),
    "host and path": addresses.split_address,
    "number of a host": lambda host: str(addresses.host_address(host)),
    "keeps credentials of the cloud": addresses.is_metadata,
    "one's own host": addresses.is_own_host,
    "reaches the host": host_reach.reaches_host,
    "comes from elsewhere": host_reach.is_foreign,
    "asks for privileges": host_reach.asks_for_privileges,
    "scales to nothing": lambda text: host_reach.scales_to_nothing(words(text)),
    "ends a process": signals.ends_process,
    "signal": signals.given_signal,
    "SQL": sql.sql_kind,
    "options": options.options,
    "scanned": lambda text, known, *how: options.scan(
        words(text)[1:], options.options(known), first_operand_ends="first" in how, short="long" not in how
    ),
    "worse": effects.worse_kind,
    "a table of verbs": subcommand_tables.tree,
    "verb": called,
    "variables set": lambda text: assignments.settings_of(words(text)),
    "fields of a line": lambda line, text: assignments.fields_of(line, words(text)),
    "a variable chooses": lambda name, value: (
        variables.chooses_target(name), variables.steers_plainly(name, value), variables.sets_harmless(name, value)
    ),
    "may be secret": shell_types.may_be_secret,
    "readable": shell_types.readable_text,
    "marks": shell_types.marks_of,
    "unmarked": shell_types.without_marks,
    "unseen": shell_types.leaves_unseen,
    "stays one word": lambda text: (shell_types.is_clean(text), shell_types.is_pattern(text)),
    "joined": lambda text: shell_types.joined(words(text)),
    "stands for": lambda text: substitutions.stands_for(read_script(text).commands),
    "printed": lambda text: substitutions.printed_text(read_script(text).commands[-1]),
    "visited": lambda text, folders: visited_folders.visited_after(words(text), tuple(folders)),
    "seen from": visited_folders.resolve_from_folder,
    "folders": lambda text, folders: working_folders.changed_folders(words(text), folders),
    "spellings": service_names.same_names,
    "split": service_names.split_name,
    "host": service_names.host_name,
    "unit": service_names.plain_unit,
    "folded": service_names.folded,
    "glob": lambda pattern, names: tried(name_patterns.matches_glob(pattern), names),
    "regex": lambda pattern, names: tried(name_patterns.matches_regex(pattern), names),
    "a service's name": target_types.base_name,
    "a name in words": lambda text: program_call.names(words(text)[1:]),
    "a target is taken for": lambda fields: (target(fields).name, target(fields).is_plain_regex),
    "targets": lambda text, kind="": targets.targets(words(text)[1:], kind),
    "targets of a program": targets.program_targets,
    "prints": lambda text, kind="": listing_targets.printed_targets(pipeline(text), kind),
    "labelled": listing_targets.labelled_workloads,
    "counts against": lambda fields: resolve.resolve(target(fields), SERVICES, LocalMachine()),
    "counts against each once": lambda *fields: resolve.resolve_all(map(target, fields), SERVICES, LocalMachine()),
    "an id": resolve._is_id,
    "restarts others too": resolve._is_everything,
    "project names": resolve._project_names,
    "compose": lambda project, files, directory, folders, variables: compose_targets.compose_target(
        project, files, directory, (), folders, variables
    ),
    "compose words": compose_targets.compose_place,
    "image": container_targets.image_name,
    "inside": lambda name, text: target_context.inside_of(
        target_context.TargetContext("h", ("/srv",)), name, words(text)[1:]
    ),
    "sets afterwards": lambda text: target_context.sets_of(read_script(text).commands[-1]),
    "quoted": tool_judgement._quoted,
    "rules name the command": tool_judgement.allowed_by_rule,
    "services of a table": known_services.services_of_table,
    "sed only prints": interpreters.sed_only_prints,
    "awk only prints": interpreters.awk_only_prints,
    "only computes": python_arithmetic.only_reckons,
    "place": lambda text, folders, *before: target_context.place_of(
        target_context.TargetContext("h", tuple(folders), (), pipeline(before[0]) if before else ()),
        read_script(text).commands[-1],
    ),
    "in a folder": lambda folders, folder: target_context.TargetContext("h", tuple(folders)).in_folder(folder),
    "names of variables only": lambda text: builtins.shows_names_only(
        call_of("env")._replace(into=words(text))
    ),
    "verb of a cloud": clouds._kind_of_verb,
    "addresses in one": addresses._alternatives,
    "regex whole": lambda pattern, text: bool(LazyRegex(pattern).fullmatch(text)),
}  # fmt: skip
"""What each rule of the table is, by its name there."""
ROWS = table("rules.tsv")
CASES = {rule: [row[1:] for row in ROWS if row[0] == rule] for rule in RULES}


@pytest.mark.parametrize("rule", CASES)
def test_a_rule_gives_these_answers(rule):
    cases = CASES[rule]
    assert cases
    wrong = [(given, found) for given, answer in cases if (found := spelled(RULES[rule](*meant(given)))) != answer]
    assert wrong == []
