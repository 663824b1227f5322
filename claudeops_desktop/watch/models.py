"""The checks that ``services.toml`` can name, each a pydantic model. What they do is in ``checks/``.

``target`` says what a check looks at, for reading; secrets that stand in a URL or a header are not in it.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from .local_models import Clock, Command, Container, Disk, Load, Memory, Process, Resolution, Unit
from .model_base import Seconds
from .network_models import Dns, Http, Tcp, Tls

__all__ = [
    "MODELS",
    "Clock",
    "Command",
    "Container",
    "Disk",
    "Dns",
    "Http",
    "Load",
    "Memory",
    "Process",
    "Resolution",
    "Service",
    "Tcp",
    "Tls",
    "Unit",
    "Watch",
]

Service = Http | Tcp | Dns | Tls | Process | Unit | Container | Disk | Memory | Load | Command | Clock | Resolution
_ALL = (Http, Tcp, Dns, Tls, Process, Unit, Container, Disk, Memory, Load, Command, Clock, Resolution)
MODELS: dict[str, type[Service]] = {str(model.model_fields["check"].default): model for model in _ALL}


class Watch(BaseModel):
    """The ``[watch]`` table: what holds for all checks that do not say otherwise. Times are in seconds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    timeout: Seconds | None = None
    retries: int | None = Field(default=None, ge=0, le=10)
    recovery_wait: float = Field(default=20.0, ge=0, le=600)
    overall_limit: float = Field(default=120.0, ge=5, le=3600)
    at_once: int = Field(default=32, ge=1, le=256)
