"""Which place a word fills, and what another word in it means (PRODUCT E7): a doer, a means, an end, a remedy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.compare.judge import judge
from claudeops_desktop.language.subjects.semantic_roles import roles
from claudeops_desktop.language.words.tokens import tokens


def both_ways(old: str, new: str) -> set[str]:
    return {str(judge(old, new).verdict), str(judge(new, old).verdict)}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Kim looks after the runners", "Lee looks after the runners"),
        ("Kim looks after the runners", "The runners are looked after by Lee"),
        ("Primary is ldap-a", "ldap-b is primary"),
        ("Schema changes are applied with Flyway", "Liquibase applies the schema changes"),
        ("Unseals with three of five shamir keys", "Unseals with the TPM"),
        ("Uses pool.ntp.org for time", "Uses the GPS clock for time"),
        ("Time comes from pool.ntp.org", "Time comes from the GPS clock"),
        ("Sessions are stored in memcached", "Sessions are stored in the database"),
        ("Alerts of the billing jobs go to the finance team", "Alerts of the billing jobs go to the platform team"),
        ("Takes 25 s to start", "With the new firmware it takes 5 s to start"),
        ("If the array degrades, reseat the disk", "If the array degrades, replace the disk"),
        ("Flush redis when the controller hangs", "Restart the controller when it hangs"),
        ("A restart is needed after a config change", "A reload is enough after a config change"),
        ("All replicas must be stopped before the upgrade", "One replica must be stopped before the upgrade"),
    ],
)
def test_another_word_in_the_place_that_is_claimed_is_a_contradiction(old: str, new: str) -> None:
    assert both_ways(old, new) == {"contradiction"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Service A depends on service B", "Service B depends on service A"),
        ("Grafana asks Loki for logs", "Loki asks Grafana for logs"),
        ("Replicates from Oslo to Bergen", "Replicates from Bergen to Oslo"),
        ("mx1 is the standby and mx2 takes the mail", "mx1 takes the mail and mx2 is the standby"),
        (
            "Hosts are shut down in the order database, app, proxy",
            "Hosts are shut down in the order proxy, app, database",
        ),
    ],
)
def test_the_same_words_crosswise_are_a_contradiction(old: str, new: str) -> None:
    assert both_ways(old, new) == {"contradiction"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Kim looks after the runners", "Kim looks after the print server"),
        ("The billing service depends on the ledger", "The reporting service depends on the ledger"),
        ("Backups are made with borg", "Restores are tested with borg on the spare host"),
        ("Drain the node before patching it", "Tell the helpdesk before patching it"),
        ("The rack is locked", "The rack is full"),
        ("The crawler obeys robots.txt", "The crawler stores pages in S3"),
        ("Deploys through Ansible", "Deploys on Fridays"),
    ],
)
def test_another_subject_or_another_claim_on_one_subject_is_different(old: str, new: str) -> None:
    assert both_ways(old, new) == {"different"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Kim looks after the runners", "The runners are looked after by Kim"),
        ("The gateway calls the auth service", "The auth service is called by the gateway"),
        ("Backups are made with borg", "borg takes the backups"),
        ("Nobody but Kim may deploy", "Only Kim may deploy"),
        ("Root login over SSH is forbidden", "Root cannot log in via SSH"),
        ("Recordings are kept for 30 days", "Recordings are deleted after 30 days"),
        ("The scrub starts on the first Sunday of the month", "Scrubbing begins every first Sunday of a month"),
    ],
)
def test_the_same_in_another_build_is_same(old: str, new: str) -> None:
    assert both_ways(old, new) == {"same"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The gateway calls the ledger", "doer doer verb theme theme"),
        ("The ledger is called by the gateway", "theme theme - verb by by by"),
        ("Replicates from Oslo to Bergen", "verb from from to to"),
        ("Backups are made with borg", "theme - verb means means"),
        ("Primary is ldap-a", "being - be"),
        ("Restart it when the queue is full", "verb theme when when when when when"),
        ("After a power cut the switch forgets its VLANs", "case case case case doer doer verb theme theme"),
    ],
)
def test_each_word_has_its_place(text: str, expected: str) -> None:
    found = tokens(text)
    filled, _ = roles(found, [token.text for token in found])
    assert " ".join(role or "-" for role in filled) == expected


@given(st.text(max_size=300))
def test_any_text_has_a_place_and_a_clause_for_each_token(text: str) -> None:
    found = tokens(text)
    filled, parts = roles(found, [token.text for token in found])
    assert len(filled) == len(parts) == len(found)
