"""The first minute (D6): the agent, some services, a test run, and where things are."""
