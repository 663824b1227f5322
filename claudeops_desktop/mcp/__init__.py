"""Memory for agents while they work (E18): an MCP server over stdio with the tools recall, remember and forget."""
