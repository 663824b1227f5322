"""The checks that ``services.toml`` can name, each a pydantic model. What they do is in ``checks/``.

``target`` says what a check looks at, for reading; secrets that stand in a URL or a header are not in it.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from .local_models import (
    ClockCheck,
    CommandCheck,
    ContainerCheck,
    DiskCheck,
    LoadCheck,
    MemoryCheck,
    ProcessCheck,
    RaidCheck,
    ResolutionCheck,
    SmartCheck,
    UnitCheck,
)
from .model_base import Seconds
from .network_models import DnsCheck, HttpCheck, TcpCheck, TlsCheck
from .probe_models import HeartbeatCheck, PingCheck, PromqlCheck, UdpCheck

__all__ = [
    "MODELS",
    "ClockCheck",
    "CommandCheck",
    "ContainerCheck",
    "DiskCheck",
    "DnsCheck",
    "HeartbeatCheck",
    "HttpCheck",
    "LoadCheck",
    "MemoryCheck",
    "PingCheck",
    "ProcessCheck",
    "PromqlCheck",
    "RaidCheck",
    "ResolutionCheck",
    "Service",
    "SmartCheck",
    "TcpCheck",
    "TlsCheck",
    "UdpCheck",
    "UnitCheck",
    "WatchDefaults",
]

Service = (
    HttpCheck
    | TcpCheck
    | DnsCheck
    | TlsCheck
    | ProcessCheck
    | UnitCheck
    | ContainerCheck
    | DiskCheck
    | MemoryCheck
    | LoadCheck
    | CommandCheck
    | ClockCheck
    | ResolutionCheck
    | PingCheck
    | UdpCheck
    | PromqlCheck
    | HeartbeatCheck
    | SmartCheck
    | RaidCheck
)
_ALL = (
    HttpCheck,
    TcpCheck,
    DnsCheck,
    TlsCheck,
    ProcessCheck,
    UnitCheck,
    ContainerCheck,
    DiskCheck,
    MemoryCheck,
    LoadCheck,
    CommandCheck,
    ClockCheck,
    ResolutionCheck,
    PingCheck,
    UdpCheck,
    PromqlCheck,
    HeartbeatCheck,
    SmartCheck,
    RaidCheck,
)
MODELS: dict[str, type[Service]] = {str(model.model_fields["check"].default): model for model in _ALL}


class WatchDefaults(BaseModel):
    """The ``[watch]`` table: what holds for all checks that do not say otherwise. Times are in seconds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    timeout: Seconds | None = None
    retries: int | None = Field(default=None, ge=0, le=10)
    recovery_wait: float = Field(default=20.0, ge=0, le=600)
    overall_limit: float = Field(default=120.0, ge=5, le=3600)
    at_once: int = Field(default=32, ge=1, le=256)
