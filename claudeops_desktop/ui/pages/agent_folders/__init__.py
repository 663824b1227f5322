"""The tab of the memory folders that the Claude CLI keeps itself."""
