"""command: a program of the operator's, its exit code and what it says."""

from __future__ import annotations

from ..measurement import CheckFinding, ServiceStatus, unknown
from ..models import CommandCheck
from ..programs import CannotRunError, ProgramHost
from ..text import clean_line


def check_command(service: CommandCheck) -> CheckFinding:
    """Down: another exit code than expected, or it hangs or floods. Degraded: a ``degraded_exit`` code, or no text."""
    try:
        host = ProgramHost(service.host, service.ssh_port, service.timeout)
        if service.confined:
            done = host.run_confined(service.command)
        else:
            done = host.run(service.command, plain_locale=False, contained=True)
    except CannotRunError as error:
        down = error.hung and not service.host
        return CheckFinding(ServiceStatus.DOWN, error.finding.detail) if down else error.finding
    if done.code < 0:
        return unknown(f"{service.command[0]} was ended by signal {-done.code}")
    said = f": {done.first_output_line}" if (done.out + done.err).strip() else ""
    if done.code != service.expect_exit:
        status = ServiceStatus.DEGRADED if done.code in service.degraded_exit else ServiceStatus.DOWN
        return CheckFinding(status, f"exit code {done.code}, not {service.expect_exit}{said}")
    if service.expect_text and service.expect_text not in done.out + done.err:
        return CheckFinding(
            ServiceStatus.DEGRADED, f'exit code {done.code}, without "{clean_line(service.expect_text, 60)}"{said}'
        )
    first = clean_line(done.out.strip().splitlines()[0], 120) if done.out.strip() else ""
    return CheckFinding(ServiceStatus.HEALTHY, f"exit code {done.code}" + (f": {first}" if first else ""))
