"""smart and raid: disks and arrays as smartctl, /proc/mdstat and mdadm tell of them.

The tools are scripts here that answer as the real ones do.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from claudeops_desktop.agents.watch.measurement import CheckMeasurement, ServiceStatus
from claudeops_desktop.agents.watch.models import RaidCheck, SmartCheck
from claudeops_desktop.agents.watch.services import ServicesError, run_check, validate_check

Make = Callable[[str, str], Path]
HEALTHY, DEGRADED, DOWN, UNKNOWN = list(ServiceStatus)


def answer(code: int = 0, *messages: str, **about: object) -> str:
    """A smartctl that says so, in JSON."""
    said = {"smartctl": {"exit_status": code, "messages": [{"string": m, "severity": "error"} for m in messages]}}
    return f"cat <<'E'\n{json.dumps(said | about)}\nE\nexit {code}\n"


def attributes(**raw: int) -> dict[str, object]:
    numbers = {"reallocated": 5, "pending": 197, "uncorrectable": 198}
    return {"table": [{"id": numbers[name], "raw": {"value": value}} for name, value in raw.items()]}


PASSED = {"smart_status": {"passed": True}, "temperature": {"current": 34}}
FAILED = {"smart_status": {"passed": False}, "temperature": {"current": 34}}


def smart(**more: object) -> CheckMeasurement:
    return run_check(SmartCheck.model_validate({"name": "d", "device": "/dev/sda", **more}))


@pytest.mark.parametrize(
    ("script", "status", "urgent", "said"),
    [
        (answer(**PASSED), HEALTHY, False, "the disk says that it is well, 34 °C"),
        (answer(8, **FAILED), DOWN, False, "the disk says that it is failing, 34 °C"),
        (
            answer(24, **FAILED, ata_smart_attributes=attributes(reallocated=2000)),
            *(DOWN, False, "the disk says that it is failing: 2,000 reallocated sectors, 34 °C"),
        ),
        (
            answer(64, **PASSED, ata_smart_attributes=attributes(reallocated=0, pending=8)),
            *(DEGRADED, False, "8 pending sectors, 34 °C"),
        ),
        (answer(16, **PASSED), DEGRADED, True, "an attribute is below its threshold, 34 °C"),
        (
            answer(**PASSED, nvme_smart_health_information_log={"critical_warning": 4, "percentage_used": 101}),
            *(DEGRADED, True, "critical warning 0x04, worn, 101% of its rated life used, 34 °C"),
        ),
        (answer(2, "Device is in STANDBY mode, exit(2)"), HEALTHY, False, "the disk is asleep and was not woken"),
        (
            answer(2, "Smartctl open device: /dev/sda failed: No such device"),
            *(DOWN, False, "there is no disk /dev/sda"),
        ),
        (
            answer(1, "/dev/sda: Unknown USB bridge [0x0bda:0x9210]"),
            *(UNKNOWN, False, "the disk does not say how it is: /dev/sda: Unknown USB bridge [0x0bda:0x9210];"),
        ),
        ("echo 'smartctl 6.6'; exit 1\n", UNKNOWN, False, "smartctl's answer cannot be read; it must be version 7"),
    ],
)
def test_smart(program: Make, script: str, status: ServiceStatus, urgent: bool, said: str):
    program("smartctl", script)
    seen = smart()
    assert (seen.status, seen.found.urgent, seen.detail.startswith(said)) == (status, urgent, True), seen.detail


def test_smart_limits_and_a_disk_that_may_be_woken(program: Make, tmp_path: Path):
    few = answer(**PASSED, ata_smart_attributes=attributes(reallocated=3))
    program("smartctl", f'printf "%s " "$@" > {tmp_path}/said\n' + few)
    assert smart(max_bad_sectors=3).status is HEALTHY
    assert (tmp_path / "said").read_text().strip() == "-n standby -j -H -A /dev/sda"
    assert smart(max_bad_sectors=3, warn_celsius=30).detail == "the disk is at 34 °C, at least 30 °C"
    smart(wake=True, device_type="sat")
    assert (tmp_path / "said").read_text().strip() == "-j -H -A -d sat /dev/sda"


def test_smart_without_the_tool_is_unknown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("claudeops_desktop.agents.watch.programs.ADMIN_PATH", str(tmp_path))
    seen = smart()
    assert (seen.status, seen.detail) == (UNKNOWN, "smartctl is not installed here")


def test_smart_without_permission_is_unknown_with_the_rule_that_allows_it(program: Make):
    tool = program("smartctl", answer(2, "Smartctl open device: /dev/sda failed: Permission denied"))
    seen = smart()
    assert seen.status is UNKNOWN
    assert seen.detail.startswith("smartctl needs root; set sudo = true. Line for /etc/sudoers.d: ")
    assert f"ALL=(root) NOPASSWD: {tool}"[:200] in seen.detail
    program("sudo", "echo 'sudo: a password is required' >&2; exit 1\n")
    refused = smart(sudo=True)
    assert (refused.status, refused.detail.split(".")[0]) == (UNKNOWN, "sudo does not let this user run smartctl")


def test_smart_by_sudo_and_on_a_far_host(program: Make, ssh: Path):
    program("smartctl", answer(**PASSED))
    program("sudo", '[ "$1" = -n ] || exit 9\nshift\nexec "$@"\n')
    assert smart(sudo=True).status is HEALTHY
    assert smart(sudo=True, host="me@near").status is HEALTHY
    assert "sudo -n smartctl -n standby" in ssh.read_text()
    assert smart(host="nobody@far").status is UNKNOWN


# --- raid -----------------------------------------------------------------------------------------------------------

WHOLE = """Personalities : [raid1] [raid6] [raid5] [raid4]
md0 : active raid1 sdb1[1] sda1[0]
      1048512 blocks super 1.2 [2/2] [UU]

md1 : active raid5 sdc1[3] sdb2[1] sda2[0]
      2097024 blocks super 1.2 level 5, 512k chunk, algorithm 2 [3/3] [UUU]
      [=>...................]  check =  9.1% (37043392/292945152) finish=127.5min speed=33440K/sec

unused devices: <none>
"""
LOST = WHOLE.replace("sdb1[1] sda1[0]", "sdb1[1](F) sda1[0]").replace("[2/2] [UU]", "[2/1] [U_]")
REBUILT = LOST.replace("[2/1] [U_]", "[2/1] [U_]\n      [=>....]  recovery = 12.6% (1/8) finish=1.5min speed=33K/sec")
GONE = WHOLE.replace("[3/3] [UUU]", "[3/1] [U__]")
STOPPED = WHOLE.replace("md1 : active raid5", "md1 : inactive")


@pytest.mark.parametrize(
    ("text", "status", "urgent", "said"),
    [
        (WHOLE, HEALTHY, False, "2 arrays, all complete; md1 (raid5) is complete, 3 members, check 9.1%"),
        (LOST, DEGRADED, True, "md0 (raid1) has 1 of 2 members, failed: sdb1"),
        (REBUILT, DEGRADED, False, "md0 (raid1) has 1 of 2 members, failed: sdb1, recovery 12.6%"),
        (GONE, DOWN, False, "md1 (raid5) has 1 of 3 members, check 9.1%"),
        (STOPPED, DOWN, False, "md1 is not active"),
        ("Personalities : \nunused devices: <none>\n", UNKNOWN, False, "there are no arrays"),
    ],
)
def test_raid(tmp_path: Path, ssh: Path, text: str, status: ServiceStatus, urgent: bool, said: str):
    (tmp_path / "mdstat").write_text(text)
    for host in ("", "me@near"):
        seen = run_check(RaidCheck(name="r", path=str(tmp_path / "mdstat"), host=host))
        assert (seen.status, seen.found.urgent, seen.detail) == (status, urgent, said)


def test_raid_of_one_array_and_a_machine_without(tmp_path: Path):
    (tmp_path / "mdstat").write_text(LOST)
    path = str(tmp_path / "mdstat")
    assert run_check(RaidCheck(name="r", path=path, array="/dev/md1")).status is HEALTHY
    assert run_check(RaidCheck(name="r", path=path, array="md7")).detail == "there is no array md7"
    none = run_check(RaidCheck(name="r", path=str(tmp_path / "none")))
    assert (none.status, "has no Linux software RAID" in none.detail) == (UNKNOWN, True)


DETAIL = """cat <<'E'
/dev/md0:
           Version : 1.2
        Raid Level : raid1
      Raid Devices : 2
             State : {state}
    Active Devices : {there}
    Failed Devices : {failed}
E
"""


@pytest.mark.parametrize(
    ("state", "there", "failed", "status"),
    [
        ("clean", 2, 0, HEALTHY),
        ("active, checking", 2, 0, HEALTHY),
        ("clean, degraded", 1, 1, DEGRADED),
        ("clean, degraded, recovering", 1, 0, DEGRADED),
        ("active, FAILED", 0, 2, DOWN),
        ("clean", 2, 1, DEGRADED),
    ],
)
def test_raid_by_mdadm(program: Make, state: str, there: int, failed: int, status: ServiceStatus):
    program("mdadm", DETAIL.format(state=state, there=there, failed=failed))
    seen = run_check(RaidCheck(name="r", source="mdadm", array="md0"))
    assert seen.status is status
    assert seen.detail.startswith(f"md0 is {state}, {there} of 2 members")


def test_mdadm_without_permission_is_unknown_with_the_rule(program: Make):
    program("mdadm", "echo 'mdadm: must be super-user to perform this action' >&2; exit 1\n")
    seen = run_check(RaidCheck(name="r", source="mdadm", array="md0"))
    assert (seen.status, "ALL=(root) NOPASSWD: " in seen.detail) == (UNKNOWN, True)
    program("mdadm", "echo 'mdadm: cannot open /dev/md0: No such file or directory' >&2; exit 1\n")
    assert run_check(RaidCheck(name="r", source="mdadm", array="md0")).status is DOWN
    with pytest.raises(ServicesError, match="needs an array"):
        validate_check({"name": "r", "check": "raid", "source": "mdadm"})
