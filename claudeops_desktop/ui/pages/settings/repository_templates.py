"""What a new file of a repository begins with: right as it stands, and easily made one's own."""

from __future__ import annotations

import re

from ....runs.repositories import FOLDER
from ....runs.repository_files import NOTES
from ...text.translation import tr

# kind → its name in the menu, its folder, its text
TEMPLATES = {
    "notes": (
        tr("Notes ({name})", name=NOTES),
        "",
        "# {name}\n\nWhat runs here, and on which machines.\n\n## Rules\n\n- What must not be touched, and when.\n",
    ),
    "checks": (
        tr("Check…"),
        "checks",
        "---\ndescription: Is it well?\n---\n# {name}\n\n```sh\ncurl -sS -o /dev/null -w '%{{http_code}}'"
        " http://127.0.0.1/\n```\n\nHealthy is 200 within two seconds.\n",
    ),
    "playbooks": (
        tr("Playbook…"),
        "playbooks",
        "---\ndescription: When it does not answer\n---\n# {name}\n\n1. Look at its log.\n2. Restart it.\n"
        "3. Check that it answers again.\n",
    ),
    "skills": (
        tr("Skill…"),
        "skills",
        "---\nname: {name}\ndescription: When and for what it is used\n---\n\nHow it is done.\n",
    ),
}


def template_file_name(kind: str, name: str) -> str:
    """The path of a new file under its repository."""
    _, folder, _ = TEMPLATES[kind]
    if not folder:
        return NOTES
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "new"
    return f"{FOLDER}/{folder}/{slug}.md"
