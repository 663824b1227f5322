"""Whether what an agent starts can log in to the server of the store.

The guard of a session and its memory tools are started by the agent, which is handed no variable of ours: a password
that stands in our environment alone is of no use to them.
"""

from __future__ import annotations

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from ..core.secrets import keyring_store
from ..core.store_setting import PASSWORD
from .store_place import server_of


def require_access_for_agents(folder: DataFolder) -> None:
    """Raise OperatorError where the server takes us by a variable alone. A store in its file needs no password, and a
    server that does not answer says nothing of it."""
    address = server_of(folder)
    if address is None or not keyring_store.is_only_in_environment(PASSWORD):
        return
    from .postgres.address import CONNECT_S, driver
    from .postgres.faults import is_refused_login

    psycopg = driver()
    try:
        psycopg.connect(connect_timeout=CONNECT_S, **dict(address.options)).close()
    except psycopg.Error as error:
        if is_refused_login(error):
            raise OperatorError(
                UserMessage(
                    "The password of the store is in {variable} alone, which no session is handed: its guard and its"
                    " memory tools could not reach the store.",
                    variable=keyring_store.variable(PASSWORD),
                ),
                UserMessage("Keep it by `claudeops secrets set {secret}`, or in ~/.pgpass.", secret=PASSWORD),
            ) from error
