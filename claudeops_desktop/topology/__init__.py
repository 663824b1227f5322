"""What depends on what: the graph of the services, which failure is behind which, and edges that are proposed.

An edge goes from a service to one it needs (dependent → dependency). ``graph`` and ``folding`` are pure; the edges
themselves stand in ``services.toml`` (``depends_on``) and in ``book.service_edges``.
"""
