"""What can be done, one function and one typed request each.

Window, command line, REST and MCP call these, so that what holds for all of them stands here once.
"""
