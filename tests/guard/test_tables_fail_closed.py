"""Every table of verbs, walked over as a whole: a verb or an option that it does not list never reads."""

from __future__ import annotations

import sys
from functools import cache

import pytest

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.programs.index import MODULE_OF
from claudeops_desktop.guard.programs.verbs_of_clouds import CLOUDS, cloud_table
from claudeops_desktop.guard.subcommand_tables import SubcommandTable, find_verb

pytestmark = pytest.mark.slow
NO_SUCH_VERB = "no-such-verb"
NO_SUCH_OPTIONS = ("--no-such-option=/tmp/x", "-€")


def kind_of(*words: str) -> str:
    return understand(" ".join(words)).kind


@cache
def all_tables() -> dict[str, SubcommandTable]:
    """Return the table in which each program's verbs are looked up."""
    found: dict[str, SubcommandTable] = {}

    def look(frame, event, _argument):
        if event == "call" and frame.f_code is find_verb.__code__:
            found.setdefault(frame.f_locals["call"].name, frame.f_locals["table"])

    sys.setprofile(look)
    try:
        for name in MODULE_OF:
            understand(f"{name} {NO_SUCH_VERB}")
    finally:
        sys.setprofile(None)
    return found


@cache
def reading_paths() -> list[tuple[str, ...]]:
    """Return each command of a table that reads."""
    paths = [
        (name, *path) for name, table in all_tables().items() for path, kind in table.kinds.items() if kind == "read"
    ]
    return [path for path in paths if kind_of(*path) == "read"]


def test_the_tables_are_found():
    assert len(all_tables()) > 100
    assert {"git", "docker", "kubectl", "systemctl", "helm"} <= all_tables().keys()


def test_a_verb_that_no_table_lists_does_not_read():
    inner = [(name, *path) for name, table in all_tables().items() for path in {(), *table.inner} - table.kinds.keys()]
    assert [path for path in inner if kind_of(*path, NO_SUCH_VERB) == "read"] == []


@pytest.mark.parametrize("option", NO_SUCH_OPTIONS)
def test_an_option_that_no_table_lists_does_not_make_a_verb_read(option):
    paths = reading_paths()
    assert len(paths) > 1000
    assert [path for path in paths if kind_of(*path, option) == "read"] == []


def test_nor_does_one_before_the_verb():
    assert [path for path in reading_paths() if kind_of(path[0], "--no-such-option", *path[1:]) == "read"] == []


@pytest.mark.parametrize("options", ["", "-check=false", "-check -write=true", "-check -no-such-option"])
def test_terraform_formats_nothing_only_where_it_checks_and_does_nothing_else(options):
    assert kind_of("terraform fmt -check -recursive") == "read"
    assert kind_of("terraform fmt", options) != "read"


class TestClouds:
    """They have so many verbs that a table names those that read, and the rest goes by the name of its verb."""

    @staticmethod
    def paths(tool: str) -> list[tuple[str, ...]]:
        return [(tool, *(word.replace("*", "x") for word in path)) for path in cloud_table(tool).reads]

    @pytest.mark.parametrize("tool", CLOUDS)
    def test_what_is_listed_reads_or_shows_secrets(self, tool):
        assert [path for path in self.paths(tool) if kind_of(*path) not in ("read", "disclose")] == []

    @pytest.mark.parametrize("tool", CLOUDS)
    def test_with_another_verb_or_group_it_does_not(self, tool):
        for path in self.paths(tool):
            assert kind_of(*path[:-1], NO_SUCH_VERB) != "read"
            assert kind_of(tool, NO_SUCH_VERB, *path[1:]) != "read"
            assert kind_of(*path[:-1], NO_SUCH_VERB, path[-1]) != "read"

    @pytest.mark.parametrize("tool", CLOUDS)
    def test_nor_with_an_option_that_is_not_listed(self, tool):
        for path in self.paths(tool):
            assert [option for option in ("--delete-id", "-€") if kind_of(*path, option) == "read"] == []
            assert kind_of(tool, "--no-such-option", *path[1:]) != "read"

    @pytest.mark.parametrize(
        "command",
        [
            "aws ec2 terminate-instances --instance-ids describe-instances",
            "aws --region ec2 terminate-instances describe-instances",
            "aws ec2 describe-instances --endpoint-url http://other.example",
            "aws ec2 describe-instances --cli-input-json file://x",
            "aws ec2 describe-instances --filters file:///srv/x",
            "aws ec2 describe-instances --filters=file:///srv/x",
            "aws rds describe-db-instances --debug",
            "gcloud compute frobnicate list",
            "gcloud sql connect list",
            "gcloud compute scp list describe",
            "gcloud compute instances list --flags-file=x",
            "az vm frobnicate list",
            "az rest --method get show",
            "az vm list --query @/srv/x",
            "doctl compute ssh list",
            "hcloud server create-image list",
            "oci os object get --file /etc/x",
            "heroku run ls",
            "eksctl create get cluster",
        ],
    )  # fmt: skip
    def test_a_reading_word_elsewhere_does_not_make_it_read(self, command):
        assert kind_of(command) != "read"

    @pytest.mark.parametrize(
        "command",
        [
            "aws --profile prod --region eu-west-1 ec2 describe-instances --instance-ids i-1 i-2",
            "aws s3 ls s3://b/ --recursive",
            "aws ec2 wait instance-running --instance-ids i-1",
            "gcloud --project p beta compute instances describe web --zone z",
            "az vm show -g prod -n web -d",
            "doctl compute droplet get 1",
            "hcloud server describe web -o json",
            "oci compute instance list -c ocid1",
            "fly status -a web",
        ],
    )
    def test_global_options_and_names_may_stand_around_it(self, command):
        assert kind_of(command) == "read"
