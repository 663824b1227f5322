"""The memory as tools for a running agent (E18), over the Model Context Protocol."""
