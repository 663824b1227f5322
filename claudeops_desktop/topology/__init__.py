"""Services, what depends on what, and what changed (D12).

An edge goes from a service to one it needs (dependent → dependency). ``graph`` and ``folding`` are pure; the edges
themselves stand in ``services.toml`` (``depends_on``) and in ``book.service_edges``.
"""
