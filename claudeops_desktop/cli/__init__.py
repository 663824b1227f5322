"""The command line: one file a command group. Nothing here imports Qt, and heavy imports wait until they are needed."""
