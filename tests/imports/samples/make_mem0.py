"""Makes the samples of mem0 with mem0ai 2.2.1: ``python make_mem0.py FOLDER`` in an environment that has it.

Facts are added as they are (``infer=False``), so that no language model is asked, and numbers made of a hash stand in
for their embeddings, so that nothing is asked over a network.
"""
# mypy: ignore-errors

import hashlib
import json
import os
import sys
from pathlib import Path

os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": f"{sys.argv[1]}/home", "OPENAI_API_KEY": "none"}

import mem0.embeddings.openai as openai_embeddings
from mem0 import Memory

FACTS = [
    ("Jellyfin takes about 60 seconds to answer after a restart", {"service": "jellyfin", "category": "timing"}),
    ("Nextcloud starts only once postgres answers on port 5432", {"service": "nextcloud", "category": "dependency"}),
    ("Caddy returns HTTP 302 for /login when it is healthy", {"service": "caddy"}),
    ("The nightly dump of postgres locks its tables for 4 minutes", {}),
    (
        "A full queue of postfix was cured by postqueue -f after the relay came back",
        {"service": "postfix", "category": "remediation"},
    ),
    ("Grafana keeps its dashboards in /var/lib/grafana/grafana.db", {}),
]


def embed(_self, text, memory_action=None):
    """1,536 numbers that are the same for the same text."""
    return [(byte - 128) / 128 for byte in hashlib.sha256(text.encode()).digest()] * 48


openai_embeddings.OpenAIEmbedding.embed = embed
openai_embeddings.OpenAIEmbedding.embed_batch = lambda self, texts, memory_action=None: [embed(self, t) for t in texts]
place = Path(sys.argv[1])
memory = Memory.from_config(
    {
        "history_db_path": str(place / "history.db"),
        "vector_store": {"provider": "qdrant", "config": {"path": str(place / "qdrant"), "on_disk": True}},
    }
)
ids = [memory.add(text, user_id="operations", infer=False, metadata=meta)["results"][0]["id"] for text, meta in FACTS]
memory.update(ids[3], "The nightly dump of postgres locks its tables for 6 minutes")
memory.delete(ids[5])
(place / "get_all.json").write_text(json.dumps(memory.get_all(filters={"user_id": "operations"}), indent=2))
